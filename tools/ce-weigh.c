/* ce-weigh: what each base clustering of a label table is worth. */
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "io/label_table.h"
#include "io/weights.h"
#include "score/ncai.h"

struct options {
    ce_common common;
    double beta;
    int nmi;
};

static const ce_option table[] = {
    {0, "beta", CE_REAL, "BETA", 0, 1000, NULL, "2", offsetof(struct options, beta), "ncai", "the power that the index is raised to"},
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, "max|sqrt|sum|min|joint", "max", offsetof(struct options, nmi), "ncai",
     "what the mutual information of two base clusterings is divided by"},
};

/* The forms of NMI in the order of the choices. */
static const ce_normaliser normalisers[] = {CE_NMI_MAX, CE_NMI_SQRT, CE_NMI_SUM, CE_NMI_MIN, CE_NMI_JOINT};

static int weigh_ncai(const struct options *options, const ce_label_table *in, double *weight, ce_error *err)
{
    return ce_ncai(&in->labels, in->size, normalisers[options->nmi], options->beta, weight, err);
}

/* A noun and its function, in the same order. weight: one for each column of the label table. */
static const ce_noun nouns[] = {
    {"ncai", "normalized crowd agreement: how well the others agree with it (WEAC, GP-MGLA)"},
    {NULL, NULL},
};
static int (*const weighers[])(const struct options *options, const ce_label_table *in, double *weight, ce_error *err) = {
    weigh_ncai,
};

static const ce_tool tool = {
    .name = "ce-weigh",
    .summary = "Weigh base clusterings: a number for each column of a label table.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = table,
    .option_count = sizeof table / sizeof *table,
    .shared = CE_WITH_TABLE | CE_WITH_THREADS,
};

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_label_table in = {0};
    ce_table_format format;
    double *weight = NULL;
    size_t noun = 0;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    format = ce_cli_format(&cli);
    while (strcmp(nouns[noun].name, cli.noun[0]))
        noun++;
    if ((rc = ce_label_table_read(&in, ce_cli_operand(&cli, 0), &format, &err)))
        goto done;
    ce_cli_detail(&cli, "%zu objects, %zu base clusterings", in.labels.n, in.labels.m);
    weight = ce_alloc(in.labels.m, sizeof *weight, &err);
    rc = weight ? weighers[noun](&options, &in, weight, &err) : CE_ENOMEM;
    if (!rc)
        rc = ce_weights_write(weight, &in, options.common.output, options.common.delimiter, &err);
done:
    free(weight);
    ce_label_table_free(&in);
    return ce_cli_end(&cli, rc, &err);
}
