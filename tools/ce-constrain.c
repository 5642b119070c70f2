/* ce-constrain: pairs of objects that belong together, or do not. The nouns are in the folder
 * constrain/. */
#include <string.h>

#include "constrain/constrain.h"
#include "io/objects.h"

#define AT(field) offsetof(constrain_options, field)
static const ce_option table[] = {
    {0, "objects", CE_TEXT, "TABLE", 0, 0, NULL, NULL, AT(objects), "check close",
     "any table of the objects, for their ids and their number; default: those that FILE names"},
    {0, "labels", CE_TEXT, "LABELS", 0, 0, NULL, NULL, AT(labels), "check",
     "label table: how many constraints each clustering violates"},
    {'k', "clusters", CE_LIST, "K", 1, 2147483647, NULL, NULL, AT(clusters), "check",
     "can so many clusters do: 3, 2..20 or 2,5,9"},
    {0, "compact", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(compact), "close",
     "only pairs that imply all others"},
    {0, "chunklets", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(chunklets), "close",
     "write the chunklet of each object here, a label table"},
    {0, "strict", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(strict), "close",
     "cannot-links count only where both ends are in a must-link"},
    {0, "infeasible", CE_CHOICE, "RULE", 0, 0, "stop|count", "stop", AT(infeasible), "close",
     "a contradiction is refused, or left out and counted"},
    {0, "low", CE_REAL, "T", 0, 1, NULL, "0.4", AT(low), "impute",
     "ask about pairs from this co-association"},
    {0, "high", CE_REAL, "T", 0, 1, NULL, "0.6", AT(high), "impute", "to this one"},
    {0, "queries", CE_TEXT, "Q", 0, 0, NULL, NULL, AT(queries), "impute",
     "about so many of them, drawn at random: a number, or with a point a share of the number of "
     "objects; default: all"},
    {0, "widen", CE_CHOICE, "WHETHER", 0, 0, "yes|no", "yes", AT(widen), "impute",
     "where there are fewer: a wider band, or no answer"},
    {'t', "truth", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(truth), "impute",
     "the oracle: a table with the true classes, as for ce-score; default: the class column of "
     "FILE"},
    {0, "ask", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(ask), "impute",
     "the oracle is a person, who is asked on standard error"},
    {0, "ask-implied", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(ask_implied), "impute",
     "ask also what follows from earlier answers: contradictions come to light"},
    {0, "data", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(data), "impute",
     "show the person both objects' rows of this data table"},
};

/* A noun and its function, in the same order. */
static const ce_noun nouns[] = {
    {"check",
     "pairs with themselves, given twice, that contradict others; or violations by clusterings"},
    {"close", "all that constraints imply, and their chunklets"},
    {"impute",
     "pairs that base clusterings disagree on, and what the truth or a person says of them"},
    {NULL, NULL},
};
static constrain_run *const run[] = {constrain_check, constrain_close, constrain_impute};

static const ce_tool tool = {
    .name = "ce-constrain",
    .summary = "Pairs of objects that must or cannot be in one cluster: check them, close them.",
    .operands = "[FILE...]",
    .max_operands = 1 << 20,
    .names = nouns,
    .options = CE_OPTIONS(table, constrain_options),
    .shared = CE_WITH_TABLE | CE_WITH_SEED | CE_WITH_THREADS,
};

static int is_standard(const char *path)
{
    return path && !strcmp(path, "-");
}

static void check_use(const ce_cli *cli, const constrain_options *o)
{
    const char *beside = o->labels ? o->labels : o->objects;
    int inputs = cli->operands == 0;

    for (int f = 0; f < cli->operands; f++)
        inputs += is_standard(cli->operand[f]);
    if (cli->operands > 1 && strcmp(cli->noun[0], "close"))
        ce_cli_usage(cli, "%s takes one FILE", cli->noun[0]);
    if (inputs > 1)
        ce_cli_usage(cli, "standard input is two FILEs");
    if (inputs && is_standard(beside))
        ce_cli_usage(cli, "--%s and FILE are both standard input",
                     o->labels ? "labels" : "objects");
    if (o->labels && o->objects)
        ce_cli_usage(cli, "--labels are a table of the objects: not with --objects");
    if (o->labels && o->clusters.count)
        ce_cli_usage(cli, "-k is about constraints alone: not with --labels");
    if (is_standard(o->chunklets) && (!o->common.output || is_standard(o->common.output)))
        ce_cli_usage(cli, "--chunklets and the constraints are both standard output");
}

int constrain_read_objects(const ce_cli *cli, const constrain_options *o, ce_text_column *id,
                           ce_constraint_objects *objects, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);

    *objects = (ce_constraint_objects){.path = o->objects};
    if (!o->objects)
        return CE_OK;
    objects->id = id;
    return ce_objects_read(id, &objects->n, o->objects, &format, err);
}

int main(int argc, char **argv)
{
    constrain_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    size_t noun = 0;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_use(&cli, &options);
    while (strcmp(nouns[noun].name, cli.noun[0]))
        noun++;
    return ce_cli_end(&cli, run[noun](&cli, &options, &err), &err);
}
