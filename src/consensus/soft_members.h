/*
 * soft_members.h: the distinct rows of an ensemble, of labels or of memberships alike, for
 * functions that add up memberships. Labels are memberships of 0 and 1.
 */
#ifndef CE_CONSENSUS_SOFT_MEMBERS_H
#define CE_CONSENSUS_SOFT_MEMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/ensemble.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/membership.h"

/* Set to zero before use. It borrows from the ensemble. */
typedef struct {
    size_t n, count, m; /* labelled rows, distinct rows, base clusterings */
    const double *size; /* count: objects of each */
    const int32_t *k;   /* m: clusters of each base clustering */
    const int32_t *of;  /* n: labelled row -> distinct row */
    const ce_labels *labels; /* of the distinct rows; NULL where there are memberships */
    ce_membership table;     /* owned: memberships of the distinct rows, or empty */
} ce_soft_members;

/* The rows in which `method` is to find k clusters. objects: 1 keeps all rows apart. 0; CE_EINPUT
 * when there are fewer than k; CE_ENOMEM. members can only be freed after a failure. */
int ce_soft_members_get(ce_ensemble *ensemble, const char *method, size_t k, int objects,
                        ce_soft_members *members, ce_error *err);
void ce_soft_members_free(ce_soft_members *members);

/* What base clustering q says of a row: the shares of clusters from .. to - 1. None where it says
 * nothing. */
typedef struct {
    size_t from, to;
    const float *share; /* by cluster; NULL: 1 */
} ce_soft_row;

static inline ce_soft_row ce_soft_members_row(const ce_soft_members *s, size_t i, size_t q)
{
    if (s->labels) {
        int32_t label = ce_labels_column(s->labels, q)[i];
        return (ce_soft_row){label < 0 ? 0 : (size_t)label, label < 0 ? 0 : (size_t)label + 1,
                             NULL};
    }
    const float *share = ce_membership_of(&s->table, i, q);
    return (ce_soft_row){0, *share >= 0 ? (size_t)s->k[q] : 0, share}; /* NaN is not >= 0 */
}

static inline double ce_soft_row_share(const ce_soft_row *row, size_t l)
{
    return row->share ? row->share[l] : 1;
}

#endif
