#include "generate/spectral_members.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "partition/graph/embedding.h"
#include "partition/graph/laplacian.h"

/* What the members share. */
typedef struct {
    const ce_spectral_members_options *options;
    ce_similarity affinity;
    ce_laplacian laplacian;
    ce_matrix vectors; /* n x the largest k that needs them, by descending eigenvalue */
    ce_labels *labels;
    ce_spectral_members_report *report;
} work;

void ce_spectral_members_report_free(ce_spectral_members_report *report)
{
    if (!report)
        return;
    free(report->nm);
    free(report->k);
    ce_similarity_free(&report->distance);
    *report = (ce_spectral_members_report){0};
}

static size_t repeats_of(const ce_spectral_members_options *options)
{
    return options->repeats ? options->repeats : 1;
}

/* If there are more components than clusters, eigenvectors say nothing about which of them belong
 * together. */
static int is_grouped(const work *w, size_t k)
{
    return k == 1 || w->laplacian.components > k;
}

static void count_graph(work *w)
{
    const ce_similarity *a = &w->affinity;
    size_t n = a->n, entries = a->row_start ? a->row_start[n] : n * (n + 1) / 2, edges = 0;

    for (size_t e = 0; e < entries; e++)
        edges += a->values[e] > 0;
    w->report->edges = a->row_start ? edges / 2 : edges;
    w->report->components = w->laplacian.components;
    w->report->isolated = 0;
    for (size_t i = 0; i < n; i++)
        w->report->isolated += w->laplacian.component[i] < 0;
}

/* The graph, its affinities and their operator. */
static int build_graph(work *w, const ce_matrix *x, ce_error *err)
{
    const ce_spectral_members_options *o = w->options;
    ce_similarity *distance = &w->report->distance;
    int rc = o->dense ? ce_distance_graph(x, distance, err)
                      : ce_neighbour_graph(x, o->neighbours, distance, err);

    if (!rc)
        rc = ce_affinity_of_distances(distance, o->kernel, o->sigma, &w->affinity, err);
    if (!rc)
        rc = ce_laplacian_build(&w->laplacian, &w->affinity, NULL, 0, err);
    if (rc)
        return rc;
    count_graph(w);
    if (o->laplacian == CE_LAPLACIAN_PRINTED)
        rc = ce_laplacian_as_printed(&w->laplacian, err);
    return rc;
}

/* One eigenproblem, with the largest k that needs one. */
static int find_vectors(work *w, ce_error *err)
{
    size_t most = 0;
    double *values;
    int rc;

    for (size_t q = 0; q < w->options->k_count; q++) {
        size_t k = (size_t)w->options->k[q];
        if (k > 1 && !w->report->edges)
            return ce_similarity_fail_empty(w->affinity.n, "an affinity", err);
        if (!is_grouped(w, k) && k > most)
            most = k;
    }
    if (!most)
        return CE_OK;
    if (!(values = ce_alloc(most, sizeof *values, err)))
        return CE_ENOMEM;
    rc = ce_laplacian_eigenvectors(&w->laplacian, most, CE_SOLVER_AUTO, values, &w->vectors, err);
    free(values);
    w->report->solved = w->laplacian.solved;
    w->report->factor_entries = w->laplacian.factor_entries;
    return rc;
}

/* [wsce2015 eq. 20, 21] as printed, without the sum over i that stands in eq. 20: it is 0 for any
 * two eigenvectors and cannot be meant. */
static void scale_as_printed(ce_matrix *rows)
{
    for (size_t i = 0; i < rows->rows; i++) {
        double *row = rows->values + i * rows->columns,
               product = rows->columns > 1 ? row[0] * row[1] : 0;
        for (size_t j = 0; j < rows->columns; j++)
            row[j] *= product > 0 ? sqrt(product) : 0;
    }
}

/* The rows that a k is clustered by. */
static int take_rows(const work *w, size_t k, ce_matrix *rows, ce_error *err)
{
    int rc = ce_matrix_alloc(rows, w->vectors.rows, k, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < rows->rows; i++)
        memcpy(rows->values + i * k, w->vectors.values + i * w->vectors.columns,
               k * sizeof *rows->values);
    if (w->options->rows == CE_ROWS_UNIT)
        ce_rows_normalise(rows);
    else if (w->options->rows == CE_ROWS_PRINTED)
        scale_as_printed(rows);
    return CE_OK;
}

