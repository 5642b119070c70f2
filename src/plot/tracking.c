#include "plot/tracking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/output.h"
#include "plot/axis_names.h"
#include "plot/shades.h"

/* Up to so many cells of an SVG each is a rectangle of its own. More make an image, and so do those
 * of a PNG or a PDF, where pale seams would part rectangles. */
enum { CELLS = 1000, IMAGE = 1200 };
/* Ids of so many objects are shown. Pixels around the picture: with numbers beside it, above and
 * below. */
enum { NAMES = 60, BESIDE = 90, ABOVE = 60 };

static double size_of(const ce_label_table *table, size_t i)
{
    return table->size ? table->size[i] : 1;
}

static double count_objects(const ce_label_table *table)
{
    double objects = 0;

    for (size_t i = 0; i < table->labels.n; i++)
        objects += size_of(table, i);
    return objects;
}

/* The votes of the objects of a pixel in one clustering: by number + 1; [0]: no label. */
typedef struct {
    double *votes, *share; /* numbers + 1 */
    int32_t *seen;         /* those that are not 0 */
    size_t count;
} ballot;

static void vote(ballot *b, int32_t number, double weight, double share)
{
    size_t at = (size_t)(number + 1);

    if (!(b->votes[at] > 0))
        b->seen[b->count++] = number + 1;
    b->votes[at] += weight;
    b->share[at] += weight * share;
}

/* The color of the number with most votes. Empties the ballot. */
static uint32_t decide(const ce_matched *matched, ballot *b)
{
    int32_t best = 0;
    double most = 0, strength = 1;

    for (size_t e = 0; e < b->count; e++) {
        int32_t at = b->seen[e];
        if (b->votes[at] > most || (b->votes[at] >= most && at < best)) {
            most = b->votes[at];
            best = at;
            strength = b->share[at] / most;
        }
    }
    for (size_t e = 0; e < b->count; e++)
        b->votes[b->seen[e]] = b->share[b->seen[e]] = 0;
    b->count = 0;
    return ce_matched_color(matched, best - 1, strength);
}

/* The pixels of clustering q. Position p of the objects, which is not whole where rows are larger
 * than pixels, lies in pixel p * rows / objects. */
static void fill_column(const ce_label_table *table, const ce_matched *matched, const size_t *order,
                        const float *share, size_t q, double objects, size_t rows, ballot *b,
                        uint32_t *pixels)
{
    size_t n = table->labels.n, m = table->labels.m, p = 0;
    double per = objects / (double)rows, from = 0;

    for (size_t r = 0; r < n; r++) {
        size_t i = order[r];
        int32_t number = ce_matched_of(matched, &table->labels, i, q);
        double end = from + size_of(table, i), sure = share ? (double)share[q * n + i] : 1;
        if (isnan(sure))
            sure = 1;
        while (p + 1 < rows && end > (double)(p + 1) * per) { /* the rest goes to later pixels */
            double edge = (double)(p + 1) * per;
            if (edge > from)
                vote(b, number, edge - from, sure);
            pixels[p++ * m + q] = decide(matched, b);
            from = edge;
        }
        if (end > from)
            vote(b, number, end - from, sure);
        from = end;
    }
    pixels[p * m + q] = decide(matched, b);
    while (++p < rows) /* rounding left the last ones nothing */
        pixels[p * m + q] = pixels[(p - 1) * m + q];
}

int ce_tracking_pixels(const ce_label_table *table, const ce_matched *matched, const size_t *order,
                       size_t most, const float *share, uint32_t **pixels, size_t *rows,
                       ce_error *err)
{
    double objects = count_objects(table);
    size_t edge = objects < (double)most ? (size_t)objects : most,
           room = (size_t)matched->numbers + 1;
    uint32_t *image = ce_calloc(edge * table->labels.m, sizeof *image, err);
    ballot b = {ce_calloc(room, sizeof *b.votes, err), ce_calloc(room, sizeof *b.share, err),
                ce_alloc(room, sizeof *b.seen, err), 0};
    int rc = image && b.votes && b.share && b.seen ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < table->labels.m && !rc; q++)
        fill_column(table, matched, order, share, q, objects, edge, &b, image);
    free(b.votes);
    free(b.share);
    free(b.seen);
    if (rc) {
        free(image);
        return rc;
    }
    *pixels = image;
    *rows = edge;
    return CE_OK;
}

/* ---- the picture ---- */

