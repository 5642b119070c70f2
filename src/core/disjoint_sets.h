/*
 * disjoint_sets.h: sets of numbers that are joined, each with its lowest number as its name.
 */
#ifndef CE_CORE_DISJOINT_SETS_H
#define CE_CORE_DISJOINT_SETS_H

#include <stddef.h>
#include <stdint.h>

/* n sets of one number each. parent: n. */
static inline void ce_sets_begin(int32_t *parent, size_t n)
{
    for (size_t i = 0; i < n; i++)
        parent[i] = (int32_t)i;
}

/* The name of the set of i. Halves the path to it, so that a call takes as good as no time. */
static inline int32_t ce_sets_find(int32_t *parent, int32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Joins the sets of i and j. */
static inline void ce_sets_join(int32_t *parent, int32_t i, int32_t j)
{
    int32_t a = ce_sets_find(parent, i), b = ce_sets_find(parent, j);

    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

#endif
