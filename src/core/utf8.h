/*
 * utf8.h: which bytes of a name are characters. Names come from files, so they may be no UTF-8;
 * formats that other programs parse (JSON, HTML, SVG) must be.
 */
#ifndef CE_CORE_UTF8_H
#define CE_CORE_UTF8_H

#include <stddef.h>

/* U+FFFD, which stands for what is no character. */
#define CE_UTF8_REPLACEMENT "\xef\xbf\xbd"

/* The byte order mark. */
#define CE_UTF8_MARK "\xef\xbb\xbf"

/* The bytes of the UTF-8 character at the beginning of text, which ends with NUL; 0: there is none,
 * as the first byte is no part of one. */
size_t ce_utf8_length(const char *text);

/* Whether there is one that can be shown, which leaves out controls and what XML forbids. */
int ce_utf8_is_shown(const char *text);

/* Whether a control character of ASCII is in the text. */
int ce_has_control(const char *text);

#endif
