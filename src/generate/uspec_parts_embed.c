/* U-SPEC in parts: the steps in the embedding, and the end of a member. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/uspec_parts_internal.h"

static int fail_sums(const ce_uspec_step *s, const char *block, size_t q, ce_error *err)
{
    return ce_rounds_fail(s->path, block, q, err);
}

static int find(const ce_uspec_step *s, const char *what, size_t q, ce_sums_how join, size_t rows,
                size_t columns, ce_sums_block **block, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    int rc = ce_sums_find(s->sums, ce_rounds_block_name(name, what, q), join, columns, block,
                          s->path, err);

    return !rc && (*block)->rows != rows ? fail_sums(s, what, q, err) : rc;
}

/* ---- the end of a member ---- */

typedef struct {
    double first;
    size_t number;
} appearance;

static int compare_appearances(const void *a, const void *b)
{
    const appearance *x = a, *y = b;

    return x->first < y->first ? -1 : x->first > y->first;
}

/* The labels of `count` clusters by their first objects, as one process numbers them; NaN: none. */
static int keep_labels(ce_uspec_model *model, const double *first, size_t count, ce_error *err)
{
    appearance *order = ce_alloc(count, sizeof *order, err);
    size_t labels = 0;
    int rc = order ? ce_matrix_alloc(&model->label, count, 1, err) : CE_ENOMEM;

    for (size_t l = 0; l < count && !rc; l++) {
        model->label.values[l] = 0;
        if (!isnan(first[l]))
            order[labels++] = (appearance){first[l], l};
    }
    if (!rc)
        qsort(order, labels, sizeof *order, compare_appearances);
    for (size_t e = 0; e < labels && !rc; e++)
        model->label.values[order[e].number] = (double)e + 1;
    free(order);
    if (!rc && model->centre.rows)
        ce_uspec_drop_empty(&model->centre, &model->label);
    return rc;
}

/* Components are the clusters. first: of each representative. */
static int end_by_components(ce_uspec_part_member *m, const int32_t *group, const double *first,
                             ce_error *err)
{
    size_t p = m->model.representative.rows, k = (size_t)m->row[CE_USPEC_ASKED];
    double *of = ce_alloc(k, sizeof *of, err);
    int rc = of ? ce_uspec_keep_embedding(&m->model, p, k, NULL, group, 0, err) : CE_ENOMEM;

    for (size_t l = 0; l < k && !rc; l++)
        of[l] = NAN;
    for (size_t j = 0; j < p && !rc; j++)
        if (!isnan(first[j]) && !(of[group[j]] <= first[j]))
            of[group[j]] = first[j];
    if (!rc)
        rc = keep_labels(&m->model, of, k, err);
    free(of);
    m->row[CE_USPEC_STATUS] = CE_USPEC_CONVERGED;
    return rc;
}

/* Starts were tried on all objects, and labelled them. */
static int end_by_start(ce_uspec_part_member *m, const ce_kmeans_result *found, size_t n,
                        ce_error *err)
{
    double *first = ce_alloc(found->k, sizeof *first, err);
    int rc = first ? ce_uspec_keep_found(found, (size_t)m->row[CE_USPEC_ASKED], &m->model, err)
                   : CE_ENOMEM;

    for (size_t l = 0; l < found->k && !rc; l++)
        first[l] = NAN;
    for (size_t i = n; i-- > 0 && !rc;)
        first[found->labels[i]] = (double)i;
    if (!rc)
        rc = keep_labels(&m->model, first, found->k, err);
    free(first);
    m->row[CE_USPEC_STATUS] = found->converged ? CE_USPEC_CONVERGED : CE_USPEC_STOPPED;
    return rc;
}

/* ---- step 3: the embedding, and starts in it ---- */

/* Takes what was told of an object: K representatives, K shares. 0: it is none of them. */
static int take_shares(const double *value, size_t K, size_t p, uint16_t *near, float *share)
{
    for (size_t a = 0; a < K; a++) {
        if (!(value[a] >= 0 && value[a] < (double)p && value[K + a] >= 0 && value[K + a] <= 1))
            return 0;
        near[a] = (uint16_t)value[a];
        share[a] = (float)value[K + a];
    }
    return 1;
}

