/*
 * generate.h: what the generators of ce-generate have in common. To add one:
 * 1. Write a file in this folder that has its options and ends with a generate_noun.
 * 2. Declare the generate_noun below.
 * 3. Add it to the list in ../ce-generate.c.
 */
#ifndef CE_TOOLS_GENERATE_H
#define CE_TOOLS_GENERATE_H

#include "cli/constraint_input.h"
#include "cli/tool.h"
#include "constrain/chunklets.h"
#include "core/descriptor.h"
#include "core/error.h"
#include "core/membership.h"
#include "core/sums.h"
#include "generate/kmeans_ensemble.h"
#include "generate/uspec.h"
#include "io/constraint_table.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/label_table.h"

/*
 * Input and results of one call. main sets it to zero, and frees it.
 *
 * 1. main reads the data.
 * 2. The generator fills in the labels and names of `out`. It may fill in a membership too, with
 *    clusters in the order of the labels.
 * 3. main adds the ids and writes the membership table where there is one, else the label table.
 */
typedef struct {
    const char *path;   /* of the data, for messages */
    const char *prefix; /* of the names of members; NULL: none */
    ce_data_table data;
    ce_label_table out;
    ce_membership membership;
    const char *labels; /* with a membership: the file for the label table, or NULL */
    int written; /* the generator has written its result, which is no table */
} generate_work;

/* Ends the program where options are wrong in a way that the conditions of their rows cannot say.
 * options: the generator's own struct. Called before the data are read. */
typedef void generate_check(const ce_cli *cli, const void *options);

/* Makes the members, and writes what goes beside the label table. 0 or a failure. */
typedef int generate_run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err);

/* Where FILE is a table of sums (doc/parts.md): takes the step that is due, and writes what comes
 * of it. Of w there are path and prefix only. 0 or a failure. */
typedef int generate_step(const ce_cli *cli, const void *options, const generate_work *w,
                          ce_input *input, ce_error *err);

typedef struct {
    ce_descriptor of; /* first: the command line knows only this */
    generate_check *check;
    generate_run *run;
    generate_step *step; /* or NULL */
    int takes_single; /* values may be in single precision (io/data_table.h) */
    int takes_tiny;   /* squares of tiny numbers do not vanish */
} generate_noun;

/* One in each file of this folder, and two in spectral.c. */
extern const generate_noun generate_kmeans, generate_rpcl, generate_lac, generate_linkage,
    generate_coolcat, generate_som, generate_spectral, generate_tksc, generate_boost, generate_mle,
    generate_uspec;

/* Rows that several generators have in common. The struct has a member of the same name. */
#define GENERATE_ROW_MEMBERS(type) \
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, NULL, offsetof(type, members), NULL, \
     "number of members, each with a k drawn from those of -k; default: one for each k"}
#define GENERATE_ROW_FEATURES(type) \
    {0, "features", CE_SHARE, "F", 0, 0, NULL, NULL, offsetof(type, features), NULL, \
     "each member sees this many random features: 5, or a fraction 0.5"}
#define GENERATE_ROW_MEMBERSHIP(type) \
    {0, "membership", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(type, membership), NULL, \
     "write the membership table, P(cluster | object), instead of the label table"}
#define GENERATE_ROW_LABELS(type) \
    {0, "labels", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(type, labels), "membership", \
     "write the label table here"}

/* ---- k and files ---- */

/* Ends the program where -k is missing. */
void generate_need_k(const ce_cli *cli);

/* 0, or CE_EINPUT when one of the count values of k is above `objects`, the number of objects that
 * a member sees, of n. */
int generate_check_k(const int *k, size_t count, size_t objects, size_t n, const char *path,
                     ce_error *err);

/* How many of `total` things each member sees, by the value of --option, which is also what they
 * are called; 0 where it was not given. path: of the table. 0, or CE_EINPUT where there are fewer.
 */
int generate_count(const char *option, const ce_share *share, size_t total, const char *path,
                   size_t *count, ce_error *err);

/* ---- data ---- */

/* 0, or CE_EINPUT when the table has other cells than numbers; the message says what to do. */
int generate_need_numbers(const ce_data_table *data, const char *path, ce_error *err);

/* 0, or CE_EINPUT when the table has other cells than numbers, missing cells, or numbers whose
 * squared distances would overflow; the message says what to do. */
int generate_need_squares(const ce_data_table *data, const char *path, ce_error *err);

/* For generators that cut equal rows apart. w->out has its labels. Prints a note where equal rows
 * are in several clusters, or where all objects are equal and more than one cluster is asked for.
 * 0 or CE_ENOMEM. */
int generate_note_equal(const ce_cli *cli, const generate_work *w, ce_error *err);

/* Reads the table of --start from a file: numbers, with the features of the data in their order. */
int generate_read_start(const ce_cli *cli, const char *file, const generate_work *w,
                        ce_data_table *start, ce_error *err);

/* ---- constraints ---- */

/* The options of a generator that takes constraints: a member of its struct, called `pairs`. */
typedef struct {
    const char *file;
    int infeasible; /* CE_INFEASIBLE_... */
} generate_pairs;

#define GENERATE_ROW_CONSTRAINTS(type, conditions) \
    {0, "constraints", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(type, pairs.file), conditions, \
     "pairs of objects that must be in one cluster, or cannot: i,j,link"}
#define GENERATE_ROW_INFEASIBLE(type) \
    {0, "infeasible", CE_CHOICE, "WHAT", 0, 0, CE_INFEASIBLE_NAMES, "stop", \
     offsetof(type, pairs.infeasible), "constraints", \
     "if no clustering can keep all constraints: stop, or keep what can be kept and count the " \
     "violations"}

