#include "generate/lac.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/centre_order.h"
#include "generate/lac_internal.h"
#include "kmeans/kmeans.h"

/* Members take their passes together until they have so many centroids: more of them are no faster.
 */
enum { TOGETHER = 512 };

void ce_lac_members_free(ce_lac_member *member, size_t members)
{
    for (size_t q = 0; member && q < members; q++) {
        free(member[q].centroids);
        free(member[q].weights);
        free(member[q].size);
        free(member[q].order);
    }
    free(member);
}

size_t ce_lac_constant_feature(const ce_matrix *x)
{
    size_t s = 0;

    for (; s < x->columns; s++) {
        size_t i = 1;
        while (i < x->rows && x->values[i * x->columns + s] == x->values[s])
            i++;
        if (i >= x->rows)
            break;
    }
    return s;
}

/* ---- results ---- */

/* Into the member. Clusters come in the order in which their numbers first appear in the labels,
 * empty ones last. */
static int run_keep(const ce_lac_ensemble *e, const ce_lac_run *run, ce_error *err)
{
    ce_lac_member *member = &e->member[run->member];
    size_t k = run->k, d = run->d, n = e->x->rows, row = d * sizeof(double);
    int32_t *number = ce_alloc(k, sizeof *number, err),
            *column = ce_labels_column(e->labels, run->member);
    int rc;

    member->k = k;
    member->inv_h = run->inv_h;
    member->iterations = run->iterations;
    member->converged = run->converged;
    member->centroids = ce_alloc(k, row, err);
    member->weights = ce_alloc(k, row, err);
    member->size = ce_calloc(k, sizeof *member->size, err);
    member->order = ce_alloc(k, sizeof *member->order, err);
    if (!number || !member->centroids || !member->weights || !member->size || !member->order) {
        free(number);
        return CE_ENOMEM;
    }
    ce_centre_number(run->label, n, k, number);
    for (size_t j = 0; j < k; j++) {
        size_t to = (size_t)number[j];
        memcpy(member->centroids + to * d, run->centre + j * d, row);
        memcpy(member->weights + to * d, run->weight + j * d, row);
        member->size[to] = run->size[j];
        member->order[j] = j;
    }
    free(number);
    if (e->options->order && !e->chunklets) {
        ce_centre_ties ties = {.x = e->x->values,
                               .n = n,
                               .d = d,
                               .features = d,
                               .centre = member->centroids,
                               .weight = member->weights,
                               .k = k,
                               .column = run->label};
        if ((rc = ce_centre_order(&ties, member->order, err)))
            return rc;
    }
    if (e->chunklets && (rc = ce_lac_violated(e->chunklets, run->label, &member->violated, err)))
        return rc;
    memcpy(column, run->label, n * sizeof *column);
    return ce_labels_renumber(column, n, &e->labels->k[run->member], err);
}

/* The error of what all runs have found in the end. */
static void set_errors(const ce_lac_ensemble *e, ce_lac_group *g)
{
    for (g->count = 0; g->count < g->runs; g->count++)
        g->active[g->count] = &g->run[g->count];
    ce_lac_dispersions(e->x, g->active, g->count);
    for (size_t r = 0; r < g->runs; r++) {
        const ce_lac_run *run = &g->run[r];
        double sum = 0;
        for (size_t v = 0; v < run->k * run->d; v++)
            sum += run->weight[v] * run->dispersion[v];
        e->member[run->member].error = sum;
    }
}

/* ---- groups of members ---- */

static void group_free(ce_lac_group *g)
{
    for (size_t r = 0; r < g->runs; r++)
        ce_lac_run_free(&g->run[r]);
    free(g->run);
    free(g->active);
    free(g->own);
    ce_lac_assigner_free(g->assigner);
    ce_lac_chunklets_free(g->constrained);
}

/* Starts members from q on, until they are as many as fit together. */
static int group_start(const ce_lac_ensemble *e, ce_lac_group *g, size_t q, ce_error *err)
{
    size_t members = e->options->members, columns = 0, n = e->x->rows, d = e->x->columns,
           share = ce_memory_available() / 4;
    size_t most = members - q, bytes = 0, largest = 0;
    int rc;

    g->run = ce_calloc(most, sizeof *g->run, err);
    g->active = ce_calloc(most, sizeof *g->active, err);
    if (!g->run || !g->active)
        return CE_ENOMEM;
    while (g->runs < most && columns < TOGETHER && bytes < share) {
        ce_lac_run *run = &g->run[g->runs++];
        run->member = q++;
        if ((rc = ce_lac_run_start(e, g->run, g->runs - 1, err)))
            return rc;
        columns += run->k;
        largest = run->k > largest ? run->k : largest;
        bytes += 2 * n * sizeof *run->label + 6 * run->k * d * sizeof *run->sums;
    }
    if (e->chunklets &&
        (rc = ce_lac_chunklets_alloc(&g->constrained, e->x, e->chunklets, g->runs, largest, err)))
        return rc;
    return ce_lac_assigner_alloc(&g->assigner, e->x, columns, err);
}

static int group_run(ce_lac_ensemble *e, size_t *q, ce_error *err)
{
    ce_lac_group g = {0};
    int rc;

    rc = group_start(e, &g, *q, err);
    if (!rc)
        rc = ce_lac_iterate(e, &g, err);
    if (rc)
        goto done;
    set_errors(e, &g);
    for (size_t r = 0; r < g.runs && !rc; r++)
        rc = run_keep(e, &g.run[r], err);
    *q += g.runs;
done:
    group_free(&g);
    return rc;
}

static int check(const ce_matrix *x, const ce_lac_options *o, ce_error *err)
{
    size_t s;

    if (!o->members || !o->k_count || !o->inv_h_count ||
        (!o->draw && o->members != o->k_count * o->inv_h_count) || !o->max_iterations ||
        (o->init == CE_LAC_GIVEN && !o->start))
        return ce_fail(
            err, CE_EARG,
            "LAC: members, k, 1/h, iterations and starting centroids do not go together");
    for (size_t i = 0; i < o->k_count; i++)
        if (o->k[i] < 1)
            return ce_fail(err, CE_EARG, "k = %d, a number from 1 expected", o->k[i]);
    for (size_t i = 0; i < o->inv_h_count; i++)
        if (!(o->inv_h[i] > 0) || !isfinite(o->inv_h[i]))
            return ce_fail(err, CE_EARG, "1/h = %g, a finite number above 0 expected", o->inv_h[i]);
    s = ce_lac_constant_feature(x);
    if (s < x->columns)
        return ce_fail(err, CE_EINPUT, "feature %zu is constant: it would take all the weight",
                       s + 1);
    return CE_OK;
}

int ce_generate_lac(const ce_matrix *x, const ce_lac_options *options, ce_labels *labels,
                    ce_lac_member *member, const ce_progress *progress, ce_error *err)
{
    ce_lac_ensemble e = {
        .x = x, .options = options, .labels = labels, .member = member, .progress = progress};
    ce_kmeans_data *data = NULL;
    int rc;

    rc = ce_kmeans_prepare(&data, x, NULL, err);
    if (!rc)
        rc = check(x, options, err);
    if (!rc)
        rc = ce_labels_alloc(labels, x->rows, options->members, err);
    if (rc)
        goto done;
    e.data = data;
    e.chunklets = options->chunklets && options->chunklets->count ? options->chunklets : NULL;
    ce_progress_report(progress, 0, options->members);
    for (size_t q = 0; q < options->members && !rc;)
        rc = group_run(&e, &q, err);
done:
    ce_kmeans_data_free(data);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
