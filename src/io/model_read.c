#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/columns.h"
#include "io/input.h"
#include "io/model.h"

enum { CLUSTERING, CLUSTER, SIZE, KIND, FIRST_FEATURE }; /* the columns */

/* A row. Its values are in reader.values. */
typedef struct {
    size_t line, clustering, cluster; /* cluster from 0 */
    double size;
    int is_weight;
} row;

typedef struct {
    ce_columns columns;
    ce_categories clusterings;
    row *rows;
    size_t rows_capacity, count;
    double *values;
    size_t values_capacity;
    ce_error *err;
} reader;

static int read_header(reader *r, ce_csv *csv)
{
    static const char *const expected[] = {"clustering", "cluster", "size", "kind"};
    char **name = r->columns.name;

    for (size_t c = 0; c < FIRST_FEATURE; c++) {
        int there = c < r->columns.columns;
        if (!there || strcmp(name[c], expected[c]))
            return ce_csv_fail(csv,
                               "column %zu is %s%.40s%s, the header of a model expected: "
                               "clustering,cluster,size,kind,FEATURE...",
                               c + 1, there ? "'" : "", there ? name[c] : "not there",
                               there ? "'" : "");
    }
    if (r->columns.columns == FIRST_FEATURE)
        return ce_csv_fail(csv, "no feature behind clustering,cluster,size,kind");
    return CE_OK;
}

/* 1 for a whole number of at least `least` that a double holds exactly. */
static int is_count(const char *text, size_t length, double least, double *value)
{
    return ce_parse_real(text, length, value) == 1 && *value >= least &&
           *value <= 9007199254740992.0 && *value == floor(*value);
}

static int read_value(reader *r, ce_csv *csv, const char *text, size_t length, size_t column)
{
    double *value =
        &r->values[r->count * (r->columns.columns - FIRST_FEATURE) + column - FIRST_FEATURE];
    const char *name = r->columns.name[column];

    if (ce_is_missing(text, length)) {
        *value = NAN;
        return CE_OK;
    }
    if (ce_parse_real(text, length, value) != 1)
        return ce_csv_fail(csv, "column %s: '%.40s', a finite number expected", name, text);
    if (r->rows[r->count].is_weight && *value < 0)
        return ce_csv_fail(csv, "column %s: '%.40s', a weight of 0 or more expected", name, text);
    return CE_OK;
}

static int begin_row(reader *r, ce_csv *csv, const char *text, size_t length)
{
    size_t d = r->columns.columns - FIRST_FEATURE;
    int32_t number;
    int rc;

    rc = ce_grow(&r->rows, &r->rows_capacity, r->count + 1, sizeof *r->rows, r->err);
    if (!rc)
        rc =
            ce_grow(&r->values, &r->values_capacity, (r->count + 1) * d, sizeof *r->values, r->err);
    if (rc)
        return rc;
    if (ce_is_missing(text, length))
        return ce_csv_fail(csv, "no name of a clustering");
    if ((number = ce_categories_number(&r->clusterings, text, length, r->err)) < 0)
        return number;
    r->rows[r->count] = (row){.line = ce_csv_line(csv), .clustering = (size_t)number};
    return CE_OK;
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t line,
                   size_t column)
{
    reader *r = state;
    row *at = r->rows ? &r->rows[r->count] : NULL;
    double value;

    if (line == 0)
        return ce_columns_add(&r->columns, text, length, r->err);
    switch (column) {
    case CLUSTERING: return begin_row(r, csv, text, length);
    case CLUSTER:
        if (!is_count(text, length, 1, &value))
            return ce_csv_fail(csv, "cluster '%.40s', a whole number from 1 expected", text);
        at->cluster = (size_t)value - 1;
        return CE_OK;
    case SIZE:
        if (!is_count(text, length, 0, &at->size))
            return ce_csv_fail(csv, "size '%.40s', a whole number of objects expected", text);
        return CE_OK;
    case KIND:
        at->is_weight = !strcmp(text, "weight");
        if (!at->is_weight && strcmp(text, "centroid"))
            return ce_csv_fail(csv, "kind '%.40s', centroid or weight expected", text);
        return CE_OK;
    default: return read_value(r, csv, text, length, column);
    }
}