/* Representatives and shares of the objects that were drawn for starts. rows: near and share are
 * allocated here. */
static int take_starts(const ce_uspec_step *s, size_t q, const ce_uspec_part_member *m,
                       const size_t *object, size_t count, ce_uspec_rows_of *rows, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    size_t K = (size_t)m->model.neighbours.values[0];
    ce_sums_block *block;
    int rc = ce_sums_find(s->sums, ce_rounds_block_name(name, "starts", q), CE_SUMS_ROWS, 2 * K,
                          &block, s->path, err);

    rows->n = count;
    rows->K = K;
    rows->near = ce_alloc(count * K, sizeof *rows->near, err);
    rows->share = ce_alloc(count * K, sizeof *rows->share, err);
    if (!rc && (!rows->near || !rows->share))
        rc = CE_ENOMEM;
    for (size_t e = 0; e < count && !rc; e++) {
        size_t at = ce_uspec_parts_place(block, object ? object[e] : e);
        if (at == SIZE_MAX ||
            !take_shares(block->value + at * 2 * K, K, m->model.representative.rows,
                         rows->near + e * K, rows->share + e * K))
            rc = fail_sums(s, "starts", q, err);
    }
    return rc;
}

static int make_start(const ce_uspec_step_job *j, size_t q, const float *table, ce_error *err)
{
    const ce_uspec_step *s = j->s;
    ce_uspec_part_member *m = &j->member[q];
    size_t k = (size_t)m->row[CE_USPEC_ASKED], *object = NULL, count = 0;
    ce_uspec_rows_of rows = {0};
    ce_kmeans_result found = {0};
    gsl_rng *rng = ce_uspec_parts_stream(&s->options, q, m->row[CE_USPEC_DRAWS], err);
    int rc = rng ? ce_uspec_draw_starts((size_t)s->n, k, rng, &object, &count, err) : CE_ENOMEM;

    if (!rc)
        rc = take_starts(s, q, m, object, count, &rows, err);
    if (!rc)
        rc =
            ce_uspec_start(&rows, table, k, NULL, count, &s->options, rng, j->threads, &found, err);
    if (!rc)
        rc = ce_uspec_keep_embedding(&m->model, m->model.representative.rows, k, table, NULL,
                                     object != NULL, err);
    m->row[CE_USPEC_ITERATIONS] = (int64_t)found.iterations;
    if (!rc && object)
        rc = ce_uspec_first_centres(&found, k, &m->model.centre, err);
    if (!rc && !object)
        rc = end_by_start(m, &found, count, err);
    ce_kmeans_free(&found);
    free(rows.near);
    free(rows.share);
    free(object);
    gsl_rng_free(rng);
    return rc;
}

/* W, p x p, of which the upper triangle counts, from what was told. */
static int take_graph(const ce_uspec_step *s, size_t q, size_t p, int64_t *w, ce_error *err)
{
    ce_sums_block *block;
    int rc = find(s, "graph", q, CE_SUMS_ADD, p, p / 2 + 1, &block, err);

    for (size_t a = 0; a < p && !rc; a++)
        for (size_t b = a; b < p && !rc; b++) {
            w[a * p + b] = block->count[ce_uspec_pair(a, b, p)];
            if (w[a * p + b] < 0)
                rc = fail_sums(s, "graph", q, err);
        }
    return rc;
}

