/*
 * The tables of all pairs of base clusterings are counted once and then follow the mergers.
 *
 * Of two base clusterings c and d there are: the counts n_xv of their clusters x and v, and for
 * each pair x, y of clusters of c what a merger adds to the sum over all cells, join(n_xv, n_yv)
 * summed over v. With g(n) = n (n - 1) / 2 for the pairs of the ARI and g(n) = n log n for
 * entropies, join(a, b) = g(a + b) - g(a) - g(b). So the gain of a merger comes from a few sums,
 * and a merger in c changes only the tables of c.
 */
#include "score/dune.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/ari.h"
#include "score/contingency.h"

/* A merger in c changes one of the gains that are summed for each other base clustering: only the
 * block that it is in is summed again. */
enum { BLOCK = 8 };

/* Gains that differ by less are equal. */
static const double equal = 1e-12;

/* Two base clusterings, first and second: g summed over cells, rows and columns. */
typedef struct {
    double n, cells, first, second;
} sums;

/* Base clustering c (its clusters are rows) beside d (columns). */
typedef struct {
    double *count; /* k[c] x k[d] */
    double *row;   /* k[c]: sums of rows */
    double *join;  /* for each pair of clusters of c: what its merger adds to the sum of cells */
    double *gain;  /* the same pairs: what their merger adds to the agreement */
    sums sums;
    double agreement;
} beside;

typedef struct {
    size_t m, pairs; /* pairs of base clusterings that share objects */
    const int32_t *k, *apart;
    ce_dune_measure measure;
    beside *beside;          /* m x m */
    double **total;          /* m: for each pair of clusters, its gain summed over all d */
    double **part;           /* m: the same summed over each BLOCK of d, one behind the other */
    char **is_gone;          /* m: k[c], merged into another */
    double *best;            /* m: the largest total, */
    size_t *best_x, *best_y; /* and the first pair that has it */
    double *memory;
    char *flags;
} dune;

static size_t pairs_of(size_t k)
{
    return k ? k * (k - 1) / 2 : 0;
}

/* The place of the pair x < y among the pairs of k. */
static size_t pair_at(size_t k, size_t x, size_t y)
{
    return x * (2 * k - x - 1) / 2 + y - x - 1;
}

static beside *at(const dune *d, size_t c, size_t e)
{
    return &d->beside[c * d->m + e];
}

static double g(ce_dune_measure measure, double n)
{
    return measure == CE_DUNE_ARI ? n * (n - 1) / 2 : n > 0 ? n * log(n) : 0;
}

static double join(ce_dune_measure measure, double a, double b)
{
    if (a == 0 || b == 0)
        return 0;
    return measure == CE_DUNE_ARI ? a * b : a * log1p(b / a) + b * log1p(a / b);
}

static double agreement_of(ce_dune_measure measure, const sums *s)
{
    double first, second, joint, log_n;

    if (s->n == 0)
        return 0;
    if (measure == CE_DUNE_ARI)
        return ce_ari_of(&(ce_pairs){
            .both = s->cells,
            .first_only = s->first - s->cells,
            .second_only = s->second - s->cells,
            .neither = s->n * (s->n - 1) / 2 + s->cells - s->first - s->second,
            .n = (int64_t)s->n,
        });
    log_n = log(s->n);
    first = log_n - s->first / s->n;
    second = log_n - s->second / s->n;
    joint = log_n - s->cells / s->n;
    if (first + second < equal) /* one cluster each; what more have is at least log n / n */
        return 1;
    return 2 * (first + second - joint) / (first + second);
}

/* ---- the tables ---- */

static void count(dune *d, size_t c, size_t e, const ce_labels *labels, const double *size)
{
    const int32_t *first = ce_labels_column(labels, c), *second = ce_labels_column(labels, e);
    size_t rows = (size_t)d->k[c], columns = (size_t)d->k[e];
    beside *there = at(d, c, e), *back = at(d, e, c);

    for (size_t i = 0; i < labels->n; i++)
        if (first[i] >= 0 && second[i] >= 0)
            there->count[(size_t)first[i] * columns + (size_t)second[i]] += size ? size[i] : 1;
    for (size_t x = 0; x < rows; x++)
        for (size_t v = 0; v < columns; v++) {
            double n = there->count[x * columns + v];
            back->count[v * rows + x] = n;
            there->row[x] += n;
            back->row[v] += n;
            there->sums.n += n;
            there->sums.cells += g(d->measure, n);
        }
    for (size_t x = 0; x < rows; x++)
        there->sums.first += g(d->measure, there->row[x]);
    for (size_t v = 0; v < columns; v++)
        there->sums.second += g(d->measure, back->row[v]);
    there->agreement = back->agreement = agreement_of(d->measure, &there->sums);
    back->sums = (sums){there->sums.n, there->sums.cells, there->sums.second, there->sums.first};
}

