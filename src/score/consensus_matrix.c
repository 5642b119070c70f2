#include "score/consensus_matrix.h"

#include <math.h>

#include "core/dendrogram.h"
#include "partition/linkage/linkage.h"
#include "score/distance_tiles.h"

/* Called for each entry i < j that is stored, and once for all that are not. */
typedef void (*visit_pairs)(void *state, double value, double pairs);

static void visit_row(const ce_similarity *matrix, size_t i, visit_pairs visit, void *state,
                      double *stored)
{
    for (size_t e = matrix->row_start[i]; e < matrix->row_start[i + 1]; e++)
        if ((size_t)matrix->column[e] > i) {
            visit(state, matrix->values[e], 1);
            ++*stored;
        }
}

static double count_pairs(const ce_similarity *matrix)
{
    return (double)matrix->n * ((double)matrix->n - 1) / 2;
}

static void visit_all(const ce_similarity *matrix, visit_pairs visit, void *state)
{
    double stored = 0;

    for (size_t i = 0; i < matrix->n; i++) {
        if (matrix->row_start) {
            visit_row(matrix, i, visit, state, &stored);
            continue;
        }
        for (size_t j = i + 1; j < matrix->n; j++)
            visit(state, matrix->values[ce_packed_index(matrix->n, i, j)], 1);
    }
    if (matrix->row_start && count_pairs(matrix) > stored)
        visit(state, 0, count_pairs(matrix) - stored);
}

typedef struct {
    double low, high;
    int half_open;
    double ambiguous, clear, sum; /* clear: the sum of 4 (M - 1/2)^2; sum: of 1 - M */
    double smallest, largest;
} totals;

static double clearness(double value)
{
    return 4 * (value - .5) * (value - .5);
}

static void add_totals(void *state, double value, double pairs)
{
    totals *t = state;

    if (value > t->low && (value < t->high || (t->half_open && value == t->high)))
        t->ambiguous += pairs;
    t->clear += pairs * clearness(value);
    t->sum += pairs * (1 - value);
    t->smallest = value < t->smallest ? value : t->smallest;
    t->largest = value > t->largest ? value : t->largest;
}

typedef struct {
    double mean, squares;
} spread;

static void add_spread(void *state, double value, double pairs)
{
    spread *s = state;
    double away = 1 - value - s->mean;

    s->squares += pairs * away * away;
}

/*
 * The height of a merge of average linkage is the mean distance of the pairs that it joins. So
 * distances and cophenetic distances have the same mean, their products sum to the squares of the
 * latter, and the correlation is the quotient of the two standard deviations.
 */
static double correlate(const ce_similarity *matrix, const ce_dendrogram *tree, double mean)
{
    spread all = {.mean = mean};
    double squares = 0;

    visit_all(matrix, add_spread, &all);
    for (size_t t = 0; t < tree->merges; t++) {
        const ce_merge *merge = &tree->merge[t];
        size_t left = (size_t)merge->left;
        double below = left < tree->n ? 1 : tree->merge[left - tree->n].size,
               away = merge->height - mean;
        squares += below * (merge->size - below) * away * away;
    }
    return sqrt(squares / all.squares);
}

int ce_consensus_clarity_find(const ce_similarity *matrix, double low, double high, int half_open,
                              const ce_progress *progress, ce_consensus_clarity *clarity,
                              ce_error *err)
{
    totals t = {.low = low, .high = high, .half_open = half_open, .smallest = 2, .largest = -1};
    double n = (double)matrix->n, pairs = count_pairs(matrix), diagonal = 0, cophenetic = NAN;
    size_t uneven = 0, first = 0;
    ce_distances distances = {0};
    ce_dendrogram tree = {0};
    int rc = ce_distances_of_matrix(&distances, matrix, CE_MATRIX_SHARES, err);

    if (rc)
        return rc;
    visit_all(matrix, add_totals, &t);
    for (size_t i = 0; i < matrix->n; i++) {
        double own = ce_similarity_get(matrix, i, i);
        diagonal += clearness(own);
        if (own != 1 && !uneven++)
            first = i;
    }
    if (pairs > 0 && t.smallest < t.largest) {
        rc = ce_linkage_ordered(matrix, 0, NULL, NULL, CE_LINKAGE_AVERAGE, progress, &tree, err);
        if (!rc)
            cophenetic = correlate(matrix, &tree, t.sum / pairs);
    }
    ce_dendrogram_free(&tree);
    ce_distances_free(&distances);
    if (rc)
        return rc;
    *clarity = (ce_consensus_clarity){.pairs = pairs,
                                      .pac = pairs > 0 ? t.ambiguous / pairs : NAN,
                                      .cophenetic = cophenetic,
                                      .uneven = uneven,
                                      .first = first,
                                      .dispersion = (2 * t.clear + diagonal) / (n * n)};
    return CE_OK;
}
