/* ce-similarity: a similarity matrix of the objects, from an ensemble or from data. */
#include "io/matrix_file.h"
#include "similarity/similarity.h"

static const ce_option rows[] = {
    {0, "format", CE_CHOICE, "FORMAT", 0, 0, CE_MATRIX_FORMAT_NAMES, "mtx",
     offsetof(similarity_options, format), NULL,
     "format of the matrix; if not given, by the name of the output"},
    {0, "weights", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(similarity_options, weights),
     "@weights", "a weight for each base clustering"},
};

static const ce_descriptor *const nouns[] = {
    &similarity_ca.noun,
    &similarity_ne.noun,
    &similarity_pts.noun,
    &similarity_elite.noun,
    &similarity_wct.noun,
    &similarity_srs.noun,
    &similarity_asrs.noun,
    &similarity_ecmc.noun,
    &similarity_lwca.noun,
    &similarity_pacc.noun,
    &similarity_eca.noun,
    &similarity_eeac.noun,
    &similarity_psi.noun,
    &similarity_euclidean.noun,
    &similarity_gaussian.noun,
    &similarity_pearson.noun,
    &similarity_spearman.noun,
    &similarity_cosine.noun,
    NULL,
};

static const ce_tool tool = {
    .name = "ce-similarity",
    .summary = "Make a similarity matrix of objects, from base clusterings or from data.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = CE_OPTIONS(rows, similarity_options),
    .shared = CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_COLUMNS | CE_WITH_DIGITS,
};

int main(int argc, char **argv)
{
    similarity_options options = {0};
    similarity_call call = {.options = &options};
    ce_cli cli;
    ce_error err = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    call.cli = &cli;
    options.format =
        ce_cli_form_of(&cli, CE_MATRIX_FORMAT_NAMES, options.format, options.common.output);
    call.noun = cli.settings[0].values;
    if (options.common.digits &&
        (options.format == CE_MATRIX_NPY || options.format == CE_MATRIX_METIS))
        ce_cli_usage(&cli, "--digits is about numbers in text, mtx or csv");
    rc = ((const similarity_noun *)cli.descriptor[0])->run(&call, &err);
    return ce_cli_end(&cli, rc, &err);
}
