/* random-walk: the random walker against a dense solution of its equations, and by what must hold.
 * One line a check; Bats compares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "linalg/linalg.h"
#include "partition/graph/random_walk.h"
#include "partition/graph/seed_regions.h"

static double noise(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void print_labels(const char *name, int rc, const int32_t *labels, size_t n,
                         const ce_error *err)
{
    printf("%s:", name);
    if (rc)
        printf(" %d %s", rc, err->text);
    for (size_t i = 0; i < n && !rc; i++)
        printf(" %d", labels[i] + 1);
    putchar('\n');
}

static void dense_of(ce_similarity *s, size_t n, const double *full)
{
    ce_error err = {0};

    if (ce_similarity_alloc_dense(s, n, "", "", &err))
        exit(1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            s->values[ce_packed_index(n, i, j)] = full[i * n + j];
}

static void sparse_of(ce_similarity *s, size_t n, const double *full)
{
    ce_error err = {0};
    size_t e = 0;

    if (ce_similarity_alloc_sparse(s, n, n * n, &err))
        exit(1);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            if (full[i * n + j] != 0) {
                s->column[e] = (int32_t)j;
                s->values[e++] = full[i * n + j];
            }
        s->row_start[i + 1] = e;
    }
}

/* k groups by turns: similarities in tenths, so that there are ties. */
static void groups(double *full, size_t n, size_t k, unsigned long seed)
{
    unsigned long state = seed;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double u = noise(&state);
            full[i * n + j] = full[j * n + i] =
                i == j ? 1 : floor(11 * (i % k == j % k ? 1 - u * u : u * u * u)) / 10;
        }
}

/* ---- the slow form ---- */

/* Whether i and j are linked: s > 0, and fewer than `neighbours` others of one of them are nearer.
 */
static int linked(const double *full, size_t n, size_t i, size_t j, size_t neighbours)
{
    size_t nearer_i = 0, nearer_j = 0;

    for (size_t l = 0; l < n; l++) {
        nearer_i += l != i && full[i * n + l] > full[i * n + j];
        nearer_j += l != j && full[j * n + l] > full[i * n + j];
    }
    return i != j && full[i * n + j] > 0 && (nearer_i < neighbours || nearer_j < neighbours);
}

/* Solves (D - W) x = W m among the vertices without a seed by Gaussian elimination; p: n x k. 0
 * when there is no unique solution. */
static int slow_walk(const double *full, const double *size, size_t n, size_t k, size_t neighbours,
                     double beta, const int32_t *seed, double *p)
{
    size_t wide = n + k;
    double *a = calloc(n * wide, sizeof *a);
    int fine = 1;

    for (size_t i = 0; i < n; i++) {
        if (seed[i] >= 0) {
            a[i * wide + i] = a[i * wide + n + (size_t)seed[i]] = 1;
            continue;
        }
        for (size_t j = 0; j < n; j++) {
            double w = exp(-beta * (1 - full[i * n + j])) * size[i] * size[j];
            if (!linked(full, n, i, j, neighbours))
                continue;
            a[i * wide + i] += w;
            a[i * wide + j] -= w;
        }
    }
    for (size_t c = 0; c < n && fine; c++) {
        size_t best = c;
        for (size_t r = c; r < n; r++)
            if (fabs(a[r * wide + c]) > fabs(a[best * wide + c]))
                best = r;
        fine = fabs(a[best * wide + c]) > 1e-300;
        for (size_t s = 0; s < wide && fine; s++) {
            double swap = a[c * wide + s];
            a[c * wide + s] = a[best * wide + s];
            a[best * wide + s] = swap;
        }
        for (size_t r = 0; r < n && fine; r++) {
            double factor = a[r * wide + c] / a[c * wide + c];
            for (size_t s = c; s < wide && r != c && factor != 0; s++)
                a[r * wide + s] -= factor * a[c * wide + s];
        }
    }
    for (size_t i = 0; i < n && fine; i++)
        for (size_t g = 0; g < k; g++)
            p[i * k + g] = a[i * wide + n + g] / a[i * wide + i];
    free(a);
    return fine;
}

