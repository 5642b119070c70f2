/* U-SPEC: spectral clustering of many objects. */
#include "generate/uspec.h"

#include <stdlib.h>

#include "core/memory.h"
#include "generate.h"
#include "generate/uspec_option_rows.h"
#include "io/input.h"

typedef struct {
    int members, representatives, neighbours, exact, choice, distance, restarts, iterations;
    ce_shares features;
    const char *model, *part, *state;
} uspec_options;

#define FIELD(name) offsetof(uspec_options, name)

static const ce_option rows[] = {
    GENERATE_ROW_MEMBERS(uspec_options),
    CE_ROW_USPEC_REPRESENTATIVES(uspec_options),
    {0, "choice", CE_CHOICE, "HOW", 0, 0, CE_REPRESENTATIVES_NAMES, "hybrid", FIELD(choice), NULL,
     "representatives are k-means centres of 10 P random objects, or random objects, or k-means "
     "centres of all objects"},
    CE_ROW_USPEC_NEIGHBOURS(uspec_options),
    CE_ROW_USPEC_EXACT(uspec_options),
    CE_ROW_USPEC_DISTANCE(uspec_options),
    {0, "features", CE_SHARES, "F", 0, 0, NULL, NULL, FIELD(features), NULL,
     "each member sees this many random features: 5, 0.5, or a fraction drawn from 0.2..0.8"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "100", FIELD(iterations), NULL,
     "largest number of iterations of the last k-means"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "3", FIELD(restarts), NULL,
     "starts of the last k-means; the best is kept"},
    GENERATE_ROW_PART(uspec_options, NULL),
    GENERATE_ROW_STATE(uspec_options, NULL),
    {0, "model", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(model), NULL,
     "write the model that labels further objects: representatives, their embedding, centres"},
};

static void check(const ce_cli *cli, const void *options)
{
    const uspec_options *o = options;

    generate_need_k(cli);
    generate_check_part(cli, o->part, o->model);
    if (o->part && o->choice == CE_REPRESENTATIVES_KMEANS)
        ce_cli_usage(cli, "--choice kmeans clusters all objects in one process: not with --part");
}

void generate_uspec_tell(const ce_cli *cli, const char *name, const ce_uspec_member *member)
{
    ce_cli_detail(cli,
                  "%s: %zu representatives, %zu features, %zu components, %zu clusters, sigma "
                  "%.10g, %zu iterations%s",
                  name, member->representatives, member->features, member->components, member->k,
                  member->sigma, member->iterations, member->converged ? "" : ", stopped");
}

void generate_uspec_note(const ce_cli *cli, const char *path, const ce_uspec_member *member,
                         size_t members)
{
    size_t fewer = 0, grouped = 0;

    for (size_t q = 0; q < members; q++) {
        fewer += member[q].k < member[q].asked;
        grouped += member[q].asked > 1 && member[q].components > member[q].asked;
    }
    if (grouped)
        ce_cli_note(cli,
                    "%s: the graph has more components than clusters in %zu of %zu members: the "
                    "largest are their clusters, the others the last",
                    ce_path_name(path), grouped, members);
    if (fewer)
        ce_cli_note(cli, "%s: fewer clusters than asked for in %zu of %zu members",
                    ce_path_name(path), fewer, members);
}

static int name_and_tell(const ce_cli *cli, generate_work *w, const ce_uspec_member *member,
                         ce_error *err)
{
    size_t members = w->out.labels.m;
    int rc = CE_OK;

    for (size_t q = 0; q < members && !rc; q++) {
        rc = generate_name(w, q, err, "uspec.k%zu.r%zu", member[q].asked, q + 1);
        if (!rc)
            generate_uspec_tell(cli, w->out.name[q], &member[q]);
    }
    if (!rc)
        generate_uspec_note(cli, w->path, member, members);
    return rc;
}

static int write_models(const ce_cli *cli, const generate_work *w, ce_uspec_model *model,
                        const char *path, ce_error *err)
{
    size_t members = w->out.labels.m;

    for (size_t q = 0; q < members; q++) {
        model[q].name = ce_strdup(w->out.name[q], err);
        if (!model[q].name)
            return CE_ENOMEM;
    }
    return ce_uspec_models_write(model, members, path, cli->common->delimiter, err);
}

