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

static void check_use(const ce_cli *cli, const generate_options *o)
{
    static const char *const other[] = {"", "plusplus", "farthest", "", "linear", "chunklets"};
    const ce_int_list *k = &o->common.k;

    if (!o->inv_h)
        ce_cli_usage(cli, "which 1/h? --inv-h is needed");
    if (ce_cli_given(cli, "init") && *other[o->init])
        ce_cli_usage(cli, "--init %s goes with %s: scattered or random expected", other[o->init], o->init == 4 ? "som" : "kmeans");
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
    return ce_fail(err, CE_EINPUT, "%s: column %s is constant, it would take all the weight: ce-prepare drop-constant",
                   ce_path_name(w->path), w->data.name[s]);
}

static int name_members(generate_work *w, const generate_options *o, const ce_lac_member *member, ce_error *err)
{
    char value[32];
    int rc = CE_OK;

    for (size_t q = 0; q < w->out.labels.m && !rc; q++) {
        ce_format_real(member[q].inv_h, value);
        rc = o->members ? generate_name(w, q, err, "lac.k%zu.i%s.r%zu", member[q].asked, value, q + 1)
                        : generate_name(w, q, err, "lac.k%zu.i%s", member[q].asked, value);
    }
    return rc;
}

static void tell(const ce_cli *cli, const generate_work *w, const ce_lac_member *member)
{
    size_t members = w->out.labels.m, fewer = 0, distinct = 0, stopped = 0;

    for (size_t q = 0; q < members; q++) {
        ce_cli_detail(cli, "%s: %zu clusters, %zu iterations%s, error %.10g", w->out.name[q], member[q].k, member[q].iterations,
                      member[q].converged ? "" : " (stopped)", member[q].error);
        stopped += !member[q].converged;
        if (member[q].distinct < member[q].asked) {
            fewer++;
            distinct = member[q].distinct;
        }
    }
    if (fewer)
        ce_cli_note(cli, "%s: %zu distinct rows: fewer clusters than asked for in %zu of %zu members", ce_path_name(w->path), distinct,
                    fewer, members);
    if (stopped)
        ce_cli_note(cli, "%s: %zu of %zu members have not converged: stopped by --iterations", ce_path_name(w->path), stopped, members);
}

static int write_model(const generate_options *o, const generate_work *w, const ce_lac_member *member, ce_error *err)
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
            ce_model_row(output, w->out.name[q], j + 1, member[q].size[j], "centroid", member[q].centroids + j * d, d, delimiter);
            ce_model_row(output, w->out.name[q], j + 1, member[q].size[j], "weight", member[q].weights + j * d, d, delimiter);
        }
    return ce_output_close(output, err);
}

static int write_trace(const generate_options *o, const generate_work *w, const ce_lac_member *member, ce_error *err)
{
    char c = o->common.delimiter;
    ce_output *output;
    int rc = ce_output_open(&output, o->trace, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%ck%cinv_h%cerror%citerations%cconverged\n", c, c, c, c, c);
    for (size_t q = 0; q < w->out.labels.m; q++) {
        ce_output_cell(output, w->out.name[q], c);
        ce_output_printf(output, "%c%zu%c", c, member[q].k, c);
        ce_output_real(output, member[q].inv_h);
        ce_output_char(output, c);
        ce_output_real(output, member[q].error);
        ce_output_printf(output, "%c%zu%c%d\n", c, member[q].iterations, c, member[q].converged);
    }
    return ce_output_close(output, err);
}

/* Names, notes, memberships, --model and --trace. */
static int finish(const ce_cli *cli, const generate_options *o, generate_work *w, const ce_lac_member *member, ce_error *err)
{
    int rc;

    if ((rc = name_members(w, o, member, err)))
        return rc;
    tell(cli, w, member);
    if (o->membership && (rc = ce_lac_membership(&w->data.values, member, w->out.labels.m, &w->membership, err)))
        return rc;
    if (o->model && (rc = write_model(o, w, member, err)))
        return rc;
    return o->trace ? write_trace(o, w, member, err) : CE_OK;
}

int generate_lac(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    ce_lac_options e = {
        .k = o->common.k.value,
        .k_count = o->common.k.count,
        .draw = o->members > 0,
        .init = o->start ? CE_LAC_GIVEN : ce_cli_given(cli, "init") && o->init == 0 ? CE_LAC_RANDOM : CE_LAC_SCATTERED,
        .norm = (ce_lac_norm)o->norm,
        .keep_empty = o->empty == 1,
        .max_iterations = o->iterations ? (size_t)o->iterations : DEFAULT_ITERATIONS,
        .seed = o->common.seed,
    };
    size_t n = w->data.values.rows;
    ce_data_table start = {0};
    ce_lac_member *member = NULL;
    double *inv_h = NULL;
    int start_k, rc;

    check_use(cli, o);
    if ((rc = ce_cli_reals(cli, "inv-h", o->inv_h, &inv_h, &e.inv_h_count, err)) || (rc = generate_need_squares(&w->data, w->path, err)) ||
        (rc = refuse_constant(w, err)))
        goto done;
    if (o->start) {
        if ((rc = generate_read_start(cli, o, w, &start, err)))
            goto done;
        start_k = (int)start.values.rows;
        e.k = &start_k;
        e.k_count = 1;
        e.start = start.values.values;
    }
    if ((rc = generate_check_k(e.k, e.k_count, n, n, w->path, err)))
        goto done;
    e.inv_h = inv_h;
    e.members = e.draw ? (size_t)o->members : e.k_count * e.inv_h_count;
    if (!(member = ce_calloc(e.members, sizeof *member, err))) {
        rc = CE_ENOMEM;
        goto done;
    }
    if (!(rc = ce_generate_lac(&w->data.values, &e, &w->out.labels, member, ce_cli_progress(cli, "members"), err)))
        rc = finish(cli, o, w, member, err);
done:
    ce_lac_members_free(member, e.members);
    ce_data_table_free(&start);
    free(inv_h);
    return rc;
}
