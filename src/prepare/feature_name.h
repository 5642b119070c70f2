/*
 * feature_name.h: names of features that are made of texts: terms, or ids of objects.
 */
#ifndef CE_PREPARE_FEATURE_NAME_H
#define CE_PREPARE_FEATURE_NAME_H

#include "core/error.h"
#include "io/data_table.h"

/* prefix and text, and underscores behind them while a reader of the table would take the name for
 * something else: for its id or class column, for a number or for a missing cell. The caller owns
 * it. NULL where memory ends. */
char *ce_feature_name(const char *prefix, const char *text, const ce_data_table *table,
                      ce_error *err);

#endif
