/*
 * neighbour_list.h: the nearest neighbours that a search has found so far, for the files of
 * neighbour_search.h.
 */
#ifndef CE_SIMILARITY_NEIGHBOUR_LIST_H
#define CE_SIMILARITY_NEIGHBOUR_LIST_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "similarity/neighbour_search.h"

typedef struct {
    ce_neighbour *heap; /* the farthest on top */
    size_t count, room;
    double top; /* without room only what is nearer comes in; infinite before */
} ce_near_list;

/* Empty lists of t for the objects first .. end - 1, in their places of `nearest`. */
static inline void ce_near_list_start(ce_near_list *list, ce_neighbour *nearest, size_t t,
                                      size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        list[i - first] = (ce_near_list){.heap = nearest + i * t, .room = t, .top = HUGE_VAL};
}

/* Of two at the same distance the higher number is farther. */
static inline int ce_neighbour_is_farther(const ce_neighbour *a, const ce_neighbour *b)
{
    return a->squared > b->squared || (a->squared == b->squared && a->object > b->object);
}

/* Takes a candidate in if there is room, or if it is nearer than the farthest. */
static inline void ce_near_list_offer(ce_near_list *list, double squared, size_t object)
{
    ce_neighbour *heap = list->heap, candidate = {squared, (int32_t)object};
    size_t at = 0;

    if (list->count < list->room) {
        for (at = list->count++; at > 0 && ce_neighbour_is_farther(&candidate, &heap[(at - 1) / 2]);
             at = (at - 1) / 2)
            heap[at] = heap[(at - 1) / 2];
        heap[at] = candidate;
    } else if (ce_neighbour_is_farther(&heap[0], &candidate)) {
        while (2 * at + 1 < list->room) {
            size_t child = 2 * at + 1;
            if (child + 1 < list->room && ce_neighbour_is_farther(&heap[child + 1], &heap[child]))
                child++;
            if (!ce_neighbour_is_farther(&heap[child], &candidate))
                break;
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = candidate;
    }
    if (list->count == list->room)
        list->top = heap[0].squared;
}

#endif
