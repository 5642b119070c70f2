#include "constrain/impute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/label_pairs.h"
#include "core/memory.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "core/random.h"
#include "score/pair_counts.h"

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES };

/* The most that ce_random_choose takes for each pair that it draws: it leaves out no more than 16
 * times as many as it takes. */
enum { BYTES_TO_DRAW = 20 * sizeof(size_t) };

static const double most_pairs = 9007199254740992.0; /* 2^53: a draw tells so many apart */

/*
 * The pairs of the band in an order of their own: by the first microcluster, then inside it, then
 * by the second. Microcluster c has the objects member[first[c]] .. member[first[c + 1] - 1],
 * ascending. A pair with `both` clusterings in common is in the band if its shared clusters are
 * least .. least + span, at both - (m - gaps). start[c]: pairs of the band whose first microcluster
 * is before c.
 */
typedef struct {
    ce_microclusters micro;
    ce_label_pairs pairs;
    uint32_t *least, *span; /* owned; gaps + 1 */
    uint64_t *size;         /* owned; padded to whole tiles with 0 */
    size_t *first;          /* owned; microclusters + 1 */
    int32_t *member;        /* owned; n */
    uint64_t *start;        /* owned; microclusters + 1 */
} search;

/* A tile of label_pairs.h. */
typedef struct {
    uint32_t same[ROWS][LANES], both[ROWS][LANES];
    uint8_t inside[ROWS][LANES]; /* 1: in the band, and right of the diagonal */
} tile;

/* Pairs wanted, by their places in the order of search; rank NULL: all. */
typedef struct {
    const size_t *rank; /* ascending */
    size_t count;
    ce_uncertain_pair *pair;
} choice;

/* How far a row is searched. */
typedef struct {
    uint64_t passed;  /* pairs of the band before the place where it stands */
    size_t next, end; /* of the choice: the next one, and the first of later rows */
} cursor;

/* ---- the band ---- */

/* Whether a pair is in the band after `steps` of widening. There is no error from rounding: a
 * quotient of whole numbers below 2^53 and a threshold as it is written are rounded alike, so that
 * 4/10 is .4, and .5 - 1/10 is too. */
static int is_inside(const ce_impute_options *o, double same, double both, double m, double steps)
{
    return (same * m + steps * both) / (both * m) >= o->low &&
           (same * m - steps * both) / (both * m) <= o->high;
}

/* The least steps of 1 / m after which same of both > 0 is in the band: 0 .. m. */
static size_t steps_needed(const ce_impute_options *o, size_t same, size_t both, size_t m)
{
    double share = (double)same / (double)both,
           away = fmax(o->low - share, share - o->high) * (double)m;
    size_t steps = away > 2 ? (size_t)away - 1 : 0;

    while (!is_inside(o, (double)same, (double)both, (double)m, (double)steps))
        steps++;
    return steps;
}

/* The steps of widening until `queries` pairs are in the band, or as many as there can be.
 * *in_band: how many are. needing: pairs by the steps that they need. */
static int find_steps(const ce_impute_options *o, const ce_pair_counts *counts, size_t *steps,
                      double *in_band, ce_error *err)
{
    size_t m = counts->m;
    double *needing = ce_calloc(m + 1, sizeof *needing, err);

    if (!needing)
        return CE_ENOMEM;
    for (size_t both = counts->least ? counts->least : 1; both <= m; both++)
        for (size_t same = 0; same <= both; same++) {
            double count = counts->count[(both - counts->least) * (m + 1) + same];
            if (count > 0)
                needing[steps_needed(o, same, both, m)] += count;
        }
    *in_band = needing[0];
    for (*steps = 0; o->widen && *in_band < (double)o->queries && *steps < m; ++*steps)
        *in_band += needing[*steps + 1];
    free(needing);
    return CE_OK;
}

static void find_limits(search *s, const ce_impute_options *o, size_t steps)
{
    size_t m = s->pairs.m, least = m - s->pairs.gaps;

    for (size_t both = least; both <= m; both++) {
        size_t low = both ? 0 : 1, end;
        while (low <= both && !is_inside(o, (double)low, (double)both, (double)m, (double)steps))
            low++;
        for (end = low;
             end <= both && is_inside(o, (double)end, (double)both, (double)m, (double)steps);)
            end++;
        s->least[both - least] = (uint32_t)(end > low ? low : m + 1);
        s->span[both - least] = (uint32_t)(end > low ? end - low - 1 : 0);
    }
}

