/* two-gaussian, three-gaussian, engytime, blobs: Gaussians. */
#include "synth.h"

typedef struct {
    synth_size size;
} gaussian_options;

static const ce_option rows[] = {SYNTH_ROWS_SIZE(gaussian_options, "0")};

const synth_noun synth_two_gaussian = {
    .about = {.name = "two-gaussian",
              .summary = "two Gaussians, long in different directions (300 + 300)",
              .about = "k-means with one metric for both cannot find them; clusters with feature "
                       "weights of their own can.",
              .reference = "wce2008",
              .options = CE_OPTIONS(rows, gaussian_options)},
};

const synth_noun synth_three_gaussian = {
    .about = {.name = "three-gaussian",
              .summary = "three Gaussians, long in different directions (3 x 300)",
              .about =
                  "Like two-gaussian, with a third one. Each has a feature in which it is narrow.",
              .reference = "wce2008",
              .options = CE_OPTIONS(rows, gaussian_options)},
};

const synth_noun synth_engytime = {
    .about = {.name = "engytime",
              .summary = "two Gaussians that overlap (2048 + 2048)",
              .about = "EngyTime of the Fundamental Clustering Problems Suite. Only density "
                       "separates the two.",
              .options = CE_OPTIONS(rows, gaussian_options)},
};

/* ---- blobs ---- */

typedef struct {
    synth_size size;
    int clusters, dimensions;
    double spread;
} blob_options;

static const ce_option blob_rows[] = {
    SYNTH_ROWS_SIZE(blob_options, "0"),
    {'k', "clusters", CE_INTEGER, "K", 1, 1e6, NULL, "3", offsetof(blob_options, clusters),
     "!sizes", "clusters"},
    {0, "dimensions", CE_INTEGER, "D", 1, 1e6, NULL, "2", offsetof(blob_options, dimensions), NULL,
     "features"},
    {0, "spread", CE_REAL, "S", 0, 1e6, NULL, "1", offsetof(blob_options, spread), NULL,
     "standard deviation of each feature in a cluster"},
};

static void fill_blobs(const void *options, ce_synth_options *how)
{
    const blob_options *o = options;

    how->clusters = (size_t)o->clusters;
    how->dimensions = (size_t)o->dimensions;
    how->spread = o->spread;
}

const synth_noun synth_blobs = {
    .about = {.name = "blobs",
              .summary = "k spherical Gaussians, their centres uniform in [-10, 10]^d (1000)",
              .about = "As many clusters in as many dimensions as wanted. Centres can fall close "
                       "to each other.",
              .options = CE_OPTIONS(blob_rows, blob_options)},
    .fill = fill_blobs,
};
