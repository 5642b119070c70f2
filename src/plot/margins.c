#include "plot/margins.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/shades.h"
#include "plot/short_names.h"

/* Letters of the name of a cluster that are shown. */
enum { NAME = 18 };

typedef struct {
    int32_t number;
    double margin;
    size_t object;
} entry;

static int longest_first(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    if (x->margin != y->margin)
        return x->margin > y->margin ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

/* With more clusters than bars, those that are all grey are drawn as one. */
static int32_t drawn_as(const ce_margins_picture *of, size_t i)
{
    int is_one = (size_t)of->numbers > of->most && of->number[i] >= CE_PLOT_SHADES;

    return is_one ? CE_PLOT_SHADES : of->number[i];
}

/* The end of the cluster that begins at `first`. */
static size_t cluster_end(const entry *sorted, size_t count, size_t first)
{
    size_t end = first;

    while (end < count && sorted[end].number == sorted[first].number)
        end++;
    return end;
}

/* The bars of one cluster. None is the mean of objects to both sides of 0: those to the left, which
 * are few, would not be seen. */
static void write_cluster(FILE *script, const entry *sorted, size_t first, size_t end, size_t each)
{
    for (size_t from = first, to; from < end; from = to) {
        double sum = 0;
        to = from + each < end ? from + each : end;
        for (size_t p = from + 1; p < to; p++)
            if (sorted[p].margin < 0 && sorted[from].margin >= 0)
                to = p;
        for (size_t p = from; p < to; p++)
            sum += sorted[p].margin;
        sum /= (double)(to - from);
        fprintf(script, "%.6g %.6g %.6g %.6g %.6g %.6g\n", sum / 2, (double)(from + to) / 2,
                fmin(0, sum), fmax(0, sum), (double)from, (double)to);
    }
    fprintf(script, "e\n");
}

static void write_script(FILE *script, const ce_margins_picture *of, const ce_short_names *shown,
                         const entry *sorted, size_t count, size_t each)
{
    size_t end, series = 0;

    fprintf(
        script,
        "unset key\nset xrange [%.10g:%.10g]\nset yrange [%zu:0]\nset xlabel 'margin: consensus "
        "with the own cluster less that with the nearest other one'\nset arrow from 0,graph 0 "
        "to 0,graph 1 nohead front linecolor rgb '#404040'\nset ytics scale 0 (",
        -of->span, of->span, count);
    for (size_t first = 0; first < count; first = end) {
        end = cluster_end(sorted, count, first);
        if ((end - first) * 40 < count) /* no room for its name */
            continue;
        if ((size_t)of->numbers > of->most && sorted[first].number == CE_PLOT_SHADES)
            continue; /* it has many names */
        fprintf(script, "%s", series++ ? ", " : "");
        ce_gnuplot_quote_tic(script, shown->text[sorted[first].number]);
        fprintf(script, " %.1f", (double)(first + end) / 2);
    }
    fprintf(script, ")\nplot ");
    for (size_t first = 0; first < count; first = end) {
        int noise = of->noise && sorted[first].number == of->numbers - 1;
        end = cluster_end(sorted, count, first);
        fprintf(script,
                "%s'-' using 1:2:3:4:5:6 with boxxyerror fillstyle solid 1 noborder "
                "fillcolor rgb '#%06lx'",
                first ? ", " : "",
                (unsigned long)ce_plot_shade(noise ? CE_PLOT_NOISE : sorted[first].number, 1));
    }
    fputc('\n', script);
    for (size_t first = 0; first < count; first = end) {
        end = cluster_end(sorted, count, first);
        write_cluster(script, sorted, first, end, each);
    }
}

int ce_margins_draw(const ce_margins_picture *of, char **bytes, size_t *length, size_t *shared,
                    ce_error *err)
{
    entry *sorted = ce_alloc(of->n, sizeof *sorted, err);
    ce_short_names shown = {0};
    FILE *script = NULL;
    size_t count = 0;
    int rc = sorted ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < of->n && !rc; i++)
        if (of->number[i] >= 0)
            sorted[count++] = (entry){drawn_as(of, i), isnan(of->margin[i]) ? 0 : of->margin[i], i};
    if (!rc && !count)
        rc = ce_fail(err, CE_EINPUT, "no object has a label");
    if (!rc)
        rc = ce_short_names_build(&shown, of->name, (size_t)of->numbers, NAME, err);
    if (!rc) {
        *shared = (count + of->most - 1) / of->most;
        qsort(sorted, count, sizeof *sorted, longest_first);
        rc = ce_gnuplot_begin(&script, &of->picture, err);
    }
    if (!rc) {
        write_script(script, of, &shown, sorted, count, *shared);
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    free(sorted);
    ce_short_names_free(&shown);
    return rc;
}
