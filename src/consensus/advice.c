#include "consensus/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/memory.h"
#include "score/agreement.h"

/* The longest time that is recommended without being asked, in seconds. */
#define PATIENCE 3600.0

/* The size of the process before it has read anything, and the bytes of a label while a table is
 * read. */
#define PROCESS_BYTES (8.0 * 1048576)
#define LABEL_BYTES   8.0

/* Seconds to read a label. */
#define LABEL_SECONDS 1e-8

/* The same of a membership. It is held in single precision, and functions make a matrix of it: wspa
 * took 15 bytes, wbpa 7. */
#define CELL_BYTES   11.0
#define CELL_SECONDS 1e-7

/* Base clusterings of the benchmark. */
#define MEMBERS 30.0

/* The exponents of clusters in a time or in memory. Below 0: few clusters put more pairs of objects
 * together. */
#define LEAST_OF_CLUSTERS (-1.5)
#define MOST_OF_CLUSTERS  3.0

/* So many times as long as one k the search of k takes, where that is not known. */
#define SEARCH      150.0
#define SEARCH_TREE 7.0

/* So many k were tried where it was measured. */
#define SEARCH_TRIES 23.0

/* What is never dear. */
#define CHEAP_SECONDS 10.0
#define CHEAP_BYTES   (1024.0 * 1048576)
/* Else dear is what costs so many times as much as another. */
#define TIMES_AS_MUCH 10.0

/* A k that is so many times as large as the one asked for is another one. */
#define LARGER_TIMES 2.0

/* Where none was asked for: nobody looks for so many clusters, or for this share of the root of the
 * number of objects. */
#define MANY_CLUSTERS 20.0
#define SHARE_OF_ROOT 0.75
/* Of few objects this is not many. */
#define FEW_CLUSTERS 4.0

/* As many clusters are large in a base clustering of so many objects that the root says more. */
#define LARGE_CLUSTERS 50.0

/* A share of the labels that is nearer to the half of the benchmark than to none. */
#define MANY_MISSING 0.25

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
    for (size_t c = 0; c < micro.count; c++)
        facts->objects += micro.size[c];
    ce_microclusters_free(&micro);
    facts->agreement = ce_agreement_sample(labels, ensemble->weight);
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
    facts->soft = ensemble->membership != NULL;
    facts->same = !facts->soft && missing == 0 && facts->least == facts->microclusters;
    return CE_OK;
}

/* The exponents of a value that is a power of the microclusters times a power of the clusters.
 * beyond: that of the microclusters above those of the large ensemble. There what costs a constant
 * or goes by the clusters alone counts for little. */
typedef struct {
    double microclusters, clusters, beyond;
} powers;

static double ratio(const double *value, int a, int b)
{
    return log(value[a] / value[b]);
}

static double within(double x, double least, double most)
{
    return fmin(fmax(x, least), most);
}

/* Through the measured values; without that of few clusters of microclusters alone, and without
 * that of many microclusters as below. Exponents that no function has come from noise, and are cut
 * off. most: the largest exponent of microclusters. */
static powers fit(const double value[CE_COSTS], double most)
{
    const double *r = ce_evidence_microclusters, *g = ce_evidence_clusters;
    const double grown = ratio(value, CE_COST_LARGE, CE_COST_SMALL),
                 rows = ratio(r, CE_COST_LARGE, CE_COST_SMALL),
                 clusters = ratio(g, CE_COST_LARGE, CE_COST_SMALL),
                 rows_few = ratio(r, CE_COST_LARGE, CE_COST_FEW),
                 clusters_few = ratio(g, CE_COST_LARGE, CE_COST_FEW);
    powers p = {0};

    if (!isnan(value[CE_COST_FEW]))
        p.clusters = within((ratio(value, CE_COST_LARGE, CE_COST_FEW) * rows - grown * rows_few) /
                                (clusters_few * rows - clusters * rows_few),
                            LEAST_OF_CLUSTERS, MOST_OF_CLUSTERS);
    p.microclusters = within((grown - p.clusters * clusters) / rows, 0, most);
    p.beyond = p.microclusters;
    if (!isnan(value[CE_COST_MANY]) && !isnan(value[CE_COST_FEW]))
        p.beyond = within(
            ratio(value, CE_COST_MANY, CE_COST_FEW) / ratio(r, CE_COST_MANY, CE_COST_FEW), 0, most);
    return p;
}

static double grow(const double value[CE_COSTS], powers p, double rows, double clusters)
{
    double times = rows / ce_evidence_microclusters[CE_COST_LARGE];

    return value[CE_COST_LARGE] * pow(times, times > 1 ? p.beyond : p.microclusters) *
           pow(clusters / ce_evidence_clusters[CE_COST_LARGE], p.clusters);
}

static double rows_of(const ce_ensemble_facts *facts, const ce_advice *a)
{
    if (a->soft || a->about->cost == CE_COST_OBJECT_PAIRS)
        return (double)facts->n;
    return (double)facts->microclusters;
}

