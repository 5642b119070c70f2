#include "core/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif

void ce_threads_set(int count)
{
#ifdef _OPENMP
    omp_set_dynamic(0);
    omp_set_num_threads(count > 0 ? count : omp_get_num_procs());
#else
    (void)count;
#endif
}

int ce_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

int ce_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}
