#include "similarity/trajectory_tail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/pace.h"
#include "core/parallel.h"
#include "core/random.h"

/* SKETCH steps on n / SHARE vectors, at most MOST of them (memory, Gram-Schmidt). */
enum { SKETCH = 12, SHARE = 14, MOST = 1024, WIDTH = CE_STRIP };

/* The streams of random signs: one for each strip of the sketch, one for the probes. */
enum { SEED = 1, PROBES = 1 << 20 };

typedef struct {
    const ce_walk *walk;
    const ce_progress *progress; /* or NULL */
    size_t steps, strips;
    double *root, *over; /* n: sqrt(pi_i), and 1 over it or 0 */
    double *q;           /* strips of Q, orthonormal; then of B = Pi^-1/2 Q */
    double *transposed;  /* strips of Q^T */
    double *k;           /* K by strips of columns: strips x (rank x WIDTH) */
} builder;

/* Adds scale_a (NULL: 1) times a random sign to each entry, a draw for each node of the graph. */
static void add_signs(const ce_walk *walk, gsl_rng *rng, const double *scale, double *strip)
{
    for (size_t i = 0; i < walk->n; i++) {
        size_t a = ce_walk_place(walk, i);
        unsigned long bits = gsl_rng_get(rng);
        double value = scale ? scale[a] : 1;
        for (size_t c = 0; c < WIDTH; c++)
            strip[a * WIDTH + c] += bits >> c & 1 ? value : -value;
    }
}

static void scale_rows(const double *scale, size_t n, double *strip)
{
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < WIDTH; c++)
            strip[i * WIDTH + c] *= scale[i];
}

/* P^count x in one of the two strips, which is returned. */
static double *walk_on(const ce_walk *walk, size_t count, double *x, double *spare)
{
    for (size_t t = 0; t < count; t++) {
        double *swap = x;
        ce_walk_step_all(walk, WIDTH, NULL, x, spare, 0);
        x = spare;
        spare = swap;
    }
    return x;
}

/* Pi^1/2 P^SKETCH Pi^-1/2 times random signs, made orthonormal. */
static int sketch(builder *b, ce_error *err)
{
    size_t n = b->walk->n;
    ce_pace pace = ce_pace_of_pieces(b->progress, b->strips);
    int failed = 0;

#pragma omp parallel
    {
        double *x = ce_alloc(n, 2 * WIDTH * sizeof *x, NULL), *end;
        gsl_rng *rng = ce_random_alloc(SEED, CE_STREAM_SIMILARITY, 0, NULL);
        if (!x || !rng) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t s = 0; s < b->strips; s++) {
            if (!x || !rng)
                continue;
            ce_random_set(rng, SEED, CE_STREAM_SIMILARITY, s);
            memset(x, 0, n * WIDTH * sizeof *x);
            add_signs(b->walk, rng, b->over, x);
            end = walk_on(b->walk, SKETCH, x, x + n * WIDTH);
            scale_rows(b->root, n, end);
            memcpy(b->q + s * n * WIDTH, end, n * WIDTH * sizeof *x);
            ce_pace_pieces(&pace, 1);
        }
        gsl_rng_free(rng);
        free(x);
    }
    ce_pace_end(&pace);
    if (failed)
        return ce_fail(err, CE_ENOMEM,
                       "out of memory for the probability trajectories of %zu nodes", n);
    return ce_strips_orthonormalise(b->q, b->transposed, n, b->strips, err);
}

/* max_i of the mean square of the probes over the first term of Z_ii. */
static double largest(const ce_walk *walk, const double *probes)
{
    double most = 0;

    for (size_t i = 0; i < walk->n; i++) {
        double square = 0, first = 0;
        for (size_t c = 0; c < WIDTH; c++)
            square += probes[i * WIDTH + c] * probes[i * WIDTH + c];
        for (size_t e = walk->row_start[i]; e < walk->row_start[i + 1]; e++)
            first += walk->transition[e] * walk->transition[e];
        if (first > 0)
            most = fmax(most, square / WIDTH / first);
    }
    return most;
}

/* 1 if this many exact steps with a tail are cheaper than all steps. Counted in steps on all
 * columns. */
static int pays(const builder *b, size_t head)
{
    double n = (double)b->walk->n, links = (double)b->walk->row_start[b->walk->n] / n,
           rank = (double)(b->strips * WIDTH);
    double all = 2 * (double)b->steps - 1, part = 2 * (double)head - 1;

    return part + 2 * (double)b->steps * rank / n + 2 * rank * rank / (n * links) + rank / links <
           .9 * all;
}

/*
 * The least number of exact steps whose error is small enough, or all. h = sum_t P^t g_t, with g_t
 * random signs. Then (E h)_i^2 is on average (E Z_T E^T)_ii, and Z_T is at least Z_{T-a}.
 */
