#include "prepare/synthetic_shapes.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_randist.h>
#include <math.h>

/* ---- Gaussians ---- */

/* x = mean + root z with z standard normal; root root' is the covariance. */
typedef struct {
    double mean[2], root[2][2];
} gaussian;

static void place_gaussian(const gaussian *component, const ce_synth_place *at, double *x)
{
    double z0 = gsl_ran_gaussian_ziggurat(at->rng, 1), z1 = gsl_ran_gaussian_ziggurat(at->rng, 1);

    for (int s = 0; s < 2; s++)
        x[s] = component->mean[s] + component->root[s][0] * z0 + component->root[s][1] * z1;
}

#define SQRT6 2.4494897427831781

static void place_two_gaussian(const ce_synth_place *at, double *x)
{
    static const gaussian component[] = {{{0.5, 5}, {{1, 0}, {0, 3}}},
                                         {{12, 5}, {{SQRT6, 0}, {0, M_SQRT2}}}};

    place_gaussian(&component[at->class_], at, x);
}

static void place_three_gaussian(const ce_synth_place *at, double *x)
{
    static const gaussian component[] = {{{2, 5}, {{1, 0}, {0, 3}}},
                                         {{12, 5}, {{SQRT6, 0}, {0, M_SQRT2}}},
                                         {{23, 5}, {{1, 0}, {0, 3}}}};

    place_gaussian(&component[at->class_], at, x);
}

/* Moments as measured on the suite's file. One class has variances 2 and correlation -0.8, the
 * other is standard normal at (0.5, 0.5). */
static void place_engytime(const ce_synth_place *at, double *x)
{
    static const gaussian component[] = {{{2, 3}, {{M_SQRT2, 0}, {-0.8 * M_SQRT2, 0.6 * M_SQRT2}}},
                                         {{0.5, 0.5}, {{1, 0}, {0, 1}}}};

    place_gaussian(&component[at->class_], at, x);
}

static void place_blob(const ce_synth_place *at, double *x)
{
    for (size_t s = 0; s < at->dimensions; s++)
        x[s] = at->centre[s] + at->spread * gsl_ran_gaussian_ziggurat(at->rng, 1);
}

/* ---- curves ---- */

static void stray(const ce_synth_place *at, double sd, double *x)
{
    x[0] += gsl_ran_gaussian_ziggurat(at->rng, sd);
    x[1] += gsl_ran_gaussian_ziggurat(at->rng, sd);
}

/* Where on its curve object i stands, in [0, 1). The curve is split into n equal pieces with one
 * object at random in each, so no curve has holes by chance. */
static double along(const ce_synth_place *at)
{
    return ((double)at->i + gsl_rng_uniform(at->rng)) / (double)at->n;
}

/* An arc of an ellipse from angle a to angle b (degrees). */
static void place_arc(const ce_synth_place *at, const double centre[2], const double radius[2],
                      double a, double b, double sd, double *x)
{
    double angle = (a + (b - a) * along(at)) * M_PI / 180;

    x[0] = centre[0] + radius[0] * cos(angle);
    x[1] = centre[1] + radius[1] * sin(angle);
    stray(at, sd, x);
}

/* Length of the spiral radius = b angle between the centre and radius r, times 2 b. */
static double spiral_length(double r, double b)
{
    return r * sqrt(r * r + b * b) + b * b * asinh(r / b);
}

/* An arm of an Archimedean spiral, r = 1/2 + angle / pi. The arms are half a turn apart, so their
 * distance is 1 everywhere. Objects stand at equal distances along the arm. */
static void place_two_spirals(const ce_synth_place *at, double *x)
{
    const double b = M_1_PI, start = 0.5;
    double low = start, high = start + 2 * at->turns, angle;
    double first = spiral_length(low, b), last = spiral_length(high, b);
    double length = first + (last - first) * ((double)at->i + 0.5) / (double)at->n;

    for (int step = 0; step < 60; step++) {
        double middle = (low + high) / 2;
        if (spiral_length(middle, b) < length)
            low = middle;
        else
            high = middle;
    }
    angle = (low - start) / b + (at->class_ ? M_PI : 0);
    x[0] = low * cos(angle);
    x[1] = low * sin(angle);
    stray(at, at->jitter, x);
}

static void place_half_rings(const ce_synth_place *at, double *x)
{
    static const double centre[2][2] = {{0, 0}, {1, 0.4}}, radius[2] = {1, 1};

    if (at->class_ == 0)
        place_arc(at, centre[0], radius, 0, 180, at->jitter, x);
    else
        place_arc(at, centre[1], radius, 180, 360, at->jitter, x);
}

