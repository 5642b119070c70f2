/*
 * diversity.h: the parts of ce-diversity: the names of its measures, and the output.
 */
#ifndef CE_TOOLS_DIVERSITY_H
#define CE_TOOLS_DIVERSITY_H

#include "cli/measures.h"
#include "core/error.h"
#include "io/label_table.h"
#include "score/diversity.h"

/* Names and definitions; measure[i] is the ce_diversity_measure i. */
ce_measures diversity_measures(void);

/* By measure, by pair of base clusterings, or by base clustering. */
typedef enum { DIVERSITY_MEASURES, DIVERSITY_PAIRS, DIVERSITY_MEMBERS } diversity_view;

/* What is written. It borrows the tables and the list of measures. */
typedef struct {
    const ce_label_table *table, *consensus; /* consensus NULL: none */
    const ce_measure_list *measures;         /* only for DIVERSITY_MEASURES */
    diversity_view view;
    ce_diversity diversity; /* owned; the pairs and the members need NMI and ARI */
} diversity_result;

/*
 * Writes CSV or JSON to path. 0 or a failure.
 * Measures: measure,consensus,value. A measure of the ensemble has one row; a measure about a
 *   consensus has one for each column of the consensus table.
 * Pairs: first,second,nmi,d-nmi,ari,d-ari.
 * Members: clustering,k,nmi,ari, which are means with the others, then nmi.NAME,ari.NAME for each
 *   column of the consensus table.
 */
int diversity_write(const diversity_result *result, const char *path, char delimiter, int json,
                    ce_error *err);

#endif
