/*
 * WSCE (card S2): weighted spectral cluster ensemble [wsce2015 Algorithm 3]. Features are
 * standardised and, where components are asked for, mapped to principal components (Algorithm 1);
 * TKSC makes spectral clusterings of l = 2 .. k + 2 clusters (Algorithm 2); each weighs as its
 * normalized modularity on the graph of nearest neighbours says (eq. 25); average linkage of the
 * weighted co-association (eq. 28, 29) is cut into k.
 *
 * Readings, where the formulas cannot be meant as printed: the mapping by all components is a
 * rotation, which changes no distance, so it is left out; l goes up to k + 2 as in the text, and
 * not beyond n - 1; weights are those of the base clustering, as the two indices of eq. 29 fall
 * into one. For those of TKSC and of the modularity see spectral_members.h and modularity.h; the
 * modularity as printed leaves [0, 1] and gives weights far below 0, which no mean of them can use,
 * so it is not among what `printed` does. Values that are missing are left out of distances
 * (neighbour_graph.h).
 *
 * Several k share the search for neighbours and the eigenproblem of the largest. Linkage runs on
 * microclusters, of which so few base clusterings make few.
 */
#include "consensus/systems.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "generate/spectral_members.h"
#include "linalg/pca.h"

/* Algorithm 1 with d = components; beyond the number of objects all further coordinates are 0. */
static int map(ce_matrix *x, size_t components, ce_error *err)
{
    size_t most = x->rows < x->columns ? x->rows : x->columns;
    ce_matrix mapped = {0};
    ce_pca pca = {0};
    int rc;

    if (ce_matrix_has_missing(x))
        return ce_fail(err, CE_EINPUT,
                       "wsce: values are missing, and components need complete data: ce-prepare "
                       "impute, or no --components");
    if (!(rc = ce_pca_fit(&pca, x, components < most ? components : most, err)) &&
        !(rc = ce_pca_apply(&pca, x, &mapped, err))) {
        ce_matrix_free(x);
        *x = mapped;
    }
    ce_pca_free(&pca);
    return rc;
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
    if (!(*l = ce_alloc(*members, sizeof **l, err)))
        return CE_ENOMEM;
    for (size_t q = 0; q < *members; q++)
        (*l)[q] = (int)q + 2;
    return CE_OK;
}

static int name_members(ce_system_result *result, const int *l, size_t members, ce_error *err)
{
    char text[32];

    if (!(result->name = ce_calloc(members, sizeof *result->name, err)))
        return CE_ENOMEM;
    for (size_t q = 0; q < members; q++) {
        snprintf(text, sizeof text, "tksc.k%d", l[q]);
        if (!(result->name[q] = ce_strdup(text, err)))
            return CE_ENOMEM;
    }
    return CE_OK;
}

/* The base clusterings and their weights. */
static int generate(const ce_matrix *x, const ce_system_options *options, const int *l,
                    size_t members, ce_system_result *result, const ce_progress *progress,
                    ce_error *err)
{
    const ce_spectral_members_options tksc = {
        .k = l,
        .k_count = members,
        .neighbours = options->neighbours,
        .dense = options->dense,
        .kernel = options->printed ? CE_AFFINITY_PRINTED : CE_AFFINITY_GAUSSIAN,
        .sigma = options->sigma,
        .laplacian = options->printed ? CE_LAPLACIAN_PRINTED : CE_LAPLACIAN_NORMALIZED,
        .rows = options->printed ? CE_ROWS_PRINTED : CE_ROWS_UNIT,
        .iterations = options->iterations,
        .modularity = !options->unweighted,
        .form = CE_MODULARITY_EDGES,
        .seed = options->seed,
    };
    ce_spectral_members_report report = {0};
    int rc = ce_generate_spectral(x, &tksc, &result->members, &report, progress, err);

    result->components = report.components;
    result->isolated = report.isolated;
    result->weight = report.nm;
    report.nm = NULL;
    ce_spectral_members_report_free(&report);
    return rc;
}

int ce_system_wsce(const ce_matrix *x, const ce_system_options *options, const int *k, size_t count,
                   ce_system_result *result, const ce_progress *progress, ce_error *err)
{
    ce_matrix y = {0};
    size_t members = 0;
    int *l = NULL, rc;

    if (!(rc = numbers_of_clusters(x->rows, k, count, &l, &members, err)) &&
        !(rc = ce_system_features("wsce", x, options->raw, &y, &result->constant, err)) &&
        !(rc = options->components ? map(&y, options->components, err) : CE_OK) &&
        !(rc = generate(&y, options, l, members, result, progress, err)))
        rc = name_members(result, l, members, err);
    for (size_t c = 0; c < count && !rc; c++) {
        ce_labels own = result->members; /* those of up to k + 2 clusters */
        own.m = result->used[c] = (size_t)k[c] + 1 < members ? (size_t)k[c] + 1 : members;
        rc = ce_system_average_linkage("wsce", &own, options->unweighted ? NULL : result->weight,
                                       (size_t)k[c], result, c, err);
    }
    free(l);
    ce_matrix_free(&y);
    return rc;
}
