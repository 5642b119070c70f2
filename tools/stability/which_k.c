/* k, pac, cdf, area: the distribution of the consensus of pairs, for each k. */
#include "which_k.h"

#include <math.h>
#include <stdio.h>

#include "core/memory.h"
#include "score/agreement.h"
#include "score/element_centric.h"
#include "stability_life.h"

#define ROW_SAMPLE                                                                                 \
    {0, "sample-pairs", CE_INTEGER, "N", 1, 1e9, NULL, NULL,                                       \
     offsetof(group_options, sample_pairs), NULL,                                                  \
     "look at this many random pairs of objects instead of all"}

#define ROWS_AMBIGUOUS                                                                             \
    {0, "low", CE_REAL, "U", 0, 1, NULL, "0.1", offsetof(group_options, low), NULL,                \
     "a pair is ambiguous above this consensus"},                                                  \
        {0, "high", CE_REAL, "U", 0, 1, NULL, "0.9", offsetof(group_options, high), NULL,          \
         "a pair is ambiguous below this consensus"},                                              \
        STABILITY_ROW_BOUNDS(group_options)

#define ROW_GAIN                                                                                   \
    {0, "gain", CE_REAL, "D", 0, 1, NULL, "0.1", offsetof(group_options, gain), NULL,              \
     "the area prefers the last k before its delta is less than this"}

#define ROW_PART \
    {0, "part", CE_TEXT, "I/N", 0, 0, NULL, NULL, offsetof(group_options, part), NULL, \
     "count part I of N of the pairs of objects; every part reads the same table: write a table " \
     "of sums for ce-merge instead of the result"}

static const ce_option k_rows[] = {
    ROW_PART,
    ROWS_AMBIGUOUS,
    ROW_GAIN,
    {0, "linkage", CE_CHOICE, "HOW", 0, 0, LINKAGE_NAMES, "average",
     offsetof(group_options, linkage), NULL,
     "linkage of the dendrogram for lifetimes; none: no lifetimes, and no n x n matrix"},
    ROW_SAMPLE,
    {0, "choose", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(group_options, choose), "!part",
     "write the k that most indices prefer, and the reason, in place of the numbers"},
};

static const ce_option pac_rows[] = {ROW_PART, ROWS_AMBIGUOUS,
                                     ROW_SAMPLE};

static const ce_option cdf_rows[] = {
    ROW_PART,
    {0, "points", CE_INTEGER, "N", 0, 1e9, NULL, "0", offsetof(group_options, points), NULL,
     "the curve at this many equal steps from 0 to 1; 0: at each value that occurs"},
    ROW_SAMPLE,
};

static const ce_option area_rows[] = {ROW_PART, ROW_GAIN, ROW_SAMPLE};

static void check(const stability_call *call)
{
    const group_options *o = call->options;

    if (ce_cli_given(call->cli, "seed") && !o->sample_pairs)
        ce_cli_usage(call->cli, "--seed goes with --sample-pairs: else nothing is drawn");
}

static void check_ambiguous(const stability_call *call)
{
    const group_options *o = call->options;

    if (o->low >= o->high)
        ce_cli_usage(call->cli, "--low %g --high %g: nothing between them", o->low, o->high);
    check(call);
}

/* ---- numbers ---- */

/* Tells what a group has, and what makes its numbers doubtful. */
static void tell_group(const ce_cli *cli, const stability_group *group)
{
    const ce_consensus_distribution *d = &group->distribution;
    char of[32] = "";

    if (group->k)
        snprintf(of, sizeof of, "k = %d: ", group->k);
    ce_cli_detail(cli, "%s%zu base clusterings, %zu values of consensus among %.0f pairs", of,
                  group->labels.m, d->count, d->total);
    if (group->labels.m < 2)
        ce_cli_note(cli, "%sone base clustering, whose consensus is 0 or 1 by itself", of);
    if (d->left_out > 0)
        ce_cli_note(cli, "%s%.0f of %.0f pairs are left out: no base clustering labels both", of,
                    d->left_out, d->left_out + d->total);
}

/* With so many base clusterings of a k it does not matter that another has more. */
enum { MANY_MEMBERS = 30 };