/* The pixels that names along an axis have: lines of remarks take some. */
static ce_axis_names names_along(const char *const *name, size_t count, char axis,
                                 const ce_picture *picture, const ce_remark_lines *remarks)
{
    double wide = fmax(1, picture->width - BESIDE),
           high = fmax(1, picture->height - ABOVE - CE_REMARK_LINE * (double)remarks->count);

    return (ce_axis_names){name, count, axis == 'x' ? wide : high, axis == 'x' ? high : wide};
}

/* The first of the names across would else reach beyond the left edge. */
static void make_room(FILE *script, const ce_axis_names *names, const ce_picture *picture,
                      double beside)
{
    double overhang = ce_axis_overhang(names) - names->pixels / (double)names->count / 2;

    if (ce_axis_are_askew(names) && overhang > beside)
        fprintf(script, "set lmargin at screen %.6f\n", overhang / picture->width);
    if (ce_axis_are_askew(names)) /* as wide as gnuplot makes it where they are not */
        fprintf(script, "set rmargin at screen %.6f\n", 1 - 28.0 / picture->width);
}

static int write_clusterings(FILE *script, const ce_label_table *table, char axis,
                             const ce_tracking_options *options, const ce_remark_lines *remarks,
                             ce_error *err)
{
    const ce_axis_names names = names_along((const char *const *)table->name, table->labels.m, axis,
                                            &options->picture, remarks);
    int rc = ce_axis_write(script, axis, &names, err);

    if (axis == 'x' && (table->labels.n > NAMES || !table->id.name))
        make_room(script, &names, &options->picture, BESIDE - 20);
    return rc;
}

/* Also the remarks of the picture, which have their place below the x axis. */
static int write_objects(FILE *script, const ce_label_table *table, const size_t *order, char axis,
                         double objects, const ce_picture *picture, const ce_remark_lines *remarks,
                         ce_error *err)
{
    size_t n = table->labels.n;
    int are_named = n <= NAMES && !table->size && table->id.name;
    const char *label = (double)n < objects ? "objects (microclusters)" : "objects", **name;
    ce_axis_names names;
    int rc;

    fprintf(script, "set %clabel '%s'\n", axis, are_named ? "" : label);
    ce_remarks_write(script, axis == 'x' && !are_named ? label : NULL, remarks);
    if (!are_named)
        return CE_OK;
    if (!(name = ce_alloc(n, sizeof *name, err)))
        return CE_ENOMEM;
    for (size_t r = 0; r < n; r++)
        name[r] = ce_text_column_get(&table->id, order[r]);
    names = names_along(name, n, axis, picture, remarks);
    rc = ce_axis_write(script, axis, &names, err);
    free(name);
    return rc;
}

/* Lines between clusterings, where there is room for them. */
static void write_gaps(FILE *script, size_t m, const ce_tracking_options *options)
{
    int side = options->lie ? options->picture.height : options->picture.width;

    for (size_t q = 1; q < m && m * 8 < (size_t)side; q++) {
        double at = (double)q + 0.5;
        if (options->lie)
            fprintf(script, "set arrow from graph 0, first %.1f to graph 1, first %.1f", at, at);
        else
            fprintf(script, "set arrow from first %.1f, graph 0 to first %.1f, graph 1", at, at);
        fprintf(script, " nohead front linecolor rgb 'white' linewidth 2\n");
    }
}

/* Image of w x h pixels, each repeated; pixel (x, y) is pixels[y * w + x], or lying the reverse. */
static void write_image(FILE *script, const uint32_t *pixels, size_t rows, size_t m,
                        const ce_tracking_options *options, double objects)
{
    int lie = options->lie;
    size_t w = lie ? rows : m, h = lie ? m : rows, by_x = 1, by_y = 1;
    double x_max = lie ? objects : (double)m, y_max = lie ? (double)m : objects;
    int sharp = w * h <= CELLS && options->picture.format == CE_PICTURE_SVG;

    if (!sharp) { /* an image of few pixels would be smeared when it is enlarged */
        by_x = w < IMAGE ? (IMAGE + w - 1) / w : 1;
        by_y = h < IMAGE ? (IMAGE + h - 1) / h : 1;
    } else if (w == 1 || h == 1) /* gnuplot draws no image of one pixel */
        by_x = by_y = 2;
    fprintf(script,
            "plot '-' binary array=(%zu,%zu) format='%%uchar' dx=%.9g dy=%.9g origin=(%.9g,%.9g) "
            "using 1:2:3 with rgbimage%s notitle\n",
            w * by_x, h * by_y, x_max / (double)(w * by_x), y_max / (double)(h * by_y),
            0.5 + x_max / (double)(w * by_x) / 2, 0.5 + y_max / (double)(h * by_y) / 2,
            sharp ? " pixels" : "");
    for (size_t y = 0; y < h * by_y; y++)
        for (size_t x = 0; x < w * by_x; x++) {
            size_t column = x / by_x, row = y / by_y;
            uint32_t color = lie ? pixels[column * m + row] : pixels[row * m + column];
            unsigned char rgb[3] = {(unsigned char)(color >> 16), (unsigned char)(color >> 8),
                                    (unsigned char)color};
            fwrite(rgb, 1, 3, script);
        }
    fputc('\n', script);
}

