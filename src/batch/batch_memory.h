/*
 * batch_memory.h: memory of many small pieces that ends at once, and text that grows.
 */
#ifndef CE_BATCH_BATCH_MEMORY_H
#define CE_BATCH_BATCH_MEMORY_H

#include <stddef.h>

#include "core/error.h"

/* Pieces that are freed together. Set to zero before use. */
typedef struct {
    struct ce_arena_block *first;
} ce_arena;

/* `size` bytes set to zero, aligned for any type; NULL when memory is out. */
void *ce_arena_take(ce_arena *arena, size_t size, ce_error *err);
char *ce_arena_text(ce_arena *arena, const char *text, size_t length, ce_error *err);
void ce_arena_free(ce_arena *arena);

/* A text that grows. Set to zero before use; free it with ce_grown_free. The first failure stays in
 * rc, so that a writer can check once. */
typedef struct {
    char *bytes; /* with a NUL at the end once something was added */
    size_t used, capacity;
    int rc;
} ce_grown;

void ce_grown_add(ce_grown *text, const char *bytes, size_t size);
void ce_grown_text(ce_grown *text, const char *words);
void ce_grown_printf(ce_grown *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A word as sh reads it back: core/shell_word.h. */
void ce_grown_shell(ce_grown *text, const char *word);

/* 0, or the first failure with its message. */
int ce_grown_check(const ce_grown *text, ce_error *err);

void ce_grown_free(ce_grown *text);

#endif
