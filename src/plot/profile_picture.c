/* ce_profile_draw: the bars of a profile, with ids, names and means. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/bars.h"
#include "plot/profile.h"
#include "plot/profile_layout.h"
#include "plot/result_rows.h"
#include "plot/short_names.h"

/* Pixels: to the right of the bars, of the color before a name, of what is left free around it, and
 * from the bars down to a long name of the axis. */
enum { RIGHT = 215, COLOR = 8, FREE = 6, AXIS_NAME = 56 };

/* Where a stack is drawn, layer 0 is the value with the own cluster g, and the layers after it are
 * those with the others, in their order. Group of a layer. */
static size_t group_of_layer(size_t layer, size_t g)
{
    if (!layer)
        return g;
    return layer <= g ? layer - 1 : layer;
}

static double width_of(const ce_profile *p, size_t object, size_t g, size_t layer)
{
    double width = p->stack[object * p->groups.count + group_of_layer(layer, g)];

    return isnan(width) ? 0 : width;
}

/* Whether any object of the group has this layer. */
static int has_layer(const ce_profile *p, size_t g, size_t layer)
{
    const ce_group *group = &p->groups.group[g];

    if (!layer)
        return 1;
    for (size_t i = group->first; i < group->first + group->count; i++)
        if (width_of(p, p->groups.order[i], g, layer) > 0)
            return 1;
    return 0;
}

/* end: n; where the bar of each object ends, with all its layers. NaN: it has no value. Returns the
 * largest. */
static double find_ends(const ce_profile *p, double *end)
{
    double most = 1;

    for (size_t g = 0; g < p->groups.count; g++)
        for (size_t i = 0; i < p->groups.group[g].count; i++) {
            size_t object = p->groups.order[p->groups.group[g].first + i];
            end[object] = p->value[object];
            if (p->stack && isnan(end[object]))
                end[object] = 0;
            for (size_t l = 1; l < p->groups.count && p->stack; l++)
                end[object] += width_of(p, object, g, l);
            most = fmax(most, end[object]);
        }
    return most;
}

/* The mean of objects first .. last - 1 of the order; 0 where none has a value. */
static double mean_of(const ce_profile *p, const double *end, size_t first, size_t last)
{
    double sum = 0;
    size_t values = 0;

    for (size_t i = first; i < last; i++) {
        double value = end[p->groups.order[i]];
        values += !isnan(value);
        sum += isnan(value) ? 0 : value;
    }
    return values ? sum / (double)values : 0;
}

/* The bars of a cluster as one outline, downwards from `row`: pale seams would part bars in a PNG.
 */
static void write_outline(FILE *script, const ce_profile *p, const ce_group *group,
                          const double *end, const ce_profile_layout *at, size_t row)
{
    fprintf(script, "0 %zu\n", row);
    for (size_t i = 0; i < group->count; i += at->chunk) {
        size_t last = i + at->chunk < group->count ? i + at->chunk : group->count;
        double value = mean_of(p, end, group->first + i, group->first + last);
        fprintf(script, "%.10g %zu\n%.10g %zu\n", value, row + i, value, row + last);
    }
    fprintf(script, "0 %zu\ne\n", row + group->count);
}

/* Takes a layer off the ends of a group. */
static void take_layer(const ce_profile *p, size_t g, size_t layer, double *end)
{
    const ce_group *group = &p->groups.group[g];

    for (size_t i = group->first; i < group->first + group->count && layer; i++) {
        size_t object = p->groups.order[i];
        end[object] = layer > 1 ? end[object] - width_of(p, object, g, layer) : p->value[object];
    }
}

/* The color of group g: noise comes last, and is grey. */
static void group_color(const ce_profile *p, size_t g, char color[CE_COLOR_TEXT])
{
    int number = p->color ? p->color[g] : (int)g;

    ce_bar_color(p->groups.group[g].noise ? -1 : number % CE_BAR_COLORS, color);
}

/* In a layer of others a color names the cluster, so none of it stands for two. */
static void layer_color(const ce_profile *p, size_t layer, size_t g, char color[CE_COLOR_TEXT])
{
    size_t other = group_of_layer(layer, g);

    if (layer && other >= CE_BAR_COLORS)
        ce_bar_color(-1, color);
    else
        group_color(p, other, color);
}