/* How many times as long as for one k a call takes. */
static double times_of(const ce_ensemble_facts *facts, const ce_advice *a)
{
    if (!facts->calls && ce_method_finds_k(ce_method_find(a->about->name)))
        return 1;
    if (!facts->calls && a->about->reports & CE_REPORTS_TREE)
        return isnan(a->evidence->search) ? SEARCH_TREE : a->evidence->search;
    if (!facts->calls)
        return fmax(1, (isnan(a->evidence->search) ? SEARCH : a->evidence->search) *
                           (double)facts->tries / SEARCH_TRIES);
    return a->about->reports & CE_REPORTS_TREE ? 1 : (double)facts->calls;
}

/* The clusters grow with the members, so a power of them leaves less to the members. */
static void estimate(const ce_ensemble_facts *facts, ce_advice *a)
{
    const double *seconds = a->evidence->seconds, rows = rows_of(facts, a),
                 labels = (double)facts->n * (double)facts->m, clusters = (double)facts->clusters,
                 cells = a->soft ? (double)facts->n * clusters : 0;
    powers p = fit(seconds, a->about->cost == CE_COST_OBJECTS ? 1.5 : 2.5);
    double own[CE_COSTS];

    a->seconds = grow(seconds, p, rows, clusters) * times_of(facts, a) *
                     pow((double)facts->m / MEMBERS, within(1 - p.clusters, 0, 1)) +
                 labels * LABEL_SECONDS + cells * CELL_SECONDS;
    for (int i = 0; i < CE_COSTS; i++)
        own[i] = fmax(a->evidence->mib[i] * 1048576 - PROCESS_BYTES, 65536);
    for (int i = CE_COST_FEW; i < CE_COSTS; i++)
        if (isnan(a->evidence->mib[i]))
            own[i] = NAN;
    a->bytes = PROCESS_BYTES + labels * LABEL_BYTES + cells * CELL_BYTES +
               grow(own, fit(own, 2), rows, clusters);
}

int ce_advice_is_true_k(const ce_ensemble_facts *facts)
{
    double most = fmin(fmax(SHARE_OF_ROOT * sqrt(facts->objects), FEW_CLUSTERS), MANY_CLUSTERS);

    if (facts->wanted)
        most = LARGER_TIMES * (double)facts->wanted;
    return facts->fixed && (double)facts->most <= most;
}

int ce_advice_has_missing(const ce_ensemble_facts *facts)
{
    return facts->missing >= MANY_MISSING;
}

int ce_advice_has_large_k(const ce_ensemble_facts *facts)
{
    double least = fmin(sqrt(facts->objects) / 2, LARGE_CLUSTERS);

    return (double)facts->least >= least && (double)facts->least > FEW_CLUSTERS &&
           facts->clusters >= facts->wanted * facts->m;
}

static int kind_of(const ce_ensemble_facts *facts)
{
    if (ce_advice_has_missing(facts))
        return CE_EVIDENCE_MISSING;
    if (ce_advice_is_true_k(facts))
        return CE_EVIDENCE_FIXED;
    return ce_advice_has_large_k(facts) ? CE_EVIDENCE_LARGE : CE_EVIDENCE_RANDOM;
}

/* The label table does not say whether its members saw all features, so both kinds count. */
static double of_kind(const ce_ensemble_facts *facts, const double value[CE_EVIDENCE_KINDS])
{
    const int kind = kind_of(facts);

    return kind == CE_EVIDENCE_RANDOM
               ? (value[CE_EVIDENCE_RANDOM] + value[CE_EVIDENCE_SUBSPACES]) / 2
               : value[kind];
}

size_t ce_advice_ranked(void)
{
    size_t rows = 0;

    for (size_t i = 0; ce_evidences[i].function; i++)
        rows += !isnan(ce_evidences[i].rank[CE_EVIDENCE_RANDOM]);
    return rows;
}

int ce_advice_sets(const ce_ensemble_facts *facts)
{
    return ce_evidence_sets[kind_of(facts)];
}

size_t ce_advice_largest(const ce_ensemble_facts *facts)
{
    return (size_t)ce_evidence_largest[kind_of(facts)];
}

double ce_advice_difference(const ce_ensemble_facts *facts)
{
    return ce_evidence_difference[kind_of(facts)];
}

static int compared_soft(const ce_advice *a)
{
    return isnan(a->rank);
}

/* Those compared on memberships first, by ARI; then the others by rank. Both are compared by the
 * digits of the evidence, so that the order is the same everywhere. */
