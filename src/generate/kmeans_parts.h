/*
 * kmeans_parts.h: an ensemble of k-means clusterings of objects that are in several parts
 * (doc/parts.md). The clusterings are those of ce_generate_kmeans with the same options.
 *
 * It goes in rounds. In each, every part sums up its objects (ce_kmeans_parts_sum); the sums of all
 * parts are joined; a step makes the next state of them (ce_kmeans_parts_step). A state is a table
 * like the sums, and what a part must know besides its objects.
 *
 * Round 0: the features, their least and largest values. Round 1: the rows of the sample. From
 * round 2 on, for each member that has not ended: how many objects each cluster has, the sum of
 * their rows, and the first of them. Where a cluster of a member was empty, also what its repair
 * needs: the rows farthest from their centres, and the clusters of few different rows.
 */
#ifndef CE_GENERATE_KMEANS_PARTS_H
#define CE_GENERATE_KMEANS_PARTS_H

#include "core/error.h"
#include "core/matrix.h"
#include "core/sums.h"
#include "generate/centre_members.h"
#include "generate/kmeans_ensemble.h"

/*
 * The sums of a part for the round of a state (NULL: round 0). sums: begun, with its part; blocks
 * are added. x: the rows of this part; feature: the names of its columns. options: sample > 0, no
 * chunklets, no objects, no restarts. path, state_path: names of files for messages.
 *
 * 0, CE_ENOMEM, or CE_EINPUT: a value that k-means refuses; other features, or other objects in
 * this part, than the state knows; a state that is damaged.
 */
int ce_kmeans_parts_sum(const ce_matrix *x, char *const *feature,
                        const ce_kmeans_ensemble_options *options, const ce_sums *state,
                        const char *state_path, const char *path, ce_sums *sums, ce_error *err);

/* The next state, from the state before (NULL: none) and the sums of all parts. next: begun
 * (ce_rounds_begin); its blocks are added here. 0 or a failure as above. */
int ce_kmeans_parts_step(const ce_kmeans_ensemble_options *options, const ce_sums *state,
                         const char *state_path, const ce_sums *sums, const char *path,
                         ce_sums *next, ce_error *err);

/* What is known of the members, with their centres, in a state that needs no more rounds. *member:
 * *members of them, *feature: *d names; all freed by the caller. 0 or a failure. */
int ce_kmeans_parts_members(const ce_sums *state, const char *state_path, ce_centre_member **member,
                            size_t *members, char ***feature, size_t *d, ce_error *err);

#endif
