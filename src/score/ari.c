#include "score/ari.h"

#include <math.h>

/* Pairs of up to 2^53 objects need 105 bits. */
__extension__ typedef unsigned __int128 wide;

static wide choose_two(int64_t count)
{
    return (wide)count * (wide)(count > 0 ? count - 1 : 0) / 2;
}

static wide sum_pairs(const int64_t *count, size_t size)
{
    wide sum = 0;

    for (size_t i = 0; i < size; i++)
        sum += choose_two(count[i]);
    return sum;
}

void ce_pairs_count(ce_pairs *pairs, const ce_contingency *table)
{
    wide both = sum_pairs(table->count, table->cells),
         first = sum_pairs(table->row_sum, table->rows),
         second = sum_pairs(table->column_sum, table->columns), all = choose_two(table->n);

    pairs->both = (double)both;
    pairs->first_only = (double)(first - both);
    pairs->second_only = (double)(second - both);
    pairs->neither = (double)(all + both - first - second);
    pairs->n = table->n;
}

double ce_rand(const ce_pairs *pairs)
{
    double alike = pairs->both + pairs->neither, apart = pairs->first_only + pairs->second_only;

    if (pairs->n == 0)
        return NAN;
    return apart == 0 ? 1 : alike / (alike + apart);
}

double ce_ari_of(const ce_pairs *pairs)
{
    double s = pairs->both, f = pairs->first_only, g = pairs->second_only, d = pairs->neither;

    if (pairs->n == 0)
        return NAN;
    if (f == 0 && g == 0)
        return 1;
    return 2 * (s * d - f * g) / ((s + f) * (f + d) + (s + g) * (g + d));
}

double ce_ari(const ce_contingency *table)
{
    ce_pairs pairs;

    ce_pairs_count(&pairs, table);
    return ce_ari_of(&pairs);
}

double ce_jaccard(const ce_pairs *pairs)
{
    double in_any = pairs->both + pairs->first_only + pairs->second_only;

    if (pairs->n == 0)
        return NAN;
    return in_any == 0 ? 1 : pairs->both / in_any;
}

double ce_fowlkes_mallows(const ce_pairs *pairs)
{
    double first = pairs->both + pairs->first_only, second = pairs->both + pairs->second_only;

    if (pairs->n == 0)
        return NAN;
    if (pairs->first_only == 0 && pairs->second_only == 0)
        return 1;
    return first == 0 || second == 0 ? 0 : pairs->both / sqrt(first * second);
}

double ce_pair_f(const ce_pairs *pairs)
{
    double in_any = 2 * pairs->both + pairs->first_only + pairs->second_only;

    if (pairs->n == 0)
        return NAN;
    return in_any == 0 ? 1 : 2 * pairs->both / in_any;
}
