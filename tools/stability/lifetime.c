/* lifetime: how long each k lives in the dendrogram of all base clusterings. */
#include "stability_life.h"

#include "consensus/pairs.h"
#include "core/memory.h"

/* Checks the memory for the co-association matrix, so that the message can say what to do without
 * lifetimes. Average linkage without missing labels does not need the matrix. */
static int check_matrix(ce_ensemble *ensemble, ce_linkage_method method, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, 0, &micro, err);

    if (rc || (method == CE_LINKAGE_AVERAGE && !ce_labels_have_missing(&micro->rows)))
        return rc;
    return ce_memory_check(micro->count, micro->count + 1, sizeof(double) / 2,
                           "the co-association matrix that lifetimes are read from",
                           "ce-stability k --linkage none, which has the other indices,", err);
}

int stability_tree(const ce_cli *cli, const stability_work *w, ce_linkage_method method,
                   ce_dendrogram *tree, ce_error *err)
{
    const ce_pairs_ca_key key = {0};
    ce_ensemble ensemble = {0};
    int rc = ce_ensemble_init(&ensemble, &w->table.labels, w->table.size, err);

    ensemble.progress = ce_cli_step(cli);
    if (!rc)
        rc = check_matrix(&ensemble, method, err);
    if (!rc)
        rc = ce_tree_grow(&ensemble, &ce_pairs_ca, &key, method, 0, tree, NULL, err);
    ce_ensemble_free(&ensemble);
    return rc;
}

size_t stability_longest_life(const ce_dendrogram *tree, double *life)
{
    double from, to;
    size_t k = ce_dendrogram_lifetime(tree, life);

    return ce_dendrogram_life(tree, k, &from, &to) ? k : 0;
}

size_t stability_most_k(const stability_work *w)
{
    size_t most = ce_labels_most(&w->table.labels);

    for (size_t g = 0; g < w->groups && !w->table.labels.m; g++)
        most = (size_t)w->group[g].k > most ? (size_t)w->group[g].k : most;
    return most;
}

void stability_prefer_lifetime(const ce_cli *cli, const stability_work *w, size_t k, double life)
{
    size_t most = stability_most_k(w);

    if (k > most)
        ce_cli_note(cli,
                    "lifetime prefers no k: k = %zu lives longest, and no base clustering has more "
                    "than %zu clusters",
                    k, most);
    else if (k)
        ce_cli_note(cli, "lifetime prefers k = %zu, which lives for %.3g of consensus", k, life);
}

typedef struct {
    int linkage;
} lifetime_options;

enum { LINKAGE_SINGLE, LINKAGE_AVERAGE };
/* In the order of the enum; for option rows. */
#define LINKAGE_NAMES "single|average"

static const ce_option rows[] = {
    {0, "linkage", CE_CHOICE, "HOW", 0, 0, LINKAGE_NAMES, "average",
     offsetof(lifetime_options, linkage), NULL, "of the dendrogram"},
};

static int run(const stability_call *call, stability_work *w, ce_error *err)
{
    const lifetime_options *o = call->options;
    static const char *const column[] = {"k", "from", "to", "lifetime"};
    ce_dendrogram tree = {0};
    stability_rows out;
    double from, to;
    ce_linkage_method method =
        o->linkage == LINKAGE_AVERAGE ? CE_LINKAGE_AVERAGE : CE_LINKAGE_SINGLE;
    int rc = stability_tree(call->cli, w, method, &tree, err);

    if (!rc)
        rc = stability_begin(call->tool, &out, column, 4, err);
    if (rc)
        goto done;
    for (size_t k = 2; ce_dendrogram_life(&tree, k, &from, &to); k++) {
        ce_records_integer(&out.records, (int64_t)k);
        ce_records_real(&out.records, from);
        ce_records_real(&out.records, to);
        ce_records_real(&out.records, to - from);
    }
    rc = stability_end(&out, err);
    if (!rc) {
        double life;
        size_t k = stability_longest_life(&tree, &life);
        stability_prefer_lifetime(call->cli, w, k, life);
    }
done:
    ce_dendrogram_free(&tree);
    return rc;
}

const stability_noun stability_lifetime = {
    .about = {.name = "lifetime",
              .summary = "lifetime of each k in the dendrogram of the co-association",
              .about = "The dendrogram is that of all base clusterings together, whatever their "
                       "k. A number of clusters lives from the distance where it begins to that "
                       "where two of its clusters merge; the longest lifetime is preferred.",
              .reference = "fred2005",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, lifetime_options)},
    .check = stability_check_together,
    .run = run,
};
