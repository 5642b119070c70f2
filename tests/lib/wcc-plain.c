/*
 * wcc-plain FILE K FORM RESTARTS ITERATIONS ROUNDS SEED: weighted consensus clustering written down
 * plainly, with whole matrices of the objects, and with the weights by trying every set of base
 * clusterings that can have a weight above 0. FORM is orthogonal or symmetric. Only the random
 * starts are those of the method, on objects. Prints the error and that with equal weights of the
 * best start, a line with a weight for each base clustering, and then the label of each object,
 * numbered by first appearance.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "io/label_table.h"
#include "print-clusters.h"

enum { OBJECTS = 80, MEMBERS = 9, CLUSTERS = 6 };

typedef double matrix[OBJECTS][OBJECTS];
typedef double factor[OBJECTS][CLUSTERS];

static ce_label_table table;
static size_t n, m, k;
static int orthogonal;
static matrix base[MEMBERS], mean, fitted;
static factor q;
static double s[CLUSTERS];

typedef struct {
    double error, before, weight[MEMBERS];
    size_t clusters;
    int cluster[OBJECTS];
} result;

static int32_t label_of(size_t i, size_t b)
{
    return table.labels.labels[b * n + i];
}

static int is_known(size_t i, size_t j, size_t b)
{
    return label_of(i, b) >= 0 && label_of(j, b) >= 0;
}

/* An object is always together with itself. */
static void set_bases(void)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double same = 0, both = 0;
            for (size_t b = 0; b < m; b++) {
                both += is_known(i, j, b);
                same += is_known(i, j, b) && label_of(i, b) == label_of(j, b);
            }
            for (size_t b = 0; b < m; b++) {
                base[b][i][j] = both > 0 ? same / both : 0;
                if (is_known(i, j, b))
                    base[b][i][j] = label_of(i, b) == label_of(j, b);
            }
        }
}

static void set_mean(const double *weight)
{
    memset(mean, 0, sizeof mean);
    for (size_t b = 0; b < m; b++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                mean[i][j] += weight[b] * base[b][i][j];
}

static void set_fitted(void)
{
    memset(fitted, 0, sizeof fitted);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t c = 0; c < k; c++)
                fitted[i][j] += q[i][c] * s[c] * q[j][c];
}

static double dot(const matrix a, const matrix b)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            sum += a[i][j] * b[i][j];
    return sum;
}

/* |mean - fitted|^2 */
static double error_now(void)
{
    double sum = 0;

    set_fitted();
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            sum += (mean[i][j] - fitted[i][j]) * (mean[i][j] - fitted[i][j]);
    return sum;
}

/* x: rows of sums of a_ij times the rows of q */
static void times_q(const matrix a, factor x)
{
    memset(x, 0, sizeof(factor));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t c = 0; c < k; c++)
                x[i][c] += a[i][j] * q[j][c];
}

static double inner(const factor a, size_t c, const factor b, size_t d)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i][c] * b[i][d];
    return sum;
}

static void update(void)
{
    factor x, next = {{0}};

    times_q(mean, x);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < k; c++) {
            double below = 0;
            for (size_t a = 0; a < k; a++)
                below += q[i][a] * (orthogonal ? inner(q, a, x, c) : inner(q, a, q, c));
            next[i][c] = q[i][c] * (orthogonal ? sqrt(x[i][c] / below) : cbrt(x[i][c] / below));
        }
    memcpy(q, next, sizeof q);
    if (!orthogonal)
        return;
    times_q(mean, x);
    for (size_t c = 0; c < k; c++) {
        double below = 0;
        next[0][c] = s[c];
        for (size_t a = 0; a < k; a++)
            below += inner(q, c, q, a) * s[a] * inner(q, a, q, c);
        next[0][c] = s[c] * sqrt(inner(q, c, x, c) / below);
    }
    memcpy(s, next[0], k * sizeof *s);
}

/* x: solution of a x = x, a bordered system of `size` equations. 0 where it has none. */
static int solve(double a[MEMBERS + 1][MEMBERS + 1], double *x, size_t size)
{
    for (size_t p = 0; p < size; p++) {
        size_t best = p;
        for (size_t r = p; r < size; r++)
            best = fabs(a[r][p]) > fabs(a[best][p]) ? r : best;
        if (fabs(a[best][p]) < 1e-9)
            return 0;
        for (size_t c = 0; c < size; c++) {
            double swap = a[p][c];
            a[p][c] = a[best][c];
            a[best][c] = swap;
        }
        double swap = x[p];
        x[p] = x[best];
        x[best] = swap;
        for (size_t r = 0; r < size; r++) {
            double times = r == p ? 0 : a[r][p] / a[p][p];
            for (size_t c = 0; c < size; c++)
                a[r][c] -= times * a[p][c];
            x[r] -= times * x[p];
        }
    }
    for (size_t p = 0; p < size; p++)
        x[p] /= a[p][p];
    return 1;
}

