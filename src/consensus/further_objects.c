#include "consensus/further_objects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/microclusters.h"
#include "core/parallel.h"

/* Objects of a thread at a time. */
enum { TOGETHER = 512 };

/* What is known of one result. */
typedef struct {
    size_t k;
    int32_t *rank;            /* k */
    double *size;             /* k: old objects */
    double *with;             /* labels of old x k: n_q(c, l) */
    double *all;              /* m x k: N_q(c) */
    ce_further_choice *exact; /* of each distinct row */
} clusters;

struct ce_further_objects {
    size_t m, rows, results;
    size_t *start;  /* m: the first label of each base clustering among all */
    int32_t *row;   /* rows x m: the distinct rows */
    uint32_t *slot; /* hash table of row + 1 */
    size_t slots;
    clusters *of; /* results */
};

void ce_further_objects_free(ce_further_objects *further)
{
    if (!further)
        return;
    for (size_t r = 0; further->of && r < further->results; r++) {
        free(further->of[r].rank);
        free(further->of[r].size);
        free(further->of[r].with);
        free(further->of[r].all);
        free(further->of[r].exact);
    }
    free(further->of);
    free(further->start);
    free(further->row);
    free(further->slot);
    free(further);
}

/* ---- rows ---- */

static size_t hash_row(const int32_t *row, size_t m)
{
    uint64_t h = 0;

    for (size_t q = 0; q < m; q++) {
        h = (h ^ (uint32_t)row[q]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return (size_t)h;
}

/* Where the row is, or would be. */
static size_t find_slot(const ce_further_objects *f, const int32_t *row)
{
    size_t h = hash_row(row, f->m) & (f->slots - 1);

    while (f->slot[h] && memcmp(f->row + (size_t)(f->slot[h] - 1) * f->m, row, f->m * sizeof *row))
        h = (h + 1) & (f->slots - 1);
    return h;
}

static int keep_rows(ce_further_objects *f, const ce_microclusters *micro, ce_error *err)
{
    f->rows = micro->count;
    f->slots = 64;
    while (f->slots < 2 * f->rows)
        f->slots *= 2;
    f->row = ce_alloc(f->rows, f->m * sizeof *f->row, err);
    f->slot = ce_calloc(f->slots, sizeof *f->slot, err);
    if (!f->row || !f->slot)
        return CE_ENOMEM;
    for (size_t q = 0; q < f->m; q++)
        for (size_t i = 0; i < f->rows; i++)
            f->row[i * f->m + q] = ce_labels_column(&micro->rows, q)[i];
    for (size_t i = 0; i < f->rows; i++)
        f->slot[find_slot(f, f->row + i * f->m)] = (uint32_t)i + 1;
    return CE_OK;
}

/* ---- a result ---- */

/* Whether cluster a goes before b where both have the same score. */
static int goes_before(const clusters *c, size_t a, size_t b)
{
    return c->size[a] != c->size[b] ? c->size[a] > c->size[b] : c->rank[a] < c->rank[b];
}

static int clusters_alloc(clusters *c, const ce_further_objects *f, const ce_labels *old,
                          const ce_labels *result, size_t r, ce_error *err)
{
    size_t labels = ce_labels_total(old);
    int rc;

    c->k = (size_t)result->k[r];
    rc = ce_memory_check(labels, c->k, sizeof *c->with, "the counts of labels in clusters",
                         "fewer base clusterings or clusters", err);
    if (rc)
        return rc;
    c->rank = ce_alloc(c->k, sizeof *c->rank, err);
    c->size = ce_calloc(c->k, sizeof *c->size, err);
    c->with = ce_calloc(labels * c->k, sizeof *c->with, err);
    c->all = ce_calloc(old->m * c->k, sizeof *c->all, err);
    c->exact = ce_alloc(f->rows, sizeof *c->exact, err);
    return c->rank && c->size && c->with && c->all && c->exact ? CE_OK : CE_ENOMEM;
}

static void count_labels(clusters *c, const ce_further_objects *f, const ce_labels *old,
                         const double *size, const int32_t *column)
{
    for (size_t i = 0; i < old->n; i++)
        if (column[i] >= 0)
            c->size[column[i]] += size ? size[i] : 1;
    for (size_t q = 0; q < old->m; q++) {
        const int32_t *label = ce_labels_column(old, q);
        for (size_t i = 0; i < old->n; i++) {
            double objects = size ? size[i] : 1;
            if (column[i] < 0 || label[i] < 0)
                continue;
            c->with[(f->start[q] + (size_t)label[i]) * c->k + (size_t)column[i]] += objects;
            c->all[q * c->k + (size_t)column[i]] += objects;
        }
    }
}

/* The cluster in which most of some old objects are. tally: k, zeros before and after. */
static ce_further_choice elect(const clusters *c, const double *size, const int32_t *column,
                               const int32_t *object, size_t count, double *tally)
{
    ce_further_choice choice = {CE_MISSING, CE_FURTHER_EXACT, NAN, NAN};
    double all = 0, second = 0;
    size_t best = c->k;

    for (size_t t = 0; t < count; t++) {
        size_t i = (size_t)object[t];
        if (column[i] < 0)
            continue;
        tally[column[i]] += size ? size[i] : 1;
        all += size ? size[i] : 1;
    }
    for (size_t t = 0; t < count; t++) {
        int32_t j = column[object[t]];
        if (j >= 0 && (best == c->k || tally[j] > tally[best] ||
                       (tally[j] == tally[best] && c->rank[j] < c->rank[best])))
            best = (size_t)j;
    }
    for (size_t t = 0; t < count; t++) {
        int32_t j = column[object[t]];
        if (j >= 0 && (size_t)j != best && tally[j] > second)
            second = tally[j];
    }
    if (best < c->k) {
        choice.label = (int32_t)best;
        choice.score = tally[best] / all;
        choice.margin = (tally[best] - second) / all;
    }
    for (size_t t = 0; t < count; t++)
        if (column[object[t]] >= 0)
            tally[column[object[t]]] = 0;
    return choice;
}

/* Elects for every distinct row. */
static int elect_all(clusters *c, const ce_microclusters *micro, const double *size,
                     const int32_t *column, ce_error *err)
{
    size_t *start = ce_calloc(micro->count + 2, sizeof *start, err);
    int32_t *object = ce_alloc(micro->n, sizeof *object, err);
    double *tally = ce_calloc(c->k, sizeof *tally, err);
    int rc = start && object && tally ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < micro->n && !rc; i++)
        start[micro->of[i] + 2]++;
    for (size_t g = 0; g < micro->count && !rc; g++)
        start[g + 2] += start[g + 1];
    for (size_t i = 0; i < micro->n && !rc; i++)
        object[start[micro->of[i] + 1]++] = (int32_t)i;
    for (size_t g = 0; g < micro->count && !rc; g++)
        c->exact[g] = elect(c, size, column, object + start[g], start[g + 1] - start[g], tally);
    free(start);
    free(object);
    free(tally);
    return rc;
}

int ce_further_objects_build(ce_further_objects **further, const ce_labels *old, const double *size,
                             const ce_labels *result, const int32_t *rank, ce_error *err)
{
    ce_further_objects *f = ce_calloc(1, sizeof *f, err);
    ce_microclusters micro = {0};
    size_t labels = 0;
    int rc = f ? CE_OK : CE_ENOMEM;

    *further = NULL;
    if (!rc && old->n != result->n)
        rc = ce_fail(err, CE_EARG, "%zu rows of a result for %zu old objects", result->n, old->n);
    if (!rc) {
        f->m = old->m;
        f->results = result->m;
        f->start = ce_alloc(old->m, sizeof *f->start, err);
        f->of = ce_calloc(result->m, sizeof *f->of, err);
        rc = f->start && f->of ? ce_microclusters_build(&micro, old, size, err) : CE_ENOMEM;
    }
    for (size_t q = 0; q < old->m && !rc; q++) {
        f->start[q] = labels;
        labels += (size_t)old->k[q];
    }
    if (!rc)
        rc = keep_rows(f, &micro, err);
    for (size_t r = 0; r < result->m && !rc; r++) {
        const int32_t *column = ce_labels_column(result, r);
        rc = clusters_alloc(&f->of[r], f, old, result, r, err);
        if (rc)
            break;
        memcpy(f->of[r].rank, rank, f->of[r].k * sizeof *rank);
        rank += f->of[r].k;
        count_labels(&f->of[r], f, old, size, column);
        rc = elect_all(&f->of[r], &micro, size, column, err);
    }
    ce_microclusters_free(&micro);
    if (rc)
        ce_further_objects_free(f);
    else
        *further = f;
    return rc;
}

/* ---- objects ---- */

/* Rule 2. score, all: k. */
static ce_further_choice vote(const ce_further_objects *f, const clusters *c, const int32_t *row,
                              double *score, double *all)
{
    ce_further_choice choice = {CE_MISSING, CE_FURTHER_NONE, NAN, NAN};
    double second = 0;
    size_t best = c->k;

    memset(score, 0, c->k * sizeof *score);
    memset(all, 0, c->k * sizeof *all);
    for (size_t q = 0; q < f->m; q++) {
        const double *with, *every = c->all + q * c->k;
        if (row[q] < 0)
            continue;
        with = c->with + (f->start[q] + (size_t)row[q]) * c->k;
        for (size_t j = 0; j < c->k; j++) {
            score[j] += with[j];
            all[j] += every[j];
        }
    }
    for (size_t j = 0; j < c->k; j++) {
        score[j] = all[j] > 0 ? score[j] / all[j] : 0;
        if (score[j] > 0 && (best == c->k || score[j] > score[best] ||
                             (score[j] == score[best] && goes_before(c, j, best))))
            best = j;
    }
    if (best == c->k)
        return choice;
    for (size_t j = 0; j < c->k; j++)
        if (j != best && score[j] > second)
            second = score[j];
    return (ce_further_choice){(int32_t)best, CE_FURTHER_VOTE, score[best], score[best] - second};
}

/* own: room for a row. */
static void find_one(const ce_further_objects *f, const int32_t *row, int32_t *own, double *score,
                     double *all, ce_further_choice *choice)
{
    size_t unknown = 0, present = 0;
    uint32_t at;

    for (size_t q = 0; q < f->m; q++) {
        unknown += row[q] == CE_FURTHER_UNKNOWN;
        present += row[q] >= 0;
        own[q] = row[q] < 0 ? CE_MISSING : row[q];
    }
    at = present || !unknown ? f->slot[find_slot(f, own)] : 0;
    for (size_t r = 0; r < f->results; r++)
        choice[r] = at ? f->of[r].exact[at - 1] : vote(f, &f->of[r], own, score, all);
}

int ce_further_objects_find(const ce_further_objects *further, const int32_t *row, size_t count,
                            ce_further_choice *choice, ce_error *err)
{
    size_t m = further->m, most = 0;
    int rc = CE_OK;

    for (size_t r = 0; r < further->results; r++)
        most = further->of[r].k > most ? further->of[r].k : most;
#pragma omp parallel
    {
        ce_error failure = {0};
        int32_t *own = ce_alloc(m, sizeof *own, &failure);
        double *score = ce_alloc(most, 2 * sizeof *score, &failure);
        int ready = own && score;

        if (!ready) {
#pragma omp critical(ce_further)
            rc = ce_fail(err, CE_ENOMEM, "%s", failure.text);
        }
#pragma omp for schedule(dynamic, TOGETHER)
        for (size_t i = 0; i < count; i++)
            if (ready)
                find_one(further, row + i * m, own, score, score + most,
                         choice + i * further->results);
        free(own);
        free(score);
    }
    return rc;
}
