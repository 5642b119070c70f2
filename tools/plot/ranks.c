/* ranks: methods by their mean ranks on several data sets, with the critical difference. */
#include "plot/rank_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "plot.h"
#include "plot/result_rows.h"

typedef struct {
    plot_picture picture;
    int smaller, missing;
    double level;
    const char *set, *method, *value;
} ranks_options;

static const ce_option rows[] = {
    {0, "smaller", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(ranks_options, smaller), NULL,
     "small values are good ones, as of errors and seconds"},
    {0, "missing", CE_CHOICE, "HOW", 0, 0, CE_RANK_MISSING_NAMES, "last",
     offsetof(ranks_options, missing), NULL,
     "a method without a value on a data set: it is last, the data set is left out, or it has no "
     "rank there"},
    {0, "level", CE_REAL, "A", 1e-9, 0.5, NULL, "0.05", offsetof(ranks_options, level), NULL,
     "level of the tests: how often methods that are equal may be said to differ"},
    {0, "method", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(ranks_options, method), NULL,
     "the table has a row for each result: the column of its method"},
    {0, "set", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(ranks_options, set), "method",
     "the column with the data set of each result"},
    {0, "value", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(ranks_options, value), "method",
     "the column with the value of each result"},
    PLOT_ROWS_SIZE(ranks_options),
    {0, "height", CE_INTEGER, "PX", 100, 20000, NULL, NULL, offsetof(ranks_options, picture.height),
     NULL, "height of the picture; default: as high as the methods need"},
    {0, "format", CE_CHOICE, "WHAT", 0, 0, PLOT_NAMES, "auto",
     offsetof(ranks_options, picture.format), NULL,
     "kind of picture, or a table; auto: by the name of the output, svg on standard output"},
};

static void check(const plot_call *call, int format)
{
    const ranks_options *o = call->options;

    plot_check_table(call, format);
    if (o->method && (!o->set || !o->value))
        ce_cli_usage(call->cli, "--method goes with --set and --value");
}

/* Data sets x methods. */
typedef struct {
    ce_data_table data;
    ce_matrix long_values; /* of a table with a row for each result */
    ce_text_column method, set;
    const ce_matrix *values;
    char *const *name;
    ce_mean_ranks ranks;
} work;

static void work_free(work *w)
{
    ce_data_table_free(&w->data);
    ce_matrix_free(&w->long_values);
    ce_text_column_free(&w->method);
    ce_text_column_free(&w->set);
    ce_mean_ranks_free(&w->ranks);
}

/* A column of the table as texts. */
static int take_texts(const ce_data_table *data, size_t column, ce_text_column *texts,
                      ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < data->values.rows && !rc; i++) {
        char text[CE_RESULT_TEXT];
        const char *cell = ce_result_text(data, i, column, text);
        if (!*cell)
            return ce_fail(err, CE_EINPUT, "row %zu: no %s", i + 1, data->name[column]);
        rc = ce_text_column_append(texts, cell, strlen(cell), err);
    }
    return rc;
}

/* Of several results of one method on one data set the mean counts. */
static int gather(work *w, size_t value, ce_error *err)
{
    size_t methods = w->method.categories.count, sets = w->set.categories.count,
           cells = methods * sets;
    double *count = ce_calloc(cells, sizeof *count, err);
    int rc = count ? ce_matrix_alloc(&w->long_values, sets, methods, err) : CE_ENOMEM;

    for (size_t at = 0; at < cells && !rc; at++)
        w->long_values.values[at] = 0;
    for (size_t i = 0; i < w->data.values.rows && !rc; i++) {
        double x = ce_result_number(&w->data, i, value);
        size_t at = (size_t)w->set.value[i] * methods + (size_t)w->method.value[i];
        if (isnan(x))
            continue;
        w->long_values.values[at] += x;
        count[at]++;
    }
    for (size_t at = 0; at < cells && !rc; at++)
        w->long_values.values[at] /= count[at]; /* 0 / 0: missing */
    free(count);
    w->values = &w->long_values;
    w->name = w->method.categories.text;
    return rc;
}

