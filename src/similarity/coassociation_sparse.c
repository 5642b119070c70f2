/* The entries of the co-association matrix above a threshold, without the matrix. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/label_pairs.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "similarity/coassociation.h"

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES, BLOCK = 64 };

/* What is kept: s > threshold. Counts are compared with threshold * both as whole numbers. The
 * product is rounded when within 1e-9 of a whole number, so that 9 of 30 is never "above .3" by an
 * error in the last bit. */
typedef struct {
    const ce_label_pairs *pairs;
    double threshold;
    double *least; /* owned; m + 1: the smallest count kept, by both; NULL when weights differ */
} rule;

/* Entries of some rows, ascending in each row. Set to zero before use. */
typedef struct {
    int32_t *column; /* owned */
    double *value;   /* owned */
    size_t count, column_capacity, value_capacity;
} run;

/* The clusters as lists of members: those of cluster c of clustering q at member[start[offset[q] +
 * c] ..]. */
typedef struct {
    size_t *offset;  /* owned; m */
    size_t *start;   /* owned; all clusters + 1 */
    int32_t *member; /* owned; ascending in each cluster */
    int32_t *place;  /* owned; n x m column-major: where in its list an object stands */
} cluster_lists;

/* What one thread works with. */
typedef struct {
    run row[ROWS];
    uint8_t *codes;
    double *same;      /* n zeros: lists only */
    uint64_t *touched; /* a bit for each entry of same that is not 0 */
} scratch;

typedef struct {
    rule rule;
    const cluster_lists *lists; /* NULL: tiles are counted */
    run *block;                 /* of BLOCK rows each: the entries right of the diagonal */
    size_t *row_count;          /* n: entries right of the diagonal */
    size_t entries, limit;      /* so far; as many as memory allows */
    int failed;
} search;

static void run_free(run *r)
{
    free(r->column);
    free(r->value);
    *r = (run){0};
}

static int run_reserve(run *r, size_t more)
{
    if (ce_grow(&r->column, &r->column_capacity, r->count + more, sizeof *r->column, NULL) ||
        ce_grow(&r->value, &r->value_capacity, r->count + more, sizeof *r->value, NULL))
        return CE_ENOMEM;
    return CE_OK;
}

static int rule_init(rule *r, const ce_label_pairs *pairs, double threshold, ce_error *err)
{
    *r = (rule){.pairs = pairs, .threshold = threshold};
    if (pairs->weight)
        return CE_OK;
    r->least = ce_alloc(pairs->m + 1, sizeof *r->least, err);
    if (!r->least)
        return CE_ENOMEM;
    for (size_t both = 0; both <= pairs->m; both++) {
        double bound = threshold * (double)both, whole = round(bound);
        r->least[both] = floor(fabs(bound - whole) <= 1e-9 ? whole : bound) + 1;
    }
    return CE_OK;
}

static inline int is_kept(const rule *r, double same, double both)
{
    return r->least ? same >= r->least[(size_t)both] : both > 0 && same / both > r->threshold;
}

/* ---- by tiles ---- */

/* A bit for each row of a tile that can hold an entry to keep. Most tiles hold none, and a vector
 * loop finds that out. */
CE_HOT static unsigned worth_looking(const ce_pair_tile *tile, int has_gaps, double total,
                                     double threshold)
{
    unsigned rows = 0;

    for (size_t r = 0; r < ROWS; r++) {
        unsigned char any[LANES] = {0}, found = 0;
        for (size_t l = 0; l < LANES; l++)
            any[l] =
                tile->same[r][l] > threshold * (1 - 1e-6) * (has_gaps ? tile->both[r][l] : total);
        for (size_t l = 0; l < LANES; l++)
            found |= any[l];
        rows |= (unsigned)found << r;
    }
    return rows;
}

