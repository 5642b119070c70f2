/*
 * systems.h: consensus functions that begin with the data: they make their own base clusterings,
 * and say which.
 *
 * A system is a file of this room and a line in the table (systems.c). What it does is a pipeline
 * with a name: a generator, weights, a consensus function.
 */
#ifndef CE_CONSENSUS_SYSTEMS_H
#define CE_CONSENSUS_SYSTEMS_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/consensus.h"
#include "core/constraints.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "score/modularity.h"
#include "similarity/neighbour_graph.h"

typedef struct {
    int raw; /* features as given; else standardised to mean 0 and variance 1, over the values that
                are there */
    size_t components;     /* wsce: principal components kept [wsce2015 eq. 16, d]; 0: all features.
                              More than there are: all */
    size_t neighbours;     /* wsce; 0: 10 */
    int dense;             /* wsce */
    double sigma;          /* wsce; 0: self-tuning */
    int unweighted;        /* wsce: every base clustering counts the same */
    int printed; /* wsce: eq. 17, 18, 20 and 21 as they are printed (spectral_members.h); sigma > 0
                    then */
    size_t iterations;     /* wsce: of k-means; 0: 200 */
    size_t members;        /* wocce: size of the set; 0: 20 */
    double independence;   /* wocce: iT; < 0: .2 */
    double diversity;      /* wocce: dT; < 0: .05 */
    const double *inv_h;   /* penta: 1 / h of each component, */
    size_t inv_h_count;    /* at least 3; 0: 1, 3, 5, 7, 10 */
    size_t top; /* penta: must-links and cannot-links added to a component in a round, each; 0: 5 */
    int rounds;            /* penta: at most; < 0: 50; 0: the clusterings as they begin */
    ce_cutter with;        /* penta: what cuts the graph in the end */
    double cluster_weight; /* penta: as of wbpa */
    int loose; /* penta: initial constraints are not enforced in the end: the parts as they are cut
                */
    const ce_constraints *constraints; /* penta: initial ones, without contradictions; or NULL */
    size_t
        tries; /* wocce: results that may be refused in a row; then the set stays smaller; 0: 20 */
    uint64_t seed;
} ce_system_options;

/* penta: a pair that a component was given in a round. */
typedef struct {
    size_t round, component; /* from 1 */
    int k;
    ce_constraint pair;
    double
        distance; /* must: mean weighted Euclidean over the other components; cannot: Euclidean */
} ce_penta_step;

typedef struct {
    size_t rounds;
    int converged;       /* 0: stopped by `rounds` */
    size_t must, cannot; /* bootstrapped, over all components */
    size_t violated; /* edges of the components' chunklets that their last clusterings violate */
    ce_enforce_report enforced;
} ce_penta_summary;

/* What a system makes of a data table: a partition for each k, and the base clusterings they come
 * from. Zero-initialise before use. */
typedef struct {
    ce_labels labels;   /* n x count: a column for each k, in the order of the list */
    ce_labels members;  /* n x m: the base clusterings of all k */
    char **name;        /* owned; m, of the generator: tksc.k3, kmeans.k3.r2; different ones */
    double *weight;     /* owned; m, or NULL */
    size_t *first; /* owned; count: k number c comes from columns first[c] .. first[c] + used[c] - 1
                      of members: */
    size_t *used;       /* owned; count: several k may share base clusterings */
    size_t constant;    /* features that were left out because they tell no objects apart */
    size_t components, isolated; /* wsce: of the graph of neighbours: parts of two objects and more,
                                    objects without a neighbour */
    double refused;     /* wocce: results that were */
    ce_penta_step *step;   /* owned; penta: what each round did, of all k, in order; NULL */
    size_t steps;
    ce_penta_summary *penta; /* owned; count; penta; or NULL */
    size_t wanted; /* wocce: base clusterings for each k, of which there can be fewer; else 0 */
} ce_system_result;

void ce_system_result_free(ce_system_result *result);

/*
 * x: n x d numbers; NaN is missing, for systems that take it. k: count values >= 1, none above n.
 * result does not depend on threads. 0, CE_ENOMEM, CE_EARG, CE_EINPUT, CE_ENUM; after a failure
 * result can only be freed.
 */
typedef int ce_system_run(const ce_matrix *x, const ce_system_options *options, const int *k,
                          size_t count, ce_system_result *result, const ce_progress *progress,
                          ce_error *err);

typedef struct {
    const char *name, *summary;
    int takes_missing;
    ce_system_run *run;
} ce_system;

/* The table; ends with a NULL name. */
extern const ce_system ce_systems[];
const ce_system *ce_system_find(const char *name);

/* Runs a system: what all owe their caller is checked here. CE_EINPUT for k > n and for missing
 * values where it takes none. */
int ce_system_start(const ce_system *system, const ce_matrix *x, const ce_system_options *options,
                    const int *k, size_t count, ce_system_result *result,
                    const ce_progress *progress, ce_error *err);

/* ---- what systems share ---- */

/* The features of x that tell objects apart, in y (allocated here), standardised unless raw;
 * *left_out: how many others there were. The numbers are those of ce-prepare drop-constant |
 * ce-prepare zscore. CE_EINPUT when none is left. O(n d). */
int ce_system_features(const char *system, const ce_matrix *x, int raw, ce_matrix *y,
                       size_t *left_out, ce_error *err);

/* Average linkage of the co-association of base clusterings, weighted (weac-nm) or with weight NULL
 * not (eac-al), cut into k and written into column c of the result. CE_EINPUT when the base
 * clusterings tell fewer than k groups of objects apart. */
int ce_system_average_linkage(const char *system, const ce_labels *members, const double *weight,
                              size_t k, ce_system_result *result, size_t c, ce_error *err);

ce_system_run ce_system_wsce, ce_system_wocce, ce_system_penta;

#endif
