/* ce-generate: base clusterings of a data table. The generators are in the folder generate/. */
#include "cli/tool.h"
#include "generate/generate.h"
#include "io/input.h"
#include "io/sums_table.h"

static const ce_descriptor *const nouns[] = {
    &generate_kmeans.of,  &generate_rpcl.of, &generate_lac.of,      &generate_linkage.of,
    &generate_coolcat.of, &generate_som.of,  &generate_spectral.of, &generate_tksc.of,
    &generate_boost.of,   &generate_mle.of,  &generate_uspec.of, NULL};

typedef struct {
    ce_common common;
    const char *prefix;
} generate_options;

static const ce_option rows[] = {
    {0, "prefix", CE_TEXT, "TEXT", 0, 0, NULL, NULL, offsetof(generate_options, prefix), NULL,
     "put this before the names of members, to join the tables of several runs later"},
};

static const ce_tool tool = {
    .name = "ce-generate",
    .summary = "Make many clusterings of one data table.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = CE_OPTIONS(rows, generate_options),
    .shared = CE_WITH_K | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_CATEGORICAL |
              CE_WITH_COLUMNS | CE_WITH_PROGRESS | CE_WITH_LABELS,
};

/* Reads the data, makes the members, and writes them. */
static int generate(const ce_cli *cli, const generate_noun *noun, ce_input *input,
                    generate_work *w, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    int rc;

    format.map = 1;
    format.single = noun->takes_single;
    rc = ce_data_table_read_input(&w->data, input, &format, err);
    ce_input_close(input, err);
    if (!rc && !noun->takes_tiny)
        ce_data_table_tell_tiny(&w->data, w->path, &format.listener);
    if (!rc)
        rc = noun->run(cli, cli->settings[0].values, w, err);
    return rc || w->written ? rc : generate_write(cli, w, err);
}

int main(int argc, char **argv)
{
    const generate_noun *noun;
    const void *options;
    ce_input *input = NULL;
    generate_work w = {0};
    generate_options own = {0};
    ce_error err = {0};
    ce_cli cli;
    int is_sums = 0, rc;

    ce_cli_parse(&cli, &tool, argc, argv, &own);
    noun = (const generate_noun *)cli.descriptor[0];
    options = cli.settings[0].values;
    noun->check(&cli, options);
    if (ce_cli_given(&cli, "format") && ce_cli_given(&cli, "membership") &&
        !ce_cli_given(&cli, "labels"))
        ce_cli_usage(&cli, "--format is for label tables, and a membership table is written");
    w.path = ce_cli_operand(&cli, 0);
    w.prefix = own.prefix;
    rc = ce_input_open(&input, w.path, &err);
    if (!rc)
        rc = ce_input_is_sums(input, &is_sums, &err);
    if (!rc && is_sums && !noun->step)
        rc = ce_fail(&err, CE_EINPUT, "%s: a table of sums, data expected", ce_input_name(input));
    if (rc || is_sums) {
        if (!rc)
            rc = noun->step(&cli, options, &w, input, &err);
        ce_input_close(input, &err);
    } else {
        rc = generate(&cli, noun, input, &w, &err);
    }
    ce_data_table_free(&w.data);
    ce_label_table_free(&w.out);
    ce_membership_free(&w.membership);
    return ce_cli_end(&cli, rc, &err);
}
