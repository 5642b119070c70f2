/*
 * The co-association matrix as data: k-means on its rows [wce2008 sec. 4.1].
 *
 * - lac-coas, kmeans-coas (LAC+Co-as., k-means+Co-as.): the matrix of the labels. They are the same
 *   function; the names say what made the ensemble.
 * - lac-wcoas (LAC+wCo-as.): Psi, the mean cosine of the memberships.
 *
 * With missing labels the entry is
 *
 *     T_ij = m s / (m_i m_j)
 *
 * where s base clusterings put i and j together and m_i base clusterings label i (doc/readings.md,
 * wce2008 11).
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"
#include "core/labels.h"
#include "kmeans/coas_cut.h"

typedef struct {
    int objects, restarts;
} coas_options;

static const ce_option rows[] = {
    CE_ROW_RESTARTS(coas_options, restarts, NULL),
    CE_ROW_OBJECTS(coas_options, objects),
};

/* Clusters the rows of a source and gives each labelled row the cluster of its row there. of: that
 * row. */
static int cut(const ce_run *run, ce_row_source *source, const int32_t *of, ce_partition *result,
               ce_error *err)
{
    const coas_options *o = run->settings->values;
    ce_partition small = {0};
    int rc;

    source->balanced = 1;
    rc = ce_coas_cut(source, run->k, (size_t)o->restarts, run->seed, &small, err);
    if (!rc)
        rc = ce_partition_expand(&small, of, run->ensemble->labels->n, result, err);
    ce_partition_free(&small);
    return rc;
}

static int run_labels(const ce_run *run, ce_partition *result, ce_error *err)
{
    const coas_options *o = run->settings->values;
    ce_row_source source = {0};
    const int32_t *of;
    int rc = ce_ensemble_label_source(run->ensemble, run->method->about.name, run->k, o->objects,
                                      &source, &of, err);

    if (!rc)
        rc = cut(run, &source, of, result, err);
    ce_row_source_free(&source);
    return rc;
}

static int run_memberships(const ce_run *run, ce_partition *result, ce_error *err)
{
    const coas_options *o = run->settings->values;
    ce_row_source source = {0};
    const int32_t *of;
    int rc = ce_ensemble_source(run->ensemble, run->method->about.name, run->k, o->objects, 1,
                                &source, &of, err);

    if (!rc)
        rc = cut(run, &source, of, result, err);
    ce_row_source_free(&source);
    return rc;
}

#define COAS(method, line, text, what) \
    .about = {.name = method, \
              .family = "memberships", \
              .summary = line, \
              .about = text, \
              .reference = "wce2008", \
              .page = "clens-coas", \
              .reads = what, \
              .needs = CE_USES_K, \
              .cost = CE_COST_OBJECTS, \
              .options = CE_OPTIONS(rows, coas_options)}
#define OF_LABELS \
    "K-means clusters the rows of the co-association matrix. Objects are put together if they go " \
    "together with the same others."

const ce_method ce_method_lac_coas = {
    COAS("lac-coas", "k-means on the rows of the co-association matrix", OF_LABELS,
         CE_READS_LABELS),
    .run = run_labels,
};

const ce_method ce_method_kmeans_coas = {
    COAS("kmeans-coas", "lac-coas under its name for ensembles of k-means", OF_LABELS,
         CE_READS_LABELS),
    .run = run_labels,
};

const ce_method ce_method_lac_wcoas = {
    COAS("lac-wcoas", "k-means on the rows of mean cosines of memberships",
         "K-means clusters the rows of the matrix of mean cosines of memberships.",
         CE_READS_LABELS | CE_READS_MEMBERSHIPS),
    .run = run_memberships,
};
