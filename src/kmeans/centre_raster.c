#include "kmeans/centre_raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* Cells for each centre, and at most; their logarithms. */
enum { CELLS_EACH = 6, MOST_CELLS = 18 };

/* The box of the centres grows by this share on each side. */
static const double AROUND = 0.5;

/* Room for rounding: relative, of squared distances in the box; absolute, for squares that
 * underflow; and of a cell's side, since a row next to a border may be put into the next cell. */
static const double ROOM = 1e-12, LEAST = 1e-290, BORDER = 1e-9;

typedef struct {
    ce_centre_raster *raster;
    double side[CE_RASTER_FEATURES];
    double room;
    int32_t *left; /* k for each halving: centres that are left */
    size_t k, used, capacity;
    ce_error *err;
} builder;

/* Some cells: first .. last - 1 in each direction. */
typedef struct {
    size_t first[CE_RASTER_FEATURES], last[CE_RASTER_FEATURES];
} part;

void ce_centre_raster_free(ce_centre_raster *raster)
{
    free(raster->of);
    free(raster->list);
    *raster = (ce_centre_raster){0};
}

/* ---- what is left ---- */

/* The centre nearest to a point. */
static int32_t nearest(const builder *b, const int32_t *from, size_t count, const double *point)
{
    size_t d = b->raster->d;
    double least = INFINITY;
    int32_t best = from[0];

    for (size_t t = 0; t < count; t++) {
        const double *centre = b->raster->centre + (size_t)from[t] * d;
        double squared = 0;
        for (size_t s = 0; s < d; s++)
            squared += (point[s] - centre[s]) * (point[s] - centre[s]);
        if (squared < least) {
            least = squared;
            best = from[t];
        }
    }
    return best;
}

/* Those of `count` centres that may be nearest somewhere in a part; returns how many. */
static size_t keep_near(const builder *b, const part *p, const int32_t *from, size_t count,
                        int32_t *to)
{
    size_t d = b->raster->d, kept = 0;
    double low[CE_RASTER_FEATURES], high[CE_RASTER_FEATURES], middle[CE_RASTER_FEATURES];
    const double *own;
    int32_t best;

    for (size_t s = 0; s < d; s++) {
        low[s] = b->raster->low[s] + ((double)p->first[s] - BORDER) * b->side[s];
        high[s] = b->raster->low[s] + ((double)p->last[s] + BORDER) * b->side[s];
        middle[s] = (low[s] + high[s]) / 2;
    }
    best = nearest(b, from, count, middle);
    own = b->raster->centre + (size_t)best * d;
    for (size_t t = 0; t < count; t++) {
        const double *other = b->raster->centre + (size_t)from[t] * d;
        double farther = 0; /* least difference of the squared distances */
        for (size_t s = 0; s < d; s++) {
            double gap = other[s] - own[s], corner = gap > 0 ? high[s] : low[s];
            farther += gap * ((other[s] - corner) + (own[s] - corner));
        }
        if (from[t] == best || !(farther > b->room))
            to[kept++] = from[t];
    }
    return kept;
}

/* ---- cells ---- */

static int add_list(builder *b, const int32_t *from, size_t count, int32_t *place)
{
    int rc = ce_grow(&b->raster->list, &b->capacity, b->used + count + 1, sizeof *b->raster->list,
                     b->err);

    if (rc)
        return rc;
    if (b->used + count >= INT32_MAX)
        return ce_fail(b->err, CE_ENOMEM, "too many centres are nearest in too many cells");
    *place = ~(int32_t)b->used;
    b->raster->list[b->used++] = (int32_t)count;
    memcpy(b->raster->list + b->used, from, count * sizeof *from);
    b->used += count;
    return CE_OK;
}

/* Gives all cells of a part the same centres. */
static int fill(builder *b, const part *p, const int32_t *from, size_t count)
{
    const ce_centre_raster *r = b->raster;
    int32_t value = from[0];
    int rc = count > 1 ? add_list(b, from, count, &value) : CE_OK;

    for (size_t z = p->first[2]; z < p->last[2] && !rc; z++)
        for (size_t y = p->first[1]; y < p->last[1]; y++)
            for (size_t x = p->first[0]; x < p->last[0]; x++)
                r->of[(z * r->cells[1] + y) * r->cells[0] + x] = value;
    return rc;
}

