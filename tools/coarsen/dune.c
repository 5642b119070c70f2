/* ce-coarsen dune: clusters merged while the base clusterings agree more. */
#include "score/dune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coarsen.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/output.h"
#include "io/records.h"

typedef struct {
    int measure, steps;
    double share, clusters;
    const char *apart, *merged;
} dune_options;

#define FIELD(name) offsetof(dune_options, name)

static const ce_option rows[] = {
    {0, "by", CE_CHOICE, "MEASURE", 0, 0, CE_DUNE_MEASURES, "ari", FIELD(measure), NULL,
     "how two base clusterings agree; nmi: mutual information by the mean of the entropies"},
    {0, "unclustered", CE_TEXT, "LABEL", 0, 0, NULL, NULL, FIELD(apart), NULL,
     "label of objects that are in no cluster: it is never merged"},
    {0, "share", CE_REAL, "P", 0, 1, NULL, "1", FIELD(share), NULL,
     "stop after the first merger with this share of the whole gain"},
    {0, "mean-k", CE_REAL, "K", 1, 1e9, NULL, NULL, FIELD(clusters), NULL,
     "stop when base clusterings have at most K clusters on average"},
    {0, "steps", CE_INTEGER, "N", 1, 1e9, NULL, NULL, FIELD(steps), NULL,
     "stop after so many mergers"},
    {0, "merged", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(merged), NULL,
     "write the mergers, one a line"},
};

/* The cluster that is never merged, of each base clustering. */
static int find_apart(const coarsen_call *call, const ce_label_table *table, const char *label,
                      int32_t *apart, ce_error *err)
{
    int is_there = 0;

    for (size_t q = 0; q < table->labels.m; q++) {
        apart[q] =
            label ? ce_categories_find(&table->categories[q], label, strlen(label)) : CE_MISSING;
        is_there |= apart[q] >= 0;
    }
    return !label || is_there
               ? CE_OK
               : ce_fail(err, CE_EINPUT, "%s: no label '%.100s'", ce_path_name(call->path), label);
}

/* Whether label a comes before b: numbers by value, others by their bytes. */
static int is_before(const char *a, const char *b)
{
    double first, second;

    if (ce_parse_real(a, strlen(a), &first) == 1 && ce_parse_real(b, strlen(b), &second) == 1 &&
        first != second)
        return first < second;
    return strcmp(a, b) < 0;
}

/* The labels of clusters while they are merged: name[c][v], of cluster v of base clustering c. */
static const char ***names_alloc(const ce_label_table *table, ce_error *err)
{
    size_t m = table->labels.m, at = 0;
    const char ***name = ce_alloc(m + 1, sizeof *name, err);
    const char **all = ce_alloc(ce_labels_total(&table->labels), sizeof *all, err);

    if (!name || !all) {
        free(name);
        free(all);
        return NULL;
    }
    name[m] = all; /* the last one owns the memory */
    for (size_t c = 0; c < m; c++) {
        name[c] = all + at;
        at += (size_t)table->labels.k[c];
        for (int32_t v = 0; v < table->labels.k[c]; v++)
            name[c][v] = table->categories[c].text[v];
    }
    return name;
}

/* Merges two labels: the smaller one stays. Returns the other. */
static const char *merge_names(const char **name, const ce_dune_merger *merger)
{
    const char *into = name[merger->into], *from = name[merger->from];

    if (!is_before(from, into))
        return from;
    name[merger->into] = from;
    return into;
}

/* Makes the first mergers on the names, and writes them. output: NULL to write nothing. */
static void follow(const ce_dune_path *path, size_t steps, const ce_label_table *table,
                   const char ***name, ce_records *out)
{
    for (size_t s = 0; s < steps; s++) {
        const ce_dune_merger *m = &path->merger[s];
        const char *merged = merge_names(name[m->clustering], m);
        if (!out)
            continue;
        ce_records_text(out, table->name[m->clustering]);
        ce_records_text(out, name[m->clustering][m->into]);
        ce_records_text(out, merged);
        ce_records_real(out, m->gain);
        ce_records_real(out, m->agreement);
    }
}

static int follow_and_list(const coarsen_call *call, const ce_dune_path *path, size_t steps,
                           const ce_label_table *table, const char ***name, ce_error *err)
{
    static const char *const header[] = {"clustering", "label", "merged", "gain", "agreement"};
    const char *merged = ((const dune_options *)call->noun)->merged;
    ce_records records;
    ce_output *output;
    int rc;

    if (!merged) {
        follow(path, steps, table, name, NULL);
        return CE_OK;
    }
    rc = ce_output_open(&output, merged, err);
    if (rc)
        return rc;
    ce_records_begin(&records, output, header, sizeof header / sizeof *header, 0,
                     call->cli->common->delimiter);
    follow(path, steps, table, name, &records);
    ce_records_end(&records);
    return ce_output_close(output, err);
}