int generate_uspec_features(const ce_shares *features, size_t d, const char *path,
                            ce_uspec_options *e, ce_error *err)
{
    size_t most;
    int rc = generate_count("features", &features->high, d, path, &most, err);

    if (rc || !most)
        return rc;
    e->least_features = features->low.value;
    e->most_features = features->high.value;
    e->share_of_features = features->low.is_fraction;
    return CE_OK;
}

static ce_uspec_options ensemble_of(const ce_cli *cli, const uspec_options *o)
{
    const ce_int_list *k = &cli->common->k;

    return (ce_uspec_options){
        .k = k->value,
        .k_count = k->count,
        .draw = o->members > 0,
        .members = o->members > 0 ? (size_t)o->members : k->count,
        .representatives = (size_t)o->representatives,
        .neighbours = (size_t)o->neighbours,
        .choice = (ce_representatives_choice)o->choice,
        .distance = (ce_uspec_distance)o->distance,
        .exact = o->exact,
        .restarts = (size_t)o->restarts,
        .iterations = (size_t)o->iterations,
        .seed = cli->common->seed,
    };
}

static int make_members(const ce_cli *cli, const uspec_options *o, ce_uspec_options *e,
                        generate_work *w, ce_error *err)
{
    const ce_numbers x = ce_data_table_numbers(&w->data);
    ce_uspec_member *member = ce_calloc(e->members, sizeof *member, err);
    int rc;

    if (o->model)
        e->models = ce_calloc(e->members, sizeof *e->models, err);
    rc = member && (e->models || !o->model) ? CE_OK : CE_ENOMEM;
    if (!rc)
        rc = ce_uspec(&x, e, &w->out.labels, member, ce_cli_progress(cli, "members"), err);
    if (!rc)
        rc = name_and_tell(cli, w, member, err);
    if (!rc && o->model)
        rc = write_models(cli, w, e->models, o->model, err);
    for (size_t q = 0; e->models && q < e->members; q++)
        ce_uspec_model_free(&e->models[q]);
    free(e->models);
    free(member);
    return rc;
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const uspec_options *o = options;
    generate_uspec_job job = {.e = ensemble_of(cli, o), .features = &o->features};
    generate_rounds rounds = generate_uspec_rounds(&job);
    int rc = generate_need_squares(&w->data, w->path, err);

    rounds.part = o->part;
    rounds.state = o->state;
    if (!rc && o->part)
        return generate_part(cli, &rounds, w, err);
    if (!rc && o->state)
        rc = generate_lone_state(w, err);
    if (!rc)
        rc = generate_uspec_features(&o->features, w->data.values.columns, w->path, &job.e, err);
    return rc ? rc : make_members(cli, o, &job.e, w, err);
}

static int step(const ce_cli *cli, const void *options, const generate_work *w, ce_input *input,
                ce_error *err)
{
    const uspec_options *o = options;
    generate_uspec_job job = {.e = ensemble_of(cli, o), .features = &o->features};
    generate_rounds rounds = generate_uspec_rounds(&job);

    rounds.state = o->state;
    rounds.model = o->model;
    rounds.prefix = w->prefix;
    if (o->part || o->choice == CE_REPRESENTATIVES_KMEANS)
        return ce_fail(err, CE_EARG,
                       "%s: sums of parts: the options of the parts, without --part, expected",
                       ce_input_name(input));
    return generate_next(cli, &rounds, input, err);
}

const generate_noun generate_uspec = {
    .of = {.name = "uspec",
           .summary = "U-SPEC: spectral clustering of millions of objects by representatives",
           .about = "Each object is joined to its nearest representatives, and the eigenvectors "
                    "of the graph of representatives give its cluster. For clusters of any shape "
                    "in large data, with features on comparable scales.",
           .reference = "usenc2020",
           .page = "clens-uspec",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .cost = CE_COST_OBJECTS,
           .options = CE_OPTIONS(rows, uspec_options)},
    .check = check,
    .run = run,
    .step = step,
    .takes_single = 1,
    .takes_tiny = 1,
};
