#include "prepare/synthetic_stream.h"

#include <math.h>
#include <string.h>

#include "core/mix.h"
#include "core/parallel.h"

#define PI 3.14159265358979323846

/* ---- random numbers by counter ---- */

/* One object's numbers. */
typedef struct {
    uint64_t key, count;
    double spare; /* the second of two normal deviates */
    int has_spare;
} draw;

static draw draw_of(uint64_t seed, uint64_t object)
{
    return (draw){.key = ce_mix(ce_mix(seed + CE_MIX_STEP) ^ ce_mix(object * CE_MIX_STEP))};
}

/* Uniform in [0, 1). */
static double uniform(draw *r)
{
    return (double)(ce_mix(r->key + ++r->count * CE_MIX_STEP) >> 11) * 0x1p-53;
}

/* Normal with mean 0 and deviation 1, by Box and Muller. */
static double normal(draw *r)
{
    double length, angle;

    if (r->has_spare) {
        r->has_spare = 0;
        return r->spare;
    }
    length = sqrt(-2 * log(1 - uniform(r)));
    angle = 2 * PI * uniform(r);
    r->spare = length * sin(angle);
    r->has_spare = 1;
    return length * cos(angle);
}

/* ---- shapes ---- */

/* A point of a circle about (x, y) between two angles in degrees, with noise in both coordinates.
 */
static void arc(draw *r, double x, double y, double radius, double from, double to, double noise,
                double *xy)
{
    double angle = (from + (to - from) * uniform(r)) * PI / 180;

    xy[0] = x + radius * cos(angle) + noise * normal(r);
    xy[1] = y + radius * sin(angle) + noise * normal(r);
}

static void gaussian(draw *r, double x, double y, double sx, double sy, double *xy)
{
    xy[0] = x + sx * normal(r);
    xy[1] = y + sy * normal(r);
}

static void place_tb(draw *r, size_t c, double *xy)
{
    if (c == 0)
        arc(r, 0.5, -0.1, 1, 0, 180, 0.15, xy);
    else
        arc(r, -0.5, 0.2, 1, 180, 360, 0.15, xy);
}

static void place_sf(draw *r, size_t c, double *xy)
{
    switch (c) {
    case 0: arc(r, -2.6, -0.1, 2, 0, 180, 0.35, xy); break;
    case 1: arc(r, 2.6, -0.1, 2, 0, 180, 0.35, xy); break;
    case 2: arc(r, 0, 0.23, 2.6, 180, 360, 0.35, xy); break;
    default: gaussian(r, 0, -1.01, 0.29, 0.28, xy);
    }
}

static void place_cc(draw *r, size_t c, double *xy)
{
    arc(r, 0, 0, 0.35 + 0.5 * (double)c, 0, 360, 0.065, xy);
}

/* Two circles, eight Gaussians between them, and one in the middle. */
static void place_cg(draw *r, size_t c, double *xy)
{
    double angle = (double)(c - 2) * PI / 4;

    if (c < 2)
        arc(r, 0, 0, c ? 0.4 : 1.2, 0, 360, 0.03, xy);
    else if (c < 10)
        gaussian(r, 0.8 * cos(angle), 0.8 * sin(angle), 0.12, 0.12, xy);
    else
        gaussian(r, 0, 0, 0.12, 0.12, xy);
}

/* Six petals, six stems, and the centre. */
static void place_flower(draw *r, size_t c, double *xy)
{
    const double noise = 0.042;
    double angle = (double)(c % 6) * PI / 3, x, y;

    if (c == 12) {
        gaussian(r, 0, 0, 0.035, 0.035, xy);
        return;
    }
    if (c < 6) {
        arc(r, 1, 0, 0.4, -150, 150, noise, xy);
    } else {
        xy[0] = 0.2 + 0.8 * uniform(r) + noise * normal(r);
        xy[1] = noise * normal(r);
    }
    x = xy[0];
    y = xy[1];
    xy[0] = x * cos(angle) - y * sin(angle);
    xy[1] = x * sin(angle) + y * cos(angle);
}

enum { CLASSES = 13 };

struct ce_synth_stream {
    const char *name;
    size_t objects, classes;
    double share[CLASSES]; /* they sum to 1 */
    void (*place)(draw *r, size_t c, double *xy);
};

#define GAUSSIAN (1.0 / 15)
#define PETAL    (0.981 / 6 * 0.72361)
#define STEM     (0.981 / 6 * (1 - 0.72361))

static const ce_synth_stream sets[] = {
    {"tb", 1000000, 2, {0.5, 0.5}, place_tb},
    {"sf", 2000000, 4, {0.288, 0.288, 0.374, 0.05}, place_sf},
    {"cc", 5000000, 3, {0.35 / 2.55, 0.85 / 2.55, 1.35 / 2.55}, place_cc},
    {"cg",
     10000000,
     11,
     {0.3, 0.1, GAUSSIAN, GAUSSIAN, GAUSSIAN, GAUSSIAN, GAUSSIAN, GAUSSIAN, GAUSSIAN, GAUSSIAN,
      GAUSSIAN},
     place_cg},
    {"flower",
     20000000,
     13,
     {PETAL, PETAL, PETAL, PETAL, PETAL, PETAL, STEM, STEM, STEM, STEM, STEM, STEM, 0.019},
     place_flower},
};

const ce_synth_stream *ce_synth_stream_find(const char *name)
{
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++)
        if (!strcmp(sets[s].name, name))
            return &sets[s];
    return NULL;
}

size_t ce_synth_stream_objects(const ce_synth_stream *set)
{
    return set->objects;
}

/* To six decimals. The C library's sine has other last bits on other processors, which this takes
 * away; and text is short and says exactly what a binary file has. */
static double rounded(double x)
{
    return rint(x * 1e6) / 1e6;
}

void ce_synth_stream_draw(const ce_synth_stream *set, uint64_t seed, uint64_t first, size_t count,
                          double *xy, int32_t *class_)
{
#pragma omp parallel for schedule(static) num_threads(ce_threads())
    for (size_t i = 0; i < count; i++) {
        draw r = draw_of(seed, first + i);
        double u = uniform(&r);
        size_t c = 0;

        while (c + 1 < set->classes && u >= set->share[c])
            u -= set->share[c++];
        set->place(&r, c, xy + 2 * i);
        xy[2 * i] = rounded(xy[2 * i]);
        xy[2 * i + 1] = rounded(xy[2 * i + 1]);
        class_[i] = (int32_t)c;
    }
}
