/*
 * words.h: the words of a text.
 *
 * A word is a run of letters (letters.h), in lower case. An apostrophe (' or U+2019) between two
 * letters belongs to the word and is written '. Everything else stands between words.
 */
#ifndef CE_PREPARE_WORDS_H
#define CE_PREPARE_WORDS_H

#include <stddef.h>

/* Latin-1 is read as its superset Windows-1252, which has letters and quotation marks where Latin-1
 * has control codes. */
typedef enum { CE_ENCODING_UTF8, CE_ENCODING_LATIN1 } ce_encoding;
/* In the order of the enum; for option rows. */
#define CE_ENCODING_NAMES "utf-8|latin1"

/* The most letters of a word. A longer run is no word and is left out. */
enum { CE_WORD_LETTERS = 100, CE_WORD_BYTES = 4 * CE_WORD_LETTERS };

typedef struct {
    ce_encoding encoding;
    int digits;      /* 1: the digits 0 to 9 count as letters */
    size_t shortest; /* words of fewer letters are left out; apostrophes do not count */
} ce_word_rules;

/* A text that is being read, set by ce_words_begin. The text stays the caller's. */
typedef struct {
    const unsigned char *at, *end;
    ce_word_rules rules;
    size_t length; /* bytes of the word */
    char word[CE_WORD_BYTES + 1]; /* UTF-8, NUL terminated */
} ce_words;

/* The place of the first byte that is no text, or length when there is none. A NUL byte is no text.
 * In UTF-8 neither is a byte outside of a well-formed character; overlong forms and surrogates are
 * not well-formed. */
size_t ce_words_check(const char *text, size_t length, ce_encoding encoding);

/* text: length bytes in which ce_words_check found nothing. */
void ce_words_begin(ce_words *words, const char *text, size_t length, const ce_word_rules *rules);

/* Puts the next word into words->word. Returns 1, or 0 at the end. */
int ce_words_next(ce_words *words);

#endif