static int has(const search *s, uint32_t same, uint32_t both)
{
    size_t b = both - (s->pairs.m - s->pairs.gaps);

    return same - s->least[b] <= s->span[b];
}

/* ---- tiles ---- */

CE_HOT static void compare(tile *t, uint32_t least, uint32_t span)
{
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++)
            t->inside[r][l] = t->same[r][l] - least <= span;
}

CE_HOT static uint64_t objects_inside(const uint8_t *inside, const uint64_t *size)
{
    uint64_t sum = 0;

    for (size_t l = 0; l < LANES; l++)
        sum += inside[l] ? size[l] : 0;
    return sum;
}

/* The microclusters i .. i + ROWS - 1 against j .. j + LANES - 1. i is a multiple of ROWS. */
static void look(const search *s, const uint8_t *codes, size_t i, size_t j, tile *t)
{
    ce_label_pairs_counts(&s->pairs, codes, j, t->same, t->both);
    if (!s->pairs.gaps)
        compare(t, s->least[0], s->span[0]);
    for (size_t r = 0; r < ROWS && s->pairs.gaps; r++)
        for (size_t l = 0; l < LANES; l++)
            t->inside[r][l] = (uint8_t)has(s, t->same[r][l], t->both[r][l]);
    for (size_t r = 0; r < ROWS && j <= i; r++)
        memset(t->inside[r], 0, i + r - j + 1);
}

/* Pairs of the band inside microcluster c. */
static uint64_t own_pairs(const search *s, size_t c)
{
    uint32_t labels = (uint32_t)ce_label_pairs_both(&s->pairs, c, c);

    return has(s, labels, labels) ? s->size[c] * (s->size[c] - 1) / 2 : 0;
}

/* Counts, for the rows c of a block, the pairs of the band whose first microcluster is c, into
 * start[c + 1]. */
static void count_block(search *s, size_t i, uint8_t *codes)
{
    size_t u = s->pairs.n, rows = u - i < ROWS ? u - i : ROWS;
    tile t;

    ce_label_pairs_row(&s->pairs, i, codes);
    for (size_t r = 0; r < rows; r++)
        s->start[i + r + 1] = own_pairs(s, i + r);
    for (size_t j = i / LANES * LANES; j < u; j += LANES) {
        look(s, codes, i, j, &t);
        for (size_t r = 0; r < rows; r++)
            s->start[i + r + 1] += s->size[i + r] * objects_inside(t.inside[r], s->size + j);
    }
}

/* ---- the pairs chosen ---- */

static size_t rank_of(const choice *c, size_t q)
{
    return c->rank ? c->rank[q] : q;
}

static void put(const search *s, const choice *c, size_t q, size_t a, size_t x, size_t b, size_t y,
                double coassociation)
{
    int32_t i = s->member[s->first[a] + x], j = s->member[s->first[b] + y];

    c->pair[q] =
        i < j ? (ce_uncertain_pair){i, j, coassociation} : (ce_uncertain_pair){j, i, coassociation};
}

/* Pair number `rank` of the objects of one microcluster: x < y, rank = y (y - 1) / 2 + x. */
static void put_own(const search *s, const choice *c, size_t q, size_t a, uint64_t rank)
{
    uint64_t y = (uint64_t)((1 + sqrt(1 + 8 * (double)rank)) / 2);

    while (y * (y - 1) / 2 > rank)
        y--;
    while (y * (y + 1) / 2 <= rank)
        y++;
    put(s, c, q, a, (size_t)(rank - y * (y - 1) / 2), a, (size_t)y, 1);
}

static void take_own(const search *s, const choice *c, size_t a, cursor *at)
{
    uint64_t own = own_pairs(s, a);

    for (; at->next < at->end && rank_of(c, at->next) - at->passed < own; at->next++)
        put_own(s, c, at->next, a, rank_of(c, at->next) - at->passed);
    at->passed += own;
}

