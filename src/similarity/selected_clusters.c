#include "similarity/selected_clusters.h"

#include <math.h>
#include <stdlib.h>

#include "core/label_pairs.h"
#include "core/memory.h"
#include "score/choose.h"

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES };

/* The clusters to keep, ascending. Their number goes into selection. */
static int choose(const double *stability, const ce_cluster_choice *choice, size_t *kept,
                  ce_cluster_selection *selection, ce_error *err)
{
    size_t count = selection->clusters;
    double low = INFINITY, high = 0;
    int rc = CE_OK;

    if (choice->by_value) {
        selection->kept = ce_choose_between(stability, count, choice->at_least, INFINITY, kept);
    } else {
        selection->kept = ce_choose_share(choice->share > 0 ? choice->share : .5, count);
        rc = ce_choose_best(stability, count, selection->kept, 0, kept, err);
    }
    for (size_t c = 0; c < count; c++) {
        low = fmin(low, stability[c]);
        high = fmax(high, stability[c]);
    }
    if (!rc && !selection->kept)
        rc = ce_fail(err, CE_EINPUT,
                     "no cluster has a stability of %.6g or more; they lie from %.6g to %.6g",
                     choice->at_least, low, high);
    selection->least = INFINITY;
    for (size_t c = 0; c < selection->kept && !rc; c++)
        selection->least = fmin(selection->least, stability[kept[c]]);
    return rc;
}

/* Adds the most stable cluster of every row that has labels and is in no cluster kept. kept has
 * room for all clusters. */
static int add_for_uncovered(const ce_microclusters *micro, const double *stability, size_t *kept,
                             ce_cluster_selection *selection, ce_error *err)
{
    enum { NO, KEPT, ADDED };
    size_t n = micro->count, at = 0, *best = ce_alloc(n, sizeof *best, err);
    char *state = ce_calloc(selection->clusters, 1, err), *is_held = ce_calloc(n, 1, err);

    if (!best || !state || !is_held) {
        free(best);
        free(state);
        free(is_held);
        return CE_ENOMEM;
    }
    for (size_t c = 0; c < selection->kept; c++)
        state[kept[c]] = KEPT;
    for (size_t i = 0; i < n; i++)
        best[i] = selection->clusters;
    for (size_t q = 0, start = 0; q < micro->rows.m; start += (size_t)micro->rows.k[q++])
        for (size_t i = 0; i < n; i++) {
            int32_t label = ce_labels_column(&micro->rows, q)[i];
            size_t c = start + (size_t)label;
            if (label < 0)
                continue;
            is_held[i] |= state[c] == KEPT;
            if (best[i] == selection->clusters || stability[c] > stability[best[i]])
                best[i] = c;
        }
    for (size_t i = 0; i < n; i++)
        if (!is_held[i] && best[i] < selection->clusters)
            state[best[i]] = ADDED;
    for (size_t c = 0; c < selection->clusters; c++) {
        selection->added += state[c] == ADDED;
        if (state[c] != NO)
            kept[at++] = c;
    }
    free(best);
    free(state);
    free(is_held);
    return CE_OK;
}

/* A copy of the labels in which those of clusters that are not kept are missing. holds[i]: n_i. */
static int keep_labels(const ce_microclusters *micro, const size_t *kept, size_t count,
                       ce_labels *labels, double *holds, ce_cluster_selection *selection,
                       ce_error *err)
{
    size_t n = micro->count, start = 0, at = 0;
    int rc = ce_labels_alloc(labels, n, micro->rows.m, err);

    for (size_t q = 0; q < micro->rows.m && !rc; start += (size_t)micro->rows.k[q++]) {
        const int32_t *from = ce_labels_column(&micro->rows, q);
        int32_t *to = ce_labels_column(labels, q), k = micro->rows.k[q];
        char *keep = ce_calloc((size_t)k, 1, err);
        if (!keep)
            return CE_ENOMEM;
        for (; at < count && kept[at] < start + (size_t)k; at++)
            keep[kept[at] - start] = 1;
        for (size_t i = 0; i < n; i++) {
            to[i] = from[i] >= 0 && keep[from[i]] ? from[i] : CE_MISSING;
            holds[i] += to[i] >= 0;
        }
        free(keep);
        rc = ce_labels_renumber(to, n, &labels->k[q], err);
    }
    for (size_t i = 0; i < n && !rc; i++) {
        size_t q = 0;
        while (q < micro->rows.m && ce_labels_column(&micro->rows, q)[i] < 0)
            q++;
        if (holds[i] == 0 && q < micro->rows.m)
            selection->uncovered += micro->size[i];
    }
    return rc;
}

