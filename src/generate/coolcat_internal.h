/*
 * coolcat_internal.h: what the files of COOLCAT share. Not for anyone else.
 *
 * coolcat.c        members and the ensemble
 * coolcat_first.c  the first object of each cluster
 * coolcat_place.c  all other objects
 * coolcat_modes.c  modes and what is made of them
 */
#ifndef CE_GENERATE_COOLCAT_INTERNAL_H
#define CE_GENERATE_COOLCAT_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "generate/coolcat.h"

enum { CE_COOLCAT_LANES = 8 }; /* clusters that are summed side by side */

/*
 * What all members share. A value that only one object has adds nothing to any growth, so it needs
 * no counts. It has slot 0; the other values of an attribute have slots 1, 2, ... Logarithms are in
 * units of 2^-bits, so that they add up exactly: log(ab) = log a + log b.
 */
typedef struct {
    const ce_categorical *x;
    const ce_coolcat_options *options;
    ce_labels *labels;
    ce_coolcat_member *member;
    int32_t *slot;  /* owned; n x d: of each value */
    int32_t *slots; /* owned; d: slots of each attribute, 0 included */
    double *step;   /* owned; n + 1: f(c + 1) - f(c), f(c) = c log c */
    int64_t *log;   /* owned; n + 1: log c */
} ce_coolcat_ensemble;

/* One member while it is made. A row of count and gain belongs to one slot of one attribute that
 * it sees; it has `width` places, for k clusters. */
typedef struct {
    const ce_coolcat_ensemble *e;
    size_t k, width, features;
    const size_t *feature; /* NULL: all */
    size_t *base;          /* owned; features: the row of slot 0 of each */
    size_t rows;
    int32_t *count; /* owned; rows x width: objects of the cluster with this slot */
    double *gain;   /* owned; rows x width: step[count]; 0 in the rows of slot 0 */
    int32_t *size;  /* owned; width */
    double *cost;   /* owned; width: features * step[size] */
    double *growth; /* owned; width */
    size_t *at;     /* owned; features: where the counts of the object looked at begin */
    double tie;
    int32_t *label; /* n; CE_MISSING so far */
} ce_coolcat_run;

static inline size_t ce_coolcat_feature_of(const ce_coolcat_run *r, size_t s)
{
    return r->feature ? r->feature[s] : s;
}

/* ---- coolcat_first.c ---- */

/* Puts up to k different objects into chosen, out of `count` objects in sample, then in order (n).
 * *found: how many, fewer if there are fewer distinct rows. 0 or CE_ENOMEM. O(count^2 features),
 * and O(n k features) where the sample has fewer distinct rows. */
int ce_coolcat_choose_first(const ce_coolcat_run *r, const size_t *order, const size_t *sample,
                            size_t count, size_t *chosen, size_t *found, ce_error *err);

/* ---- coolcat_place.c ---- */

/* Counts of 0 for k clusters. 0, or CE_ENOMEM, and r can then only be freed. */
int ce_coolcat_run_alloc(ce_coolcat_run *r, ce_error *err);
void ce_coolcat_run_free(ce_coolcat_run *r);

/* Puts object i into cluster j, which it begins. */
void ce_coolcat_begin(ce_coolcat_run *r, size_t i, size_t j);

/* Steps 2 and 3 for all objects that begin no cluster. order: n objects; changed. 0 or CE_ENOMEM.
 */
int ce_coolcat_place_all(ce_coolcat_run *r, size_t *order, ce_error *err);

/* sum_j |C_j| / n H(C_j). */
double ce_coolcat_entropy(const ce_coolcat_run *r);

#endif
