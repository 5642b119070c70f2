#include "plot/clustree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/flow_bars.h"
#include "plot/shades.h"
#include "plot/short_names.h"

/* Pixels: the radius of a circle at most and at least, a line at most, a letter of a name in a
 * circle and beside a row, around the picture. Letters of a name. */
enum { LARGEST = 26, LEAST = 3, WIDEST = 9, LETTER = 6, BIG_LETTER = 8, EDGE = 14, BELOW = 46 };
enum { NAME = 12, ROW_NAME = 20, TITLE = 46 }; /* gnuplot leaves 25 pixels below a title */

/* Lines are drawn in so many widths. */
enum { WIDTHS = 5 };

/* A circle, and its place in the tree. Slots are places side by side, of which each cluster that
 * nothing stands below has one. */
typedef struct {
    const ce_flow_bar *bar;
    size_t row;
    size_t parent;          /* in the row above, by its place there */
    size_t first, children; /* in the row below */
    size_t slots;
    double left, x; /* the first slot; where it stands */
} node;

typedef struct {
    ce_flow_bars bars;
    size_t *start;  /* owned: m + 1; the nodes of row q are node[start[q]] .. */
    size_t *place;  /* owned: of each bar in its row; bars as start has them */
    node *node;     /* owned: from left to right */
    double slots;   /* in all */
    double largest; /* objects in a circle */
} tree;

static void tree_free(tree *t)
{
    ce_flow_bars_free(&t->bars);
    free(t->start);
    free(t->place);
    free(t->node);
}

/* ---- places ---- */

/* parent: for each bar of row q + 1 the place of the bar of row q with which it shares most. */
static void find_parents(const tree *t, size_t q, int64_t *most, size_t *parent)
{
    const ce_contingency *counts = &t->bars.table[q];
    const ce_flow_column *above = &t->bars.column[q], *below = &t->bars.column[q + 1];

    for (size_t b = 0; b < below->count; b++) {
        most[b] = 0;
        parent[b] = 0;
    }
    for (size_t p = 0; p < above->count; p++) { /* by place, so that ties go to the first */
        size_t a = (size_t)(t->node[t->start[q] + p].bar - above->bar);
        for (size_t e = counts->start[a]; e < counts->start[a + 1]; e++) {
            size_t b = (size_t)counts->column[e];
            if (counts->count[e] > most[b]) {
                most[b] = counts->count[e];
                parent[b] = p;
            }
        }
    }
}

/* The nodes of row q: by parent, those of one parent in the order of the bars. parent NULL: the
 * first row. */
static void fill_row(tree *t, size_t q, const size_t *parent)
{
    const ce_flow_column *column = &t->bars.column[q];
    size_t above = parent ? t->bars.column[q - 1].count : 1, at = t->start[q];

    for (size_t p = 0; p < above; p++) {
        node *of = parent ? &t->node[t->start[q - 1] + p] : NULL;
        if (of)
            of->first = at;
        for (size_t b = 0; b < column->count; b++)
            if (!parent || parent[b] == p) {
                t->place[t->start[q] + b] = at;
                t->node[at++] = (node){.bar = &column->bar[b], .row = q, .parent = p};
            }
        if (of)
            of->children = at - of->first;
    }
}

/* Slots from the last row upwards, then the left ends downwards, then the middles upwards. */
static void set_slots(tree *t)
{
    size_t count = t->start[t->bars.m];

    for (size_t v = count; v-- > 0;) {
        node *of = &t->node[v];
        for (size_t c = of->first; c < of->first + of->children; c++)
            of->slots += t->node[c].slots;
        of->slots += !of->children;
    }
    for (size_t v = 0; v < t->start[1]; v++) {
        t->node[v].left = t->slots;
        t->slots += (double)t->node[v].slots;
    }
    for (size_t v = 0; v < count; v++) {
        double left = t->node[v].left;
        for (size_t c = t->node[v].first; c < t->node[v].first + t->node[v].children; c++) {
            t->node[c].left = left;
            left += (double)t->node[c].slots;
        }
    }
    for (size_t v = count; v-- > 0;) {
        node *of = &t->node[v];
        of->x = of->left + 0.5;
        if (of->children)
            of->x = (t->node[of->first].x + t->node[of->first + of->children - 1].x) / 2;
        t->largest = fmax(t->largest, of->bar->size);
    }
}

static int tree_build(tree *t, const ce_label_table *table, const ce_matched *matched, size_t most,
                      size_t *pooled, ce_error *err)
{
    size_t m = table->labels.m, widest = 0, *parent;
    int64_t *objects;
    int rc = ce_flow_bars_build(&t->bars, table, matched, most, pooled, err);

    if (rc)
        return rc;
    t->start = ce_calloc(m + 1, sizeof *t->start, err);
    for (size_t q = 0; q < m && t->start; q++) {
        size_t count = t->bars.column[q].count;
        t->start[q + 1] = t->start[q] + count;
        widest = count > widest ? count : widest;
    }
    parent = ce_calloc(widest, sizeof *parent, err);
    objects = ce_alloc(widest, sizeof *objects, err);
    t->node = t->start ? ce_calloc(t->start[m], sizeof *t->node, err) : NULL;
    t->place = t->start ? ce_calloc(t->start[m], sizeof *t->place, err) : NULL;
    if (!parent || !objects || !t->node || !t->place)
        rc = CE_ENOMEM;
    for (size_t q = 0; q < m && !rc; q++) {
        if (q)
            find_parents(t, q - 1, objects, parent);
        fill_row(t, q, q ? parent : NULL);
    }
    if (!rc)
        set_slots(t);
    free(parent);
    free(objects);
    return rc;
}

