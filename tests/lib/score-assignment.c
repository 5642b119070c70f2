/*
 * score-assignment.c: ce_assignment against trying every map, on small random tables full of ties.
 *
 *   score-assignment TABLES     prints "TABLES tables agree", or the first that does not; exit 1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "score/assignment.h"

enum { LARGEST = 6 };

typedef struct {
    int rows, columns;
    int64_t count[LARGEST][LARGEST];
    int32_t map[LARGEST], best_map[LARGEST];
    int64_t best;
} trial;

/* All maps from row i on, lowest columns first and "no partner" last: the first of the best ones is
 * the one promised. */
static void try_all(trial *t, int i, unsigned used, int64_t sum)
{
    if (i == t->rows) {
        if (sum > t->best) {
            t->best = sum;
            memcpy(t->best_map, t->map, sizeof t->map);
        }
        return;
    }
    for (int j = 0; j < t->columns; j++)
        if (t->count[i][j] && !(used >> j & 1)) {
            t->map[i] = j;
            try_all(t, i + 1, used | 1u << j, sum + t->count[i][j]);
        }
    t->map[i] = CE_MISSING;
    try_all(t, i + 1, used, sum);
}

/* A table of counts 0 .. largest, as labels with weights. */
static int draw(trial *t, gsl_rng *rng, ce_contingency *table, ce_error *err)
{
    int32_t first[LARGEST * LARGEST], second[LARGEST * LARGEST];
    double weight[LARGEST * LARGEST];
    size_t largest = 1 + ce_random_below(rng, 5), n = 0;

    t->rows = 1 + (int)ce_random_below(rng, LARGEST);
    t->columns = 1 + (int)ce_random_below(rng, LARGEST);
    t->best = -1;
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->columns; j++) {
            t->count[i][j] = (int64_t)ce_random_below(rng, largest + 1);
            if (!t->count[i][j])
                continue;
            first[n] = i;
            second[n] = j;
            weight[n++] = (double)t->count[i][j];
        }
    return ce_contingency_build(table, first, t->rows, second, t->columns, weight, n, err);
}

static int differs(trial *t, const ce_contingency *table, int number, ce_error *err)
{
    int32_t match[LARGEST];
    int64_t overlap, only_overlap;

    try_all(t, 0, 0, 0);
    if (ce_assignment(table, match, &overlap, err) ||
        ce_assignment_overlap(table, &only_overlap, err))
        return 1;
    if (overlap == t->best && only_overlap == t->best &&
        !memcmp(match, t->best_map, (size_t)t->rows * sizeof *match))
        return 0;
    printf("table %d, %d x %d: overlap %lld and %lld, %lld expected; maps", number, t->rows,
           t->columns, (long long)overlap, (long long)only_overlap, (long long)t->best);
    for (int i = 0; i < t->rows; i++)
        printf(" %d/%d", match[i], t->best_map[i]);
    printf("\n");
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->columns; j++)
            printf("%lld%c", (long long)t->count[i][j], j + 1 < t->columns ? ' ' : '\n');
    return 1;
}

int main(int argc, char **argv)
{
    int tables = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1000, failed = 0;
    ce_error err = {0};
    ce_contingency table = {0};
    trial t = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);

    for (int number = 0; number < tables && !failed && rng; number++)
        failed = draw(&t, rng, &table, &err) || differs(&t, &table, number, &err);
    if (err.status)
        printf("%s\n", err.text);
    else if (!failed)
        printf("%d tables agree\n", tables);
    ce_contingency_free(&table);
    gsl_rng_free(rng);
    return failed || err.status;
}
