#include "io/tokens.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "io/csv.h"

int ce_tokens_fail(const ce_tokens *tokens, ce_error *err, const char *format, ...)
{
    char text[CE_ERROR_TEXT - 300];
    va_list args;

    va_start(args, format);
    ce_error_print(text, sizeof text, format, args);
    va_end(args);
    return ce_fail(err, CE_EINPUT, "%.250s:%zu: %s", ce_input_name(tokens->input), tokens->line,
                   text);
}

/* Moves the rest to the front and fills the buffer behind it. */
static int refill(ce_tokens *t, ce_error *err)
{
    size_t got;
    int rc;

    memmove(t->buffer, t->buffer + t->at, t->end - t->at);
    t->end -= t->at;
    t->at = 0;
    while (!t->ended && t->end < CE_TOKEN_BUFFER) {
        if ((rc = ce_input_read(t->input, t->buffer + t->end, CE_TOKEN_BUFFER - t->end, &got, err)))
            return rc;
        t->ended = got == 0;
        t->end += got;
    }
    t->buffer[t->end] = '\n'; /* stops the scans below */
    return CE_OK;
}

static inline int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int ce_tokens_next(ce_tokens *t, const char **text, size_t *length, ce_error *err)
{
    char *c, *stop;
    int rc;

    for (;;) {
        if (t->end - t->at <= CE_TOKEN_MAX && !t->ended && (rc = refill(t, err)))
            return rc;
        stop = t->buffer + t->end;
        for (c = t->buffer + t->at; c < stop && is_space(*c); c++)
            t->breaks += *c == '\n';
        t->at = (size_t)(c - t->buffer);
        if (c < stop && (t->ended || stop - c > CE_TOKEN_MAX))
            break;
        if (t->ended) {
            t->line = t->breaks + 1;
            *text = "";
            *length = 0;
            return CE_OK;
        }
    }
    *text = c;
    while (c < stop && !is_space(*c))
        c++;
    *length = (size_t)(c - *text);
    t->line = t->breaks + 1;
    if (*length > CE_TOKEN_MAX || memchr(*text, '\0', *length))
        return ce_tokens_fail(t, err,
                              *length > CE_TOKEN_MAX ? "a word of more than %d characters"
                                                     : "a NUL byte, text expected",
                              CE_TOKEN_MAX);
    t->at += *length;
    if (c < stop) {
        t->breaks += *c == '\n';
        t->at++;
    }
    *c = '\0';
    return CE_OK;
}

int ce_tokens_line(ce_tokens *t, const char **text, size_t *length, ce_error *err)
{
    char *start, *end;
    int rc;

    if (t->end - t->at <= CE_TOKEN_MAX && !t->ended && (rc = refill(t, err)))
        return rc;
    t->line = t->breaks + 1;
    *text = NULL;
    *length = 0;
    if (t->at == t->end)
        return CE_OK;
    start = t->buffer + t->at;
    end = memchr(start, '\n', t->end - t->at);
    if (!end)
        end = t->buffer + t->end;
    *length = (size_t)(end - start);
    if (*length > CE_TOKEN_MAX || memchr(start, '\0', *length))
        return ce_tokens_fail(t, err,
                              *length > CE_TOKEN_MAX ? "a line of more than %d characters"
                                                     : "a NUL byte, text expected",
                              CE_TOKEN_MAX);
    t->at += *length;
    if (t->at < t->end) {
        t->at++;
        t->breaks++;
    }
    if (*length && start[*length - 1] == '\r')
        --*length;
    start[*length] = '\0';
    *text = start;
    return CE_OK;
}

int ce_tokens_whole(const ce_tokens *tokens, const char *text, size_t length, size_t low,
                    size_t high, const char *what, size_t *value, ce_error *err)
{
    size_t number = 0;
    int whole = length > 0 && length < 20;

    for (size_t c = 0; c < length && whole; c++) {
        whole = text[c] >= '0' && text[c] <= '9';
        number = number * 10 + (size_t)(text[c] - '0');
    }
    if (!whole || number < low || number > high)
        return ce_tokens_fail(tokens, err, "%s '%.40s', a whole number from %zu to %zu expected",
                              what, text, low, high);
    *value = number;
    return CE_OK;
}

int ce_tokens_real(const ce_tokens *tokens, const char *text, size_t length, double *value,
                   ce_error *err)
{
    switch (ce_parse_real(text, length, value)) {
    case 1: return CE_OK;
    case -1: return ce_tokens_fail(tokens, err, "'%.40s', a finite number expected", text);
    default:
        return ce_tokens_fail(
            tokens, err,
            length ? "'%.40s', a number expected" : "%sthe file ends, a number expected", text);
    }
}
