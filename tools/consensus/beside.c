/* What functions read besides the ensemble. */
#include "job.h"

#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/weights.h"
#include "score/modularity.h"
#include "similarity/neighbour_graph.h"

/* The rows of the data must be those of the ensemble. */
static int check_rows(const consensus_job *j, ce_error *err)
{
    const char *data = ce_path_name(j->options->data), *ensemble = ce_path_name(j->path);
    const ce_text_column *a = &j->data.id, *b = &j->in.id;

    if (j->in.size)
        return ce_fail(err, CE_EINPUT,
                       "%s: a microcluster table; the objects are needed, as %s has them", ensemble,
                       data);
    if (j->data.values.rows != j->in.labels.n)
        return ce_fail(err, CE_EINPUT, "%s: %zu objects, %zu expected as in %s", data,
                       j->data.values.rows, j->in.labels.n, ensemble);
    for (size_t i = 0; i < j->in.labels.n && a->name && b->name; i++)
        if (strcmp(ce_text_column_get(a, i), ce_text_column_get(b, i)))
            return ce_fail(err, CE_EINPUT,
                           "%s: object %zu is %s, but %s in %s: the same order expected", data,
                           i + 1, ce_text_column_get(a, i), ce_text_column_get(b, i), ensemble);
    return CE_OK;
}

static int read_data(consensus_job *j, ce_error *err)
{
    const char *path = j->options->data;
    int rc;

    if ((rc = ce_data_table_read(&j->data, path, &j->format, err)) ||
        (rc = ce_data_table_need_numbers(&j->data, path, err)))
        return rc;
    return check_rows(j, err);
}

/* The normalized modularity of each base clustering on the graph of nearest neighbours, as ce-weigh
 * nm has it. */
static int weigh(consensus_job *j, ce_error *err)
{
    ce_similarity graph = {0};
    int rc;

    if (!(j->base_weight = ce_alloc(j->in.labels.m, sizeof *j->base_weight, err)))
        return CE_ENOMEM;
    if (!(rc = ce_neighbour_graph(&j->data.values, (size_t)j->options->neighbours, &graph, err)))
        rc = ce_normalized_modularity(&graph, &j->in.labels, CE_MODULARITY_EDGES, j->base_weight,
                                      err);
    ce_similarity_free(&graph);
    for (size_t q = 0; q < j->in.labels.m && !rc; q++)
        ce_cli_detail(j->cli, "%s: normalized modularity %.6g", j->in.name[q], j->base_weight[q]);
    return rc;
}

/* c-wbpa: the constraints, and what goes with them. */
static int read_constraints(consensus_job *j, ce_error *err)
{
    int rc = consensus_read_constraints(j->cli, j->options, &j->in.id, j->in.labels.n, j->path,
                                        &j->constraints, err);

    j->constrained =
        (ce_constrained){&j->data.values, &j->centroids, &j->weights, &j->constraints.chunklets};
    j->ensemble.constrained = &j->constrained;
    return rc;
}

int consensus_read_beside(consensus_job *j, ce_error *err)
{
    const consensus_options *o = j->options;
    int rc = CE_OK, weighted = 0;

    for (size_t f = 0; f < j->cli->nouns; f++)
        weighted |= !strcmp(j->cli->noun[f], "weac-nm");
    if ((o->data && (rc = read_data(j, err))) ||
        (o->base_model && (rc = consensus_read_subspaces(j, err))) ||
        (o->constraints && (rc = read_constraints(j, err))))
        return rc;
    if (o->weights)
        rc = ce_weights_read(&j->base_weight, &j->in, o->weights, o->common.delimiter, err);
    else if (weighted)
        rc = weigh(j, err);
    j->ensemble.base_weight = j->base_weight;
    return rc;
}
