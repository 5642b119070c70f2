/*
 * row_scan.h: where the rows of a text table end, without reading its cells.
 *
 * The rules are those of the reader (csv.h): quoted cells hold line breaks, lines of nothing or
 * blanks are no rows unless the table has one column, and LF, CRLF and CR end lines. Broken quotes
 * are for the reader to notice.
 */
#ifndef CE_IO_ROW_SCAN_H
#define CE_IO_ROW_SCAN_H

#include <stddef.h>
#include <stdint.h>

/* Set the first three, and the rest to zero. Begin at the first row or behind it. */
typedef struct {
    char delimiter;  /* a blank that is it makes a row, */
    int blanks;      /* unless runs of blanks are it (sample.h) */
    int one_column;  /* an empty line is a row */
    int quoted, in_row, after_cr, last_cr;
    uint64_t rows;   /* that have ended */
    uint64_t breaks; /* line feeds */
} ce_row_scan;

/* Goes over the next bytes. At memory speed where they have no quotes. */
void ce_row_scan_count(ce_row_scan *scan, const char *bytes, size_t size);

/* Goes over the next bytes until `rows` rows have ended, and returns how many that were. All of
 * them may be the end, or not yet: the next byte could be the LF of a CRLF. A call with more bytes
 * then tells. */
size_t ce_row_scan_until(ce_row_scan *scan, const char *bytes, size_t size, uint64_t rows);

/* The rows with one that the end of the file ends. */
uint64_t ce_row_scan_total(const ce_row_scan *scan);

#endif