static int on_row(void *state, ce_csv *csv, size_t line, size_t columns)
{
    reader *r = state;

    (void)columns;
    if (line == 0)
        return read_header(r, csv);
    r->count++;
    return CE_OK;
}

/* ---- what the rows make together ---- */

/* Counts the clusters of each clustering: its largest cluster number. With fewer rows than that
 * there is a gap. */
static int count_clusters(const reader *r, ce_model *model, const char *path)
{
    size_t *rows = ce_calloc(model->m, sizeof *rows, r->err),
           *largest = ce_calloc(model->m, sizeof *largest, r->err);
    int rc = rows && largest ? CE_OK : CE_ENOMEM;

    for (size_t t = 0; t < r->count && !rc; t++) {
        const row *at = &r->rows[t];
        rows[at->clustering]++;
        if (at->cluster >= largest[at->clustering])
            largest[at->clustering] = at->cluster + 1;
    }
    for (size_t q = 0; q < model->m && !rc; q++)
        if (largest[q] > rows[q])
            rc = ce_fail(r->err, CE_EINPUT,
                         "%s: clustering %.60s: %zu rows and a cluster %zu: clusters from 1 "
                         "without a gap expected",
                         path, r->clusterings.text[q], rows[q], largest[q]);
        else
            model->start[q + 1] = model->start[q] + largest[q];
    free(rows);
    free(largest);
    model->clusters = rc ? 0 : model->start[model->m];
    return rc;
}

/* found: two per cluster, the row with its centroid and the row with its weights, each + 1. */
static int find_rows(const reader *r, const ce_model *model, const char *path, size_t *found)
{
    for (size_t t = 0; t < r->count; t++) {
        const row *at = &r->rows[t];
        size_t *slot = &found[2 * (model->start[at->clustering] + at->cluster)],
               other = slot[!at->is_weight];
        if (slot[at->is_weight])
            return ce_fail(r->err, CE_EINPUT,
                           "%s:%zu: a second %s of cluster %zu of %.60s: the first is in line %zu",
                           path, at->line, at->is_weight ? "row of weights" : "centroid",
                           at->cluster + 1, model->name[at->clustering],
                           r->rows[slot[at->is_weight] - 1].line);
        if (other && r->rows[other - 1].size != at->size)
            return ce_fail(r->err, CE_EINPUT, "%s:%zu: size %.15g, %.15g expected as in line %zu",
                           path, at->line, at->size, r->rows[other - 1].size,
                           r->rows[other - 1].line);
        slot[at->is_weight] = t + 1;
    }
    return CE_OK;
}

static int need_rows(const reader *r, const ce_model *model, const char *path, const size_t *found)
{
    for (size_t q = 0; q < model->m; q++)
        for (size_t c = model->start[q]; c < model->start[q + 1]; c++) {
            if (!found[2 * c] && !found[2 * c + 1])
                return ce_fail(r->err, CE_EINPUT,
                               "%s: clustering %.60s: no cluster %zu, but one of a higher number",
                               path, model->name[q], c - model->start[q] + 1);
            if (!found[2 * c])
                return ce_fail(r->err, CE_EINPUT, "%s:%zu: weights of a cluster without a centroid",
                               path, r->rows[found[2 * c + 1] - 1].line);
            if (!found[2 * c + 1] && model->weight)
                return ce_fail(r->err, CE_EINPUT,
                               "%s:%zu: a centroid without weights, which other clusters have",
                               path, r->rows[found[2 * c] - 1].line);
        }
    return CE_OK;
}

static int take_values(const reader *r, ce_model *model, const char *path, const size_t *found)
{
    size_t d = model->d;

    for (size_t c = 0; c < model->clusters; c++) {
        const row *at = &r->rows[found[2 * c] - 1];
        model->size[c] = at->size;
        memcpy(model->centroid + c * d, r->values + (found[2 * c] - 1) * d,
               d * sizeof *model->centroid);
        if (!model->weight)
            continue;
        memcpy(model->weight + c * d, r->values + (found[2 * c + 1] - 1) * d,
               d * sizeof *model->weight);
        for (size_t s = 0; s < d; s++) {
            int no_weight = !!isnan(model->weight[c * d + s]);
            int no_centroid = !!isnan(model->centroid[c * d + s]);
            if (no_weight != no_centroid)
                return ce_fail(
                    r->err, CE_EINPUT, "%s:%zu: column %s: the cluster has a %s here and no %s",
                    path, r->rows[found[2 * c + 1] - 1].line, model->feature[s],
                    no_weight ? "centroid" : "weight", no_weight ? "weight" : "centroid");
        }
    }
    return CE_OK;
}

