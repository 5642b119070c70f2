/*
 * tokens.h: reads text as words between white space, with line numbers for messages.
 *
 * After a failure outputs are meaningless.
 */
#ifndef CE_IO_TOKENS_H
#define CE_IO_TOKENS_H

#include <stddef.h>

#include "core/error.h"
#include "io/input.h"

enum { CE_TOKEN_BUFFER = 1 << 17, CE_TOKEN_MAX = 4096 };

/* Set to zero, then set input. */
typedef struct {
    ce_input *input;
    size_t line;   /* of the last token or line, from 1 */
    size_t breaks; /* line breaks before `at` */
    size_t at, end;
    int ended;
    char buffer[CE_TOKEN_BUFFER + 1];
} ce_tokens;

/* The next word, with a NUL at its end. It is valid until the next call. *length is 0 at the end of
 * the file. */
int ce_tokens_next(ce_tokens *tokens, const char **text, size_t *length, ce_error *err);

/* The rest of the current line without its end (LF or CRLF), at most CE_TOKEN_MAX bytes. *text is
 * NULL at the end of the file. */
int ce_tokens_line(ce_tokens *tokens, const char **text, size_t *length, ce_error *err);

/* Fails with "FILE:LINE: message". */
int ce_tokens_fail(const ce_tokens *tokens, ce_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads a word as a whole number from low to high. what: its name in the message. */
int ce_tokens_whole(const ce_tokens *tokens, const char *text, size_t length, size_t low,
                    size_t high, const char *what, size_t *value, ce_error *err);

/* Reads a word as a finite number. */
int ce_tokens_real(const ce_tokens *tokens, const char *text, size_t length, double *value,
                   ce_error *err);

#endif
