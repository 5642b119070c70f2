/*
 * stop_words.h: words that say nothing about what a text is about.
 */
#ifndef CE_PREPARE_STOP_WORDS_H
#define CE_PREPARE_STOP_WORDS_H

#include "core/error.h"
#include "io/categories.h"
#include "prepare/words.h"

/* Adds the function words of English: articles, pronouns, prepositions, conjunctions, auxiliary
 * verbs, and adverbs of degree, place and time that go with anything. Returns 0 or CE_ENOMEM; words
 * can then only be freed. */
int ce_stop_words_english(ce_categories *words, ce_error *err);

/* Adds every word of a text file, in any arrangement. Returns 0 or a failure; words can then only
 * be freed. */
int ce_stop_words_read(ce_categories *words, const char *path, const ce_word_rules *rules,
                       ce_error *err);

#endif
