/*
 * som.h: self-organising maps, and base clusterings by clustering their units (card G3).
 *
 * [kohonen2001] Kohonen, Self-Organizing Maps, 3rd ed. [vesanto2000] Vesanto and Alhoniemi, IEEE Trans. Neural Networks 11(3), 2000.
 */
#ifndef CE_GENERATE_SOM_H
#define CE_GENERATE_SOM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"

typedef enum { CE_SOM_HEXAGONAL, CE_SOM_RECTANGULAR } ce_som_lattice;
typedef enum { CE_SOM_LINEAR /* in the plane of the two largest principal components; deterministic */, CE_SOM_RANDOM /* objects */ } ce_som_init;

typedef struct {
    size_t rows, columns;   /* of the grid; 0: from about 5 sqrt(n) units and the two largest eigenvalues [vesanto2000], at least 2 x 2 */
    ce_som_lattice lattice;
    ce_som_init init;
    int online;             /* objects one after another; else the batch map */
    size_t rough, fine;     /* epochs; 0: those of the card */
    double first_radius, last_radius; /* 0: those of the card */
    uint64_t seed;          /* random init and the order of objects (online) */
} ce_som_options;

/* Zero-initialise before use. */
typedef struct {
    size_t rows, columns, units, d;
    double *prototype;  /* owned; units x d */
    double *position;   /* owned; units x 2, neighbours on the grid at distance 1 */
    double *hits;       /* owned; units: objects */
    int32_t *unit;      /* owned; n: the best matching unit of each object, ties: the lowest */
    size_t n;
    double quantisation_error; /* mean distance to the best matching unit */
    double topographic_error;  /* share of objects whose two best units are no neighbours on the grid */
} ce_som;

/* x: numbers, none missing, standardised by the caller. Deterministic for batch and linear; never depends on threads. O(epochs n units d) on all threads.
 * 0, CE_ENOMEM, CE_EARG, CE_EINPUT (a value beyond CE_KMEANS_LARGEST). */
int ce_som_train(const ce_matrix *x, const ce_som_options *options, ce_som *som, const ce_progress *progress, ce_error *err);
void ce_som_free(ce_som *som);

/* How units become clusters: k-means on the prototypes (the best of `restarts` runs), Ward's tree of them, or each unit that has objects by itself. */
typedef enum { CE_SOM_KMEANS, CE_SOM_WARD, CE_SOM_UNITS } ce_som_clusters;

typedef struct {
    ce_som_clusters by;
    int weight_hits;   /* units count as often as they have objects; those without are then left out */
    size_t restarts;   /* of k-means; 0: 100 */
    size_t members;    /* draws of the k-means for each k (Ward has one) ; 0: 1 */
    uint64_t seed;
} ce_som_cluster_options;

/* An object has the cluster of its best matching unit. labels: n x (count x members), allocated here; a cluster whose units have no objects is not
 * counted (k per column says what was found). k: values in 1 .. units. 0, CE_ENOMEM, CE_EARG. */
int ce_som_cluster(const ce_som *som, const int *k, size_t count, const ce_som_cluster_options *options, ce_labels *labels, ce_error *err);

/* Davies-Bouldin index of a partition of rows of x (weight: of the rows, or NULL): for the choice of k [vesanto2000]; NaN for k < 2. */
double ce_davies_bouldin(const ce_matrix *x, const double *weight, const int32_t *labels, int32_t k);

#endif