/* Takes the chosen pairs of row a that are in row r of a tile. */
static void take_row(const search *s, const choice *c, const tile *t, size_t r, size_t a, size_t j,
                     cursor *at)
{
    for (size_t l = 0; l < LANES && j + l < s->pairs.n && at->next < at->end; l++) {
        uint64_t size = s->size[j + l];
        if (!t->inside[r][l])
            continue;
        for (; at->next < at->end && rank_of(c, at->next) - at->passed < s->size[a] * size;
             at->next++) {
            uint64_t rank = rank_of(c, at->next) - at->passed;
            double both = s->pairs.gaps ? t->both[r][l] : (double)s->pairs.m;
            put(s, c, at->next, a, (size_t)(rank / size), j + l, (size_t)(rank % size),
                t->same[r][l] / both);
        }
        at->passed += s->size[a] * size;
    }
}

/* The first of the choice that is not before a place in the order. */
static size_t first_from(const choice *c, uint64_t place)
{
    size_t low = 0, high = c->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rank_of(c, middle) < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void take_block(const search *s, const choice *c, size_t i, uint8_t *codes)
{
    size_t u = s->pairs.n, rows = u - i < ROWS ? u - i : ROWS, left = 0;
    cursor at[ROWS];
    tile t;

    for (size_t r = 0; r < rows; r++) {
        at[r] = (cursor){s->start[i + r], first_from(c, s->start[i + r]),
                         first_from(c, s->start[i + r + 1])};
        take_own(s, c, i + r, &at[r]);
        left += at[r].end - at[r].next;
    }
    if (!left)
        return;
    ce_label_pairs_row(&s->pairs, i, codes);
    for (size_t j = i / LANES * LANES; j < u; j += LANES) {
        look(s, codes, i, j, &t);
        for (size_t r = 0; r < rows; r++)
            take_row(s, c, &t, r, i + r, j, &at[r]);
    }
}

/* Goes through all blocks, on all threads. c NULL: counts them; else takes their chosen pairs. */
static int for_blocks(search *s, const choice *c, ce_error *err)
{
    size_t blocks = (s->pairs.n + ROWS - 1) / ROWS;
    int failed = 0;

#pragma omp parallel
    {
        uint8_t *codes = ce_alloc(ce_label_pairs_row_bytes(&s->pairs), 1, NULL);
        if (!codes) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t b = 0; b < blocks; b++) {
            if (codes && c)
                take_block(s, c, b * ROWS, codes);
            else if (codes)
                count_block(s, b * ROWS, codes);
        }
        free(codes);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the pairs of the band") : CE_OK;
}

/* ---- the search ---- */

static int search_alloc(search *s, const ce_labels *ensemble, ce_error *err)
{
    size_t u, *next;
    int rc = ce_microclusters_build(&s->micro, ensemble, NULL, err);

    if (!rc)
        rc = ce_label_pairs_build(&s->pairs, &s->micro.rows, NULL, err);
    if (rc)
        return rc;
    u = s->micro.count;
    s->least = ce_alloc(s->pairs.gaps + 1, sizeof *s->least, err);
    s->span = ce_alloc(s->pairs.gaps + 1, sizeof *s->span, err);
    s->size = ce_calloc(s->pairs.padded, sizeof *s->size, err);
    s->first = ce_calloc(u + 2, sizeof *s->first, err);
    s->member = ce_alloc(ensemble->n, sizeof *s->member, err);
    s->start = ce_calloc(u + 1, sizeof *s->start, err);
    if (!s->least || !s->span || !s->size || !s->first || !s->member || !s->start)
        return CE_ENOMEM;
    /* next[c] is where the next member of c goes, and in the end where those of c + 1 begin */
    next = s->first + 1;
    for (size_t c = 0; c < u; c++) {
        s->size[c] = (uint64_t)s->micro.size[c];
        next[c + 1] = next[c] + s->size[c];
    }
    for (size_t i = 0; i < ensemble->n; i++)
        s->member[next[s->micro.of[i]]++] = (int32_t)i;
    return CE_OK;
}

static void search_free(search *s)
{
    ce_microclusters_free(&s->micro);
    ce_label_pairs_free(&s->pairs);
    free(s->least);
    free(s->span);
    free(s->size);
    free(s->first);
    free(s->member);
    free(s->start);
}

static int check(const ce_impute_options *o, const ce_impute_result *result, ce_error *err)
{
    if (o->queries && result->in_band < (double)o->queries) {
        if (o->widen)
            return ce_fail(
                err, CE_EINPUT,
                "%zu pairs of objects wanted, %.0f have a label in a base clustering in common",
                o->queries, result->in_band);
        return ce_fail(err, CE_EINPUT,
                       "%zu pairs of objects wanted, %.0f have a co-association from %g to %g",
                       o->queries, result->in_band, o->low, o->high);
    }
    if (!result->in_band)
        return ce_fail(err, CE_EINPUT, "no pair of objects has a co-association from %g to %g",
                       o->low, o->high);
    if (result->in_band > most_pairs)
        return ce_fail(err, CE_EINPUT,
                       "%.0f pairs of objects have a co-association from %g to %g, more than 2^53",
                       result->in_band, result->low, result->high);
    return CE_OK;
}

static int compare_pairs(const void *a, const void *b)
{
    const ce_uncertain_pair *x = a, *y = b;

    return x->i != y->i ? (x->i > y->i) - (x->i < y->i) : (x->j > y->j) - (x->j < y->j);
}

/* Places in the order, ascending, into *rank, the caller's to free; NULL where all are wanted. */
static int draw(const ce_impute_options *o, size_t in_band, size_t count, size_t **rank,
                ce_error *err)
{
    gsl_rng *rng;
    int rc;

    *rank = NULL;
    if (count == in_band)
        return CE_OK;
    rng = ce_random_alloc(o->seed, CE_STREAM_QUERIES, 0, err);
    *rank = ce_alloc(count, sizeof **rank, err);
    rc = rng && *rank ? ce_random_choose(rng, in_band, count, *rank, err) : CE_ENOMEM;
    gsl_rng_free(rng);
    if (!rc)
        qsort(*rank, count, sizeof **rank, ce_compare_sizes);
    return rc;
}

static int take(search *s, const ce_impute_options *o, ce_impute_result *result, ce_error *err)
{
    size_t in_band = (size_t)s->start[s->pairs.n], *rank = NULL;
    size_t count = o->queries ? o->queries : in_band;
    int rc = ce_memory_check(count, 1, sizeof *result->pair + (count < in_band ? BYTES_TO_DRAW : 0),
                             "so many pairs of objects", "fewer queries, or a narrower band,", err);

    if (rc)
        return rc;
    result->pair = ce_alloc(count, sizeof *result->pair, err);
    rc = result->pair ? draw(o, in_band, count, &rank, err) : CE_ENOMEM;
    if (!rc)
        rc = for_blocks(s, &(choice){rank, count, result->pair}, err);
    if (!rc) {
        result->count = count;
        qsort(result->pair, count, sizeof *result->pair, compare_pairs);
    }
    free(rank);
    return rc;
}

int ce_impute(const ce_labels *ensemble, const ce_impute_options *options, ce_impute_result *result,
              ce_error *err)
{
    search s = {0};
    ce_pair_counts counts = {0};
    size_t steps;
    int rc;

    ce_impute_result_free(result);
    if (!(options->low >= 0 && options->low <= options->high && options->high <= 1))
        return ce_fail(err, CE_EARG, "a band from %g to %g, 0 <= low <= high <= 1 expected",
                       options->low, options->high);
    rc = search_alloc(&s, ensemble, err);
    if (!rc)
        rc = ce_pair_counts_compute(&counts, &s.micro, NULL, err);
    if (!rc)
        rc = find_steps(options, &counts, &steps, &result->in_band, err);
    if (rc)
        goto done;
    result->low = fmax(0, options->low - (double)steps / (double)ensemble->m);
    result->high = fmin(1, options->high + (double)steps / (double)ensemble->m);
    rc = check(options, result, err);
    if (rc)
        goto done;
    find_limits(&s, options, steps);
    rc = for_blocks(&s, NULL, err);
    if (rc)
        goto done;
    for (size_t c = 0; c < s.pairs.n; c++)
        s.start[c + 1] += s.start[c];
    rc = take(&s, options, result, err);
done:
    ce_pair_counts_free(&counts);
    search_free(&s);
    if (rc)
        ce_impute_result_free(result);
    return rc;
}

void ce_impute_result_free(ce_impute_result *result)
{
    if (!result)
        return;
    free(result->pair);
    *result = (ce_impute_result){0};
}
