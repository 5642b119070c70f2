#include "io/newick.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* ---- writing ---- */

static double node_height(const ce_dendrogram *tree, int32_t node)
{
    return (size_t)node < tree->n ? 0 : tree->merge[(size_t)node - tree->n].height;
}

static void write_name(const ce_text_column *id, int32_t node, ce_output *output)
{
    const char *name;

    if (!id) {
        ce_output_integer(output, (int64_t)node + 1);
        return;
    }
    name = ce_text_column_get(id, (size_t)node);
    if (*name && !strpbrk(name, CE_NEWICK_SPECIAL)) {
        ce_output_text(output, name);
        return;
    }
    ce_output_char(output, '\'');
    for (; *name; name++) {
        if (*name == '\'')
            ce_output_char(output, '\'');
        ce_output_char(output, *name);
    }
    ce_output_char(output, '\'');
}

/* Writes the tree below one root. parent: that of each node, -1 for roots. A tree can be as deep as
 * it has leaves, so instead of recursion there is a stack. It holds nodes to write, complements of
 * nodes to close, and COMMA. */
static void write_root(const ce_dendrogram *tree, const int32_t *parent, int32_t root,
                       int32_t *stack, const ce_text_column *id, ce_output *output)
{
    enum { COMMA = INT32_MIN };
    size_t depth = 0;

    stack[depth++] = root;
    while (depth > 0 && !ce_output_failed(output)) {
        int32_t node = stack[--depth];
        if (node == COMMA) {
            ce_output_char(output, ',');
            continue;
        }
        if (node >= 0 && (size_t)node >= tree->n) {
            const ce_merge *merge = &tree->merge[(size_t)node - tree->n];
            ce_output_char(output, '(');
            stack[depth++] = ~node;
            stack[depth++] = merge->right;
            stack[depth++] = COMMA;
            stack[depth++] = merge->left;
            continue;
        }
        if (node < 0) {
            node = ~node;
            ce_output_char(output, ')');
        } else {
            write_name(id, node, output);
        }
        if (parent[node] >= 0) {
            ce_output_char(output, ':');
            ce_output_real(output, node_height(tree, parent[node]) - node_height(tree, node));
        }
    }
    ce_output_text(output, ";\n");
}

int ce_newick_write(const ce_dendrogram *tree, const ce_text_column *id, ce_output *output,
                    ce_error *err)
{
    size_t nodes = tree->n + tree->merges;
    int32_t *parent = ce_alloc(nodes, sizeof *parent, err),
            *stack = ce_alloc(nodes + 1, 2 * sizeof *stack, err);
    int rc = parent && stack ? CE_OK : CE_ENOMEM;

    if (rc)
        goto done;
    for (size_t v = 0; v < nodes; v++)
        parent[v] = -1;
    for (size_t t = 0; t < tree->merges; t++)
        parent[tree->merge[t].left] = parent[tree->merge[t].right] = (int32_t)(tree->n + t);
    for (size_t v = 0; v < nodes; v++)
        if (parent[v] < 0)
            write_root(tree, parent, (int32_t)v, stack, id, output);
done:
    free(parent);
    free(stack);
    return rc;
}

/* ---- reading ---- */

/* A subtree that has been read: a leaf (node >= 0) or merge ~node, and its height. */
typedef struct {
    int32_t node;
    double height;
} subtree;

/* One open bracket: what its branches have become so far. */
typedef struct {
    subtree made;
    size_t branches;
} level;

/* A merge in the order of reading; left and right as in subtree. */
typedef struct {
    int32_t left, right;
    double height;
    size_t number;
} found_merge;

typedef struct {
    const char *at, *name; /* of the file */
    size_t line;
    ce_text_column leaf; /* names */
    found_merge *merge;
    size_t merges, merge_room;
    level *stack;
    size_t depth, stack_room;
    ce_error *err;
} parser;

static int expected(const parser *p, const char *what)
{
    if (!*p->at)
        return ce_fail(p->err, CE_EINPUT, "%s:%zu: the end, %s expected", p->name, p->line, what);
    return ce_fail(p->err, CE_EINPUT, "%s:%zu: '%.20s', %s expected", p->name, p->line,
                   isprint((unsigned char)*p->at) ? (const char[]){*p->at, 0} : "?", what);
}

static void skip_blanks(parser *p)
{
    for (; isspace((unsigned char)*p->at); p->at++)
        p->line += *p->at == '\n';
}

