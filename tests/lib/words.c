/* words: the tables of letters.c as three numbers, and texts against the places that ce_words_check
 * must find. */
#include <stdio.h>
#include <string.h>

#include "prepare/letters.h"
#include "prepare/words.h"

enum { LAST = 0x10ffff, PRIME = 1000003 };

static void tables(void)
{
    long letters = 0, sum = 0, moved = 0;

    for (long c = 0; c <= LAST; c++) {
        long difference = (long)ce_letter_lower((uint32_t)c) - c;
        if (ce_letter((uint32_t)c)) {
            letters++;
            sum = (sum + c) % PRIME;
        }
        moved = (moved + (c * difference % PRIME + PRIME) % PRIME) % PRIME;
    }
    printf("%ld %ld %ld\n", letters, sum, moved);
}

/* Every text of one to four bytes from a choice of borderline bytes, each at the ends of a block:
 * checked against a decoder that takes the value of a character first and then asks whether it may
 * be written so. */
static size_t slow_check(const unsigned char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        unsigned char lead = text[at];
        int more = lead < 0x80                   ? 0
                   : lead >= 0xf0 && lead < 0xf8 ? 3
                   : lead >= 0xe0 && lead < 0xf0 ? 2
                   : lead >= 0xc0 && lead < 0xe0 ? 1
                                                 : -1;
        unsigned long value = lead < 0x80 ? lead
                              : more == 1 ? lead & 0x1fu
                              : more == 2 ? lead & 0x0fu
                                          : lead & 0x07u;

        if (more < 0 || !lead || at + (size_t)more >= length)
            return at;
        for (int b = 1; b <= more; b++) {
            if (text[at + (size_t)b] / 64 != 2)
                return at;
            value = value * 64 + text[at + (size_t)b] % 64;
        }
        if ((more == 1 && value < 0x80) || (more == 2 && value < 0x800) ||
            (more == 3 && value < 0x10000) || value > LAST || (value >= 0xd800 && value < 0xe000))
            return at;
        at += 1 + (size_t)more;
    }
    return length;
}

int main(void)
{
    static const unsigned char byte[] = {0,    'a',  0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                         0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
                                         0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff};
    size_t kinds = sizeof byte, texts = 0, wrong = 0;
    unsigned char text[24];

    tables();
    for (size_t before = 0; before <= 9; before += 3)
        for (size_t after = 0; after <= 9; after += 9)
            for (size_t t = 0; t < kinds * kinds * kinds * kinds; t++) {
                size_t length = before + 4 + after;
                memset(text, 'x', sizeof text);
                for (size_t b = 0, rest = t; b < 4; b++, rest /= kinds)
                    text[before + b] = byte[rest % kinds];
                texts++;
                wrong += ce_words_check((const char *)text, length, CE_ENCODING_UTF8) !=
                         slow_check(text, length);
            }
    printf("%zu texts, %zu wrong\n", texts, wrong);
    return wrong != 0;
}