static int alloc_values(const reader *r, ce_model *model)
{
    int have_weights = 0;

    for (size_t t = 0; t < r->count; t++)
        have_weights |= r->rows[t].is_weight;
    model->size = ce_alloc(model->clusters, sizeof *model->size, r->err);
    model->centroid = ce_alloc(model->clusters, model->d * sizeof *model->centroid, r->err);
    if (have_weights)
        model->weight = ce_alloc(model->clusters, model->d * sizeof *model->weight, r->err);
    return model->size && model->centroid && (model->weight || !have_weights) ? CE_OK : CE_ENOMEM;
}

static int assemble(reader *r, ce_model *model, const char *path)
{
    size_t *found = NULL;
    int rc;

    model->m = r->clusterings.count;
    model->d = r->columns.columns - FIRST_FEATURE;
    model->name = ce_calloc(model->m, sizeof *model->name, r->err);
    model->feature = ce_calloc(model->d, sizeof *model->feature, r->err);
    model->start = ce_calloc(model->m + 1, sizeof *model->start, r->err);
    if (!model->name || !model->feature || !model->start)
        return CE_ENOMEM;
    for (size_t s = 0; s < model->d; s++) {
        model->feature[s] = r->columns.name[FIRST_FEATURE + s];
        r->columns.name[FIRST_FEATURE + s] = NULL;
    }
    for (size_t q = 0; q < model->m; q++)
        if (!(model->name[q] = ce_strdup(r->clusterings.text[q], r->err)))
            return CE_ENOMEM;
    rc = count_clusters(r, model, path);
    if (!rc)
        rc = alloc_values(r, model);
    if (rc)
        return rc;
    if (!(found = ce_calloc(2 * model->clusters, sizeof *found, r->err)))
        return CE_ENOMEM;
    rc = find_rows(r, model, path, found);
    if (!rc)
        rc = need_rows(r, model, path, found);
    if (!rc)
        rc = take_values(r, model, path, found);
    free(found);
    return rc;
}

int ce_model_read(ce_model *model, const char *path, const ce_table_format *format, ce_error *err)
{
    reader r = {.err = err};
    int rc = ce_csv_read(path, format, on_cell, on_row, &r, NULL, err);

    if (!rc)
        rc = ce_columns_check_rows(&r.columns, r.count, path, err);
    if (!rc)
        rc = assemble(&r, model, ce_path_name(path));
    ce_columns_free(&r.columns);
    ce_categories_free(&r.clusterings);
    free(r.rows);
    free(r.values);
    if (rc)
        ce_model_free(model);
    return rc;
}

void ce_model_free(ce_model *model)
{
    if (!model)
        return;
    for (size_t q = 0; model->name && q < model->m; q++)
        free(model->name[q]);
    for (size_t s = 0; model->feature && s < model->d; s++)
        free(model->feature[s]);
    free(model->name);
    free(model->feature);
    free(model->start);
    free(model->size);
    free(model->centroid);
    free(model->weight);
    *model = (ce_model){0};
}

int ce_model_check_features(const ce_model *model, const char *model_path, char *const *feature,
                            size_t d, const char *data_path, ce_error *err)
{
    for (size_t s = 0; s < model->d && s < d; s++)
        if (strcmp(model->feature[s], feature[s]))
            return ce_fail(err, CE_EINPUT, "%s: feature %zu is '%.60s', '%.60s' expected as in %s",
                           ce_path_name(model_path), s + 1, model->feature[s], feature[s],
                           ce_path_name(data_path));
    if (model->d != d)
        return ce_fail(err, CE_EINPUT, "%s: %zu features, %zu expected as in %s",
                       ce_path_name(model_path), model->d, d, ce_path_name(data_path));
    return CE_OK;
}

size_t ce_model_find(const ce_model *model, const char *clustering)
{
    size_t q = 0;

    while (q < model->m && strcmp(model->name[q], clustering))
        q++;
    return q;
}
