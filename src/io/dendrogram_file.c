#include "io/dendrogram_file.h"

#include <stdlib.h>

#include "core/memory.h"
#include "io/output.h"

static void write_scipy(const ce_dendrogram *tree, ce_output *output, char delimiter)
{
    ce_output_printf(output, "left%cright%cheight%csize\n", delimiter, delimiter, delimiter);
    for (size_t t = 0; t < tree->merges && !ce_output_failed(output); t++) {
        const ce_merge *merge = &tree->merge[t];
        ce_output_printf(output, "%d%c%d%c", merge->left, delimiter, merge->right, delimiter);
        ce_output_real(output, merge->height);
        ce_output_char(output, delimiter);
        ce_output_real(output, merge->size);
        ce_output_char(output, '\n');
    }
}

static double node_height(const ce_dendrogram *tree, int32_t node)
{
    return (size_t)node < tree->n ? 0 : tree->merge[(size_t)node - tree->n].height;
}

/* Writes the tree below one root. parent: that of each node, -1 for roots. A tree can be as deep as
 * it has leaves, so instead of recursion there is a stack. It holds nodes to write, complements of
 * nodes to close, and COMMA. */
static void write_root(const ce_dendrogram *tree, const int32_t *parent, int32_t root,
                       int32_t *stack, ce_output *output)
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
            ce_output_integer(output, (int64_t)node + 1);
        }
        if (parent[node] >= 0) {
            ce_output_char(output, ':');
            ce_output_real(output, node_height(tree, parent[node]) - node_height(tree, node));
        }
    }
    ce_output_text(output, ";\n");
}

static int write_newick(const ce_dendrogram *tree, ce_output *output, ce_error *err)
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
            write_root(tree, parent, (int32_t)v, stack, output);
done:
    free(parent);
    free(stack);
    return rc;
}

int ce_dendrogram_write(const ce_dendrogram *tree, const char *path, ce_tree_format format,
                        char delimiter, ce_error *err)
{
    ce_output *output = NULL;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (format == CE_TREE_NEWICK)
        rc = write_newick(tree, output, err);
    else
        write_scipy(tree, output, delimiter ? delimiter : ',');
    if (rc)
        ce_output_abandon(output);
    else
        rc = ce_output_close(output, err);
    return rc;
}
