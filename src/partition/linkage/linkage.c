#include "partition/linkage/linkage.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "partition/linkage/agglomerate.h"
#include "partition/linkage/complete_meansim.h"
#include "partition/linkage/complete_slots.h"
#include "partition/linkage/cost_matrix.h"
#include "partition/linkage/fractions.h"
#include "partition/linkage/single_linkage.h"
#include "similarity/distance_panels.h"

/* Complete, average and Ward linkage by agglomerate.h on a work matrix, a ce_triangle. */

#define CHEAPER \
    "a consensus function that works on a bipartite graph (hbgf, ptgp), or single linkage"

typedef struct {
    ce_agglomeration g;
    ce_cost_matrix cost;
    double *row; /* work: similarities or distances of a row */
} work;

static void work_free(work *w)
{
    ce_agglomeration_free(&w->g);
    ce_cost_matrix_free(&w->cost);
    free(w->row);
}

static int work_alloc(work *w, size_t n, const double *size, ce_error *err)
{
    int rc = ce_memory_check(n, n + 1, sizeof(double) / 2, "the work matrix of the linkage",
                             CHEAPER, err);

    if (!rc)
        rc = ce_cost_matrix_alloc(&w->cost, n, err);
    if (!rc)
        rc = ce_agglomeration_alloc(&w->g, n, size, err);
    if (rc)
        return rc;
    w->g.costs = &w->cost;
    w->g.store = &ce_cost_matrix_store;
    w->row = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->row, err);
    return w->row ? CE_OK : CE_ENOMEM;
}

/* ---- filling the work matrix, and the first bounds while a row is at hand ---- */

/* The costs of pairs (i, first .. first+count-1) from their similarities or distances. */
CE_HOT CE_UNROLLED static void costs(const work *w, size_t i, size_t first, size_t count,
                                     const double *value, double *restrict out)
{
    const double *size = w->g.size + first;
    double mass = w->g.size[i], sign = w->g.is_distance ? 1 : -1, q = w->g.q;

    if (q > 0)
        for (size_t j = 0; j < count; j++)
            out[j] = sign * rint(value[j] * q);
    else
        for (size_t j = 0; j < count; j++)
            out[j] = sign * value[j];
    if (w->g.method == CE_LINKAGE_AVERAGE)
        for (size_t j = 0; j < count; j++)
            out[j] *= mass * size[j];
    if (w->g.method == CE_LINKAGE_WARD)
        for (size_t j = 0; j < count; j++)
            out[j] *= out[j] * (2 * (mass * size[j]) / (mass + size[j]));
}

/* Row i from similarities or distances value[0 ..] of the pairs (i, i + 1 ..). */
static void fill_row(work *w, size_t i, const double *value)
{
    costs(w, i, i + 1, w->g.width - i - 1, value, w->g.row + i + 1);
    ce_triangle_write(&w->cost.triangle, i, w->g.row);
    ce_agglomeration_begin(&w->g, i);
}

/* Row i of the matrix into the work matrix. */
static void fill_matrix_row(work *w, const ce_similarity *s, size_t i)
{
    if (!s->row_start) {
        fill_row(w, i, s->values + ce_packed_index(s->n, i, i) + 1);
        return;
    }
    memset(w->row, 0, s->n * sizeof *w->row);
    for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
        w->row[s->column[e]] = s->values[e];
    fill_row(w, i, w->row + i + 1);
}

/* Threads fill rows side by side, each with work rows of its own. Most of the time goes into pages
 * of memory that are touched for the first time. */
