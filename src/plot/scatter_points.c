#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/scatter.h"

static int check(const ce_data_table *table, const ce_scatter_options *options, ce_error *err)
{
    size_t axis[2] = {options->x, options->y};

    for (int a = 0; a < 2; a++)
        if (table->categories[axis[a]].count)
            return ce_fail(err, CE_EINPUT, "column %s is categorical, a numeric one expected",
                           table->name[axis[a]]);
    return CE_OK;
}

static double cell(const ce_data_table *table, size_t i, size_t s)
{
    return table->values.values[i * table->values.columns + s];
}

static double within(double sure)
{
    return isnan(sure) ? 1 : fmin(1, fmax(0, sure));
}

/* All objects that have a place. Returns how many. */
static size_t place(const ce_data_table *table, const ce_scatter_options *options, ce_point *points)
{
    const ce_text_column *labels = options->labels;
    size_t count = 0;

    for (size_t i = 0; i < table->values.rows; i++) {
        double x = cell(table, i, options->x), y = cell(table, i, options->y);
        if (!isnan(x) && !isnan(y))
            points[count++] = (ce_point){
                x, y, labels ? labels->value[i] : 0, options->sure ? within(options->sure[i]) : 1,
                1, 1};
    }
    return count;
}

int ce_scatter_points(const ce_data_table *table, const ce_scatter_options *options,
                      ce_point **points, size_t *count, ce_scatter_note *note, ce_error *err)
{
    size_t n = table->values.rows;
    ce_point *all;
    int rc = check(table, options, err);

    *note = (ce_scatter_note){0};
    if (rc)
        return rc;
    all = ce_alloc(n, sizeof *all, err);
    if (!all)
        return CE_ENOMEM;
    *count = place(table, options, all);
    note->omitted = n - *count;
    if (!*count)
        rc = ce_fail(err, CE_EINPUT, "no object has both %s and %s", table->name[options->x],
                     table->name[options->y]);
    else if (options->bins)
        rc = ce_points_bin(all, count, options->bins, options->picture.width,
                           options->picture.height, err);
    if (rc) {
        free(all);
        return rc;
    }
    note->cells = options->bins ? *count : 0;
    *points = all;
    return CE_OK;
}
