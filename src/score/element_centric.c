#include "score/element_centric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"

static double cell_similarity(const ce_contingency *table, size_t row, size_t cell)
{
    int64_t a = table->row_sum[row], b = table->column_sum[table->column[cell]];

    return (double)table->count[cell] / (double)(a > b ? a : b);
}

double ce_element_similarity(const ce_contingency *table)
{
    double sum = 0;

    /* a cluster that both have adds a whole number, so equal partitions have exactly 1 */
    for (size_t i = 0; i < table->rows; i++)
        for (size_t c = table->start[i]; c < table->start[i + 1]; c++)
            sum += (double)table->count[c] * cell_similarity(table, i, c);
    return table->n ? sum / (double)table->n : NAN;
}

double ce_inconsistency(const double *similarity, size_t m)
{
    double sum = 0, pairs = 0, alone = 0;

    for (size_t p = 0; p < m; p++) {
        alone += !isnan(similarity[p * m + p]);
        for (size_t q = p + 1; q < m; q++)
            if (!isnan(similarity[p * m + q])) {
                sum += similarity[p * m + q];
                pairs++;
            }
    }
    if (alone == 0 || (alone > 1 && pairs == 0))
        return NAN;
    return (alone + 2 * pairs) / (alone + 2 * sum);
}

/* ---- consistency ---- */

/* The similarities of the cells of a pair of base clusterings: all cells where these are few, else
 * those that are not empty. */
typedef struct {
    size_t p, q;
    double *all;          /* owned: k_p x k_q, or NULL; 0 in cells that are empty */
    ce_contingency table; /* where `all` is NULL, with */
    double *similarity;   /* owned: of its cells */
    int gaps;             /* one of the two lacks labels */
} pair_cells;

enum {
    FEW_CELLS = 1 << 16, /* 512 KiB of them, which caches hold */
    LEAST_BATCH = 64,      /* pairs whose cells are kept at a time: at least, */
    MOST_BATCH = 1 << 14,  /* and at most, where rows are few, so that threads meet seldom; */
    BATCH_ROWS = 1 << 21,  /* about so many rows of all these pairs together, */
    BATCH_CELLS = 1 << 21, /* and no pair more once they have so many cells */
    CHUNK = 2048           /* rows that take all pairs of a batch one after the other */
};

/* How many pairs have about BATCH_ROWS rows together. */
static size_t pairs_together(size_t n)
{
    size_t pairs = BATCH_ROWS / (n ? n : 1);

    if (pairs > MOST_BATCH)
        return MOST_BATCH;
    return pairs < LEAST_BATCH ? LEAST_BATCH : pairs;
}

static void pair_free(pair_cells *pair)
{
    free(pair->all);
    free(pair->similarity);
    ce_contingency_free(&pair->table);
    pair->all = pair->similarity = NULL;
}

/* Pairs that are built side by side. */
typedef struct {
    pair_cells *pair;
    const ce_microclusters *micro;
} batch;

static int pair_build(void *state, size_t at, ce_error *err)
{
    const batch *b = state;
    const ce_microclusters *micro = b->micro;
    pair_cells *pair = &b->pair[at];
    const ce_labels *rows = &micro->rows;
    ce_contingency *table = &pair->table;
    size_t wide = (size_t)rows->k[pair->q], all = (size_t)rows->k[pair->p] * wide;
    int rc = ce_contingency_of_columns(table, rows, pair->p, pair->q, micro->size, err);

    if (rc)
        return rc;
    if (all <= FEW_CELLS)
        pair->all = ce_calloc(all, sizeof *pair->all, err);
    else
        pair->similarity = ce_alloc(table->cells, sizeof *pair->similarity, err);
    if (!pair->all && !pair->similarity)
        return CE_ENOMEM;
    for (size_t i = 0; i < table->rows; i++)
        for (size_t c = table->start[i]; c < table->start[i + 1]; c++) {
            double s = cell_similarity(table, i, c);
            if (pair->all)
                pair->all[i * wide + (size_t)table->column[c]] = s;
            else
                pair->similarity[c] = s;
        }
    if (pair->all)
        ce_contingency_free(table);
    return CE_OK;
}

/* The similarity in cell (a, b), which an object has. */
static double look_up(const pair_cells *pair, int32_t a, int32_t b)
{
    const ce_contingency *table = &pair->table;
    size_t low = table->start[a], high = table->start[a + 1];

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (table->column[middle] <= b)
            low = middle;
        else
            high = middle;
    }
    return pair->similarity[low];
}

/* From the table of all cells, without branches: which labels are missing cannot be foretold. */
static void add_cells(const double *all, size_t wide, const int32_t *a, const int32_t *b,
                      size_t count, double *sum, double *terms)
{
    for (size_t i = 0; i < count; i++) {
        size_t known = (a[i] | b[i]) >= 0; /* missing labels are negative */
        size_t cell = ((size_t)a[i] * wide + (size_t)b[i]) & (0 - known);
        sum[i] += all[cell] * (double)known;
        terms[i] += (double)known;
    }
}

