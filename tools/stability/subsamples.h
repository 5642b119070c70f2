/*
 * subsamples.h: what nouns that cluster subsamples of the data share: the options, and what they
 * mean for a data table.
 */
#ifndef CE_TOOLS_STABILITY_SUBSAMPLES_H
#define CE_TOOLS_STABILITY_SUBSAMPLES_H

#include "generate/subsample_members.h"
#include "io/data_table.h"
#include "stability.h"

typedef struct {
    int members, distance, by, init, restarts, iterations, algorithm;
    ce_share objects, features;
} subsample_options;

/* Rows of them; type: the struct of the noun, field: the subsample_options in it. always: the
 * conditions under which these options have any effect, a string; of_data: those of --features. */
#define SUBSAMPLE_ROWS(type, field, always, of_data) \
    {'m', "members", CE_INTEGER, "M", 2, 1e6, NULL, "100", offsetof(type, field.members), always, \
     "so many subsamples, each clustered for every k"}, \
    {0, "objects", CE_SHARE, "F", 0, 0, NULL, "0.8", offsetof(type, field.objects), always, \
     "objects of each subsample, drawn at random: 50, or a fraction 0.8"}, \
    {0, "features", CE_SHARE, "F", 0, 0, NULL, NULL, offsetof(type, field.features), \
     always of_data, "features of each subsample, drawn at random: 5, or a fraction 0.5"}, \
    {0, "distance", CE_CHOICE, "WHAT", 0, 0, CE_SUBSAMPLE_DISTANCE_NAMES, "euclidean", \
     offsetof(type, field.distance), always of_data, \
     "the distance of two objects, for a linkage or pam: Euclidean, or 1 less their correlation " \
     "or cosine"}, \
    {0, "by", CE_CHOICE, "HOW", 0, 0, CE_SUBSAMPLE_NAMES, "auto", offsetof(type, field.by), \
     always, \
     "how a subsample is clustered: k-means, a linkage, or medoids; auto: ward for more features " \
     "than objects, up to 5,000, else kmeans; average where --distance is not Euclidean"}, \
    {0, "init", CE_CHOICE, "HOW", 0, 0, CE_KMEANS_INIT_NAMES, "plusplus", \
     offsetof(type, field.init), always "by=auto|kmeans", \
     "starting centres of k-means: drawn objects, k-means++, objects far apart"}, \
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "3", offsetof(type, field.restarts), \
     always "by=auto|kmeans", \
     "runs of k-means for each base clustering, of which the one of least inertia is kept"}, \
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "100", offsetof(type, field.iterations), \
     always "by=auto|kmeans", "at most so many iterations of k-means"}, \
    {0, "algorithm", CE_CHOICE, "HOW", 0, 0, CE_KMEANS_ALGORITHM_NAMES, "auto", \
     offsetof(type, field.algorithm), always "by=auto|kmeans", \
     "of k-means: lloyd; hartigan: then single objects move while this lowers the inertia; auto: " \
     "hartigan for more features than objects"}

/* Wrong use, which ends the program: k below 2; a distance that is not for this way. */
void subsamples_check(const stability_call *call, const subsample_options *o);

/* Whether an option of k-means was given. */
int subsamples_want_kmeans(const ce_cli *cli);

/* The options of the library for n objects: all but data or pairs. d: features, or 0 for a matrix.
 * *k: values of -k, or 2 to 10 as far as a subsample has so many objects, ascending; freed by the
 * caller. --by auto is chosen, and a linkage told. 0 or a failure. */
int subsamples_find(const stability_call *call, const subsample_options *o, const char *path,
                    size_t n, size_t d, ce_subsample_options *found, int **k, ce_error *err);

/* A note where a k is too large for the rows of the data. few: of ce_generate_subsamples, in the
 * order of k. 0 or CE_ENOMEM. */
int subsamples_tell_few(const ce_cli *cli, const char *path, const ce_subsample_options *found,
                        const size_t *few, ce_error *err);

#endif
