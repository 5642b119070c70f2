#include "plot/flow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/axis_names.h"
#include "plot/flow_bars.h"
#include "plot/short_names.h"

/* Half the width of a bar, where clusterings are 1 apart, and the points along a band. */
#define BAR 0.07
enum { STEPS = 24, NAME = 24 };

/* Pixels: of a letter, of a small one where clusterings are less than NARROW apart, beside a name,
 * around the picture. */
enum { LETTER = 8, SMALL_LETTER = 6, NARROW = 110, GAP = 10, EDGE = 14 };

/* ---- the picture ---- */

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
static size_t write_bands(FILE *script, ce_flow_bars *f, size_t q, unsigned long color,
                          double least, ce_flow_note *note)
{
    ce_flow_column *left = &f->column[q], *right = &f->column[q + 1];
    const ce_contingency *table = &f->table[q];
    size_t drawn = 0;

    for (size_t b = 0; b < right->count; b++)
        right->bar[b].in = 0;
    for (size_t a = 0; a < left->count; a++) {
        ce_flow_bar *from = &left->bar[a];
        from->out = 0;
        for (size_t e = table->start[a]; e < table->start[a + 1]; e++) {
            ce_flow_bar *to = &right->bar[table->column[e]];
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
            } else if (ce_flow_color(from) == color) {
                drawn++;
                if (script)
                    write_band(script, (double)q + 1, x, y);
            }
        }
    }
    return drawn;
}

/* The colors that bars have, each once; room: for all bars. */
static size_t list_colors(const ce_flow_bars *f, unsigned long *color)
{
    size_t count = 0;

    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++) {
            unsigned long c = ce_flow_color(&f->column[q].bar[b]);
            size_t at = 0;
            while (at < count && color[at] != c)
                at++;
            if (at == count)
                color[count++] = c;
        }
    return count;
}

static size_t count_bars(const ce_flow_bars *f, unsigned long color)
{
    size_t count = 0;

    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++)
            count += ce_flow_color(&f->column[q].bar[b]) == color;
    return count;
}

static size_t draw_bands(FILE *script, ce_flow_bars *f, unsigned long color, double least,
                         ce_flow_note *note)
{
    size_t drawn = 0;

    for (size_t q = 0; q + 1 < f->m; q++)
        drawn += write_bands(script, f, q, color, least, note);
    return drawn;
}

static void write_bars(FILE *script, const ce_flow_bars *f, unsigned long color)
{
    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++) {
            const ce_flow_bar *at = &f->column[q].bar[b];
            if (ce_flow_color(at) == color)
                fprintf(script, "%zu %.6g %.6g %.6g %.6g %.6g\n", q + 1, (at->low + at->high) / 2,
                        (double)(q + 1) - BAR, (double)(q + 1) + BAR, at->low, at->high);
        }
}

/* Names could not be read on bands of such a color. */
static int is_dark(unsigned long rgb)
{
    return 0.3 * (double)(rgb >> 16) + 0.59 * (double)(rgb >> 8 & 255) +
               0.11 * (double)(rgb & 255) <
           80;
}

/* The command, then the data of each series: all bands, then all bars. */
static void write_series(FILE *script, ce_flow_bars *f, const unsigned long *color, size_t colors,
                         double least)
{
    ce_flow_note unused = {0};
    size_t series = 0;

    fprintf(script, "plot ");
    for (size_t c = 0; c < colors; c++)
        if (draw_bands(NULL, f, color[c], least, &unused))
            fprintf(script,
                    "%s'-' using 1:2:3 with filledcurves fillstyle transparent solid %s noborder "
                    "fillcolor rgb '#%06lx' notitle",
                    series++ ? ", " : "", is_dark(color[c]) ? "0.25" : "0.45", color[c]);
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

/* Where things are, in pixels. */
typedef struct {
    double left, right; /* margins; right of the last bar is also the room for names */
    double apart;       /* from one clustering to the next */
    double letter;
    double high; /* of the bars */
} layout;

static size_t longest_name(const ce_flow_bars *f)
{
    char number[CE_FLOW_NUMBER];
    size_t longest = 0;

    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++) {
            size_t letters = ce_plot_letters(ce_flow_name(f, q, &f->column[q].bar[b], number));
            longest = letters > longest ? letters : longest;
        }
    return longest;
}

