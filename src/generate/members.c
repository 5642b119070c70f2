#include "generate/members.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/random.h"

static int ascending(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

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
    qsort(*choice, count, sizeof **choice, ascending);
    return CE_OK;
}
