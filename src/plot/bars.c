#include "plot/bars.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/real.h"
#include "plot/bars_internal.h"
#include "plot/matched.h"

enum { LABELS_AT_MOST = 20 };

/* ---- colors ---- */

unsigned ce_bar_rgb(int c)
{
    return c < 0 ? 0xc8c8c8 : (unsigned)ce_plot_shade(c % CE_BAR_COLORS, 1);
}

void ce_bar_color(int c, char text[CE_COLOR_TEXT])
{
    snprintf(text, CE_COLOR_TEXT, "#%06x", ce_bar_rgb(c) & 0xffffffU);
}

unsigned ce_bar_ramp(double t)
{
    static const double light[] = {250, 240, 215}, dark[] = {110, 30, 10};
    unsigned rgb = 0;

    if (isnan(t))
        return 0xc8c8c8;
    for (int i = 0; i < 3; i++)
        rgb = rgb << 8 | (unsigned)lround(light[i] + (dark[i] - light[i]) * t);
    return rgb;
}

/* ---- what the bars show ---- */

static void bar_free(ce_bar *bar)
{
    ce_groups_free(&bar->groups);
    ce_text_column_free(&bar->labels);
    free(bar->color);
    free(bar->value);
}

void ce_bars_free(ce_bars *bars)
{
    if (!bars)
        return;
    for (size_t b = 0; b < bars->count; b++)
        bar_free(&bars->bar[b]);
    free(bars->bar);
    *bars = (ce_bars){0};
}

static int add_labels(ce_bar *bar, const ce_text_column *labels, size_t n, const int32_t *row,
                      ce_error *err)
{
    int32_t *color = ce_alloc(labels->n, sizeof *color, err);
    int c = 0, rc = color ? ce_groups_build(&bar->groups, labels, labels->n, NULL, err) : CE_ENOMEM;

    bar->color = ce_alloc(n, sizeof *bar->color, err);
    if (!bar->color)
        rc = CE_ENOMEM;
    if (!rc)
        rc = ce_groups_shorten(&bar->groups, CE_BAR_NAME, err);
    for (size_t g = 0; g < bar->groups.count && !rc; g++) {
        const ce_group *group = &bar->groups.group[g];
        for (size_t i = group->first; i < group->first + group->count; i++)
            color[bar->groups.order[i]] = group->noise ? -1 : c % CE_BAR_COLORS;
        c += !group->noise;
    }
    for (size_t i = 0; i < n && !rc; i++)
        bar->color[i] = row && row[i] < 0 ? -1 : color[row ? (size_t)row[i] : i];
    for (int s = 0; s < CE_BAR_COLORS; s++)
        bar->shade[s] = s;
    free(color);
    return rc;
}

/* Groups that are no noise. */
static size_t colored(const ce_bar *bar)
{
    size_t count = 0;

    for (size_t g = 0; g < bar->groups.count; g++)
        count += !bar->groups.group[g].noise;
    return count;
}

/* Gives the groups of a bar the colors wanted, each to one of them; the others get what is free. */
static void recolor(ce_bar *bar, size_t n, const int32_t *wanted, size_t groups)
{
    char taken[CE_BAR_COLORS] = {0};
    int free_one = 0;

    for (size_t c = 0; c < groups; c++) {
        bar->shade[c] = wanted[c] < CE_BAR_COLORS && !taken[wanted[c]] ? wanted[c] : -1;
        if (bar->shade[c] >= 0)
            taken[bar->shade[c]] = 1;
    }
    for (size_t c = 0; c < groups; c++) {
        while (bar->shade[c] < 0 && taken[free_one])
            free_one++;
        if (bar->shade[c] < 0)
            taken[bar->shade[c] = free_one] = 1;
    }
    for (size_t i = 0; i < n; i++)
        if (bar->color[i] >= 0)
            bar->color[i] = bar->shade[bar->color[i]];
}