/* Adds the similarities of a pair to the sums of rows first .. first + count - 1. */
static void add_pair(const pair_cells *pair, const ce_labels *rows, size_t first, size_t count,
                     double *sum, double *terms)
{
    const int32_t *a = ce_labels_column(rows, pair->p) + first,
                  *b = ce_labels_column(rows, pair->q) + first;
    size_t wide = (size_t)rows->k[pair->q];

    if (!wide || !rows->k[pair->p])
        return; /* no label */
    if (pair->all && pair->gaps) {
        add_cells(pair->all, wide, a, b, count, sum, terms);
        return;
    }
    for (size_t i = 0; pair->all && i < count; i++) {
        sum[i] += pair->all[(size_t)a[i] * wide + (size_t)b[i]];
        terms[i]++;
    }
    if (pair->all)
        return;
    for (size_t i = 0; i < count; i++) {
        if (a[i] < 0 || b[i] < 0)
            continue;
        sum[i] += look_up(pair, a[i], b[i]);
        terms[i]++;
    }
}

/* One batch of pairs: their cells side by side, then the rows, each with the pairs in order. */
static int add_batch(pair_cells *pair, size_t pairs, const ce_microclusters *micro, double *sum,
                     double *terms, ce_error *err)
{
    const ce_labels *rows = &micro->rows;
    batch b = {pair, micro};
    int rc = ce_each(pairs, 0, pair_build, &b, NULL, err);

    if (!rc) {
#pragma omp parallel for schedule(static) if (rows->n > CHUNK)
        for (size_t first = 0; first < rows->n; first += CHUNK)
            for (size_t at = 0; at < pairs; at++)
                add_pair(&pair[at], rows, first, rows->n - first < CHUNK ? rows->n - first : CHUNK,
                         sum + first, terms + first);
    }
    for (size_t at = 0; at < pairs; at++)
        pair_free(&pair[at]);
    return rc;
}

/* The next pair p < q of m. */
static void step(size_t *p, size_t *q, size_t m)
{
    if (++*q == m) {
        ++*p;
        *q = *p + 1;
    }
}

int ce_element_consistency(const ce_microclusters *micro, const ce_progress *progress,
                           double *consistency, ce_error *err)
{
    size_t n = micro->rows.n, m = micro->rows.m, p = 0, q = 1, total = m * (m - 1) / 2, done = 0,
           together = pairs_together(n);
    double *terms = ce_calloc(n, sizeof *terms, err);
    pair_cells *pair = ce_calloc(together, sizeof *pair, err);
    char *gaps = ce_calloc(m, 1, err);
    int rc = terms && pair && gaps ? ce_sizes_check(micro->size, n, err) : CE_ENOMEM;

    ce_progress_report(progress, 0, total);
    memset(consistency, 0, n * sizeof *consistency);
    for (size_t c = 0; c < m && !rc; c++)
        gaps[c] = (char)ce_column_has_missing(ce_labels_column(&micro->rows, c), n);
    while (done < total && !rc) {
        size_t pairs = 0, cells = 0;
        for (; pairs < together && done + pairs < total &&
               (pairs < LEAST_BATCH || cells < BATCH_CELLS);
             pairs++, step(&p, &q, m)) {
            pair[pairs] = (pair_cells){.p = p, .q = q, .gaps = gaps[p] | gaps[q]};
            cells += (size_t)micro->rows.k[p] * (size_t)micro->rows.k[q];
        }
        rc = add_batch(pair, pairs, micro, consistency, terms, err);
        done += pairs;
        ce_progress_report(progress, done, total);
    }
    for (size_t i = 0; i < n && !rc; i++) {
        if (m == 1 && ce_labels_column(&micro->rows, 0)[i] >= 0)
            consistency[i] = 1;
        else
            consistency[i] = terms[i] > 0 ? consistency[i] / terms[i] : NAN;
    }
    free(terms);
    free(gaps);
    free(pair);
    return rc;
}

int ce_element_consistency_of_objects(const ce_labels *labels, const double *size,
                                      const ce_progress *progress, double *consistency,
                                      ce_error *err)
{
    ce_microclusters micro = {0};
    double *of_rows = NULL;
    int rc = ce_microclusters_build(&micro, labels, size, err);

    if (rc)
        return rc;
    of_rows = ce_alloc(micro.count, sizeof *of_rows, err);
    rc = of_rows ? ce_element_consistency(&micro, progress, of_rows, err) : CE_ENOMEM;
    for (size_t i = 0; i < labels->n && !rc; i++)
        consistency[i] = of_rows[micro.of[i]];
    free(of_rows);
    ce_microclusters_free(&micro);
    return rc;
}