/* Layers from the last to the first: each covers all but the end of the one before. The layers are
   taken off `end`, which then holds the first one alone. */
static void write_bars(FILE *script, const ce_profile *p, double *end, const ce_profile_layout *at)
{
    char color[CE_COLOR_TEXT];
    size_t row = 0, layers = p->stack ? p->groups.count : 1;

    fprintf(script, "plot ");
    for (size_t g = 0; g < p->groups.count; g++)
        for (size_t l = layers; l-- && !at->hidden[g];) {
            layer_color(p, l, g, color);
            if (has_layer(p, g, l))
                fprintf(script,
                        "'-' using 1:2 with filledcurves closed fillstyle solid noborder fillcolor "
                        "rgb '%s' notitle, ",
                        color);
        }
    fprintf(script, "'-' using 1:2 with lines dashtype 2 linecolor rgb '#000000' notitle\n");
    for (size_t g = 0; g < p->groups.count; g++)
        if (!at->hidden[g]) {
            for (size_t l = layers; l--; take_layer(p, g, l, end))
                if (has_layer(p, g, l))
                    write_outline(script, p, &p->groups.group[g], end, at, row);
            row += p->groups.group[g].count + at->gap;
        }
    fprintf(script, "%.10g 0\n%.10g %.10g\ne\n", p->overall, p->overall, at->rows);
}

static void write_color(FILE *script, const ce_picture *picture, const char *color, double y)
{
    double left = picture->width - RIGHT + FREE;

    fprintf(script,
            "set object rectangle from screen %.5f,%.5f to screen %.5f,%.5f front fillcolor rgb "
            "'%s' fillstyle solid noborder\n",
            left / picture->width, 1 - (y + COLOR / 2.0) / picture->height,
            (left + COLOR) / picture->width, 1 - (y - COLOR / 2.0) / picture->height, color);
}

static void write_beside(FILE *script, const char *text, double x, double y)
{
    fprintf(script, "set label ");
    ce_gnuplot_quote(script, text);
    fprintf(script, " at screen %.5f,%.5f left font ',9' textcolor rgb '#404040'\n", x, y);
}

static void write_name(FILE *script, const ce_group *group, double mean, double x, double y)
{
    char text[160];

    if (isnan(mean))
        snprintf(text, sizeof text, "%s: n = %zu", group->shown, group->count);
    else
        snprintf(text, sizeof text, "%s: n = %zu, mean %.2f", group->shown, group->count, mean);
    write_beside(script, text, x, y);
}

/* Beside each cluster its color, name, size and mean. */
static void write_names(FILE *script, const ce_profile *p, const ce_profile_layout *at,
                        const ce_picture *picture)
{
    double x = 1 - (double)(RIGHT - 2 * FREE - COLOR) / picture->width,
           below = CE_PROFILE_TOP + at->rows * at->pixel;
    size_t omitted = at->count - at->named;
    char color[CE_COLOR_TEXT], text[80];

    for (size_t g = 0; g < p->groups.count; g++) {
        const ce_group *group = &p->groups.group[g];
        double y = CE_PROFILE_TOP + at->name[g];
        if (at->unnamed[g])
            continue;
        group_color(p, g, color);
        write_color(script, picture, color, y);
        write_name(script, group, p->mean[g], x, 1 - y / picture->height);
    }
    if (omitted) {
        snprintf(text, sizeof text, "%zu %s not named", omitted,
                 omitted == 1 ? "cluster is" : "clusters are");
        write_beside(script, text, x, 1 - (below + CE_PROFILE_NAME_ROW) / picture->height);
    }
    if (p->groups.count > at->count) {
        snprintf(text, sizeof text, "%zu more %s not drawn", p->groups.count - at->count,
                 p->groups.count - at->count == 1 ? "is" : "are");
        write_beside(script, text, x, 1 - (below + 2 * CE_PROFILE_NAME_ROW) / picture->height);
    }
}