static void check_slow(size_t n, size_t k, size_t neighbours, double beta, int with_sizes,
                       double tolerance)
{
    double *full = malloc(n * n * sizeof *full), *size = malloc(n * sizeof *size);
    double *slow = malloc(n * k * sizeof *slow), *p = malloc(n * k * sizeof *p);
    int32_t *seed = malloc(n * sizeof *seed);
    unsigned long state = 11;
    int fine;

    groups(full, n, k, n + k);
    for (size_t i = 0; i < n; i++) {
        size[i] = with_sizes ? 1 + floor(9 * noise(&state)) : 1;
        seed[i] = i < 2 * k ? (int32_t)(i % k) : -1;
    }
    fine = slow_walk(full, size, n, k, neighbours, beta, seed, slow);
    printf("slow %zu k=%zu neighbours=%zu beta=%g%s:%s", n, k, neighbours, beta,
           with_sizes ? " sizes" : "", fine ? "" : " singular");
    for (int form = 0; form < 4; form++) {
        ce_similarity s = {0};
        ce_partition partition = {0};
        ce_error err = {0};
        ce_random_walk_options options = {k, neighbours, beta, 0, seed, p};
        double worst = 0, sum_worst = 0, least = 0, largest = 0;
        size_t wrong = 0;
        ce_threads_set(form % 2 ? 4 : 1);
        (form / 2 ? sparse_of : dense_of)(&s, n, full);
        if (ce_random_walk(&s, with_sizes ? size : NULL, &options, &partition, &err))
            puts(err.text);
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            size_t best = 0;
            for (size_t g = 0; g < k; g++) {
                worst = fmax(worst, fabs(p[i * k + g] - slow[i * k + g]));
                sum += p[i * k + g];
                least = fmin(least, p[i * k + g]);
                largest = fmax(largest, p[i * k + g]);
                best = slow[i * k + g] > slow[i * k + best] + 1e-9 ? g : best;
            }
            sum_worst = fmax(sum_worst, fabs(sum - 1));
            wrong +=
                (size_t)partition.labels[i] != best; /* seeds come first, in the order of regions */
        }
        if (worst <= tolerance && sum_worst < 1e-9 && least >= 0 && largest <= 1 && !wrong &&
            (size_t)partition.k == k)
            printf(" ok");
        else
            printf(" WRONG by %g, sums by %g, from %g to %g, %zu labels", worst, sum_worst, least,
                   largest, wrong);
        ce_similarity_free(&s);
        ce_partition_free(&partition);
    }
    putchar('\n');
    free(full);
    free(size);
    free(slow);
    free(p);
    free(seed);
}