static int choose_head(const builder *b, size_t *head, ce_error *err)
{
    const ce_walk *walk = b->walk;
    size_t n = walk->n, a;
    double *h = ce_calloc(n, WIDTH * sizeof *h, err),
           *next = ce_calloc(n, WIDTH * sizeof *next, err);
    double *g = ce_alloc(b->strips, WIDTH * WIDTH * sizeof *g, err);
    gsl_rng *rng = ce_random_alloc(SEED, CE_STREAM_SIMILARITY, PROBES, err);
    int rc = h && next && g && rng ? CE_OK : CE_ENOMEM;

    *head = b->steps;
    for (size_t t = 0; t < b->steps && !rc; t++) {
        double *swap = h;
        add_signs(walk, rng, NULL, h);
#pragma omp parallel
        ce_walk_step_all(walk, WIDTH, NULL, h, next, 1);
        h = next;
        next = swap;
    }
    if (!rc) {
        scale_rows(b->root, n, h);
        ce_strips_project_out(b->q, b->transposed, n, b->strips, h, g);
        scale_rows(b->over, n, h);
    }
    for (a = 1; !rc && pays(b, a); a++) {
        double *swap = h;
#pragma omp parallel
        ce_walk_step_all(walk, WIDTH, NULL, h, next, 1);
        h = next;
        next = swap;
        if (largest(walk, h) <= CE_TAIL_TOLERANCE) {
            *head = a;
            break;
        }
    }
    gsl_rng_free(rng);
    free(g);
    free(h);
    free(next);
    return rc;
}

/* Columns of a strip into columns first .. of a matrix with rows of rank doubles. */
static void put(const double *strip, size_t n, size_t rank, size_t first, double *matrix)
{
    for (size_t i = 0; i < n; i++)
        memcpy(matrix + i * rank + first, strip + i * WIDTH, WIDTH * sizeof *strip);
}

/* Strip s of Y = P^a B, of K and of P^a R. x: three strips. */
static void strip_of_tail(builder *b, ce_tail *tail, size_t s, ce_walk_room *room, double *x)
{
    const ce_walk *walk = b->walk;
    size_t n = walk->n, strip = n * WIDTH;
    double *k = b->k + s * tail->rank * WIDTH;

    memcpy(ce_walk_room_start(room, 0), b->q + s * strip, strip * sizeof *x);
    ce_walk_product(walk, room, x, 0, NULL, 0, 0); /* R */
    memcpy(x + strip, x, strip * sizeof *x);
    scale_rows(b->root, n, x + strip);
    memset(k, 0, tail->rank * WIDTH * sizeof *k);
    ce_panel_product(b->transposed, n, NULL, tail->rank, n, x + strip, k, WIDTH);
    put(walk_on(walk, tail->head, x, x + strip), n, tail->rank, s * WIDTH, tail->c);
    memcpy(x, b->q + s * strip, strip * sizeof *x);
    put(walk_on(walk, tail->head, x, x + strip), n, tail->rank, s * WIDTH, tail->y);
}

/* Y and C of a tail whose head and rank are set. */
static int fill(builder *b, ce_tail *tail, ce_error *err)
{
    size_t n = b->walk->n;
    ce_pace pace = ce_pace_of_pieces(b->progress, b->strips);
    int failed = 0;

    for (size_t s = 0; s < b->strips; s++)
        scale_rows(b->over, n, b->q + s * n * WIDTH);
#pragma omp parallel
    {
        ce_walk_room room = {0};
        double *x = ce_alloc(n, 2 * WIDTH * sizeof *x, NULL);
        int usable = x && !ce_walk_room_alloc(&room, n, WIDTH, b->steps - tail->head,
                                              (size_t)ce_threads(), NULL);
        if (!usable) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t s = 0; s < b->strips; s++) {
            if (usable)
                strip_of_tail(b, tail, s, &room, x);
            ce_pace_pieces(&pace, 1);
        }
        ce_walk_room_free(&room);
        free(x);
    }
    ce_pace_end(&pace);
    if (failed)
        return ce_fail(err, CE_ENOMEM,
                       "out of memory for the probability trajectories of %zu nodes", n);
    for (size_t e = 0; e < b->strips * tail->rank * WIDTH; e++)
        b->k[e] *= -.5;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t s = 0; s < b->strips; s++)
        ce_panel_product(tail->y, tail->rank, NULL, n, tail->rank, b->k + s * tail->rank * WIDTH,
                         tail->c + s * WIDTH, tail->rank);
    return CE_OK;
}

