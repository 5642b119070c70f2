/*
 * Bagged clustering [leisch1999].
 *
 * 1. For each of `members` bootstrap samples, n objects drawn with replacement, k-means finds
 *    `base_k` centres, or as many as the sample has different objects.
 * 2. With min_size, centres that are the nearest of all for fewer objects are left out.
 * 3. Hierarchical clustering of the centres by their Euclidean distances is cut into k branches:
 *    by Ward's method, or as in the paper by average linkage.
 * 4. An object goes to the branch of its nearest centre.
 *
 * So clusters need not be round, and what one start of k-means misses is in the other samples. All
 * k share the centres and the tree. The base clusterings that it reports put each object to the
 * nearest centre of one sample. A branch that is nobody's nearest leaves fewer than k clusters. See
 * doc/readings.md, leisch1999.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/from_data.h"
#include "core/dendrogram.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "kmeans/kmeans.h"
#include "partition/linkage/linkage.h"

typedef struct {
    int members, base_k, min_size, linkage, raw;
} bagged_options;

static const ce_option rows[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e6, NULL, "20", offsetof(bagged_options, members), NULL,
     "number of bootstrap samples"},
    {0, "base-k", CE_INTEGER, "K", 1, INT32_MAX, NULL, "20", offsetof(bagged_options, base_k),
     NULL, "centres of k-means in each sample"},
    {0, "linkage", CE_CHOICE, "METHOD", 0, 0, CE_LINKAGE_METHOD_NAMES, "ward",
     offsetof(bagged_options, linkage), NULL, "hierarchical clustering of the centres"},
    {0, "min-size", CE_INTEGER, "N", 0, INT32_MAX, NULL, "0", offsetof(bagged_options, min_size),
     NULL, "leave out centres that are the nearest of all for fewer objects"},
    CE_ROW_RAW(bagged_options, raw),
};

/* The centres of one sample. */
typedef struct {
    double *centre; /* owned; k x d */
    size_t k;
} sample;

typedef struct {
    ce_matrix x;     /* owned: the features */
    sample *samples; /* owned; members */
    size_t members;
    ce_matrix all;   /* owned: the centres of all samples that are kept */
    int32_t *branch; /* owned; n: the nearest of them */
    ce_dendrogram tree;
} bag;

static void bag_free(bag *b)
{
    for (size_t q = 0; q < b->members && b->samples; q++)
        free(b->samples[q].centre);
    free(b->samples);
    ce_matrix_free(&b->x);
    ce_matrix_free(&b->all);
    free(b->branch);
    ce_dendrogram_free(&b->tree);
}

/* The rows that were drawn, each once, and how often. */
static int draw(const ce_matrix *x, gsl_rng *rng, ce_matrix *drawn, double *times, ce_error *err)
{
    size_t n = x->rows, found = 0;
    int rc;

    for (size_t i = 0; i < n; i++)
        times[i] = 0;
    for (size_t i = 0; i < n; i++)
        times[ce_random_below(rng, n)]++;
    for (size_t i = 0; i < n; i++)
        found += times[i] > 0;
    rc = ce_matrix_alloc(drawn, found, x->columns, err);
    found = 0;
    for (size_t i = 0; i < n && !rc; i++)
        if (times[i] > 0) {
            memcpy(drawn->values + found * x->columns, x->values + i * x->columns,
                   x->columns * sizeof *x->values);
            times[found++] = times[i];
        }
    return rc;
}

static int find_centres(const ce_matrix *drawn, const double *times, size_t k, gsl_rng *rng,
                        sample *s, ce_error *err)
{
    const ce_kmeans_options how = {.k = k};
    ce_kmeans_data *data = NULL;
    ce_kmeans_result result = {0};
    int rc = ce_kmeans_prepare(&data, drawn, times, err);

    if (!rc)
        rc = ce_kmeans(data, &how, rng, 1, &result, err);
    if (!rc) {
        s->centre = result.centres;
        s->k = result.k;
        result.centres = NULL;
    }
    ce_kmeans_free(&result);
    ce_kmeans_data_free(data);
    return rc;
}

static int make_sample(const bag *b, size_t k, uint64_t seed, size_t q, ce_error *err)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_CONSENSUS, q, err);
    double *times = ce_alloc(b->x.rows, sizeof *times, err);
    ce_matrix drawn = {0};
    int rc = rng && times ? draw(&b->x, rng, &drawn, times, err) : CE_ENOMEM;

    if (!rc)
        rc = find_centres(&drawn, times, k, rng, &b->samples[q], err);
    ce_matrix_free(&drawn);
    free(times);
    gsl_rng_free(rng);
    return rc;
}

/* Step 1, samples side by side. */
static int make_samples(bag *b, const ce_data_run *run, ce_error *err)
{
    const bagged_options *o = run->settings->values;
    size_t done = 0;
    int rc = CE_OK;

    b->members = (size_t)o->members;
    b->samples = ce_calloc(b->members, sizeof *b->samples, err);
    if (!b->samples)
        return CE_ENOMEM;
#pragma omp parallel for schedule(dynamic)
    for (size_t q = 0; q < b->members; q++) {
        ce_error own = {0};
        int failed = make_sample(b, (size_t)o->base_k, run->seed, q, &own);
#pragma omp critical(ce_bagged)
        {
            if (failed && !rc) {
                rc = failed;
                *err = own;
            }
            ce_progress_report(run->progress, ++done, b->members);
        }
    }
    return rc;
}