static int fill_from_matrix(work *w, const ce_similarity *s, ce_error *err)
{
    int failed = 0;

#pragma omp parallel reduction(| : failed)
    {
        work mine = *w;
        mine.g.key = ce_alloc(s->n, sizeof *mine.g.key, NULL);
        mine.g.row = ce_calloc(CE_TRIANGLE_ROW(s->n), sizeof *mine.g.row, NULL);
        mine.row = ce_calloc(CE_TRIANGLE_ROW(s->n), sizeof *mine.row, NULL);
        failed = !mine.g.key || !mine.g.row || !mine.row;
        /* Two rows share their cache lines, so pairs of rows go to one thread. */
#pragma omp for schedule(dynamic, 16)
        for (size_t pair = 0; pair < (s->n + 1) / 2; pair++)
            for (size_t i = 2 * pair; i < 2 * pair + 2 && i < s->n && !failed; i++)
                fill_matrix_row(&mine, s, i);
        free(mine.g.key);
        free(mine.g.row);
        free(mine.row);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the linkage") : CE_OK;
}

/* Euclidean distances, threads side by side as above. Fails where they overflow. */
static int fill_from_points(work *w, const ce_matrix *x, ce_error *err)
{
    enum { TILE = CE_PANEL_TILE };
    size_t n = x->rows, bad = n, done = 0;
    ce_distance_panels of = {0};
    int failed = 0, rc = ce_distance_panels_make(&of, x, err);

    if (rc)
        return rc;
    w->g.before = w->g.pairs;
    ce_progress_report(w->g.progress, 0, 2 * w->g.pairs);
#pragma omp parallel reduction(| : failed) reduction(min : bad)
    {
        work mine = *w;
        double *rows = ce_alloc(TILE, n * sizeof *rows, NULL);
        mine.g.key = ce_alloc(n, sizeof *mine.g.key, NULL);
        mine.g.row = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *mine.g.row, NULL);
        failed = !rows || !mine.g.key || !mine.g.row;
#pragma omp for schedule(dynamic)
        for (size_t first = 0; first < n; first += TILE) {
            size_t end = first + TILE < n ? first + TILE : n;
            if (failed || bad < n)
                continue;
            ce_distance_panels_rows(&of, first, end, rows);
            for (size_t i = first; i < end; i++) {
                const double *row = rows + (i - first) * n;
                for (size_t j = i + 1; j < n; j++)
                    if (!isfinite(row[j]) && i < bad)
                        bad = i;
                fill_row(&mine, i, row + i + 1);
            }
#pragma omp critical(ce_linkage_points)
            {
                done += (end - first) * (2 * n - first - end - 1) / 2;
                ce_progress_report(w->g.progress, done, 2 * w->g.pairs);
            }
        }
        free(rows);
        free(mine.g.key);
        free(mine.g.row);
    }
    ce_distance_panels_free(&of);
    if (failed)
        return ce_fail(err, CE_ENOMEM, "out of memory for the linkage");
    if (bad < n)
        return ce_fail(err, CE_EINPUT,
                       "object %zu: its distances to others are too large for a double", bad + 1);
    return CE_OK;
}

/* ---- the two ways in ---- */

int ce_linkage_check_values(const ce_similarity *s, int is_distance, ce_error *err)
{
    size_t i, j;

    if (!is_distance)
        return ce_similarity_check(s, " (--input distance)", err);
    if (ce_similarity_within(s, 0, DBL_MAX / 4, &i, &j))
        return CE_OK;
    return ce_fail(err, CE_EINPUT,
                   "row %zu, column %zu: %g is no distance: a number from 0 to 4e+307 expected",
                   i + 1, j + 1, ce_similarity_get(s, i, j));
}

/* The common denominator if sums in its units are whole numbers that a double can hold, else 0. */
static size_t exact_denominator(const ce_similarity *s, const double *size)
{
    size_t q = ce_common_denominator(s, CE_DENOMINATOR_LIMIT), i, j;
    double total = 0, most;

    for (i = 0; i < s->n; i++) {
        double mass = size ? size[i] : 1;
        if (mass != rint(mass))
            return 0;
        total += mass;
    }
    /* n_a n_b is at most (total / 2)^2 */
    most = 0x1p53 / ((double)q * (total * total / 4));
    return q && ce_similarity_within(s, -most, most, &i, &j) ? q : 0;
}

static int check(const ce_similarity *matrix, int is_distance, const double *size,
                 ce_linkage_method method, ce_error *err)
{
    int rc;

    if (method == CE_LINKAGE_WARD && !is_distance)
        return ce_fail(err, CE_EARG, "Ward's method needs Euclidean distances, not similarities");
    rc = ce_sizes_of_rows_check(size, matrix->n, err);
    return rc ? rc : ce_linkage_check_values(matrix, is_distance, err);
}

