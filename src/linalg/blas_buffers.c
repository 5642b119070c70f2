/* What BLAS needs before it is used. Apart from the files that use it, so that this can tell
 * whether a program does. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/memory.h"
#include "linalg/linalg.h"

/* In the files that use BLAS: a program that has none of them has no such symbol. */
extern const char ce_linalg_uses_blas __attribute__((weak));

/* OpenBLAS's own; absent from other BLAS libraries. */
extern void openblas_set_num_threads(int count) __attribute__((weak));
extern void *blas_memory_alloc(int unused) __attribute__((weak));
extern void blas_memory_free(void *buffer) __attribute__((weak));
extern char *openblas_get_corename(void) __attribute__((weak));
extern void openblas_read_env(void) __attribute__((weak));
extern void gotoblas_dynamic_quit(void) __attribute__((weak));
extern void gotoblas_dynamic_init(void) __attribute__((weak));

void ce_linalg_start(void)
{
    if (openblas_set_num_threads)
        openblas_set_num_threads(1);
}

#if defined(__x86_64__) && defined(__GNUC__)
/* The setting of the kernels that this processor can run; NULL: old ones. */
static const char *known_kernels(void)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return NULL;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return "OPENBLAS_CORETYPE=SkylakeX";
    return "OPENBLAS_CORETYPE=Haswell";
}
#else
static const char *known_kernels(void)
{
    return NULL;
}
#endif

/* OpenBLAS reads its environment anew, in which the variable stands for this moment. setenv would
 * keep memory for ever. */
static void choose(const char *setting)
{
    char **before = environ, **with;
    size_t count = 0;

    while (before[count])
        count++;
    with = malloc((count + 2) * sizeof *with);
    if (!with)
        return;
    with[0] = (char *)setting;
    memcpy(with + 1, before, (count + 1) * sizeof *with);
    environ = with;
    openblas_read_env();
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
    environ = before;
    free(with);
}

void ce_linalg_choose_kernels(void)
{
    const char *kernels = known_kernels();

    if (!kernels || !openblas_get_corename || !openblas_read_env || !gotoblas_dynamic_quit ||
        !gotoblas_dynamic_init || getenv("OPENBLAS_CORETYPE") ||
        strcmp(openblas_get_corename(), "Prescott") != 0)
        return;
    choose(kernels);
}

static int is_room_for_buffer(void)
{
    void *probe =
        mmap(NULL, CE_BLAS_ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return probe != MAP_FAILED && !munmap(probe, CE_BLAS_ROOM);
}

int ce_linalg_reserve(int threads)
{
    void **buffer;
    size_t most;
    int count = 0;

    if (!&ce_linalg_uses_blas || !blas_memory_alloc || !blas_memory_free)
        return threads;
    if (!ce_memory_ulimit(NULL))
        return threads;
    /* half of the room, but one buffer in any case */
    most = ce_memory_available() / 2 / CE_BLAS_BUFFER;
    most = most < 1 ? 1 : most;
    threads = most < (size_t)threads ? (int)most : threads;
    buffer = malloc((size_t)threads * sizeof *buffer);
    while (buffer && count < threads && is_room_for_buffer())
        buffer[count++] = blas_memory_alloc(0);
    for (int b = 0; b < count; b++)
        blas_memory_free(buffer[b]); /* OpenBLAS keeps it for the next call */
    free(buffer);
    return count;
}
