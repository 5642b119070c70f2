/* k-means, and with constraints k-means by chunklets, COP-KMeans, PCKMeans, Seeded-KMeans and
 * Constrained-KMeans. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "centres.h"
#include "core/memory.h"
#include "generate/kmeans_ensemble.h"
#include "kmeans_model.h"

/* Choices of --init after those of ce_kmeans_init. */
enum { INIT_CHUNKLETS = CE_INIT_FARTHEST + 1, INIT_NEIGHBOURHOODS };

/* Of the objects. */
enum { ORDER_INDEX, ORDER_RANDOM };
/* In the order of the enum; for option rows. */
#define ORDER_NAMES "index|random"

typedef struct {
    int members, init, iterations, restarts, empty, unseen, rule, order, attempts, sample,
        algorithm;
    double price;
    ce_share features, objects;
    const char *start, *model, *trace, *part, *state;
    generate_pairs pairs;
} kmeans_options;

#define FIELD(name) offsetof(kmeans_options, name)

static const ce_option rows[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, NULL, FIELD(members), NULL,
     "number of members, each with a k drawn from those of -k; default: one for each k; 30 without "
     "-k"},
    {0, "init", CE_CHOICE, "HOW", 0, 0, CE_KMEANS_INIT_NAMES "|chunklets|neighbourhoods", "random",
     FIELD(init), "rule=cop|chunklet|pc !start",
     "starting centres: random objects, k-means++, or objects far apart; with --constraints also "
     "the means of chunklets with cannot-links, or of the largest ones (default with --rule pc)"},
    {0, "start", CE_INPUT, "FILE", 0, 0, NULL, NULL, FIELD(start), "rule=cop|chunklet|pc",
     "starting centres, instead of -k: a data table with a row for each; or the model of an "
     "earlier call, with a member for each of its clusterings"},
    {0, "sample", CE_INTEGER, "N", 1, 1e9, NULL, NULL, FIELD(sample),
     "!start !objects !constraints",
     "choose starting centres among N random objects, the same for all members; default: among "
     "all"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "100", FIELD(iterations), NULL,
     "largest number of iterations; default with --rule cop and constraints: 300"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "1", FIELD(restarts),
     "rule=cop|chunklet|pc !start !sample",
     "runs for each member; the one with the least inertia is kept"},
    {0, "algorithm", CE_CHOICE, "HOW", 0, 0, CE_KMEANS_ALGORITHM_NAMES, "auto", FIELD(algorithm),
     "!constraints !part !state",
     "lloyd: all objects go to the nearest centre at once; hartigan: then single objects move "
     "while this lowers the inertia; auto: hartigan with -k and more features than objects, "
     "without --sample"},
    {0, "empty", CE_CHOICE, "RULE", 0, 0, CE_KMEANS_EMPTY_NAMES, "singleton", FIELD(empty), NULL,
     "what happens to a cluster that loses its objects"},
    GENERATE_ROW_FEATURES(kmeans_options),
    {0, "objects", CE_SHARE, "F", 0, 0, NULL, NULL, FIELD(objects), "!constraints",
     "each member sees this many random objects: 50, or a fraction 0.8"},
    {0, "unseen", CE_CHOICE, "HOW", 0, 0, CE_UNSEEN_NAMES, "nearest", FIELD(unseen), "objects",
     "an object that a member did not see gets the label of the nearest centre, or none"},
    GENERATE_ROW_CONSTRAINTS(kmeans_options, NULL),
    GENERATE_ROW_INFEASIBLE(kmeans_options),
    {0, "rule", CE_CHOICE, "RULE", 0, 0, CE_CONSTRAINT_RULE_NAMES, "chunklet", FIELD(rule),
     "constraints",
     "how constraints are kept: object by object; by chunklet; at a price for each violation; only "
     "as seeds of the starting centres; as seeds that also keep their cluster"},
    {0, "price", CE_REAL, "P", 0, 1e6, NULL, "0.1", FIELD(price), "constraints rule=pc",
     "price of a violated pair; 1 is the mean squared distance of objects to the mean of all"},
    {0, "order", CE_CHOICE, "HOW", 0, 0, ORDER_NAMES, "index", FIELD(order),
     "constraints rule=cop|pc", "order of the objects: as in the table, or random for each start"},
    {0, "attempts", CE_INTEGER, "N", 1, 1e9, NULL, "10", FIELD(attempts), "constraints rule=cop",
     "number of starts, if an object has no allowed centre; the last start searches for a way out"},
    GENERATE_ROW_PART(kmeans_options, "sample !trace"),
    GENERATE_ROW_STATE(kmeans_options, "sample"),
    {0, "model", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(model), NULL,
     "write the centroids here"},
    {0, "trace", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(trace), NULL,
     "write k, inertia and iterations of each member here"},
};

