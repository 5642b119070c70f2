#include "plot/heatmap.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/groups.h"

/* Up to so many pixels a side each is drawn as a square of its own. An image of few pixels would be
 * smeared when it is enlarged. */
enum { SHARP = 100 };

/* First position of pixel a: the smallest p with floor(p * side / n) = a. */
static size_t first_of(size_t a, size_t n, size_t side)
{
    return (a * n + side - 1) / side;
}

int ce_heatmap_reduce(const ce_similarity *s, const size_t *order, size_t most, double **image,
                      size_t *side, ce_error *err)
{
    size_t n = s->n, edge = n < most ? n : most;
    double *sum = ce_calloc(edge * edge, sizeof *sum, err);
    size_t *pixel = ce_alloc(n, sizeof *pixel, err);
    int rc = sum && pixel ? CE_OK : CE_ENOMEM;

    for (size_t p = 0; p < n && !rc; p++)
        pixel[order ? order[p] : p] = p * edge / n;
    for (size_t i = 0; i < n && !rc; i++) {
        double *row = sum + pixel[i] * edge;
        if (s->row_start)
            for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
                row[pixel[s->column[e]]] += s->values[e];
        else
            for (size_t j = i; j < n; j++) {
                double value = s->values[ce_packed_index(n, i, j)];
                row[pixel[j]] += value;
                if (j > i)
                    sum[pixel[j] * edge + pixel[i]] += value;
            }
    }
    for (size_t a = 0; a < edge && !rc; a++)
        for (size_t b = 0; b < edge; b++)
            sum[a * edge + b] /= (double)(first_of(a + 1, n, edge) - first_of(a, n, edge)) *
                                 (double)(first_of(b + 1, n, edge) - first_of(b, n, edge));
    free(pixel);
    if (rc) {
        free(sum);
        return rc;
    }
    *image = sum;
    *side = edge;
    return CE_OK;
}

static void write_palette(FILE *script, ce_palette palette)
{
    /* Viridis (Smith and van der Walt) in steps of a tenth: even in lightness, and color-blind eyes
     * can tell it apart. */
    if (palette == CE_PALETTE_VIRIDIS)
        fprintf(script, "set palette defined (0 '#440154', 1 '#482475', 2 '#414487', 3 '#355f8d', "
                        "4 '#2a788e', 5 '#21918c', 6 '#22a884', 7 '#44bf70', 8 '#7ad151', "
                        "9 '#bddf26', 10 '#fde725')\n");
    else
        fprintf(script, "set palette defined (0 'white', 1 'black')\n");
}

/* Lines between the groups, in coordinates of objects 1 .. n. */
static void write_groups(FILE *script, const ce_groups *groups, ce_palette palette)
{
    const char *color = palette == CE_PALETTE_VIRIDIS ? "white" : ce_plot_color(0);

    for (size_t g = 1; g < groups->count; g++) {
        double at = (double)groups->group[g].first + 0.5;
        fprintf(script,
                "set arrow from graph 0,first %.1f to graph 1,first %.1f nohead front linecolor "
                "rgb '%s'\n",
                at, at, color);
        fprintf(script,
                "set arrow from first %.1f,graph 0 to first %.1f,graph 1 nohead front linecolor "
                "rgb '%s'\n",
                at, at, color);
    }
}

static void write_image(FILE *script, const double *image, size_t side, size_t n,
                        ce_palette palette)
{
    const double four[] = {image[0], image[0], image[0], image[0]};
    double low = INFINITY, high = -INFINITY, step;

    if (side == 1) { /* gnuplot draws no image of one pixel */
        image = four;
        side = 2;
    }
    step = (double)n / (double)side;
    for (size_t p = 0; p < side * side; p++) {
        low = fmin(low, image[p]);
        high = fmax(high, image[p]);
    }
    if (low >= 0 && high <= 1) {
        low = 0;
        high = 1;
    } else if (low == high)
        high = low + 1;
    write_palette(script, palette);
    fprintf(script,
            "set size square\nset cbrange [%.9g:%.9g]\nset colorbox user origin graph 1.04,0 size "
            "graph 0.04,1\n",
            low, high);
    fprintf(script, "set rmargin 12\nset xrange [0.5:%zu.5]\nset yrange [%zu.5:0.5]\nunset key\n",
            n, n);
    fprintf(script,
            "plot '-' binary array=(%zu,%zu) format='%%float32' endian=default dx=%.9g dy=%.9g "
            "origin=(%.9g,%.9g) with image%s\n",
            side, side, step, step, 0.5 + step / 2, 0.5 + step / 2, side <= SHARP ? " pixels" : "");
    for (size_t p = 0; p < side * side; p++) {
        float value = (float)image[p];
        fwrite(&value, sizeof value, 1, script);
    }
    fputc('\n', script);
}

int ce_heatmap(const ce_similarity *s, const ce_heatmap_options *options, char **bytes,
               size_t *length, ce_error *err)
{
    ce_groups groups = {0};
    double *image = NULL;
    FILE *script = NULL;
    size_t side;
    int rc = CE_OK;

    if (options->labels && options->labels->n != s->n)
        return ce_fail(err, CE_EINPUT, "%zu labels for %zu objects", options->labels->n, s->n);
    if (options->labels)
        rc = ce_groups_build(&groups, options->labels, s->n, NULL, err);
    if (!rc)
        rc = ce_heatmap_reduce(s, groups.order, options->most, &image, &side, err);
    if (!rc)
        rc = ce_gnuplot_begin(&script, &options->picture, err);
    if (!rc) {
        write_groups(script, &groups, options->palette);
        write_image(script, image, side, s->n, options->palette);
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    free(image);
    ce_groups_free(&groups);
    return rc;
}
