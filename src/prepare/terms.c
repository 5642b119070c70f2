#include "prepare/terms.h"

#include <errno.h>
#include <libstemmer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* From so many entries on, memory is checked before it is taken. */
enum { MANY = 1 << 20 };

static int unknown_language(const char *name, ce_error *err)
{
    char list[512] = "";
    size_t used = 0;

    for (const char **known = sb_stemmer_list(); *known && used + 40 < sizeof list; known++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%.30s", used ? ", " : "", *known);
    return ce_fail(err, CE_EARG, "no stemmer for '%.100s'; there are: %s", name, list);
}

int ce_terms_begin(ce_terms *terms, const ce_term_rules *rules, ce_error *err)
{
    int rc;

    terms->rules = *rules;
    if (rules->stem) {
        errno = 0;
        terms->stemmer = sb_stemmer_new(rules->stem, "UTF_8");
        if (!terms->stemmer && errno == ENOMEM)
            return ce_fail(err, CE_ENOMEM, "out of memory for the stemmer");
        if (!terms->stemmer)
            return unknown_language(rules->stem, err);
    }
    rc = ce_grow(&terms->start, &terms->start_capacity, 1, sizeof *terms->start, err);
    if (rc)
        return rc;
    terms->start[0] = 0;
    return CE_OK;
}

void ce_terms_free(ce_terms *terms)
{
    if (!terms)
        return;
    ce_categories_free(&terms->term);
    ce_categories_free(&terms->word);
    free(terms->start);
    free(terms->entry);
    free(terms->term_of);
    free(terms->place);
    sb_stemmer_delete(terms->stemmer);
    *terms = (ce_terms){0};
}

/* *number: the term of a word that was not seen before, -1: none. Returns 0 or a failure. */
static int stem_word(ce_terms *terms, const char *word, size_t length, int32_t *number,
                     ce_error *err)
{
    const char *stem = word;
    size_t before = terms->place_capacity, size = length;
    int rc;

    *number = -1;
    if (terms->rules.stop_words && ce_categories_find(terms->rules.stop_words, word, length) >= 0)
        return CE_OK;
    if (terms->stemmer) {
        stem = (const char *)sb_stemmer_stem(terms->stemmer, (const sb_symbol *)word, (int)length);
        if (!stem)
            return ce_fail(err, CE_ENOMEM, "out of memory for the stemmer");
        size = (size_t)sb_stemmer_length(terms->stemmer);
    }
    if (!size)
        return CE_OK;
    *number = ce_categories_number(&terms->term, stem, size, err);
    if (*number < 0)
        return *number;
    rc = ce_grow(&terms->place, &terms->place_capacity, terms->term.count, sizeof *terms->place,
                 err);
    if (rc)
        return rc;
    memset(terms->place + before, 0, (terms->place_capacity - before) * sizeof *terms->place);
    return CE_OK;
}

/* *number: the word's term, -1: none. Returns 0 or a failure. */
static int find_term(ce_terms *terms, const char *word, size_t length, int32_t *number,
                     ce_error *err)
{
    size_t known = terms->word.count;
    int32_t index = ce_categories_number(&terms->word, word, length, err);
    int rc = CE_OK;

    if (index < 0)
        return index;
    if ((size_t)index == known) {
        rc = ce_grow(&terms->term_of, &terms->term_of_capacity, known + 1, sizeof *terms->term_of,
                     err);
        if (!rc)
            rc = stem_word(terms, word, length, &terms->term_of[index], err);
    }
    if (!rc)
        *number = terms->term_of[index];
    return rc;
}

/* Room for `need` entries. */
static int grow_entries(ce_terms *terms, size_t need, ce_error *err)
{
    int rc = CE_OK;

    if (need <= terms->entry_capacity)
        return CE_OK;
    if (need > MANY)
        rc = ce_memory_check(2 * need, 1, sizeof *terms->entry, "the term counts of the documents",
                             "a part of the documents", err);
    if (rc)
        return rc;
    return ce_grow(&terms->entry, &terms->entry_capacity, need, sizeof *terms->entry, err);
}

int ce_terms_add(void *state, const char *text, size_t length, ce_error *err)
{
    ce_terms *terms = state;
    size_t first = terms->start[terms->n], used = first;
    ce_words words;
    int32_t term;
    int rc;

    ce_words_begin(&words, text, length, &terms->rules.words);
    while (ce_words_next(&words)) {
        if ((rc = find_term(terms, words.word, words.length, &term, err)))
            return rc;
        if (term < 0)
            continue;
        if (terms->place[term] > first) {
            ce_term_count *entry = &terms->entry[terms->place[term] - 1];
            entry->count += entry->count < UINT32_MAX;
            continue;
        }
        if ((rc = grow_entries(terms, used + 1, err)))
            return rc;
        terms->entry[used++] = (ce_term_count){term, 1};
        terms->place[term] = used;
    }
    rc = ce_grow(&terms->start, &terms->start_capacity, terms->n + 2, sizeof *terms->start, err);
    if (rc)
        return rc;
    terms->start[++terms->n] = used;
    return CE_OK;
}