/* The constraints of a call. Set to zero before use; free with generate_constraints_free. */
typedef struct {
    ce_constraint_table table;
    ce_chunklets chunklets;
    size_t left_out;  /* contradictory cannot-links, with --infeasible count */
    size_t *violated; /* owned; how many each member violates, from generate_tell_violations */
} generate_constraints;

/* Ends the program where a start that comes from constraints is asked for without any. init: that
 * value of --init, or NULL. */
void generate_check_constraints(const ce_cli *cli, const generate_pairs *pairs,
                                const char *init);

/* Reads the constraints for the objects of w->data, and checks them for `count` values of k as
 * --infeasible says. pairs->file is not NULL. */
int generate_read_constraints(const ce_cli *cli, const generate_pairs *pairs,
                              const generate_work *w, const int *k, size_t count,
                              generate_constraints *c, ce_error *err);

/* Counts the constraints that each member of w->out violates, and prints a note for each that
 * violates any. The members have labels and names. */
int generate_tell_violations(const ce_cli *cli, const generate_work *w, generate_constraints *c,
                             ce_error *err);
void generate_constraints_free(generate_constraints *c);

/* ---- parts and rounds (parts.c) ---- */

/* A generator of objects in parts, in one call. job is what its functions take; each returns 0 or a
 * failure. state_path, path: names of files for messages. */
typedef struct generate_rounds {
    void *job;
    const char *part, *state, *model, *prefix; /* the options of these names, or NULL */

    /* Sets in the head of a table what decides the members besides the data. */
    int (*set_options)(const void *job, ce_sums *sums, ce_error *err);
    /* Called first: so many features there are. */
    int (*take_features)(void *job, size_t d, const char *path, ce_error *err);
    /* Adds what a part tells. state: NULL in round 0. */
    int (*sum)(const void *job, const ce_data_table *data, const ce_sums *state,
               const char *state_path, const char *path, ce_sums *sums, ce_error *err);
    /* Adds the blocks of the next state, from the sums of all parts. state: NULL after round 0;
     * else one that is not done. */
    int (*step)(const void *job, const ce_sums *state, const char *state_path, const ce_sums *sums,
                const char *path, ce_sums *next, ce_error *err);
    /* Writes the model of a state that is done. */
    int (*write_model)(const ce_cli *cli, const struct generate_rounds *r, const ce_sums *state,
                       const char *path, ce_error *err);
} generate_rounds;

#define GENERATE_ROW_PART(type, conditions) \
    {0, "part", CE_TEXT, "I/N", 0, 0, NULL, NULL, offsetof(type, part), conditions, \
     "the data are part I of N: write a table of sums for ce-merge instead of labels"}
#define GENERATE_ROW_STATE(type, conditions) \
    {0, "state", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(type, state), conditions, \
     "the state of the rounds, written from the sums of the round before"}
/* CE_EINPUT where there is --state, and the file has data without --part: it is to have sums. */
int generate_lone_state(const generate_work *w, ce_error *err);

/* Ends the program where --part is none, or comes with --model. From here on checksums of what is
 * read are kept. */
void generate_check_part(const ce_cli *cli, const char *part, const char *model);

/* --part: writes the sums of w->data. 0 or a failure. */
int generate_part(const ce_cli *cli, const generate_rounds *r, generate_work *w, ce_error *err);
/* Takes the step that is due from the sums in a file, and writes the state; after the last step the
 * model too. 0 or a failure. */
int generate_next(const ce_cli *cli, const generate_rounds *r, ce_input *input, ce_error *err);

/* Sets an option of a head: a number, the values of -k, a share. 0 or CE_ENOMEM. */
int generate_set_number(ce_sums *sums, const char *name, uint64_t value, ce_error *err);
int generate_set_k(ce_sums *sums, const int *k, size_t count, ce_error *err);
int generate_set_share(ce_sums *sums, const char *name, const ce_share *share, ce_error *err);

/* k-means: e.features is set from `features` as given (kmeans_rounds.c). */
typedef struct {
    ce_kmeans_ensemble_options e;
    const ce_share *features;
} generate_kmeans_job;
generate_rounds generate_kmeans_rounds(generate_kmeans_job *job);

/* U-SPEC: likewise (uspec_rounds.c). */
typedef struct {
    ce_uspec_options e;
    const ce_shares *features;
} generate_uspec_job;
generate_rounds generate_uspec_rounds(generate_uspec_job *job);

/* Of U-SPEC, in one process and in rounds (uspec.c): the numbers of features from --features, which
 * must not ask for more than d; with -v, what became of a member; notes on all of them. */
int generate_uspec_features(const ce_shares *features, size_t d, const char *path,
                            ce_uspec_options *e, ce_error *err);
void generate_uspec_tell(const ce_cli *cli, const char *name, const ce_uspec_member *member);
void generate_uspec_note(const ce_cli *cli, const char *path, const ce_uspec_member *member,
                         size_t members);

/* ---- results ---- */

/* The name of a member, in *name, which the caller frees; prefix, or NULL, comes first. 0 or
 * CE_ENOMEM. */
int generate_member_name(char **name, const char *prefix, ce_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Names member q of w->out, which has its labels already; w->prefix comes first. */
int generate_name(generate_work *w, size_t q, ce_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Writes the label table, or the membership table where there is one. */
int generate_write(const ce_cli *cli, generate_work *w, ce_error *err);

#endif
