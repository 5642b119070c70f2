/*
 * table_cut_internal.h: what the files of the cut share. Not for anyone else.
 *
 * table_cut.c      which kind of file it is, and what parts have in common
 * table_cut_text.c text
 * table_cut_npy.c  npy files
 */
#ifndef CE_IO_TABLE_CUT_INTERNAL_H
#define CE_IO_TABLE_CUT_INTERNAL_H

#include "io/table_cut.h"

/* Which of the rows of a table are the part: rows place->rows .. *end - 1. A table of other objects
 * and a part without rows are refused. */
int ce_table_cut_rows(const ce_table_format *format, const ce_input *input, uint64_t rows,
                      ce_cut_place *place, uint64_t *end, ce_error *err);

int ce_table_cut_text(ce_input *input, const ce_table_format *format, ce_error *err);
int ce_table_cut_npy(ce_input *input, const ce_table_format *format, ce_error *err);

/* The place of an input of that kind, or NULL. */
const ce_cut_place *ce_table_cut_text_place(const ce_input *input);
const ce_cut_place *ce_table_cut_npy_place(const ce_input *input);

#endif
