#include "plot/scatter.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/groups.h"
#include "plot/points.h"

/* The least opacity of a point, so that none is lost. */
#define FAINTEST 0.12
/* Pixels below the axis of a grid. */
enum { BELOW = 98 };

/* The points in the order of the table, and their labels as a column that owns nothing. */
typedef struct {
    ce_point *point;
    size_t count;
    int32_t *label; /* count */
    ce_text_column labels;
} places;

/* The more points, the smaller: a few stand out, many stay apart. */
static double point_size(size_t points)
{
    if (points <= 1000)
        return 0.9;
    return points <= 10000 ? 0.5 : 0.25;
}

static int place(const ce_data_table *table, const ce_scatter_options *options, places *all,
                 ce_scatter_note *note, ce_error *err)
{
    int rc = ce_scatter_points(table, options, &all->point, &all->count, note, err);

    if (rc)
        return rc;
    all->label = ce_alloc(all->count, sizeof *all->label, err);
    if (!all->label)
        return CE_ENOMEM;
    for (size_t p = 0; p < all->count; p++)
        all->label[p] = all->point[p].label;
    if (options->labels) {
        all->labels = *options->labels;
        all->labels.value = all->label;
        all->labels.n = all->count;
    }
    return CE_OK;
}

/* ---- the script ---- */

/* As in the other pictures of the same labels. */
static unsigned long rgb_of(int noise, size_t style)
{
    return ce_plot_shade(noise ? CE_PLOT_NOISE : (int32_t)(style % CE_SCATTER_LOOKS), 1);
}

/* How the points of one label look. */
static void write_look(FILE *script, const ce_scatter_options *options, int noise, size_t style,
                       double size)
{
    int varies = options->bins || options->sure;

    if (options->bins)
        fprintf(script, "pointtype 5 pointsize variable linecolor rgb variable title ");
    else if (varies)
        fprintf(script, "pointtype %d pointsize %g linecolor rgb variable title ",
                noise ? 7 : ce_plot_shape(style / CE_PLOT_COLORS), noise ? 0.55 * size : size);
    else if (noise)
        fprintf(script, "pointtype 7 pointsize %g linecolor rgb '#%06lx' title ", 0.55 * size,
                rgb_of(1, style));
    else
        fprintf(script, "pointtype %d pointsize %g linecolor rgb '#%06lx' title ",
                ce_plot_shape(style / CE_PLOT_COLORS), size, rgb_of(0, style));
}

/* What a record holds besides x and y. */
static const char *columns_of(const ce_scatter_options *options)
{
    if (options->bins)
        return "%float64%float64%float64%float64' endian=default using 1:2:3:4";
    return options->sure ? "%float64%float64%float64' endian=default using 1:2:3"
                         : "%float64%float64' endian=default using 1:2";
}

/* The plot command: noise first, so that it lies below, then a series per label. Where colors vary
 * from point to point, the key has series of its own, without points. */
static void write_command(FILE *script, const ce_groups *groups, const ce_scatter_options *options,
                          size_t points)
{
    int varies = options->bins || options->sure;
    double size = point_size(points);
    size_t drawn = 0, style = 0;

    fprintf(script, "plot ");
    for (int noise = 1; noise >= 0; noise--)
        for (size_t g = 0; g < groups->count; g++) {
            const ce_group *group = &groups->group[g];
            if (group->noise != noise)
                continue;
            fprintf(script, "%s'-' binary record=%zu format='%s with points ", drawn++ ? ", " : "",
                    group->count, columns_of(options));
            write_look(script, options, noise, style, size);
            ce_gnuplot_quote(script, varies ? "" : group->shown);
            if (varies) {
                fprintf(script, ", 1/0 with points pointtype %d pointsize %g linecolor rgb ",
                        noise || options->bins ? 7 : ce_plot_shape(style / CE_PLOT_COLORS),
                        options->bins ? 0.9 : size);
                fprintf(script, "'#%06lx' title ", rgb_of(noise, style));
                ce_gnuplot_quote(script, group->shown);
            }
            style += !noise;
        }
    fputc('\n', script);
}

/* A color as gnuplot takes it: 0 opaque .. 255 transparent, then red, green, blue. */
static double color_of(int noise, size_t style, double sure)
{
    double opacity = FAINTEST + (1 - FAINTEST) * sure;

    return floor(255 * (1 - opacity) + 0.5) * 16777216 + (double)rgb_of(noise, style);
}

/* The points of the series, in the order of the command. */
static void write_points(FILE *script, const places *all, const ce_scatter_options *options,
                         const ce_groups *groups, double largest)
{
    size_t style = 0;

    for (int noise = 1; noise >= 0; noise--)
        for (size_t g = 0; g < groups->count; g++) {
            if (groups->group[g].noise != noise)
                continue;
            for (size_t p = 0; p < groups->group[g].count; p++) {
                const ce_point *point = &all->point[groups->order[groups->group[g].first + p]];
                double color = color_of(noise, style, point->sure), at[4] = {point->x, point->y};
                size_t values = 2;
                if (options->bins)
                    at[values++] = largest * (0.35 + 0.65 * point->size);
                if (options->bins || options->sure)
                    at[values++] = color;
                fwrite(at, sizeof *at, values, script);
            }
            style += !noise;
        }
    fputc('\n', script);
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
    if (options->labels && labels <= CE_SCATTER_KEYS)
        fprintf(script, "set key outside right top Left reverse samplen 1 noautotitle textcolor "
                        "rgb '#404040'\n");
    else
        fprintf(script, "unset key\n");
}

/* What a square stands for. */
static void write_captions(FILE *script, const ce_scatter_options *options)
{
    const ce_picture *picture = &options->picture;

    if (!options->bins)
        return;
    fprintf(script, "set bmargin at screen %.6f\n", fmin(0.5, (double)BELOW / picture->height));
    ce_plot_caption(script, picture, 26, "a square: the objects in a cell of a grid");
    ce_plot_caption(script, picture, 12,
                    options->labels
                        ? "in the colour of most of them; the larger, the more there are"
                        : "the larger, the more there are");
}

int ce_scatter(const ce_data_table *table, const ce_scatter_options *options, char **bytes,
               size_t *length, ce_scatter_note *note, ce_error *err)
{
    places all = {0};
    ce_groups groups = {0};
    FILE *script = NULL;
    int rc = place(table, options, &all, note, err);

    if (!rc)
        rc = ce_groups_build(&groups, options->labels ? &all.labels : NULL, all.count, NULL, err);
    if (!rc)
        rc = ce_groups_shorten(&groups, CE_PLOT_KEY_NAME, err);
    if (!rc)
        rc = ce_gnuplot_begin(&script, &options->picture, err);
    if (!rc) {
        /* a square of size 1 has about 9 pixels a side */
        double largest = options->bins ? options->picture.width / 9.0 / (double)options->bins : 1;
        write_axes(script, table, options, groups.count);
        write_captions(script, options);
        write_command(script, &groups, options, table->values.rows - note->omitted);
        write_points(script, &all, options, &groups, largest);
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    ce_groups_free(&groups);
    free(all.point);
    free(all.label);
    return rc;
}
