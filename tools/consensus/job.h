/*
 * job.h: what the files of ce-consensus share: the options of the tool, and the input and results
 * of one call.
 *
 * run.c runs the methods that read labels, system.c those that read data; choose.c finds k.
 * advise.c and advise_text.c run none: they say which suits. The options of a method are in its
 * own file (src/consensus/methods).
 */
#ifndef CE_TOOLS_CONSENSUS_JOB_H
#define CE_TOOLS_CONSENSUS_JOB_H

#include "cli/tool.h"
#include "consensus/method.h"
#include "core/error.h"
#include "io/constraint_table.h"
#include "io/data_table.h"
#include "io/label_table.h"
#include "io/membership_table.h"
#include "io/model.h"

typedef struct {
    ce_common common;
    int lifetime, choose, splits, infeasible, keep_going, advise;
    const char *agreement, *confidence, *data, *weights, *base_model, *model, *base, *base_weights,
        *trace, *constraints;
} consensus_options;

/* Constraints that were read. Set to zero before use. */
typedef struct {
    ce_constraint_table table; /* as in the file */
    ce_constraints kept;       /* without those that contradict others */
    ce_chunklets chunklets;
} consensus_constraints;

/* The result of a call: a column for each method and k. Set to zero before use. */
typedef struct {
    ce_label_table table;
    ce_data_table confidence; /* with --confidence */
    ce_result_model *model;   /* owned; one for each column, k = 0 where it has none */
    ce_trace trace;           /* of the method that has one */
    double *base_weight;      /* owned; of the base clusterings that were read, or NULL */
    ce_messages told;         /* what was printed, so that nothing is told twice */
} consensus_output;

int consensus_output_alloc(consensus_output *out, const consensus_options *options, size_t n,
                           size_t columns, ce_error *err);
void consensus_output_free(consensus_output *out);

/* Empties a column that could not be filled. */
void consensus_output_drop(consensus_output *out, size_t column);

/* Leaves only the first columns, which are filled. */
void consensus_output_shorten(consensus_output *out, size_t columns);

/* Prints the messages of the report, and takes its trace, its weights, and its model, which is of
 * that column. */
int consensus_take_report(const ce_cli *cli, consensus_output *out, size_t column,
                          ce_report *report, ce_error *err);

/* Names a column and fills it. name: METHOD.kK. sure: how sure each object is, or NULL. */
int consensus_take_column(consensus_output *out, size_t column, const char *name,
                          const int32_t *label, int32_t k, const double *sure, ce_error *err);

/* Writes confidences, model, trace and labels to where the options say. id: of the objects; the
 * output takes them before it writes the labels. feature: the names of the d features of the
 * model. */
int consensus_write(const ce_cli *cli, consensus_output *out, const consensus_options *options,
                    ce_text_column *id, char *const *feature, size_t d, ce_error *err);

/* Run a whole call, from reading to writing. 0 or a failure. */
int consensus_functions(const ce_cli *cli, const consensus_options *options, ce_error *err);
int consensus_systems(const ce_cli *cli, const consensus_options *options, ce_error *err);

/* The call of --advise, which runs none. */
int consensus_advise(const ce_cli *cli, const consensus_options *options, ce_error *err);

/* ---- what goes with labels ---- */

/* How a k was chosen, for one method. */
typedef struct consensus_choice consensus_choice;

typedef struct {
    const ce_cli *cli;
    const consensus_options *options;
    const char *path; /* of the ensemble, for messages */
    ce_table_format format;

    /* The ensemble. Where the file is a membership table, membership.membership.n is above 0 and
     * `in` has the most likely clusters. */
    ce_label_table in;
    ce_membership_table membership;
    ce_ensemble ensemble;
    consensus_output out;
    size_t column; /* the next one of out */
    size_t failed; /* columns that are left out, with --keep-going */
    consensus_choice *choice; /* owned; of the methods whose k was chosen so far, or NULL */
    size_t choices;

    /* What goes with the ensemble. */
    ce_data_table data;
    double *base_weight;
    ce_matrix centroids, weights;
    consensus_constraints constraints;
} consensus_job;

/* Reads what the options name besides the ensemble, and checks that it fits the ensemble. */
int consensus_read_beside(consensus_job *j, ce_error *err);

/* Of fewer objects there are no two k to choose from, where none is given. */
enum { LEAST_OBJECTS = 9 };

/* With --choose: whether there are enough base clusterings to be halved and, without -k, enough
 * objects. 0 or CE_EINPUT. */
int consensus_check_choice(const consensus_job *j, ce_error *err);

/* How many k are tried where none is given. */
size_t consensus_tries(double objects);

/* *k: where the clusters of two halves of the base clusterings agree best, of those of -k or, where
 * none is given, of 2 to the root of the number of objects. A note tells it. */
int consensus_choose_k(consensus_job *j, const ce_run *run, size_t *k, ce_error *err);

/* With --agreement and without --choose: how far halves agree at each k of -k. Where they have no
 * result at any, a note says so. 0 or CE_ENOMEM. */
int consensus_compare_halves(consensus_job *j, const ce_run *run, ce_error *err);

/* Writes --agreement: how far halves agree, for each method that was asked about it, and each k. */
int consensus_write_agreement(const consensus_job *j, ce_error *err);
void consensus_choices_free(consensus_job *j);

/* Reads the model of the base clusterings, and checks that it fits the ensemble and the data. */
int consensus_read_subspaces(consensus_job *j, ce_error *err);

/* Reads --constraints, about the n objects of the table `path`, and checks them for every k. */
int consensus_read_constraints(const ce_cli *cli, const consensus_options *options,
                               const ce_text_column *id, size_t n, const char *path,
                               consensus_constraints *c, ce_error *err);
void consensus_constraints_free(consensus_constraints *c);

/* Prints how many constraints the labels of one column violate; where it is none, only with -v. */
void consensus_tell_violations(const ce_cli *cli, const consensus_constraints *c, const char *name,
                               const int32_t *label);

#endif
