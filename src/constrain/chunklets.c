#include "constrain/chunklets.h"

#include <stdlib.h>
#include <string.h>

#include "constrain/chunklets_internal.h"
#include "core/disjoint_sets.h"
#include "core/memory.h"

/* ---- connected components of the must-links ---- */

/* parent: n. The lowest object of a component is its root. */
static void join_must(const ce_constraints *constraints, int32_t *parent)
{
    ce_sets_begin(parent, constraints->n);
    for (size_t c = 0; c < constraints->count; c++) {
        const ce_constraint *pair = &constraints->pair[c];
        if (pair->link == CE_MUST_LINK)
            ce_sets_join(parent, pair->i, pair->j);
    }
}

/* Numbers the vertices by their lowest objects and lists the objects of each. */
static int number_vertices(ce_chunklets *chunklets, const ce_constraints *constraints, int strict,
                           int32_t *parent, ce_error *err)
{
    size_t n = constraints->n, inside = 0;
    int32_t *of = chunklets->of;

    for (size_t i = 0; i < n; i++)
        of[i] = -1;
    for (size_t c = 0; c < constraints->count; c++)
        if (!strict || constraints->pair[c].link == CE_MUST_LINK)
            of[constraints->pair[c].i] = of[constraints->pair[c].j] = 0;
    for (size_t i = 0; i < n; i++)
        if (of[i] >= 0) {
            int32_t root = ce_sets_find(parent, (int32_t)i);
            of[i] = (size_t)root == i ? (int32_t)chunklets->count++ : of[root];
            inside++;
        }
    chunklets->start = ce_calloc(chunklets->count + 1, sizeof *chunklets->start, err);
    chunklets->object = ce_alloc(inside, sizeof *chunklets->object, err);
    if (!chunklets->start || !chunklets->object)
        return CE_ENOMEM;
    /* start[v] is first the number of objects in v, then the end of their list. The list is filled
     * from the back, so that start[v] is its beginning in the end. */
    for (size_t i = 0; i < n; i++)
        if (of[i] >= 0)
            chunklets->start[of[i]]++;
    for (size_t v = 1; v <= chunklets->count; v++)
        chunklets->start[v] += chunklets->start[v - 1];
    for (size_t i = n; i-- > 0;)
        if (of[i] >= 0)
            chunklets->object[--chunklets->start[of[i]]] = (int32_t)i;
    return CE_OK;
}

/* ---- edges ---- */

/* Sets the two vertices of a cannot-link. Returns 0 for a must-link, a cannot-link inside one
 * chunklet, and one with an object in no chunklet. */
static int edge_of(const ce_chunklets *chunklets, const ce_constraint *pair, int32_t *u, int32_t *v)
{
    *u = chunklets->of[pair->i];
    *v = chunklets->of[pair->j];
    return pair->link == CE_CANNOT_LINK && *u >= 0 && *v >= 0 && *u != *v;
}

/* Sorts the rows of a symmetric graph in O(edges): v by v, v is appended to each row that row v
 * names. next: scratch, count. */
static void order_rows(const size_t *start, const int32_t *from, size_t count, int32_t *to,
                       size_t *next)
{
    memcpy(next, start, count * sizeof *next);
    for (size_t v = 0; v < count; v++)
        for (size_t e = start[v]; e < start[v + 1]; e++)
            to[next[from[e]]++] = (int32_t)v;
}

/* Takes out what stands in a row twice. Rows are ascending. */
static void drop_repeated(size_t *start, int32_t *neighbour, size_t count)
{
    size_t kept = 0, from = 0;

    for (size_t v = 0; v < count; v++) {
        size_t end = start[v + 1], begin = kept;
        for (size_t e = from; e < end; e++)
            if (kept == begin || neighbour[kept - 1] != neighbour[e])
                neighbour[kept++] = neighbour[e];
        from = end;
        start[v + 1] = kept;
    }
}

