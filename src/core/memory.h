/*
 * memory.h: allocation with checked products, and the question "does it fit?" asked before it is
 * taken.
 */
#ifndef CE_CORE_MEMORY_H
#define CE_CORE_MEMORY_H

#include <stddef.h>

#include "core/error.h"

/* Uninitialised / zeroed memory for count elements of size bytes, aligned to 64 bytes for ce_alloc;
 * NULL and a message in err when the product overflows or memory is out. A count of 0 gives a valid
 * pointer. Free with free(). */
void *ce_alloc(size_t count, size_t size, ce_error *err);
void *ce_calloc(size_t count, size_t size, ce_error *err);

/* Grows *block (NULL at first; memory from this function or from ce_calloc only) to hold at least
 * `need` elements, at least doubling; *capacity in elements. 0 or CE_ENOMEM; the old block stays
 * valid after a failure. */
int ce_grow(void *block, size_t *capacity, size_t need, size_t size, ce_error *err);

char *ce_strdup(const char *text, ce_error *err);
char *ce_strndup(const char *text, size_t length, ce_error *err);

/* "FRONT" BETWEEN "BACK", such as the name of a column for a value of a variable. */
char *ce_join(const char *front, char between, const char *back, ce_error *err);

/* Bytes that this process may still take: free memory of the machine, less where the process has a
 * lower limit (cgroup, RLIMIT_AS). CE_MEMORY_LIMIT in the environment (bytes, or with K, M, G) sets
 * a lower one. */
size_t ce_memory_available(void);

/* 0 when rows * columns * size bytes fit into what is available; else CE_ENOMEM with a message that
 * names `what`, how much it needs, how much there is, and `instead`, a phrase that says what to use
 * instead. if ((rc = ce_memory_check(n, n, 8, "the co-association matrix", "ce-consensus, which
 * ...", err))) return rc; */
int ce_memory_check(size_t rows, size_t columns, size_t size, const char *what, const char *instead,
                    ce_error *err);

#endif
