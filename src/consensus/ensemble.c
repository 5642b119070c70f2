#include "consensus/consensus.h"

#include <stdlib.h>

#include "core/memory.h"
#include "score/ncai.h"

/* row[]: the rows with at least one label, ascending. Returns their number. */
static size_t find_labelled(const ce_labels *labels, int32_t *row)
{
    size_t count = 0;

    for (size_t i = 0; i < labels->n; i++) {
        size_t q = 0;
        while (q < labels->m && ce_labels_column(labels, q)[i] < 0)
            q++;
        row[count] = (int32_t)i;
        count += q < labels->m;
    }
    return count;
}

static int keep_labelled(ce_ensemble *ensemble, size_t count, ce_error *err)
{
    const ce_labels *all = ensemble->labels;
    int rc = ce_labels_alloc(&ensemble->some, count, all->m, err);

    if (!rc && ensemble->weight &&
        !(ensemble->some_weight = ce_alloc(count, sizeof *ensemble->some_weight, err)))
        rc = CE_ENOMEM;
    if (rc)
        return rc;
    for (size_t q = 0; q < all->m; q++) {
        ensemble->some.k[q] = all->k[q];
        for (size_t i = 0; i < count; i++)
            ce_labels_column(&ensemble->some, q)[i] = ce_labels_column(all, q)[ensemble->row[i]];
    }
    for (size_t i = 0; ensemble->weight && i < count; i++)
        ensemble->some_weight[i] = ensemble->weight[ensemble->row[i]];
    ensemble->labels = &ensemble->some;
    ensemble->weight = ensemble->some_weight;
    return CE_OK;
}

int ce_ensemble_init(ce_ensemble *ensemble, const ce_labels *labels, const double *weight,
                     int objects, ce_error *err)
{
    size_t count;
    int rc = CE_OK;

    *ensemble =
        (ce_ensemble){.n = labels->n, .labels = labels, .weight = weight, .objects = objects};
    ensemble->row = ce_alloc(labels->n, sizeof *ensemble->row, err);
    if (!ensemble->row)
        return CE_ENOMEM;
    count = find_labelled(labels, ensemble->row);
    if (count == 0)
        rc = ce_fail(err, CE_EINPUT, "all labels are missing");
    else if (count < labels->n)
        rc = keep_labelled(ensemble, count, err);
    if (rc || count == labels->n) {
        free(ensemble->row);
        ensemble->row = NULL;
    }
    return rc;
}

void ce_ensemble_free(ce_ensemble *ensemble)
{
    ce_labels_free(&ensemble->some);
    free(ensemble->some_weight);
    free(ensemble->row);
    ce_membership_rows_free(&ensemble->soft);
    ce_subspace_result_free(&ensemble->found);
    ce_membership_free(&ensemble->bound);
    ce_membership_rows_free(&ensemble->bound_rows);
    ce_microclusters_free(&ensemble->micro);
    ce_microclusters_free(&ensemble->rows);
    for (int kind = 0; kind < CE_PAIRS; kind++) {
        ce_similarity_free(&ensemble->pairs[kind]);
        for (int method = 0; method <= CE_LINKAGE_AVERAGE; method++)
            ce_dendrogram_free(&ensemble->tree[kind][method]);
    }
    ce_elite_graph_free(&ensemble->elite);
    ce_clusters_free(&ensemble->clusters);
    free(ensemble->influence);
    free(ensemble->trajectory_norm);
    for (int graph = 0; graph < CE_GRAPHS; graph++)
        ce_biadjacency_free(&ensemble->graph[graph]);
    ce_similarity_free(&ensemble->walk);
    ce_labels_free(&ensemble->diverse_labels);
    if (ensemble->diverse)
        ce_ensemble_free(ensemble->diverse);
    free(ensemble->diverse);
    ce_similarity_free(&ensemble->hne_ca);
    ce_dendrogram_free(&ensemble->hne);
    ce_gcons_trace_free(&ensemble->gcons);
    *ensemble = (ce_ensemble){0};
}

int ce_ensemble_micro(ce_ensemble *ensemble, const ce_microclusters **out, ce_error *err)
{
    int rc = CE_OK;

    if (!ensemble->micro.count)
        rc = ensemble->objects ? ce_microclusters_trivial(&ensemble->micro, ensemble->labels,
                                                          ensemble->weight, err)
                               : ce_microclusters_build(&ensemble->micro, ensemble->labels,
                                                        ensemble->weight, err);
    if (!rc)
        *out = &ensemble->micro;
    return rc;
}

int ce_ensemble_rows(ce_ensemble *ensemble, int microclusters, const ce_microclusters **out,
                     ce_error *err)
{
    int rc = CE_OK;

    if (!ensemble->rows.count)
        rc = microclusters
                 ? ce_microclusters_build(&ensemble->rows, ensemble->labels, ensemble->weight, err)
                 : ce_microclusters_trivial(&ensemble->rows, ensemble->labels, ensemble->weight,
                                            err);
    if (!rc)
        *out = &ensemble->rows;
    return rc;
}

