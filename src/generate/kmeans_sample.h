/*
 * kmeans_sample.h: starting centres of k-means from a sample of the objects. All members share the
 * sample; each draws its start from it. Parts of the objects need no more than the sample to begin
 * with the same centres (doc/parts.md).
 */
#ifndef CE_GENERATE_KMEANS_SAMPLE_H
#define CE_GENERATE_KMEANS_SAMPLE_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"
#include "kmeans/kmeans.h"

/* The objects of the sample, ascending: *drawn of n, which is `count` unless n is less. *object is
 * freed by the caller. 0 or CE_ENOMEM. */
int ce_kmeans_sample_draw(uint64_t seed, size_t n, size_t count, size_t **object, size_t *drawn,
                          ce_error *err);

/* Starting centres: *centre, *k x features, freed by the caller. *k becomes less where fewer rows
 * of the sample differ; *distinct says how many do. feature: features ascending numbers, NULL: all
 * of the sample. threads: how many it may use. 0, CE_ENOMEM or CE_EINPUT (values that
 * ce_kmeans_prepare refuses). */
int ce_kmeans_sample_start(const ce_matrix *sample, const size_t *feature, size_t features,
                           ce_kmeans_init init, gsl_rng *rng, int threads, size_t *k,
                           size_t *distinct, double **centre, ce_error *err);

#endif
