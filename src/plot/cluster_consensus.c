#include "plot/cluster_consensus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/records.h"
#include "plot/bars.h"
#include "plot/groups.h"
#include "plot/result_rows.h"

static const char of_clusters[] = "ce-stability cluster";

typedef struct {
    size_t clustering, cluster, consensus;
} cluster_columns;

static int find_columns(const ce_data_table *table, cluster_columns *at, ce_error *err)
{
    ce_error none = {0};
    size_t with;
    int rc = ce_result_clustering(table, of_clusters, &at->clustering, err);

    if (!rc)
        rc = ce_result_column(table, "cluster", 0, of_clusters, &at->cluster, err);
    if (!rc)
        rc = ce_result_column(table, "consensus", 1, of_clusters, &at->consensus, err);
    if (!rc && !ce_result_column(table, "with", 0, of_clusters, &with, &none))
        rc = ce_fail(err, CE_EINPUT,
                     "a column with, as tables of objects and every cluster have it: a table as %s "
                     "writes it expected",
                     of_clusters);
    for (size_t i = 0; i < table->values.rows && !rc; i++) {
        double value = ce_result_number(table, i, at->consensus);
        if (value < 0 || value > 1)
            rc = ce_fail(err, CE_EINPUT, "row %zu: consensus %g, a number from 0 to 1 expected",
                         i + 1, value);
    }
    return rc;
}

static int is_new(const ce_data_table *table, size_t i, size_t clustering)
{
    return i == 0 ||
           ce_result_number(table, i, clustering) != ce_result_number(table, i - 1, clustering);
}

static int is_by_k(const ce_data_table *table, const cluster_columns *at)
{
    return !strcmp(table->name[at->clustering], "k");
}

/* Pixels beside the bars, of a name below them, of a letter of it, and of a bar with the gap beside
 * it. */
enum { AROUND = 110, NAME_WIDE = 16, LETTER = 8, LEAST_WIDE = 2 };

/* A bar: the mean of clusters of one clustering that follow each other, or one cluster. */
typedef struct {
    size_t row;   /* of its first cluster */
    size_t place; /* a place is left free between two clusterings */
    int number;   /* in its clustering */
    int color;    /* that of its cluster in other pictures; of several clusters, by number */
    double value; /* NaN: none of its clusters has a consensus */
} bar;

/* Fills in the bars of so many clusters each. Returns their number. */
static size_t set_bars(const ce_data_table *table, const cluster_columns *at, size_t each,
                       bar *bars)
{
    size_t count = 0, held = 0, known = 0;
    double sum = 0;

    for (size_t i = 0; i < table->values.rows; i++) {
        int begins = is_new(table, i, at->clustering);
        double value = ce_result_number(table, i, at->consensus);
        if (begins || held == each) {
            bars[count] = (bar){.row = i};
            if (count) {
                bars[count].place = bars[count - 1].place + 1 + (size_t)begins;
                bars[count].number = begins ? 0 : bars[count - 1].number + 1;
            }
            count++;
            held = known = 0;
            sum = 0;
        }
        held++;
        if (!isnan(value)) {
            known++;
            sum += value;
        }
        bars[count - 1].value = known ? sum / (double)known : NAN;
    }
    return count;
}

static int is_wide(const bar *bars, size_t count, double pixels)
{
    return LEAST_WIDE * (double)(bars[count - 1].place + 1) <= pixels;
}

/* The fewest clusters to a bar with which bars have LEAST_WIDE pixels; all of a clustering where no
 * number does. The more, the fewer bars. */
static size_t clusters_of_bar(const ce_data_table *table, const cluster_columns *at, double pixels,
                              bar *bars, size_t *count)
{
    size_t few = 1, many = 1, size = 0;

    for (size_t i = 0; i < table->values.rows; i++) {
        size = is_new(table, i, at->clustering) ? 1 : size + 1;
        many = size > many ? size : many;
    }
    while (few < many) {
        size_t each = few + (many - few) / 2;
        *count = set_bars(table, at, each, bars);
        if (is_wide(bars, *count, pixels))
            many = each;
        else
            few = each + 1;
    }
    *count = set_bars(table, at, few, bars);
    return few;
}

