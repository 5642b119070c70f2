#include "score/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "score/connectivity.h"
#include "score/pair_pass.h"
#include "score/silhouette_bounds.h"

void ce_silhouettes_free(ce_silhouettes *silhouettes)
{
    if (!silhouettes)
        return;
    free(silhouettes->own);
    free(silhouettes->next);
    free(silhouettes->silhouette);
    free(silhouettes->nearest);
    *silhouettes = (ce_silhouettes){0};
}

static int silhouettes_alloc(ce_silhouettes *all, size_t m, size_t targets, ce_error *err)
{
    int rc = ce_memory_check(m, targets, 3 * sizeof(double) + sizeof(int32_t),
                             "the silhouettes of all objects", "fewer clusterings, or a sample",
                             err);

    ce_silhouettes_free(all);
    if (rc)
        return rc;
    all->targets = targets;
    all->own = ce_alloc(m * targets, sizeof *all->own, err);
    all->next = ce_alloc(m * targets, sizeof *all->next, err);
    all->silhouette = ce_alloc(m * targets, sizeof *all->silhouette, err);
    all->nearest = ce_alloc(m * targets, sizeof *all->nearest, err);
    if (!all->own || !all->next || !all->silhouette || !all->nearest)
        return CE_ENOMEM;
    for (size_t e = 0; e < m * targets; e++) {
        all->own[e] = all->next[e] = all->silhouette[e] = NAN;
        all->nearest[e] = -1;
    }
    return CE_OK;
}

/* ---- the columns ---- */

static void columns_free(ce_internal_column *column, size_t m)
{
    for (size_t q = 0; column && q < m; q++) {
        free(column[q].size);
        free(column[q].renumbered);
        free(column[q].number);
    }
    free(column);
}

/* Takes out the clusters without an object. The others keep their order. */
static int drop_empty(ce_internal_column *column, size_t n, ce_error *err)
{
    int32_t *to = ce_alloc((size_t)column->k, sizeof *to, err), kept = 0;

    column->renumbered = ce_alloc(n, sizeof *column->renumbered, err);
    column->number = ce_alloc((size_t)column->k, sizeof *column->number, err);
    if (!to || !column->renumbered || !column->number) {
        free(to);
        return CE_ENOMEM;
    }
    for (int32_t c = 0; c < column->k; c++) {
        to[c] = kept;
        if (!column->size[c])
            continue;
        column->size[kept] = column->size[c];
        column->number[kept++] = c;
    }
    for (size_t i = 0; i < n; i++)
        column->renumbered[i] = column->label[i] < 0 ? CE_MISSING : to[column->label[i]];
    column->label = column->renumbered;
    column->k = kept;
    free(to);
    return CE_OK;
}

static int column_fill(ce_internal_column *column, const ce_labels *labels, size_t q,
                       ce_internal *index, ce_error *err)
{
    int32_t empty = 0;

    column->label = ce_labels_column(labels, q);
    column->k = labels->k[q];
    column->size = ce_calloc((size_t)column->k, sizeof *column->size, err);
    if (!column->size)
        return CE_ENOMEM;
    for (size_t i = 0; i < labels->n; i++)
        if (column->label[i] >= 0) {
            column->size[column->label[i]]++;
            column->labelled++;
        }
    for (int32_t c = 0; c < column->k; c++)
        empty += !column->size[c];
    if (empty && drop_empty(column, labels->n, err))
        return CE_ENOMEM;
    column->skip = column->k < 2 || (size_t)column->k >= column->labelled;
    *index = (ce_internal){.silhouette = NAN,
                           .ch = NAN,
                           .db = NAN,
                           .dunn = NAN,
                           .connectivity = NAN,
                           .error = NAN,
                           .clusters = (size_t)column->k,
                           .labelled = column->labelled,
                           .is_defined = !column->skip};
    return CE_OK;
}

static int columns_alloc(ce_internal_column **columns, const ce_labels *labels, ce_internal *index,
                         ce_error *err)
{
    ce_internal_column *column = ce_calloc(labels->m, sizeof *column, err);
    int rc = column ? CE_OK : CE_ENOMEM;
    size_t start = 0;

    for (size_t q = 0; q < labels->m && !rc; q++) {
        rc = column_fill(&column[q], labels, q, &index[q], err);
        column[q].start = start;
        start += column[q].skip ? 0 : (size_t)column[q].k;
    }
    *columns = column;
    return rc;
}

/* ---- from centroids ---- */

typedef struct {
    const ce_internal_column *column;
    const ce_matrix *data;
    unsigned wanted;
    ce_internal *index;
} centroid_job;

static int find_of_column(void *state, size_t q, ce_error *err)
{
    const centroid_job *j = state;

    return j->column[q].skip
               ? CE_OK
               : ce_centroid_indices(j->data, &j->column[q], j->wanted, &j->index[q], err);
}

static int find_centroid_indices(const ce_internal_column *column, size_t m, const ce_matrix *data,
                                 unsigned wanted, ce_internal *index, ce_error *err)
{
    centroid_job j = {column, data, wanted, index};

    return ce_each(m, 0, find_of_column, &j, NULL, err);
}

/* ---- from distances ---- */

