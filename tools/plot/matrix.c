/* matrix: a heat map. */
#include "io/matrix_file.h"
#include "plot/heatmap.h"
#include "plot.h"

typedef struct {
    plot_picture picture;
    plot_labels labels;
    int palette, pixels;
} matrix_options;

static const ce_option rows[] = {
    PLOT_ROWS_LABELS(matrix_options, "labels that group the rows of the matrix"),
    {0, "palette", CE_CHOICE, "NAME", 0, 0, CE_PALETTE_NAMES, "viridis",
     offsetof(matrix_options, palette), NULL, "colours; grey: 1 is black"},
    {0, "pixels", CE_INTEGER, "N", 1, 10000, NULL, "1000", offsetof(matrix_options, pixels), NULL,
     "a larger matrix is averaged down to so many rows"},
    PLOT_ROWS_PICTURE(matrix_options),
};

static int draw(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    const matrix_options *o = call->options;
    ce_text_column labels = {0};
    ce_heatmap_options how = {call->picture, (ce_palette)o->palette, (size_t)o->pixels,
                              o->labels.file ? &labels : NULL};
    ce_table_format format = ce_cli_format(call->cli);
    ce_similarity s = {0};
    int rc = plot_read_labels(call, &o->labels, &labels, err);

    if (!rc)
        rc = ce_similarity_read(&s, ce_cli_operand(call->cli, 0), &format, err);
    if (!rc)
        rc = ce_heatmap(&s, &how, bytes, length, err);
    ce_similarity_free(&s);
    ce_text_column_free(&labels);
    return rc;
}

const plot_noun plot_matrix = {
    .about = {.name = "matrix",
              .summary = "heat map of a similarity matrix",
              .about =
                  "Each entry is a pixel of a colour. With labels, the objects of a group stand "
                  "together and lines are drawn between the groups: clusters show as blocks.",
              .reads = CE_READS_MATRIX,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, matrix_options)},
    .draw = draw,
};
