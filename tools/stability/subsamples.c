/* Options of nouns that cluster subsamples, as what the library takes. */
#include "subsamples.h"

#include <stdlib.h>

#include "core/memory.h"

/* Of k, where -k does not say. */
enum { FIRST_K = 2, LAST_K = 10 };

void subsamples_check(const stability_call *call, const subsample_options *o)
{
    const ce_int_list *k = &call->tool->common.k;

    if (o->distance != CE_DISTANCE_EUCLIDEAN &&
        (o->by == CE_SUBSAMPLE_KMEANS || o->by == CE_SUBSAMPLE_WARD ||
         subsamples_want_kmeans(call->cli)))
        ce_cli_usage(call->cli,
                     "%s takes Euclidean distances (ce-prepare unit --center: of "
                     "profiles of one length)",
                     o->by == CE_SUBSAMPLE_WARD ? "Ward's linkage" : "k-means");
    for (size_t i = 0; i < k->count; i++)
        if (k->value[i] < 2)
            ce_cli_usage(call->cli, "%s: k = %d, 2 or more expected", call->cli->noun[0],
                         k->value[i]);
}

int subsamples_want_kmeans(const ce_cli *cli)
{
    return ce_cli_given(cli, "init") || ce_cli_given(cli, "restarts") ||
           ce_cli_given(cli, "iterations") || ce_cli_given(cli, "algorithm");
}

/* So many of `total` things, all where the share was not given. */
static int count_of(const ce_cli *cli, const char *what, const ce_share *share, size_t total,
                    const char *path, size_t *count, ce_error *err)
{
    *count = share->value > 0 ? ce_share_count(share, total) : total;
    if (share->is_fraction && share->value < 1 && *count == total && total > 1)
        ce_cli_note(cli, "%s: --%s %g of %zu, rounded up, are all", ce_path_name(path), what,
                    share->value, total);
    return *count <= total ? CE_OK
                           : ce_fail(err, CE_EINPUT, "%s: %zu %s, --%s %zu", ce_path_name(path),
                                     total, what, what, *count);
}

static int choose_k(const stability_call *call, const char *path, ce_subsample_options *found,
                    int **k, ce_error *err)
{
    const ce_int_list *given = &call->tool->common.k;
    size_t objects = found->objects, last = objects < LAST_K ? objects : LAST_K;

    if (!given->count && last < FIRST_K)
        return ce_fail(err, CE_EINPUT, "%s: %zu object%s in a subsample, 2 expected at least",
                       ce_path_name(path), objects, objects == 1 ? "" : "s");
    for (size_t g = 0; g < given->count; g++)
        if ((size_t)given->value[g] > objects)
            return ce_fail(err, CE_EINPUT, "%s: %zu object%s in a subsample, k = %d",
                           ce_path_name(path), objects, objects == 1 ? "" : "s", given->value[g]);
    found->k_count = given->count ? given->count : last - FIRST_K + 1;
    found->k = *k = ce_alloc(found->k_count, sizeof **k, err);
    if (!*k)
        return CE_ENOMEM;
    for (size_t g = 0; g < found->k_count; g++)
        (*k)[g] = given->count ? given->value[g] : FIRST_K + (int)g;
    stability_sort_k(*k, found->k_count);
    return CE_OK;
}

/* --by auto; options of k-means ask for k-means, a matrix for average linkage. */
static ce_subsample_how choose_how(const stability_call *call, const subsample_options *o,
                                   const char *path, size_t n, size_t d, size_t features)
{
    ce_subsample_how how = (ce_subsample_how)o->by;

    if (how != CE_SUBSAMPLE_AUTO)
        return how;
    if (!d || o->distance != CE_DISTANCE_EUCLIDEAN)
        return CE_SUBSAMPLE_AVERAGE;
    if (subsamples_want_kmeans(call->cli))
        return CE_SUBSAMPLE_KMEANS;
    how = ce_subsample_auto(n, features);
    if (how == CE_SUBSAMPLE_WARD)
        ce_cli_note(call->cli,
                    "%s: %zu features of %zu objects: subsamples are clustered by Ward's linkage "
                    "(--by)",
                    ce_path_name(path), features, n);
    return how;
}

int subsamples_find(const stability_call *call, const subsample_options *o, const char *path,
                    size_t n, size_t d, ce_subsample_options *found, int **k, ce_error *err)
{
    int rc;

    *found = (ce_subsample_options){.members = (size_t)o->members,
                                    .seed = call->tool->common.seed,
                                    .distance = (ce_subsample_distance)o->distance,
                                    .init = (ce_kmeans_init)o->init,
                                    .restarts = (size_t)o->restarts,
                                    .iterations = (size_t)o->iterations,
                                    .algorithm = (ce_kmeans_algorithm)o->algorithm};
    rc = count_of(call->cli, "objects", &o->objects, n, path, &found->objects, err);
    if (!rc)
        rc = count_of(call->cli, "features", &o->features, d, path, &found->features, err);
    if (!rc)
        rc = choose_k(call, path, found, k, err);
    if (!rc)
        found->by = choose_how(call, o, path, n, d, found->features);
    return rc;
}

int subsamples_tell_few(const ce_cli *cli, const char *path, const ce_subsample_options *found,
                        const size_t *few, ce_error *err)
{
    stability_k_list list;
    size_t sum = 0;

    if (stability_k_alloc(&list, found->k_count, err))
        return CE_ENOMEM;
    for (size_t g = 0; g < found->k_count; g++)
        if (few[g]) {
            list.k[list.count++] = found->k[g];
            sum += few[g];
        }
    if (sum)
        ce_cli_note(cli, "%s: too few rows differ for k = %s: %s in %zu of %zu base clusterings",
                    ce_path_name(path), stability_k_text(&list),
                    found->by == CE_SUBSAMPLE_KMEANS ? "fewer clusters than asked for"
                                                     : "equal rows are in several clusters",
                    sum, found->k_count * found->members);
    free(list.k);
    return CE_OK;
}
