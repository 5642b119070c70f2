/*
 * centre_members.h: members of an ensemble that are made of centres (k-means, RPCL). What is known
 * of each besides its labels, and the tables that are written of it.
 */
#ifndef CE_GENERATE_CENTRE_MEMBERS_H
#define CE_GENERATE_CENTRE_MEMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Rows of centres are in the order of the labels, those without objects last. A feature that the
 * member did not see is NaN. */
typedef struct {
    size_t asked;      /* k as given or drawn */
    size_t k;          /* centres at the end */
    size_t distinct;   /* distinct rows it saw; fewer than asked: it started with so many centres */
    double inertia;    /* sum of squared distances to the own centre, over the objects it saw */
    size_t iterations;
    int converged;
    size_t dead_ends;  /* COP-KMeans: starts that met one (constrained_kmeans.h); else 0 */
    double *centres;   /* owned; k x d */
    size_t *size;      /* owned; k: objects with that label */
    size_t *order; /* owned; k: the rows as they are written (centre_order.h); NULL: 0, 1, ... */
} ce_centre_member;

void ce_centre_members_free(ce_centre_member *member, size_t members);

/*
 * Fills in member->centres, ->size and ->order. member->k centres (k x features) stand for features
 * feature[0 .. features-1] of d (NULL: all in order); column: of n objects, the number of the
 * centre or CE_MISSING. They are kept in the order in which their numbers first appear in column,
 * as ce_labels_renumber numbers labels; order is 0, 1, ... 0, or CE_ENOMEM, and member can
 * then only be freed.
 */
int ce_centre_member_keep(ce_centre_member *member, const double *centres, const size_t *feature,
                          size_t features, size_t d, const int32_t *column, size_t n,
                          ce_error *err);

/* Sets member->order by the ties of the n objects x (n x d). Call it after the above, with the same
 * arguments, where labels are those of the nearest centres. 0 or CE_ENOMEM. O(n k features) at
 * most, on ce_threads() threads. */
int ce_centre_member_settle(ce_centre_member *member, const double *x, const size_t *feature,
                            size_t features, size_t d, const int32_t *column, size_t n,
                            ce_error *err);

/* The centres of all members (io/model.h), kind `centroid`, those of a member by its order. name:
 * of each member; feature: d names. */
int ce_centre_write_model(const ce_centre_member *member, char *const *name, size_t members,
                          char *const *feature, size_t d, const char *path, char delimiter,
                          ce_error *err);

/* A table clustering,k,inertia,iterations,converged with a row for each member. violated: how many
 * constraints each member violates, for the columns dead_ends,violated; NULL: without these. */
int ce_centre_write_trace(const ce_centre_member *member, const size_t *violated, char *const *name,
                          size_t members, const char *path, char delimiter, ce_error *err);

#endif
