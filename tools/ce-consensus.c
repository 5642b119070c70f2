/* ce-consensus: consensus functions by name, several methods and several k in one call. The methods
 * are in src/consensus/methods; what a call does is in the folder consensus/. */
#include <stdio.h>
#include <string.h>

#include "cli/constraint_input.h"
#include "consensus/job.h"
#include "consensus/registry.h"

#define FIELD(name) offsetof(consensus_options, name)

static const ce_option rows[] = {
    {0, "advise", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(advise), NULL,
     "say which functions suit the base clusterings in FILE; no NAME is given"},
    {0, "choose", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(choose), "@labels @k",
     "of several k take that at which halves of the base clusterings agree best"},
    {0, "splits", CE_INTEGER, "N", 1, 1e6, NULL, "5", FIELD(splits), "@labels @k",
     "to compare halves of the base clusterings, how often they are parted"},
    {0, "agreement", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(agreement), "@labels @k",
     "write how far the halves agree at each k"},
    {0, "lifetime", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(lifetime), "@tree",
     "choose k by the longest lifetime in the dendrogram, instead of -k"},
    {0, "keep-going", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(keep_going), "@labels",
     "if a method fails at a k, write what succeeds; exit status 1"},
    {0, "confidence", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(confidence), NULL,
     "write how sure each object is of its cluster, from 0 to 1"},
    {0, "data", CE_INPUT, "FILE", 0, 0, NULL, NULL, FIELD(data), "@labels @data",
     "the data table that the base clusterings were made from"},
    {0, "weights", CE_INPUT, "FILE", 0, 0, NULL, NULL, FIELD(weights), "@weights",
     "weights of the base clusterings, as ce-weigh writes them"},
    {0, "base-model", CE_INPUT, "FILE", 0, 0, NULL, NULL, FIELD(base_model), "@model",
     "centroids and weights of the base clusterings (ce-generate lac --model)"},
    {0, "constraints", CE_INPUT, "FILE", 0, 0, NULL, NULL, FIELD(constraints), "@constraints",
     "pairs of objects that must or cannot link"},
    {0, "infeasible", CE_CHOICE, "WHAT", 0, 0, CE_INFEASIBLE_NAMES, "stop", FIELD(infeasible),
     "@constraints constraints",
     "if not all constraints can hold"},
    {0, "model", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(model), "@result-model",
     "write the centroids and weights of the result"},
    {0, "trace", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(trace), "@trace",
     "write each step that was tried or done"},
    {0, "base", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(base), "@members",
     "write the base clusterings here, as a label table"},
    {0, "base-weights", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(base_weights), "@member-weights",
     "write weights of base clusterings here, as ce-weigh does"},
};

/* What the command line gives besides the ensemble, as CE_USES_... and CE_WANTS_... bits. */
static unsigned given(const consensus_options *o)
{
    unsigned bits = 0;

    if (o->data)
        bits |= CE_USES_DATA;
    if (o->base_model)
        bits |= CE_USES_MODEL;
    if (o->constraints)
        bits |= CE_USES_CONSTRAINTS;
    if (o->weights)
        bits |= CE_USES_WEIGHTS;
    if (o->base_weights)
        bits |= CE_WANTS_WEIGHTS;
    return bits;
}

/* Wrong use: a method does not have what it needs. */
static void check_needs(const ce_cli *cli, const ce_descriptor *method, unsigned has)
{
    static const char *const file[] = {"-k K", "--data FILE", "--base-model FILE",
                                       "--constraints FILE", "--weights FILE"};
    unsigned needs = method->needs & ~(unsigned)CE_USES_K;
    char text[120] = "";
    size_t used = 0;

    if (!(needs & ~has))
        return;
    for (size_t b = 0; b < sizeof file / sizeof *file; b++)
        if (needs >> b & 1)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                     used ? " and " : "", file[b]);
    ce_cli_usage(cli, "%s needs %s", method->name, text);
}

/* The methods, their options, and what they need. */
static void check_methods(const ce_cli *cli, const consensus_options *o)
{
    ce_error err = {0};

    for (size_t f = 0; f < cli->nouns; f++) {
        const ce_method *method = ce_method_find(cli->noun[f]);
        check_needs(cli, &method->about, given(o));
        ce_cli_refuse(cli, ce_method_check(method, &cli->settings[f], given(o), &err), &err);
    }
}

/* What finds k where a method does not: -k, --lifetime or --choose; --choose if none of them is
 * given. Options that go with --choose are refused where nothing is chosen. */
