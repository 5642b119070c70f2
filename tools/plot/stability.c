/* cdf, stability, cluster-consensus, null: pictures from the tables of ce-stability. */
#include "io/input.h"
#include "plot.h"
#include "plot/result_curves.h"
#include "plot/stability_curves.h"

typedef struct {
    plot_picture picture;
} stability_options;

static const ce_option rows[] = {PLOT_ROWS_PICTURE(stability_options)};

typedef int curves(const ce_data_table *, const ce_picture *, char **bytes, size_t *length,
                   ce_error *);

static int draw(const plot_call *call, curves *run, char **bytes, size_t *length, ce_error *err)
{
    ce_table_format format = ce_cli_whole_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    ce_data_table data = {0};
    ce_error inner = {0};
    int rc;

    format.categorical = "clustering,cluster"; /* names, also where they look like numbers */
    format.spare_categorical = 1;
    ce_cli_refuse_cut(call->cli, call->cli->noun[0]);
    rc = ce_data_table_read(&data, path, &format, err);
    if (!rc && run(&data, &call->picture, bytes, length, &inner))
        rc = ce_fail_in_file(err, path, &inner);
    ce_data_table_free(&data);
    return rc;
}

static int draw_cdf(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, ce_cdf_curves, bytes, length, err);
}

static int draw_stability(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, ce_stability_curves, bytes, length, err);
}

const plot_noun plot_cdf = {
    .about = {.name = "cdf",
              .summary = "distributions of consensus, from ce-stability cdf",
              .about = "A curve for each number of clusters. A stable one is flat from near 0 to "
                       "near 1.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, stability_options)},
    .draw = draw_cdf,
};

const plot_noun plot_stability = {
    .about = {.name = "stability",
              .summary = "PAC, growth of the area and lifetimes against k, from ce-stability k",
              .about = "One picture above the other, with the number of clusters that each "
                       "prefers marked.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, stability_options)},
    .draw = draw_stability,
};

static int draw_clusters(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, ce_cluster_consensus_bars, bytes, length, err);
}

static int draw_null(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, ce_null_curves, bytes, length, err);
}

const plot_noun plot_cluster_consensus = {
    .about = {.name = "cluster-consensus",
              .summary = "mean consensus of each cluster as bars, from ce-stability cluster",
              .about =
                  "The clusterings stand side by side, such as those of several k. All bars of "
                  "a good k are long.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, stability_options)},
    .draw = draw_clusters,
};

const plot_noun plot_null = {
    .about = {.name = "null",
              .summary = "RCSI against k with its errors and p, from ce-stability null",
              .about = "A k above the dashed line is clearer than in data without clusters. The "
                       "largest RCSI with a small p is the k to take.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, stability_options)},
    .draw = draw_null,
};
