#include "plot/rank_picture.h"

#include <math.h>

#include "io/records.h"
#include "plot/short_names.h"

/* Pixels: a row, above and below all rows, the highest picture. Letters of a name. */
enum { ROW = 20, AROUND = 130, HIGHEST = 20000, NAME = 40 };

static int differs(const ce_mean_ranks *r, size_t method)
{
    return !isnan(r->rank[method]) && r->rank[method] - r->rank[r->order[0]] >= r->difference;
}

static void write_axes(FILE *script, const ce_mean_ranks *r, char *const *name)
{
    double half = r->difference / 2, low = INFINITY, high = -INFINITY, edge;

    for (size_t j = 0; j < r->methods; j++) {
        low = fmin(low, r->rank[j] - half);
        high = fmax(high, r->rank[j] + half);
    }
    edge = (high - low) / 60;

    fprintf(script,
            "set xrange [%.9g:%.9g]\nset yrange [%zu.5:0.5]\n"
            "set xlabel \"mean rank on %zu data sets; rank 1 is the best\\n"
            "methods differ whose bars do not touch\\n"
            "critical difference %.3g; blue: not different from the first\"\n"
            "set tics scale 0.5\nunset key\nset grid xtics linecolor rgb '#e0e0e0'\nset ytics (",
            fmax(low - edge, 0.5), high + edge, r->methods, r->sets, r->difference);
    for (size_t q = 0; q < r->methods; q++) {
        char text[4 * NAME + 4];
        ce_plot_cut_text(name[r->order[q]], NAME, text, sizeof text);
        fprintf(script, "%s", q ? "," : "");
        ce_gnuplot_quote_tic(script, text);
        fprintf(script, " %zu", q + 1);
    }
    fputs(")\n", script);
}

/* x, y, left and right end of a bar. */
static void write_bars(FILE *script, const ce_mean_ranks *r, int of_others)
{
    for (size_t q = 0; q < r->methods; q++) {
        double rank = r->rank[r->order[q]];
        if (!isnan(rank) && differs(r, r->order[q]) == of_others)
            fprintf(script, "%.9g %zu %.9g %.9g\n", rank, q + 1, rank - r->difference / 2,
                    rank + r->difference / 2);
    }
    fputs("e\n", script);
}

int ce_rank_picture(const ce_mean_ranks *r, char *const *name, const ce_picture *picture,
                    char **bytes, size_t *length, ce_error *err)
{
    double need = AROUND + (double)r->methods * ROW;
    size_t others = 0;
    ce_picture sized = *picture;
    FILE *script = NULL;
    int rc;

    if (!picture->height && need > HIGHEST)
        return ce_fail(err, CE_EINPUT,
                       "%zu methods need a picture of %.0f pixels: " CE_OPT("format") " csv",
                       r->methods, need);
    if (!picture->height)
        sized.height = (int)need;
    if ((rc = ce_gnuplot_begin(&script, &sized, err)))
        return rc;
    for (size_t j = 0; j < r->methods; j++)
        others += (size_t)differs(r, j);
    write_axes(script, r, name);
    for (int of_others = 0; of_others <= (others > 0); of_others++)
        fprintf(script,
                "%s'-' using 1:2:3:4 with xerrorbars pointtype 7 pointsize 0.7 linewidth 2 "
                "linecolor rgb '%s'",
                of_others ? ", " : "plot ", of_others ? "#909090" : ce_plot_color(0));
    fputc('\n', script);
    for (int of_others = 0; of_others <= (others > 0); of_others++)
        write_bars(script, r, of_others);
    return ce_gnuplot_end(script, bytes, length, err);
}

void ce_rank_table(const ce_mean_ranks *r, char *const *name, ce_output *output, char between)
{
    static const char *const column[] = {"method", "mean_rank", "mean",
                                         "firsts", "missing",   "differs"};
    ce_records records;

    ce_records_begin(&records, output, column, sizeof column / sizeof *column, 0, between);
    for (size_t q = 0; q < r->methods; q++) {
        size_t j = r->order[q];
        ce_records_text(&records, name[j]);
        ce_records_real(&records, r->rank[j]);
        ce_records_real(&records, r->mean[j]);
        ce_records_real(&records, r->firsts[j]);
        ce_records_integer(&records, (int64_t)r->missing[j]);
        ce_records_integer(&records, differs(r, j));
    }
    ce_records_end(&records);
}