/* The entries right of the diagonal of objects i .. i + rows - 1, into scratch->row[]. */
static int search_tiles(const search *s, size_t i, size_t rows, scratch *t)
{
    const ce_label_pairs *pairs = s->rule.pairs;
    ce_pair_tile tile;

    ce_label_pairs_row(pairs, i, t->codes);
    for (size_t j = i / LANES * LANES; j < pairs->n; j += LANES) {
        size_t end = pairs->n - j < LANES ? pairs->n - j : LANES;
        ce_label_pairs_tile(pairs, t->codes, j, &tile);
        unsigned look = worth_looking(&tile, pairs->gaps != 0, pairs->total, s->rule.threshold);
        for (size_t r = 0; r < rows; r++) {
            run *row = &t->row[r];
            if (!(look >> r & 1))
                continue;
            if (run_reserve(row, LANES))
                return CE_ENOMEM;
            for (size_t l = i + r >= j ? i + r - j + 1 : 0; l < end; l++) {
                double both = pairs->gaps ? tile.both[r][l] : pairs->total;
                if (!is_kept(&s->rule, tile.same[r][l], both))
                    continue;
                row->column[row->count] = (int32_t)(j + l);
                row->value[row->count++] = tile.same[r][l] / both;
            }
        }
    }
    return CE_OK;
}

/* ---- by lists of members: time follows the sum of squared cluster sizes ---- */

static void lists_free(cluster_lists *lists)
{
    free(lists->offset);
    free(lists->start);
    free(lists->member);
    free(lists->place);
    *lists = (cluster_lists){0};
}

static int lists_build(cluster_lists *lists, const ce_label_pairs *pairs, ce_error *err)
{
    const ce_labels *labels = pairs->labels;
    size_t n = pairs->n, m = pairs->m, total = ce_labels_total(labels), filled = 0, clusters = 0;

    lists->offset = ce_alloc(m, sizeof *lists->offset, err);
    lists->start = ce_calloc(total + 2, sizeof *lists->start, err);
    lists->member = ce_alloc(n * m, sizeof *lists->member, err);
    lists->place = ce_alloc(n * m, sizeof *lists->place, err);
    if (!lists->offset || !lists->start || !lists->member || !lists->place)
        return CE_ENOMEM;
    for (size_t q = 0; q < m; q++) {
        const int32_t *label = ce_labels_column(labels, pairs->column[q]);
        size_t k = (size_t)labels->k[pairs->column[q]], *start = lists->start + clusters;

        /* start[c + 2] counts cluster c, then start[c + 1] is where its next member goes */
        lists->offset[q] = clusters;
        for (size_t i = 0; i < n; i++)
            if (label[i] >= 0)
                start[label[i] + 2]++;
        start[1] = filled;
        for (size_t c = 1; c <= k; c++)
            start[c + 1] += start[c];
        for (size_t i = 0; i < n; i++) {
            if (label[i] < 0)
                continue;
            lists->place[q * n + i] = (int32_t)(start[label[i] + 1] - filled);
            lists->member[start[label[i] + 1]++] = (int32_t)i;
        }
        start[0] = filled;
        filled = k ? start[k] : filled;
        clusters += k;
    }
    return CE_OK;
}

/* Adds up row i right of the diagonal; returns a bound on the entries touched. */
static size_t touch_row(const search *s, size_t i, scratch *t)
{
    const ce_label_pairs *pairs = s->rule.pairs;
    const cluster_lists *lists = s->lists;
    size_t steps = 0;

    for (size_t q = 0; q < pairs->m; q++) {
        int32_t label = ce_labels_column(pairs->labels, pairs->column[q])[i];
        const size_t *start = lists->start + lists->offset[q];
        double w = pairs->weight ? pairs->weight[q] : 1;

        if (label < 0)
            continue;
        size_t at = start[0] + (size_t)lists->place[q * pairs->n + i] + 1, end = start[label + 1];
        steps += end - at;
        for (; at < end; at++) {
            size_t j = (size_t)lists->member[at];
            t->touched[j / 64] |= UINT64_C(1) << j % 64;
            t->same[j] += w;
        }
    }
    return steps < pairs->n ? steps : pairs->n;
}

