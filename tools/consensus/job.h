/*
 * job.h: what the files of ce-consensus share: the options, and input and results of one call of
 * functions. Systems: system.c.
 */
#ifndef CE_TOOLS_CONSENSUS_JOB_H
#define CE_TOOLS_CONSENSUS_JOB_H

#include "cli/tool.h"
#include "consensus/consensus.h"
#include "consensus/systems.h"
#include "core/error.h"
#include "io/constraint_table.h"
#include "io/data_table.h"
#include "io/label_table.h"
#include "io/membership_table.h"
#include "io/model.h"

typedef struct {
    ce_common common;
    int lifetime, with, objects, microclusters, leftover, tie, restarts, iterations, elite, steps,
        cap, average, nmi, rounds, completion_iterations, neighbours, edge_weight, anchor,
        propagations, members, tries, index, distance_to;
    double theta, beta, decay, certainty, low, high, penalty, growth, walk_beta, core, imbalance,
        cluster_weight, alpha, independence, diversity, share, at_least, keep;
    int unweighted, printed, dense, raw, loose, infeasible, top;
    double sigma;
    const char *confidence, *data, *weights, *base_model, *model, *components, *base, *base_weights,
        *trace, *constraints, *inv_h;
} consensus_options;

/* Constraints that were read. */
typedef struct {
    ce_constraint_table table; /* as they are */
    ce_constraints kept;       /* without those that contradict others */
    ce_chunklets chunklets;
} consensus_constraints;

typedef struct {
    const ce_cli *cli;
    const consensus_options *options;
    ce_consensus_options how;
    const char *path; /* of the ensemble, for messages */
    ce_table_format format;
    ce_label_table in;
    ce_membership_table membership; /* .membership.n > 0 when the ensemble was such a table; in
                                       holds its most likely clusters */
    ce_ensemble ensemble;
    ce_label_table out;
    ce_data_table confidence; /* when asked for */
    size_t column;            /* the next one of out */
    ce_data_table data;       /* wsbpa, c-wbpa, weac-nm: what the base clusterings were made of */
    double *base_weight;      /* weac-nm: what each of them weighs */
    ce_matrix centroids;      /* wsbpa, c-wbpa: of their clusters, */
    ce_matrix weights;        /* and the weight vectors */
    consensus_constraints constraints; /* c-wbpa */
    ce_constrained constrained; /* all of them, */
    ce_subspaces subspaces;   /* wsbpa: data and weights, */
    ce_subspace_result *found; /* and the result of each column of out; .k = 0: none */
} consensus_job;

/* The whole of a call, from reading to writing: of functions that read labels (run.c), of systems
 * that read data (system.c). 0 or a failure. */
int consensus_functions(const ce_cli *cli, const consensus_options *options,
                        const ce_consensus_options *how, ce_error *err);
int consensus_systems(const ce_cli *cli, const consensus_options *options, ce_error *err);

/* What functions need besides the ensemble: the data, checked to have its objects; weights; the
 * model (beside.c). */
int consensus_read_beside(consensus_job *j, ce_error *err);

/* wsbpa, c-wbpa: reads the model of the base clusterings, and checks that it belongs to the
 * ensemble and the data. */
int consensus_read_subspaces(consensus_job *j, ce_error *err);

/* Reads --constraints, of n objects of the table `path`, and checks them for every k. */
int consensus_read_constraints(const ce_cli *cli, const consensus_options *options,
                               const ce_text_column *id, size_t n, const char *path,
                               consensus_constraints *c, ce_error *err);
void consensus_constraints_free(consensus_constraints *c);

/* What the labels of one column violate (nothing: only with -v); what was enforced on it (-v). */
void consensus_tell_violations(const ce_cli *cli, const consensus_constraints *c, const char *name,
                               const int32_t *label);
void consensus_tell_enforced(const ce_cli *cli, const char *name, const ce_enforce_report *report);

/* gcons: what it tried. */
void consensus_tell_trace(const consensus_job *j);
int consensus_write_trace(const consensus_job *j, ce_error *err);

/* penta: the pairs of each round. id: of the objects, or its name NULL: row numbers. */
int consensus_write_steps(const ce_system_result *result, const ce_text_column *id,
                          const consensus_options *options, ce_error *err);

/* wsbpa: the centroids and weight vectors of every column that has them. */
int consensus_write_model(const consensus_job *j, ce_error *err);

#endif
