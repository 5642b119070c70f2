/* ce-prepare: data tables made fit for clustering; documents are in the folder prepare/. */
#include <string.h>

#include "io/data_table.h"
#include "io/input.h"
#include "prepare/prepare.h"
#include "prepare/transform_columns.h"
#include "prepare/transform_rows.h"
#include "prepare/transform_values.h"

#define AT(field) offsetof(prepare_options, field)
static const ce_option table[] = {
    {0, "components", CE_INTEGER, "C", 1, 1e9, NULL, "2", AT(components), "pca",
     "principal components to keep"},
    {0, "method", CE_CHOICE, "HOW", 0, 0, "mean|median|mode", "mean", AT(impute), "impute",
     "what fills a numeric column; a categorical one gets its most frequent value"},
    {0, "missing", CE_CHOICE, "HOW", 0, 0, "blank|zero|own", "blank", AT(missing), "onehot",
     "a missing category: missing in all its columns, 0 in all, or a value of its own"},
    {0, "join", CE_CHAR, "C", 0, 0, NULL, "=", AT(join), "onehot",
     "stands between name and value in the names of columns"},
    {0, "columns", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(columns), "drop-missing",
     "drop columns, not objects"},
    {'n', "objects", CE_INTEGER, "N", 1, 2147483647, NULL, NULL, AT(objects), "sample",
     "objects to keep; with --balance, of each class"},
    {0, "fraction", CE_REAL, "F", 0, 1, NULL, NULL, AT(fraction), "sample noise blank",
     "share of the objects to keep; of the cells to change (default: noise 1, blank 0.1)"},
    {0, "balance", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(balance), "sample",
     "as many objects of each class: -n, or as the smallest has"},
    {0, "sd", CE_REAL, "S", 0, 1e6, NULL, "0.1", AT(sd), "noise",
     "standard deviation of the noise, in units of the column's own"},
    {0, "keep", CE_TEXT, "LIST", 0, 0, NULL, NULL, AT(keep), "columns classes",
     "names to keep, comma separated"},
    {0, "drop", CE_TEXT, "LIST", 0, 0, NULL, NULL, AT(drop), "columns classes",
     "names to leave out, comma separated"},
    {0, "text", CE_TEXT, "COL", 0, 0, NULL, NULL, AT(text), "terms",
     "column with the documents; default: one named text"},
    {0, "lines", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(lines), "terms",
     "each line of the file is a document"},
    {0, "encoding", CE_CHOICE, "HOW", 0, 0, "utf-8|latin1", "utf-8", AT(encoding), "terms",
     "how the documents are encoded"},
    {0, "digits", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(digits), "terms",
     "the digits 0 to 9 count as letters"},
    {0, "shortest", CE_INTEGER, "N", 1, 100, NULL, "2", AT(shortest), "terms",
     "words of fewer letters are left out"},
    {0, "stop-words", CE_TEXT, "FILE", 0, 0, NULL, "english", AT(stop_words), "terms",
     "words that are left out: a file, english: the built-in ones, or none"},
    {0, "stem", CE_TEXT, "LANGUAGE", 0, 0, NULL, "english", AT(stem), "terms",
     "words become their stems, by the rules of a language that libstemmer knows, or none"},
    {0, "min-documents", CE_INTEGER, "N", 1, 2147483647, NULL, "3", AT(min_documents), "terms",
     "terms of fewer documents are left out"},
    {0, "max-share", CE_REAL, "F", 0, 1, NULL, "1", AT(max_share), "terms",
     "terms of a larger share of the documents are left out"},
    {0, "itemsets", CE_TEXT, "S", 0, 0, NULL, NULL, AT(itemsets), "terms",
     "keep terms that occur together in so many documents: 20, or a fraction 0.05"},
    {0, "itemset-size", CE_INTEGER, "N", 1, CE_ITEMSET_LARGEST, NULL, "2", AT(itemset_size),
     "terms", "with --itemsets, so many of them together"},
    {0, "weight", CE_CHOICE, "HOW", 0, 0, "count|binary|tfidf", "count", AT(weight), "terms",
     "what a cell holds"},
    {0, "prefix", CE_TEXT, "TEXT", 0, 0, NULL, NULL, AT(prefix), "terms",
     "put before each term in the header"},
};

