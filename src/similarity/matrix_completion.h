/*
 * matrix_completion.h: ECMC: the co-association matrix with its uncertain entries completed (card C12; Yi, Yang, Jin and Jain 2012).
 */
#ifndef CE_SIMILARITY_MATRIX_COMPLETION_H
#define CE_SIMILARITY_MATRIX_COMPLETION_H

#include <stddef.h>

#include "core/error.h"
#include "core/similarity.h"

typedef struct {
    double low, high;  /* entries <= low are observed as 0, those >= high as 1; .2 and .8 */
    double c;          /* weight of ||E||_1; 0: 1 / sqrt(n) */
    size_t iterations; /* 0: 500 */
    double tolerance;  /* 0: 1e-7 */
} ce_completion_options;

typedef struct {
    size_t iterations;
    double residual; /* ||A_D - M - E||_F / ||A_D||_F at the end */
    size_t rank;     /* of M at the end */
} ce_completion_report;

/* ca: dense, in [0, 1]. s: M, symmetric, clipped to [0, 1], diagonal 1; dense. report may be NULL. Not converged: no failure, see the
 * report. (Say here: method, memory, cost.) */
int ce_matrix_completion(const ce_similarity *ca, const ce_completion_options *options, ce_similarity *s,
                         ce_completion_report *report, ce_error *err);

#endif
