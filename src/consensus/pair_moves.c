#include "consensus/pair_moves.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

/* ---- memory ---- */

void ce_pair_moves_free(ce_pair_moves *s)
{
    free(s->row);
    free(s->labels);
    free(s->held);
    free(s->home);
    free(s->near);
    free(s->objects);
    free(s->first);
    free(s->best);
}

/* A table with wider rows and zeros behind the old ones. 0 or CE_ENOMEM, the table is then as it
 * was. */
static int widen(int64_t **table, size_t rows, size_t before, size_t after, ce_error *err)
{
    int64_t *wide = ce_calloc(rows * after, sizeof *wide, err);

    if (!wide)
        return CE_ENOMEM;
    for (size_t i = 0; i < rows && before; i++)
        memcpy(wide + i * after, *table + i * before, before * sizeof *wide);
    free(*table);
    *table = wide;
    return CE_OK;
}

int ce_pair_moves_room(ce_pair_moves *s, size_t room, ce_error *err)
{
    size_t count = s->micro->count, *first;
    int rc;

    if (room <= s->room)
        return CE_OK;
    rc = ce_memory_check(count, room, 2 * sizeof(int64_t), "the moves of all microclusters",
                         "bok, or fewer objects", err);
    if (!rc)
        rc = widen(&s->held, count, s->room, room, err);
    if (!rc)
        rc = widen(&s->near, count, s->room, room, err);
    if (!rc)
        rc = widen(&s->objects, 1, s->room, room, err);
    first = rc ? NULL : ce_alloc(room, sizeof *first, err);
    if (!first)
        return CE_ENOMEM;
    for (size_t c = 0; c < room; c++)
        first[c] = c < s->room ? s->first[c] : SIZE_MAX;
    free(s->first);
    s->first = first;
    s->room = room;
    return CE_OK;
}

int ce_pair_moves_alloc(ce_pair_moves *s, const ce_microclusters *micro, size_t room, ce_error *err)
{
    size_t count = micro->count, m = micro->rows.m;

    *s = (ce_pair_moves){.micro = micro};
    s->best = ce_calloc(count, sizeof *s->best, err);
    s->row = ce_alloc(count * m, sizeof *s->row, err);
    s->labels = ce_calloc(count, sizeof *s->labels, err);
    s->home = ce_alloc(count, sizeof *s->home, err);
    if (!s->row || !s->labels || !s->home || !s->best)
        return CE_ENOMEM;
    for (size_t q = 0; q < m; q++)
        for (size_t u = 0; u < count; u++) {
            s->row[u * m + q] = ce_labels_column(&micro->rows, q)[u];
            s->labels[u] += s->row[u * m + q] >= 0;
        }
    return ce_pair_moves_room(s, room, err);
}

/* ---- one partition ---- */

/* 2 s - m of an object of u and one of v. */
CE_HOT static int64_t likeness(const int32_t *u, const int32_t *v, size_t m)
{
    int64_t sum = 0;

    for (size_t q = 0; q < m; q++) {
        int both = (u[q] >= 0) & (v[q] >= 0);
        sum += both * (u[q] == v[q] ? 1 : -1);
    }
    return sum;
}

int ce_pair_moves_near(ce_pair_moves *s, ce_error *err)
{
    const ce_labels *rows = &s->micro->rows;
    int64_t *inside = ce_calloc(s->k, sizeof *inside, err), *table = NULL;
    int rc = inside ? CE_OK : CE_ENOMEM;

    memset(s->near, 0, s->micro->count * s->room * sizeof *s->near);
    for (size_t q = 0; q < rows->m && !rc; q++) {
        const int32_t *label = ce_labels_column(rows, q);
        size_t width = s->k;
        free(table);
        table = ce_calloc((size_t)rows->k[q] * width, sizeof *table, err);
        rc = table ? CE_OK : CE_ENOMEM;
        memset(inside, 0, s->k * sizeof *inside);
        for (size_t u = 0; u < rows->n && !rc; u++)
            for (size_t c = 0; c < s->k && label[u] >= 0; c++) {
                table[(size_t)label[u] * width + c] += s->held[u * s->room + c];
                inside[c] += s->held[u * s->room + c];
            }
        for (size_t u = 0; u < rows->n && !rc; u++)
            for (size_t c = 0; c < s->k && label[u] >= 0; c++)
                s->near[u * s->room + c] += 2 * table[(size_t)label[u] * width + c] - inside[c];
    }
    free(table);
    free(inside);
    return rc;
}

