#include "batch/batch_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/shell_word.h"

enum { BLOCK = 1 << 14, ALIGNED = 16 };

struct ce_arena_block {
    struct ce_arena_block *next;
    size_t used, size;
    _Alignas(ALIGNED) char bytes[];
};

void *ce_arena_take(ce_arena *arena, size_t size, ce_error *err)
{
    struct ce_arena_block *block = arena->first;
    size_t need = (size + ALIGNED) / ALIGNED * ALIGNED;

    if (!block || block->size - block->used < need) {
        size_t room = need > BLOCK ? need : BLOCK;
        block = ce_calloc(1, sizeof *block + room, err);
        if (!block)
            return NULL;
        block->size = room;
        block->next = arena->first;
        arena->first = block;
    }
    block->used += need;
    return block->bytes + block->used - need;
}

char *ce_arena_text(ce_arena *arena, const char *text, size_t length, ce_error *err)
{
    char *copy = ce_arena_take(arena, length + 1, err);

    if (copy)
        memcpy(copy, text, length);
    return copy;
}

void ce_arena_free(ce_arena *arena)
{
    while (arena->first) {
        struct ce_arena_block *next = arena->first->next;
        free(arena->first);
        arena->first = next;
    }
}

void ce_grown_add(ce_grown *text, const char *bytes, size_t size)
{
    if (!text->rc)
        text->rc = ce_grow(&text->bytes, &text->capacity, text->used + size + 1, 1, NULL);
    if (text->rc)
        return;
    memcpy(text->bytes + text->used, bytes, size);
    text->used += size;
    text->bytes[text->used] = '\0';
}

void ce_grown_text(ce_grown *text, const char *words)
{
    ce_grown_add(text, words, strlen(words));
}

void ce_grown_printf(ce_grown *text, const char *format, ...)
{
    char words[2048];
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof words)
        text->rc = text->rc ? text->rc : CE_EARG;
    else
        ce_grown_add(text, words, (size_t)length);
}

int ce_grown_check(const ce_grown *text, ce_error *err)
{
    if (!text->rc)
        return CE_OK;
    return ce_fail(err, text->rc, "%s",
                   text->rc == CE_ENOMEM ? "out of memory" : "a text is longer than 2047 bytes");
}

static void put(void *to, const char *bytes, size_t size)
{
    ce_grown_add(to, bytes, size);
}

void ce_grown_shell(ce_grown *text, const char *word)
{
    ce_shell_write(word, put, text);
}

void ce_grown_free(ce_grown *text)
{
    free(text->bytes);
    *text = (ce_grown){0};
}
