/* What is kept of a member of U-SPEC, and the labels of further objects by it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/uspec_scores.h"

/* Objects that are labelled together. */
enum { TOGETHER = 1 << 16 };

/* What squared distances are at most, in units of extent^2: those of the member's own objects are
 * at most 1, and farther ones must not become infinite. */
#define FARTHEST 1e30f

/* ---- keeping ---- */

static int keep_number(ce_matrix *to, double value, ce_error *err)
{
    int rc = ce_matrix_alloc(to, 1, 1, err);

    if (!rc)
        to->values[0] = value;
    return rc;
}

/* The groups of representatives, counted from 1, and their means. */
static int keep_groups(ce_uspec_model *model, const ce_uspec_index *index, double factor,
                       ce_error *err)
{
    size_t d = index->d;
    int rc = ce_matrix_alloc(&model->group, index->p, 1, err);

    if (!rc)
        rc = ce_matrix_alloc(&model->mean, index->groups, d, err);
    for (size_t g = 0; g < index->groups && !rc; g++) {
        for (size_t at = index->start[g]; at < index->start[g + 1]; at++)
            model->group.values[index->member[at]] = (double)g + 1;
        for (size_t s = 0; s < d; s++)
            model->mean.values[g * d + s] =
                index->centres[(g / CE_QUAD * d + s) * CE_QUAD + g % CE_QUAD] / factor;
    }
    return rc;
}

int ce_uspec_keep_index(ce_uspec_model *model, const ce_uspec_index *index,
                        const ce_uspec_view *view, ce_error *err)
{
    size_t d = index->d;
    double factor = ce_uspec_factor(view->extent);
    int rc = keep_number(&model->cosine, view->unit, err);

    if (!rc)
        rc = keep_number(&model->neighbours, (double)index->K, err);
    if (!rc)
        rc = keep_number(&model->extent, view->extent, err);
    if (!rc)
        rc = ce_matrix_alloc(&model->feature, d, 1, err);
    if (!rc)
        rc = ce_matrix_alloc(&model->representative, index->p, d, err);
    if (rc)
        return rc;
    for (size_t s = 0; s < d; s++)
        model->feature.values[s] = (double)(view->feature ? view->feature[s] : s) + 1;
    for (size_t j = 0; j < index->p; j++)
        for (size_t s = 0; s < d; s++)
            model->representative.values[j * d + s] = index->row[j * index->stride + s] / factor;
    return index->groups ? keep_groups(model, index, factor, err) : CE_OK;
}

/* The labels of `count` centres or components: 1, 2, ... in the order in which objects have them; 0
 * for those that none has. */
static int keep_order(ce_matrix *label, size_t count, const int32_t *raw, size_t n, ce_error *err)
{
    double next = 1;
    int rc = ce_matrix_alloc(label, count, 1, err);

    for (size_t l = 0; l < count && !rc; l++)
        label->values[l] = 0;
    for (size_t i = 0; i < n && !rc; i++)
        if (label->values[raw[i]] == 0)
            label->values[raw[i]] = next++;
    return rc;
}

void ce_uspec_drop_empty(ce_matrix *centre, ce_matrix *label)
{
    size_t kept = 0, k = centre->columns;

    for (size_t l = 0; l < centre->rows; l++)
        if (label->values[l] > 0) {
            memmove(centre->values + kept * k, centre->values + l * k, k * sizeof *centre->values);
            label->values[kept++] = label->values[l];
        }
    centre->rows = label->rows = kept;
}

int ce_uspec_keep_embedding(ce_uspec_model *model, size_t p, size_t k, const float *table,
                            const int32_t *group, int single, ce_error *err)
{
    size_t stride = ce_uspec_stride(k);
    int rc = keep_number(&model->single, table && single, err);

    if (!rc && table)
        rc = ce_matrix_alloc(&model->map, p, k, err);
    for (size_t j = 0; j < p && !rc && table; j++)
        for (size_t t = 0; t < k; t++)
            model->map.values[j * k + t] = (double)table[j * stride + t];
    if (!rc && group)
        rc = ce_matrix_alloc(&model->component, p, 1, err);
    for (size_t j = 0; j < p && !rc && group; j++)
        model->component.values[j] = (double)group[j] + 1;
    return rc;
}

int ce_uspec_keep_sigma(ce_uspec_model *model, double sigma, ce_error *err)
{
    return keep_number(&model->sigma, sigma, err);
}

