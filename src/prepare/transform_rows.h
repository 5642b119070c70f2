/*
 * transform_rows.h: a data table with fewer objects.
 *
 * Every function changes the table in place. Id and class columns go along. The objects that are
 * kept stay in order. After a failure the table can only be freed.
 */
#ifndef CE_PREPARE_TRANSFORM_ROWS_H
#define CE_PREPARE_TRANSFORM_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/data_table.h"

/* Keeps the rows i with keep[i] != 0. */
void ce_transform_keep_rows(ce_data_table *table, const unsigned char *keep);

/* Drops objects with a missing feature. CE_EINPUT when none would be left. */
int ce_transform_drop_missing_rows(ce_data_table *table, ce_error *err);

/* Keeps `count` objects drawn without replacement, each equally likely. CE_EINPUT when there are
 * fewer. */
int ce_transform_sample(ce_data_table *table, size_t count, uint64_t seed, ce_error *err);

/* Keeps `each` objects of every class (0: as many as the smallest class has) and no object without
 * a class. Each class has a random stream of its own. CE_EINPUT without a class column, or when a
 * class has fewer. */
int ce_transform_balance(ce_data_table *table, size_t each, uint64_t seed, ce_error *err);

/* Keeps (or, with drop, leaves out) the objects of some classes: names, comma separated. CE_EINPUT
 * without a class column, for a name that does not occur, or when no object would be left. */
int ce_transform_classes(ce_data_table *table, const char *names, int drop, ce_error *err);

#endif
