/*
 * bars.h: annotation bars, which stand beside a picture of objects: a strip for each column of a
 * table, with the label or the number of each object as a color, and what the colors mean.
 */
#ifndef CE_PLOT_BARS_H
#define CE_PLOT_BARS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"
#include "io/data_table.h"
#include "plot/groups.h"
#include "plot/shades.h"

/* Colors of categories: those of ce_plot_shade. After the last the first follows. */
enum { CE_BAR_COLORS = CE_PLOT_SHADES, CE_COLOR_TEXT = 8 };

/* text: "#rrggbb" of color c; grey for c < 0, which is a missing label or noise. */
void ce_bar_color(int c, char text[CE_COLOR_TEXT]);

/* One bar: the colors of labels, or a ramp from the lowest number to the highest. */
typedef struct {
    const char *name; /* of the column; the table's */
    int is_ramp, is_cut;
    ce_text_column labels; /* owned; of a numeric column of labels */
    ce_groups groups;      /* of labels */
    int shade[CE_BAR_COLORS]; /* the color of each group that is no noise; later ones follow on */
    int32_t *color;        /* owned: n */
    double *value;         /* owned: n, of a ramp; NaN: missing */
    double low, high;
} ce_bar;

/* Set to zero before use; ce_bars_free. It borrows the table. */
typedef struct {
    size_t count, n;
    ce_bar *bar; /* owned */
} ce_bars;

/* What bars are made of, which borrow it: the clusters of a tree that is cut, columns of labels,
 * and a table. row: n, the row there of each object; NULL: that of its number. table_row: the same,
 * -1 for objects that it lacks. */
typedef struct {
    size_t n;
    const ce_text_column *cut; /* of each object; or NULL */
    const ce_text_column *const *labels; /* count of them, with these names */
    const char *const *name;
    size_t count;
    const int32_t *row;
    const ce_data_table *table; /* or NULL */
    const int32_t *table_row;
} ce_bars_source;

/*
 * A bar for the clusters of the cut, unless another bar has the same labels. A bar for each column
 * of labels, with the colors of all its labels, also of those in no row. Then
 * one for each column of the table, and one for its classes, but for those that are among the
 * columns of labels by name and value. Text is labels. Numbers are labels where all are whole and
 * at most 20 differ; else they are a ramp.
 *
 * The groups of a bar of labels have the colors 0, 1, ... Those of a later one that is about the
 * same (ce_matched_agree) as one before have the colors of the groups there that they share most
 * objects with, if both are of at most CE_BAR_COLORS groups: what is one group in two bars has one
 * color in both. With a cut the bar that is most like it counts as the one before all others, so
 * that cut and bars agree.
 *
 * Returns 0 or CE_ENOMEM; bars is empty after a failure.
 */
int ce_bars_build(ce_bars *bars, const ce_bars_source *source, ce_error *err);
void ce_bars_free(ce_bars *bars);

/* color: k, for each cluster (cluster: n of them below k) the color of the group to which it
 * corresponds in a bar of labels, or one that no group has. *same: objects of one color in both; 0
 * where the two are not about the same (ce_matched_agree). 0, CE_ENOMEM, CE_EINPUT. */
int ce_bar_match(const ce_bar *bar, size_t n, const int32_t *cluster, int32_t k, int32_t *color,
                 size_t *same, ce_error *err);

/* Writes a plot command and its data: the strips one below the other, strip b from b to b + 0.8,
 * and objects across from 1 to n in their order (order[p]: the object at position p). Each of the
 * `cells` parts has the most frequent color of its objects, or that of the mean number. */
void ce_bars_write(FILE *script, const ce_bars *bars, const size_t *order, size_t cells);

/* "1.5 to 12": the numbers of a ramp, with three digits or as many as tell them apart; "no value"
 * where there is none. text: 64 bytes hold all. */
void ce_bar_range(const ce_bar *bar, char *text, size_t size);

/* Where a legend lies, in pixels from the left and the top of a picture of width x height. */
typedef struct {
    double x, y; /* the upper left corner of its first column */
    double top;  /* the upper end of further columns, which it has as far as the picture is wide */
    double end;  /* the lower end of these */
    double width, height;
    /* Where keys stand that have no room in these columns, whole and side by side: from the left
     * and from the top, and their lower end, which ce_bars_place_below sets; 0: nowhere. */
    double left, below, bottom;
} ce_bars_place;

/* Writes what the colors mean, as objects and labels of gnuplot: one key for all ramps, then the
 * labels of each other bar: all of twelve or fewer, unless place->bottom is 0 and they have no
 * room. It says how many labels and bars have none. */
void ce_bars_legend(FILE *script, const ce_bars *bars, const ce_bars_place *place);

/* Sets place->bottom if without it labels of a bar of twelve or fewer have no room. It is `most` at
 * most, or 0 if that is too little. */
void ce_bars_place_below(const ce_bars *bars, ce_bars_place *place, double most);

#endif
