/* ce-stability: which k, and how much to trust a label. The nouns are in the folder stability/. */
#include <string.h>

#include "cli/tool.h"
#include "stability/stability.h"

#define BY_K "k pac cdf area"
#define AT(field) offsetof(stability_options, field)
static const ce_option table[] = {
    {0, "group", CE_CHOICE, "HOW", 0, 0, "auto|name|clusters|file|none", "auto", AT(group), NULL,
     "the k of a base clustering: by .kN in its name, its number of clusters, or its FILE; none: "
     "all are one group"},
    {0, "low", CE_REAL, "U", 0, 1, NULL, "0.1", AT(low), "k pac",
     "a pair is ambiguous above this consensus"},
    {0, "high", CE_REAL, "U", 0, 1, NULL, "0.9", AT(high), "k pac", "and below this"},
    {0, "gain", CE_REAL, "D", 0, 1, NULL, "0.1", AT(gain), "k area",
     "the area prefers the last k before it grows by less than this share"},
    {0, "linkage", CE_CHOICE, "HOW", 0, 0, "none|single|average", "average", AT(linkage),
     "k lifetime",
     "of the dendrogram that lifetimes are read from; none: no lifetimes, and no n x n matrix"},
    {0, "points", CE_INTEGER, "N", 0, 1e9, NULL, "0", AT(points), "cdf",
     "the curve at so many equal steps from 0 to 1; 0: at each value that occurs"},
    {0, "sample-pairs", CE_INTEGER, "N", 1, 1e9, NULL, NULL, AT(sample_pairs), BY_K,
     "so many pairs of objects, drawn at random, in place of all of them"},
    {'c', "consensus", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(consensus), "cluster object",
     "label table of the clusterings to judge; its rows are matched by id where both tables have "
     "ids"},
    {0, "format", CE_CHOICE, "FORMAT", 0, 0, "csv|json", "csv", AT(format), NULL, "of the output"},
};

static const ce_noun nouns[] = {
    {"k", "a row for each k with its indices, and which k they prefer"},
    {"pac", "proportion of ambiguously clustered pairs, for each k"},
    {"cdf", "cumulative distribution of the consensus of pairs, for each k"},
    {"area", "area under that curve, and by how much it grows from k to k"},
    {"lifetime", "how long each k lives in the dendrogram of the co-association"},
    {"cluster", "mean consensus inside each cluster of a given clustering"},
    {"object", "mean consensus of each object with its cluster and with the next one"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-stability",
    .summary =
        "Which k, and how much to trust a label: numbers about the consensus of pairs of objects.",
    .operands = "[FILE...]",
    .max_operands = 1000000,
    .names = nouns,
    .options = CE_OPTIONS(table, stability_options),
    .shared = CE_WITH_K | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_TABLE,
    .k_help = "only base clusterings of these k: 3, 2..20 or 2,5,9",
};

/* In the order of nouns. */
static stability_run *const run[] = {stability_k,     stability_pac,      stability_cdf,
                                     stability_area,  stability_lifetime, stability_cluster,
                                     stability_object};

static void check_use(const ce_cli *cli, const stability_options *o)
{
    int about = !strcmp(cli->noun[0], "cluster") || !strcmp(cli->noun[0], "object"),
        inputs = cli->operands == 0;

    if (o->low >= o->high)
        ce_cli_usage(cli, "--low %g --high %g: nothing between them", o->low, o->high);
    if (about && !o->consensus)
        ce_cli_usage(cli, "%s is about a clustering: --consensus", cli->noun[0]);
    if (!strcmp(cli->noun[0], "lifetime") && o->linkage == LINKAGE_NONE)
        ce_cli_usage(cli, "lifetime needs a dendrogram: --linkage single or average");
    if (ce_cli_given(cli, "seed") && !o->sample_pairs)
        ce_cli_usage(cli, "--seed goes with --sample-pairs: else nothing is drawn");
    for (int f = 0; f < cli->operands; f++)
        inputs += !strcmp(cli->operand[f], "-");
    if (inputs > 1)
        ce_cli_usage(cli, "standard input is two FILEs");
    if (inputs && o->consensus && !strcmp(o->consensus, "-"))
        ce_cli_usage(cli, "--consensus and FILE are both standard input");
}

int stability_begin(const stability_options *o, stability_rows *rows, const char *const *column,
                    size_t columns, ce_error *err)
{
    int rc = ce_output_open(&rows->output, o->common.output, err);

    rows->json = o->format == 1;
    if (!rc)
        ce_records_begin(&rows->records, rows->output, column, columns, rows->json,
                         o->common.delimiter);
    return rc;
}

int stability_end(stability_rows *rows, ce_error *err)
{
    ce_records_end(&rows->records);
    if (rows->json)
        ce_output_char(rows->output, '\n');
    return ce_output_close(rows->output, err);
}

int main(int argc, char **argv)
{
    stability_options options = {0};
    stability_work w = {0};
    ce_cli cli;
    ce_error err = {0};
    size_t noun = 0;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_use(&cli, &options);
    while (strcmp(nouns[noun].name, cli.noun[0]))
        noun++;
    if (!(rc = stability_read(&cli, &options, &w, &err)))
        rc = run[noun](&cli, &options, &w, &err);
    stability_free(&w);
    return ce_cli_end(&cli, rc, &err);
}
