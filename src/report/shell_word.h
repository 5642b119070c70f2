/*
 * shell_word.h: words of a command line as one types them.
 */
#ifndef CE_REPORT_SHELL_WORD_H
#define CE_REPORT_SHELL_WORD_H

#include "io/output.h"

/* The word for sh: as it is where sh takes it as it is, else in single quotes. */
void ce_shell_word(ce_output *to, const char *word);

#endif
