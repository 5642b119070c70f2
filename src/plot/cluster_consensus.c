#include "plot/cluster_consensus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/records.h"
#include "plot/bars.h"
#include "plot/groups.h"
#include "plot/result_rows.h"
#include "plot/short_names.h"

static const char of_clusters[] = "ce-stability cluster";

/* The rows of a table. Those of a clustering, which follow each other, are in the order of their
 * labels, as in other pictures. */
typedef struct {
    size_t clustering, cluster, consensus; /* columns */
    size_t *row;                           /* owned */
    int *color; /* owned: of each row in this order, that of its cluster in other pictures */
} cluster_rows;

static int is_new(const ce_data_table *table, size_t i, size_t clustering)
{
    return i == 0 ||
           ce_result_number(table, i, clustering) != ce_result_number(table, i - 1, clustering);
}

static int find_columns(const ce_data_table *table, cluster_rows *at, ce_error *err)
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

/* Rows first .. end - 1 are of one clustering. */
static int sort_clusters(cluster_rows *at, const ce_data_table *table, size_t first, size_t end,
                         ce_error *err)
{
    char text[CE_RESULT_TEXT];
    ce_text_column names = {0};
    ce_groups groups = {0};
    int rc = CE_OK, c = 0;

    for (size_t i = first; i < end && !rc; i++) {
        const char *name = ce_result_text(table, i, at->cluster, text);
        rc = ce_text_column_append(&names, name, strlen(name), err);
    }
    if (!rc)
        rc = ce_groups_build(&groups, &names, end - first, NULL, err);
    for (size_t g = 0; g < groups.count && !rc; g++) {
        const ce_group *group = &groups.group[g];
        for (size_t i = group->first; i < group->first + group->count; i++) {
            at->row[first + i] = first + groups.order[i];
            at->color[first + i] = group->noise ? -1 : c % CE_BAR_COLORS;
        }
        c += !group->noise;
    }
    ce_groups_free(&groups);
    ce_text_column_free(&names);
    return rc;
}

static void rows_free(cluster_rows *at)
{
    free(at->row);
    free(at->color);
}

static int find_rows(const ce_data_table *table, cluster_rows *at, ce_error *err)
{
    size_t rows = table->values.rows;
    int rc = find_columns(table, at, err);

    if (rc)
        return rc;
    at->row = ce_alloc(rows, sizeof *at->row, err);
    at->color = ce_alloc(rows, sizeof *at->color, err);
    rc = at->row && at->color ? CE_OK : CE_ENOMEM;
    for (size_t first = 0, end; first < rows && !rc; first = end) {
        for (end = first + 1; end < rows && !is_new(table, end, at->clustering); end++)
            ;
        rc = sort_clusters(at, table, first, end, err);
    }
    if (rc)
        rows_free(at);
    return rc;
}

static int is_by_k(const ce_data_table *table, const cluster_rows *at)
{
    return !strcmp(table->name[at->clustering], "k");
}

/* Pixels beside the bars, of a name below them, of a letter of it, and of a bar with the gap beside
 * it; letters of a name. */
enum { AROUND = 110, NAME_WIDE = 16, LETTER = 8, LEAST_WIDE = 2, TIC = 14 };

/* A bar: the mean of clusters of one clustering that follow each other, or one cluster. */
typedef struct {
    size_t row;   /* of its first cluster */
    size_t place; /* a place is left free between two clusterings */
    int number;   /* in its clustering */
    int color;    /* that of its cluster in other pictures; of several clusters, by number */
    double value; /* NaN: none of its clusters has a consensus */
} bar;

