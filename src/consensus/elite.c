#include "consensus/elite.h"

typedef struct {
    uint64_t objects, elite, cap;
} elite_key;

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const elite_key *k = key;
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);
    size_t elite = (size_t)k->elite;

    (void)messages;
    if (rc)
        return rc;
    if (!elite)
        elite = ce_elite_default(micro->count, (size_t)k->cap);
    return ce_elite_graph_build(value, &micro->rows, micro->size, elite, err);
}

static void free_graph(void *value)
{
    ce_elite_graph_free(value);
}

static const ce_product product = {sizeof(ce_elite_graph), sizeof(elite_key), build, free_graph, 0};

int ce_elite_get(ce_ensemble *ensemble, uint64_t objects, uint64_t elite, uint64_t cap,
                 const ce_elite_graph **out, ce_error *err)
{
    const elite_key key = {objects, elite, elite ? 0 : cap};
    const void *value;
    int rc = ce_ensemble_get(ensemble, &product, &key, &value, NULL, err);

    if (!rc)
        *out = value;
    return rc;
}

size_t ce_elite_steps(const ce_elite_graph *graph, const ce_elite_options *options)
{
    return options->steps ? (size_t)options->steps
                          : ce_elite_default(graph->n, (size_t)options->cap);
}

void ce_elite_tell(const ce_elite_graph *graph, size_t steps, ce_messages *messages)
{
    ce_tell(messages, CE_DETAIL, "elite neighbours: K = %zu, T = %zu, %zu links", graph->elite,
            steps, graph->weight.row_start[graph->n] / 2);
}

int ce_elite_check(const ce_settings *settings, ce_error *err)
{
    if (ce_settings_given(settings, "cap") && ce_settings_given(settings, "elite") &&
        ce_settings_given(settings, "steps"))
        return ce_fail(err, CE_EARG,
                       CE_OPT("cap") " is for the defaults of " CE_OPT("elite") " and "
                       CE_OPT("steps") ", and both are given");
    return CE_OK;
}