/* Rows with sizes give what the objects behind them give, when all links are kept. */
static void check_sizes(void)
{
    enum { G = 40, K = 3 };
    double *small = malloc(G * G * sizeof *small), *large = malloc(G * G * 25 * sizeof *large),
           size[G];
    size_t of[G * 5], n = 0, wrong = 0;
    int32_t seeds[G], spread[G * 5];
    ce_similarity s = {0}, t = {0};
    ce_partition p = {0}, q = {0};
    ce_error err = {0};
    ce_random_walk_options options = {.k = K, .neighbours = 1000, .beta = 8};
    unsigned long state = 3;

    groups(small, G, K, 21);
    for (size_t g = 0; g < G; g++) {
        size[g] = 1 + floor(5 * noise(&state));
        seeds[g] = g < 2 * K ? (int32_t)(g % K) : -1;
        for (size_t r = 0; r < (size_t)size[g]; r++) {
            spread[n] = seeds[g];
            of[n++] = g;
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            large[i * n + j] = small[of[i] * G + of[j]];
    dense_of(&s, G, small);
    dense_of(&t, n, large);
    options.seeds = seeds;
    if (ce_random_walk(&s, size, &options, &p, &err))
        puts(err.text);
    options.seeds = spread;
    if (ce_random_walk(&t, NULL, &options, &q, &err))
        puts(err.text);
    for (size_t i = 0; i < n; i++)
        wrong += p.labels[of[i]] != q.labels[i];
    printf("sizes: k=%d, %zu of %zu differ\n", p.k, wrong, n);
    free(small);
    free(large);
    ce_similarity_free(&s);
    ce_similarity_free(&t);
    ce_partition_free(&p);
    ce_partition_free(&q);
}

/* Objects in another order get the same clusters. */
static void check_order(void)
{
    enum { N = 120, K = 4 };
    double *full = malloc(N * N * sizeof *full), *turned = malloc(N * N * sizeof *turned);
    ce_similarity s = {0}, t = {0};
    ce_partition p = {0}, q = {0};
    ce_error err = {0};
    ce_random_walk_options options = {.k = K};
    size_t wrong = 0;

    groups(full, N, K, 5);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            turned[i * N + j] = full[(i * 7 + 3) % N * N + (j * 7 + 3) % N];
    dense_of(&s, N, full);
    dense_of(&t, N, turned);
    if (ce_random_walk(&s, NULL, &options, &p, &err) ||
        ce_random_walk(&t, NULL, &options, &q, &err))
        puts(err.text);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            wrong += (q.labels[i] == q.labels[j]) !=
                     (p.labels[(i * 7 + 3) % N] == p.labels[(j * 7 + 3) % N]);
    printf("order: k=%d, %zu pairs differ\n", p.k, wrong);
    free(full);
    free(turned);
    ce_similarity_free(&s);
    ce_similarity_free(&t);
    ce_partition_free(&p);
    ce_partition_free(&q);
}

static void check_seeds(void)
{
    /* cores {1 2 3} {4 5} {6 7}, and 8 alone; {4 5} is nearer to {6 7} than to {1 2 3} */
    static const double cores[] = {1,  1,  .9, .2, .2, 0,   0,  .1, 1,  1,  1,  .2, .2, 0,  0,   .1,
                                   .9, 1,  1,  .2, .2, 0,   0,  .1, .2, .2, .2, 1,  1,  .5, .5,  0,
                                   .2, .2, .2, 1,  1,  .5,  .5, 0,  0,  0,  0,  .5, .5, 1,  .95, 0,
                                   0,  0,  0,  .5, .5, .95, 1,  0,  .1, .1, .1, 0,  0,  0,  0,   1};
    /* all at .9 and more: one core */
    static const double chain[] = {1, .9, .5, .2, .9, 1, .9, .5, .5, .9, 1, .9, .2, .5, .9, 1};
    static const double apart[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const double heavy[] = {1, 5, 1};
    static const struct {
        const char *name;
        const double *full, *size;
        size_t n, k;
        double core;
    } cases[] = {
        {"cores k=1", cores, NULL, 8, 1, .9},       {"cores k=2", cores, NULL, 8, 2, .9},
        {"cores k=3", cores, NULL, 8, 3, .9},       {"cores k=4", cores, NULL, 8, 4, .9},
        {"cores k=8", cores, NULL, 8, 8, .9},       {"cores core=1", cores, NULL, 8, 2, 1},
        {"chain k=1", chain, NULL, 4, 1, .9},       {"chain k=3", chain, NULL, 4, 3, .9},
        {"apart k=2", apart, NULL, 3, 2, .9},       {"apart k=2 sizes", apart, heavy, 3, 2, .9},
        {"apart k=3 sizes", apart, heavy, 3, 3, .9}};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int form = 0; form < 2; form++) {
            ce_similarity s = {0};
            ce_error err = {0};
            int32_t region[8];
            int rc;
            (form ? sparse_of : dense_of)(&s, cases[c].n, cases[c].full);
            rc = ce_seed_regions(&s, cases[c].size, cases[c].k, cases[c].core, region, &err);
            print_labels(cases[c].name, rc, region, cases[c].n, &err);
            ce_similarity_free(&s);
        }
}

static void check_awkward(void)
{
    /* {1 2 3} in one piece, {4 5} and {6} in others; 4 and 5 have .3 and .1 with the seeds, too
     * little for one neighbour */
    static const double pieces[] = {1,  .9, .8, .1, 0,  0, .9, 1, .8, 0, 0,  0,
                                    .8, .8, 1,  .3, .3, 0, .1, 0, .3, 1, .9, 0,
                                    0,  0,  .3, .9, 1,  0, 0,  0, 0,  0, 0,  1};
    static const double one[] = {1}, large[] = {1, 2, 2, 1}, negative[] = {1, -.5, -.5, 1};
    static const double last[] = {1, 0, 0, 0, 1, 3, 0, 3, 1},
                        diagonal[] = {1, 0, 0, 0, 7, 0, 0, 0, -1};
    static const int32_t seeds[] = {0, 0, 1, -1, -1, -1}, none[] = {0, 0, 0, -1, -1, -1},
                         outside[] = {0, 1, 2, -1, -1, -1};
    static const int32_t all[] = {0, 1, 1, 0, 1, 0};
    static const struct {
        const char *name;
        const double *full;
        const int32_t *seeds;
        size_t n, k, neighbours;
    } cases[] = {{"pieces", pieces, seeds, 6, 2, 1},    {"no seed", pieces, none, 6, 2, 1},
                 {"outside", pieces, outside, 6, 2, 1}, {"all seeds", pieces, all, 6, 2, 2},
                 {"k=1", pieces, NULL, 6, 1, 3},        {"k=6", pieces, NULL, 6, 6, 3},
                 {"k=7", pieces, NULL, 6, 7, 3},        {"k=0", pieces, NULL, 6, 0, 3},
                 {"one", one, NULL, 1, 1, 0},           {"large", large, NULL, 2, 1, 0},
                 {"negative", negative, NULL, 2, 1, 0}, {"last", last, NULL, 3, 1, 0},
                 {"diagonal", diagonal, NULL, 3, 3, 0}};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int form = 0; form < 2; form++) {
            ce_similarity s = {0};
            ce_partition p = {0};
            ce_error err = {0};
            ce_random_walk_options options = {
                .k = cases[c].k, .neighbours = cases[c].neighbours, .seeds = cases[c].seeds};
            int rc;
            (form ? sparse_of : dense_of)(&s, cases[c].n, cases[c].full);
            rc = ce_random_walk(&s, NULL, &options, &p, &err);
            print_labels(cases[c].name, rc, p.labels, p.n, &err);
            ce_similarity_free(&s);
            ce_partition_free(&p);
        }
}

/* ---- seed regions and pieces, plainly ---- */

enum { MOST = 24 };

/* Similarities without ties, of `groups` groups by turns: one pair in `strong` of a group is at
 * least .9, and of the other pairs two in three are 0. */
static void make_tieless(double *full, size_t n, size_t groups, size_t strong, unsigned long *state)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double u = noise(state), v = noise(state);
            if (i == j)
                u = 1;
            else if (i % groups == j % groups && v * (double)strong < 1)
                u = .9 + .1 * u;
            else
                u = v < .33 ? .89 * u : 0;
            full[i * n + j] = full[j * n + i] = u;
        }
}