/* By the choices of --rule. Names of members begin with these. */
static const char *const rule_name[] = {
    [CE_RULE_COP] = "cop",
    [CE_RULE_CHUNKLET] = "chunklet",
    [CE_RULE_PC] = "pc",
    [CE_RULE_SEEDED] = "seeded",
    [CE_RULE_CONSTRAINED] = "constrained"};

/* Ends the program where -k is missing, and what else is asked for needs it: constraints can rule
 * out any k, and a part of the objects does not tell how many there are. */
static void need_k(const ce_cli *cli, const kmeans_options *o)
{
    const char *with = o->pairs.file ? "--constraints"
                       : o->part     ? "--part"
                       : o->state    ? "--state"
                                     : NULL;

    if (with && !cli->common->k.count)
        ce_cli_usage(cli, "how many clusters? -k is needed with %s", with);
}

static void check(const ce_cli *cli, const void *options)
{
    const kmeans_options *o = options;

    generate_check_part(cli, o->part, o->model);
    if (o->start && cli->common->k.count)
        ce_cli_usage(cli, "--start gives the centres: no -k with it");
    if (!o->start)
        need_k(cli, o);
    generate_check_constraints(cli, &o->pairs,
                               o->init == INIT_CHUNKLETS        ? "chunklets"
                               : o->init == INIT_NEIGHBOURHOODS ? "neighbourhoods"
                                                                : NULL);
    if (o->pairs.file && o->init == INIT_NEIGHBOURHOODS && o->rule == CE_RULE_COP)
        ce_cli_usage(cli, "--init neighbourhoods goes with --rule chunklet|pc");
    if (o->pairs.file && o->rule != CE_RULE_SEEDED && o->empty == CE_EMPTY_DROP)
        ce_cli_usage(cli, "--empty drop does not go with --rule %s: singleton or keep expected",
                     rule_name[o->rule]);
    if (ce_cli_given(cli, "attempts") && o->order != ORDER_RANDOM &&
        (o->start || o->init == INIT_CHUNKLETS))
        ce_cli_usage(cli, "--attempts goes with --order random: every start would be the same");
}

/* What belongs to one call. */
typedef struct {
    ce_kmeans_ensemble_options e;
    const char *method; /* in the names of members */
    ce_centre_member *member;
    ce_data_table start; /* given starting centres */
    int start_k;         /* their number */
    int *usual_k;        /* those to draw from where there is no -k; owned */
    kmeans_model_starts model; /* those of a model */
    generate_constraints constraints;
} work;

static void work_free(work *c)
{
    ce_centre_members_free(c->member, c->e.members);
    ce_data_table_free(&c->start);
    free(c->usual_k);
    kmeans_model_starts_free(&c->model);
    generate_constraints_free(&c->constraints);
}

/* Reads given starting centres, whose number is k. */
static int read_start(const ce_cli *cli, const kmeans_options *o, const generate_work *w, work *c,
                      ce_error *err)
{
    int rc;

    if (!o->start)
        return CE_OK;
    if (kmeans_is_model(o->start)) {
        if (o->features.value > 0)
            return ce_fail(err, CE_EARG,
                           "--features does not go with --start of a model: members see the "
                           "features that its clusterings see");
        rc = kmeans_read_model(&c->model, cli, o->start, w, err);
        c->e.k = c->model.k;
        c->e.k_count = c->e.starts_count = c->model.prototypes.m;
        c->e.kmeans.init = CE_INIT_GIVEN;
        c->e.starts = c->model.start;
        return rc;
    }
    rc = generate_read_start(cli, o->start, w, &c->start, err);
    c->start_k = (int)c->start.values.rows;
    c->e.k = &c->start_k;
    c->e.k_count = 1;
    c->e.kmeans.init = CE_INIT_GIVEN;
    c->e.kmeans.start = c->start.values.values;
    return rc;
}

static void tell_usual_k(const ce_cli *cli, const generate_work *w, const work *c, int least,
                         int most)
{
    char k[64];

    if (least == most)
        snprintf(k, sizeof k, "k = %d", most);
    else
        snprintf(k, sizeof k, "k drawn from %d..%d", least, most);
    ce_cli_note(cli, "%s: no -k: %zu member%s with %s", ce_path_name(w->path), c->e.members,
                c->e.members == 1 ? "" : "s", k);
}