/* Fills in the bars of so many clusters each. Returns their number. */
static size_t set_bars(const ce_data_table *table, const cluster_rows *at, size_t each, bar *bars)
{
    size_t count = 0, held = 0, known = 0;
    double sum = 0;

    for (size_t i = 0; i < table->values.rows; i++) {
        int begins = is_new(table, i, at->clustering);
        double value = ce_result_number(table, at->row[i], at->consensus);
        if (begins || held == each) {
            bars[count] = (bar){.row = at->row[i]};
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
static size_t clusters_of_bar(const ce_data_table *table, const cluster_rows *at, double pixels,
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
static void write_cluster_names(FILE *script, const char *const *name, const ce_short_names *shown,
                                const bar *bars, size_t count, double pixels)
{
    double room = pixels / (double)(count + 2), last = -INFINITY;
    size_t longest = 0, names = 0;
    int slants;

    for (size_t b = 0; b < count; b++) {
        size_t letters = ce_plot_letters(name[b]);
        longest = letters > longest ? letters : longest;
    }
    slants = LETTER * (double)longest > room;
    fprintf(script, "set xtics %sscale 0 font ',10' (", slants ? "rotate by 45 right " : "");
    for (size_t b = 0; b < count; b++) {
        if (slants && ((double)b - last) * room < NAME_WIDE)
            continue;
        last = (double)b;
        fprintf(script, names++ ? ", " : "");
        ce_gnuplot_quote_tic(script, shown->text[b]);
        fprintf(script, " %zu", bars[b].place);
    }
    fprintf(script, ")\n");
}

/* The names of the clusterings below their bars, where two do not meet. */
static void write_names(FILE *script, int by_k, const ce_short_names *shown, const bar *bars,
                        size_t count, double pixels)
{
    size_t first = 0, names = 0;
    double least = NAME_WIDE * (double)(bars[count - 1].place + 3) / pixels, last = -INFINITY;

    fprintf(script, "set xtics %sscale 0 font ',10' (", by_k ? "" : "rotate by 45 right ");
    for (size_t b = 0; b < count; b++) {
        double middle;
        if (!bars[b].number)
            first = bars[b].place;
        middle = (double)(first + bars[b].place) / 2;
        if ((b + 1 < count && bars[b + 1].number) || middle - last < least)
            continue;
        last = middle;
        fprintf(script, names++ ? ", " : "");
        ce_gnuplot_quote_tic(script, shown->text[b]);
        fprintf(script, " %.1f", middle);
    }
    fprintf(script, ")\n");
}

/* The names along the axis: of the clusters of one clustering, or of the clusterings. */
static int write_tics(FILE *script, const ce_data_table *table, const cluster_rows *at,
                      const bar *bars, size_t count, int one, double pixels, ce_error *err)
{
    ce_short_names shown = {0};
    ce_text_column names = {0};
    const char **name = ce_alloc(count, sizeof *name, err);
    char text[CE_RESULT_TEXT];
    int rc = name ? CE_OK : CE_ENOMEM;

    for (size_t b = 0; b < count && !rc; b++) {
        size_t column = one ? at->cluster : at->clustering;
        const char *of = ce_result_text(table, bars[b].row, column, text);
        rc = ce_text_column_append(&names, of, strlen(of), err);
    }
    for (size_t b = 0; b < count && !rc; b++)
        name[b] = names.value[b] < 0 ? "" : ce_text_column_get(&names, b);
    if (!rc)
        rc = ce_short_names_build(&shown, name, count, TIC, err);
    if (!rc && one)
        write_cluster_names(script, name, &shown, bars, count, pixels);
    else if (!rc)
        write_names(script, is_by_k(table, at), &shown, bars, count, pixels);
    ce_short_names_free(&shown);
    ce_text_column_free(&names);
    free(name);
    return rc;
}

static void color_bars(const cluster_rows *at, bar *bars, size_t count, size_t each)
{
    for (size_t b = 0; b < count; b++)
        bars[b].color = each == 1 ? at->color[b] : bars[b].number % CE_BAR_COLORS;
}

/* What is below the axis of the bars. */
static void write_axis(FILE *script, const ce_data_table *table, const cluster_rows *at,
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
    cluster_rows at = {0};
    FILE *script = NULL;
    double pixels = fmax(1, picture->width - AROUND);
    size_t count = 0;
    bar *bars = NULL;
    int rc = find_rows(table, &at, err);

    if (!rc && !(bars = ce_alloc(table->values.rows, sizeof *bars, err)))
        rc = CE_ENOMEM;
    if (!rc) {
        *each = clusters_of_bar(table, &at, pixels, bars, &count);
        color_bars(&at, bars, count, *each);
        rc = ce_gnuplot_begin(&script, picture, err);
    }
    if (!rc) {
        rc = write_tics(script, table, &at, bars, count, is_one(bars, count, *each), pixels, err);
        fprintf(script,
                "set border 3\nunset key\nset xrange [-1:%zu]\nset yrange [0:1]\nset ylabel "
                "'mean consensus%s'\n",
                bars[count - 1].place + 1,
                picture->height < 360 ? "" : " of the pairs of a cluster");
        write_axis(script, table, &at, bars, count, *each);
        write_bars(script, bars, count);
        rc = ce_gnuplot_finish(rc, script, bytes, length, err);
    }
    rows_free(&at);
    free(bars);
    return rc;
}

int ce_cluster_consensus_write(const ce_data_table *table, ce_output *output, char between,
                               ce_error *err)
{
    const char *columns[] = {"position", "clustering", "cluster", "consensus"};
    char text[CE_RESULT_TEXT];
    cluster_rows at = {0};
    ce_records records;
    int rc = find_rows(table, &at, err);

    if (rc)
        return rc;
    columns[1] = table->name[at.clustering];
    ce_records_begin(&records, output, columns, 4, 0, between);
    for (size_t i = 0; i < table->values.rows; i++) {
        ce_records_integer(&records, (int64_t)i + 1);
        ce_records_text(&records, ce_result_text(table, at.row[i], at.clustering, text));
        ce_records_text(&records, ce_result_text(table, at.row[i], at.cluster, text));
        ce_records_real(&records, ce_result_number(table, at.row[i], at.consensus));
    }
    ce_records_end(&records);
    rows_free(&at);
    return CE_OK;
}