static double join_rows(const dune *d, size_t c, size_t e, size_t x, size_t y)
{
    size_t columns = (size_t)d->k[e];
    const double *a = at(d, c, e)->count + x * columns, *b = at(d, c, e)->count + y * columns;
    double sum = 0;

    for (size_t v = 0; v < columns; v++)
        sum += join(d->measure, a[v], b[v]);
    return sum;
}

/* The gains of all mergers in c beside e. */
static void renew_gains(dune *d, size_t c, size_t e)
{
    size_t k = (size_t)d->k[c];
    beside *b = at(d, c, e);

    for (size_t x = 0; x < k; x++) {
        if (d->is_gone[c][x])
            continue;
        for (size_t y = x + 1; y < k; y++) {
            sums after = b->sums;
            if (d->is_gone[c][y])
                continue;
            after.cells += b->join[pair_at(k, x, y)];
            after.first += join(d->measure, b->row[x], b->row[y]);
            b->gain[pair_at(k, x, y)] = agreement_of(d->measure, &after) - b->agreement;
        }
    }
}

static size_t blocks(const dune *d)
{
    return (d->m + BLOCK - 1) / BLOCK;
}

/* Adds the numbers of the pairs of c whose first cluster is not gone. */
static void add_pairs(const dune *d, size_t c, const double *from, double *to)
{
    size_t k = (size_t)d->k[c];

    for (size_t x = 0; x + 1 < k; x++) {
        size_t first = pair_at(k, x, x + 1), end = first + k - x - 1;
        for (size_t p = first; !d->is_gone[c][x] && p < end; p++)
            to[p] += from[p];
    }
}

/* The gains of all mergers in c, summed over a block. */
static void renew_block(dune *d, size_t c, size_t block)
{
    size_t pairs = pairs_of((size_t)d->k[c]), first = block * BLOCK, end = first + BLOCK;
    double *part = d->part[c] + block * pairs;

    for (size_t p = 0; p < pairs; p++)
        part[p] = 0;
    for (size_t e = first; e < end && e < d->m; e++)
        if (e != c)
            add_pairs(d, c, at(d, c, e)->gain, part);
}

/* The total gains of all mergers in c, and the best of them. changed: the one base clustering whose
 * gains are others than before; m: all are. */
static void renew_totals(dune *d, size_t c, size_t changed)
{
    size_t k = (size_t)d->k[c], pairs = pairs_of(k);
    double *total = d->total[c];

    for (size_t block = 0; block < blocks(d); block++)
        if (changed == d->m || changed / BLOCK == block)
            renew_block(d, c, block);
    for (size_t p = 0; p < pairs; p++)
        total[p] = d->part[c][p];
    for (size_t block = 1; block < blocks(d); block++)
        add_pairs(d, c, d->part[c] + block * pairs, total);
    d->best[c] = 0;
    for (size_t x = 0; x < k; x++)
        for (size_t y = x + 1; y < k; y++)
            if (!d->is_gone[c][x] && !d->is_gone[c][y] && (int32_t)x != d->apart[c] &&
                (int32_t)y != d->apart[c] && total[pair_at(k, x, y)] > d->best[c] + equal) {
                d->best[c] = total[pair_at(k, x, y)];
                d->best_x[c] = x;
                d->best_y[c] = y;
            }
}

/* ---- a merger ---- */