/* component: which connected component each node is in. */
static int find_components(const ce_walk *walk, int32_t *component, ce_error *err)
{
    int32_t *stack = ce_alloc(walk->n, sizeof *stack, err), count = 0;

    if (!stack)
        return CE_ENOMEM;
    for (size_t i = 0; i < walk->n; i++)
        component[i] = -1;
    for (size_t i = 0; i < walk->n; i++) {
        size_t waiting = 0;
        if (component[i] >= 0)
            continue;
        stack[waiting++] = (int32_t)i;
        component[i] = count;
        while (waiting) {
            size_t a = (size_t)stack[--waiting];
            for (size_t e = walk->row_start[a]; e < walk->row_start[a + 1]; e++)
                if (component[walk->column[e]] < 0) {
                    component[walk->column[e]] = count;
                    stack[waiting++] = walk->column[e];
                }
        }
        count++;
    }
    free(stack);
    return CE_OK;
}

/* 1 if the walk is long enough, and the graph large enough, to try. A sketch then costs less than a
 * tenth of the steps. */
static int worth_trying(const ce_walk *walk, size_t steps)
{
    double n = (double)walk->n, links = (double)walk->row_start[walk->n];

    return walk->n >= 256 && steps >= 8 && n * links * (double)steps > 2e8;
}

static int builder_alloc(builder *b, ce_error *err)
{
    size_t n = b->walk->n, rank = (n < (size_t)SHARE * MOST ? n / SHARE : MOST);

    b->strips = (rank + WIDTH / 2) / WIDTH ? (rank + WIDTH / 2) / WIDTH : 1;
    b->root = ce_alloc(n, sizeof *b->root, err);
    b->over = ce_alloc(n, sizeof *b->over, err);
    b->q = ce_alloc(n * WIDTH, b->strips * sizeof *b->q, err);
    b->transposed = ce_alloc(n * WIDTH, b->strips * sizeof *b->transposed, err);
    b->k = ce_alloc(b->strips * WIDTH, b->strips * WIDTH * sizeof *b->k, err);
    if (!b->root || !b->over || !b->q || !b->transposed || !b->k)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        b->root[i] = sqrt(b->walk->pi[i]);
        b->over[i] = b->root[i] > 0 ? 1 / b->root[i] : 0;
    }
    return CE_OK;
}

int ce_tail_build(ce_tail *tail, const ce_walk *walk, size_t steps, const ce_progress *progress,
                  ce_error *err)
{
    builder b = {.walk = walk, .progress = progress, .steps = steps};
    int rc;

    ce_tail_free(tail);
    tail->head = steps;
    if (!worth_trying(walk, steps))
        return CE_OK;
    rc = builder_alloc(&b, err);
    if (!rc)
        rc = sketch(&b, err);
    if (!rc)
        rc = choose_head(&b, &tail->head, err);
    if (!rc && tail->head < steps) {
        tail->rank = b.strips * WIDTH;
        tail->y = ce_alloc(walk->n, tail->rank * sizeof *tail->y, err);
        tail->c = ce_alloc(walk->n, tail->rank * sizeof *tail->c, err);
        tail->component = ce_alloc(walk->n, sizeof *tail->component, err);
        rc = tail->y && tail->c && tail->component ? fill(&b, tail, err) : CE_ENOMEM;
        if (!rc)
            rc = find_components(walk, tail->component, err);
    }
    free(b.root);
    free(b.over);
    free(b.q);
    free(b.transposed);
    free(b.k);
    if (rc)
        ce_tail_free(tail);
    return rc;
}

void ce_tail_free(ce_tail *tail)
{
    free(tail->y);
    free(tail->c);
    free(tail->component);
    *tail = (ce_tail){0};
}

void ce_tail_add(const ce_tail *tail, const ce_walk *walk, size_t first, size_t count,
                 const int32_t *rows, size_t row_count, double *panel, double *strip)
{
    size_t rank = tail->rank;
    double *c = panel, *y = panel + rank * WIDTH;

    memset(panel, 0, 2 * rank * WIDTH * sizeof *panel);
    for (size_t j = 0; j < count; j++) {
        size_t a = ce_walk_place(walk, first + j);
        for (size_t k = 0; k < rank; k++) {
            c[k * WIDTH + j] = tail->c[a * rank + k];
            y[k * WIDTH + j] = tail->y[a * rank + k];
        }
    }
    ce_panel_product(tail->y, rank, rows, row_count, rank, c, strip, WIDTH);
    ce_panel_product(tail->c, rank, rows, row_count, rank, y, strip, WIDTH);
}

double ce_tail_norm(const ce_tail *tail, size_t a)
{
    double sum = 0;

    for (size_t k = 0; k < tail->rank; k++)
        sum += tail->y[a * tail->rank + k] * tail->c[a * tail->rank + k];
    return 2 * sum;
}
