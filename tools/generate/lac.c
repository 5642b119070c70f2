/* Locally adaptive clustering. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "cli/real_list.h"
#include "core/memory.h"
#include "generate/lac.h"
#include "io/input.h"
#include "io/model.h"
#include "io/output.h"

enum { DEFAULT_ITERATIONS = 200 };

/* The members of one call, and the constraints if they were given. */
typedef struct {
    ce_lac_member *member;
    size_t members;
    generate_constraints constraints;
} lac;

static void check_use(const ce_cli *cli, const generate_options *o)
{
    static const char *const other[] = {"", "plusplus", "farthest", "", "linear", ""};
    const ce_int_list *k = &o->common.k;

    if (!o->inv_h)
        ce_cli_usage(cli, "which 1/h? --inv-h is needed");
    if (ce_cli_given(cli, "init") && *other[o->init])
        ce_cli_usage(
            cli,
            "--init %s goes with %s: scattered, random or, with --constraints, chunklets expected",
            other[o->init], o->init == 4 ? "som" : "kmeans");
    if (o->empty == 2)
        ce_cli_usage(cli, "--empty drop goes with kmeans: singleton or keep expected");
    for (size_t i = 0; i < k->count && !o->members; i++)
        for (size_t j = 0; j < i; j++)
            if (k->value[i] == k->value[j])
                ce_cli_usage(cli, "-k has %d twice", k->value[i]);
}

/* A constant feature would have dispersion 0 in every cluster. */
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

static int name_members(generate_work *w, const generate_options *o, const lac *l, ce_error *err)
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

static int write_model(const generate_options *o, const generate_work *w,
                       const ce_lac_member *member, ce_error *err)
{
    size_t d = w->data.values.columns;
    char delimiter = o->common.delimiter;
    ce_output *output;
    int rc = ce_output_open(&output, o->model, err);

    if (rc)
        return rc;
    ce_model_header(output, w->data.name, d, delimiter);
    for (size_t q = 0; q < w->out.labels.m; q++)
        for (size_t j = 0; j < member[q].k; j++) {
            ce_model_row(output, w->out.name[q], j + 1, member[q].size[j], "centroid",
                         member[q].centroids + j * d, d, delimiter);
            ce_model_row(output, w->out.name[q], j + 1, member[q].size[j], "weight",
                         member[q].weights + j * d, d, delimiter);
        }
    return ce_output_close(output, err);
}

/* violated: of each member, or NULL: no such column. */
static int write_trace(const generate_options *o, const generate_work *w,
                       const ce_lac_member *member, const size_t *violated, ce_error *err)
{
    char c = o->common.delimiter;
    ce_output *output;
    int rc = ce_output_open(&output, o->trace, err);

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

/* Names, notes, memberships, --model and --trace. */
static int finish(const ce_cli *cli, const generate_options *o, generate_work *w, lac *l,
                  ce_error *err)
{
    int rc;

    if ((rc = name_members(w, o, l, err)))
        return rc;
    tell(cli, w, l->member);
    if (l->constraints.chunklets.count &&
        (rc = generate_tell_violations(cli, w, &l->constraints, err)))
        return rc;
    if (o->membership &&
        (rc = ce_lac_membership(&w->data.values, l->member, w->out.labels.m, &w->membership, err)))
        return rc;
    if (o->model && (rc = write_model(o, w, l->member, err)))
        return rc;
    return o->trace ? write_trace(o, w, l->member, l->constraints.violated, err) : CE_OK;
}

static ce_lac_init choose_init(const ce_cli *cli, const generate_options *o)
{
    if (o->start)
        return CE_LAC_GIVEN;
    if (!ce_cli_given(cli, "init"))
        return o->constraints ? CE_LAC_CHUNKLETS : CE_LAC_SCATTERED;
    return o->init == 0                         ? CE_LAC_RANDOM
           : o->init == GENERATE_INIT_CHUNKLETS ? CE_LAC_CHUNKLETS
                                                : CE_LAC_SCATTERED;
}

/* Given starting centroids, and k by their number. */
static int read_start(const ce_cli *cli, const generate_options *o, const generate_work *w,
                      ce_data_table *start, int *k, ce_lac_options *e, ce_error *err)
{
    int rc;

    if (!o->start)
        return CE_OK;
    if ((rc = generate_read_start(cli, o, w, start, err)))
        return rc;
    *k = (int)start->values.rows;
    e->k = k;
    e->k_count = 1;
    e->start = start->values.values;
    return CE_OK;
}

int generate_lac(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    ce_lac_options e = {
        .k = o->common.k.value,
        .k_count = o->common.k.count,
        .draw = o->members > 0,
        .init = choose_init(cli, o),
        .norm = (ce_lac_norm)o->norm,
        .keep_empty = o->empty == 1,
        .max_iterations = o->iterations ? (size_t)o->iterations : DEFAULT_ITERATIONS,
        .seed = o->common.seed,
    };
    size_t n = w->data.values.rows;
    ce_data_table start = {0};
    double *inv_h = NULL;
    int start_k, rc;
    lac l = {0};

    check_use(cli, o);
    if ((rc = ce_cli_reals(cli, "inv-h", o->inv_h, &inv_h, &e.inv_h_count, err)) ||
        (rc = generate_need_squares(&w->data, w->path, err)) || (rc = refuse_constant(w, err)) ||
        (rc = read_start(cli, o, w, &start, &start_k, &e, err)) ||
        (rc = generate_check_k(e.k, e.k_count, n, n, w->path, err)))
        goto done;
    if (o->constraints &&
        (rc = generate_read_constraints(cli, o, w, e.k, e.k_count, &l.constraints, err)))
        goto done;
    e.inv_h = inv_h;
    e.chunklets = &l.constraints.chunklets;
    l.members = e.members = e.draw ? (size_t)o->members : e.k_count * e.inv_h_count;
    if (!(l.member = ce_calloc(e.members, sizeof *l.member, err))) {
        rc = CE_ENOMEM;
        goto done;
    }
    if (!(rc = ce_generate_lac(&w->data.values, &e, &w->out.labels, l.member,
                               ce_cli_progress(cli, "members"), err)))
        rc = finish(cli, o, w, &l, err);
done:
    ce_lac_members_free(l.member, l.members);
    generate_constraints_free(&l.constraints);
    ce_data_table_free(&start);
    free(inv_h);
    return rc;
}
