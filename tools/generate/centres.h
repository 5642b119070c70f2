/*
 * centres.h: messages and files of k-means and RPCL, whose members have centres.
 */
#ifndef CE_TOOLS_GENERATE_CENTRES_H
#define CE_TOOLS_GENERATE_CENTRES_H

#include "generate.h"
#include "generate/centre_members.h"

/* Names the members METHOD.k7.r3, and tells of each with -v. steps: the word for iterations.
 * unfinished: what to add where a member did not converge. 0 or CE_ENOMEM. */
int generate_tell_centres(const ce_cli *cli, generate_work *w, const ce_centre_member *member,
                          const char *method, const char *steps, const char *unfinished,
                          ce_error *err);

/* Writes --model and --trace, where they are not NULL. violated: the violations of each member, a
 * column of the trace; NULL for no such column. */
int generate_write_centres(const ce_cli *cli, const generate_work *w,
                           const ce_centre_member *member, const size_t *violated,
                           const char *model, const char *trace, ce_error *err);

#endif
