/*
 * terms.h: documents as vectors of term frequencies [wce2008, sections 4.1 and 5.1].
 *
 * A term is a stemmed word that is no stop word. Rare terms can be left out, and so can terms that
 * do not occur together with others in many documents.
 *
 * 1. ce_terms_begin sets the rules.
 * 2. ce_terms_add counts one document. The readers of documents.h call it for each of them.
 * 3. ce_terms_choose chooses terms.
 * 4. ce_terms_table makes the chosen terms the columns of a data table.
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
    const char *stem;                /* a language of libstemmer; NULL: no stemming */
} ce_term_rules;

typedef struct {
    int32_t term;
    uint32_t count; /* stays at its largest value when there are more */
} ce_term_count;

/* The counts of the documents so far. Set to zero before use; ce_terms_free. */
typedef struct {
    size_t n;             /* documents */
    ce_categories term;   /* terms, numbered by first appearance */
    size_t *start;        /* owned: n + 1; document i has the entries start[i] .. start[i+1]-1 */
    ce_term_count *entry; /* owned: each term of a document once, in order of first appearance */

    /* at work: */
    ce_term_rules rules;
    struct sb_stemmer *stemmer;
    ce_categories word; /* distinct words before stemming */
    int32_t *term_of;   /* per word: its term, or -1 for a stop word */
    size_t *place;      /* per term: its last entry, plus 1 */
    size_t start_capacity, entry_capacity, term_of_capacity, place_capacity;
} ce_terms;

/* rules->stop_words must outlive the counting. Returns 0, CE_ENOMEM, or CE_EARG for a language that
 * libstemmer does not know. After a failure terms can only be freed. */
int ce_terms_begin(ce_terms *terms, const ce_term_rules *rules, ce_error *err);

/* Counts one more document. state: a ce_terms. Each distinct word is stemmed once; the rest is
 * linear in the length. Returns 0 or CE_ENOMEM; terms can then only be freed. */
int ce_terms_add(void *state, const char *text, size_t length, ce_error *err);

void ce_terms_free(ce_terms *terms);

/* ---- choosing (terms_choose.c) ---- */

/* A term is chosen if it occurs in at least min_documents documents, in at most a share max_share
 * of all, and in a set of itemset_size terms that occur together in at least `support` documents.
 */
typedef struct {
    size_t min_documents;
    double max_share;    /* in [0, 1] */
    size_t support;      /* 0: sets do not matter */
    size_t itemset_size; /* from 1 */
} ce_term_choice;

/* How many terms each rule left out, in turn. */
typedef struct {
    size_t terms, rare, common, apart, kept;
} ce_term_report;

/* Marks the chosen terms in keep (one per term, caller's). documents (one per term, caller's): in
 * how many documents each term occurs. Returns 0, CE_ENOMEM, or CE_EINPUT when no term is left.
 * After a failure keep, documents and report say nothing. O(entries), and what itemsets.h says. */
int ce_terms_choose(const ce_terms *terms, const ce_term_choice *choice, unsigned char *keep,
                    size_t *documents, ce_term_report *report, ce_error *err);

/* ---- the table (terms_choose.c) ---- */

typedef enum {
    CE_WEIGHT_COUNT,  /* how often the term occurs in the document */
    CE_WEIGHT_BINARY, /* 1 where it occurs */
    CE_WEIGHT_TFIDF   /* count * ln(n / documents with the term), >= 0 */
} ce_term_weight;
/* In the order of the enum; for option rows. */
#define CE_TERM_WEIGHT_NAMES "count|binary|tfidf"

/*
 * Fills the table with a row per document and a column per chosen term, in byte order of the terms.
 * The table's id and class columns may be set before. *empty: documents without any of the terms.
 *
 * The name of a column is prefix (NULL: "") and term. Underscores are put behind a name that a
 * reader would take for something else: "id", "class", "label", "target", the name of the table's
 * id or class column, a missing value, or a number such as "inf".
 *
 * Returns 0 or CE_ENOMEM, also for a table that would not fit, before it is allocated. After a
 * failure the table can only be freed.
 */
int ce_terms_table(const ce_terms *terms, const unsigned char *keep, const size_t *documents,
                   ce_term_weight weight, const char *prefix, ce_data_table *table, size_t *empty,
                   ce_error *err);

#endif
