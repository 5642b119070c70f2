/* The data of resample, or the matrix, and the base clusterings of their subsamples. */
#include "resample.h"

#include <stdlib.h>

#include "core/memory.h"
#include "io/matrix_file.h"
#include "partition/linkage/linkage.h"

static int read_data(resample_work *r, ce_error *err)
{
    ce_table_format format = ce_cli_format(r->call->cli);
    int rc = ce_data_table_read(&r->data, r->path, &format, err);

    if (!rc)
        rc = ce_data_table_need_numeric(&r->data, r->path, err);
    if (!rc)
        rc = ce_data_table_need_squares(&r->data, r->path, err);
    if (rc)
        return rc;
    ce_data_table_tell_tiny(&r->data, r->path, &format.listener);
    r->n = r->data.values.rows;
    ce_text_column_move(&r->id, &r->data.id);
    return CE_OK;
}

static int read_matrix(resample_work *r, ce_error *err)
{
    const ce_cli *cli = r->call->cli;
    ce_table_format format = ce_cli_whole_format(cli);
    ce_error inner = {0};
    int is_distance = r->o->input == INPUT_DISTANCE,
        rc = ce_similarity_read_ids(&r->matrix, &r->id, r->path, &format, err);

    r->n = r->matrix.n;
    if (!rc && is_distance)
        rc = ce_similarity_need_kind(&r->matrix, 1, r->path, err);
    else if (!rc && ce_similarity_has_zero_diagonal(&r->matrix))
        ce_cli_note(cli, "%s", CE_ZERO_DIAGONAL);
    if (!rc && ce_linkage_check_values(&r->matrix, is_distance, &inner))
        rc = ce_fail(err, inner.status, "%s: %.900s", ce_path_name(r->path), inner.text);
    return rc;
}

int resample_read(resample_work *r, ce_error *err)
{
    int rc = r->o->input == INPUT_DATA ? read_data(r, err) : read_matrix(r, err);

    if (!rc)
        rc = subsamples_find(r->call, &r->o->subsamples, r->path, r->n, r->data.values.columns,
                             &r->how, &r->k, err);
    if (rc)
        return rc;
    if (r->o->input == INPUT_DATA)
        r->how.data = &r->data.values;
    else
        r->how.pairs = &r->matrix;
    r->how.id = &r->id;
    r->how.is_distance = r->o->input == INPUT_DISTANCE;
    return CE_OK;
}

/* The members of group g are those of the g-th k. */
static int take_groups(resample_work *r, ce_labels *labels, ce_error *err)
{
    size_t groups = r->how.k_count;

    r->w.path = r->path;
    r->w.group = ce_calloc(groups, sizeof *r->w.group, err);
    if (!r->w.group)
        return CE_ENOMEM;
    for (r->w.groups = 0; r->w.groups < groups; r->w.groups++) {
        r->w.group[r->w.groups].k = r->k[r->w.groups];
        r->w.group[r->w.groups].labels = labels[r->w.groups];
        labels[r->w.groups] = (ce_labels){0};
    }
    return CE_OK;
}

/* Objects that no member has seen have no label in any consensus. */
static void tell_unseen(const resample_work *r, const ce_labels *labels)
{
    size_t unseen = 0;

    for (size_t i = 0; i < labels->n; i++) {
        size_t q = 0;
        while (q < labels->m && ce_labels_column(labels, q)[i] < 0)
            q++;
        unseen += q == labels->m;
    }
    if (unseen)
        ce_cli_note(r->call->cli,
                    "%s: %zu of %zu objects are in no subsample, and have no label in the "
                    "consensus (--members, --objects)",
                    ce_path_name(r->path), unseen, labels->n);
}

int resample_cluster(resample_work *r, ce_error *err)
{
    const ce_cli *cli = r->call->cli;
    size_t groups = r->how.k_count, *few = ce_calloc(groups, sizeof *few, err);
    ce_labels *labels = ce_calloc(groups, sizeof *labels, err);
    ce_error inner = {0};
    int rc = few && labels ? CE_OK : CE_ENOMEM;

    if (rc)
        goto done;
    rc = ce_generate_subsamples(
        &r->how, labels, few,
        r->how.by == CE_SUBSAMPLE_KMEANS ? ce_cli_step(cli) : ce_cli_progress(cli, "subsamples"),
        &inner);
    if (rc)
        ce_fail(err, (ce_status)rc, "%s: %.900s", ce_path_name(r->path), inner.text);
    if (!rc)
        rc = subsamples_tell_few(cli, r->path, &r->how, few, err);
    if (!rc)
        tell_unseen(r, &labels[0]);
    if (!rc)
        rc = take_groups(r, labels, err);
    for (size_t g = 0; g < groups; g++)
        ce_labels_free(&labels[g]);
done:
    free(labels);
    free(few);
    return rc;
}

void resample_free(resample_work *r)
{
    stability_free(&r->w);
    free(r->k);
    ce_text_column_free(&r->id);
    ce_data_table_free(&r->data);
    ce_similarity_free(&r->matrix);
}