/* depth: halvings so far. from: the centres that are left of the part around. */
static int divide(builder *b, const part *p, const int32_t *from, size_t count, size_t depth)
{
    int32_t *left = b->left + depth * b->k;
    size_t kept = keep_near(b, p, from, count, left), widest = 0;
    part half[2] = {*p, *p};
    int rc = CE_OK;

    for (size_t s = 1; s < b->raster->d; s++)
        if ((double)(p->last[s] - p->first[s]) * b->side[s] >
            (double)(p->last[widest] - p->first[widest]) * b->side[widest])
            widest = s;
    if (p->last[widest] - p->first[widest] < 2)
        for (size_t s = 0; s < b->raster->d; s++)
            if (p->last[s] - p->first[s] > p->last[widest] - p->first[widest])
                widest = s;
    if (kept == 1 || p->last[widest] - p->first[widest] < 2)
        return fill(b, p, left, kept);
    half[0].last[widest] = half[1].first[widest] = (p->first[widest] + p->last[widest]) / 2;
    for (int h = 0; h < 2 && !rc; h++)
        rc = divide(b, &half[h], left, kept, depth + 1);
    return rc;
}

/* ---- the box ---- */

/* Halves the widest side until there are cells enough; returns how often. 0 where the centres have
 * no box. */
static size_t choose_cells(builder *b, const double *centre)
{
    ce_centre_raster *r = b->raster;
    size_t halvings = CELLS_EACH;
    double extent = 0;

    for (size_t s = 0; s < r->d; s++) {
        double low = INFINITY, high = -INFINITY, width;
        for (size_t j = 0; j < b->k; j++) {
            low = fmin(low, centre[j * r->d + s]);
            high = fmax(high, centre[j * r->d + s]);
        }
        width = high - low;
        if (!(width > 1e-140))
            return 0;
        r->low[s] = low - AROUND * width;
        b->side[s] = width * (1 + 2 * AROUND);
        extent = fmax(extent, fmax(fabs(r->low[s]), fabs(r->low[s] + b->side[s])));
    }
    b->room = ROOM * 4 * (double)r->d * extent * extent + LEAST;
    for (size_t k = b->k; k > 1 && halvings < MOST_CELLS; k /= 2)
        halvings++;
    for (size_t h = 0; h < halvings; h++) {
        size_t widest = 0;
        for (size_t s = 1; s < r->d; s++)
            if (b->side[s] > b->side[widest])
                widest = s;
        b->side[widest] /= 2;
        r->cells[widest] *= 2;
    }
    for (size_t s = 0; s < r->d; s++)
        r->per[s] = 1 / b->side[s];
    return halvings;
}

int ce_centre_raster_build(ce_centre_raster *raster, const double *centre, size_t k, size_t d,
                           ce_error *err)
{
    builder b = {.raster = raster, .k = k, .err = err};
    size_t halvings;
    part all = {{0}, {1, 1, 1}};
    int32_t *every = NULL;
    int rc = CE_OK;

    *raster = (ce_centre_raster){.d = d, .cells = {1, 1, 1}, .centre = centre};
    halvings = choose_cells(&b, centre);
    if (!halvings)
        return CE_OK;
    memcpy(all.last, raster->cells, sizeof all.last);
    every = ce_alloc(k, sizeof *every, err);
    b.left = ce_alloc(halvings + 1, k * sizeof *b.left, err);
    raster->of = ce_alloc((size_t)1 << halvings, sizeof *raster->of, err);
    if (!every || !b.left || !raster->of)
        rc = CE_ENOMEM;
    for (size_t j = 0; j < k && !rc; j++)
        every[j] = (int32_t)j;
    if (!rc)
        rc = divide(&b, &all, every, k, 0);
    free(every);
    free(b.left);
    if (rc)
        ce_centre_raster_free(raster);
    return rc;
}
