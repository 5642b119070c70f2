/* Locally adaptive clustering, and with constraints CLAC. */
#include "generate/lac.h"

#include <string.h>

#include "core/memory.h"
#include "generate.h"
#include "io/input.h"
#include "io/model.h"
#include "io/output.h"

/* What becomes of a cluster that loses its objects. */
enum { EMPTY_SINGLETON, EMPTY_KEEP };
/* In the order of the enum; for option rows. */
#define EMPTY_NAMES "singleton|keep"

typedef struct {
    int members, init, iterations, empty, norm, membership;
    const char *start, *labels, *model, *trace;
    ce_real_list inv_h;
    generate_pairs pairs;
} lac_options;

#define FIELD(name) offsetof(lac_options, name)

static const ce_option rows[] = {
    {0, "inv-h", CE_REALS, "LIST", 0, 0, NULL, NULL, FIELD(inv_h), NULL,
     "1/h, how strongly weights fall with dispersion: 7, 1,2.5,10 or 1..50; a member for each; "
     "needed"},
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, NULL, FIELD(members), NULL,
     "number of members, each with a k drawn from those of -k, and the values of --inv-h in "
     "turn; default: one for each k and 1/h"},
    {0, "init", CE_CHOICE, "HOW", 0, 0, CE_LAC_INIT_NAMES, "scattered", FIELD(init), "!start",
     "starting centroids: objects far apart, drawn objects, or the means of chunklets, which is "
     "what --constraints take unless told"},
    {0, "start", CE_INPUT, "FILE", 0, 0, NULL, NULL, FIELD(start), NULL,
     "starting centroids: a data table with a row for each, instead of -k"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "200", FIELD(iterations), NULL,
     "largest number of iterations"},
    {0, "empty", CE_CHOICE, "RULE", 0, 0, EMPTY_NAMES, "singleton", FIELD(empty), NULL,
     "what happens to a cluster that loses its objects"},
    {0, "norm", CE_CHOICE, "NORM", 0, 0, CE_LAC_NORM_NAMES, "l1", FIELD(norm), NULL,
     "weights of a cluster sum to 1, or their squares"},
    GENERATE_ROW_CONSTRAINTS(lac_options, NULL),
    GENERATE_ROW_INFEASIBLE(lac_options),
    GENERATE_ROW_MEMBERSHIP(lac_options),
    GENERATE_ROW_LABELS(lac_options),
    {0, "model", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(model), NULL,
     "write the centroids and the weights of their features here"},
    {0, "trace", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(trace), NULL,
     "write k, 1/h, error and iterations of each member here"},
};

static void check(const ce_cli *cli, const void *options)
{
    const lac_options *o = options;

    if (o->start && cli->common->k.count)
        ce_cli_usage(cli, "--start gives the centres: no -k with it");
    if (!o->start)
        generate_need_k(cli);
    generate_check_constraints(cli, &o->pairs, o->init == CE_LAC_CHUNKLETS ? "chunklets" : NULL);
    if (!o->inv_h.count)
        ce_cli_usage(cli, "which 1/h? --inv-h is needed");
    if (!o->members)
        ce_cli_distinct_clusters(cli);
}

/* What belongs to one call. */
typedef struct {
    ce_lac_options e;
    ce_lac_member *member;
    ce_data_table start; /* given starting centroids */
    int start_k;         /* their number */
    generate_constraints constraints;
} work;

static void work_free(work *l)
{
    ce_lac_members_free(l->member, l->e.members);
    generate_constraints_free(&l->constraints);
    ce_data_table_free(&l->start);
}

/* Refuses a constant feature, whose dispersion would be 0 in every cluster. */
static int refuse_constant(const generate_work *w, ce_error *err)
{
    size_t s = ce_lac_constant_feature(&w->data.values);

    if (s == w->data.values.columns)
        return CE_OK;
    return ce_fail(
        err, CE_EINPUT,
        "%s: column %s is constant, it would take all the weight: ce-prepare drop-constant",
        ce_path_name(w->path), w->data.name[s]);
}

static int name_members(generate_work *w, const lac_options *o, const work *l, ce_error *err)
{
    const ce_lac_member *member = l->member;
    const char *method = l->constraints.chunklets.count ? "clac" : "lac";
    char value[32];
    int rc = CE_OK;

    for (size_t q = 0; q < w->out.labels.m && !rc; q++) {
        ce_format_real(member[q].inv_h, value);
        rc = o->members ? generate_name(w, q, err, "%s.k%zu.i%s.r%zu", method, member[q].asked,
                                        value, q + 1)
                        : generate_name(w, q, err, "%s.k%zu.i%s", method, member[q].asked, value);
    }
    return rc;
}

static void tell(const ce_cli *cli, const generate_work *w, const ce_lac_member *member)
{
    size_t members = w->out.labels.m, fewer = 0, distinct = 0, stopped = 0;

    for (size_t q = 0; q < members; q++) {
        ce_cli_detail(cli, "%s: %zu clusters, %zu iterations%s, error %.10g", w->out.name[q],
                      member[q].k, member[q].iterations, member[q].converged ? "" : " (stopped)",
                      member[q].error);
        stopped += !member[q].converged;
        if (member[q].k < member[q].asked) {
            fewer++;
            distinct = member[q].distinct;
        }
    }
    if (fewer)
        ce_cli_note(cli,
                    "%s: %zu distinct rows: fewer clusters than asked for in %zu of %zu members",
                    ce_path_name(w->path), distinct, fewer, members);
    if (stopped)
        ce_cli_note(cli, "%s: %zu of %zu members have not converged: stopped by --iterations",
                    ce_path_name(w->path), stopped, members);
}

