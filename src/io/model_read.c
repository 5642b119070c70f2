#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/model.h"
#include "io/model_lines.h"

/* ---- what the rows make together ---- */

/* Counts the clusters of each clustering: its largest cluster number. With fewer rows than that
 * there is a gap. */
static int count_clusters(const ce_model_lines *r, ce_model *model, const char *path)
{
    size_t *rows = ce_calloc(model->m, sizeof *rows, r->err),
           *largest = ce_calloc(model->m, sizeof *largest, r->err);
    int rc = rows && largest ? CE_OK : CE_ENOMEM;

    for (size_t t = 0; t < r->count && !rc; t++) {
        const ce_model_line *at = &r->line[t];
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
static int find_rows(const ce_model_lines *r, const ce_model *model, const char *path,
                     size_t *found)
{
    for (size_t t = 0; t < r->count; t++) {
        const ce_model_line *at = &r->line[t];
        int is_weight = at->kind == CE_MODEL_WEIGHT;
        size_t *slot = &found[2 * (model->start[at->clustering] + at->cluster)],
               other = slot[!is_weight];
        if (slot[is_weight])
            return ce_fail(r->err, CE_EINPUT,
                           "%s:%zu: a second %s of cluster %zu of %.60s: the first is in line %zu",
                           path, at->line, is_weight ? "row of weights" : "centroid",
                           at->cluster + 1, model->name[at->clustering],
                           r->line[slot[is_weight] - 1].line);
        if (other && r->line[other - 1].size != at->size)
            return ce_fail(r->err, CE_EINPUT, "%s:%zu: size %.15g, %.15g expected as in line %zu",
                           path, at->line, at->size, r->line[other - 1].size,
                           r->line[other - 1].line);
        slot[is_weight] = t + 1;
    }
    return CE_OK;
}

static int need_rows(const ce_model_lines *r, const ce_model *model, const char *path,
                     const size_t *found)
{
    for (size_t q = 0; q < model->m; q++)
        for (size_t c = model->start[q]; c < model->start[q + 1]; c++) {
            if (!found[2 * c] && !found[2 * c + 1])
                return ce_fail(r->err, CE_EINPUT,
                               "%s: clustering %.60s: no cluster %zu, but one of a higher number",
                               path, model->name[q], c - model->start[q] + 1);
            if (!found[2 * c])
                return ce_fail(r->err, CE_EINPUT, "%s:%zu: weights of a cluster without a centroid",
                               path, r->line[found[2 * c + 1] - 1].line);
            if (!found[2 * c + 1] && model->weight)
                return ce_fail(r->err, CE_EINPUT,
                               "%s:%zu: a centroid without weights, which other clusters have",
                               path, r->line[found[2 * c] - 1].line);
        }
    return CE_OK;
}

static int take_values(const ce_model_lines *r, ce_model *model, const char *path,
                       const size_t *found)
{
    size_t d = model->d;

    for (size_t c = 0; c < model->clusters; c++) {
        const ce_model_line *at = &r->line[found[2 * c] - 1];
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
                    path, r->line[found[2 * c + 1] - 1].line, model->feature[s],
                    no_weight ? "centroid" : "weight", no_weight ? "weight" : "centroid");
        }
    }
    return CE_OK;
}

static int alloc_values(const ce_model_lines *r, ce_model *model)
{
    int have_weights = 0;

    for (size_t t = 0; t < r->count; t++)
        have_weights |= r->line[t].kind == CE_MODEL_WEIGHT;
    model->size = ce_alloc(model->clusters, sizeof *model->size, r->err);
    model->centroid = ce_alloc(model->clusters, model->d * sizeof *model->centroid, r->err);
    if (have_weights)
        model->weight = ce_alloc(model->clusters, model->d * sizeof *model->weight, r->err);
    return model->size && model->centroid && (model->weight || !have_weights) ? CE_OK : CE_ENOMEM;
}

static int assemble(ce_model_lines *r, ce_model *model, const char *path)
{
    size_t *found = NULL;
    int rc;

    model->m = r->clusterings.count;
    model->d = r->columns.columns - CE_MODEL_FIRST;
    model->name = ce_calloc(model->m, sizeof *model->name, r->err);
    model->feature = ce_calloc(model->d, sizeof *model->feature, r->err);
    model->start = ce_calloc(model->m + 1, sizeof *model->start, r->err);
    if (!model->name || !model->feature || !model->start)
        return CE_ENOMEM;
    for (size_t s = 0; s < model->d; s++) {
        model->feature[s] = r->columns.name[CE_MODEL_FIRST + s];
        r->columns.name[CE_MODEL_FIRST + s] = NULL;
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
    ce_model_lines lines = {0};
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_model_lines_read(&lines, input, format, CE_MODEL_CENTROID | CE_MODEL_WEIGHT, err);
    ce_input_close(input, err);
    if (!rc)
        rc = assemble(&lines, model, ce_path_name(path));
    ce_model_lines_free(&lines);
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
