#include "score/cluster_stability.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/contingency.h"
#include "score/nmi.h"

/* sum_j c_j log(n / c_j) = n_C log(n / n_C) + split. split = sum_j c_j log(n_C / c_j) is exactly 0
 * where C lies inside one cluster. */
static double apmm(double size, double n, double split)
{
    double whole = size * log(n / size);

    return split > 0 ? 2 * whole / (2 * whole + split) : 1;
}

/* NMI of {C, the rest} and {D, the rest} of n objects. */
static double of_two(int64_t c, int64_t d, int64_t both, int64_t n)
{
    const int64_t cell[4] = {both, c - both, d - both, n - c - d + both};
    size_t start[3] = {0};
    int32_t column[4];
    int64_t count[4], row_sum[2] = {c, n - c}, column_sum[2] = {d, n - d};
    ce_contingency table = {.rows = 2,
                            .columns = 2,
                            .start = start,
                            .column = column,
                            .count = count,
                            .row_sum = row_sum,
                            .column_sum = column_sum,
                            .n = n};

    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < 2; j++)
            if (cell[2 * i + j] > 0) {
                column[table.cells] = (int32_t)j;
                count[table.cells++] = cell[2 * i + j];
            }
        start[i + 1] = table.cells;
        table.rows_used += row_sum[i] > 0;
        table.columns_used += column_sum[i] > 0;
    }
    return ce_nmi(&table, CE_NMI_SQRT);
}

/* The clusters of one base clustering, seen by those of another. */
typedef struct {
    double *split;  /* of APMM */
    int64_t *near;  /* of MAX: objects in common with the nearest cluster */
    int64_t *other; /* of MAX: the size of that cluster */
} side;

static void look(side *s, size_t a, int64_t in_a, int64_t in_b, int64_t both)
{
    /* the larger Jaccard index: both / (in_a + in_b - both), compared without dividing */
    double now = (double)both * (double)(in_a + s->other[a] - s->near[a]);
    double best = (double)s->near[a] * (double)(in_a + in_b - both);

    if (both != in_a)
        s->split[a] += (double)both * log((double)in_a / (double)both);
    if (now > best) {
        s->near[a] = both;
        s->other[a] = in_b;
    }
}

static int side_alloc(side *s, size_t clusters, ce_error *err)
{
    s->split = ce_calloc(clusters, sizeof *s->split, err);
    s->near = ce_calloc(clusters, sizeof *s->near, err);
    s->other = ce_calloc(clusters, sizeof *s->other, err);
    return s->split && s->near && s->other ? CE_OK : CE_ENOMEM;
}

static void side_free(side *s)
{
    free(s->split);
    free(s->near);
    free(s->other);
}

static void write_terms(const side *s, ce_stability_index index, const int64_t *sum,
                        size_t clusters, int64_t n, double *term)
{
    for (size_t a = 0; a < clusters; a++) {
        if (!sum[a])
            term[a] = NAN;
        else if (index == CE_STABILITY_APMM)
            term[a] = apmm((double)sum[a], (double)n, s->split[a]);
        else
            term[a] = of_two(sum[a], s->other[a], s->near[a], n);
    }
}

/* of_first: the terms of the clusters of p among those of q. of_second: the reverse. */
static int add_terms(const ce_microclusters *micro, const double *size, size_t p, size_t q,
                     ce_stability_index index, double *of_first, double *of_second, ce_error *err)
{
    ce_contingency table = {0};
    side first = {0}, second = {0};
    int rc = ce_contingency_of_columns(&table, &micro->rows, p, q, size, err);

    if (!rc)
        rc = side_alloc(&first, table.rows, err);
    if (!rc)
        rc = side_alloc(&second, table.columns, err);
    if (rc)
        goto done;
    for (size_t a = 0; a < table.rows; a++)
        for (size_t c = table.start[a]; c < table.start[a + 1]; c++) {
            size_t b = (size_t)table.column[c];
            look(&first, a, table.row_sum[a], table.column_sum[b], table.count[c]);
            look(&second, b, table.column_sum[b], table.row_sum[a], table.count[c]);
        }
    write_terms(&first, index, table.row_sum, table.rows, table.n, of_first);
    write_terms(&second, index, table.column_sum, table.columns, table.n, of_second);
done:
    side_free(&first);
    side_free(&second);
    ce_contingency_free(&table);
    return rc;
}

