#include "partition/graph/spectral.h"

#include <stdlib.h>

#include "core/memory.h"
#include "partition/graph/embedding.h"
#include "partition/graph/laplacian.h"

enum { RESTARTS = 10 };

/* There are more components than clusters, or one cluster is asked (see the header). */
static int group(const ce_laplacian *l, size_t k, ce_partition *partition, ce_error *err)
{
    int rc = ce_partition_alloc(partition, l->n, err);

    if (!rc)
        rc = ce_laplacian_group(l, l->size, k, partition->labels, err);
    return rc ? rc : ce_labels_renumber(partition->labels, l->n, &partition->k, err);
}

/* Steps 2 and 3 of the header. */
static int embed(ce_spectrum *spectrum, const ce_spectral_options *options, ce_partition *partition,
                 ce_error *err)
{
    double *values = ce_alloc(options->k, sizeof *values, err);
    ce_embedding_options kmeans = {.k = options->k,
                                   .seed = options->seed,
                                   .restarts = options->restarts ? options->restarts : RESTARTS};
    ce_laplacian *l = &spectrum->graph;
    ce_matrix rows = {0};
    int rc;

    l->progress = options->progress;
    rc = values
             ? ce_spectrum_eigenvectors(spectrum, options->k, options->solver, values, &rows, err)
             : CE_ENOMEM;

    if (options->report)
        *options->report = (ce_spectral_report){l->solved, l->factor_entries};
    if (!rc) {
        ce_rows_normalise(&rows);
        rc = ce_embedding_cluster(&rows, l->size, &kmeans, partition, err);
    }
    free(values);
    ce_matrix_free(&rows);
    return rc;
}

static int check(size_t n, size_t k, ce_error *err)
{
    if (k < 1)
        return ce_fail(err, CE_EARG, "spectral clustering into 0 clusters");
    if (k > n)
        return ce_fail(err, CE_EINPUT, "%zu clusters asked for, but " CE_ONLY, k,
                       CE_ONLY_OF(n, "object"));
    return CE_OK;
}

/* As many clusters as vertices: each is one, whether it has an edge or not. */
static int each_alone(size_t n, ce_partition *partition, ce_error *err)
{
    int rc = ce_partition_alloc(partition, n, err);

    for (size_t i = 0; i < n && !rc; i++)
        partition->labels[i] = (int32_t)i;
    if (!rc)
        partition->k = (int32_t)n;
    return rc;
}

static int cut(ce_spectrum *spectrum, const ce_spectral_options *options, ce_partition *partition,
               ce_error *err)
{
    const ce_laplacian *l = &spectrum->graph;

    if (l->components == 0 && options->k > 1)
        return ce_similarity_fail_empty(l->n, "an affinity", err);
    if (l->components > options->k || options->k == 1)
        return group(l, options->k, partition, err);
    return embed(spectrum, options, partition, err);
}

int ce_spectral(const ce_similarity *affinity, const double *size,
                const ce_spectral_options *options, ce_partition *partition, ce_error *err)
{
    ce_spectrum own = {0}, *spectrum = options->spectrum ? options->spectrum : &own;
    size_t n = affinity ? affinity->n : spectrum->graph.n;
    int rc = check(n, options->k, err);

    if (!rc && spectrum->kept < options->k)
        rc = ce_laplacian_build(&spectrum->graph, affinity, size, 0, err);
    if (!rc)
        rc = options->k == n ? each_alone(n, partition, err)
                             : cut(spectrum, options, partition, err);
    ce_spectrum_free(&own);
    if (rc)
        ce_partition_free(partition);
    return rc;
}

int ce_spectral_factor(const ce_biadjacency *u, const double *size,
                       const ce_spectral_options *options, ce_partition *partition, ce_error *err)
{
    ce_spectrum own = {0}, *spectrum = options->spectrum ? options->spectrum : &own;
    int rc = check(u ? u->rows : spectrum->graph.n, options->k, err);

    if (!rc && spectrum->kept < options->k)
        rc = ce_laplacian_build_factor(&spectrum->graph, u, size, err);
    if (!rc)
        rc = cut(spectrum, options, partition, err);
    ce_spectrum_free(&own);
    if (rc)
        ce_partition_free(partition);
    return rc;
}
