/* What the colors of bars mean, beside them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/bars.h"
#include "plot/bars_internal.h"
#include "plot/gnuplot.h"
#include "plot/short_names.h"

enum { LINE = 15, RAMP_STEPS = 24, COLUMN = 165 };
/* Lines of a key: two labels, and how many more there are. Most keys have so few labels that all
 * are shown: of the first one, which is that of a result, always. */
enum { FEWEST = 3, WHOLE = 12 };

void ce_bar_range(const ce_bar *bar, char *text, size_t size)
{
    char low[32], high[32];
    int digits = 3;

    if (!(bar->low <= bar->high)) {
        snprintf(text, size, "no value");
        return;
    }
    do {
        snprintf(low, sizeof low, "%.*g", digits, bar->low);
        snprintf(high, sizeof high, "%.*g", digits, bar->high);
    } while (bar->low < bar->high && !strcmp(low, high) && digits++ < 17);
    snprintf(text, size, "%s to %s", low, high);
}

typedef struct {
    FILE *script;     /* NULL: nothing is written */
    ce_bars_place at; /* x and y move */
    int lost;         /* whether something had no room */
} pen;

static void write_box(const pen *p, double x, double wide, unsigned color)
{
    const ce_bars_place *at = &p->at;

    if (!p->script)
        return;
    fprintf(p->script,
            "set object rectangle from screen %.5f,%.5f to screen %.5f,%.5f front fillcolor rgb "
            "'#%06x' fillstyle solid noborder\n",
            x / at->width, 1 - (at->y + 10) / at->height, (x + wide) / at->width,
            1 - at->y / at->height, color);
}

static void write_text(const pen *p, double x, const char *text, const char *where)
{
    if (!p->script)
        return;
    fprintf(p->script, "set label ");
    ce_gnuplot_quote(p->script, text);
    fprintf(p->script, " at screen %.5f,%.5f %s front font ',9' textcolor rgb '#404040'\n",
            x / p->at.width, 1 - (p->at.y + 5) / p->at.height, where);
}

/* Whether so many lines more have room, if need be in the next column, or in the first of those
 * below. */
static int has_room(pen *p, size_t lines)
{
    ce_bars_place *at = &p->at;
    double height = (double)lines * LINE;

    if (at->y + height <= at->end)
        return 1;
    if (at->x + 2 * COLUMN <= at->width && at->top + height <= at->end) {
        at->x += COLUMN;
        at->y = at->top;
        return 1;
    }
    if (at->below + height > at->bottom || at->top >= at->below)
        return 0;
    at->x = at->left;
    at->y = at->top = at->below;
    at->end = at->bottom;
    return 1;
}

static void legend_of_ramps(pen *p)
{
    for (int i = 0; i < RAMP_STEPS; i++)
        write_box(p, p->at.x + 2 * i, 2.2, ce_bar_ramp(i / (RAMP_STEPS - 1.0)));
    write_text(p, p->at.x + 2 * RAMP_STEPS + 5, "lowest to highest", "left");
    p->at.y += LINE + LINE / 3.0;
}

/* Lines that are free, in this column of the legend and in those beside it, but for the few that
 * stay empty at the end of each. */
static double free_lines(const pen *p)
{
    double columns = fmax(0, floor((p->at.width - p->at.x) / COLUMN) - 1);

    return floor((p->at.end - p->at.y) / LINE) - 1 +
           columns * (floor((p->at.end - p->at.top) / LINE) - 2);
}

/* Lines for the labels of bar b where each may have `most`, but the first of all WHOLE. */
static size_t lines_of(const ce_bars *bars, size_t b, size_t most)
{
    size_t labels = bars->bar[b].groups.count, first = 0;

    while (bars->bar[first].is_ramp)
        first++;
    if (b == first && most < WHOLE)
        most = WHOLE;
    return labels < most ? labels : most;
}

/* Lines for the labels of a bar such that a long key leaves room to those of the others. */
static size_t lines_of_each(const pen *p, const ce_bars *bars)
{
    double room = free_lines(p), needed;
    size_t most = 0, keys = 0;

    if (p->at.bottom > 0)
        return WHOLE;
    for (size_t b = 0; b < bars->count; b++) {
        keys += !bars->bar[b].is_ramp;
        if (!bars->bar[b].is_ramp && bars->bar[b].groups.count > most)
            most = bars->bar[b].groups.count;
    }
    for (; keys > 1; most--) {
        needed = 0;
        for (size_t b = 0; b < bars->count; b++)
            if (!bars->bar[b].is_ramp)
                needed += 4 / 3.0 + (double)lines_of(bars, b, most);
        if (needed <= room || most <= FEWEST)
            break;
    }
    return most;
}

/* The key of one bar, in `most` lines; `others`: lines that what comes after it needs. */
static void legend_of_labels(pen *p, const ce_bar *bar, size_t most, size_t others)
{
    char name[4 * CE_BAR_NAME + 8], more[48];
    int c = 0;

    ce_plot_cut_text(bar->name, CE_BAR_NAME, name, sizeof name);
    write_text(p, p->at.x, name, "left");
    p->at.y += LINE;
    for (size_t g = 0; g < bar->groups.count; g++) {
        const ce_group *group = &bar->groups.group[g];
        int last = g + 1 == bar->groups.count;
        if ((g + 1 >= most && !last) || !has_room(p, (last ? 1 : 2) + others)) {
            snprintf(more, sizeof more, "and %zu more", bar->groups.count - g);
            write_text(p, p->at.x + 15, more, "left");
            p->at.y += LINE;
            p->lost |= bar->groups.count <= WHOLE;
            break;
        }
        write_box(p, p->at.x, 10, ce_bar_rgb(group->noise ? -1 : bar->shade[c % CE_BAR_COLORS]));
        write_text(p, p->at.x + 15, group->shown, "left");
        p->at.y += LINE;
        c += !group->noise;
    }
    p->at.y += LINE / 3.0;
}

/* Returns whether there was room for all, but for labels of bars of more than WHOLE. */
static int write_legend(FILE *script, const ce_bars *bars, const ce_bars_place *place)
{
    pen p = {script, *place, 0};
    char text[64];
    size_t ramps = 0, left = 0, b = 0, most, lines;

    for (size_t r = 0; r < bars->count; r++)
        ramps += (size_t)bars->bar[r].is_ramp;
    left = bars->count - ramps;
    if (ramps && has_room(&p, 1 + 2 * (left > 0)))
        legend_of_ramps(&p);
    else
        p.lost = ramps > 0;
    most = lines_of_each(&p, bars);
    for (; b < bars->count; b++) {
        if (bars->bar[b].is_ramp)
            continue;
        lines = lines_of(bars, b, most);
        if (!has_room(&p, place->bottom > 0 ? 1 + lines : 2 + (left > 1)))
            break;
        left--;
        legend_of_labels(&p, &bars->bar[b], lines, !(place->bottom > 0) && left > 0);
    }
    if (left) {
        snprintf(text, sizeof text, "and %zu more bar%s", left, left == 1 ? "" : "s");
        write_text(&p, p.at.x, text, "left");
    }
    return !left && !p.lost;
}

void ce_bars_legend(FILE *script, const ce_bars *bars, const ce_bars_place *place)
{
    write_legend(script, bars, place);
}

void ce_bars_place_below(const ce_bars *bars, ce_bars_place *place, double most)
{
    place->bottom = 0;
    if (write_legend(NULL, bars, place))
        return;
    for (place->bottom = place->below + LINE; place->bottom <= most; place->bottom += LINE)
        if (write_legend(NULL, bars, place))
            return;
    place->bottom = 0;
}