static const ce_noun nouns[] = {
    {"zscore", "numeric columns to mean 0 and standard deviation 1"},
    {"minmax", "numeric columns to 0 .. 1"},
    {"center", "numeric columns to mean 0"},
    {"pca", "principal component scores in the place of the columns"},
    {"onehot", "a 0/1 column for each value of each categorical column"},
    {"impute", "missing cells filled"},
    {"drop-missing", "objects (or columns) with missing cells left out"},
    {"drop-constant", "columns with one value only left out"},
    {"columns", "some columns, by name"},
    {"classes", "the objects of some classes, by name"},
    {"sample", "some objects at random, in the order of the input"},
    {"noise", "Gaussian noise added to numeric cells"},
    {"blank", "cells made missing at random"},
    {"terms", "documents to a table of term frequencies; FILE may be a folder"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-prepare",
    .summary = "Make a data table fit for clustering: scale, complete, cut down, spoil.",
    .operands = "[FILE]",
    .max_operands = 1,
    .names = nouns,
    .options = CE_OPTIONS(table, prepare_options),
    .shared = CE_WITH_SEED | CE_WITH_TABLE | CE_WITH_CATEGORICAL,
};

/* Combinations of options that the table cannot tell. */
static void check_options(const ce_cli *cli)
{
    const char *noun = cli->noun[0];
    int n = ce_cli_given(cli, "objects"), fraction = ce_cli_given(cli, "fraction"),
        balance = ce_cli_given(cli, "balance");

    if (!strcmp(noun, "sample")) {
        if (!n && !fraction && !balance)
            ce_cli_usage(cli, "sample: how many? --objects, --fraction or --balance is needed");
        if (fraction && (n || balance))
            ce_cli_usage(cli, "sample: --fraction does not go with --objects or --balance");
    } else if (!strcmp(noun, "columns") || !strcmp(noun, "classes")) {
        if (ce_cli_given(cli, "keep") == ce_cli_given(cli, "drop"))
            ce_cli_usage(cli, "%s: one of --keep and --drop is needed", noun);
    }
}

static int scale(ce_cli *cli, ce_data_table *data, ce_scale how, ce_error *err)
{
    size_t constant;
    int rc = ce_transform_scale(data, how, &constant, err);

    if (!rc && constant)
        ce_cli_note(cli, "%zu constant column%s: 0 everywhere now", constant,
                    constant == 1 ? "" : "s");
    return rc;
}

static int sample(const ce_cli *cli, const prepare_options *o, ce_data_table *data, ce_error *err)
{
    double count = o->fraction * (double)data->values.rows + 0.5;

    if (o->balance)
        return ce_transform_balance(data, (size_t)o->objects, o->common.seed, err);
    if (ce_cli_given(cli, "fraction"))
        return ce_transform_sample(data, count < 1 ? 1 : (size_t)count, o->common.seed, err);
    return ce_transform_sample(data, (size_t)o->objects, o->common.seed, err);
}

static int pca(ce_cli *cli, const prepare_options *o, ce_data_table *data, ce_error *err)
{
    double explained;
    int rc = ce_transform_pca(data, (size_t)o->components, &explained, err);

    if (!rc)
        ce_cli_detail(cli, "%d components hold %.4g%% of the variance", o->components,
                      100 * explained);
    return rc;
}

static int apply(ce_cli *cli, const prepare_options *o, ce_data_table *data, ce_error *err)
{
    const char *noun = cli->noun[0];
    size_t count = 0;
    int given = ce_cli_given(cli, "fraction"), rc;

    if (!strcmp(noun, "zscore") || !strcmp(noun, "minmax") || !strcmp(noun, "center"))
        return scale(cli, data,
                     *noun == 'z'   ? CE_SCALE_ZSCORE
                     : *noun == 'm' ? CE_SCALE_MINMAX
                                    : CE_SCALE_CENTER,
                     err);
    if (!strcmp(noun, "pca"))
        return pca(cli, o, data, err);
    if (!strcmp(noun, "onehot"))
        return ce_transform_onehot(data, (ce_onehot_missing)o->missing, o->join, err);
    if (!strcmp(noun, "sample"))
        return sample(cli, o, data, err);
    if (!strcmp(noun, "columns"))
        return ce_transform_columns(data, o->keep ? o->keep : o->drop, !o->keep, err);
    if (!strcmp(noun, "classes"))
        return ce_transform_classes(data, o->keep ? o->keep : o->drop, !o->keep, err);
    if (!strcmp(noun, "noise"))
        return ce_transform_noise(data, o->sd, given ? o->fraction : 1, o->common.seed, err);
    if (!strcmp(noun, "blank"))
        return ce_transform_blank(data, given ? o->fraction : 0.1, o->common.seed, err);
    if (!strcmp(noun, "drop-missing") && !o->columns)
        return ce_transform_drop_missing_rows(data, err);
    if (!strcmp(noun, "impute")) {
        if (!(rc = ce_transform_impute(data, (ce_fill)o->impute, &count, err)))
            ce_cli_detail(cli, "%zu cells filled", count);
        return rc;
    }
    rc = *noun == 'd' && o->columns ? ce_transform_drop_missing_columns(data, &count, err)
                                    : ce_transform_drop_constant(data, &count, err);
    if (!rc)
        ce_cli_detail(cli, "%zu columns left out", count);
    return rc;
}

/* Reads the table and changes it. */
static int change(ce_cli *cli, const prepare_options *o, ce_data_table *data, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_table_format format = ce_cli_format(cli);
    ce_error inner = {0};
    int rc = ce_data_table_read(data, path, &format, err);

    if (!rc && !strcmp(cli->noun[0], "pca"))
        rc = ce_data_table_need_numeric(data, path, err);
    if (!rc && (rc = apply(cli, o, data, &inner)))
        ce_fail(err, rc, "%s: %s", ce_path_name(path), inner.text);
    return rc;
}

int main(int argc, char **argv)
{
    prepare_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_data_table data = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_options(&cli);
    if (!strcmp(cli.noun[0], "terms"))
        rc = prepare_terms(&cli, &options, &data, &err);
    else
        rc = change(&cli, &options, &data, &err);
    if (!rc) {
        ce_cli_detail(&cli, "%s: %zu objects, %zu columns", cli.noun[0], data.values.rows,
                      data.values.columns);
        rc = ce_data_table_write(&data, options.common.output, options.common.delimiter, &err);
    }
    ce_data_table_free(&data);
    return ce_cli_end(&cli, rc, &err);
}
