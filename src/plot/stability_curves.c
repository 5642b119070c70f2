#include "plot/stability_curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/real.h"
#include "io/records.h"
#include "plot/axis_names.h"
#include "plot/shades.h"

enum { NO_COLUMN = -1, DASHES = 5 };

/* What the readers of tables expect. */
static const char by_consensus[] = "a table of consensus by k, as ce-stability cdf writes it,";
static const char by_k[] = "a table of stability by k, as ce-stability k writes it,";

/* One row: k (INFINITY: none), and a place in the picture. */
typedef struct {
    double k, x, y;
    size_t row;
} point;

static int by_k_and_x(const void *a, const void *b)
{
    const point *p = a, *q = b;

    if (p->k != q->k)
        return p->k < q->k ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->row < q->row ? -1 : p->row > q->row;
}

/* *column: the numeric column of this name, or NO_COLUMN. Fails if it is not there and a table that
 * has it was expected; NULL: it need not be there. */
static int find(const ce_data_table *table, const char *name, const char *expected, int *column,
                ce_error *err)
{
    size_t d = table->values.columns, s = 0;

    while (s < d && strcmp(table->name[s], name))
        s++;
    *column = s < d ? (int)s : NO_COLUMN;
    if (s == d && expected)
        return ce_fail(err, CE_EINPUT, "no column %s: %s expected", name, expected);
    if (s == d)
        return CE_OK;
    return table->categories[s].count
               ? ce_fail(err, CE_EINPUT, "column %s is categorical, a numeric one expected", name)
               : CE_OK;
}

static double cell(const ce_data_table *table, size_t i, int column)
{
    return table->values.values[i * table->values.columns + (size_t)column];
}

/* The data of a '-' of the plot command. */
static void write_points(FILE *script, const point *points, size_t count)
{
    for (size_t p = 0; p < count; p++)
        fwrite(&points[p].x, sizeof(double), 2, script); /* x and y */
}

/* ---- cdf ---- */

/* All rows, by k and then by consensus. */
static int take_steps(const ce_data_table *table, point *points, ce_error *err)
{
    int k, x, y, rc = find(table, "k", by_consensus, &k, err);

    if (!rc)
        rc = find(table, "consensus", by_consensus, &x, err);
    if (!rc)
        rc = find(table, "cdf", by_consensus, &y, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < table->values.rows; i++) {
        double of = cell(table, i, k);
        points[i] = (point){isnan(of) ? INFINITY : of, cell(table, i, x), cell(table, i, y), i};
        if (!(points[i].x >= 0 && points[i].x <= 1 && points[i].y >= 0 && points[i].y <= 1))
            return ce_fail(err, CE_EINPUT,
                           "row %zu: consensus %g, cdf %g: numbers from 0 to 1 expected", i + 1,
                           points[i].x, points[i].y);
    }
    qsort(points, table->values.rows, sizeof *points, by_k_and_x);
    for (size_t i = 1; i < table->values.rows; i++)
        if (points[i].k == points[i - 1].k && points[i].x > points[i - 1].x &&
            points[i].y < points[i - 1].y)
            return ce_fail(
                err, CE_EINPUT, "row %zu: cdf %g at consensus %g, at least the %g at %g expected",
                points[i].row + 1, points[i].y, points[i].x, points[i - 1].y, points[i - 1].x);
    return CE_OK;
}

/* Rows of the same k from `first` on. */
static size_t run_length(const point *points, size_t first, size_t count)
{
    size_t end = first;

    while (end < count && points[end].k == points[first].k)
        end++;
    return end - first;
}

/* A curve goes from 0 to 1. Adds the points that it lacks there. Returns how many it has then. */
static size_t close_curve(const point *points, size_t count, point *closed)
{
    size_t at = 0;

    if (points[0].x > 0)
        closed[at++] = (point){.x = 0, .y = 0};
    memcpy(closed + at, points, count * sizeof *points);
    at += count;
    if (closed[at - 1].x < 1) {
        closed[at] = (point){.x = 1, .y = closed[at - 1].y};
        at++;
    }
    return at;
}

/* Seven colors with each kind of dashes, then darker and lighter ones. */
static unsigned long color_of_curve(size_t curve)
{
    size_t round = curve / (CE_PLOT_COLORS * DASHES);

    return ce_plot_shade(
        (int32_t)((curve % CE_PLOT_COLORS + CE_PLOT_COLORS * round) % CE_PLOT_SHADES), 1);
}

