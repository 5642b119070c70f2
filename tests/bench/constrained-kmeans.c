/*
 * constrained-kmeans N D K PAIRS ITERATIONS: the time of an iteration of COP-KMeans with PAIRS
 * constraints, and of one of plain k-means, from the same starting centres, on one thread. Data are
 * K overlapping spheres; constraints are random pairs of objects, as the spheres have them. An
 * iteration is the time of a run of ITERATIONS at most less that of a run of one, by the number of
 * iterations between them. Prints: for COP-KMeans and for plain k-means milliseconds of CPU an
 * iteration and iterations, then milliseconds for the closure, dead ends, and violated constraints.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/parallel.h"
#include "core/random.h"
#include "generate/kmeans_ensemble.h"
#include "score/violations.h"

enum { REPEATS = 3 };

typedef struct {
    double milliseconds; /* of CPU; the best of a few */
    size_t iterations, dead_ends, violated;
} measured;

static double milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void fail(const ce_error *err)
{
    fprintf(stderr, "constrained-kmeans: %s\n", err->text);
    exit(1);
}

/* sphere: n: which one each object is of. */
static void draw(gsl_rng *rng, ce_matrix *x, size_t k, int32_t *sphere)
{
    size_t d = x->columns;
    double *middle = malloc(k * d * sizeof *middle);

    for (size_t v = 0; v < k * d; v++)
        middle[v] = gsl_rng_uniform(rng);
    for (size_t i = 0; i < x->rows; i++) {
        sphere[i] = (int32_t)ce_random_below(rng, k);
        for (size_t s = 0; s < d; s++)
            x->values[i * d + s] =
                middle[(size_t)sphere[i] * d + s] +
                .6 * (gsl_rng_uniform(rng) + gsl_rng_uniform(rng) + gsl_rng_uniform(rng) - 1.5);
    }
    free(middle);
}

static void draw_pairs(gsl_rng *rng, size_t count, const int32_t *sphere, ce_constraints *pairs)
{
    ce_error err = {0};

    while (pairs->count < count) {
        int32_t i = (int32_t)ce_random_below(rng, pairs->n),
                j = (int32_t)ce_random_below(rng, pairs->n);
        if (i != j &&
            ce_constraints_add(pairs, i, j, sphere[i] == sphere[j] ? CE_MUST_LINK : CE_CANNOT_LINK,
                               0, &err))
            fail(&err);
    }
}

static measured run(const ce_matrix *x, ce_kmeans_ensemble_options *o, size_t most,
                    const ce_constraints *pairs)
{
    measured m = {.milliseconds = INFINITY};

    o->kmeans.max_iterations = most;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        ce_labels labels = {0};
        ce_centre_member member = {0};
        ce_error err = {0};
        ce_violations found;
        double begin = milliseconds();
        if (ce_generate_kmeans(x, o, &labels, &member, NULL, &err))
            fail(&err);
        m.milliseconds = fmin(m.milliseconds, milliseconds() - begin);
        found = ce_violations_count(pairs, ce_labels_column(&labels, 0));
        m.iterations = member.iterations;
        m.dead_ends = member.dead_ends;
        m.violated = found.must + found.cannot;
        ce_labels_free(&labels);
    }
    return m;
}

int main(int argc, char **argv)
{
    size_t number[5], chosen[4096];
    ce_matrix x = {0};
    ce_constraints pairs = {0};
    ce_chunklets chunklets = {0};
    ce_error err = {0};
    measured cop = {0};
    int32_t *sphere;
    double *start, closure;
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);

    for (int a = 1; a < argc && a <= 5; a++)
        number[a - 1] = strtoul(argv[a], NULL, 10);
    if (argc != 6 || !rng || number[2] > 4096 || ce_matrix_alloc(&x, number[0], number[1], &err))
        return 2;
    ce_threads_set(1);
    pairs.n = number[0];
    sphere = malloc(number[0] * sizeof *sphere);
    start = malloc(number[2] * number[1] * sizeof *start);
    draw(rng, &x, number[2], sphere);
    draw_pairs(rng, number[3], sphere, &pairs);
    closure = milliseconds();
    if (ce_chunklets_build(&chunklets, &pairs, 0, NULL, &err) ||
        ce_random_choose(rng, number[0], number[2], chosen, &err))
        fail(&err);
    closure = milliseconds() - closure;
    for (size_t v = 0; v < number[2] * number[1]; v++)
        start[v] = x.values[chosen[v / number[1]] * number[1] + v % number[1]];
    for (int constrained = 1; constrained >= 0; constrained--) {
        int k = (int)number[2];
        ce_kmeans_ensemble_options o = {.members = 1,
                                        .k = &k,
                                        .k_count = 1,
                                        .seed = 1,
                                        .chunklets = constrained ? &chunklets : NULL,
                                        .kmeans = {.init = CE_INIT_GIVEN, .start = start}};
        measured one = run(&x, &o, 1, &pairs), more = run(&x, &o, number[4], &pairs);
        printf("%.4f %zu ",
               (more.milliseconds - one.milliseconds) / (double)(more.iterations - one.iterations),
               more.iterations);
        if (constrained)
            cop = more;
    }
    printf("%.3f %zu %zu\n", closure, cop.dead_ends, cop.violated);
    return 0;
}
