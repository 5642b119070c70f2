#include "plot/branches.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/bars.h"
#include "plot/gnuplot.h"

void ce_branches_free(ce_branches *b)
{
    if (!b)
        return;
    free(b->order);
    free(b->place);
    free(b->cluster);
    free(b->drawn);
    *b = (ce_branches){0};
}

/* How many merges the cut leaves, and its height. */
static size_t merges_below(const ce_dendrogram *tree, const ce_branches_cut *cut, double *height)
{
    size_t count = cut->k < tree->n ? tree->n - cut->k : 0;

    if (!cut->k) {
        *height = cut->height;
        for (count = 0; count < tree->merges && tree->merge[count].height <= cut->height;)
            count++;
        return count;
    }
    if (count >= tree->merges) {
        *height = NAN;
        return tree->merges;
    }
    *height = ((count ? tree->merge[count - 1].height : 0) + tree->merge[count].height) / 2;
    return count;
}

static int find_clusters(ce_branches *b, const ce_branches_cut *cut, ce_error *err)
{
    const ce_dendrogram *tree = b->tree;
    ce_partition labels = {0};
    size_t below = 0;
    int is_cut = cut->k || !isnan(cut->height), rc = CE_OK;

    b->cut = NAN;
    if (is_cut) {
        below = merges_below(tree, cut, &b->cut);
        rc = ce_dendrogram_cut(tree, tree->n - below, &labels, err);
        b->k = rc ? 0 : (size_t)labels.k;
    }
    for (size_t i = 0; i < tree->n && !rc; i++)
        b->cluster[i] = is_cut ? labels.labels[i] : -1;
    for (size_t t = 0; t < tree->merges && !rc; t++)
        b->cluster[tree->n + t] = t < below ? b->cluster[tree->merge[t].left] : -1;
    ce_partition_free(&labels);
    return rc;
}

/* size: room for the leaves below each node. */
static void find_places(ce_branches *b, double pixels, double *size)
{
    const ce_dendrogram *tree = b->tree;
    size_t n = tree->n;

    for (size_t p = 0; p < n; p++)
        b->place[b->order[p]] = (double)p + 1;
    for (size_t v = 0; v < n + tree->merges; v++) {
        const ce_merge *merge = v < n ? NULL : &tree->merge[v - n];
        size[v] = merge ? size[merge->left] + size[merge->right] : 1;
        b->drawn[v] = merge && size[v] * pixels / (double)n >= 1;
        b->hidden += merge && !b->drawn[v];
        if (merge)
            b->place[v] = (b->place[merge->left] + b->place[merge->right]) / 2;
    }
}

int ce_branches_find(ce_branches *b, const ce_dendrogram *tree, const ce_branches_cut *cut,
                     double pixels, ce_error *err)
{
    size_t nodes = tree->n + tree->merges;
    double *size = ce_alloc(nodes, sizeof *size, err);
    int rc;

    ce_branches_free(b);
    b->tree = tree;
    b->order = ce_alloc(tree->n, sizeof *b->order, err);
    b->place = ce_alloc(nodes, sizeof *b->place, err);
    b->cluster = ce_alloc(nodes, sizeof *b->cluster, err);
    b->drawn = ce_calloc(nodes, 1, err);
    rc = size && b->order && b->place && b->cluster && b->drawn
             ? ce_dendrogram_order(tree, b->order, err)
             : CE_ENOMEM;
    if (!rc)
        rc = find_clusters(b, cut, err);
    if (!rc) {
        find_places(b, pixels, size);
        b->top = tree->merges ? tree->merge[tree->merges - 1].height : 0;
        b->top = fmax(b->top, isnan(b->cut) ? 0 : b->cut);
        if (b->top <= 0)
            b->top = 1;
    }
    free(size);
    if (rc)
        ce_branches_free(b);
    return rc;
}

/* From the height of a child up to that of the merge, across, and down to the other child. */
static void write_merge(FILE *script, const ce_branches *b, size_t t)
{
    const ce_dendrogram *tree = b->tree;
    const ce_merge *merge = &tree->merge[t];
    const int32_t child[2] = {merge->left, merge->right};
    double height[2];

    for (int s = 0; s < 2; s++)
        height[s] = b->drawn[child[s]] ? tree->merge[(size_t)child[s] - tree->n].height : 0;
    fprintf(script, "%.10g %.10g\n%.10g %.10g\n%.10g %.10g\n%.10g %.10g\n\n", b->place[child[0]],
            height[0], b->place[child[0]], merge->height, b->place[child[1]], merge->height,
            b->place[child[1]], height[1]);
}

/* The lines of one color; c -1: those above the cut. Returns how many there are. */
static size_t write_cluster(FILE *script, const ce_branches *b, int c)
{
    size_t count = 0, n = b->tree->n;

    for (size_t t = 0; t < b->tree->merges; t++) {
        int32_t of = b->cluster[n + t];
        if (b->drawn[n + t] && (of < 0 ? -1 : of % CE_BAR_COLORS) == c) {
            count++;
            if (script)
                write_merge(script, b, t);
        }
    }
    return count;
}

void ce_branches_write(FILE *script, const ce_branches *b)
{
    double n = (double)b->tree->n;
    char color[CE_COLOR_TEXT];

    fprintf(script, "plot ");
    for (int c = -1; c < CE_BAR_COLORS; c++)
        if (write_cluster(NULL, b, c)) {
            ce_bar_color(c, color);
            fprintf(script, "'-' using 1:2 with lines linewidth 1 linecolor rgb '%s' notitle, ",
                    c < 0 ? "#404040" : color);
        }
    /* the cut; or nothing, so that there is something to plot */
    fprintf(script, "'-' using 1:2 with lines dashtype 2 linewidth 1 linecolor rgb '#707070' "
                    "notitle\n");
    for (int c = -1; c < CE_BAR_COLORS; c++)
        if (write_cluster(script, b, c))
            fprintf(script, "e\n");
    if (isnan(b->cut))
        fprintf(script, "0 0\ne\n");
    else
        fprintf(script, "0.5 %.10g\n%.10g %.10g\ne\n", b->cut, n + 0.5, b->cut);
}

/* Of the unit; 0: none is needed. */
static int exponent_of(const ce_branches *b)
{
    if (!(b->top > 0) || (b->top >= 1e-3 && b->top < 1000))
        return 0;
    return 3 * (int)floor(log10(b->top) / 3);
}

const char *ce_branches_unit(const ce_branches *branches, char unit[CE_BRANCHES_UNIT])
{
    int exponent = exponent_of(branches);

    unit[0] = '\0';
    if (exponent)
        snprintf(unit, CE_BRANCHES_UNIT, " / 1e%d", exponent);
    return unit;
}

void ce_branches_tics(FILE *script, const ce_branches *branches, int count)
{
    int exponent = exponent_of(branches);
    double unit = pow(10, exponent), high = branches->top / unit, step;

    if (!exponent)
        return;
    step = ce_plot_step(high, count);
    fprintf(script, "set ytics (");
    for (int t = 0; t * step <= high; t++)
        fprintf(script, "%s'%g' %.10g", t ? ", " : "", t * step, t * step * unit);
    fprintf(script, ")\n");
}
