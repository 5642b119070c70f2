/* scatter: two columns of a data table, or its principal components, as points. */
#include "plot/scatter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/output.h"
#include "plot.h"
#include "plot/components.h"
#include "plot/groups.h"
#include "plot/result_rows.h"

typedef struct {
    plot_picture picture;
    plot_labels labels;
    const char *x, *y, *confidence, *confidence_column, *clustering;
    int equal, pca, bins;
} scatter_options;

static const ce_option rows[] = {
    {0, "x", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(scatter_options, x), NULL,
     "column for the x axis; default: the first"},
    {0, "y", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(scatter_options, y), NULL,
     "column for the y axis; default: the second"},
    {0, "pca", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(scatter_options, pca), NULL,
     "the first two principal components are the axes"},
    PLOT_ROWS_LABELS(scatter_options, "labels that colour the points; default: the class column"),
    {0, "confidence", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(scatter_options, confidence),
     NULL,
     "table of how sure each label is, such as that of ce-stability object: unsure points "
     "are pale"},
    {0, "confidence-column", CE_TEXT, "NAME", 0, 0, NULL, NULL,
     offsetof(scatter_options, confidence_column), "confidence",
     "column of that table, 0 .. 1; default: margin, or LABELS.confidence"},
    {0, "clustering", CE_TEXT, "NAME", 0, 0, NULL, NULL, offsetof(scatter_options, clustering),
     "confidence", "the clustering of that table; default: that of --column, or the first"},
    {0, "bins", CE_INTEGER, "N", 0, 1000, NULL, NULL, offsetof(scatter_options, bins), NULL,
     "put together the objects in each cell of a grid, N cells wide, 0: none; default: 90 in a "
     "picture of more than 3000 objects"},
    {0, "equal", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(scatter_options, equal), NULL,
     "the same scale on both axes"},
    PLOT_ROWS_PICTURE(scatter_options),
};

static void check(const plot_call *call, int format)
{
    static const char *const of_picture[] = {"title", "equal", NULL};
    const scatter_options *o = call->options;

    if (!o->bins) /* a grid has sides */
        plot_check_table(call, format);
    plot_refuse_for_table(call, format, of_picture);
    if (o->pca && (o->x || o->y))
        ce_cli_usage(call->cli, "--pca or --x and --y, not both");
}

/* What is drawn. Set to zero before use. */
typedef struct {
    ce_data_table data; /* with --pca, the components */
    ce_text_column labels;
    double *sure;
    ce_scatter_options how;
} work;

static void free_work(work *w)
{
    ce_data_table_free(&w->data);
    ce_text_column_free(&w->labels);
    free(w->sure);
}

/* The components take the place of the features. */
static int project(const plot_call *call, work *w, const char *path, ce_error *err)
{
    ce_data_table two = {0};
    ce_error inner = {0};
    size_t left_out = 0;
    int rc = ce_data_table_need_numeric(&w->data, path, err);

    if (rc)
        return rc;
    if (ce_components(&w->data, 0, &two, &left_out, &inner))
        return ce_fail_in_file(err, path, &inner);
    ce_cli_detail(call->cli, "%s, %s", two.name[0], two.name[1]);
    ce_data_table_free(&w->data);
    w->data = two;
    w->how.y = 1;
    return CE_OK;
}

/* What the table of --confidence calls the object of row r: its id, or the text in column `object`;
 * NULL: nothing. */
static const char *name_of(const ce_data_table *table, size_t column, size_t r)
{
    size_t d = table->values.columns;
    double value = column < d ? table->values.values[r * d + column] : NAN;

    if (table->id.name)
        return ce_text_column_get(&table->id, r);
    return isnan(value) ? NULL : table->categories[column].text[(size_t)value];
}

/* Whether column `object` holds the numbers of the rows, as where there were no ids. */
static int counts_rows(const ce_data_table *table, size_t column)
{
    char number[24];

    for (size_t r = 0; r < table->values.rows && !table->id.name; r++) {
        const char *name = name_of(table, column, r);
        snprintf(number, sizeof number, "%zu", r + 1);
        if (!name || strcmp(name, number))
            return 0;
    }
    return !table->id.name;
}

/* The object that a row is about, by its id or by its number; -1: none of the data. */
static int32_t find_object(const ce_data_table *data, const ce_data_table *table, size_t column,
                           size_t r, int by_number)
{
    const char *name = name_of(table, column, r);
    char *end;
    unsigned long number;

    if (!name)
        return -1;
    /* ids are distinct, so their numbers are those of their rows */
    if (!by_number)
        return ce_categories_find(&data->id.categories, name, strlen(name));
    number = *name >= '1' && *name <= '9' ? strtoul(name, &end, 10) : 0;
    return number && !*end && number <= data->values.rows ? (int32_t)(number - 1) : -1;
}

