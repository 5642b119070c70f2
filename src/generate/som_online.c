#include <math.h>

#include "core/parallel.h"
#include "core/random.h"
#include "generate/som_internal.h"
#include "kmeans/squared_distance.h"

/* Steps up to this share of the way change at most the last digit of a prototype. */
static const double NO_STEP = 1e-17;

static inline __attribute__((always_inline)) size_t best_unit(const ce_som *som, const double *row)
{
    double least = INFINITY;
    size_t best = 0;

    for (size_t u = 0; u < som->units; u++) {
        const double *m = som->prototype + u * som->d;
        double sum = 0;
        for (size_t s = 0; s < som->d; s++)
            sum += (row[s] - m[s]) * (row[s] - m[s]);
        if (sum < least) {
            least = sum;
            best = u;
        }
    }
    return best;
}

static inline __attribute__((always_inline)) void move(ce_som *som, size_t u, const double *row,
                                                       double rate)
{
    double *m = som->prototype + u * som->d;

    for (size_t s = 0; s < som->d; s++)
        m[s] += rate * (row[s] - m[s]);
}

static CE_HOT void step(ce_som *som, const ce_som_kernel *kernel, const double *row, double rate)
{
    size_t best = best_unit(som, row), r0 = best / som->columns, c0 = best % som->columns;

    for (size_t r = 0; r < som->rows; r++) {
        const double *along = ce_som_kernel_columns(kernel, r, r0, c0);
        double across = kernel->by_row[r > r0 ? r - r0 : r0 - r];
        for (size_t c = 0; c < som->columns; c++) {
            double part = kernel->neighbourhood == CE_SOM_BUBBLE
                              ? rate * (across + along[c] <= kernel->reach)
                              : rate * across * along[c];
            if (part > NO_STEP)
                move(som, r * som->columns + c, row, part);
        }
    }
}

int ce_som_online_epoch(const ce_matrix *x, ce_som *som, ce_som_kernel *kernel, gsl_rng *rng,
                        const ce_som_phase *phase, size_t first, size_t *order, ce_error *err)
{
    size_t n = x->rows, steps = phase->epochs * n;
    int rc = ce_random_choose(rng, n, n, order, err);

    for (size_t i = 0; i < n && !rc; i++) {
        double part = (double)(first + i) / (double)steps;
        ce_som_kernel_set(kernel, ce_som_phase_radius(phase, first + i, steps));
        step(som, kernel, x->values + order[i] * som->d, phase->rate * (1 - part));
    }
    return rc;
}
