/*
 * ensemble-copy KIND FILE: reads FILE and writes what was read to standard output, KIND being
 *
 * - membership: as a membership table
 * - ensemble: the kind that was found, then the labels, then the memberships if there are any
 * - model: as a model, clusterings in order
 * - DATA.csv: as model, which must have the features of this table
 */
#include <stdio.h>
#include <string.h>

#include "io/data_table.h"
#include "io/membership_table.h"
#include "io/model.h"

static const ce_table_format plain = {0};

static int copy_membership(const char *path, ce_error *err)
{
    ce_membership_table table = {0};
    int rc = ce_membership_table_read(&table, path, &plain, err);

    if (!rc)
        rc = ce_membership_table_write(&table, NULL, ',', err);
    ce_membership_table_free(&table);
    return rc;
}

static int copy_ensemble(const char *path, ce_error *err)
{
    ce_label_table labels = {0};
    ce_membership_table table = {0};
    int rc = ce_ensemble_table_read(&labels, &table, path, &plain, err);

    if (!rc) {
        printf("%s%s\n", table.membership.n ? "memberships" : "labels",
               labels.class_.name ? " and classes" : "");
        fflush(stdout);
        rc = ce_label_table_write(&labels, NULL, ',', err);
    }
    if (!rc && table.membership.n)
        rc = ce_membership_table_write(&table, NULL, ',', err);
    ce_label_table_free(&labels);
    ce_membership_table_free(&table);
    return rc;
}

static int write_model(const ce_model *model, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, NULL, err);

    if (rc)
        return rc;
    ce_model_header(output, model->feature, model->d, ',');
    for (size_t q = 0; q < model->m; q++)
        for (size_t c = model->start[q], first = c; c < model->start[q + 1]; c++) {
            size_t size = (size_t)model->size[c];
            ce_model_row(output, model->name[q], c - first + 1, size, "centroid",
                         model->centroid + c * model->d, model->d, ',');
            if (model->weight)
                ce_model_row(output, model->name[q], c - first + 1, size, "weight",
                             model->weight + c * model->d, model->d, ',');
        }
    return ce_output_close(output, err);
}

static int copy_model(const char *path, const char *data_path, ce_error *err)
{
    ce_model model = {0};
    ce_data_table data = {0};
    int rc = ce_model_read(&model, path, &plain, err);

    if (!rc && data_path && !(rc = ce_data_table_read(&data, data_path, &plain, err)))
        rc = ce_model_check_features(&model, path, data.name, data.values.columns, data_path, err);
    if (!rc)
        rc = write_model(&model, err);
    for (size_t q = 0; q < model.m; q++)
        if (ce_model_find(&model, model.name[q]) != q ||
            ce_model_find(&model, "no such clustering") != model.m)
            printf("%s is not found\n", model.name[q]);
    ce_data_table_free(&data);
    ce_model_free(&model);
    return rc;
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    int rc;

    if (argc < 3)
        return 2;
    if (!strcmp(argv[1], "membership"))
        rc = copy_membership(argv[2], &err);
    else if (!strcmp(argv[1], "ensemble"))
        rc = copy_ensemble(argv[2], &err);
    else
        rc = copy_model(argv[2], strcmp(argv[1], "model") ? argv[1] : NULL, &err);
    if (rc)
        fprintf(stderr, "ensemble-copy: %s\n", err.text);
    return rc ? 1 : 0;
}
