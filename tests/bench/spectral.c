/* spectral N D: CPU seconds of the graph of the 10 nearest neighbours of N x D numbers in ten
 * groups, on one thread, the best of three. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/parallel.h"
#include "core/random.h"
#include "linalg/linalg.h"
#include "similarity/neighbour_graph.h"

int main(int argc, char **argv)
{
    size_t n = argc == 3 ? strtoul(argv[1], NULL, 10) : 0,
           d = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    ce_error err = {0};
    ce_matrix x = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);
    double best = 1e300;

    if (!n || !d || !rng || ce_matrix_alloc(&x, n, d, &err))
        return 2;
    ce_linalg_start();
    ce_threads_set(1);
    for (size_t e = 0; e < n * d; e++)
        x.values[e] = gsl_rng_uniform(rng) + (double)(e / d % 10) / 10;
    for (int run = 0; run < 3; run++) {
        ce_similarity graph = {0};
        clock_t begin = clock();
        double seconds;
        if (ce_neighbour_graph(&x, 10, &graph, &err)) {
            puts(err.text);
            return 1;
        }
        seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        best = seconds < best ? seconds : best;
        ce_similarity_free(&graph);
    }
    printf("%.3f\n", best);
    gsl_rng_free(rng);
    ce_matrix_free(&x);
    return 0;
}
