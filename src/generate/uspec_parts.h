/*
 * uspec_parts.h: U-SPEC of objects that are in several parts (doc/parts.md). The clusterings are
 * those of ce_uspec with the same options; of rounds, steps and states see rounds.h.
 *
 * Round 0: the features, their least and largest values. Round 1: the rows of the objects among
 * which members choose their representatives. Then a round for the distances to near ones (not with
 * cosine), and one for the graph of representatives and the objects on which starts of the last
 * k-means are tried. Then, for each member that has not ended: how many objects each cluster has,
 * the sum of their directions, and the first of them.
 *
 * Sums are of whole numbers, so no cut of the objects can change a bit.
 */
#ifndef CE_GENERATE_USPEC_PARTS_H
#define CE_GENERATE_USPEC_PARTS_H

#include "core/error.h"
#include "core/numbers.h"
#include "core/sums.h"
#include "generate/uspec.h"

/* More objects could have sums that do not fit. */
#define CE_USPEC_PARTS_MOST (UINT64_C(1) << 31)

/*
 * The sums of a part for the round of a state (NULL: round 0). sums: begun, with its part; blocks
 * are added. x: the rows of this part; feature: the names of its columns. options: without models;
 * representatives are not chosen from all objects. path, state_path: names of files for messages.
 *
 * 0, CE_ENOMEM, or CE_EINPUT: a row of zeros with cosine; other features, or other objects in this
 * part, than the state knows; a state that is damaged. Memory: 6 bytes for each of the K neighbours
 * of an object, and 8 p^2 for each thread.
 */
int ce_uspec_parts_sum(const ce_numbers *x, char *const *feature, const ce_uspec_options *options,
                       const ce_sums *state, const char *state_path, const char *path,
                       ce_sums *sums, ce_error *err);

/* The next state, from the state before (NULL: none) and the sums of all parts. next: begun
 * (ce_rounds_begin); its blocks are added here. 0 or a failure as above and of ce_uspec. */
int ce_uspec_parts_step(const ce_uspec_options *options, const ce_sums *state,
                        const char *state_path, const ce_sums *sums, const char *path,
                        ce_sums *next, ce_error *err);

/* The models of the members of a state that is done, without names, and what they were made of.
 * *model, *member: *members of each; the caller frees each model, and the arrays, also after a
 * failure. 0 or a failure. */
int ce_uspec_parts_models(const ce_sums *state, const char *state_path, ce_uspec_model **model,
                          ce_uspec_member **member, size_t *members, ce_error *err);

#endif
