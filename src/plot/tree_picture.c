#include "plot/tree_picture.h"
#include "plot/short_names.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* Pixels: beside the picture, of the narrowest leaf with an id, of a letter; letters of an id. */
enum { LEFT = 70, RIGHT = 20, LEAF = 8, LETTER = 7, ID_SHOWN = 30 };

static const char *leaf_name(const ce_text_column *ids, size_t i, size_t shared, char *text,
                             size_t size)
{
    if (ids)
        ce_plot_cut_name(ce_text_column_get(ids, i), shared, ID_SHOWN, text, size);
    else
        snprintf(text, size, "%zu", i + 1);
    return text;
}

/* Returns the letters of the longest id. */
static size_t write_leaves(FILE *script, const ce_branches *b, const ce_text_column *ids,
                           double wide)
{
    char text[4 * ID_SHOWN + 8];
    size_t longest = 0, shared = b->tree->n > 1 ? SIZE_MAX : 0;

    for (size_t i = 0; i < b->tree->n && ids; i++)
        shared = ce_plot_shared(ce_text_column_get(ids, i), ce_text_column_get(ids, 0), shared);

    fprintf(script, "set xtics rotate by 90 right nomirror scale 0 font ',%.1f' (",
            fmin(9, wide * 0.8));
    for (size_t p = 0; p < b->tree->n; p++) {
        size_t letters = ce_plot_letters(leaf_name(ids, b->order[p], shared, text, sizeof text));
        longest = letters > longest ? letters : longest;
        fprintf(script, p ? ", " : "");
        ce_gnuplot_quote_tic(script, text);
        fprintf(script, " %zu", p + 1);
    }
    fprintf(script, ")\n");
    return longest;
}

/* What stands below: the ids, and what is not drawn. */
static void write_below(FILE *script, const ce_branches *b, const ce_text_column *ids,
                        const ce_picture *picture)
{
    double wide = (picture->width - LEFT - RIGHT) / (double)b->tree->n, below = 24;

    if (wide >= LEAF)
        below += LETTER * (double)write_leaves(script, b, ids, wide);
    else
        fprintf(script, "unset xtics\n");
    below = fmin(below, picture->height / 2.0);
    if (b->hidden)
        fprintf(script,
                "set xlabel '%zu leaves; %zu merges narrower than a pixel are not drawn' font "
                "',10' textcolor rgb '#404040'\n",
                b->tree->n, b->hidden);
    else if (wide < LEAF)
        fprintf(script, "set xlabel '%zu leaves' font ',10' textcolor rgb '#404040'\n", b->tree->n);
    fprintf(script,
            "set lmargin at screen %.6f\nset rmargin at screen %.6f\nset bmargin at screen "
            "%.6f\n",
            LEFT / (double)picture->width, 1 - RIGHT / (double)picture->width,
            (below + (wide < LEAF ? 10 : 0)) / picture->height);
}

int ce_tree_picture(const ce_dendrogram *tree, const ce_text_column *ids,
                    const ce_branches_cut *cut, const char *name, const ce_picture *picture,
                    size_t *hidden, char **bytes, size_t *length, ce_error *err)
{
    char unit[CE_BRANCHES_UNIT], axis[160 + CE_BRANCHES_UNIT];
    ce_branches b = {0};
    FILE *script = NULL;
    int rc = ce_branches_find(&b, tree, cut, picture->width - LEFT - RIGHT, err);

    if (!rc)
        rc = ce_gnuplot_begin(&script, picture, err);
    if (!rc) {
        *hidden = b.hidden;
        write_below(script, &b, ids, picture);
        fprintf(script, "set border 2\nunset key\nset ylabel ");
        snprintf(axis, sizeof axis, "%.150s%s", name, ce_branches_unit(&b, unit));
        ce_gnuplot_quote(script, axis);
        fprintf(script, " offset 1\nset xrange [0.5:%zu.5]\nset yrange [0:%.10g]\n", tree->n,
                b.top * 1.02);
        ce_branches_tics(script, &b, 6);
        ce_branches_write(script, &b);
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    ce_branches_free(&b);
    return rc;
}
