/*
 * uspec_parts_internal.h: the tables of U-SPEC in parts. For the files
 *
 * uspec_parts_sum.c    what a part tells
 * uspec_parts.c        steps, to representatives and sigma
 * uspec_parts_embed.c  later steps
 * uspec_parts_state.c  states
 *
 * Blocks of a state besides those of rounds.h:
 *   next        rows, distances, graph, directions, done
 *   range       least    1 x features: the largest value less the least (next: rows)
 *   members     add      members x columns, below
 *   KIND Q      least    the parts of the model of member Q (io/uspec_model.h) that are made
 *   sums Q      add      k x k: of the last assignment to other centres
 *   sizes Q     add      k x 1: likewise
 *
 * Blocks of sums after round 1, of members that have not ended:
 *   distances   distances (add, members x 1): their sums
 *   graph       graph Q (add, p x p/2 + 1): W, see ce_uspec_pair; lowest Q (add, p x 1): objects of
 *               which this is the lowest representative; first Q (least, p x 1): the first of them;
 *               starts Q (rows, 2 K): representatives and shares of the objects for starts
 *   directions  sums Q, sizes Q (add), first Q (least, k x 1): of the objects of each cluster
 */
#ifndef CE_GENERATE_USPEC_PARTS_INTERNAL_H
#define CE_GENERATE_USPEC_PARTS_INTERNAL_H

#include "core/sums.h"
#include "generate/rounds.h"
#include "generate/uspec_internal.h"
#include "generate/uspec_parts.h"

/* Columns of `members`. Draws: numbers that the member has drawn before its starts. */
enum {
    CE_USPEC_ASKED,
    CE_USPEC_DRAWS,
    CE_USPEC_COMPONENTS,
    CE_USPEC_ITERATIONS,
    CE_USPEC_STATUS,
    CE_USPEC_COLUMNS
};
/* Of a member: it goes on, it has ended by itself, it was stopped. */
enum { CE_USPEC_GOES_ON, CE_USPEC_CONVERGED, CE_USPEC_STOPPED };

/* A member in a state. Set to zero before use. */
typedef struct {
    int64_t row[CE_USPEC_COLUMNS];
    ce_uspec_model model;
    int64_t *sum, *size; /* owned; k x k, k; NULL: there was no assignment yet */
} ce_uspec_part_member;

/* Reads all members, as far as they are made. *member: `members` of them, freed by
 * ce_uspec_parts_free, also after a failure. 0 or a failure. */
int ce_uspec_parts_read(const ce_sums *state, const char *path, size_t members,
                        ce_uspec_part_member **member, ce_error *err);
int ce_uspec_parts_write(ce_sums *next, ce_uspec_part_member *member, size_t members,
                         ce_error *err);
void ce_uspec_parts_free(ce_uspec_part_member *member, size_t members);

/* How much of the models is made in a state. */
ce_uspec_made ce_uspec_parts_made(const ce_sums *state);

/* Where W of representatives a <= b of p is among p (p / 2 + 1) entries: each row has the pairs
 * with those that follow it, around the end. */
static inline size_t ce_uspec_pair(size_t a, size_t b, size_t p)
{
    size_t apart = b - a, width = p / 2 + 1;

    return apart < width ? a * width + apart : b * width + (p - apart);
}

/* ---- steps ---- */

/* path, state_path: names for messages. options: with defaults filled in. */
typedef struct {
    ce_uspec_options options;
    const ce_sums *state, *sums;
    const char *state_path, *path;
    uint64_t n; /* all objects */
    size_t d;   /* features */
} ce_uspec_step;

/* What members work on, side by side. */
typedef struct {
    const ce_uspec_step *s;
    ce_uspec_part_member *member;
    int beside, threads;      /* so many at a time, and threads of each */
    const double *range;      /* step 1 */
    const ce_sums_block *row; /* step 1 */
} ce_uspec_step_job;

/* Steps of member q of a ce_uspec_step_job: from W to the first centres; from sums of directions to
 * other centres. A member may end. 0 or a failure. */
int ce_uspec_parts_embed(void *job, size_t q, ce_error *err);
int ce_uspec_parts_move(void *job, size_t q, ce_error *err);

/* Where the row of an object is in a block of rows in ascending order; SIZE_MAX: nowhere. */
size_t ce_uspec_parts_place(const ce_sums_block *rows, uint64_t object);

/* The stream of a member, after its draws before the starts. NULL and a message when memory is out.
 */
gsl_rng *ce_uspec_parts_stream(const ce_uspec_options *options, size_t q, int64_t draws,
                               ce_error *err);

#endif
