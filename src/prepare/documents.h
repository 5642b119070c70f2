/*
 * documents.h: texts, one by one, from a folder, a table, or the lines of a file.
 *
 * After a failure ce_documents can only be freed.
 */
#ifndef CE_PREPARE_DOCUMENTS_H
#define CE_PREPARE_DOCUMENTS_H

#include <stddef.h>

#include "core/error.h"
#include "io/columns.h"
#include "io/csv.h"
#include "prepare/words.h"

/* Called with each document in turn. The text is valid in the encoding and has no NUL bytes.
 * Returns 0, or a failure that ends the reading. */
typedef int (*ce_document_fn)(void *state, const char *text, size_t length, ce_error *err);

/* What is known of the documents besides their text. Set to zero before use. */
typedef struct {
    size_t n;
    ce_text_column id, class_; /* without a name when there are none */
    size_t skipped;            /* entries of a folder that are neither folders nor regular files */
} ce_documents;

void ce_documents_free(ce_documents *documents);

/* 1 when the path is a folder (or a link to one). */
int ce_documents_is_folder(const char *path);

/*
 * Every regular file below the folder is a document, gzip or not. Its id is its path below the
 * folder. Files are taken in byte order of their ids. Names that begin with a point are left out,
 * links are followed.
 *
 * With classes != 0, the class of a file is the name of the subfolder of `path` that it is in, at
 * any depth. Files outside of subfolders have no class. Without subfolders there is no class
 * column.
 *
 * Returns 0 or a failure: no document, a file or folder that cannot be read, a link back to a
 * folder that it lies in, text that is not of this encoding.
 */
int ce_documents_folder(ce_documents *documents, const char *path, ce_encoding encoding,
                        int classes, ce_document_fn fn, void *state, ce_error *err);

/* Each row of a table is a document. text_column: a name, or a number from 1; NULL: the column
 * named "text". Of the other columns only id and class are read, as the format says. A missing cell
 * is an empty document. Returns 0 or a failure. */
int ce_documents_table(ce_documents *documents, const char *path, const ce_table_format *format,
                       const char *text_column, ce_encoding encoding, ce_document_fn fn,
                       void *state, ce_error *err);

/* Each line is a document, also an empty one. The last line may lack its end. Returns 0 or a
 * failure, which no line at all is too. */
int ce_documents_lines(ce_documents *documents, const char *path, ce_encoding encoding,
                       ce_document_fn fn, void *state, ce_error *err);

/* Checks that a text is of the encoding. line: the line of the file on which it begins. Returns 0,
 * or CE_EINPUT with "FILE:LINE: ...". */
int ce_document_check(const char *text, size_t length, ce_encoding encoding, const char *name,
                      size_t line, ce_error *err);

#endif
