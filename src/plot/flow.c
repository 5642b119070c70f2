#include "plot/flow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/shades.h"
#include "score/contingency.h"

/* Half the width of a bar, where clusterings are 1 apart, and the points along a band. */
#define BAR 0.07
enum { STEPS = 24, NAME = 18 };

/* A bar. */
typedef struct {
    int32_t number;   /* its color; REST or NO_LABEL */
    int32_t cluster;  /* the first one in it */
    double size;      /* objects */
    double low, high; /* in the picture, 0 .. 1 from the top */
    double out, in;   /* how much of it bands have taken on its right, and on its left */
    double place;     /* where the objects come from: the key of the order */
} bar;

enum { REST = -2, NO_LABEL = -1 };

/* The bars of a clustering, from the top. */
typedef struct {
    size_t count;
    bar *bar;    /* owned */
    int32_t *of; /* owned: k + 1, the bar of each cluster; [k] for no label */
} column;

/* A band from a bar of one clustering to one of the next. */
typedef struct {
    size_t from, to;
    double objects;
} band;

typedef struct {
    size_t m;
    double objects;
    column *column;        /* owned */
    ce_contingency *table; /* owned: bars of q by bars of q + 1 */
} flow;

static void flow_free(flow *f)
{
    for (size_t q = 0; q < f->m; q++) {
        if (f->column) {
            free(f->column[q].bar);
            free(f->column[q].of);
        }
        if (f->table)
            ce_contingency_free(&f->table[q]);
    }
    free(f->column);
    free(f->table);
}

/* ---- bars ---- */

