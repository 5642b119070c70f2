/* k-means and RPCL: members that are made of centres. */
#include "generate.h"

#include <string.h>

#include "core/memory.h"
#include "generate/kmeans_ensemble.h"
#include "generate/rpcl.h"
#include "io/input.h"

/* The members of one call; of k-means the starting centres and the constraints if they were given.
 */
typedef struct {
    ce_centre_member *member;
    size_t members;
    ce_data_table start;
    int start_k;
    generate_constraints constraints;
} centres;

static int centres_alloc(centres *c, size_t members, ce_error *err)
{
    c->members = members;
    c->member = ce_calloc(members, sizeof *c->member, err);
    return c->member ? CE_OK : CE_ENOMEM;
}

static void centres_free(centres *c)
{
    ce_centre_members_free(c->member, c->members);
    ce_data_table_free(&c->start);
    generate_constraints_free(&c->constraints);
}

/* Given starting centres, and k by their number. */
static int read_start(const ce_cli *cli, const generate_options *o, const generate_work *w,
                      centres *c, ce_kmeans_ensemble_options *e, ce_error *err)
{
    int rc;

    if (!o->start)
        return CE_OK;
    if ((rc = generate_read_start(cli, o, w, &c->start, err)))
        return rc;
    c->start_k = (int)c->start.values.rows;
    e->k = &c->start_k;
    e->k_count = 1;
    e->kmeans.init = CE_INIT_GIVEN;
    e->kmeans.start = c->start.values.values;
    return CE_OK;
}

/* steps: what an iteration is called; unfinished: what to add where it did not converge. */
static void tell(const ce_cli *cli, const generate_work *w, const centres *c, const char *steps,
                 const char *unfinished)
{
    size_t fewer = 0, distinct = SIZE_MAX;

    for (size_t q = 0; q < c->members; q++) {
        const ce_centre_member *member = &c->member[q];
        ce_cli_detail(cli, "%s: %zu clusters, %zu %s%s, inertia %.10g", w->out.name[q], member->k,
                      member->iterations, steps, member->converged ? "" : unfinished,
                      member->inertia);
        if (member->distinct < member->asked && member->k < member->asked) {
            fewer++;
            distinct = member->distinct < distinct ? member->distinct : distinct;
        }
    }
    if (fewer)
        ce_cli_note(cli,
                    "%s: %zu distinct rows: fewer clusters than asked for in %zu of %zu members",
                    ce_path_name(w->path), distinct, fewer, c->members);
}

/* Names METHOD.k7.r3, what -v tells, --model and --trace. */
static int finish_centres(const ce_cli *cli, const generate_options *o, const char *method,
                          generate_work *w, centres *c, ce_error *err)
{
    char delimiter = o->common.delimiter;
    int epochs = !strcmp(method, "rpcl"), rc;

    for (size_t q = 0; q < c->members; q++)
        if ((rc = generate_name(w, q, err, "%s.k%zu.r%zu", method, c->member[q].asked, q + 1)))
            return rc;
    tell(cli, w, c, epochs ? "epochs" : "iterations", epochs ? "" : " (stopped)");
    if (c->constraints.chunklets.count &&
        (rc = generate_tell_violations(cli, w, &c->constraints, err)))
        return rc;
    if (o->model && (rc = ce_centre_write_model(c->member, w->out.name, c->members, w->data.name,
                                                w->data.values.columns, o->model, delimiter, err)))
        return rc;
    return o->trace ? ce_centre_write_trace(c->member, c->constraints.violated, w->out.name,
                                            c->members, o->trace, delimiter, err)
                    : CE_OK;
}