/* Whether each bar is a cluster of the one clustering that there is, so that its name has room. */
static int is_one(const bar *bars, size_t count, size_t each)
{
    return each == 1 && count > 1 && (size_t)bars[count - 1].number + 1 == count;
}

/* The names of the clusters below their bars, slanting where one is wider than its bar; then where
 * two do not meet. */
static void write_cluster_names(FILE *script, const ce_data_table *table, const cluster_columns *at,
                                const bar *bars, size_t count, double pixels)
{
    double room = pixels / (double)(count + 2), last = -INFINITY;
    size_t longest = 0, names = 0;
    char text[CE_RESULT_TEXT], cut[64];
    int slants;

    for (size_t b = 0; b < count; b++) {
        size_t letters = ce_plot_letters(ce_result_text(table, bars[b].row, at->cluster, text));
        longest = letters > longest ? letters : longest;
    }
    slants = LETTER * (double)longest > room;
    fprintf(script, "set xtics %sscale 0 font ',10' (", slants ? "rotate by 45 right " : "");
    for (size_t b = 0; b < count; b++) {
        if (slants && ((double)b - last) * room < NAME_WIDE)
            continue;
        last = (double)b;
        ce_plot_cut_text(ce_result_text(table, bars[b].row, at->cluster, text), 14, cut,
                         sizeof cut);
        fprintf(script, names++ ? ", " : "");
        ce_gnuplot_quote_tic(script, cut);
        fprintf(script, " %zu", bars[b].place);
    }
    fprintf(script, ")\n");
}

/* The names of the clusterings below their bars, where two do not meet. */
static void write_names(FILE *script, const ce_data_table *table, const cluster_columns *at,
                        const bar *bars, size_t count, double pixels)
{
    size_t first = 0, names = 0;
    double least = NAME_WIDE * (double)(bars[count - 1].place + 3) / pixels, last = -INFINITY;
    char text[CE_RESULT_TEXT], cut[64];

    fprintf(script, "set xtics %sscale 0 font ',10' (",
            is_by_k(table, at) ? "" : "rotate by 45 right ");
    for (size_t b = 0; b < count; b++) {
        double middle;
        if (!bars[b].number)
            first = bars[b].place;
        middle = (double)(first + bars[b].place) / 2;
        if ((b + 1 < count && bars[b + 1].number) || middle - last < least)
            continue;
        last = middle;
        ce_plot_cut_text(ce_result_text(table, bars[b].row, at->clustering, text), 14, cut,
                         sizeof cut);
        fprintf(script, names++ ? ", " : "");
        ce_gnuplot_quote_tic(script, cut);
        fprintf(script, " %.1f", middle);
    }
    fprintf(script, ")\n");
}

/* The bars first .. end - 1 are of one clustering, and each is a cluster. Those of the same labels
 * have the same colors in item-consensus. */
static int color_clusters(const ce_data_table *table, const cluster_columns *at, bar *bars,
                          size_t first, size_t end, ce_error *err)
{
    char text[CE_RESULT_TEXT];
    ce_text_column names = {0};
    ce_groups groups = {0};
    int rc = CE_OK, c = 0;

    for (size_t b = first; b < end && !rc; b++) {
        const char *name = ce_result_text(table, bars[b].row, at->cluster, text);
        rc = ce_text_column_append(&names, name, strlen(name), err);
    }
    if (!rc)
        rc = ce_groups_build(&groups, &names, end - first, NULL, err);
    for (size_t g = 0; g < groups.count && !rc; g++) {
        const ce_group *group = &groups.group[g];
        for (size_t i = group->first; i < group->first + group->count; i++)
            bars[first + groups.order[i]].color = group->noise ? -1 : c % CE_BAR_COLORS;
        c += !group->noise;
    }
    ce_groups_free(&groups);
    ce_text_column_free(&names);
    return rc;
}

static int color_bars(const ce_data_table *table, const cluster_columns *at, bar *bars,
                      size_t count, size_t each, ce_error *err)
{
    int rc = CE_OK;

    for (size_t b = 0; b < count; b++)
        bars[b].color = bars[b].number % CE_BAR_COLORS;
    for (size_t first = 0, end; first < count && each == 1 && !rc; first = end) {
        for (end = first + 1; end < count && bars[end].number; end++)
            ;
        rc = color_clusters(table, at, bars, first, end, err);
    }
    return rc;
}

