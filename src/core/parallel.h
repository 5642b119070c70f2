/*
 * parallel.h: threads and hot loops.
 *
 * Threads are OpenMP's. A result never depends on their number: each task has its own random stream
 * and its own output, and sums over tasks are taken in task order. BLAS runs on one thread inside
 * each of ours (its own threading would split sums by the number of threads).
 */
#ifndef CE_CORE_PARALLEL_H
#define CE_CORE_PARALLEL_H

/* Uses up to `count` threads from now on; 0 means the cores given to this process. */
void ce_threads_set(int count);
int ce_threads(void);

/* Which of the threads of the innermost parallel region is asking: 0 .. its number - 1. */
int ce_thread(void);

/* Marks a hot function: the compiler makes a copy for each vector unit, and the loader picks one.
 * The copies give the same bits, since the build forbids contraction into fused multiply-adds and
 * reordering of sums. */
#if defined(__x86_64__) && defined(CE_HAVE_TARGET_CLONES)
#define CE_HOT __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define CE_HOT
#endif

#endif