int ce_bar_match(const ce_bar *bar, size_t n, const int32_t *cluster, int32_t k, int32_t *color,
                 size_t *same, ce_error *err)
{
    size_t groups = colored(bar);
    ce_labels labels = {0};
    ce_matched matched = {0};
    int rc = ce_labels_alloc(&labels, n, 2, err);

    *same = 0;
    for (size_t i = 0; i < n && !rc; i++) {
        ce_labels_column(&labels, 0)[i] = bar->color[i] < 0 ? CE_MISSING : bar->color[i];
        ce_labels_column(&labels, 1)[i] = cluster[i] < 0 ? CE_MISSING : cluster[i];
    }
    for (size_t c = 0; c < groups && c < CE_BAR_COLORS && !rc; c++)
        if (bar->shade[c] >= labels.k[0])
            labels.k[0] = bar->shade[c] + 1;
    if (!rc) {
        labels.k[1] = k;
        rc = ce_matched_build(&matched, &labels, NULL, NULL, 0, err);
    }
    if (!rc) {
        memcpy(color, matched.number + matched.start[1], (size_t)k * sizeof *color);
        *same = ce_matched_agree(&matched, &labels, 0, 1);
    }
    ce_matched_free(&matched);
    ce_labels_free(&labels);
    return rc;
}

/* The bar of labels that is most like the clusters of a cut; the number of bars: none is. */
static int find_like_cut(const ce_bars *bars, const ce_text_column *cut, size_t *found,
                         ce_error *err)
{
    int32_t color[CE_BAR_COLORS], k = (int32_t)cut->categories.count;
    size_t most = 0, same;
    int rc = CE_OK;

    *found = bars->count;
    for (size_t b = 0; b < bars->count && k <= CE_BAR_COLORS && !rc; b++) {
        const ce_bar *bar = &bars->bar[b];
        if (bar->is_ramp || bar->is_cut || colored(bar) > CE_BAR_COLORS)
            continue;
        rc = ce_bar_match(bar, bars->n, cut->value, k, color, &same, err);
        if (!rc && same > most) {
            most = same;
            *found = b;
        }
    }
    return rc;
}

/* Gives the groups of a bar the colors of those of the first of some others that is about the same,
 * if there is one. */
static int take_colors(ce_bar *bar, size_t n, ce_bar *const *others, size_t count, ce_error *err)
{
    int32_t wanted[CE_BAR_COLORS];
    size_t groups = colored(bar), same = 0;
    int rc = CE_OK;

    for (size_t p = 0; p < count && !same && !rc; p++)
        rc = ce_bar_match(others[p], n, bar->color, (int32_t)groups, wanted, &same, err);
    if (!rc && same)
        recolor(bar, n, wanted, groups);
    return rc;
}

/* Groups of several bars that are one have one color. cut: clusters that the bars should agree
 * with; NULL: none. */
static int match_colors(ce_bars *bars, const ce_text_column *cut, ce_error *err)
{
    ce_bar **of = ce_alloc(bars->count, sizeof *of, err); /* those of labels */
    size_t count = 0, first = bars->count;
    int rc = of ? CE_OK : CE_ENOMEM;

    if (!rc && cut)
        rc = find_like_cut(bars, cut, &first, err);
    if (!rc && first < bars->count)
        of[count++] = &bars->bar[first];
    for (size_t b = 0; b < bars->count && !rc; b++)
        if (b != first && !bars->bar[b].is_ramp && colored(&bars->bar[b]) <= CE_BAR_COLORS)
            of[count++] = &bars->bar[b];
    for (size_t q = 1; q < count && !rc; q++)
        rc = take_colors(of[q], bars->n, of, q, err);
    free(of);
    return rc;
}

/* Whether numbers are labels: whole, and few of them differ. */
static int are_labels(const ce_matrix *values, size_t s)
{
    double seen[LABELS_AT_MOST];
    size_t count = 0;

    for (size_t i = 0; i < values->rows; i++) {
        double value = values->values[i * values->columns + s];
        size_t at = 0;
        if (isnan(value))
            continue;
        while (at < count && seen[at] != value)
            at++;
        if (value != floor(value) || at == LABELS_AT_MOST)
            return 0;
        seen[at] = value;
        count += at == count;
    }
    return count > 0;
}

