/*
 * constrained_internal.h: what the rules of constrained_kmeans.h share. Not for anyone else.
 *
 * constrained_kmeans.c     COP-KMeans, the two by seeds, and which start and rule are taken
 * constrained_chunklets.c  chunklets as one
 * constrained_priced.c     violations at a price
 */
#ifndef CE_GENERATE_CONSTRAINED_INTERNAL_H
#define CE_GENERATE_CONSTRAINED_INTERNAL_H

#include "generate/constrained_kmeans.h"

/* One member. kmeans is its own: k, and with CE_INIT_GIVEN the start. */
typedef struct {
    const ce_kmeans_ensemble_options *options;
    ce_kmeans_options *kmeans;
    const ce_matrix *x;
    const ce_kmeans_data *data;
    gsl_rng *rng;
    int threads;
    double *start;    /* k x d: the first `given` rows are neighbourhoods, the others are drawn */
    int32_t *settled; /* k: the vertices of these */
    size_t given;     /* 0: the start is what kmeans says */
} ce_constrained_run;

/* How many runs there are: one where all would be the same. */
size_t ce_constrained_restarts(const ce_constrained_run *run);

/* Draws what is to be drawn of the start: objects, each equally likely. 0 or CE_ENOMEM. */
int ce_constrained_draw(const ce_constrained_run *run, ce_error *err);

/* held: n: 1 for objects in chunklets. */
void ce_constrained_hold(const ce_chunklets *chunklets, unsigned char *held);

/* Keeps one as the result if it is the first, violates fewer edges, or as many at less inertia; it
 * is then empty. least: what the result violates; SIZE_MAX before there is one. */
void ce_constrained_keep(ce_kmeans_result *result, size_t *least, ce_kmeans_result *one,
                         size_t violated);

/* k-means by a rule for all objects in chunklets; the result is empty after a failure. */
int ce_constrained_chunklets(ce_constrained_run *run, ce_kmeans_result *result, ce_error *err);
int ce_constrained_priced(ce_constrained_run *run, ce_kmeans_result *result, ce_error *err);

#endif
