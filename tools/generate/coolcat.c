/* COOLCAT: clusters of categorical objects. */
#include "generate/coolcat.h"

#include "core/memory.h"
#include "generate.h"
#include "io/input.h"

/* Features of the modes and of the distances to them. */
enum { DISTANCE_FEATURES_SEEN, DISTANCE_FEATURES_ALL };
/* In the order of the enum; for option rows. */
#define DISTANCE_FEATURES_NAMES "seen|all"

typedef struct {
    int members, sample, batch, reprocess, distance_features, membership;
    ce_share features;
    const char *labels, *model, *trace;
} coolcat_options;

#define FIELD(name) offsetof(coolcat_options, name)

static const ce_option rows[] = {
    GENERATE_ROW_MEMBERS(coolcat_options),
    GENERATE_ROW_FEATURES(coolcat_options),
    {0, "sample", CE_INTEGER, "S", 1, 1e9, NULL, NULL, FIELD(sample), NULL,
     "size of the sample for the first objects of clusters; default: 8, or 2 k if that is more"},
    {0, "batch", CE_INTEGER, "B", 0, 1e9, NULL, "0", FIELD(batch), NULL,
     "objects between two rounds of re-processing; 0: all"},
    {0, "reprocess", CE_INTEGER, "R", 0, 1e9, NULL, "10", FIELD(reprocess), NULL,
     "after each batch, this many of the worst fitting objects are placed again"},
    GENERATE_ROW_MEMBERSHIP(coolcat_options),
    GENERATE_ROW_LABELS(coolcat_options),
    {0, "distance-features", CE_CHOICE, "WHICH", 0, 0, DISTANCE_FEATURES_NAMES, "seen",
     FIELD(distance_features), "features",
     "features of the modes and of the distances to them: those that the member saw or all"},
    {0, "model", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(model), NULL, "write the modes here"},
    {0, "trace", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(trace), NULL,
     "write k, expected entropy and features of each member here"},
};

/* A sample must hold the first objects of k clusters. */
static void check_sample(const ce_cli *cli, const coolcat_options *o)
{
    const ce_int_list *k = &cli->common->k;

    for (size_t i = 0; o->sample && i < k->count; i++)
        if (o->sample < k->value[i])
            ce_cli_usage(cli, "--sample %d, at least k = %d expected", o->sample, k->value[i]);
}

static void check(const ce_cli *cli, const void *options)
{
    const coolcat_options *o = options;

    generate_need_k(cli);
    check_sample(cli, o);
    if (o->batch > 0 && o->reprocess == 0)
        ce_cli_usage(cli, "--batch goes with --reprocess above 0");
    if (ce_cli_given(cli, "distance-features") && !o->model && !o->membership)
        ce_cli_usage(cli, "--distance-features goes with --membership or --model");
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

/* Names the members coolcat.k4.r3, prints what -v tells, and writes memberships, --model and
 * --trace. */
static int finish(const ce_cli *cli, const coolcat_options *o, generate_work *w,
                  const ce_categorical *x, const ce_coolcat_member *member, size_t members,
                  ce_error *err)
{
    char delimiter = cli->common->delimiter;
    int rc = CE_OK;

    for (size_t q = 0; q < members && !rc; q++)
        rc = generate_name(w, q, err, "coolcat.k%zu.r%zu", member[q].asked, q + 1);
    if (rc)
        return rc;
    tell(cli, w, x, member, members);
    if (o->membership) {
        w->labels = o->labels;
        rc = ce_coolcat_membership(x, member, members, &w->membership, err);
    }
    if (!rc && o->model)
        rc = ce_coolcat_write_model(member, w->out.name, members, &w->data, o->model, delimiter,
                                    err);
    if (!rc && o->trace)
        rc = ce_coolcat_write_trace(member, w->out.name, members, &w->data, o->trace, delimiter,
                                    err);
    return rc;
}

static int make_members(const ce_cli *cli, const coolcat_options *o, generate_work *w,
                        const ce_categorical *x, const ce_coolcat_options *e, ce_error *err)
{
    ce_coolcat_member *member = ce_calloc(e->members, sizeof *member, err);
    int rc;

    if (!member)
        return CE_ENOMEM;
    rc = ce_generate_coolcat(x, e, &w->out.labels, member, ce_cli_progress(cli, "members"), err);
    if (!rc)
        rc = finish(cli, o, w, x, member, e->members, err);
    ce_coolcat_members_free(member, e->members);
    return rc;
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const coolcat_options *o = options;
    ce_coolcat_options e = {
        .k = cli->common->k.value,
        .k_count = cli->common->k.count,
        .draw = o->members > 0,
        .members = o->members > 0 ? (size_t)o->members : cli->common->k.count,
        .sample = (size_t)o->sample,
        .batch = (size_t)o->batch,
        .reprocess = (size_t)o->reprocess,
        .modes = o->model || o->membership,
        .all_modes = o->distance_features == DISTANCE_FEATURES_ALL,
        .seed = cli->common->seed,
    };
    size_t n = w->data.values.rows;
    ce_categorical x = {0};
    int rc = ce_categorical_of_table(&x, &w->data, w->path, err);

    if (!rc)
        rc = generate_count("features", &o->features, x.d, w->path, &e.features, err);
    if (!rc)
        rc = generate_check_k(e.k, e.k_count, n, n, w->path, err);
    if (!rc && e.sample > n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu objects, --sample %zu", ce_path_name(w->path), n,
                     e.sample);
    if (!rc)
        rc = make_members(cli, o, w, &x, &e, err);
    ce_categorical_free(&x);
    return rc;
}

const generate_noun generate_coolcat = {
    .of = {.name = "coolcat",
           .summary = "clusters of categorical objects that keep the expected entropy small",
           .about = "Objects with categories instead of numbers go one after another to the "
                    "cluster that they make least disorderly, and those that fit worst are "
                    "placed again. A missing cell is a category. It also gives memberships, by "
                    "distances to the modes.",
           .reference = "barbara2002",
           .page = "clens-coolcat",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .reports = CE_REPORTS_TRACE | CE_REPORTS_MODEL,
           .cost = CE_COST_OBJECTS,
           .options = CE_OPTIONS(rows, coolcat_options)},
    .check = check,
    .run = run,
};