static int list_edges(ce_chunklets *chunklets, const ce_constraints *constraints, ce_error *err)
{
    size_t count = chunklets->count, *start = ce_calloc(count + 1, sizeof *start, err);
    size_t *next = ce_alloc(count, sizeof *next, err);
    int32_t u, v, *unordered = NULL;

    chunklets->edge = start;
    if (start && next) {
        for (size_t c = 0; c < constraints->count; c++)
            if (edge_of(chunklets, &constraints->pair[c], &u, &v)) {
                start[u + 1]++;
                start[v + 1]++;
            }
        for (size_t w = 0; w < count; w++)
            start[w + 1] += start[w];
        unordered = ce_alloc(start[count], sizeof *unordered, err);
        chunklets->neighbour = ce_alloc(start[count], sizeof *chunklets->neighbour, err);
    }
    if (!unordered || !chunklets->neighbour) {
        free(next);
        free(unordered);
        return CE_ENOMEM;
    }
    memcpy(next, start, count * sizeof *next);
    for (size_t c = 0; c < constraints->count; c++)
        if (edge_of(chunklets, &constraints->pair[c], &u, &v)) {
            unordered[next[u]++] = v;
            unordered[next[v]++] = u;
        }
    order_rows(start, unordered, count, chunklets->neighbour, next);
    drop_repeated(start, chunklets->neighbour, count);
    free(next);
    free(unordered);
    return CE_OK;
}

/* ---- the order of Algorithm 8 ---- */

typedef struct {
    size_t degree, size;
    int32_t vertex;
} vertex_key;

static int compare_keys(const void *a, const void *b)
{
    const vertex_key *x = a, *y = b;

    if (x->degree != y->degree)
        return x->degree > y->degree ? -1 : 1;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return x->vertex < y->vertex ? -1 : 1;
}

static int order_vertices(ce_chunklets *chunklets, ce_error *err)
{
    size_t count = chunklets->count;
    vertex_key *key = ce_alloc(count, sizeof *key, err);

    chunklets->order = ce_alloc(count, sizeof *chunklets->order, err);
    if (!key || !chunklets->order) {
        free(key);
        return CE_ENOMEM;
    }
    for (size_t v = 0; v < count; v++)
        key[v] = (vertex_key){ce_chunklet_degree(chunklets, v), ce_chunklet_size(chunklets, v),
                              (int32_t)v};
    qsort(key, count, sizeof *key, compare_keys);
    for (size_t v = 0; v < count; v++)
        chunklets->order[v] = key[v].vertex;
    free(key);
    return CE_OK;
}

/* ---- vertices, and what the constraints imply ---- */

static int build(ce_chunklets *chunklets, const ce_constraints *constraints, int strict,
                 ce_contradictions *found, int32_t *parent, ce_error *err)
{
    int rc;

    join_must(constraints, parent);
    rc = number_vertices(chunklets, constraints, strict, parent, err);
    if (!rc)
        rc = ce_contradictions_find(found, chunklets, constraints, err);
    if (!rc)
        rc = list_edges(chunklets, constraints, err);
    return rc ? rc : order_vertices(chunklets, err);
}

int ce_chunklets_build(ce_chunklets *chunklets, const ce_constraints *constraints, int strict,
                       ce_contradictions *found, ce_error *err)
{
    size_t n = constraints->n;
    int32_t *parent;
    int rc = ce_memory_check(n, 2, sizeof *parent, "the chunklet of each object",
                             "smaller row numbers, or ids,", err);

    ce_chunklets_free(chunklets);
    if (rc)
        return rc;
    chunklets->n = n;
    chunklets->of = ce_alloc(n, sizeof *chunklets->of, err);
    parent = ce_alloc(n, sizeof *parent, err);
    rc = CE_ENOMEM;
    if (chunklets->of && parent)
        rc = build(chunklets, constraints, strict, found, parent, err);
    free(parent);
    if (rc) {
        ce_chunklets_free(chunklets);
        ce_contradictions_free(found);
    }
    return rc;
}

void ce_chunklets_free(ce_chunklets *chunklets)
{
    if (!chunklets)
        return;
    free(chunklets->of);
    free(chunklets->start);
    free(chunklets->object);
    free(chunklets->edge);
    free(chunklets->neighbour);
    free(chunklets->order);
    *chunklets = (ce_chunklets){0};
}

/* ---- what they imply ---- */

/* Objects of a vertex and of its neighbours, ascending; each is object << 1 | link. */
typedef struct {
    uint32_t *key;
    size_t count, capacity;
} partner_list;

