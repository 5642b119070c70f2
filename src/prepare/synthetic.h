/*
 * synthetic.h: data sets drawn at random, with the class that each object was drawn from.
 *
 * - two-gaussian, three-gaussian [wce2008 sec. 3.3, 4.2]. The printed "standard deviations" are
 *   read as variances (doc/readings.md, wce2008).
 * - two-spirals, complex-image, three-paths [hne2007 Table 1, Fig. 1, Fig. 2]. The figures are not
 *   available as numbers. Sizes, kinds of shape and noise follow the text, the coordinates are
 *   ours.
 * - half-rings: two half rings of unequal density (Jain & Law 2005; Fred & Jain 2005).
 * - rings, engytime: Chainlink and EngyTime of the Fundamental Clustering Problems Suite (Ultsch
 *   2005).
 * - blobs: isotropic Gaussians, as many and in as many dimensions as wanted.
 *
 * Objects stand class by class, noise objects last. Each class draws from a random stream of its
 * own, so the size of one class does not change the objects of another.
 */
#ifndef CE_PREPARE_SYNTHETIC_H
#define CE_PREPARE_SYNTHETIC_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/object_part.h"
#include "io/data_table.h"

/* Negative numbers stand for the shape's own value. Noise objects are uniform in the bounding box
 * stretched by 5%; those of complex-image stand on the outer circle. */
typedef struct {
    double objects; /* without noise, split over the classes in proportion to the shape's sizes */
    const int *sizes;  /* objects of each class, or NULL; overrides `objects` */
    size_t size_count; /* must be the shape's number of classes; blobs: sets that number */
    double noise;      /* number of noise objects */
    double jitter;     /* standard deviation across a curve; rings: radius of the tube */
    double turns;      /* two-spirals: turns of each arm, > 0 */
    size_t clusters;   /* blobs: k */
    size_t dimensions; /* blobs: d */
    double spread;     /* blobs: standard deviation of each feature in a cluster, >= 0 */
    uint64_t seed;
    ce_object_part part; /* 0 of 0: the whole */
} ce_synth_options;

typedef struct ce_synth_shape ce_synth_shape;

/* The shape of this name, or NULL. */
const ce_synth_shape *ce_synth_find(const char *name);

/* Draws a data set: features x, y, z (f1, f2, ... in more than three dimensions) and a class column
 * 1 .. k, `noise` for noise objects. A class may be empty only where sizes says 0. Returns 0,
 * CE_ENOMEM, or CE_EARG (sizes that do not match, fewer objects than classes, jitter for a shape
 * without curves, a part without objects). The table is empty after a failure.
 *
 * Of a part only its objects take memory. Time: the objects of its first class that stand before it
 * are drawn too; and where it has noise in the box around all objects, so is every object. */
int ce_synth(ce_data_table *table, const ce_synth_shape *shape, const ce_synth_options *options,
             ce_error *err);

#endif
