/* COOLCAT: clusters of categorical objects. */
#include "generate.h"

#include "core/memory.h"
#include "generate/coolcat.h"
#include "io/input.h"

/* Wrong use ends the program: a sample that cannot hold the first objects of k clusters. */
static void check_sample(const ce_cli *cli, const generate_options *o)
{
    for (size_t i = 0; o->sample && i < o->common.k.count; i++)
        if (o->sample < o->common.k.value[i])
            ce_cli_usage(cli, "--sample %d, at least k = %d expected", o->sample,
                         o->common.k.value[i]);
}

static void tell(const ce_cli *cli, const generate_work *w, const ce_categorical *x,
                 const ce_coolcat_member *member, size_t members)
{
    size_t constant = ce_categorical_constant(x), fewer = 0, distinct = SIZE_MAX;

    for (size_t q = 0; q < members; q++) {
        ce_cli_detail(cli, "%s: %zu clusters, %zu of %zu features, expected entropy %.10g",
                      w->out.name[q], member[q].k, member[q].features, x->d, member[q].entropy);
        if (member[q].k < member[q].asked) {
            fewer++;
            distinct = member[q].k < distinct ? member[q].k : distinct;
        }
    }
    if (constant)
        ce_cli_note(cli,
                    "%s: %zu of %zu columns have one value only and tell nothing apart: ce-prepare "
                    "drop-constant",
                    ce_path_name(w->path), constant, x->d);
    if (fewer)
        ce_cli_note(cli,
                    "%s: %zu distinct rows: fewer clusters than asked for in %zu of %zu members",
                    ce_path_name(w->path), distinct, fewer, members);
}

/* Names coolcat.k4.r3, what -v tells, memberships, --model and --trace. */
static int finish(const ce_cli *cli, const generate_options *o, generate_work *w,
                  const ce_categorical *x, const ce_coolcat_member *member, size_t members,
                  ce_error *err)
{
    char delimiter = o->common.delimiter;
    int rc;

    for (size_t q = 0; q < members; q++)
        if ((rc = generate_name(w, q, err, "coolcat.k%zu.r%zu", member[q].asked, q + 1)))
            return rc;
    tell(cli, w, x, member, members);
    if (o->membership && (rc = ce_coolcat_membership(x, member, members, &w->membership, err)))
        return rc;
    if (o->model && (rc = ce_coolcat_write_model(member, w->out.name, members, &w->data, o->model,
                                                 delimiter, err)))
        return rc;
    return o->trace ? ce_coolcat_write_trace(member, w->out.name, members, &w->data, o->trace,
                                             delimiter, err)
                    : CE_OK;
}

int generate_coolcat(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    ce_coolcat_options e = {
        .k = o->common.k.value,
        .k_count = o->common.k.count,
        .draw = o->members > 0,
        .sample = (size_t)o->sample,
        .batch = (size_t)o->batch,
        .reprocess = (size_t)o->reprocess,
        .modes = o->model || o->membership,
        .all_modes = o->distance_features == 1,
        .seed = o->common.seed,
    };
    ce_categorical x = {0};
    ce_coolcat_member *member = NULL;
    size_t n = w->data.values.rows;
    int rc;

    check_sample(cli, o);
    e.members = e.draw ? (size_t)o->members : e.k_count;
    if ((rc = ce_categorical_of_table(&x, &w->data, w->path, err)) ||
        (rc = ce_cli_share(cli, "features", o->features, x.d, "features", w->path, &e.features,
                           err)) ||
        (rc = generate_check_k(e.k, e.k_count, n, n, w->path, err)))
        goto done;
    if (e.sample > n) {
        rc = ce_fail(err, CE_EINPUT, "%s: %zu objects, --sample %zu", ce_path_name(w->path), n,
                     e.sample);
        goto done;
    }
    member = ce_calloc(e.members, sizeof *member, err);
    rc = member ? ce_generate_coolcat(&x, &e, &w->out.labels, member,
                                      ce_cli_progress(cli, "members"), err)
                : CE_ENOMEM;
    if (!rc)
        rc = finish(cli, o, w, &x, member, e.members, err);
done:
    ce_coolcat_members_free(member, e.members);
    ce_categorical_free(&x);
    return rc;
}
