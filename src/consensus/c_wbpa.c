/*
 * C-WBPA (card S13): WBPA of memberships in which constraints are kept [wce2008 section 6.4,
 * Algorithm 10].
 *
 * In each base clustering the chunklets go to its clusters by chunklet_assign.h, at the cost sum_{x
 * in v} sqrt(sum_s w_ls (x_s - c_ls)^2) of its centroids and weights; an object of a chunklet then
 * has a 1 there instead of its probabilities, all others keep theirs (AN, eq. 6.1). The bipartite
 * graph is cut as in WBPA. It can still separate what must link, or join what cannot: so
 * constraints are enforced on its parts (enforce.h), by the weights that tie objects to the
 * clusters of each part, unless options.loose asks for the algorithm to the letter.
 *
 * "Values [0,1]" of O means {0, 1}. The components are not run again. An object of a chunklet
 * counts also in base clusterings that say nothing of it; one that no base clustering says anything
 * of has no part, whatever its chunklet.
 */
#include "consensus/consensus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign.h"
#include "core/labels.h"
#include "core/memory.h"
#include "generate/lac.h"

/* ---- the matrix AN ---- */

/* Memberships to change: the ensemble's, or its labels as 0 and 1. */
static int copy_rows(const ce_ensemble *ensemble, ce_membership *bound, ce_error *err)
{
    const ce_membership *p = ensemble->membership;
    const ce_labels *labels = ensemble->labels;
    int32_t *k;
    int rc;

    if (p) {
        if (!(rc = ce_membership_alloc(bound, p->n, p->m, p->k, err)))
            memcpy(bound->values, p->values, p->n * p->columns * sizeof *p->values);
        return rc;
    }
    if (!(k = ce_alloc(labels->m, sizeof *k, err)))
        return CE_ENOMEM;
    for (size_t q = 0; q < labels->m; q++)
        k[q] = labels->k[q] ? labels->k[q] : 1; /* of nothing but missing labels */
    rc = ce_membership_alloc(bound, ensemble->n, labels->m, k, err);
    free(k);
    for (size_t v = 0; v < (rc ? 0 : bound->n * bound->columns); v++)
        bound->values[v] = NAN;
    for (size_t q = 0; q < labels->m && !rc; q++)
        for (size_t i = 0; i < labels->n; i++) {
            int32_t label = ce_labels_column(labels, q)[i];
            float *own = ce_membership_of(bound, ensemble->row ? (size_t)ensemble->row[i] : i, q);
            for (int32_t l = 0; l < labels->k[q] && label != CE_MISSING; l++)
                own[l] = (float)(l == label);
        }
    return rc;
}

/* The rows of the objects in chunklets, in their order. */
static int take_objects(const ce_constrained *c, ce_matrix *x, ce_error *err)
{
    size_t d = c->data->columns, objects = c->chunklets->start[c->chunklets->count];
    int rc = ce_matrix_alloc(x, objects, d, err);

    for (size_t a = 0; a < objects && !rc; a++)
        memcpy(x->values + a * d, c->data->values + (size_t)c->chunklets->object[a] * d,
               d * sizeof *x->values);
    return rc;
}

/* Step 4a for base clustering q, whose first cluster is `first` of all: O, into the rows of the
 * objects in chunklets. */
