/*
 * scores.h: the measures of a clustering by number: against the true classes, against constraints,
 * or alone.
 *
 * U: the classes (rows of the contingency table), V: the clusters (columns). H: entropy. I: mutual
 * information. S, A, B: pairs of objects together in both, in U, in V. T: all pairs. Definitions
 * stand in nmi.h, ami.h, standardised_information.h, ari.h, assignment.h.
 */
#ifndef CE_SCORE_SCORES_H
#define CE_SCORE_SCORES_H

#include <stddef.h>

#include "core/error.h"
#include "score/contingency.h"
#include "score/violations.h"

typedef enum {
    CE_SCORE_NMI,       /* I / sqrt(H(U) H(V)) */
    CE_SCORE_NMI_MAX,   /* I / max(H(U), H(V)) */
    CE_SCORE_NMI_SUM,   /* 2 I / (H(U) + H(V)) */
    CE_SCORE_NMI_MIN,   /* I / min(H(U), H(V)) */
    CE_SCORE_NMI_JOINT, /* I / H(U,V) */
    CE_SCORE_AMI,       /* (I - E[I]) / (max(H(U), H(V)) - E[I]) */
    CE_SCORE_AMI_SQRT,  /* the same with sqrt(H(U) H(V)) */
    CE_SCORE_AMI_SUM,   /* the same with (H(U) + H(V)) / 2 */
    CE_SCORE_AMI_MIN,   /* the same with min(H(U), H(V)) */
    CE_SCORE_SMI,       /* (I - E[I]) / SD[I] */
    CE_SCORE_ARI,       /* (S - AB/T) / ((A + B)/2 - AB/T) */
    CE_SCORE_RAND,      /* share of the pairs together in both or apart in both */
    CE_SCORE_ERROR,     /* 1 - accuracy */
    CE_SCORE_ACCURACY,  /* share of the objects that ce_assignment covers */
    CE_SCORE_PURITY,    /* share of the objects in the largest class of their cluster */
    CE_SCORE_INVERSE_PURITY,
    CE_SCORE_VMEASURE,
    CE_SCORE_HOMOGENEITY, /* 1 - H(U|V) / H(U) */
    CE_SCORE_COMPLETENESS,
    CE_SCORE_JACCARD, /* S / (A + B - S) */
    CE_SCORE_FMI,     /* S / sqrt(AB) */
    CE_SCORE_F,       /* 2 S / (A + B) */
    CE_SCORE_ECS,     /* ce_element_similarity (element_centric.h) */
    CE_SCORE_VI,      /* H(U|V) + H(V|U) */
    CE_SCORE_MI,      /* I */
    CE_SCORE_OBJECTS, /* objects counted */
    /* from here on constraints are needed */
    CE_SCORE_ERROR_UNCONSTRAINED, /* error of the objects in no constraint, with a map of theirs */
    CE_SCORE_VIOLATED,            /* the sum of the next two */
    CE_SCORE_MUST_VIOLATED,       /* must-links between two clusters */
    CE_SCORE_CANNOT_VIOLATED,     /* cannot-links inside a cluster */
    /* from here on distances of the objects are needed, and nothing else (internal.h) */
    CE_SCORE_SILHOUETTE,
    CE_SCORE_CH,
    CE_SCORE_DB, /* needs the data */
    CE_SCORE_DUNN,
    CE_SCORE_CONNECTIVITY,
    /* from here on base clusterings are needed, and nothing else (diversity.h): means over them */
    CE_SCORE_ANMI, /* of the NMI: ANMI [strehl2002] */
    CE_SCORE_AARI, /* of the adjusted Rand index */
    CE_SCORE_AECS  /* of the element-centric similarity */
} ce_score;

enum { CE_SCORES = CE_SCORE_AECS + 1 };

/* 1 if the value is the same when the two labellings change places. */
int ce_score_is_symmetric(ce_score score);

/* 1: more is better. -1: less is better. 0: neither. */
int ce_score_direction(ce_score score);

/* What a measure needs besides the clustering. */
int ce_score_needs_truth(ce_score score);
int ce_score_needs_constraints(ce_score score);
int ce_score_needs_distances(ce_score score);
int ce_score_needs_ensemble(ce_score score);

/* What the measures of a clustering and constraints are computed from. */
typedef struct {
    ce_contingency unconstrained; /* of the objects in no constraint */
    ce_violations violations;
} ce_constrained_part;

/*
 * The values of `count` measures of one table. which: count numbers of ce_score. What several
 * measures share is computed once. part may be NULL if no measure needs constraints. A value is NaN
 * if the table that it is computed from has no object, and where distances or base clusterings are
 * needed; CE_SCORE_OBJECTS is 0 then. 0 or CE_ENOMEM; after a failure the values are undefined.
 */
int ce_scores_compute(const ce_contingency *table, const ce_constrained_part *part,
                      const int *which, size_t count, double *value, ce_error *err);

/* Share of the objects that lie in the largest class of their cluster, (0,1]. NaN for 0 objects.
 * Needs memory for the columns: 0, or CE_ENOMEM with *purity untouched. */
int ce_purity(const ce_contingency *table, double *purity, ce_error *err);

/* Share of the objects that lie in the largest cluster of their class, (0,1]. NaN for 0 objects. */
double ce_inverse_purity(const ce_contingency *table);

#endif
