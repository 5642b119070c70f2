/*
 * distance_panels.h: Euclidean distances between all rows of a matrix, by differences: for each
 * pair the squares are added in the order of the features, so that they have the same bits on any
 * processor.
 *
 * Rows stand in panels, with the same feature of neighbouring rows side by side, and a few rows go
 * through a panel together. A value that is NaN is missing: the squared distance is then that over
 * the features which both rows have, times d over their number; NaN if there are none.
 */
#ifndef CE_SIMILARITY_DISTANCE_PANELS_H
#define CE_SIMILARITY_DISTANCE_PANELS_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"
#include "core/similarity.h"

enum {
    CE_PANEL_LANES = 8, /* rows of a panel */
    CE_PANEL_ROWS = 4,  /* rows that go through a panel together */
    CE_PANEL_TILE = 32  /* rows that see a panel while it is in the nearest cache */
};

/* Squared distances of some rows to those of a panel; entry (r, l) is squared[r * CE_PANEL_LANES +
 * l]. Returns a bit for each row that has one below its top there. */
typedef unsigned ce_panel_measure(const double *const row[CE_PANEL_ROWS],
                                  const double top[CE_PANEL_ROWS], const double *panel, size_t d,
                                  double squared[CE_PANEL_ROWS * CE_PANEL_LANES]);

/* Set to zero before use. Feature s of row p CE_PANEL_LANES + l is at panel[(p d + s)
 * CE_PANEL_LANES + l]; the last panel is filled up with zeros. */
typedef struct {
    const ce_matrix *x; /* borrowed */
    double *panel;      /* owned: a copy of x */
    size_t panels;
    ce_panel_measure *measure;
} ce_distance_panels;

/* 0 or CE_ENOMEM. O(n d). */
int ce_distance_panels_make(ce_distance_panels *of, const ce_matrix *x, ce_error *err);
void ce_distance_panels_free(ce_distance_panels *of);

/* Rows first .. of x, the last of all as often as it takes. */
void ce_distance_panels_point(const ce_distance_panels *of, size_t first,
                              const double *row[CE_PANEL_ROWS]);

/* Distances of the rows first .. end - 1, at most CE_PANEL_TILE, to all rows from first / 8 * 8 on:
 * entry (i, j) is distance[(i - first) * n + j]. Entries before are not touched. For several
 * threads side by side, each with a `distance` of its own. */
void ce_distance_panels_rows(const ce_distance_panels *of, size_t first, size_t end,
                             double *distance);

/* Distances of all pairs into the upper triangle of a packed matrix, n x n, that the caller has
 * allocated. NaN: the two rows share no feature. 0 or CE_ENOMEM. O(n^2 d) on all threads; a copy of
 * x, and 32 n doubles for each thread. */
int ce_distances_fill(const ce_matrix *x, ce_similarity *distance, ce_error *err);

#endif
