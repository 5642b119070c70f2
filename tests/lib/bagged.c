/*
 * bagged against its definition: the same samples and runs of k-means, then distances, nearest
 * centres and the sizes of centres written out, and the linkage of a matrix.
 *
 *   bagged random    random data; each linkage, with and without a least size
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "consensus/registry.h"
#include "core/random.h"
#include "kmeans/kmeans.h"
#include "partition/linkage/linkage.h"

enum { MOST_N = 80, D = 2, MEMBERS = 5, BASE_K = 6, MOST_CENTRES = MEMBERS * BASE_K };

static const char *const linkages[] = {"single", "complete", "average", "ward"};

static double distance(const double *a, const double *b)
{
    double squares = 0;

    for (size_t s = 0; s < D; s++)
        squares += (a[s] - b[s]) * (a[s] - b[s]);
    return sqrt(squares);
}

static int32_t nearest(const double *x, double centre[][D], size_t count)
{
    int32_t best = 0;

    for (size_t c = 1; c < count; c++)
        if (distance(x, centre[c]) < distance(x, centre[best]))
            best = (int32_t)c;
    return best;
}

/* The centres of one sample, of drawn rows that stand together with their numbers as weights. */
static size_t sample(const ce_matrix *x, uint64_t seed, size_t q, double centre[][D])
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_CONSENSUS, q, &err);
    double times[MOST_N] = {0}, weight[MOST_N];
    ce_matrix drawn = {0};
    ce_kmeans_data *data = NULL;
    ce_kmeans_result result = {0};
    const ce_kmeans_options how = {.k = BASE_K};
    size_t rows = 0;

    for (size_t i = 0; i < x->rows; i++)
        times[ce_random_below(rng, x->rows)]++;
    must(!ce_matrix_alloc(&drawn, x->rows, D, &err), "memory");
    for (size_t i = 0; i < x->rows; i++)
        if (times[i] > 0) {
            memcpy(drawn.values + rows * D, x->values + i * D, D * sizeof(double));
            weight[rows++] = times[i];
        }
    drawn.rows = rows;
    must(!ce_kmeans_prepare(&data, &drawn, weight, &err), "prepared");
    must(!ce_kmeans(data, &how, rng, 1, &result, &err), "k-means");
    rows = result.k;
    memcpy(centre, result.centres, rows * D * sizeof(double));
    ce_kmeans_free(&result);
    ce_kmeans_data_free(data);
    ce_matrix_free(&drawn);
    gsl_rng_free(rng);
    return rows;
}

/* The labels of the definition. Returns 0 where no centre is left for k clusters. */
static int define(const ce_matrix *x, uint64_t seed, int linkage, int least, size_t k,
                  int32_t *label)
{
    double centre[MOST_CENTRES][D];
    size_t count = 0, kept = 0;
    int size[MOST_CENTRES] = {0};
    ce_similarity far = {0};
    ce_dendrogram tree = {0};
    ce_partition p = {0};
    ce_error err = {0};

    for (size_t q = 0; q < MEMBERS; q++)
        count += sample(x, seed, q, centre + count);
    for (size_t i = 0; i < x->rows; i++)
        size[nearest(x->values + i * D, centre, count)]++;
    for (size_t c = 0; c < count; c++)
        if (size[c] >= least)
            memmove(centre[kept++], centre[c], sizeof centre[c]);
    if (kept < k)
        return 0;
    must(!ce_similarity_alloc_dense(&far, kept, "x", "x", &err), "memory");
    for (size_t a = 0; a < kept; a++)
        for (size_t b = a; b < kept; b++)
            far.values[ce_packed_index(kept, a, b)] = distance(centre[a], centre[b]);
    must(!ce_linkage(&far, 1, NULL, (ce_linkage_method)linkage, &tree, &err), err.text);
    must(!ce_dendrogram_cut(&tree, k, &p, &err), "cut");
    for (size_t i = 0; i < x->rows; i++)
        label[i] = p.labels[nearest(x->values + i * D, centre, kept)];
    ce_similarity_free(&far);
    ce_dendrogram_free(&tree);
    ce_partition_free(&p);
    return 1;
}

