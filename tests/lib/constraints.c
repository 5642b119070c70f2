/*
 * constraints.c: the closure of constraints on random small sets against a slow one: reachability
 * and steps by Floyd and Warshall's triple loop, clusterings into k by trying them all. Also the
 * order of a list. constraints closure SEED | order SEED
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "constrain/chunklets.h"
#include "core/random.h"
#include "score/violations.h"

enum { MOST = 9, FAR = 1000 };

/* What the constraints of a small set say, cell by cell. */
typedef struct {
    int n;
    int step[MOST][MOST]; /* must-links from one to the other, FAR: there is no way */
    int apart[MOST][MOST]; /* 1: a cannot-link between their components, which differ */
    int inside[MOST];     /* 2: in a must-link, 1: in others only */
} slow_closure;

static void random_set(gsl_rng *rng, ce_constraints *set)
{
    ce_error err = {0};
    size_t lines = ce_random_below(rng, 2 * set->n);
    double share = gsl_rng_uniform(rng);

    for (size_t l = 0; l < lines; l++) {
        int32_t i = (int32_t)ce_random_below(rng, set->n),
                j = (int32_t)ce_random_below(rng, set->n);
        if (i != j)
            must(!ce_constraints_add(set, i, j,
                                     gsl_rng_uniform(rng) < share ? CE_MUST_LINK : CE_CANNOT_LINK,
                                     l + 1, &err),
                 "memory");
    }
}