/* The sums of the blocks, in their order. */
static ce_pass_sums add_blocks(const ce_pass_sums *sums, size_t blocks, size_t m, size_t q)
{
    ce_pass_sums all = {.gap = INFINITY};

    for (size_t b = 0; b < blocks; b++) {
        const ce_pass_sums *part = &sums[b * m + q];
        all.counted += part->counted;
        all.silhouette += part->silhouette;
        all.squares += part->squares;
        all.within += part->within;
        all.total += part->total;
        all.connectivity += part->connectivity;
        all.widest = part->widest > all.widest ? part->widest : all.widest;
        all.gap = part->gap < all.gap ? part->gap : all.gap;
    }
    return all;
}

/* The standard error of the mean of a sample without replacement. */
static double standard_error(const ce_pass_sums *all, double mean, size_t population)
{
    double count = (double)all->counted, variance;

    if (all->counted < 2)
        return NAN;
    variance = (all->squares - count * mean * mean) / (count - 1);
    variance = variance > 0 ? variance : 0;
    return sqrt(variance / count * (1 - count / (double)population));
}

static void set_index(ce_internal *index, const ce_pass_sums *all, unsigned wanted,
                      const ce_internal_column *column, int is_sample)
{
    size_t k = (size_t)column->k, n = column->labelled;

    index->counted = all->counted;
    if (wanted & CE_INTERNAL_SILHOUETTE && all->counted) {
        index->silhouette = all->silhouette / (double)all->counted;
        if (is_sample)
            index->error = standard_error(all, index->silhouette, n);
    }
    if (wanted & CE_INTERNAL_CH && all->within > 0)
        index->ch = (all->total - all->within) / (double)(k - 1) / (all->within / (double)(n - k));
    if (wanted & CE_INTERNAL_DUNN && all->widest > 0 && isfinite(all->gap))
        index->dunn = all->gap / all->widest;
    if (wanted & CE_INTERNAL_CONNECTIVITY)
        index->connectivity = all->connectivity;
}

static int find_pair_indices(const ce_internal_column *column, size_t m,
                             const ce_internal_input *input, unsigned wanted, ce_internal *index,
                             ce_silhouettes *silhouettes, ce_error *err)
{
    size_t n = input->distances->n, targets = input->sample ? input->samples : n,
           blocks = (targets + CE_DISTANCE_LANES - 1) / CE_DISTANCE_LANES;
    ce_pass_sums *sums;
    int bounded = 0, rc = CE_OK;

    if (silhouettes)
        rc = silhouettes_alloc(silhouettes, m, targets, err);
    if (rc)
        return rc;
    sums = ce_calloc(blocks * m, sizeof *sums, err);
    rc = sums ? CE_OK : CE_ENOMEM;
    if (!rc && wanted == CE_INTERNAL_SILHOUETTE)
        rc = ce_silhouette_bounds_pay(column, m, input, &bounded, err);
    if (!rc && bounded)
        rc = ce_silhouette_bounds(column, m, input, sums, silhouettes, err);
    else if (!rc)
        rc = ce_pair_pass(column, m, input, wanted, sums, silhouettes, err);
    for (size_t q = 0; q < m && !rc; q++)
        if (!column[q].skip) {
            ce_pass_sums all = add_blocks(sums, blocks, m, q);
            set_index(&index[q], &all, wanted, &column[q], input->sample != NULL);
        }
    free(sums);
    return rc;
}

/* The nearest clusters by the numbers that the caller knows. */
static void number_nearest(const ce_internal_column *column, size_t m, ce_silhouettes *silhouettes)
{
    for (size_t q = 0; q < m; q++)
        for (size_t t = 0; column[q].number && t < silhouettes->targets; t++) {
            int32_t *nearest = &silhouettes->nearest[q * silhouettes->targets + t];
            *nearest = *nearest < 0 ? *nearest : column[q].number[*nearest];
        }
}

int ce_internal_compute(const ce_labels *labels, const ce_internal_input *input, unsigned wanted,
                        ce_internal *index, ce_silhouettes *silhouettes, ce_error *err)
{
    unsigned from_centroids = input->data ? CE_INTERNAL_CH | CE_INTERNAL_DB : 0;
    ce_internal_input clamped = *input; /* to the neighbours that there are */
    unsigned from_pairs = wanted & ~(from_centroids | CE_INTERNAL_DB);
    ce_internal_column *column = NULL;
    int rc = columns_alloc(&column, labels, index, err);

    if (silhouettes)
        from_pairs |= CE_INTERNAL_SILHOUETTE;
    if (!rc && wanted & from_centroids)
        rc = find_centroid_indices(column, labels->m, input->data, wanted, index, err);
    if (clamped.neighbours >= labels->n)
        clamped.neighbours = labels->n - 1;
    if (!rc && from_pairs & CE_INTERNAL_CONNECTIVITY && input->data) {
        rc = ce_connectivity_search(column, labels->m, &clamped, index, err);
        from_pairs &= ~(unsigned)CE_INTERNAL_CONNECTIVITY;
    }
    if (!rc && from_pairs)
        rc = find_pair_indices(column, labels->m, &clamped, from_pairs, index, silhouettes, err);
    if (!rc && silhouettes)
        number_nearest(column, labels->m, silhouettes);
    columns_free(column, labels->m);
    if (rc)
        ce_silhouettes_free(silhouettes);
    return rc;
}