/* The labels of base clustering c after the mergers. number: k of it, the new number of each
 * cluster. */
static int change_column(ce_label_table *table, size_t c, const char **name, int32_t *number,
                         ce_error *err)
{
    ce_categories merged = {0};
    int32_t *column = ce_labels_column(&table->labels, c);

    for (int32_t v = 0; v < table->labels.k[c]; v++) {
        int32_t into = number[v]; /* of those merged, the cluster that they are now in */
        int32_t given =
            into == v ? ce_categories_number(&merged, name[v], strlen(name[v]), err) : number[into];
        if (given < 0) {
            ce_categories_free(&merged);
            return given;
        }
        number[v] = given;
    }
    for (size_t i = 0; i < table->labels.n; i++)
        column[i] = column[i] >= 0 ? number[column[i]] : CE_MISSING;
    table->labels.k[c] = (int32_t)merged.count;
    ce_categories_free(&table->categories[c]);
    table->categories[c] = merged;
    return CE_OK;
}

/* number: room for the clusters of one base clustering. */
static int change(ce_label_table *table, const ce_dune_path *path, size_t steps, const char ***name,
                  int32_t *number, ce_error *err)
{
    int rc = CE_OK;

    for (size_t c = 0; c < table->labels.m && !rc; c++) {
        for (int32_t v = 0; v < table->labels.k[c]; v++)
            number[v] = v;
        for (size_t s = steps; s-- > 0;) /* the last first: what it merged into stays where it is */
            if (path->merger[s].clustering == c)
                number[path->merger[s].from] = number[path->merger[s].into];
        rc = change_column(table, c, name[c], number, err);
    }
    return rc;
}

static ce_dune_stop stop_of(const dune_options *o)
{
    return (ce_dune_stop){.share = o->share,
                          .clusters = o->clusters,
                          .mergers = o->steps ? (size_t)o->steps : SIZE_MAX};
}

static int coarsen(const coarsen_call *call, ce_label_table *table, const int32_t *apart,
                   const ce_dune_path *path, ce_error *err)
{
    const dune_options *o = call->noun;
    const ce_dune_stop stop = stop_of(o);
    size_t steps = ce_dune_steps(path, &table->labels, apart, &stop);
    size_t clusters = ce_labels_total(&table->labels);
    const char ***name = names_alloc(table, err);
    int32_t *number = ce_alloc(clusters, sizeof *number, err);
    int rc = name && number ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = follow_and_list(call, path, steps, table, name, err);
    if (!rc)
        rc = change(table, path, steps, name, number, err);
    if (!rc && isnan(path->agreement))
        ce_cli_note(call->cli,
                    "%s: no two base clusterings label an object together: nothing is merged",
                    ce_path_name(call->path));
    else if (!rc)
        ce_cli_detail(call->cli,
                      "%zu of %zu mergers, %zu clusters of %zu left, mean agreement %.6f, was %.6f",
                      steps, path->count, clusters - steps, clusters,
                      steps ? path->merger[steps - 1].agreement : path->agreement, path->agreement);
    if (name)
        free(name[table->labels.m]);
    free(name);
    free(number);
    return rc;
}

static int run(const coarsen_call *call, ce_label_table *table, ce_error *err)
{
    const dune_options *o = call->noun;
    int32_t *apart = ce_alloc(table->labels.m, sizeof *apart, err);
    ce_dune_path path = {0};
    ce_error inner = {0};
    int rc = apart ? find_apart(call, table, o->apart, apart, err) : CE_ENOMEM;

    if (!rc) {
        const ce_dune_stop stop = stop_of(o);
        rc = ce_dune(&table->labels, table->size, (ce_dune_measure)o->measure, apart, &stop, &path,
                     &inner);
        if (rc)
            ce_fail(err, rc, "%s: %s", ce_path_name(call->path), inner.text);
    }
    if (!rc)
        rc = coarsen(call, table, apart, &path, err);
    ce_dune_path_free(&path);
    free(apart);
    return rc;
}

const coarsen_noun coarsen_dune = {
    .noun = {.name = "dune",
             .summary = "merges two clusters of a base clustering while the agreement rises",
             .about = "Of all pairs of clusters of one base clustering it merges the pair that "
                      "raises the mean agreement of all base clusterings most, until none does. "
                      "What is left are clusters that several base clusterings find.",
             .reference = "bezieux2024",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(rows, dune_options)},
    .run = run,
};
