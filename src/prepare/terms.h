/*
 * terms.h: documents as vectors of term frequencies [wce2008, sections 4.1 and 5.1]: words of a
 * text, without stop words and rare words, stemmed, and a choice of terms that occur together in
 * many documents.
 *
 * Documents are counted one by one (ce_terms_add goes to the readers of documents.h), then a choice
 * is made, then the chosen terms become the columns of a data table.
 */
#ifndef CE_PREPARE_TERMS_H
#define CE_PREPARE_TERMS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/categories.h"
#include "io/data_table.h"
#include "prepare/words.h"

/* ---- counting (terms.c) ---- */

typedef struct {
    ce_word_rules words;
    const ce_categories *stop_words; /* left out before stemming; NULL: none */
    const char *stem; /* a language of libstemmer; NULL: words are terms as they are */
} ce_term_rules;

typedef struct {
    int32_t term;
    uint32_t count; /* stays at its largest value when there are more */
} ce_term_count;

/* The counts of the documents so far. Zero-initialise before use; ce_terms_free. */
typedef struct {
    size_t n;             /* documents */
    ce_categories term;   /* terms, numbered by first appearance */
    size_t *start;        /* owned: n + 1; document i has the entries start[i] .. start[i+1]-1 */
    ce_term_count *entry; /* owned: each term of a document once, in order of first appearance */

    /* at work: */
    ce_term_rules rules;
    struct sb_stemmer *stemmer;
    ce_categories word;   /* distinct words before stemming */
    int32_t *term_of;     /* per word: its term, or -1 for a stop word */
    size_t *place;        /* per term: its last entry, plus 1 */
    size_t start_capacity, entry_capacity, term_of_capacity, place_capacity;
} ce_terms;

/* rules->stop_words must outlive the counting. 0, CE_ENOMEM, or CE_EARG: a language that libstemmer
 * does not know. */
int ce_terms_begin(ce_terms *terms, const ce_term_rules *rules, ce_error *err);

/* Counts one more document: state is a ce_terms. Linear in the length, but that each distinct word
 * is stemmed once. 0 or CE_ENOMEM. */
int ce_terms_add(void *state, const char *text, size_t length, ce_error *err);

void ce_terms_free(ce_terms *terms);

/* ---- choosing (terms_choose.c) ---- */

typedef struct {
    size_t min_documents; /* a term must occur in so many documents, */
    double max_share;     /* and in at most this share of all, in [0, 1]; */
    size_t support; /* and, if not 0, in a set of terms that occur together in so many documents, */
    size_t itemset_size;  /* of so many terms, from 1 */
} ce_term_choice;

/* How many terms each rule left out, in turn. */
typedef struct {
    size_t terms, rare, common, apart, kept;
} ce_term_report;

/* Marks in keep (one per term, caller's) the terms chosen. Frequencies of documents go to
 * `documents` (one per term, caller's). 0, CE_ENOMEM, or CE_EINPUT when no term is left.
 * O(entries), and what itemsets.h says. */
int ce_terms_choose(const ce_terms *terms, const ce_term_choice *choice, unsigned char *keep,
                    size_t *documents, ce_term_report *report, ce_error *err);

/* ---- the table (terms_choose.c) ---- */

typedef enum {
    CE_WEIGHT_COUNT,  /* how often the term occurs in the document */
    CE_WEIGHT_BINARY, /* 1 where it occurs */
    CE_WEIGHT_TFIDF   /* count * ln(n / documents with the term), >= 0 */
} ce_term_weight;

/*
 * Fills the table with a row per document and a column per chosen term, in byte order of the terms.
 * A column is called prefix (NULL: "") and term; where that would be read as something else - "id",
 * "class", the name of the table's id or class column, a number such as "inf" - underscores are put
 * behind it. The table's id and class columns may be set before. *empty: documents without any of
 * the terms. 0, or CE_ENOMEM (the table does not fit: asked before it is allocated).
 */
int ce_terms_table(const ce_terms *terms, const unsigned char *keep, const size_t *documents,
                   ce_term_weight weight, const char *prefix, ce_data_table *table, size_t *empty,
                   ce_error *err);

#endif
