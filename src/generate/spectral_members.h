/*
 * spectral_members.h: spectral clusterings of a data table for several numbers of clusters. There
 * is one search for neighbours and one eigenproblem, with the largest number. k-means on its
 * leading columns gives the clustering for each number.
 *
 * [ng2002] Ng, Jordan and Weiss, NIPS 14. [wsce2015] Yousefnezhad and Zhang, ICDM 2015, Algorithm 2
 * (TKSC). See doc/readings.md, ng2002 and wsce2015.
 */
#ifndef CE_GENERATE_SPECTRAL_MEMBERS_H
#define CE_GENERATE_SPECTRAL_MEMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "partition/graph/laplacian.h"
#include "score/modularity.h"
#include "similarity/neighbour_graph.h"

typedef enum {
    CE_LAPLACIAN_NORMALIZED,
    CE_LAPLACIAN_PRINTED /* D^1/2 S D^1/2 [wsce2015 eq. 18] */
} ce_laplacian_form;
/* In the order of the enum; for option rows. */
#define CE_LAPLACIAN_FORM_NAMES "normalized|printed"

/* What the rows of the eigenvectors become. */
typedef enum {
    CE_ROWS_UNIT,    /* length 1 */
    CE_ROWS_PRINTED, /* V_ij sqrt(V_i1 V_i2), 0 where that is no number, or k = 1 [eq. 20, 21] */
    CE_ROWS_PLAIN
} ce_rows_form;
/* In the order of the enum; for option rows. */
#define CE_ROWS_FORM_NAMES "unit|printed|plain"

/*
 * k: a member for each value, all of them `repeats` times over. Repeat r starts its k-means from
 * stream r, so what a k gets does not depend on what other k there are.
 *
 * sigma: 0: self-tuning; the printed kernel needs one above 0.
 *
 * restarts: of k-means. The first run starts from orthogonal centres, of which the first is drawn
 * [ng2002]; the others from k-means++. 0: 1.
 */
typedef struct {
    const int *k;       /* values >= 1 */
    size_t k_count;
    size_t repeats;     /* 0: 1 */
    size_t neighbours;  /* 0: 10 */
    int dense;          /* all pairs, instead of neighbours */
    ce_affinity_kernel kernel;
    double sigma;
    ce_laplacian_form laplacian;
    ce_rows_form rows;
    size_t restarts;
    size_t iterations;  /* of k-means; 0: until no label changes, at most 200 */
    int modularity;     /* fill in nm */
    ce_modularity_form form;
    uint64_t seed;
} ce_spectral_members_options;

/* An edge is a pair with an affinity above 0. Fewer clusters than asked are found if fewer rows of
 * the eigenvectors are distinct. */
typedef struct {
    size_t edges;           /* of the graph */
    size_t components;      /* of two objects and more */
    size_t isolated;        /* objects in no component */
    ce_solved solved;       /* how the eigenvectors were found */
    size_t factor_entries;  /* see laplacian.h */
    double *nm;             /* owned; normalized modularity of each member; NULL: not asked for */
    size_t *k;              /* owned; clusters of each member */
    ce_similarity distance; /* owned; the graph, for callers that write it */
} ce_spectral_members_report;

/*
 * x: numbers, NaN is missing (neighbour_graph.h). labels: n x (k_count repeats), allocated here:
 * all k of the first repeat, then of the second. A graph of more components than k is cut as
 * spectral.h says, except with CE_LAPLACIAN_PRINTED. NM is that of the affinities. report:
 * zero-initialise before. The result does not depend on threads. 0, CE_ENOMEM, CE_EARG, CE_EINPUT
 * (k > n; no edges), CE_ENUM. After a failure labels and report are empty. O(n^2 d + Lanczos steps
 * (n neighbours + n k_max)).
 */
int ce_generate_spectral(const ce_matrix *x, const ce_spectral_members_options *options,
                         ce_labels *labels, ce_spectral_members_report *report,
                         const ce_progress *progress, ce_error *err);
void ce_spectral_members_report_free(ce_spectral_members_report *report);

#endif