static void write_cdf(FILE *script, const point *points, size_t count, point *closed)
{
    size_t curve = 0;
    char name[64];

    fprintf(script, "set xrange [-0.03:1.03]\nset yrange [0:1]\nset xlabel 'consensus'\nset ylabel "
                    "'share of pairs'\n");
    fprintf(
        script,
        "set key outside right top Left reverse samplen 2 noautotitle textcolor rgb '#404040'\n");
    if (run_length(points, 0, count) == count)
        fprintf(script, "unset key\n");
    for (size_t first = 0; first < count; first += run_length(points, first, count), curve++) {
        size_t length = close_curve(points + first, run_length(points, first, count), closed);
        fprintf(script,
                "%s'-' binary record=%zu format='%%float64%%float64' endian=default using 1:2 with "
                "steps ",
                curve ? ", " : "plot ", length);
        fprintf(script, "linewidth 1.5 dashtype %zu linecolor rgb '#%06lx' title ",
                curve / CE_PLOT_COLORS % DASHES + 1, color_of_curve(curve));
        snprintf(name, sizeof name, "k = %g", points[first].k);
        ce_gnuplot_quote(script, isinf(points[first].k) ? "all" : name);
    }
    fputc('\n', script);
    for (size_t first = 0; first < count; first += run_length(points, first, count))
        write_points(script, closed,
                     close_curve(points + first, run_length(points, first, count), closed));
    fputc('\n', script);
}

