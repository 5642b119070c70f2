/*
 * shell_word.h: a word of a command line, so that sh reads it back as it is.
 */
#ifndef CE_CORE_SHELL_WORD_H
#define CE_CORE_SHELL_WORD_H

#include <stddef.h>

/* 1 when sh and make take every character of the word as it is, wherever the word stands. */
int ce_shell_is_plain(const char *word);

/* Takes the next bytes of a text. */
typedef void (*ce_shell_put_fn)(void *to, const char *bytes, size_t size);

/* Hands the word to put, in pieces: as it is where it is plain, else in single quotes. */
void ce_shell_write(const char *word, ce_shell_put_fn put, void *to);

/* Bytes of a word that a message shows, and the room that they need in quotes. */
#define CE_SHELL_SHOWN 60
#define CE_SHELL_SHORT (4 * CE_SHELL_SHOWN + 3)

/* The first CE_SHELL_SHOWN bytes of a word as ce_shell_write has them, for a message. Returns
 * text. */
const char *ce_shell_short(char text[CE_SHELL_SHORT], const char *word);

#endif
