/* ce-microcluster: objects that agree in every base clustering as one row, and back. The nouns are
 * in the folder microcluster/. */
#include "microcluster/microcluster.h"

static const ce_descriptor *const nouns[] = {
    &microcluster_compress.about, &microcluster_merge.about, &microcluster_expand.about, NULL};

static const ce_tool tool = {
    .name = "ce-microcluster",
    .summary = "Make one row of all objects with the same labels, and undo it.",
    .operands = "[FILE...]",
    .max_operands = 1 << 20,
    .nouns = nouns,
    .options = {NULL, 0, sizeof(microcluster_options)},
    .shared = CE_WITH_TABLE,
};

int main(int argc, char **argv)
{
    microcluster_options options = {0};
    const microcluster_noun *noun;
    const void *values;
    ce_cli cli;
    ce_error err = {0};

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    noun = (const microcluster_noun *)cli.descriptor[0];
    values = cli.settings[0].values;
    if (cli.operands > 1 && !noun->takes_files)
        ce_cli_usage(&cli, "%s takes one FILE", noun->about.name);
    if (noun->takes_files)
        ce_cli_refuse_cut(&cli, noun->about.name);
    if (noun->check)
        noun->check(&cli, values);
    return ce_cli_end(&cli, noun->run(&cli, values, &err), &err);
}
