#include "plot/top_weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/output.h"
#include "plot/short_names.h"

/* Pixels. */
enum {
    BAR = 14,       /* a bar */
    GAP = 8,        /* between two rows */
    AROUND = 90,    /* above and below all rows */
    HIGHEST = 20000 /* the highest picture */
};

/* Letters of a name that are shown. */
enum { NAME = 40 };

typedef struct {
    double weight;
    size_t feature;
} ranked;

static int heaviest_first(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->feature < y->feature ? -1 : x->feature > y->feature;
}

void ce_top_weights_free(ce_top_weights *top)
{
    if (!top)
        return;
    free(top->feature);
    free(top->count);
    free(top->shown);
    free(top->group);
    *top = (ce_top_weights){0};
}

/* Ranks the features of cluster c; room: d. */
static void rank(ce_top_weights *top, size_t c, ranked *room)
{
    size_t d = top->model->d, there = 0;
    const double *weight = top->model->weight + (top->first + c) * d;

    for (size_t s = 0; s < d; s++)
        if (!isnan(weight[s]))
            room[there++] = (ranked){weight[s], s};
    qsort(room, there, sizeof *room, heaviest_first);
    top->level += there > 1 && room[0].weight == room[there - 1].weight;
    top->count[c] = there < top->most ? there : top->most;
    for (size_t r = 0; r < top->count[c]; r++)
        top->feature[c * top->most + r] = room[r].feature;
}

/* The features of all clusters, each once. seen: d zeros. */
static void gather(ce_top_weights *top, unsigned char *seen)
{
    for (size_t c = 0; c < top->clusters; c++)
        for (size_t r = 0; r < top->count[c]; r++) {
            size_t s = top->feature[c * top->most + r];
            if (seen[s])
                continue;
            seen[s] = 1;
            top->shown[top->shown_count++] = s;
            top->group[c]++;
        }
}

int ce_top_weights_find(ce_top_weights *top, const ce_model *model, size_t q, size_t most,
                        ce_error *err)
{
    ranked *room = NULL;
    unsigned char *seen = NULL;
    size_t k, d = model->d;
    int rc = CE_OK;

    if (!model->weight)
        return ce_fail(err, CE_EINPUT, "centroids only, a model with weights expected");
    k = model->start[q + 1] - model->start[q];
    *top = (ce_top_weights){
        .model = model, .first = model->start[q], .clusters = k, .most = most < d ? most : d};
    room = ce_alloc(d, sizeof *room, err);
    seen = ce_calloc(d, 1, err);
    top->feature = ce_alloc(k * top->most, sizeof *top->feature, err);
    top->count = ce_alloc(k, sizeof *top->count, err);
    top->shown = ce_alloc(d, sizeof *top->shown, err);
    top->group = ce_calloc(k, sizeof *top->group, err);
    if (!room || !seen || !top->feature || !top->count || !top->shown || !top->group) {
        rc = CE_ENOMEM;
    } else {
        for (size_t c = 0; c < k; c++)
            rank(top, c, room);
        gather(top, seen);
    }
    free(room);
    free(seen);
    if (rc)
        ce_top_weights_free(top);
    return rc;
}

/* ---- the picture ---- */

static double weight_of(const ce_top_weights *top, size_t c, size_t s)
{
    return top->model->weight[(top->first + c) * top->model->d + s];
}

/* Where the bar of cluster c in row r (from 0) begins, downwards. Rows are at 1, 2, ... and have
 * height 1. */
static double bar_top(const ce_top_weights *top, size_t c, size_t r)
{
    double k = (double)top->clusters, bars = k * BAR / (k * BAR + GAP);

    return (double)r + 1 - bars / 2 + bars * (double)c / k;
}

static void write_name(FILE *script, const char *name)
{
    char text[4 * NAME + 4];

    ce_plot_cut_text(name, NAME, text, sizeof text);
    ce_gnuplot_quote_tic(script, text);
}

static void write_axes(FILE *script, const ce_top_weights *top, double largest)
{
    size_t at = 0;

    fprintf(script, "set xrange [0:%.9g]\nset yrange [%zu.5:0.5]\n",
            largest > 0 ? 1.15 * largest : 1, top->shown_count);
    fprintf(script, "set xlabel 'weight'\nset tics scale 0.5\nset ytics (");
    for (size_t r = 0; r < top->shown_count; r++) {
        fprintf(script, "%s", r ? "," : "");
        write_name(script, top->model->feature[top->shown[r]]);
        fprintf(script, " %zu", r + 1);
    }
    fprintf(script, ")\nset key outside right top Left reverse samplen 1 noautotitle textcolor rgb "
                    "'#404040'\n");
    for (size_t c = 0; c + 1 < top->clusters; c++) {
        at += top->group[c];
        if (top->group[c] && at < top->shown_count)
            fprintf(script,
                    "set arrow from graph 0,first %zu.5 to graph 1,first %zu.5 nohead linecolor "
                    "rgb '#b0b0b0'\n",
                    at, at);
    }
}

