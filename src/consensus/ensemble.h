/*
 * ensemble.h: the base clusterings that consensus functions combine, what goes with them, and a
 * cache of what was computed from them.
 *
 * Consensus functions share products: microclusters, matrices, trees, graphs. A caller asks for a
 * product by its producer and its key, the options that it depends on. The cache computes a product
 * at the first call and returns the same one afterwards. No call can get a product that was made
 * for other options.
 *
 * Products stay until the ensemble is freed. ce_ensemble_room gives large ones back earlier when
 * memory is short, but never those that the current call has asked for. A pointer to a product is
 * valid until the end of the call of ce_consensus that got it.
 *
 * After a failure *out is untouched, and a partition or source can only be freed, where nothing
 * else is said.
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
#include "core/progress.h"
#include "core/row_source.h"
#include "similarity/clusters.h"

/* What some functions need besides the base clusterings. All of it is the caller's and must outlive
 * the ensemble. */
typedef struct {
    const ce_matrix *data; /* n rows as given; no value missing */

    /* The model of the base clusterings, with a row for each cluster. With a membership the
     * clusters are its columns. With labels they are those of the first base clustering, then those
     * of the second, and so on. */
    const ce_matrix *centroids;
    const ce_matrix *weights;      /* weight vectors, values >= 0 */
    const ce_chunklets *chunklets; /* of the n rows */
    const double *base_weight;     /* m: a weight >= 0 for each base clustering */
    const char *const *name;       /* m: names of the base clusterings, for messages */
} ce_beside;

typedef struct ce_cached ce_cached;

typedef struct {
    size_t n;                 /* rows as given */
    const ce_labels *all;     /* the caller's labels of these */
    const double *all_weight; /* their sizes, or NULL */
    const ce_labels *labels;  /* of the labelled rows only: `all`, or &some */
    const double *weight;     /* sizes of the labelled rows, or NULL */

    /* Owned, where some rows have no label at all: copies for the labelled rows, and for each of
     * them its row as given. Else empty and NULL. */
    ce_labels some;
    double *some_weight;
    int32_t *row;

    /* The caller sets these after ce_ensemble_init. membership: n rows; the labels are
     * the most likely clusters; or NULL. */
    const ce_membership *membership;
    ce_beside beside;
    const char *evidence; /* what tells objects apart, in messages; NULL: the base clusterings */

    /* All calls to come have at most so many clusters, and functions that cut a graph find the
     * eigenvectors of all of them at once (shared_spectrum.h); 0: each call finds its own, to the
     * same bits whatever others there are. */
    size_t most_k;

    const ce_progress *progress; /* of one step, such as growing a tree; or NULL. The caller's */

    ce_cached *cached;
    size_t call; /* number of the current call of ce_consensus */
} ce_ensemble;

/* Rows without a label in any base clustering take no part. labels (n x m) and weight (n sizes, or
 * NULL) must outlive the ensemble. 0, CE_EINPUT (no row has a label) or CE_ENOMEM; after a failure
 * the ensemble is empty. */
int ce_ensemble_init(ce_ensemble *ensemble, const ce_labels *labels, const double *weight,
                     ce_error *err);
void ce_ensemble_free(ce_ensemble *ensemble);

/* Drops everything computed. To be called after membership or beside have changed. */
void ce_ensemble_forget(ce_ensemble *ensemble);

/* The number, among the rows as given, of labelled row i. */
size_t ce_ensemble_row(const ce_ensemble *ensemble, size_t i);

/* Makes a partition of all rows out of one of the labelled rows; the others get CE_MISSING. Only
 * where some rows have no label (ensemble->row is not NULL). 0 or CE_ENOMEM. */
int ce_ensemble_spread(const ce_ensemble *ensemble, const ce_partition *some, ce_partition *result,
                       ce_error *err);

/* The name of base clustering q, or its number from 1 written into text. */
const char *ce_ensemble_name(const ce_ensemble *ensemble, size_t q, char text[32]);

/* ---- the cache ---- */

/*
 * A producer. Its key holds every option that the product depends on; build sees no other option.
 * Keys are compared byte by byte, so a key is a struct without padding: all its members are 8 bytes
 * wide (uint64_t, size_t, double, pointers).
 *
 * build fills value (`size` bytes, zero at first). Its messages are kept with the product and told
 * again to everyone who asks for it. After a failure `free` is called on the value.
 */
typedef struct {
    size_t size, key_size;
    int (*build)(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err);
    void (*free)(void *value);
    int large; /* may be given back when memory is short */
} ce_product;

/* *out: the product for this key. 0 or a failure of build. */
int ce_ensemble_get(ce_ensemble *ensemble, const ce_product *product, const void *key,
                    const void **out, ce_messages *messages, ce_error *err);

/* Asks whether rows x columns x wanted bytes of memory are free. If not, gives back the large
 * products that the current call has not asked for. 0, or CE_ENOMEM with a message when not even
 * rows x columns x needed bytes are free then. what, instead: as in memory.h. */
int ce_ensemble_room(ce_ensemble *ensemble, size_t rows, size_t columns, size_t wanted,
                     size_t needed, const char *what, const char *instead, ce_error *err);

/* ---- products of the ensemble itself ---- */

/* The labelled rows as microclusters. objects: 1 makes each row one. */
int ce_ensemble_micro(ce_ensemble *ensemble, int objects, const ce_microclusters **out,
                      ce_error *err);

/* The clusters of these microclusters. */
int ce_ensemble_clusters(ce_ensemble *ensemble, int objects, const ce_clusters **out,
                         ce_error *err);

/* The distinct rows of the membership. objects: 1 keeps all rows. Needs a membership. */
int ce_ensemble_soft(ce_ensemble *ensemble, int objects, const ce_membership_rows **out,
                     ce_error *err);

/* ---- checks and sources, for consensus functions ---- */

/* 0, or CE_EINPUT when k is above the number of objects with labels. method: for the message. */
int ce_ensemble_check_objects(const ce_ensemble *ensemble, const char *method, size_t k,
                              ce_error *err);

/* 0, or CE_EINPUT when the base clusterings tell fewer than k groups of objects apart. method:
 * the name for the message. groups: their number, where the caller has it. */
int ce_ensemble_check_k(ce_ensemble *ensemble, const char *method, size_t k, int objects,
                        ce_error *err);
int ce_ensemble_check_groups(const ce_ensemble *ensemble, const char *method, size_t k,
                             size_t groups, ce_error *err);

/* 0, or CE_EINPUT when k is above the number of clusters in all base clusterings. */
int ce_ensemble_check_clusters(const ce_clusters *clusters, const char *method, size_t k,
                               ce_error *err);

/* The microclusters-by-clusters matrix as a source of rows. of: the row of the source for each
 * labelled row (see ce_partition_expand). CE_EINPUT when k is above the number of its rows. The
 * caller frees the source. */
int ce_ensemble_label_source(ce_ensemble *ensemble, const char *method, size_t k, int objects,
                             ce_row_source *source, const int32_t **of, ce_error *err);

/* The same for functions that take memberships: the matrix of distinct memberships by clusters.
 * Without a membership it is the source above, since labels are memberships of 0 and 1. unit: see
 * row_source.h. */
int ce_ensemble_source(ce_ensemble *ensemble, const char *method, size_t k, int objects, int unit,
                       ce_row_source *source, const int32_t **of, ce_error *err);

#endif