/* A name of a leaf; each comes once. */
static int read_quoted(parser *p, char **text)
{
    const char *from = ++p->at;
    char *to = *text = ce_alloc(strlen(from) + 1, 1, p->err);

    if (!to)
        return CE_ENOMEM;
    for (; *p->at && (*p->at != '\'' || p->at[1] == '\''); p->at++) {
        p->at += *p->at == '\'';
        p->line += *p->at == '\n';
        *to++ = *p->at;
    }
    *to = '\0';
    if (!*p->at)
        return expected(p, "the quote that ends a name");
    p->at++;
    return CE_OK;
}

static int read_name(parser *p, char **text)
{
    size_t length = strcspn(p->at, " \t\r\n()[],;:'");

    skip_blanks(p);
    if (*p->at == '\'')
        return read_quoted(p, text);
    length = strcspn(p->at, " \t\r\n()[],;:'");
    *text = ce_strndup(p->at, length, p->err);
    p->at += length;
    return *text ? CE_OK : CE_ENOMEM;
}

static int read_leaf(parser *p, subtree *leaf)
{
    size_t before = p->leaf.categories.count;
    char *text = NULL;
    int rc = read_name(p, &text);

    if (!rc && !*text)
        rc = expected(p, "the name of a leaf");
    if (!rc && p->leaf.n >= INT32_MAX / 2)
        rc = ce_fail(p->err, CE_EINPUT, "%s: too many leaves", p->name);
    if (!rc)
        rc = ce_text_column_append(&p->leaf, text, strlen(text), p->err);
    if (!rc && p->leaf.categories.count == before)
        rc = ce_fail(p->err, CE_EINPUT, "%s:%zu: leaf '%.40s' comes twice", p->name, p->line, text);
    *leaf = (subtree){(int32_t)p->leaf.n - 1, 0};
    free(text);
    return rc;
}

static int read_length(parser *p, double *length)
{
    char number[64];
    size_t size;

    skip_blanks(p);
    if (*p->at != ':')
        return expected(p, "':' and the length of a branch");
    p->at++;
    skip_blanks(p);
    size = strcspn(p->at, " \t\r\n()[],;:'");
    if (size < sizeof number) {
        memcpy(number, p->at, size);
        number[size] = '\0';
        if (ce_parse_real(number, size, length) == 1 && *length >= 0) {
            p->at += size;
            return CE_OK;
        }
    }
    return ce_fail(p->err, CE_EINPUT,
                   "%s:%zu: length '%.*s', a finite number of 0 or more expected", p->name, p->line,
                   (int)(size < 40 ? size : 40), p->at);
}

/* A branch joins what its bracket holds. */
static int add_branch(parser *p, subtree branch, double length)
{
    level *open = &p->stack[p->depth - 1];
    double height = branch.height + length, before = open->made.height;

    if (!open->branches++) {
        open->made = (subtree){branch.node, height};
        return CE_OK;
    }
    if (fabs(height - before) > 1e-6 * fmax(height, before))
        return ce_fail(p->err, CE_EINPUT,
                       "%s:%zu: leaves at distances %g and %g from one node: equal ones expected",
                       p->name, p->line, before, height);
    if (ce_grow(&p->merge, &p->merge_room, p->merges + 1, sizeof *p->merge, p->err))
        return CE_ENOMEM;
    height = fmax(height, before);
    p->merge[p->merges] = (found_merge){open->made.node, branch.node, height, p->merges};
    open->made = (subtree){~(int32_t)p->merges, height};
    p->merges++;
    return CE_OK;
}

static int open_bracket(parser *p)
{
    if (ce_grow(&p->stack, &p->stack_room, p->depth + 1, sizeof *p->stack, p->err))
        return CE_ENOMEM;
    p->stack[p->depth++] = (level){{0, 0}, 0};
    p->at++;
    return CE_OK;
}

/* The name of an inner node means nothing here. */
static int close_bracket(parser *p, subtree *made)
{
    char *text = NULL;
    int rc;

    *made = p->stack[--p->depth].made;
    p->at++;
    rc = read_name(p, &text);
    free(text);
    return rc;
}

/* After a subtree: brackets that close, until a comma or the end of the tree. */
static int finish_subtree(parser *p, subtree made)
{
    double length;
    int rc = CE_OK;

    while (p->depth && !rc) {
        rc = read_length(p, &length);
        if (!rc)
            rc = add_branch(p, made, length);
        if (rc)
            return rc;
        skip_blanks(p);
        if (*p->at == ',') {
            p->at++;
            return CE_OK;
        }
        if (*p->at != ')')
            return expected(p, "',' or ')'");
        rc = close_bracket(p, &made);
    }
    skip_blanks(p);
    if (!rc && *p->at == ':') /* of the root; nothing is above it */
        rc = read_length(p, &length);
    skip_blanks(p);
    if (!rc && *p->at != ';')
        rc = expected(p, "';' at the end of the tree");
    p->at += !rc;
    return rc;
}

