/* Reads what methods need besides the ensemble. */
#include "job.h"

#include "core/memory.h"
#include "io/beside.h"
#include "io/input.h"
#include "io/weights.h"

/* Checks that the rows of the data are those of the ensemble, in the same order. */
static int check_rows(const consensus_job *j, ce_error *err)
{
    const char *data = ce_path_name(j->options->data), *ensemble = ce_path_name(j->path);
    int rc;

    if (j->in.size)
        return ce_fail(err, CE_EINPUT,
                       "%s: a microcluster table; the objects are needed, as %s has them", ensemble,
                       data);
    rc = ce_objects_check_count(j->data.values.rows, &j->data.id, data, j->in.labels.n, &j->in.id,
                                ensemble, "", err);
    if (rc)
        return rc;
    return ce_ids_check(&j->data.id, data, &j->in.id, ensemble, j->in.labels.n, &j->format.listener,
                        err);
}

static int read_data(consensus_job *j, ce_error *err)
{
    const char *path = j->options->data;
    ce_table_format about = ce_format_beside_labels(&j->format, &j->in, j->path);
    unsigned needs = 0;
    int rc = ce_data_table_read(&j->data, path, &about, err);

    for (size_t f = 0; f < j->cli->nouns; f++)
        needs |= j->cli->descriptor[f]->needs;
    /* what can do without data also takes those with missing values */
    if (!rc)
        rc = needs & CE_USES_DATA ? ce_data_table_need_numeric(&j->data, path, err)
                                  : ce_data_table_need_numbers(&j->data, path, err);
    if (!rc)
        rc = ce_data_table_need_squares(&j->data, path, err);
    if (!rc)
        ce_data_table_tell_tiny(&j->data, path, &j->format.listener);
    return rc ? rc : check_rows(j, err);
}

int consensus_read_beside(consensus_job *j, ce_error *err)
{
    const consensus_options *o = j->options;
    ce_beside *beside = &j->ensemble.beside;
    int rc = CE_OK;

    beside->name = (const char *const *)j->in.name;
    if (o->data) {
        rc = read_data(j, err);
        beside->data = &j->data.values;
    }
    if (!rc && o->base_model) {
        rc = consensus_read_subspaces(j, err);
        beside->centroids = &j->centroids;
        beside->weights = &j->weights;
    }
    if (!rc && o->constraints) {
        rc = consensus_read_constraints(j->cli, o, &j->in.id, j->in.labels.n, j->path,
                                        &j->constraints, err);
        beside->chunklets = &j->constraints.chunklets;
    }
    if (!rc && o->weights) {
        const ce_table_format format = ce_cli_format(j->cli);
        rc = ce_weights_read(&j->base_weight, &j->in, o->weights, &format, err);
        beside->base_weight = j->base_weight;
    }
    return rc;
}
