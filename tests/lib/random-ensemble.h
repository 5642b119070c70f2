/* Base clusterings that agree in part, for the test programs. */
#ifndef CE_TESTS_RANDOM_ENSEMBLE_H
#define CE_TESTS_RANDOM_ENSEMBLE_H

#include "check.h"
#include "core/labels.h"
#include "core/random.h"

enum { RANDOM_ENSEMBLE_MOST = 4096 }; /* objects */

/* n objects in a few groups; each of m columns puts the groups into 1 to 6 clusters, a tenth of the
 * objects anywhere, and leaves out the share `missing` of the labels. */
static inline void random_ensemble(gsl_rng *rng, size_t n, size_t m, double missing, ce_labels *e)
{
    ce_error err = {0};
    size_t groups = 2 + ce_random_below(rng, 9), group[RANDOM_ENSEMBLE_MOST];

    must(n <= RANDOM_ENSEMBLE_MOST && !ce_labels_alloc(e, n, m, &err), "memory");
    for (size_t i = 0; i < n; i++)
        group[i] = ce_random_below(rng, groups);
    for (size_t q = 0; q < m; q++) {
        size_t k = 1 + ce_random_below(rng, 6), of[16];
        for (size_t g = 0; g < groups; g++)
            of[g] = ce_random_below(rng, k);
        for (size_t i = 0; i < n; i++) {
            size_t label = gsl_rng_uniform(rng) < .1 ? ce_random_below(rng, k) : of[group[i]];
            ce_labels_column(e, q)[i] =
                gsl_rng_uniform(rng) < missing ? CE_MISSING : (int32_t)label;
        }
        must(!ce_labels_renumber(ce_labels_column(e, q), n, &e->k[q], &err), "memory");
    }
}

#endif