static int embed(const work *w, size_t k, size_t repeat, ce_partition *partition, ce_error *err)
{
    const ce_spectral_members_options *o = w->options;
    ce_embedding_options kmeans = {.k = k,
                                   .start = CE_START_DRAWN,
                                   .restarts = o->restarts,
                                   .iterations = o->iterations,
                                   .seed = o->seed,
                                   .stream = repeat,
                                   .any_length = o->rows != CE_ROWS_UNIT};
    ce_matrix rows = {0};
    int rc = take_rows(w, k, &rows, err);

    if (!rc)
        rc = ce_embedding_cluster(&rows, NULL, &kmeans, partition, err);
    ce_matrix_free(&rows);
    return rc;
}

static int group(const work *w, size_t k, ce_partition *partition, ce_error *err)
{
    int rc = ce_partition_alloc(partition, w->affinity.n, err);

    if (!rc && k == 1)
        memset(partition->labels, 0, partition->n * sizeof *partition->labels);
    else if (!rc)
        rc = ce_laplacian_group(&w->laplacian, NULL, k, partition->labels, err);
    return rc ? rc : ce_labels_renumber(partition->labels, partition->n, &partition->k, err);
}

static int run_member(void *state, size_t q, ce_error *err)
{
    const work *w = state;
    size_t k = (size_t)w->options->k[q % w->options->k_count];
    ce_partition partition = {0};
    int rc = is_grouped(w, k) ? group(w, k, &partition, err)
                              : embed(w, k, q / w->options->k_count, &partition, err);

    if (!rc) {
        memcpy(ce_labels_column(w->labels, q), partition.labels,
               partition.n * sizeof *partition.labels);
        w->labels->k[q] = partition.k;
        w->report->k[q] = (size_t)partition.k;
    }
    ce_partition_free(&partition);
    return rc;
}

static int check(const ce_matrix *x, const ce_spectral_members_options *o, ce_error *err)
{
    if (!o->k_count)
        return ce_fail(err, CE_EARG, "spectral clustering without a number of clusters");
    for (size_t q = 0; q < o->k_count; q++) {
        if (o->k[q] < 1)
            return ce_fail(err, CE_EARG, "spectral clustering into %d clusters", o->k[q]);
        if ((size_t)o->k[q] > x->rows)
            return ce_fail(err, CE_EINPUT, "%d clusters asked for, but " CE_ONLY, o->k[q],
                           CE_ONLY_OF(x->rows, "object"));
    }
    return CE_OK;
}

static int make_members(work *w, const ce_matrix *x, const ce_progress *progress, ce_error *err)
{
    const ce_spectral_members_options *o = w->options;
    size_t members = o->k_count * repeats_of(o);
    int rc;

    if ((rc = ce_labels_alloc(w->labels, x->rows, members, err)))
        return rc;
    w->report->k = ce_calloc(members, sizeof *w->report->k, err);
    if (o->modularity)
        w->report->nm = ce_calloc(members, sizeof *w->report->nm, err);
    if (!w->report->k || (o->modularity && !w->report->nm))
        return CE_ENOMEM;
    rc = build_graph(w, x, err);
    if (!rc)
        rc = find_vectors(w, err);
    if (!rc)
        rc = ce_each(members, ce_threads(), run_member, w, progress, err);
    if (!rc && o->modularity)
        rc = ce_normalized_modularity(&w->affinity, w->labels, o->form, w->report->nm, err);
    return rc;
}

int ce_generate_spectral(const ce_matrix *x, const ce_spectral_members_options *options,
                         ce_labels *labels, ce_spectral_members_report *report,
                         const ce_progress *progress, ce_error *err)
{
    work w = {.options = options, .labels = labels, .report = report};
    int rc = check(x, options, err);

    if (!rc)
        rc = make_members(&w, x, progress, err);
    ce_similarity_free(&w.affinity);
    ce_laplacian_free(&w.laplacian);
    ce_matrix_free(&w.vectors);
    if (rc) {
        ce_labels_free(labels);
        ce_spectral_members_report_free(report);
    }
    return rc;
}
