/*
 * diversity_table.h: the diversity of a label table, by measure, by pair of base clusterings or by
 * base clustering, and its text.
 */
#ifndef CE_SCORE_DIVERSITY_TABLE_H
#define CE_SCORE_DIVERSITY_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/label_table.h"
#include "score/agreement.h"
#include "score/catalogue.h"

/* The measures in the order of the catalogue; the later ones are about a consensus. */
typedef enum {
    CE_D_NMI, CE_D_ENTROPY, CE_D_P,
    CE_D_NP1, CE_D_NP2, CE_D_ARI, CE_D_NP4, CE_D_ANMI
} ce_diversity_measure;

ce_catalogue ce_diversity_catalogue(void);

static inline int ce_diversity_needs_consensus(int measure)
{
    return measure >= CE_D_NP1;
}

/* By measure; by pair of base clusterings; by base clustering. */
typedef enum { CE_DIVERSITY_MEASURES, CE_DIVERSITY_PAIRS, CE_DIVERSITY_MEMBERS } ce_diversity_view;

/* Zero-initialise before use. table, consensus (NULL: none) and measures are the caller's and must
 * outlive it. */
typedef struct {
    const ce_label_table *table, *consensus;
    const ce_score_list *measures; /* only for CE_DIVERSITY_MEASURES */
    ce_diversity_view view;
    ce_agreement agreement;        /* owned; what of it the view needs */
    double entropy;
    double *nmi, *ari; /* owned: with the consensus, its columns x base clusterings, row-major; NULL
                          without one */
    int64_t most_out;              /* objects that some pair of labellings leaves out, at most */
} ce_diversity;

/* Computes what the view and the measures need. consensus: as many objects as table. 0, CE_ENOMEM,
 * CE_EINPUT. */
int ce_diversity_compute(ce_diversity *diversity, ce_normaliser normaliser, ce_error *err);
void ce_diversity_free(ce_diversity *diversity);

/*
 * CSV or JSON. Measures: measure,consensus,value, one row for a measure of the ensemble, else one
 * for each column of the consensus table. Pairs: first,second,nmi,d-nmi,ari,d-ari. Members:
 * clustering,k,nmi,ari, means with the others, then nmi.NAME,ari.NAME for each column of the
 * consensus table. 0 or a failure.
 */
int ce_diversity_write(const ce_diversity *diversity, const char *path, char delimiter,
                       ce_score_format format, ce_error *err);

#endif
