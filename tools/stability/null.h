/*
 * null.h: what the parts of `null` share: the scores of the data and of the references.
 */
#ifndef CE_TOOLS_STABILITY_NULL_H
#define CE_TOOLS_STABILITY_NULL_H

#include "subsamples.h"
#include "which_k.h"

enum { OBJECTIVE_ENTROPY, OBJECTIVE_PAC, OBJECTIVES };

typedef struct {
    const char *data;
    subsample_options subsamples;
    int references, sample_pairs, objective, bounds, choose;
    double low, high, level;
} null_options;

/* Set to zero before use. Set 0 is the data, the others are the references. */
typedef struct {
    size_t sets, groups;
    int *k;                    /* owned; groups: 0 with --group none */
    size_t *members;           /* owned; groups: of the data */
    double *left_out;          /* owned; groups: pairs that no member of the data labels both */
    size_t *few; /* owned; groups: in how many members of the data too few rows differ */
    double *score[OBJECTIVES]; /* owned; sets x groups */
} null_scores;

int null_scores_alloc(null_scores *s, size_t sets, size_t groups, ce_error *err);
void null_scores_free(null_scores *s);

/* Puts down the scores of the base clusterings of one group of one set. size: objects in each row,
 * or NULL. 0 or a failure. */
int null_scores_fill(const stability_call *call, null_scores *s, size_t set, size_t group,
                     const ce_labels *labels, const double *size, ce_error *err);

/* --data: draws the references, and clusters them as it does the data. */
int null_score_data(const stability_call *call, null_scores *s, ce_error *err);

#endif
