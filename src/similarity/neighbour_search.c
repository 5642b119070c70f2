#include "similarity/neighbour_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"
#include "kmeans/kmeans_scores.h"
#include "linalg/linalg.h"
#include "similarity/distance_panels.h"
#include "similarity/neighbour_list.h"
#include "similarity/neighbour_tree.h"

enum {
    LANES = CE_PANEL_LANES,
    ROWS = CE_PANEL_ROWS,
    ROW_TILE = CE_PANEL_TILE,
    /* From so many features on products in single precision, and a look at what they leave, take
     * less time than all distances. */
    SCREEN_FEATURES = 6,
    SCREEN_ROWS = 64,
    SCREEN_COLUMNS = 512,
    /* Features of a product. Products are then added up, which keeps the bound of error narrow. */
    SCREEN_DEPTH = 256,
    CHUNK = 32 /* cells of a screen that are looked at together; SCREEN_COLUMNS is a multiple */
};

static const double UNIT_SINGLE = 5.9604644775390625e-08; /* 2^-24 */

/* ---- all distances, by differences ---- */

static void offer_panel(ce_near_list *list, size_t own, const double squared[LANES], size_t first,
                        size_t end)
{
    for (size_t j = first; j < end; j++) {
        double value = squared[j - first];
        if (j != own && (value < list->top || (list->count < list->room && !isnan(value))))
            ce_near_list_offer(list, value, j);
    }
}

/* All neighbours of the rows first .. end - 1, at most ROW_TILE. */
static void search_tile(const ce_distance_panels *of, ce_near_list *list, size_t first, size_t end)
{
    size_t n = of->x->rows, d = of->x->columns;
    double squared[ROWS * LANES], top[ROWS];
    const double *row[ROWS];

    for (size_t p = 0; p < of->panels; p++)
        for (size_t g = first; g < end; g += ROWS) {
            size_t last = (p + 1) * LANES < n ? (p + 1) * LANES : n;
            unsigned nearer;
            ce_distance_panels_point(of, g, row);
            for (size_t r = 0; r < ROWS; r++)
                top[r] = g + r < end ? list[g + r - first].top : 0;
            nearer = of->measure(row, top, of->panel + p * d * LANES, d, squared);
            for (size_t i = g; i < end && i < g + ROWS; i++)
                if (nearer & 1U << (i - g) || list[i - first].count < list[i - first].room)
                    offer_panel(&list[i - first], i, squared + (i - g) * LANES, p * LANES, last);
        }
}

static int search_all(const ce_matrix *x, size_t t, ce_neighbour *nearest, size_t *count,
                      ce_error *err)
{
    size_t n = x->rows;
    ce_distance_panels of = {0};

    if (ce_distance_panels_make(&of, x, err))
        return CE_ENOMEM;
#pragma omp parallel for schedule(dynamic)
    for (size_t first = 0; first < n; first += ROW_TILE) {
        size_t end = first + ROW_TILE < n ? first + ROW_TILE : n;
        ce_near_list list[ROW_TILE];
        ce_near_list_start(list, nearest, t, first, end);
        search_tile(&of, list, first, end);
        for (size_t i = first; i < end; i++)
            count[i] = list[i - first].count;
    }
    ce_distance_panels_free(&of);
    return CE_OK;
}

/* ---- a screen by products in single precision ---- */

/*
 * The rows are centred and scaled by a power of two so that the largest value is between 1/2 and 1.
 * f are these rows in single precision, u = 2^-24. The errors are at most:
 *
 * - of a product of p features p u / (1 - p u) |f_a| |f_b|, whatever the order of its sum;
 * - one more u for each of the products that are added up;
 * - of a squared distance of the f 2 u (|f_a| + |f_b|)^2, against that of the rows.
 *
 * All this is at most `slack` (|f_a|^2 + |f_b|^2). So a pair can be nearer than r only if f_a f_b
 * >= (1 - slack) (|f_a|^2 + |f_b|^2) / 2 - r^2 / 2. The subtraction below rounds once, and rounding
 * keeps order.
 *
 * Before there are t neighbours, let T be the t-th highest of f_a f_b - (1 - slack) |f_b|^2 / 2
 * over some b. These t are no farther than (1 + slack) |f_a|^2 + 3 slack |f_b|^2 - 2 T, so what is
 * among the t nearest has at least T less 3 slack times |f_a|^2 and the largest |f_b|^2.
 */
typedef struct {
    const ce_matrix *x;
    float *rows;  /* n x d */
    float *half;  /* n, up to SCREEN_COLUMNS filled up: (1 - slack) |f|^2 / 2, rounded down */
    double *norm; /* n: the same, not rounded */
    float *cells; /* 2 SCREEN_ROWS x SCREEN_COLUMNS a thread */
    double slack;
    double largest; /* of the |f|^2 */
    double scale;   /* of a squared distance */
} screen;

