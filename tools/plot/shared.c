/* Functions that several pictures need. */
#include <string.h>

#include "io/input.h"
#include "io/label_table.h"
#include "plot.h"

int plot_read_labels(const plot_call *call, const plot_labels *labels, ce_text_column *column,
                     ce_error *err)
{
    ce_table_format format = ce_cli_format(call->cli);

    format.class_option = CE_OPT("column");
    if (labels->column)
        format.class_column = labels->column;
    return labels->file ? ce_truth_read(column, NULL, labels->file, &format, err) : CE_OK;
}

int plot_find_feature(const ce_data_table *data, const char *path, const char *name,
                      size_t otherwise, size_t *feature, ce_error *err)
{
    size_t s = otherwise;

    if (name)
        for (s = 0; s < data->values.columns && strcmp(data->name[s], name); s++)
            ;
    *feature = s;
    if (s < data->values.columns)
        return CE_OK;
    if (name)
        return ce_fail(err, CE_EINPUT, "%s: no feature '%s'", ce_path_name(path), name);
    return ce_fail(err, CE_EINPUT, "%s: %zu feature, two expected", ce_path_name(path),
                   data->values.columns);
}
