/*
 * transpose.h: a data table whose objects become features, and its features objects.
 */
#ifndef CE_PREPARE_TRANSPOSE_H
#define CE_PREPARE_TRANSPOSE_H

#include "core/error.h"
#include "io/data_table.h"

/*
 * The value of object i in feature s becomes that of object s in feature i. Names of features
 * become ids; a table without names has no ids then. Ids become names (feature_name.h); a table
 * without ids has the features c1, c2, ... then. The class column goes. All columns must be
 * numbers, and cells may be missing.
 *
 * 0, CE_ENOMEM, or CE_EINPUT where two features have one name, or one a name that means a missing
 * cell, so that it can be no id. After a failure the table can only be freed. O(n d).
 */
int ce_transform_transpose(ce_data_table *table, ce_error *err);

#endif