/* Spreads the lowest number of vertices that `joined` joins. */
static void components(const char *joined, size_t n, int32_t *of)
{
    int changed = 1;

    for (size_t i = 0; i < n; i++)
        of[i] = (int32_t)i;
    while (changed) {
        changed = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                if (joined[i * n + j] && of[j] < of[i]) {
                    of[i] = of[j];
                    changed = 1;
                }
    }
}

static double weight_of(const int32_t *region, const double *size, size_t n, int32_t r)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += region[i] == r ? size[i] : 0;
    return sum;
}

/* The mean s over the pairs of objects of two regions. */
static double mean_between(const double *full, const double *size, size_t n, const int32_t *region,
                           int32_t x, int32_t y)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (region[i] == x && region[j] == y)
                sum += full[i * n + j] * size[i] * size[j];
    return sum / weight_of(region, size, n, x) / weight_of(region, size, n, y);
}

/* The mean s of a vertex to the objects of a region. */
static double mean_to(const double *full, const double *size, size_t n, const int32_t *region,
                      size_t i, int32_t r)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += region[j] == r ? full[i * n + j] * size[j] : 0;
    return sum / weight_of(region, size, n, r);
}

static size_t vertices_in(const int32_t *region, size_t n, int32_t r)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += region[i] == r;
    return count;
}

