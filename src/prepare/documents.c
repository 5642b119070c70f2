#include "prepare/documents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/memory.h"
#include "io/input.h"
#include "prepare/document_files.h"

void ce_documents_free(ce_documents *documents)
{
    if (!documents)
        return;
    ce_text_column_free(&documents->id);
    ce_text_column_free(&documents->class_);
    *documents = (ce_documents){0};
}

/* What is wrong with the byte of a text that ce_words_check found. */
static void describe(unsigned char byte, char *text, size_t size)
{
    if (byte)
        snprintf(text, size,
                 "byte 0x%02X is not UTF-8 text (%s latin1 reads Latin-1; iconv converts others)",
                 byte, CE_OPT("encoding"));
    else
        snprintf(text, size, "a NUL byte, text expected");
}

int ce_document_check(const char *text, size_t length, ce_encoding encoding, const char *name,
                      size_t line, ce_error *err)
{
    size_t at = ce_words_check(text, length, encoding);
    char what[128];

    if (at == length)
        return CE_OK;
    for (const char *c = text; (c = memchr(c, '\n', (size_t)(text + at - c))); c++)
        line++;
    describe((unsigned char)text[at], what, sizeof what);
    return ce_fail(err, CE_EINPUT, "%.500s:%zu: %s", name, line, what);
}

/* ---- a folder ---- */

int ce_documents_is_folder(const char *path)
{
    struct stat status;

    return path && strcmp(path, "-") && !stat(path, &status) && S_ISDIR(status.st_mode);
}

static int read_file(const char *path, ce_encoding encoding, ce_document_fn fn, void *state,
                     ce_error *err)
{
    ce_input *input = NULL;
    char *text = NULL;
    size_t length;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_input_read_all(input, &text, &length, err);
    if (!rc)
        rc = ce_document_check(text, length, encoding, path, 1, err);
    if (!rc)
        rc = fn(state, text, length, err);
    free(text);
    ce_input_close(input, err);
    return rc;
}

/* Appends an id. A file or folder may be called like a missing value; "./" is put before it. */
static int append_id(ce_text_column *id, const char *below, ce_error *err)
{
    char *path;
    int rc;

    if (!ce_is_missing(below, strlen(below)))
        return ce_text_column_append(id, below, strlen(below), err);
    path = ce_join(".", '/', below, err);
    if (!path)
        return CE_ENOMEM;
    rc = ce_text_column_append(id, path, strlen(path), err);
    free(path);
    return rc;
}

static int append_class(ce_text_column *class_, const char *below, ce_error *err)
{
    const char *slash = strchr(below, '/');

    return ce_text_column_append(class_, below, slash ? (size_t)(slash - below) : 0, err);
}

/* Names the columns of id and class; no class column where no file is in a subfolder. */
static int name_columns(ce_documents *documents, const ce_document_files *files, int classes,
                        ce_error *err)
{
    int subfolders = 0;

    for (size_t i = 0; i < files->count; i++)
        subfolders |= strchr(files->below[i], '/') != NULL;
    documents->id.name = ce_strdup("id", err);
    if (!documents->id.name)
        return CE_ENOMEM;
    if (classes && subfolders && !(documents->class_.name = ce_strdup("class", err)))
        return CE_ENOMEM;
    return CE_OK;
}

int ce_documents_folder(ce_documents *documents, const char *path, ce_encoding encoding,
                        int classes, ce_document_fn fn, void *state, ce_error *err)
{
    ce_document_files files = {0};
    int rc = ce_document_files_find(&files, path, err);

    if (!rc)
        rc = name_columns(documents, &files, classes, err);
    for (size_t i = 0; i < files.count && !rc; i++) {
        char *whole = ce_document_files_path(path, files.below[i], err);
        rc = whole ? read_file(whole, encoding, fn, state, err) : CE_ENOMEM;
        free(whole);
        if (!rc)
            rc = append_id(&documents->id, files.below[i], err);
        if (!rc && documents->class_.name)
            rc = append_class(&documents->class_, files.below[i], err);
    }
    documents->n = files.count;
    documents->skipped = files.others;
    ce_document_files_free(&files);
    return rc;
}

/* ---- a table ---- */

typedef struct {
    ce_documents *documents;
    const ce_table_format *format;
    const char *text_column;
    ce_encoding encoding;
    ce_document_fn fn;
    void *state;
    ce_columns columns;
    size_t text; /* number of the text column */
    ce_error *err;
} table_reader;

static int read_text(table_reader *r, ce_csv *csv, const char *text, size_t length)
{
    size_t at = ce_words_check(text, length, r->encoding);
    char what[128];

    if (at < length) {
        describe((unsigned char)text[at], what, sizeof what);
        return ce_csv_fail(csv, "column %.100s: %s", r->columns.name[r->text], what);
    }
    return r->fn(r->state, text, ce_is_missing(text, length) ? 0 : length, r->err);
}