/* On a work matrix. q: common denominator, 0: none. */
static int link_matrix(const ce_similarity *matrix, int is_distance, size_t q, const double *size,
                       ce_linkage_method method, const ce_progress *progress, ce_dendrogram *tree,
                       ce_error *err)
{
    work w = {
        .g = {.method = method, .is_distance = is_distance, .q = (double)q, .progress = progress}};
    int rc = work_alloc(&w, matrix->n, size, err);

    if (!rc)
        rc = fill_from_matrix(&w, matrix, err);
    if (!rc)
        rc = ce_agglomerate(&w.g, tree, err);
    work_free(&w);
    return rc;
}

ce_linkage_method ce_linkage_complete_by(ce_complete_tie tie)
{
    static const ce_linkage_method method[] = {[CE_COMPLETE_TIE_INDEX] = CE_LINKAGE_COMPLETE,
                                               [CE_COMPLETE_TIE_LAST] = CE_LINKAGE_COMPLETE_LAST,
                                               [CE_COMPLETE_TIE_MEANSIM] =
                                                   CE_LINKAGE_COMPLETE_MEANSIM,
                                               [CE_COMPLETE_TIE_CHAIN] = CE_LINKAGE_COMPLETE_CHAIN};

    return method[tie];
}

int ce_linkage_ordered(const ce_similarity *matrix, int is_distance, const double *size,
                       const int32_t *order, ce_linkage_method method, const ce_progress *progress,
                       ce_dendrogram *tree, ce_error *err)
{
    size_t n = matrix->n, q = 0;
    int rc = check(matrix, is_distance, size, method, err);

    if (!rc)
        rc = ce_dendrogram_alloc(tree, n, err);
    if (!rc && n < 2)
        return CE_OK;
    if (!rc && method != CE_LINKAGE_WARD)
        q = exact_denominator(matrix, size);
    if (!rc && method == CE_LINKAGE_SINGLE)
        rc = ce_single_linkage(matrix, is_distance, q, size, progress, tree, err);
    else if (!rc && method == CE_LINKAGE_COMPLETE_MEANSIM)
        rc = ce_complete_linkage_meansim(matrix, is_distance, q, size, progress, tree, err);
    else if (!rc && (method == CE_LINKAGE_COMPLETE_LAST || method == CE_LINKAGE_COMPLETE_CHAIN))
        rc = ce_complete_linkage_slots(matrix, is_distance, q, size, order,
                                       method == CE_LINKAGE_COMPLETE_CHAIN, progress, tree, err);
    else if (!rc)
        rc = link_matrix(matrix, is_distance, q, size, method, progress, tree, err);
    if (rc)
        ce_dendrogram_free(tree);
    return rc;
}

int ce_linkage(const ce_similarity *matrix, int is_distance, const double *size,
               ce_linkage_method method, ce_dendrogram *tree, ce_error *err)
{
    return ce_linkage_ordered(matrix, is_distance, size, NULL, method, NULL, tree, err);
}

static int check_points(const ce_matrix *x, ce_linkage_method method, ce_error *err)
{
    if (method > CE_LINKAGE_WARD)
        return ce_fail(err, CE_EARG,
                       "complete linkage has a choice of rules for ties on a matrix only");
    if (ce_matrix_has_missing(x))
        return ce_fail(err, CE_EINPUT,
                       "missing values: complete data expected: impute the values or drop the "
                       "objects");
    return CE_OK;
}

int ce_linkage_points(const ce_matrix *x, ce_linkage_method method, const ce_progress *progress,
                      ce_dendrogram *tree, ce_error *err)
{
    work w = {.g = {.method = method, .is_distance = 1, .progress = progress}};
    size_t n = x->rows;
    int rc = check_points(x, method, err);

    if (!rc)
        rc = ce_dendrogram_alloc(tree, n, err);
    if (!rc && n < 2)
        return CE_OK;
    if (!rc && method == CE_LINKAGE_SINGLE) {
        rc = ce_single_linkage_points(x, progress, tree, err);
    } else if (!rc) {
        rc = work_alloc(&w, n, NULL, err);
        if (!rc)
            rc = fill_from_points(&w, x, err);
        if (!rc)
            rc = ce_agglomerate(&w.g, tree, err);
    }
    work_free(&w);
    if (rc)
        ce_dendrogram_free(tree);
    return rc;
}
