#include "io/prototypes.h"

#include <math.h>
#include <stdlib.h>

#include "core/labels.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/model_lines.h"

enum { ALL_KINDS = CE_MODEL_CENTROID | CE_MODEL_WEIGHT | CE_MODEL_MODE | CE_MODEL_UNIT };

void ce_prototype_model_free(ce_prototype_model *model)
{
    if (!model)
        return;
    for (size_t q = 0; model->of && q < model->m; q++) {
        free(model->of[q].name);
        free(model->of[q].feature);
        free(model->of[q].value);
        free(model->of[q].weight);
        free(model->of[q].label);
    }
    free(model->of);
    ce_named_categories_free(model->feature, model->category, model->d);
    *model = (ce_prototype_model){0};
}

/* What is known of a clustering while its rows are counted. */
typedef struct {
    unsigned kinds;
    size_t first;              /* its first row */
    size_t prototypes, weights;
    size_t clusters;           /* the largest number */
} tally;

typedef struct {
    ce_model_lines lines;
    const char *path;
    tally *of;         /* of each clustering */
    size_t d;
    ce_error *err;
} assembly;

static int fail_at(const assembly *a, size_t line, const char *what)
{
    return ce_fail(a->err, CE_EINPUT, "%s:%zu: %s", a->path, line, what);
}

/* ---- checks ---- */

/* Counts the rows of each clustering; all must be of one kind. */
static int take_count(assembly *a)
{
    for (size_t t = 0; t < a->lines.count; t++) {
        const ce_model_line *at = &a->lines.line[t];
        tally *of = &a->of[at->clustering];
        int is_weight = at->kind == CE_MODEL_WEIGHT;
        if (!of->kinds)
            of->first = t;
        of->kinds |= is_weight ? CE_MODEL_CENTROID : at->kind;
        if (of->kinds & (of->kinds - 1))
            return fail_at(a, at->line, "a clustering with rows of another kind before");
        of->weights += (size_t)is_weight;
        of->prototypes += (size_t)!is_weight;
        if (at->cluster != CE_MODEL_NO_CLUSTER && at->cluster >= of->clusters)
            of->clusters = at->cluster + 1;
    }
    return CE_OK;
}

/* Marks the rows of a clustering, two places for each cluster: no row of a kind twice, and no
 * gap. */
static int check_clusters(const assembly *a, size_t q)
{
    const tally *of = &a->of[q];
    const char *name = a->lines.clusterings.text[q];
    unsigned char *seen;
    int rc = CE_OK;

    if (of->clusters > INT32_MAX ||
        (!(of->kinds & CE_MODEL_UNIT) && of->clusters > of->prototypes + of->weights))
        return ce_fail(a->err, CE_EINPUT,
                       "%s: clustering %.60s: %zu rows and a cluster %zu: clusters from 1 "
                       "without a gap expected",
                       a->path, name, of->prototypes + of->weights, of->clusters);
    if (of->kinds & CE_MODEL_UNIT)
        return CE_OK;
    if (!(seen = ce_calloc(of->clusters, 2, a->err)))
        return CE_ENOMEM;
    for (size_t t = of->first; t < a->lines.count && !rc; t++) {
        const ce_model_line *at = &a->lines.line[t];
        if (at->clustering != q)
            continue;
        unsigned char *place = &seen[2 * at->cluster + (at->kind == CE_MODEL_WEIGHT)];
        if ((*place)++)
            rc = fail_at(a, at->line, "a second row of this kind for the cluster");
    }
    for (size_t c = 0; c < of->clusters && !rc; c++) {
        if (!seen[2 * c])
            rc = ce_fail(a->err, CE_EINPUT, "%s: clustering %.60s: no %s of cluster %zu", a->path,
                         name, of->kinds & CE_MODEL_MODE ? "mode" : "centroid", c + 1);
        else if (of->weights && !seen[2 * c + 1])
            rc = ce_fail(a->err, CE_EINPUT,
                         "%s: clustering %.60s: cluster %zu has no weights, and others have",
                         a->path, name, c + 1);
    }
    free(seen);
    return rc;
}

/* ---- values ---- */

static const double *row_of(const assembly *a, size_t t)
{
    return a->lines.values + t * a->d;
}

static int choose_features(assembly *a, size_t q, ce_prototypes *to)
{
    const double *row = row_of(a, a->of[q].first);

    to->feature = ce_alloc(a->d, sizeof *to->feature, a->err);
    if (!to->feature)
        return CE_ENOMEM;
    for (size_t s = 0; s < a->d; s++)
        if (!isnan(row[s]))
            to->feature[to->features++] = s;
    return to->features ? CE_OK
                        : fail_at(a, a->lines.line[a->of[q].first].line,
                                  "no feature that the clustering sees");
}

