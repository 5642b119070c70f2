/* cluster, object: how far the base clusterings bear out a given partition. */
#include "stability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "score/element_centric.h"

typedef struct {
    const char *consensus;
} trust_options;

static const ce_option rows[] = {
    {'c', "consensus", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(trust_options, consensus), NULL,
     "label table of the clusterings to judge; rows are matched by id if both tables have ids"},
};

static void check(const stability_call *call)
{
    const trust_options *o = call->options;

    stability_check_together(call);
    if (!o->consensus)
        ce_cli_usage(call->cli, "%s of which clustering? --consensus is needed",
                     call->cli->noun[0]);
    if (stability_inputs(call->cli) && !strcmp(o->consensus, "-"))
        ce_cli_usage(call->cli, "--consensus and FILE are both standard input");
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

/* What is found for one column of the consensus table. Owned. */
typedef struct {
    double *mean, *size; /* of its clusters; else NULL */

    /* Of the objects; else NULL. */
    double *own, *next;
    int32_t *nearest;
} trust;

static void trust_free(trust *t, size_t columns)
{
    for (size_t q = 0; t && q < columns; q++) {
        free(t[q].mean);
        free(t[q].size);
        free(t[q].own);
        free(t[q].next);
        free(t[q].nearest);
    }
    free(t);
}

static int trust_find(trust *t, const stability_work *w, const ce_label_table *consensus, size_t q,
                      int objects, ce_error *err)
{
    ce_partition partition = partition_of(consensus, q);
    size_t n = partition.n;
    int short_of;

    if (objects) {
        t->own = ce_alloc(n, sizeof *t->own, err);
        t->next = ce_alloc(n, sizeof *t->next, err);
        t->nearest = ce_alloc(n, sizeof *t->nearest, err);
        short_of = !t->own || !t->next || !t->nearest;
    } else {
        t->mean = ce_alloc((size_t)partition.k, sizeof *t->mean, err);
        t->size = ce_calloc((size_t)partition.k, sizeof *t->size, err);
        short_of = !t->mean || !t->size;
    }
    for (size_t i = 0; i < n && !objects && !short_of; i++)
        if (partition.labels[i] >= 0)
            t->size[partition.labels[i]] += size_of(w, i);
    if (short_of)
        return CE_ENOMEM;
    return ce_consensus_of_clusters(&w->table.labels, w->table.size, &partition, t->mean, t->own,
                                    t->next, t->nearest, err);
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
                           const trust *t)
{
    ce_partition partition = partition_of(consensus, q);

    for (int32_t c = 0; c < partition.k; c++) {
        ce_records_text(&out->records, consensus->name[q]);
        ce_records_text(&out->records, cluster_name(consensus, q, c));
        ce_records_real(&out->records, t->size[c]);
        ce_records_real(&out->records, t->mean[c]);
    }
}

static void write_objects(stability_rows *out, const stability_work *w,
                          const ce_label_table *consensus, size_t q, const trust *t,
                          const double *ecc)
{
    char number[32];

    for (size_t i = 0; i < consensus->labels.n; i++) {
        snprintf(number, sizeof number, "%zu", i + 1);
        ce_records_text(&out->records, consensus->name[q]);
        ce_records_text(&out->records,
                        w->table.id.name ? ce_text_column_get(&w->table.id, i) : number);
        ce_records_text(&out->records,
                        cluster_name(consensus, q, ce_labels_column(&consensus->labels, q)[i]));
        ce_records_real(&out->records, t->own[i]);
        ce_records_real(&out->records, t->next[i]);
        ce_records_text(&out->records, cluster_name(consensus, q, t->nearest[i]));
        ce_records_real(&out->records, t->own[i] - t->next[i]);
        ce_records_real(&out->records, ecc[i]);
    }
}

static void tell_doubts(const ce_cli *cli, const stability_work *w, const ce_label_table *consensus,
                        size_t q, const trust *t)
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

static int run(const stability_call *call, stability_work *w, int objects, ce_error *err)
{
    static const char *const cluster[] = {"clustering", "cluster", "size", "consensus"};
    static const char *const object[] = {"clustering", "object",  "cluster", "own",
                                         "next",       "nearest", "margin",  "ecc"};
    ce_label_table consensus = {0};
    stability_rows out;
    trust *t = NULL;
    double *ecc = NULL;
    int rc = read_consensus(call, w, &consensus, err);

    if (rc)
        goto done;
    t = ce_calloc(consensus.labels.m, sizeof *t, err);
    rc = t ? CE_OK : CE_ENOMEM;
    for (size_t q = 0; q < consensus.labels.m && !rc; q++)
        rc = trust_find(&t[q], w, &consensus, q, objects, err);
    if (!rc && objects)
        rc = find_consistency(call, w, &ecc, err);
    if (!rc)
        rc = stability_begin(call->tool, &out, objects ? object : cluster, objects ? 8 : 4, err);
    if (rc)
        goto done;
    for (size_t q = 0; q < consensus.labels.m; q++) {
        if (objects)
            write_objects(&out, w, &consensus, q, &t[q], ecc);
        else
            write_clusters(&out, &consensus, q, &t[q]);
    }
    rc = stability_end(&out, err);
    for (size_t q = 0; q < consensus.labels.m && objects && !rc; q++)
        tell_doubts(call->cli, w, &consensus, q, &t[q]);
done:
    free(ecc);
    trust_free(t, consensus.labels.m);
    ce_label_table_free(&consensus);
    return rc;
}

static int run_cluster(const stability_call *call, stability_work *w, ce_error *err)
{
    return run(call, w, 0, err);
}

static int run_object(const stability_call *call, stability_work *w, ce_error *err)
{
    return run(call, w, 1, err);
}

const stability_noun stability_cluster = {
    .about = {.name = "cluster",
              .summary = "mean consensus inside each cluster of a given clustering",
              .about = "Near 1 the base clusterings keep the cluster together; near 0 they do "
                       "not.",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, trust_options)},
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
