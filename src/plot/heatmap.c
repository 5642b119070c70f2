#include "plot/heatmap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/branches.h"
#include "plot/groups.h"
#include "plot/short_names.h"

/* Up to so many pixels a side each is drawn as a square of its own. An image of few pixels would be
 * smeared when it is enlarged. In a PNG or a PDF pale seams would part squares: there the pixels
 * are repeated, so that the image has about IMAGE a side. */
enum { SHARP = 100, IMAGE = 1200 };

/* Pixels: of a bar at most and at least, of the tree at least and at most, around the picture, of a
 * letter; the smallest row with an id, and the smallest square. */
enum {
    BAR = 15,
    BAR_LEAST = 6,
    TREE_LOW = 60,
    TREE_HIGH = 160,
    EDGE = 12,
    LETTER = 7,
    ID_ROW = 8,
    SQUARE = 50
};
/* And of what stands below the square, and of a color bar that has room for six numbers. */
enum { WORDS = 44, CAPTION = 28, NUMBERS = 30, SIX_NUMBERS = 70 };
enum { ID_SHOWN = 28, LEGEND = 165, RANGES = 215, LEFT = 64, BAR_NAME = 40 };

/* Pixels of a picture whose height nobody gave, but for bars; with the keys of these at most. */
enum { HEIGHT = 700, HIGHEST = 20000 };

/* Between what stands below the square and the keys. */
enum { GAP = 6 };

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

/* ---- the layout ---- */

/* Where things are, in pixels from the left and the top. */
typedef struct {
    double width, height;
    double left, top, side; /* of the square */
    double below;           /* the square */
    double tree, bars;      /* heights; 0: none */
    double bar;             /* height of one */
    double id_size;         /* of the letters of ids; 0: they do not fit */
    ce_bars_place keys;     /* of bars, if there are some */
} layout;

static double longest_id(const ce_text_column *ids)
{
    size_t longest = 0;

    for (size_t i = 0; i < ids->n; i++) {
        size_t letters = ce_plot_letters(ce_text_column_get(ids, i));
        longest = letters > longest ? letters : longest;
    }
    return (double)(longest < ID_SHOWN ? longest : ID_SHOWN);
}

/* Whether the names of bars have ranges behind them. */
static int has_ranges(const ce_bars *bars)
{
    for (size_t b = 0; bars && b < bars->count; b++)
        if (bars->bar[b].is_ramp)
            return 1;
    return 0;
}

/* Lines of text below the square, from its edge. */
enum { LINE = 16 };

/* What is said of merges stands below the caption and what is said of means, or where the caption
 * would. */
static double place_of_merges(const ce_heatmap_options *o, size_t n)
{
    return LINE * (o->caption ? n > o->most ? 3.0 : 2.0 : 1.0);
}

/* The largest square beside the legend, below the tree and the bars. Below it is room for the
 * caption and what is said of means, or for the numbers of rows. */
static void fit(layout *at, const ce_heatmap_options *o, size_t n, double left)
{
    at->below = n > o->most ? WORDS : o->caption ? CAPTION : o->tree || o->labels ? EDGE : NUMBERS;
    at->left = left;
    at->side = fmin(at->width - left - (has_ranges(o->bars) ? RANGES : LEGEND),
                    at->height - at->top - at->tree - at->bars - at->below);
    /* a merge that is narrower than a pixel has two leaves at least */
    if (o->tree && !o->labels && (double)n > 2 * at->side) {
        double more = fmax(0, place_of_merges(o, n) + EDGE - at->below);
        at->below += more;
        at->side = fmin(at->side, at->height - at->top - at->tree - at->bars - at->below);
    }
}

static int lay_out(layout *at, const ce_heatmap_options *o, size_t n, ce_error *err)
{
    const ce_picture *picture = &o->picture;

    *at = (layout){.width = picture->width, .height = picture->height};
    at->top = picture->title ? 34 : EDGE;
    if (o->bars && o->bars->count) { /* at most a third of the picture */
        double count = (double)o->bars->count;
        at->bar = fmax(BAR_LEAST, fmin(BAR, floor(at->height / 3 / count)));
        at->bars = count * at->bar + 4;
    }
    if (o->tree)
        at->tree = fmin(TREE_HIGH, fmax(TREE_LOW, 0.18 * (at->height - at->bars)));
    fit(at, o, n, LEFT);
    if (o->ids) {
        double row;
        fit(at, o, n, fmax(LEFT, 28 + longest_id(o->ids) * LETTER));
        row = at->side / (double)n;
        at->id_size = row >= ID_ROW ? fmin(9, row * 0.75) : 0;
        if (at->id_size <= 0)
            fit(at, o, n, LEFT);
    }
    at->top += at->tree + at->bars;
    if (at->side < SQUARE)
        return ce_fail(err, CE_EINPUT,
                       "a picture of %d x %d pixels has no room for the matrix: %s, %s",
                       picture->width, picture->height, CE_OPT("width"), CE_OPT("height"));
    return CE_OK;
}

