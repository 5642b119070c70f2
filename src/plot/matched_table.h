/*
 * matched_table.h: the clusters of a label table numbered by matched.h, for pictures of one
 * clustering after another.
 */
#ifndef CE_PLOT_MATCHED_TABLE_H
#define CE_PLOT_MATCHED_TABLE_H

#include "core/error.h"
#include "io/label_table.h"
#include "plot/matched.h"

/*
 * From the clustering with the fewest clusters to that with the most, ties in their order: the
 * numbers do not depend on how the columns stand, but for ties, and colors run out where clusters
 * are many and small. The first of them has the numbers of ce_groups_rank, so that its clusters
 * have the colors of other pictures; beyond these the largest have one (scarce.h). The others
 * follow as ce_matched_along says, and `noise` is parted. matched: empty after a failure. 0,
 * CE_ENOMEM or CE_EINPUT.
 */
int ce_matched_table(ce_matched *matched, const ce_label_table *table, ce_error *err);

#endif