/* One row: collects what touch_row left, in order, and leaves zeros. */
static int search_lists(const search *s, size_t i, scratch *t)
{
    const ce_label_pairs *pairs = s->rule.pairs;
    run *row = &t->row[0];

    if (run_reserve(row, touch_row(s, i, t)))
        return CE_ENOMEM;
    for (size_t word = i / 64; word < (pairs->n + 63) / 64; word++) {
        for (uint64_t bits = t->touched[word]; bits; bits &= bits - 1) {
            size_t j = word * 64 + (size_t)__builtin_ctzll(bits);
            double both = pairs->gaps ? ce_label_pairs_both(pairs, i, j) : pairs->total;
            if (is_kept(&s->rule, t->same[j], both)) {
                row->column[row->count] = (int32_t)j;
                row->value[row->count++] = t->same[j] / both;
            }
            t->same[j] = 0;
        }
        t->touched[word] = 0;
    }
    return CE_OK;
}

/* ---- the search over all rows ---- */

static int scratch_alloc(scratch *t, const search *s)
{
    size_t n = s->rule.pairs->n;

    if (!s->lists) {
        t->codes = ce_alloc(ce_label_pairs_row_bytes(s->rule.pairs), 1, NULL);
        return t->codes ? CE_OK : CE_ENOMEM;
    }
    t->same = ce_calloc(n, sizeof *t->same, NULL);
    t->touched = ce_calloc((n + 63) / 64, sizeof *t->touched, NULL);
    return t->same && t->touched ? CE_OK : CE_ENOMEM;
}

static void scratch_free(scratch *t)
{
    for (size_t r = 0; r < ROWS; r++)
        run_free(&t->row[r]);
    free(t->codes);
    free(t->same);
    free(t->touched);
}

static int search_block(search *s, size_t b, scratch *t)
{
    size_t n = s->rule.pairs->n, first = b * BLOCK, last = n - first < BLOCK ? n : first + BLOCK,
           step = s->lists ? 1 : ROWS;
    run *out = &s->block[b];

    for (size_t i = first; i < last; i += step) {
        size_t rows = last - i < step ? last - i : step;
        if (s->lists ? search_lists(s, i, t) : search_tiles(s, i, rows, t))
            return CE_ENOMEM;
        for (size_t r = 0; r < rows; r++) {
            run *row = &t->row[r];
            if (run_reserve(out, row->count))
                return CE_ENOMEM;
            s->row_count[i + r] = row->count;
            if (!row->count)
                continue;
            memcpy(out->column + out->count, row->column, row->count * sizeof *row->column);
            memcpy(out->value + out->count, row->value, row->count * sizeof *row->value);
            out->count += row->count;
            row->count = 0;
        }
    }
    return CE_OK;
}

static void search_all(search *s)
{
    size_t blocks = (s->rule.pairs->n + BLOCK - 1) / BLOCK;

#pragma omp parallel
    {
        scratch t = {0};
        int rc = scratch_alloc(&t, s), stop;
        if (rc) {
#pragma omp atomic write
            s->failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t b = 0; b < blocks; b++) {
#pragma omp atomic read
            stop = s->failed;
            if (stop)
                continue;
            rc = search_block(s, b, &t);
#pragma omp critical(ce_coassociation_sparse)
            {
                s->entries += s->block[b].count;
                if (rc || s->entries > s->limit) {
#pragma omp atomic write
                    s->failed = 1;
                }
            }
        }
        scratch_free(&t);
    }
}

/* Both triangles from the upper one. Rows are taken in ascending order. So what row i puts into
 * later rows j stands there before their own entries, and in ascending order. */
static int assemble(search *s, int diagonal, ce_similarity *out, ce_error *err)
{
    size_t n = s->rule.pairs->n, *next = NULL;
    int rc = ce_similarity_alloc_sparse(out, n, 2 * s->entries + (diagonal ? n : 0), err);

    if (!rc)
        next = ce_calloc(n + 1, sizeof *next, err);
    if (!next) {
        ce_similarity_free(out);
        return CE_ENOMEM;
    }
    for (size_t b = 0; b * BLOCK < n; b++)
        for (size_t e = 0; e < s->block[b].count; e++)
            next[s->block[b].column[e]]++;
    for (size_t i = 0; i < n; i++)
        out->row_start[i + 1] = out->row_start[i] + next[i] + s->row_count[i] + (diagonal ? 1 : 0);
    memcpy(next, out->row_start, n * sizeof *next);
    for (size_t b = 0; b * BLOCK < n; b++) {
        run *block = &s->block[b];
        size_t e = 0;
        for (size_t i = b * BLOCK; i < n && i < (b + 1) * BLOCK; i++) {
            if (diagonal) {
                out->column[next[i]] = (int32_t)i;
                out->values[next[i]++] = 1;
            }
            for (size_t end = e + s->row_count[i]; e < end; e++) {
                size_t j = (size_t)block->column[e];
                out->column[next[i]] = (int32_t)j;
                out->values[next[i]++] = block->value[e];
                out->column[next[j]] = (int32_t)i;
                out->values[next[j]++] = block->value[e];
            }
        }
        run_free(block);
    }
    free(next);
    return CE_OK;
}

