/*
 * som.h: self-organising maps, and base clusterings by clustering their units.
 *
 * [kohonen2001] Kohonen, Self-Organizing Maps, 3rd ed. [vesanto2000] Vesanto and Alhoniemi, IEEE
 * Trans. Neural Networks 11(3), 2000. See doc/readings.md, kohonen2001.
 *
 * A map has rows x columns units, numbered row by row. Unit u has a place r_u on the grid and a
 * prototype m_u among the objects. The best matching unit of x is b(x) = argmin_u ||x - m_u||^2
 * (ties: the lowest). The neighbourhood is h(u, v) = exp(-||r_u - r_v||^2 / (2 radius^2)); for
 * bubble 1 where ||r_u - r_v|| <= radius, else 0.
 *   batch   an epoch is m_u = sum_x h(b(x), u) x / sum_x h(b(x), u). A unit within reach of no
 *           object (a denominator below 1e-200) stays.
 *   online  a step, for one object, is m_u += rate h(b(x), u) (x - m_u).
 *
 * Training has a rough and a fine phase. In the rough one the radius falls in equal steps from
 * first_radius to a quarter of it, at least last_radius; in the fine one from there to last_radius.
 * Both ends belong to a phase; a phase of one epoch has the first of them. Batch: an epoch has one
 * radius. Online: the radius, and the rate from 0.5 (rough) or 0.05 (fine) to 0, fall with every
 * object.
 */
#ifndef CE_GENERATE_SOM_H
#define CE_GENERATE_SOM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"

/* Hexagonal: odd rows stand half a unit to the right, rows sqrt(3)/2 apart. */
typedef enum { CE_SOM_HEXAGONAL, CE_SOM_RECTANGULAR } ce_som_lattice;
/* In the order of the enum; for option rows. */
#define CE_SOM_LATTICE_NAMES "hexagonal|rectangular"

typedef enum { CE_SOM_GAUSSIAN, CE_SOM_BUBBLE } ce_som_neighbourhood;
/* In the order of the enum; for option rows. */
#define CE_SOM_NEIGHBOURHOOD_NAMES "gaussian|bubble"

/*
 * The first prototypes.
 *   linear  evenly over the plane of the two largest principal components, one standard deviation
 *           to either side of the mean, the longer side of the grid along the larger component;
 *           deterministic
 *   random  different objects, as k-means draws them; if there are fewer distinct rows than units,
 *           each unit is any object
 *   given   options.start
 */
typedef enum { CE_SOM_LINEAR, CE_SOM_RANDOM, CE_SOM_GIVEN } ce_som_init;
/* In the order of the enum, without CE_SOM_GIVEN; for option rows. */
#define CE_SOM_INIT_NAMES "linear|random"

/*
 * rows, columns: of the grid. 0: about 5 sqrt(n) units, with sides as the standard deviations along
 * the two largest principal components [vesanto2000], at least 2 x 2.
 * rough, fine: epochs. 0: 10 and 40 units / n, at least 4 and 16.
 * first_radius 0: a quarter of the longer side, at least last_radius. last_radius 0: 1.
 * seed, member: random init and the order of objects (online) are drawn from stream `member` of
 * CE_STREAM_MEMBER.
 */
typedef struct {
    size_t rows, columns;
    ce_som_lattice lattice;
    ce_som_neighbourhood neighbourhood;
    ce_som_init init;
    const double *start; /* rows columns x d, for CE_SOM_GIVEN */
    int online;          /* 1: the online map; 0: the batch map */
    size_t rough, fine;
    double first_radius, last_radius;
    uint64_t seed;
    uint64_t member;
} ce_som_options;

/* After one epoch. */
typedef struct {
    double radius; /* the last one of the epoch */
    double error;  /* quantisation error */
} ce_som_epoch;

/* Zero-initialise before use. */
typedef struct {
    size_t rows, columns, units, d;
    ce_som_lattice lattice;
    double *prototype;   /* owned; units x d */
    double *position;    /* owned; units x 2; neighbours on the grid have distance 1 */
    double *hits;        /* owned; units: objects of each */
    int32_t *unit;       /* owned; n: the best matching unit of each object */
    size_t n;
    ce_som_epoch *epoch; /* owned; epochs */
    size_t epochs;
    double quantisation_error; /* mean distance to the best matching unit */
    double topographic_error;  /* share of objects whose two best units are not adjacent */
} ce_som;

