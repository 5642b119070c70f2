/* Functions that several pictures need. */
#include <math.h>
#include <string.h>

#include "io/input.h"
#include "io/label_table.h"
#include "plot.h"

int plot_check_cut(const ce_dendrogram *tree, const char *path, int k, ce_error *err)
{
    size_t trees = tree->n - tree->merges;

    if ((size_t)k > tree->n)
        return ce_fail(err, CE_EINPUT, "%s: %zu leaves, %d clusters asked for", ce_path_name(path),
                       tree->n, k);
    if (k && (size_t)k < trees)
        return ce_fail(err, CE_EINPUT, "%s: %zu trees that nothing joins, %d %s asked for",
                       ce_path_name(path), trees, k, k == 1 ? "cluster" : "clusters");
    return CE_OK;
}

void plot_tell_hidden(const plot_call *call, size_t hidden)
{
    ce_cli_note(call->cli, "%zu merges are narrower than a pixel and not drawn (--width)", hidden);
}

int plot_find_feature(const ce_data_table *data, const char *path, const char *name,
                      size_t otherwise, size_t *feature, ce_error *err)
{
    ce_error inner = {0};

    *feature = otherwise;
    if (name && ce_data_table_find(data, name, strlen(name), feature, &inner))
        return ce_fail_in_file(err, path, &inner);
    if (*feature < data->values.columns)
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "%s: %zu feature, two expected", ce_path_name(path),
                   data->values.columns);
}

int plot_check_range(const ce_data_table *data, const char *path, size_t feature, ce_error *err)
{
    const double most = 4e307;
    char object[CE_OBJECT_NAME];
    size_t d = data->values.columns;

    for (size_t i = 0; i < data->values.rows; i++) {
        double value = data->values.values[i * d + feature];
        if (fabs(value) > most)
            return ce_fail(err, CE_EINPUT, "%s: %s has %g in column %s, at most %g can be drawn",
                           ce_path_name(path), ce_object_name(&data->id, i, object), value,
                           data->name[feature], most);
    }
    return CE_OK;
}

int plot_read_labels(const plot_call *call, const plot_labels *labels, const ce_label_table *table,
                     ce_text_column *column, ce_error *err)
{
    ce_table_format format = ce_cli_format(call->cli);

    if (!labels->file)
        return CE_OK;
    format.class_option = CE_OPT("column");
    if (labels->column)
        format.class_column = labels->column;
    return ce_truth_read_for(column, labels->file, &format, table, ce_cli_operand(call->cli, 0),
                             err);
}

int plot_check_labels(const plot_call *call, const ce_labels *labels, ce_error *err)
{
    for (size_t q = 0; q < labels->m; q++)
        if (labels->k[q])
            return CE_OK;
    return ce_fail(err, CE_EINPUT, "%s: no object has a label",
                   ce_path_name(ce_cli_operand(call->cli, 0)));
}

void plot_refuse_for_table(const plot_call *call, int format, const char *const *names)
{
    const ce_options *options = &call->cli->descriptor[0]->options;

    for (; *names && format == PLOT_CSV; names++)
        if (ce_cli_given(call->cli, *names)) {
            char letter = ce_option_find(options, *names)->letter,
                 both[] = {'-', letter, ',', ' ', '\0'};
            ce_cli_usage(call->cli, "%s--%s does not go with a table", letter ? both : "", *names);
        }
}

void plot_check_table(const plot_call *call, int format)
{
    static const char *const of_picture[] = {"title", "width", "height", NULL};

    plot_refuse_for_table(call, format, of_picture);
}

char plot_between(const plot_call *call)
{
    return call->common->delimiter ? call->common->delimiter : ',';
}

int plot_close(ce_output *output, int rc, ce_error *err)
{
    if (!rc)
        return ce_output_close(output, err);
    ce_output_abandon(output);
    return rc;
}