static void screen_free(screen *s)
{
    free(s->rows);
    free(s->half);
    free(s->norm);
    free(s->cells);
}

/* The means of the features. Returns the largest absolute value of the centred rows; NaN if one is.
 * mean: d. */
static double find_means(const ce_matrix *x, double *mean)
{
    size_t n = x->rows, d = x->columns;
    double largest = 0;

    for (size_t s = 0; s < d; s++)
        mean[s] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++)
            mean[s] += x->values[i * d + s];
    for (size_t s = 0; s < d; s++)
        mean[s] /= (double)n;
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++) {
            double size = fabs(x->values[i * d + s] - mean[s]);
            largest = size > largest || isnan(size) ? size : largest;
        }
    return largest;
}

/* *usable: 0 where single precision does not reach, and all distances must be measured. */
static int screen_build(screen *s, const ce_matrix *x, int *usable, ce_error *err)
{
    size_t n = x->rows, d = x->columns, padded = (n + CHUNK - 1) / CHUNK * CHUNK;
    double *mean = ce_alloc(d, sizeof *mean, err), largest, slack, unit;
    int exponent;

    slack =
        1.1 * UNIT_SINGLE * (double)((d < SCREEN_DEPTH ? d : SCREEN_DEPTH) + d / SCREEN_DEPTH + 8);
    if (!mean)
        return CE_ENOMEM;
    largest = find_means(x, mean);
    *usable = largest > 1e-100 && largest < 1e100;
    if (!*usable) {
        free(mean);
        return CE_OK;
    }
    s->x = x;
    s->rows = ce_alloc(n, d * sizeof *s->rows, err);
    s->half = ce_alloc(padded, sizeof *s->half, err);
    s->norm = ce_alloc(n, sizeof *s->norm, err);
    /* a number is in every cell: next_chunk looks at those behind the last row too */
    s->cells =
        ce_calloc((size_t)ce_threads() * 2 * SCREEN_ROWS, SCREEN_COLUMNS * sizeof *s->cells, err);
    if (!s->rows || !s->half || !s->norm || !s->cells) {
        free(mean);
        return CE_ENOMEM;
    }
    frexp(largest, &exponent);
    unit = ldexp(1, -exponent);
    s->scale = unit * unit;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t f = 0; f < d; f++) {
            float value = (float)((x->values[i * d + f] - mean[f]) * unit);
            s->rows[i * d + f] = value;
            sum += (double)value * (double)value;
        }
        s->norm[i] = (1 - slack) * sum / 2;
        s->half[i] = ce_rounded_down(s->norm[i]);
    }
    s->slack = slack;
    for (size_t i = 0; i < n; i++)
        s->largest = fmax(s->largest, 2 * s->norm[i] / (1 - slack));
    for (size_t i = n; i < padded; i++)
        s->half[i] = HUGE_VALF;
    free(mean);
    return CE_OK;
}

/* The first chunk from `from` on in which a cell reaches the bound; count where there is none. */
CE_HOT static size_t next_chunk(const float *cells, const float *half, float bound, size_t from,
                                size_t count)
{
    for (; from < count; from += CHUNK) {
        int any = 0;
        for (size_t l = 0; l < CHUNK; l++)
            any |= cells[from + l] - half[from + l] >= bound;
        if (any)
            return from;
    }
    return count;
}

CE_HOT static double pair_squared(const double *a, const double *b, size_t d)
{
    ce_quad low = {0}, high = {0}, step;
    double rest = 0;
    size_t s = 0;

    for (; s + LANES <= d; s += LANES) {
        step = *(const ce_quad *)(a + s) - *(const ce_quad *)(b + s);
        low += step * step;
        step = *(const ce_quad *)(a + s + CE_QUAD) - *(const ce_quad *)(b + s + CE_QUAD);
        high += step * step;
    }
    for (; s < d; s++)
        rest += (a[s] - b[s]) * (a[s] - b[s]);
    low += high;
    return ((low[0] + low[2]) + (low[1] + low[3])) + rest;
}

/* What a cell of row i must reach. 1e-30 makes good any underflow of single precision. */
static float bound_of(const screen *s, const ce_near_list *list, size_t i)
{
    return list->count < list->room
               ? -HUGE_VALF
               : ce_rounded_down(s->norm[i] - list->top * s->scale / 2 - 1e-30);
}

/* The t-th largest of count numbers, t < count, in any order; they are moved. */
static float select_largest(float *value, size_t count, size_t t)
{
    size_t low = 0, high = count - 1, place = t - 1;

    while (low < high) {
        float middle = value[low + (high - low) / 2];
        size_t i = low, j = high;
        for (;;) {
            while (value[i] > middle)
                i++;
            while (value[j] < middle)
                j--;
            if (i >= j)
                break;
            float other = value[i];
            value[i++] = value[j];
            value[j--] = other;
        }
        /* low .. j hold what is not less, j + 1 .. high what is not more */
        if (place <= j)
            high = j;
        else
            low = j + 1;
    }
    return value[place];
}

