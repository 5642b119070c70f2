/* resample: consensus clustering by resampling [monti2003], from data to the indices of each k. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/kmeans_ensemble.h"
#include "generate/linkage_members.h"
#include "generate/members.h"
#include "io/data_table.h"
#include "which_k.h"

/* Of k, where -k does not say. */
enum { FIRST_K = 2, LAST_K = 10 };

/* --by auto is Ward's linkage where there are more features than objects, of which there are up to
 * so many. There starts of k-means end in other clusters, and PAC is least at a k that is too
 * large; Ward's linkage has none, and takes a tenth of the time. */
enum { LINKAGE_MOST = 5000 };

enum { BY_AUTO, BY_KMEANS, BY_SINGLE, BY_COMPLETE, BY_AVERAGE, BY_WARD };
#define BY_NAMES "auto|kmeans|single|complete|average|ward"
static const ce_linkage_method linkage_of[] = {[BY_SINGLE] = CE_LINKAGE_SINGLE,
                                               [BY_COMPLETE] = CE_LINKAGE_COMPLETE,
                                               [BY_AVERAGE] = CE_LINKAGE_AVERAGE,
                                               [BY_WARD] = CE_LINKAGE_WARD};

typedef struct {
    group_options indices; /* of the noun k, which writes the result */
    int members, by, init, restarts, iterations;
    ce_share objects;
    const char *function, *labels, *clusters, *items, *base;
} resample_options;

#define FIELD(name) offsetof(resample_options, name)

static const ce_option rows[] = {
    {'m', "members", CE_INTEGER, "M", 2, 1e6, NULL, "100", FIELD(members), NULL,
     "so many subsamples, each clustered for every k"},
    {0, "objects", CE_SHARE, "F", 0, 0, NULL, "0.8", FIELD(objects), NULL,
     "each has so many objects, drawn at random: 50, or a fraction 0.8"},
    {0, "by", CE_CHOICE, "HOW", 0, 0, BY_NAMES, "auto", FIELD(by), NULL,
     "how a subsample is clustered: k-means, or a linkage of Euclidean distances; auto: ward for "
     "more features than objects, up to 5,000, else kmeans"},
    {0, "init", CE_CHOICE, "HOW", 0, 0, CE_KMEANS_INIT_NAMES, "plusplus", FIELD(init),
     "by=auto|kmeans", "starting centres of k-means: drawn objects, k-means++, objects far apart"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "3", FIELD(restarts), "by=auto|kmeans",
     "runs of k-means for each base clustering, of which the one of least inertia is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "100", FIELD(iterations), "by=auto|kmeans",
     "at most so many iterations of k-means"},
    {0, "low", CE_REAL, "U", 0, 1, NULL, "0.1", FIELD(indices.low), NULL,
     "a pair is ambiguous above this consensus"},
    {0, "high", CE_REAL, "U", 0, 1, NULL, "0.9", FIELD(indices.high), NULL, "and below this"},
    {0, "bounds", CE_CHOICE, "HOW", 0, 0, "open|half-open", "open", FIELD(indices.bounds), NULL,
     "half-open: at --high itself a pair is ambiguous too"},
    {0, "gain", CE_REAL, "D", 0, 1, NULL, "0.1", FIELD(indices.gain), NULL,
     "the area prefers the last k before its delta is less than this"},
    {0, "choose", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(indices.choose), NULL,
     "write the k that most indices prefer, and the reason, in place of the numbers"},
    {0, "function", CE_TEXT, "NAME", 0, 0, NULL, "eac-al", FIELD(function), NULL,
     "the consensus function for the labels of each k"},
    {0, "labels", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(labels), NULL,
     "write the consensus for each k, as a label table"},
    {0, "cluster-consensus", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(clusters), NULL,
     "write the mean consensus inside each of its clusters"},
    {0, "item-consensus", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(items), NULL,
     "write the mean consensus of each object with its cluster and the nearest other"},
    {0, "base", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(base), NULL,
     "write the clusterings of the subsamples, as a label table"},
};