/* The object of each row of the table: by its id where data and table have ids; else by its number
 * where the table has a column `object`; else by the row. */
static int find_objects(const ce_data_table *data, const ce_data_table *table, size_t column,
                        const char *path, int32_t *object, ce_error *err)
{
    size_t n = table->values.rows;
    int named = table->id.name || column < table->values.columns,
        by_number = !data->id.name || counts_rows(table, column);
    char *seen = ce_calloc(n, 1, err);
    int rc = seen ? CE_OK : CE_ENOMEM;

    for (size_t r = 0; r < n && !rc; r++) {
        object[r] = (int32_t)r;
        if (named && (data->id.name || !table->id.name))
            object[r] = find_object(data, table, column, r, by_number);
        if (object[r] < 0)
            rc = ce_fail(err, CE_EINPUT, "%s: row %zu: its object is not in the data", path, r + 1);
        else if (seen[object[r]]++)
            rc = ce_fail(err, CE_EINPUT, "%s: row %zu: its object has a row before", path, r + 1);
    }
    free(seen);
    return rc;
}

static int has_column(const ce_data_table *table, const char *name)
{
    for (size_t s = 0; s < table->values.columns; s++)
        if (!strcmp(table->name[s], name))
            return 1;
    return 0;
}

/* Keeps the rows row[0 .. count - 1], which ascend. */
static void keep_rows(ce_data_table *table, const size_t *row, size_t count)
{
    size_t d = table->values.columns;

    for (size_t r = 0; r < count; r++) {
        memmove(table->values.values + r * d, table->values.values + row[r] * d,
                d * sizeof *table->values.values);
        if (table->id.name)
            table->id.value[r] = table->id.value[row[r]];
    }
    table->values.rows = count;
    if (table->id.name)
        table->id.n = count;
}

/* Tells that the table is about another clustering than that of --column. */
static void tell_clustering(const ce_cli *cli, const scatter_options *o, const ce_data_table *table,
                            size_t column, size_t row)
{
    double value = table->values.values[row * table->values.columns + column];

    if (!isnan(value) && table->categories[column].count)
        ce_cli_note(cli, "%s: the confidence is that of %s, not of %s: --clustering takes another",
                    ce_path_name(o->confidence), table->categories[column].text[(size_t)value],
                    o->labels.column);
}

/* Of a table of several clusterings the rows of one: of --clustering, of that of --column, or of
 * the first. */
static int choose_clustering(const plot_call *call, ce_data_table *table, size_t n, ce_error *err)
{
    static const char source[] = "ce-stability object";
    const scatter_options *o = call->options;
    size_t column, count = 0, others = 0, *row = NULL;
    ce_error inner = {0};
    int rc = CE_EINPUT;

    if (!o->clustering && !(o->labels.column && has_column(table, "clustering")) &&
        (table->values.rows <= n || (!has_column(table, "clustering") && !has_column(table, "k"))))
        return CE_OK;
    if (o->clustering || o->labels.column)
        rc = ce_result_rows(table, o->clustering ? o->clustering : o->labels.column, source,
                            &column, &row, &count, &others, &inner);
    if (rc && o->clustering)
        return ce_fail_in_file(err, o->confidence, &inner);
    if (rc) {
        rc = ce_result_rows(table, NULL, source, &column, &row, &count, &others, err);
        if (!rc && o->labels.column && column < table->values.columns && count)
            tell_clustering(call->cli, o, table, column, row[0]);
        else if (!rc && others)
            ce_cli_note(call->cli,
                        "%s: the first clustering of several: --clustering takes another",
                        ce_path_name(o->confidence));
    }
    if (!rc)
        keep_rows(table, row, count);
    free(row);
    return rc;
}

static int find_column(const ce_data_table *table, const char *name, size_t *column, ce_error *err)
{
    return ce_data_table_find(table, name, strlen(name), column, err);
}

/* The column of --confidence-column. Without it that of the name margin, else what ce-consensus
 * --confidence has for the labels. An error names those that may be meant. */
