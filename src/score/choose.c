#include "score/choose.h"

#include <math.h>
#include <stdlib.h>

#include "core/compare.h"
#include "core/memory.h"
#include "score/agreement.h"

typedef struct {
    double rank; /* smallest first; infinite without a value */
    size_t index;
} ranked;

static int by_rank(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

void ce_choice_sort(size_t *choice, size_t count)
{
    qsort(choice, count, sizeof *choice, ce_compare_sizes);
}

static double rank_of(double value, int least)
{
    if (isnan(value))
        return INFINITY;
    return ce_rank_value(least ? value : -value);
}

int ce_choose_best(const double *value, size_t m, size_t count, int least, size_t *choice,
                   ce_error *err)
{
    ranked *all = ce_alloc(m, sizeof *all, err);

    if (!all)
        return CE_ENOMEM;
    for (size_t q = 0; q < m; q++)
        all[q] = (ranked){rank_of(value[q], least), q};
    qsort(all, m, sizeof *all, by_rank);
    for (size_t c = 0; c < count; c++)
        choice[c] = all[c].index;
    free(all);
    ce_choice_sort(choice, count);
    return CE_OK;
}

size_t ce_choose_between(const double *value, size_t m, double low, double high, size_t *choice)
{
    size_t count = 0;

    for (size_t q = 0; q < m; q++)
        if (value[q] >= low && value[q] <= high)
            choice[count++] = q;
    return count;
}

size_t ce_choose_share(double share, size_t count)
{
    double wanted = ceil(share * (double)count * (1 - 1e-12));

    if (wanted < 1)
        return 1;
    return wanted < (double)count ? (size_t)wanted : count;
}

/* The first pair of the smallest similarity; 0 and 1 when no pair has one. */
static void least_similar_pair(const double *similarity, size_t m, size_t *first, size_t *second)
{
    double least = INFINITY;

    *first = 0;
    *second = 1;
    for (size_t p = 0; p < m; p++)
        for (size_t q = p + 1; q < m; q++)
            if (ce_rank_value(similarity[p * m + q]) < least) {
                least = ce_rank_value(similarity[p * m + q]);
                *first = p;
                *second = q;
            }
}

/* Similarities with those chosen so far, by base clustering. */
typedef struct {
    double *sum;
    size_t *count;
    char *chosen;
} standing;

static void choose_one(standing *s, const double *similarity, size_t m, size_t q)
{
    s->chosen[q] = 1;
    for (size_t p = 0; p < m; p++)
        if (!isnan(similarity[q * m + p])) {
            s->sum[p] += similarity[q * m + p];
            s->count[p]++;
        }
}

static size_t least_similar(const standing *s, size_t m)
{
    double least = INFINITY;
    size_t best = m;

    for (size_t p = 0; p < m; p++) {
        double mean = s->count[p] ? ce_rank_value(s->sum[p] / (double)s->count[p]) : INFINITY;
        if (!s->chosen[p] && (best == m || mean < least)) {
            least = mean;
            best = p;
        }
    }
    return best;
}

static int choose_lone(const double *similarity, size_t m, size_t *order, ce_error *err)
{
    double *mean = ce_alloc(m, sizeof *mean, err);
    int rc = CE_ENOMEM;

    if (mean) {
        ce_agreement_mean_with_others(similarity, m, mean);
        rc = ce_choose_best(mean, m, 1, 1, order, err);
    }
    free(mean);
    return rc;
}

int ce_choose_apart(const double *similarity, size_t m, size_t count, size_t *order, ce_error *err)
{
    standing s = {0};
    int rc = CE_ENOMEM;

    if (count < 2)
        return count ? choose_lone(similarity, m, order, err) : CE_OK;
    s.sum = ce_calloc(m, sizeof *s.sum, err);
    s.count = ce_calloc(m, sizeof *s.count, err);
    s.chosen = ce_calloc(m, sizeof *s.chosen, err);
    if (!s.sum || !s.count || !s.chosen)
        goto done;
    least_similar_pair(similarity, m, &order[0], &order[1]);
    choose_one(&s, similarity, m, order[0]);
    choose_one(&s, similarity, m, order[1]);
    for (size_t c = 2; c < count; c++) {
        order[c] = least_similar(&s, m);
        choose_one(&s, similarity, m, order[c]);
    }
    rc = CE_OK;
done:
    free(s.sum);
    free(s.count);
    free(s.chosen);
    return rc;
}
