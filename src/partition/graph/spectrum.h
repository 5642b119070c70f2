/*
 * spectrum.h: the graph of a spectral cut with its largest eigenvectors, which cuts into several
 * numbers of parts can share.
 *
 * The k largest eigenvectors are the first k of any larger number of them. So the first cut finds
 * as many as the cut into most parts will need, and the others find no more. What they get differs
 * from the eigenvectors of a cut of its own by rounding, and by a rotation of those that belong to
 * one repeated eigenvalue.
 */
#ifndef CE_PARTITION_SPECTRUM_H
#define CE_PARTITION_SPECTRUM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"
#include "partition/graph/laplacian.h"
#include "partition/graph/solver.h"

/* Set to zero before use. Once eigenvectors are kept, the affinity that the graph was built from is
 * not read any more. */
typedef struct {
    size_t most;        /* the caller sets it: the most parts of a cut to come; 0: keep nothing */
    ce_laplacian graph; /* built by the cut */
    size_t kept;        /* eigenvectors */
    double *values;     /* owned; kept */
    ce_matrix vectors;  /* owned; n x kept, as ce_laplacian_eigenvectors gives them */

    /* Owned, for a caller that merges equal vertices before the cut: their objects, which
     * graph.size may be, and the merged vertex of each vertex. Else NULL. */
    double *size;
    int32_t *vertex;
} ce_spectrum;

void ce_spectrum_free(ce_spectrum *s);

/* How many eigenvectors ce_spectrum_eigenvectors finds for k parts, where graph has been built. */
size_t ce_spectrum_wanted(const ce_spectrum *s, size_t k);

/* ce_laplacian_eigenvectors of the graph: kept ones where they are enough, else new ones, which are
 * then kept. Where as many as `most` cannot be found, k are, and nothing is kept from then on. */
int ce_spectrum_eigenvectors(ce_spectrum *s, size_t k, ce_solver solver, double *values,
                             ce_matrix *rows, ce_error *err);

#endif
