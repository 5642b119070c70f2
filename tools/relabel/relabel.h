/*
 * relabel.h: the part of ce-relabel that gives clusters their labels.
 */
#ifndef CE_TOOLS_RELABEL_H
#define CE_TOOLS_RELABEL_H

#include <stdint.h>

#include "core/error.h"
#include "io/label_table.h"

/* Renames the clusters of every column of a table. A cluster with a partner in the reference gets
 * its label. The others get whole numbers above the reference's number of clusters and above all
 * numbers among its labels. Columns are done in parallel; the result does not depend on the number
 * of threads. The table must carry categories (as read), and is unchanged after a failure. */
int relabel_table(ce_label_table *table, const int32_t *reference,
                  const ce_categories *reference_labels, ce_error *err);

#endif
