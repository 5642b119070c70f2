#include "core/shell_word.h"

#include <string.h>

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A = is plain in an option only: at the front, name=value sets a variable. */
int ce_shell_is_plain(const char *word)
{
    const char *others = *word == '-' ? "_./,:+@-=" : "_./,:+@-";

    for (const char *c = word; *c; c++)
        if (!is_letter(*c) && !(*c >= '0' && *c <= '9') && !strchr(others, *c))
            return 0;
    return *word != '\0';
}

void ce_shell_write(const char *word, ce_shell_put_fn put, void *to)
{
    size_t length;

    if (ce_shell_is_plain(word)) {
        put(to, word, strlen(word));
        return;
    }
    put(to, "'", 1);
    for (; *word; word += length) {
        length = strcspn(word, "'");
        if (length) {
            put(to, word, length);
        } else {
            put(to, "'\\''", 4);
            length = 1;
        }
    }
    put(to, "'", 1);
}

/* ---- in a message ---- */

static void append(void *to, const char *bytes, size_t size)
{
    strncat(to, bytes, size);
}

const char *ce_shell_short(char text[CE_SHELL_SHORT], const char *word)
{
    char shown[CE_SHELL_SHOWN + 1] = "";

    strncat(shown, word, CE_SHELL_SHOWN);
    *text = '\0';
    ce_shell_write(shown, append, text);
    return text;
}
