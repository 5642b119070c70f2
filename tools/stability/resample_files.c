/* What resample writes besides the indices of k: labels, base clusterings, and how sure they are.
 */
#include "resample.h"

#include <stdio.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/memory.h"

/* ---- the consensus ---- */

/* The consensus for group g: column g of the table. */
static int find_consensus(const resample_work *r, size_t g, ce_label_table *table, ce_error *err)
{
    const stability_group *group = &r->w.group[g];
    const ce_method *method = ce_method_find(r->o->function);
    ce_ensemble ensemble = {0};
    ce_settings settings = {0};
    ce_report report = {0};
    ce_partition result = {0};
    char name[80];
    int rc = ce_ensemble_init(&ensemble, &group->labels, NULL, err);

    if (!rc)
        rc = ce_settings_init(&settings, &method->about.options, NULL, err);
    if (!rc) {
        ce_run run = {.ensemble = &ensemble,
                      .method = method,
                      .settings = &settings,
                      .k = (size_t)group->k,
                      .seed = r->call->tool->common.seed,
                      .column = name,
                      .report = &report};
        snprintf(name, sizeof name, "%.60s.k%d", r->o->function, group->k);
        rc = ce_consensus(&run, &result, err);
    }
    if (!rc) {
        memcpy(ce_labels_column(&table->labels, g), result.labels,
               result.n * sizeof *result.labels);
        table->labels.k[g] = result.k;
        table->name[g] = ce_strdup(name, err);
        rc = table->name[g] ? CE_OK : CE_ENOMEM;
    }
    ce_partition_free(&result);
    ce_report_free(&report);
    ce_settings_free(&settings);
    ce_ensemble_free(&ensemble);
    return rc;
}

/* ---- files ---- */

static void write_clusters(const resample_work *r, size_t g, int32_t k, const ce_trust *t,
                           stability_rows *out)
{
    for (int32_t c = 0; c < k; c++) {
        ce_records_integer(&out->records, r->w.group[g].k);
        ce_records_integer(&out->records, c + 1);
        ce_records_integer(&out->records, (int64_t)t->size[c]);
        ce_records_real(&out->records, t->cluster[c]);
    }
}

static void write_cluster(stability_rows *out, int32_t label)
{
    if (label < 0)
        ce_records_text(&out->records, NULL);
    else
        ce_records_integer(&out->records, label + 1);
}

/* The cells k, object and cluster of object i. */
static void write_object(const resample_work *r, const ce_label_table *table, size_t g, size_t i,
                         stability_rows *out)
{
    ce_records_integer(&out->records, r->w.group[g].k);
    if (r->id.name)
        ce_records_text(&out->records, ce_text_column_get(&r->id, i));
    else
        ce_records_integer(&out->records, (int64_t)i + 1);
    write_cluster(out, ce_labels_column(&table->labels, g)[i]);
}

static void write_items(const resample_work *r, const ce_label_table *table, size_t g,
                        const ce_trust *t, stability_rows *out)
{
    for (size_t i = 0; i < r->n; i++) {
        write_object(r, table, g, i, out);
        ce_records_real(&out->records, t->own[i]);
        ce_records_real(&out->records, t->next[i]);
        write_cluster(out, t->nearest[i]);
    }
}

static void write_every(const resample_work *r, const ce_label_table *table, size_t g,
                        const ce_trust *t, stability_rows *out)
{
    size_t k = (size_t)table->labels.k[g];

    for (size_t i = 0; i < r->n; i++)
        for (size_t c = 0; c < k; c++) {
            write_object(r, table, g, i, out);
            ce_records_integer(&out->records, (int64_t)c + 1);
            ce_records_real(&out->records, t->every[i * k + c]);
        }
}

/* The files of clusters and items, one of which each is. */
enum { CLUSTERS, ITEMS, EVERY, FILES };

