/* graph-cut: METIS cuts against brute force, planted parts and what must always hold. One line a
 * check; Bats compares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "partition/graph/graph_cut.h"
#include "partition/graph/similarity_graph.h"

static double noise(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static double at(const ce_similarity *s, size_t i, size_t j)
{
    return ce_similarity_get(s, i, j);
}

static double cut_weight(const ce_similarity *s, const double *size, const int32_t *labels)
{
    double cut = 0;

    for (size_t i = 0; i < s->n; i++)
        for (size_t j = i + 1; j < s->n; j++)
            if (labels[i] != labels[j])
                cut += at(s, i, j) * (size ? size[i] * size[j] : 1);
    return cut;
}

/* How far the load of a part is from the mean. */
static double imbalance(const double *size, size_t n, size_t k, const int32_t *labels)
{
    double load[64] = {0}, most = 0, sum = 0;

    for (size_t i = 0; i < n; i++) {
        load[labels[i]] += size ? size[i] : 1;
        sum += size ? size[i] : 1;
    }
    for (size_t p = 0; p < k; p++)
        most = fmax(most, fabs(load[p] - sum / (double)k));
    return most;
}

/* The least cut among all k^n partitions that are not less balanced than the one found. */
static double best_cut(const ce_similarity *s, const double *size, size_t k, double most)
{
    int32_t labels[16] = {0};
    double best = HUGE_VAL;
    size_t i;

    for (;;) {
        if (imbalance(size, s->n, k, labels) <= most)
            best = fmin(best, cut_weight(s, size, labels));
        for (i = 0; i < s->n && (size_t)++labels[i] == k; i++)
            labels[i] = 0;
        if (i == s->n)
            return best;
    }
}

/* How often, of 20 random graphs each, the cut is the least possible at its balance; and the worst
 * ratio. */
static void check_small(size_t n, size_t k, int weighted, double density)
{
    unsigned long state = 3;
    size_t optimal = 0;
    double worst = 1;

    for (int t = 0; t < 20; t++) {
        ce_similarity s = {0};
        ce_partition p = {0};
        ce_error err = {0};
        double size[16], least, found;

        if (ce_similarity_alloc_dense(&s, n, "", "", &err))
            return;
        for (size_t i = 0; i < n; i++) {
            size[i] = floor(1 + 9 * noise(&state));
            for (size_t j = i + 1; j < n; j++)
                s.values[ce_packed_index(n, i, j)] =
                    noise(&state) < density ? floor(1 + 99 * noise(&state)) : 0;
        }
        if (ce_metis_similarity(&s, weighted ? size : NULL, &(ce_metis_options){.k = k, .seed = 1},
                                &p, &err)) {
            puts(err.text);
            return;
        }
        least = best_cut(&s, weighted ? size : NULL, k,
                         imbalance(weighted ? size : NULL, n, k, p.labels));
        found = cut_weight(&s, weighted ? size : NULL, p.labels);
        optimal += found == least && (size_t)p.k == k;
        worst = fmax(worst, least > 0 ? found / least : 1 + found);
        ce_similarity_free(&s);
        ce_partition_free(&p);
    }
    /* the best of several refined cuts is near the best there is, though METIS is a heuristic */
    printf("small n=%zu k=%zu %s: %s (%zu of 20 optimal, worst ratio %.2f)\n", n, k,
           weighted ? "weighted" : "plain", optimal >= 6 && worst <= 1.25 ? "ok" : "WRONG", optimal,
           worst);
}

/* k planted parts of 50 with edges .5 inside and .05 across. */
static void check_planted(size_t k, ce_metis_scheme scheme, const char *name)
{
    size_t n = 50 * k, wrong = 0;
    unsigned long state = 9;
    ce_similarity s = {0};
    ce_partition p = {0};
    ce_error err = {0};

    if (ce_similarity_alloc_dense(&s, n, "", "", &err))
        return;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            s.values[ce_packed_index(n, i, j)] = noise(&state) < (i % k == j % k ? .5 : .05);
    if (ce_metis_similarity(&s, NULL, &(ce_metis_options){.k = k, .scheme = scheme, .seed = 1}, &p,
                            &err))
        puts(err.text);
    for (size_t i = 0; i < n && p.labels; i++)
        wrong += (size_t)p.labels[i] != i % k;
    printf("planted k=%zu %s: %zu wrong\n", k, name, wrong);
    ce_similarity_free(&s);
    ce_partition_free(&p);
}