double ce_pairs_of(double objects)
{
    return objects * (objects - 1) / 2;
}

int ce_pairs_together(const ce_microclusters *micro, size_t q, double *pairs, ce_error *err)
{
    const int32_t *label = ce_labels_column(&micro->rows, q);
    double *size = ce_calloc((size_t)micro->rows.k[q], sizeof *size, err);

    *pairs = 0;
    for (size_t u = 0; u < micro->count && size; u++)
        if (label[u] >= 0)
            size[label[u]] += micro->size[u];
    for (int32_t l = 0; l < micro->rows.k[q] && size; l++)
        *pairs += ce_pairs_of(size[l]);
    free(size);
    return size ? CE_OK : CE_ENOMEM;
}

/* The pairs that base clusterings have together, less 2 s - m of those that the clusters have
 * together. */
int ce_pair_moves_disagreement(const ce_pair_moves *s, double *phi, ce_error *err)
{
    const ce_labels *rows = &s->micro->rows;
    double all = 0, kept = 0;
    int rc = CE_OK;

    for (size_t u = 0; u < rows->n; u++)
        for (size_t c = 0; c < s->k; c++)
            kept += (double)s->held[u * s->room + c] *
                    (double)(s->near[u * s->room + c] - s->labels[u]);
    for (size_t q = 0; q < rows->m && !rc; q++) {
        double together = 0;
        rc = ce_pairs_together(s->micro, q, &together, err);
        all += together;
    }
    *phi = all - kept / 2;
    return rc;
}

void ce_pair_moves_hold(ce_pair_moves *s, size_t u, size_t c, int64_t objects)
{
    s->held[u * s->room + c] += objects;
    s->home[u] = s->held[u * s->room + c] == (int64_t)s->micro->size[u] ? c : SIZE_MAX;
    s->objects[c] += objects;
    s->k = c >= s->k ? c + 1 : s->k;
}

