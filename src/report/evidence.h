/*
 * evidence.h: the numbers of a report, each computed as the tool computes it that the report names.
 */
#ifndef CE_REPORT_EVIDENCE_H
#define CE_REPORT_EVIDENCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/progress.h"
#include "io/data_table.h"
#include "io/label_table.h"
#include "report/by_k.h"
#include "report/given_scores.h"
#include "report/halves_table.h"
#include "report/null_table.h"
#include "report/sure_members.h"
#include "score/diversity.h"
#include "score/internal.h"
#include "score/score_table.h"
#include "score/stability.h"

/* What a report is about. All is borrowed. */
typedef struct {
    const char *members_path, *results_path; /* for messages */
    const ce_label_table *members;
    const ce_label_table *results; /* about the same rows; ids are those of members */
    const ce_data_table *data;     /* numeric, in the order of members; NULL: none */
    const char *columns;           /* of its table, as --columns chose them; NULL: all */
    const ce_text_column *classes; /* in the order of members; NULL: none */
    const ce_data_table *bars;     /* columns to show beside the heat map; NULL: none */
    const int32_t *bars_row;       /* the row there of each of members; NULL: in their order */
    const ce_null_table *null;     /* NULL: none */
    const ce_halves_table *halves; /* NULL: none */
    const ce_given_scores *scores; /* further measures of results; NULL: none */
    const char *chosen;            /* the result to look at; NULL: that whose k `halves` chose with
                                    * the best agreement, if there is one; else that with the
                                    * highest silhouette of the data, or without data the highest
                                    * ANMI, of those with the k that is clearest beside `null`, if
                                    * there is one */
    int sure; /* which members tell how sure objects and clusters are: CE_SURE_AUTO ... */
    uint64_t seed;
    size_t sample; /* objects of silhouettes, of pictures of pairs, and of consensus where labels
                      are missing, if there are more; as many pairs are drawn for each k as they
                      have */
    const ce_progress *progress;
} ce_page_input;

/* Set to zero before use. Empty after a failure. */
typedef struct {
    double objects;         /* of all rows */
    ce_diversity diversity; /* of members, and about results */
    double *nmi, *ari;      /* owned: members->m, the mean with the other members */
    double *anmi, *aari;    /* owned: results->m */
    ce_score_table scores;  /* nmi, ari, error; empty without classes */
    ce_internal *internal;  /* owned: results->m; NULL without data */
    ce_silhouettes widths;  /* silhouettes by result and object; empty without data */
    size_t samples;         /* objects that have a silhouette; 0: all */
    size_t *sample;         /* owned: which these are, ascending; NULL: all */
    ce_by_k by_k;           /* of members */
    size_t chosen;          /* a column of results */
    int by_halves;          /* it was chosen by the agreement of halves */
    int clearest;           /* only results with this k were looked at; 0: all */
    int32_t *rank;          /* owned: the number of each of its clusters in pictures */
    int32_t *number;        /* owned: the same of each row, or CE_MISSING */
    ce_sure_members sure;   /* those that what follows is of, and pictures of it */
    size_t rows;            /* that follow; all, or a sample of them */
    size_t *row;            /* owned: which these are */
    ce_trust trust;         /* of the clusters of the chosen result, and of the rows; `every` where
                             * rows are all, and rows and clusters not too many */
    double *size;           /* owned: objects of each cluster */
    double *ecc;            /* owned: members->n, ce_element_consistency_of_objects; NULL: there is
                             * one such member, or it would take too long */
    double mean_ecc;        /* of the objects that have one */
} ce_evidence;

/* 0, CE_ENOMEM, or CE_EINPUT: no member has a label, no result of the name `chosen`, the chosen one
 * without labels, no member with its k (ce_sure_members_find). */
int ce_evidence_find(ce_evidence *evidence, const ce_page_input *input, ce_error *err);
void ce_evidence_free(ce_evidence *evidence);

/* What the result is chosen by: the silhouette where there are data, else ANMI, which leans to
 * large k. */
double ce_evidence_worth(const ce_evidence *evidence, size_t r);

/* own - next of entry e. */
double ce_evidence_margin(const ce_evidence *evidence, size_t e);

#endif