/* The height of the color bar: with bars it leaves room to their keys. */
static double color_bar(const layout *at, const ce_heatmap_options *o)
{
    return fmin(at->side, o->bars ? fmin(110, at->side / 3) : at->side);
}

/* Where the keys of the bars are: below the color bar, and if that is too little below the square,
 * where they end at `most` at most. */
static void place_keys(layout *at, const ce_heatmap_options *o, double most)
{
    at->keys = (ce_bars_place){.x = at->left + at->side + 16,
                               .y = at->top + color_bar(at, o) + 20,
                               .top = at->top,
                               .end = at->top + at->side,
                               .width = at->width,
                               .height = at->height,
                               .left = at->left,
                               .below = at->top + at->side + at->below + GAP};
    ce_bars_place_below(o->bars, &at->keys, most);
}

/* The height of a picture that nobody gave: nothing is empty below a square that its width bounds,
 * and keys of bars below it have room. */
static int find_height(layout *at, const ce_heatmap_options *o)
{
    at->height = ceil(at->top + at->side + at->below);
    if (o->bars)
        place_keys(at, o, HIGHEST - EDGE);
    if (o->bars && at->keys.bottom > 0)
        at->height = at->keys.height = ceil(at->keys.bottom + EDGE);
    return (int)at->height;
}

/* The margins of the next plot: as wide as the square, from `top` on. */
static void write_margins(FILE *script, const layout *at, double top, double height)
{
    fprintf(script,
            "set lmargin at screen %.6f\nset rmargin at screen %.6f\nset tmargin at screen %.6f\n"
            "set bmargin at screen %.6f\n",
            at->left / at->width, (at->left + at->side) / at->width, 1 - top / at->height,
            1 - (top + height) / at->height);
}

/* Text at a pixel. how: words of gnuplot that say where it lies and how it looks. */
static void write_label(FILE *script, const layout *at, const char *text, double x, double y,
                        const char *how)
{
    fprintf(script, "set label ");
    ce_gnuplot_quote(script, text);
    fprintf(script, " at screen %.6f,%.6f %s\n", x / at->width, 1 - y / at->height, how);
}

/* ---- the parts ---- */

static void write_tree(FILE *script, const layout *at, const ce_branches *branches, size_t n)
{
    char unit[CE_BRANCHES_UNIT];

    write_margins(script, at, at->top - at->bars - at->tree, at->tree - 4);
    fprintf(script, "unset border\nunset xtics\nset ytics nomirror out font ',9' textcolor rgb "
                    "'#404040'\nset border 2 linecolor rgb '#404040'\n");
    fprintf(script, "set xrange [0.5:%zu.5]\nset yrange [0:%.10g]\n", n, branches->top * 1.02);
    fprintf(script,
            "set ytics %.1g\nset ylabel 'distance%s' font ',9' textcolor rgb '#404040' offset "
            "2\n",
            branches->top / 2.5, ce_branches_unit(branches, unit));
    ce_branches_tics(script, branches, 3);
    ce_branches_write(script, branches);
    fprintf(script, "unset ylabel\n");
}

/* Beside its strip, with the range of a ramp. */
static void write_bar_name(FILE *script, const layout *at, const ce_bar *bar, size_t b)
{
    double x = at->left + at->side + 5, font = fmin(9, 0.75 * at->bar),
           letters = (at->width - x) / LETTER * 9 / font;
    char range[64] = "", name[4 * BAR_NAME + 4], text[sizeof name + sizeof range + 2], how[64];

    if (bar->is_ramp)
        ce_bar_range(bar, range, sizeof range);
    letters = fmax(8, letters - (double)strlen(range) - 2);
    ce_plot_cut_text(bar->name, letters < BAR_NAME ? (size_t)letters : BAR_NAME, name, sizeof name);
    snprintf(text, sizeof text, "%s%s%s", name, bar->is_ramp ? ": " : "", range);
    snprintf(how, sizeof how, "left font ',%.3g' textcolor rgb '#404040'", font);
    write_label(script, at, text, x, at->top - at->bars + ((double)b + 0.4) * at->bar, how);
}

