/*
 * kmeans_ensemble.h: an ensemble of k-means clusterings, on all data, or each on a random choice of
 * features (random subspaces) or of objects (subsamples). See doc/readings.md, kmeans.
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
    CE_UNSEEN_NEAREST, /* the label of the nearest centre */
    CE_UNSEEN_MISSING  /* no label */
} ce_unseen;
/* In the order of the enum; for option rows. */
#define CE_UNSEEN_NAMES "nearest|missing"

/*
 * What constraints do to k-means (constrained_kmeans.h).
 *   cop          COP-KMeans [wagstaff2001]: an object goes to the nearest centre that violates no
 *                constraint with those assigned before it
 *   chunklet     chunklets go as one, so that their squared distances are least and none that an
 *                edge joins are together
 *   pc           PCKMeans [basu2004]: what an object violates is added to its squared distance
 *   seeded       Seeded-KMeans [basu2002]: k-means from the means of the seeds
 *   constrained  Constrained-KMeans [basu2002]: the same, and the objects of the seeds keep their
 *                cluster
 */
typedef enum {
    CE_RULE_COP,
    CE_RULE_CHUNKLET,
    CE_RULE_PC,
    CE_RULE_SEEDED,
    CE_RULE_CONSTRAINED
} ce_constraint_rule;
/* In the order of the enum; for option rows. */
#define CE_CONSTRAINT_RULE_NAMES "cop|chunklet|pc|seeded|constrained"

/* Where cop, chunklet and pc start. */
typedef enum {
    CE_START_KMEANS,        /* as kmeans.init says */
    CE_START_CHUNKLETS,     /* ce_chunklet_start; without an edge as kmeans.init says */
    CE_START_NEIGHBOURHOODS /* chunklet, pc: ce_chunklet_neighbourhoods, then drawn objects; as
                             * kmeans.init says if there are no neighbourhoods */
} ce_constraint_start;

/* What papers/benchmark found best for a consensus: so many members, each with a k drawn from the
 * root of the objects to twice that. The root has a limit, which large data need. */
enum { CE_KMEANS_USUAL_MEMBERS = 30, CE_KMEANS_USUAL_ROOT = 100 };

/* Where a member starts, and the features that it sees, ascending. */
typedef struct {
    int k;
    const size_t *feature; /* features */
    size_t features;
    const double *centre; /* k x features */
} ce_kmeans_member_start;

/*
 * k: with draw each member draws its k from these, each equally likely. Without, member q takes
 * k[q], and members == k_count.
 *
 * chunklets: constraints; NULL: none. One without vertices is the same as NULL. Not together with
 * `objects`.
 *
 * start: COP-KMeans with CE_START_CHUNKLETS is Seeded-COP-KMeans, see doc/readings.md, constraints.
 *
 * starts: member q begins at starts[q mod starts_count], with its k and its features; draw, k,
 * features and kmeans.start are then not looked at, and kmeans.init is CE_INIT_GIVEN. NULL: members
 * have no starts of their own.
 *
 * attempts: starts of COP-KMeans that may meet a dead end. After these, chunklets are settled by
 * search (chunklet_assign.h). There is one attempt if every start would be the same: objects in
 * their order, and centres that are given or those of chunklets.
 *
 * kmeans: its k is not looked at; its start is k x d over all features. With constraints:
 *   - CE_EMPTY_DROP goes with CE_RULE_SEEDED only.
 *   - cop: max_iterations 0 is 300.
 *   - Of several restarts of cop and chunklet the result that violates the fewest edges is kept, of
 *     these the one of least inertia; of pc the one of least inertia and price.
 *   - seeded and constrained start from the seeds whatever init says, and have no restarts.
 */
typedef struct {
    size_t members;
    const int *k;     /* values >= 1 */
    size_t k_count;
    int draw;
    size_t features;  /* each member sees so many, drawn without replacement; 0 or d: all */
    size_t objects;   /* likewise; 0 or n: all */
    ce_unseen unseen; /* what becomes of the other objects */
    size_t sample;    /* starts are made of so many drawn objects (kmeans_sample.h); 0: of all. Not
                       * with `objects`, chunklets, CE_INIT_GIVEN or restarts */
    uint64_t seed;
    int keep_centres; /* fill in ce_centre_member.centres and .size */
    const ce_chunklets *chunklets;
    ce_constraint_rule rule;
    ce_constraint_start start;
    int random_order; /* cop, pc: each start draws the order of the objects; else it is theirs */
    size_t attempts;  /* cop; 0: 10 */
    double price;     /* pc: of a violated pair; 1: the mean squared distance to the mean of all */
    const ce_kmeans_member_start *starts;
    size_t starts_count;
    ce_kmeans_options kmeans;
} ce_kmeans_ensemble_options;

/*
 * labels: n x members, allocated here. member: room for `members`, zero-initialised. Member q draws
 * from stream q of CE_STREAM_MEMBER, in this order: its k, its features, its objects, its starting
 * centres, with random_order the order of the objects. Members run side by side on ce_threads()
 * threads, or one after another on all threads if there are fewer members than threads. The result
 * is the same. 0, CE_ENOMEM, CE_EARG, CE_EINPUT. After a failure labels is empty, and member can
 * only be freed.
 */
int ce_generate_kmeans(const ce_matrix *x, const ce_kmeans_ensemble_options *options,
                       ce_labels *labels, ce_centre_member *member, const ce_progress *progress,
                       ce_error *err);

#endif
