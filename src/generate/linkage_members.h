/*
 * linkage_members.h: agglomerative clusterings of a data table as base clusterings. See
 * doc/readings.md, linkage.
 */
#ifndef CE_GENERATE_LINKAGE_MEMBERS_H
#define CE_GENERATE_LINKAGE_MEMBERS_H

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "partition/linkage/linkage.h"

/* One tree on the Euclidean distances between rows of x, cut once for each of the count values of k
 * (1 .. n). labels: n x count, allocated here. A k larger than the number of rows that differ puts
 * equal rows into several clusters. Cost and memory are those of ce_linkage_points. 0, CE_ENOMEM,
 * CE_EARG; labels is empty after a failure. */
int ce_generate_linkage(const ce_matrix *x, ce_linkage_method method, const int *k, size_t count,
                        ce_labels *labels, const ce_progress *progress, ce_error *err);

#endif
