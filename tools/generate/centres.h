/*
 * centres.h: what k-means and RPCL say and write of their members, which are made of centres.
 */
#ifndef CE_TOOLS_GENERATE_CENTRES_H
#define CE_TOOLS_GENERATE_CENTRES_H

#include "generate.h"
#include "generate/centre_members.h"

/* Names the members METHOD.k7.r3, and tells of each with -v. steps: what an iteration is called;
 * unfinished: what to add where a member did not converge. 0 or CE_ENOMEM. */
int generate_tell_centres(const ce_cli *cli, generate_work *w, const ce_centre_member *member,
                          const char *method, const char *steps, const char *unfinished,
                          ce_error *err);

/* Writes --model and --trace, where they are not NULL. violated: of each member, or NULL: no such
 * column in the trace. */
int generate_write_centres(const ce_cli *cli, const generate_work *w,
                           const ce_centre_member *member, const size_t *violated,
                           const char *model, const char *trace, ce_error *err);

#endif
