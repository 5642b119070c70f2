/*
 * pair_moves.h: a partition of the objects of microclusters, its disagreement with the ensemble
 * over pairs of objects, and moves of one object that lessen it (methods/median_partition.c).
 *
 * s_ij: base clusterings that have objects i and j together; m_ij: those that label both. All
 * counts are whole numbers, so neither their order nor threads change a bit.
 */
#ifndef CE_CONSENSUS_PAIR_MOVES_H
#define CE_CONSENSUS_PAIR_MOVES_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"

/* The best move of an object of a microcluster: how much it lessens the disagreement, and between
 * which clusters. gain 0: no move does. The cluster numbered k is a new one. */
typedef struct {
    int64_t gain;
    size_t from, to;
} ce_pair_move;

/* Set to zero before use. All memory is owned. */
typedef struct {
    const ce_microclusters *micro; /* borrowed */
    size_t room, k;     /* clusters that there is room for; those before k may hold objects */
    int32_t *row;       /* count x m: the labels of each microcluster */
    int64_t *labels;    /* count: how many base clusterings label it */
    int64_t *held;      /* count x room: its objects in each cluster */
    size_t *home;       /* count: the cluster that has all of them, or SIZE_MAX */
    int64_t *near;      /* count x room: the sum of 2 s - m with the objects of the cluster */
    int64_t *objects;   /* room: of each cluster */
    size_t *first;      /* room: the first microcluster in each cluster, SIZE_MAX in an empty one */
    ce_pair_move *best; /* count: the best move of each microcluster */
} ce_pair_moves;

/* An empty partition with room for so many clusters, at least 1. 0, CE_ENOMEM (asked for before it
 * is taken); to be freed in any case. */
int ce_pair_moves_alloc(ce_pair_moves *s, const ce_microclusters *micro, size_t room,
                        ce_error *err);
void ce_pair_moves_free(ce_pair_moves *s);

/* Room for more clusters. 0 or CE_ENOMEM. */
int ce_pair_moves_room(ce_pair_moves *s, size_t room, ce_error *err);

/* Puts objects of microcluster u into cluster c < room. Takes them out where objects < 0. */
void ce_pair_moves_hold(ce_pair_moves *s, size_t u, size_t c, int64_t objects);

/* Sets near by what the clusters hold. O(count m k). 0 or CE_ENOMEM. */
int ce_pair_moves_near(ce_pair_moves *s, ce_error *err);

/* After ce_pair_moves_near: finds the best moves. */
void ce_pair_moves_begin(ce_pair_moves *s);

/* Does the best move of all; ties: the first microcluster, then the cluster that appears first, a
 * new cluster last. *gain: how much it lessened the disagreement, 0 when no move does and nothing
 * was done. O(count m), and O(k) for each microcluster in one of the two clusters or whose best
 * move led to one of them; on all threads. 0 or CE_ENOMEM. */
int ce_pair_moves_step(ce_pair_moves *s, int64_t *gain, ce_error *err);

/* *phi: after ce_pair_moves_near, the sum over pairs of objects of m - s where the clusters have
 * them together and of s where not; exact below 2^53. 0 or CE_ENOMEM. */
int ce_pair_moves_disagreement(const ce_pair_moves *s, double *phi, ce_error *err);

/* Objects that a move of their own would lessen the disagreement for, as things stand: as many as
 * there are in the clusters that the best moves leave. Each move changes this. O(count). */
size_t ce_pair_moves_left(const ce_pair_moves *s);

/* Clusters that hold objects. */
size_t ce_pair_moves_clusters(const ce_pair_moves *s);

/* The partition of the objects, by the cluster that holds most of each microcluster. 0 or
 * CE_ENOMEM; result is then empty. */
int ce_pair_moves_take(const ce_pair_moves *s, ce_partition *result, ce_error *err);

/* So many objects have so many pairs. */
double ce_pairs_of(double objects);

/* *pairs: of objects that base clustering q has together. 0 or CE_ENOMEM. */
int ce_pairs_together(const ce_microclusters *micro, size_t q, double *pairs, ce_error *err);

#endif