int ce_ensemble_soft(ce_ensemble *ensemble, const ce_membership_rows **out, ce_error *err)
{
    int rc = CE_OK;

    if (!ensemble->soft.count)
        rc =
            ce_membership_rows_build(&ensemble->soft, ensemble->membership, ensemble->row,
                                     ensemble->labels->n, ensemble->weight, ensemble->objects, err);
    if (!rc)
        *out = &ensemble->soft;
    return rc;
}

int ce_ensemble_clusters(ce_ensemble *ensemble, const ce_clusters **out, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, &micro, err);

    if (!rc && !ensemble->clusters.count)
        rc = ce_clusters_list(&ensemble->clusters, micro, err);
    if (!rc)
        *out = &ensemble->clusters;
    return rc;
}

int ce_ensemble_influence(ce_ensemble *ensemble, const ce_consensus_options *options,
                          const double **out, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, &micro, err);

    if (!rc && !ensemble->influence) {
        double *influence = ce_alloc(micro->rows.m, sizeof *influence, err);
        rc = influence ? ce_ncai(&micro->rows, micro->size, options->nmi,
                                 options->beta > 0 ? options->beta : 2, influence, err)
                       : CE_ENOMEM;
        if (rc)
            free(influence);
        else
            ensemble->influence = influence;
    }
    if (!rc)
        *out = ensemble->influence;
    return rc;
}

int ce_ensemble_elite(ce_ensemble *ensemble, const ce_consensus_options *options,
                      const ce_elite_graph **out, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, &micro, err);

    if (!rc && !ensemble->elite.n)
        rc = ce_elite_graph_build(&ensemble->elite, &micro->rows, micro->size,
                                  options->similarity.elite
                                      ? options->similarity.elite
                                      : ce_elite_default(micro->count, options->similarity.cap),
                                  err);
    if (!rc)
        *out = &ensemble->elite;
    return rc;
}

size_t ce_ensemble_steps(const ce_elite_graph *graph, const ce_consensus_options *options)
{
    return options->similarity.steps ? options->similarity.steps
                                     : ce_elite_default(graph->n, options->similarity.cap);
}

int ce_ensemble_check_groups(const ce_ensemble *ensemble, const char *method, size_t k,
                             size_t groups, ce_error *err)
{
    if (k > ensemble->labels->n)
        return ce_fail(err, CE_EINPUT, "%s: k = %zu, but there are only %zu objects", method, k,
                       ensemble->labels->n);
    if (k > groups)
        return ce_fail(
            err, CE_EINPUT,
            "%s: k = %zu, but the base clusterings tell only %zu groups of objects apart", method,
            k, groups);
    return CE_OK;
}

int ce_ensemble_check_k(ce_ensemble *ensemble, const char *method, size_t k, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, &micro, err);

    return rc ? rc : ce_ensemble_check_groups(ensemble, method, k, micro->count, err);
}

int ce_ensemble_label_source(ce_ensemble *ensemble, const char *method, size_t k,
                             ce_row_source *source, const int32_t **of, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_check_k(ensemble, method, k, err);

    if (!rc && !(rc = ce_ensemble_micro(ensemble, &micro, err))) {
        rc = ce_row_source_labels(source, micro, err);
        *of = micro->of;
    }
    return rc;
}

int ce_ensemble_source(ce_ensemble *ensemble, const char *method, size_t k, int unit,
                       ce_row_source *source, const int32_t **of, ce_error *err)
{
    const ce_membership_rows *soft;
    int rc;

    if (!ensemble->membership)
        return ce_ensemble_label_source(ensemble, method, k, source, of, err);
    if (!(rc = ce_ensemble_soft(ensemble, &soft, err)) &&
        !(rc = ce_ensemble_check_groups(ensemble, method, k, soft->count, err))) {
        ce_row_source_membership(source, soft, unit);
        *of = soft->of;
    }
    return rc;
}

int ce_consensus(ce_ensemble *ensemble, const ce_consensus_function *function,
                 const ce_consensus_options *options, size_t k, ce_partition *result, ce_error *err)
{
    ce_partition some = {0};
    int rc = function->run(ensemble, function, options, k, ensemble->row ? &some : result, err);

    if (rc || !ensemble->row)
        return rc;
    if (!(rc = ce_partition_alloc(result, ensemble->n, err))) {
        for (size_t i = 0; i < ensemble->n; i++)
            result->labels[i] = CE_MISSING;
        for (size_t i = 0; i < some.n; i++)
            result->labels[ensemble->row[i]] = some.labels[i];
        result->k = some.k;
    }
    ce_partition_free(&some);
    return rc;
}