/* Where neither -k nor centres are given: k is drawn from the root of the objects that a member
 * sees to twice that, but never from more than it starts from. */
static int take_usual_k(const ce_cli *cli, const kmeans_options *o, const generate_work *w,
                        work *c, ce_error *err)
{
    size_t n = w->data.values.rows, seen = c->e.objects ? c->e.objects : n;
    double starts = c->e.sample && c->e.sample < seen ? (double)c->e.sample : (double)seen;
    int root = (int)fmin(sqrt((double)seen), CE_KMEANS_USUAL_ROOT);
    int least = (int)fmin(root < 2 ? 2 : root, starts),
        most = (int)fmin(root < 2 ? 2 : 2 * root, starts);

    if (o->start || c->e.k_count)
        return CE_OK;
    if (starts < 2)
        return ce_fail(err, CE_EINPUT, "%s: %zu object%s to start from, two or more expected",
                       ce_path_name(w->path), (size_t)starts, starts == 1 ? "" : "s");
    c->e.k_count = (size_t)(most - least) + 1;
    c->usual_k = ce_alloc(c->e.k_count, sizeof *c->usual_k, err);
    if (!c->usual_k)
        return CE_ENOMEM;
    for (int k = least; k <= most; k++)
        c->usual_k[k - least] = k;
    c->e.k = c->usual_k;
    c->e.draw = 1;
    c->e.members = o->members ? (size_t)o->members : CE_KMEANS_USUAL_MEMBERS;
    tell_usual_k(cli, w, c, least, most);
    return CE_OK;
}

/* Finds how many features and objects each member sees, and checks k against that. */
static int read_shares(const ce_cli *cli, const kmeans_options *o, const generate_work *w, work *c,
                       ce_error *err)
{
    size_t n = w->data.values.rows, d = w->data.values.columns;
    int rc = generate_count("features", &o->features, d, w->path, &c->e.features, err);

    if (!rc)
        rc = generate_count("objects", &o->objects, n, w->path, &c->e.objects, err);
    if (!rc)
        rc = take_usual_k(cli, o, w, c, err);
    if (!rc)
        rc = generate_check_k(c->e.k, c->e.k_count, c->e.objects ? c->e.objects : n, n, w->path,
                              err);
    return rc;
}

/* PCKMeans begins at neighbourhoods, unless it is told otherwise. */
static ce_constraint_start start_from(const ce_cli *cli, const kmeans_options *o)
{
    int told = o->start || ce_cli_given(cli, "init");

    if (o->init == INIT_CHUNKLETS)
        return CE_START_CHUNKLETS;
    if (o->init == INIT_NEIGHBOURHOODS || (o->rule == CE_RULE_PC && !told))
        return CE_START_NEIGHBOURHOODS;
    return CE_START_KMEANS;
}

/* Reads the constraints, if there are any. Members are then named by their rule. */
static int read_constraints(const ce_cli *cli, const kmeans_options *o, const generate_work *w,
                            work *c, ce_error *err)
{
    int rc;

    if (!o->pairs.file)
        return CE_OK;
    rc = generate_read_constraints(cli, &o->pairs, w, c->e.k, c->e.k_count, &c->constraints, err);
    if (rc)
        return rc;
    c->e.chunklets = &c->constraints.chunklets;
    c->e.rule = (ce_constraint_rule)o->rule;
    c->e.start = start_from(cli, o);
    c->e.price = o->price;
    c->e.random_order = o->order == ORDER_RANDOM;
    c->e.attempts = (size_t)o->attempts;
    if (c->e.chunklets->count) {
        c->method = rule_name[o->rule];
        /* COP-KMeans has another default */
        if (o->rule == CE_RULE_COP && !ce_cli_given(cli, "iterations"))
            c->e.kmeans.max_iterations = 0;
    }
    return CE_OK;
}

