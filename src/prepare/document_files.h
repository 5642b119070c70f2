/*
 * document_files.h: the regular files below a folder. Their order does not depend on the file
 * system.
 */
#ifndef CE_PREPARE_DOCUMENT_FILES_H
#define CE_PREPARE_DOCUMENT_FILES_H

#include <stddef.h>

#include "core/error.h"

/* Set to zero before use. */
typedef struct {
    char **below; /* owned: paths below the folder, in byte order */
    size_t count, capacity;
    size_t others; /* entries that are neither folders nor regular files */
} ce_document_files;

/* Finds them. Names that begin with a point are left out, links are followed. Returns 0, CE_ENOMEM,
 * CE_EIO (a folder cannot be read, a link leads nowhere) or CE_EINPUT (no file; a link back to a
 * folder that it lies in). files is empty after a failure. */
int ce_document_files_find(ce_document_files *files, const char *folder, ce_error *err);
void ce_document_files_free(ce_document_files *files);

/* The path folder/below, owned by the caller; NULL when memory is out. */
char *ce_document_files_path(const char *folder, const char *below, ce_error *err);

#endif
