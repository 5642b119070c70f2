/* What is printed between ce_quiet_begin and ce_quiet_end goes nowhere, and the streams come
 * back. */
#include <stdio.h>

#include "core/quiet.h"

int main(void)
{
    ce_quiet quiet;

    ce_quiet_allow();
    printf("before\n");
    fprintf(stderr, "error before\n");
    quiet = ce_quiet_begin();
    printf("a library says this\n");
    fprintf(stderr, "and this\n");
    ce_quiet_end(&quiet);
    printf("after\n");
    fprintf(stderr, "error after\n");
    return 0;
}
