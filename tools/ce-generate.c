/* ce-generate: base clusterings of a data table. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "generate/kmeans_ensemble.h"
#include "generate/linkage_members.h"
#include "generate/rpcl.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/label_table.h"

struct options {
    ce_common common;
    int members, init, empty, iterations, restarts, epochs, method;
    double rate, rival_rate, tolerance;
    const char *features, *objects, *start, *model, *trace;
};

static const ce_option table[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, NULL, offsetof(struct options, members), "kmeans rpcl",
     "members, each with a k drawn from those of -k; without it: one member for each k"},
    {0, "init", CE_CHOICE, "HOW", 0, 0, "random|plusplus|farthest", "random", offsetof(struct options, init), "kmeans",
     "starting centres"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "100", offsetof(struct options, iterations), "kmeans", "at most so many"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "1", offsetof(struct options, restarts), "kmeans",
     "runs per member, of which the one of least inertia is kept"},
    {0, "empty", CE_CHOICE, "RULE", 0, 0, "singleton|keep|drop", "singleton", offsetof(struct options, empty), "kmeans",
     "what becomes of an empty cluster"},
    {0, "features", CE_TEXT, "F", 0, 0, NULL, NULL, offsetof(struct options, features), "kmeans",
     "each member sees so many features, drawn at random: 5, or a fraction 0.5"},
    {0, "objects", CE_TEXT, "F", 0, 0, NULL, NULL, offsetof(struct options, objects), "kmeans",
     "each member sees so many objects, drawn at random; the others go to the nearest centre"},
    {0, "start", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, start), "kmeans",
     "starting centres: a data table with a row for each; -k is then their number"},
    {0, "model", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, model), "kmeans rpcl", "write the centroids here"},
    {0, "trace", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, trace), "kmeans rpcl",
     "write k, inertia and iterations of each member here"},
    {0, "rate", CE_REAL, "A", 0, 1, NULL, "0.05", offsetof(struct options, rate), "rpcl", "how far the winner moves towards an object"},
    {0, "rival-rate", CE_REAL, "B", 0, 1, NULL, "0.002", offsetof(struct options, rival_rate), "rpcl",
     "how far the second best moves away from it"},
    {0, "epochs", CE_INTEGER, "N", 1, 1e9, NULL, "30", offsetof(struct options, epochs), "rpcl",
     "at most so many passes over the data; both rates fall to 0 with them"},
    {0, "tolerance", CE_REAL, "E", 0, 1, NULL, "0.0001", offsetof(struct options, tolerance), "rpcl",
     "stop when no unit moves farther in an epoch, as a share of the spread of the data; 0: never"},
    {0, "method", CE_CHOICE, "LINKAGE", 0, 0, "single|complete|average|ward", "average", offsetof(struct options, method), "linkage",
     "distance between clusters"},
};

static const ce_noun nouns[] = {
    {"kmeans", "k-means: Lloyd's iteration from random starting centres"},
    {"rpcl", "rival penalised competitive learning: units that find no objects are dropped"},
    {"linkage", "agglomerative clustering on Euclidean distances: one tree, cut at each k"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-generate",
    .summary = "Generate base clusterings of a data table.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = table,
    .option_count = sizeof table / sizeof *table,
    .shared = CE_WITH_K | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_PROGRESS,
    .k_help = "clusters: 3, 2..20 or 2,5,9",
};

/* Input and results of one call. */
typedef struct {
    ce_data_table data, start;
    ce_label_table out;
    ce_centre_member *member;
    size_t members;
    int start_k;
} work;

static void work_free(work *w)
{
    ce_centre_members_free(w->member, w->members);
    ce_data_table_free(&w->data);
    ce_data_table_free(&w->start);
    ce_label_table_free(&w->out);
}

/* "5" or "0.5" of `total`, rounded up; 0 when not given. Wrong use ends the program. */
static int parse_share(const ce_cli *cli, const char *name, const char *text, size_t total, const char *path, size_t *count,
                       ce_error *err)
{
    double value;

    *count = 0;
    if (!text)
        return CE_OK;
    if (ce_parse_real(text, strlen(text), &value) != 1 || value <= 0)
        ce_cli_usage(cli, "--%s '%s', a whole number from 1 or a fraction with a point expected", name, text);
    if (strchr(text, '.')) {
        if (value > 1)
            ce_cli_usage(cli, "--%s '%s', a fraction up to 1.0 expected", name, text);
        *count = (size_t)fmax(1, ceil(value * (double)total - 1e-9)); /* 0.1 of 30 is 3 and not 4 */
        return CE_OK;
    }
    if (value != floor(value) || value > 1e15)
        ce_cli_usage(cli, "--%s '%s', a whole number from 1 or a fraction with a point expected", name, text);
    if (value > (double)total)
        return ce_fail(err, CE_EINPUT, "%s: %zu %s, --%s %s", ce_path_name(path), total, name, name, text);
    *count = (size_t)value;
    return CE_OK;
}

