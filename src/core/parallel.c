#include "core/parallel.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/memory.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#ifdef _OPENMP

/* What OMP_NUM_THREADS says first; `otherwise` without it. OpenMP's own answer cannot be asked for:
 * a BLAS that uses OpenMP may have changed it. */
static int environment_threads(int otherwise)
{
    const char *text = getenv("OMP_NUM_THREADS");
    long count = text && ce_threads_can_read(text) ? strtol(text, NULL, 10) : otherwise;

    return count < otherwise ? (int)count : otherwise;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The threads whose stacks take no more than a quarter of the memory that is left below a limit. */
static int threads_with_room(int count)
{
    pthread_attr_t attributes;
    size_t stack = 0, room;

    if (!ce_memory_ulimit(NULL) || pthread_attr_init(&attributes))
        return count;
    pthread_attr_getstacksize(&attributes, &stack);
    pthread_attr_destroy(&attributes);
    room = stack ? ce_memory_available() / 4 / stack : (size_t)count;
    return room < (size_t)count - 1 ? (int)room + 1 : count;
}

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t over;
    int is_over;
} gathering;

static void *wait_for_end(void *state)
{
    gathering *g = state;

    pthread_mutex_lock(&g->mutex);
    while (!g->is_over)
        pthread_cond_wait(&g->over, &g->mutex);
    pthread_mutex_unlock(&g->mutex);
    return NULL;
}

/* How many of the threads can be started at once. OpenMP ends the program when it cannot start one,
 * so this asks before. */
static int threads_that_start(int count)
{
    gathering g = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    pthread_t *thread = malloc((size_t)count * sizeof *thread);
    int started = 0;

    while (thread && started + 1 < count &&
           !pthread_create(&thread[started], NULL, wait_for_end, &g))
        started++;
    pthread_mutex_lock(&g.mutex);
    g.is_over = 1;
    pthread_cond_broadcast(&g.over);
    pthread_mutex_unlock(&g.mutex);
    for (int t = 0; t < started; t++)
        pthread_join(thread[t], NULL);
    free(thread);
    return started + 1;
}

/* OpenMP keeps the threads that it has started. Where memory is limited they start now, before
 * data take the room. */
static void start_now(void)
{
    int started = 0;

    if (!ce_memory_ulimit(NULL))
        return;
#pragma omp parallel reduction(+ : started)
    started++;
    (void)started;
}

#endif

int ce_threads_can_read(const char *text)
{
    char *end;
    long count;

    do {
        count = strtol(text, &end, 10);
        while (*end == ' ' || *end == '\t')
            end++;
        if (end == text || count < 1 || count > INT_MAX)
            return 0;
        text = end + 1;
    } while (*end == ',');
    return !*end;
}

int ce_threads_set(int count)
{
#ifdef _OPENMP
    if (count <= 0)
        count = environment_threads(omp_get_num_procs());
    count = smaller(count, omp_get_thread_limit());
    if (count > 1)
        count = threads_with_room(count);
    if (count > 1)
        count = threads_that_start(count);
    omp_set_dynamic(0);
    omp_set_num_threads(count);
    if (count > 1)
        start_now();
    return count;
#else
    (void)count;
    return 1;
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