/* Those of all samples in one matrix; number: of each one the number that it had, or NULL. */
static int gather(bag *b, ce_error *err)
{
    size_t d = b->x.columns, count = 0;
    int rc;

    for (size_t q = 0; q < b->members; q++)
        count += b->samples[q].k;
    rc = ce_matrix_alloc(&b->all, count, d, err);
    count = 0;
    for (size_t q = 0; q < b->members && !rc; q++) {
        memcpy(b->all.values + count * d, b->samples[q].centre,
               b->samples[q].k * d * sizeof *b->all.values);
        count += b->samples[q].k;
    }
    b->branch = ce_alloc(b->x.rows, sizeof *b->branch, err);
    if (!b->branch)
        return CE_ENOMEM;
    return rc ? rc : ce_kmeans_assign(&b->x, b->all.values, count, b->branch, err);
}

static int largest_first(const void *a, const void *b)
{
    const int *left = a, *right = b;
    return (*left < *right) - (*left > *right);
}

static int too_few(int k, size_t centres, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "bagged: k = %d, but " CE_ONLY, k,
                   CE_ONLY_OF(centres, "centre"));
}

/* The error where step 2 leaves fewer than k centres. size: the objects of each of count centres,
 * whose order is lost. */
static int too_few_left(int *size, size_t count, size_t kept, int k, int least, ce_error *err)
{
    if (count < (size_t)k)
        return too_few(k, count, err);
    qsort(size, count, sizeof *size, largest_first);
    return ce_fail(err, CE_EINPUT,
                   "bagged: --min-size %d leaves %zu of %zu centres for k = %d: "
                   "%d is the largest size that leaves enough",
                   least, kept, count, k, size[k - 1]);
}

static int largest_k(const ce_data_run *run)
{
    int k = run->k[0];

    for (size_t v = 1; v < run->count; v++)
        k = run->k[v] > k ? run->k[v] : k;
    return k;
}

/* Step 2. k: the most clusters that the centres are for. */
static int leave_out(bag *b, int least, int k, ce_error *err)
{
    size_t d = b->all.columns, count = b->all.rows, kept = 0;
    int *size = ce_calloc(count, sizeof *size, err);
    int rc = CE_OK;

    if (!size)
        return CE_ENOMEM;
    for (size_t i = 0; i < b->x.rows; i++)
        size[b->branch[i]]++;
    for (size_t c = 0; c < count; c++)
        if (size[c] >= least) {
            memmove(b->all.values + kept * d, b->all.values + c * d, d * sizeof *b->all.values);
            kept++;
        }
    b->all.rows = kept;
    if (kept < (size_t)k)
        rc = too_few_left(size, count, kept, k, least, err);
    free(size);
    return rc ? rc : ce_kmeans_assign(&b->x, b->all.values, kept, b->branch, err);
}

/* Steps 3 and 4 for k number v. */
static int cut(const bag *b, const ce_data_run *run, size_t v, ce_data_result *result,
               ce_error *err)
{
    int32_t *label = ce_labels_column(&result->labels, v);
    ce_partition p = {0};
    int rc;

    if ((size_t)run->k[v] > b->all.rows)
        return too_few(run->k[v], b->all.rows, err);
    rc = ce_dendrogram_cut(&b->tree, (size_t)run->k[v], &p, err);
    for (size_t i = 0; i < b->x.rows && !rc; i++)
        label[i] = p.labels[b->branch[i]];
    if (!rc)
        rc = ce_labels_renumber(label, b->x.rows, &result->labels.k[v], err);
    result->first[v] = 0;
    result->used[v] = b->members;
    ce_partition_free(&p);
    return rc;
}

static int hand_over(const bag *b, ce_data_result *result, ce_error *err)
{
    ce_labels *members = &result->members;
    char text[64];
    int rc = ce_labels_alloc(members, b->x.rows, b->members, err);

    result->name = ce_calloc(b->members, sizeof *result->name, err);
    if (!result->name)
        return CE_ENOMEM;
    for (size_t q = 0; q < b->members && !rc; q++) {
        int32_t *label = ce_labels_column(members, q);
        snprintf(text, sizeof text, "kmeans.k%zu.r%zu", b->samples[q].k, q + 1);
        result->name[q] = ce_strdup(text, err);
        rc = result->name[q] ? ce_kmeans_assign(&b->x, b->samples[q].centre, b->samples[q].k,
                                                label, err)
                             : CE_ENOMEM;
        if (!rc)
            rc = ce_labels_renumber(label, b->x.rows, &members->k[q], err);
    }
    return rc;
}

static int run_bagged(const ce_data_run *run, ce_data_result *result, ce_error *err)
{
    const bagged_options *o = run->settings->values;
    bag b = {0};
    int rc = ce_from_data_features(run, o->raw, &b.x, err);

    if (!rc)
        rc = make_samples(&b, run, err);
    if (!rc)
        rc = gather(&b, err);
    if (!rc && o->min_size > 0)
        rc = leave_out(&b, o->min_size, largest_k(run), err);
    if (!rc)
        rc = ce_linkage_points(&b.all, (ce_linkage_method)o->linkage, NULL, &b.tree, err);
    for (size_t v = 0; v < run->count && !rc; v++)
        rc = cut(&b, run, v, result, err);
    if (!rc)
        rc = hand_over(&b, result, err);
    bag_free(&b);
    return rc;
}

const ce_method ce_method_bagged = {
    .about = {.name = "bagged",
              .family = "from data",
              .summary = "bagged clustering: linkage of the k-means centres of bootstrap samples",
              .about = "K-means finds centres in samples that are drawn with replacement. "
                       "Hierarchical clustering groups the centres of all samples, and an object "
                       "goes to the group of its nearest centre. Quick, and clusters need not be "
                       "round.",
              .reference = "leisch1999",
              .page = "clens-bagged",
              .reads = CE_READS_DATA,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_MEMBERS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, bagged_options)},
    .run_data = run_bagged,
};