int ce_uspec_keep_labels(ce_uspec_model *model, const ce_uspec_rows_of *rows, size_t p, size_t k,
                         const float *table, const int32_t *group, const int32_t *raw,
                         ce_error *err)
{
    int rc = keep_number(&model->sigma, rows->sigma, err);

    if (!rc)
        rc = ce_uspec_keep_embedding(model, p, k, table, group, ce_uspec_goes_on(rows->n, k), err);
    if (!rc)
        rc = keep_order(&model->label, table ? model->centre.rows : k, raw, rows->n, err);
    if (!rc && table)
        ce_uspec_drop_empty(&model->centre, &model->label);
    return rc;
}

/* ---- further objects ---- */

void ce_uspec_labeller_free(ce_uspec_labeller *labeller)
{
    if (!labeller)
        return;
    ce_uspec_index_free(&labeller->index);
    free(labeller->feature);
    free(labeller->group);
    free(labeller->table);
    if (labeller->scores)
        ce_uspec_scores_free(labeller->scores);
    free(labeller->scores);
    free(labeller);
}

static int begin_scores(ce_uspec_labeller *w, ce_error *err)
{
    const ce_uspec_model *m = w->model;
    size_t k = m->map.columns;
    int rc = CE_ENOMEM;

    w->scores = ce_calloc(1, sizeof *w->scores, err);
    if (w->scores)
        rc = ce_uspec_scores_alloc(w->scores, k, m->representative.rows, err);
    for (size_t l = 0; l < k && !rc; l++) {
        if (l < m->centre.rows)
            ce_uspec_scores_set(w->scores, l, m->centre.values + l * k);
        else
            ce_uspec_scores_drop(w->scores, l);
    }
    if (!rc)
        ce_uspec_scores_join(w->scores, w->table);
    return rc;
}

static int begin(ce_uspec_labeller *w, size_t features, ce_error *err)
{
    const ce_uspec_model *m = w->model;
    size_t d = m->feature.rows, p = m->representative.rows, k = m->map.columns,
           stride = ce_uspec_stride(k);
    int rc = CE_OK;

    w->feature = ce_alloc(d, sizeof *w->feature, err);
    w->group = ce_alloc(p, sizeof *w->group, err);
    w->table = ce_calloc(p * stride, sizeof *w->table, err);
    if (!w->feature || !w->group || !w->table)
        return CE_ENOMEM;
    for (size_t s = 0; s < d; s++) {
        w->feature[s] = (size_t)m->feature.values[s] - 1;
        if (w->feature[s] >= features)
            return ce_fail(err, CE_EINPUT, "the model sees feature %zu, and there are %zu",
                           w->feature[s] + 1, features);
    }
    for (size_t j = 0; j < p && m->group.rows; j++)
        w->group[j] = (int32_t)m->group.values[j] - 1;
    for (size_t j = 0; j < p; j++)
        for (size_t t = 0; t < k; t++)
            w->table[j * stride + t] = (float)m->map.values[j * k + t];
    if (m->label.rows && !m->component.rows && m->single.values[0] != 0)
        rc = begin_scores(w, err);
    return rc ? rc
              : ce_uspec_index_restore(&w->index, m->extent.values[0], &m->representative, w->group,
                                       &m->mean, (size_t)m->neighbours.values[0], ce_threads(),
                                       err);
}

int ce_uspec_labeller_alloc(ce_uspec_labeller **labeller, const ce_uspec_model *model,
                            size_t features, ce_error *err)
{
    ce_uspec_labeller *made = ce_calloc(1, sizeof *made, err);
    int rc;

    *labeller = NULL;
    if (!made)
        return CE_ENOMEM;
    made->model = model;
    rc = begin(made, features, err);
    if (rc)
        ce_uspec_labeller_free(made);
    else
        *labeller = made;
    return rc;
}

/* Whether a row has no missing value, and a direction where it needs one. */
static int is_whole(const double *row, size_t d, int unit)
{
    int missing = 0, zero = 1;

    for (size_t s = 0; s < d; s++) {
        missing |= isnan(row[s]);
        zero &= row[s] == 0;
    }
    return !missing && !(unit && zero);
}

