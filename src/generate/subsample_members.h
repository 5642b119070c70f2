/*
 * subsample_members.h: base clusterings of random subsamples of the objects, for several k: the
 * resampling of consensus clustering [monti2003].
 */
#ifndef CE_GENERATE_SUBSAMPLE_MEMBERS_H
#define CE_GENERATE_SUBSAMPLE_MEMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "io/columns.h"
#include "kmeans/kmeans.h"

/* How a subsample is clustered: by k-means; by a linkage of the distances of its objects, whose
 * tree is cut at each k; or around medoids (partition/medoids.h), of those distances too. */
typedef enum {
    CE_SUBSAMPLE_AUTO,
    CE_SUBSAMPLE_KMEANS,
    CE_SUBSAMPLE_SINGLE,
    CE_SUBSAMPLE_COMPLETE,
    CE_SUBSAMPLE_AVERAGE,
    CE_SUBSAMPLE_WARD,
    CE_SUBSAMPLE_PAM
} ce_subsample_how;
/* In the order of the enum; for option rows. */
#define CE_SUBSAMPLE_NAMES "auto|kmeans|single|complete|average|ward|pam"

/* The distance of two objects of data, for a linkage or medoids: Euclidean, or 1 less their
 * correlation. Ward's linkage takes Euclidean distances only. */
typedef enum {
    CE_DISTANCE_EUCLIDEAN,
    CE_DISTANCE_PEARSON,
    CE_DISTANCE_SPEARMAN,
    CE_DISTANCE_COSINE
} ce_subsample_distance;
/* In the order of the enum; for option rows. */
#define CE_SUBSAMPLE_DISTANCE_NAMES "euclidean|pearson|spearman|cosine"

/* The word for how. */
const char *ce_subsample_name(ce_subsample_how how);

/* What auto stands for: Ward's linkage for at most 5,000 objects with more features than there are
 * objects, else k-means. With so many features, runs of k-means of one k end in different clusters,
 * and PAC is least at a k that is too large. Ward's linkage draws nothing, and takes a tenth of the
 * time. */
ce_subsample_how ce_subsample_auto(size_t objects, size_t features);

/*
 * data: numbers without gaps; or in its place pairs, a matrix of similarities s (distance 1 - s) or
 * of distances. Pairs do not go with k-means; Ward's linkage takes Euclidean distances.
 *
 * Member q draws its features and its objects from stream q of CE_STREAM_MEMBER, for every k the
 * same: those of ce_generate_kmeans by k-means, others by the other ways, which draw alike. So
 * members of one number see the same objects for every k, and in other data of as many objects and
 * features.
 */
typedef struct {
    const ce_matrix *data;
    const ce_similarity *pairs;
    const ce_text_column *id; /* of the objects, for messages; NULL or id->name NULL: none */
    int is_distance;          /* the pairs */
    ce_subsample_how by;      /* not CE_SUBSAMPLE_AUTO */
    ce_subsample_distance distance;
    size_t members;
    size_t objects;  /* each member sees so many; n: all */
    size_t features; /* likewise; 0: all */
    const int *k;    /* values from 1 to objects */
    size_t k_count;
    uint64_t seed;
    ce_kmeans_init init; /* these four: of k-means */
    size_t restarts, iterations;
    ce_kmeans_algorithm algorithm;
} ce_subsample_options;

/*
 * labels: k_count of them, empty; each becomes n x members, with CE_MISSING for objects that a
 * member does not see. few: k_count; of how many members fewer rows differ than k, so that k-means
 * has fewer clusters, and by the other ways equal rows are in several clusters.
 *
 * progress: told of each member, by k-means of the members of each k. Time and memory of each
 * member are those of ce_kmeans or ce_medoids_cut for each k, and of ce_linkage_points, ce_linkage
 * or ce_medoids_build once. On all threads. 0, CE_ENOMEM, CE_EARG, or CE_EINPUT, as for an object
 * whose numbers are all equal, which has no correlation; labels are empty after a failure.
 */
int ce_generate_subsamples(const ce_subsample_options *options, ce_labels *labels, size_t *few,
                           const ce_progress *progress, ce_error *err);

#endif
