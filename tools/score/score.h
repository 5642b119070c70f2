/*
 * score.h: the parts of ce-score: the names of its measures, those that need no truth, the choice
 * of --best, and the output.
 */
#ifndef CE_TOOLS_SCORE_H
#define CE_TOOLS_SCORE_H

#include "cli/measures.h"
#include "cli/tool.h"
#include "core/error.h"
#include "io/label_table.h"
#include "score/score_table.h"

/* Names and definitions; measure[i] is the ce_score i. */
ce_measures score_measures(void);

/* What the measures without a truth are computed from: some of the options. */
typedef struct {
    const char *data, *matrix, *objects;
    int input, neighbours, sample;
    int beside_truth; /* --class names a column of another table */
} score_source;

/* What is written. Set to zero before use. */
typedef struct {
    ce_score_table scores;
    const ce_label_table *table;     /* the clusterings; borrowed */
    const ce_measure_list *measures; /* borrowed; pairwise: only the first counts */
    int pairwise; /* 0: a row per clustering, a column per measure; 1: clusterings x clusterings */
    size_t *clustering; /* owned: which of the table's each row is; NULL: row q is clustering q */
} score_result;

void score_result_free(score_result *result);

/* Ends the program after wrong use of these options together with the measures. */
void score_check_source(const ce_cli *cli, const score_source *source,
                        const ce_measure_list *measures);

/*
 * Computes the columns of measures that need distances, if there are any, and writes the file of
 * --objects. result: has a row for each clustering and room for them. path: of the label table.
 * alone: 1 when no truth is there, so that objects left out are only those without a label; the
 * result then says how many. Tells what is not defined. 0 or a failure.
 */
int score_add_distances(const ce_cli *cli, const score_source *source, const ce_common *common,
                        int json, const char *path, int alone, score_result *result,
                        ce_error *err);

/* Computes the columns of measures that need base clusterings: those of a label table about the
 * same objects. ensemble: its file; NULL: no measure needs it. result, path: as above. ignored:
 * objects whose labels were taken on purpose. Tells of others without a label. 0 or a failure. */
int score_add_ensemble(const ce_cli *cli, const char *ensemble, const char *path, double ignored,
                       score_result *result, ce_error *err);

/*
 * Keeps of the clusterings METHOD.kK the best one of each METHOD by the first measure. ce-consensus
 * and ce-partition name theirs so. A clustering that is named otherwise is a method of its own.
 *
 * The best is the one with the largest value, or the smallest where less is better. A value that is
 * not defined is worse than any. Of equals it is the one with the smallest K, then the first.
 * Methods stand in the order in which they come. The k is chosen by looking at the truth: the value
 * is an upper bound of what a method can give, not what it gives.
 *
 * Not for a pairwise result. 0, CE_ENOMEM, CE_EARG (a measure without a best value); unchanged
 * after a failure.
 */
int score_keep_best(score_result *result, ce_error *err);

/* Writes the result to path (clens-formats(5)); JSON carries the definitions. 0 or a failure. */
int score_write(const score_result *result, const char *path, char delimiter, int json,
                ce_error *err);

#endif