static int write_model(const generate_work *w, const ce_lac_member *member, const char *path,
                       char delimiter, ce_error *err)
{
    size_t d = w->data.values.columns;
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_model_header(output, w->data.name, d, delimiter);
    for (size_t q = 0; q < w->out.labels.m; q++)
        for (size_t r = 0; r < member[q].k; r++) {
            size_t j = member[q].order[r];
            ce_model_row(output, w->out.name[q], j + 1, member[q].size[j], "centroid",
                         member[q].centroids + j * d, d, delimiter);
            ce_model_row(output, w->out.name[q], j + 1, member[q].size[j], "weight",
                         member[q].weights + j * d, d, delimiter);
        }
    return ce_output_close(output, err);
}

/* violated: of each member; NULL for no such column. */
static int write_trace(const generate_work *w, const ce_lac_member *member, const size_t *violated,
                       const char *path, char c, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%ck%cinv_h%cerror%citerations%cconverged", c, c, c, c, c);
    if (violated)
        ce_output_printf(output, "%cviolated", c);
    ce_output_char(output, '\n');
    for (size_t q = 0; q < w->out.labels.m; q++) {
        ce_output_cell(output, w->out.name[q], c);
        ce_output_printf(output, "%c%zu%c", c, member[q].k, c);
        ce_output_real(output, member[q].inv_h);
        ce_output_char(output, c);
        ce_output_real(output, member[q].error);
        ce_output_printf(output, "%c%zu%c%d", c, member[q].iterations, c, member[q].converged);
        if (violated)
            ce_output_printf(output, "%c%zu", c, violated[q]);
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}

/* Names the members, prints notes, and writes memberships, --model and --trace. */
static int finish(const ce_cli *cli, const lac_options *o, generate_work *w, work *l, ce_error *err)
{
    char delimiter = cli->common->delimiter;
    int rc = name_members(w, o, l, err);

    if (rc)
        return rc;
    tell(cli, w, l->member);
    if (l->constraints.chunklets.count)
        rc = generate_tell_violations(cli, w, &l->constraints, err);
    if (!rc && o->membership) {
        w->labels = o->labels;
        rc = ce_lac_membership(&w->data.values, l->member, w->out.labels.m, &w->membership, err);
    }
    if (!rc && o->model)
        rc = write_model(w, l->member, o->model, delimiter, err);
    if (!rc && o->trace)
        rc = write_trace(w, l->member, l->constraints.violated, o->trace, delimiter, err);
    return rc;
}

static ce_lac_init choose_init(const ce_cli *cli, const lac_options *o)
{
    if (o->start)
        return CE_LAC_GIVEN;
    if (o->pairs.file && !ce_cli_given(cli, "init"))
        return CE_LAC_CHUNKLETS;
    return (ce_lac_init)o->init;
}

/* Reads given starting centroids, whose number is k. */
static int read_start(const ce_cli *cli, const lac_options *o, const generate_work *w, work *l,
                      ce_error *err)
{
    int rc;

    if (!o->start)
        return CE_OK;
    rc = generate_read_start(cli, o->start, w, &l->start, err);
    l->start_k = (int)l->start.values.rows;
    l->e.k = &l->start_k;
    l->e.k_count = 1;
    l->e.start = l->start.values.values;
    return rc;
}

static int make_members(const ce_cli *cli, const lac_options *o, generate_work *w, work *l,
                        ce_error *err)
{
    int rc;

    l->e.chunklets = &l->constraints.chunklets;
    l->e.members = l->e.draw ? (size_t)o->members : l->e.k_count * l->e.inv_h_count;
    l->member = ce_calloc(l->e.members, sizeof *l->member, err);
    if (!l->member)
        return CE_ENOMEM;
    rc = ce_generate_lac(&w->data.values, &l->e, &w->out.labels, l->member,
                         ce_cli_progress(cli, "members"), err);
    return rc ? rc : finish(cli, o, w, l, err);
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const lac_options *o = options;
    work l = {.e = {
                  .k = cli->common->k.value,
                  .k_count = cli->common->k.count,
                  .inv_h = o->inv_h.value,
                  .inv_h_count = o->inv_h.count,
                  .draw = o->members > 0,
                  .init = choose_init(cli, o),
                  .norm = (ce_lac_norm)o->norm,
                  .keep_empty = o->empty == EMPTY_KEEP,
                  .max_iterations = (size_t)o->iterations,
                  .order = o->model != NULL,
                  .seed = cli->common->seed,
              }};
    size_t n = w->data.values.rows;
    int rc = generate_need_squares(&w->data, w->path, err);

    if (!rc)
        rc = refuse_constant(w, err);
    if (!rc)
        rc = read_start(cli, o, w, &l, err);
    if (!rc)
        rc = generate_check_k(l.e.k, l.e.k_count, n, n, w->path, err);
    if (!rc && o->pairs.file)
        rc = generate_read_constraints(cli, &o->pairs, w, l.e.k, l.e.k_count, &l.constraints, err);
    if (!rc)
        rc = make_members(cli, o, w, &l, err);
    work_free(&l);
    return rc;
}

const generate_noun generate_lac = {
    .of = {.name = "lac",
           .summary = "locally adaptive clustering: k-means with weights of features for each "
                      "cluster",
           .about = "k-means in which each cluster weighs the features: a feature along which "
                    "its objects spread little has a large weight. --inv-h says how large, and "
                    "an ensemble usually takes many values of it. For data with many features, "
                    "if clusters differ in their features; it also gives memberships.",
           .reference = "domeniconi2007",
           .page = "clens-lac",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .takes = CE_USES_CONSTRAINTS,
           .reports = CE_REPORTS_TRACE | CE_REPORTS_MODEL,
           .cost = CE_COST_OBJECTS,
           .options = CE_OPTIONS(rows, lac_options)},
    .check = check,
    .run = run,
};
