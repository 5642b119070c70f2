#include "consensus/influence.h"

#include <stdlib.h>

#include "core/memory.h"
#include "score/ncai.h"

typedef struct {
    uint64_t objects, nmi;
    double beta;
} influence_key;

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const influence_key *k = key;
    const ce_microclusters *micro;
    double **influence = value;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);

    (void)messages;
    if (rc)
        return rc;
    *influence = ce_alloc(micro->rows.m, sizeof **influence, err);
    if (!*influence)
        return CE_ENOMEM;
    return ce_ncai(&micro->rows, micro->size, (ce_normaliser)k->nmi, k->beta, *influence, err);
}

static void free_influence(void *value)
{
    free(*(double **)value);
}

static const ce_product product = {sizeof(double *), sizeof(influence_key), build, free_influence,
                                   0};

int ce_influence_get(ce_ensemble *ensemble, uint64_t objects, uint64_t nmi, double beta,
                     const double **out, ce_error *err)
{
    const influence_key key = {objects, nmi, beta};
    const void *value;
    int rc = ce_ensemble_get(ensemble, &product, &key, &value, NULL, err);

    if (!rc)
        *out = *(double *const *)value;
    return rc;
}