static void close_slowly(const ce_constraints *set, slow_closure *s)
{
    int n = s->n = (int)set->n;

    memset(s->apart, 0, sizeof s->apart);
    memset(s->inside, 0, sizeof s->inside);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s->step[i][j] = i == j ? 0 : FAR;
    for (size_t c = 0; c < set->count; c++) {
        int i = set->pair[c].i, j = set->pair[c].j,
            mark = set->pair[c].link == CE_MUST_LINK ? 2 : 1;
        s->inside[i] = s->inside[i] > mark ? s->inside[i] : mark;
        s->inside[j] = s->inside[j] > mark ? s->inside[j] : mark;
        if (mark == 2)
            s->step[i][j] = s->step[j][i] = 1;
    }
    for (int via = 0; via < n; via++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (s->step[i][via] + s->step[via][j] < s->step[i][j])
                    s->step[i][j] = s->step[i][via] + s->step[via][j];
    for (size_t c = 0; c < set->count; c++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int a = set->pair[c].i, b = set->pair[c].j;
                if (set->pair[c].link == CE_CANNOT_LINK && s->step[a][b] >= FAR &&
                    ((s->step[i][a] < FAR && s->step[j][b] < FAR) ||
                     (s->step[i][b] < FAR && s->step[j][a] < FAR)))
                    s->apart[i][j] = 1;
            }
}

static int is_vertex(const slow_closure *s, int i, int strict)
{
    return strict ? s->inside[i] == 2 : s->inside[i] > 0;
}

static void check_vertices(const ce_chunklets *c, const slow_closure *s, int strict)
{
    size_t count = 0;

    for (int i = 0; i < s->n; i++) {
        int lowest = i;
        while (lowest > 0 && s->step[lowest][i] == FAR)
            lowest--;
        for (int j = 0; j < lowest; j++)
            if (s->step[i][j] < FAR)
                lowest = j;
        must((c->of[i] >= 0) == is_vertex(s, i, strict), "objects in a vertex");
        if (c->of[i] < 0)
            continue;
        must(lowest == i ? c->of[i] == (int32_t)count : c->of[i] == c->of[lowest],
             "vertices are components by their lowest object");
        count += lowest == i;
        size_t at = c->start[c->of[i]];
        while (at < c->start[c->of[i] + 1] && c->object[at] != i)
            at++;
        must(at < c->start[c->of[i] + 1], "an object in the list of its vertex");
        must(at == c->start[c->of[i]] || c->object[at - 1] < i, "objects ascend");
    }
    must(c->count == count, "the number of vertices");
    for (size_t u = 0; u < count; u++) {
        size_t degree = 0;
        for (size_t v = 0; v < count; v++)
            if (s->apart[c->object[c->start[u]]][c->object[c->start[v]]]) {
                must(c->edge[u] + degree < c->edge[u + 1] &&
                         c->neighbour[c->edge[u] + degree] == (int32_t)v,
                     "edges, ascending");
                degree++;
            }
        must(ce_chunklet_degree(c, u) == degree, "no other edges");
    }
    for (size_t o = 1; o < count; o++) {
        size_t u = (size_t)c->order[o - 1], v = (size_t)c->order[o];
        size_t du = ce_chunklet_degree(c, u), dv = ce_chunklet_degree(c, v),
               su = ce_chunklet_size(c, u), sv = ce_chunklet_size(c, v);
        must(du > dv || (du == dv && (su > sv || (su == sv && u < v))), "the order of Algorithm 8");
    }
}

static void check_contradictions(const ce_contradictions *found, const ce_constraints *set,
                                 const slow_closure *s, const char *message)
{
    size_t at = 0;

    for (size_t p = 0; p < set->count; p++) {
        const ce_constraint *pair = &set->pair[p];
        int32_t i = pair->i, j = pair->j;
        if (pair->link == CE_MUST_LINK || s->step[i][j] >= FAR)
            continue;
        must(at < found->count && found->constraint[at] == p,
             "contradictions in the order of the set");
        must(found->start[at + 1] - found->start[at] == (size_t)s->step[i][j] + 1,
             "a shortest chain");
        for (size_t step = found->start[at]; step < found->start[at + 1]; step++) {
            must(found->chain[step] == i, "the chain of lowest objects");
            int next = 0;
            while (next < s->n && !(s->step[i][next] == 1 && s->step[next][j] == s->step[i][j] - 1))
                next++;
            i = next;
        }
        if (at++ == 0) {
            char text[400];
            snprintf(text, sizeof text,
                     "objects %d and %d cannot link, but must-links join them", pair->i + 1, j + 1);
            must(!strcmp(message, text), "the first contradiction is the one that is told");
        }
    }
    must(found->count == at, "no other contradictions");
    must(at || !message[0], "no message without a contradiction");
}

/* Asked for one contradiction, it is the first of all of them. */
static void check_first(const ce_contradictions *all, const ce_constraints *set, int strict)
{
    ce_chunklets chunklets = {0};
    ce_contradictions one = {.most = 1};

    must(!ce_chunklets_build(&chunklets, set, strict, &one, NULL), "no failure");
    must(one.count == (all->count > 0), "one contradiction, if there are any");
    must(!one.count || (one.constraint[0] == all->constraint[0] && one.start[1] == all->start[1] &&
                        !memcmp(one.chain, all->chain, one.start[1] * sizeof *one.chain)),
         "the first contradiction");
    ce_contradictions_free(&one);
    ce_chunklets_free(&chunklets);
}

static void check_implied(const ce_chunklets *c, const slow_closure *s, int strict)
{
    ce_constraints all = {0}, few = {0}, again = {0};
    ce_chunklets closed = {0};
    ce_error err = {0};
    size_t at = 0;

    must(!ce_chunklets_implied(c, 0, &all, &err) && !ce_chunklets_implied(c, 1, &few, &err),
         err.text);
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++) {
            int together = s->step[i][j] < FAR,
                apart = s->apart[i][j] && is_vertex(s, i, strict) && is_vertex(s, j, strict);
            if (!together && !apart)
                continue;
            must(at < all.count && all.pair[at].i == i && all.pair[at].j == j,
                 "all implied pairs, sorted");
            must(all.pair[at++].link == (together ? CE_MUST_LINK : CE_CANNOT_LINK),
                 "the link of an implied pair");
        }
    must(all.count == at && all.n == c->n, "no other implied pairs");
    must(few.count <= at, "what implies them is not longer");
    must(!ce_chunklets_build(&closed, &few, 0, NULL, &err) &&
             !ce_chunklets_implied(&closed, 0, &again, &err),
         err.text);
    must(again.count == at, "and implies as many");
    for (size_t p = 0; p < at; p++)
        must(again.pair[p].i == all.pair[p].i && again.pair[p].j == all.pair[p].j &&
                 again.pair[p].link == all.pair[p].link,
             "and implies the same");
    ce_constraints_free(&all);
    ce_constraints_free(&few);
    ce_constraints_free(&again);
    ce_chunklets_free(&closed);
}