/* Few base clusterings agree more easily than many, since their consensus takes few values. */
static void tell_unequal(const ce_cli *cli, const stability_work *w)
{
    const stability_group *least = NULL, *most = NULL;

    for (size_t g = 0; g < w->groups; g++) {
        const stability_group *group = &w->group[g];
        if (group->labels.m < 2)
            continue;
        least = !least || group->labels.m < least->labels.m ? group : least;
        most = !most || group->labels.m > most->labels.m ? group : most;
    }
    if (least && least->labels.m < MANY_MEMBERS && 2 * least->labels.m < most->labels.m)
        ce_cli_note(cli,
                    "k = %d has %zu base clusterings and k = %d has %zu: fewer agree more easily "
                    "(ce-stability resample makes as many of each)",
                    least->k, least->labels.m, most->k, most->labels.m);
}

/* So many base clusterings for each pair make its consensus fine enough. */
enum { ENOUGH_MEMBERS = 10 };

/* How many base clusterings label both objects of a pair, at the mean over the pairs that have one.
 */
static double members_of_pairs(const stability_group *group, const double *size)
{
    const ce_consensus_distribution *d = &group->distribution;
    double labelled = 0, all = 0;

    for (size_t i = 0; i < group->labels.n; i++)
        all += size ? size[i] : 1;
    for (size_t q = 0; q < group->labels.m; q++) {
        const int32_t *label = ce_labels_column(&group->labels, q);
        double n = 0;
        for (size_t i = 0; i < group->labels.n; i++)
            n += label[i] < 0 ? 0 : size ? size[i] : 1;
        labelled += n * (n - 1);
    }
    return labelled / (all * (all - 1) * d->total / (d->total + d->left_out));
}

/* Pairs that few base clusterings label are seldom ambiguous, however many base clusterings there
 * are. */
static void tell_thin(const ce_cli *cli, const stability_work *w)
{
    const stability_group *thin = NULL;
    double least = ENOUGH_MEMBERS;

    for (size_t g = 0; g < w->groups; g++) {
        const stability_group *group = &w->group[g];
        double members;
        if (w->from_sums || group->labels.m < ENOUGH_MEMBERS || !(group->distribution.total > 0))
            continue;
        members = members_of_pairs(group, w->table.size);
        if (members < least) {
            least = members;
            thin = group;
        }
    }
    if (thin)
        ce_cli_note(cli,
                    "k = %d: a pair is labelled by %.2g of %zu base clusterings at the mean: fewer "
                    "than ten agree easily, so PAC says little",
                    thin->k, least, thin->labels.m);
}

static int distribute(const stability_call *call, stability_work *w, ce_error *err)
{
    const group_options *o = call->options;
    int rc = CE_OK;

    for (size_t g = 0; g < w->groups && !rc; g++) {
        stability_group *group = &w->group[g];
        if (!w->from_sums)
            rc = ce_consensus_distribution_of_labels(
                &group->labels, w->table.size, (size_t)o->sample_pairs, call->tool->common.seed,
                ce_cli_step(call->cli), &group->distribution, err);
        if (!rc)
            tell_group(call->cli, group);
    }
    if (!rc) {
        tell_unequal(call->cli, w);
        tell_thin(call->cli, w);
    }
    return rc;
}

double stability_pac_of(const ce_consensus_distribution *d, double low, double high, int bounds)
{
    return bounds == BOUNDS_OPEN ? ce_pac(d, low, high) : ce_pac_half_open(d, low, high);
}

/* ---- text ---- */

static void write_k(stability_rows *out, const stability_group *group)
{
    if (group->k)
        ce_records_integer(&out->records, group->k);
    else
        ce_records_text(&out->records, NULL);
}

static void write_members(stability_rows *out, const stability_group *group)
{
    write_k(out, group);
    ce_records_integer(&out->records, (int64_t)group->labels.m);
}

