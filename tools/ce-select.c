/* ce-select: a choice of the columns of a label table. */
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "core/random.h"
#include "io/input.h"
#include "io/label_table.h"

struct options {
    ce_common common;
    int members;
};

static const ce_option table[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, "10", offsetof(struct options, members), NULL, "base clusterings to choose"},
};

static const ce_noun nouns[] = {
    {"random", "M columns drawn without replacement, each equally likely"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-select",
    .summary = "Choose base clusterings: columns of a label table.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = table,
    .option_count = sizeof table / sizeof *table,
    .shared = CE_WITH_SEED | CE_WITH_TABLE,
};

/* Drawn columns, in the order in which they were drawn. */
static int draw_columns(const ce_label_table *in, size_t m, uint64_t seed, ce_label_table *out, ce_error *err)
{
    size_t n = in->labels.n, *choice = ce_alloc(m, sizeof *choice, err);
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SELECT, 0, err);
    int rc = choice && rng ? ce_random_choose(rng, in->labels.m, m, choice, err) : CE_ENOMEM;

    gsl_rng_free(rng);
    if (!rc && !(rc = ce_label_table_alloc(out, n, m, err))) {
        out->categories = ce_calloc(m, sizeof *out->categories, err);
        rc = out->categories ? CE_OK : CE_ENOMEM;
    }
    for (size_t q = 0; q < m && !rc; q++) {
        size_t from = choice[q];
        memcpy(ce_labels_column(&out->labels, q), ce_labels_column(&in->labels, from), n * sizeof(int32_t));
        out->labels.k[q] = in->labels.k[from];
        /* each column is drawn once, so its name and categories can move */
        out->name[q] = in->name[from];
        in->name[from] = NULL;
        out->categories[q] = in->categories[from];
        in->categories[from] = (ce_categories){0};
    }
    free(choice);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_label_table in = {0}, out = {0};
    ce_table_format format;
    const char *path;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    format = ce_cli_format(&cli);
    path = ce_cli_operand(&cli, 0);
    if ((rc = ce_label_table_read(&in, path, &format, &err)))
        goto done;
    if ((size_t)options.members > in.labels.m) {
        rc = ce_fail(&err, CE_EINPUT, "%s: %zu base clusterings, %d to be drawn without replacement", ce_path_name(path),
                     in.labels.m, options.members);
        goto done;
    }
    if ((rc = draw_columns(&in, (size_t)options.members, options.common.seed, &out, &err)))
        goto done;
    ce_cli_detail(&cli, "%zu objects, %zu base clusterings, %zu of them drawn", in.labels.n, in.labels.m, out.labels.m);
    ce_text_column_move(&out.id, &in.id);
    rc = ce_label_table_write(&out, options.common.output, options.common.delimiter, &err);
done:
    ce_label_table_free(&in);
    ce_label_table_free(&out);
    return ce_cli_end(&cli, rc, &err);
}
