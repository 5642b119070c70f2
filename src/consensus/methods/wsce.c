/*
 * WSCE: weighted spectral cluster ensemble [wsce2015 Algorithm 3].
 *
 * 1. Standardise the features, unless raw. Where components are asked for, map them to principal
 *    components (Algorithm 1).
 * 2. Make spectral clusterings of l = 2 .. k + 2 clusters, at most n - 1, by TKSC (Algorithm 2,
 *    generate/spectral_members.h).
 * 3. Weigh each by its normalized modularity on the graph of nearest neighbours (eq. 25,
 *    score/modularity.h).
 * 4. Cut the average linkage of the weighted co-association matrix (eq. 28, 29) into k clusters.
 *
 * Some formulas cannot be meant as printed (doc/readings.md, wsce2015 1 to 18). The option printed
 * takes those of TKSC as printed. It leaves the modularity alone: as printed that gives negative
 * weights. Missing values are left out of distances (similarity/neighbour_graph.h).
 *
 * Several k share the search for neighbours and one eigenproblem, that of the largest k. Linkage
 * runs on microclusters; so few base clusterings make few of them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "consensus/from_data.h"
#include "core/distinct_rows.h"
#include "core/memory.h"
#include "generate/spectral_members.h"
#include "linalg/pca.h"

typedef struct {
    int raw, neighbours, dense, unweighted, printed, iterations;
    double sigma;
    ce_share components;
} wsce_options;

static const ce_option rows[] = {
    {0, "components", CE_SHARE, "D", 0, 0, NULL, NULL, offsetof(wsce_options, components), NULL,
     "principal components that replace the features: a number, or with a point a share such as "
     "0.2"},
    {0, "neighbours", CE_INTEGER, "N", 1, INT32_MAX, NULL, "10",
     offsetof(wsce_options, neighbours), "!dense",
     "links of an object that are kept: its nearest ones"},
    {0, "dense", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(wsce_options, dense), NULL,
     "the graph of all pairs, not of nearest neighbours"},
    {0, "sigma", CE_REAL, "S", 0, 1e300, NULL, "0", offsetof(wsce_options, sigma), NULL,
     "width of the affinity; 0: for each object the mean distance to its neighbours"},
    {0, "unweighted", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(wsce_options, unweighted), NULL,
     "every base clustering counts the same"},
    {0, "printed", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(wsce_options, printed), NULL,
     "use the formulas as printed"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "200", offsetof(wsce_options, iterations),
     NULL, "largest number of steps of k-means"},
    CE_ROW_RAW(wsce_options, raw),
};

static int check(const ce_settings *settings, unsigned given, ce_error *err)
{
    const wsce_options *o = settings->values;

    if (o->unweighted && (given & CE_WANTS_WEIGHTS))
        return ce_fail(err, CE_EARG,
                       CE_OPT("unweighted") " and " CE_OPT("base-weights") " do not go together");
    if (o->printed && !(o->sigma > 0))
        return ce_fail(err, CE_EARG,
                       CE_OPT("printed") " needs " CE_OPT("sigma") " S above 0: the affinity as "
                       "printed has no width of its own");
    return CE_OK;
}

/* Algorithm 1 with d = components, at most the number of objects: further coordinates are 0. */
static int map(ce_matrix *x, size_t components, ce_error *err)
{
    size_t most = x->rows < x->columns ? x->rows : x->columns;
    ce_matrix mapped = {0};
    ce_pca pca = {0};
    int rc;

    if (ce_matrix_has_missing(x))
        return ce_fail(err, CE_EINPUT,
                       "wsce: values are missing, and components need complete data: impute the "
                       "values, or no " CE_OPT("components"));
    rc = ce_pca_fit(&pca, x, NULL, components < most ? components : most, err);
    if (!rc)
        rc = ce_pca_apply(&pca, x, &mapped, err);
    if (!rc) {
        ce_matrix_free(x);
        *x = mapped;
    }
    ce_pca_free(&pca);
    return rc;
}

static int map_to_components(const ce_data_run *run, ce_matrix *y, ce_error *err)
{
    const wsce_options *o = run->settings->values;
    size_t features = run->x->columns, components = ce_share_count(&o->components, features);

    if (components > features)
        return ce_fail(err, CE_EINPUT, "wsce: %zu features, " CE_OPT("components") " %zu", features,
                       components);
    return map(y, components, err);
}

/* l = 2 .. the largest k + 2, at most n - 1. The caller frees. */
static int numbers_of_clusters(size_t n, const int *k, size_t count, int **l, size_t *members,
                               ce_error *err)
{
    int largest = 0;

    for (size_t c = 0; c < count; c++)
        largest = k[c] > largest ? k[c] : largest;
    if (n < 3)
        return ce_fail(
            err, CE_EINPUT,
            "wsce: %zu object%s, at least 3 expected: base clusterings have 2 to n - 1 clusters", n,
            n == 1 ? "" : "s");
    *members = (size_t)largest + 2 < n ? (size_t)largest + 1 : n - 2;
    *l = ce_alloc(*members, sizeof **l, err);
    if (!*l)
        return CE_ENOMEM;
    for (size_t q = 0; q < *members; q++)
        (*l)[q] = (int)q + 2;
    return CE_OK;
}

