/*
 * synthetic_stream.h: data sets of any length, whose object i follows from the seed and i alone.
 *
 * So any part of a set can be drawn by itself, on any thread or machine, and the first n objects of
 * a longer set are the set of n objects. Classes come mixed, each with its share as probability.
 *
 * tb, sf, cc, cg and flower are the sets of [usenc2020], which prints no formulas. Shapes, shares
 * and noise were fitted to its Fig. 4 (doc/readings.md, usenc2020).
 */
#ifndef CE_PREPARE_SYNTHETIC_STREAM_H
#define CE_PREPARE_SYNTHETIC_STREAM_H

#include <stddef.h>
#include <stdint.h>

typedef struct ce_synth_stream ce_synth_stream;

/* The set of this name, or NULL; its objects in [usenc2020]. */
const ce_synth_stream *ce_synth_stream_find(const char *name);
size_t ce_synth_stream_objects(const ce_synth_stream *set);

/* Objects first .. first + count - 1. xy: count x 2, with six decimals. class_: count, 0 .. classes
 * - 1. O(count), on all threads. */
void ce_synth_stream_draw(const ce_synth_stream *set, uint64_t seed, uint64_t first, size_t count,
                          double *xy, int32_t *class_);

#endif