/* 1 when vertices from v on can be put into k clusters. */
static int colorable(const ce_chunklets *c, size_t v, int32_t k, int32_t *cluster)
{
    if (v == c->count)
        return 1;
    for (cluster[v] = 0; cluster[v] < k; cluster[v]++) {
        size_t e = c->edge[v];
        while (e < c->edge[v + 1] &&
               ((size_t)c->neighbour[e] > v || cluster[c->neighbour[e]] != cluster[v]))
            e++;
        if (e == c->edge[v + 1] && colorable(c, v + 1, k, cluster))
            return 1;
    }
    return 0;
}

/* Vertices of a conflict: those of a clique are all joined, those of a cycle each to the next. */
static void check_conflict(const ce_chunklets *c, const slow_closure *s, size_t k,
                           const ce_k_conflict *conflict)
{
    size_t count = conflict->count;

    must(!count || (conflict->is_cycle ? k == 2 && count % 2 == 1 : count == k + 1),
         "a clique of one more than k, or an odd cycle");
    for (size_t a = 0; a < count; a++) {
        int32_t i = conflict->object[a];
        must(c->object[c->start[c->of[i]]] == i, "chunklets by their lowest objects");
        for (size_t b = a + 1; b < count; b++)
            must(conflict->is_cycle || s->apart[i][conflict->object[b]], "a clique");
        must(!conflict->is_cycle || s->apart[i][conflict->object[(a + 1) % count]], "a cycle");
    }
}

/* What is said where nobody takes the conflict itself. */
static void check_refusal(const ce_k_conflict *conflict, int k, const char *text)
{
    char expected[200] = "";

    if (conflict->count && conflict->is_cycle)
        snprintf(expected, sizeof expected,
                 "a cycle of %zu chunklets, an odd number, of which neighbours cannot link: 2 "
                 "clusters are too few",
                 conflict->count);
    else if (conflict->count)
        snprintf(expected, sizeof expected, "no two of %zu chunklets can link, %d %s too few",
                 conflict->count, k, k > 1 ? "clusters are" : "cluster is");
    must(!strcmp(text, expected), "a refusal says why");
}

/* For k = 1 and 2 the check is exact; from 3 on what it refuses is infeasible. Returns 1 when it
 * let through what is. */
static int check_feasible(const ce_chunklets *c, const slow_closure *s)
{
    int missed = 0;

    for (int32_t k = 1; k <= MOST; k++) {
        int32_t cluster[MOST] = {0};
        ce_error err = {0};
        ce_k_conflict conflict = {0};
        int refused = ce_chunklets_check_k(c, (size_t)k, NULL, &err) != CE_OK,
            feasible = colorable(c, 0, k, cluster);
        must(!refused || !feasible, "what is refused is infeasible");
        must(k > 2 || refused == !feasible, "one and two clusters: the check is exact");
        must(!ce_chunklets_check_k(c, (size_t)k, &conflict, NULL) &&
                 refused == (conflict.count > 0),
             "a conflict where there is a refusal");
        check_conflict(c, s, (size_t)k, &conflict);
        check_refusal(&conflict, k, err.text);
        ce_k_conflict_free(&conflict);
        missed |= !refused && !feasible;
    }
    return missed;
}

