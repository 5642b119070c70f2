#include "similarity/trajectory_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"

enum { LANES = 8, BLOCK = 256 };

/* AVX-512 takes steps by vectors of LANES. */
typedef double wide __attribute__((vector_size(64), aligned(8), may_alias));

static int alloc(ce_walk *walk, const ce_elite_graph *graph, int ordered, ce_error *err)
{
    size_t n = graph->n, entries = graph->weight.row_start[n];

    walk->n = n;
    walk->pi = ce_alloc(n, sizeof *walk->pi, err);
    walk->inverse = ce_alloc(n, sizeof *walk->inverse, err);
    if (!walk->pi || !walk->inverse)
        return CE_ENOMEM;
    if (!ordered) {
        walk->row_start = graph->weight.row_start;
        walk->column = graph->weight.column;
        walk->transition = graph->transition;
        return CE_OK;
    }
    walk->node = ce_alloc(n, sizeof *walk->node, err); /* marks what follows as owned */
    if (!walk->node)
        return CE_ENOMEM;
    walk->place = ce_alloc(n, sizeof *walk->place, err);
    walk->row_start = ce_alloc(n + 1, sizeof *walk->row_start, err);
    walk->column = ce_alloc(entries, sizeof *walk->column, err);
    walk->transition = ce_alloc(entries, sizeof *walk->transition, err);
    return walk->place && walk->row_start && walk->column && walk->transition ? CE_OK : CE_ENOMEM;
}

/* P with its rows in the new order. The neighbours of a row keep the order they had. Any order will
 * do, if it is the same each time. */
static void copy_rows(ce_walk *walk, const ce_elite_graph *graph)
{
    size_t entries = 0;

    for (size_t a = 0; a < walk->n; a++) {
        size_t i = (size_t)walk->node[a];
        walk->row_start[a] = entries;
        for (size_t e = graph->weight.row_start[i]; e < graph->weight.row_start[i + 1]; e++) {
            walk->column[entries] = walk->place[graph->weight.column[e]];
            walk->transition[entries++] = graph->transition[e];
        }
    }
    walk->row_start[walk->n] = entries;
}

int ce_walk_of_graph(ce_walk *walk, const ce_elite_graph *graph, int ordered, ce_error *err)
{
    int rc;

    ce_walk_free(walk);
    rc = alloc(walk, graph, ordered, err);
    if (!rc && ordered)
        rc = ce_walk_order(&graph->weight, walk->node, err);
    if (rc) {
        ce_walk_free(walk);
        return rc;
    }
    for (size_t a = 0; a < walk->n; a++) {
        size_t i = ordered ? (size_t)walk->node[a] : a;
        if (ordered)
            walk->place[i] = (int32_t)a;
        walk->pi[a] = graph->degree[i] > 0 ? graph->size[i] * graph->degree[i] : 0;
        walk->inverse[a] = walk->pi[a] > 0 ? 1 / walk->pi[a] : 0;
    }
    if (ordered)
        copy_rows(walk, graph);
    return CE_OK;
}

void ce_walk_free(ce_walk *walk)
{
    if (walk->node) {
        free(walk->row_start);
        free(walk->column);
        free(walk->transition);
    }
    free(walk->node);
    free(walk->place);
    free(walk->pi);
    free(walk->inverse);
    *walk = (ce_walk){0};
}

size_t ce_walk_width(size_t columns)
{
    if (columns == 1)
        return 1;
    if (columns <= LANES)
        return LANES;
    return columns <= 2 * LANES ? 2 * LANES : CE_STRIP;
}

/* The sums of a row run over its neighbours in order, for each column by itself. So all widths give
 * the same bits. */
CE_HOT static void step_1(const ce_walk *walk, const double *u, const double *x, double *y,
                          const int32_t *rows, size_t first, size_t last)
{
    for (size_t r = first; r < last; r++) {
        size_t i = rows ? (size_t)rows[r] : r;
        double sum = 0;
        for (size_t e = walk->row_start[i], end = x ? walk->row_start[i + 1] : e; e < end; e++)
            sum += walk->transition[e] * x[walk->column[e]];
        y[i] = u ? walk->pi[i] * u[i] + sum : sum;
    }
}

/* Strips that fill some vectors: at most eight, the sums of which stay in registers. So many sums
 * side by side hide the time that an addition takes. */
#define LENGTH(vector, width) ((width) * sizeof(double) / sizeof(vector))
#define STEP(name, vector) \
    static inline __attribute__((always_inline)) void name( \
        const ce_walk *walk, size_t width, const double *u, const double *x, double *y, \
        const int32_t *rows, size_t first, size_t last) \
    { \
        for (size_t r = first; r < last; r++) { \
            size_t i = rows ? (size_t)rows[r] : r; \
            vector sum[LENGTH(vector, CE_STRIP)] = {{0}}, *out = (vector *)(y + i * width); \
            for (size_t e = walk->row_start[i], end = x ? walk->row_start[i + 1] : e; e < end; \
                 e++) { \
                const vector *row = (const vector *)(x + (size_t)walk->column[e] * width); \
                double p = walk->transition[e]; \
                _Pragma("GCC unroll 8") for (size_t v = 0; v < LENGTH(vector, width); v++) \
                    sum[v] += p * row[v]; \
            } \
            _Pragma("GCC unroll 8") for (size_t v = 0; v < LENGTH(vector, width); v++) \
            { \
                if (u) \
                    sum[v] = walk->pi[i] * ((const vector *)(u + i * width))[v] + sum[v]; \
                out[v] = sum[v]; \
            } \
        } \
    }
STEP(step, ce_quad)
STEP(step_by_wide, wide)

