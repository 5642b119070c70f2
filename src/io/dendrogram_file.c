#include "io/dendrogram_file.h"

#include "io/newick.h"
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

int ce_dendrogram_write(const ce_dendrogram *tree, const char *path, const ce_text_column *id,
                        ce_tree_format format, char delimiter, ce_error *err)
{
    ce_output *output = NULL;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (format == CE_TREE_NEWICK)
        rc = ce_newick_write(tree, id, output, err);
    else
        write_scipy(tree, output, delimiter ? delimiter : ',');
    if (rc)
        ce_output_abandon(output);
    else
        rc = ce_output_close(output, err);
    return rc;
}