/* A number that is at most the t-th largest of count, t < count: the t-th largest of the larger
 * ones of pairs, of fours and so on, as long as enough are left. The numbers are overwritten. */
static float bound_largest(float *value, size_t count, size_t t)
{
    while (count / 2 > 2 * t) {
        count /= 2;
        for (size_t l = 0; l < count; l++)
            value[l] = value[l] > value[count + l] ? value[l] : value[count + l];
    }
    return select_largest(value, count, t);
}

/* What a cell of row i must reach before its list has anyone. */
static float first_bound(const screen *s, size_t t, size_t i, const float *cells, size_t first,
                         size_t count)
{
    float score[SCREEN_COLUMNS];
    size_t others = 0;

    for (size_t l = 0; l < count; l++)
        if (first + l != i)
            score[others++] = cells[l] - s->half[first + l];
    if (others <= t)
        return -HUGE_VALF;
    return ce_rounded_down((double)bound_largest(score, others, t) -
                           3 * s->slack * (2 * s->norm[i] / (1 - s->slack) + s->largest) - 1e-30);
}

/* Offers row i what the screen leaves of the objects first .. end - 1. */
static void take_candidates(const screen *s, ce_near_list *list, size_t i, const float *cells,
                            size_t first, size_t end)
{
    size_t d = s->x->columns, count = end - first;
    float bound = bound_of(s, list, i);

    if (list->count == list->room && list->top == 0)
        return; /* nothing is nearer than equal */
    if (!list->count)
        bound = first_bound(s, list->room, i, cells, first, count);
    for (size_t c = next_chunk(cells, s->half + first, bound, 0, count); c < count;
         c = next_chunk(cells, s->half + first, bound, c + CHUNK, count)) {
        for (size_t l = c; l < c + CHUNK && l < count; l++)
            if (first + l != i && cells[l] - s->half[first + l] >= bound)
                ce_near_list_offer(
                    list, pair_squared(s->x->values + i * d, s->x->values + (first + l) * d, d),
                    first + l);
        if (list->count == list->room)
            bound = bound_of(s, list, i);
    }
}

CE_HOT static void add(const float *restrict more, float *restrict cells, size_t count)
{
    for (size_t e = 0; e < count; e++)
        cells[e] += more[e];
}

/* Products of rows a .. with rows b ..; cells has room for two tiles, the first is filled. */
static void multiply(const screen *s, size_t a, size_t rows, size_t b, size_t columns, float *cells)
{
    size_t d = s->x->columns;
    float *more = cells + SCREEN_ROWS * SCREEN_COLUMNS;

    for (size_t f = 0; f < d; f += SCREEN_DEPTH) {
        size_t depth = d - f < SCREEN_DEPTH ? d - f : SCREEN_DEPTH;
        ce_product_single(s->rows + a * d + f, d, s->rows + b * d + f, d, f ? more : cells,
                          SCREEN_COLUMNS, rows, depth, columns);
        for (size_t r = 0; f && r < rows; r++)
            add(more + r * SCREEN_COLUMNS, cells + r * SCREEN_COLUMNS, columns);
    }
}

static void search_screened(const screen *s, size_t t, ce_neighbour *nearest, size_t *count)
{
    size_t n = s->x->rows;

#pragma omp parallel for schedule(dynamic)
    for (size_t first = 0; first < n; first += SCREEN_ROWS) {
        size_t end = first + SCREEN_ROWS < n ? first + SCREEN_ROWS : n;
        float *cells = s->cells + (size_t)ce_thread() * 2 * SCREEN_ROWS * SCREEN_COLUMNS;
        ce_near_list list[SCREEN_ROWS];
        ce_near_list_start(list, nearest, t, first, end);
        for (size_t c = 0; c < n; c += SCREEN_COLUMNS) {
            size_t last = c + SCREEN_COLUMNS < n ? c + SCREEN_COLUMNS : n;
            multiply(s, first, end - first, c, last - c, cells);
            for (size_t i = first; i < end; i++)
                take_candidates(s, &list[i - first], i, cells + (i - first) * SCREEN_COLUMNS, c,
                                last);
        }
        for (size_t i = first; i < end; i++)
            count[i] = list[i - first].count;
    }
}

int ce_neighbour_search(const ce_matrix *x, size_t t, ce_neighbour *nearest, size_t *count,
                        ce_error *err)
{
    screen s = {0};
    int complete = !ce_matrix_has_missing(x), usable = complete && x->columns >= SCREEN_FEATURES,
        rc = CE_OK;

    if (complete && ce_neighbour_tree_fits(x, t))
        return ce_neighbour_tree_search(x, t, nearest, count, err);
    if (usable)
        rc = screen_build(&s, x, &usable, err);
    if (!rc && usable)
        search_screened(&s, t, nearest, count);
    else if (!rc)
        rc = search_all(x, t, nearest, count, err);
    screen_free(&s);
    return rc;
}
