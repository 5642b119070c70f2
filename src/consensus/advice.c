#include "consensus/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/memory.h"

/* The longest time that is recommended without being asked, in seconds. */
#define PATIENCE 3600.0

/* The size of the process before it has read anything, and the bytes of a label while a table is
 * read. */
#define PROCESS_BYTES (8.0 * 1048576)
#define LABEL_BYTES   8.0

/* Seconds that nobody waits for: of functions that take less, the better one is named. */
#define NO_WAIT 0.1

/* Seconds to read a label. */
#define LABEL_SECONDS 1e-8

/* Base clusterings of the benchmark. */
#define MEMBERS 30.0

int ce_ensemble_describe(ce_ensemble *ensemble, ce_ensemble_facts *facts, ce_error *err)
{
    const ce_labels *labels = ensemble->labels;
    ce_microclusters micro = {0};
    size_t missing = 0;
    int rc = ce_microclusters_build(&micro, labels, ensemble->weight, err);

    if (rc)
        return rc;
    *facts = (ce_ensemble_facts){.n = labels->n,
                                 .m = labels->m,
                                 .unlabelled = ensemble->n - labels->n,
                                 .clusters = ce_labels_total(labels),
                                 .microclusters = micro.count};
    ce_microclusters_free(&micro);
    for (size_t i = 0; i < labels->n * labels->m; i++)
        missing += labels->labels[i] == CE_MISSING;
    facts->missing = (double)missing / ((double)labels->n * (double)labels->m);
    facts->least = SIZE_MAX;
    for (size_t q = 0; q < labels->m; q++) {
        size_t k = (size_t)labels->k[q];
        facts->least = k < facts->least ? k : facts->least;
        facts->most = k > facts->most ? k : facts->most;
    }
    facts->fixed = facts->least == facts->most && facts->m > 1;
    return CE_OK;
}

/* A value at `size`, from those at the two measured sizes, as a power of the size; `most` is the
 * largest exponent. */
static double grow(const double value[2], double size, double most)
{
    const double *at = ce_evidence_objects;
    double power = log(value[1] / value[0]) / log(at[1] / at[0]);

    power = power < 0 ? 0 : power;
    power = power > most ? most : power;
    return value[1] * pow(size / at[1], power);
}

static void estimate(const ce_ensemble_facts *facts, ce_advice *a)
{
    double most = a->about->cost == CE_COST_OBJECTS ? 1.5 : 2.5;
    double rows =
        (double)(a->about->cost == CE_COST_OBJECT_PAIRS ? facts->n : facts->microclusters);
    double labels = (double)facts->n * (double)facts->m, own[2];

    a->seconds = grow(a->evidence->seconds, rows, most) * (double)facts->m / MEMBERS +
                 labels * LABEL_SECONDS;
    for (int i = 0; i < 2; i++) {
        own[i] = a->evidence->mib[i] * 1048576 - PROCESS_BYTES;
        own[i] = own[i] < 65536 ? 65536 : own[i];
    }
    a->bytes = PROCESS_BYTES + labels * LABEL_BYTES + grow(own, rows, 2);
}

/* The label table does not say whether its members saw all features, so both kinds count. */
static double of_kind(const ce_ensemble_facts *facts, const double value[CE_EVIDENCE_KINDS])
{
    return facts->fixed ? value[CE_EVIDENCE_FIXED]
                        : (value[CE_EVIDENCE_RANDOM] + value[CE_EVIDENCE_SUBSPACES]) / 2;
}

size_t ce_advice_ranked(void)
{
    size_t rows = 0;

    while (ce_evidences[rows].function)
        rows++;
    return rows;
}

int ce_advice_sets(const ce_ensemble_facts *facts)
{
    return ce_evidence_sets[facts->fixed ? CE_EVIDENCE_FIXED : CE_EVIDENCE_RANDOM];
}

double ce_advice_difference(const ce_ensemble_facts *facts)
{
    return ce_evidence_difference[facts->fixed ? CE_EVIDENCE_FIXED : CE_EVIDENCE_RANDOM];
}

/* Ranks are compared by the benchmark's digits, so that the order is the same everywhere. */
static int by_rank(const void *left, const void *right)
{
    const ce_advice *a = left, *b = right;

    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return strcmp(a->about->name, b->about->name);
}

/* Says why some are named. */
static void recommend(ce_advice *advice, size_t count, double difference)
{
    size_t best = 0, second, cheapest;
    double least = INFINITY;

    while (best < count && !advice[best].fits)
        best++;
    if (best == count)
        return;
    advice[best].why = CE_ADVICE_BEST;
    second = best + 1;
    while (second < count && (!advice[second].fits ||
                              !strcmp(advice[second].about->family, advice[best].about->family)))
        second++;
    if (second < count)
        advice[second].why = CE_ADVICE_SECOND;
    for (size_t i = best; i < count; i++) {
        advice[i].alike = advice[i].rank - advice[best].rank <= difference;
        if (advice[i].alike && advice[i].fits)
            least = fmin(least, advice[i].seconds);
    }
    least = fmax(2 * least, NO_WAIT);
    cheapest = best;
    while (!advice[cheapest].alike || !advice[cheapest].fits || advice[cheapest].seconds > least)
        cheapest++;
    if (!advice[cheapest].why)
        advice[cheapest].why = CE_ADVICE_CHEAPEST;
}

int ce_advise(const ce_ensemble_facts *facts, double available, ce_advice **advice, size_t *count,
              ce_error *err)
{
    size_t rows = ce_advice_ranked();

    *count = 0;
    *advice = ce_calloc(rows, sizeof **advice, err);
    if (!*advice)
        return CE_ENOMEM;
    for (size_t i = 0; i < rows; i++) {
        const ce_function_evidence *evidence = &ce_evidences[i];
        const ce_method *method = ce_method_find(evidence->function);
        ce_advice a = {.evidence = evidence};
        if (!method || (method->about.needs & ~(unsigned)CE_USES_K) ||
            isnan(of_kind(facts, evidence->rank)) || isnan(evidence->seconds[0]) ||
            isnan(evidence->seconds[1]))
            continue;
        a.about = &method->about;
        a.rank = of_kind(facts, evidence->rank);
        a.ari = of_kind(facts, evidence->ari);
        estimate(facts, &a);
        a.fits = a.bytes <= available && a.seconds <= PATIENCE;
        (*advice)[(*count)++] = a;
    }
    qsort(*advice, *count, sizeof **advice, by_rank);
    recommend(*advice, *count, ce_advice_difference(facts));
    return CE_OK;
}
