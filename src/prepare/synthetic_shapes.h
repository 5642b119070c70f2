/*
 * synthetic_shapes.h: the table of shapes behind synthetic.h. A shape says how each object of a
 * class is placed.
 */
#ifndef CE_PREPARE_SYNTHETIC_SHAPES_H
#define CE_PREPARE_SYNTHETIC_SHAPES_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

#include "prepare/synthetic.h"

enum { CE_SYNTH_CLASSES = 7 };

/* What a placing function is told: object i of the n in this class. */
typedef struct {
    gsl_rng *rng;
    size_t class_, i, n;
    double jitter, turns, spread;
    size_t dimensions;
    const double *centre; /* blobs: of this class */
} ce_synth_place;

typedef void (*ce_synth_place_fn)(const ce_synth_place *at, double *x);

struct ce_synth_shape {
    const char *name;
    size_t dimensions, classes; /* 0: free */
    int sizes[CE_SYNTH_CLASSES];
    int noise;
    double jitter; /* negative: the shape has no curve to stray from */
    ce_synth_place_fn place;
    ce_synth_place_fn place_noise; /* NULL: uniform in the bounding box */
};

extern const ce_synth_shape ce_synth_shapes[];
extern const size_t ce_synth_shape_count;

#endif
