#include "plot/svg.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static int begins(const char *at, const char *end, const char *with)
{
    size_t length = strlen(with);

    return (size_t)(end - at) >= length && !memcmp(at, with, length);
}

/* Behind the first `what` at or after `at`; NULL if there is none. */
static const char *behind(const char *at, const char *end, const char *what)
{
    for (; at < end; at++)
        if (begins(at, end, what))
            return at + strlen(what);
    return NULL;
}

size_t ce_svg_inside(const char *bytes, size_t length)
{
    const char *end = bytes + length, *at = behind(bytes, end, "<svg");

    if (at)
        at = behind(at, end, ">");
    return at ? (size_t)(at - bytes) : 0;
}

/* An element is a title or a description with its text. */
static void strip(char *bytes, size_t *length)
{
    static const char *const opening[] = {"<title>", "<desc>"}, *const closing[] = {"</title>",
                                                                                    "</desc>"};
    const char *at = bytes, *end = bytes + *length, *next;
    char *to = bytes;

    while (at < end) {
        size_t e = 0;
        while (e < 2 && !begins(at, end, opening[e]))
            e++;
        if (e < 2 && (next = behind(at, end, closing[e])))
            at = next;
        else
            *to++ = *at++;
    }
    *to = '\0';
    *length = (size_t)(to - bytes);
}

/* In the text of XML the characters ]]> only close a CDATA section. gnuplot writes them as they are
 * in labels, where the last must be an entity. */
static int escape_ends(char **bytes, size_t *length, ce_error *err)
{
    static const char end[] = "]]>", section[] = "<![CDATA[";
    size_t count = 0, at = 0;
    char *found, *escaped;

    if (strstr(*bytes, section))
        return CE_OK;
    for (found = *bytes; (found = strstr(found, end)); found += strlen(end))
        count++;
    if (!count)
        return CE_OK;
    escaped = ce_alloc(*length + count * strlen("gt;") + 1, 1, err);
    if (!escaped)
        return CE_ENOMEM;
    for (size_t i = 0; i < *length; i++) {
        if (i >= 2 && !strncmp(*bytes + i - 2, end, strlen(end))) {
            memcpy(escaped + at, "&gt;", 4);
            at += 4;
        } else {
            escaped[at++] = (*bytes)[i];
        }
    }
    escaped[at] = '\0';
    free(*bytes);
    *bytes = escaped;
    *length = at;
    return CE_OK;
}

int ce_svg_tidy(char **bytes, size_t *length, ce_error *err)
{
    if (!begins(*bytes, *bytes + *length, "<?xml"))
        return CE_OK;
    strip(*bytes, length);
    return escape_ends(bytes, length, err);
}
