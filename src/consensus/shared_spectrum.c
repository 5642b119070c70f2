#include "consensus/shared_spectrum.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* The values of options of a method as bytes; structs of more bytes share nothing. */
enum { OPTION_BYTES = 64 };

typedef struct {
    const ce_method *method;
    uint64_t seed;
    unsigned char option[OPTION_BYTES];
} spectrum_key;

typedef struct {
    ce_spectrum *spectrum;
} spectrum_value;

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    spectrum_value *v = value;

    (void)key;
    (void)messages;
    v->spectrum = ce_calloc(1, sizeof *v->spectrum, err);
    if (!v->spectrum)
        return CE_ENOMEM;
    v->spectrum->most = ensemble->most_k;
    return CE_OK;
}

static void free_spectrum(void *value)
{
    spectrum_value *v = value;

    if (v->spectrum)
        ce_spectrum_free(v->spectrum);
    free(v->spectrum);
}

/* Not a large one: it is never given back, since cuts write to it. */
static const ce_product product = {sizeof(spectrum_value), sizeof(spectrum_key), build,
                                   free_spectrum, 0};

int ce_shared_spectrum(const ce_run *run, ce_spectrum **out, ce_error *err)
{
    size_t bytes = run->settings->options.size;
    spectrum_key key = {.method = run->method, .seed = run->seed};
    const void *value;
    int rc;

    *out = NULL;
    if (run->k > run->ensemble->most_k || bytes > sizeof key.option)
        return CE_OK;
    memcpy(key.option, run->settings->values, bytes);
    rc = ce_ensemble_get(run->ensemble, &product, &key, &value, NULL, err);
    if (!rc)
        *out = ((const spectrum_value *)value)->spectrum;
    return rc;
}