/* Labels of rows->n objects that have their representatives. */
static int label_some(const ce_uspec_labeller *w, ce_uspec_rows_of *rows, int32_t *labels,
                      ce_error *err)
{
    const ce_uspec_model *m = w->model;
    size_t K = rows->K;
    int rc = CE_OK, unit = m->cosine.values[0] != 0;

    for (size_t e = 0; e < rows->n * K; e++)
        if (!(rows->share[e] <= FARTHEST))
            rows->share[e] = FARTHEST;
    if (m->component.rows) {
        for (size_t i = 0; i < rows->n; i++)
            labels[i] = (int32_t)m->component.values[rows->near[i * K]] - 1;
    } else {
        rc = ce_uspec_share(rows, unit ? CE_USPEC_COSINE : CE_USPEC_EUCLIDEAN, err);
        if (!rc)
            rc = w->scores
                     ? ce_uspec_scores_label(w->scores, rows, labels, err)
                     : ce_uspec_nearest(rows, w->table, m->map.columns, &m->centre, labels, err);
    }
    for (size_t i = 0; i < rows->n && !rc; i++)
        labels[i] = (int32_t)m->label.values[labels[i]] - 1;
    return rc;
}

int ce_uspec_labeller_find(const ce_uspec_labeller *w, const ce_numbers *x, size_t first,
                           size_t count, int32_t *labels, ce_error *err)
{
    const ce_uspec_model *m = w->model;
    ce_uspec_view view = {.x = x,
                          .feature = w->feature,
                          .d = m->feature.rows,
                          .unit = m->cosine.values[0] != 0,
                          .extent = m->extent.values[0]};
    size_t K = (size_t)m->neighbours.values[0], d = view.d;
    ce_uspec_rows_of rows = {.n = count,
                             .K = K,
                             .p = m->representative.rows,
                             .near = ce_alloc(count * K, sizeof *rows.near, err),
                             .share = ce_alloc(count * K, sizeof *rows.share, err),
                             .extent = view.extent,
                             .sigma = m->sigma.values[0]};
    double *block = ce_alloc(CE_USPEC_BLOCK * d, sizeof *block, err),
           *nearest = ce_alloc(K, sizeof *nearest, err);
    unsigned char *whole = ce_alloc(count, sizeof *whole, err);
    int rc = rows.near && rows.share && block && nearest && whole ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < count && !rc; i += CE_USPEC_BLOCK) {
        size_t these = count - i < CE_USPEC_BLOCK ? count - i : CE_USPEC_BLOCK;
        ce_uspec_rows(&view, first + i, these, block);
        for (size_t r = 0; r < these; r++) {
            whole[i + r] = (unsigned char)is_whole(block + r * d, d, view.unit);
            if (!whole[i + r])
                memset(block + r * d, 0, d * sizeof *block);
        }
        ce_uspec_index_find(&w->index, block, NULL, these, K, rows.near + i * K, rows.share + i * K,
                            nearest);
    }
    if (!rc)
        rc = label_some(w, &rows, labels, err);
    for (size_t i = 0; i < count && !rc; i++)
        if (!whole[i])
            labels[i] = CE_MISSING;
    free(rows.near);
    free(rows.share);
    free(block);
    free(nearest);
    free(whole);
    return rc;
}

/* The first row that is all zeros in the features that a model sees; x->rows if there is none. */
static size_t zero_row(const ce_uspec_labeller *w, const ce_numbers *x)
{
    size_t d = w->model->feature.rows, i = 0;

    for (; i < x->rows; i++) {
        size_t s = 0;
        double value = 0;
        for (; s < d && value == 0; s++)
            ce_numbers_some(x, i, w->feature + s, 1, &value);
        if (value == 0)
            break;
    }
    return i;
}

int ce_uspec_assign(const ce_uspec_model *model, const ce_numbers *x, int32_t *labels,
                    ce_error *err)
{
    ce_uspec_labeller *w;
    size_t n = x->rows, zero = n;
    int rc = ce_uspec_labeller_alloc(&w, model, x->columns, err);

    if (!rc && model->cosine.values[0] != 0)
        zero = zero_row(w, x);
    if (zero < n)
        rc = ce_fail(err, CE_EINPUT,
                     "row %zu is all zeros and has no direction: cosine is not defined", zero + 1);
    for (size_t first = 0; first < n && !rc; first += TOGETHER)
        rc = ce_uspec_labeller_find(w, x, first, n - first < TOGETHER ? n - first : TOGETHER,
                                    labels + first, err);
    ce_uspec_labeller_free(w);
    return rc;
}
