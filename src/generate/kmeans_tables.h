/*
 * kmeans_tables.h: what a k-means ensemble writes besides its label table.
 */
#ifndef CE_GENERATE_KMEANS_TABLES_H
#define CE_GENERATE_KMEANS_TABLES_H

#include "core/error.h"
#include "generate/kmeans_ensemble.h"

/* The centres of all members (io/model.h), kind `centroid`. name: of each member; feature: d names. */
int ce_kmeans_write_model(const ce_kmeans_member *member, char *const *name, size_t members, char *const *feature, size_t d,
                          const char *path, char delimiter, ce_error *err);

/* clustering,k,inertia,iterations,converged: a row for each member. */
int ce_kmeans_write_trace(const ce_kmeans_member *member, char *const *name, size_t members, const char *path, char delimiter,
                          ce_error *err);

#endif