/* Keeps the cores that are large enough, and the largest others while there are fewer than k.
 * Returns how many; a region is named by its first vertex. */
static size_t slow_candidates(const double *size, size_t n, size_t k, const int32_t *core,
                              int32_t *region)
{
    double total = 0;
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        total += size[i];
        region[i] = -1;
    }
    for (;;) {
        int32_t best = -1;
        for (size_t r = 0; r < n; r++)
            if (core[r] == (int32_t)r && region[r] < 0 &&
                (best < 0 || weight_of(core, size, n, (int32_t)r) > weight_of(core, size, n, best)))
                best = (int32_t)r;
        if (best < 0 || weight_of(core, size, n, best) < 2 ||
            (kept >= k && weight_of(core, size, n, best) * 10 * (double)k < total))
            return kept;
        for (size_t i = 0; i < n; i++)
            region[i] = core[i] == best ? best : region[i];
        kept++;
    }
}

static void slow_merge(const double *full, const double *size, size_t n, int32_t *region)
{
    double most = -1;
    int32_t a = 0, b = 0;

    for (int32_t x = 0; x < (int32_t)n; x++)
        for (int32_t y = x + 1; y < (int32_t)n; y++)
            if (region[x] == x && region[y] == y &&
                mean_between(full, size, n, region, x, y) > most) {
                most = mean_between(full, size, n, region, x, y);
                a = x;
                b = y;
            }
    for (size_t i = 0; i < n; i++)
        region[i] = region[i] == b ? a : region[i];
}

/* Single vertices get the numbers from n on. A mean is to a region as it was before any vertex was
 * added. */
static void slow_add(const double *full, const double *size, size_t n, size_t k, size_t regions,
                     int32_t *region)
{
    int32_t before[MOST];

    memcpy(before, region, n * sizeof *region);
    for (; regions < k; regions++) {
        size_t best = n;
        double least = 0;
        for (size_t i = 0; i < n; i++) {
            double nearest = 0;
            for (int32_t r = 0; r < (int32_t)n; r++)
                if (vertices_in(before, n, r))
                    nearest = fmax(nearest, mean_to(full, size, n, before, i, r));
            for (size_t j = 0; j < n; j++)
                if (region[j] >= (int32_t)n)
                    nearest = fmax(nearest, full[i * n + j]);
            if (!regions)
                nearest = -size[i];
            if (region[i] >= 0 && vertices_in(region, n, region[i]) == 1)
                continue;
            if (best == n || nearest < least - 1e-9) {
                best = i;
                least = nearest;
            }
        }
        region[best] = (int32_t)(n + regions);
    }
}

static void check_regions(void)
{
    unsigned long state = 77;
    size_t wrong = 0, merged = 0, added = 0;

    for (size_t trial = 0; trial < 400; trial++) {
        size_t n = 6 + (size_t)(noise(&state) * (MOST - 5)), k = 1 + trial % 5, kept;
        double full[MOST * MOST], size[MOST];
        int32_t core[MOST], slow[MOST], region[MOST];
        char joined[MOST * MOST];
        make_tieless(full, n, 2 + trial % 4, 1 + trial / 100, &state);
        for (size_t i = 0; i < n; i++)
            size[i] = trial % 2 ? 1 + floor(4 * noise(&state)) : 1;
        if (trial % 8 == 7)
            size[0] = 90; /* the tenth of a mean cluster is then more than a small core has */
        for (size_t e = 0; e < n * n; e++)
            joined[e] = full[e] >= .9;
        components(joined, n, core);
        kept = slow_candidates(size, n, k, core, slow);
        merged += kept > k;
        added += kept < k;
        for (size_t regions = kept; regions > k; regions--)
            slow_merge(full, size, n, slow);
        slow_add(full, size, n, k, kept, slow);
        for (int form = 0; form < 2; form++) {
            ce_similarity s = {0};
            ce_error err = {0};
            (form ? sparse_of : dense_of)(&s, n, full);
            if (ce_seed_regions(&s, trial % 2 ? size : NULL, k, .9, region, &err))
                puts(err.text);
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j < n; j++)
                    wrong += (region[i] < 0) != (slow[i] < 0) ||
                             (region[i] == region[j]) != (slow[i] == slow[j]);
            ce_similarity_free(&s);
        }
    }
    printf("regions: %s merged, %s added, %zu pairs wrong\n", merged > 50 ? "many" : "few",
           added > 50 ? "many" : "few", wrong);
}