/* The cells of column s as text. */
static int take_text(ce_text_column *to, const ce_data_table *table, size_t s, ce_error *err)
{
    const ce_matrix *values = &table->values;
    int rc = CE_OK;

    for (size_t i = 0; i < values->rows && !rc; i++) {
        double value = values->values[i * values->columns + s];
        char number[32];
        const char *text = number;
        if (isnan(value))
            text = "";
        else if (table->categories[s].count)
            text = table->categories[s].text[(size_t)value];
        else
            number[ce_format_real(value, number)] = '\0';
        rc = ce_text_column_append(to, text, strlen(text), err);
    }
    return rc;
}

static int add_ramp(ce_bar *bar, const ce_matrix *values, size_t s, size_t n, const int32_t *row,
                    ce_error *err)
{
    bar->is_ramp = 1;
    bar->low = INFINITY;
    bar->high = -INFINITY;
    bar->value = ce_alloc(n, sizeof *bar->value, err);
    if (!bar->value)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        size_t from = row ? (size_t)row[i] : i;
        bar->value[i] = row && row[i] < 0 ? NAN : values->values[from * values->columns + s];
        bar->low = fmin(bar->low, bar->value[i]);
        bar->high = fmax(bar->high, bar->value[i]);
    }
    return CE_OK;
}

/* Whether a column of the table is among the columns of labels, by name and value. */
static int is_there(const ce_bars_source *source, const char *name, const ce_text_column *column)
{
    for (size_t b = 0; b < source->count; b++) {
        size_t same = 0;
        while (!strcmp(source->name[b], name) && same < source->n) {
            size_t from = source->row ? (size_t)source->row[same] : same;
            int32_t to = source->table_row ? source->table_row[same] : (int32_t)same;
            if (to < 0 || strcmp(ce_text_column_get(source->labels[b], from),
                                 ce_text_column_get(column, (size_t)to)))
                break;
            same++;
        }
        if (same && same == source->n)
            return 1;
    }
    return 0;
}

/* The columns and the classes of a table. */
static int add_table(ce_bars *bars, const ce_bars_source *source, ce_error *err)
{
    const ce_data_table *table = source->table;
    const int32_t *row = source->table_row;
    int rc = CE_OK;

    for (size_t s = 0; s < table->values.columns && !rc; s++) {
        ce_bar *bar = &bars->bar[bars->count++];
        bar->name = table->name[s];
        if (!table->categories[s].count && !are_labels(&table->values, s)) {
            rc = add_ramp(bar, &table->values, s, bars->n, row, err);
            continue;
        }
        rc = take_text(&bar->labels, table, s, err);
        if (!rc && is_there(source, bar->name, &bar->labels)) {
            bar_free(bar);
            *bar = (ce_bar){0};
            bars->count--;
        } else if (!rc) {
            rc = add_labels(bar, &bar->labels, bars->n, row, err);
        }
    }
    if (rc || !table->class_.name || is_there(source, table->class_.name, &table->class_))
        return rc;
    bars->bar[bars->count].name = table->class_.name;
    return add_labels(&bars->bar[bars->count++], &table->class_, bars->n, row, err);
}

/* ---- the bar of a cut ---- */

/* A name that no other bar has. */
static void name_cut(ce_bars *bars)
{
    static const char *const names[] = {"cluster", "cluster of the cut"};
    size_t b = 1;

    while (b < bars->count && strcmp(bars->bar[b].name, names[0]))
        b++;
    bars->bar[0].name = names[b < bars->count];
}

/* Whether two bars have the same labels with the same texts. */
static int are_same(const ce_bar *a, const ce_bar *b, size_t n)
{
    if (b->is_ramp || a->groups.count != b->groups.count || colored(a) > CE_BAR_COLORS)
        return 0;
    for (size_t g = 0; g < a->groups.count; g++)
        if (strcmp(a->groups.group[g].text, b->groups.group[g].text))
            return 0;
    return !memcmp(a->color, b->color, n * sizeof *a->color);
}

/* Drops the bar of the cut, which is the first, if another bar says the same. */
static void drop_cut(ce_bars *bars)
{
    size_t b = 1;

    while (b < bars->count && !are_same(&bars->bar[0], &bars->bar[b], bars->n))
        b++;
    if (b == bars->count)
        return;
    bar_free(&bars->bar[0]);
    bars->count--;
    memmove(bars->bar, bars->bar + 1, bars->count * sizeof *bars->bar);
}