static int by_evidence(const void *left, const void *right)
{
    const ce_advice *a = left, *b = right;
    int soft_a = compared_soft(a), soft_b = compared_soft(b);

    if (soft_a != soft_b)
        return soft_b - soft_a;
    if (soft_a && a->ari != b->ari)
        return a->ari > b->ari ? -1 : 1;
    if (!soft_a && a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return strcmp(a->about->name, b->about->name);
}

static size_t first_fit(const ce_advice *advice, size_t from, size_t count)
{
    while (from < count && (!advice[from].fits || advice[from].dear))
        from++;
    return from;
}

/* Those compared on memberships, `compared` of them: the first two that fit. Returns how many. */
static int recommend_soft(ce_advice *advice, size_t compared)
{
    static const int why[] = {CE_ADVICE_BEST, CE_ADVICE_SECOND};
    int named = 0;

    for (size_t i = 0; i < compared && named < 2; i++)
        if (advice[i].fits)
            advice[i].why = why[named++];
    return named;
}

/* Which are alike to the first that fits, and which of these are dear. */
static void find_dear(ce_advice *advice, size_t count, double difference)
{
    size_t first = first_fit(advice, 0, count);
    double seconds = INFINITY, bytes = INFINITY;

    for (size_t i = first; i < count; i++) {
        advice[i].alike = advice[i].rank - advice[first].rank <= difference;
        if (!advice[i].alike || !advice[i].fits)
            continue;
        seconds = fmin(seconds, advice[i].seconds);
        bytes = fmin(bytes, advice[i].bytes);
    }
    for (size_t i = first; i < count; i++)
        advice[i].dear = advice[i].alike && advice[i].fits &&
                         (advice[i].seconds > fmax(TIMES_AS_MUCH * seconds, CHEAP_SECONDS) ||
                          advice[i].bytes > fmax(TIMES_AS_MUCH * bytes, CHEAP_BYTES));
    if (first_fit(advice, first, count) == count) /* nothing is cheap in both */
        for (size_t i = first; i < count; i++)
            advice[i].dear = 0;
}

/* Says why some are named. */
static void recommend(ce_advice *advice, size_t count, double difference)
{
    size_t best, second;

    find_dear(advice, count, difference);
    best = first_fit(advice, 0, count);
    if (best == count)
        return;
    advice[best].why = CE_ADVICE_BEST;
    second = first_fit(advice, best + 1, count);
    while (second < count && !strcmp(advice[second].about->family, advice[best].about->family))
        second = first_fit(advice, second + 1, count);
    if (second < count)
        advice[second].why = CE_ADVICE_SECOND;
}

/* Whether a row of the evidence is about these base clusterings; fills what it says of them. */
static int take_evidence(const ce_ensemble_facts *facts, const ce_function_evidence *evidence,
                         ce_advice *a)
{
    const ce_method *method = ce_method_find(evidence->function);
    double rank = of_kind(facts, evidence->rank);

    if (!method || (method->about.needs & ~(unsigned)CE_USES_K) ||
        isnan(evidence->seconds[CE_COST_SMALL]) || isnan(evidence->seconds[CE_COST_LARGE]))
        return 0;
    a->evidence = evidence;
    a->about = &method->about;
    a->soft = facts->soft && method->about.reads & CE_READS_MEMBERSHIPS;
    a->rank = rank;
    a->ari = of_kind(facts, evidence->ari);
    if (facts->soft && !isnan(evidence->soft_ari)) {
        a->rank = NAN;
        a->ari = evidence->soft_ari;
    } else if (isnan(rank)) {
        return 0;
    }
    return 1;
}

/* The functions that one of them chooses among by default; NULL: it does not. */
static const char *chosen_among(const ce_descriptor *about)
{
    for (size_t o = 0; o < about->options.count; o++)
        if (!strcmp(about->options.row[o].name, "among"))
            return about->options.row[o].by_default;
    return NULL;
}

/* A function that chooses among others takes no less time than all of them, whatever the powers of
 * its own times say. */
static void add_up(ce_advice *a, const ce_advice *others, size_t count)
{
    double sum = 0;

    for (const char *name = chosen_among(a->about); name; name = strchr(name, ',')) {
        name += *name == ',';
        size_t length = strcspn(name, ",");
        for (size_t i = 0; i < count; i++)
            if (!others[i].evidence->options[0] && strlen(others[i].about->name) == length &&
                !strncmp(others[i].about->name, name, length))
                sum += others[i].seconds;
    }
    a->seconds = fmax(a->seconds, sum);
}

int ce_advise(const ce_ensemble_facts *facts, double available, ce_advice **advice, size_t *count,
              ce_error *err)
{
    size_t rows = 0, soft = 0;

    while (ce_evidences[rows].function)
        rows++;
    *count = 0;
    *advice = ce_calloc(rows, sizeof **advice, err);
    if (!*advice)
        return CE_ENOMEM;
    for (size_t i = 0; i < rows; i++) {
        ce_advice a = {0};
        if (!take_evidence(facts, &ce_evidences[i], &a))
            continue;
        estimate(facts, &a);
        (*advice)[(*count)++] = a;
    }
    for (size_t i = 0; i < *count; i++) {
        ce_advice *a = &(*advice)[i];
        add_up(a, *advice, *count);
        a->fits = a->bytes <= available && a->seconds <= PATIENCE;
    }
    qsort(*advice, *count, sizeof **advice, by_evidence);
    while (soft < *count && compared_soft(&(*advice)[soft]))
        soft++;
    if (!recommend_soft(*advice, soft))
        recommend(*advice + soft, *count - soft, ce_advice_difference(facts));
    return CE_OK;
}
