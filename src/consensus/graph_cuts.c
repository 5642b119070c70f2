#include "consensus/graph_cuts.h"

#include <stdlib.h>

#include "consensus/pairs.h"
#include "consensus/shared_spectrum.h"
#include "partition/graph/bipartite.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/merge_identical.h"
#include "partition/graph/spectral.h"
#include "similarity/cluster_graph.h"
#include "similarity/coassociation.h"

int ce_cut_is_solved(const ce_cut *cut)
{
    return cut->options->with == CE_WITH_SPECTRAL && cut->spectrum && cut->spectrum->kept >= cut->k;
}

static ce_spectral_options spectral_options(const ce_cut *cut)
{
    return (ce_spectral_options){.k = cut->k,
                                 .restarts = (size_t)cut->options->restarts,
                                 .seed = cut->seed,
                                 .spectrum = cut->spectrum};
}

static int cut_graph(const ce_similarity *s, const double *size, const ce_cut *cut,
                     ce_partition *part, ce_error *err)
{
    ce_metis_options metis = {.k = cut->k, .scheme = CE_METIS_RECURSIVE, .seed = cut->seed};
    ce_spectral_options spectral = spectral_options(cut);

    if (cut->options->with == CE_WITH_SPECTRAL)
        return ce_spectral(s, size, &spectral, part, err);
    return ce_metis_similarity(s, size, &metis, part, err);
}

/* Merges equal rows and cuts the graph. What was merged becomes part of the spectrum. */
static int merge_and_cut(const ce_similarity *s, const double *size, const ce_cut *cut,
                         ce_spectrum *spectrum, ce_partition *part, ce_error *err)
{
    ce_similarity merged = {0};
    int rc;

    free(spectrum->size);
    free(spectrum->vertex);
    spectrum->size = NULL;
    spectrum->vertex = NULL;
    rc = ce_similarity_merge_identical(s, size, &merged, &spectrum->size, &spectrum->vertex, err);
    if (!rc)
        rc = cut_graph(&merged, spectrum->size, cut, part, err);
    ce_similarity_free(&merged);
    return rc;
}

/* Cuts the merged graph and gives every row the part of its vertex. */
static int cut_merged(const ce_similarity *s, const double *size, size_t n, const ce_cut *cut,
                      ce_partition *partition, ce_error *err)
{
    ce_spectrum own = {0}, *spectrum = cut->spectrum ? cut->spectrum : &own;
    ce_partition part = {0};
    int rc = ce_cut_is_solved(cut) ? cut_graph(NULL, spectrum->size, cut, &part, err)
                                   : merge_and_cut(s, size, cut, spectrum, &part, err);

    if (!rc)
        rc = ce_partition_expand(&part, spectrum->vertex, n, partition, err);
    ce_partition_free(&part);
    ce_spectrum_free(&own);
    return rc;
}

int ce_cut_similarity(const ce_similarity *s, const double *size, size_t n, const ce_cut *cut,
                      ce_partition *partition, ce_error *err)
{
    if (cut->options->objects)
        return cut_graph(ce_cut_is_solved(cut) ? NULL : s, size, cut, partition, err);
    return cut_merged(s, size, n, cut, partition, err);
}

int ce_cut_factor(const ce_biadjacency *u, const double *size, const ce_cut *cut,
                  ce_partition *partition, ce_error *err)
{
    ce_spectral_options spectral = spectral_options(cut);

    return ce_spectral_factor(ce_cut_is_solved(cut) ? NULL : u, size, &spectral, partition, err);
}

int ce_cut_source(const ce_row_source *source, const ce_cut *cut, ce_partition *partition,
                  int32_t *cluster, ce_error *err)
{
    ce_bipartite_options how = {.k = cut->k,
                                .with_spectral = cut->options->with == CE_WITH_SPECTRAL,
                                .restarts = (size_t)cut->options->restarts,
                                .cluster_weight = cut->options->cluster_weight,
                                .seed = cut->seed,
                                .spectrum = cut->spectrum};

    return ce_bipartite_cut(source, &how, partition, cluster, err);
}

int ce_cut_of_run(const ce_run *run, ce_cut *cut, ce_error *err)
{
    *cut = (ce_cut){.options = run->settings->values, .k = run->k, .seed = run->seed};
    return ce_shared_spectrum(run, &cut->spectrum, err);
}

/* *ca: the co-association matrix; over_all: room for it where labels are missing. */
static int find_coassociation(const ce_run *run, const ce_microclusters *micro,
                              ce_similarity *over_all, const void **ca, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    const ce_pairs_ca_key key = {o->objects != 0};

    if (!ce_labels_have_missing(&micro->rows))
        return ce_ensemble_get(run->ensemble, &ce_pairs_ca.product, &key, ca, NULL, err);
    *ca = over_all;
    return ce_coassociation_over_all(&micro->rows, NULL, over_all, run->ensemble->progress, err);
}

/* By products with H: a constant factor changes no cut, so that it may stand for H / sqrt(m). */
static int cut_products(const ce_run *run, const ce_microclusters *micro, const ce_cut *cut,
                        ce_partition *small, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    const ce_clusters *clusters;
    ce_biadjacency h = {0};
    int rc = ce_ensemble_clusters(run->ensemble, o->objects, &clusters, err);

    if (!rc && !ce_cut_is_solved(cut))
        rc = ce_membership_graph(clusters, micro, NULL, &h, err);
    if (!rc)
        rc = ce_cut_factor(&h, micro->size, cut, small, err);
    ce_biadjacency_free(&h);
    return rc;
}

static int cut_pairs(const ce_run *run, const ce_microclusters *micro, const ce_cut *cut,
                     ce_partition *small, ce_error *err)
{
    const void *ca = NULL;
    ce_similarity over_all = {0};
    int rc = CE_OK;

    if (!ce_cut_is_solved(cut))
        rc = find_coassociation(run, micro, &over_all, &ca, err);
    if (!rc)
        rc = ce_cut_similarity(ca, micro->size, micro->count, cut, small, err);
    ce_similarity_free(&over_all);
    return rc;
}

int ce_cut_coassociation(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    const ce_microclusters *micro;
    ce_partition small = {0};
    ce_cut cut;
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_cut_of_run(run, &cut, err);
    if (!rc && o->with == CE_WITH_SPECTRAL && micro->count > CE_CUT_DENSE)
        rc = cut_products(run, micro, &cut, &small, err);
    else if (!rc)
        rc = cut_pairs(run, micro, &cut, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

/* Cuts a source and gives each labelled row the part of its row of the source. of: that row. */
static int cut_rows(const ce_run *run, ce_row_source *source, const int32_t *of,
                    ce_partition *result, ce_error *err)
{
    ce_partition small = {0};
    ce_cut cut;
    int rc = ce_cut_of_run(run, &cut, err);

    if (!rc)
        rc = ce_cut_source(source, &cut, &small, NULL, err);
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
