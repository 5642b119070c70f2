/*
 * generate.h: what the generators of ce-generate share: the options, and input and results of one
 * call. A generator is a file of this folder and a line in ../ce-generate.c.
 */
#ifndef CE_TOOLS_GENERATE_H
#define CE_TOOLS_GENERATE_H

#include "cli/tool.h"
#include "constrain/chunklets.h"
#include "core/error.h"
#include "core/membership.h"
#include "io/constraint_table.h"
#include "io/data_table.h"
#include "io/label_table.h"

typedef struct {
    ce_common common;
    int members, init, empty, iterations, restarts, epochs, method, sample, batch, reprocess,
        distance_features, norm, membership, unseen;
    int lattice, neighbourhood, online, rough, fine, cluster, choose, weight_hits;
    int neighbours, dense, kernel, laplacian, rows, modularity, graph_of, rounds, quality, patience,
        by;
    int infeasible, rule, order, attempts;
    double rate, rival_rate, tolerance, radius, last_radius, sigma, p, q, lambda;
    const char *features, *objects, *start, *model, *trace, *inv_h, *labels, *grid, *graph,
        *weights, *bases, *constraints;
} generate_options;

/* Choices that more than one file looks at, by their place: of --cluster, of --init, of
 * --infeasible. */
enum { GENERATE_SOM_UNITS = 2, GENERATE_INIT_CHUNKLETS = 5, GENERATE_INFEASIBLE_COUNT = 1 };

/* Zero-initialised by main, which frees it. */
typedef struct {
    const char *path; /* of the data, for messages */
    ce_data_table data;
    ce_label_table
        out; /* the generator fills in labels and names; main adds the ids and writes it */
    ce_membership membership; /* with --membership the generator fills it in too: clusters in the
                                 order of the labels */
} generate_work;

/* The constraints of a call. Zero-initialise, generate_constraints_free. */
typedef struct {
    ce_constraint_table table;
    ce_chunklets chunklets;
    size_t left_out;  /* contradictory cannot-links, with --infeasible count */
    size_t *violated; /* owned; for each member, by generate_tell_violations */
} generate_constraints;

/* Makes the members, and writes what goes beside the label table. Wrong use ends the program. 0 or
 * a failure. */
typedef int generate_run(const ce_cli *cli, const generate_options *o, generate_work *w,
                         ce_error *err);

/* One per file of this folder. */
generate_run generate_kmeans, generate_rpcl, generate_lac, generate_linkage, generate_coolcat,
    generate_som, generate_spectral, generate_tksc, generate_boost, generate_mle;

/* 0 when the table has numbers only; else a message that says what to do. */
int generate_need_numbers(const ce_data_table *data, const char *path, ce_error *err);

/* 0 when the table has numbers only, none missing, and distances between its rows have squares;
 * else a message that says what to do. */
int generate_need_squares(const ce_data_table *data, const char *path, ce_error *err);

/* Says so where all objects are equal and more than one cluster is asked for: spectral methods cut
 * such data all the same. */
void generate_note_equal(const ce_cli *cli, const generate_options *o, const generate_work *w);

/* 0 when none of the count values of k is above `objects`: those that a member sees, of n. */
int generate_check_k(const int *k, size_t count, size_t objects, size_t n, const char *path,
                     ce_error *err);

/* Reads the table of --start: numbers, with the features of the data. */
int generate_read_start(const ce_cli *cli, const generate_options *o, const generate_work *w,
                        ce_data_table *start, ce_error *err);

/* Ends the program where options of constraints come without --constraints. */
void generate_check_constraints(const ce_cli *cli, const generate_options *o);

/* Reads --constraints, which is given, for the objects of w->data, and checks them for `count`
 * values of k as --infeasible says. */
int generate_read_constraints(const ce_cli *cli, const generate_options *o, const generate_work *w,
                              const int *k, size_t count, generate_constraints *c, ce_error *err);

/* Counts the constraints that each member of w->out, labels and name, violates; a note for each
 * that violates any. */
int generate_tell_violations(const ce_cli *cli, const generate_work *w, generate_constraints *c,
                             ce_error *err);
void generate_constraints_free(generate_constraints *c);

/* Names member q of w->out, which has its labels already. */
int generate_name(generate_work *w, size_t q, ce_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Writes the label table; with --membership the membership table, and the label table to the file
 * of --labels. */
int generate_write(const generate_options *o, generate_work *w, ce_error *err);

#endif
