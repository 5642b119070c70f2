#include "generate/kmeans_tables.h"

#include "io/model.h"

int ce_kmeans_write_model(const ce_kmeans_member *member, char *const *name, size_t members, char *const *feature, size_t d,
                          const char *path, char delimiter, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_model_header(output, feature, d, delimiter);
    for (size_t q = 0; q < members; q++)
        for (size_t j = 0; j < member[q].k; j++)
            ce_model_row(output, name[q], j + 1, member[q].size[j], "centroid", member[q].centres + j * d, d, delimiter);
    return ce_output_close(output, err);
}

int ce_kmeans_write_trace(const ce_kmeans_member *member, char *const *name, size_t members, const char *path, char delimiter,
                          ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%ck%cinertia%citerations%cconverged\n", delimiter, delimiter, delimiter, delimiter);
    for (size_t q = 0; q < members; q++) {
        ce_output_cell(output, name[q], delimiter);
        ce_output_printf(output, "%c%zu%c", delimiter, member[q].k, delimiter);
        ce_output_real(output, member[q].inertia);
        ce_output_printf(output, "%c%zu%c%d\n", delimiter, member[q].iterations, delimiter, member[q].converged);
    }
    return ce_output_close(output, err);
}
