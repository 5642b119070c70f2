#include "generate/members.h"

#include <stdlib.h>

#include "core/compare.h"
#include "core/memory.h"
#include "core/random.h"

int ce_draw_some(gsl_rng *rng, size_t n, size_t count, size_t **choice, ce_error *err)
{
    int rc;

    *choice = NULL;
    if (count == 0 || count >= n)
        return CE_OK;
    *choice = ce_alloc(count, sizeof **choice, err);
    if (!*choice)
        return CE_ENOMEM;
    rc = ce_random_choose(rng, n, count, *choice, err);
    if (rc) {
        free(*choice);
        *choice = NULL;
        return rc;
    }
    qsort(*choice, count, sizeof **choice, ce_compare_sizes);
    return CE_OK;
}
