/* two-spirals, half-rings, three-paths, complex-image, rings: classes along curves. */
#include "synth.h"

typedef struct {
    synth_size size;
    double jitter, turns;
} curve_options;

#define ROW_JITTER(by_default)                                                                     \
    {0, "jitter", CE_REAL, "SD", 0, 1e6, NULL, by_default, offsetof(curve_options, jitter), NULL,  \
     "standard deviation across the curves"}

static const ce_option spirals_rows[] = {
    SYNTH_ROWS_SIZE(curve_options, "0"),
    ROW_JITTER("0"),
    {0, "turns", CE_REAL, "T", 0.05, 1000, NULL, "1.75", offsetof(curve_options, turns), NULL,
     "turns of each arm"},
};

static const ce_option half_rings_rows[] = {SYNTH_ROWS_SIZE(curve_options, "0"),
                                            ROW_JITTER("0.08")};
static const ce_option paths_rows[] = {SYNTH_ROWS_SIZE(curve_options, "200"), ROW_JITTER("0.2")};
static const ce_option image_rows[] = {SYNTH_ROWS_SIZE(curve_options, "10"), ROW_JITTER("0.1")};

static const ce_option rings_rows[] = {
    SYNTH_ROWS_SIZE(curve_options, "0"),
    {0, "jitter", CE_REAL, "SD", 0, 1e6, NULL, "0.1", offsetof(curve_options, jitter), NULL,
     "radius of the tube"},
};

static void fill(const void *options, ce_synth_options *how)
{
    const curve_options *o = options;

    how->jitter = o->jitter;
    how->turns = o->turns;
}

const synth_noun synth_two_spirals = {
    .about = {.name = "two-spirals",
              .summary = "two intertwined spirals (100 + 100)",
              .about =
                  "Archimedean spirals at distance 1 from each other. Without jitter the objects "
                  "stand exactly on the arms, at equal distances, and every seed gives the same.",
              .reference = "hne2007",
              .options = CE_OPTIONS(spirals_rows, curve_options)},
    .fill = fill,
};

const synth_noun synth_half_rings = {
    .about = {.name = "half-rings",
              .summary = "two half rings, a thin and a dense one (100 + 300)",
              .about = "They reach into each other, so k-means cannot find them, and single "
                       "linkage breaks the thin one.",
              .reference = "fred2005",
              .options = CE_OPTIONS(half_rings_rows, curve_options)},
    .fill = fill,
};

const synth_noun synth_three_paths = {
    .about = {.name = "three-paths",
              .summary = "three path-like clusters in noise (3 x 200, 200 noise)",
              .about = "An open circle around two S-shaped paths, with noise all over.",
              .reference = "hne2007",
              .options = CE_OPTIONS(paths_rows, curve_options)},
    .fill = fill,
};

const synth_noun synth_complex_image = {
    .about =
        {.name = "complex-image",
         .summary =
             "curved and compact clusters inside a thin circle (7 classes, 733 objects, 10 noise)",
         .about = "Drawn as a face: head, mouth, two eyes, their pupils and the nose. The noise "
                  "objects stand on the outer circle.",
         .reference = "hne2007",
         .options = CE_OPTIONS(image_rows, curve_options)},
    .fill = fill,
};

const synth_noun synth_rings = {
    .about =
        {.name = "rings",
         .summary = "two interlocked rings in three dimensions (500 + 500)",
         .about =
             "Chainlink of the Fundamental Clustering Problems Suite. No plane separates the two.",
         .options = CE_OPTIONS(rings_rows, curve_options)},
    .fill = fill,
};
