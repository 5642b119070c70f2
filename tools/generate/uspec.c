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
    const char *model;
} uspec_options;

#define FIELD(name) offsetof(uspec_options, name)

static const ce_option rows[] = {
    GENERATE_ROW_MEMBERS(uspec_options),
    CE_ROW_USPEC_REPRESENTATIVES(uspec_options),
    {0, "choice", CE_CHOICE, "HOW", 0, 0, CE_REPRESENTATIVES_NAMES, "hybrid", FIELD(choice), NULL,
     "representatives are k-means centres of 10 P drawn objects, or drawn objects, or k-means "
     "centres of all objects"},
    CE_ROW_USPEC_NEIGHBOURS(uspec_options),
    CE_ROW_USPEC_EXACT(uspec_options),
    CE_ROW_USPEC_DISTANCE(uspec_options),
    {0, "features", CE_SHARES, "F", 0, 0, NULL, NULL, FIELD(features), NULL,
     "each member sees so many features, drawn at random: 5, 0.5, or a number drawn from 0.2..0.8"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "100", FIELD(iterations), NULL,
     "at most so many iterations of the last k-means"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "3", FIELD(restarts), NULL,
     "starts of the last k-means, of which the best is kept"},
    {0, "model", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(model), NULL,
     "write here what labels further objects: representatives, their embedding, centres"},
};

static void check(const ce_cli *cli, const void *options)
{
    (void)options;
    generate_need_k(cli);
}

static int name_and_tell(const ce_cli *cli, generate_work *w, const ce_uspec_member *member,
                         ce_error *err)
{
    size_t fewer = 0, grouped = 0;
    int rc = CE_OK;

    for (size_t q = 0; q < w->out.labels.m && !rc; q++) {
        rc = generate_name(w, q, err, "uspec.k%zu.r%zu", member[q].asked, q + 1);
        if (rc)
            return rc;
        ce_cli_detail(cli,
                      "%s: %zu representatives, %zu features, %zu components, %zu clusters, sigma "
                      "%.10g, %zu iterations%s",
                      w->out.name[q], member[q].representatives, member[q].features,
                      member[q].components, member[q].k, member[q].sigma, member[q].iterations,
                      member[q].converged ? "" : ", stopped");
        fewer += member[q].k < member[q].asked;
        grouped += member[q].asked > 1 && member[q].components > member[q].asked;
    }
    if (grouped)
        ce_cli_note(cli,
                    "%s: the graph has more components than clusters in %zu of %zu members: the "
                    "largest are their clusters, the others the last",
                    ce_path_name(w->path), grouped, w->out.labels.m);
    if (fewer)
        ce_cli_note(cli, "%s: fewer clusters than asked for in %zu of %zu members",
                    ce_path_name(w->path), fewer, w->out.labels.m);
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

/* --features, which must not ask for more than there are. */
static int set_features(const ce_shares *features, const generate_work *w, ce_uspec_options *e,
                        ce_error *err)
{
    size_t most, total = w->data.values.columns;
    int rc = generate_count("features", &features->high, total, w->path, &most, err);

    if (rc || !most)
        return rc;
    e->least_features = features->low.value;
    e->most_features = features->high.value;
    e->share_of_features = features->low.is_fraction;
    return CE_OK;
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const uspec_options *o = options;
    const ce_int_list *k = &cli->common->k;
    ce_uspec_options e = {
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
    ce_uspec_member *member = NULL;
    const ce_numbers x = ce_data_table_numbers(&w->data);
    int rc = generate_need_squares(&w->data, w->path, err);

    if (rc)
        return rc;
    rc = set_features(&o->features, w, &e, err);
    if (rc)
        return rc;
    member = ce_calloc(e.members, sizeof *member, err);
    if (o->model)
        e.models = ce_calloc(e.members, sizeof *e.models, err);
    rc = member && (e.models || !o->model) ? CE_OK : CE_ENOMEM;
    if (!rc)
        rc = ce_uspec(&x, &e, &w->out.labels, member, ce_cli_progress(cli, "members"),
                  err);
    if (!rc)
        rc = name_and_tell(cli, w, member, err);
    if (!rc && o->model)
        rc = write_models(cli, w, e.models, o->model, err);
    for (size_t q = 0; e.models && q < e.members; q++)
        ce_uspec_model_free(&e.models[q]);
    free(e.models);
    free(member);
    return rc;
}

const generate_noun generate_uspec = {
    .of = {.name = "uspec",
           .summary = "U-SPEC: spectral clustering of millions of objects by representatives",
           .about = "Each object is joined to the nearest of some representatives, and the "
                    "eigenvectors of the graph of representatives say where it belongs. For "
                    "clusters of any shape in large data, with features on comparable scales.",
           .reference = "usenc2020",
           .page = "clens-uspec",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .cost = CE_COST_OBJECTS,
           .options = CE_OPTIONS(rows, uspec_options)},
    .check = check,
    .run = run,
    .takes_single = 1,
};
