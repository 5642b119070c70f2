/* Rival penalised competitive learning. */
#include "generate/rpcl.h"

#include "centres.h"
#include "core/memory.h"

typedef struct {
    int members, epochs;
    double rate, rival_rate, tolerance;
    const char *model, *trace;
} rpcl_options;

#define FIELD(name) offsetof(rpcl_options, name)

static const ce_option rows[] = {
    GENERATE_ROW_MEMBERS(rpcl_options),
    {0, "rate", CE_REAL, "A", 0, 1, NULL, "0.05", FIELD(rate), NULL,
     "how far the winner moves towards an object"},
    {0, "rival-rate", CE_REAL, "B", 0, 1, NULL, "0.002", FIELD(rival_rate), NULL,
     "how far the second best moves away from it"},
    {0, "epochs", CE_INTEGER, "N", 1, 1e9, NULL, "30", FIELD(epochs), NULL,
     "largest number of passes over the data; both rates fall to 0"},
    {0, "tolerance", CE_REAL, "E", 0, 1, NULL, "0.0001", FIELD(tolerance), NULL,
     "stop when no unit moves farther in an epoch, as a share of the spread of the data; 0: never"},
    {0, "model", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(model), NULL,
     "write the centroids here"},
    {0, "trace", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(trace), NULL,
     "write k, inertia and epochs of each member here"},
};

static void check(const ce_cli *cli, const void *options)
{
    (void)options;
    generate_need_k(cli);
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const rpcl_options *o = options;
    ce_rpcl_options e = {
        .k = cli->common->k.value,
        .k_count = cli->common->k.count,
        .draw = o->members > 0,
        .members = o->members > 0 ? (size_t)o->members : cli->common->k.count,
        .rate = o->rate,
        .rival_rate = o->rival_rate,
        .epochs = (size_t)o->epochs,
        .tolerance = o->tolerance,
        .seed = cli->common->seed,
        .keep_centres = o->model != NULL,
    };
    size_t n = w->data.values.rows;
    ce_centre_member *member = NULL;
    int rc = generate_need_squares(&w->data, w->path, err);

    if (!rc)
        rc = generate_check_k(e.k, e.k_count, n, n, w->path, err);
    if (rc)
        return rc;
    member = ce_calloc(e.members, sizeof *member, err);
    if (!member)
        return CE_ENOMEM;
    rc = ce_generate_rpcl(&w->data.values, &e, &w->out.labels, member,
                          ce_cli_progress(cli, "members"), err);
    if (!rc)
        rc = generate_tell_centres(cli, w, member, "rpcl", "epochs", "", err);
    if (!rc)
        rc = generate_write_centres(cli, w, member, NULL, o->model, o->trace, err);
    ce_centre_members_free(member, e.members);
    return rc;
}

const generate_noun generate_rpcl = {
    .of = {.name = "rpcl",
           .summary =
               "rival penalised competitive learning: units that find no objects are dropped",
           .about = "Objects come one after another; the unit that wins an object moves towards "
                    "it, and the second best moves away. Units that are driven out get no "
                    "objects, so there can be fewer than k clusters. For data whose number of "
                    "clusters is not known, with features on comparable scales.",
           .reference = "xu1993",
           .page = "clens-rpcl",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .reports = CE_REPORTS_TRACE | CE_REPORTS_MODEL,
           .cost = CE_COST_OBJECTS,
           .options = CE_OPTIONS(rows, rpcl_options)},
    .check = check,
    .run = run,
};
