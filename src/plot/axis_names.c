#include "plot/axis_names.h"

#include <math.h>

#include "plot/gnuplot.h"
#include "plot/short_names.h"

/* Pixels: of a letter, of a line of text, and of one with small letters. */
#define LETTER     8.0
#define LINE       18.0
#define SMALL_LINE 13.0

/* Letters that are shown at most: a third of the picture has room for them. */
static size_t limit(const ce_axis_names *names)
{
    double letters = names->across / 3 / LETTER;

    return letters < CE_AXIS_NAME ? (size_t)fmax(6, letters) : CE_AXIS_NAME;
}

static size_t longest(const ce_axis_names *names)
{
    size_t most = 0;

    for (size_t i = 0; i < names->count; i++) {
        size_t letters = ce_plot_letters(names->name[i]);
        most = letters > most ? letters : most;
    }
    return most < limit(names) ? most : limit(names);
}

int ce_axis_are_askew(const ce_axis_names *names)
{
    return LETTER * (double)(longest(names) + 1) * (double)names->count > names->pixels;
}

static int are_small(const ce_axis_names *names)
{
    return LINE * (double)names->count > names->pixels;
}

/* Pixels of the longest name. */
static double length(const ce_axis_names *names)
{
    return (are_small(names) ? 6 : 7.5) * (double)longest(names);
}

double ce_axis_overhang(const ce_axis_names *names)
{
    return 0.5 * length(names) + 16; /* half of it, since the text rises by 60 degrees */
}

double ce_axis_depth(const ce_axis_names *names)
{
    return ce_axis_are_askew(names) ? 0.87 * length(names) + 16 : 30;
}

int ce_axis_write(FILE *script, char axis, const ce_axis_names *names, ce_error *err)
{
    double step = ceil(SMALL_LINE * (double)names->count / names->pixels);
    ce_short_names shown = {0};
    int rc = ce_short_names_build(&shown, names->name, names->count, limit(names), err);

    if (rc)
        return rc;
    fprintf(script, "set %ctics scale 0 %s%s(", axis,
            axis == 'x' && ce_axis_are_askew(names) ? "rotate by 60 right " : "",
            are_small(names) ? "font ',9' " : "");
    for (size_t i = 0; i < names->count; i += (size_t)fmax(1, step)) {
        fprintf(script, "%s", i ? ", " : "");
        ce_gnuplot_quote_tic(script, shown.text[i]);
        fprintf(script, " %zu", i + 1);
    }
    fprintf(script, ")\n");
    ce_short_names_free(&shown);
    return CE_OK;
}

/* The least value of a column from `from` on; infinite if there is none. */
static double least_from(const ce_data_table *table, size_t column, double from)
{
    double least = INFINITY;

    for (size_t i = 0; i < table->values.rows; i++) {
        double value = table->values.values[i * table->values.columns + column];
        if (value >= from)
            least = fmin(least, value);
    }
    return least;
}

void ce_axis_values(FILE *script, const ce_data_table *table, size_t column, double most)
{
    double first = least_from(table, column, -INFINITY), last = first, step;

    for (size_t i = 0; i < table->values.rows; i++)
        last = fmax(last, table->values.values[i * table->values.columns + column]);
    step = fmax(1, (last - first) / fmax(1, most));
    fprintf(script, "set xtics (");
    for (double at = first; isfinite(at); at = least_from(table, column, at + step))
        fprintf(script, "%s%.17g", at > first ? ", " : "", at);
    fprintf(script, ")\n");
}
