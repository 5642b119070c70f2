/* ce-similarity pts and elite: probability trajectories, and the graph that they walk on. */
#include "similarity/probability_trajectory.h"

#include <stdlib.h>

#include "core/memory.h"
#include "similarity.h"
#include "similarity/cluster_graph.h"
#include "similarity/elite_graph.h"
#include "similarity/option_rows.h"

/* Builds the graph of the `elite` heaviest links; 0: as many as by default. */
static int build(const similarity_call *call, const ce_microclusters *micro, int elite, int cap,
                 ce_elite_graph *graph, ce_error *err)
{
    size_t n = micro->count, links;
    int rc = ce_elite_graph_build(graph, &micro->rows, micro->size,
                                  elite ? (size_t)elite : ce_elite_default(n, (size_t)cap), err);

    if (rc)
        return rc;
    links = graph->weight.row_start[graph->n] / 2;
    ce_cli_detail(call->cli, "elite neighbours: K = %zu, %zu nodes, %zu links kept of %zu pairs",
                  graph->elite, n, links, n * (n - 1) / 2);
    return CE_OK;
}

/* ---- pts ---- */

typedef struct {
    int to, elite, steps, cap;
} pts_options;

static const ce_option pts_rows[] = {
    SIMILARITY_ROW_TO(pts_options),
    CE_ROW_ELITE(pts_options),
    CE_ROW_STEPS(pts_options),
    CE_ROW_CAP(pts_options),
};

/* Builds the graph, and tells how many steps are walked on it. */
static int prepare(const similarity_call *call, const ce_microclusters *micro,
                   ce_elite_graph *graph, size_t *steps, ce_error *err)
{
    const pts_options *o = call->noun;
    int rc = build(call, micro, o->elite, o->cap, graph, err);

    if (rc)
        return rc;
    *steps = o->steps ? (size_t)o->steps : ce_elite_default(micro->count, (size_t)o->cap);
    ce_cli_detail(call->cli, "random walks: T = %zu steps", *steps);
    return CE_OK;
}

static int pts_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                     double **twin, ce_error *err)
{
    ce_elite_graph graph = {0};
    size_t steps;
    int rc = prepare(call, micro, &graph, &steps, err);

    (void)twin;
    if (!rc)
        rc = ce_probability_trajectories(&graph, steps, s, NULL, err);
    ce_elite_graph_free(&graph);
    return rc;
}

static int pts_graph(const similarity_call *call, const similarity_ensemble *e, ce_biadjacency *b,
                     ce_error *err)
{
    ce_elite_graph graph = {0};
    double *norm = ce_alloc(e->micro.count, sizeof *norm, err);
    size_t steps;
    int rc = norm ? prepare(call, &e->micro, &graph, &steps, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_trajectory_norms(&graph, steps, 0, 0, norm, NULL, err);
    if (!rc)
        rc = ce_trajectory_graph(&e->clusters, &e->micro, &graph, steps, norm, b, err);
    free(norm);
    ce_elite_graph_free(&graph);
    return rc;
}

static int run_pts(const similarity_call *call, ce_error *err)
{
    const pts_options *o = call->noun;

    if (o->cap && o->elite && o->steps)
        ce_cli_usage(call->cli, "--cap does not go with both --elite and --steps");
    if (o->to == SIMILARITY_TO_CLUSTERS)
        return similarity_write_graph(call, pts_graph, err);
    return similarity_write_pairs(call, pts_pairs, err);
}

const similarity_noun similarity_pts = {
    .noun = {.name = "pts",
             .family = "random walks",
             .summary = "probability trajectories: how similar random walks from two "
                        "microclusters are (PTA, PTGP)",
             .about = "Random walks go over the graph of elite neighbours, which keeps only the "
                      "heaviest co-associations. Two objects are similar if walks from them are "
                      "at the same places after the same numbers of steps. It joins objects that "
                      "are linked only through others.",
             .reference = "ptgp2016",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(pts_rows, pts_options)},
    .run = run_pts,
};

/* ---- elite ---- */

typedef struct {
    int elite, cap;
} elite_options;

static const ce_option elite_rows[] = {
    CE_ROW_ELITE(elite_options),
    {0, "cap", CE_INTEGER, "N", 1, INT32_MAX, NULL, NULL, offsetof(elite_options, cap), "!elite",
     "upper bound for the default of --elite"},
};

/* The nodes are microclusters by definition, also where objects came in. */
static int run_elite(const similarity_call *call, ce_error *err)
{
    const elite_options *o = call->noun;
    similarity_ensemble e = {0};
    ce_elite_graph graph = {0};
    int rc = similarity_read_micro(call, &e, err);

    if (!rc)
        rc = build(call, &e.micro, o->elite, o->cap, &graph, err);
    if (!rc && e.micro.count < e.micro.n)
        ce_cli_note(call->cli,
                    "elite: %zu nodes, the microclusters of %zu rows, as ce-microcluster compress "
                    "lists them",
                    e.micro.count, e.micro.n);
    if (!rc)
        rc = similarity_write(call, &graph.weight, e.micro.count < e.micro.n ? NULL : &e.table.id,
                              err);
    ce_elite_graph_free(&graph);
    similarity_ensemble_free(&e);
    return rc;
}

const similarity_noun similarity_elite = {
    .noun = {.name = "elite",
             .family = "random walks",
             .summary = "the graph of elite neighbours that pts walks on: ca of microclusters, its "
                        "heaviest links",
             .about = "The co-association of microclusters, but only links that are among the K "
                      "heaviest of either end. Its rows are microclusters, even for a table of "
                      "objects.",
             .reference = "ptgp2016",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(elite_rows, elite_options)},
    .run = run_elite,
};
