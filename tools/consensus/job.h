/*
 * job.h: what the files of ce-consensus share: the options, and input and results of one call.
 */
#ifndef CE_TOOLS_CONSENSUS_JOB_H
#define CE_TOOLS_CONSENSUS_JOB_H

#include "cli/tool.h"
#include "consensus/consensus.h"
#include "core/error.h"
#include "io/data_table.h"
#include "io/label_table.h"
#include "io/membership_table.h"
#include "io/model.h"

typedef struct {
    ce_common common;
    int lifetime, with, objects, microclusters, leftover, tie, restarts, iterations, elite, steps, cap, average, nmi, rounds,
        completion_iterations, neighbours, edge_weight;
    double theta, beta, decay, certainty, low, high, penalty, growth, walk_beta, core, imbalance, cluster_weight;
    const char *confidence, *data, *base_model, *model;
} consensus_options;

/* Zero-initialised but for the first three by main, which frees it. */
typedef struct {
    const ce_cli *cli;
    const consensus_options *options;
    ce_consensus_options how;
    const char *path; /* of the ensemble, for messages */
    ce_label_table in;
    ce_membership_table membership; /* .membership.n > 0 when the ensemble was such a table; in holds its most likely clusters */
    ce_ensemble ensemble;
    ce_label_table out;
    ce_data_table confidence; /* when asked for */
    size_t column;            /* the next one of out */
    ce_data_table data;       /* wsbpa: what the base clusterings were made of, */
    ce_matrix weights;        /* the weight vectors of their clusters, */
    ce_subspaces subspaces;   /* both of them, */
    ce_subspace_result *found; /* and the result of each column of out; .k = 0: none */
} consensus_job;

/* Every method at every k, into out. 0 or a failure. */
int consensus_run_all(consensus_job *j, ce_error *err);

/* Notes, the confidences, the model, the labels. */
int consensus_write_all(consensus_job *j, ce_error *err);

void consensus_job_free(consensus_job *j);

/* wsbpa: reads the data and the model of the base clusterings, and checks that they belong to the ensemble. */
int consensus_read_subspaces(consensus_job *j, const ce_table_format *format, ce_error *err);

/* wsbpa: the centroids and weight vectors of every column that has them. */
int consensus_write_model(const consensus_job *j, ce_error *err);

#endif