static int make_members(const ce_cli *cli, const kmeans_options *o, generate_work *w, work *c,
                        ce_error *err)
{
    int rc;

    if (!c->e.draw)
        c->e.members = c->e.k_count; /* a given start is one */
    c->member = ce_calloc(c->e.members, sizeof *c->member, err);
    if (!c->member)
        return CE_ENOMEM;
    rc = ce_generate_kmeans(&w->data.values, &c->e, &w->out.labels, c->member,
                            ce_cli_progress(cli, "members"), err);
    if (!rc)
        rc = generate_tell_centres(cli, w, c->member, c->method, "iterations", " (stopped)", err);
    if (!rc && c->constraints.chunklets.count)
        rc = generate_tell_violations(cli, w, &c->constraints, err);
    if (!rc)
        rc = generate_write_centres(cli, w, c->member, c->constraints.violated, o->model, o->trace,
                                    err);
    return rc;
}

/* Parts have no Hartigan's method, and the whole with their --sample has the bytes of parts. Small
 * clusters, as there are without -k, gain nothing by it. */
static ce_kmeans_algorithm algorithm_of(const ce_cli *cli, const kmeans_options *o)
{
    int alone = !o->part && !o->state && !o->pairs.file && !o->sample;

    if (o->algorithm == CE_KMEANS_EITHER && !(alone && cli->common->k.count))
        return CE_KMEANS_LLOYD;
    return (ce_kmeans_algorithm)o->algorithm;
}

static ce_kmeans_ensemble_options ensemble_of(const ce_cli *cli, const kmeans_options *o)
{
    ce_kmeans_init init = o->init >= INIT_CHUNKLETS ? CE_INIT_RANDOM : (ce_kmeans_init)o->init;

    return (ce_kmeans_ensemble_options){
        .members = o->members ? (size_t)o->members : cli->common->k.count,
        .k = cli->common->k.value,
        .k_count = cli->common->k.count,
        .draw = o->members > 0,
        .seed = cli->common->seed,
        .sample = (size_t)o->sample,
        .unseen = (ce_unseen)o->unseen,
        .keep_centres = o->model != NULL,
        .kmeans = {.init = init,
                   .empty = (ce_kmeans_empty)o->empty,
                   .max_iterations = (size_t)o->iterations,
                   .restarts = (size_t)o->restarts,
                   .algorithm = algorithm_of(cli, o)}};
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const kmeans_options *o = options;
    work c = {.method = "kmeans", .e = ensemble_of(cli, o)};
    int rc = generate_need_squares(&w->data, w->path, err);

    if (!rc)
        rc = read_start(cli, o, w, &c, err);
    if (!rc && o->part) {
        generate_kmeans_job job = {.e = c.e, .features = &o->features};
        generate_rounds rounds = generate_kmeans_rounds(&job);
        rounds.part = o->part;
        rounds.state = o->state;
        return generate_part(cli, &rounds, w, err);
    }
    if (!rc)
        rc = read_shares(cli, o, w, &c, err);
    if (!rc && o->state)
        rc = generate_lone_state(w, err);
    if (!rc)
        rc = read_constraints(cli, o, w, &c, err);
    if (!rc)
        rc = make_members(cli, o, w, &c, err);
    work_free(&c);
    return rc;
}

static int step(const ce_cli *cli, const void *options, const generate_work *w, ce_input *input,
                ce_error *err)
{
    const kmeans_options *o = options;
    generate_kmeans_job job = {.e = ensemble_of(cli, o), .features = &o->features};
    generate_rounds rounds = generate_kmeans_rounds(&job);

    if (!cli->common->k.count)
        ce_cli_usage(cli, "how many clusters? -k is needed with sums of parts");
    rounds.state = o->state;
    rounds.model = o->model;
    rounds.prefix = w->prefix;
    if (o->part || !o->sample)
        return ce_fail(err, CE_EARG,
                       "%s: sums of parts: the options of the parts, with --sample and without "
                       "--part, expected",
                       ce_input_name(input));
    return generate_next(cli, &rounds, input, err);
}

const generate_noun generate_kmeans = {
    .of = {.name = "kmeans",
           .summary = "k-means: Lloyd's iteration from random starting centres",
           .about = "Each object goes to the nearest centre and each centre to the mean of its "
                    "objects, until no label changes. Members differ by their starting centres, "
                    "by k, and by the features or objects that each sees. Fast, for large data "
                    "and for round clusters; it can keep constraints on pairs of objects.",
           .reference = "lloyd1982",
           .page = "clens-kmeans",
           .reads = CE_READS_DATA,
           .takes = CE_USES_K | CE_USES_CONSTRAINTS,
           .reports = CE_REPORTS_TRACE | CE_REPORTS_MODEL,
           .cost = CE_COST_OBJECTS,
           .options = CE_OPTIONS(rows, kmeans_options)},
    .check = check,
    .run = run,
    .step = step,
};