/* The weight beside each bar. */
static void write_values(FILE *script, const ce_top_weights *top)
{
    for (size_t r = 0; r < top->shown_count; r++)
        for (size_t c = 0; c < top->clusters; c++) {
            double weight = weight_of(top, c, top->shown[r]);
            if (!isnan(weight))
                fprintf(script,
                        "set label '%.3g' at first %.9g,first %.9g offset character 0.5,0 font "
                        "',10' textcolor rgb '#404040'\n",
                        weight, weight, (bar_top(top, c, r) + bar_top(top, c + 1, r)) / 2);
        }
}

static size_t bars_of(const ce_top_weights *top, size_t c)
{
    size_t bars = 0;

    for (size_t r = 0; r < top->shown_count; r++)
        bars += !isnan(weight_of(top, c, top->shown[r]));
    return bars;
}

/* The command, then the bars of each cluster: x, y, and the box from x to x and y to y. */
static void write_bars(FILE *script, const ce_top_weights *top)
{
    size_t drawn = 0;

    for (size_t c = 0; c < top->clusters; c++) {
        size_t bars = bars_of(top, c), round = c / CE_PLOT_COLORS;
        if (!bars)
            continue;
        fprintf(
            script,
            "%s'-' binary record=%zu "
            "format='%%float64%%float64%%float64%%float64%%float64%%float64' endian=default using ",
            drawn++ ? ", " : "plot ", bars);
        fprintf(script,
                "1:2:3:4:5:6 with boxxyerror fillstyle %s %zu noborder linecolor rgb '%s' title "
                "'cluster %zu'",
                round ? "pattern" : "solid", round ? round : 1, ce_plot_color(c), c + 1);
    }
    fputc('\n', script);
    for (size_t c = 0; c < top->clusters; c++)
        for (size_t r = 0; r < top->shown_count; r++) {
            double weight = weight_of(top, c, top->shown[r]), low = bar_top(top, c, r),
                   high = bar_top(top, c + 1, r);
            double box[6] = {weight, (low + high) / 2, 0, weight, low, high};
            if (!isnan(weight))
                fwrite(box, sizeof *box, 6, script);
        }
    fputc('\n', script);
}

int ce_top_weights_draw(const ce_top_weights *top, const ce_picture *picture, char **bytes,
                        size_t *length, ce_error *err)
{
    double need = AROUND + (double)top->shown_count * ((double)top->clusters * BAR + GAP),
           largest = 0;
    ce_picture sized = *picture;
    FILE *script = NULL;
    int rc;

    if (!top->shown_count)
        return ce_fail(err, CE_EINPUT, "no feature has a weight");
    if (!picture->height && need > HIGHEST)
        return ce_fail(err, CE_EINPUT,
                       "%zu features of %zu clusters need a picture of %.0f pixels: %s for fewer, "
                       "or %s csv",
                       top->shown_count, top->clusters, need, CE_OPT("top"), CE_OPT("format"));
    if (!picture->height)
        sized.height = (int)need;
    for (size_t c = 0; c < top->clusters; c++)
        if (top->count[c])
            largest = fmax(largest, weight_of(top, c, top->feature[c * top->most]));
    if ((rc = ce_gnuplot_begin(&script, &sized, err)))
        return rc;
    write_axes(script, top, largest);
    write_values(script, top);
    write_bars(script, top);
    return ce_gnuplot_end(script, bytes, length, err);
}

/* ---- the table ---- */

int ce_top_weights_write(const ce_top_weights *top, const char *path, char delimiter, ce_error *err)
{
    const ce_model *model = top->model;
    char between = delimiter ? delimiter : ',';
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "cluster%cfeature%cweight%crank%ccentroid\n", between, between,
                     between, between);
    for (size_t c = 0; c < top->clusters; c++)
        for (size_t r = 0; r < top->count[c]; r++) {
            size_t s = top->feature[c * top->most + r];
            ce_output_integer(output, (int64_t)c + 1);
            ce_output_char(output, between);
            ce_output_cell(output, model->feature[s], between);
            ce_output_char(output, between);
            ce_output_real(output, weight_of(top, c, s));
            ce_output_char(output, between);
            ce_output_integer(output, (int64_t)r + 1);
            ce_output_char(output, between);
            ce_output_real(output, model->centroid[(top->first + c) * model->d + s]);
            ce_output_char(output, '\n');
        }
    return ce_output_close(output, err);
}
