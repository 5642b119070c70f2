/* cluster, object: how far the base clusterings bear out a given partition. */
#include "stability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "score/element_centric.h"

typedef struct {
    const char *consensus, *every;
} trust_options;

/* The noun cluster has the first only. */
static const ce_option rows[] = {
    {'c', "consensus", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(trust_options, consensus), NULL,
     "label table of the clusterings to judge; rows are matched by id if both tables have ids"},
    {0, "every-cluster", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(trust_options, every), NULL,
     "write the mean consensus of each object with every cluster"},
};

static void check(const stability_call *call)
{
    const trust_options *o = call->options;

    stability_check_together(call);
    if (!o->consensus)
        ce_cli_usage(call->cli, "%s of which clustering? --consensus is needed",
                     call->cli->noun[0]);
}

static int read_consensus(const stability_call *call, const stability_work *w,
                          ce_label_table *consensus, ce_error *err)
{
    const trust_options *o = call->options;
    ce_table_format format = ce_cli_format(call->cli);

    format.class_column = "none"; /* the true classes can stand for a consensus */
    return ce_label_table_read_for(consensus, o->consensus, &format, &w->table, w->path, err);
}

/* Column q as a partition that owns nothing. */
static ce_partition partition_of(const ce_label_table *consensus, size_t q)
{
    return (ce_partition){consensus->labels.n, ce_labels_column(&consensus->labels, q),
                          consensus->labels.k[q]};
}

/* The name of a cluster; NULL for CE_MISSING. */
static const char *cluster_name(const ce_label_table *consensus, size_t q, int32_t c)
{
    return c < 0 ? NULL : consensus->categories[q].text[c];
}

static double size_of(const stability_work *w, size_t i)
{
    return w->table.size ? w->table.size[i] : 1;
}

/* What is found for each column of the consensus table. */
static void free_all(ce_trust *t, size_t columns)
{
    for (size_t q = 0; t && q < columns; q++)
        ce_trust_free(&t[q]);
    free(t);
}

static int find_all(ce_trust **trust, const stability_work *w, const ce_label_table *consensus,
                    unsigned what, ce_error *err)
{
    size_t columns = consensus->labels.m;
    int rc;

    *trust = ce_calloc(columns, sizeof **trust, err);
    rc = *trust ? CE_OK : CE_ENOMEM;
    for (size_t q = 0; q < columns && !rc; q++) {
        ce_partition partition = partition_of(consensus, q);
        rc = ce_trust_find(&(*trust)[q], &w->table.labels, w->table.size, &partition, what, err);
    }
    return rc;
}

/* *ecc: of each object, how consistently the base clusterings place it; freed by the caller. */
static int find_consistency(const stability_call *call, const stability_work *w, double **ecc,
                            ce_error *err)
{
    *ecc = ce_alloc(w->table.labels.n, sizeof **ecc, err);
    return *ecc ? ce_element_consistency_of_objects(&w->table.labels, w->table.size,
                                                    ce_cli_step(call->cli), *ecc, err)
                : CE_ENOMEM;
}

/* ---- rows ---- */

static void write_clusters(stability_rows *out, const ce_label_table *consensus, size_t q,
                           const ce_trust *t)
{
    for (int32_t c = 0; c < consensus->labels.k[q]; c++) {
        ce_records_text(&out->records, consensus->name[q]);
        ce_records_text(&out->records, cluster_name(consensus, q, c));
        ce_records_real(&out->records, t->size[c]);
        ce_records_real(&out->records, t->cluster[c]);
    }
}

/* The cells clustering, object and cluster of object i. */
static void write_object(stability_rows *out, const stability_work *w,
                         const ce_label_table *consensus, size_t q, size_t i)
{
    char number[32];

    snprintf(number, sizeof number, "%zu", i + 1);
    ce_records_text(&out->records, consensus->name[q]);
    ce_records_text(&out->records, w->table.id.name ? ce_text_column_get(&w->table.id, i) : number);
    ce_records_text(&out->records,
                    cluster_name(consensus, q, ce_labels_column(&consensus->labels, q)[i]));
}

static void write_every(stability_rows *out, const stability_work *w,
                        const ce_label_table *consensus, size_t q, const ce_trust *t)
{
    size_t k = (size_t)consensus->labels.k[q];

    for (size_t i = 0; i < consensus->labels.n; i++)
        for (size_t c = 0; c < k; c++) {
            write_object(out, w, consensus, q, i);
            ce_records_text(&out->records, cluster_name(consensus, q, (int32_t)c));
            ce_records_real(&out->records, t->every[i * k + c]);
        }
}

static void write_objects(stability_rows *out, const stability_work *w,
                          const ce_label_table *consensus, size_t q, const ce_trust *t,
                          const double *ecc)
{
    for (size_t i = 0; i < consensus->labels.n; i++) {
        write_object(out, w, consensus, q, i);
        ce_records_real(&out->records, t->own[i]);
        ce_records_real(&out->records, t->next[i]);
        ce_records_text(&out->records, cluster_name(consensus, q, t->nearest[i]));
        ce_records_real(&out->records, t->own[i] - t->next[i]);
        ce_records_real(&out->records, ecc[i]);
    }
}

