/*
 * elite.h: the graph of elite neighbours of the microclusters, a product of the ensemble that the
 * methods by probability trajectories share [ptgp2016 sec. 3].
 */
#ifndef CE_CONSENSUS_ELITE_H
#define CE_CONSENSUS_ELITE_H

#include "consensus/method.h"
#include "similarity/elite_graph.h"

/* The options that the graph and the walk on it depend on. */
typedef struct {
    int elite, steps, cap; /* 0: not given */
} ce_elite_options;

/* objects: 1 makes every row its own microcluster. elite: K, or 0 for the default with that cap.
 * 0 or a failure; *out is then untouched. */
int ce_elite_get(ce_ensemble *ensemble, uint64_t objects, uint64_t elite, uint64_t cap,
                 const ce_elite_graph **out, ce_error *err);

/* The number of steps T, as given or by default. */
size_t ce_elite_steps(const ce_elite_graph *graph, const ce_elite_options *options);

/* Tells K, T and the number of links. */
void ce_elite_tell(const ce_elite_graph *graph, size_t steps, ce_messages *messages);

/* CE_EARG where an option has no effect. */
int ce_elite_check(const ce_settings *settings, ce_error *err);

#endif
