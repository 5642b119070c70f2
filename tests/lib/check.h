/* What the test programs say when something is not as it must be. */
#ifndef CE_TESTS_CHECK_H
#define CE_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

static inline void must(int condition, const char *what)
{
    if (condition)
        return;
    printf("FAILED: %s\n", what);
    exit(1);
}

#endif