static void tell_doubts(const ce_cli *cli, const stability_work *w, const ce_label_table *consensus,
                        size_t q, const ce_trust *t)
{
    double doubtful = 0, objects = 0;

    for (size_t i = 0; i < consensus->labels.n; i++) {
        doubtful += t->own[i] < t->next[i] ? size_of(w, i) : 0;
        objects += size_of(w, i);
    }
    if (doubtful > 0)
        ce_cli_note(
            cli, "%s: %.0f of %.0f objects are more often with another cluster than with their own",
            consensus->name[q], doubtful, objects);
}

/* Whether the base clusterings are so many of each of several k, as resampling makes them. */
static int are_by_k(const stability_work *w)
{
    for (size_t g = 0; g < w->groups; g++)
        if (!w->group[g].k || w->group[g].labels.m < 5 ||
            w->group[g].labels.m != w->group[0].labels.m)
            return 0;
    return w->groups > 1;
}

static void tell_mixed(const stability_call *call, const stability_work *w)
{
    if (!call->tool->common.k.count && are_by_k(w))
        ce_cli_note(call->cli,
                    "%s: base clusterings of %zu values of k, from %d to %d, count together: -k "
                    "chooses those of one",
                    ce_path_name(w->path), w->groups, w->group[0].k, w->group[w->groups - 1].k);
}

static int run_cluster(const stability_call *call, stability_work *w, ce_error *err)
{
    static const char *const column[] = {"clustering", "cluster", "size", "consensus"};
    ce_label_table consensus = {0};
    stability_rows out;
    ce_trust *t = NULL;
    int rc = read_consensus(call, w, &consensus, err);

    tell_mixed(call, w);
    if (!rc)
        rc = find_all(&t, w, &consensus, CE_TRUST_CLUSTERS, err);
    if (!rc)
        rc = stability_begin(call->tool, &out, column, 4, err);
    if (!rc) {
        for (size_t q = 0; q < consensus.labels.m; q++)
            write_clusters(&out, &consensus, q, &t[q]);
        rc = stability_end(&out, err);
    }
    free_all(t, consensus.labels.m);
    ce_label_table_free(&consensus);
    return rc;
}

/* --every-cluster */
static int write_file(const stability_call *call, const stability_work *w,
                      const ce_label_table *consensus, const ce_trust *t, ce_error *err)
{
    static const char *const column[] = {"clustering", "object", "cluster", "with", "consensus"};
    const trust_options *o = call->options;
    stability_rows out;
    int rc = stability_begin_file(call, o->every, &out, column, 5, err);

    if (rc)
        return rc;
    for (size_t q = 0; q < consensus->labels.m; q++)
        write_every(&out, w, consensus, q, &t[q]);
    return stability_end(&out, err);
}

static int run_object(const stability_call *call, stability_work *w, ce_error *err)
{
    static const char *const column[] = {"clustering", "object",  "cluster", "own",
                                         "next",       "nearest", "margin",  "ecc"};
    const trust_options *o = call->options;
    ce_label_table consensus = {0};
    stability_rows out;
    ce_trust *t = NULL;
    double *ecc = NULL;
    int rc = read_consensus(call, w, &consensus, err);

    tell_mixed(call, w);
    if (!rc)
        rc = find_all(&t, w, &consensus, CE_TRUST_OBJECTS | (o->every ? CE_TRUST_EVERY : 0U), err);
    if (!rc)
        rc = find_consistency(call, w, &ecc, err);
    if (!rc && o->every)
        rc = write_file(call, w, &consensus, t, err);
    if (!rc)
        rc = stability_begin(call->tool, &out, column, 8, err);
    if (!rc) {
        for (size_t q = 0; q < consensus.labels.m; q++)
            write_objects(&out, w, &consensus, q, &t[q], ecc);
        rc = stability_end(&out, err);
    }
    for (size_t q = 0; q < consensus.labels.m && !rc; q++)
        tell_doubts(call->cli, w, &consensus, q, &t[q]);
    free(ecc);
    free_all(t, consensus.labels.m);
    ce_label_table_free(&consensus);
    return rc;
}

const stability_noun stability_cluster = {
    .about = {.name = "cluster",
              .summary = "mean consensus inside each cluster of a given clustering",
              .about = "Near 1 the base clusterings keep the cluster together; near 0 they do "
                       "not.",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .cost = CE_COST_OBJECTS,
              .options = {rows, 1, sizeof(trust_options)}},
    .check = check,
    .run = run_cluster,
};

const stability_noun stability_object = {
    .about = {.name = "object",
              .summary = "mean consensus of each object with its own cluster and with the "
                         "nearest other one",
              .about = "The margin between the two shows how far to trust a label: near 1 fully, "
                       "near 0 not at all. Below 0 the object is more often with the other "
                       "cluster.",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, trust_options)},
    .check = check,
    .run = run_object,
};