static int run(const ce_matrix *x, uint64_t seed, int linkage, int least, int k,
               ce_data_result *result)
{
    const ce_method *method = ce_method_find("bagged");
    ce_settings settings = {0};
    ce_report report = {0};
    ce_error err = {0};
    const ce_data_run call = {.method = method, .settings = &settings, .x = x, .k = &k, .count = 1,
                              .seed = seed, .report = &report};
    char members[16], base_k[16], text[16];
    int rc = ce_settings_init(&settings, &method->about.options, NULL, &err);

    snprintf(members, sizeof members, "%d", MEMBERS);
    snprintf(base_k, sizeof base_k, "%d", BASE_K);
    snprintf(text, sizeof text, "%d", least);
    rc = rc ? rc : ce_settings_set(&settings, "members", members, &err);
    rc = rc ? rc : ce_settings_set(&settings, "base-k", base_k, &err);
    rc = rc ? rc : ce_settings_set(&settings, "linkage", linkages[linkage], &err);
    rc = rc ? rc : ce_settings_set(&settings, "min-size", text, &err);
    rc = rc ? rc : ce_settings_set(&settings, "raw", NULL, &err);
    must(!rc, err.text);
    rc = ce_consensus_of_data(&call, result, &err);
    must(!rc || rc == CE_EINPUT, err.text);
    ce_settings_free(&settings);
    ce_report_free(&report);
    return !rc;
}

/* A base clustering puts each object to the nearest centre of its sample. */
static void check_member(const ce_matrix *x, uint64_t seed, size_t q, const int32_t *label)
{
    double centre[BASE_K][D];
    size_t count = sample(x, seed, q, centre);

    for (size_t i = 0; i < x->rows; i++)
        for (size_t j = 0; j < i; j++)
            must((nearest(x->values + i * D, centre, count) ==
                  nearest(x->values + j * D, centre, count)) == (label[i] == label[j]),
                 "base clusterings by the centres of their samples");
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 1, &err);
    size_t same = 0, refused = 0, fewer = 0;

    must(argc == 2 && !strcmp(argv[1], "random"), "one argument: random");
    for (size_t t = 0; t < 160; t++) {
        int linkage = (int)(t % 4), least = t / 4 % 2 ? 1 + (int)ce_random_below(rng, 6) : 0, ours;
        int k = 1 + (int)ce_random_below(rng, 8);
        int32_t label[MOST_N];
        ce_matrix x = {0};
        ce_data_result result = {0};
        must(!ce_matrix_alloc(&x, 8 + ce_random_below(rng, MOST_N - 8), D, &err), "memory");
        /* a coarse grid, so that objects repeat and centres are equally near */
        for (size_t i = 0; i < x.rows * D; i++)
            x.values[i] = t % 3 ? gsl_rng_uniform(rng) : (double)ce_random_below(rng, 4);
        ours = run(&x, t, linkage, least, k, &result);
        must(ours == define(&x, t, linkage, least, (size_t)k, label), "refused where it must be");
        for (size_t i = 0; i < x.rows && ours; i++)
            for (size_t j = 0; j < i; j++)
                must((label[i] == label[j]) ==
                         (result.labels.labels[i] == result.labels.labels[j]),
                     "the clusters of the definition");
        same += (size_t)ours;
        refused += !ours;
        fewer += ours && result.labels.k[0] < k;
        for (size_t q = 0; q < MEMBERS && ours; q++)
            check_member(&x, t, q, ce_labels_column(&result.members, q));
        must(!ours || (result.members.m == MEMBERS && result.used[0] == MEMBERS), "members");
        ce_data_result_free(&result);
        ce_matrix_free(&x);
    }
    printf("%zu results, fewer clusters in some: %s; some refused: %s\n", same,
           fewer ? "yes" : "no", refused ? "yes" : "no");
    gsl_rng_free(rng);
    return 0;
}
