#include "prepare/terms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "prepare/feature_name.h"
#include "prepare/itemsets.h"

/* ---- choosing ---- */

/* The documents of each kept term as bits, a row per term in order of their numbers. NULL and a
 * message when they do not fit. */
static uint64_t *make_rows(const ce_terms *terms, const unsigned char *keep, size_t kept,
                           size_t words, ce_error *err)
{
    size_t *index = NULL, next = 0;
    uint64_t *row = NULL;

    if (ce_memory_check(kept, words, sizeof *row, "the documents of each term as bits",
                        "a larger " CE_OPT("min-documents"), err))
        return NULL;
    index = ce_alloc(terms->term.count, sizeof *index, err);
    if (!index)
        return NULL;
    row = ce_calloc(kept * words, sizeof *row, err);
    for (size_t t = 0; t < terms->term.count; t++)
        if (keep[t])
            index[t] = next++;
    for (size_t i = 0; row && i < terms->n; i++)
        for (size_t e = terms->start[i]; e < terms->start[i + 1]; e++) {
            size_t t = (size_t)terms->entry[e].term;
            if (keep[t])
                row[index[t] * words + i / 64] |= UINT64_C(1) << i % 64;
        }
    free(index);
    return row;
}

/* Takes away the terms that are in no frequent set. */
static int keep_frequent(const ce_terms *terms, const ce_term_choice *choice, unsigned char *keep,
                         size_t kept, ce_error *err)
{
    size_t words = (terms->n + 63) / 64, next = 0;
    uint64_t *row = make_rows(terms, keep, kept, words, err);
    unsigned char *in = ce_alloc(kept, 1, err);
    int rc = row && in ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = ce_itemsets_mark(row, kept, words, choice->support, choice->itemset_size, in, err);
    for (size_t t = 0; t < terms->term.count && !rc; t++)
        if (keep[t])
            keep[t] = in[next++];
    free(row);
    free(in);
    return rc;
}

static int nothing_left(const ce_terms *terms, const ce_term_report *r, ce_error *err)
{
    if (!r->terms)
        return ce_fail(err, CE_EINPUT, "%zu document%s without a word that counts", terms->n,
                       terms->n == 1 ? "" : "s");
    return ce_fail(err, CE_EINPUT,
                   "no term is left of %zu: %zu in too few documents, %zu in too many, %zu in no "
                   "frequent itemset",
                   r->terms, r->rare, r->common, r->apart);
}

int ce_terms_choose(const ce_terms *terms, const ce_term_choice *choice, unsigned char *keep,
                    size_t *documents, ce_term_report *report, ce_error *err)
{
    size_t count = terms->term.count,
           most = (size_t)floor(choice->max_share * (double)terms->n + 1e-9);
    ce_term_report r = {.terms = count};

    memset(documents, 0, count * sizeof *documents);
    for (size_t e = 0; e < terms->start[terms->n]; e++)
        documents[terms->entry[e].term]++;
    for (size_t t = 0; t < count; t++) {
        int rare = documents[t] < choice->min_documents, common = !rare && documents[t] > most;
        r.rare += (size_t)rare;
        r.common += (size_t)common;
        r.kept += keep[t] = !rare && !common;
    }
    if (choice->support && r.kept) {
        size_t before = r.kept;
        int rc = keep_frequent(terms, choice, keep, before, err);
        if (rc)
            return rc;
        for (size_t t = r.kept = 0; t < count; t++)
            r.kept += keep[t];
        r.apart = before - r.kept;
    }
    *report = r;
    return r.kept ? CE_OK : nothing_left(terms, &r, err);
}

/* ---- the table ---- */

typedef struct {
    const char *text;
    size_t term;
} column;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const column *)a)->text, ((const column *)b)->text);
}

static double weigh(uint32_t count, ce_term_weight weight, size_t n, size_t documents)
{
    if (weight == CE_WEIGHT_BINARY)
        return 1;
    return weight == CE_WEIGHT_TFIDF ? count * log((double)n / (double)documents) : count;
}

/* Fills the cells. index: the column of each term, or the number of terms for none. Returns how
 * many documents have none of the columns. */
static size_t fill(const ce_terms *terms, const size_t *index, const size_t *documents,
                   ce_term_weight weight, ce_matrix *values)
{
    size_t empty = 0;

    memset(values->values, 0, values->rows * values->columns * sizeof *values->values);
    for (size_t i = 0; i < terms->n; i++) {
        int any = 0;
        for (size_t e = terms->start[i]; e < terms->start[i + 1]; e++) {
            size_t t = (size_t)terms->entry[e].term;
            if (index[t] == terms->term.count)
                continue;
            any = 1;
            values->values[i * values->columns + index[t]] =
                weigh(terms->entry[e].count, weight, terms->n, documents[t]);
        }
        empty += !any;
    }
    return empty;
}

int ce_terms_table(const ce_terms *terms, const unsigned char *keep, const size_t *documents,
                   ce_term_weight weight, const char *prefix, ce_data_table *table, size_t *empty,
                   ce_error *err)
{
    size_t count = terms->term.count, kept = 0, *index = ce_alloc(count, sizeof *index, err);
    column *chosen = ce_alloc(count, sizeof *chosen, err);
    int rc = index && chosen ? CE_OK : CE_ENOMEM;

    for (size_t t = 0; t < count && !rc; t++) {
        index[t] = count;
        if (keep[t])
            chosen[kept++] = (column){terms->term.text[t], t};
    }
    if (!rc)
        rc = ce_memory_check(
            terms->n, kept, sizeof(double), "the table of documents and terms",
            CE_OPT("min-documents") " or " CE_OPT("itemsets") " to keep fewer terms", err);
    if (!rc)
        rc = ce_data_table_alloc(table, terms->n, kept, err);
    if (!rc)
        qsort(chosen, kept, sizeof *chosen, by_text);
    for (size_t s = 0; s < kept && !rc; s++) {
        index[chosen[s].term] = s;
        table->name[s] = ce_feature_name(prefix ? prefix : "", chosen[s].text, table, err);
        rc = table->name[s] ? CE_OK : CE_ENOMEM;
    }
    if (!rc)
        *empty = fill(terms, index, documents, weight, &table->values);
    free(index);
    free(chosen);
    return rc;
}
