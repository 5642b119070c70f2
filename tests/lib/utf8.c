/*
 * utf8.c: what ce_utf8_length takes for a character, against the table of well-formed byte
 * sequences of the Unicode Standard (Table 3-7), for all sequences of bytes at the ends of its
 * ranges.
 */
#include <stdint.h>

#include "check.h"
#include "core/utf8.h"

static const struct {
    unsigned char low[4], high[4];
    size_t length;
} well_formed[] = {
    {{0x01}, {0x7f}, 1},
    {{0xc2, 0x80}, {0xdf, 0xbf}, 2},
    {{0xe0, 0xa0, 0x80}, {0xe0, 0xbf, 0xbf}, 3},
    {{0xe1, 0x80, 0x80}, {0xec, 0xbf, 0xbf}, 3},
    {{0xed, 0x80, 0x80}, {0xed, 0x9f, 0xbf}, 3},
    {{0xee, 0x80, 0x80}, {0xef, 0xbf, 0xbf}, 3},
    {{0xf0, 0x90, 0x80, 0x80}, {0xf0, 0xbf, 0xbf, 0xbf}, 4},
    {{0xf1, 0x80, 0x80, 0x80}, {0xf3, 0xbf, 0xbf, 0xbf}, 4},
    {{0xf4, 0x80, 0x80, 0x80}, {0xf4, 0x8f, 0xbf, 0xbf}, 4},
};

static const unsigned char end[] = {0x01, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                    0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
                                    0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};

enum { ENDS = sizeof end, ROWS = sizeof well_formed / sizeof *well_formed };

static size_t expected(const unsigned char *s)
{
    for (size_t r = 0; r < ROWS; r++) {
        size_t i = 0;
        while (i < well_formed[r].length && s[i] >= well_formed[r].low[i] &&
               s[i] <= well_formed[r].high[i])
            i++;
        if (i == well_formed[r].length)
            return i;
    }
    return 0;
}

int main(void)
{
    size_t found[5] = {0};

    for (size_t at = 0; at < (size_t)ENDS * ENDS * ENDS * ENDS; at++) {
        unsigned char s[5] = {end[at % ENDS], end[at / ENDS % ENDS],
                              end[at / ENDS / ENDS % ENDS], end[at / ENDS / ENDS / ENDS]};
        size_t length = expected(s);
        must(ce_utf8_length((const char *)s) == length, "what is a character, and its length");
        found[length]++;
    }
    for (size_t length = 0; length < 5; length++)
        must(found[length] > 0, "sequences of each length, and some of none");
    printf("%zu sequences of bytes\n", (size_t)ENDS * ENDS * ENDS * ENDS);
    return EXIT_SUCCESS;
}
