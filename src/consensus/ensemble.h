/*
 * ensemble.h: the base clusterings that consensus functions combine, what goes with them, and a
 * cache of what was computed from them.
 *
 * Consensus functions share products: microclusters, matrices, trees, graphs. A product is asked
 * for by its producer and by the options that it depends on, its key. The cache gives the same
 * product for the same key and computes it when it has none, so no call can get an answer that
 * belongs to other options.
 *
 * Products stay until the ensemble is freed. Large ones are given back earlier when memory is
 * short: ce_ensemble_room is the one place that does so, and it keeps those that the call in hand
 * has asked for. A pointer to a product is good until the end of the call of ce_consensus in which
 * it was got.
 */
#ifndef CE_CONSENSUS_ENSEMBLE_H
#define CE_CONSENSUS_ENSEMBLE_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/membership.h"
#include "core/membership_rows.h"
#include "core/message.h"
#include "core/microclusters.h"
#include "core/row_source.h"
#include "similarity/clusters.h"

/* What some functions need besides the base clusterings. All of it is the caller's and must outlive
 * the ensemble. */
typedef struct {
    const ce_matrix *data; /* n rows as given; no value missing */

    /* The model of the base clusterings: a row for each cluster. The clusters are the columns of
     * the membership, or of labels those of the first base clustering, then of the second, ... */
    const ce_matrix *centroids;
    const ce_matrix *weights;      /* weight vectors, values >= 0 */
    const ce_chunklets *chunklets; /* of the n rows */
    const double *base_weight;     /* m: a weight >= 0 for each base clustering */
    const char *const *name;       /* m: names of the base clusterings, for messages */
} ce_beside;

typedef struct ce_cached ce_cached;

typedef struct {
    size_t n;                /* rows as given, */
    const ce_labels *all;    /* the caller's */
    const ce_labels *labels; /* the rows with at least one label: the caller's, or `some` */
    const double *weight;    /* sizes of these rows (of a microcluster table), or NULL */
    ce_labels some;          /* when rows without any label had to be left out: the others, */
    double *some_weight;     /* their sizes, */
    int32_t *row;            /* and the row that each was; else NULL */

    /* The caller's, of n rows, when labels are its most likely clusters; or NULL. Set after _init.
     */
    const ce_membership *membership;
    ce_beside beside; /* likewise */
    ce_cached *cached;
    size_t call; /* the number of the call in hand */
} ce_ensemble;

/* Rows without a label in any base clustering take no part; an ensemble of only such rows is
 * refused. labels (n x m) and weight (n sizes, or NULL) must outlive the ensemble. After a failure
 * the ensemble is empty. */
int ce_ensemble_init(ce_ensemble *ensemble, const ce_labels *labels, const double *weight,
                     ce_error *err);
void ce_ensemble_free(ce_ensemble *ensemble);

/* Drops everything computed: after membership or beside have changed. */
void ce_ensemble_forget(ce_ensemble *ensemble);

/* The row as given that a labelled row is. */
size_t ce_ensemble_row(const ce_ensemble *ensemble, size_t i);

/* A partition of the labelled rows as one of all rows: CE_MISSING for the others. Only where some
 * rows have no label (ensemble->row). */
int ce_ensemble_spread(const ce_ensemble *ensemble, const ce_partition *some, ce_partition *result,
                       ce_error *err);

/* The name of a base clustering, or its number from 1. text: room for it. */
const char *ce_ensemble_name(const ce_ensemble *ensemble, size_t q, char text[32]);

/* ---- the cache ---- */

/*
 * A producer. A key is a struct whose members are all 8 bytes wide (uint64_t, size_t, double,
 * pointers), so that it has no padding: keys are compared byte by byte. It holds every option that
 * the product depends on, and `build` sees nothing else.
 *
 * build fills value (`size` bytes, zero at first). What it tells is kept with the product, and told
 * again to everyone who asks for it. After a failure `free` is called on the value.
 */
typedef struct {
    size_t size, key_size;
    int (*build)(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err);
    void (*free)(void *value);
    int large; /* may be given back when memory is short */
} ce_product;

/* *out: the product for this key. 0, or a failure of build; *out is then untouched. */
int ce_ensemble_get(ce_ensemble *ensemble, const ce_product *product, const void *key,
                    const void **out, ce_messages *messages, ce_error *err);

/* Asks for rows x columns x wanted bytes of memory; when they are not there, gives back large
 * products that the call in hand has not asked for. 0, or CE_ENOMEM with a message when not even
 * rows x columns x needed bytes are free (memory.h: what, instead). */
int ce_ensemble_room(ce_ensemble *ensemble, size_t rows, size_t columns, size_t wanted,
                     size_t needed, const char *what, const char *instead, ce_error *err);

/* ---- products of the ensemble itself ---- */

/* The labelled rows as microclusters; with objects each row is one. */
int ce_ensemble_micro(ce_ensemble *ensemble, int objects, const ce_microclusters **out,
                      ce_error *err);

/* The clusters of these microclusters. */
int ce_ensemble_clusters(ce_ensemble *ensemble, int objects, const ce_clusters **out,
                         ce_error *err);

/* The distinct rows of the membership; with objects all rows. Needs a membership. */
int ce_ensemble_soft(ce_ensemble *ensemble, int objects, const ce_membership_rows **out,
                     ce_error *err);

/* ---- checks and sources, for consensus functions ---- */

/* 0, or CE_EINPUT when the base clusterings tell fewer than k groups of objects apart. method: its
 * name, for the message. */
int ce_ensemble_check_k(ce_ensemble *ensemble, const char *method, size_t k, int objects,
                        ce_error *err);
int ce_ensemble_check_groups(const ce_ensemble *ensemble, const char *method, size_t k,
                             size_t groups, ce_error *err);

/* 0, or CE_EINPUT when k is above the number of clusters in all base clusterings. */
int ce_ensemble_check_clusters(const ce_clusters *clusters, const char *method, size_t k,
                               ce_error *err);

/* The microclusters by the clusters. of: labelled row -> row of the source (ce_partition_expand).
 * Checked: k is not above its rows. The caller frees the source. */
int ce_ensemble_label_source(ce_ensemble *ensemble, const char *method, size_t k, int objects,
                             ce_row_source *source, const int32_t **of, ce_error *err);

/* What the weighted functions run on: the distinct memberships by the clusters. Without a
 * membership it is the source above: labels are memberships of 0 and 1. unit: see row_source.h. */
int ce_ensemble_source(ce_ensemble *ensemble, const char *method, size_t k, int objects, int unit,
                       ce_row_source *source, const int32_t **of, ce_error *err);

#endif