static void write_ids(FILE *script, const ce_profile *p, const ce_profile_layout *at)
{
    char text[CE_RESULT_TEXT], other[CE_RESULT_TEXT], cut[4 * CE_PROFILE_ID_SHOWN + 8];
    size_t row = 0, written = 0, shared = p->n > 1 ? SIZE_MAX : 0;

    if (at->pixel < CE_PROFILE_ID_ROW) {
        fprintf(script, "unset ytics\n");
        return;
    }
    for (size_t i = 0; i < p->n; i++)
        shared = ce_plot_shared(ce_result_text(p->table, p->row[i], p->object, text),
                                ce_result_text(p->table, p->row[0], p->object, other), shared);
    fprintf(script, "set ytics nomirror scale 0 font ',%.1f' (", fmin(9, at->pixel * 0.8));
    for (size_t g = 0; g < p->groups.count; g++) {
        const ce_group *group = &p->groups.group[g];
        for (size_t i = 0; i < group->count && !at->hidden[g]; i++) {
            size_t object = p->groups.order[group->first + i];
            ce_plot_cut_name(ce_result_text(p->table, p->row[object], p->object, text), shared,
                             CE_PROFILE_ID_SHOWN, cut, sizeof cut);
            fprintf(script, written++ ? ", " : "");
            ce_gnuplot_quote_tic(script, cut);
            fprintf(script, " %.1f", (double)(row + i) + 0.5);
        }
        row += at->hidden[g] ? 0 : group->count + at->gap;
    }
    fprintf(script, ")\n");
}

/* The name of the axis below the middle of the bars, with the mean where there is room. What is too
 * long begins at the left, in small letters. */
static void write_axis_name(FILE *script, const ce_profile *p, const ce_profile_layout *at,
                            const ce_picture *picture)
{
    double middle = (at->left + picture->width - RIGHT) / 2,
           room = 2 * fmin(middle, picture->width - middle) / CE_PROFILE_LETTER;
    char text[200];

    snprintf(text, sizeof text, "%s; dashed: the mean of %zu objects, %.3f", p->kind->axis,
             p->n - p->missing, p->overall);
    if ((double)strlen(text) > room) /* the table has the mean */
        snprintf(text, sizeof text, "%s", p->kind->axis);
    fprintf(script, (double)strlen(text) > room ? "set label " : "set xlabel ");
    ce_gnuplot_quote(script, text);
    if ((double)strlen(text) > room)
        fprintf(script, " at screen 0.03,%.6f left font ',9' textcolor rgb '#000000'",
                (at->bottom - AXIS_NAME) / picture->height);
}

/* high: the largest end of a bar, or 1. */
static void write_axes(FILE *script, const ce_profile *p, const ce_profile_layout *at,
                       const ce_picture *picture, double high)
{
    double low = 0;

    for (size_t i = 0; i < p->n; i++)
        low = p->value[i] < low ? p->value[i] : low;
    write_axis_name(script, p, at, picture);
    if (at->chunk > 1)
        fprintf(
            script,
            "\nset label 'a bar is the mean of up to %zu objects' at screen 0.03,%.6f left font "
            "',10' textcolor rgb '#404040'",
            at->chunk, 9.0 / picture->height);
    fprintf(
        script,
        "\nset border 1\nunset key\nset xrange [%.10g:%.10g]\nset yrange [%.10g:0]\nset lmargin at "
        "screen %.6f\nset rmargin at screen %.6f\nset tmargin at screen %.6f\nset bmargin at "
        "screen %.6f\n",
        low < 0 ? fmax(p->kind->low, floor(low * 10) / 10) : 0, ceil(high * 10) / 10, at->rows,
        at->left / picture->width, 1 - (double)RIGHT / picture->width,
        1 - (double)CE_PROFILE_TOP / picture->height, at->bottom / picture->height);
}

int ce_profile_draw(const ce_profile *p, const ce_picture *picture, char **bytes, size_t *length,
                    size_t *left_out, ce_error *err)
{
    ce_profile_layout at = {0};
    FILE *script = NULL;
    double *end = ce_alloc(p->n, sizeof *end, err);
    int rc = end ? ce_profile_lay_out(&at, p, picture, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_gnuplot_begin(&script, picture, err);
    if (!rc) {
        write_axes(script, p, &at, picture, find_ends(p, end));
        write_ids(script, p, &at);
        write_names(script, p, &at, picture);
        write_bars(script, p, end, &at);
        *left_out = p->groups.count - at.count;
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    ce_profile_layout_free(&at);
    free(end);
    return rc;
}
