/*
 * error.h: how every function of the library reports that it failed.
 *
 * A function that can fail returns 0 or a negative ce_status, and writes one line of text for a
 * person into the caller's ce_error. The library never prints and never exits. A NULL ce_error is
 * allowed: the text is then lost, the status is not.
 */
#ifndef CE_CORE_ERROR_H
#define CE_CORE_ERROR_H

#include <stdarg.h>
#include <stddef.h>

typedef enum {
    CE_OK = 0,
    CE_ENOMEM = -1, /* memory: not enough, or more than the machine has */
    CE_EINPUT = -2, /* the data do not allow what was asked for */
    CE_EIO = -3,    /* a file cannot be opened, read or written */
    CE_EARG = -4,   /* an argument is out of its range */
    CE_ENUM = -5,   /* an iteration did not converge, a library failed */
    CE_EPIPE = -6   /* the reader of our output is gone: end quietly */
} ce_status;

#define CE_ERROR_TEXT 1024

/*
 * A message may name an option that helps: ce_fail(err, CE_EINPUT, "use " CE_OPT("leftover")). The
 * library does not know where options come from. Whoever shows the message words them
 * (ce_error_word): the tools write --leftover, clens.h writes option leftover.
 */
#define CE_OPT(name) "\001" name "\002"

/* "there are only 4 objects", "there is only 1 object":
 * ce_fail(err, CE_EINPUT, "k = %d, but " CE_ONLY, k, CE_ONLY_OF(n, "object")). */
#define CE_ONLY "there %s only %zu %s%s"
#define CE_ONLY_OF(count, word) \
    (count) == 1 ? "is" : "are", (size_t)(count), word, (count) == 1 ? "" : "s"

/* Set to zero before use: ce_error err = {0}; */
typedef struct {
    ce_status status;
    char text[CE_ERROR_TEXT]; /* one line, no newline, no program name */
} ce_error;

/* Writes the message (as printf does) and returns status, so a function can end with `return
 * ce_fail(...)`. The first message wins: once err holds a failure, later ones do not overwrite
 * it. */
int ce_fail(ce_error *err, ce_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Like ce_fail. */
int ce_vfail(ce_error *err, ce_status status, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Writes a text as vsnprintf does, cut to size bytes; numbers have a decimal point in any locale.
 * The messages of the library are worded with it, as threads do not have the locale that a call of
 * clens.h sets. */
void ce_error_print(char *text, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* "out of memory: ..." becomes "NAME: out of memory: ...". err may be NULL. */
void ce_error_name_memory(ce_error *err, const char *name);

/* Copies the text and writes each CE_OPT as `before` and its name, such as "--" name. Cuts it
 * so that it fits into size bytes with its NUL. size >= 1. */
void ce_error_word(const char *text, const char *before, char *worded, size_t size);

#endif
