/* silhouette, item-consensus: a bar for each object, sorted within clusters. */
#include <string.h>

#include "io/input.h"
#include "plot.h"
#include "plot/profile.h"
#include "plot/result_rows.h"

typedef struct {
    plot_picture picture;
    const char *clustering;
} profile_options;

static const ce_option rows[] = {
    {0, "clustering", CE_TEXT, "NAME", 0, 0, NULL, NULL, offsetof(profile_options, clustering),
     NULL, "the clustering of the table to show; default: the first"},
    PLOT_ROWS_SIZE(profile_options),
    {0, "height", CE_INTEGER, "PX", 140, 20000, NULL, "700",
     offsetof(profile_options, picture.height), NULL, "height of the picture"},
    {0, "format", CE_CHOICE, "WHAT", 0, 0, PLOT_NAMES, "auto",
     offsetof(profile_options, picture.format), NULL,
     "kind of picture, or its bars as a table; auto: by the name of the output, svg on standard "
     "output"},
};

static void check(const plot_call *call, int format)
{
    plot_check_table(call, format);
    ce_cli_refuse_cut(call->cli, call->cli->noun[0]);
}

static void tell_first(const plot_call *call, const ce_profile *profile)
{
    char text[CE_RESULT_TEXT];

    if (strcmp(profile->table->name[profile->clustering], "k"))
        ce_cli_note(call->cli, "the first clustering of several: --clustering NAME draws another");
    else
        ce_cli_note(call->cli, "k = %s, the first of several: --clustering K draws another",
                    ce_result_text(profile->table, profile->row[0], profile->clustering, text));
}

static int has_column(const ce_data_table *table, const char *name)
{
    for (size_t s = 0; s < table->values.columns; s++)
        if (!strcmp(table->name[s], name))
            return 1;
    return 0;
}

/* Reads the table and finds the bars, which borrow it. */
static int find(const plot_call *call, const ce_profile_kind *kind, ce_data_table *table,
                ce_profile *profile, ce_error *err)
{
    const profile_options *o = call->options;
    ce_table_format format = ce_cli_whole_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    ce_error inner = {0};
    int rc;

    format.categorical =
        "clustering,object,cluster,with"; /* names, also where they look like numbers */
    format.spare_categorical = 1;
    format.listener = (ce_listener){0}; /* a column that counts the objects is what is expected */
    rc = ce_data_table_read(table, path, &format, err);
    if (rc)
        return rc;
    if (kind == &ce_profile_items && has_column(table, ce_profile_every.with))
        kind = &ce_profile_every;
    rc = ce_profile_find(profile, table, kind, o->clustering, &inner);
    if (rc)
        return ce_fail_in_file(err, path, &inner);
    if (profile->others && !o->clustering)
        tell_first(call, profile);
    if (profile->missing)
        ce_cli_note(call->cli, "%zu of %zu objects have no %s", profile->missing, profile->n,
                    kind->column);
    return CE_OK;
}

static int run(const plot_call *call, const ce_profile_kind *kind, char **bytes, size_t *length,
               ce_error *err)
{
    ce_data_table table = {0};
    ce_profile profile = {0};
    size_t left_out = 0;
    int rc = find(call, kind, &table, &profile, err);

    if (!rc && bytes)
        rc = ce_profile_draw(&profile, &call->picture, bytes, length, &left_out, err);
    else if (!rc)
        rc = ce_profile_write(&profile, call->common->output, call->common->delimiter, err);
    if (!rc && left_out)
        ce_cli_note(call->cli,
                    "%zu of %zu clusters have no room; the largest are drawn (--height, --format "
                    "csv)",
                    left_out, profile.groups.count);
    ce_profile_free(&profile);
    ce_data_table_free(&table);
    return rc;
}

static int draw_silhouette(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return run(call, &ce_profile_silhouettes, bytes, length, err);
}

static int write_silhouette(const plot_call *call, ce_error *err)
{
    return run(call, &ce_profile_silhouettes, NULL, NULL, err);
}

static int draw_items(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return run(call, &ce_profile_items, bytes, length, err);
}

static int write_items(const plot_call *call, ce_error *err)
{
    return run(call, &ce_profile_items, NULL, NULL, err);
}

const plot_noun plot_silhouette = {
    .about = {.name = "silhouette",
              .summary = "silhouettes of the objects, from ce-score --objects",
              .about = "A bar for each object, sorted within its cluster. Good clusters are wide "
                       "blocks of long bars; a bar to the left is an object nearer to another "
                       "cluster.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, profile_options)},
    .check = check,
    .draw = draw_silhouette,
    .write = write_silhouette,
};

const plot_noun plot_item_consensus = {
    .about = {.name = "item-consensus",
              .summary = "consensus of each object with its cluster, from ce-stability object",
              .about = "A bar for each object, sorted within its cluster. The base clusterings are "
                       "sure of clusters whose bars are long; the short ones are objects between "
                       "clusters. A table of --every-cluster adds the consensus with each other "
                       "cluster, in its colour.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(rows, profile_options)},
    .check = check,
    .draw = draw_items,
    .write = write_items,
};
