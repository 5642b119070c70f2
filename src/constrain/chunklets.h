/*
 * chunklets.h: the closure of constraints (card SS1): chunklets, the connected components of the
 * must-links, and the graph of those that a cannot-link keeps apart.
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 6.2.2, Algorithm 7.
 *
 * An object that is only in cannot-links is a vertex of its own, so that no cannot-link is lost;
 * Algorithm 7 to the letter takes vertices from must-links alone (strict).
 */
#ifndef CE_CONSTRAIN_CHUNKLETS_H
#define CE_CONSTRAIN_CHUNKLETS_H

#include <stddef.h>
#include <stdint.h>

#include "core/constraints.h"
#include "core/error.h"
#include "io/constraint_table.h"

/* Vertices are numbered by their lowest object. Zero-initialise before use. */
typedef struct {
    size_t n, count;    /* objects; vertices */
    int32_t *of;        /* owned; n: the vertex of each object, -1: in none */
    size_t *start; /* owned; count + 1: vertex v has object[start[v]] .. object[start[v + 1] - 1],
                      ascending */
    int32_t *object;    /* owned */
    size_t *edge; /* owned; count + 1: its neighbours are neighbour[edge[v]] .. neighbour[edge[v +
                     1] - 1], ascending, none twice */
    int32_t *neighbour; /* owned */
    int32_t *order;     /* owned; count: vertices by descending degree, then descending size, then
                           number: the order of Algorithm 8 (card S12) */
} ce_chunklets;

/* Cannot-links inside one chunklet, each with the shortest chain of must-links between its ends (of
 * several the one of lowest objects). Zero-initialise. */
typedef struct {
    size_t count, capacity;
    size_t *constraint;  /* owned; count: indices into the constraints */
    size_t *start;       /* owned; count + 1 */
    int32_t *chain;      /* owned: objects from i to j, both included */
} ce_contradictions;

/*
 * found: NULL: a contradiction is CE_EINPUT, and the message names both ends and the chain
 * ("c.csv:17: 3 and 9 cannot link, but 3-7-9 must"; a chain of more than a dozen objects is
 * shortened in its middle and says so); else they are listed and left out of the edges. table:
 * names and file for messages, NULL: row numbers. O(n + |M| + |C|), and O(|M|) for each
 * contradiction.
 */
int ce_chunklets_build(ce_chunklets *chunklets, const ce_constraints *constraints, int strict,
                       const ce_constraint_table *table, ce_contradictions *found, ce_error *err);
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

/*
 * 0, or CE_EINPUT with a message where k clusters cannot do: more than k chunklets that are
 * cannot-linked pairwise (a greedy clique, named by one object each), and for k = 2 a cycle of odd
 * length. What it lets pass may be infeasible all the same: to find that out is NP-hard from k = 3
 * on. A clique is looked for from every vertex, through its neighbours by their degree. O(vertices
 * + edges times the size of the clique times the logarithm of the degree).
 */
int ce_chunklets_check_k(const ce_chunklets *chunklets, size_t k, const ce_constraint_table *table,
                         ce_error *err);

/* Reads a constraint file, builds its chunklets and checks them for every k (count of them; none:
 * not checked): what a tool needs. tolerate: contradictions are left out and counted in *left_out
 * (which may be NULL), and k is not checked; a pair with itself or given twice is refused all the
 * same. table and chunklets are the caller's to free; empty after a failure. */
int ce_chunklets_load(ce_chunklets *chunklets, ce_constraint_table *table, const char *path,
                      char delimiter, const ce_constraint_objects *objects, const int *k,
                      size_t count, int tolerate, size_t *left_out, ce_error *err);

/* All that constraints imply: every pair inside a chunklet must link, every pair between two that
 * an edge joins cannot; sorted. With `compact` only what implies them: each chunklet as a path
 * through its objects, each edge once, between the lowest objects. CE_ENOMEM also where they are
 * too many for memory, before any is made. O(their number, and for each vertex the objects of it
 * and its neighbours, sorted). */
int ce_chunklets_implied(const ce_chunklets *chunklets, int compact, ce_constraints *implied,
                         ce_error *err);

#endif
