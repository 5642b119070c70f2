/*
 * systems.h: consensus functions that begin with the data: they make their own base clusterings, and say which.
 *
 * A system is a file of this room and a line in the table (systems.c). What it does is a pipeline with a name: a generator, weights, a consensus function.
 */
#ifndef CE_CONSENSUS_SYSTEMS_H
#define CE_CONSENSUS_SYSTEMS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "score/modularity.h"
#include "similarity/neighbour_graph.h"

typedef struct {
    int raw;               /* features as given; else standardised to mean 0 and variance 1, over the values that are there */
    size_t components;     /* wsce: principal components kept [wsce2015 eq. 16, d]; 0: all features */
    size_t neighbours;     /* wsce; 0: 10 */
    int dense;             /* wsce */
    double sigma;          /* wsce; 0: self-tuning */
    int unweighted;        /* wsce: every base clustering counts the same */
    int printed;           /* wsce: the formulas of the paper as they are printed, where they can be computed (spectral_members.h, modularity.h) */
    size_t iterations;     /* wsce: of k-means; 0: until no label changes */
    size_t members;        /* wocce: size of the set; 0: 20 */
    double independence;   /* wocce: iT; < 0: .2 */
    double diversity;      /* wocce: dT; < 0: .05 */
    size_t tries;          /* wocce: results that may be refused for one that is taken; 0: 20 */
    uint64_t seed;
} ce_system_options;

/* The base clusterings of one k (for wsce: of all k, those of l = 2 .. the largest k + 2). Zero-initialise before use. */
typedef struct {
    ce_labels labels;   /* n x m */
    char **name;        /* owned; m, of the generator: tksc.k3, kmeans.k3.r2 */
    double *weight;     /* owned; m, or NULL */
    double refused;     /* wocce: results that were */
} ce_system_members;

void ce_system_members_free(ce_system_members *members);

/* result: n x count, allocated here, a column for each k. members: those of the last k, or NULL. x: n x d; NaN is missing, for systems that take it. */
typedef int ce_system_run(const ce_matrix *x, const ce_system_options *options, const int *k, size_t count, ce_labels *result,
                          ce_system_members *members, const ce_progress *progress, ce_error *err);

typedef struct {
    const char *name, *summary;
    int takes_missing;
    ce_system_run *run;
} ce_system;

/* The table; ends with a NULL name. */
extern const ce_system ce_systems[];
const ce_system *ce_system_find(const char *name);

ce_system_run ce_system_wsce, ce_system_wocce;

#endif
