#include "linalg/linalg.h"

/* OpenBLAS's own; absent from other BLAS libraries. */
extern void openblas_set_num_threads(int count) __attribute__((weak));

void ce_linalg_start(void)
{
    if (openblas_set_num_threads)
        openblas_set_num_threads(1);
}