int ce_pair_moves_take(const ce_pair_moves *s, ce_partition *result, ce_error *err)
{
    ce_partition small = {0};
    int rc = ce_partition_alloc(&small, s->micro->count, err);

    for (size_t u = 0; u < s->micro->count && !rc; u++) {
        const int64_t *held = s->held + u * s->room;
        size_t most = 0;
        for (size_t c = 1; c < s->k; c++)
            most = held[c] > held[most] ? c : most;
        small.labels[u] = (int32_t)most;
    }
    if (!rc)
        rc = ce_microclusters_expand(s->micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

/* ---- moves ---- */

/* Whether cluster b appears before c. A new one, numbered k, comes last. */
static int is_before(const ce_pair_moves *s, size_t b, size_t c)
{
    if (b >= s->k || c >= s->k)
        return b < c;
    return s->first[b] != s->first[c] ? s->first[b] < s->first[c] : b < c;
}

/* Takes a move into account, which ends in b, if it is better. */
static void offer(const ce_pair_moves *s, int64_t gain, size_t from, size_t b, ce_pair_move *best)
{
    if (gain > best->gain || (gain > 0 && gain == best->gain && is_before(s, b, best->to)))
        *best = (ce_pair_move){gain, from, b};
}

/* The best move of an object of u. The cluster numbered k is the new one. */
static ce_pair_move find_move(const ce_pair_moves *s, size_t u)
{
    const int64_t *held = s->held + u * s->room, *near = s->near + u * s->room;
    ce_pair_move best = {0, 0, 0};

    for (size_t a = 0; a < s->k; a++) {
        int64_t leaves = near[a] - s->labels[u];
        if (!held[a])
            continue;
        for (size_t b = 0; b < s->k; b++)
            if (b != a && s->objects[b])
                offer(s, near[b] - leaves, a, b, &best);
        offer(s, -leaves, a, s->k, &best);
    }
    return best;
}

/* An empty cluster, or one more. */
static int new_cluster(ce_pair_moves *s, size_t *cluster, ce_error *err)
{
    int rc = CE_OK;

    *cluster = 0;
    while (*cluster < s->k && s->objects[*cluster])
        ++*cluster;
    if (*cluster == s->room)
        rc = ce_pair_moves_room(s, 2 * s->room, err);
    return rc;
}

/* The first microcluster in cluster c, from u on. */
static size_t first_in(const ce_pair_moves *s, size_t c, size_t u)
{
    while (u < s->micro->count && !s->held[u * s->room + c])
        u++;
    return u < s->micro->count ? u : SIZE_MAX;
}

void ce_pair_moves_begin(ce_pair_moves *s)
{
    for (size_t c = 0; c < s->k; c++)
        s->first[c] = first_in(s, c, 0);
#pragma omp parallel for schedule(static)
    for (size_t u = 0; u < s->micro->count; u++)
        s->best[u] = find_move(s, u);
}

/* The best move of an object of v after another left cluster `from` for `to`, where near has
 * changed by -like and like. before: k before that. Where v has no objects in either, its moves to
 * other clusters gain what they did: the best is the old one, or leads to one of the two. */
static ce_pair_move mend_move(const ce_pair_moves *s, size_t v, size_t from, size_t to,
                              int64_t like, size_t before)
{
    const int64_t *near = s->near + v * s->room;
    size_t home = s->home[v];
    ce_pair_move best = s->best[v];
    int64_t leaves;

    if (home == SIZE_MAX || home == from || home == to)
        return find_move(s, v);
    if (best.gain && (best.to == from || (best.to == to && like < 0)))
        return find_move(s, v);
    if (best.gain && best.to == before)
        best.to = s->k;
    leaves = near[home] - s->labels[v];
    if (best.gain && best.to == to)
        best.gain = near[to] - leaves;
    else
        offer(s, near[to] - leaves, home, to, &best);
    if (s->objects[from])
        offer(s, near[from] - leaves, home, from, &best);
    return best;
}

int ce_pair_moves_step(ce_pair_moves *s, int64_t *gain, ce_error *err)
{
    size_t count = s->micro->count, m = s->micro->rows.m, u = 0, before = s->k;
    ce_pair_move now;
    int rc = CE_OK;

    for (size_t v = 1; v < count; v++)
        u = s->best[v].gain > s->best[u].gain ? v : u;
    now = s->best[u];
    *gain = now.gain;
    if (now.gain && now.to == s->k)
        rc = new_cluster(s, &now.to, err);
    if (rc || !now.gain)
        return rc;
    ce_pair_moves_hold(s, u, now.from, -1);
    ce_pair_moves_hold(s, u, now.to, 1);
    if (s->first[now.from] == u)
        s->first[now.from] = first_in(s, now.from, u);
    s->first[now.to] = u < s->first[now.to] ? u : s->first[now.to];
#pragma omp parallel for schedule(static)
    for (size_t v = 0; v < count; v++) {
        int64_t like = likeness(s->row + u * m, s->row + v * m, m);
        s->near[v * s->room + now.from] -= like;
        s->near[v * s->room + now.to] += like;
        s->best[v] = mend_move(s, v, now.from, now.to, like, before);
    }
    return CE_OK;
}

size_t ce_pair_moves_left(const ce_pair_moves *s)
{
    int64_t objects = 0;

    for (size_t u = 0; u < s->micro->count; u++)
        if (s->best[u].gain)
            objects += s->held[u * s->room + s->best[u].from];
    return (size_t)objects;
}

size_t ce_pair_moves_clusters(const ce_pair_moves *s)
{
    size_t count = 0;

    for (size_t c = 0; c < s->k; c++)
        count += s->objects[c] > 0;
    return count;
}