static void check(const stability_call *call)
{
    const resample_options *o = call->options;
    const ce_int_list *k = &call->tool->common.k;
    const ce_method *method = ce_method_find(o->function);

    if (o->indices.low >= o->indices.high)
        ce_cli_usage(call->cli, "--low %g --high %g: nothing between them", o->indices.low,
                     o->indices.high);
    if (call->cli->operands > 1)
        ce_cli_usage(call->cli, "resample: one data table expected");
    if (ce_cli_given(call->cli, "group"))
        ce_cli_usage(call->cli, "--group goes with label tables");
    if (!method || !method->run || ce_method_finds_k(method) ||
        (method->about.needs & ~(unsigned)CE_USES_K))
        ce_cli_usage(call->cli, "--function '%.60s': a consensus function that needs only -k "
                                "expected", o->function);
    if (ce_cli_given(call->cli, "function") && !o->labels && !o->clusters && !o->items)
        ce_cli_usage(call->cli, "--function goes with --labels, --cluster-consensus or "
                                "--item-consensus");
    for (size_t i = 0; i < k->count; i++)
        if (k->value[i] < 2)
            ce_cli_usage(call->cli, "resample: k = %d, 2 or more expected", k->value[i]);
}

typedef struct {
    const stability_call *call;
    const resample_options *o;
    const char *path;
    ce_data_table data;
    int by;           /* none of them is BY_AUTO */
    size_t objects;   /* that each member sees */
    size_t *distinct; /* owned; members: by a linkage, how many of their rows differ */
    stability_work w;
} work;

/* ---- base clusterings ---- */

static int read_data(work *r, ce_error *err)
{
    ce_table_format format = ce_cli_format(r->call->cli);
    int rc = ce_data_table_read(&r->data, r->path, &format, err);
    size_t n = r->data.values.rows;

    if (!rc)
        rc = ce_data_table_need_numeric(&r->data, r->path, err);
    if (rc)
        return rc;
    ce_data_table_tell_tiny(&r->data, r->path, &format.listener);
    r->objects = ce_share_count(&r->o->objects, n);
    if (r->objects > n)
        return ce_fail(err, CE_EINPUT, "%s: %zu objects, --objects %zu", ce_path_name(r->path), n,
                       r->objects);
    return CE_OK;
}

/* --by auto; options of k-means ask for k-means. */
static int choose_how(const work *r)
{
    const ce_cli *cli = r->call->cli;
    size_t n = r->data.values.rows, d = r->data.values.columns;

    if (r->o->by != BY_AUTO)
        return r->o->by;
    if (d <= n || n > LINKAGE_MOST || ce_cli_given(cli, "init") || ce_cli_given(cli, "restarts") ||
        ce_cli_given(cli, "iterations"))
        return BY_KMEANS;
    ce_cli_note(cli,
                "%s: %zu features of %zu objects: subsamples are clustered by Ward's linkage "
                "(--by)",
                ce_path_name(r->path), d, n);
    return BY_WARD;
}

/* The groups: those of -k, or 2 to 10 as far as a subsample has so many objects. */
static int choose_k(work *r, ce_error *err)
{
    const ce_int_list *k = &r->call->tool->common.k;
    size_t last = r->objects < LAST_K ? r->objects : LAST_K,
           count = k->count ? k->count : last - FIRST_K + 1;

    if (!k->count && last < FIRST_K)
        return ce_fail(err, CE_EINPUT, "%s: %zu object%s in a subsample, 2 expected at least",
                       ce_path_name(r->path), r->objects, r->objects == 1 ? "" : "s");
    for (size_t g = 0; g < k->count; g++)
        if ((size_t)k->value[g] > r->objects)
            return ce_fail(err, CE_EINPUT, "%s: %zu objects in a subsample, k = %d",
                           ce_path_name(r->path), r->objects, k->value[g]);
    r->w.path = r->path;
    r->w.group = ce_calloc(count, sizeof *r->w.group, err);
    if (!r->w.group)
        return CE_ENOMEM;
    for (r->w.groups = 0; r->w.groups < count; r->w.groups++) {
        int value = FIRST_K + (int)r->w.groups;
        size_t at = r->w.groups;
        for (value = k->count ? k->value[at] : value; at && r->w.group[at - 1].k > value; at--)
            r->w.group[at].k = r->w.group[at - 1].k;
        r->w.group[at].k = value;
    }
    return CE_OK;
}

