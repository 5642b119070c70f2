/*
 * solver.h: which eigensolver the spectral methods use.
 */
#ifndef CE_PARTITION_SOLVER_H
#define CE_PARTITION_SOLVER_H

/* AUTO: LAPACK for k > n / 4 or a small problem, else ARPACK. Small is up to 2000 objects, and 500
 * if the affinity is sparse, a factor or an operator. On a sparse affinity where this takes
 * too many products, and a cheap Cholesky factor is foreseen (shifted.h), ARPACK works on the
 * inverse. SPARSE never does. */
typedef enum { CE_SOLVER_AUTO, CE_SOLVER_DENSE, CE_SOLVER_SPARSE } ce_solver;
/* In the order of the enum; for option rows. */
#define CE_SOLVER_NAMES "auto|dense|sparse"

#endif
