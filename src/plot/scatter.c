#include "plot/scatter.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/groups.h"

enum { KEY_AT_MOST = 20 };

static double cell(const ce_data_table *table, size_t i, size_t s)
{
    return table->values.values[i * table->values.columns + s];
}

static int placed(const ce_data_table *table, const ce_scatter_options *options, size_t i)
{
    return !isnan(cell(table, i, options->x)) && !isnan(cell(table, i, options->y));
}

/* The more points, the smaller: a few stand out, many stay apart. */
static double point_size(size_t points)
{
    if (points <= 1000)
        return 0.9;
    return points <= 10000 ? 0.5 : 0.25;
}

/* The plot command: noise first, so that it lies below, then a series per label. */
static void write_command(FILE *script, const ce_groups *groups, size_t points)
{
    double size = point_size(points);
    size_t drawn = 0, style = 0;

    fprintf(script, "plot ");
    for (int noise = 1; noise >= 0; noise--)
        for (size_t g = 0; g < groups->count; g++) {
            const ce_group *group = &groups->group[g];
            if (group->noise != noise)
                continue;
            fprintf(script,
                    "%s'-' binary record=%zu format='%%float64%%float64' endian=default using 1:2 "
                    "with points ",
                    drawn++ ? ", " : "", group->count);
            if (noise)
                fprintf(script, "pointtype 7 pointsize %g linecolor rgb '#909090' title ",
                        0.55 * size);
            else {
                fprintf(script, "pointtype %d pointsize %g linecolor rgb '%s' title ",
                        ce_plot_shape(style / CE_PLOT_COLORS), size, ce_plot_color(style));
                style++;
            }
            ce_gnuplot_quote(script, group->text);
        }
    fputc('\n', script);
}

/* The points of the series, in the order of the command. */
static void write_points(FILE *script, const ce_data_table *table,
                         const ce_scatter_options *options, const ce_groups *groups)
{
    for (int noise = 1; noise >= 0; noise--)
        for (size_t g = 0; g < groups->count; g++)
            for (size_t p = 0; p < groups->group[g].count && groups->group[g].noise == noise; p++) {
                size_t i = groups->order[groups->group[g].first + p];
                double at[2] = {cell(table, i, options->x), cell(table, i, options->y)};
                fwrite(at, sizeof *at, 2, script);
            }
    fputc('\n', script);
}

static int check(const ce_data_table *table, const ce_scatter_options *options, ce_error *err)
{
    size_t axis[2] = {options->x, options->y};

    for (int a = 0; a < 2; a++)
        if (table->categories[axis[a]].count)
            return ce_fail(err, CE_EINPUT, "column %s is categorical, a numeric one expected",
                           table->name[axis[a]]);
    if (options->labels && options->labels->n != table->values.rows)
        return ce_fail(err, CE_EINPUT, "%zu labels for %zu objects", options->labels->n,
                       table->values.rows);
    return CE_OK;
}

static void write_axes(FILE *script, const ce_data_table *table, const ce_scatter_options *options,
                       size_t labels)
{
    fprintf(script, "set xlabel ");
    ce_gnuplot_quote(script, table->name[options->x]);
    fprintf(script, "\nset ylabel ");
    ce_gnuplot_quote(script, table->name[options->y]);
    fprintf(script,
            "\nset autoscale fix\nset offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03\n");
    if (options->equal)
        fprintf(script, "set size ratio -1\n");
    if (options->labels && labels <= KEY_AT_MOST)
        fprintf(script, "set key outside right top Left reverse samplen 1 noautotitle textcolor "
                        "rgb '#404040'\n");
    else
        fprintf(script, "unset key\n");
}

int ce_scatter(const ce_data_table *table, const ce_scatter_options *options, char **bytes,
               size_t *length, size_t *omitted, ce_error *err)
{
    size_t n = table->values.rows, points = 0;
    unsigned char *use = NULL;
    ce_groups groups = {0};
    FILE *script = NULL;
    int rc = check(table, options, err);

    if (rc)
        return rc;
    if (!(use = ce_alloc(n, 1, err)))
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        points += use[i] = (unsigned char)placed(table, options, i);
    *omitted = n - points;
    if (!points)
        rc = ce_fail(err, CE_EINPUT, "no object has both %s and %s", table->name[options->x],
                     table->name[options->y]);
    if (!rc)
        rc = ce_groups_build(&groups, options->labels, n, use, err);
    if (!rc)
        rc = ce_gnuplot_begin(&script, &options->picture, err);
    if (!rc) {
        write_axes(script, table, options, groups.count);
        write_command(script, &groups, points);
        write_points(script, table, options, &groups);
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    ce_groups_free(&groups);
    free(use);
    return rc;
}
