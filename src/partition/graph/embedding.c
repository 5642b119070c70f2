#include "partition/graph/embedding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "kmeans/kmeans.h"

enum {
    ITERATIONS = 200,
    THREAD_WORK = 1 << 20 /* products of a step of k-means from which on threads are used */
};

/* Cosines, and sums of them, that are closer than this count as equal: they differ by rounding. */
#define COSINE_TIE 1e-9

static double dot(const double *a, const double *b, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += a[s] * b[s];
    return sum;
}

void ce_rows_normalise(ce_matrix *rows)
{
    for (size_t i = 0; i < rows->rows; i++) {
        double *row = rows->values + i * rows->columns, length = sqrt(dot(row, row, rows->columns));
        for (size_t s = 0; s < rows->columns && length > 0; s++)
            row[s] /= length;
    }
}

/* Centres of ORTHOGONAL. unit: rows of length 1; row `first` is chosen first. rows: the same rows
 * with the values that the centres get. start: k x d. cosine: room for `candidates` numbers. */
static void orthogonal_start(const ce_matrix *unit, const ce_matrix *rows, size_t candidates,
                             size_t k, size_t first, double *cosine, double *start)
{
    size_t d = rows->columns, next = first;

    memset(cosine, 0, candidates * sizeof *cosine);
    for (size_t l = 0;;) {
        double least = HUGE_VAL;
        memcpy(start + l * d, rows->values + next * d, d * sizeof *start);
        if (++l == k)
            return;
        for (size_t i = 0; i < candidates; i++) {
            cosine[i] += fabs(dot(unit->values + i * d, unit->values + next * d, d));
            least = fmin(least, cosine[i]);
        }
        for (next = 0; cosine[next] > least + COSINE_TIE;)
            next++;
    }
}

/* The same on rows of any length. A row of zeros has the cosine 0 to every other. */
static int orthogonal_start_any(const ce_matrix *rows, size_t candidates, size_t k, size_t first,
                                double *cosine, double *start, ce_error *err)
{
    ce_matrix unit = {0};
    int rc = ce_matrix_alloc(&unit, candidates, rows->columns, err);

    if (rc)
        return rc;
    memcpy(unit.values, rows->values, candidates * rows->columns * sizeof *unit.values);
    ce_rows_normalise(&unit);
    orthogonal_start(&unit, rows, candidates, k, first, cosine, start);
    ce_matrix_free(&unit);
    return CE_OK;
}

/* Centres of FARTHEST. On rows of length 1 the farthest row is the one of least cosine. start: k x
 * d. nearest: room for `candidates` numbers. */
static void farthest_start(const ce_matrix *rows, size_t candidates, size_t k, double *nearest,
                           double *start)
{
    size_t d = rows->columns, next = 0;

    for (size_t i = 0; i < candidates; i++)
        nearest[i] = -HUGE_VAL;
    for (size_t l = 0; l < k; l++) {
        double least = HUGE_VAL;
        memcpy(start + l * d, rows->values + next * d, d * sizeof *start);
        for (size_t i = 0; i < candidates; i++) {
            nearest[i] = fmax(nearest[i], dot(rows->values + i * d, start + l * d, d));
            least = fmin(least, nearest[i]);
        }
        for (next = 0; nearest[next] > least + COSINE_TIE;)
            next++;
    }
}

/* The centres of the first run, unless k-means++ chooses them. room: `candidates` numbers. */
static int choose_start(const ce_matrix *rows, size_t candidates,
                        const ce_embedding_options *options, gsl_rng *rng, double *room,
                        double *start, ce_error *err)
{
    size_t first = options->start == CE_START_DRAWN ? ce_random_below(rng, candidates) : 0;

    if (options->start == CE_START_FARTHEST)
        farthest_start(rows, candidates, options->k, room, start);
    else if (options->start != CE_START_PLUSPLUS && options->any_length)
        return orthogonal_start_any(rows, candidates, options->k, first, room, start, err);
    else if (options->start != CE_START_PLUSPLUS)
        orthogonal_start(rows, rows, candidates, options->k, first, room, start);
    return CE_OK;
}

