/*
 * C-WBPA: WBPA of memberships in which constraints are kept [wce2008 sec. 6.4, Algorithm 10].
 *
 * 1. Assign the chunklets to the clusters of each base clustering (chunklet_assign.h). With its
 *    centroids and weights the cost of chunklet v in cluster l is
 *
 *        sum_{x in v} sqrt(sum_s w_ls (x_s - c_ls)^2)
 *
 * 2. Build the matrix AN (eq. 6.1): an object of a chunklet has a 1 for the cluster of its chunklet
 *    and 0 for the others; all other objects keep their probabilities.
 * 3. Cut the bipartite graph of AN as WBPA does.
 * 4. The cut can still violate constraints. Enforce them on its parts (enforce.h). The option loose
 *    leaves this out, as the algorithm does.
 *
 * An object of a chunklet has a 1 also in a base clustering that says nothing of it. An object of
 * which no base clustering says anything gets no label, whatever its chunklet. See
 * doc/readings.md, wce2008 21 and 22.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/enforced_cut.h"
#include "consensus/methods/c_wbpa.h"
#include "constrain/chunklet_assign.h"
#include "core/memory.h"
#include "kmeans/weighted_distance.h"
#include "partition/graph/graph_cut.h"

/* ---- the matrix AN ---- */

/* The ensemble's labels as memberships of 0 and 1, NaN where a label is missing. */
static int copy_labels(const ce_ensemble *ensemble, ce_membership *bound, ce_error *err)
{
    const ce_labels *labels = ensemble->labels;
    int32_t *k = ce_alloc(labels->m, sizeof *k, err);
    int rc;

    if (!k)
        return CE_ENOMEM;
    for (size_t q = 0; q < labels->m; q++)
        k[q] = labels->k[q] ? labels->k[q] : 1; /* a column of missing labels has k = 0 */
    rc = ce_membership_alloc(bound, ensemble->n, labels->m, k, err);
    free(k);
    if (rc)
        return rc;
    for (size_t v = 0; v < bound->n * bound->columns; v++)
        bound->values[v] = NAN;
    for (size_t q = 0; q < labels->m; q++)
        for (size_t i = 0; i < labels->n; i++) {
            int32_t label = ce_labels_column(labels, q)[i];
            float *own = ce_membership_of(bound, ce_ensemble_row(ensemble, i), q);
            for (int32_t l = 0; l < labels->k[q] && label != CE_MISSING; l++)
                own[l] = (float)(l == label);
        }
    return CE_OK;
}

/* A copy of the ensemble's memberships, or of its labels, that may be changed. */
static int copy_rows(const ce_ensemble *ensemble, ce_membership *bound, ce_error *err)
{
    const ce_membership *p = ensemble->membership;
    int rc;

    if (!p)
        return copy_labels(ensemble, bound, err);
    rc = ce_membership_alloc(bound, p->n, p->m, p->k, err);
    if (!rc)
        memcpy(bound->values, p->values, p->n * p->columns * sizeof *p->values);
    return rc;
}

/* The data of the objects in chunklets, in the order of chunklets->object. */
static int take_objects(const ce_beside *c, ce_matrix *x, ce_error *err)
{
    size_t d = c->data->columns, objects = c->chunklets->start[c->chunklets->count];
    int rc = ce_matrix_alloc(x, objects, d, err);

    for (size_t a = 0; a < objects && !rc; a++)
        memcpy(x->values + a * d, c->data->values + (size_t)c->chunklets->object[a] * d,
               d * sizeof *x->values);
    return rc;
}

/* Step 1 for base clustering q, and step 2 for the objects in chunklets. first: the row of its
 * first cluster in the model. *violating is raised by 1 where its clusters cannot keep all
 * constraints. */
static int bind(const ce_beside *c, const ce_matrix *x, size_t first, size_t q, size_t k,
                ce_membership *bound, size_t *violating, ce_error *err)
{
    const ce_chunklets *chunklets = c->chunklets;
    size_t d = x->columns;
    double *distance = ce_alloc(x->rows, k * sizeof *distance, err),
           *cost = ce_calloc(chunklets->count, k * sizeof *cost, err);
    int32_t *cluster = ce_alloc(chunklets->count, sizeof *cluster, err);
    ce_chunklet_report report = {0};
    int rc = distance && cost && cluster
                 ? ce_weighted_distances(x, c->centroids->values + first * d,
                                         c->weights->values + first * d, k, distance, err)
                 : CE_ENOMEM;

    for (size_t v = 0; v < chunklets->count && !rc; v++)
        for (size_t a = chunklets->start[v]; a < chunklets->start[v + 1]; a++)
            for (size_t l = 0; l < k; l++)
                cost[v * k + l] += distance[a * k + l];
    if (!rc)
        rc = ce_chunklets_assign(chunklets, cost, k, cluster, &report, err);
    for (size_t v = 0; v < chunklets->count && !rc; v++)
        for (size_t a = chunklets->start[v]; a < chunklets->start[v + 1]; a++) {
            float *own = ce_membership_of(bound, (size_t)chunklets->object[a], q);
            for (size_t l = 0; l < k; l++)
                own[l] = (float)(l == (size_t)cluster[v]);
        }
    *violating += report.violated > 0;
    free(distance);
    free(cost);
    free(cluster);
    return rc;
}

