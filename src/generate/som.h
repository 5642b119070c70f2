/*
 * som.h: self-organising maps, and base clusterings by clustering their units (card G3).
 *
 * [kohonen2001] Kohonen, Self-Organizing Maps, 3rd ed. [vesanto2000] Vesanto and Alhoniemi, IEEE
 * Trans. Neural Networks 11(3), 2000.
 *
 * Unit u of a map of rows x columns units, numbered row by row, has a place r_u on the grid and a
 * prototype m_u among the objects. With b(x) = argmin_u ||x - m_u||^2 (ties: the lowest) and h(u,
 * v) = exp(-||r_u - r_v||^2 / (2 radius^2)), or for bubble 1 where ||r_u - r_v|| <= radius, else 0,
 * one epoch of the batch map is m_u = sum_x h(b(x), u) x / sum_x h(b(x), u) and a step of the
 * online map, for one object, m_u += rate h(b(x), u) (x - m_u). A unit within reach of no object (a
 * denominator below 1e-200) stays.
 *
 * Training has a rough and a fine phase. In the rough one the radius falls in equal steps from
 * first_radius to a quarter of it, at least last_radius; in the fine one from there to last_radius;
 * the ends belong to a phase, one epoch alone has the first of them. Batch: an epoch has one
 * radius. Online: radius, and rate from 0.5 (rough) or 0.05 (fine) to 0, fall with every object.
 */
#ifndef CE_GENERATE_SOM_H
#define CE_GENERATE_SOM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"

typedef enum {
    CE_SOM_HEXAGONAL /* odd rows stand half a unit to the right, sqrt(3)/2 apart */,
    CE_SOM_RECTANGULAR
} ce_som_lattice;
typedef enum { CE_SOM_GAUSSIAN, CE_SOM_BUBBLE } ce_som_neighbourhood;
typedef enum {
    CE_SOM_LINEAR, /* evenly over the plane of the two largest principal components, one standard
                    * deviation to either side of the mean, the longer side of the grid along the
                    * larger one; deterministic */
    CE_SOM_RANDOM, /* different objects, as k-means draws them; fewer distinct rows than units: each
                      unit any object */
    CE_SOM_GIVEN   /* options.start */
} ce_som_init;

typedef struct {
    size_t rows,
        columns; /* of the grid; 0: about 5 sqrt(n) units with sides as the standard deviations
                  * along the two largest principal components [vesanto2000], at least 2 x 2 */
    ce_som_lattice lattice;
    ce_som_neighbourhood neighbourhood;
    ce_som_init init;
    const double *start;    /* rows columns x d, for CE_SOM_GIVEN */
    int online;             /* objects one after another; else the batch map */
    size_t rough, fine;     /* epochs; 0: 10 and 40 units / n, at least 4 and 16 */
    double first_radius, last_radius; /* 0: a quarter of the longer side, at least last_radius; 1 */
    uint64_t seed;          /* random init and the order of objects (online), */
    uint64_t member;        /* from this stream of CE_STREAM_MEMBER */
} ce_som_options;

/* After one epoch. */
typedef struct {
    double radius, error; /* the last one in it; quantisation error */
} ce_som_epoch;

/* Zero-initialise before use. */
typedef struct {
    size_t rows, columns, units, d;
    ce_som_lattice lattice;
    double *prototype;  /* owned; units x d */
    double *position;   /* owned; units x 2, neighbours on the grid at distance 1 */
    double *hits;       /* owned; units: objects */
    int32_t *unit;      /* owned; n: the best matching unit of each object, ties: the lowest */
    size_t n;
    ce_som_epoch *epoch; /* owned */
    size_t epochs;
    double quantisation_error; /* mean distance to the best matching unit */
    double
        topographic_error; /* share of objects whose two best units are no neighbours on the grid */
} ce_som;

/* x: numbers, none missing, standardised by the caller. On all threads but for the objects of an
 * online epoch, which come one after another; never depends on threads. O(epochs n units d). 0,
 * CE_ENOMEM, CE_EARG (a first radius below the last), CE_EINPUT (a value beyond CE_KMEANS_LARGEST),
 * CE_ENUM. */
int ce_som_train(const ce_matrix *x, const ce_som_options *options, ce_som *som,
                 const ce_progress *progress, ce_error *err);
void ce_som_free(ce_som *som);

/* Sides of the grid for options with 0 in rows or columns; one of them alone: the other from the
 * number of units. 0, CE_ENOMEM, CE_ENUM. */
int ce_som_size(const ce_matrix *x, const ce_som_options *options, size_t *rows, size_t *columns,
                ce_error *err);

/* How units become clusters: k-means on the prototypes (the best of `restarts` runs), Ward's tree
 * of them, or each unit that has objects by itself. */
typedef enum { CE_SOM_KMEANS, CE_SOM_WARD, CE_SOM_UNITS } ce_som_clusters;

typedef struct {
    ce_som_clusters by;
    int weight_hits;   /* units count as often as they have objects; those without are then left out
                        */
    size_t restarts;   /* of k-means; 0: 100 */
    uint64_t seed;
    uint64_t stream; /* k-means for value q of k draws from stream number `stream` + q of
                        CE_STREAM_PARTITION */
} ce_som_cluster_options;

/* An object has the cluster of its best matching unit. labels: n x count, allocated here; a cluster
 * whose units have no objects is not counted (k per column says what was found). k: values >= 1
 * (more than the units that are clustered: as many as there are); CE_SOM_UNITS looks at count only.
 * index: the Davies-Bouldin index of the clustering of units for each k, or NULL. 0, CE_ENOMEM,
 * CE_EARG. */
int ce_som_cluster(const ce_som *som, const int *k, size_t count,
                   const ce_som_cluster_options *options, ce_labels *labels, double *index,
                   ce_error *err);

/* The Davies-Bouldin index of a partition of rows of x (weight: of the rows, or NULL): the mean
 * over clusters of max_j (s_i + s_j) / d_ij, s the mean distance of members to their mean, d
 * between means; small is good. NaN for fewer than two clusters; infinite where two means are the
 * same. O(n d + k^2 d). 0 or CE_ENOMEM. */
int ce_davies_bouldin(const ce_matrix *x, const double *weight, const int32_t *labels, int32_t k,
                      double *index, ce_error *err);

/* Members of an ensemble. */
typedef struct {
    ce_som_options map;               /* its member is not looked at */
    ce_som_cluster_options clusters;  /* its stream is not looked at */
    const int *k;
    size_t k_count;
    int choose;     /* of the values of k the one of least Davies-Bouldin index (ties: the first) */
    size_t members; /* 0: one for each k (with choose: one), all of one map; else each draws its k
                     * (with choose: chooses it), and has a map of its own where that is a matter of
                     * chance: random init or online */
} ce_som_ensemble_options;

typedef struct {
    size_t map;    /* its map */
    size_t asked;  /* k as given, drawn or chosen; CE_SOM_UNITS: units of the map */
    double index;  /* Davies-Bouldin, of units */
} ce_som_member;

/* Zero-initialise before use. */
typedef struct {
    ce_som *map;   /* owned; maps of them */
    size_t maps;
    ce_som_member *member; /* owned; labels->m */
} ce_som_ensemble;

/* labels: n x members, allocated here. Member q draws from streams q. 0 or what the above return.
 */
int ce_generate_som(const ce_matrix *x, const ce_som_ensemble_options *options, ce_labels *labels,
                    ce_som_ensemble *ensemble, const ce_progress *progress, ce_error *err);
void ce_som_ensemble_free(ce_som_ensemble *ensemble);

#endif
