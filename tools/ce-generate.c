/* ce-generate: base clusterings of a data table. The generators are in the folder generate/. */
#include <string.h>

#include "cli/tool.h"
#include "generate/generate.h"

static const ce_option table[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, NULL, offsetof(generate_options, members),
     "kmeans rpcl lac coolcat som spectral tksc boost",
     "members, each with a k drawn from those of -k; without it: one member for each k; spectral, "
     "tksc: so many for each k"},
    {0, "init", CE_CHOICE, "HOW", 0, 0, "random|plusplus|farthest|scattered|linear|chunklets", NULL,
     offsetof(generate_options, init), "kmeans lac som",
     "starting centres; kmeans: random unless told, lac: scattered or random, som: linear or "
     "random; chunklets: with --constraints"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, NULL, offsetof(generate_options, iterations),
     "kmeans lac spectral tksc mle",
     "at most so many; kmeans: 100 unless told, with --rule cop 300, mle: 500, the others: 200"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, NULL, offsetof(generate_options, restarts),
     "kmeans som spectral tksc mle",
     "runs of k-means per member, of which the one of least inertia is kept; 1 unless told, som: "
     "100, mle: 10"},
    {0, "empty", CE_CHOICE, "RULE", 0, 0, "singleton|keep|drop", "singleton",
     offsetof(generate_options, empty), "kmeans lac",
     "what becomes of an empty cluster; drop: only kmeans"},
    {0, "features", CE_TEXT, "F", 0, 0, NULL, NULL, offsetof(generate_options, features),
     "kmeans coolcat", "each member sees so many features, drawn at random: 5, or a fraction 0.5"},
    {0, "objects", CE_TEXT, "F", 0, 0, NULL, NULL, offsetof(generate_options, objects), "kmeans",
     "each member sees so many objects, drawn at random"},
    {0, "unseen", CE_CHOICE, "HOW", 0, 0, "nearest|missing", "nearest",
     offsetof(generate_options, unseen), "kmeans",
     "objects that a member did not see go to the nearest centre, or have no label"},
    {0, "constraints", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(generate_options, constraints),
     "kmeans lac", "pairs of objects that must be in one cluster, or cannot: i,j,link"},
    {0, "infeasible", CE_CHOICE, "WHAT", 0, 0, "stop|count", "stop",
     offsetof(generate_options, infeasible), "kmeans lac",
     "constraints that no clustering can keep: refused, or kept as far as it goes, and those "
     "violated counted"},
    {0, "rule", CE_CHOICE, "RULE", 0, 0, "cop|seeded|constrained", "cop",
     offsetof(generate_options, rule), "kmeans",
     "constraints hold in every iteration; or are seeds of the start alone; or seeds that keep "
     "their cluster"},
    {0, "order", CE_CHOICE, "HOW", 0, 0, "index|random", "index", offsetof(generate_options, order),
     "kmeans", "of the objects with --rule cop: as in the table, or drawn for each start"},
    {0, "attempts", CE_INTEGER, "N", 1, 1e9, NULL, "10", offsetof(generate_options, attempts),
     "kmeans",
     "starts of --rule cop where an object finds every centre forbidden; the last one searches for "
     "a way out"},
    {0, "start", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(generate_options, start),
     "kmeans lac som",
     "starting centres: a data table with a row for each; -k is then their number; som: prototypes "
     "of --grid"},
    {0, "model", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(generate_options, model),
     "kmeans rpcl lac coolcat som",
     "write the centroids, modes or prototypes here, and the weights of lac"},
    {0, "trace", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(generate_options, trace),
     "kmeans rpcl lac coolcat som boost mle",
     "write k, inertia, error or entropy, and more of each member here; som, boost, mle: of each "
     "epoch, round or iteration"},
    {0, "inv-h", CE_TEXT, "LIST", 0, 0, NULL, NULL, offsetof(generate_options, inv_h), "lac",
     "1/h, how strongly weights fall with dispersion: 7, 1,2.5,10 or 1..50; a member for each"},
    {0, "norm", CE_CHOICE, "NORM", 0, 0, "l1|l2", "l1", offsetof(generate_options, norm), "lac",
     "weights of a cluster sum to 1, or their squares"},
    {0, "membership", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(generate_options, membership),
     "lac coolcat", "write the membership table, P(cluster | object), in place of the label table"},
    {0, "labels", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(generate_options, labels),
     "lac coolcat", "with --membership: write the label table here"},
    {0, "rate", CE_REAL, "A", 0, 1, NULL, "0.05", offsetof(generate_options, rate), "rpcl",
     "how far the winner moves towards an object"},
    {0, "rival-rate", CE_REAL, "B", 0, 1, NULL, "0.002", offsetof(generate_options, rival_rate),
     "rpcl", "how far the second best moves away from it"},
    {0, "epochs", CE_INTEGER, "N", 1, 1e9, NULL, "30", offsetof(generate_options, epochs), "rpcl",
     "at most so many passes over the data; both rates fall to 0 with them"},
    {0, "tolerance", CE_REAL, "E", 0, 1, NULL, "0.0001", offsetof(generate_options, tolerance),
     "rpcl mle",
     "stop when no unit moves farther in an epoch, as a share of the spread of the data; 0: never; "
     "mle: both residuals, 0.001 unless told"},
    {0, "method", CE_CHOICE, "LINKAGE", 0, 0, "single|complete|average|ward", "average",
     offsetof(generate_options, method), "linkage", "distance between clusters"},
    {0, "sample", CE_INTEGER, "S", 1, 1e9, NULL, NULL, offsetof(generate_options, sample),
     "coolcat",
     "objects among which each cluster's first is looked for; default: 8, or 2 k if that is more"},
    {0, "batch", CE_INTEGER, "B", 0, 1e9, NULL, "0", offsetof(generate_options, batch), "coolcat",
     "objects between two rounds of re-processing; 0: all"},
    {0, "reprocess", CE_INTEGER, "R", 0, 1e9, NULL, "10", offsetof(generate_options, reprocess),
     "coolcat", "objects of least fit that are placed again after each batch"},
    {0, "distance-features", CE_CHOICE, "WHICH", 0, 0, "seen|all", "seen",
     offsetof(generate_options, distance_features), "coolcat",
     "features of the modes and of the distances to them: those that the member saw or all"},
    {0, "grid", CE_TEXT, "SIZE", 0, 0, NULL, NULL, offsetof(generate_options, grid), "som",
     "rows and columns of units: 10x6; default: about 5 sqrt(n) units, sides as the data are long "
     "and wide"},
    {0, "lattice", CE_CHOICE, "L", 0, 0, "hexagonal|rectangular", "hexagonal",
     offsetof(generate_options, lattice), "som", "six or four neighbours of a unit"},
    {0, "neighbourhood", CE_CHOICE, "H", 0, 0, "gaussian|bubble", "gaussian",
     offsetof(generate_options, neighbourhood), "som",
     "how much units at some distance on the grid learn: exp(-distance^2 / (2 radius^2)), or all "
     "within the radius alike"},
    {0, "radius", CE_REAL, "R", 1e-3, 1e9, NULL, NULL, offsetof(generate_options, radius), "som",
     "of the neighbourhood at first; default: a quarter of the longer side, at least "
     "--last-radius"},
    {0, "last-radius", CE_REAL, "R", 1e-3, 1e9, NULL, "1", offsetof(generate_options, last_radius),
     "som", "at last"},
    {0, "rough", CE_INTEGER, "N", 1, 1e9, NULL, NULL, offsetof(generate_options, rough), "som",
     "epochs while the radius falls to a quarter; default: 10 units / n, at least 4"},
    {0, "fine", CE_INTEGER, "N", 1, 1e9, NULL, NULL, offsetof(generate_options, fine), "som",
     "epochs from there to --last-radius; default: 40 units / n, at least 16"},
    {0, "online", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(generate_options, online), "som",
     "objects come one after another in random order; else the batch map"},
    {0, "cluster", CE_CHOICE, "HOW", 0, 0, "kmeans|ward|units", "kmeans",
     offsetof(generate_options, cluster), "som",
     "clusters of units: by k-means, by Ward's tree, or each unit by itself"},
    {0, "weight-hits", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(generate_options, weight_hits),
     "som", "in these a unit counts as often as it has objects"},
    {0, "p", CE_REAL, "P", 0, 0.999999, NULL, "0", offsetof(generate_options, p), "mle",
     "probability of an edge inside a cluster; 0: k times the density of edges, at most 0.8"},
    {0, "q", CE_REAL, "Q", 0, 0.999999, NULL, "0", offsetof(generate_options, q), "mle",
     "between clusters, below P; 0: the density of edges, at most P / 2"},
    {0, "lambda", CE_REAL, "L", 0, 1e9, NULL, "0", offsetof(generate_options, lambda), "mle",
     "weight of the nuclear norm; 0: the root of n times the mean squared weight of a pair"},
    {0, "by", CE_CHOICE, "HOW", 0, 0, "eigenvectors|components", "eigenvectors",
     offsetof(generate_options, by), "mle",
     "clusters by k-means on eigenvectors of the solution, or its connected components above 1/2"},
    {0, "choose", CE_CHOICE, "WHICH", 0, 0, "all|db", "all", offsetof(generate_options, choose),
     "som", "all values of -k, or for each member that of least Davies-Bouldin index"},
    {0, "neighbours", CE_INTEGER, "T", 1, 1e9, NULL, "10", offsetof(generate_options, neighbours),
     "spectral tksc mle",
     "edges of the graph: pairs of which one is among the T nearest of the other"},
    {0, "dense", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(generate_options, dense),
     "spectral tksc", "all pairs are edges"},
    {0, "sigma", CE_REAL, "S", 0, 1e300, NULL, "0", offsetof(generate_options, sigma),
     "spectral tksc",
     "width of the kernel; 0: for each object the mean of the distances along its edges"},
    {0, "kernel", CE_CHOICE, "FORM", 0, 0, "gaussian|printed", "gaussian",
     offsetof(generate_options, kernel), "spectral tksc",
     "affinity at distance d: exp(-d^2 / 2 S^2), or exp(-d / S^2)"},
    {0, "laplacian", CE_CHOICE, "FORM", 0, 0, "normalized|printed", "normalized",
     offsetof(generate_options, laplacian), "spectral tksc",
     "eigenvectors of D^-1/2 A D^-1/2, or of D^1/2 A D^1/2"},
    {0, "rows", CE_CHOICE, "FORM", 0, 0, "unit|printed|plain", "unit",
     offsetof(generate_options, rows), "spectral tksc",
     "rows of the eigenvectors: brought to length 1, times the root of the first two entries' "
     "product, as they are"},
    {0, "graph", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(generate_options, graph),
     "spectral tksc", "write the graph here, as Matrix Market"},
    {0, "graph-of", CE_CHOICE, "WHAT", 0, 0, "affinities|distances", "affinities",
     offsetof(generate_options, graph_of), "spectral tksc", "entries of --graph"},
    {0, "weights", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(generate_options, weights), "tksc",
     "write the normalized modularity of each member here, as ce-weigh does"},
    {0, "modularity", CE_CHOICE, "FORM", 0, 0, "edges|weighted|printed", "edges",
     offsetof(generate_options, modularity), "tksc",
     "edges of --weights: each counts 1, or its affinity, or as printed"},
    {0, "rounds", CE_INTEGER, "T", 1, 1e6, NULL, "50", offsetof(generate_options, rounds), "boost",
     "at most so many samples are clustered"},
    {0, "quality", CE_CHOICE, "Q", 0, 0, "minmax|entropy", "minmax",
     offsetof(generate_options, quality), "boost",
     "how uncertain memberships h are: 1 - max h + min h, or their entropy / log k"},
    {0, "patience", CE_INTEGER, "N", 0, 1e9, NULL, "3", offsetof(generate_options, patience),
     "boost", "stop after so many rounds in a row with a loss below the largest one; 0: never"},
    {0, "bases", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(generate_options, bases), "boost",
     "write the label table of all rounds here"},
};