static int lay_out(layout *at, ce_flow_bars *f, const ce_label_table *table,
                   const ce_axis_names *names, const char *title, size_t remarks, ce_error *err)
{
    double m = (double)f->m, wide = names->pixels, apart = wide / (m - 0.5), letters;
    int rc;
    double before = ce_axis_are_askew(names) ? ce_axis_overhang(names)
                                             : LETTER * (double)ce_plot_letters(names->name[0]) / 2;

    *at = (layout){.letter = apart < NARROW ? SMALL_LETTER : LETTER, .left = EDGE};
    letters = fmax(4, ((1 - 2 * BAR) * apart - GAP) / at->letter);
    rc = ce_flow_cut_names(f, table, letters < NAME ? (size_t)letters : NAME, err);
    if (rc)
        return rc;
    at->right = at->letter * (double)longest_name(f) + GAP;
    for (int round = 0; round < 2; round++) { /* the one follows from the other */
        at->apart = (wide + EDGE - at->left - at->right) / (m - 1 + 3 * BAR);
        at->left = fmax(EDGE, before - 2 * BAR * at->apart);
    }
    at->apart = fmax(1, at->apart);
    at->high = names->across - ce_axis_depth(names) - (title ? 2 * EDGE : EDGE) -
               CE_REMARK_LINE * (double)remarks;
    return CE_OK;
}

/* The name of a bar that is high enough, to the right of it. */
static void write_names(FILE *script, const ce_flow_bars *f, const layout *where)
{
    for (size_t q = 0; q < f->m; q++)
        for (size_t b = 0; b < f->column[q].count; b++) {
            const ce_flow_bar *at = &f->column[q].bar[b];
            char number[CE_FLOW_NUMBER];
            if ((at->high - at->low) * where->high < 14)
                continue;
            fprintf(script, "set label ");
            ce_gnuplot_quote(script, ce_flow_name(f, q, at, number));
            fprintf(script, " at first %.4f,%.6g left front %stextcolor rgb '#000000'\n",
                    (double)q + 1 + BAR + 4 / where->apart, (at->low + at->high) / 2,
                    where->letter < LETTER ? "font ',9' " : "");
        }
}

static int write_axes(FILE *script, const ce_axis_names *names, const layout *at,
                      const ce_picture *picture, ce_error *err)
{
    fprintf(script,
            "unset key\nset lmargin at screen %.6f\nset rmargin at screen %.6f\nset xrange "
            "[%.3f:%.4f]\nset yrange [1:0]\nunset ytics\nset border 0\n",
            at->left / picture->width, 1 - (double)EDGE / picture->width, 1 - 2 * BAR,
            (double)names->count + BAR + at->right / at->apart);
    return ce_axis_write(script, 'x', names, err);
}

static void find_remarks(ce_flow_note *note, double least)
{
    if (note->pooled)
        snprintf(note->remarks.text[0], CE_REMARK, "%zu small cluster%s", note->pooled,
                 note->pooled == 1 ? " is a grey bar" : "s share the grey bars");
    if (note->bands)
        snprintf(note->remarks.text[1], CE_REMARK, "%zu band%s of less than %g of the objects %s",
                 note->bands, note->bands == 1 ? "" : "s", least,
                 note->bands == 1 ? "is left out" : "each are left out");
}

int ce_flow(const ce_label_table *table, const ce_matched *matched, const ce_flow_options *options,
            char **bytes, size_t *length, ce_flow_note *note, ce_error *err)
{
    unsigned long *color = NULL;
    size_t colors, bars = 0;
    FILE *script = NULL;
    ce_flow_bars f = {0};
    ce_remark_lines remarks;
    ce_axis_names names;
    layout at = {0};
    int rc;

    *note = (ce_flow_note){0};
    if (table->labels.m < 2)
        return ce_fail(err, CE_EINPUT, "one clustering: a flow needs two");
    rc = ce_flow_bars_build(&f, table, matched, options->most, &note->pooled, err);
    for (size_t q = 0; q < f.m && !rc; q++)
        bars += f.column[q].count;
    color = rc ? NULL : ce_alloc(bars, sizeof *color, err);
    names = (ce_axis_names){(const char *const *)table->name, f.m,
                            fmax(1, options->picture.width - 2 * EDGE), options->picture.height};
    if (!rc && !color)
        rc = CE_ENOMEM;
    if (!rc) {
        draw_bands(NULL, &f, 0, options->least, note);
        find_remarks(note, options->least);
        ce_remarks_wrap(&note->remarks, &options->picture, &remarks);
        rc = lay_out(&at, &f, table, &names, options->picture.title, remarks.count, err);
    }
    if (!rc)
        rc = ce_gnuplot_begin(&script, &options->picture, err);
    if (!rc) {
        colors = list_colors(&f, color);
        rc = write_axes(script, &names, &at, &options->picture, err);
        ce_remarks_write(script, NULL, &remarks);
        write_names(script, &f, &at);
        write_series(script, &f, color, colors, options->least);
        rc = ce_gnuplot_finish(rc, script, bytes, length, err);
    }
    free(color);
    ce_flow_bars_free(&f);
    return rc;
}