static double share_of(double both, double most)
{
    return most > 0 ? both / most : 0;
}

/* Rows i .. i + rows - 1, from the diagonal on. */
static void fill_rows(const ce_label_pairs *pairs, const double *holds, size_t i, size_t rows,
                      uint8_t *row, ce_similarity *s)
{
    ce_pair_tile tile;

    ce_label_pairs_row(pairs, i, row);
    for (size_t j = i / LANES * LANES; j < pairs->n; j += LANES) {
        size_t end = pairs->n - j < LANES ? pairs->n - j : LANES;
        ce_label_pairs_tile(pairs, row, j, &tile);
        for (size_t r = 0; r < rows; r++)
            for (size_t l = i + r > j ? i + r - j : 0; l < end; l++) {
                double share = share_of(tile.same[r][l], fmax(holds[i + r], holds[j + l]));
                s->values[ce_packed_index(s->n, i + r, j + l)] = i + r == j + l ? 1 : share;
            }
    }
}

static int fill(const ce_labels *labels, const double *holds, ce_similarity *s, ce_error *err)
{
    ce_label_pairs pairs = {0};
    size_t blocks = (labels->n + ROWS - 1) / ROWS;
    int failed = 0, rc = ce_label_pairs_build(&pairs, labels, NULL, err);

    if (rc)
        goto done;
#pragma omp parallel
    {
        uint8_t *row = ce_alloc(ce_label_pairs_row_bytes(&pairs), 1, NULL);
        if (!row) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t b = 0; b < blocks; b++)
            if (row)
                fill_rows(&pairs, holds, b * ROWS,
                          labels->n - b * ROWS < ROWS ? labels->n - b * ROWS : ROWS, row, s);
        free(row);
    }
    if (failed)
        rc = ce_fail(err, CE_ENOMEM,
                     "out of memory for the co-association matrix of selected clusters");
done:
    ce_label_pairs_free(&pairs);
    return rc;
}

int ce_selected_coassociation(const ce_microclusters *micro, const ce_cluster_choice *choice,
                              ce_similarity *s, ce_cluster_selection *selection, ce_error *err)
{
    size_t count = ce_labels_total(&micro->rows), *kept = ce_alloc(count, sizeof *kept, err);
    double *stability = ce_alloc(count, sizeof *stability, err),
           *holds = ce_calloc(micro->count, sizeof *holds, err);
    ce_labels labels = {0};
    int rc = kept && stability && holds ? CE_OK : CE_ENOMEM;

    *selection = (ce_cluster_selection){.clusters = count};
    if (!rc)
        rc = ce_similarity_alloc_dense(s, micro->count,
                                       "the co-association matrix of selected clusters",
                                       "a table of microclusters, or a consensus of it,", err);
    if (!rc && !count)
        rc = ce_fail(err, CE_EINPUT, "no labels, so no clusters");
    if (!rc)
        rc = ce_cluster_stability(micro, choice->index, stability, err);
    if (!rc)
        rc = choose(stability, choice, kept, selection, err);
    if (!rc && choice->uncovered == CE_UNCOVERED_ADD)
        rc = add_for_uncovered(micro, stability, kept, selection, err);
    if (!rc)
        rc = keep_labels(micro, kept, selection->kept + selection->added, &labels, holds, selection,
                         err);
    if (!rc)
        rc = fill(&labels, holds, s, err);
    free(kept);
    free(stability);
    free(holds);
    ce_labels_free(&labels);
    if (rc)
        ce_similarity_free(s);
    return rc;
}