/* Pieces of the graph without a seed, one neighbour a vertex: each goes as a whole to the region of
 * the largest mean similarity. */
static void check_pieces(void)
{
    enum { K = 3 };
    unsigned long state = 78;
    size_t wrong = 0, several = 0;

    for (size_t trial = 0; trial < 200; trial++) {
        double full[MOST * MOST], size[MOST];
        int32_t seed[MOST], piece[MOST];
        char joined[MOST * MOST];
        size_t pieces = 0;
        make_tieless(full, MOST, 2 + trial % 4, 3, &state);
        for (size_t i = 0; i < MOST; i++) {
            size[i] = trial % 2 ? 1 + floor(4 * noise(&state)) : 1;
            seed[i] = -1;
        }
        for (size_t i = 0; i < K + 2; i++) /* not always the first vertices */
            seed[(i + trial) % MOST] = (int32_t)(i % K);
        for (size_t i = 0; i < MOST; i++)
            for (size_t j = 0; j < MOST; j++)
                joined[i * MOST + j] = (char)linked(full, MOST, i, j, 1);
        components(joined, MOST, piece);
        for (int form = 0; form < 2; form++) {
            ce_similarity s = {0};
            ce_partition partition = {0};
            ce_error err = {0};
            ce_random_walk_options options = {.k = K, .neighbours = 1, .seeds = seed};
            (form ? sparse_of : dense_of)(&s, MOST, full);
            if (ce_random_walk(&s, trial % 2 ? size : NULL, &options, &partition, &err))
                puts(err.text);
            for (int32_t r = 0; r < MOST; r++) { /* its first vertex */
                int32_t other[MOST];
                size_t best = 0, seeds = 0;
                double mean[K];
                for (size_t i = 0; i < MOST; i++)
                    seeds += piece[i] == r && seed[i] >= 0;
                if (piece[r] != r || seeds)
                    continue;
                for (size_t i = 0; i < MOST; i++)
                    other[i] = piece[i] == r ? K : seed[i];
                for (int32_t g = 0; g < K; g++)
                    mean[g] = mean_between(full, size, MOST, other, K, g);
                for (size_t g = 1; g < K; g++)
                    best = mean[g] > mean[best] * (1 + 1e-9) ? g : best;
                for (size_t i = 0; i < MOST; i++)
                    wrong += piece[i] == r &&
                             partition.labels[i] != partition.labels[(best + trial) % MOST];
                pieces++;
            }
            ce_similarity_free(&s);
            ce_partition_free(&partition);
        }
        several += pieces > 2;
    }
    printf("pieces without a seed: %s, %zu vertices wrong\n", several > 50 ? "several" : "few",
           wrong);
}

int main(void)
{
    ce_linalg_start();
    check_slow(60, 3, 10, 30, 0, 1e-6);
    check_slow(150, 5, 4, 10, 0, 1e-9);
    check_slow(150, 5, 200, 5, 1, 1e-9);
    check_slow(80, 2, 6, 20, 1, 1e-8);
    check_sizes();
    check_order();
    check_seeds();
    check_regions();
    check_pieces();
    check_awkward();
    return 0;
}
