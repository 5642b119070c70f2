#include "plot/null_curves.h"

#include <math.h>

#include "io/records.h"
#include "plot/axis_names.h"
#include "plot/result_rows.h"

static const char of_null[] = "ce-stability null";

typedef struct {
    size_t k, objective, rcsi, se, p, all;
    int over_all; /* there is a column of p over all k */
} null_columns;

static int find_null_columns(const ce_data_table *table, null_columns *at, ce_error *err)
{
    ce_error none = {0};
    int rc = ce_result_column(table, "k", 1, of_null, &at->k, err);

    if (!rc)
        rc = ce_result_column(table, "objective", 0, of_null, &at->objective, err);
    if (!rc)
        rc = ce_result_column(table, "rcsi", 1, of_null, &at->rcsi, err);
    if (!rc)
        rc = ce_result_column(table, "rcsi_se", 1, of_null, &at->se, err);
    at->over_all = !ce_result_column(table, "p_all", 1, of_null, &at->all, &none);
    return rc ? rc : ce_result_column(table, "p", 1, of_null, &at->p, err);
}

/* The row is the first of its objective; none is where the objective is missing. */
static int is_first(const ce_data_table *table, size_t i, size_t objective)
{
    if (isnan(ce_result_number(table, i, objective)))
        return 0;
    for (size_t j = 0; j < i; j++)
        if (ce_result_number(table, j, objective) == ce_result_number(table, i, objective))
            return 0;
    return 1;
}

static int has_place(const ce_data_table *table, size_t i, const null_columns *at)
{
    return !isnan(ce_result_number(table, i, at->k)) &&
           !isnan(ce_result_number(table, i, at->rcsi)) &&
           !isnan(ce_result_number(table, i, at->objective));
}

/* The rows of the objective of row `of`: k, moved to the right, RCSI and its error. */
static void write_points(FILE *script, const ce_data_table *table, const null_columns *at,
                         size_t of, double right)
{
    for (size_t i = 0; i < table->values.rows; i++) {
        double se = ce_result_number(table, i, at->se);
        if (has_place(table, i, at) &&
            ce_result_number(table, i, at->objective) == ce_result_number(table, of, at->objective))
            fprintf(script, "%.10g %.10g %.10g\n", ce_result_number(table, i, at->k) + right,
                    ce_result_number(table, i, at->rcsi), isnan(se) ? 0 : se);
    }
    fprintf(script, "e\n");
}

/* Steps from the first k that is named to the last. */
enum { TICS = 15 };

static void write_null_axes(FILE *script, const ce_data_table *table, const null_columns *at)
{
    double low = 0, high = 0, least = INFINITY, most = -INFINITY;

    for (size_t i = 0; i < table->values.rows; i++) {
        double rcsi = ce_result_number(table, i, at->rcsi), se = ce_result_number(table, i, at->se);
        if (!has_place(table, i, at))
            continue;
        se = isnan(se) ? 0 : se;
        low = fmin(low, rcsi - se);
        high = fmax(high, rcsi + se);
        least = fmin(least, ce_result_number(table, i, at->k));
        most = fmax(most, ce_result_number(table, i, at->k));
    }
    if (high <= low)
        high = low + 1;
    fprintf(script,
            "set border 3\nset xlabel 'k'\nset ylabel 'RCSI, with its standard error'\nset "
            "xrange [%.10g:%.10g]\nset yrange "
            "[%.10g:%.10g]\n",
            least - 0.5, most + 0.5, low - 0.05 * (high - low), high + 0.05 * (high - low));
    ce_axis_values(script, table, at->k, TICS);
    fprintf(script, "set arrow from graph 0,first 0 to graph 1,first 0 nohead dashtype 2 linecolor "
                    "rgb '#707070'\nset key outside right top Left reverse samplen 2 noautotitle "
                    "textcolor rgb '#404040'\n");
}

/* Pixels: around the picture, of its title, of what stands beside the curves, of a row of p and of
 * one whose p stand upright, of a p across. */
enum { EDGE = 12, TITLE = 24, BESIDE = 230, ROW = 17, UPRIGHT_ROW = 46, P_ACROSS = 42 };

/* How the p stand above the curves, a row for each objective. */
typedef struct {
    size_t series, columns; /* rows, and p in the longest */
    int upright;
    double row;  /* height of one */
    double unit; /* a pixel across, in k */
} p_rows;

static p_rows lay_out_p(const ce_data_table *table, const null_columns *at,
                        const ce_picture *picture)
{
    double least = INFINITY, most = -INFINITY, wide = fmax(1, picture->width - BESIDE);
    p_rows rows = {0};
    size_t n = table->values.rows;

    for (size_t i = 0; i < n; i++) {
        size_t columns = 0;
        if (has_place(table, i, at)) {
            least = fmin(least, ce_result_number(table, i, at->k));
            most = fmax(most, ce_result_number(table, i, at->k));
        }
        if (!is_first(table, i, at->objective))
            continue;
        rows.series++;
        for (size_t j = 0; j < n; j++)
            columns += ce_result_number(table, j, at->objective) ==
                       ce_result_number(table, i, at->objective);
        rows.columns = columns > rows.columns ? columns : rows.columns;
    }
    rows.unit = (most - least + 1) / wide;
    rows.upright = wide < P_ACROSS * (double)rows.columns;
    rows.row = rows.upright ? UPRIGHT_ROW : ROW;
    return rows;
}

