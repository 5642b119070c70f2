#include "consensus/ensemble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

struct ce_cached {
    ce_cached *next;
    const ce_product *product;
    void *key, *value;
    ce_messages messages;
    size_t call; /* the last one that asked for it */
};

/* ---- the rows ---- */

/* row[]: the rows with at least one label, ascending. Returns their number. */
static size_t find_labelled(const ce_labels *labels, int32_t *row)
{
    size_t count = 0;

    for (size_t i = 0; i < labels->n; i++) {
        size_t q = 0;
        while (q < labels->m && ce_labels_column(labels, q)[i] < 0)
            q++;
        row[count] = (int32_t)i;
        count += q < labels->m;
    }
    return count;
}

static int keep_labelled(ce_ensemble *ensemble, size_t count, ce_error *err)
{
    const ce_labels *all = ensemble->labels;
    int rc = ce_labels_alloc(&ensemble->some, count, all->m, err);

    if (!rc && ensemble->weight) {
        ensemble->some_weight = ce_alloc(count, sizeof *ensemble->some_weight, err);
        rc = ensemble->some_weight ? CE_OK : CE_ENOMEM;
    }
    if (rc)
        return rc;
    for (size_t q = 0; q < all->m; q++) {
        ensemble->some.k[q] = all->k[q];
        for (size_t i = 0; i < count; i++)
            ce_labels_column(&ensemble->some, q)[i] = ce_labels_column(all, q)[ensemble->row[i]];
    }
    for (size_t i = 0; ensemble->weight && i < count; i++)
        ensemble->some_weight[i] = ensemble->weight[ensemble->row[i]];
    ensemble->labels = &ensemble->some;
    ensemble->weight = ensemble->some_weight;
    return CE_OK;
}

int ce_ensemble_init(ce_ensemble *ensemble, const ce_labels *labels, const double *weight,
                     ce_error *err)
{
    size_t count;
    int rc = CE_OK;

    *ensemble = (ce_ensemble){
        .n = labels->n, .all = labels, .all_weight = weight, .labels = labels, .weight = weight};
    ensemble->row = ce_alloc(labels->n, sizeof *ensemble->row, err);
    if (!ensemble->row)
        return CE_ENOMEM;
    count = find_labelled(labels, ensemble->row);
    if (count == 0)
        rc = ce_fail(err, CE_EINPUT, "all labels are missing");
    else if (count < labels->n)
        rc = keep_labelled(ensemble, count, err);
    if (rc) {
        ce_ensemble_free(ensemble);
    } else if (count == labels->n) {
        free(ensemble->row);
        ensemble->row = NULL;
    }
    return rc;
}

void ce_ensemble_free(ce_ensemble *ensemble)
{
    ce_ensemble_forget(ensemble);
    ce_labels_free(&ensemble->some);
    free(ensemble->some_weight);
    free(ensemble->row);
    *ensemble = (ce_ensemble){0};
}

size_t ce_ensemble_row(const ce_ensemble *ensemble, size_t i)
{
    return ensemble->row ? (size_t)ensemble->row[i] : i;
}

int ce_ensemble_spread(const ce_ensemble *ensemble, const ce_partition *some,
                       ce_partition *result, ce_error *err)
{
    int rc = ce_partition_alloc(result, ensemble->n, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < ensemble->n; i++)
        result->labels[i] = CE_MISSING;
    for (size_t i = 0; i < some->n; i++)
        result->labels[ensemble->row[i]] = some->labels[i];
    result->k = some->k;
    return CE_OK;
}

const char *ce_ensemble_name(const ce_ensemble *ensemble, size_t q, char text[32])
{
    if (ensemble->beside.name)
        return ensemble->beside.name[q];
    snprintf(text, 32, "%zu", q + 1);
    return text;
}

/* ---- the cache ---- */

static void cached_free(ce_cached *entry)
{
    if (entry->value)
        entry->product->free(entry->value);
    free(entry->value);
    free(entry->key);
    ce_messages_free(&entry->messages);
    free(entry);
}

void ce_ensemble_forget(ce_ensemble *ensemble)
{
    while (ensemble->cached) {
        ce_cached *next = ensemble->cached->next;
        cached_free(ensemble->cached);
        ensemble->cached = next;
    }
}

