/*
 * kmeans_parts_internal.h: the tables of k-means in parts. For the files
 *
 * kmeans_parts_sum.c     what a part tells
 * kmeans_parts.c         steps
 * kmeans_parts_repair.c  empty clusters, in both
 * kmeans_parts_state.c   reading a state, and its end
 *
 * Blocks of a state:
 *   next        keyed    its key says what is summed next: rows, sums, ties, done
 *   features    keyed    d names
 *   objects     add      1 x sample: the numbers of the objects of the sample (next: rows)
 *   members     add      members x COLUMNS
 *   view Q      add      1 x features: the features that member Q sees, from 0, ascending
 *   centres Q   least    k x features; a row of NaN: a centre that was taken out
 *   sizes Q     add      k x 1: objects of each cluster (a member that has ended)
 *   first Q     least    k x 1: the first object of each (likewise)
 *
 * Blocks of sums, round 0: features, least, largest. Round 1: rows. Later, of members that have not
 * ended: count Q (add, k x 1), sum Q (exact, k x features), first Q (least, k x 1); with a repair
 * also far Q (top, rows of: squared distance, cluster, objects, values), many Q (add, k x 1: a
 * cluster has more different rows than are listed) and few Q (keyed by cluster and row). Ties: ties
 * (add, members x 1): objects whose label is decided by the order of centres (centre_order.h).
 */
#ifndef CE_GENERATE_KMEANS_PARTS_INTERNAL_H
#define CE_GENERATE_KMEANS_PARTS_INTERNAL_H

#include "generate/kmeans_parts.h"
#include "generate/rounds.h"

/* Columns of `members`. */
enum { ASKED, K, DISTINCT, UPDATES, STATUS, TIES, COLUMNS };
/* Of a member: it goes on, its empty clusters are repaired next, it has ended by itself, it was
 * stopped. */
enum { GOES_ON, REPAIRED_NEXT, CONVERGED, STOPPED };

/* What a state says of a member, checked. */
typedef struct {
    size_t asked, k, distinct, updates, features;
    int status, ties;
    size_t *feature;      /* owned; features; NULL: all */
    const double *centre; /* k x features, in the state */
} ce_kmeans_part_member;

/* Reads member q of a state over d features. 0 or a failure; free it with free(member->feature). */
int ce_kmeans_part_member_read(const ce_sums *state, const char *path, size_t q, size_t d,
                               ce_kmeans_part_member *member, ce_error *err);

/* Whether a centre is still there. */
static inline int ce_kmeans_part_alive(const double *centre)
{
    return centre[0] == centre[0];
}

/* The centres of a member that has ended in the order of their labels, k of them: number[l] is the
 * number of centre l in the state, size[l] its objects. Room for the k of the member. *k: those
 * that are still there. 0 or a failure. */
int ce_kmeans_part_order(const ce_sums *state, const char *path, size_t q,
                         const ce_kmeans_part_member *member, size_t *number, size_t *size,
                         size_t *k, ce_error *err);

/* kmeans_parts_repair.c: adds the blocks that a repair needs. label, squared: n of the objects of
 * the part; object: the number of its first one. k as in the state; empty: how many clusters of
 * the member have no object at all. */
int ce_kmeans_repair_sum(ce_sums *sums, size_t q, size_t k, const ce_matrix *seen,
                         const int32_t *label, const double *squared, uint64_t object,
                         ce_error *err);

/* Moves rows into the empty clusters, as k-means does in one process: count (k) and sum (k x
 * features) are changed. 0 or a failure. */
int ce_kmeans_repair_step(const ce_sums *sums, const char *path, size_t q, size_t k,
                          size_t features, int64_t *count, ce_exact_sums *sum, ce_error *err);

#endif