CE_HOT_NARROW static void step_some(const ce_walk *walk, size_t width, const double *u,
                                    const double *x, double *y, const int32_t *rows, size_t first,
                                    size_t last)
{
    switch (width) {
    case LANES: step(walk, LANES, u, x, y, rows, first, last); break;
    case 2 * LANES: step(walk, 2 * LANES, u, x, y, rows, first, last); break;
    default: step(walk, CE_STRIP, u, x, y, rows, first, last);
    }
}

CE_HOT_WIDE static void step_some_wide(const ce_walk *walk, size_t width, const double *u,
                                       const double *x, double *y, const int32_t *rows,
                                       size_t first, size_t last)
{
    switch (width) {
    case LANES: step_by_wide(walk, LANES, u, x, y, rows, first, last); break;
    case 2 * LANES: step_by_wide(walk, 2 * LANES, u, x, y, rows, first, last); break;
    default: step_by_wide(walk, CE_STRIP, u, x, y, rows, first, last);
    }
}

void ce_walk_step(const ce_walk *walk, size_t width, const double *u, const double *x, double *y,
                  const int32_t *rows, size_t first, size_t last)
{
    if (width == 1)
        step_1(walk, u, x, y, rows, first, last);
    else if (ce_is_wide())
        step_some_wide(walk, width, u, x, y, rows, first, last);
    else
        step_some(walk, width, u, x, y, rows, first, last);
}

void ce_walk_step_all(const ce_walk *walk, size_t width, const double *u, const double *x,
                      double *y, int together)
{
    if (!together) {
        ce_walk_step(walk, width, u, x, y, NULL, 0, walk->n);
        return;
    }
#pragma omp for schedule(dynamic, 4)
    for (size_t i = 0; i < walk->n; i += BLOCK)
        ce_walk_step(walk, width, u, x, y, NULL, i, i + BLOCK < walk->n ? i + BLOCK : walk->n);
}

void ce_walk_first(const ce_walk *walk, size_t first, size_t count, double *strip)
{
    memset(strip, 0, walk->n * CE_STRIP * sizeof *strip);
    for (size_t c = 0; c < count; c++) {
        size_t j = ce_walk_place(walk, first + c);
        /* p_ij / pi_j = p_ji / pi_i */
        for (size_t e = walk->row_start[j]; e < walk->row_start[j + 1]; e++)
            strip[(size_t)walk->column[e] * CE_STRIP + c] =
                walk->transition[e] * walk->inverse[walk->column[e]];
    }
}

int ce_walk_room_alloc(ce_walk_room *room, size_t n, size_t width, size_t steps, size_t rooms,
                       ce_error *err)
{
    size_t bytes;

    ce_walk_room_free(room);
    if (__builtin_mul_overflow(n, width * sizeof *room->vectors, &bytes))
        return ce_fail(err, CE_ENOMEM, "out of memory: %zu x %zu numbers asked for", n, width);
    room->segment = steps;
    if (bytes && ce_memory_available() / 2 / rooms / bytes < steps + 2)
        room->segment = (size_t)ceil(sqrt((double)steps));
    room->kept = (steps + room->segment - 1) / room->segment;
    room->vectors = ce_alloc(room->kept + room->segment + 1, bytes, err);
    if (!room->vectors)
        return CE_ENOMEM;
    room->strip = n * width;
    room->width = width;
    room->steps = steps;
    return CE_OK;
}

void ce_walk_room_free(ce_walk_room *room)
{
    free(room->vectors);
    *room = (ce_walk_room){0};
}

/* U_t, t = k segment + s + 1. Those with s = 0 have a place for each k; the others have one that
 * all segments share. */
static double *u_of(const ce_walk_room *room, size_t k, size_t s)
{
    return room->vectors + (s ? room->kept + s - 1 : k) * room->strip;
}

double *ce_walk_room_start(ce_walk_room *room, int ahead)
{
    return room->vectors + (ahead ? 0 : room->kept + room->segment - 1) * room->strip;
}

/*
 * Z x = sum_t P^t (P^t)^T x = P (V_1 + P (V_2 + ... + P V_T)), with V_t = (P^T)^t x = Pi U_t and
 * U_t = P^t Pi^-1 x.
 *
 * 1. The U_t, from the first to the last. When not all fit, only those at segment starts stay.
 * 2. B_t = Pi U_t + P B_{t+1}, from the last to the first, segment by segment. The U_t of a segment
 *    are computed again before it.
 * 3. Z x = P B_1.
 */
void ce_walk_product(const ce_walk *walk, ce_walk_room *room, double *y, int ahead,
                     const int32_t *rows, size_t count, int together)
{
    size_t width = room->width, segment = room->segment, t = room->steps;
    double *b = ce_walk_room_start(room, 0), *next = b + room->strip;

    if (!ahead)
        ce_walk_step_all(walk, width, NULL, b, u_of(room, 0, 0), together);
    for (size_t k = 0; k + 1 < room->kept; k++)
        for (size_t s = 0; s < segment; s++)
            ce_walk_step_all(walk, width, NULL, u_of(room, k, s),
                             s + 1 < segment ? u_of(room, k, s + 1) : u_of(room, k + 1, 0),
                             together);
    for (size_t k = room->kept; k-- > 0;) {
        for (size_t s = 0; k * segment + s + 1 < t; s++)
            ce_walk_step_all(walk, width, NULL, u_of(room, k, s), u_of(room, k, s + 1), together);
        for (; t > k * segment; t--) {
            double *swap = b;
            ce_walk_step_all(walk, width, u_of(room, k, t - 1 - k * segment),
                             t < room->steps ? b : NULL, next, together);
            b = next;
            next = swap;
        }
    }
    if (rows)
        ce_walk_step(walk, width, NULL, b, y, rows, 0, count);
    else
        ce_walk_step_all(walk, width, NULL, b, y, together);
}