static void check_use(const ce_cli *cli, const struct options *o)
{
    const char *const side[] = {o->model, o->trace};

    if (o->start && (ce_cli_given(cli, "clusters") || ce_cli_given(cli, "init") || o->restarts > 1))
        ce_cli_usage(cli, "--start gives the centres: no -k, --init or --restarts with it");
    if (!o->start && !o->common.k.count)
        ce_cli_usage(cli, "how many clusters? -k is needed");
    for (size_t i = 0; i < 2; i++)
        if (side[i] && !strcmp(side[i], "-"))
            ce_cli_usage(cli, "standard output carries the label table: --model and --trace need a file name");
}

/* 0 when distances between such values have squares. */
static int need_squares(const ce_data_table *data, const char *path, ce_error *err)
{
    size_t d = data->values.columns;

    for (size_t i = 0; i < data->values.rows * d; i++)
        if (fabs(data->values.values[i]) > CE_KMEANS_LARGEST)
            return ce_fail(err, CE_EINPUT, "%s: object %zu has %g in column %s, at most %g expected: ce-prepare zscore or minmax",
                           ce_path_name(path), i / d + 1, data->values.values[i], data->name[i % d], CE_KMEANS_LARGEST);
    return CE_OK;
}

/* Given starting centres, and k by their number. */
static int read_start(const ce_cli *cli, const struct options *o, const char *path, work *w, ce_kmeans_ensemble_options *e,
                      ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    int rc;

    if (!o->start)
        return CE_OK;
    if ((rc = ce_data_table_read(&w->start, o->start, &format, err)) ||
        (rc = ce_data_table_need_numeric(&w->start, o->start, err)) || (rc = need_squares(&w->start, o->start, err)))
        return rc;
    if (w->start.values.columns != w->data.values.columns)
        return ce_fail(err, CE_EINPUT, "%s: %zu features, %zu expected as in %s", o->start, w->start.values.columns,
                       w->data.values.columns, ce_path_name(path));
    w->start_k = (int)w->start.values.rows;
    e->k = &w->start_k;
    e->k_count = 1;
    e->kmeans.init = CE_INIT_GIVEN;
    e->kmeans.start = w->start.values.values;
    return CE_OK;
}

/* objects: those that a member sees, of n. */
static int check_k(const int *k, size_t count, size_t objects, size_t n, const char *path, ce_error *err)
{
    for (size_t i = 0; i < count; i++)
        if ((size_t)k[i] > objects)
            return ce_fail(err, CE_EINPUT, "%s: %zu objects%s, k = %d", ce_path_name(path), objects,
                           objects < n ? " in a subsample" : "", k[i]);
    return CE_OK;
}

static int name_member(work *w, size_t q, ce_error *err, const char *format, ...) __attribute__((format(printf, 4, 5)));

static int name_member(work *w, size_t q, ce_error *err, const char *format, ...)
{
    char name[64];
    va_list args;

    if (!w->out.name && !(w->out.name = ce_calloc(w->out.labels.m, sizeof *w->out.name, err)))
        return CE_ENOMEM;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    w->out.name[q] = ce_strdup(name, err);
    return w->out.name[q] ? CE_OK : CE_ENOMEM;
}

static int members_alloc(work *w, size_t members, ce_error *err)
{
    w->members = members;
    w->member = ce_calloc(members, sizeof *w->member, err);
    return w->member ? CE_OK : CE_ENOMEM;
}

/* steps: what an iteration is called; unfinished: what to add where it did not converge. */
static void tell(const ce_cli *cli, const work *w, const char *steps, const char *unfinished, const char *path)
{
    size_t fewer = 0, distinct = SIZE_MAX;

    for (size_t q = 0; q < w->members; q++) {
        const ce_centre_member *member = &w->member[q];
        ce_cli_detail(cli, "%s: %zu clusters, %zu %s%s, inertia %.10g", w->out.name[q], member->k, member->iterations, steps,
                      member->converged ? "" : unfinished, member->inertia);
        if (member->distinct < member->asked) {
            fewer++;
            distinct = member->distinct < distinct ? member->distinct : distinct;
        }
    }
    if (fewer)
        ce_cli_note(cli, "%s: %zu distinct rows: fewer clusters than asked for in %zu of %zu members", ce_path_name(path), distinct,
                    fewer, w->members);
}