static void write_bars(FILE *script, const layout *at, const ce_heatmap_options *o,
                       const size_t *order, size_t n)
{
    write_margins(script, at, at->top - at->bars, at->bars - 4);
    fprintf(script,
            "unset border\nunset xtics\nunset ytics\nset xrange [0.5:%zu.5]\nset yrange "
            "[%zu:0]\n",
            n, o->bars->count);
    for (size_t b = 0; b < o->bars->count; b++)
        write_bar_name(script, at, &o->bars->bar[b], b);
    ce_bars_write(script, o->bars, order, o->most);
    fprintf(script, "unset label\n");
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

/* Ids beside the rows; numbers of rows where the order is that of the matrix; else nothing. */
static void write_rows(FILE *script, const layout *at, const ce_heatmap_options *o,
                       const size_t *order, size_t n)
{
    char id[4 * ID_SHOWN + 8];
    size_t shared = SIZE_MAX;

    if (at->id_size <= 0) {
        fprintf(script, order
                            ? "unset xtics\nunset ytics\n"
                            : "set xtics nomirror out autofreq textcolor rgb '#404040'\nset ytics "
                              "nomirror out autofreq font '' textcolor rgb '#404040'\n");
        return;
    }
    fprintf(script,
            "unset xtics\nset ytics nomirror scale 0 font ',%.1f' textcolor rgb '#404040' (",
            at->id_size);
    for (size_t p = 0; p < n; p++)
        shared = ce_plot_shared(ce_text_column_get(o->ids, p), ce_text_column_get(o->ids, 0),
                                n > 1 ? shared : 0);
    for (size_t p = 0; p < n; p++) {
        ce_plot_cut_name(ce_text_column_get(o->ids, order ? order[p] : p), shared, ID_SHOWN, id,
                         sizeof id);
        fprintf(script, p ? ", " : "");
        ce_gnuplot_quote_tic(script, id);
        fprintf(script, " %zu", p + 1);
    }
    fprintf(script, ")\n");
}

/* What lies to the right of the matrix and below it. */
static void write_words(FILE *script, const layout *at, const ce_heatmap_options *o, size_t n,
                        size_t side, size_t hidden)
{
    double x = at->left + at->side, bar = color_bar(at, o);
    const char *how = "left font ',10' textcolor rgb '#404040'";
    char text[128], size[32];

    fprintf(script,
            "set colorbox user origin screen %.6f,%.6f size screen %.6f,%.6f\nset cbtics font ',9' "
            "textcolor rgb '#404040'\n",
            (x + 16) / at->width, 1 - (at->top + bar) / at->height, 16 / at->width,
            bar / at->height);
    if (o->name) {
        fprintf(script, "set cblabel ");
        ce_gnuplot_quote(script, o->name);
        fprintf(script, " font ',10' textcolor rgb '#404040'\n");
    }
    if (o->bars)
        ce_bars_legend(script, o->bars, &at->keys);
    if (o->caption)
        write_label(script, at, o->caption, at->left, at->top + at->side + LINE, how);
    if (hidden) {
        snprintf(text, sizeof text, "%zu merges narrower than a pixel are not drawn", hidden);
        write_label(script, at, text, at->left, at->top + at->side + place_of_merges(o, n), how);
    }
    if (side == n)
        return;
    snprintf(size, sizeof size, "%.3g", (double)n / (double)side);
    snprintf(text, sizeof text, "%zu objects on %zu x %zu pixels: means of about %s x %s entries",
             n, side, side, size, size);
    write_label(script, at, text, at->left, at->top + at->side + 2 * LINE, how);
}

static void write_image(FILE *script, const double *image, size_t side, size_t n,
                        const layout *place, const ce_heatmap_options *o)
{
    int svg = o->picture.format == CE_PICTURE_SVG;
    size_t by = side <= SHARP && !svg ? (IMAGE + side - 1) / side : 1, wide;
    const double four[] = {image[0], image[0], image[0], image[0]};
    double low = INFINITY, high = -INFINITY, step;

    if (side == 1) { /* gnuplot draws no image of one pixel */
        image = four;
        side = 2;
    }
    wide = side * by;
    step = (double)n / (double)wide;
    for (size_t p = 0; p < side * side; p++) {
        low = fmin(low, image[p]);
        high = fmax(high, image[p]);
    }
    if (low >= 0 && high <= 1) {
        low = 0;
        high = 1;
    } else if (low == high)
        high = low + 1;
    if (o->high > 0)
        high = o->high;
    if (color_bar(place, o) < SIX_NUMBERS) /* three beside the color bar */
        fprintf(script, "set cbtics %.9g,%.9g\n", low, (high - low) / 2);
    write_palette(script, o->palette);
    fprintf(script,
            "set border 15 linecolor rgb '#404040'\nset cbrange [%.9g:%.9g]\nset xrange "
            "[0.5:%zu.5]\nset yrange [%zu.5:0.5]\nunset key\n",
            low, high, n, n);
    fprintf(script,
            "plot '-' binary array=(%zu,%zu) format='%%float32' endian=default dx=%.9g dy=%.9g "
            "origin=(%.9g,%.9g) with image%s\n",
            wide, wide, step, step, 0.5 + step / 2, 0.5 + step / 2,
            side <= SHARP && svg ? " pixels" : "");
    for (size_t a = 0; a < wide; a++)
        for (size_t b = 0; b < wide; b++) {
            float value = (float)image[a / by * side + b / by];
            fwrite(&value, sizeof value, 1, script);
        }
    fputc('\n', script);
}

/* ---- the picture ---- */

/* What is drawn: found before the script begins. */
typedef struct {
    ce_groups groups;
    ce_branches branches;
    const size_t *order; /* of one of them; NULL: of the matrix */
    double *image;
    size_t side;
} contents;

/* Clusters of the cut have the colors of the groups with which they share most objects in the bar
 * of labels that is most like them, or with is_of_bar in the first. If none is about the same they
 * keep those of their numbers, or with is_of_bar have none. */
static int color_branches(ce_branches *branches, const ce_bars *bars, int is_of_bar, ce_error *err)
{
    size_t n = branches->tree->n, k = branches->k, most = 0, same;
    int32_t *color = ce_alloc(k, sizeof *color, err), *best = ce_alloc(k, sizeof *best, err);
    int rc = color && best ? CE_OK : CE_ENOMEM, labels = 0;

    for (size_t b = 0; b < bars->count && !rc && !(is_of_bar && labels); b++) {
        if (bars->bar[b].is_ramp)
            continue;
        labels++;
        rc = ce_bar_match(&bars->bar[b], n, branches->cluster, (int32_t)k, color, &same, err);
        if (!rc && same > most) {
            most = same;
            memcpy(best, color, k * sizeof *best);
        }
    }
    for (size_t node = 0; node < n + branches->tree->merges && labels && !rc; node++) {
        int32_t *cluster = &branches->cluster[node];
        if (*cluster >= 0 && most)
            *cluster = best[*cluster];
        else if (is_of_bar && !most)
            *cluster = -1;
    }
    free(color);
    free(best);
    return rc;
}

static int find_contents(contents *c, const ce_similarity *s, const ce_heatmap_options *o,
                         const layout *at, ce_error *err)
{
    int rc = CE_OK;

    if (o->labels)
        rc = ce_groups_build(&c->groups, o->labels, s->n, NULL, err);
    else if (o->tree)
        rc = ce_branches_find(&c->branches, o->tree, &o->cut, at->side, err);
    /* more clusters than colors have those of their numbers, as a bar of them has */
    if (!rc && o->tree && !o->labels && o->bars && c->branches.k &&
        (o->cut_is_of_bar || c->branches.k <= CE_BAR_COLORS))
        rc = color_branches(&c->branches, o->bars, o->cut_is_of_bar, err);
    c->order = o->tree && !o->labels ? c->branches.order : c->groups.order;
    return rc ? rc : ce_heatmap_reduce(s, c->order, o->most, &c->image, &c->side, err);
}

static void write_picture(FILE *script, const layout *at, const contents *c,
                          const ce_heatmap_options *o, size_t n)
{
    fprintf(script, "set multiplot\n");
    if (o->tree && !o->labels)
        write_tree(script, at, &c->branches, n);
    if (at->bars > 0)
        write_bars(script, at, o, c->order, n);
    write_margins(script, at, at->top, at->side);
    if (o->picture.title) {
        fprintf(script, "set label ");
        ce_plot_title(script, &o->picture);
        fprintf(script, " at screen 0.5,%.6f centre\n", 1 - 16 / at->height);
    }
    write_groups(script, &c->groups, o->palette);
    write_rows(script, at, o, c->order, n);
    write_words(script, at, o, n, c->side, c->branches.hidden);
    write_image(script, c->image, c->side, n, at, o);
    fprintf(script, "unset multiplot\n");
}

int ce_heatmap(const ce_similarity *s, const ce_heatmap_options *options, char **bytes,
               size_t *length, size_t *hidden, ce_error *err)
{
    ce_heatmap_options sized = *options;
    ce_picture picture;
    contents c = {0};
    FILE *script = NULL;
    layout at;
    int rc;

    if (!options->picture.height)
        sized.picture.height = HEIGHT + (options->bars ? BAR * (int)options->bars->count : 0);
    rc = lay_out(&at, &sized, s->n, err);
    if (!rc && !options->picture.height)
        sized.picture.height = find_height(&at, options);
    else if (!rc && options->bars)
        place_keys(&at, options, at.height - EDGE);
    options = &sized;
    picture = sized.picture;
    picture.title = NULL; /* drawn as text of its own: a title would belong to each part */
    if (!rc)
        rc = find_contents(&c, s, options, &at, err);
    if (!rc)
        rc = ce_gnuplot_begin(&script, &picture, err);
    if (!rc) {
        write_picture(script, &at, &c, options, s->n);
        *hidden = c.branches.hidden;
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    free(c.image);
    ce_branches_free(&c.branches);
    ce_groups_free(&c.groups);
    return rc;
}
