/* ce-plot: pictures of matrices, data and models, drawn by gnuplot. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "io/output.h"
#include "plot/curve.h"
#include "plot/heatmap.h"
#include "plot/plot.h"
#include "plot/scatter.h"

#define AT(field) offsetof(plot_options, field)
static const ce_option table[] = {
    {0, "x", CE_TEXT, "COL", 0, 0, NULL, NULL, AT(x), "scatter curve",
     "column across; default: the first"},
    {0, "y", CE_TEXT, "COL", 0, 0, NULL, NULL, AT(y), "scatter curve",
     "column upwards; default: the second; curve: several, comma separated, by default all others"},
    {0, "style", CE_CHOICE, "HOW", 0, 0, "lines|points|both", "both", AT(style), "curve",
     "how a curve is drawn"},
    {0, "log", CE_CHOICE, "AXES", 0, 0, "none|x|y|xy", "none", AT(log), "curve",
     "axes that are logarithmic"},
    {0, "x-label", CE_TEXT, "TEXT", 0, 0, NULL, NULL, AT(x_label), "curve",
     "below the picture; default: the name of the column"},
    {0, "y-label", CE_TEXT, "TEXT", 0, 0, NULL, NULL, AT(y_label), "curve",
     "beside it; default: the name of the only curve"},
    {0, "labels", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(labels), "matrix scatter",
     "labels that colour the points (default: the class column) or group the rows of the matrix"},
    {0, "column", CE_TEXT, "NAME", 0, 0, NULL, NULL, AT(column), "matrix scatter",
     "column of the label file; default: its class column, or its only one"},
    {0, "equal", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(equal), "scatter",
     "the same scale on both axes"},
    {0, "palette", CE_CHOICE, "NAME", 0, 0, "viridis|grey", "viridis", AT(palette), "matrix",
     "colours; grey: 1 is black"},
    {0, "pixels", CE_INTEGER, "N", 1, 10000, NULL, "1000", AT(pixels), "matrix",
     "a larger matrix is averaged down to so many rows"},
    {0, "top", CE_INTEGER, "N", 1, 1000000, NULL, "20", AT(top), "weights",
     "so many features of each cluster"},
    {0, "clustering", CE_TEXT, "NAME", 0, 0, NULL, NULL, AT(clustering), "weights",
     "clustering of the model; default: the first"},
    {0, "title", CE_TEXT, "TEXT", 0, 0, NULL, NULL, AT(title), NULL, "line above the picture"},
    {0, "width", CE_INTEGER, "PX", 100, 20000, NULL, "800", AT(width), NULL,
     "width of the picture"},
    {0, "height", CE_INTEGER, "PX", 100, 20000, NULL, "700", AT(height), NULL,
     "height of the picture; weights: by default what the bars need"},
    {0, "format", CE_CHOICE, "WHAT", 0, 0, "auto|svg|png|csv", "auto", AT(format), NULL,
     "kind of picture, or for weights a table; auto: by the name of the output, svg on standard "
     "output"},
};

static const ce_noun nouns[] = {
    {"matrix", "heat map of a similarity matrix"},
    {"scatter", "two columns of a data table as points"},
    {"curve", "columns of a data table against another, as lines"},
    {"cdf", "distributions of consensus, from ce-stability cdf"},
    {"stability", "PAC, growth of the area and lifetimes against k, from ce-stability k"},
    {"weights", "the features of the largest weights of each cluster of a model, as bars"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-plot",
    .summary = "Draw a matrix, a data table or a model as SVG or PNG (needs gnuplot).",
    .operands = "[FILE]",
    .max_operands = 1,
    .names = nouns,
    .options = CE_OPTIONS(table, plot_options),
    .shared = CE_WITH_TABLE,
};

static int ends_in(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);

    return length >= size && !memcmp(text + length - size, end, size);
}

/* PLOT_SVG, PLOT_PNG or PLOT_CSV. */
static int choose_format(const ce_cli *cli, const plot_options *o)
{
    const char *name = o->common.output;
    size_t length = name ? strlen(name) : 0;
    int weights = !strcmp(cli->noun[0], "weights");

    if (o->format == PLOT_CSV && !weights)
        ce_cli_usage(cli, "--format csv goes with weights only");
    if (o->format != PLOT_AUTO)
        return o->format;
    if (!name || !strcmp(name, "-"))
        return PLOT_SVG;
    if (ends_in(name, length, ".gz"))
        length -= 3;
    if (ends_in(name, length, ".png"))
        return PLOT_PNG;
    if (ends_in(name, length, ".csv") && weights)
        return PLOT_CSV;
    if (!ends_in(name, length, ".svg"))
        ce_cli_usage(cli, "'%s' ends in neither .svg nor .png: --format says which it shall be",
                     name);
    return PLOT_SVG;
}

/* The feature of this name; by default number `otherwise`. */
static int find_feature(const ce_data_table *data, const char *path, const char *name,
                        size_t otherwise, size_t *feature, ce_error *err)
{
    size_t s = otherwise;

    if (name)
        for (s = 0; s < data->values.columns && strcmp(data->name[s], name); s++)
            ;
    *feature = s;
    if (s < data->values.columns)
        return CE_OK;
    return name ? ce_fail(err, CE_EINPUT, "%s: no feature '%s'", ce_path_name(path), name)
                : ce_fail(err, CE_EINPUT, "%s: %zu feature, two expected", ce_path_name(path),
                          data->values.columns);
}

