/* pdf_date.h: the date of creation that a PDF of cairo tells. */
#ifndef CE_PLOT_PDF_DATE_H
#define CE_PLOT_PDF_DATE_H

#include <stddef.h>

#include "core/error.h"

/*
 * The same input shall give the same bytes, so every PDF tells the first second of 2000 as the time
 * when it was made. Up to version 1.16 cairo writes the time as it is. Later it stands in a
 * compressed stream of objects; then the stream is compressed anew, and what tells of places behind
 * it is corrected: its length, the table of objects, and where that begins.
 *
 * bytes: the file, owned by the caller; it may be replaced by a longer or shorter one. Bytes that
 * are no PDF, or one that is built otherwise, stay as they are. Returns 0 or CE_ENOMEM.
 */
int ce_pdf_set_date(char **bytes, size_t *length, ce_error *err);

#endif
