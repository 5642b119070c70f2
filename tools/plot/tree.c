/* tree: a dendrogram. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/dendrogram_file.h"
#include "io/input.h"
#include "io/objects.h"
#include "io/output.h"
#include "plot.h"
#include "plot/tree_picture.h"

typedef struct {
    plot_picture picture;
    int k;
    double cut_at;
    const char *ids, *y_label;
} tree_options;

static const ce_option rows[] = {
    {'k', "clusters", CE_INTEGER, "K", 1, 1e9, NULL, NULL, offsetof(tree_options, k), "!cut-at",
     "cut the tree into K clusters"},
    {0, "cut-at", CE_REAL, "H", 0, 1e300, NULL, NULL, offsetof(tree_options, cut_at), "!clusters",
     "cut the tree at height H"},
    {0, "ids", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(tree_options, ids), NULL,
     "table of the objects, a row a leaf: its ids name the leaves"},
    {0, "y-label", CE_TEXT, "TEXT", 0, 0, NULL, "distance", offsetof(tree_options, y_label), NULL,
     "text beside the heights"},
    PLOT_ROWS_SIZE(tree_options),
    {0, "height", CE_INTEGER, "PX", 100, 20000, NULL, "700", offsetof(tree_options, picture.height),
     NULL, "height of the picture"},
    {0, "format", CE_CHOICE, "WHAT", 0, 0, PLOT_NAMES, "auto",
     offsetof(tree_options, picture.format), NULL,
     "kind of picture, or its leaves in order; auto: by the name of the output, svg on standard "
     "output"},
};

/* What is read. */
typedef struct {
    ce_dendrogram tree;
    ce_text_column id;
} work;

static void work_free(work *w)
{
    ce_dendrogram_free(&w->tree);
    ce_text_column_free(&w->id);
}

static void check(const plot_call *call, int format)
{
    static const char *const of_picture[] = {"title", "width", "height", "y-label", NULL};

    plot_refuse_for_table(call, format, of_picture);
    ce_cli_refuse_cut(call->cli, "tree");
}

static int read_all(const plot_call *call, work *w, ce_error *err)
{
    const tree_options *o = call->options;
    ce_table_format format = ce_cli_whole_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    size_t n = 0;
    int rc = o->ids ? ce_objects_read(&w->id, &n, o->ids, &format, err) : CE_OK;

    if (!rc && o->ids && !w->id.name)
        rc = ce_fail(err, CE_EINPUT, "%s: no ids: a column named id, or --id COL, expected",
                     o->ids);
    if (!rc && n) { /* names of the table are those of the leaves: Newick has its own */
        ce_text_column own = {0};
        rc = ce_dendrogram_read(&w->tree, &own, path, n, &format, err);
        if (!rc && own.name)
            rc = ce_fail(err, CE_EINPUT, "%s: its leaves have names: no --ids", ce_path_name(path));
        ce_text_column_free(&own);
    } else if (!rc) {
        rc = ce_dendrogram_read(&w->tree, &w->id, path, 0, &format, err);
    }
    return rc ? rc : plot_check_cut(&w->tree, path, o->k, err);
}

static ce_branches_cut cut_of(const plot_call *call)
{
    const tree_options *o = call->options;

    return (ce_branches_cut){(size_t)o->k, ce_cli_given(call->cli, "cut-at") ? o->cut_at : NAN};
}

static int draw(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    const tree_options *o = call->options;
    ce_branches_cut cut = cut_of(call);
    work w = {0};
    size_t hidden = 0;
    int rc = read_all(call, &w, err);

    if (!rc)
        rc = ce_tree_picture(&w.tree, w.id.name ? &w.id : NULL, &cut, o->y_label, &call->picture,
                             &hidden, bytes, length, err);
    if (!rc && hidden)
        plot_tell_hidden(call, hidden);
    work_free(&w);
    return rc;
}

/* The leaves from left to right, with their clusters where the tree is cut. */
static int write_leaves(const plot_call *call, const work *w, const ce_branches *b, ce_error *err)
{
    char between = call->common->delimiter ? call->common->delimiter : ',';
    ce_output *output;
    int rc = ce_output_open(&output, call->common->output, err);

    if (rc)
        return rc;
    ce_output_printf(output, "position%crow%cid%ccluster\n", between, between, between);
    for (size_t p = 0; p < w->tree.n; p++) {
        size_t i = b->order[p];
        ce_output_printf(output, "%zu%c%zu%c", p + 1, between, i + 1, between);
        if (w->id.name)
            ce_output_cell(output, ce_text_column_get(&w->id, i), between);
        else
            ce_output_integer(output, (int64_t)i + 1);
        ce_output_char(output, between);
        if (b->k)
            ce_output_integer(output, b->cluster[i] + 1);
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}

static int write_table(const plot_call *call, ce_error *err)
{
    ce_branches_cut cut = cut_of(call);
    ce_branches b = {0};
    work w = {0};
    int rc = read_all(call, &w, err);

    if (!rc)
        rc = ce_branches_find(&b, &w.tree, &cut, 1, err);
    if (!rc)
        rc = write_leaves(call, &w, &b, err);
    ce_branches_free(&b);
    work_free(&w);
    return rc;
}

const plot_noun plot_tree = {
    .about = {.name = "tree",
              .summary = "a dendrogram, from ce-partition --tree or Newick",
              .about = "The height of a branch is the distance at which its clusters merge. A long "
                       "way between two merges is a good place to cut: the clusters of the cut "
                       "have a colour each.",
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, tree_options)},
    .check = check,
    .draw = draw,
    .write = write_table,
};
