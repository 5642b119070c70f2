/*
 * messages.c LOCALE: texts that threads word have a decimal point where LOCALE has a comma, and the
 * locale stays.
 */
#include "check.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "core/each.h"
#include "core/message.h"

enum { PIECES = 8 };

static int piece(void *state, size_t q, ce_error *err)
{
    ce_messages *told = state;

    ce_tell(&told[q], CE_DETAIL, "told %.2f", .25);
    return q ? CE_OK : ce_fail(err, CE_EINPUT, "failed at %g", .5);
}

static void has_comma(void)
{
    char text[8];

    snprintf(text, sizeof text, "%g", .5);
    must(!strcmp(text, "0,5"), "a decimal comma");
}

int main(int argc, char **argv)
{
    ce_messages told[PIECES] = {0};
    ce_error err = {0};
    size_t texts = 0;

    must(argc == 2 && setlocale(LC_ALL, argv[1]), "the locale");
    has_comma();
    must(ce_each(PIECES, 4, piece, told, NULL, &err) == CE_EINPUT, "a failure");
    must(!strcmp(err.text, "failed at 0.5"), err.text);
    for (size_t q = 0; q < PIECES; q++) {
        if (told[q].count)
            must(!strcmp(told[q].message[0].text, "told 0.25"), told[q].message[0].text);
        texts += told[q].count;
        ce_messages_free(&told[q]);
    }
    must(texts > 0, "texts");
    has_comma();
    return 0;
}
