#include "generate/centre_members.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "generate/centre_order.h"
#include "io/model.h"

void ce_centre_members_free(ce_centre_member *member, size_t members)
{
    for (size_t q = 0; member && q < members; q++) {
        free(member[q].centres);
        free(member[q].size);
        free(member[q].order);
    }
    free(member);
}

int ce_centre_member_keep(ce_centre_member *member, const double *centres, const size_t *feature,
                          size_t features, size_t d, const int32_t *column, size_t n, ce_error *err)
{
    size_t k = member->k;
    int32_t *number = ce_alloc(k, sizeof *number, err);

    member->centres = ce_alloc(k, d * sizeof *member->centres, err);
    member->size = ce_calloc(k, sizeof *member->size, err);
    member->order = ce_alloc(k, sizeof *member->order, err);
    if (!number || !member->centres || !member->size || !member->order) {
        free(number);
        return CE_ENOMEM;
    }
    ce_centre_number(column, n, k, number);
    for (size_t i = 0; i < n; i++)
        if (column[i] >= 0)
            member->size[number[column[i]]]++;
    for (size_t j = 0; j < k; j++) {
        double *centre = member->centres + (size_t)number[j] * d;
        member->order[j] = j;
        for (size_t s = 0; s < d; s++)
            centre[s] = NAN;
        for (size_t s = 0; s < features; s++)
            centre[feature ? feature[s] : s] = centres[j * features + s];
    }
    free(number);
    return CE_OK;
}

int ce_centre_member_settle(ce_centre_member *member, const double *x, const size_t *feature,
                            size_t features, size_t d, const int32_t *column, size_t n,
                            ce_error *err)
{
    size_t k = member->k;
    double *centre = ce_alloc(k, features * sizeof *centre, err);
    int rc = centre ? CE_OK : CE_ENOMEM;

    for (size_t j = 0; j < k && !rc; j++)
        for (size_t s = 0; s < features; s++)
            centre[j * features + s] = member->centres[j * d + (feature ? feature[s] : s)];
    if (!rc) {
        ce_centre_ties ties = {.x = x,
                               .n = n,
                               .d = d,
                               .feature = feature,
                               .features = features,
                               .centre = centre,
                               .k = k,
                               .column = column};
        rc = ce_centre_order(&ties, member->order, err);
    }
    free(centre);
    return rc;
}

int ce_centre_write_model(const ce_centre_member *member, char *const *name, size_t members,
                          char *const *feature, size_t d, const char *path, char delimiter,
                          ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_model_header(output, feature, d, delimiter);
    for (size_t q = 0; q < members; q++)
        for (size_t r = 0; r < member[q].k; r++) {
            size_t j = member[q].order ? member[q].order[r] : r;
            ce_model_row(output, name[q], j + 1, member[q].size[j], "centroid",
                         member[q].centres + j * d, d, delimiter);
        }
    return ce_output_close(output, err);
}

int ce_centre_write_trace(const ce_centre_member *member, const size_t *violated, char *const *name,
                          size_t members, const char *path, char delimiter, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%ck%cinertia%citerations%cconverged", delimiter, delimiter,
                     delimiter, delimiter);
    if (violated)
        ce_output_printf(output, "%cdead_ends%cviolated", delimiter, delimiter);
    ce_output_printf(output, "\n");
    for (size_t q = 0; q < members; q++) {
        ce_output_cell(output, name[q], delimiter);
        ce_output_printf(output, "%c%zu%c", delimiter, member[q].k, delimiter);
        ce_output_real(output, member[q].inertia);
        ce_output_printf(output, "%c%zu%c%d", delimiter, member[q].iterations, delimiter,
                         member[q].converged);
        if (violated)
            ce_output_printf(output, "%c%zu%c%zu", delimiter, member[q].dead_ends, delimiter,
                             violated[q]);
        ce_output_printf(output, "\n");
    }
    return ce_output_close(output, err);
}