/* *grey: the numbers in use that have no color of their own. */
static int count_grey(const ce_matched *matched, int32_t *grey, ce_error *err)
{
    unsigned char *seen = ce_calloc((size_t)matched->numbers, 1, err);

    if (!seen)
        return CE_ENOMEM;
    *grey = 0;
    for (size_t at = 0; at < matched->start[matched->m]; at++) {
        int32_t number = matched->number[at];
        *grey += number >= CE_PLOT_SHADES && number != matched->noise && !seen[number];
        seen[number] = 1;
    }
    free(seen);
    return CE_OK;
}

/* What the picture leaves out. */
static int find_note(const ce_matched *matched, int lie, double objects, size_t rows,
                     ce_tracking_note *note, ce_error *err)
{
    int32_t grey;
    int rc = count_grey(matched, &grey, err);

    if (rc)
        return rc;
    *note = (ce_tracking_note){.objects = objects, .pixels = rows, .grey = grey};
    if (objects > (double)rows)
        snprintf(note->remarks.text[0], CE_REMARK,
                 "%.0f objects in %zu %s of pixels, each in the colour of most of its objects",
                 objects, rows, lie ? "columns" : "rows");
    if (grey)
        snprintf(note->remarks.text[1], CE_REMARK, "%d cluster%s grey: there are %d colours", grey,
                 grey == 1 ? " is" : "s are", CE_PLOT_SHADES);
    return CE_OK;
}

int ce_tracking(const ce_label_table *table, const ce_matched *matched, const size_t *order,
                const ce_tracking_options *options, char **bytes, size_t *length,
                ce_tracking_note *note, ce_error *err)
{
    double objects = count_objects(table);
    size_t m = table->labels.m, rows;
    ce_remark_lines remarks;
    uint32_t *pixels = NULL;
    FILE *script = NULL;
    int rc = ce_tracking_pixels(table, matched, order, options->most, options->share, &pixels,
                                &rows, err);

    if (rc)
        return rc;
    rc = find_note(matched, options->lie, objects, rows, note, err);
    if (!rc) {
        ce_remarks_wrap(&note->remarks, &options->picture, &remarks);
        rc = ce_gnuplot_begin(&script, &options->picture, err);
    }
    if (!rc) {
        fprintf(script, "unset key\nset xrange [0.5:%.1f]\nset yrange [%.1f:0.5]\n",
                (options->lie ? objects : (double)m) + 0.5,
                (options->lie ? (double)m : objects) + 0.5);
        rc = write_clusterings(script, table, options->lie ? 'y' : 'x', options, &remarks, err);
        if (!rc)
            rc = write_objects(script, table, order, options->lie ? 'x' : 'y', objects,
                               &options->picture, &remarks, err);
        write_gaps(script, m, options);
        write_image(script, pixels, rows, m, options, objects);
        rc = ce_gnuplot_finish(rc, script, bytes, length, err);
    }
    free(pixels);
    return rc;
}

/* ---- the table ---- */

void ce_tracking_write(const ce_label_table *table, const ce_matched *matched, const size_t *order,
                       ce_output *output, char between)
{
    ce_output_text(output, "id");
    if (table->size)
        ce_output_printf(output, "%csize", between);
    for (size_t q = 0; q < table->labels.m; q++) {
        ce_output_char(output, between);
        ce_output_name(output, table->name[q], between);
    }
    for (size_t r = 0; r < table->labels.n && !ce_output_failed(output); r++) {
        size_t i = order[r];
        ce_output_char(output, '\n');
        if (table->id.name)
            ce_output_cell(output, ce_text_column_get(&table->id, i), between);
        else
            ce_output_integer(output, (int64_t)i + 1);
        if (table->size)
            ce_output_printf(output, "%c%.0f", between, table->size[i]);
        for (size_t q = 0; q < table->labels.m; q++) {
            int32_t number = ce_matched_of(matched, &table->labels, i, q);
            ce_output_char(output, between);
            if (number < 0)
                ce_output_text(output, "NA");
            else
                ce_output_integer(output, (int64_t)number + 1);
        }
    }
    ce_output_char(output, '\n');
}
