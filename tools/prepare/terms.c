/* terms: documents to a table of term frequencies. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/label_table.h"
#include "prepare.h"
#include "prepare/documents.h"
#include "prepare/itemsets.h"
#include "prepare/stop_words.h"
#include "prepare/terms.h"

typedef struct {
    int lines, encoding, digits, shortest, min_documents, itemset_size, weight;
    double max_share;
    const char *text, *stop_words, *stem, *itemsets, *prefix;
} terms_options;

#define AT(field) offsetof(terms_options, field)
static const ce_option rows[] = {
    {0, "text", CE_TEXT, "COL", 0, 0, NULL, NULL, AT(text), "!lines",
     "column of documents; default: one named text"},
    {0, "lines", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(lines), NULL,
     "each line of the file is a document"},
    {0, "encoding", CE_CHOICE, "HOW", 0, 0, CE_ENCODING_NAMES, "utf-8", AT(encoding), NULL,
     "encoding of the documents"},
    {0, "digits", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(digits), NULL,
     "the digits 0 to 9 count as letters"},
    {0, "shortest", CE_INTEGER, "N", 1, 100, NULL, "2", AT(shortest), NULL,
     "drop words with fewer letters"},
    {0, "stop-words", CE_INPUT, "FILE", 0, 0, NULL, "english", AT(stop_words), NULL,
     "words to drop: a file; english: the built-in ones; or none"},
    {0, "stem", CE_TEXT, "LANGUAGE", 0, 0, NULL, "english", AT(stem), NULL,
     "reduce words to stems, by the rules of a language that libstemmer knows, or none"},
    {0, "min-documents", CE_INTEGER, "N", 1, 2147483647, NULL, "3", AT(min_documents), NULL,
     "drop terms that are in fewer documents"},
    {0, "max-share", CE_REAL, "F", 0, 1, NULL, "1", AT(max_share), NULL,
     "drop terms that are in a larger share of the documents"},
    {0, "itemsets", CE_TEXT, "S", 0, 0, NULL, NULL, AT(itemsets), NULL,
     "keep only terms of frequent sets, which occur together in this many documents: 20, or a "
     "fraction 0.05"},
    {0, "itemset-size", CE_INTEGER, "N", 1, CE_ITEMSET_LARGEST, NULL, "2", AT(itemset_size),
     "itemsets", "size of a frequent set that a term must be in"},
    {0, "weight", CE_CHOICE, "HOW", 0, 0, CE_TERM_WEIGHT_NAMES, "count", AT(weight), NULL,
     "value of a cell"},
    {0, "prefix", CE_TEXT, "TEXT", 0, 0, NULL, NULL, AT(prefix), NULL,
     "put before each term in the header"},
};

/* Options of tables that would have no effect. */
static void check_input(const prepare_call *call, int folder)
{
    const ce_cli *cli = call->cli;
    const terms_options *o = call->options;
    const char *const held[] = {call->common->id, call->common->class_};

    if (folder && (o->lines || o->text))
        ce_cli_usage(cli, "the files of a folder are the documents: no --lines or --text with it");
    for (int i = 0; i < 2; i++)
        if ((folder || o->lines) && held[i] && strcmp(held[i], "none"))
            ce_cli_usage(cli, "--%s '%s' is a column of a table; only none goes with %s",
                         i ? "class" : "id", held[i], folder ? "a folder" : "--lines");
    if ((folder || o->lines) && ce_cli_given(cli, "header"))
        ce_cli_usage(cli, "--header does not go with %s", folder ? "a folder" : "--lines");
    if (ce_cli_given(cli, "categorical"))
        ce_cli_usage(cli, "--categorical does not go with terms");
}

/* --itemsets: a number of documents, or a fraction of them, rounded up. */
static int find_support(const ce_cli *cli, const char *text, size_t n, size_t *support,
                        ce_error *err)
{
    double value;

    if (!text)
        return CE_OK;
    if (ce_parse_real(text, strlen(text), &value) != 1 || value <= 0 ||
        (strchr(text, '.') ? value > 1 : value != floor(value)))
        ce_cli_usage(cli,
                     "--itemsets '%s', a whole number from 1 or a fraction with a point, up to "
                     "1.0, expected",
                     text);
    if (strchr(text, '.'))
        value = fmax(1, ceil(value * (double)n - 1e-9)); /* 0.1 of 30 is 3 and not 4 */
    if (value > (double)n)
        return ce_fail(err, CE_EINPUT, "%s: %zu documents, --itemsets %s",
                       ce_path_name(ce_cli_operand(cli, 0)), n, text);
    *support = (size_t)value;
    return CE_OK;
}

