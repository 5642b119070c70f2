/*
 * som_internal.h: what the files of the self-organising map share. Not for anyone else.
 *
 * som.c          training: epochs, radii, errors
 * som_start.c    size of the grid, the first prototypes
 * som_grid.c     neighbourhoods: sums over units, weighted by how near they are on the grid
 * som_online.c   epochs of the online map
 * som_cluster.c  clusters of units
 * som_members.c  ensembles
 */
#ifndef CE_GENERATE_SOM_INTERNAL_H
#define CE_GENERATE_SOM_INTERNAL_H

#include "generate/som.h"

#include <gsl/gsl_rng.h>

/* A distance on the grid counts as at most `a` if it is up to this above it: sqrt(3)/2 is not
 * exact. */
#define CE_SOM_GRID_ROOM 1e-9

/* ---- som_start.c ---- */

/* Sets som->prototype; the sides of the map are known. 0, CE_ENOMEM, CE_ENUM. */
int ce_som_start(const ce_matrix *x, const ce_som_options *options, gsl_rng *rng, ce_som *som,
                 ce_error *err);

/* ---- som_grid.c ---- */

/*
 * Weights between units. They have a part for how many rows two units are apart, and one for the
 * columns, which depends on how odd rows stand. Gaussian: h is the product of the parts. Bubble:
 * the parts are squared distances, and h is 1 if their sum is at most `reach`.
 *
 * by_column has three lines, for offsets of -1/2, 0 and 1/2 between the rows; each is indexed by
 * the difference of columns + columns - 1. turned is scratch of ce_som_spread, for one width.
 */
typedef struct {
    size_t rows, columns;
    ce_som_lattice lattice;
    ce_som_neighbourhood neighbourhood;
    double reach;
    double *by_row;    /* owned; rows */
    double *by_column; /* owned; 3 x (2 columns - 1) */
    double *turned;    /* owned; NULL until it is needed */
} ce_som_kernel;

/* 0, or CE_ENOMEM, and kernel can then only be freed. */
int ce_som_kernel_alloc(ce_som_kernel *kernel, const ce_som *som,
                        ce_som_neighbourhood neighbourhood, ce_error *err);
void ce_som_kernel_free(ce_som_kernel *kernel);
void ce_som_kernel_set(ce_som_kernel *kernel, double radius);

/* The columns' part of the weights of the units of grid row r for a unit at row r0, column c0:
 * `columns` numbers. */
const double *ce_som_kernel_columns(const ce_som_kernel *kernel, size_t r, size_t r0, size_t c0);

/* spread (units x width) = sum over units v of h(u, v) sums_v. A row of sums with 0 in the last
 * place must be all zeros. On ce_threads() threads, each sum in the order of the units. 0 or
 * CE_ENOMEM. Gaussian: O(units (rows + columns) width). */
int ce_som_spread(ce_som_kernel *kernel, const double *sums, size_t width, double *spread,
                  ce_error *err);

/* Sets som->position. */
void ce_som_positions(ce_som *som);

/* 1 when two units are neighbours on the grid. */
int ce_som_adjacent(const ce_som *som, int32_t a, int32_t b);

/* ---- som.c ---- */

/* The rough or the fine phase of training. */
typedef struct {
    size_t epochs;
    double from, to; /* radius */
    double rate;     /* at its start; online */
} ce_som_phase;

/* The radius at step `at` of `steps`: equal steps from one end to the other. */
static inline double ce_som_phase_radius(const ce_som_phase *phase, size_t at, size_t steps)
{
    if (steps < 2)
        return phase->from;
    return phase->from + (phase->to - phase->from) * ((double)at / (double)(steps - 1));
}

/* ---- som_online.c ---- */

/* One epoch: all objects in a random order. first: the step of the phase with which it begins.
 * order: scratch, n. 0 or CE_ENOMEM. */
int ce_som_online_epoch(const ce_matrix *x, ce_som *som, ce_som_kernel *kernel, gsl_rng *rng,
                        const ce_som_phase *phase, size_t first, size_t *order, ce_error *err);

#endif
