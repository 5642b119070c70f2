/* Starting centroids from chunklets against their definition written down plainly: every distance
 * is taken anew for every choice. */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "constrain/chunklet_start.h"
#include "random-chunklets.h"

enum { MOST = 80, MOST_D = 19 };

static double plain_squared(const double *a, const double *b, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += (a[s] - b[s]) * (a[s] - b[s]);
    return sum;
}

static void plain_mean(const ce_chunklets *c, size_t v, const ce_matrix *x, double *mean)
{
    for (size_t s = 0; s < x->columns; s++) {
        mean[s] = 0;
        for (size_t i = 0; i < x->rows; i++)
            mean[s] += c->of[i] == (int32_t)v ? x->values[i * x->columns + s] : 0;
        mean[s] /= (double)ce_chunklet_size(c, v);
    }
}

/* The lowest of `count` points, those not used, that is farthest from `have` centres. */
static size_t plain_farthest(const double *point, size_t count, size_t d, const unsigned char *used,
                             const double *centre, size_t have)
{
    size_t best = count;
    double most = -1;

    for (size_t i = 0; i < count; i++) {
        double least = INFINITY;
        for (size_t j = 0; j < have; j++)
            least = fmin(least, plain_squared(point + i * d, centre + j * d, d));
        if (!used[i] && least > most) {
            most = least;
            best = i;
        }
    }
    return best;
}

static void plain_fill(const ce_matrix *x, size_t k, size_t have, double *centre)
{
    unsigned char used[MOST] = {0};

    for (; have < k; have++) {
        size_t far = plain_farthest(x->values, x->rows, x->columns, used, centre, have);
        used[far] = 1;
        memcpy(centre + have * x->columns, x->values + far * x->columns,
               x->columns * sizeof *centre);
    }
}

static size_t plain_start(const ce_chunklets *c, const ce_matrix *x, size_t k, double *centre)
{
    static double means[MOST * MOST_D];
    unsigned char used[MOST] = {0};
    size_t d = x->columns, count = 0, first = 0, size = 0, have = 0;

    for (size_t v = 0; v < c->count; v++) {
        if (c->edge[v] == c->edge[v + 1])
            continue;
        plain_mean(c, v, x, means + count * d);
        if (ce_chunklet_size(c, v) > size) {
            size = ce_chunklet_size(c, v);
            first = count;
        }
        count++;
    }
    if (count <= k) {
        memcpy(centre, means, count * d * sizeof *centre);
        if (count)
            plain_fill(x, k, count, centre);
        return count;
    }
    for (size_t next = first; have < k;
         next = plain_farthest(means, count, d, used, centre, have)) {
        used[next] = 1;
        memcpy(centre + have++ * d, means + next * d, d * sizeof *centre);
    }
    return k;
}

static int plain_neighbours(const ce_chunklets *c, size_t a, size_t b)
{
    for (size_t e = c->edge[a]; e < c->edge[a + 1]; e++)
        if (c->neighbour[e] == (int32_t)b)
            return 1;
    return 0;
}

static size_t plain_seeds(const ce_chunklets *c, const ce_matrix *x, size_t k, int32_t *label,
                          double *centre)
{
    size_t taken[MOST], have = 0;
    int edges = c->edge[c->count] > 0;

    for (size_t i = 0; i < x->rows; i++)
        label[i] = -1;
    for (size_t size = x->rows; size > 0; size--)
        for (size_t v = 0; v < c->count; v++) {
            int all = have < k && ce_chunklet_size(c, v) == size &&
                      (edges ? ce_chunklet_degree(c, v) > 0 : have == 0 && size > 1);
            for (size_t t = 0; t < have && all; t++)
                all = plain_neighbours(c, v, taken[t]);
            if (!all)
                continue;
            plain_mean(c, v, x, centre + have * x->columns);
            for (size_t i = 0; i < x->rows; i++)
                if (c->of[i] == (int32_t)v)
                    label[i] = (int32_t)have;
            taken[have++] = v;
        }
    if (have)
        plain_fill(x, k, have, centre);
    return have;
}

