/* Formatted texts, and words of a command. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/shell_word.h"
#include "io/output.h"

/* A text longer than the line has memory of its own. */
__attribute__((format(printf, 3, 0))) static int print_long(ce_output *output, size_t length,
                                                            const char *format, va_list args)
{
    char *text = malloc(length + 1);

    if (!text)
        return ENOMEM;
    vsnprintf(text, length + 1, format, args);
    ce_output_write(output, text, length);
    free(text);
    return 0;
}

void ce_output_printf(ce_output *output, const char *format, ...)
{
    char line[1024];
    va_list args, again;
    int length, error = 0;

    va_start(args, format);
    va_copy(again, args);
    length = vsnprintf(line, sizeof line, format, args);
    if (length < 0)
        error = EOVERFLOW;
    else if ((size_t)length < sizeof line)
        ce_output_write(output, line, (size_t)length);
    else
        error = print_long(output, (size_t)length, format, again);
    va_end(again);
    va_end(args);
    if (error)
        ce_output_fail(output, error);
}

static void put(void *to, const char *bytes, size_t size)
{
    ce_output_write(to, bytes, size);
}

void ce_output_shell(ce_output *output, const char *word)
{
    ce_shell_write(word, put, output);
}