static int draw_matrix(const ce_cli *cli, const plot_options *o, const ce_picture *picture,
                       const ce_text_column *labels, char **bytes, size_t *length, ce_error *err)
{
    ce_heatmap_options how = {*picture, (ce_palette)o->palette, (size_t)o->pixels, labels};
    ce_table_format format = ce_cli_format(cli);
    ce_similarity s = {0};
    int rc = ce_similarity_read(&s, ce_cli_operand(cli, 0), &format, err);

    if (!rc)
        rc = ce_heatmap(&s, &how, bytes, length, err);
    ce_similarity_free(&s);
    return rc;
}

static int draw_scatter(const ce_cli *cli, const plot_options *o, const ce_picture *picture,
                        const ce_text_column *labels, char **bytes, size_t *length, ce_error *err)
{
    ce_scatter_options how = {.picture = *picture, .equal = o->equal, .labels = labels};
    ce_table_format format = ce_cli_format(cli);
    const char *path = ce_cli_operand(cli, 0);
    ce_data_table data = {0};
    size_t omitted = 0;
    int rc;

    if (!(rc = ce_data_table_read(&data, path, &format, err)) &&
        !(rc = find_feature(&data, path, o->x, 0, &how.x, err)) &&
        !(rc = find_feature(&data, path, o->y, 1, &how.y, err))) {
        if (!labels && data.class_.name)
            how.labels = &data.class_;
        rc = ce_scatter(&data, &how, bytes, length, &omitted, err);
    }
    if (!rc && omitted)
        ce_cli_note(cli, "%zu of %zu objects have no place: a missing cell", omitted,
                    data.values.rows);
    ce_data_table_free(&data);
    return rc;
}

/* The columns of --y, by default all but x and those that are no numbers. y: room for one a column
 * and one a comma. */
static int find_curves(const ce_data_table *data, const char *path, const char *list, size_t x,
                       size_t *y, size_t *curves, ce_error *err)
{
    size_t d = data->values.columns;

    *curves = 0;
    for (size_t s = 0; s < d && !list; s++)
        if (s != x && !data->categories[s].count)
            y[(*curves)++] = s;
    while (list) {
        const char *end = strchr(list, ',');
        size_t length = end ? (size_t)(end - list) : strlen(list), s = 0;
        while (s < d && (strlen(data->name[s]) != length || memcmp(data->name[s], list, length)))
            s++;
        if (s == d)
            return ce_fail(err, CE_EINPUT, "%s: no feature '%.*s'", ce_path_name(path), (int)length,
                           list);
        y[(*curves)++] = s;
        list = end ? end + 1 : NULL;
    }
    return *curves ? CE_OK
                   : ce_fail(err, CE_EINPUT, "%s: no numeric column besides %s", ce_path_name(path),
                             data->name[x]);
}

static int draw_curve(const ce_cli *cli, const plot_options *o, const ce_picture *picture,
                      const ce_text_column *labels, char **bytes, size_t *length, ce_error *err)
{
    ce_curve_options how = {.picture = *picture,
                            .style = (ce_curve_style)o->style,
                            .log_x = o->log & 1,
                            .log_y = o->log >> 1,
                            .x_label = o->x_label,
                            .y_label = o->y_label};
    ce_table_format format = ce_cli_format(cli);
    const char *path = ce_cli_operand(cli, 0);
    ce_data_table data = {0};
    size_t *y = NULL, room = 1 + (o->y ? strlen(o->y) : 0);
    int rc;

    (void)labels;
    if (!(rc = ce_data_table_read(&data, path, &format, err)) &&
        !(rc = find_feature(&data, path, o->x, 0, &how.x, err))) {
        y = ce_alloc(room + data.values.columns, sizeof *y, err);
        how.y = y;
        if (!(rc = y ? find_curves(&data, path, o->y, how.x, y, &how.curves, err) : CE_ENOMEM))
            rc = ce_curve(&data, &how, bytes, length, err);
    }
    free(y);
    ce_data_table_free(&data);
    return rc;
}

/* In the order of nouns; weights, the last, can write a table as well. */
static plot_draw *const draw[] = {draw_matrix, draw_scatter, draw_curve, plot_cdf, plot_stability};

int main(int argc, char **argv)
{
    plot_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_text_column labels = {0};
    ce_table_format format;
    ce_picture picture;
    ce_output *output = NULL;
    char *bytes = NULL;
    size_t length = 0, noun = 0;
    int rc = CE_OK, kind;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    if (options.column && !options.labels)
        ce_cli_usage(&cli, "--column goes with --labels FILE");
    format = ce_cli_format(&cli);
    kind = choose_format(&cli, &options);
    picture = (ce_picture){kind == PLOT_PNG ? CE_PICTURE_PNG : CE_PICTURE_SVG, options.width,
                           options.height, options.title};
    if (options.column)
        format.class_column = options.column;
    if (options.labels && (rc = ce_truth_read(&labels, NULL, options.labels, &format, &err)))
        goto done;
    while (strcmp(nouns[noun].name, cli.noun[0]))
        noun++;
    if (noun < sizeof draw / sizeof *draw)
        rc = draw[noun](&cli, &options, &picture, options.labels ? &labels : NULL, &bytes, &length,
                        &err);
    else
        rc = plot_weights(&cli, &options, kind, &picture, &bytes, &length, &err);
    if (!rc)
        ce_cli_detail(&cli, "%s: %zu bytes of picture", cli.noun[0], length);
    if (!rc && bytes && !(rc = ce_output_open(&output, options.common.output, &err))) {
        ce_output_write(output, bytes, length);
        rc = ce_output_close(output, &err);
    }
done:
    free(bytes);
    ce_text_column_free(&labels);
    return ce_cli_end(&cli, rc, &err);
}
