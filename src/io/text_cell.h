/*
 * text_cell.h: a cell of a table as ce_output_cell (output.h) writes it, put into memory.
 */
#ifndef CE_IO_TEXT_CELL_H
#define CE_IO_TEXT_CELL_H

#include <stddef.h>
#include <string.h>

#include "io/output.h"

/* Bytes that the cell may take. */
static inline size_t ce_text_cell_size(const char *text, char delimiter)
{
    size_t length = strlen(text);

    return ce_cell_needs_quotes(text, delimiter) ? 2 * length + 2 : length;
}

/* Puts the cell in quotes; returns its bytes, at most twice its length and 2. */
static inline size_t ce_text_cell_quote(const char *text, char *to)
{
    char *begin = to;

    *to++ = '"';
    for (; *text; text++) {
        if (*text == '"')
            *to++ = '"';
        *to++ = *text;
    }
    *to++ = '"';
    return (size_t)(to - begin);
}

/* Puts the cell; returns its bytes. */
static inline size_t ce_text_cell_put(const char *text, char delimiter, char *to)
{
    size_t length = strlen(text);

    if (ce_cell_needs_quotes(text, delimiter))
        return ce_text_cell_quote(text, to);
    memcpy(to, text, length);
    return length;
}

/* Puts a cell of the header, as ce_output_name writes it; returns its bytes. */
static inline size_t ce_text_name_put(const char *name, char delimiter, char *to)
{
    return ce_name_needs_quotes(name) ? ce_text_cell_quote(name, to)
                                      : ce_text_cell_put(name, delimiter, to);
}

#endif
