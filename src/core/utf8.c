#include "core/utf8.h"

#include <string.h>

size_t ce_utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t length;
    unsigned code = *s;

    if (*s < 0x80)
        return 1;
    if (*s < 0xc2 || *s > 0xf4)
        return 0;
    length = *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : 2;
    code &= 0x7fu >> length;
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    if ((length == 3 && code < 0x800) || (length == 4 && code < 0x10000) || code > 0x10ffff ||
        (code >= 0xd800 && code < 0xe000))
        return 0;
    return length;
}

int ce_utf8_is_shown(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    if (!ce_utf8_length(text) || *s < 32 || *s == 127)
        return 0;
    if (*s == 0xc2 && s[1] < 0xa0) /* controls, too */
        return 0;
    return strncmp(text, "\xef\xbf\xbe", 3) != 0 && strncmp(text, "\xef\xbf\xbf", 3) != 0;
}

int ce_has_control(const char *text)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127)
            return 1;
    return 0;
}
