/*
 * score_table.h: measures of all clusterings of a label table, against true classes or against each
 * other, and their text.
 */
#ifndef CE_SCORE_SCORE_TABLE_H
#define CE_SCORE_SCORE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/constraints.h"
#include "core/error.h"
#include "io/columns.h"
#include "io/label_table.h"
#include "score/catalogue.h"

/* Zero-initialise before use. */
typedef struct {
    size_t rows, columns;
    double *value;                 /* owned: rows x columns, row-major; NaN: not defined */
    size_t *clustering; /* owned: rows: which of the table's; NULL: row q is clustering q */
    int pairwise; /* 0: a row per clustering, a column per measure; 1: clusterings x clusterings */
    const ce_label_table *table;   /* the clusterings; must outlive this */
    const ce_score_list *measures; /* likewise; pairwise: only the first */
    int64_t objects;               /* the sum of the sizes in a microcluster table */
    int64_t least_out, most_out; /* objects that the clusterings leave out since a label is missing
                                    there or in the truth */
    size_t most_unknown; /* constraints that a clustering neither keeps nor violates, at most: it
                            lacks a label of theirs */
} ce_score_table;

/* Every clustering against the classes (n values, in the table's order, CE_MISSING for objects to
 * leave out; NULL: no measure needs them) and the constraints between its objects (NULL: no measure
 * needs them). Microclusters count with their sizes: without constraints. Clusterings are computed
 * in parallel; the result does not depend on the number of threads. */
int ce_score_table_compute(ce_score_table *scores, const ce_label_table *table,
                           const ce_text_column *truth, const ce_constraints *constraints,
                           const ce_score_list *measures, ce_error *err);

/* Every clustering against every other by the first measure, the row's in the place of the classes.
 */
int ce_score_table_pairwise(ce_score_table *scores, const ce_label_table *table,
                            const ce_score_list *measures, ce_error *err);

/*
 * Keeps of the clusterings METHOD.kK (ce-consensus and ce-partition name theirs so) the best one of
 * each METHOD by the first measure: the largest value, or the smallest where less is better; ties:
 * the smallest K, then the first. A clustering that is named otherwise is a method of its own. A
 * value that is not defined is worse than any. Methods in the order in which they come. The k is so
 * chosen by looking at the truth: an upper bound of what a method can give, not what it gives. Not
 * for a pairwise table. 0, CE_ENOMEM, CE_EARG (a measure without a best value).
 */
int ce_score_table_best(ce_score_table *scores, ce_error *err);

void ce_score_table_free(ce_score_table *scores);

/* The scores as text (clens-formats(5)); JSON carries the definitions. */
int ce_score_table_write(const ce_score_table *scores, const char *path, char delimiter,
                         ce_score_format format, ce_error *err);

#endif
