/*
 * json.h: pieces of JSON text.
 */
#ifndef CE_IO_JSON_H
#define CE_IO_JSON_H

#include "io/output.h"

/* A string in quotes, escaped as JSON asks. */
void ce_json_text(ce_output *output, const char *text);

/* Writes `before` as it is, then a key and its colon. */
void ce_json_key(ce_output *output, const char *before, const char *name);

/* A number, as ce_output_result writes it; null for NaN. */
void ce_json_real(ce_output *output, double value);

#endif