/* weight: that of the least |sum - fitted|^2 where just the base clusterings of `set` can have one;
 * 0 where one of them would be negative. */
static int weigh_set(unsigned set, double g[MEMBERS][MEMBERS], const double *target, double *weight)
{
    double a[MEMBERS + 1][MEMBERS + 1] = {{0}}, x[MEMBERS + 1];
    size_t of[MEMBERS], size = 0;

    for (size_t b = 0; b < m; b++)
        if (set >> b & 1)
            of[size++] = b;
    for (size_t r = 0; r < size; r++) {
        for (size_t c = 0; c < size; c++)
            a[r][c] = g[of[r]][of[c]];
        a[r][size] = a[size][r] = 1;
        x[r] = target[of[r]];
    }
    x[size] = 1;
    memset(weight, 0, m * sizeof *weight);
    if (!solve(a, x, size + 1))
        return 0;
    for (size_t r = 0; r < size; r++) {
        if (x[r] < 0)
            return 0;
        weight[of[r]] = x[r];
    }
    return 1;
}

static int is_equal(size_t b, size_t d)
{
    return !memcmp(&table.labels.labels[b * n], &table.labels.labels[d * n], n * sizeof(int32_t));
}

/* Base clusterings with the same labels share. */
static void share(double *weight)
{
    double shared[MEMBERS];

    for (size_t b = 0; b < m; b++) {
        double sum = 0, equal = 0;
        for (size_t d = 0; d < m; d++)
            if (is_equal(b, d)) {
                sum += weight[d];
                equal++;
            }
        shared[b] = sum / equal;
    }
    memcpy(weight, shared, m * sizeof *weight);
}

static void weigh(double *weight)
{
    double g[MEMBERS][MEMBERS], target[MEMBERS], tried[MEMBERS], least = INFINITY;

    set_fitted();
    for (size_t b = 0; b < m; b++) {
        target[b] = dot(base[b], fitted);
        for (size_t d = 0; d < m; d++)
            g[b][d] = dot(base[b], base[d]);
    }
    for (unsigned set = 1; set < 1U << m; set++) {
        double value = 0;
        if (!weigh_set(set, g, target, tried))
            continue;
        for (size_t b = 0; b < m; b++) {
            value -= 2 * tried[b] * target[b];
            for (size_t d = 0; d < m; d++)
                value += tried[b] * g[b][d] * tried[d];
        }
        if (value < least) {
            least = value;
            memcpy(weight, tried, sizeof tried);
        }
    }
    must(isfinite(least), "weights");
    share(weight);
}

static void run(gsl_rng *rng, int iterations, int rounds, result *r)
{
    int seen[CLUSTERS] = {0};

    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < k; c++)
            q[i][c] = gsl_rng_uniform_pos(rng);
    for (size_t c = 0; c < k; c++)
        s[c] = 1;
    for (size_t b = 0; b < m; b++)
        r->weight[b] = 1 / (double)m;
    for (int t = 0; t <= rounds; t++) {
        double last = r->error;
        if (t)
            weigh(r->weight);
        set_mean(r->weight);
        for (int u = 0; u < iterations; u++)
            update();
        r->error = error_now();
        if (!t)
            r->before = r->error;
        else if (r->error >= last)
            break;
    }
    r->clusters = 0;
    for (size_t i = 0; i < n; i++) {
        int best = 0;
        for (size_t c = 1; c < k; c++)
            if (q[i][c] * sqrt(s[c]) > q[i][best] * sqrt(s[best]))
                best = (int)c;
        r->cluster[i] = best;
        r->clusters += !seen[best];
        seen[best] = 1;
    }
}

int main(int argc, char **argv)
{
    const ce_table_format format = {0};
    ce_error err = {0};
    result best = {0}, now = {0};

    must(argc == 8 && !ce_label_table_read(&table, argv[1], &format, &err), "usage");
    n = table.labels.n;
    m = table.labels.m;
    k = strtoul(argv[2], NULL, 10);
    orthogonal = !strcmp(argv[3], "orthogonal");
    must(n <= OBJECTS && m <= MEMBERS && k <= CLUSTERS, "a small table");
    set_bases();
    for (size_t r = 0; r < strtoul(argv[4], NULL, 10); r++) {
        gsl_rng *rng = ce_random_alloc(strtoull(argv[7], NULL, 10), CE_STREAM_CONSENSUS, r, &err);
        must(rng != NULL, "memory");
        run(rng, atoi(argv[5]), atoi(argv[6]), &now);
        gsl_rng_free(rng);
        if (!r || now.clusters > best.clusters ||
            (now.clusters == best.clusters && now.error < best.error))
            best = now;
    }
    printf("%.9g %.9g\n", best.error, best.before);
    for (size_t b = 0; b < m; b++)
        printf("%.9g%c", best.weight[b], b + 1 < m ? ' ' : '\n');
    print_clusters(best.cluster, n, CLUSTERS);
    ce_label_table_free(&table);
    return 0;
}
