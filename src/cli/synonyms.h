/*
 * synonyms.h: names that a word may mean though it does not look like them.
 */
#ifndef CE_CLI_SYNONYMS_H
#define CE_CLI_SYNONYMS_H

#include <stddef.h>

/* The next name that `word`, in any case, may mean, from number *at of the table, which begins at
 * 0; *at is then that of the one after. NULL: no more. The caller takes the first one that its tool
 * has. */
const char *ce_synonym(const char *word, size_t *at);

/* The same for the name of an option, without its dashes. Underscores and points in word are
 * dashes. */
const char *ce_option_synonym(const char *word, size_t *at);

#endif