/* ---- the picture ---- */

/* Where things are, in pixels. */
typedef struct {
    double left, top, width, height; /* of the tree */
    double radius;                   /* of the largest circle */
    size_t step;                     /* rows from one name to the next */
} layout;

static void find_remarks(ce_clustree_note *note, double least)
{
    if (note->pooled)
        snprintf(note->remarks.text[0], CE_REMARK, "%zu small cluster%s", note->pooled,
                 note->pooled == 1 ? " is a grey circle" : "s share the grey circles");
    if (note->lines)
        snprintf(note->remarks.text[1], CE_REMARK,
                 "%zu line%s of less than %g of the lower cluster %s", note->lines,
                 note->lines == 1 ? "" : "s", least,
                 note->lines == 1 ? "is left out" : "each are left out");
}

/* remarks: lines of them. */
static layout lay_out(const tree *t, const ce_label_table *table, const ce_picture *picture,
                      size_t remarks)
{
    layout at = {.top = picture->title ? TITLE : EDGE};
    size_t longest = 0, m = t->bars.m;

    for (size_t q = 0; q < m; q++) {
        size_t letters = ce_plot_letters(table->name[q]);
        longest = letters > longest ? letters : longest;
    }
    at.left = EDGE + BIG_LETTER * (double)(longest < ROW_NAME ? longest : ROW_NAME);
    at.left = fmin(at.left, picture->width / 3.0);
    at.width = picture->width - at.left - EDGE;
    at.height = fmax(1, picture->height - at.top - BELOW - CE_REMARK_LINE * (double)remarks);
    at.radius = fmin(LARGEST, fmin(0.46 * at.width / t->slots, 0.36 * at.height / (double)m));
    at.radius = fmax(at.radius, LEAST);
    at.step = (size_t)ceil(16 * (double)m / at.height);
    return at;
}

static double radius_of(const tree *t, const layout *at, const node *of)
{
    return fmax(LEAST, at->radius * sqrt(of->bar->size / t->largest));
}

static int write_axes(FILE *script, const tree *t, const layout *at, const ce_label_table *table,
                      const ce_picture *picture, ce_error *err)
{
    ce_short_names shown = {0};
    int rc =
        ce_short_names_build(&shown, (const char *const *)table->name, t->bars.m, ROW_NAME, err);

    if (rc)
        return rc;
    fprintf(script,
            "unset key\nset border 0\nunset xtics\nset lmargin at screen %.6f\nset rmargin at "
            "screen %.6f\nset tmargin at screen %.6f\nset bmargin at screen %.6f\n",
            at->left / picture->width, (at->left + at->width) / picture->width,
            1 - at->top / picture->height, 1 - (at->top + at->height) / picture->height);
    fprintf(script, "set xrange [0:%.10g]\nset yrange [%zu.5:0.5]\nset ytics scale 0 (", t->slots,
            t->bars.m);
    for (size_t q = 0; q < t->bars.m; q += at->step) {
        fprintf(script, "%s", q ? ", " : "");
        ce_gnuplot_quote_tic(script, shown.text[q]);
        fprintf(script, " %zu", q + 1);
    }
    fprintf(script, ")\n");
    ce_short_names_free(&shown);
    return CE_OK;
}

/* Lines of text, the last one at the lower edge. */
static void write_captions(FILE *script, const ce_remark_lines *remarks, const ce_picture *picture)
{
    int above = 12;

    for (size_t l = remarks->count; l-- > 0; above += CE_REMARK_LINE)
        ce_plot_caption(script, picture, above, remarks->text[l]);
    ce_plot_caption(script, picture, above + 14, "a line: the objects that two clusters share");
    ce_plot_caption(script, picture, above,
                    "the darker, the larger their share of the lower cluster");
}

/* Names in circles that are large enough. Returns how many are not. */
static size_t write_names(FILE *script, const tree *t, const layout *at)
{
    size_t unnamed = 0;

    for (size_t v = 0; v < t->start[t->bars.m]; v++) {
        const node *of = &t->node[v];
        unsigned long rgb = ce_flow_color(of->bar);
        double light = 0.3 * (double)(rgb >> 16) + 0.59 * (double)(rgb >> 8 & 255) +
                       0.11 * (double)(rgb & 255);
        char number[CE_FLOW_NUMBER];
        const char *text = ce_flow_name(&t->bars, of->row, of->bar, number);
        if (2 * radius_of(t, at, of) < LETTER * (double)ce_plot_letters(text) + 4) {
            unnamed++;
            continue;
        }
        fprintf(script, "set label ");
        ce_gnuplot_quote(script, text);
        fprintf(script, " at first %.6g,%zu center front font ',9' textcolor rgb '%s'\n", of->x,
                of->row + 1, light < 128 ? "#ffffff" : "#202020");
    }
    return unnamed;
}

