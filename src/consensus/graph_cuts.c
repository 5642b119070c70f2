#include "consensus/graph_cuts.h"

#include <stdlib.h>

#include "consensus/pairs.h"
#include "partition/graph/bipartite.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/merge_identical.h"
#include "partition/graph/spectral.h"
#include "similarity/coassociation.h"

static int cut(const ce_similarity *s, const double *size, const ce_cut_options *options, size_t k,
               uint64_t seed, ce_partition *part, ce_error *err)
{
    ce_metis_options metis = {.k = k, .scheme = CE_METIS_RECURSIVE, .seed = seed};
    ce_spectral_options spectral = {
        .k = k, .restarts = (size_t)options->restarts, .seed = seed};

    if (options->with == CE_WITH_SPECTRAL)
        return ce_spectral(s, size, &spectral, part, err);
    return ce_metis_similarity(s, size, &metis, part, err);
}

/* Cuts the merged graph and gives every row the part of its vertex. */
static int cut_merged(const ce_similarity *s, const double *size, const ce_cut_options *options,
                      size_t k, uint64_t seed, ce_partition *partition, ce_error *err)
{
    ce_similarity merged = {0};
    ce_partition part = {0};
    double *merged_size = NULL;
    int32_t *group = NULL;
    int rc = ce_similarity_merge_identical(s, size, &merged, &merged_size, &group, err);

    if (!rc)
        rc = cut(&merged, merged_size, options, k, seed, &part, err);
    if (!rc)
        rc = ce_partition_expand(&part, group, s->n, partition, err);
    ce_partition_free(&part);
    ce_similarity_free(&merged);
    free(merged_size);
    free(group);
    return rc;
}

int ce_cut_similarity(const ce_similarity *s, const double *size, const ce_cut_options *options,
                      size_t k, uint64_t seed, ce_partition *partition, ce_error *err)
{
    if (options->objects)
        return cut(s, size, options, k, seed, partition, err);
    return cut_merged(s, size, options, k, seed, partition, err);
}

int ce_cut_source(const ce_row_source *source, const ce_cut_options *options, size_t k,
                  uint64_t seed, ce_partition *partition, int32_t *cluster, ce_error *err)
{
    ce_bipartite_options how = {.k = k,
                                .with_spectral = options->with == CE_WITH_SPECTRAL,
                                .restarts = (size_t)options->restarts,
                                .cluster_weight = options->cluster_weight,
                                .seed = seed};

    return ce_bipartite_cut(source, &how, partition, cluster, err);
}

int ce_cut_coassociation(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    const ce_pairs_ca_key key = {o->objects != 0};
    const ce_microclusters *micro;
    const void *ca = NULL;
    ce_similarity over_all = {0};
    ce_partition small = {0};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc && ce_labels_have_missing(&micro->rows)) {
        rc = ce_coassociation_over_all(&micro->rows, NULL, &over_all, run->ensemble->progress, err);
        ca = &over_all;
    } else if (!rc) {
        rc = ce_ensemble_get(run->ensemble, &ce_pairs_ca.product, &key, &ca, NULL, err);
    }
    if (!rc)
        rc = ce_cut_similarity(ca, micro->size, o, run->k, run->seed, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_similarity_free(&over_all);
    ce_partition_free(&small);
    return rc;
}

/* Cuts a source and gives each labelled row the part of its row of the source. of: that row. */
static int cut_rows(const ce_run *run, ce_row_source *source, const int32_t *of,
                    ce_partition *result, ce_error *err)
{
    ce_partition small = {0};
    int rc = ce_cut_source(source, run->settings->values, run->k, run->seed, &small, NULL, err);

    if (!rc)
        rc = ce_partition_expand(&small, of, run->ensemble->labels->n, result, err);
    ce_partition_free(&small);
    return rc;
}

int ce_cut_bipartite_labels(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    ce_row_source source = {0};
    const int32_t *of;
    int rc = ce_ensemble_label_source(run->ensemble, run->method->about.name, run->k, o->objects,
                                      &source, &of, err);

    if (!rc)
        rc = cut_rows(run, &source, of, result, err);
    ce_row_source_free(&source);
    return rc;
}

int ce_cut_bipartite(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    ce_row_source source = {0};
    const int32_t *of;
    int rc = ce_ensemble_source(run->ensemble, run->method->about.name, run->k, o->objects, 0,
                                &source, &of, err);

    if (!rc)
        rc = cut_rows(run, &source, of, result, err);
    ce_row_source_free(&source);
    return rc;
}
