/*
 * kmeans_ensemble.h: an ensemble of k-means clusterings (card G1), on all data or each on a random
 * choice of features (random subspaces) or of objects (subsamples) (card G8).
 */
#ifndef CE_GENERATE_KMEANS_ENSEMBLE_H
#define CE_GENERATE_KMEANS_ENSEMBLE_H

#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "generate/centre_members.h"
#include "kmeans/kmeans.h"

typedef enum {
    CE_UNSEEN_NEAREST /* the label of the nearest centre */,
    CE_UNSEEN_MISSING /* no label */
} ce_unseen;

/* What constraints do to k-means (cards SS2 to SS4). */
typedef enum {
    CE_RULE_COP,    /* COP-KMeans [Wagstaff et al. 2001]: an object goes to the nearest centre that
                       violates no constraint with those assigned before it */
    CE_RULE_SEEDED, /* Seeded-KMeans [Basu et al. 2002]: k-means from the means of the seeds */
    CE_RULE_CONSTRAINED /* Constrained-KMeans: the same, and the objects of the seeds keep their
                           cluster */
} ce_constraint_rule;

typedef struct {
    size_t members;
    const int *k;     /* values >= 1 */
    size_t k_count;
    int draw; /* each member draws its k from these, each equally likely; else member q takes k[q],
                 and members == k_count */
    size_t features;  /* each member sees so many, drawn without replacement; 0 or d: all */
    size_t objects;   /* likewise; 0 or n: all */
    ce_unseen unseen; /* what becomes of the other objects */
    uint64_t seed;
    int keep_centres; /* fill in ce_centre_member.centres and .size */
    const ce_chunklets *chunklets; /* constraints, or NULL; one without vertices is the same as
                                      NULL. Not with `objects` */
    ce_constraint_rule rule;
    int chunklet_start; /* cop: starts from the means of chunklets (chunklet_start.h), where there
                           is an edge: Seeded-COP-KMeans (card SS3) */
    int random_order;   /* cop: objects come in an order that is drawn for each attempt; else in
                           theirs */
    size_t attempts; /* cop: starts that may meet a dead end before chunklets are settled by search
                      * (chunklet_assign.h); 0: 10. One, where every start would be the same: given,
                      * or of chunklets, and objects in their order */
    ce_kmeans_options
        kmeans; /* its k is not looked at; start is k x d over all features. With constraints other
                 * than of CE_RULE_SEEDED no CE_EMPTY_DROP; cop: max_iterations 0: 300; restarts:
                 * the result that violates the fewest edges, of these that of least inertia; seeded
                 * and constrained start from the seeds, whatever init says, and restarts are not
                 * for them */
} ce_kmeans_ensemble_options;

/*
 * labels: n x members, allocated here. member: room for `members`, zero-initialised. Member q draws
 * from stream q of CE_STREAM_MEMBER: its k, its features, its objects, its starting centres, with
 * random_order that of the objects, in this order. Members run side by side on ce_threads()
 * threads, or one after another on all threads when there are fewer members than threads. The
 * result is the same. 0, CE_ENOMEM, CE_EARG, CE_EINPUT.
 */
int ce_generate_kmeans(const ce_matrix *x, const ce_kmeans_ensemble_options *options,
                       ce_labels *labels, ce_centre_member *member, const ce_progress *progress,
                       ce_error *err);

#endif