/* A line: from a node to one of the row below. */
typedef struct {
    const node *from, *to;
    double share; /* of the lower cluster */
    size_t width; /* 1 .. WIDTHS */
    size_t number;
} line;

static int palest_first(const void *a, const void *b)
{
    const line *x = a, *y = b;

    if (x->share != y->share)
        return x->share < y->share ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* lines: room for all; those that are drawn, palest first. Returns how many. */
static size_t find_lines(const tree *t, double least, line *lines, size_t *left_out)
{
    size_t count = 0;

    for (size_t q = 0; q + 1 < t->bars.m; q++) {
        const ce_contingency *counts = &t->bars.table[q];
        for (size_t a = 0; a < counts->rows; a++)
            for (size_t e = counts->start[a]; e < counts->start[a + 1]; e++) {
                const node *to = &t->node[t->place[t->start[q + 1] + (size_t)counts->column[e]]];
                double objects = (double)counts->count[e], share = objects / to->bar->size;
                if (share < least) {
                    ++*left_out;
                    continue;
                }
                lines[count] = (line){&t->node[t->place[t->start[q] + a]], to, share,
                                      (size_t)ceil(WIDTHS * objects / t->largest), count};
                count++;
            }
    }
    qsort(lines, count, sizeof *lines, palest_first);
    return count;
}

static size_t count_width(const line *lines, size_t count, size_t width)
{
    size_t found = 0;

    for (size_t e = 0; e < count; e++)
        found += lines[e].width == width;
    return found;
}

/* The command, then the lines of each width, then the circles. */
static void write_series(FILE *script, const tree *t, const layout *at, const line *lines,
                         size_t count)
{
    double unit = t->slots / at->width;

    fprintf(script, "plot ");
    for (size_t width = 1; width <= WIDTHS; width++)
        if (count_width(lines, count, width))
            fprintf(script,
                    "'-' using 1:2:3:4:5 with vectors nohead linewidth %.3g linecolor rgb variable "
                    "notitle, ",
                    1 + (double)(WIDEST - 1) * (double)(width - 1) / (WIDTHS - 1));
    fprintf(script, "'-' using 1:2:3:4 with circles fillstyle solid 1 border linecolor rgb "
                    "'#404040' fillcolor rgb variable notitle\n");
    for (size_t width = 1; width <= WIDTHS; width++) {
        if (!count_width(lines, count, width))
            continue;
        for (size_t e = 0; e < count; e++) {
            const line *l = &lines[e];
            if (l->width == width)
                fprintf(script, "%.6g %zu %.6g 1 %lu\n", l->from->x, l->from->row + 1,
                        l->to->x - l->from->x,
                        (unsigned long)ce_plot_shade(CE_PLOT_COLORS - 1, 0.08 + 0.72 * l->share));
        }
        fprintf(script, "e\n");
    }
    for (size_t v = 0; v < t->start[t->bars.m]; v++)
        fprintf(script, "%.6g %zu %.6g %lu\n", t->node[v].x, t->node[v].row + 1,
                radius_of(t, at, &t->node[v]) * unit, ce_flow_color(t->node[v].bar));
    fprintf(script, "e\n");
}

int ce_clustree(const ce_label_table *table, const ce_matched *matched,
                const ce_clustree_options *options, char **bytes, size_t *length,
                ce_clustree_note *note, ce_error *err)
{
    size_t cells = 0, count;
    FILE *script = NULL;
    ce_remark_lines remarks;
    line *lines = NULL;
    tree t = {0};
    layout at;
    int rc;

    *note = (ce_clustree_note){0};
    if (table->labels.m < 2)
        return ce_fail(err, CE_EINPUT, "one clustering: a tree needs two");
    rc = tree_build(&t, table, matched, options->most, &note->pooled, err);
    for (size_t q = 0; q + 1 < t.bars.m && !rc; q++)
        cells += t.bars.table[q].cells;
    if (!rc)
        rc = ce_flow_cut_names(&t.bars, table, NAME, err);
    lines = rc ? NULL : ce_alloc(cells, sizeof *lines, err);
    if (!rc)
        rc = lines ? ce_gnuplot_begin(&script, &options->picture, err) : CE_ENOMEM;
    if (!rc) {
        count = find_lines(&t, options->least, lines, &note->lines);
        find_remarks(note, options->least);
        ce_remarks_wrap(&note->remarks, &options->picture, &remarks);
        at = lay_out(&t, table, &options->picture, remarks.count);
        rc = write_axes(script, &t, &at, table, &options->picture, err);
        write_captions(script, &remarks, &options->picture);
        note->unnamed = write_names(script, &t, &at);
        write_series(script, &t, &at, lines, count);
        rc = ce_gnuplot_finish(rc, script, bytes, length, err);
    }
    free(lines);
    tree_free(&t);
    return rc;
}
