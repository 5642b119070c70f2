/* resample: consensus clustering by resampling [monti2003], from data to the indices of each k. */
#include "resample.h"

#include "consensus/registry.h"

#define FIELD(name) offsetof(resample_options, name)

static const ce_option rows[] = {
    {0, "input", CE_CHOICE, "KIND", 0, 0, INPUT_NAMES, "data", FIELD(input), NULL,
     "what FILE holds: data, or a matrix; a similarity s is the distance 1 - s"},
    SUBSAMPLE_ROWS(resample_options, subsamples, "", "input=data"),
    {0, "low", CE_REAL, "U", 0, 1, NULL, "0.1", FIELD(indices.low), NULL,
     "a pair is ambiguous above this consensus"},
    {0, "high", CE_REAL, "U", 0, 1, NULL, "0.9", FIELD(indices.high), NULL,
     "a pair is ambiguous below this consensus"},
    {0, "bounds", CE_CHOICE, "HOW", 0, 0, "open|half-open", "open", FIELD(indices.bounds), NULL,
     "half-open: at --high itself a pair is ambiguous too"},
    {0, "gain", CE_REAL, "D", 0, 1, NULL, "0.1", FIELD(indices.gain), NULL,
     "the area prefers the last k before its delta is less than this"},
    {0, "choose", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(indices.choose), NULL,
     "write the k that most indices prefer, and the reason, in place of the numbers"},
    {0, "function", CE_TEXT, "NAME", 0, 0, NULL, "eac-al", FIELD(function), NULL,
     "the consensus function for the labels of each k"},
    {0, "labels", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(labels), NULL,
     "write the consensus for each k, as a label table"},
    {0, "cluster-consensus", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(clusters), NULL,
     "write the mean consensus inside each of its clusters"},
    {0, "item-consensus", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(items), NULL,
     "write the mean consensus of each object with its cluster and the nearest other"},
    {0, "every-cluster", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(every), NULL,
     "write the mean consensus of each object with every cluster"},
    {0, "base", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(base), NULL,
     "write the clusterings of the subsamples, as a label table"},
};

static void check_input(const stability_call *call)
{
    const resample_options *o = call->options;
    const ce_cli *cli = call->cli;

    if (o->input == INPUT_DATA)
        return;
    if (o->subsamples.by == CE_SUBSAMPLE_KMEANS || subsamples_want_kmeans(cli))
        ce_cli_usage(cli, "--%s: k-means needs data, and a matrix is clustered by a linkage or pam",
                     o->subsamples.by == CE_SUBSAMPLE_KMEANS ? "by kmeans"
                     : ce_cli_given(cli, "init")             ? "init"
                     : ce_cli_given(cli, "restarts")         ? "restarts"
                     : ce_cli_given(cli, "iterations")       ? "iterations"
                                                             : "algorithm");
    if (ce_cli_given(cli, "columns"))
        ce_cli_usage(cli, "--columns chooses features of data, and a matrix has none");
    if (o->subsamples.by == CE_SUBSAMPLE_WARD && o->input == INPUT_SIMILARITY)
        ce_cli_usage(cli, "Ward's method needs Euclidean distances: --input distance");
    ce_cli_refuse_cut(cli, "resample of a matrix");
}

static void check(const stability_call *call)
{
    const resample_options *o = call->options;
    const ce_method *method = ce_method_find(o->function);

    ce_cli_distinct_clusters(call->cli);
    if (o->indices.low >= o->indices.high)
        ce_cli_usage(call->cli, "--low %g --high %g: nothing between them", o->indices.low,
                     o->indices.high);
    if (call->cli->operands > 1)
        ce_cli_usage(call->cli, "resample: one data table expected");
    if (ce_cli_given(call->cli, "group"))
        ce_cli_usage(call->cli, "--group goes with label tables");
    if (!method || !method->run || ce_method_finds_k(method) ||
        (method->about.needs & ~(unsigned)CE_USES_K))
        ce_cli_usage(call->cli,
                     "--function '%.60s': a consensus function that needs only -k "
                     "expected",
                     o->function);
    if (ce_cli_given(call->cli, "function") && !o->labels && !o->clusters && !o->items && !o->every)
        ce_cli_usage(call->cli, "--function goes with --labels, --cluster-consensus, "
                                "--item-consensus or --every-cluster");
    check_input(call);
    subsamples_check(call, &o->subsamples);
}

static int run(const stability_call *call, stability_work *unused, ce_error *err)
{
    resample_work r = {.call = call, .o = call->options, .path = ce_cli_operand(call->cli, 0)};
    stability_call indices = *call;
    int rc = resample_read(&r, err);

    (void)unused;
    indices.options = &r.o->indices; /* without a linkage: no tree of all base clusterings */
    if (!rc)
        rc = resample_cluster(&r, err);
    if (!rc)
        rc = resample_write(&r, err);
    if (!rc)
        rc = stability_k.run(&indices, &r.w, err);
    resample_free(&r);
    return rc;
}

const stability_noun stability_resample = {
    .about = {.name = "resample",
              .summary = "from data: clusters subsamples for each k, and writes the indices of k",
              .about = "Draws subsamples of the objects and clusters each for every k. FILE is "
                       "a data table, or a matrix of similarities or distances. The indices "
                       "are those of the noun k. On request the consensus for each k is "
                       "written, with how sure its clusters and objects are.",
              .reference = "monti2003",
              .reads = CE_READS_DATA | CE_READS_MATRIX,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, resample_options)},
    .check = check,
    .run = run,
    .reads_itself = 1,
};
