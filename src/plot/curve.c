#include "plot/curve.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/records.h"
#include "plot/axis_names.h"
#include "plot/short_names.h"

/* Values that are named on an axis that names some of those that are there. */
enum { TICS = 12 };

typedef struct {
    double x, y;
    size_t row;
} point;

static int by_x(const void *a, const void *b)
{
    const point *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->row < q->row ? -1 : p->row > q->row;
}

static int check(const ce_data_table *table, size_t column, int logarithmic, ce_error *err)
{
    if (table->categories[column].count)
        return ce_fail(err, CE_EINPUT, "column %s is categorical, a numeric one expected",
                       table->name[column]);
    for (size_t i = 0; logarithmic && i < table->values.rows; i++)
        if (table->values.values[i * table->values.columns + column] <= 0)
            return ce_fail(err, CE_EINPUT, "object %zu, column %s: %g on a logarithmic axis", i + 1,
                           table->name[column],
                           table->values.values[i * table->values.columns + column]);
    return CE_OK;
}

/* The points of one curve in the order of x; returns how many. */
static size_t take(const ce_data_table *table, size_t x, size_t y, point *points)
{
    size_t count = 0, d = table->values.columns;

    for (size_t i = 0; i < table->values.rows; i++) {
        const double *row = table->values.values + i * d;
        if (!isnan(row[x]) && !isnan(row[y]))
            points[count++] = (point){row[x], row[y], i};
    }
    qsort(points, count, sizeof *points, by_x);
    return count;
}

static void write_axes(FILE *script, const ce_data_table *table, const ce_curve_options *options)
{
    const char *y_label = options->curves == 1 ? table->name[options->y[0]] : "";

    if (options->y_label)
        y_label = options->y_label;
    fprintf(script, "set xlabel ");
    ce_gnuplot_quote(script, options->x_label ? options->x_label : table->name[options->x]);
    fprintf(script, "\nset ylabel ");
    ce_gnuplot_quote(script, y_label);
    if (options->log_x || options->log_y)
        fprintf(script, "\nset logscale %s%s", options->log_x ? "x" : "",
                options->log_y ? "y" : "");
    fputc('\n', script);
    if (options->tried_x) {
        fprintf(script, "set autoscale xfix\n");
        ce_axis_values(script, table, options->x, TICS);
    }
    fprintf(script, "set offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03\n");
    fprintf(
        script,
        "set key outside right top Left reverse samplen 2 noautotitle textcolor rgb '#404040'\n");
    if (options->curves == 1)
        fprintf(script, "unset key\n");
}

/* Curve c of the plot command. */
static void write_curve(FILE *script, const ce_curve_options *options, size_t c, size_t points,
                        const char *name)
{
    static const char *const style[] = {"lines", "points", "linespoints"};

    fprintf(script,
            "%s'-' binary record=%zu format='%%float64%%float64' endian=default using 1:2 with %s ",
            c ? ", " : "plot ", points, style[options->style]);
    if (options->style != CE_CURVE_POINTS)
        fprintf(script, "linewidth 1.5 dashtype %zu ", c / CE_PLOT_COLORS % 5 + 1);
    if (options->style != CE_CURVE_LINES)
        fprintf(script, "pointtype %d pointsize %g ", ce_plot_shape(c), points <= 100 ? 0.8 : 0.5);
    fprintf(script, "linecolor rgb '%s' title ", ce_plot_color(c));
    ce_gnuplot_quote(script, name);
}

static int no_point(const ce_data_table *table, size_t x, size_t y, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "no object has both %s and %s", table->name[x], table->name[y]);
}

/* The names of the curves as the key has them. */
static int cut_names(ce_short_names *shown, const ce_data_table *table,
                     const ce_curve_options *options, ce_error *err)
{
    const char **name = ce_alloc(options->curves, sizeof *name, err);
    int rc = name ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < options->curves && !rc; c++)
        name[c] = table->name[options->y[c]];
    if (!rc)
        rc = ce_short_names_build(shown, name, options->curves, CE_PLOT_KEY_NAME, err);
    free(name);
    return rc;
}

/* The script: the command first, then the points of all curves. held: room for the points of one
 * curve. */
static int draw(FILE *script, const ce_data_table *table, const ce_curve_options *options,
                point *held, ce_error *err)
{
    ce_short_names shown = {0};
    int rc = cut_names(&shown, table, options, err);

    write_axes(script, table, options);
    for (size_t c = 0; c < options->curves && !rc; c++) {
        size_t count = take(table, options->x, options->y[c], held);
        if (!count)
            rc = no_point(table, options->x, options->y[c], err);
        else
            write_curve(script, options, c, count, shown.text[c]);
    }
    ce_short_names_free(&shown);
    if (rc)
        return rc;
    fputc('\n', script);
    for (size_t c = 0; c < options->curves; c++) {
        size_t count = take(table, options->x, options->y[c], held);
        for (size_t p = 0; p < count; p++)
            fwrite(&held[p], sizeof(double), 2, script);
    }
    fputc('\n', script);
    return CE_OK;
}

/* Checks the columns. *held: room for the points of one curve, free(). */
static int prepare(const ce_data_table *table, const ce_curve_options *options, point **held,
                   ce_error *err)
{
    int rc = check(table, options->x, options->log_x, err);

    for (size_t c = 0; c < options->curves && !rc; c++)
        rc = check(table, options->y[c], options->log_y, err);
    if (rc)
        return rc;
    *held = ce_alloc(table->values.rows, sizeof **held, err);
    return *held ? CE_OK : CE_ENOMEM;
}

int ce_curve(const ce_data_table *table, const ce_curve_options *options, char **bytes,
             size_t *length, ce_error *err)
{
    point *held = NULL;
    FILE *script = NULL;
    int rc = prepare(table, options, &held, err);

    if (!rc)
        rc = ce_gnuplot_begin(&script, &options->picture, err);
    if (!rc) {
        rc = draw(script, table, options, held, err);
        rc = ce_gnuplot_finish(rc, script, bytes, length, err);
    }
    free(held);
    return rc;
}

int ce_curve_write(const ce_data_table *table, const ce_curve_options *options, ce_output *output,
                   char between, ce_error *err)
{
    static const char *const columns[] = {"series", "x", "y"};
    ce_records records;
    point *held = NULL;
    int rc = prepare(table, options, &held, err);

    if (!rc)
        ce_records_begin(&records, output, columns, 3, 0, between);
    for (size_t c = 0; c < options->curves && !rc; c++) {
        size_t count = take(table, options->x, options->y[c], held);
        if (!count)
            rc = no_point(table, options->x, options->y[c], err);
        for (size_t p = 0; p < count; p++) {
            ce_records_text(&records, table->name[options->y[c]]);
            ce_records_real(&records, held[p].x);
            ce_records_real(&records, held[p].y);
        }
    }
    if (!rc)
        ce_records_end(&records);
    free(held);
    return rc;
}