static int find_confidence(const scatter_options *o, const ce_data_table *table, const char *labels,
                           size_t *column, ce_error *err)
{
    ce_error inner = {0}, second = {0};
    char names[256] = "", *own = NULL;
    size_t numeric = 0, at = 0;
    int rc =
        find_column(table, o->confidence_column ? o->confidence_column : "margin", column, &inner);

    if (rc && !o->confidence_column && labels) {
        own = ce_join(labels, '.', "confidence", err);
        if (!own)
            return CE_ENOMEM;
        rc = find_column(table, own, column, &second);
        free(own);
    }
    if (!rc)
        return CE_OK;
    for (size_t s = 0; s < table->values.columns; s++) {
        if (table->categories[s].count || ++numeric > 5)
            continue;
        snprintf(names + at, sizeof names - at, "%s%.40s", at ? ", " : "", table->name[s]);
        at = strlen(names);
    }
    return ce_fail(err, CE_EINPUT, "%s: %s; --confidence-column takes another column%s%s%s",
                   ce_path_name(o->confidence), inner.text, at ? ": " : "", names,
                   numeric > 5 ? ", ..." : "");
}

static int take_confidence(const scatter_options *o, const ce_data_table *table, work *w,
                           ce_error *err)
{
    const char *path = ce_path_name(o->confidence);
    size_t n = w->data.values.rows, d = table->values.columns, column, ids;
    int32_t *object;
    int rc = find_confidence(o, table, w->labels.name, &column, err);

    if (rc)
        return rc;
    if (table->categories[column].count)
        return ce_fail(err, CE_EINPUT, "%s: column %s is categorical, a numeric one expected", path,
                       table->name[column]);
    if (table->values.rows != n)
        return ce_fail(err, CE_EINPUT, "%s: %zu rows for %zu objects%s", path, table->values.rows,
                       n, table->values.rows > n ? " (of several clusterings?)" : "");
    w->sure = ce_alloc(n, sizeof *w->sure, err);
    object = ce_alloc(n, sizeof *object, err);
    if (!w->sure || !object) {
        free(object);
        return CE_ENOMEM;
    }
    for (ids = 0; ids < d && strcmp(table->name[ids], "object"); ids++)
        ;
    rc = find_objects(&w->data, table, ids, path, object, err);
    for (size_t r = 0; r < n && !rc; r++)
        w->sure[object[r]] = table->values.values[r * d + column];
    w->how.sure = w->sure;
    free(object);
    return rc;
}

static int read_confidence(const plot_call *call, work *w, ce_error *err)
{
    const scatter_options *o = call->options;
    ce_table_format format = ce_cli_whole_format(call->cli);
    ce_data_table table = {0};
    int rc = CE_OK;

    if (!o->confidence)
        return CE_OK;
    /* what the options say of columns is said of the data, and `object` is known */
    format.features = format.id_column = NULL;
    format.categorical = "object,clustering"; /* names, also where they are numbers */
    format.spare_categorical = 1;
    format.listener = (ce_listener){0};
    rc = ce_data_table_read(&table, o->confidence, &format, err);
    if (!rc)
        rc = choose_clustering(call, &table, w->data.values.rows, err);
    if (!rc)
        rc = take_confidence(o, &table, w, err);
    ce_data_table_free(&table);
    return rc;
}

static int read_all(const plot_call *call, work *w, ce_error *err)
{
    const scatter_options *o = call->options;
    const char *path = ce_cli_operand(call->cli, 0);
    ce_table_format format = ce_cli_format(call->cli);
    ce_label_table objects;
    int rc;

    format.spare_id = o->labels.file != NULL; /* --id may name the column of theirs */
    rc = ce_data_table_read(&w->data, path, &format, err);
    w->how =
        (ce_scatter_options){.picture = call->picture, .equal = o->equal, .bins = (size_t)o->bins};
    objects = (ce_label_table){.labels = {.n = w->data.values.rows}, .id = w->data.id};
    if (!rc)
        rc = plot_read_labels(call, &o->labels, &objects, &w->labels, err);
    if (!rc && o->pca)
        rc = project(call, w, path, err);
    else if (!rc) {
        rc = plot_find_feature(&w->data, path, o->x, 0, &w->how.x, err);
        if (!rc)
            rc = plot_find_feature(&w->data, path, o->y, 1, &w->how.y, err);
    }
    if (!rc)
        rc = read_confidence(call, w, err);
    if (o->labels.file)
        w->how.labels = &w->labels;
    else if (w->data.class_.name)
        w->how.labels = &w->data.class_;
    return rc;
}

/* Of many labels the picture does not tell which is which. */
static int tell_many(const plot_call *call, const work *w, ce_error *err)
{
    size_t labels = 0;
    ce_groups groups = {0};
    int rc = ce_groups_build(&groups, w->how.labels, w->data.values.rows, NULL, err);

    for (size_t g = 0; g < groups.count; g++)
        labels += !groups.group[g].noise;
    if (labels > CE_SCATTER_LOOKS)
        ce_cli_note(call->cli,
                    "%zu labels for %d looks, which repeat; there is no key (--format csv)", labels,
                    CE_SCATTER_LOOKS);
    else if (groups.count > CE_SCATTER_KEYS)
        ce_cli_note(call->cli, "%zu labels: there is no key (--format csv)", labels);
    ce_groups_free(&groups);
    return rc;
}