static ce_cached *find_cached(const ce_ensemble *ensemble, const ce_product *product,
                              const void *key)
{
    ce_cached *entry = ensemble->cached;

    while (entry &&
           (entry->product != product || memcmp(entry->key, key, product->key_size) != 0))
        entry = entry->next;
    return entry;
}

/* A new entry, computed. The caller puts it into the list afterwards: while it is computed, the
 * products that it needs are added to the list themselves. */
static int make_cached(ce_ensemble *ensemble, const ce_product *product, const void *key,
                       ce_cached **out, ce_error *err)
{
    ce_cached *entry = ce_calloc(1, sizeof *entry, err);
    int rc;

    if (!entry)
        return CE_ENOMEM;
    entry->product = product;
    entry->key = ce_calloc(1, product->key_size ? product->key_size : 1, err);
    entry->value = ce_calloc(1, product->size, err);
    rc = entry->key && entry->value ? CE_OK : CE_ENOMEM;
    if (!rc) {
        memcpy(entry->key, key, product->key_size);
        rc = product->build(ensemble, key, entry->value, &entry->messages, err);
    }
    if (rc)
        cached_free(entry);
    else
        *out = entry;
    return rc;
}

int ce_ensemble_get(ce_ensemble *ensemble, const ce_product *product, const void *key,
                    const void **out, ce_messages *messages, ce_error *err)
{
    ce_cached *entry = find_cached(ensemble, product, key);

    if (!entry) {
        int rc = make_cached(ensemble, product, key, &entry, err);
        if (rc)
            return rc;
        entry->next = ensemble->cached;
        ensemble->cached = entry;
    }
    entry->call = ensemble->call;
    for (size_t i = 0; i < entry->messages.count; i++)
        ce_tell(messages, entry->messages.message[i].level, "%s", entry->messages.message[i].text);
    *out = entry->value;
    return CE_OK;
}

int ce_ensemble_room(ce_ensemble *ensemble, size_t rows, size_t columns, size_t wanted,
                     size_t needed, const char *what, const char *instead, ce_error *err)
{
    ce_error ignored = {0};

    if (ce_memory_check(rows, columns, wanted, what, instead, &ignored))
        for (ce_cached **at = &ensemble->cached; *at;) {
            ce_cached *entry = *at;
            if (!entry->product->large || entry->call == ensemble->call) {
                at = &entry->next;
                continue;
            }
            *at = entry->next;
            cached_free(entry);
        }
    return ce_memory_check(rows, columns, needed, what, instead, err);
}

/* ---- products of the ensemble itself ---- */

typedef struct {
    uint64_t objects;
} rows_key;

static int build_micro(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                       ce_error *err)
{
    const rows_key *k = key;

    (void)messages;
    if (k->objects)
        return ce_microclusters_trivial(value, ensemble->labels, ensemble->weight, err);
    return ce_microclusters_build(value, ensemble->labels, ensemble->weight, err);
}

static void free_micro(void *value)
{
    ce_microclusters_free(value);
}

static const ce_product micro_product = {sizeof(ce_microclusters), sizeof(rows_key), build_micro,
                                         free_micro, 0};

int ce_ensemble_micro(ce_ensemble *ensemble, int objects, const ce_microclusters **out,
                      ce_error *err)
{
    const rows_key key = {objects != 0};
    const void *value;
    int rc = ce_ensemble_get(ensemble, &micro_product, &key, &value, NULL, err);

    if (!rc)
        *out = value;
    return rc;
}

static int build_clusters(ce_ensemble *ensemble, const void *key, void *value,
                          ce_messages *messages, ce_error *err)
{
    const rows_key *k = key;
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);

    (void)messages;
    return rc ? rc : ce_clusters_list(value, micro, err);
}

static void free_clusters(void *value)
{
    ce_clusters_free(value);
}

static const ce_product clusters_product = {sizeof(ce_clusters), sizeof(rows_key), build_clusters,
                                            free_clusters, 0};

