/*
 * WSPA: cuts the graph whose edge weights are Psi, the mean cosine of the objects' memberships,
 * into k parts [wce2008 Algorithm 3]. Labels are memberships of 0 and 1; with them WSPA is CSPA.
 * cat-cspa is its name for categorical data (doc/readings.md, wce2008 12).
 *
 * Equal memberships are one vertex with their number as its weight. Spectral clustering needs only
 * products with Psi = U U^T. So Psi is not built above CE_CUT_DENSE vertices.
 */
#include "consensus/graph_cuts.h"
#include "core/memory.h"
#include "similarity/psi.h"

enum { BYTES_OF_PAIR = 20 }; /* for half of Psi, METIS's graph, and METIS's own memory */

static const ce_option rows[] = {
    CE_ROW_WITH(ce_cut_options, with, "spectral"),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

static int cut_products(const ce_run *run, const ce_membership *compact, const double *size,
                        ce_partition *small, ce_error *err)
{
    ce_biadjacency u = {0};
    ce_cut cut;
    int rc = ce_cut_of_run(run, &cut, err);

    if (!rc && !ce_cut_is_solved(&cut))
        rc = ce_psi_factor(compact, &u, err);
    if (!rc)
        rc = ce_cut_factor(&u, size, &cut, small, err);
    ce_biadjacency_free(&u);
    return rc;
}

static int cut_pairs(const ce_run *run, const ce_membership *compact, const double *size,
                     ce_partition *small, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    ce_similarity psi = {0};
    ce_cut cut;
    int rc = ce_cut_of_run(run, &cut, err);

    if (!rc && o->with != CE_WITH_SPECTRAL)
        rc = ce_memory_check(compact->n, compact->n, BYTES_OF_PAIR, "Psi and METIS's graph of it",
                             "wbpa, or " CE_OPT("with") " spectral,", err);
    if (!rc && !ce_cut_is_solved(&cut))
        rc = ce_psi(compact, &psi, err);
    if (!rc)
        rc = ce_cut_similarity(&psi, size, compact->n, &cut, small, err);
    ce_similarity_free(&psi);
    return rc;
}

static int run_wspa(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    const ce_membership_rows *soft;
    ce_membership compact = {0};
    ce_partition small = {0};
    int rc;

    if (!run->ensemble->membership)
        return ce_cut_coassociation(run, result, err);
    rc = ce_ensemble_soft(run->ensemble, o->objects, &soft, err);
    if (!rc)
        rc = ce_ensemble_check_groups(run->ensemble, run->method->about.name, run->k, soft->count,
                                      err);
    if (!rc)
        rc = ce_membership_rows_compact(soft, &compact, err);
    if (!rc && o->with == CE_WITH_SPECTRAL && soft->count > CE_CUT_DENSE)
        rc = cut_products(run, &compact, soft->size, &small, err);
    else if (!rc)
        rc = cut_pairs(run, &compact, soft->size, &small, err);
    if (!rc)
        rc = ce_partition_expand(&small, soft->of, soft->n, result, err);
    ce_membership_free(&compact);
    ce_partition_free(&small);
    return rc;
}

#define WSPA(method, line) \
    .about = {.name = method, \
              .family = "memberships", \
              .summary = line, \
              .about = "The mean cosine of the memberships of two objects is the weight of the " \
                       "edge between them. The graph is cut into k parts.", \
              .reference = "wce2008", \
              .page = "clens-wspa", \
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS, \
              .needs = CE_USES_K, \
              .cost = CE_COST_OBJECTS, \
              .options = CE_OPTIONS(rows, ce_cut_options)}, \
    .run = run_wspa

const ce_method ce_method_wspa = {
    WSPA("wspa", "weighted similarity partitioning: cuts the graph of mean cosines of memberships"),
};

const ce_method ce_method_cat_cspa = {
    WSPA("cat-cspa", "wspa under its name for categorical data"),
};