int ce_bars_build(ce_bars *bars, const ce_bars_source *source, ce_error *err)
{
    size_t most = source->count + (source->table ? source->table->values.columns + 1 : 0);
    int rc = CE_OK;

    most += source->cut != NULL;

    ce_bars_free(bars);
    bars->n = source->n;
    bars->bar = ce_calloc(most, sizeof *bars->bar, err);
    if (!bars->bar)
        return CE_ENOMEM;
    if (source->cut) {
        bars->bar[0].is_cut = 1;
        rc = add_labels(&bars->bar[bars->count++], source->cut, source->n, NULL, err);
    }
    for (size_t b = 0; b < source->count && !rc; b++) {
        bars->bar[bars->count].name = source->name[b];
        rc = add_labels(&bars->bar[bars->count++], source->labels[b], source->n, source->row, err);
    }
    if (!rc && source->table)
        rc = add_table(bars, source, err);
    if (!rc && source->cut) {
        name_cut(bars);
        drop_cut(bars);
    }
    if (!rc)
        rc = match_colors(bars, source->cut, err);
    if (rc)
        ce_bars_free(bars);
    return rc;
}

/* ---- strips ---- */

static unsigned most_frequent(const ce_bar *bar, const size_t *order, size_t first, size_t end)
{
    size_t count[CE_BAR_COLORS + 1] = {0};
    int best = 0;

    for (size_t p = first; p < end; p++)
        count[bar->color[order ? order[p] : p] + 1]++;
    for (int c = 1; c <= CE_BAR_COLORS; c++)
        if (count[c] > count[best] || (best == 0 && count[c] && count[c] == count[0]))
            best = c;
    return ce_bar_rgb(best - 1);
}

static unsigned mean_color(const ce_bar *bar, const size_t *order, size_t first, size_t end)
{
    double sum = 0, range = bar->high - bar->low;
    size_t count = 0;

    for (size_t p = first; p < end; p++) {
        double value = bar->value[order ? order[p] : p];
        if (!isnan(value)) {
            sum += range > 0 ? (value - bar->low) / range : 0.5;
            count++;
        }
    }
    return ce_bar_ramp(count ? sum / (double)count : NAN);
}

static size_t first_of(size_t cell, size_t n, size_t cells)
{
    return (cell * n + cells - 1) / cells;
}

static unsigned cell_color(const ce_bars *bars, size_t b, const size_t *order, size_t cell,
                           size_t cells)
{
    size_t first = first_of(cell, bars->n, cells), end = first_of(cell + 1, bars->n, cells);

    return (bars->bar[b].is_ramp ? mean_color : most_frequent)(&bars->bar[b], order, first, end);
}

/* Neighbours of one color are one box. */
static void write_strip(FILE *script, const ce_bars *bars, size_t b, const size_t *order,
                        size_t cells)
{
    size_t begin = 0;
    unsigned color = cell_color(bars, b, order, 0, cells);

    for (size_t cell = 1; cell <= cells; cell++) {
        unsigned next = cell < cells ? cell_color(bars, b, order, cell, cells) : color + 1;
        double left = (double)first_of(begin, bars->n, cells) + 0.5,
               right = (double)first_of(cell, bars->n, cells) + 0.5;
        if (next == color)
            continue;
        fprintf(script, "%.10g %.3f %.10g %.10g %zu %.3f %u\n", (left + right) / 2, (double)b + 0.4,
                left, right, b, (double)b + 0.8, color);
        begin = cell;
        color = next;
    }
}

void ce_bars_write(FILE *script, const ce_bars *bars, const size_t *order, size_t cells)
{
    size_t parts = cells < bars->n ? cells : bars->n;

    fprintf(script, "plot '-' using 1:2:3:4:5:6:7 with boxxyerror fillstyle solid noborder "
                    "linecolor rgb variable notitle\n");
    for (size_t b = 0; b < bars->count; b++)
        write_strip(script, bars, b, order, parts);
    fprintf(script, "e\n");
}
