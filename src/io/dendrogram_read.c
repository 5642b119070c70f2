/* Trees of merges as CSV, and the order of what is read: which of the two formats it is. */
#include "io/dendrogram_file.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/columns.h"
#include "io/newick.h"

enum { CELLS = 4 };

static const char *const column_name[CELLS] = {"left", "right", "height", "size"};

typedef struct {
    ce_merge *merge; /* as read: of any nodes */
    size_t *line;    /* where each stands */
    size_t count, capacity, lines;
    double cell[CELLS];
    int has_header;
    ce_columns columns; /* of the first line */
    const ce_table_format *format;
    ce_error *err;
} reader;

static int take_number(reader *r, ce_csv *csv, const char *text, size_t length, size_t column)
{
    double *value = &r->cell[column];

    if (ce_cell_real(r->format, text, length, value) != 1)
        return ce_csv_fail(csv, "%s is '%.40s', a finite number expected", column_name[column],
                           text);
    if (column < 2 && (*value < 0 || *value > INT32_MAX - 1 || *value != floor(*value)))
        return ce_csv_fail(csv, "%s is '%.40s', the number of a node expected", column_name[column],
                           text);
    if (column == 2 && *value < 0)
        return ce_csv_fail(csv, "height is '%.40s', a number of 0 or more expected", text);
    if (column == 3 && *value <= 0)
        return ce_csv_fail(csv, "size is '%.40s', a number above 0 expected", text);
    return CE_OK;
}

static int take_merge(reader *r, ce_csv *csv)
{
    const double *c = r->cell;
    ce_merge *merge;
    int rc = ce_grow(&r->merge, &r->capacity, r->count + 1, sizeof *r->merge, r->err);

    if (!rc)
        rc = ce_grow(&r->line, &r->lines, r->count + 1, sizeof *r->line, r->err);
    if (rc)
        return rc;
    if (c[0] == c[1])
        return ce_csv_fail(csv, "node %.0f merges with itself", c[0]);
    merge = &r->merge[r->count];
    *merge = (ce_merge){(int32_t)fmin(c[0], c[1]), (int32_t)fmax(c[0], c[1]), c[2], c[3]};
    if (r->count && merge->height < r->merge[r->count - 1].height)
        return ce_csv_fail(csv, "height %g after height %g: heights that never decrease expected",
                           merge->height, r->merge[r->count - 1].height);
    r->line[r->count++] = ce_csv_line(csv);
    return r->count >= INT32_MAX / 2 ? ce_csv_fail(csv, "too many merges") : CE_OK;
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    reader *r = state;

    if (row == 0)
        return ce_columns_add(&r->columns, text, length, r->err);
    return take_number(r, csv, text, length, column);
}

/* SciPy's linkage may come without a header. */
static int first_row(reader *r, ce_csv *csv)
{
    int matches = r->columns.columns == CELLS, rc = CE_OK;

    r->has_header = ce_columns_has_header(&r->columns, csv, r->format);
    for (size_t c = 0; c < CELLS && matches && r->has_header; c++)
        matches = !strcmp(r->columns.name[c], column_name[c]);
    if (!matches)
        return ce_csv_fail(csv, "no dendrogram: the columns left,right,height,size expected, or a "
                                "Newick tree");
    for (size_t c = 0; c < CELLS && !r->has_header && !rc; c++)
        rc = take_number(r, csv, r->columns.name[c], strlen(r->columns.name[c]), c);
    return rc || r->has_header ? rc : take_merge(r, csv);
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    (void)columns;
    return row ? take_merge(state, csv) : first_row(state, csv);
}

/* What may be wrong where the number of leaves is a guess. */
static const char *hint(int known)
{
    return known ? "" : "; a tree that stops early needs " CE_OPT("ids");
}

/* Whether the nodes are those of a tree of n leaves: each is there before it merges, and merges
 * once. */