int ce_ensemble_clusters(ce_ensemble *ensemble, int objects, const ce_clusters **out,
                         ce_error *err)
{
    const rows_key key = {objects != 0};
    const void *value;
    int rc = ce_ensemble_get(ensemble, &clusters_product, &key, &value, NULL, err);

    if (!rc)
        *out = value;
    return rc;
}

static int build_soft(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                      ce_error *err)
{
    const rows_key *k = key;

    (void)messages;
    return ce_membership_rows_build(value, ensemble->membership, ensemble->row,
                                    ensemble->labels->n, ensemble->weight, (int)k->objects, err);
}

static void free_soft(void *value)
{
    ce_membership_rows_free(value);
}

static const ce_product soft_product = {sizeof(ce_membership_rows), sizeof(rows_key), build_soft,
                                        free_soft, 0};

int ce_ensemble_soft(ce_ensemble *ensemble, int objects, const ce_membership_rows **out,
                     ce_error *err)
{
    const rows_key key = {objects != 0};
    const void *value;
    int rc = ce_ensemble_get(ensemble, &soft_product, &key, &value, NULL, err);

    if (!rc)
        *out = value;
    return rc;
}

/* ---- checks and sources ---- */

static int refuse_groups(const ce_ensemble *ensemble, const char *method, size_t k, size_t groups,
                         ce_error *err)
{
    const char *evidence = ensemble->evidence ? ensemble->evidence : "the base clusterings";

    if (groups == 1)
        return ce_fail(err, CE_EINPUT, "%s: k = %zu, but %s tell no objects apart", method, k,
                       evidence);
    return ce_fail(err, CE_EINPUT, "%s: k = %zu, but %s tell only %zu groups of objects apart",
                   method, k, evidence, groups);
}

int ce_ensemble_check_objects(const ce_ensemble *ensemble, const char *method, size_t k,
                              ce_error *err)
{
    size_t n = ensemble->labels->n;

    if (k <= n)
        return CE_OK;
    if (ensemble->weight) /* its rows are groups of objects */
        return refuse_groups(ensemble, method, k, n, err);
    return ce_fail(err, CE_EINPUT, "%s: k = %zu, but " CE_ONLY "%s", method, k,
                   CE_ONLY_OF(n, "object"), ensemble->row ? " with labels" : "");
}

int ce_ensemble_check_groups(const ce_ensemble *ensemble, const char *method, size_t k,
                             size_t groups, ce_error *err)
{
    int rc = ce_ensemble_check_objects(ensemble, method, k, err);

    return rc || k <= groups ? rc : refuse_groups(ensemble, method, k, groups, err);
}

int ce_ensemble_check_k(ce_ensemble *ensemble, const char *method, size_t k, int objects,
                        ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, objects, &micro, err);

    return rc ? rc : ce_ensemble_check_groups(ensemble, method, k, micro->count, err);
}

int ce_ensemble_check_clusters(const ce_clusters *clusters, const char *method, size_t k,
                               ce_error *err)
{
    if (k <= clusters->count)
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "%s: k = %zu, but the base clusterings have only %zu clusters",
                   method, k, clusters->count);
}

int ce_ensemble_label_source(ce_ensemble *ensemble, const char *method, size_t k, int objects,
                             ce_row_source *source, const int32_t **of, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, objects, &micro, err);

    if (!rc)
        rc = ce_ensemble_check_groups(ensemble, method, k, micro->count, err);
    if (rc)
        return rc;
    *of = micro->of;
    return ce_row_source_labels(source, micro, err);
}

int ce_ensemble_source(ce_ensemble *ensemble, const char *method, size_t k, int objects, int unit,
                       ce_row_source *source, const int32_t **of, ce_error *err)
{
    const ce_membership_rows *soft;
    int rc;

    if (!ensemble->membership)
        return ce_ensemble_label_source(ensemble, method, k, objects, source, of, err);
    rc = ce_ensemble_soft(ensemble, objects, &soft, err);
    if (!rc)
        rc = ce_ensemble_check_groups(ensemble, method, k, soft->count, err);
    if (rc)
        return rc;
    ce_row_source_membership(source, soft, unit);
    *of = soft->of;
    return CE_OK;
}