int stability_find_lifetimes(const stability_call *call, stability_work *w, ce_error *err)
{
    const group_options *o = call->options;
    ce_linkage_method method =
        o->linkage == LINKAGE_SINGLE ? CE_LINKAGE_SINGLE : CE_LINKAGE_AVERAGE;
    ce_dendrogram tree = {0};
    double from, to;
    int rc = stability_tree(call->cli, w, method, &tree, err);

    if (!rc && !(w->lifetime = ce_alloc(w->groups, sizeof *w->lifetime, err)))
        rc = CE_ENOMEM;
    for (size_t g = 0; g < w->groups && !rc; g++) {
        int lives = ce_dendrogram_life(&tree, (size_t)w->group[g].k, &from, &to);
        w->lifetime[g] = lives ? to - from : NAN;
    }
    if (!rc)
        w->longest_k = stability_longest_life(&tree, &w->longest_life);
    ce_dendrogram_free(&tree);
    return rc;
}

int which_k_find_inconsistency(const stability_call *call, stability_work *w, ce_error *err)
{
    int rc = CE_OK;

    w->inconsistency = ce_alloc(w->groups, sizeof *w->inconsistency, err);
    if (!w->inconsistency)
        return CE_ENOMEM;
    for (size_t g = 0; g < w->groups && !rc; g++) {
        ce_agreement agreement = {0};
        rc = ce_agreement_compute(&agreement, &w->group[g].labels, w->table.size, CE_NMI_SQRT,
                                  CE_AGREEMENT_ECS, ce_cli_step(call->cli), err);
        if (!rc)
            w->inconsistency[g] = ce_inconsistency(agreement.ecs, agreement.m);
        ce_agreement_free(&agreement);
    }
    return rc;
}

static int write_indices(const stability_call *call, const stability_work *w, ce_error *err)
{
    const group_options *o = call->options;
    int with_tree = o->linkage != LINKAGE_NONE;
    const char *column[] = {"k", "members", "pac", "area", "delta", "lifetime", "ic"};
    stability_rows out;
    int rc;

    if (!with_tree)
        column[5] = "ic";
    rc = stability_begin(call->tool, &out, column, with_tree ? 7 : 6, err);

    if (rc)
        return rc;
    for (size_t g = 0; g < w->groups; g++) {
        const stability_group *group = &w->group[g];
        write_members(&out, group);
        ce_records_real(&out.records,
                        stability_pac_of(&group->distribution, o->low, o->high, o->bounds));
        ce_records_real(&out.records, which_k_area(w, g));
        ce_records_real(&out.records, which_k_delta(w, g));
        if (with_tree)
            ce_records_real(&out.records, w->lifetime[g]);
        ce_records_real(&out.records, w->inconsistency[g]);
    }
    return stability_end(&out, err);
}

static int run_k(const stability_call *call, stability_work *w, ce_error *err)
{
    const group_options *o = call->options;
    int with_tree = o->linkage != LINKAGE_NONE, rc = CE_OK;

    /* what may be refused comes first */
    if (with_tree && !w->from_sums)
        rc = stability_find_lifetimes(call, w, err);
    if (!rc)
        rc = distribute(call, w, err);
    if (!rc && !o->choose && !w->from_sums)
        rc = which_k_find_inconsistency(call, w, err);
    if (!rc)
        rc = o->choose ? which_k_write_choice(call, w, err) : write_indices(call, w, err);
    if (rc)
        return rc;
    which_k_tell_pac(call, w);
    which_k_tell_area(call, w);
    if (with_tree)
        stability_prefer_lifetime(call->cli, w, w->longest_k, w->longest_life);
    return CE_OK;
}

static int run_pac(const stability_call *call, stability_work *w, ce_error *err)
{
    const group_options *o = call->options;
    static const char *const column[] = {"k", "members", "pairs", "left_out", "pac"};
    stability_rows out;
    int rc = distribute(call, w, err);

    if (!rc)
        rc = stability_begin(call->tool, &out, column, 5, err);
    if (rc)
        return rc;
    for (size_t g = 0; g < w->groups; g++) {
        const ce_consensus_distribution *d = &w->group[g].distribution;
        write_members(&out, &w->group[g]);
        ce_records_real(&out.records, d->total);
        ce_records_real(&out.records, d->left_out);
        ce_records_real(&out.records, stability_pac_of(d, o->low, o->high, o->bounds));
    }
    rc = stability_end(&out, err);
    if (!rc)
        which_k_tell_pac(call, w);
    return rc;
}

