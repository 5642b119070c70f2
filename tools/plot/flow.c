/* flow, clustree: how objects go from the clusters of one clustering to those of the next. */
#include "plot/flow.h"

#include "io/input.h"
#include "io/label_table.h"
#include "plot.h"
#include "plot/clustree.h"
#include "plot/matched_table.h"

typedef struct {
    plot_picture picture;
    int clusters;
    double least;
} flow_options;

static const ce_option flow_rows[] = {
    {0, "clusters", CE_INTEGER, "N", 1, 1000, NULL, "30", offsetof(flow_options, clusters), NULL,
     "the N largest clusters of a clustering have a bar each, smaller ones share one"},
    {0, "least", CE_REAL, "SHARE", 0, 1, NULL, "0.001", offsetof(flow_options, least), NULL,
     "bands of a smaller share of the objects are left out"},
    PLOT_ROWS_PICTURE(flow_options),
};

static const ce_option clustree_rows[] = {
    {0, "clusters", CE_INTEGER, "N", 1, 1000, NULL, "30", offsetof(flow_options, clusters), NULL,
     "the N largest clusters of a clustering have a circle each, smaller ones share one"},
    {0, "least", CE_REAL, "SHARE", 0, 1, NULL, "0.1", offsetof(flow_options, least), NULL,
     "lines of a smaller share of the lower cluster are left out"},
    PLOT_ROWS_PICTURE(flow_options),
};

static void check(const plot_call *call, int format)
{
    static const char *const of_picture[] = {"clusters", "least", NULL};

    plot_check_table(call, format);
    plot_refuse_for_table(call, format, of_picture);
}

static int read_table(const plot_call *call, ce_label_table *table, ce_error *err)
{
    ce_table_format format = ce_cli_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    int rc = ce_label_table_read(table, path, &format, err);

    if (!rc && table->labels.m < 2)
        rc =
            ce_fail(err, CE_EINPUT, "%s: one clustering, two or more expected", ce_path_name(path));
    return rc ? rc : plot_check_labels(call, &table->labels, err);
}

/* The same, and which clusters of its clusterings belong together. Both are to be freed. */
static int read_matched(const plot_call *call, ce_label_table *table, ce_matched *matched,
                        ce_error *err)
{
    int rc = read_table(call, table, err);

    return rc ? rc : ce_matched_table(matched, table, err);
}

/* What the picture says, of clusters and of bands or lines, with the option that changes it. */
static void tell(const plot_call *call, const ce_remarks *remarks)
{
    if (*remarks->text[0])
        ce_cli_note(call->cli, "%s: --clusters", remarks->text[0]);
    if (*remarks->text[1])
        ce_cli_note(call->cli, "%s: --least", remarks->text[1]);
}

static int draw_flow(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    const flow_options *o = call->options;
    ce_flow_options how = {call->picture, (size_t)o->clusters, o->least};
    ce_label_table table = {0};
    ce_matched matched = {0};
    ce_flow_note note;
    int rc = read_matched(call, &table, &matched, err);

    if (!rc)
        rc = ce_flow(&table, &matched, &how, bytes, length, &note, err);
    if (!rc)
        tell(call, &note.remarks);
    ce_matched_free(&matched);
    ce_label_table_free(&table);
    return rc;
}

static int draw_clustree(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    const flow_options *o = call->options;
    ce_clustree_options how = {call->picture, (size_t)o->clusters, o->least};
    ce_label_table table = {0};
    ce_matched matched = {0};
    ce_clustree_note note;
    int rc = read_matched(call, &table, &matched, err);

    if (!rc)
        rc = ce_clustree(&table, &matched, &how, bytes, length, &note, err);
    if (!rc)
        tell(call, &note.remarks);
    if (!rc && note.unnamed)
        ce_cli_note(call->cli, "%zu circle%s too small for %s name%s", note.unnamed,
                    note.unnamed == 1 ? " is" : "s are", note.unnamed == 1 ? "its" : "their",
                    note.unnamed == 1 ? "" : "s");
    ce_matched_free(&matched);
    ce_label_table_free(&table);
    return rc;
}

static int write_flows(const plot_call *call, ce_error *err)
{
    ce_output *output;
    ce_label_table table = {0};
    int rc = read_table(call, &table, err);

    if (!rc)
        rc = ce_output_open(&output, call->common->output, err);
    if (!rc) {
        rc = ce_flow_write(&table, output, plot_between(call), err);
        rc = plot_close(output, rc, err);
    }
    ce_label_table_free(&table);
    return rc;
}

const plot_noun plot_flow = {
    .about = {.name = "flow",
              .summary = "how objects go from the clusters of one clustering to those of the next",
              .about = "Bars are clusters, and bands the objects that two of them share. Clear "
                       "structure shows as clusters that split and stay; bands that cross are "
                       "objects on which the clusterings disagree.",
              .reads = CE_READS_LABELS,
              .options = CE_OPTIONS(flow_rows, flow_options)},
    .check = check,
    .draw = draw_flow,
    .write = write_flows,
};

const plot_noun plot_clustree = {
    .about = {.name = "clustree",
              .summary = "the clusters of one clustering after another as a tree of circles",
              .about = "A row per clustering, such as results for k after k. Circles are clusters, "
                       "and lines the objects that two of them share, the darker, the larger "
                       "their share of the lower one. A cluster with several dark lines from "
                       "above is made of parts that did not belong together: k is too large.",
              .reference = "zappia2018",
              .reads = CE_READS_LABELS,
              .options = CE_OPTIONS(clustree_rows, flow_options)},
    .check = check,
    .draw = draw_clustree,
    .write = write_flows,
};