/* What is below the axis of the bars. */
static void write_axis(FILE *script, const ce_data_table *table, const cluster_columns *at,
                       const bar *bars, size_t count, size_t each)
{
    char text[CE_RESULT_TEXT], cut[64], label[160];

    fprintf(script, "set xlabel ");
    if (is_one(bars, count, each)) {
        ce_plot_cut_text(ce_result_text(table, bars[0].row, at->clustering, text), 30, cut,
                         sizeof cut);
        snprintf(label, sizeof label, "the clusters of %s%s", is_by_k(table, at) ? "k = " : "",
                 cut);
        ce_gnuplot_quote(script, label);
        fputc('\n', script);
        return;
    }
    fprintf(script, "'%s; a bar %s", is_by_k(table, at) ? "k" : "clustering",
            each > 1 ? "is the mean of " : "a cluster");
    if (each > 1)
        fprintf(script, "%zu clusters", each);
    fprintf(script, ", in their order'\n");
}

static void write_bars(FILE *script, const bar *bars, size_t count)
{
    fprintf(script, "plot '-' using 1:2:3:4:5:6:7 with boxxyerror fillstyle solid noborder "
                    "linecolor rgb variable notitle\n");
    for (size_t b = 0; b < count; b++) {
        char color[CE_COLOR_TEXT];
        double place = (double)bars[b].place;
        if (isnan(bars[b].value))
            continue;
        ce_bar_color(bars[b].color, color);
        fprintf(script, "%zu %.10g %.2f %.2f 0 %.10g %lu\n", bars[b].place, bars[b].value,
                place - 0.45, place + 0.45, bars[b].value, strtoul(color + 1, NULL, 16));
    }
    fprintf(script, "e\n");
}

int ce_cluster_consensus_bars(const ce_data_table *table, const ce_picture *picture, char **bytes,
                              size_t *length, size_t *each, ce_error *err)
{
    cluster_columns at = {0};
    FILE *script = NULL;
    double pixels = fmax(1, picture->width - AROUND);
    size_t count;
    bar *bars = NULL;
    int rc = find_columns(table, &at, err);

    if (!rc && !(bars = ce_alloc(table->values.rows, sizeof *bars, err)))
        rc = CE_ENOMEM;
    if (!rc) {
        *each = clusters_of_bar(table, &at, pixels, bars, &count);
        rc = color_bars(table, &at, bars, count, *each, err);
    }
    if (!rc)
        rc = ce_gnuplot_begin(&script, picture, err);
    if (rc) {
        free(bars);
        return rc;
    }
    (is_one(bars, count, *each) ? write_cluster_names : write_names)(script, table, &at, bars,
                                                                     count, pixels);
    fprintf(script,
            "set border 3\nunset key\nset xrange [-1:%zu]\nset yrange [0:1]\nset ylabel "
            "'mean consensus%s'\n",
            bars[count - 1].place + 1, picture->height < 360 ? "" : " of the pairs of a cluster");
    write_axis(script, table, &at, bars, count, *each);
    write_bars(script, bars, count);
    free(bars);
    return ce_gnuplot_end(script, bytes, length, err);
}

int ce_cluster_consensus_write(const ce_data_table *table, ce_output *output, char between,
                               ce_error *err)
{
    const char *columns[] = {"position", "clustering", "cluster", "consensus"};
    char text[CE_RESULT_TEXT];
    cluster_columns at = {0};
    ce_records records;
    int rc = find_columns(table, &at, err);

    if (rc)
        return rc;
    columns[1] = table->name[at.clustering];
    ce_records_begin(&records, output, columns, 4, 0, between);
    for (size_t i = 0; i < table->values.rows; i++) {
        ce_records_integer(&records, (int64_t)i + 1);
        ce_records_text(&records, ce_result_text(table, i, at.clustering, text));
        ce_records_text(&records, ce_result_text(table, i, at.cluster, text));
        ce_records_real(&records, ce_result_number(table, i, at.consensus));
    }
    ce_records_end(&records);
    return CE_OK;
}
