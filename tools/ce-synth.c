/* ce-synth: data sets drawn at random. */
#include "cli/tool.h"
#include "io/data_table.h"
#include "prepare/synthetic.h"

struct options {
    ce_common common;
    int objects, noise, clusters, dimensions;
    ce_int_list sizes;
    double jitter, turns, spread;
};

#define AT(field) offsetof(struct options, field)
static const ce_option table[] = {
    {'n', "objects", CE_INTEGER, "N", 1, 2147483647, NULL, NULL, AT(objects), NULL,
     "objects without noise, split over the classes as in the original; default: the original's"},
    {0, "sizes", CE_LIST, "N,N,...", 0, 2147483647, NULL, NULL, AT(sizes), NULL,
     "objects of each class; overrides -n"},
    {0, "noise", CE_INTEGER, "N", 0, 2147483647, NULL, NULL, AT(noise), NULL,
     "noise objects, of class noise; default: the original's"},
    {0, "jitter", CE_REAL, "SD", 0, 1e6, NULL, NULL, AT(jitter),
     "two-spirals half-rings three-paths complex-image rings",
     "standard deviation across the curves; rings: radius of the tube; default: the data set's "
     "own"},
    {0, "turns", CE_REAL, "T", 0.05, 1000, NULL, "1.75", AT(turns), "two-spirals",
     "turns of each arm"},
    {'k', "clusters", CE_INTEGER, "K", 1, 1e6, NULL, "3", AT(clusters), "blobs", "clusters"},
    {0, "dimensions", CE_INTEGER, "D", 1, 1e6, NULL, "2", AT(dimensions), "blobs", "features"},
    {0, "spread", CE_REAL, "S", 0, 1e6, NULL, "1", AT(spread), "blobs",
     "standard deviation of each feature in a cluster"},
};

static const ce_noun nouns[] = {
    {"two-gaussian", "two Gaussians, long in different directions (300 + 300)"},
    {"three-gaussian", "three Gaussians, long in different directions (3 x 300)"},
    {"two-spirals", "two intertwined spirals (100 + 100)"},
    {"half-rings", "two half rings, a thin and a dense one (100 + 300)"},
    {"three-paths", "three path-like clusters in noise (3 x 200, 200 noise)"},
    {"complex-image",
     "curved and compact clusters inside a thin circle (7 classes, 733 objects, 10 noise)"},
    {"rings", "two interlocked rings in three dimensions (500 + 500)"},
    {"engytime", "two Gaussians that overlap (2048 + 2048)"},
    {"blobs", "k spherical Gaussians, their centres uniform in [-10, 10]^d (1000)"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-synth",
    .summary = "Draw a data set at random, with its classes.",
    .operands = "",
    .max_operands = 0,
    .names = nouns,
    .options = CE_OPTIONS(table, struct options),
    .shared = CE_WITH_SEED,
};

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_data_table data = {0};
    ce_synth_options how = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    if (options.sizes.is_range)
        ce_cli_usage(&cli, "--sizes takes a size for each class, not a range");
    if (ce_cli_given(&cli, "sizes") && ce_cli_given(&cli, "objects"))
        ce_cli_usage(&cli, "--objects and --sizes say the same thing: give one of them");
    if (ce_cli_given(&cli, "sizes") && ce_cli_given(&cli, "clusters"))
        ce_cli_usage(&cli, "--clusters and --sizes say the same thing: give one of them");
    how = (ce_synth_options){
        .objects = ce_cli_given(&cli, "objects") ? options.objects : -1,
        .sizes = options.sizes.value,
        .size_count = options.sizes.count,
        .noise = ce_cli_given(&cli, "noise") ? options.noise : -1,
        .jitter = ce_cli_given(&cli, "jitter") ? options.jitter : -1,
        .turns = options.turns,
        .clusters = (size_t)options.clusters,
        .dimensions = (size_t)options.dimensions,
        .spread = options.spread,
        .seed = options.common.seed,
    };
    if (!(rc = ce_synth(&data, ce_synth_find(cli.noun[0]), &how, &err))) {
        ce_cli_detail(&cli, "%s: %zu objects, %zu features", cli.noun[0], data.values.rows,
                      data.values.columns);
        rc = ce_data_table_write(&data, options.common.output, ',', &err);
    }
    ce_data_table_free(&data);
    return ce_cli_end(&cli, rc, &err);
}