static int larger_first(const void *a, const void *b)
{
    const bar *x = a, *y = b;

    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* 0 for a cluster; bars of several come after these, and no label after all. */
static int last_place(const bar *b)
{
    if (b->number >= 0)
        return 0;
    return b->number == REST ? 1 : 2;
}

static int by_place(const void *a, const void *b)
{
    const bar *x = a, *y = b;

    if (x->number != y->number && (x->number < 0 || y->number < 0)) /* these are the last */
        return last_place(x) - last_place(y);
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* The bars of clustering q, the largest first; *pooled: counts the clusters that share one. */
static int make_bars(flow *f, const ce_label_table *table, const ce_matched *matched, size_t q,
                     size_t most, size_t *pooled, ce_error *err)
{
    column *c = &f->column[q];
    const int32_t *label = ce_labels_column(&table->labels, q);
    size_t k = (size_t)table->labels.k[q], kept = k < most ? k : most;
    double missing = 0;

    c->bar = ce_calloc(k + 2, sizeof *c->bar, err);
    c->of = ce_alloc(k + 1, sizeof *c->of, err);
    if (!c->bar || !c->of)
        return CE_ENOMEM;
    for (size_t v = 0; v < k; v++)
        c->bar[v] = (bar){.number = matched->number[matched->start[q] + v], .cluster = (int32_t)v};
    for (size_t i = 0; i < table->labels.n; i++) {
        double weight = table->size ? table->size[i] : 1;
        if (label[i] < 0)
            missing += weight;
        else
            c->bar[label[i]].size += weight;
    }
    qsort(c->bar, k, sizeof *c->bar, larger_first);
    for (size_t v = 0; v < k; v++)
        c->of[c->bar[v].cluster] = (int32_t)(v < kept ? v : kept);
    for (size_t v = kept + 1; v < k; v++)
        c->bar[kept].size += c->bar[v].size;
    if (k > kept) {
        *pooled += k - kept;
        c->bar[kept++].number = REST;
    }
    c->of[k] = (int32_t)kept;
    if (missing > 0)
        c->bar[kept++] = (bar){.number = NO_LABEL, .cluster = (int32_t)k, .size = missing};
    c->count = kept;
    return CE_OK;
}

/* Where the middle of each bar is, from the top. */
static void stack(column *c, double objects)
{
    double gap = c->count > 1 ? fmin(0.02, 0.3 / (double)(c->count - 1)) : 0, at = 0;
    double scale = (1 - gap * (double)(c->count - 1)) / objects;

    for (size_t b = 0; b < c->count; b++) {
        c->bar[b].low = at;
        c->bar[b].high = at + c->bar[b].size * scale;
        c->bar[b].in = c->bar[b].out = 0;
        at = c->bar[b].high + gap;
    }
}

/* Sorts the bars of clustering q by where their objects are in the one before; `of` follows. */
static int sort_bars(flow *f, size_t q, const ce_label_table *table, ce_error *err)
{
    column *c = &f->column[q], *before = q ? &f->column[q - 1] : NULL;
    size_t n = table->labels.n, k = (size_t)table->labels.k[q];
    int32_t *moved = ce_alloc(c->count + 1, sizeof *moved, err);

    if (!moved)
        return CE_ENOMEM;
    for (size_t i = 0; i < n && before; i++) {
        int32_t label = ce_labels_column(&table->labels, q)[i],
                last = ce_labels_column(&table->labels, q - 1)[i], last_k = table->labels.k[q - 1];
        bar *to = &c->bar[c->of[label < 0 ? (int32_t)k : label]],
            *from = &before->bar[before->of[last < 0 ? last_k : last]];
        to->place += (table->size ? table->size[i] : 1) * (from->low + from->high) / 2 / to->size;
    }
    for (size_t b = 0; b < c->count; b++) {
        if (!before)
            c->bar[b].place = (double)c->bar[b].number;
        c->bar[b].out = (double)b; /* where it was */
    }
    qsort(c->bar, c->count, sizeof *c->bar, by_place);
    for (size_t b = 0; b < c->count; b++)
        moved[(size_t)c->bar[b].out] = (int32_t)b;
    for (size_t v = 0; v <= k; v++)
        if (c->of[v] < (int32_t)c->count)
            c->of[v] = moved[c->of[v]];
    free(moved);
    stack(c, f->objects);
    return CE_OK;
}

/* The bars of all objects in clustering q. */
static void bars_of(const flow *f, const ce_label_table *table, size_t q, int32_t *bars)
{
    const int32_t *label = ce_labels_column(&table->labels, q);

    for (size_t i = 0; i < table->labels.n; i++)
        bars[i] = f->column[q].of[label[i] < 0 ? table->labels.k[q] : label[i]];
}

static int flow_build(flow *f, const ce_label_table *table, const ce_matched *matched, size_t most,
                      size_t *pooled, ce_error *err)
{
    size_t n = table->labels.n, m = table->labels.m;
    int32_t *left = ce_alloc(n, sizeof *left, err), *right = ce_alloc(n, sizeof *right, err);
    int rc = CE_OK;

    f->m = m;
    f->column = ce_calloc(m, sizeof *f->column, err);
    f->table = ce_calloc(m, sizeof *f->table, err);
    if (!left || !right || !f->column || !f->table)
        rc = CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        f->objects += table->size ? table->size[i] : 1;
    for (size_t q = 0; q < m && !rc; q++) {
        rc = make_bars(f, table, matched, q, most, pooled, err);
        if (!rc)
            rc = sort_bars(f, q, table, err);
        if (rc || !q)
            continue;
        bars_of(f, table, q - 1, left);
        bars_of(f, table, q, right);
        rc = ce_contingency_build(&f->table[q - 1], left, (int32_t)f->column[q - 1].count, right,
                                  (int32_t)f->column[q].count, table->size, n, err);
    }
    free(left);
    free(right);
    return rc;
}

/* ---- the picture ---- */

static unsigned long color_of(const bar *b)
{
    if (b->number == REST)
        return 0xc8c8c8;
    return b->number < 0 ? 0xf0f0f0 : ce_plot_shade(b->number, 1);
}

/* A band as its lower and upper edge, each a smooth step from bar to bar. */
static void write_band(FILE *script, double x, const double left[2], const double right[2])
{
    for (int s = 0; s <= STEPS; s++) {
        double t = (double)s / STEPS, rise = t * t * (3 - 2 * t);
        fprintf(script, "%.6g %.6g %.6g\n", x + BAR + t * (1 - 2 * BAR),
                left[0] + rise * (right[0] - left[0]), left[1] + rise * (right[1] - left[1]));
    }
    fputc('\n', script);
}

/* Bands between clustering q and the next that begin in bars of `color`. Every band takes its place
 * in both bars, also if it is too thin to be drawn. Returns how many were drawn. With script NULL
 * they are only counted, and note tells of the thin ones. */
static size_t write_bands(FILE *script, flow *f, size_t q, unsigned long color, double least,
                          ce_flow_note *note)
{
    column *left = &f->column[q], *right = &f->column[q + 1];
    const ce_contingency *table = &f->table[q];
    size_t drawn = 0;

    for (size_t b = 0; b < right->count; b++)
        right->bar[b].in = 0;
    for (size_t a = 0; a < left->count; a++) {
        bar *from = &left->bar[a];
        from->out = 0;
        for (size_t e = table->start[a]; e < table->start[a + 1]; e++) {
            bar *to = &right->bar[table->column[e]];
            double share = (double)table->count[e],
                   out = share / from->size * (from->high - from->low),
                   in = share / to->size * (to->high - to->low);
            double x[2] = {from->low + from->out, from->low + from->out + out},
                   y[2] = {to->low + to->in, to->low + to->in + in};
            from->out += out;
            to->in += in;
            if (share < least * f->objects) {
                note->bands += !script;
                note->thin = fmax(note->thin, share / f->objects);
            } else if (color_of(from) == color) {
                drawn++;
                if (script)
                    write_band(script, (double)q + 1, x, y);
            }
        }
    }
    return drawn;
}

/* The colors that bars have, each once; room: for all bars. */
static size_t list_colors(const flow *f, unsigned long *color)
{
    size_t count = 0;

    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++) {
            unsigned long c = color_of(&f->column[q].bar[b]);
            size_t at = 0;
            while (at < count && color[at] != c)
                at++;
            if (at == count)
                color[count++] = c;
        }
    return count;
}

static size_t count_bars(const flow *f, unsigned long color)
{
    size_t count = 0;

    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++)
            count += color_of(&f->column[q].bar[b]) == color;
    return count;
}