/* AN and its distinct rows. */
typedef struct {
    ce_membership membership;
    ce_membership_rows rows;
} bound_rows;

typedef struct {
    uint64_t objects;
} bound_key;

static int build_bound(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                       ce_error *err)
{
    const bound_key *k = key;
    bound_rows *out = value;
    ce_membership *bound = &out->membership;
    ce_matrix x = {0};
    size_t violating = 0;
    int rc = copy_rows(ensemble, bound, err);

    if (!rc)
        rc = take_objects(&ensemble->beside, &x, err);
    for (size_t q = 0, first = 0; q < bound->m && !rc; q++) {
        size_t clusters = (size_t)(ensemble->membership ? bound->k[q] : ensemble->labels->k[q]);
        if (clusters)
            rc = bind(&ensemble->beside, &x, first, q, clusters, bound, &violating, err);
        first += clusters;
    }
    ce_matrix_free(&x);
    if (!rc)
        rc = ce_membership_rows_build(&out->rows, bound, ensemble->row, ensemble->labels->n,
                                      ensemble->weight, (int)k->objects, err);
    if (!rc && violating)
        ce_tell(messages, CE_NOTE,
                "c-wbpa: base clusterings whose clusters cannot keep all cannot-links: %zu of %zu",
                violating, ensemble->labels->m);
    return rc;
}

static void free_bound(void *value)
{
    bound_rows *b = value;

    ce_membership_rows_free(&b->rows);
    ce_membership_free(&b->membership);
}

static const ce_product product = {sizeof(bound_rows), sizeof(bound_key), build_bound, free_bound,
                                   1};

int ce_c_wbpa_bound(ce_ensemble *ensemble, int objects, const ce_membership_rows **out,
                    ce_messages *messages, ce_error *err)
{
    const bound_key key = {objects != 0};
    const void *value;
    int rc = ce_ensemble_get(ensemble, &product, &key, &value, messages, err);

    if (!rc)
        *out = &((const bound_rows *)value)->rows;
    return rc;
}

/* ---- the method ---- */

typedef struct {
    ce_cut_options cut;
    int loose;
} c_wbpa_options;

static const ce_option rows[] = {
    CE_ROW_WITH(c_wbpa_options, cut.with, "spectral"),
    CE_ROW_CLUSTER_WEIGHT(c_wbpa_options, cut.cluster_weight),
    CE_ROW_RESTARTS(c_wbpa_options, cut.restarts, "with=spectral"),
    CE_ROW_LOOSE(c_wbpa_options, loose, NULL),
    CE_ROW_OBJECTS(c_wbpa_options, cut.objects),
};

static int run_c_wbpa(const ce_run *run, ce_partition *result, ce_error *err)
{
    const c_wbpa_options *o = run->settings->values;
    const ce_chunklets *chunklets = run->ensemble->beside.chunklets;
    const ce_membership_rows *bound = NULL;
    ce_enforce_report report = {0};
    int rc;

    if (!chunklets->count)
        rc = ce_cut_bipartite(run, result, err);
    else
        rc = ce_c_wbpa_bound(run->ensemble, o->cut.objects, &bound, &run->report->messages, err);
    if (!rc && chunklets->count)
        rc = ce_enforced_cut(run->ensemble, run->method->about.name, bound,
                             o->loose ? NULL : chunklets, &o->cut, run->k, run->seed, result,
                             &report, err);
    if (!rc && !o->loose)
        ce_enforced_tell(run->column, &report, &run->report->messages);
    return rc;
}

const ce_method ce_method_c_wbpa = {
    .about = {.name = "c-wbpa",
              .family = "constraints",
              .summary = "wbpa with constraints in the base clusterings; needs constraints, data "
                         "and a model",
              .about = "Pairs of objects that must or cannot be together are kept in every base "
                       "clustering by moving their objects to other clusters. The bipartite graph "
                       "is then cut as by wbpa, and the constraints are kept in the result too.",
              .reference = "wce2008",
              .page = "clens-c-wbpa",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .needs = CE_USES_K | CE_USES_DATA | CE_USES_MODEL | CE_USES_CONSTRAINTS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, c_wbpa_options)},
    .run = run_c_wbpa,
};
