/*
 * score.c: draws two labellings that agree for 6 objects of 10, and times the measures on them.
 *
 *   score N K L FOLDER     writes FOLDER/class.csv, labels.csv and first.i32, second.i32 (for other
 * programs); prints the CPU seconds of nmi ari error ami, counting included, the best of 5
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/memory.h"
#include "core/random.h"
#include "score/contingency.h"
#include "score/scores.h"

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int write_labels(const char *folder, const char *name, const char *binary,
                        const int32_t *label, size_t n)
{
    char path[1000];
    FILE *text, *bytes;
    int failed;

    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    text = fopen(path, "w");
    snprintf(path, sizeof path, "%s/%s.i32", folder, binary);
    bytes = fopen(path, "wb");
    if (!text || !bytes)
        return 1;
    fprintf(text, "%s\n", name);
    for (size_t i = 0; i < n; i++)
        fprintf(text, "%d\n", (int)label[i] + 1);
    failed = fwrite(label, sizeof *label, n, bytes) != n;
    return (fclose(text) != 0) | (fclose(bytes) != 0) | failed;
}

static double time_measure(ce_score measure, const int32_t *first, int32_t k, const int32_t *second,
                           int32_t l, size_t n, ce_error *err)
{
    int which = (int)measure;
    double best = 1e9, value = 0;

    for (int run = 0; run < 5; run++) {
        ce_contingency table = {0};
        double start = cpu_seconds();
        if (ce_contingency_build(&table, first, k, second, l, NULL, n, err) ||
            ce_scores_compute(&table, NULL, &which, 1, &value, err))
            break;
        ce_contingency_free(&table);
        if (cpu_seconds() - start < best)
            best = cpu_seconds() - start;
    }
    return best;
}

int main(int argc, char **argv)
{
    size_t n = argc == 5 ? strtoul(argv[1], NULL, 10) : 0, k, l;
    int32_t *first, *second;
    ce_error err = {0};
    gsl_rng *rng;

    if (!n)
        return 2;
    k = strtoul(argv[2], NULL, 10);
    l = strtoul(argv[3], NULL, 10);
    rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);
    first = ce_alloc(n, sizeof *first, &err);
    second = ce_alloc(n, sizeof *second, &err);
    if (!rng || !first || !second)
        return 1;
    for (size_t i = 0; i < n; i++) {
        first[i] = (int32_t)ce_random_below(rng, k);
        second[i] = (int32_t)(ce_random_below(rng, 10) < 6 ? (size_t)first[i] % l
                                                           : ce_random_below(rng, l));
    }
    if (write_labels(argv[4], "class", "first", first, n) ||
        write_labels(argv[4], "labels", "second", second, n))
        return 1;
    printf("%.4f %.4f %.4f %.4f\n",
           time_measure(CE_SCORE_NMI, first, (int32_t)k, second, (int32_t)l, n, &err),
           time_measure(CE_SCORE_ARI, first, (int32_t)k, second, (int32_t)l, n, &err),
           time_measure(CE_SCORE_ERROR, first, (int32_t)k, second, (int32_t)l, n, &err),
           time_measure(CE_SCORE_AMI, first, (int32_t)k, second, (int32_t)l, n, &err));
    free(first);
    free(second);
    gsl_rng_free(rng);
    return err.status != 0;
}
