/*
 * se, he, sm, hm: the soft or hard partition that is nearest to all base clusterings [hornik2005];
 * and dwh, one pass over them [dimitriadou2002].
 *
 *     se, he   least sum_b w_b sum of (M - U_b P_b)^2          M soft, or of 0 and 1
 *     sm, hm   least sum_b w_b sum of |M - U_b P_b|            likewise
 *
 * From a start, the maps P_b and the memberships M are made the best for each other in turn
 * (nearest_memberships.h), until the sum changes by less than 1.5e-8 of itself, or `iterations`
 * times. The start with the least sum is kept; ties: the first. An object goes to the column of its
 * largest share; ties: the lowest.
 *
 * dwh: M is the first base clustering; each further one is mapped to M, and joins the mean.
 */
#include "consensus/method.h"
#include "consensus/random_starts.h"
#include "consensus/shared_options.h"

#include <math.h>
#include <stdlib.h>

#include "consensus/nearest_memberships.h"
#include "core/memory.h"

enum { START_DWH, START_RANDOM };
enum { ORDER_RANDOM, ORDER_GIVEN };

static const double tolerance = 1.4901161193847656e-08; /* of the relative change of the sum */
static const double grain = 1e-10; /* sums that differ by this part of the largest are equal */

typedef struct {
    int start, restarts, iterations, objects;
} se_options;

typedef struct {
    int order, objects;
} dwh_options;

static const ce_option rows[] = {
    {0, "start", CE_CHOICE, "FROM", 0, 0, "dwh|random", "dwh", offsetof(se_options, start), NULL,
     "first memberships: those of dwh in a random order, or drawn at random"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", offsetof(se_options, restarts), NULL,
     "random starts; the one with the least distance is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "100", offsetof(se_options, iterations), NULL,
     "largest number of rounds in each start"},
    CE_ROW_OBJECTS(se_options, objects),
};

static const ce_option dwh_rows[] = {
    {0, "order", CE_CHOICE, "HOW", 0, 0, "random|given", "random", offsetof(dwh_options, order),
     NULL, "in which order the base clusterings join the mean"},
    CE_ROW_OBJECTS(dwh_options, objects),
};

/* The state of the starts. */
typedef struct {
    ce_nearest near;
    size_t iterations;
    int start;
} problem;

/* What a start finds. */
typedef struct {
    double value;
    double rank; /* the value in grains */
    size_t rounds;
    int32_t labels[];
} fit_result;

static int run_start(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                     ce_error *err)
{
    const problem *starts = state;
    const ce_nearest *p = &starts->near;
    fit_result *found = result;
    ce_nearest_work w = {0};
    double before;
    int rc = ce_nearest_work_alloc(&w, p, err);

    if (!rc && starts->start == START_DWH)
        rc = ce_random_choose(rng, p->s.m, p->s.m, w.order, err);
    if (rc)
        goto done;
    if (starts->start == START_DWH)
        ce_nearest_pass(p, &w);
    else
        ce_nearest_random(p, rng, &w);
    found->value = ce_nearest_map(p, &w);
    for (found->rounds = 1; found->rounds <= starts->iterations; found->rounds++) {
        before = found->value;
        ce_nearest_fit(p, &w);
        found->value = ce_nearest_map(p, &w);
        ce_restart_step(steps);
        if (fabs(before - found->value) < tolerance * (fabs(before) + tolerance))
            break;
    }
    found->rank = rint(found->value / (p->most * grain));
    ce_nearest_choose(p, &w, found->labels);
done:
    ce_nearest_work_free(&w);
    return rc;
}

static int is_nearer(const void *a, const void *b)
{
    const fit_result *x = a, *y = b;

    return x->rank < y->rank;
}

/* ---- runs ---- */

static int run_se(const ce_run *run, ce_partition *result, ce_error *err)
{
    const se_options *o = run->settings->values;
    problem p = {.near = {.by = *(const ce_nearest_criterion *)run->method->own},
                 .iterations = (size_t)o->iterations,
                 .start = o->start};
    ce_restart_options options = {.restarts = (size_t)o->restarts,
                                  .run = run_start,
                                  .better = is_nearer,
                                  .state = &p,
                                  .steps = (size_t)o->iterations,
                                  .may_end = 1};
    const fit_result *best = NULL;
    void *found = NULL;
    int wide = o->start == START_DWH;
    int rc = ce_nearest_init(&p.near, run, o->objects, (size_t)o->restarts, wide,
                             wide ? CE_OPT("start") " random" : "fewer clusters or threads", err);

    if (!rc) {
        options.bytes = sizeof *best + p.near.s.count * sizeof *best->labels;
        rc = ce_random_starts(run, &options, &found, err);
        best = found;
    }
    if (!rc)
        ce_tell(&run->report->messages, CE_DETAIL,
                "%s: %s %.9g (starts: %d, rounds of the best: %zu%s)", run->column, p.near.by.what,
                fmax(best->value, 0), o->restarts,
                best->rounds < p.iterations ? best->rounds : p.iterations,
                best->rounds > p.iterations ? ", which did not settle" : "");
    if (!rc)
        rc = ce_nearest_expand(&p.near, best->labels, result, err);
    free(found);
    ce_nearest_free(&p.near);
    return rc;
}

