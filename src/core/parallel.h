/*
 * parallel.h: threads, and functions that are compiled for several processors.
 *
 * Threads are those of OpenMP. Their number never changes a result: each task has its own random
 * stream and its own output, and sums over tasks are taken in the order of the tasks. BLAS runs on
 * one thread inside each of ours, because its own threads would split sums by their number.
 */
#ifndef CE_CORE_PARALLEL_H
#define CE_CORE_PARALLEL_H

/* Uses up to `count` threads from now on. 0 means as many as there are cores for this process, or
 * as OMP_NUM_THREADS says if that is less. Returns how many: fewer than count where no more can be
 * started (limits of memory or of processes). */
int ce_threads_set(int count);

/* Whether OpenMP can read it as its OMP_NUM_THREADS: whole numbers from 1 on, with commas between
 * them. Fit for code that runs before libraries start. */
int ce_threads_can_read(const char *text);

int ce_threads(void);

/* The number of the calling thread in the innermost parallel region, from 0. */
int ce_thread(void);

/* Marks a hot function. The compiler makes a copy of it for each vector unit, and the loader picks
 * one. All copies give the same bits: the build forbids fused multiply-adds and reordered sums. */
#if defined(__x86_64__) && defined(CE_HAVE_TARGET_CLONES)
#define CE_HOT __attribute__((target_clones("default", "avx2", "avx512f")))
/* The same in two functions, of which ce_is_wide() chooses: one for AVX-512, whose registers hold
 * vectors of 64 bytes, and one for all others. */
#define CE_HOT_WIDE __attribute__((target("avx512f")))
#define CE_HOT_NARROW __attribute__((target_clones("default", "avx2")))
static inline int ce_is_wide(void)
{
    return __builtin_cpu_supports("avx512f") != 0;
}
#else
#define CE_HOT
#define CE_HOT_WIDE
#define CE_HOT_NARROW
static inline int ce_is_wide(void)
{
    return 0;
}
#endif

/* Marks a function whose short loops GCC makes vectors of, and keeps in registers, only when it is
 * told to look harder. Goes with CE_HOT. */
#if defined(__GNUC__) && !defined(__clang__)
#define CE_UNROLLED __attribute__((optimize("O3")))
#else
#define CE_UNROLLED
#endif

#endif
