/* scatter: two columns of a data table as points. */
#include "plot/scatter.h"
#include "plot.h"

typedef struct {
    plot_picture picture;
    plot_labels labels;
    const char *x, *y;
    int equal;
} scatter_options;

static const ce_option rows[] = {
    {0, "x", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(scatter_options, x), NULL,
     "column for the x axis; default: the first"},
    {0, "y", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(scatter_options, y), NULL,
     "column for the y axis; default: the second"},
    PLOT_ROWS_LABELS(scatter_options, "labels that colour the points; default: the class column"),
    {0, "equal", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(scatter_options, equal), NULL,
     "the same scale on both axes"},
    PLOT_ROWS_PICTURE(scatter_options),
};

static int draw(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    const scatter_options *o = call->options;
    const char *path = ce_cli_operand(call->cli, 0);
    ce_table_format format = ce_cli_format(call->cli);
    ce_text_column labels = {0};
    ce_scatter_options how = {.picture = call->picture, .equal = o->equal};
    ce_data_table data = {0};
    size_t omitted = 0;
    int rc = plot_read_labels(call, &o->labels, &labels, err);

    if (!rc)
        rc = ce_data_table_read(&data, path, &format, err);
    if (!rc)
        rc = plot_find_feature(&data, path, o->x, 0, &how.x, err);
    if (!rc)
        rc = plot_find_feature(&data, path, o->y, 1, &how.y, err);
    if (o->labels.file)
        how.labels = &labels;
    else if (data.class_.name)
        how.labels = &data.class_;
    if (!rc)
        rc = ce_scatter(&data, &how, bytes, length, &omitted, err);
    if (!rc && omitted)
        ce_cli_note(call->cli, "%zu of %zu objects have no place: a missing cell", omitted,
                    data.values.rows);
    ce_data_table_free(&data);
    ce_text_column_free(&labels);
    return rc;
}

const plot_noun plot_scatter = {
    .about = {.name = "scatter",
              .summary = "two columns of a data table as points",
              .about =
                  "The points have the colours of their classes, or of the clusters in a label "
                  "table. For data with more columns, ce-prepare pca makes two of them.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, scatter_options)},
    .draw = draw,
};
