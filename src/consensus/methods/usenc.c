/*
 * U-SENC: ultra-scalable ensemble clustering [usenc2020], and the cut that it ends with.
 *
 * 1. Standardise the features, unless raw.
 * 2. Make spectral clusterings by representatives (generate/uspec.h), each with representatives of
 *    its own and a number of clusters drawn from a range.
 * 3. Cut the bipartite graph of objects and clusters into k parts (partition/graph/transfer_cut.h).
 *    Each object has one cluster in each base clustering, so the graph of clusters is the table of
 *    how many objects two clusters share, and the degree of a cluster is its size [sec. 3.2.3].
 *
 * tcut is step 3 for any base clusterings.
 */
#include <stdio.h>
#include <stdlib.h>

#include "consensus/from_data.h"
#include "consensus/transfer.h"
#include "core/memory.h"
#include "generate/uspec_option_rows.h"

static int run_tcut(const ce_run *run, ce_partition *result, ce_error *err)
{
    return ce_transfer_run_incidence(run, result, err);
}

static const ce_option tcut_rows[] = {
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "3", offsetof(ce_transfer_run_options, restarts),
     NULL, "random starts of k-means; the best is kept"},
    CE_ROW_OBJECTS(ce_transfer_run_options, objects),
};

const ce_method ce_method_tcut = {
    .about = {.name = "tcut",
              .family = "graph partitioning",
              .summary = "transfer cut of the bipartite graph of objects and clusters",
              .about = "The normalised cut of the graph that joins each object to its clusters. "
                       "It is solved on the clusters, of which there are few, and so takes any "
                       "number of objects; U-SENC ends with it.",
              .reference = "usenc2020",
              .page = "clens-usenc",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(tcut_rows, ce_transfer_run_options)},
    .run = run_tcut,
};

/* ---- from data ---- */

typedef struct {
    int members, representatives, neighbours, exact, distance, iterations, raw;
    ce_int_list base_k;
} usenc_options;

#define FIELD(name) offsetof(usenc_options, name)

/* Clusters of base clusterings, unless they are given. */
enum { LEAST_K = 20, MOST_K = 60 };

static const ce_option rows[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e6, NULL, "20", FIELD(members), NULL, "base clusterings"},
    {0, "base-k", CE_LIST, "K", 1, 65535, NULL, NULL, FIELD(base_k), NULL,
     "the numbers of clusters from which base clusterings draw; default: 20..60, fewer for fewer "
     "than 240 objects or fewer rows that differ"},
    CE_ROW_USPEC_REPRESENTATIVES(usenc_options),
    CE_ROW_USPEC_NEIGHBOURS(usenc_options),
    CE_ROW_USPEC_EXACT(usenc_options),
    CE_ROW_USPEC_DISTANCE(usenc_options),
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "4", FIELD(iterations), NULL,
     "largest number of iterations of the last k-means of each base clustering"},
    CE_ROW_RAW(usenc_options, raw),
};

static int name_members(const ce_uspec_member *member, size_t members, ce_data_result *result,
                        ce_error *err)
{
    char text[64];

    result->name = ce_calloc(members, sizeof *result->name, err);
    if (!result->name)
        return CE_ENOMEM;
    for (size_t q = 0; q < members; q++) {
        snprintf(text, sizeof text, "uspec.k%zu.r%zu", member[q].asked, q + 1);
        result->name[q] = ce_strdup(text, err);
        if (!result->name[q])
            return CE_ENOMEM;
    }
    return CE_OK;
}

/* The numbers of clusters unless they are given: 20..60, but at least 8 objects for each cluster of
 * the least and 4 of the most, and no more than representatives, where their number is given (else
 * 0). Returns how many. k: room for MOST_K. */
static size_t default_k(size_t n, size_t representatives, int *k)
{
    size_t first = n / 8 < LEAST_K ? n / 8 : LEAST_K, last = n / 4 < MOST_K ? n / 4 : MOST_K,
           count = 0;

    first = first < 2 ? 2 : first;
    if (representatives && last > representatives)
        last = representatives;
    if (first > last && last >= 2)
        first = last;
    do
        k[count++] = (int)first;
    while (first++ < last);
    return count;
}

/* The same for x. Where the rows that differ are fewer than the most clusters, they count as the
 * objects: a member has no more clusters than representatives that differ. */
static int default_k_of(const ce_numbers *x, const usenc_options *o, int *k, size_t *count,
                        ce_error *err)
{
    uint64_t seen[MOST_K];
    double *row = ce_alloc(x->columns, sizeof *row, err);
    size_t distinct;

    if (!row)
        return CE_ENOMEM;
    *count = default_k(x->rows, (size_t)o->representatives, k);
    distinct =
        ce_uspec_distinct(x, (ce_uspec_distance)o->distance, (size_t)k[*count - 1], seen, row);
    if (distinct < (size_t)k[*count - 1])
        *count = default_k(distinct, (size_t)o->representatives, k);
    free(row);
    return CE_OK;
}

static int generate(const ce_data_run *run, const ce_numbers *x, ce_data_result *result,
                    ce_error *err)
{
    const usenc_options *o = run->settings->values;
    int range[MOST_K];
    ce_uspec_options how = {
        .k = o->base_k.count ? o->base_k.value : range,
        .k_count = o->base_k.count,
        .draw = 1,
        .members = (size_t)o->members,
        .representatives = (size_t)o->representatives,
        .neighbours = (size_t)o->neighbours,
        .distance = (ce_uspec_distance)o->distance,
        .exact = o->exact,
        .restarts = 1,
        .iterations = (size_t)o->iterations,
        .seed = run->seed,
    };
    ce_uspec_member *member = ce_calloc(how.members, sizeof *member, err);
    int rc = member ? CE_OK : CE_ENOMEM;

    if (!rc && !how.k_count)
        rc = default_k_of(x, o, range, &how.k_count, err);
    if (!rc)
        rc = ce_uspec(x, &how, &result->members, member, run->progress, err);
    if (!rc)
        rc = name_members(member, how.members, result, err);
    free(member);
    return rc;
}

static int run_usenc(const ce_data_run *run, ce_data_result *result, ce_error *err)
{
    const usenc_options *o = run->settings->values;
    ce_transfer_run_options cut = {.restarts = 3};
    const ce_settings settings = {.values = &cut};
    ce_from_data_view view = {0};
    int rc = ce_from_data_look(run, o->raw, &view, err);

    if (!rc)
        rc = generate(run, &view.x, result, err);
    ce_from_data_view_free(&view);
    for (size_t c = 0; c < run->count && !rc; c++) {
        result->used[c] = result->members.m;
        rc = ce_from_data_consensus(run, &result->members, NULL, &ce_method_tcut, &settings, c,
                                    result, err);
    }
    return rc;
}

const ce_method ce_method_usenc = {
    .about = {.name = "usenc",
              .family = "from data",
              .summary = "U-SENC: spectral clusterings by representatives, then tcut",
              .about = "Makes spectral clusterings of 20 to 60 clusters by means of a few "
                       "representatives of the objects, and cuts the graph of objects and their "
                       "clusters. For clusters of any shape in millions of objects.",
              .reference = "usenc2020",
              .page = "clens-usenc",
              .reads = CE_READS_DATA,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_MEMBERS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, usenc_options)},
    .run_data = run_usenc,
    .takes_single = 1,
    .takes_tiny = 1,
};