static void check_who_finds_k(const ce_cli *cli, consensus_options *o, size_t need_k)
{
    size_t count = o->common.k.count;
    int compares = o->agreement && count > 1; /* at all k, of which none is chosen */

    if (need_k && o->lifetime && (count || o->choose))
        ce_cli_usage(cli, "%s and --lifetime: one of them expected", count ? "-k" : "--choose");
    if (o->choose && count == 1)
        ce_cli_usage(cli, "--choose goes with several k, such as -k 2..20");
    for (size_t i = 0; i < count && (o->choose || compares); i++)
        if (o->common.k.value[i] < 2)
            ce_cli_usage(cli, "--%s: k = 1 is always the same cluster, 2 or more expected",
                         o->choose ? "choose" : "agreement");
    if (need_k && !o->lifetime && !count) {
        if (!(cli->descriptor[0]->reads & ~(unsigned)CE_READS_DATA))
            ce_cli_usage(cli, "%s needs -k K", cli->noun[0]);
        o->choose = 1;
    }
    if (!o->choose && !compares && o->agreement)
        ce_cli_usage(cli, "--agreement goes with several k, such as -k 2..20, or with --choose");
    if (!o->choose && !compares && ce_cli_given(cli, "splits"))
        ce_cli_usage(cli, "--splits goes with --choose or --agreement");
}

/* What -k, --lifetime and --choose are for. */
static void check_k(const ce_cli *cli, consensus_options *o)
{
    size_t need_k = 0, take_k = 0;

    for (size_t f = 0; f < cli->nouns; f++) {
        take_k += (cli->descriptor[f]->takes & CE_USES_K) != 0;
        need_k += (cli->descriptor[f]->needs & CE_USES_K) != 0;
    }
    if (!need_k && (o->lifetime || (!take_k && (o->common.k.count || o->choose))))
        ce_cli_usage(cli, "%s finds the number of clusters itself: no %s", cli->noun[0],
                     o->lifetime ? "--lifetime" : o->choose ? "--choose" : "-k");
    if (!need_k && o->choose && !o->common.k.count)
        ce_cli_usage(cli, "%s finds the number of clusters itself: --choose goes with -k",
                     cli->noun[0]);
    check_who_finds_k(cli, o, need_k);
    for (size_t f = 0; f < cli->nouns && o->lifetime; f++)
        if ((cli->descriptor[f]->needs & CE_USES_K) &&
            !(cli->descriptor[f]->reports & CE_REPORTS_TREE))
            ce_cli_usage(cli, "%s has no dendrogram: --lifetime needs a function that cuts one",
                         cli->noun[f]);
}

/* Two columns of one name would be the same column twice. */
static void check_distinct(const ce_cli *cli)
{
    for (size_t f = 0; f < cli->nouns; f++)
        for (size_t g = 0; g < f; g++)
            if (cli->noun[f] == cli->noun[g])
                ce_cli_usage(cli, "%s is asked for twice", cli->noun[f]);
    ce_cli_distinct_clusters(cli);
}

/* Which methods go together. */
static void check_together(const ce_cli *cli, const consensus_options *o)
{
    size_t traces = 0, need_data = 0;

    for (size_t f = 0; f < cli->nouns; f++) {
        const ce_descriptor *method = cli->descriptor[f];
        if ((method->reads ^ cli->descriptor[0]->reads) & CE_READS_DATA)
            ce_cli_usage(cli, "%s and %s do not go together: one reads data, the other labels",
                         cli->noun[0], method->name);
        traces += (method->reports & CE_REPORTS_TRACE) != 0;
        need_data += (method->needs & CE_USES_DATA) != 0;
    }
    if (o->trace && traces > 1)
        ce_cli_usage(cli, "--trace goes with one method that has a trace, not %zu", traces);
    if (cli->nouns > 1 && (o->base || o->base_weights))
        ce_cli_usage(cli, "--%s goes with one method, not %zu", o->base ? "base" : "base-weights",
                     cli->nouns);
    if (o->base_weights && o->common.k.count > 1 && !o->choose &&
        cli->descriptor[0]->reads == CE_READS_LABELS)
        ce_cli_usage(cli, "--base-weights goes with one K of %s, not %zu", cli->noun[0],
                     o->common.k.count);
    if (o->weights && o->data && !need_data)
        ce_cli_usage(cli, "--weights and --data: one of them expected");
}

int main(int argc, char **argv)
{
    static const ce_tool tool = {
        .name = "ce-consensus",
        .summary = "Combine base clusterings, or cluster data, into one partition for each "
                   "method and k.",
        .operands = "[FILE]",
        .max_operands = 1,
        .nouns = ce_method_descriptors,
        .noun_list = 1,
        .alone = "advise",
        .alone_with = "constraints,clusters",
        .options = CE_OPTIONS(rows, consensus_options),
        .shared = CE_WITH_K | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_COLUMNS |
                  CE_WITH_PROGRESS | CE_WITH_LABELS,
        .k_help = "clusters: 3, 2..20 or 2..6,9; a column for each; needed with data",
    };
    consensus_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    if (options.advise)
        return ce_cli_end(&cli, consensus_advise(&cli, &options, &err), &err);
    check_distinct(&cli);
    check_together(&cli, &options);
    check_k(&cli, &options);
    check_methods(&cli, &options);
    rc = (cli.descriptor[0]->reads & CE_READS_DATA) ? consensus_systems(&cli, &options, &err)
                                                     : consensus_functions(&cli, &options, &err);
    return ce_cli_end(&cli, rc, &err);
}
