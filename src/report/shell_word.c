#include "report/shell_word.h"

#include <string.h>

static int is_plain(const char *word)
{
    return *word && strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                 "_./,=:+-") == strlen(word);
}

void ce_shell_word(ce_output *to, const char *word)
{
    if (is_plain(word)) {
        ce_output_text(to, word);
        return;
    }
    ce_output_char(to, '\'');
    for (; *word; word++)
        if (*word == '\'')
            ce_output_text(to, "'\\''");
        else
            ce_output_char(to, *word);
    ce_output_char(to, '\'');
}