static int find_stop_words(const ce_cli *cli, const terms_options *o, const ce_word_rules *rules,
                           ce_categories *words, ce_error *err)
{
    if (!strcmp(o->stop_words, "none"))
        return CE_OK;
    if (strcmp(o->stop_words, "english"))
        return ce_stop_words_read(words, o->stop_words, rules, err);
    if (!ce_cli_given(cli, "stop-words") && strcmp(o->stem, "none") && strcmp(o->stem, "english") &&
        strcmp(o->stem, "porter"))
        ce_cli_note(cli, "English stop words with --stem %s: --stop-words FILE has others",
                    o->stem);
    return ce_stop_words_english(words, err);
}

static int read_documents(const prepare_call *call, int folder, ce_documents *documents,
                          ce_terms *terms, ce_error *err)
{
    const terms_options *o = call->options;
    const char *path = ce_cli_operand(call->cli, 0);
    ce_table_format format = ce_cli_format(call->cli);
    ce_encoding encoding = (ce_encoding)o->encoding;

    if (folder)
        return ce_documents_folder(documents, path, encoding, !call->common->class_, ce_terms_add,
                                   terms, err);
    if (o->lines)
        return ce_documents_lines(documents, path, encoding, ce_terms_add, terms, err);
    return ce_documents_table(documents, path, &format, o->text, encoding, ce_terms_add, terms,
                              err);
}

/* The chosen terms of the documents that were read, as a table. */
static int make_table(const ce_cli *cli, const terms_options *o, const ce_terms *terms,
                      ce_data_table *table, ce_error *err)
{
    ce_term_choice choice = {(size_t)o->min_documents, o->max_share, 0, (size_t)o->itemset_size};
    size_t count = terms->term.count, *documents = ce_alloc(count, sizeof *documents, err),
           empty = 0;
    unsigned char *keep = ce_alloc(count, 1, err);
    ce_term_report report = {0};
    ce_error inner = {0};
    int rc = documents && keep ? find_support(cli, o->itemsets, terms->n, &choice.support, err)
                               : CE_ENOMEM;

    if (!rc && (rc = ce_terms_choose(terms, &choice, keep, documents, &report, &inner)))
        ce_fail(err, rc, "%s: %s", ce_path_name(ce_cli_operand(cli, 0)), inner.text);
    if (!rc) {
        ce_cli_detail(cli,
                      "%zu terms: %zu in too few documents, %zu in too many, %zu in no frequent "
                      "itemset; %zu left",
                      report.terms, report.rare, report.common, report.apart, report.kept);
        rc = ce_terms_table(terms, keep, documents, (ce_term_weight)o->weight, o->prefix, table,
                            &empty, err);
    }
    if (!rc && empty)
        ce_cli_note(cli, "%zu of %zu documents have none of the terms: 0 everywhere", empty,
                    terms->n);
    free(documents);
    free(keep);
    return rc;
}

static int read_terms(const prepare_call *call, ce_data_table *table, ce_error *err)
{
    const ce_cli *cli = call->cli;
    const terms_options *o = call->options;
    int folder = ce_documents_is_folder(ce_cli_operand(cli, 0)), rc;
    ce_word_rules words = {(ce_encoding)o->encoding, o->digits, (size_t)o->shortest};
    ce_categories stop_words = {0};
    ce_term_rules rules = {words, &stop_words, strcmp(o->stem, "none") ? o->stem : NULL};
    ce_documents documents = {0};
    ce_terms terms = {0};

    check_input(call, folder);
    rc = ce_terms_begin(&terms, &rules, err);
    if (!rc)
        rc = find_stop_words(cli, o, &words, &stop_words, err);
    if (!rc)
        rc = read_documents(call, folder, &documents, &terms, err);
    if (rc)
        goto done;
    if (documents.skipped)
        ce_cli_note(cli, "%zu entries of the folder left out: neither folders nor regular files",
                    documents.skipped);
    if (!folder || !call->common->id)
        ce_text_column_move(&table->id, &documents.id);
    ce_text_column_move(&table->class_, &documents.class_);
    rc = make_table(cli, o, &terms, table, err);
done:
    ce_terms_free(&terms);
    ce_documents_free(&documents);
    ce_categories_free(&stop_words);
    return rc;
}

const prepare_change prepare_terms = {
    .about = {.name = "terms",
              .summary = "turns documents into a table of term frequencies; FILE may be a folder",
              .about =
                  "A row is a document, a column a term. It takes the words of each text, drops "
                  "stop words and stems the others. It drops rare terms and, on demand, terms "
                  "that occur together with too few others.",
              .reads = CE_READS_DOCUMENTS,
              .options = CE_OPTIONS(rows, terms_options)},
    .read = read_terms,
};