static int write_group(const resample_work *r, const ce_label_table *table, size_t g,
                       stability_rows *out, ce_error *err)
{
    const ce_partition partition = {table->labels.n, ce_labels_column(&table->labels, g),
                                    table->labels.k[g]};
    unsigned what = (out[CLUSTERS].output ? CE_TRUST_CLUSTERS : 0U) |
                    (out[ITEMS].output ? CE_TRUST_OBJECTS : 0U) |
                    (out[EVERY].output ? CE_TRUST_EVERY : 0U);
    ce_trust t = {0};
    int rc = ce_trust_find(&t, &r->w.group[g].labels, NULL, &partition, what, err);

    if (rc)
        return rc;
    if (out[CLUSTERS].output)
        write_clusters(r, g, partition.k, &t, &out[CLUSTERS]);
    if (out[ITEMS].output)
        write_items(r, table, g, &t, &out[ITEMS]);
    if (out[EVERY].output)
        write_every(r, table, g, &t, &out[EVERY]);
    ce_trust_free(&t);
    return CE_OK;
}

static int write_trust(const resample_work *r, const ce_label_table *table, ce_error *err)
{
    static const char *const column[FILES][6] = {
        [CLUSTERS] = {"k", "cluster", "size", "consensus"},
        [ITEMS] = {"k", "object", "cluster", "own", "next", "nearest"},
        [EVERY] = {"k", "object", "cluster", "with", "consensus"}};
    static const size_t columns[FILES] = {4, 6, 5};
    const char *const path[FILES] = {r->o->clusters, r->o->items, r->o->every};
    stability_rows out[FILES] = {{0}};
    int rc = CE_OK;

    for (int f = 0; f < FILES && !rc; f++)
        if (path[f])
            rc = stability_begin_file(r->call, path[f], &out[f], column[f], columns[f], err);
    for (size_t g = 0; g < r->w.groups && !rc; g++)
        rc = write_group(r, table, g, out, err);
    for (int f = 0; f < FILES; f++) {
        if (rc && out[f].output)
            ce_output_abandon(out[f].output);
        else if (out[f].output)
            rc = stability_end(&out[f], err);
    }
    return rc;
}

/* Lends the ids of the data to a table while it is written. */
static int write_labels(resample_work *r, ce_label_table *table, const char *path, ce_error *err)
{
    int rc;

    ce_text_column_move(&table->id, &r->id);
    rc = ce_cli_write_labels(r->call->cli, CE_LABELS_CSV, table, path, err);
    ce_text_column_move(&r->id, &table->id);
    return rc;
}

/* The base clusterings of all k, side by side, named kmeans.k3.r1 and so on. */
static int write_base(resample_work *r, ce_error *err)
{
    size_t n = r->n, members = r->how.members;
    ce_label_table table = {0};
    int rc = ce_label_table_alloc(&table, n, r->w.groups * members, err);

    for (size_t c = 0; c < r->w.groups * members && !rc; c++) {
        const stability_group *group = &r->w.group[c / members];
        char name[64];
        snprintf(name, sizeof name, "%s.k%d.r%zu", ce_subsample_name(r->how.by), group->k,
                 c % members + 1);
        memcpy(ce_labels_column(&table.labels, c), ce_labels_column(&group->labels, c % members),
               n * sizeof(int32_t));
        table.labels.k[c] = group->labels.k[c % members];
        table.name[c] = ce_strdup(name, err);
        rc = table.name[c] ? CE_OK : CE_ENOMEM;
    }
    if (!rc)
        rc = write_labels(r, &table, r->o->base, err);
    ce_label_table_free(&table);
    return rc;
}

static int write_consensus(resample_work *r, ce_error *err)
{
    ce_label_table table = {0};
    int rc = ce_label_table_alloc(&table, r->n, r->w.groups, err);

    for (size_t g = 0; g < r->w.groups && !rc; g++)
        rc = find_consensus(r, g, &table, err);
    if (!rc && (r->o->clusters || r->o->items || r->o->every))
        rc = write_trust(r, &table, err);
    if (!rc && r->o->labels)
        rc = write_labels(r, &table, r->o->labels, err);
    ce_label_table_free(&table);
    return rc;
}

int resample_write(resample_work *r, ce_error *err)
{
    const resample_options *o = r->o;
    int rc = o->base ? write_base(r, err) : CE_OK;

    if (!rc && (o->labels || o->clusters || o->items || o->every))
        rc = write_consensus(r, err);
    return rc;
}
