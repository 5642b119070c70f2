/*
 * letters.h: which characters are letters, and their lower case. The tables are fixed, so neither
 * locale nor system matters.
 */
#ifndef CE_PREPARE_LETTERS_H
#define CE_PREPARE_LETTERS_H

#include <stdint.h>

/* 1 for the letters of Unicode 14 (categories Lu, Ll, Lt, Lm, Lo) and the marks that stand on them
 * (Mn, Mc). */
int ce_letter(uint32_t character);

/* The simple lower case mapping of Unicode 14; the character itself where there is none. */
uint32_t ce_letter_lower(uint32_t character);

#endif