static int read_long(work *w, const char *path, const ranks_options *o, ce_error *err)
{
    size_t method, set, value;
    ce_error inner = {0};
    int rc = plot_find_feature(&w->data, path, o->method, 0, &method, err);

    if (!rc)
        rc = plot_find_feature(&w->data, path, o->set, 0, &set, err);
    if (!rc)
        rc = plot_find_feature(&w->data, path, o->value, 0, &value, err);
    if (rc)
        return rc;
    if (w->data.categories[value].count)
        return ce_fail(err, CE_EINPUT, "%s: column %s holds text, numbers expected",
                       ce_path_name(path), o->value);
    rc = take_texts(&w->data, method, &w->method, &inner);
    if (!rc)
        rc = take_texts(&w->data, set, &w->set, &inner);
    return rc ? ce_fail_in_file(err, path, &inner) : gather(w, value, err);
}

static int read_wide(work *w, const char *path, ce_error *err)
{
    w->values = &w->data.values;
    w->name = w->data.name;
    for (size_t j = 0; j < w->data.values.columns; j++)
        if (w->data.categories[j].count)
            return ce_fail(err, CE_EINPUT,
                           "%s: column %s holds text ('%.40s'), values of a method "
                           "expected: " CE_OPT("id") " %.40s if it names the data sets, " CE_OPT(
                               "method") ", " CE_OPT("set") " and " CE_OPT("value") " if each row "
                                                                                    "is one result",
                           ce_path_name(path), w->data.name[j], w->data.categories[j].text[0],
                           w->data.name[j]);
    return CE_OK;
}

static void tell(const plot_call *call, const work *w)
{
    const ranks_options *o = call->options;
    const ce_mean_ranks *r = &w->ranks;

    if (r->left_out)
        ce_cli_note(call->cli, "%zu data set%s with a missing value left out", r->left_out,
                    r->left_out == 1 ? "" : "s");
    if (isnan(r->p))
        ce_cli_note(call->cli,
                    "%zu methods on %zu data sets: critical difference %.4g at the level %g",
                    r->methods, r->sets, r->difference, o->level);
    else
        ce_cli_note(call->cli,
                    "%zu methods on %zu data sets: critical difference %.4g at the level %g; "
                    "Friedman's test that none differs: p = %.2g",
                    r->methods, r->sets, r->difference, o->level, r->p);
}

static int find_ranks(const plot_call *call, work *w, ce_error *err)
{
    const ranks_options *o = call->options;
    ce_table_format format = ce_cli_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    const ce_mean_rank_options how = {o->smaller, (ce_rank_missing)o->missing, o->level};
    ce_error inner = {0};
    int rc = ce_data_table_read(&w->data, path, &format, err);

    if (!rc)
        rc = o->method ? read_long(w, path, o, err) : read_wide(w, path, err);
    if (!rc && ce_mean_ranks_find(&w->ranks, w->values, &how, &inner))
        rc = ce_fail_in_file(err, path, &inner);
    if (!rc)
        tell(call, w);
    return rc;
}

static int draw(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    work w = {0};
    int rc = find_ranks(call, &w, err);

    if (!rc)
        rc = ce_rank_picture(&w.ranks, w.name, &call->picture, bytes, length, err);
    work_free(&w);
    return rc;
}

static int write_table(const plot_call *call, ce_error *err)
{
    ce_output *output;
    work w = {0};
    int rc = find_ranks(call, &w, err);

    if (!rc)
        rc = ce_output_open(&output, call->common->output, err);
    if (!rc) {
        ce_rank_table(&w.ranks, w.name, output, plot_between(call));
        rc = plot_close(output, rc, err);
    }
    work_free(&w);
    return rc;
}

const plot_noun plot_ranks = {
    .about = {.name = "ranks",
              .summary = "methods by their mean ranks on several data sets, and which differ",
              .about = "The table has a row for each data set and a column for each method, or a "
                       "row for each result. Bars that do not touch differ by Nemenyi's test.",
              .reference = "demsar2006",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, ranks_options)},
    .check = check,
    .draw = draw,
    .write = write_table,
};
