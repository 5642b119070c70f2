/*
 * memory.h: allocation with checked products, and a check whether memory suffices before it is
 * taken.
 */
#ifndef CE_CORE_MEMORY_H
#define CE_CORE_MEMORY_H

#include <stddef.h>

#include "core/error.h"

/* Memory for count elements of size bytes. What is large is refused where ce_memory_available says
 * that there is less. ce_alloc leaves it uninitialised and aligns it to 64 bytes; ce_calloc sets it
 * to zero. NULL and a message in err when the product overflows or memory is out. A count of 0
 * gives a valid pointer. Free with free(). */
void *ce_alloc(size_t count, size_t size, ce_error *err);
void *ce_calloc(size_t count, size_t size, ce_error *err);

/* Grows *block to hold at least `need` elements, and doubles it where there is room. *block is NULL
 * at first, or comes from this function or ce_calloc. *capacity counts elements. 0 or CE_ENOMEM;
 * after a failure the old block stays valid. */
int ce_grow(void *block, size_t *capacity, size_t need, size_t size, ce_error *err);

char *ce_strdup(const char *text, ce_error *err);
char *ce_strndup(const char *text, size_t length, ce_error *err);

/* The text FRONT BETWEEN BACK, such as the name of a column for a value of a variable. */
char *ce_join(const char *front, char between, const char *back, ce_error *err);

/* Bytes that this process may still take: the free memory of the machine, or less where the process
 * has a lower limit (the control groups that it is in; RLIMIT_AS and RLIMIT_DATA less what is
 * used). The environment variable CE_MEMORY_LIMIT (bytes, or a number with K, M, G or T) can set a
 * lower limit still: no single need may exceed it. */
size_t ce_memory_available(void);

/* The smaller one of the limits of the process on its address space and its data, in *bytes, which
 * may be NULL: "ulimit -v" or "ulimit -d"; NULL where it has neither. Fit for code that runs before
 * libraries start. */
const char *ce_memory_ulimit(size_t *bytes);

/* CE_EARG when CE_MEMORY_LIMIT is set to something that is no size; ce_memory_available takes no
 * notice of it then. */
int ce_memory_limit_check(ce_error *err);

/*
 * 0 when rows * columns * size bytes fit into what is available, else CE_ENOMEM. The message says
 * what needs the memory (`what`), how much it needs, how much there is, and what to use instead
 * (`instead`):
 *
 *     rc = ce_memory_check(n, n, 8, "the co-association matrix", "a sparse one", err);
 */
int ce_memory_check(size_t rows, size_t columns, size_t size, const char *what, const char *instead,
                    ce_error *err);

#endif
