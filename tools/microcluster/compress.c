/* compress: a label table, or the sums of its parts, to its microclusters. */
#include "cli/part.h"
#include "io/input.h"
#include "io/microcluster_sums.h"
#include "io/microcluster_table.h"
#include "io/sums_table.h"
#include "microcluster.h"

typedef struct {
    const char *part;
} compress_options;

static const ce_option rows[] = {CE_ROW_PART(compress_options, part)};

/* Writes the sums of this part. Nothing but the input decides them. */
static int write_part(const ce_cli *cli, const ce_cli_part *part,
                      const ce_microcluster_table *micro, ce_error *err)
{
    ce_sums sums = {0};
    int rc = ce_cli_sums_begin(cli, &sums, 0, part, (uint64_t)micro->objects, NULL, err);

    if (!rc)
        rc = ce_microcluster_sums_fill(&sums, micro, part->part, err);
    if (!rc)
        rc = ce_sums_write(&sums, cli->common->output, err);
    ce_sums_free(&sums);
    return rc;
}

static int read_sums(const ce_cli *cli, ce_input *input, ce_microcluster_table *micro,
                     ce_error *err)
{
    ce_sums sums = {0}, wanted = {0};
    const char *path = ce_input_name(input);
    int rc = ce_sums_read_input(&sums, input, err);

    if (!rc)
        rc = ce_cli_sums_check(cli, &sums, &wanted, path, err);
    if (!rc)
        rc = ce_microcluster_sums_read(&sums, path, micro, err);
    ce_sums_free(&wanted);
    ce_sums_free(&sums);
    return rc;
}

static int compress(const ce_cli *cli, const void *options, ce_error *err)
{
    const compress_options *o = options;
    ce_cli_part part = ce_cli_part_of(cli, o->part);
    ce_table_format format = ce_cli_format(cli);
    ce_microcluster_table micro = {0};
    ce_input *input = NULL;
    int is_sums = 0, rc = ce_input_open(&input, ce_cli_operand(cli, 0), err);

    if (!rc)
        rc = ce_input_is_sums(input, &is_sums, err);
    if (!rc && is_sums && part.parts)
        rc = ce_fail(err, CE_EINPUT, "%s: sums, labels expected: no --part", ce_input_name(input));
    else if (!rc && is_sums)
        rc = read_sums(cli, input, &micro, err);
    else if (!rc)
        rc = ce_microcluster_table_read_input(&micro, input, &format, err);
    ce_input_close(input, err); /* now its checksum is known */
    if (!rc)
        ce_cli_detail(cli, "%.0f objects, %zu microclusters", micro.objects, micro.count);
    if (!rc && part.parts)
        rc = write_part(cli, &part, &micro, err);
    else if (!rc)
        rc = ce_microcluster_table_write(&micro, cli->common->output, cli->common->delimiter, err);
    ce_microcluster_table_free(&micro);
    return rc;
}

const microcluster_noun microcluster_compress = {
    .about = {.name = "compress",
              .summary = "the distinct rows of a label table, and how often each occurs, in one "
                         "pass",
              .about = "The other tools treat the result as they treat the objects, in less time "
                       "and memory. The label table can have any length: only distinct rows are "
                       "held. FILE can also be the sums of parts that ce-merge joined.",
              .reference = "ptgp2016",
              .reads = CE_READS_LABELS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, compress_options)},
    .run = compress,
};