/* What does not go together in k-means. */
static void check_kmeans(const ce_cli *cli, const generate_options *o)
{
    static const char *const rule[] = {"cop", "seeded", "constrained"},
                             *const other[] = {
                                 "", "", "", "scattered goes with lac", "linear goes with som", ""};

    if (*other[o->init])
        ce_cli_usage(cli, "--init %s: random, plusplus or farthest expected", other[o->init]);
    if (o->unseen && !o->objects)
        ce_cli_usage(cli,
                     "--unseen missing goes with --objects: else every member sees all objects");
    if (!o->constraints)
        return;
    if (o->objects)
        ce_cli_usage(cli, "--objects does not go with --constraints: no member would see them all");
    if (o->rule != CE_RULE_SEEDED && o->empty == CE_EMPTY_DROP)
        ce_cli_usage(cli, "--empty drop does not go with --rule %s: singleton or keep expected",
                     rule[o->rule]);
    if (o->rule != CE_RULE_COP && (ce_cli_given(cli, "order") || ce_cli_given(cli, "attempts")))
        ce_cli_usage(cli, "--order and --attempts go with --rule cop");
    if (o->rule != CE_RULE_COP && (o->start || ce_cli_given(cli, "init") || o->restarts > 1))
        ce_cli_usage(cli,
                     "--rule %s starts from its seeds: no --init, --start or --restarts with it",
                     rule[o->rule]);
}

/* The constraints, if there are any: members are then named by their rule. */
static int read_constraints(const ce_cli *cli, const generate_options *o, const generate_work *w,
                            centres *c, ce_kmeans_ensemble_options *e, const char **method,
                            ce_error *err)
{
    static const char *const name[] = {"cop", "seeded", "constrained"};
    int rc;

    if (!o->constraints)
        return CE_OK;
    if ((rc = generate_read_constraints(cli, o, w, e->k, e->k_count, &c->constraints, err)))
        return rc;
    e->chunklets = &c->constraints.chunklets;
    e->rule = (ce_constraint_rule)o->rule;
    e->chunklet_start = o->init == GENERATE_INIT_CHUNKLETS;
    e->random_order = o->order;
    e->attempts = (size_t)o->attempts;
    if (e->chunklets->count)
        *method = name[o->rule];
    return CE_OK;
}

int generate_kmeans(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    ce_kmeans_ensemble_options e = {
        .k = o->common.k.value,
        .k_count = o->common.k.count,
        .seed = o->common.seed,
        .unseen = (ce_unseen)o->unseen,
        .keep_centres = o->model != NULL,
        .kmeans = {.init = o->init == GENERATE_INIT_CHUNKLETS ? CE_INIT_RANDOM
                                                              : (ce_kmeans_init)o->init,
                   .empty = (ce_kmeans_empty)o->empty,
                   .max_iterations = (size_t)o->iterations,
                   .restarts = (size_t)o->restarts},
    };
    const ce_matrix *x = &w->data.values;
    const char *method = "kmeans";
    centres c = {0};
    int rc;

    check_kmeans(cli, o);
    if ((rc = generate_need_squares(&w->data, w->path, err)) ||
        (rc = read_start(cli, o, w, &c, &e, err)) ||
        (rc = ce_cli_share(cli, "features", o->features, x->columns, "features", w->path,
                           &e.features, err)) ||
        (rc = ce_cli_share(cli, "objects", o->objects, x->rows, "objects", w->path, &e.objects,
                           err)) ||
        (rc = generate_check_k(e.k, e.k_count, e.objects ? e.objects : x->rows, x->rows, w->path,
                               err)) ||
        (rc = read_constraints(cli, o, w, &c, &e, &method, err)))
        goto done;
    e.draw = o->members > 0;
    e.members = e.draw ? (size_t)o->members : e.k_count;
    if ((rc = centres_alloc(&c, e.members, err)) ||
        (rc = ce_generate_kmeans(x, &e, &w->out.labels, c.member, ce_cli_progress(cli, "members"),
                                 err)))
        goto done;
    rc = finish_centres(cli, o, method, w, &c, err);
done:
    centres_free(&c);
    return rc;
}

int generate_rpcl(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
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
    centres c = {0};
    int rc;

    e.members = e.draw ? (size_t)o->members : e.k_count;
    if ((rc = generate_need_squares(&w->data, w->path, err)) ||
        (rc = generate_check_k(e.k, e.k_count, n, n, w->path, err)) ||
        (rc = centres_alloc(&c, e.members, err)) ||
        (rc = ce_generate_rpcl(&w->data.values, &e, &w->out.labels, c.member,
                               ce_cli_progress(cli, "members"), err)))
        goto done;
    rc = finish_centres(cli, o, "rpcl", w, &c, err);
done:
    centres_free(&c);
    return rc;
}
