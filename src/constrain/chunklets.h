/*
 * chunklets.h: the closure of constraints.
 *
 * Chunklets are the connected components of the must-links. A graph joins two of them where a
 * cannot-link keeps them apart. An object that is only in cannot-links is a vertex of its own, so
 * that no cannot-link is lost. Algorithm 7 to the letter takes vertices from must-links alone
 * (strict).
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 6.2.2, Algorithm 7. See doc/readings.md, wagstaff2001.
 *
 * Messages call objects by their row numbers, from 1. After a failure all outputs are empty.
 */
#ifndef CE_CONSTRAIN_CHUNKLETS_H
#define CE_CONSTRAIN_CHUNKLETS_H

#include <stddef.h>
#include <stdint.h>

#include "core/constraints.h"
#include "core/error.h"

/* Vertices are numbered by their lowest object. Zero-initialise before use.
 * The objects of vertex v are object[start[v]] .. object[start[v + 1] - 1], ascending.
 * Its neighbours are neighbour[edge[v]] .. neighbour[edge[v + 1] - 1], ascending, none twice.
 * order is that of Algorithm 8 [wce2008]: descending degree, then descending size, then number. */
typedef struct {
    size_t n, count;    /* objects; vertices */
    int32_t *of;        /* owned; n: the vertex of each object, -1: in none */
    size_t *start;      /* owned; count + 1 */
    int32_t *object;    /* owned */
    size_t *edge;       /* owned; count + 1 */
    int32_t *neighbour; /* owned */
    int32_t *order;     /* owned; count: vertices */
} ce_chunklets;

/* Cannot-links inside one chunklet, in the order of the constraints. Each comes with the shortest
 * chain of must-links between its ends; of several shortest ones, with that of the lowest objects.
 * Chain c is chain[start[c]] .. chain[start[c + 1] - 1], from object i to object j of the pair,
 * both included. Zero-initialise before use. */
typedef struct {
    size_t most;        /* given: no more than these are listed; 0: all */
    size_t count;
    size_t *constraint; /* owned; count: indices into the constraints */
    size_t *start;      /* owned; count + 1 */
    int32_t *chain;     /* owned: objects */
} ce_contradictions;

/*
 * A contradiction (a cannot-link inside a chunklet) never makes an edge. found: contradictions are
 * listed there, and are no failure. found NULL: the first one is CE_EINPUT. O(n + |M| + |C|), and
 * O(|M|) for each contradiction listed. 0, CE_ENOMEM, CE_EINPUT.
 */
int ce_chunklets_build(ce_chunklets *chunklets, const ce_constraints *constraints, int strict,
                       ce_contradictions *found, ce_error *err);
void ce_chunklets_free(ce_chunklets *chunklets);
void ce_contradictions_free(ce_contradictions *found);

static inline size_t ce_chunklet_size(const ce_chunklets *c, size_t v)
{
    return c->start[v + 1] - c->start[v];
}

static inline size_t ce_chunklet_degree(const ce_chunklets *c, size_t v)
{
    return c->edge[v + 1] - c->edge[v];
}

/* Why k clusters are too few. Zero-initialise before use. */
typedef struct {
    int is_cycle;    /* 1: a cycle of odd length, for k = 2; 0: a clique of more than k */
    size_t count;    /* 0: no reason was found */
    int32_t *object; /* owned; count: the lowest object of each chunklet; a clique's ascend */
} ce_k_conflict;

/*
 * Looks for reasons why k clusters cannot keep all edges: more than k chunklets that are
 * cannot-linked pairwise (a greedy clique), and for k = 2 a cycle of odd length. What passes may be
 * infeasible all the same: from k = 3 on it is NP-hard to find that out. A clique is looked for
 * from every vertex, through its neighbours by their degree. conflict: a reason is put there, and
 * is no failure. conflict NULL: a reason is CE_EINPUT. O(vertices + edges times the size of the
 * clique times the logarithm of the degree). 0, CE_ENOMEM, CE_EINPUT.
 */
int ce_chunklets_check_k(const ce_chunklets *chunklets, size_t k, ce_k_conflict *conflict,
                         ce_error *err);
void ce_k_conflict_free(ce_k_conflict *conflict);

/* All that constraints imply, sorted: every pair inside a chunklet must link, every pair between
 * two that an edge joins cannot. With `compact` only what implies them: each chunklet as a path
 * through its objects, each edge once, between the lowest objects. CE_ENOMEM also where they are
 * too many for memory, before any is made. O(their number, and for each vertex the objects of it
 * and its neighbours, sorted). */
int ce_chunklets_implied(const ce_chunklets *chunklets, int compact, ce_constraints *implied,
                         ce_error *err);

#endif