static int check_nodes(const reader *r, size_t n, int known, const char *name, ce_error *err)
{
    unsigned char *used = ce_calloc(n + r->count, 1, err);
    int rc = used ? CE_OK : CE_ENOMEM;

    for (size_t t = 0; t < r->count && !rc; t++) {
        const int32_t node[2] = {r->merge[t].left, r->merge[t].right};
        for (int s = 0; s < 2 && !rc; s++) {
            if ((size_t)node[s] >= n + t)
                rc = ce_fail(err, CE_EINPUT,
                             "%s:%zu: node %d, at most %zu expected: %zu leaves and %zu merges "
                             "before it%s",
                             name, r->line[t], node[s], n + t - 1, n, t, hint(known));
            else if (used[node[s]]++)
                rc = ce_fail(err, CE_EINPUT, "%s:%zu: node %d has merged before", name, r->line[t],
                             node[s]);
        }
    }
    free(used);
    return rc;
}

/* The size of a node is that of what it joins. The sizes of leaves are not written: they are above
 * 0. Where the number of leaves is a guess, a tree that stops early fails here. */
static int check_sizes(const reader *r, size_t n, int known, const char *name, ce_error *err)
{
    for (size_t t = 0; t < r->count; t++) {
        const int32_t node[2] = {r->merge[t].left, r->merge[t].right};
        double least = 0, size = r->merge[t].size;
        int leaves = 0;
        for (int s = 0; s < 2; s++) {
            leaves += (size_t)node[s] < n;
            if ((size_t)node[s] >= n)
                least += r->merge[(size_t)node[s] - n].size;
        }
        if (leaves == 2 || (leaves ? size > least : fabs(size - least) <= 1e-6 * least))
            continue;
        return ce_fail(err, CE_EINPUT, "%s:%zu: size %g, %s%g expected for nodes %d and %d%s", name,
                       r->line[t], size, leaves ? "more than " : "", least, node[0], node[1],
                       hint(known));
    }
    return CE_OK;
}

static int read_csv(ce_dendrogram *tree, ce_input *input, size_t n, const ce_table_format *format,
                    ce_error *err)
{
    const char *name = ce_input_name(input);
    reader r = {.format = format, .err = err};
    size_t leaves;
    int rc = ce_csv_read_input(input, format, on_cell, on_row, &r, NULL, err);

    if (!rc && !r.count)
        rc = ce_fail(err, CE_EINPUT, "%s: no merges, a dendrogram expected", name);
    if (!rc && n && r.count > n - 1)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu merges, at most %zu expected for %zu objects", name,
                     r.count, n - 1, n);
    leaves = n ? n : r.count + 1;
    if (!rc)
        rc = check_nodes(&r, leaves, n != 0, name, err);
    if (!rc)
        rc = check_sizes(&r, leaves, n != 0, name, err);
    if (!rc)
        rc = ce_dendrogram_alloc(tree, leaves, err);
    if (!rc) {
        memcpy(tree->merge, r.merge, r.count * sizeof *r.merge);
        tree->merges = r.count;
    }
    ce_columns_free(&r.columns);
    free(r.merge);
    free(r.line);
    return rc;
}

/* Whether the file begins with "(", or with the only leaf of a tree: a name and ";" at the end of
 * the line. */
static int looks_like_newick(const char *head)
{
    size_t length;

    while (isspace((unsigned char)*head))
        head++;
    if (*head == '(' || *head == '\'')
        return 1;
    length = strcspn(head, CE_NEWICK_SPECIAL);
    return length > 0 && head[length] == ';' &&
           (head[length + 1] == '\n' || head[length + 1] == '\r');
}

int ce_dendrogram_read(ce_dendrogram *tree, ce_text_column *id, const char *path, size_t n,
                       const ce_table_format *format, ce_error *err)
{
    ce_input *input = NULL;
    char head[CE_INPUT_PEEK + 1];
    size_t got = 0;
    int rc = ce_input_open(&input, path, err);

    ce_dendrogram_free(tree);
    if (!rc)
        rc = ce_input_peek(input, head, CE_INPUT_PEEK, &got, err);
    head[got] = '\0';
    if (!rc && looks_like_newick(head))
        rc = ce_newick_read(tree, id, input, err);
    else if (!rc)
        rc = read_csv(tree, input, n, format, err);
    if (!rc && n && tree->n != n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu leaves for %zu objects", ce_path_name(path), tree->n,
                     n);
    ce_input_close(input, err);
    if (rc) {
        ce_dendrogram_free(tree);
        ce_text_column_free(id);
    }
    return rc;
}
