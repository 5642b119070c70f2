#include "core/error.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

void ce_error_print(char *text, size_t size, const char *format, va_list args)
{
    locale_t point = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = (locale_t)0;

    if (point)
        before = uselocale(point);
    vsnprintf(text, size, format, args);
    if (point) {
        uselocale(before);
        freelocale(point);
    }
}

int ce_vfail(ce_error *err, ce_status status, const char *format, va_list args)
{
    if (err && err->status == CE_OK) {
        err->status = status;
        ce_error_print(err->text, sizeof err->text, format, args);
    }
    return status;
}

int ce_fail(ce_error *err, ce_status status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    ce_vfail(err, status, format, args);
    va_end(args);
    return status;
}

void ce_error_name_memory(ce_error *err, const char *name)
{
    static const char begins[] = "out of memory";
    ce_error named = {0};

    if (!err || err->status != CE_ENOMEM || strncmp(err->text, begins, sizeof begins - 1) != 0)
        return;
    ce_fail(&named, CE_ENOMEM, "%s: %s", name, err->text);
    *err = named;
}

void ce_error_word(const char *text, const char *before, char *worded, size_t size)
{
    size_t used = 0;

    for (; *text; text++) {
        if (*text == '\001') {
            for (const char *c = before; *c && used + 1 < size; c++)
                worded[used++] = *c;
        } else if (*text != '\002' && used + 1 < size) {
            worded[used++] = *text;
        }
    }
    worded[used] = '\0';
}