/* Every k has the same seed, so that its members see the same subsamples. */
static int cluster_by_kmeans(work *r, ce_error *err)
{
    int rc = CE_OK;

    for (size_t g = 0; g < r->w.groups && !rc; g++) {
        const ce_kmeans_ensemble_options how = {
            .members = (size_t)r->o->members,
            .k = &r->w.group[g].k,
            .k_count = 1,
            .draw = 1,
            .objects = r->objects,
            .unseen = CE_UNSEEN_MISSING,
            .seed = r->call->tool->common.seed,
            .kmeans = {.init = (ce_kmeans_init)r->o->init,
                       .empty = CE_EMPTY_SINGLETON,
                       .max_iterations = (size_t)r->o->iterations,
                       .restarts = (size_t)r->o->restarts}};
        ce_centre_member *member = ce_calloc(how.members, sizeof *member, err);
        rc = member ? ce_generate_kmeans(&r->data.values, &how, &r->w.group[g].labels, member,
                                         ce_cli_step(r->call->cli), err)
                    : CE_ENOMEM;
        if (member)
            ce_centre_members_free(member, how.members);
    }
    return rc;
}

/* Member q of every k: one tree of its subsample, cut for each. */
static int cluster_member(void *state, size_t q, ce_error *err)
{
    work *r = state;
    const ce_matrix *x = &r->data.values;
    gsl_rng *rng = ce_random_alloc(r->call->tool->common.seed, CE_STREAM_MEMBER, q, err);
    int *k = ce_alloc(r->w.groups, sizeof *k, err);
    size_t *choice = NULL, count = r->objects, d = x->columns;
    ce_matrix seen = {0};
    ce_labels cut = {0};
    int rc = rng && k ? ce_draw_some(rng, x->rows, count, &choice, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_matrix_alloc(&seen, count, d, err);
    for (size_t i = 0; i < count && !rc; i++)
        memcpy(seen.values + i * d, x->values + (choice ? choice[i] : i) * d, d * sizeof(double));
    for (size_t g = 0; g < r->w.groups && !rc; g++)
        k[g] = r->w.group[g].k;
    if (!rc)
        rc = ce_generate_linkage(&seen, linkage_of[r->by], k, r->w.groups, &cut, &r->distinct[q],
                                 NULL, err);
    for (size_t g = 0; g < r->w.groups && !rc; g++) {
        int32_t *column = ce_labels_column(&r->w.group[g].labels, q);
        for (size_t i = 0; i < x->rows; i++)
            column[i] = CE_MISSING;
        for (size_t i = 0; i < count; i++)
            column[choice ? choice[i] : i] = ce_labels_column(&cut, g)[i];
        r->w.group[g].labels.k[q] = cut.k[g];
    }
    ce_labels_free(&cut);
    ce_matrix_free(&seen);
    free(choice);
    free(k);
    gsl_rng_free(rng);
    return rc;
}

static int cluster_all(work *r, ce_error *err)
{
    size_t members = (size_t)r->o->members;
    int rc = CE_OK;

    if (r->by == BY_KMEANS)
        return cluster_by_kmeans(r, err);
    r->distinct = ce_calloc(members, sizeof *r->distinct, err);
    rc = r->distinct ? CE_OK : CE_ENOMEM;
    for (size_t g = 0; g < r->w.groups && !rc; g++)
        rc = ce_labels_alloc(&r->w.group[g].labels, r->data.values.rows, members, err);
    return rc ? rc
              : ce_each(members, ce_threads(), cluster_member, r,
                        ce_cli_progress(r->call->cli, "subsamples"), err);
}

/* k-means has fewer clusters than k where fewer rows differ; a linkage parts equal rows. */
static int tell_few(const work *r, ce_error *err)
{
    size_t groups = r->w.groups, members = (size_t)r->o->members;
    size_t *few = ce_calloc(groups, sizeof *few, err);
    int *k = ce_alloc(groups, sizeof *k, err), rc = few && k ? CE_OK : CE_ENOMEM;

    for (size_t g = 0; g < groups && !rc; g++) {
        k[g] = r->w.group[g].k;
        for (size_t q = 0; q < members; q++)
            few[g] += r->distinct ? r->distinct[q] < (size_t)k[g]
                                  : r->w.group[g].labels.k[q] < k[g];
    }
    if (!rc)
        rc = stability_note_few(r->call->cli, r->path, k, few, groups, members,
                                r->distinct ? "equal rows are in several clusters"
                                            : "fewer clusters than asked for",
                                err);
    free(few);
    free(k);
    return rc;
}

/* ---- the consensus ---- */

/* The consensus for group g: column g of the table. */
static int find_consensus(const work *r, size_t g, ce_label_table *table, ce_error *err)
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

/* Mean consensus of the clusters and of the objects, for one k. Owned. */
typedef struct {
    double *cluster, *own, *next;
    int32_t *nearest;
} trust;

static void trust_free(trust *t)
{
    free(t->cluster);
    free(t->own);
    free(t->next);
    free(t->nearest);
}

static int trust_find(const work *r, const ce_label_table *table, size_t g, trust *t,
                      ce_error *err)
{
    size_t n = table->labels.n;
    const ce_partition partition = {n, ce_labels_column(&table->labels, g), table->labels.k[g]};

    t->cluster = ce_alloc((size_t)partition.k, sizeof *t->cluster, err);
    t->own = ce_alloc(n, sizeof *t->own, err);
    t->next = ce_alloc(n, sizeof *t->next, err);
    t->nearest = ce_alloc(n, sizeof *t->nearest, err);
    if (!t->cluster || !t->own || !t->next || !t->nearest)
        return CE_ENOMEM;
    return ce_consensus_of_clusters(&r->w.group[g].labels, NULL, &partition, t->cluster, t->own,
                                    t->next, t->nearest, err);
}

static int begin_file(const work *r, const char *path, stability_rows *out,
                      const char *const *column, size_t columns, ce_error *err)
{
    stability_options to = *r->call->tool;

    to.common.output = path;
    return stability_begin(&to, out, column, columns, err);
}

static void write_clusters(const work *r, const ce_label_table *table, size_t g, const trust *t,
                           stability_rows *out)
{
    const int32_t *label = ce_labels_column(&table->labels, g);

    for (int32_t c = 0; c < table->labels.k[g]; c++) {
        int64_t size = 0;
        for (size_t i = 0; i < table->labels.n; i++)
            size += label[i] == c;
        ce_records_integer(&out->records, r->w.group[g].k);
        ce_records_integer(&out->records, c + 1);
        ce_records_integer(&out->records, size);
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

static void write_items(const work *r, const ce_label_table *table, size_t g, const trust *t,
                        stability_rows *out)
{
    const ce_text_column *id = &r->data.id;

    for (size_t i = 0; i < table->labels.n; i++) {
        ce_records_integer(&out->records, r->w.group[g].k);
        if (id->name)
            ce_records_text(&out->records, ce_text_column_get(id, i));
        else
            ce_records_integer(&out->records, (int64_t)i + 1);
        write_cluster(out, ce_labels_column(&table->labels, g)[i]);
        ce_records_real(&out->records, t->own[i]);
        ce_records_real(&out->records, t->next[i]);
        write_cluster(out, t->nearest[i]);
    }
}

/* The files of clusters and items. */
static int write_trust(const work *r, const ce_label_table *table, ce_error *err)
{
    static const char *const cluster[] = {"k", "cluster", "size", "consensus"};
    static const char *const item[] = {"k", "object", "cluster", "own", "next", "nearest"};
    stability_rows clusters = {0}, items = {0};
    int rc = CE_OK;

    if (r->o->clusters)
        rc = begin_file(r, r->o->clusters, &clusters, cluster, 4, err);
    if (!rc && r->o->items)
        rc = begin_file(r, r->o->items, &items, item, 6, err);
    for (size_t g = 0; g < r->w.groups && !rc; g++) {
        trust t = {0};
        rc = trust_find(r, table, g, &t, err);
        if (!rc && r->o->clusters)
            write_clusters(r, table, g, &t, &clusters);
        if (!rc && r->o->items)
            write_items(r, table, g, &t, &items);
        trust_free(&t);
    }
    if (rc && clusters.output)
        ce_output_abandon(clusters.output);
    if (rc && items.output)
        ce_output_abandon(items.output);
    if (!rc && r->o->clusters)
        rc = stability_end(&clusters, err);
    if (!rc && r->o->items)
        rc = stability_end(&items, err);
    return rc;
}

/* Lends the ids of the data to a table while it is written. */
static int write_labels(work *r, ce_label_table *table, const char *path, ce_error *err)
{
    int rc;

    ce_text_column_move(&table->id, &r->data.id);
    rc = ce_cli_write_labels(r->call->cli, CE_LABELS_CSV, table, path, err);
    ce_text_column_move(&r->data.id, &table->id);
    return rc;
}

/* The base clusterings of all k, side by side, named kmeans.k3.r1 and so on. */
static int write_base(work *r, ce_error *err)
{
    static const char *const by[] = {[BY_KMEANS] = "kmeans",
                                     [BY_SINGLE] = "single",
                                     [BY_COMPLETE] = "complete",
                                     [BY_AVERAGE] = "average",
                                     [BY_WARD] = "ward"};
    size_t n = r->data.values.rows, members = (size_t)r->o->members;
    ce_label_table table = {0};
    int rc = ce_label_table_alloc(&table, n, r->w.groups * members, err);

    for (size_t c = 0; c < r->w.groups * members && !rc; c++) {
        const stability_group *group = &r->w.group[c / members];
        char name[64];
        snprintf(name, sizeof name, "%s.k%d.r%zu", by[r->by], group->k, c % members + 1);
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

static int write_consensus(work *r, ce_error *err)
{
    ce_label_table table = {0};
    int rc = ce_label_table_alloc(&table, r->data.values.rows, r->w.groups, err);

    for (size_t g = 0; g < r->w.groups && !rc; g++)
        rc = find_consensus(r, g, &table, err);
    if (!rc && (r->o->clusters || r->o->items))
        rc = write_trust(r, &table, err);
    if (!rc && r->o->labels)
        rc = write_labels(r, &table, r->o->labels, err);
    ce_label_table_free(&table);
    return rc;
}

static int run(const stability_call *call, stability_work *unused, ce_error *err)
{
    work r = {.call = call, .o = call->options, .path = ce_cli_operand(call->cli, 0)};
    stability_call indices = *call;
    int rc = read_data(&r, err);

    (void)unused;
    indices.options = &r.o->indices; /* without a linkage: no tree of all base clusterings */
    if (!rc)
        rc = choose_k(&r, err);
    if (!rc)
        r.by = choose_how(&r);
    if (!rc)
        rc = cluster_all(&r, err);
    if (!rc)
        rc = tell_few(&r, err);
    if (!rc && r.o->base)
        rc = write_base(&r, err);
    if (!rc && (r.o->labels || r.o->clusters || r.o->items))
        rc = write_consensus(&r, err);
    if (!rc)
        rc = stability_k.run(&indices, &r.w, err);
    stability_free(&r.w);
    free(r.distinct);
    ce_data_table_free(&r.data);
    return rc;
}

const stability_noun stability_resample = {
    .about = {.name = "resample",
              .summary = "from data: clusters subsamples for each k, and writes the indices of k",
              .about = "Draws subsamples of the objects and clusters each for every k. The indices "
                       "are those of the noun k. On request the consensus for each k is "
                       "written, with how sure its clusters and objects are.",
              .reference = "monti2003",
              .reads = CE_READS_DATA,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, resample_options)},
    .check = check,
    .run = run,
    .reads_itself = 1,
};
