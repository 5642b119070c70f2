/* How the slow second versions write a clustering: by first use, as the tools do. */
#ifndef CE_TESTS_PRINT_CLUSTERS_H
#define CE_TESTS_PRINT_CLUSTERS_H

#include <stdio.h>

#include "check.h"

/* cluster: n numbers below `most`. */
static inline void print_clusters(const int *cluster, size_t n, size_t most)
{
    int *number = calloc(most, sizeof *number), used = 0;

    must(number != NULL, "memory");
    for (size_t i = 0; i < n; i++) {
        if (!number[cluster[i]])
            number[cluster[i]] = ++used;
        printf("%d\n", number[cluster[i]]);
    }
    free(number);
}

#endif
