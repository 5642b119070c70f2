/*
 * smi: evidence accumulation by a diverse part of the ensemble (doc/readings.md, romano2014 3).
 *
 * 1. Compute the mean standardised mutual information of each base clustering with the others
 *    [romano2014].
 * 2. Of the base clusterings that have one, keep the share `keep` for which it is least.
 * 3. Cut the average linkage of their co-association matrix into k clusters.
 */
#include <math.h>
#include <stdlib.h>

#include "consensus/pairs.h"
#include "core/memory.h"
#include "score/agreement.h"
#include "score/choose.h"

typedef struct {
    ce_tree_options tree;
    double keep;
} smi_options;

static const ce_option rows[] = {
    {0, "keep", CE_REAL, "S", 1e-9, 1, NULL, "0.5", offsetof(smi_options, keep), NULL,
     "share of the base clusterings that is kept: those that agree least with the others"},
    CE_ROW_OBJECTS(smi_options, tree.objects),
};

/* The base clusterings that are kept, as an ensemble of their own. */
typedef struct {
    ce_labels labels;
    ce_ensemble ensemble;
} diverse;

typedef struct {
    double keep;
} diverse_key;

/* The columns to keep, ascending; *count of them. */
static int choose(ce_ensemble *ensemble, double keep, size_t **kept, size_t *count, ce_error *err)
{
    size_t m = ensemble->labels->m;
    double *mean = ce_alloc(m, sizeof *mean, err);
    int rc = mean ? ce_smi_mean_with_others(ensemble->labels, ensemble->weight, mean,
                                            ensemble->progress, err)
                  : CE_ENOMEM;

    if (!rc) {
        size_t valued = 0;
        for (size_t q = 0; q < m; q++)
            valued += !isnan(mean[q]);
        *count = ce_choose_share(keep, valued ? valued : m);
        *kept = ce_alloc(*count, sizeof **kept, err);
        rc = *kept ? ce_choose_best(mean, m, *count, 1, *kept, err) : CE_ENOMEM;
    }
    free(mean);
    return rc;
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const diverse_key *k = key;
    const ce_labels *all = ensemble->labels;
    diverse *out = value;
    size_t *kept = NULL, count;
    int rc = choose(ensemble, k->keep, &kept, &count, err);

    if (!rc)
        rc = ce_labels_alloc(&out->labels, all->n, count, err);
    for (size_t c = 0; c < count && !rc; c++) {
        out->labels.k[c] = all->k[kept[c]];
        for (size_t i = 0; i < all->n; i++)
            ce_labels_column(&out->labels, c)[i] = ce_labels_column(all, kept[c])[i];
    }
    if (!rc)
        rc = ce_ensemble_init(&out->ensemble, &out->labels, ensemble->weight, err);
    if (!rc)
        ce_tell(messages, CE_DETAIL, "smi: %zu of %zu base clusterings kept", count, all->m);
    free(kept);
    return rc;
}

static void free_diverse(void *value)
{
    diverse *d = value;

    ce_ensemble_free(&d->ensemble);
    ce_labels_free(&d->labels);
}

static const ce_product product = {sizeof(diverse), sizeof(diverse_key), build, free_diverse, 1};

/* *inner: the same run on the base clusterings that are kept. The product is const for all who get
 * it; here it is changed, since it has a cache of its own. */
static int inner_run(const ce_run *run, ce_run *inner, ce_error *err)
{
    const smi_options *o = run->settings->values;
    const diverse_key key = {o->keep};
    const void *value;
    int rc = ce_ensemble_get(run->ensemble, &product, &key, &value, &run->report->messages, err);

    if (rc)
        return rc;
    *inner = *run;
    inner->ensemble = (ce_ensemble *)(uintptr_t) & ((const diverse *)value)->ensemble;
    inner->ensemble->progress = run->ensemble->progress;
    inner->ensemble->call++;
    return CE_OK;
}

/* A row gets no label where none of the kept base clusterings labels it. */
static int run_smi(const ce_run *run, ce_partition *result, ce_error *err)
{
    ce_partition some = {0};
    ce_run inner;
    int rc = inner_run(run, &inner, err);

    if (!rc)
        rc = ce_tree_run(&inner, inner.ensemble->row ? &some : result, err);
    if (!rc && inner.ensemble->row)
        rc = ce_ensemble_spread(inner.ensemble, &some, result, err);
    ce_partition_free(&some);
    return rc;
}

static int lifetime(const ce_run *run, size_t *k, ce_error *err)
{
    ce_run inner;
    int rc = inner_run(run, &inner, err);

    return rc ? rc : ce_tree_lifetime(&inner, k, err);
}

static const ce_tree_cut average = {&ce_pairs_ca, CE_LINKAGE_AVERAGE, ce_tree_plain_key, 0};

const ce_method ce_method_smi = {
    .about = {.name = "smi",
              .family = "evidence accumulation",
              .summary = "co-association of the base clusterings with the least SMI with the "
                         "others, average linkage",
              .about = "Keeps the diverse half of the ensemble: the base clusterings that agree "
                       "least with the others, corrected for chance. The dendrogram of their "
                       "co-association matrix is cut into k clusters.",
              .reference = "romano2014",
              .page = "clens-smi",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, smi_options)},
    .run = run_smi,
    .lifetime = lifetime,
    .own = &average,
};