static size_t draw_bands(FILE *script, flow *f, unsigned long color, double least,
                         ce_flow_note *note)
{
    size_t drawn = 0;

    for (size_t q = 0; q + 1 < f->m; q++)
        drawn += write_bands(script, f, q, color, least, note);
    return drawn;
}

static void write_bars(FILE *script, const flow *f, unsigned long color)
{
    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++) {
            const bar *at = &f->column[q].bar[b];
            if (color_of(at) == color)
                fprintf(script, "%zu %.6g %.6g %.6g %.6g %.6g\n", q + 1, (at->low + at->high) / 2,
                        (double)(q + 1) - BAR, (double)(q + 1) + BAR, at->low, at->high);
        }
}

/* The command, then the data of each series: all bands, then all bars. */
static void write_series(FILE *script, flow *f, const unsigned long *color, size_t colors,
                         double least)
{
    ce_flow_note unused = {0};
    size_t series = 0;

    fprintf(script, "plot ");
    for (size_t c = 0; c < colors; c++)
        if (draw_bands(NULL, f, color[c], least, &unused))
            fprintf(script,
                    "%s'-' using 1:2:3 with filledcurves fillstyle transparent solid 0.45 noborder "
                    "fillcolor rgb '#%06lx' notitle",
                    series++ ? ", " : "", color[c]);
    for (size_t c = 0; c < colors; c++)
        if (count_bars(f, color[c]))
            fprintf(script,
                    "%s'-' using 1:2:3:4:5:6 with boxxyerror fillstyle solid 1 border linecolor "
                    "rgb '#404040' fillcolor rgb '#%06lx' notitle",
                    series++ ? ", " : "", color[c]);
    fputc('\n', script);
    for (size_t c = 0; c < colors; c++)
        if (draw_bands(script, f, color[c], least, &unused))
            fprintf(script, "e\n");
    for (size_t c = 0; c < colors; c++)
        if (count_bars(f, color[c])) {
            write_bars(script, f, color[c]);
            fprintf(script, "e\n");
        }
}

/* The name of a bar that is high enough, to the right of it. */
static void write_names(FILE *script, const flow *f, const ce_label_table *table, int height)
{
    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++) {
            const bar *at = &f->column[q].bar[b];
            char text[64];
            if ((at->high - at->low) * height < 20)
                continue;
            if (at->number == REST)
                snprintf(text, sizeof text, "others");
            else if (at->number == NO_LABEL)
                snprintf(text, sizeof text, "no label");
            else
                snprintf(text, sizeof text, "%.*s", NAME,
                         table->categories ? table->categories[q].text[at->cluster] : "");
            if (at->number >= 0 && !table->categories)
                snprintf(text, sizeof text, "%d", at->cluster + 1);
            fprintf(script, "set label ");
            ce_gnuplot_quote(script, text);
            fprintf(script, " at first %.4f,%.6g left front textcolor rgb '#202020'\n",
                    (double)q + 1 + BAR + 0.02, (at->low + at->high) / 2);
        }
}

static void write_axes(FILE *script, const ce_label_table *table)
{
    size_t m = table->labels.m, step = (m + 39) / 40;

    fprintf(script,
            "unset key\nset xrange [%.3f:%.3f]\nset yrange [1:0]\nunset ytics\nset border 0\n"
            "set xtics scale 0 %s(",
            1 - 2 * BAR, (double)m + (m > 6 ? 0.3 : 0.25), m > 5 ? "rotate by 60 right " : "");
    for (size_t q = 0; q < m; q += step) {
        fprintf(script, "%s", q ? ", " : "");
        ce_gnuplot_quote(script, table->name[q]);
        fprintf(script, " %zu", q + 1);
    }
    fprintf(script, ")\n");
}

int ce_flow(const ce_label_table *table, const ce_matched *matched, const ce_flow_options *options,
            char **bytes, size_t *length, ce_flow_note *note, ce_error *err)
{
    unsigned long *color = NULL;
    size_t colors, bars = 0;
    FILE *script = NULL;
    flow f = {0};
    int rc;

    *note = (ce_flow_note){0};
    if (table->labels.m < 2)
        return ce_fail(err, CE_EINPUT, "one clustering: a flow needs two");
    rc = flow_build(&f, table, matched, options->most, &note->pooled, err);
    for (size_t q = 0; q < f.m && !rc; q++)
        bars += f.column[q].count;
    color = rc ? NULL : ce_alloc(bars, sizeof *color, err);
    if (!rc)
        rc = color ? ce_gnuplot_begin(&script, &options->picture, err) : CE_ENOMEM;
    if (!rc) {
        colors = list_colors(&f, color);
        draw_bands(NULL, &f, 0, options->least, note);
        write_axes(script, table);
        write_names(script, &f, table, options->picture.height);
        write_series(script, &f, color, colors, options->least);
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    free(color);
    flow_free(&f);
    return rc;
}