/* x: numbers, none missing, standardised by the caller. Runs on all threads, except that the
 * objects of an online epoch come one after another. The result does not depend on threads.
 * O(epochs n units d). 0, CE_ENOMEM, CE_EARG (a first radius below the last), CE_EINPUT (a value
 * beyond CE_LARGEST), CE_ENUM. After a failure som is empty. */
int ce_som_train(const ce_matrix *x, const ce_som_options *options, ce_som *som,
                 const ce_progress *progress, ce_error *err);
void ce_som_free(ce_som *som);

/* Sides of the grid for options with 0 in rows or columns. If one of them is given, the other
 * follows from the number of units. 0, CE_ENOMEM, CE_ENUM; the sides are undefined after a
 * failure. */
int ce_som_size(const ce_matrix *x, const ce_som_options *options, size_t *rows, size_t *columns,
                ce_error *err);

/*
 * How units become clusters.
 *   kmeans  k-means on the prototypes, the best of `restarts` runs
 *   ward    Ward's tree of the prototypes
 *   units   each unit that has objects is a cluster
 */
typedef enum { CE_SOM_KMEANS, CE_SOM_WARD, CE_SOM_UNITS } ce_som_clusters;
/* In the order of the enum; for option rows. */
#define CE_SOM_CLUSTERS_NAMES "kmeans|ward|units"

/* weight_hits: a unit counts as often as it has objects; units without are left out. stream:
 * k-means for value q of k draws from stream number `stream` + q of CE_STREAM_PARTITION. */
typedef struct {
    ce_som_clusters by;
    int weight_hits;
    size_t restarts; /* of k-means; 0: 100 */
    uint64_t seed;
    uint64_t stream;
} ce_som_cluster_options;

/* An object has the cluster of its best matching unit. labels: n x count, allocated here. A cluster
 * whose units have no objects is not counted: labels->k says what was found. unit: units x count,
 * column-major, or NULL: the label of each unit; clusters without objects have the numbers after
 * the others; CE_MISSING for a unit that was not clustered. k: values >= 1; more
 * than the units that are clustered give as many clusters as there are units; CE_SOM_UNITS looks at
 * count only. index: the Davies-Bouldin index of the clustering of units for each k, or NULL. 0,
 * CE_ENOMEM, CE_EARG. After a failure labels is empty and index undefined. */
int ce_som_cluster(const ce_som *som, const int *k, size_t count,
                   const ce_som_cluster_options *options, ce_labels *labels, int32_t *unit,
                   double *index, ce_error *err);

/* The Davies-Bouldin index of a partition of rows of x: the mean over clusters of max_j (s_i + s_j)
 * / d_ij. s is the mean distance of members to their mean, d the distance between means. Small is
 * good. weight: of the rows, or NULL. NaN for fewer than two clusters, and after a failure;
 * infinite if two means are the same. O(n d + k^2 d). 0 or CE_ENOMEM. */
int ce_davies_bouldin(const ce_matrix *x, const double *weight, const int32_t *labels, int32_t k,
                      double *index, ce_error *err);

/*
 * Members of an ensemble.
 *
 * choose: of the values of k the one of least Davies-Bouldin index is taken (ties: the first).
 *
 * members 0: one for each k (with choose: one), all of one map. Else each draws its k (with choose:
 * chooses it). It has a map of its own if maps depend on chance: with random init, or online.
 */
typedef struct {
    ce_som_options map;              /* its member is not looked at */
    ce_som_cluster_options clusters; /* its stream is not looked at */
    const int *k;
    size_t k_count;
    int choose;
    size_t members;
} ce_som_ensemble_options;

typedef struct {
    size_t map;   /* the number of its map */
    size_t asked; /* k as given, drawn or chosen; CE_SOM_UNITS: units of the map */
    double index; /* Davies-Bouldin, of units */
    int32_t *label; /* owned; the label of each unit of its map, or CE_MISSING */
} ce_som_member;

/* Zero-initialise before use. */
typedef struct {
    ce_som *map;           /* owned; maps */
    size_t maps;
    ce_som_member *member; /* owned; members, as many as labels->m */
    size_t members;
} ce_som_ensemble;

/* labels: n x members, allocated here. Member q draws from streams number q. 0 or what the
 * functions above return. After a failure labels and ensemble are empty. */
int ce_generate_som(const ce_matrix *x, const ce_som_ensemble_options *options, ce_labels *labels,
                    ce_som_ensemble *ensemble, const ce_progress *progress, ce_error *err);
void ce_som_ensemble_free(ce_som_ensemble *ensemble);

#endif