static int read_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t column)
{
    table_reader *r = state;

    if (column == r->text)
        return read_text(r, csv, text, length);
    if (r->columns.role[column] == CE_ROLE_VALUE)
        return CE_OK;
    return ce_columns_hold_back(&r->columns, csv, r->format, column, r->documents->n, text,
                                length, &r->documents->id, &r->documents->class_, r->err);
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    table_reader *r = state;

    return row ? read_cell(r, csv, text, length, column)
               : ce_columns_add(&r->columns, text, length, r->err);
}

static int first_line(table_reader *r, ce_csv *csv)
{
    static const char remedy[] =
        " (" CE_OPT("text") " COL names it; with " CE_OPT("lines") " each line is a document)";
    const char *key = r->text_column ? r->text_column : "text";
    int rc = ce_columns_decide(&r->columns, csv, r->format, CE_TABLE_DATA);

    if (rc)
        return rc;
    r->text = ce_columns_find(&r->columns, key);
    if (r->text == CE_NO_COLUMN)
        return ce_csv_fail(csv, "no column '%.100s' with the documents%s", key,
                           r->text_column ? "" : remedy);
    if (r->columns.role[r->text] != CE_ROLE_VALUE)
        return ce_csv_fail(
            csv, "column '%.100s' cannot hold the documents: it is the id or class column", key);
    return ce_columns_begin(&r->columns, csv, read_cell, r, &r->documents->id,
                            &r->documents->class_, &r->documents->n, r->err);
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    table_reader *r = state;

    (void)columns;
    if (row == 0)
        return first_line(r, csv);
    r->documents->n++;
    return CE_OK;
}

int ce_documents_table(ce_documents *documents, const char *path, const ce_table_format *format,
                       const char *text_column, ce_encoding encoding, ce_document_fn fn,
                       void *state, ce_error *err)
{
    ce_table_format text_format = *format;
    table_reader r = {.documents = documents,
                      .format = &text_format,
                      .text_column = text_column,
                      .encoding = encoding,
                      .fn = fn,
                      .state = state,
                      .err = err};
    int rc;

    if (!text_format.delimiter)
        text_format.delimiter = CE_DELIMITER_TEXT;
    rc = ce_csv_read(path, &text_format, on_cell, on_row, &r, NULL, err);

    if (!rc)
        rc = ce_columns_check_rows(&r.columns, documents->n, path, err);
    ce_columns_free(&r.columns);
    return rc;
}

/* ---- lines ---- */

typedef struct {
    ce_documents *documents;
    ce_encoding encoding;
    ce_document_fn fn;
    void *state;
    const char *name;
    char *held; /* owned: the beginning of a line that goes on in the next block */
    size_t length, capacity;
    ce_error *err;
} line_reader;

static int take_line(line_reader *r, const char *text, size_t length)
{
    int rc = ce_document_check(text, length, r->encoding, r->name, r->documents->n + 1, r->err);

    if (!rc && !(rc = r->fn(r->state, text, length, r->err)))
        r->documents->n++;
    return rc;
}

static int hold(line_reader *r, const char *text, size_t length)
{
    int rc = ce_grow(&r->held, &r->capacity, r->length + length, 1, r->err);

    if (!rc) {
        memcpy(r->held + r->length, text, length);
        r->length += length;
    }
    return rc;
}

static int take_block(line_reader *r, const char *block, size_t size)
{
    const char *at = block, *end = block + size, *stop;
    int rc = CE_OK;

    for (; !rc && (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
        if (!r->length) {
            rc = take_line(r, at, (size_t)(stop - at));
            continue;
        }
        rc = hold(r, at, (size_t)(stop - at));
        if (!rc)
            rc = take_line(r, r->held, r->length);
        r->length = 0;
    }
    return !rc && at < end ? hold(r, at, (size_t)(end - at)) : rc;
}

int ce_documents_lines(ce_documents *documents, const char *path, ce_encoding encoding,
                       ce_document_fn fn, void *state, ce_error *err)
{
    enum { BLOCK = 1 << 18 };
    line_reader r = {.documents = documents,
                     .encoding = encoding,
                     .fn = fn,
                     .state = state,
                     .name = ce_path_name(path),
                     .err = err};
    ce_input *input = NULL;
    char *block = ce_alloc(BLOCK, 1, err);
    size_t got;
    int rc = block ? ce_input_open(&input, path, err) : CE_ENOMEM;

    while (!rc && !(rc = ce_input_read(input, block, BLOCK, &got, err)) && got)
        rc = take_block(&r, block, got);
    if (!rc && r.length)
        rc = take_line(&r, r.held, r.length);
    if (!rc && !documents->n)
        rc = ce_fail(err, CE_EINPUT, "%s: empty, a document per line expected", r.name);
    ce_input_close(input, err);
    free(r.held);
    free(block);
    return rc;
}