static void closure(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, NULL);
    /* Memory is asked for many times in each, which takes most of the time. */
    int contradictory = 0, missed = 0, rounds = 1000;

    for (int round = 0; round < rounds; round++) {
        ce_constraints set = {.n = 1 + ce_random_below(rng, MOST)};
        slow_closure slow;
        random_set(rng, &set);
        close_slowly(&set, &slow);
        for (int strict = 0; strict < 2; strict++) {
            ce_chunklets chunklets = {0}, none = {0};
            ce_contradictions found = {0};
            ce_error err = {0};
            must(!ce_chunklets_build(&chunklets, &set, strict, &found, &err), err.text);
            must(ce_chunklets_build(&none, &set, strict, NULL, &err) ==
                     (found.count ? CE_EINPUT : CE_OK),
                 "refused when it contradicts itself");
            check_vertices(&chunklets, &slow, strict);
            check_contradictions(&found, &set, &slow, err.text);
            check_first(&found, &set, strict);
            check_implied(&chunklets, &slow, strict);
            missed += check_feasible(&chunklets, &slow);
            contradictory += found.count > 0;
            ce_contradictions_free(&found);
            ce_chunklets_free(&chunklets);
            ce_chunklets_free(&none);
        }
        ce_constraints_free(&set);
    }
    must(contradictory > rounds / 20, "some sets contradict themselves");
    must(missed <= rounds / 100, "cliques are found as a rule");
    gsl_rng_free(rng);
    puts("ok");
}

/* The list: sorted as told, copied, counted; violations against a plain count. */
static void order(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 1, NULL);
    ce_error err = {0};

    for (int round = 0; round < 200; round++) {
        ce_constraints set = {.n = 2 + ce_random_below(rng, MOST - 1)}, copy = {0};
        int32_t label[MOST];
        unsigned char inside[MOST], expected[MOST] = {0};
        size_t together[2] = {0}, apart[2] = {0}, unknown = 0;
        random_set(rng, &set);
        for (size_t i = 0; i < set.n; i++)
            label[i] = (int32_t)ce_random_below(rng, 4) - 1;
        for (size_t c = 0; c < set.count; c++) {
            const ce_constraint *pair = &set.pair[c];
            must(pair->i < pair->j, "the lower object first");
            expected[pair->i] = expected[pair->j] = 1;
            if (label[pair->i] < 0 || label[pair->j] < 0)
                unknown++;
            else
                (label[pair->i] == label[pair->j] ? together : apart)[pair->link]++;
        }
        ce_violations v = ce_violations_count(&set, label);
        must(v.must == apart[CE_MUST_LINK] && v.cannot == together[CE_CANNOT_LINK] &&
                 v.unknown == unknown,
             "violations");
        ce_constraints_mark(&set, inside);
        must(!memcmp(inside, expected, set.n), "objects in a constraint");
        must(!ce_constraints_copy(&copy, &set, &err) && copy.n == set.n && copy.count == set.count,
             "a copy");
        ce_constraints_sort(&copy);
        must(ce_constraints_count(&copy, CE_MUST_LINK) == ce_constraints_count(&set, CE_MUST_LINK),
             "as many must-links");
        for (size_t c = 1; c < copy.count; c++) {
            const ce_constraint *a = &copy.pair[c - 1], *b = &copy.pair[c];
            must(a->i < b->i || (a->i == b->i &&
                                 (a->j < b->j ||
                                  (a->j == b->j && (a->link < b->link ||
                                                    (a->link == b->link && a->line < b->line))))),
                 "the order of a sorted list");
        }
        ce_constraints_free(&set);
        ce_constraints_free(&copy);
    }
    gsl_rng_free(rng);
    puts("ok");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (!strcmp(what, "closure") && argc > 2)
        closure(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "order") && argc > 2)
        order(strtoull(argv[2], NULL, 10));
    else
        return 2;
    return 0;
}