/* How far a series is moved across, so that the error bars of one k do not cover each other. */
static double moved(const p_rows *rows, size_t series)
{
    return fmin(0.1, 7 * rows->unit) * ((double)series - (double)(rows->series - 1) / 2);
}

/* The middle of the row of a series, as a share of the picture from below. */
static double p_height(const p_rows *rows, size_t series, const ce_picture *picture)
{
    double above = EDGE + (picture->title ? TITLE : 0) + rows->row * ((double)series + 0.5);

    return 1 - above / picture->height;
}

/* The p of each k of the objective of row `of`, in one row above the curves; behind it p over all
 * k, which is the same in all its rows. */
static void write_p(FILE *script, const ce_data_table *table, const null_columns *at, size_t of,
                    const p_rows *rows, size_t series, const ce_picture *picture)
{
    double y = p_height(rows, series, picture);

    fprintf(script, "set label 'p' at graph -0.02,screen %.6f right font ',9' textcolor rgb '%s'\n",
            y, ce_plot_color(series));
    for (size_t i = 0; i < table->values.rows; i++) {
        double p = ce_result_number(table, i, at->p);
        if (has_place(table, i, at) && !isnan(p) &&
            ce_result_number(table, i, at->objective) == ce_result_number(table, of, at->objective))
            fprintf(script,
                    "set label '%.2g' at first %.10g,screen %.6f center %sfont ',9' textcolor rgb "
                    "'%s'\n",
                    p, ce_result_number(table, i, at->k), y, rows->upright ? "rotate by 90 " : "",
                    ce_plot_color(series));
    }
    if (at->over_all && !isnan(ce_result_number(table, of, at->all)))
        fprintf(
            script,
            "set label 'all k: %.2g' at graph 1.02,screen %.6f left font ',9' textcolor rgb '%s'\n",
            ce_result_number(table, of, at->all), y, ce_plot_color(series));
}

/* find_null_columns, and that a row can be drawn. */
static int find_null_points(const ce_data_table *table, null_columns *at, ce_error *err)
{
    size_t usable = 0;
    int rc = find_null_columns(table, at, err);

    for (size_t i = 0; i < table->values.rows && !rc; i++)
        usable += (size_t)has_place(table, i, at);
    return rc || usable ? rc : ce_fail(err, CE_EINPUT, "no row has k, objective and rcsi");
}

int ce_null_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                   size_t *length, ce_error *err)
{
    size_t n = table->values.rows, series = 0;
    char text[CE_RESULT_TEXT];
    null_columns at = {0};
    FILE *script = NULL;
    p_rows rows;
    int rc = find_null_points(table, &at, err);

    if (!rc)
        rc = ce_gnuplot_begin(&script, picture, err);
    if (rc)
        return rc;
    write_null_axes(script, table, &at);
    rows = lay_out_p(table, &at, picture);
    if (picture->title) { /* above the rows */
        fprintf(script, "unset title\nset label ");
        ce_plot_title(script, picture);
        fprintf(script, " at screen 0.5,%.6f center textcolor rgb '#000000'\n",
                1 - 18.0 / picture->height);
    }
    fprintf(script, "set tmargin at screen %.6f\n",
            p_height(&rows, rows.series, picture) + (rows.row / 2 - 4) / picture->height);
    for (size_t i = 0; i < n; i++)
        if (is_first(table, i, at.objective))
            write_p(script, table, &at, i, &rows, series++, picture);
    fprintf(script, "plot ");
    series = 0;
    for (size_t i = 0; i < n; i++)
        if (is_first(table, i, at.objective)) {
            fprintf(script,
                    "%s'-' using 1:2:3 with yerrorlines linewidth 1.5 pointtype %d pointsize "
                    "0.8 linecolor rgb '%s' title ",
                    series ? ", " : "", ce_plot_shape(series), ce_plot_color(series));
            ce_gnuplot_quote(script, ce_result_text(table, i, at.objective, text));
            series++;
        }
    fputc('\n', script);
    series = 0;
    for (size_t i = 0; i < n; i++)
        if (is_first(table, i, at.objective))
            write_points(script, table, &at, i, moved(&rows, series++));
    return ce_gnuplot_end(script, bytes, length, err);
}

int ce_null_curves_write(const ce_data_table *table, ce_output *output, char between, ce_error *err)
{
    static const char *const columns[] = {"series", "x", "y", "error", "p", "p_all"};
    size_t n = table->values.rows;
    char text[CE_RESULT_TEXT];
    null_columns at = {0};
    ce_records records;
    int rc = find_null_points(table, &at, err);

    if (rc)
        return rc;
    ce_records_begin(&records, output, columns, at.over_all ? 6 : 5, 0, between);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n && is_first(table, i, at.objective); j++) {
            if (!has_place(table, j, &at) || ce_result_number(table, j, at.objective) !=
                                                 ce_result_number(table, i, at.objective))
                continue;
            ce_records_text(&records, ce_result_text(table, j, at.objective, text));
            ce_records_real(&records, ce_result_number(table, j, at.k));
            ce_records_real(&records, ce_result_number(table, j, at.rcsi));
            ce_records_real(&records, ce_result_number(table, j, at.se));
            ce_records_real(&records, ce_result_number(table, j, at.p));
            if (at.over_all)
                ce_records_real(&records, ce_result_number(table, j, at.all));
        }
    ce_records_end(&records);
    return CE_OK;
}