static void tell_omitted(const plot_call *call, const work *w, const ce_scatter_note *note)
{
    if (note->omitted)
        ce_cli_note(call->cli, "%zu of %zu objects have no place: a missing cell", note->omitted,
                    w->data.values.rows);
}

static void tell(const plot_call *call, const work *w, const ce_scatter_note *note)
{
    tell_omitted(call, w, note);
    if (note->cells)
        ce_cli_note(call->cli, "%zu objects in %zu squares%s, the larger, the more%s",
                    w->data.values.rows - note->omitted, note->cells,
                    w->how.labels ? ", each in the colour of most of its objects" : "",
                    ce_cli_given(call->cli, "bins") ? "" : " (--bins 0: a point for each object)");
}

static int draw(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    ce_scatter_note note = {0};
    work w = {0};
    ce_error inner = {0};
    const char *path = ce_cli_operand(call->cli, 0);
    int rc = read_all(call, &w, err);

    if (!rc)
        rc = plot_check_range(&w.data, path, w.how.x, err);
    if (!rc)
        rc = plot_check_range(&w.data, path, w.how.y, err);
    if (!rc && !ce_cli_given(call->cli, "bins") && w.data.values.rows > CE_SCATTER_POINTS)
        w.how.bins = CE_SCATTER_BINS;
    if (!rc && ce_scatter(&w.data, &w.how, bytes, length, &note, &inner))
        rc = ce_fail_in_file(err, path, &inner);
    if (!rc)
        tell(call, &w, &note);
    if (!rc && w.how.labels)
        rc = tell_many(call, &w, err);
    free_work(&w);
    return rc;
}

/* ---- the table ---- */

static void write_row(ce_output *output, const work *w, size_t i, char between)
{
    const double *row = w->data.values.values + i * w->data.values.columns;
    size_t axis[2] = {w->how.x, w->how.y};

    if (w->data.id.name)
        ce_output_cell(output, ce_text_column_get(&w->data.id, i), between);
    else
        ce_output_integer(output, (int64_t)i + 1);
    for (int a = 0; a < 2; a++) {
        ce_output_char(output, between);
        if (w->data.categories[axis[a]].count && !isnan(row[axis[a]]))
            ce_output_cell(output, w->data.categories[axis[a]].text[(size_t)row[axis[a]]], between);
        else
            ce_output_real(output, row[axis[a]]);
    }
    if (w->how.labels) {
        ce_output_char(output, between);
        ce_output_cell(output, ce_text_column_get(w->how.labels, i), between);
    }
    if (w->sure) {
        ce_output_char(output, between);
        ce_output_real(output, w->sure[i]);
    }
    ce_output_char(output, '\n');
}

static int write_points(const plot_call *call, const work *w, ce_error *err)
{
    char between = plot_between(call);
    ce_output *output;
    int rc = ce_output_open(&output, call->common->output, err);

    if (rc)
        return rc;
    ce_output_printf(output, "id%cx%cy", between, between);
    if (w->how.labels)
        ce_output_printf(output, "%clabel", between);
    if (w->sure)
        ce_output_printf(output, "%cconfidence", between);
    ce_output_char(output, '\n');
    for (size_t i = 0; i < w->data.values.rows && !ce_output_failed(output); i++)
        write_row(output, w, i, between);
    return ce_output_close(output, err);
}

static int write_cells(const plot_call *call, const work *w, ce_error *err)
{
    ce_scatter_note note;
    ce_error inner = {0};
    ce_output *output;
    int rc = ce_output_open(&output, call->common->output, err);

    if (rc)
        return rc;
    if (ce_scatter_write(&w->data, &w->how, output, plot_between(call), &note, &inner))
        rc = ce_fail_in_file(err, ce_cli_operand(call->cli, 0), &inner);
    rc = plot_close(output, rc, err);
    if (!rc)
        tell_omitted(call, w, &note);
    return rc;
}

static int write_table(const plot_call *call, ce_error *err)
{
    work w = {0};
    int rc = read_all(call, &w, err);

    if (!rc)
        rc = (w.how.bins ? write_cells : write_points)(call, &w, err);
    free_work(&w);
    return rc;
}

const plot_noun plot_scatter = {
    .about = {.name = "scatter",
              .summary = "two columns of a data table, or its components, as points",
              .about =
                  "The points have the colours of their classes, or of the clusters in a label "
                  "table. --pca takes the data as they are: ce-prepare zscore goes before it "
                  "where features have different units.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, scatter_options)},
    .check = check,
    .draw = draw,
    .write = write_table,
};
