#include "similarity/methods.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "similarity/cluster_graph.h"
#include "similarity/cluster_walk.h"
#include "similarity/connected_triple.h"
#include "similarity/elite_graph.h"
#include "similarity/local_weights.h"
#include "similarity/probability_trajectory.h"
#include "similarity/simrank.h"

typedef ce_microclusters micros;
typedef ce_similarity_options settings;
typedef ce_similarity_report told;

static double decay(const settings *o)
{
    return o->decay > 0 ? o->decay : .8;
}

static double certainty(const settings *o)
{
    return o->certainty > 0 ? o->certainty : .4;
}

static int need_twin(const micros *micro, double **twin, ce_error *err)
{
    *twin = ce_alloc(micro->count, sizeof **twin, err);
    return *twin ? CE_OK : CE_ENOMEM;
}

static int build_elite(const micros *micro, const settings *o, ce_elite_graph *graph, told *report,
                       ce_error *err)
{
    int rc =
        ce_elite_graph_build(graph, &micro->rows, micro->size,
                             o->elite ? o->elite : ce_elite_default(micro->count, o->cap), err);

    if (rc)
        return rc;
    report->elite = graph->elite;
    report->links = graph->weight.row_start[graph->n] / 2;
    report->steps = o->steps ? o->steps : ce_elite_default(micro->count, o->cap);
    return CE_OK;
}

static int elite_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                       told *report, ce_error *err)
{
    ce_elite_graph graph = {0};
    int rc = build_elite(micro, o, &graph, report, err);

    (void)twin;
    report->steps = 0;
    if (!rc) {
        ce_similarity_free(s);
        *s = graph.weight;
        graph.weight = (ce_similarity){0};
    }
    ce_elite_graph_free(&graph);
    return rc;
}

static int pts_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                     told *report, ce_error *err)
{
    ce_elite_graph graph = {0};
    int rc = build_elite(micro, o, &graph, report, err);

    (void)twin;
    if (!rc)
        rc = ce_probability_trajectories(&graph, report->steps, s, err);
    ce_elite_graph_free(&graph);
    return rc;
}

static int pts_graph(const micros *micro, const ce_clusters *clusters, const settings *o,
                     ce_biadjacency *b, told *report, ce_error *err)
{
    ce_elite_graph graph = {0};
    double *norm = ce_alloc(micro->count, sizeof *norm, err);
    int rc = norm ? build_elite(micro, o, &graph, report, err) : CE_ENOMEM;

    if (!rc && !(rc = ce_trajectory_norms(&graph, report->steps, 0, 0, norm, err)))
        rc = ce_trajectory_graph(clusters, micro, &graph, report->steps, norm, b, err);
    free(norm);
    ce_elite_graph_free(&graph);
    return rc;
}

static int wct_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                     told *report, ce_error *err)
{
    (void)twin;
    (void)report;
    return ce_connected_triple(micro, decay(o), s, err);
}

static int srs_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                     told *report, ce_error *err)
{
    int rc = need_twin(micro, twin, err);

    (void)report;
    return rc ? rc : ce_simrank(micro, decay(o), o->rounds ? o->rounds : 5, s, *twin, err);
}

static int asrs_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                      told *report, ce_error *err)
{
    int rc = need_twin(micro, twin, err);

    (void)report;
    return rc ? rc : ce_approximate_simrank(micro, decay(o), s, *twin, err);
}

static int ecmc_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                      told *report, ce_error *err)
{
    ce_completion_options completion = o->completion;
    int rc = need_twin(micro, twin, err);

    if (completion.high <= 0) {
        completion.low = .2;
        completion.high = .8;
    }
    return rc ? rc
              : ce_completed_coassociation(micro, &completion, s, *twin, &report->completion, err);
}

static int lwca_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                      told *report, ce_error *err)
{
    int rc = need_twin(micro, twin, err);

    (void)report;
    return rc ? rc : ce_locally_weighted(micro, certainty(o), s, *twin, err);
}

static int lwca_graph(const micros *micro, const ce_clusters *clusters, const settings *o,
                      ce_biadjacency *b, told *report, ce_error *err)
{
    (void)clusters;
    (void)report;
    return ce_locally_weighted_graph(micro, certainty(o), b, err);
}

static int eca_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                     told *report, ce_error *err)
{
    (void)twin;
    report->steps = o->steps ? o->steps : 20;
    return ce_walked_coassociation(micro, report->steps, s, err);
}

static int eeac_pairs(const micros *micro, const settings *o, ce_similarity *s, double **twin,
                      told *report, ce_error *err)
{
    (void)twin;
    return ce_selected_coassociation(micro, &o->selected, s, &report->selection, err);
}

static int ca_graph(const micros *micro, const ce_clusters *clusters, const settings *o,
                    ce_biadjacency *b, told *report, ce_error *err)
{
    (void)report;
    return ce_membership_graph(clusters, micro, o->weight, b, err);
}

static const ce_similarity_method methods[] = {
    {"ca", NULL, ca_graph},     {"pts", pts_pairs, pts_graph},    {"elite", elite_pairs, NULL},
    {"wct", wct_pairs, NULL},   {"srs", srs_pairs, NULL},         {"asrs", asrs_pairs, NULL},
    {"ecmc", ecmc_pairs, NULL}, {"lwca", lwca_pairs, lwca_graph}, {"eca", eca_pairs, NULL},
    {"eeac", eeac_pairs, NULL},
};

const ce_similarity_method *ce_similarity_method_find(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name))
            return &methods[i];
    return NULL;
}
