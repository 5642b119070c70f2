/* cdf, stability, cluster-consensus, null: pictures from the tables of ce-stability. */
#include <math.h>
#include <string.h>

#include "io/input.h"
#include "plot.h"
#include "plot/cluster_consensus.h"
#include "plot/null_curves.h"
#include "plot/stability_curves.h"

typedef struct {
    plot_picture picture;
} stability_options;

static const ce_option rows[] = {PLOT_ROWS_PICTURE(stability_options)};

typedef int curves(const ce_data_table *, const ce_picture *, char **bytes, size_t *length,
                   ce_error *);
typedef int curves_write(const ce_data_table *, ce_output *, char between, ce_error *);

static int read_table(const plot_call *call, ce_data_table *data, ce_error *err)
{
    ce_table_format format = ce_cli_whole_format(call->cli);

    format.categorical = "clustering,cluster"; /* names, also where they look like numbers */
    format.spare_categorical = 1;
    ce_cli_refuse_cut(call->cli, call->cli->noun[0]);
    return ce_data_table_read(data, ce_cli_operand(call->cli, 0), &format, err);
}

static int draw(const plot_call *call, curves *run, char **bytes, size_t *length, ce_error *err)
{
    ce_data_table data = {0};
    ce_error inner = {0};
    int rc = read_table(call, &data, err);

    if (!rc && run(&data, &call->picture, bytes, length, &inner))
        rc = ce_fail_in_file(err, ce_cli_operand(call->cli, 0), &inner);
    ce_data_table_free(&data);
    return rc;
}

static int write_table(const plot_call *call, curves_write *run, ce_error *err)
{
    ce_data_table data = {0};
    ce_error inner = {0};
    ce_output *output;
    int rc = read_table(call, &data, err);

    if (!rc)
        rc = ce_output_open(&output, call->common->output, err);
    if (!rc) {
        if (run(&data, output, plot_between(call), &inner))
            rc = ce_fail_in_file(err, ce_cli_operand(call->cli, 0), &inner);
        rc = plot_close(output, rc, err);
    }
    ce_data_table_free(&data);
    return rc;
}

static int draw_cdf(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, ce_cdf_curves, bytes, length, err);
}

static int write_cdf(const plot_call *call, ce_error *err)
{
    return write_table(call, ce_cdf_curves_write, err);
}

static int draw_stability(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, ce_stability_curves, bytes, length, err);
}

static int write_stability(const plot_call *call, ce_error *err)
{
    return write_table(call, ce_stability_curves_write, err);
}

const plot_noun plot_cdf = {
    .about = {.name = "cdf",
              .summary = "distributions of consensus, from ce-stability cdf",
              .about = "A curve for each number of clusters. A stable one is flat from near 0 to "
                       "near 1.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, stability_options)},
    .check = plot_check_table,
    .draw = draw_cdf,
    .write = write_cdf,
};

const plot_noun plot_stability = {
    .about = {.name = "stability",
              .summary =
                  "PAC, growth of the area, lifetimes and inconsistency by k, from ce-stability k",
              .about = "One picture above the other, with the number of clusters that each "
                       "prefers marked.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, stability_options)},
    .check = plot_check_table,
    .draw = draw_stability,
    .write = write_stability,
};

/* Clusters without a consensus: those of one object. */
static size_t count_alone(const ce_data_table *data)
{
    static const char name[] = "consensus";
    size_t column, count = 0, d = data->values.columns;

    if (ce_data_table_find(data, name, strlen(name), &column, NULL))
        return 0;
    for (size_t i = 0; i < data->values.rows; i++)
        count += isnan(data->values.values[i * d + column]);
    return count;
}

static int draw_clusters(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    size_t each = 1, alone;
    ce_data_table data = {0};
    ce_error inner = {0};
    int rc = read_table(call, &data, err);

    if (!rc && ce_cluster_consensus_bars(&data, &call->picture, bytes, length, &each, &inner))
        rc = ce_fail_in_file(err, ce_cli_operand(call->cli, 0), &inner);
    if (!rc && each > 1)
        ce_cli_note(call->cli,
                    "%zu clusters are too many for the picture: a bar is the mean of %zu "
                    "(--width, --format csv)",
                    data.values.rows, each);
    if (!rc && (alone = count_alone(&data)))
        ce_cli_note(call->cli, "%zu of %zu clusters have no bar: one object has no consensus",
                    alone, data.values.rows);
    ce_data_table_free(&data);
    return rc;
}

static int write_clusters(const plot_call *call, ce_error *err)
{
    return write_table(call, ce_cluster_consensus_write, err);
}

static int draw_null(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, ce_null_curves, bytes, length, err);
}

static int write_null(const plot_call *call, ce_error *err)
{
    return write_table(call, ce_null_curves_write, err);
}

const plot_noun plot_cluster_consensus = {
    .about = {.name = "cluster-consensus",
              .summary = "mean consensus of each cluster as bars, from ce-stability cluster",
              .about =
                  "The clusterings stand side by side, such as those of several k. All bars of "
                  "a good k are long.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, stability_options)},
    .check = plot_check_table,
    .draw = draw_clusters,
    .write = write_clusters,
};

const plot_noun plot_null = {
    .about = {.name = "null",
              .summary = "RCSI against k with its errors and p, from ce-stability null",
              .about = "A k above the dashed line is clearer than in data without clusters. The "
                       "largest RCSI with a small p is the k to take.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, stability_options)},
    .check = plot_check_table,
    .draw = draw_null,
    .write = write_null,
};
