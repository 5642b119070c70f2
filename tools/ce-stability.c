/* ce-stability: which k, and how much to trust a label. The nouns are in the folder stability/. */
#include <string.h>

#include "cli/part.h"
#include "cli/tool.h"
#include "io/sums_table.h"
#include "stability/stability.h"

static const ce_option rows[] = {
    {0, "group", CE_CHOICE, "HOW", 0, 0, STABILITY_GROUPING_NAMES, "auto",
     offsetof(stability_options, group), NULL,
     "how base clusterings are grouped by k: by .kN in the name, by their number of clusters, or "
     "by FILE; none: all are one group"},
    {0, "format", CE_CHOICE, "FORMAT", 0, 0, CE_RECORDS_NAMES, "csv",
     offsetof(stability_options, format), NULL, "format of the output; if not given, by its name"},
};

static const ce_descriptor *const nouns[] = {&stability_k.about,        &stability_pac.about,
                                             &stability_cdf.about,      &stability_area.about,
                                             &stability_lifetime.about, &stability_null.about,
                                             &stability_cluster.about,  &stability_object.about,
                                             &stability_matrix.about,   &stability_resample.about,
                                             NULL};

static const ce_tool tool = {
    .name = "ce-stability",
    .one_table = 1,
    .summary =
        "Choose the number of clusters k, and see how far to trust a label.",
    .operands = "[FILE...]",
    .max_operands = 1000000,
    .nouns = nouns,
    .options = CE_OPTIONS(rows, stability_options),
    .shared = CE_WITH_K | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_COLUMNS |
              CE_WITH_PROGRESS | CE_WITH_DIGITS,
    .k_help = "only these k: 3, 2..20 or 2..6,9; null and resample: 2..10 if not given",
};

void stability_check_together(const stability_call *call)
{
    if (ce_cli_given(call->cli, "group") && !call->tool->common.k.count)
        ce_cli_usage(call->cli, "--group goes with -k");
    if (ce_cli_given(call->cli, "seed"))
        ce_cli_usage(call->cli, "--seed does not go with %s: nothing is drawn", call->cli->noun[0]);
}

static int begin(const stability_options *o, const char *path, int json, stability_rows *out,
                 const char *const *column, size_t columns, ce_error *err)
{
    int rc = ce_output_open(&out->output, path, err);

    out->json = json;
    if (!rc)
        ce_records_begin(&out->records, out->output, column, columns, json, o->common.delimiter);
    return rc;
}

int stability_begin(const stability_options *o, stability_rows *out, const char *const *column,
                    size_t columns, ce_error *err)
{
    return begin(o, o->common.output, o->format == CE_RECORDS_JSON, out, column, columns, err);
}

int stability_begin_file(const stability_call *call, const char *path, stability_rows *out,
                         const char *const *column, size_t columns, ce_error *err)
{
    int form = ce_cli_given(call->cli, "format") ? call->tool->format : CE_RECORDS_CSV;

    form = ce_cli_form_of(call->cli, CE_RECORDS_NAMES, form, path);
    return begin(call->tool, path, form == CE_RECORDS_JSON, out, column, columns, err);
}

int stability_end(stability_rows *out, ce_error *err)
{
    ce_records_end(&out->records);
    if (out->json)
        ce_output_char(out->output, '\n');
    return ce_output_close(out->output, err);
}

/* Reads labels, or the merged sums of all parts. */
static int read_all(const stability_call *call, const stability_noun *noun, int is_part,
                    stability_work *w, ce_error *err)
{
    const ce_cli *cli = call->cli;
    ce_input *input = NULL;
    int is_sums = 0, rc = ce_input_open(&input, ce_cli_operand(cli, 0), err);

    if (!rc)
        rc = ce_input_is_sums(input, &is_sums, err);
    if (!rc && is_sums && (!noun->read_sums || is_part || cli->operands > 1))
        rc = ce_fail(err, CE_EINPUT, "%s: a table of sums, labels expected%s", ce_input_name(input),
                     is_part ? ": no --part" : "");
    else if (!rc && is_sums)
        rc = noun->read_sums(call, input, w, err);
    else if (!rc)
        rc = stability_read(cli, call->tool, input, w, err);
    ce_input_close(input, err);
    return rc;
}

int main(int argc, char **argv)
{
    const char *part;
    stability_options options = {0};
    stability_call call = {.tool = &options};
    stability_work w = {0};
    const stability_noun *noun;
    ce_cli cli;
    ce_error err = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    noun = (const stability_noun *)cli.descriptor[0];
    call.cli = &cli;
    call.options = cli.settings[0].values;
    options.format = ce_cli_form_of(&cli, CE_RECORDS_NAMES, options.format, options.common.output);
    noun->check(&call);
    part = noun->part ? noun->part(&call) : NULL;
    if (part && ce_cli_given(&cli, "format"))
        ce_cli_usage(&cli, "--format does not go with --part");
    ce_cli_part_of(&cli, part); /* from here on checksums are kept */
    rc = noun->reads_itself ? CE_OK : read_all(&call, noun, part != NULL, &w, &err);
    if (!rc)
        rc = part ? noun->write_part(&call, &w, &err) : noun->run(&call, &w, &err);
    stability_free(&w);
    return ce_cli_end(&cli, rc, &err);
}
