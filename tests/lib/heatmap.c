/* heatmap: a matrix averaged down, dense and sparse, with and without an order, against sums over
 * all its entries. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "plot/heatmap.h"

/* Symmetric, a third of the entries 0, none equal to another by chance. */
static double entry(size_t i, size_t j)
{
    size_t a = i < j ? i : j, b = i < j ? j : i;

    return (a * 5 + b * 3) % 3 ? sin((double)(a * 31 + b * 17)) + 2 : 0;
}

static int build(ce_similarity *s, size_t n, int sparse, ce_error *err)
{
    size_t at = 0;
    int rc = sparse ? ce_similarity_alloc_sparse(s, n, n * n, err)
                    : ce_similarity_alloc_dense(s, n, "test", "none", err);

    for (size_t i = 0; i < n && !rc; i++) {
        for (size_t j = sparse ? 0 : i; j < n; j++) {
            if (!sparse)
                s->values[ce_packed_index(n, i, j)] = entry(i, j);
            else if (entry(i, j) != 0) {
                s->column[at] = (int32_t)j;
                s->values[at++] = entry(i, j);
            }
        }
        if (sparse)
            s->row_start[i + 1] = at;
    }
    return rc;
}

/* The mean by its definition: over every pair of positions that falls into pixel (a, b). */
static double mean(size_t n, size_t side, const size_t *order, size_t a, size_t b)
{
    double sum = 0, count = 0;

    for (size_t p = 0; p < n; p++)
        for (size_t q = 0; q < n; q++)
            if (p * side / n == a && q * side / n == b) {
                sum += entry(order ? order[p] : p, order ? order[q] : q);
                count++;
            }
    return sum / count;
}

static void check(size_t n, size_t most, int sparse, int turned)
{
    ce_similarity s = {0};
    ce_error err = {0};
    double *image = NULL, worst = 0;
    size_t side = 0, order[64];

    for (size_t p = 0; p < n; p++)
        order[p] = (p * 7 + 3) % n; /* a permutation: 7 divides none of the n used here */
    if (build(&s, n, sparse, &err) ||
        ce_heatmap_reduce(&s, turned ? order : NULL, most, &image, &side, &err)) {
        printf("%s\n", err.text);
        return;
    }
    for (size_t a = 0; a < side; a++)
        for (size_t b = 0; b < side; b++)
            worst =
                fmax(worst, fabs(image[a * side + b] - mean(n, side, turned ? order : NULL, a, b)));
    printf("n=%zu most=%zu %s%s: side %zu, %s\n", n, most, sparse ? "sparse" : "dense",
           turned ? " turned" : "", side, worst < 1e-13 ? "ok" : "WRONG");
    free(image);
    ce_similarity_free(&s);
}

int main(void)
{
    for (int sparse = 0; sparse < 2; sparse++)
        for (int turned = 0; turned < 2; turned++) {
            check(1, 1000, sparse, turned);
            check(11, 11, sparse, turned);
            check(11, 4, sparse, turned);
            check(60, 17, sparse, turned);
            check(60, 1, sparse, turned);
        }
    return 0;
}