static int parse(parser *p)
{
    int rc = CE_OK;

    for (skip_blanks(p); *p->at && !rc; skip_blanks(p)) {
        subtree leaf;
        if (*p->at == '(') {
            rc = open_bracket(p);
            continue;
        }
        rc = read_leaf(p, &leaf);
        if (!rc)
            rc = finish_subtree(p, leaf);
    }
    if (!rc && p->depth)
        rc = expected(p, "the name of a leaf");
    if (!rc && !p->leaf.n)
        rc = ce_fail(p->err, CE_EINPUT, "%s: empty, a tree expected", p->name);
    else if (!rc && !p->merges)
        rc = ce_fail(p->err, CE_EINPUT, "%s: no merges, a dendrogram expected", p->name);
    return rc;
}

static int by_height(const void *a, const void *b)
{
    const found_merge *x = a, *y = b;

    if (x->height != y->height)
        return x->height < y->height ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* row: the leaf of each name, by appearance. Returns whether the names are 1 .. n. */
static int number_leaves(const ce_text_column *leaf, int32_t *row)
{
    size_t n = leaf->n;
    int numbers = 1;

    for (size_t i = 0; i < n && numbers; i++) {
        const char *text = ce_text_column_get(leaf, i);
        size_t digits = strspn(text, "0123456789");
        unsigned long value = digits && digits < 11 && *text != '0' ? strtoul(text, NULL, 10) : 0;
        numbers = !text[digits] && value >= 1 && value <= n;
        if (numbers)
            row[i] = (int32_t)(value - 1);
    }
    for (size_t i = 0; i < n && !numbers; i++)
        row[i] = (int32_t)i;
    return numbers;
}

/* The merges in the order of their heights, with the nodes numbered as in SciPy. place: room for
 * the merges. */
static void number_nodes(parser *p, const int32_t *row, size_t *place, ce_dendrogram *tree)
{
    size_t n = p->leaf.n;

    qsort(p->merge, p->merges, sizeof *p->merge, by_height);
    for (size_t t = 0; t < p->merges; t++)
        place[p->merge[t].number] = t;
    for (size_t t = 0; t < p->merges; t++) {
        int32_t node[2] = {p->merge[t].left, p->merge[t].right};
        double size = 0;
        for (int s = 0; s < 2; s++) {
            size_t below = node[s] < 0 ? place[~node[s]] : 0;
            size += node[s] < 0 ? tree->merge[below].size : 1;
            node[s] = node[s] < 0 ? (int32_t)(n + below) : row[node[s]];
        }
        tree->merge[t] =
            (ce_merge){node[0] < node[1] ? node[0] : node[1], node[0] < node[1] ? node[1] : node[0],
                       p->merge[t].height, size};
    }
    tree->merges = p->merges;
}

static int build(parser *p, ce_dendrogram *tree, ce_text_column *id)
{
    int32_t *row = ce_alloc(p->leaf.n, sizeof *row, p->err);
    size_t *place = ce_alloc(p->merges, sizeof *place, p->err);
    int rc = row && place ? ce_dendrogram_alloc(tree, p->leaf.n, p->err) : CE_ENOMEM;

    if (!rc) {
        int numbers = number_leaves(&p->leaf, row);
        number_nodes(p, row, place, tree);
        if (!numbers && !(p->leaf.name = ce_strdup("id", p->err)))
            rc = CE_ENOMEM;
        if (!numbers && !rc) {
            ce_text_column_free(id);
            *id = p->leaf;
            p->leaf = (ce_text_column){0};
        }
    }
    free(row);
    free(place);
    return rc;
}

int ce_newick_read(ce_dendrogram *tree, ce_text_column *id, ce_input *input, ce_error *err)
{
    parser p = {.name = ce_input_name(input), .line = 1, .err = err};
    char *bytes = NULL;
    size_t length;
    int rc = ce_input_read_all(input, &bytes, &length, err);

    if (rc)
        return rc;
    p.at = bytes;
    if (strlen(bytes) != length)
        rc = ce_fail(err, CE_EINPUT, "%s: a NUL byte, text expected", p.name);
    if (!rc)
        rc = parse(&p);
    if (!rc)
        rc = build(&p, tree, id);
    free(bytes);
    free(p.merge);
    free(p.stack);
    ce_text_column_free(&p.leaf);
    return rc;
}