static const ce_noun nouns[] = {
    {"kmeans", "k-means: Lloyd's iteration from random starting centres"},
    {"rpcl", "rival penalised competitive learning: units that find no objects are dropped"},
    {"lac", "locally adaptive clustering: k-means with weights of features for each cluster"},
    {"linkage", "agglomerative clustering on Euclidean distances: one tree, cut at each k"},
    {"coolcat", "clusters of categorical objects that keep the expected entropy small"},
    {"som", "a self-organising map, whose units are clustered"},
    {"spectral",
     "spectral clustering on the graph of nearest neighbours, one eigenproblem for all k"},
    {"tksc", "two kernels spectral clustering: the same, and what each member is worth"},
    {"boost", "k-means on samples that dwell on uncertain objects, added up as votes"},
    {"mle", "the likeliest partition of the graph of nearest neighbours, by convex optimisation"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-generate",
    .summary = "Generate base clusterings of a data table.",
    .operands = "[FILE]",
    .max_operands = 1,
    .names = nouns,
    .options = CE_OPTIONS(table, generate_options),
    .shared = CE_WITH_K | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_CATEGORICAL |
              CE_WITH_PROGRESS,
    .k_help = "clusters: 3, 2..20 or 2,5,9",
};

static void check_use(const ce_cli *cli, const generate_options *o)
{
    const char *const side[] = {o->model, o->trace, o->labels, o->bases};
    int map = !strcmp(cli->noun[0], "som"),
        k_needed = map ? o->cluster != GENERATE_SOM_UNITS : !o->start;

    if (o->start && !map &&
        (ce_cli_given(cli, "clusters") || ce_cli_given(cli, "init") || o->restarts > 1))
        ce_cli_usage(cli, "--start gives the centres: no -k, --init or --restarts with it");
    if (k_needed && !o->common.k.count)
        ce_cli_usage(cli, "how many clusters? -k is needed");
    for (size_t i = 0; i < sizeof side / sizeof *side; i++)
        if (side[i] && !strcmp(side[i], "-"))
            ce_cli_usage(cli, "standard output carries the table: --model, --trace, --labels and "
                              "--bases need a file name");
    generate_check_constraints(cli, o);
    if (o->labels && !o->membership)
        ce_cli_usage(cli,
                     "--labels goes with --membership: else the label table is what is written");
}

/* In the order of nouns. */
static generate_run *const generator[] = {
    generate_kmeans, generate_rpcl,     generate_lac,  generate_linkage, generate_coolcat,
    generate_som,    generate_spectral, generate_tksc, generate_boost,   generate_mle};

int main(int argc, char **argv)
{
    generate_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_table_format format;
    generate_work w = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_use(&cli, &options);
    format = ce_cli_format(&cli);
    w.path = ce_cli_operand(&cli, 0);
    if ((rc = ce_data_table_read(&w.data, w.path, &format, &err)))
        goto done;
    for (size_t g = 0; g < sizeof generator / sizeof *generator; g++)
        if (!strcmp(cli.noun[0], nouns[g].name) && (rc = generator[g](&cli, &options, &w, &err)))
            goto done;
    rc = generate_write(&options, &w, &err);
done:
    ce_data_table_free(&w.data);
    ce_label_table_free(&w.out);
    ce_membership_free(&w.membership);
    return ce_cli_end(&cli, rc, &err);
}
