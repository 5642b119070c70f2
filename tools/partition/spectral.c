/* spectral: k-means on the eigenvectors of the graph of a similarity matrix. */
#include "partition/graph/spectral.h"
#include "partition.h"

typedef struct {
    int vertices, solver, restarts;
} spectral_options;

static const ce_option rows[] = {
    PARTITION_ROW_VERTICES(spectral_options, NULL),
    {0, "solver", CE_CHOICE, "HOW", 0, 0, CE_SOLVER_NAMES, "auto",
     offsetof(spectral_options, solver), NULL,
     "of the eigenproblem: LAPACK (dense) or ARPACK (sparse)"},
    {0, "restarts", CE_INTEGER, "N", 1, 1000000, NULL, "10", offsetof(spectral_options, restarts),
     NULL, "runs of k-means on the eigenvectors; the best is kept"},
};

static int prepare(partition_job *j, ce_error *err)
{
    const spectral_options *o = j->options;

    if (o->vertices == PARTITION_VERTICES_OBJECTS)
        return CE_OK;
    return partition_merge_vertices(j, 0, err);
}

static int cut_vertices(const partition_job *j, const ce_similarity *graph, const double *size,
                        size_t k, ce_partition *labels, ce_error *err)
{
    const spectral_options *o = j->options;
    ce_spectral_report report = {0};
    ce_spectral_options how = {.k = k,
                               .solver = (ce_solver)o->solver,
                               .restarts = (size_t)o->restarts,
                               .seed = j->tool->common.seed,
                               .report = &report,
                               .progress = ce_cli_step(j->cli)};
    int rc = ce_spectral(graph, size, &how, labels, err);

    if (report.solved == CE_SOLVED_FACTOR)
        ce_cli_detail(j->cli,
                      "eigenvectors by shift and invert: a sparse Cholesky factor of %zu entries",
                      report.factor_entries);
    else if (report.solved == CE_SOLVED_PRODUCTS)
        ce_cli_detail(j->cli, "eigenvectors by products with the matrix");
    return rc;
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    return partition_cut_graph(j, cut_vertices, k, partition, err);
}

const partition_method partition_spectral = {
    .about = {.name = "spectral",
              .summary = "k-means on the eigenvectors of the normalised graph (Ng, Jordan and "
                         "Weiss)",
              .about =
                  "The rows of the K largest eigenvectors of the normalised similarity matrix, "
                  "scaled to length 1, are clustered by k-means. It finds clusters that are "
                  "connected, whatever their shape.",
              .reference = "ng2002",
              .reads = CE_READS_MATRIX,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, spectral_options)},
    .read = partition_read_graph,
    .prepare = prepare,
    .cut = cut,
};
