/*
 * uspec-assign MODEL DATA: labels the objects of a data table by each member of a model, and writes
 * the label table.
 * uspec-assign MODEL: writes the model that was read.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "generate/uspec.h"
#include "io/data_table.h"
#include "io/label_table.h"

static const ce_table_format plain = {.map = 1, .single = 1};

static int assign(const ce_uspec_model *model, size_t count, const char *path, ce_error *err)
{
    ce_data_table data = {0};
    ce_label_table out = {0};
    ce_numbers x;
    int rc = ce_data_table_read(&data, path, &plain, err);

    if (!rc)
        rc = ce_label_table_alloc(&out, data.values.rows, count, err);
    x = ce_data_table_numbers(&data);
    for (size_t q = 0; q < count && !rc; q++) {
        int32_t *label = ce_labels_column(&out.labels, q);
        out.name[q] = ce_strdup(model[q].name, err);
        rc = out.name[q] ? ce_uspec_assign(&model[q], &x, label, err) : CE_ENOMEM;
        for (size_t i = 0; i < x.rows && !rc; i++)
            if (label[i] >= out.labels.k[q])
                out.labels.k[q] = label[i] + 1;
    }
    if (!rc)
        rc = ce_label_table_write(&out, NULL, ',', err);
    ce_data_table_free(&data);
    ce_label_table_free(&out);
    return rc;
}

int main(int argc, char **argv)
{
    ce_uspec_model *model = NULL;
    size_t count = 0;
    ce_error err = {0};
    int rc;

    if (argc < 2)
        return 2;
    rc = ce_uspec_models_read(&model, &count, argv[1], &plain, &err);
    if (!rc)
        rc = argc > 2 ? assign(model, count, argv[2], &err)
                      : ce_uspec_models_write(model, count, NULL, ',', &err);
    for (size_t q = 0; q < count; q++)
        ce_uspec_model_free(&model[q]);
    free(model);
    if (rc)
        fprintf(stderr, "uspec-assign: %s\n", err.text);
    return rc ? 1 : 0;
}