/* Cluster y of c becomes a part of x: the tables of c beside e. */
static void merge_rows(dune *d, size_t c, size_t e, size_t x, size_t y)
{
    size_t rows = (size_t)d->k[c], columns = (size_t)d->k[e];
    beside *there = at(d, c, e), *back = at(d, e, c);
    double more = there->join[pair_at(rows, x, y)];

    there->sums.cells += more;
    back->sums.cells = there->sums.cells;
    there->sums.first += join(d->measure, there->row[x], there->row[y]);
    back->sums.second = there->sums.first;
    there->agreement = back->agreement = agreement_of(d->measure, &there->sums);
    for (size_t u = 0; u < columns; u++) {
        const double *a = back->count + u * rows;
        for (size_t v = u + 1; v < columns; v++) {
            const double *b = back->count + v * rows;
            back->join[pair_at(columns, u, v)] += join(d->measure, a[x] + a[y], b[x] + b[y]) -
                                                  join(d->measure, a[x], b[x]) -
                                                  join(d->measure, a[y], b[y]);
        }
    }
    there->row[x] += there->row[y];
    for (size_t v = 0; v < columns; v++) {
        there->count[x * columns + v] += there->count[y * columns + v];
        there->count[y * columns + v] = 0;
        back->count[v * rows + x] += back->count[v * rows + y];
        back->count[v * rows + y] = 0;
    }
    for (size_t z = 0; z < rows; z++)
        if (z != x && z != y && !d->is_gone[c][z])
            there->join[x < z ? pair_at(rows, x, z) : pair_at(rows, z, x)] =
                join_rows(d, c, e, x, z);
    renew_gains(d, e, c);
}

static void merge(dune *d, size_t c)
{
    size_t x = d->best_x[c], y = d->best_y[c];

#pragma omp parallel for schedule(dynamic, 1)
    for (size_t e = 0; e < d->m; e++)
        if (e != c)
            merge_rows(d, c, e, x, y);
    d->is_gone[c][y] = 1;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t e = 0; e < d->m; e++)
        if (e != c)
            renew_gains(d, c, e);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t e = 0; e < d->m; e++)
        renew_totals(d, e, e == c ? d->m : c);
}

static double mean_agreement(const dune *d)
{
    double sum = 0;

    for (size_t c = 0; c < d->m; c++)
        for (size_t e = c + 1; e < d->m; e++)
            sum += at(d, c, e)->agreement;
    return sum / (double)d->pairs;
}

/* Makes the best merger in c and records it. */
static int step(dune *d, size_t c, ce_dune_path *path, ce_error *err)
{
    ce_dune_merger merger = {.clustering = c,
                             .into = (int32_t)d->best_x[c],
                             .from = (int32_t)d->best_y[c],
                             .gain = d->best[c] / (double)d->pairs};
    int rc = ce_grow(&path->merger, &path->capacity, path->count + 1, sizeof *path->merger, err);

    if (rc)
        return rc;
    merge(d, c); /* the best are others now */
    merger.agreement = mean_agreement(d);
    path->merger[path->count++] = merger;
    return CE_OK;
}

/* ---- all of it ---- */

/* Places in one block; with memory NULL only counts how many numbers it needs. */
static size_t place(dune *d, double *memory)
{
    size_t need = 0;

    for (size_t c = 0; c < d->m; c++) {
        size_t k = (size_t)d->k[c];
        if (memory)
            d->total[c] = memory + need;
        need += pairs_of(k);
        if (memory)
            d->part[c] = memory + need;
        need += blocks(d) * pairs_of(k);
        for (size_t e = 0; e < d->m; e++) {
            beside *b = at(d, c, e);
            if (e == c)
                continue;
            if (memory)
                b->count = memory + need;
            need += k * (size_t)d->k[e];
            if (memory)
                b->row = memory + need;
            need += k;
            if (memory)
                b->join = memory + need;
            need += pairs_of(k);
            if (memory)
                b->gain = memory + need;
            need += pairs_of(k);
        }
    }
    return need;
}

static int allocate(dune *d, const ce_labels *labels, ce_error *err)
{
    size_t need, flag = 0;
    int rc;

    d->beside = ce_calloc(d->m * d->m, sizeof *d->beside, err);
    d->total = ce_calloc(d->m, sizeof *d->total, err);
    d->part = ce_calloc(d->m, sizeof *d->part, err);
    d->is_gone = ce_calloc(d->m, sizeof *d->is_gone, err);
    d->best = ce_calloc(d->m, sizeof *d->best, err);
    d->best_x = ce_calloc(d->m, sizeof *d->best_x, err);
    d->best_y = ce_calloc(d->m, sizeof *d->best_y, err);
    d->flags = ce_calloc(ce_labels_total(labels), 1, err);
    if (!d->beside || !d->total || !d->part || !d->is_gone || !d->best || !d->best_x ||
        !d->best_y || !d->flags)
        return CE_ENOMEM;
    need = place(d, NULL);
    rc =
        ce_memory_check(need, 1, sizeof *d->memory, "the table of all pairs of clusters",
                        "fewer base clusterings, or such with fewer clusters", err);
    if (!rc)
        d->memory = ce_calloc(need, sizeof *d->memory, err);
    if (rc || !d->memory)
        return CE_ENOMEM;
    place(d, d->memory);
    for (size_t c = 0; c < d->m; c++) {
        d->is_gone[c] = d->flags + flag;
        flag += (size_t)d->k[c];
    }
    return CE_OK;
}