static int compare_partners(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

static int list_partners(const ce_chunklets *c, size_t v, partner_list *list, ce_error *err)
{
    size_t need = ce_chunklet_size(c, v), used = 0;
    int rc;

    for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
        need += ce_chunklet_size(c, (size_t)c->neighbour[e]);
    if ((rc = ce_grow(&list->key, &list->capacity, need, sizeof *list->key, err)))
        return rc;
    for (size_t o = c->start[v]; o < c->start[v + 1]; o++)
        list->key[used++] = (uint32_t)c->object[o] << 1 | CE_MUST_LINK;
    for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
        for (size_t u = (size_t)c->neighbour[e], o = c->start[u]; o < c->start[u + 1]; o++)
            list->key[used++] = (uint32_t)c->object[o] << 1 | CE_CANNOT_LINK;
    if (c->edge[v] < c->edge[v + 1])
        qsort(list->key, used, sizeof *list->key, compare_partners);
    list->count = used;
    return CE_OK;
}

/* The pairs of the objects i of vertex v with higher ones. pair NULL: they are counted, into at[i +
 * 1]. Else they are put to pair[at[i]], and at[i] goes on. */
static void pair_up(const ce_chunklets *c, size_t v, const partner_list *list, size_t *at,
                    ce_constraint *pair)
{
    size_t p = 0;

    for (size_t o = c->start[v]; o < c->start[v + 1]; o++) {
        int32_t i = c->object[o];
        while ((int32_t)(list->key[p] >> 1) <= i && ++p < list->count)
            ;
        if (!pair)
            at[i + 1] = list->count - p;
        for (size_t q = p; q < list->count && pair; q++)
            pair[at[i]++] =
                (ce_constraint){i, (int32_t)(list->key[q] >> 1), (ce_link)(list->key[q] & 1), 0};
        if (p == list->count)
            break;
    }
}

static int imply_all(const ce_chunklets *c, ce_constraints *implied, size_t pairs, ce_error *err)
{
    size_t *at = ce_calloc(c->n + 1, sizeof *at, err);
    partner_list list = {0};
    int rc = CE_OK;

    implied->pair = ce_calloc(pairs, sizeof *implied->pair, err);
    implied->capacity = pairs;
    if (!at || !implied->pair)
        rc = CE_ENOMEM;
    for (size_t v = 0; v < c->count && !rc; v++)
        if (!(rc = list_partners(c, v, &list, err)))
            pair_up(c, v, &list, at, NULL);
    for (size_t i = 0; i < c->n && !rc; i++)
        at[i + 1] += at[i];
    for (size_t v = 0; v < c->count && !rc; v++)
        if (!(rc = list_partners(c, v, &list, err)))
            pair_up(c, v, &list, at, implied->pair);
    if (!rc)
        implied->count = pairs;
    free(list.key);
    free(at);
    return rc;
}

static int imply_compact(const ce_chunklets *c, ce_constraints *implied, ce_error *err)
{
    int rc = CE_OK;

    for (size_t v = 0; v < c->count; v++) {
        for (size_t o = c->start[v] + 1; o < c->start[v + 1] && !rc; o++)
            rc = ce_constraints_add(implied, c->object[o - 1], c->object[o], CE_MUST_LINK, 0, err);
        for (size_t e = c->edge[v]; e < c->edge[v + 1] && !rc; e++) {
            size_t u = (size_t)c->neighbour[e];
            if (u > v)
                rc = ce_constraints_add(implied, c->object[c->start[v]], c->object[c->start[u]],
                                        CE_CANNOT_LINK, 0, err);
        }
    }
    if (!rc)
        ce_constraints_sort(implied);
    return rc;
}

int ce_chunklets_implied(const ce_chunklets *c, int compact, ce_constraints *implied, ce_error *err)
{
    size_t pairs = 0;
    int rc;

    ce_constraints_free(implied);
    implied->n = c->n;
    if (compact) {
        rc = imply_compact(c, implied, err);
        if (rc)
            ce_constraints_free(implied);
        return rc;
    }
    /* below 2^62: pairs of at most 2^31 objects */
    for (size_t v = 0; v < c->count; v++) {
        size_t size = ce_chunklet_size(c, v);
        pairs += size * (size - 1) / 2;
        for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
            if ((size_t)c->neighbour[e] > v)
                pairs += size * ce_chunklet_size(c, (size_t)c->neighbour[e]);
    }
    rc = ce_memory_check(pairs, 1, sizeof *implied->pair, "the list of all implied pairs",
                         "what implies them (" CE_OPT("compact") ")", err);
    if (!rc)
        rc = imply_all(c, implied, pairs, err);
    if (rc)
        ce_constraints_free(implied);
    return rc;
}