/* Every part has a vertex, whatever the weights: heavy vertices, no edges, nothing but isolated
 * ones, no weight at all. */
static void check_never_empty(void)
{
    unsigned long state = 17;
    size_t failures = 0, cases = 0;

    for (size_t n = 1; n <= 24; n++)
        for (size_t k = 1; k <= n; k += 1 + k / 4)
            for (int kind = 0; kind < 5; kind++) {
                ce_similarity s = {0};
                ce_partition p = {0};
                ce_error err = {0};
                double size[24];

                if (ce_similarity_alloc_dense(&s, n, "", "", &err))
                    return;
                for (size_t i = 0; i < n; i++) {
                    size[i] = kind == 0   ? 1
                              : kind == 1 ? floor(pow(10, 6 * noise(&state)))
                              : kind == 2 ? i == 0 ? 1e6 : 1
                              : kind == 3 ? noise(&state)
                                          : 0;
                    for (size_t j = i + 1; j < n && kind; j++)
                        s.values[ce_packed_index(n, i, j)] =
                            kind == 2 || noise(&state) < .3 ? noise(&state) : 0;
                }
                if (ce_metis_similarity(&s, size,
                                        &(ce_metis_options){.k = k, .seed = n, .scheme = n % 2}, &p,
                                        &err)) {
                    puts(err.text);
                    failures++;
                }
                failures += (size_t)p.k != k;
                cases++;
                ce_similarity_free(&s);
                ce_partition_free(&p);
            }
    printf("never empty: %s\n", cases > 500 && failures == 0 ? "ok" : "WRONG");
}

/* Large graphs with a few heavy vertices, by k-way: the rule that keeps METIS from printing. */
static void check_kway_heavy(void)
{
    enum { N = 600, K = 20 };
    size_t failures = 0;
    unsigned long state = 23;

    for (int t = 1; t < 20; t += 3) {
        ce_similarity s = {0};
        ce_partition p = {0};
        ce_error err = {0};
        double size[N];

        if (ce_similarity_alloc_dense(&s, N, "", "", &err))
            return;
        for (size_t i = 0; i < N; i++) {
            size[i] = noise(&state) < .02 ? floor(1 + 15 * t * noise(&state)) : 1;
            for (size_t j = i + 1; j < N; j++)
                s.values[ce_packed_index(N, i, j)] = noise(&state) < .005 * t ? noise(&state) : 0;
        }
        failures += ce_metis_similarity(
                        &s, size, &(ce_metis_options){.k = K, .seed = 1, .scheme = CE_METIS_KWAY},
                        &p, &err) ||
                    p.k != K;
        ce_similarity_free(&s);
        ce_partition_free(&p);
    }
    printf("k-way with heavy vertices: %s\n", failures ? "WRONG" : "ok");
}

/* The graph of a similarity gives what the similarity gives, scaled and not, and so does the sparse
 * form. */
static void check_forms(void)
{
    enum { N = 90 };
    ce_similarity dense = {0}, sparse = {0};
    ce_graph graph = {0};
    ce_partition a = {0}, b = {0}, c = {0};
    ce_metis_options options = {.k = 4, .seed = 5};
    ce_error err = {0};
    unsigned long state = 31;
    double size[N];
    size_t e = 0;

    if (ce_similarity_alloc_dense(&dense, N, "", "", &err) ||
        ce_similarity_alloc_sparse(&sparse, N, N * N, &err))
        return;
    for (size_t i = 0; i < N; i++) {
        size[i] = floor(1 + 5 * noise(&state));
        for (size_t j = i; j < N; j++)
            dense.values[ce_packed_index(N, i, j)] = noise(&state) < .2 ? noise(&state) : 0;
    }
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++)
            if (at(&dense, i, j) != 0) {
                sparse.column[e] = (int32_t)j;
                sparse.values[e++] = at(&dense, i, j);
            }
        sparse.row_start[i + 1] = e;
    }
    if (ce_graph_from_similarity(&graph, &dense, size, &err) ||
        ce_metis(&graph, &options, &a, &err) ||
        ce_metis_similarity(&dense, size, &options, &b, &err) ||
        ce_metis_similarity(&sparse, size, &options, &c, &err))
        puts(err.text);
    else
        printf("forms: %s\n", memcmp(a.labels, b.labels, sizeof(int32_t) * N) ||
                                      memcmp(a.labels, c.labels, sizeof(int32_t) * N)
                                  ? "WRONG"
                                  : "ok");
    ce_similarity_free(&dense);
    ce_similarity_free(&sparse);
    ce_graph_free(&graph);
    ce_partition_free(&a);
    ce_partition_free(&b);
    ce_partition_free(&c);
}

