/* ce-generate: base clusterings of a data table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "generate/kmeans_ensemble.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/model.h"

struct options {
    ce_common common;
    int members, init, empty, iterations, restarts;
    const char *features, *objects, *start, *model, *trace;
};

static const ce_option table[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, NULL, offsetof(struct options, members), "kmeans",
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
    {0, "model", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, model), "kmeans", "write the centroids here"},
    {0, "trace", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, trace), "kmeans",
     "write k, inertia and iterations of each member here"},
};

static const ce_noun nouns[] = {
    {"kmeans", "k-means: Lloyd's iteration from random starting centres"},
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
    ce_kmeans_member *member;
    size_t members;
    int start_k;
} work;

static void work_free(work *w)
{
    ce_kmeans_members_free(w->member, w->members);
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

static int check_k(const ce_kmeans_ensemble_options *e, size_t n, const char *path, ce_error *err)
{
    size_t objects = e->objects ? e->objects : n;

    for (size_t i = 0; i < e->k_count; i++)
        if ((size_t)e->k[i] > objects)
            return ce_fail(err, CE_EINPUT, "%s: %zu objects%s, k = %d", ce_path_name(path), objects,
                           objects < n ? " in a subsample" : "", e->k[i]);
    return CE_OK;
}

static int name_members(work *w, ce_error *err)
{
    char name[64];

    w->out.name = ce_calloc(w->members, sizeof *w->out.name, err);
    if (!w->out.name)
        return CE_ENOMEM;
    for (size_t q = 0; q < w->members; q++) {
        snprintf(name, sizeof name, "kmeans.k%zu.r%zu", w->member[q].asked, q + 1);
        if (!(w->out.name[q] = ce_strdup(name, err)))
            return CE_ENOMEM;
    }
    return CE_OK;
}

static void tell(const ce_cli *cli, const work *w, const char *path)
{
    size_t fewer = 0, distinct = SIZE_MAX;

    for (size_t q = 0; q < w->members; q++) {
        const ce_kmeans_member *member = &w->member[q];
        ce_cli_detail(cli, "%s: %zu clusters, %zu iterations%s, inertia %.10g", w->out.name[q], member->k, member->iterations,
                      member->converged ? "" : " (stopped)", member->inertia);
        if (member->distinct < member->asked) {
            fewer++;
            distinct = member->distinct < distinct ? member->distinct : distinct;
        }
    }
    if (fewer)
        ce_cli_note(cli, "%s: %zu distinct rows: fewer clusters than asked for in %zu of %zu members", ce_path_name(path), distinct,
                    fewer, w->members);
}

static int write_model(const work *w, const char *path, char delimiter, ce_error *err)
{
    size_t d = w->data.values.columns;
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_model_header(output, w->data.name, d, delimiter);
    for (size_t q = 0; q < w->members; q++)
        for (size_t j = 0; j < w->member[q].k; j++)
            ce_model_row(output, w->out.name[q], j + 1, w->member[q].size[j], "centroid", w->member[q].centres + j * d, d, delimiter);
    return ce_output_close(output, err);
}

static int write_trace(const work *w, const char *path, char delimiter, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%ck%cinertia%citerations%cconverged\n", delimiter, delimiter, delimiter, delimiter);
    for (size_t q = 0; q < w->members; q++) {
        const ce_kmeans_member *member = &w->member[q];
        ce_output_printf(output, "%s%c%zu%c", w->out.name[q], delimiter, member->k, delimiter);
        ce_output_real(output, member->inertia);
        ce_output_printf(output, "%c%zu%c%d\n", delimiter, member->iterations, delimiter, member->converged);
    }
    return ce_output_close(output, err);
}

static int generate(const ce_cli *cli, const struct options *o, const char *path, work *w, ce_error *err)
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
        (rc = parse_share(cli, "objects", o->objects, x->rows, path, &e.objects, err)) || (rc = check_k(&e, x->rows, path, err)))
        return rc;
    e.draw = o->members > 0;
    w->members = e.members = e.draw ? (size_t)o->members : e.k_count;
    w->member = ce_calloc(w->members, sizeof *w->member, err);
    if (!w->member)
        return CE_ENOMEM;
    if ((rc = ce_generate_kmeans(x, &e, &w->out.labels, w->member, ce_cli_progress(cli, "members"), err)))
        return rc;
    return name_members(w, err);
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_table_format format;
    const char *path;
    char delimiter;
    work w = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_use(&cli, &options);
    format = ce_cli_format(&cli);
    delimiter = options.common.delimiter;
    path = ce_cli_operand(&cli, 0);
    if ((rc = ce_data_table_read(&w.data, path, &format, &err)) || (rc = ce_data_table_need_numeric(&w.data, path, &err)) ||
        (rc = need_squares(&w.data, path, &err)) || (rc = generate(&cli, &options, path, &w, &err)))
        goto done;
    tell(&cli, &w, path);
    ce_text_column_move(&w.out.id, &w.data.id);
    if ((options.model && (rc = write_model(&w, options.model, delimiter, &err))) ||
        (options.trace && (rc = write_trace(&w, options.trace, delimiter, &err))))
        goto done;
    rc = ce_label_table_write(&w.out, options.common.output, delimiter, &err);
done:
    work_free(&w);
    return ce_cli_end(&cli, rc, &err);
}
