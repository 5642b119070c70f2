/* ce-constrain: pairs of objects that belong together, or do not. The nouns are in the folder
 * constrain/. */
#include <string.h>

#include "constrain/constrain.h"
#include "io/objects.h"

static const ce_descriptor *const nouns[] = {&constrain_check.about, &constrain_close.about,
                                             &constrain_impute.about, NULL};

static const ce_tool tool = {
    .name = "ce-constrain",
    .summary = "Check, complete or ask for pairs of objects that must or cannot be together.",
    .operands = "[FILE...]",
    .max_operands = 1 << 20,
    .nouns = nouns,
    .options = {NULL, 0, sizeof(constrain_options)},
    .shared = CE_WITH_TABLE | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_COLUMNS,
};

int constrain_read_objects(const ce_cli *cli, const char *path, ce_text_column *id,
                           ce_constraint_objects *objects, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);

    *objects = (ce_constraint_objects){.path = path};
    if (!path)
        return CE_OK;
    objects->id = id;
    return ce_objects_read(id, &objects->n, path, &format, err);
}

static void check_use(const ce_cli *cli, const constrain_noun *noun)
{
    if (cli->operands > 1 && !noun->takes_files)
        ce_cli_usage(cli, "%s takes one FILE", noun->about.name);
    if (noun->check)
        noun->check(cli, cli->settings[0].values);
}

int main(int argc, char **argv)
{
    constrain_options options = {0};
    const constrain_noun *noun;
    ce_cli cli;
    ce_error err = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    noun = (const constrain_noun *)cli.descriptor[0];
    check_use(&cli, noun);
    rc = noun->run(&cli, cli.settings[0].values, &err);
    return ce_cli_end(&cli, rc, &err);
}