static void compare(const double *a, const double *b, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        must(fabs(a[i] - b[i]) <= 1e-14 * (fabs(a[i]) + fabs(b[i])), what);
}

/* A mean that sums in doubles lose: (1 + 1e100 + 1 - 1e100) / 4. */
static void check_mean(void)
{
    static pairs p = {.count = 3, .i = {0, 1, 2}, .j = {1, 2, 3}};
    double values[4] = {1, 1e100, 1, -1e100}, centre[2];
    int32_t vertex[2];
    size_t chosen;
    ce_matrix x = {4, 1, values};
    ce_chunklets c = {0};
    ce_error err = {0};

    plain_chunklets(&p, 4, &c);
    must(!ce_chunklet_neighbourhoods(&c, &x, 1, vertex, centre, &chosen, &err), "neighbourhoods");
    must(chosen == 1 && centre[0] == .5, "the mean of a chunklet");
    plain_chunklets_free(&c);
}

int main(void)
{
    static double ours[MOST * MOST_D], plain[MOST * MOST_D];
    static int32_t our_label[MOST], plain_label[MOST];
    static pairs p;
    size_t more = 0, fewer = 0, none = 0, alone = 0, full = 0, runs = 600;
    ce_error err = {0};

    check_mean();
    for (size_t run = 0; run < runs; run++) {
        gsl_rng *rng = ce_random_alloc(run, CE_STREAM_SYNTH, 0, &err);
        size_t n = 2 + ce_random_below(rng, MOST - 2), d = 1 + ce_random_below(rng, MOST_D),
               k = 1 + ce_random_below(rng, n < 12 ? n : 12);
        size_t chosen, expected, objects = 0;
        int whole = run % 4 == 0; /* few different coordinates: many ties, and equal rows; means of
                                     up to ten are exact */
        ce_matrix x = {0};
        ce_chunklets c = {0};
        must(!ce_matrix_alloc(&x, n, d, &err), "memory");
        for (size_t i = 0; i < n * d; i++)
            x.values[i] =
                whole ? 2520 * (double)ce_random_below(rng, 4) : gsl_rng_uniform(rng) - .5;
        random_pairs(rng, n, ce_random_below(rng, whole ? n / 3 + 1 : 2 * n), NULL,
                     whole ? .5 * (double)ce_random_below(rng, 3) : .6, &p);
        plain_chunklets(&p, n, &c);

        expected = plain_start(&c, &x, k, plain);
        must(!ce_chunklet_start(&c, &x, k, ours, &chosen, &err), "a start");
        must(chosen == expected, "chunklets chosen as starts");
        compare(ours, plain, chosen ? k * d : 0, "starting centroids");
        none += chosen == 0;
        for (size_t v = 0; v < c.count; v++)
            objects += ce_chunklet_degree(&c, v) > 0;
        more += objects > k;
        fewer += objects > 0 && objects < k;

        expected = plain_seeds(&c, &x, k, plain_label, plain);
        must(!ce_chunklet_seeds(&c, &x, k, our_label, ours, &chosen, &err), "seeds");
        must(chosen == expected && !memcmp(our_label, plain_label, n * sizeof *our_label),
             "labels of seeds");
        compare(ours, plain, chosen ? k * d : 0, "centres of seeds");
        alone += chosen == 1;
        full += chosen == k;
        ce_matrix_free(&x);
        plain_chunklets_free(&c);
        gsl_rng_free(rng);
    }
    must(more > 50 && fewer > 50 && none > 20 && alone > 20 && full > 20, "cases of every kind");
    printf("%zu starts and %zu sets of seeds as by definition, of more chunklets than clusters, of "
           "fewer, of none\n",
           runs, runs);
    return 0;
}