static void build(dune *d, const ce_labels *labels, const double *size)
{
    size_t all = d->m * d->m;

#pragma omp parallel for schedule(dynamic, 1)
    for (size_t p = 0; p < all; p++)
        if (p / d->m < p % d->m)
            count(d, p / d->m, p % d->m, labels, size);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t p = 0; p < all; p++) {
        size_t c = p / d->m, e = p % d->m, k = (size_t)d->k[c];
        if (c == e)
            continue;
        for (size_t x = 0; x < k; x++)
            for (size_t y = x + 1; y < k; y++)
                at(d, c, e)->join[pair_at(k, x, y)] = join_rows(d, c, e, x, y);
        renew_gains(d, c, e);
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t c = 0; c < d->m; c++)
        renew_totals(d, c, d->m);
    for (size_t c = 0; c < d->m; c++)
        for (size_t e = c + 1; e < d->m; e++)
            d->pairs += at(d, c, e)->sums.n > 0;
}

/* Clusters of all base clusterings, but those that are never merged. */
static double count_clusters(const int32_t *k, const int32_t *apart, size_t m)
{
    double clusters = 0;

    for (size_t c = 0; c < m; c++)
        clusters += k[c] - (apart[c] >= 0);
    return clusters;
}

/* Whether so many mergers are enough, whatever the later ones gain. */
static int is_enough(const ce_dune_stop *stop, double clusters, size_t m, size_t steps)
{
    return steps >= stop->mergers || (clusters - (double)steps) / (double)m <= stop->clusters;
}

static int run(dune *d, const ce_dune_stop *stop, ce_dune_path *path, ce_error *err)
{
    double clusters = count_clusters(d->k, d->apart, d->m);
    int rc = CE_OK;

    path->agreement = d->pairs ? mean_agreement(d) : NAN;
    while (!rc && !(stop->share >= 1 && is_enough(stop, clusters, d->m, path->count))) {
        size_t best = 0;
        for (size_t c = 1; c < d->m; c++)
            if (d->best[c] > d->best[best] + equal)
                best = c;
        if (d->best[best] <= 0)
            break;
        rc = step(d, best, path, err);
    }
    return rc;
}

int ce_dune(const ce_labels *labels, const double *size, ce_dune_measure measure,
            const int32_t *apart, const ce_dune_stop *stop, ce_dune_path *path, ce_error *err)
{
    dune d = {.m = labels->m, .k = labels->k, .apart = apart, .measure = measure};
    int rc = ce_sizes_check(size, labels->n, err);

    if (!rc && labels->m < 2)
        rc = ce_fail(err, CE_EINPUT, "1 base clustering, at least 2 expected");
    if (!rc)
        rc = allocate(&d, labels, err);
    if (!rc) {
        build(&d, labels, size);
        rc = run(&d, stop, path, err);
    }
    if (rc)
        ce_dune_path_free(path);
    free(d.beside);
    free(d.total);
    free(d.part);
    free(d.is_gone);
    free(d.best);
    free(d.best_x);
    free(d.best_y);
    free(d.flags);
    free(d.memory);
    return rc;
}

size_t ce_dune_steps(const ce_dune_path *path, const ce_labels *labels, const int32_t *apart,
                     const ce_dune_stop *stop)
{
    double clusters = count_clusters(labels->k, apart, labels->m), whole = 0;
    size_t steps = 0;

    if (path->count)
        whole = path->merger[path->count - 1].agreement - path->agreement;
    while (steps < path->count && !is_enough(stop, clusters, labels->m, steps)) {
        double gained = steps ? path->merger[steps - 1].agreement - path->agreement : 0;
        if (steps && gained >= stop->share * whole)
            break;
        steps++;
    }
    return steps;
}

void ce_dune_path_free(ce_dune_path *path)
{
    free(path->merger);
    *path = (ce_dune_path){0};
}
