/*
 * table_cut.h: part I of N of the rows of a table in place of all of them (doc/parts.md).
 *
 * The rows are counted first. Then the file reads like one that has the header line and the rows of
 * the part: readers need not know, and its checksum is that of these bytes. But whether there is a
 * header, and which the delimiter is, the beginning of the whole file tells; and messages have the
 * lines of the whole.
 *
 * Cost: the file is read up to three quarters of memory speed once more (text without quotes), then
 * only the part. A gzip file is decompressed twice. Of an npy file only the part is read, or
 * mapped. Memory: some 300 KiB and the header line.
 */
#ifndef CE_IO_TABLE_CUT_H
#define CE_IO_TABLE_CUT_H

#include <stdint.h>

#include "core/error.h"
#include "core/object_part.h"
#include "io/csv.h"
#include "io/input.h"
#include "io/sample.h"

/* What the tables of one call share, which are about the same objects. Set `part`, and the rest to
 * zero. */
typedef struct ce_table_cut {
    ce_object_part part;
    char *name;    /* owned: of the first table that was cut; NULL: none yet */
    uint64_t rows; /* how many that has */
} ce_table_cut;

void ce_table_cut_free(ce_table_cut *cut);

/*
 * From here on the input is the part that format->cut says, where it says one. Call it before
 * anything but a peek was read. A file without a header or rows is left as it is.
 *
 * 0; CE_EINPUT: a pipe or terminal, no row in the part, as many rows as the first table of the call
 * does not have, a file that is no table; CE_EIO, CE_ENOMEM.
 */
int ce_table_cut_input(ce_input *input, const ce_table_format *format, ce_error *err);

/* What readers can tell of a part. */
typedef struct {
    uint64_t rows; /* of the table before the part */
    /* of text */
    ce_sample sample;
    int has_header, one_column;
    size_t header_line, line; /* where the header and the first row of the part stand */
} ce_cut_place;

/* NULL: the input is not cut. */
const ce_cut_place *ce_table_cut_place(const ce_input *input);

/* The rows before the part, 0 where nothing is cut: for messages about a row. */
size_t ce_table_cut_before(const ce_input *input);

#endif