static int run_dwh(const ce_run *run, ce_partition *result, ce_error *err)
{
    const dwh_options *o = run->settings->values;
    ce_nearest p = {.by = {.what = "sum of squares"}};
    gsl_rng *rng = ce_random_alloc(run->seed, CE_STREAM_CONSENSUS, 0, err);
    int32_t *labels = NULL;
    ce_nearest_work w = {0};
    int rc = rng ? ce_nearest_init(&p, run, o->objects, 1, 1, "se", err) : CE_ENOMEM;

    if (!rc)
        rc = ce_nearest_work_alloc(&w, &p, err);
    if (!rc && o->order == ORDER_RANDOM)
        rc = ce_random_choose(rng, p.s.m, p.s.m, w.order, err);
    for (size_t b = 0; b < p.s.m && !rc && o->order == ORDER_GIVEN; b++)
        w.order[b] = b;
    if (!rc) {
        labels = ce_alloc(p.s.count, sizeof *labels, err);
        rc = labels ? CE_OK : CE_ENOMEM;
    }
    if (!rc) {
        ce_nearest_pass(&p, &w);
        ce_nearest_choose(&p, &w, labels);
        ce_tell(&run->report->messages, CE_DETAIL, "%s: %s %.9g", run->column, p.by.what,
                fmax(ce_nearest_map(&p, &w), 0));
        rc = ce_nearest_expand(&p, labels, result, err);
    }
    gsl_rng_free(rng);
    free(labels);
    ce_nearest_work_free(&w);
    ce_nearest_free(&p);
    return rc;
}

static const ce_nearest_criterion soft_euclidean = {0, 0, "sum of squares"},
                                  hard_euclidean = {0, 1, "sum of squares"},
                                  soft_manhattan = {1, 0, "sum of distances"},
                                  hard_manhattan = {1, 1, "sum of distances"};

#define NEAREST(method, line, text) \
    .about = {.name = method, \
              .family = "votes and mixtures", \
              .summary = line, \
              .about = text " The clusters of every base clustering are matched to its own, and " \
                            "both are improved in turn, from several starts.", \
              .reference = "hornik2005", \
              .page = "clens-se", \
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS, \
              .needs = CE_USES_K, \
              .takes = CE_USES_WEIGHTS, \
              .cost = CE_COST_OBJECTS, \
              .options = CE_OPTIONS(rows, se_options)}, \
    .run = run_se

const ce_method ce_method_se = {
    NEAREST("se", "soft Euclidean consensus: memberships of least squared distance",
            "Finds the memberships with the least sum of squared differences from those of all "
            "base clusterings."),
    .own = &soft_euclidean,
};

const ce_method ce_method_he = {
    NEAREST("he", "hard Euclidean consensus: the partition of least squared distance",
            "Finds the partition with the least sum of squared differences from the memberships "
            "of all base clusterings."),
    .own = &hard_euclidean,
};

const ce_method ce_method_sm = {
    NEAREST("sm", "soft Manhattan consensus: memberships of least absolute distance",
            "Finds the memberships with the least sum of absolute differences from those of all "
            "base clusterings."),
    .own = &soft_manhattan,
};

const ce_method ce_method_hm = {
    NEAREST("hm", "hard Manhattan consensus: the partition of least absolute distance",
            "Finds the partition with the least sum of absolute differences from the memberships "
            "of all base clusterings."),
    .own = &hard_manhattan,
};

const ce_method ce_method_dwh = {
    .about = {.name = "dwh",
              .family = "votes and mixtures",
              .summary = "one pass of soft voting: each base clustering is matched to the mean",
              .about = "The base clusterings come one after the other. The clusters of each are "
                       "matched to those of the mean of the earlier ones, and join it.",
              .reference = "dimitriadou2002",
              .page = "clens-se",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .needs = CE_USES_K,
              .takes = CE_USES_WEIGHTS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(dwh_rows, dwh_options)},
    .run = run_dwh,
};
