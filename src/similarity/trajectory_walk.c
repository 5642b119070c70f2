#include "similarity/trajectory_walk.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"

enum { LANES = 8, BLOCK = 256 };

/* Eight doubles that the compiler keeps in whatever vector registers there are. */
typedef double lanes __attribute__((vector_size(64), aligned(8), may_alias));

int ce_walk_of_graph(ce_walk *walk, const ce_elite_graph *graph, ce_error *err)
{
    size_t n = graph->n;

    ce_walk_free(walk);
    walk->pi = ce_alloc(n, sizeof *walk->pi, err);
    walk->inverse = ce_alloc(n, sizeof *walk->inverse, err);
    if (!walk->pi || !walk->inverse) {
        ce_walk_free(walk);
        return CE_ENOMEM;
    }
    for (size_t i = 0; i < n; i++) {
        walk->pi[i] = graph->degree[i] > 0 ? graph->size[i] * graph->degree[i] : 0;
        walk->inverse[i] = walk->pi[i] > 0 ? 1 / walk->pi[i] : 0;
    }
    walk->n = n;
    walk->row_start = graph->weight.row_start;
    walk->column = graph->weight.column;
    walk->transition = graph->transition;
    return CE_OK;
}

void ce_walk_free(ce_walk *walk)
{
    free(walk->pi);
    free(walk->inverse);
    *walk = (ce_walk){0};
}

size_t ce_walk_width(size_t columns)
{
    return columns == 1 ? 1 : columns <= LANES ? LANES : CE_STRIP;
}

/* The sums of a row run over its neighbours in order, for each column by itself: so that all widths give the same bits. */
CE_HOT static void step_1(const ce_walk *walk, const double *u, const double *x, double *y, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        double sum = 0;
        for (size_t e = walk->row_start[i], end = x ? walk->row_start[i + 1] : e; e < end; e++)
            sum += walk->transition[e] * x[walk->column[e]];
        y[i] = u ? walk->pi[i] * u[i] + sum : sum;
    }
}

CE_HOT static void step_8(const ce_walk *walk, const double *u, const double *x, double *y, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        lanes sum = {0};
        for (size_t e = walk->row_start[i], end = x ? walk->row_start[i + 1] : e; e < end; e++)
            sum += walk->transition[e] * *(const lanes *)(x + (size_t)walk->column[e] * LANES);
        if (u)
            sum = walk->pi[i] * *(const lanes *)(u + i * LANES) + sum;
        *(lanes *)(y + i * LANES) = sum;
    }
}

CE_HOT static void step_16(const ce_walk *walk, const double *u, const double *x, double *y, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        lanes low = {0}, high = {0};
        for (size_t e = walk->row_start[i], end = x ? walk->row_start[i + 1] : e; e < end; e++) {
            const double *row = x + (size_t)walk->column[e] * CE_STRIP;
            low += walk->transition[e] * *(const lanes *)row;
            high += walk->transition[e] * *(const lanes *)(row + LANES);
        }
        if (u) {
            low = walk->pi[i] * *(const lanes *)(u + i * CE_STRIP) + low;
            high = walk->pi[i] * *(const lanes *)(u + i * CE_STRIP + LANES) + high;
        }
        *(lanes *)(y + i * CE_STRIP) = low;
        *(lanes *)(y + i * CE_STRIP + LANES) = high;
    }
}

void ce_walk_step(const ce_walk *walk, size_t width, const double *u, const double *x, double *y, size_t first, size_t last)
{
    (width == 1 ? step_1 : width == LANES ? step_8 : step_16)(walk, u, x, y, first, last);
}

void ce_walk_step_all(const ce_walk *walk, size_t width, const double *u, const double *x, double *y, size_t last, int together)
{
    if (!together) {
        ce_walk_step(walk, width, u, x, y, 0, last);
        return;
    }
#pragma omp for schedule(dynamic, 4)
    for (size_t i = 0; i < last; i += BLOCK)
        ce_walk_step(walk, width, u, x, y, i, i + BLOCK < last ? i + BLOCK : last);
}

int ce_walk_room_alloc(ce_walk_room *room, size_t n, size_t width, size_t steps, size_t budget, ce_error *err)
{
    size_t strip;

    ce_walk_room_free(room);
    if (__builtin_mul_overflow(n, width * sizeof *room->vectors, &strip))
        return ce_fail(err, CE_ENOMEM, "out of memory: %zu x %zu numbers asked for", n, width);
    room->segment = steps;
    if (strip && budget / strip < steps + 3)
        room->segment = (size_t)ceil(sqrt((double)steps));
    room->kept = (steps + room->segment - 1) / room->segment;
    room->vectors = ce_alloc(room->kept + room->segment + 2, strip, err);
    if (!room->vectors)
        return CE_ENOMEM;
    room->width = width;
    room->steps = steps;
    return CE_OK;
}

void ce_walk_room_free(ce_walk_room *room)
{
    free(room->vectors);
    *room = (ce_walk_room){0};
}

double *ce_walk_room_start(ce_walk_room *room)
{
    return room->vectors;
}

/*
 * Z x = sum_t P^t (P^t)^T x = P (V_1 + P (V_2 + ... + P V_T)) with V_t = (P^T)^t x = Pi U_t, U_t = P^t Pi^-1 x: first the U_t, then
 * from the last to the first B_t = Pi U_t + P B_{t+1}, and Z x = P B_1. Segment by segment from the last, when not all U_t fit.
 */
void ce_walk_product(const ce_walk *walk, ce_walk_room *room, double *y, size_t last, int together)
{
    size_t n = walk->n, width = room->width, strip = n * width;
    double *u = room->vectors + room->kept * strip; /* segment strips */
    double *b = u + room->segment * strip, *next = b + strip;

    for (size_t k = 0; k + 1 < room->kept; k++) {
        double *from = room->vectors + k * strip;
        for (size_t t = 1; t <= room->segment; t++) {
            double *to = t == room->segment ? room->vectors + (k + 1) * strip : u + (t - 1) * strip;
            ce_walk_step_all(walk, width, NULL, from, to, n, together);
            from = to;
        }
    }
    for (size_t k = room->kept; k-- > 0;) {
        size_t first = k * room->segment, count = room->steps - first < room->segment ? room->steps - first : room->segment;
        for (size_t t = 0; t < count; t++)
            ce_walk_step_all(walk, width, NULL, t ? u + (t - 1) * strip : room->vectors + k * strip, u + t * strip, n,
                             together);
        for (size_t t = count; t-- > 0;) {
            double *swap = b;
            ce_walk_step_all(walk, width, u + t * strip, first + t + 1 < room->steps ? b : NULL, next, n, together);
            b = next;
            next = swap;
        }
    }
    ce_walk_step_all(walk, width, NULL, b, y, last, together);
}
