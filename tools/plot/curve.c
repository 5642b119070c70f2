/* curve: draws columns of a data table against another. */
#include "plot/curve.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "plot.h"

typedef struct {
    plot_picture picture;
    const char *x, *y, *x_label, *y_label;
    int style, log;
} curve_options;

/* Axes that are logarithmic. */
enum { LOG_NONE, LOG_X, LOG_Y, LOG_XY };
/* In the order of the enum; for option rows. */
#define LOG_NAMES "none|x|y|xy"

static const ce_option rows[] = {
    {0, "x", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(curve_options, x), NULL,
     "column for the x axis; default: the first"},
    {0, "y", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(curve_options, y), NULL,
     "column for the y axis, or several, comma separated; default: all others"},
    {0, "style", CE_CHOICE, "HOW", 0, 0, CE_CURVE_STYLE_NAMES, "both",
     offsetof(curve_options, style), NULL, "how a curve is drawn"},
    {0, "log-axes", CE_CHOICE, "AXES", 0, 0, LOG_NAMES, "none", offsetof(curve_options, log), NULL,
     "logarithmic axes"},
    {0, "x-label", CE_TEXT, "TEXT", 0, 0, NULL, NULL, offsetof(curve_options, x_label), NULL,
     "text below the x axis; default: the name of the column"},
    {0, "y-label", CE_TEXT, "TEXT", 0, 0, NULL, NULL, offsetof(curve_options, y_label), NULL,
     "text beside the y axis; default: the name of the only curve"},
    PLOT_ROWS_PICTURE(curve_options),
};

/* y: the columns of --y, by default all numeric ones but x. It has a place for each column and each
 * comma of the list. */
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
        size_t length = end ? (size_t)(end - list) : strlen(list);
        ce_error inner = {0};
        if (ce_data_table_find(data, list, length, &y[*curves], &inner))
            return ce_fail_in_file(err, path, &inner);
        ++*curves;
        list = end ? end + 1 : NULL;
    }
    return *curves ? CE_OK
                   : ce_fail(err, CE_EINPUT, "%s: no numeric column besides %s", ce_path_name(path),
                             data->name[x]);
}

static void check(const plot_call *call, int format)
{
    static const char *const of_picture[] = {"style", "log-axes", "x-label", "y-label", NULL};

    plot_check_table(call, format);
    plot_refuse_for_table(call, format, of_picture);
}

/* What is drawn. Set to zero before use. */
typedef struct {
    ce_data_table data;
    size_t *y; /* owned */
    ce_curve_options how;
} work;

static void free_work(work *w)
{
    free(w->y);
    ce_data_table_free(&w->data);
}

static int read_all(const plot_call *call, work *w, ce_error *err)
{
    const curve_options *o = call->options;
    ce_table_format format = ce_cli_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    size_t room = 1 + (o->y ? strlen(o->y) : 0);
    int rc = ce_data_table_read(&w->data, path, &format, err);

    w->how = (ce_curve_options){.picture = call->picture,
                                .style = (ce_curve_style)o->style,
                                .log_x = o->log == LOG_X || o->log == LOG_XY,
                                .log_y = o->log == LOG_Y || o->log == LOG_XY,
                                .x_label = o->x_label,
                                .y_label = o->y_label};
    if (!rc)
        rc = plot_find_feature(&w->data, path, o->x, 0, &w->how.x, err);
    if (rc)
        return rc;
    w->how.y = w->y = ce_alloc(room + w->data.values.columns, sizeof *w->y, err);
    return w->y ? find_curves(&w->data, path, o->y, w->how.x, w->y, &w->how.curves, err)
                : CE_ENOMEM;
}

static int draw(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    ce_error inner = {0};
    work w = {0};
    const char *path = ce_cli_operand(call->cli, 0);
    int rc = read_all(call, &w, err);

    if (!rc)
        rc = plot_check_range(&w.data, path, w.how.x, err);
    for (size_t c = 0; c < w.how.curves && !rc; c++)
        rc = plot_check_range(&w.data, path, w.y[c], err);
    if (!rc && ce_curve(&w.data, &w.how, bytes, length, &inner))
        rc = ce_fail_in_file(err, path, &inner);
    free_work(&w);
    return rc;
}

static int write_points(const plot_call *call, ce_error *err)
{
    ce_error inner = {0};
    ce_output *output;
    work w = {0};
    int rc = read_all(call, &w, err);

    if (!rc)
        rc = ce_output_open(&output, call->common->output, err);
    if (!rc) {
        if (ce_curve_write(&w.data, &w.how, output, plot_between(call), &inner))
            rc = ce_fail_in_file(err, ce_cli_operand(call->cli, 0), &inner);
        rc = plot_close(output, rc, err);
    }
    free_work(&w);
    return rc;
}

const plot_noun plot_curve = {
    .about = {.name = "curve",
              .summary = "columns of a data table against another, as lines",
              .about = "It draws results against a parameter, such as scores of clusterings "
                       "against their number of clusters.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, curve_options)},
    .check = check,
    .draw = draw,
    .write = write_points,
};