static int run_area(const stability_call *call, stability_work *w, ce_error *err)
{
    static const char *const column[] = {"k", "members", "area", "delta"};
    stability_rows out;
    int rc = distribute(call, w, err);

    if (!rc)
        rc = stability_begin(call->tool, &out, column, 4, err);
    if (rc)
        return rc;
    for (size_t g = 0; g < w->groups; g++) {
        write_members(&out, &w->group[g]);
        ce_records_real(&out.records, which_k_area(w, g));
        ce_records_real(&out.records, which_k_delta(w, g));
    }
    rc = stability_end(&out, err);
    if (!rc)
        which_k_tell_area(call, w);
    return rc;
}

/* Writes the curve where it steps, or at `points` + 1 values equally far apart from 0 to 1. */
static void write_curve(stability_rows *out, const stability_group *group, size_t points)
{
    const ce_consensus_distribution *d = &group->distribution;
    size_t count = points ? points + 1 : d->count, s = 0;
    double below = 0;

    for (size_t p = 0; p < count && d->total > 0; p++) {
        double at = points ? (double)p / (double)points : d->value[p];
        while (s < d->count && d->value[s] <= at)
            below += d->pairs[s++];
        write_k(out, group);
        ce_records_real(&out->records, at);
        ce_records_real(&out->records, below / d->total);
    }
}

static int run_cdf(const stability_call *call, stability_work *w, ce_error *err)
{
    const group_options *o = call->options;
    static const char *const column[] = {"k", "consensus", "cdf"};
    stability_rows out;
    int rc = distribute(call, w, err);

    if (!rc)
        rc = stability_begin(call->tool, &out, column, 3, err);
    if (rc)
        return rc;
    for (size_t g = 0; g < w->groups; g++)
        write_curve(&out, &w->group[g], (size_t)o->points);
    return stability_end(&out, err);
}

const stability_noun stability_k = {
    .about =
        {.name = "k",
         .summary = "all indices for each k, and the k that each prefers",
         .about =
             "The indices are the proportion of ambiguous pairs, the area under the distribution "
             "of consensus and how it grows, the lifetime in the dendrogram, and the inconsistency "
             "of the base clusterings. Start here.",
         .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
         .cost = CE_COST_MICROCLUSTER_PAIRS,
         .options = CE_OPTIONS(k_rows, group_options)},
    .check = check_ambiguous,
    .run = run_k,
    .part = which_k_part,
    .write_part = which_k_write_part,
    .read_sums = which_k_read_sums,
};

const stability_noun stability_pac = {
    .about = {.name = "pac",
              .summary = "proportion of ambiguously clustered pairs, for each k",
              .about =
                  "It is the share of the pairs with a consensus between --low and --high. If "
                  "the base clusterings agree there are few such pairs, so the smallest share is "
                  "preferred.",
              .reference = "senbabaoglu2014",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(pac_rows, group_options)},
    .check = check_ambiguous,
    .run = run_pac,
    .part = which_k_part,
    .write_part = which_k_write_part,
    .read_sums = which_k_read_sums,
};

const stability_noun stability_cdf = {
    .about = {.name = "cdf",
              .summary = "cumulative distribution of the consensus of pairs, for each k",
              .about =
                  "A stable k is flat from near 0 to near 1. ce-plot cdf draws it.",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(cdf_rows, group_options)},
    .check = check,
    .run = run_cdf,
    .part = which_k_part,
    .write_part = which_k_write_part,
    .read_sums = which_k_read_sums,
};

const stability_noun stability_area = {
    .about = {.name = "area",
              .summary = "area under the distribution of consensus, and its growth from one k to "
                         "the next",
              .about = "The preferred k is the last one before the area grows by less than "
                       "--gain: more clusters hardly separate any more pairs.",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(area_rows, group_options)},
    .check = check,
    .run = run_area,
    .part = which_k_part,
    .write_part = which_k_write_part,
    .read_sums = which_k_read_sums,
};