static int bind(const ce_constrained *c, const ce_matrix *x, size_t first, size_t q, size_t k,
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

int ce_ensemble_bound(ce_ensemble *ensemble, const ce_membership_rows **out, ce_error *err)
{
    ce_membership *bound = &ensemble->bound;
    ce_matrix x = {0};
    int rc = CE_OK;

    if (!bound->n && !(rc = copy_rows(ensemble, bound, err)) &&
        !(rc = take_objects(ensemble->constrained, &x, err))) {
        ensemble->bound_violating = 0;
        for (size_t q = 0, first = 0; q < bound->m && !rc; q++) {
            size_t k = (size_t)(ensemble->membership ? bound->k[q] : ensemble->labels->k[q]);
            rc = k ? bind(ensemble->constrained, &x, first, q, k, bound, &ensemble->bound_violating,
                          err)
                   : CE_OK;
            first += k;
        }
        if (rc)
            ce_membership_free(bound);
    }
    if (!rc && !ensemble->bound_rows.count)
        rc =
            ce_membership_rows_build(&ensemble->bound_rows, bound, ensemble->row,
                                     ensemble->labels->n, ensemble->weight, ensemble->objects, err);
    if (!rc)
        *out = &ensemble->bound_rows;
    ce_matrix_free(&x);
    return rc;
}

/* ---- the cut ---- */

/* What ties each object of a chunklet to each part: its weight to the clusters there. cluster: the
 * part of each. */
static double *find_pull(const ce_membership_rows *rows, const ce_chunklets *chunklets,
                         const int32_t *cluster, size_t k, ce_error *err)
{
    size_t objects = chunklets->start[chunklets->count];
    double *pull = ce_calloc(objects, k * sizeof *pull, err);

    for (size_t a = 0; a < objects && pull; a++) {
        const float *p =
            rows->membership->values + (size_t)chunklets->object[a] * rows->membership->columns;
        for (size_t c = 0; c < rows->columns; c++)
            if (cluster[c] != CE_MISSING && p[rows->column[c]] > 0)
                pull[a * k + (size_t)cluster[c]] += (double)p[rows->column[c]];
    }
    return pull;
}

/* The parts of the labelled rows, changed where they violate constraints of all rows. */
static int enforce(const ce_ensemble *ensemble, const ce_chunklets *chunklets, const double *pull,
                   size_t k, ce_partition *result, ce_enforce_report *report, ce_error *err)
{
    int32_t *label = ce_alloc(ensemble->n, sizeof *label, err);
    int rc;

    if (!label)
        return CE_ENOMEM;
    for (size_t i = 0; i < ensemble->n; i++)
        label[i] = CE_MISSING;
    for (size_t i = 0; i < result->n; i++)
        label[ensemble->row ? (size_t)ensemble->row[i] : i] = result->labels[i];
    if (!(rc = ce_enforce(chunklets, pull, k, label, report, err)) && report->moved) {
        for (size_t i = 0; i < result->n; i++)
            result->labels[i] = label[ensemble->row ? (size_t)ensemble->row[i] : i];
        rc = ce_labels_renumber(result->labels, result->n, &result->k, err);
    }
    free(label);
    return rc;
}

int ce_consensus_cut_enforced(ce_ensemble *ensemble, const char *method,
                              const ce_membership_rows *rows, const ce_chunklets *chunklets,
                              const ce_consensus_options *options, size_t k, ce_partition *result,
                              ce_enforce_report *report, ce_error *err)
{
    ce_row_source source = {0};
    ce_partition small = {0};
    int32_t *cluster = NULL;
    double *pull = NULL;
    int rc = ce_ensemble_check_groups(ensemble, method, k, rows->count, err);

    *report = (ce_enforce_report){0};
    if (rc)
        return rc;
    ce_row_source_membership(&source, rows, 0);
    if (!(cluster = ce_alloc(rows->columns, sizeof *cluster, err)))
        rc = CE_ENOMEM;
    if (rc || (rc = ce_consensus_bipartite(&source, options, k, &small, cluster, err)) ||
        (rc = ce_partition_expand(&small, rows->of, rows->n, result, err)) || !chunklets ||
        !chunklets->count)
        goto done;
    if ((pull = find_pull(rows, chunklets, cluster, k, err)))
        rc = enforce(ensemble, chunklets, pull, k, result, report, err);
    else
        rc = CE_ENOMEM;
done:
    ce_row_source_free(&source);
    ce_partition_free(&small);
    free(cluster);
    free(pull);
    return rc;
}

int ce_consensus_c_wbpa(ce_ensemble *ensemble, const ce_consensus_function *function,
                        const ce_consensus_options *options, size_t k, ce_partition *result,
                        ce_error *err)
{
    const ce_constrained *in = ensemble->constrained;
    const ce_membership_rows *rows;
    int rc;

    if (!in)
        return ce_fail(err, CE_EARG, "%s: needs constraints, data, centroids and weight vectors",
                       function->name);
    ensemble->enforced = (ce_enforce_report){0};
    if (!in->chunklets->count)
        return ce_consensus_wbpa(ensemble, function, options, k, result, err);
    if ((rc = ce_ensemble_bound(ensemble, &rows, err)))
        return rc;
    return ce_consensus_cut_enforced(ensemble, function->name, rows,
                                     options->loose ? NULL : in->chunklets, options, k, result,
                                     &ensemble->enforced, err);
}