int ce_uspec_parts_embed(void *state, size_t q, ce_error *err)
{
    const ce_uspec_step_job *j = state;
    ce_uspec_part_member *m = &j->member[q];
    size_t p = m->model.representative.rows, components = 0;
    double *weight = NULL;
    int64_t *w = NULL;
    float *table = NULL;
    int32_t *group = NULL;
    ce_sums_block *lowest, *first;
    int rc = ce_memory_check(p * (size_t)j->beside, p, sizeof *w, "the graph of representatives",
                             "fewer " CE_OPT("representatives") " or threads", err);

    if (!rc) {
        weight = ce_alloc(p, sizeof *weight, err);
        w = ce_calloc(p * p, sizeof *w, err);
        rc = weight && w ? take_graph(j->s, q, p, w, err) : CE_ENOMEM;
    }
    if (!rc)
        rc = find(j->s, "lowest", q, CE_SUMS_ADD, p, 1, &lowest, err);
    if (!rc)
        rc = find(j->s, "first", q, CE_SUMS_LEAST, p, 1, &first, err);
    for (size_t e = 0; e < p && !rc; e++) {
        weight[e] = (double)lowest->count[e];
        if (lowest->count[e] < 0 || (lowest->count[e] == 0) != (isnan(first->value[e]) != 0))
            rc = fail_sums(j->s, "lowest", q, err);
    }
    if (!rc)
        rc = ce_uspec_embed(w, p, (size_t)m->row[CE_USPEC_ASKED], weight, &table, &group,
                            &components, err);
    free(w);
    free(weight);
    m->row[CE_USPEC_COMPONENTS] = (int64_t)components;
    if (!rc)
        rc = table ? make_start(j, q, table, err) : end_by_components(m, group, first->value, err);
    free(table);
    free(group);
    return rc;
}

/* ---- later steps: centres of directions ---- */

static int take_sums(const ce_uspec_step *s, size_t q, size_t k, const int64_t **sum,
                     const int64_t **size, const double **first, ce_error *err)
{
    ce_sums_block *sums, *sizes, *firsts;
    uint64_t objects = 0;
    int rc = find(s, "sums", q, CE_SUMS_ADD, k, k, &sums, err);

    if (!rc)
        rc = find(s, "sizes", q, CE_SUMS_ADD, k, 1, &sizes, err);
    if (!rc)
        rc = find(s, "first", q, CE_SUMS_LEAST, k, 1, &firsts, err);
    for (size_t l = 0; l < k && !rc; l++) {
        if (sizes->count[l] < 0 || (sizes->count[l] == 0) != (isnan(firsts->value[l]) != 0))
            rc = fail_sums(s, "sizes", q, err);
        objects += (uint64_t)sizes->count[l];
    }
    if (!rc && objects != s->n)
        rc = fail_sums(s, "sizes", q, err);
    if (!rc) {
        *sum = sums->count;
        *size = sizes->count;
        *first = firsts->value;
    }
    return rc;
}

/* Keeps the sums for the next step, which sees by them whether a label has changed. */
static int keep_sums(ce_uspec_part_member *m, size_t k, const int64_t *sum, const int64_t *size,
                     ce_error *err)
{
    if (!m->sum) {
        m->sum = ce_alloc(k * k, sizeof *m->sum, err);
        m->size = ce_alloc(k, sizeof *m->size, err);
        if (!m->sum || !m->size)
            return CE_ENOMEM;
    }
    memcpy(m->sum, sum, k * k * sizeof *sum);
    memcpy(m->size, size, k * sizeof *size);
    return CE_OK;
}

/* One iteration, as in one process: where no sum has changed, no centre moves any more. */
int ce_uspec_parts_move(void *state, size_t q, ce_error *err)
{
    const ce_uspec_step_job *j = state;
    ce_uspec_part_member *m = &j->member[q];
    size_t k = m->model.map.columns;
    const int64_t *sum, *size;
    const double *first;
    int same, rc;

    if (m->row[CE_USPEC_STATUS] != CE_USPEC_GOES_ON)
        return CE_OK;
    rc = take_sums(j->s, q, k, &sum, &size, &first, err);
    if (rc)
        return rc;
    same = m->sum && !memcmp(m->sum, sum, k * k * sizeof *sum) &&
           !memcmp(m->size, size, k * sizeof *size);
    m->row[CE_USPEC_ITERATIONS] += m->sum != NULL;
    if (same || (uint64_t)m->row[CE_USPEC_ITERATIONS] >= j->s->options.iterations) {
        m->row[CE_USPEC_STATUS] = same ? CE_USPEC_CONVERGED : CE_USPEC_STOPPED;
        return keep_labels(&m->model, first, k, err);
    }
    ce_uspec_move_centres(&m->model.centre, sum, size);
    return keep_sums(m, k, sum, size, err);
}