/* k-means on the rows that take part. labels: rows->rows. *found: clusters. 1 <= candidates. */
static int cluster_rows(const ce_matrix *rows, const double *weight, size_t candidates,
                        const ce_embedding_options *options, int32_t *labels, size_t *found,
                        ce_error *err)
{
    size_t k = options->k, restarts = options->start == CE_START_FARTHEST || !options->restarts
                                          ? 1
                                          : options->restarts;
    double *start = ce_alloc(k * rows->columns, sizeof *start, err),
           *room = ce_alloc(candidates, sizeof *room, err);
    gsl_rng *rng = ce_random_alloc(options->seed, CE_STREAM_PARTITION, options->stream, err);
    ce_kmeans_options run = {.k = k,
                             .init = CE_INIT_GIVEN,
                             .restarts = 1,
                             .start = start,
                             .max_iterations =
                                 options->iterations ? options->iterations : ITERATIONS};
    ce_kmeans_result first = {0}, again = {0};
    const ce_kmeans_result *best = &first;
    ce_kmeans_data *data = NULL;
    int threads = rows->rows * rows->columns * k < THREAD_WORK ? 1 : ce_threads();
    int rc = start && room && rng ? ce_kmeans_prepare(&data, rows, weight, err) : CE_ENOMEM;

    if (!rc)
        rc = choose_start(rows, candidates, options, rng, room, start, err);
    if (options->start == CE_START_PLUSPLUS) {
        run.init = CE_INIT_PLUSPLUS;
        run.restarts = restarts;
    }
    if (!rc)
        rc = ce_kmeans(data, &run, rng, threads, &first, err);
    if (!rc && run.init == CE_INIT_GIVEN && restarts > 1) {
        run.init = CE_INIT_PLUSPLUS;
        run.restarts = restarts - 1;
        rc = ce_kmeans(data, &run, rng, threads, &again, err);
        if (!rc && (again.k > first.k || (again.k == first.k && again.inertia < first.inertia)))
            best = &again;
    }
    if (rc)
        goto done;
    memcpy(labels, best->labels, rows->rows * sizeof *labels);
    *found = best->k;
done:
    free(start);
    free(room);
    gsl_rng_free(rng);
    ce_kmeans_free(&first);
    ce_kmeans_free(&again);
    ce_kmeans_data_free(data);
    return rc;
}

/* used: the rows that take part, moved together: all with any_length, else those that are not zero.
 * used_weight: their weights. place[i]: where row i went, -1 for one that takes no part.
 * *candidates: becomes how many of the first *candidates rows take part. */
static int take_used(const ce_matrix *rows, const double *weight, int any_length, ce_matrix *used,
                     double *used_weight, int32_t *place, size_t *candidates, ce_error *err)
{
    size_t d = rows->columns, count = 0, first = 0;
    int rc;

    for (size_t i = 0; i < rows->rows; i++) {
        int is_zero = !any_length && !(dot(rows->values + i * d, rows->values + i * d, d) > 0);
        place[i] = is_zero ? -1 : (int32_t)count++;
        first += !is_zero && i < *candidates;
    }
    *candidates = first;
    rc = ce_matrix_alloc(used, count, d, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < rows->rows; i++)
        if (place[i] >= 0) {
            memcpy(used->values + (size_t)place[i] * d, rows->values + i * d,
                   d * sizeof *rows->values);
            used_weight[place[i]] = weight ? weight[i] : 1;
        }
    return CE_OK;
}

/* The cluster of the zero rows: their own if there are fewer than k others, else the heaviest. */
static int32_t cluster_of_zeros(const ce_matrix *used, const double *weight, const int32_t *labels,
                                size_t found, size_t k, double *sum)
{
    size_t heaviest = 0;

    if (found < k)
        return (int32_t)found;
    memset(sum, 0, found * sizeof *sum);
    for (size_t i = 0; i < used->rows; i++)
        sum[labels[i]] += weight[i];
    for (size_t l = 1; l < found; l++)
        if (sum[l] > sum[heaviest])
            heaviest = l;
    return (int32_t)heaviest;
}

int ce_embedding_cluster(const ce_matrix *rows, const double *weight,
                         const ce_embedding_options *options, ce_partition *partition,
                         ce_error *err)
{
    size_t n = rows->rows, k = options->k,
           candidates = options->candidates ? options->candidates : n, found = 0;
    ce_matrix used = {0};
    double *used_weight = ce_alloc(n, sizeof *used_weight, err),
           *sum = ce_alloc(k, sizeof *sum, err);
    int32_t *place = ce_alloc(n, sizeof *place, err), *labels = ce_alloc(n, sizeof *labels, err),
            zeros;
    int rc =
        used_weight && sum && place && labels ? ce_partition_alloc(partition, n, err) : CE_ENOMEM;

    if (!rc)
        rc = take_used(rows, weight, options->any_length, &used, used_weight, place, &candidates,
                       err);
    if (!rc && used.rows)
        rc = cluster_rows(&used, used_weight, candidates ? candidates : used.rows, options, labels,
                          &found, err);
    if (!rc) {
        zeros = cluster_of_zeros(&used, used_weight, labels, found, k, sum);
        for (size_t i = 0; i < n; i++)
            partition->labels[i] = place[i] < 0 ? zeros : labels[place[i]];
        rc = ce_labels_renumber(partition->labels, n, &partition->k, err);
    }
    ce_matrix_free(&used);
    free(used_weight);
    free(sum);
    free(place);
    free(labels);
    if (rc)
        ce_partition_free(partition);
    return rc;
}