/* The clusters of base clustering q are numbers start[q] .. start[q + 1] - 1 of N_c. */
static size_t *starts(const ce_labels *labels, ce_error *err)
{
    size_t *start = ce_alloc(labels->m + 1, sizeof *start, err);

    if (start)
        start[0] = 0;
    for (size_t q = 0; start && q < labels->m; q++)
        start[q + 1] = start[q] + (size_t)labels->k[q];
    return start;
}

/* The stability of cluster c of base clustering `own`. term: m x N_c; row r holds the terms among
 * the clusters of r, NaN where r labels none of the objects. Added in the order of r, so that no
 * bit depends on the threads. */
static double combine(const double *term, size_t m, size_t count, size_t own, size_t c,
                      ce_stability_index index)
{
    double sum = 1, counted = 1, largest = m > 1 ? 0 : 1;

    for (size_t r = 0; r < m; r++) {
        double value = term[r * count + c];
        if (r == own || isnan(value))
            continue;
        sum += value;
        counted++;
        largest = fmax(largest, value);
    }
    return index == CE_STABILITY_APMM ? sum / counted : largest;
}

static int all_ones(const double *size, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (size[i] != 1)
            return 0;
    return 1;
}

int ce_cluster_stability(const ce_microclusters *micro, ce_stability_index index, double *stability,
                         ce_error *err)
{
    size_t m = micro->rows.m, *start = starts(&micro->rows, err), count = start ? start[m] : 0;
    /* counting is faster than adding */
    const double *size = all_ones(micro->size, micro->count) ? NULL : micro->size;
    double *term = NULL;
    int rc = CE_ENOMEM;

    if (start)
        rc = ce_memory_check(m, count, sizeof *term,
                             "the stability of every cluster in every base clustering",
                             "fewer base clusterings", err);
    if (rc)
        goto done;
    term = ce_alloc(m * count, sizeof *term, err);
    if (!term) {
        rc = CE_ENOMEM;
        goto done;
    }
    /* base clusterings p and q write cells of their own */
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t p = 0; p < m; p++)
        for (size_t q = p + 1; q < m; q++) {
            ce_error own = {0};
            int failed = add_terms(micro, size, p, q, index, term + q * count + start[p],
                                   term + p * count + start[q], &own);
            if (failed) {
#pragma omp critical(ce_cluster_stability_failure)
                rc = ce_fail(err, (ce_status)failed, "%s", own.text);
            }
        }
    for (size_t q = 0; q < m && !rc; q++)
        for (size_t c = start[q]; c < start[q + 1]; c++)
            stability[c] = combine(term, m, count, q, c, index);
done:
    free(start);
    free(term);
    return rc;
}

int ce_clustering_stability(const ce_microclusters *micro, const double *stability, double *weight,
                            ce_error *err)
{
    size_t *start = starts(&micro->rows, err);
    double *size = start ? ce_calloc(start[micro->rows.m], sizeof *size, err) : NULL;
    int rc = size ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < micro->rows.m && !rc; q++) {
        const int32_t *label = ce_labels_column(&micro->rows, q);
        double sum = 0, total = 0;
        for (size_t i = 0; i < micro->count; i++)
            if (label[i] >= 0)
                size[start[q] + (size_t)label[i]] += micro->size[i];
        for (size_t c = start[q]; c < start[q + 1]; c++) {
            sum += size[c] * stability[c];
            total += size[c];
        }
        weight[q] = total > 0 ? fmin(sum / total, 1) : 0;
    }
    free(start);
    free(size);
    return rc;
}
