#include "prepare/words.h"

#include <stdint.h>
#include <string.h>

#include "prepare/letters.h"

/* ---- characters ---- */

/* 0x80 .. 0x9f of Windows-1252; 0 where it has none. */
static const uint16_t windows[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

static int continues(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

/* How many bytes a character has that begins with this one; 0: none does. */
static size_t length_from_lead(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2)
        return 0;
    if (lead < 0xe0)
        return 2;
    if (lead < 0xf0)
        return 3;
    return lead < 0xf5 ? 4 : 0;
}

/* Bytes of the well-formed character at *at (Unicode's table 3-7), or 0. */
static size_t character_length(const unsigned char *at, const unsigned char *end)
{
    unsigned char lead = at[0], low = 0x80, high = 0xbf;
    size_t length = length_from_lead(lead);

    if (length < 2 || (size_t)(end - at) < length)
        return length < 2 ? length : 0;
    if (lead == 0xe0)
        low = 0xa0; /* below: overlong */
    else if (lead == 0xed)
        high = 0x9f; /* above: surrogates */
    else if (lead == 0xf0)
        low = 0x90;
    else if (lead == 0xf4)
        high = 0x8f; /* above: beyond the last character */
    if (at[1] < low || at[1] > high)
        return 0;
    for (size_t b = 2; b < length; b++)
        if (!continues(at[b]))
            return 0;
    return length;
}

size_t ce_words_check(const char *text, size_t length, ce_encoding encoding)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    const char *zero = memchr(text, '\0', length);
    size_t valid;

    if (zero)
        end = (const unsigned char *)zero;
    while (encoding == CE_ENCODING_UTF8 && at < end) {
        uint64_t eight;
        if (end - at >= 8 && (memcpy(&eight, at, 8), !(eight & UINT64_C(0x8080808080808080))))
            at += 8;
        else if ((valid = character_length(at, end)))
            at += valid;
        else
            return (size_t)(at - (const unsigned char *)text);
    }
    return (size_t)(end - (const unsigned char *)text);
}

/* The character at *at. *at moves behind it. */
static uint32_t next_character(const unsigned char **at, ce_encoding encoding)
{
    const unsigned char *byte = *at;
    uint32_t lead = byte[0];

    if (lead < 0x80 || encoding == CE_ENCODING_LATIN1) {
        *at += 1;
        return lead >= 0x80 && lead < 0xa0 ? windows[lead - 0x80] : lead;
    }
    if (lead < 0xe0) {
        *at += 2;
        return (lead & 0x1f) << 6 | (byte[1] & 0x3fu);
    }
    if (lead < 0xf0) {
        *at += 3;
        return (lead & 0x0f) << 12 | (byte[1] & 0x3fu) << 6 | (byte[2] & 0x3fu);
    }
    *at += 4;
    return (lead & 0x07) << 18 | (byte[1] & 0x3fu) << 12 | (byte[2] & 0x3fu) << 6 |
           (byte[3] & 0x3fu);
}

static size_t put_character(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        to[0] = (char)(0xc0 | c >> 6);
        to[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        to[0] = (char)(0xe0 | c >> 12);
        to[1] = (char)(0x80 | (c >> 6 & 0x3f));
        to[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    to[0] = (char)(0xf0 | c >> 18);
    to[1] = (char)(0x80 | (c >> 12 & 0x3f));
    to[2] = (char)(0x80 | (c >> 6 & 0x3f));
    to[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

/* ---- words ---- */

void ce_words_begin(ce_words *words, const char *text, size_t length, const ce_word_rules *rules)
{
    words->at = (const unsigned char *)text;
    words->end = words->at + length;
    words->rules = *rules;
    words->length = 0;
    words->word[0] = '\0';
}

static int belongs(const ce_words *words, uint32_t c)
{
    return ce_letter(c) || (words->rules.digits && c - '0' < 10);
}

/* 1 when a letter follows. */
static int letter_follows(const ce_words *words)
{
    const unsigned char *ahead = words->at;

    return ahead < words->end && belongs(words, next_character(&ahead, words->rules.encoding));
}

/* Reads the rest of a word that begins with this letter, and counts what is beyond the buffer
 * without keeping it. Returns its letters, or 0 if it is too long. */
static size_t read_word(ce_words *words, uint32_t first)
{
    size_t letters = 1, marks = 0;

    words->length = put_character(words->word, ce_letter_lower(first));
    while (words->at < words->end) {
        const unsigned char *before = words->at;
        uint32_t c = next_character(&words->at, words->rules.encoding);

        if (belongs(words, c)) {
            letters++;
            c = ce_letter_lower(c);
        } else if ((c == '\'' || c == 0x2019) && letter_follows(words)) {
            marks++;
            c = '\'';
        } else {
            words->at = before;
            break;
        }
        if (letters + marks <= CE_WORD_LETTERS)
            words->length += put_character(words->word + words->length, c);
    }
    words->word[words->length] = '\0';
    return letters + marks > CE_WORD_LETTERS ? 0 : letters;
}

int ce_words_next(ce_words *words)
{
    size_t least = words->rules.shortest ? words->rules.shortest : 1;

    while (words->at < words->end) {
        uint32_t c = next_character(&words->at, words->rules.encoding);

        if (belongs(words, c) && read_word(words, c) >= least)
            return 1;
    }
    return 0;
}
