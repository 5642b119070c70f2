/*
 * records.h: rows of named cells as a CSV table or as a JSON array of objects.
 */
#ifndef CE_IO_RECORDS_H
#define CE_IO_RECORDS_H

#include <stddef.h>
#include <stdint.h>

#include "io/output.h"

/* How rows are written. */
enum { CE_RECORDS_CSV, CE_RECORDS_JSON };
/* In the order of the enum; for option rows. */
#define CE_RECORDS_NAMES "csv|json"

typedef struct {
    ce_output *output;
    const char *const *name; /* of the columns; borrowed until the end */
    size_t columns;
    int json;
    char between;
    size_t column; /* the next cell's */
    size_t rows;   /* rows begun */
} ce_records;

/* Writes the header line, or the opening bracket. */
void ce_records_begin(ce_records *records, ce_output *output, const char *const *name,
                      size_t columns, int json, char delimiter);

/* Write one cell after the other, numbers as ce_output_result; a row ends with its last one. A NULL
 * text or a NaN is an empty cell, or null in JSON. */
void ce_records_text(ce_records *records, const char *text);
void ce_records_real(ce_records *records, double value);
void ce_records_integer(ce_records *records, int64_t value);

/* Writes the closing bracket without a line break; nothing in CSV. */
void ce_records_end(ce_records *records);

#endif