/* Copies the values of row t; it must have those of the first row of its clustering. */
static int take_row(const assembly *a, size_t t, const ce_prototypes *to, double *values)
{
    const double *row = row_of(a, t);
    size_t there = 0;

    for (size_t s = 0; s < a->d; s++)
        there += (size_t)!isnan(row[s]);
    for (size_t f = 0; f < to->features; f++) {
        values[f] = row[to->feature[f]];
        if (isnan(values[f]))
            there = 0;
    }
    return there == to->features
               ? CE_OK
               : fail_at(a, a->lines.line[t].line,
                         "other features than in the first row of the clustering");
}

/* Weights go to the prototype of their cluster. */
static int take_weights(const assembly *a, size_t q, ce_prototypes *to)
{
    size_t *place = ce_alloc((size_t)to->k, sizeof *place, a->err);
    int rc = place ? CE_OK : CE_ENOMEM;

    to->weight = ce_alloc(to->count, to->features * sizeof *to->weight, a->err);
    if (!to->weight)
        rc = CE_ENOMEM;
    for (size_t j = 0; j < to->count && !rc; j++)
        place[to->label[j]] = j;
    for (size_t t = a->of[q].first; t < a->lines.count && !rc; t++) {
        const ce_model_line *at = &a->lines.line[t];
        if (at->clustering == q && at->kind == CE_MODEL_WEIGHT)
            rc = take_row(a, t, to, to->weight + place[at->cluster] * to->features);
    }
    free(place);
    return rc;
}

static int take_clustering(assembly *a, size_t q, ce_prototypes *to)
{
    const tally *of = &a->of[q];
    int rc = choose_features(a, q, to);

    if (rc)
        return rc;
    to->name = ce_strdup(a->lines.clusterings.text[q], a->err);
    to->value = ce_alloc(of->prototypes, to->features * sizeof *to->value, a->err);
    to->label = ce_alloc(of->prototypes, sizeof *to->label, a->err);
    if (!to->name || !to->value || !to->label)
        return CE_ENOMEM;
    to->k = (int32_t)of->clusters;
    to->is_mode = of->kinds == CE_MODEL_MODE;
    for (size_t t = of->first; t < a->lines.count && !rc; t++) {
        const ce_model_line *at = &a->lines.line[t];
        if (at->clustering != q || at->kind == CE_MODEL_WEIGHT)
            continue;
        to->label[to->count] =
            at->cluster == CE_MODEL_NO_CLUSTER ? CE_MISSING : (int32_t)at->cluster;
        rc = take_row(a, t, to, to->value + to->count++ * to->features);
    }
    return rc || !of->weights ? rc : take_weights(a, q, to);
}

static int assemble(assembly *a, ce_prototype_model *model)
{
    size_t clusterings = a->lines.clusterings.count;
    int units = 0, rc = CE_OK;

    model->d = a->d;
    a->of = ce_calloc(clusterings, sizeof *a->of, a->err);
    model->of = ce_calloc(clusterings, sizeof *model->of, a->err);
    model->feature = ce_calloc(a->d, sizeof *model->feature, a->err);
    model->category = ce_calloc(a->d, sizeof *model->category, a->err);
    if (!a->of || !model->of || !model->feature || !model->category)
        return CE_ENOMEM;
    for (size_t s = 0; s < a->d; s++) {
        model->feature[s] = a->lines.columns.name[CE_MODEL_FIRST + s];
        a->lines.columns.name[CE_MODEL_FIRST + s] = NULL;
        model->category[s] = a->lines.category[s];
        a->lines.category[s] = (ce_categories){0};
    }
    rc = take_count(a);
    for (size_t q = 0; q < clusterings; q++)
        units |= a->of[q].kinds == CE_MODEL_UNIT;
    for (size_t q = 0; q < clusterings && !rc; q++) {
        if (units && a->of[q].kinds == CE_MODEL_CENTROID)
            continue;
        rc = check_clusters(a, q);
        if (!rc)
            rc = take_clustering(a, q, &model->of[model->m++]);
    }
    return rc;
}

int ce_prototype_model_read(ce_prototype_model *model, ce_input *input,
                            const ce_table_format *format, ce_error *err)
{
    assembly a = {.path = ce_input_name(input), .err = err};
    ce_table_format headed = *format;
    int rc;

    headed.header = CE_HEADER_YES;
    rc = ce_model_lines_read(&a.lines, input, &headed, ALL_KINDS, err);
    if (!rc) {
        a.d = a.lines.columns.columns - CE_MODEL_FIRST;
        rc = assemble(&a, model);
    }
    free(a.of);
    ce_model_lines_free(&a.lines);
    if (rc)
        ce_prototype_model_free(model);
    return rc;
}