int ce_cdf_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                  size_t *length, ce_error *err)
{
    size_t rows = table->values.rows;
    point *points = ce_alloc(2 * rows + 2, sizeof *points, err);
    FILE *script = NULL;
    int rc = points ? take_steps(table, points, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_gnuplot_begin(&script, picture, err);
    if (!rc) {
        write_cdf(script, points, rows, points + rows);
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    free(points);
    return rc;
}

/* ---- indices by k ---- */

/* base: where its axis begins, unless a value is below it. */
typedef struct {
    const char *column, *label;
    double base;
} panel;

static const panel panels[] = {
    {"pac", "PAC", 0},
    {"delta", "growth of area", 0},
    {"lifetime", "lifetime", 0},
    {"ic", "inconsistency", 1},
};

enum { PAC, PANELS = sizeof panels / sizeof *panels };

/* The rows that have both k and the index. */
static size_t take_index(const ce_data_table *table, int k, int index, point *points)
{
    size_t count = 0;

    for (size_t i = 0; i < table->values.rows; i++)
        if (!isnan(cell(table, i, k)) && !isnan(cell(table, i, index)))
            points[count++] =
                (point){cell(table, i, k), cell(table, i, k), cell(table, i, index), i};
    qsort(points, count, sizeof *points, by_k_and_x);
    return count;
}

/* Pixels: above and below all panels, between two, and between two tics of a value; a name beside
 * its panel, and a line above it where it is less high; between two tics of k. */
enum {
    ABOVE = 14,
    TITLE = 42,
    BELOW = 70,
    BETWEEN = 14,
    TIC = 17,
    NAME_LONG = 100,
    LINE = 18,
    WIDE = 40
};

/* Where panels are. */
typedef struct {
    double width, height, top; /* of the picture, and of the first panel */
    double high;               /* each */
    double apart;              /* from one to the next */
    int named_above;
} layout;

static layout lay_out(const ce_picture *picture, size_t count)
{
    layout at = {picture->width, picture->height, picture->title ? TITLE : ABOVE, 0, BETWEEN, 0};

    at.high = (at.height - at.top - BELOW - at.apart * (double)(count - 1)) / (double)count;
    if (at.high < NAME_LONG) {
        at.named_above = 1;
        at.top += LINE;
        at.apart += LINE;
        at.high = (at.height - at.top - BELOW - at.apart * (double)(count - 1)) / (double)count;
    }
    at.high = fmax(1, at.high);
    at.apart += at.high;
    return at;
}

/* From the base, unless there is less, to a little more than the largest. */
static void write_range(FILE *script, double base, const point *points, size_t count, double tics)
{
    double least = base, most = base;

    for (size_t p = 0; p < count; p++) {
        least = fmin(least, points[p].y);
        most = fmax(most, points[p].y);
    }
    if (most == least)
        most = least + 1;
    fprintf(script, "set yrange [%.17g:%.17g]\nset ytics %.17g\n",
            least < base ? least - 0.08 * (most - least) : base, most + 0.08 * (most - least),
            ce_plot_step(most - least, tics));
}

/* Panel `place` of `all`, from the top. */
static void write_panel(FILE *script, const layout *at, size_t which, size_t place, size_t all,
                        const point *points, size_t count)
{
    double top = at->top + (double)place * at->apart;

    write_range(script, panels[which].base, points, count, fmax(1, at->high / TIC));
    fprintf(script, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
            1 - top / at->height, 1 - (top + at->high) / at->height);
    if (at->named_above) {
        fprintf(script, "set label 1 ");
        ce_gnuplot_quote(script, panels[which].label);
        fprintf(script, " at graph 0,screen %.6f left\n", 1 - (top - LINE / 2.0) / at->height);
    } else {
        fprintf(script, "set ylabel ");
        ce_gnuplot_quote(script, panels[which].label);
        fputc('\n', script);
    }
    fprintf(script, place + 1 == all ? "set format x\nset xlabel 'k'\n" : "set format x ''\n");
    fprintf(script,
            "plot '-' binary record=%zu format='%%float64%%float64' endian=default using 1:2 with "
            "linespoints ",
            count);
    fprintf(script, "linewidth 1.5 pointtype %d pointsize 0.8 linecolor rgb '%s' notitle\n",
            ce_plot_shape(which), ce_plot_color(which));
    write_points(script, points, count);
    fputc('\n', script);
}

/* The axis of k: at most a dozen of those that are there are named. */
static void write_across(FILE *script, const ce_data_table *table, int k, double wide)
{
    double least = INFINITY, most = -INFINITY, tics = fmax(1, fmin(12, wide / WIDE)), beside;

    for (size_t i = 0; i < table->values.rows; i++) {
        least = fmin(least, cell(table, i, k));
        most = fmax(most, cell(table, i, k));
    }
    beside = 0.3 * fmax(1, ceil((most - least) / tics));
    fprintf(script, "set xrange [%.17g:%.17g]\n", least - beside, most + beside);
    ce_axis_values(script, table, (size_t)k, tics);
    fprintf(script, "set grid xtics linetype 1 linecolor rgb '#d8d8d8'\n");
    fprintf(script, "set lmargin 11\nset rmargin 3\n");
}

static int check_pac(const point *points, size_t count, ce_error *err)
{
    for (size_t p = 0; p < count; p++)
        if (points[p].y < 0 || points[p].y > 1)
            return ce_fail(err, CE_EINPUT, "row %zu: pac %g, a number from 0 to 1 expected",
                           points[p].row + 1, points[p].y);
    return CE_OK;
}

/* column: that of each panel, NO_COLUMN for a panel without points. *count: panels with points.
 * points: room for all rows. */
static int find_panels(const ce_data_table *table, int *k, int column[PANELS], size_t *count,
                       point *points, ce_error *err)
{
    int rc = find(table, "k", by_k, k, err);

    *count = 0;
    for (size_t p = 0; p < PANELS && !rc; p++) {
        size_t points_of = 0;
        rc = find(table, panels[p].column, NULL, &column[p], err);
        if (!rc && column[p] != NO_COLUMN)
            points_of = take_index(table, *k, column[p], points);
        if (!rc && p == PAC)
            rc = check_pac(points, points_of, err);
        if (!rc && !points_of)
            column[p] = NO_COLUMN;
        *count += !rc && column[p] != NO_COLUMN;
    }
    if (!rc && !*count)
        return ce_fail(
            err, CE_EINPUT,
            "no row has k and pac, delta, lifetime or ic: a table of stability by k expected");
    return rc;
}

int ce_stability_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                        size_t *length, ce_error *err)
{
    point *points = ce_alloc(table->values.rows, sizeof *points, err);
    FILE *script = NULL;
    int column[PANELS], k, rc;
    size_t count, drawn = 0;
    layout at;

    if (!points)
        return CE_ENOMEM;
    rc = find_panels(table, &k, column, &count, points, err);
    if (!rc)
        rc = ce_gnuplot_begin(&script, picture, err);
    if (rc)
        goto done;
    at = lay_out(picture, count);
    write_across(script, table, k, picture->width);
    fprintf(script, "set multiplot\n");
    for (size_t p = 0; p < PANELS; p++)
        if (column[p] != NO_COLUMN) {
            size_t points_of = take_index(table, k, column[p], points);
            write_panel(script, &at, p, drawn++, count, points, points_of);
            fprintf(script, "unset title\n"); /* one for all */
        }
    fprintf(script, "unset multiplot\n");
    rc = ce_gnuplot_end(script, bytes, length, err);
done:
    free(points);
    return rc;
}

/* ---- the tables ---- */

static const char *const columns[] = {"series", "x", "y"};

static void write_records(ce_records *records, const char *series, const point *points,
                          size_t count)
{
    for (size_t p = 0; p < count; p++) {
        ce_records_text(records, series);
        ce_records_real(records, points[p].x);
        ce_records_real(records, points[p].y);
    }
}

int ce_cdf_curves_write(const ce_data_table *table, ce_output *output, char between, ce_error *err)
{
    size_t rows = table->values.rows, length, count;
    point *points = ce_alloc(2 * rows + 2, sizeof *points, err);
    ce_records records;
    int rc = points ? take_steps(table, points, err) : CE_ENOMEM;

    if (!rc)
        ce_records_begin(&records, output, columns, 3, 0, between);
    for (size_t first = 0; first < rows && !rc; first += length) {
        char series[32] = "all";
        length = run_length(points, first, rows);
        if (isfinite(points[first].k))
            series[ce_format_real(points[first].k, series)] = '\0';
        count = close_curve(points + first, length, points + rows);
        write_records(&records, series, points + rows, count);
    }
    if (!rc)
        ce_records_end(&records);
    free(points);
    return rc;
}

int ce_stability_curves_write(const ce_data_table *table, ce_output *output, char between,
                              ce_error *err)
{
    point *points = ce_alloc(table->values.rows, sizeof *points, err);
    ce_records records;
    int column[PANELS], k, rc;
    size_t count;

    rc = points ? find_panels(table, &k, column, &count, points, err) : CE_ENOMEM;
    if (!rc)
        ce_records_begin(&records, output, columns, 3, 0, between);
    for (size_t p = 0; p < PANELS && !rc; p++)
        if (column[p] != NO_COLUMN)
            write_records(&records, panels[p].column, points,
                          take_index(table, k, column[p], points));
    if (!rc)
        ce_records_end(&records);
    free(points);
    return rc;
}