/* An open circle around two S-shaped paths. */
static void place_three_paths(const ce_synth_place *at, double *x)
{
    static const double centre[2] = {0, 0}, radius[2] = {10, 10};
    double t;

    if (at->class_ == 0) {
        place_arc(at, centre, radius, -60, 240, at->jitter, x);
        return;
    }
    t = along(at);
    x[0] = (at->class_ == 1 ? -3.5 : 3.5) + 1.5 * sin(2 * M_PI * t);
    x[1] = -5 + 10 * t;
    stray(at, at->jitter, x);
}

/* ---- the complex image ---- */

static void place_disc(const ce_synth_place *at, double cx, double cy, double sx, double sy,
                       double *x)
{
    x[0] = cx + sx * gsl_ran_gaussian_ziggurat(at->rng, 1);
    x[1] = cy + sy * gsl_ran_gaussian_ziggurat(at->rng, 1);
}

/* A face. Head (200 objects) and mouth (200) are curves. The eyes are rings (100 each) around
 * compact pupils (50 each). The nose (33) is a long Gaussian. */
static void place_complex_image(const ce_synth_place *at, double *x)
{
    static const double head[2] = {0, 0}, head_radius[2] = {5, 5}, mouth[2] = {0, -0.4},
                        mouth_radius[2] = {3, 3};
    static const double eye[2][2] = {{-2, 1.7}, {2, 1.7}}, eye_radius[2] = {1.1, 1.1};

    switch (at->class_) {
    case 0: place_arc(at, head, head_radius, 0, 360, at->jitter, x); break;
    case 1: place_arc(at, mouth, mouth_radius, 205, 335, 1.5 * at->jitter, x); break;
    case 2:
    case 3: place_arc(at, eye[at->class_ - 2], eye_radius, 0, 360, 0.7 * at->jitter, x); break;
    case 4:
    case 5: place_disc(at, eye[at->class_ - 4][0], eye[at->class_ - 4][1], 0.15, 0.15, x); break;
    default: place_disc(at, 0, -0.2, 0.12, 0.5, x);
    }
}

/* Noise objects stand on a circle around the face. */
static void place_outer_circle(const ce_synth_place *at, double *x)
{
    double angle = 2 * M_PI * ((double)at->i + 0.5) / (double)at->n;

    x[0] = 6.2 * cos(angle);
    x[1] = 6.2 * sin(angle);
    stray(at, at->jitter, x);
}

/* ---- interlocked rings ---- */

/* Two unit circles in planes at right angles, each through the other's centre. The distance from
 * the circle and the direction of the deviation are uniform, as in the suite's file. */
static void place_rings(const ce_synth_place *at, double *x)
{
    double angle = 2 * M_PI * gsl_rng_uniform(at->rng),
           direction = 2 * M_PI * gsl_rng_uniform(at->rng);
    double away = at->jitter * gsl_rng_uniform(at->rng), radius = 1 + away * cos(direction);
    double in_plane[2] = {radius * cos(angle), radius * sin(angle)}, across = away * sin(direction);

    if (at->class_ == 0) {
        x[0] = in_plane[0];
        x[1] = in_plane[1];
        x[2] = across;
    } else {
        x[0] = across;
        x[1] = 1 + in_plane[0];
        x[2] = in_plane[1];
    }
}

const ce_synth_shape ce_synth_shapes[] = {
    {"two-gaussian", 2, 2, {300, 300}, 0, -1, place_two_gaussian, NULL},
    {"three-gaussian", 2, 3, {300, 300, 300}, 0, -1, place_three_gaussian, NULL},
    {"two-spirals", 2, 2, {100, 100}, 0, 0, place_two_spirals, NULL},
    {"half-rings", 2, 2, {100, 300}, 0, 0.08, place_half_rings, NULL},
    {"three-paths", 2, 3, {200, 200, 200}, 200, 0.2, place_three_paths, NULL},
    {"complex-image",
     2,
     7,
     {200, 200, 100, 100, 50, 50, 33},
     10,
     0.1,
     place_complex_image,
     place_outer_circle},
    {"rings", 3, 2, {500, 500}, 0, 0.1, place_rings, NULL},
    {"engytime", 2, 2, {2048, 2048}, 0, -1, place_engytime, NULL},
    {"blobs", 0, 0, {1000}, 0, -1, place_blob, NULL},
};

const size_t ce_synth_shape_count = sizeof ce_synth_shapes / sizeof *ce_synth_shapes;
