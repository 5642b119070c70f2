#include "plot/scarce.h"

#include <stdlib.h>

#include "core/memory.h"
#include "plot/shades.h"

void ce_scarce_sizes(const ce_labels *labels, size_t q, const double *weight, double *size)
{
    const int32_t *label = ce_labels_column(labels, q);

    for (int32_t c = 0; c < labels->k[q]; c++)
        size[c] = 0;
    for (size_t i = 0; i < labels->n; i++)
        if (label[i] >= 0)
            size[label[i]] += weight ? weight[i] : 1;
}

/* A cluster that is new. */
typedef struct {
    size_t cluster;
    double size;
    int large; /* a color is due to it */
} entry;

static int larger_first(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

static int by_cluster(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* The first from `at` on that is large without a color, or has one and is not large. */
static size_t find(const entry *all, size_t count, const int32_t *number, size_t at, int large)
{
    while (at < count &&
           (all[at].large != large || (number[all[at].cluster] >= CE_PLOT_SHADES) != large))
        at++;
    return at;
}

static void change_places(const entry *all, size_t count, int32_t *number)
{
    size_t large = find(all, count, number, 0, 1), small = find(all, count, number, 0, 0);

    while (large < count && small < count) {
        int32_t *to = &number[all[large].cluster], *from = &number[all[small].cluster], had = *to;
        *to = *from;
        *from = had;
        large = find(all, count, number, large, 1);
        small = find(all, count, number, small, 0);
    }
}

int ce_scarce_to_largest(int32_t *number, const double *size, size_t k, int32_t next, ce_error *err)
{
    size_t count = 0, colors = 0;
    entry *all = ce_alloc(k, sizeof *all, err);

    if (!all)
        return CE_ENOMEM;
    for (size_t c = 0; c < k; c++)
        if (number[c] >= next) {
            all[count++] = (entry){c, size[c], 0};
            colors += number[c] < CE_PLOT_SHADES;
        }
    qsort(all, count, sizeof *all, larger_first);
    for (size_t e = 0; e < colors; e++)
        all[e].large = 1;
    qsort(all, count, sizeof *all, by_cluster);
    change_places(all, count, number);
    free(all);
    return CE_OK;
}