/* 1 if steps over all members of shared clusters cost less than compares of all pairs. A step over
 * a list costs as much as some 128 pairs in a tile, 5 when weights are summed (measured). */
static int lists_win(const ce_label_pairs *pairs, const cluster_lists *lists)
{
    double steps = 0, n = (double)pairs->n;

    for (size_t q = 0; q < pairs->m; q++)
        for (int32_t c = 0; c < pairs->labels->k[pairs->column[q]]; c++) {
            const size_t *start = lists->start + lists->offset[q] + c;
            steps += (double)(start[1] - start[0]) * (double)(start[1] - start[0]);
        }
    return steps * (pairs->weight ? 5 : 128) < n * n * (double)pairs->m;
}

static int too_many(const search *s, double threshold, ce_error *err)
{
    if (s->entries <= s->limit)
        return ce_fail(err, CE_ENOMEM, "out of memory for the sparse co-association matrix");
    return ce_fail(err, CE_ENOMEM,
                   "the co-association matrix has more than %zu pairs above %g, more than memory "
                   "holds: use a higher threshold, or a consensus of microclusters",
                   s->limit, threshold);
}

static int sparse(const ce_labels *labels, const double *weight, double threshold, int diagonal,
                  ce_similarity *out, ce_error *err)
{
    ce_label_pairs pairs = {0};
    cluster_lists lists = {0};
    search s = {0};
    size_t blocks = (labels->n + BLOCK - 1) / BLOCK;
    int rc;

    ce_similarity_free(out);
    if (!(threshold >= 0))
        return ce_fail(err, CE_EARG, "threshold %g, a number from 0 expected", threshold);
    rc = ce_label_pairs_build(&pairs, labels, weight, err);
    if (!rc)
        rc = rule_init(&s.rule, &pairs, threshold, err);
    if (!rc)
        rc = lists_build(&lists, &pairs, err);
    if (rc)
        goto done;
    s.lists = lists_win(&pairs, &lists) ? &lists : NULL;
    /* a pair is held once while it is looked for and twice in the end, 12 bytes each time, and
     * buffers double */
    s.limit = ce_memory_available() / 48;
    s.block = ce_calloc(blocks, sizeof *s.block, err);
    s.row_count = ce_calloc(labels->n, sizeof *s.row_count, err);
    if (!s.block || !s.row_count) {
        rc = CE_ENOMEM;
        goto done;
    }
    search_all(&s);
    rc = s.failed ? too_many(&s, threshold, err) : assemble(&s, diagonal, out, err);
done:
    for (size_t b = 0; s.block && b < blocks; b++)
        run_free(&s.block[b]);
    free(s.block);
    free(s.row_count);
    free(s.rule.least);
    lists_free(&lists);
    ce_label_pairs_free(&pairs);
    return rc;
}

int ce_coassociation_sparse(const ce_labels *labels, const double *weight, double threshold,
                            ce_similarity *s, ce_error *err)
{
    return sparse(labels, weight, threshold, 1, s, err);
}

int ce_normalized_edges(const ce_labels *labels, const double *weight, double theta,
                        ce_similarity *s, ce_error *err)
{
    double f, value;
    int rc;

    ce_similarity_free(s);
    if (!(theta >= 0 && theta < 1))
        return ce_fail(err, CE_EARG, "theta %g, a number from 0 and below 1 expected", theta);
    rc = sparse(labels, weight, theta, 0, s, err);
    if (rc)
        return rc;
    f = (1 - theta) / (1 + theta);
    value = 1 / (pow(2, 1 + f) - 2);
    for (size_t e = 0; e < s->row_start[s->n]; e++)
        s->values[e] = value;
    return CE_OK;
}