/* Is the graph of a similarity what the header says, edge by edge? */
static int graph_is(const ce_graph *graph, const ce_similarity *s, const double *size)
{
    size_t e = 0, pairs = 0, n = s->n;
    double least = HUGE_VAL;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            pairs += at(s, i, j) > 0;
            least = fmin(least, at(s, i, j));
        }
    if (pairs < n * (n - 1) / 2 || n < 2)
        least = 0;
    for (size_t i = 0; i < n; i++) {
        if (graph->row_start[i] != e || (size && graph->vertex_weight[i] != size[i]))
            return 0;
        for (size_t j = 0; j < n; j++) {
            if (i == j || !(at(s, i, j) > 0))
                continue;
            if (e >= graph->row_start[i + 1] || graph->neighbour[e] != (int32_t)j ||
                graph->weight[e] != (at(s, i, j) - least) * (size ? size[i] * size[j] : 1))
                return 0;
            e++;
        }
    }
    return graph->row_start[n] == e && graph->n == n && !size == !graph->vertex_weight;
}

/* Random similarities, with every pair and with few, dense and sparse, with sizes and without. */
static void check_graphs(void)
{
    enum { MOST = 12 };
    unsigned long state = 37;
    size_t wrong = 0;

    for (int t = 0; t < 200; t++) {
        size_t n = 1 + (size_t)(MOST * noise(&state)), e = 0;
        double size[MOST], density = t % 3 ? .4 : 1;
        ce_similarity dense = {0}, sparse = {0};
        ce_graph graph = {0};
        ce_error err = {0};

        if (ce_similarity_alloc_dense(&dense, n, "", "", &err) ||
            ce_similarity_alloc_sparse(&sparse, n, n * n, &err))
            exit(1);
        for (size_t i = 0; i < n; i++) {
            size[i] = floor(1 + 5 * noise(&state));
            for (size_t j = i; j < n; j++)
                dense.values[ce_packed_index(n, i, j)] =
                    noise(&state) < density ? (1 + floor(15 * noise(&state))) / 16 : 0;
        }
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++)
                if (at(&dense, i, j) != 0 || (i + j) % 3 == 0) { /* also some that are 0 */
                    sparse.column[e] = (int32_t)j;
                    sparse.values[e++] = at(&dense, i, j);
                }
            sparse.row_start[i + 1] = e;
        }
        for (int form = 0; form < 4; form++) {
            const ce_similarity *s = form % 2 ? &sparse : &dense;
            const double *sizes = form / 2 ? size : NULL;
            wrong +=
                ce_graph_from_similarity(&graph, s, sizes, &err) || !graph_is(&graph, s, sizes);
            ce_graph_free(&graph);
        }
        if (n > 3) {
            dense.values[ce_packed_index(n, 1, 3)] = -.5;
            wrong += ce_graph_from_similarity(&graph, &dense, size, &err) != CE_EINPUT ||
                     strcmp(err.text, "the similarity of objects 2 and 4 is -0.5; a graph needs "
                                      "similarities >= 0") != 0 ||
                     graph.neighbour != NULL;
        }
        ce_similarity_free(&dense);
        ce_similarity_free(&sparse);
    }
    printf("graphs: %zu wrong\n", wrong);
}

int main(void)
{
    check_graphs();
    check_small(6, 2, 0, 1);
    check_small(10, 2, 0, .5);
    check_small(10, 2, 1, .5);
    check_small(9, 3, 0, .7);
    check_small(9, 3, 1, .7);
    check_small(8, 4, 1, .6);
    check_planted(2, CE_METIS_RECURSIVE, "recursive");
    check_planted(7, CE_METIS_RECURSIVE, "recursive");
    check_planted(7, CE_METIS_KWAY, "kway");
    check_never_empty();
    check_kway_heavy();
    check_forms();
    return 0;
}
