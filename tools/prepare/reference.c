/* reference: a data set without clusters in the place of the data. */
#include "prepare.h"
#include "prepare/reference_data.h"

typedef struct {
    int number;
} reference_options;

static const ce_option rows[] = {
    {0, "number", CE_INTEGER, "N", 1, 2147483647, NULL, "1", offsetof(reference_options, number),
     NULL, "which of the data sets of this seed"},
};

/* Its objects are none of the data, so ids and classes go. */
static int apply(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const reference_options *o = call->options;
    ce_matrix drawn = {0};
    ce_pca pca = {0};
    int rc = ce_reference_fit(data, &pca, err);

    if (!rc)
        rc = ce_reference_draw(&pca, data->values.rows, call->common->seed, (uint64_t)o->number,
                               &drawn, err);
    if (!rc) {
        ce_matrix_free(&data->values);
        data->values = drawn;
        ce_text_column_free(&data->id);
        ce_text_column_free(&data->class_);
    }
    ce_pca_free(&pca);
    return rc;
}

const prepare_change prepare_reference = {
    .about = {.name = "reference",
              .summary = "a data set without clusters, drawn to look like the data",
              .about = "As many objects are drawn from the normal distribution that has the mean "
                       "and the covariance of the data. Columns must be numeric and complete; ids "
                       "and classes go. For ce-stability null, which asks whether clusters are "
                       "more than chance.",
              .reference = "john2020",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, reference_options)},
    .read = prepare_read_numeric,
    .apply = apply,
};