/* Names METHOD.k7.r3, what -v tells, --model and --trace. */
static int finish_centres(const ce_cli *cli, const struct options *o, const char *method, const char *path, work *w,
                          ce_error *err)
{
    char delimiter = o->common.delimiter;
    int kmeans = !strcmp(method, "kmeans"), rc;

    for (size_t q = 0; q < w->members; q++)
        if ((rc = name_member(w, q, err, "%s.k%zu.r%zu", method, w->member[q].asked, q + 1)))
            return rc;
    tell(cli, w, kmeans ? "iterations" : "epochs", kmeans ? " (stopped)" : "", path);
    if (o->model && (rc = ce_centre_write_model(w->member, w->out.name, w->members, w->data.name, w->data.values.columns, o->model,
                                                delimiter, err)))
        return rc;
    return o->trace ? ce_centre_write_trace(w->member, w->out.name, w->members, o->trace, delimiter, err) : CE_OK;
}

static int generate_kmeans(const ce_cli *cli, const struct options *o, const char *path, work *w, ce_error *err)
{
    ce_kmeans_ensemble_options e = {
        .k = o->common.k.value,
        .k_count = o->common.k.count,
        .seed = o->common.seed,
        .keep_centres = o->model != NULL,
        .kmeans = {.init = (ce_kmeans_init)o->init,
                   .empty = (ce_kmeans_empty)o->empty,
                   .max_iterations = (size_t)o->iterations,
                   .restarts = (size_t)o->restarts},
    };
    const ce_matrix *x = &w->data.values;
    int rc;

    if ((rc = read_start(cli, o, path, w, &e, err)) ||
        (rc = parse_share(cli, "features", o->features, x->columns, path, &e.features, err)) ||
        (rc = parse_share(cli, "objects", o->objects, x->rows, path, &e.objects, err)) ||
        (rc = check_k(e.k, e.k_count, e.objects ? e.objects : x->rows, x->rows, path, err)))
        return rc;
    e.draw = o->members > 0;
    e.members = e.draw ? (size_t)o->members : e.k_count;
    if ((rc = members_alloc(w, e.members, err)) ||
        (rc = ce_generate_kmeans(x, &e, &w->out.labels, w->member, ce_cli_progress(cli, "members"), err)))
        return rc;
    return finish_centres(cli, o, "kmeans", path, w, err);
}

static int generate_rpcl(const ce_cli *cli, const struct options *o, const char *path, work *w, ce_error *err)
{
    ce_rpcl_options e = {
        .k = o->common.k.value,
        .k_count = o->common.k.count,
        .draw = o->members > 0,
        .rate = o->rate,
        .rival_rate = o->rival_rate,
        .epochs = (size_t)o->epochs,
        .tolerance = o->tolerance,
        .seed = o->common.seed,
        .keep_centres = o->model != NULL,
    };
    size_t n = w->data.values.rows;
    int rc;

    e.members = e.draw ? (size_t)o->members : e.k_count;
    if ((rc = check_k(e.k, e.k_count, n, n, path, err)) || (rc = members_alloc(w, e.members, err)) ||
        (rc = ce_generate_rpcl(&w->data.values, &e, &w->out.labels, w->member, ce_cli_progress(cli, "members"), err)))
        return rc;
    return finish_centres(cli, o, "rpcl", path, w, err);
}

static int generate_linkage(const ce_cli *cli, const struct options *o, const char *path, work *w, ce_error *err)
{
    static const char *const method[] = {"single", "complete", "average", "ward"};
    const ce_int_list *k = &o->common.k;
    size_t n = w->data.values.rows;
    int rc;

    if ((rc = check_k(k->value, k->count, n, n, path, err)) ||
        (rc = ce_generate_linkage(&w->data.values, (ce_linkage_method)o->method, k->value, k->count, &w->out.labels, err)))
        return rc;
    ce_cli_detail(cli, "%s linkage of %zu objects, cut %zu times", method[o->method], n, k->count);
    for (size_t q = 0; q < k->count && !rc; q++)
        rc = name_member(w, q, err, "%s.k%d", method[o->method], k->value[q]);
    return rc;
}

/* In the order of nouns. */
static int (*const generator[])(const ce_cli *, const struct options *, const char *, work *, ce_error *) = {
    generate_kmeans, generate_rpcl, generate_linkage};

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_table_format format;
    const char *path;
    work w = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_use(&cli, &options);
    format = ce_cli_format(&cli);
    path = ce_cli_operand(&cli, 0);
    if ((rc = ce_data_table_read(&w.data, path, &format, &err)) || (rc = ce_data_table_need_numeric(&w.data, path, &err)) ||
        (rc = need_squares(&w.data, path, &err)))
        goto done;
    for (size_t g = 0; g < sizeof generator / sizeof *generator; g++)
        if (!strcmp(cli.noun[0], nouns[g].name) && (rc = generator[g](&cli, &options, path, &w, &err)))
            goto done;
    ce_text_column_move(&w.out.id, &w.data.id);
    rc = ce_label_table_write(&w.out, options.common.output, options.common.delimiter, &err);
done:
    work_free(&w);
    return ce_cli_end(&cli, rc, &err);
}