static int name_members(ce_data_result *result, const int *l, size_t members, ce_error *err)
{
    char text[32];

    result->name = ce_calloc(members, sizeof *result->name, err);
    if (!result->name)
        return CE_ENOMEM;
    for (size_t q = 0; q < members; q++) {
        snprintf(text, sizeof text, "tksc.k%d", l[q]);
        result->name[q] = ce_strdup(text, err);
        if (!result->name[q])
            return CE_ENOMEM;
    }
    return CE_OK;
}

/* The base clusterings and their weights. */
static int generate(const ce_data_run *run, const ce_matrix *x, const int *l, size_t members,
                    ce_data_result *result, ce_error *err)
{
    const wsce_options *o = run->settings->values;
    const ce_spectral_members_options tksc = {
        .k = l,
        .k_count = members,
        .neighbours = (size_t)o->neighbours,
        .dense = o->dense,
        .kernel = o->printed ? CE_AFFINITY_PRINTED : CE_AFFINITY_GAUSSIAN,
        .sigma = o->sigma,
        .laplacian = o->printed ? CE_LAPLACIAN_PRINTED : CE_LAPLACIAN_NORMALIZED,
        .rows = o->printed ? CE_ROWS_PRINTED : CE_ROWS_UNIT,
        .iterations = (size_t)o->iterations,
        .modularity = !o->unweighted,
        .form = CE_MODULARITY_EDGES,
        .seed = run->seed,
    };
    ce_spectral_members_report report = {0};
    int rc = ce_generate_spectral(x, &tksc, &result->members, &report, run->progress, err);

    result->weight = report.nm;
    report.nm = NULL;
    if (!rc && report.components + report.isolated > 2)
        ce_tell(&run->report->messages, CE_NOTE,
                "wsce: the graph of neighbours falls into %zu parts: base clusterings of fewer "
                "clusters join the smallest",
                report.components + report.isolated);
    ce_spectral_members_report_free(&report);
    return rc;
}

static void tell_weights(const ce_data_run *run, const ce_data_result *result)
{
    for (size_t q = 0; result->weight && q < result->members.m; q++)
        ce_tell(&run->report->messages, CE_DETAIL, "wsce: %s: %d clusters, weight %.6g",
                result->name[q], result->members.k[q], result->weight[q]);
}

/* Equal rows can have different neighbours, and more clusters than rows differ part them. */
static int tell_parted(const ce_data_run *run, const ce_data_result *result, ce_error *err)
{
    size_t distinct, parted;
    int rc = ce_distinct_rows_parted(run->x, &result->labels, &distinct, &parted, err);

    if (!rc && parted)
        ce_tell(&run->report->messages, CE_NOTE,
                "wsce: %zu distinct rows: equal rows are in several clusters in %zu of %zu results",
                distinct, parted, run->count);
    return rc;
}

static int run_wsce(const ce_data_run *run, ce_data_result *result, ce_error *err)
{
    const wsce_options *o = run->settings->values;
    ce_matrix y = {0};
    size_t members = 0;
    int *l = NULL;
    int rc = numbers_of_clusters(run->x->rows, run->k, run->count, &l, &members, err);

    if (!rc)
        rc = ce_from_data_features(run, o->raw, &y, err);
    if (!rc && o->components.value > 0)
        rc = map_to_components(run, &y, err);
    if (!rc)
        rc = generate(run, &y, l, members, result, err);
    if (!rc)
        rc = name_members(result, l, members, err);
    for (size_t c = 0; c < run->count && !rc; c++) {
        ce_labels own = result->members; /* those of up to k + 2 clusters */
        size_t most = (size_t)run->k[c] + 1;
        own.m = most < members ? most : members;
        result->used[c] = own.m;
        rc = ce_from_data_average_linkage(run, &own, o->unweighted ? NULL : result->weight, c,
                                          result, err);
    }
    if (!rc)
        rc = tell_parted(run, result, err);
    if (!rc)
        tell_weights(run, result);
    free(l);
    ce_matrix_free(&y);
    return rc;
}

const ce_method ce_method_wsce = {
    .about = {.name = "wsce",
              .family = "from data",
              .summary = "spectral clusterings of 2 to k + 2 clusters, then weac-nm",
              .about = "Spectral clusterings of 2 to k + 2 clusters are made on the graph of "
                       "nearest neighbours and weighted by how well they follow it. Average "
                       "linkage of their co-association is cut into k clusters.",
              .reference = "wsce2015",
              .page = "clens-wsce",
              .reads = CE_READS_DATA,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_MEMBERS | CE_REPORTS_WEIGHTS,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, wsce_options)},
    .run_data = run_wsce,
    .check = check,
    .takes_missing = 1,
};
