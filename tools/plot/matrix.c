/* matrix: the consensus heat map. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/annotations.h"
#include "io/beside.h"
#include "io/dendrogram_file.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "io/objects.h"
#include "io/output.h"
#include "partition/linkage/linkage.h"
#include "plot.h"
#include "plot/heatmap.h"

/* Where the order of the objects comes from. */
enum { ORDER_AUTO, ORDER_GIVEN, ORDER_SINGLE, ORDER_COMPLETE, ORDER_AVERAGE };
/* In the order of the enum; for option rows. */
#define ORDER_NAMES "auto|given|single|complete|average"

typedef struct {
    plot_picture picture;
    plot_labels labels;
    int palette, pixels, order, input, k;
    double cut_at;
    const char *tree, *bars, *values, *order_file;
} matrix_options;

static const ce_option rows[] = {
    PLOT_ROWS_LABELS(matrix_options, "labels that group the rows of the matrix"),
    {0, "order", CE_CHOICE, "HOW", 0, 0, ORDER_NAMES, "auto", offsetof(matrix_options, order),
     "!tree",
     "order of the objects: as given, or that of the dendrogram of a linkage; auto: by "
     "--labels, else average, unless a similarity is outside -1 to 1"},
    {0, "input", CE_CHOICE, "KIND", 0, 0, CE_INPUT_NAMES, "similarity",
     offsetof(matrix_options, input), "!tree",
     "values of the matrix; a similarity s is the distance 1 - s"},
    {0, "tree", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(matrix_options, tree), "!labels",
     "the dendrogram that gives the order, as ce-partition --tree writes it"},
    {'k', "clusters", CE_INTEGER, "K", 1, 1e9, NULL, NULL, offsetof(matrix_options, k), "!cut-at",
     "colour the clusters of the tree when it is cut into K, with a strip of them"},
    {0, "cut-at", CE_REAL, "H", 0, 1e300, NULL, NULL, offsetof(matrix_options, cut_at), "!clusters",
     "colour the clusters of the tree when it is cut at height H, with a strip of them"},
    {0, "bars", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(matrix_options, bars), NULL,
     "table of the objects: a strip of colours for each column"},
    {0, "values", CE_TEXT, "TEXT", 0, 0, NULL, NULL, offsetof(matrix_options, values), NULL,
     "name of the values, beside the colour bar; default: what they are by --input"},
    {0, "order-file", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(matrix_options, order_file),
     NULL, "write the order of the objects here: position, row, id"},
    {0, "palette", CE_CHOICE, "NAME", 0, 0, CE_PALETTE_NAMES, "viridis",
     offsetof(matrix_options, palette), NULL, "colours; grey: 1 is black"},
    {0, "pixels", CE_INTEGER, "N", 1, 10000, NULL, "1000", offsetof(matrix_options, pixels), NULL,
     "a larger matrix is averaged down to so many rows"},
    PLOT_ROWS_SIZE(matrix_options),
    {0, "height", CE_INTEGER, "PX", 100, 20000, NULL, NULL,
     offsetof(matrix_options, picture.height), NULL,
     "height of the picture; default: 700, and 15 for each strip, and room for their keys"},
    {0, "format", CE_CHOICE, "WHAT", 0, 0, PLOT_NAMES, "auto",
     offsetof(matrix_options, picture.format), NULL,
     "kind of picture, or the ordered matrix; auto: by the name of the output, svg on standard "
     "output"},
};

/* What one call reads and finds. */
typedef struct {
    ce_similarity s;
    ce_text_column id, labels;
    ce_dendrogram tree;
    ce_data_table table; /* of the bars */
    int32_t *table_row;  /* owned: the row there of each object; NULL: the order of the objects */
    ce_text_column cut;  /* the clusters of the tree; without a cut empty */
    ce_bars bars;
    ce_groups groups;
    size_t *order; /* NULL: that of the matrix */
    const char *how;
} work;

static void work_free(work *w)
{
    ce_similarity_free(&w->s);
    ce_text_column_free(&w->id);
    ce_text_column_free(&w->labels);
    ce_dendrogram_free(&w->tree);
    ce_bars_free(&w->bars);
    ce_data_table_free(&w->table);
    ce_text_column_free(&w->cut);
    free(w->table_row);
    ce_groups_free(&w->groups);
    free(w->order);
}

static void check(const plot_call *call, int format)
{
    static const char *const of_picture[] = {"title",  "width",    "height", "palette", "pixels",
                                             "values", "clusters", "cut-at", "bars",    NULL};
    const matrix_options *o = call->options;

    plot_refuse_for_table(call, format, of_picture);
    if (o->labels.file && o->order >= ORDER_SINGLE)
        ce_cli_usage(call->cli, "--labels groups the rows: --bars draws labels beside a tree");
    if ((ce_cli_given(call->cli, "cut-at") || o->k) && (o->labels.file || o->order == ORDER_GIVEN))
        ce_cli_usage(call->cli, "%s needs a tree, and there is none", o->k ? "-k" : "--cut-at");
}

/* Whether all entries lie in -1 .. 1, as shares and correlations do, so that 1 less them is a
 * distance. */
static int are_similarities(const ce_similarity *s)
{
    size_t entries = s->row_start ? s->row_start[s->n] : s->n * (s->n + 1) / 2;

    for (size_t e = 0; e < entries; e++)
        if (s->values[e] < -1 || s->values[e] > 1)
            return 0;
    return 1;
}

/* The leaves of a Newick tree are found by the ids of the matrix. */
static int match_leaves(work *w, const ce_text_column *leaf, const char *tree, const char *path,
                        ce_error *err)
{
    int32_t *row = NULL;
    int rc;

    if (!w->id.name)
        return ce_fail(err, CE_EINPUT, "%s: leaves with names, but %s has no ids", tree,
                       ce_path_name(path));
    rc = ce_objects_find(&row, &w->id, path, leaf, tree, err);
    if (!rc && leaf->n != w->s.n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu leaves for %zu objects", tree, leaf->n, w->s.n);
    for (size_t t = 0; t < w->tree.merges && !rc; t++) {
        ce_merge *merge = &w->tree.merge[t];
        int32_t a = (size_t)merge->left < w->tree.n ? row[merge->left] : merge->left,
                b = (size_t)merge->right < w->tree.n ? row[merge->right] : merge->right;
        merge->left = a < b ? a : b;
        merge->right = a < b ? b : a;
    }
    free(row);
    return rc;
}

static int read_tree(const plot_call *call, work *w, ce_error *err)
{
    const matrix_options *o = call->options;
    ce_table_format format = ce_cli_whole_format(call->cli);
    ce_text_column leaf = {0};
    int rc = ce_dendrogram_read(&w->tree, &leaf, o->tree, w->s.n, &format, err);

    if (!rc && leaf.name)
        rc = match_leaves(w, &leaf, o->tree, ce_cli_operand(call->cli, 0), err);
    ce_text_column_free(&leaf);
    w->how = "order of the tree";
    return rc;
}

/* The trees of ce-partition by its defaults. */
static int grow_tree(const plot_call *call, work *w, int order, ce_error *err)
{
    static const struct {
        ce_linkage_method method;
        const char *caption;
    } how[] = {{CE_LINKAGE_SINGLE, "order of single linkage"},
               {CE_LINKAGE_COMPLETE_MEANSIM, "order of complete linkage"},
               {CE_LINKAGE_AVERAGE, "order of average linkage"}};
    const matrix_options *o = call->options;
    const char *path = ce_cli_operand(call->cli, 0);
    ce_error inner = {0};
    int rc = ce_linkage(&w->s, o->input == CE_INPUT_DISTANCE, NULL,
                        how[order - ORDER_SINGLE].method, &w->tree, &inner);

    w->how = how[order - ORDER_SINGLE].caption;
    return rc ? ce_fail_in_file(err, path, &inner) : CE_OK;
}

static int find_order(const plot_call *call, work *w, ce_error *err)
{
    const matrix_options *o = call->options;
    int order = o->order, rc = CE_OK;

    if (o->labels.file) {
        w->how = "grouped by label";
        rc = ce_groups_build(&w->groups, &w->labels, w->s.n, NULL, err);
    } else if (o->tree) {
        rc = read_tree(call, w, err);
    } else if (order == ORDER_AUTO && o->input == CE_INPUT_SIMILARITY && !are_similarities(&w->s)) {
        if (o->k || ce_cli_given(call->cli, "cut-at"))
            return ce_fail(err, CE_EINPUT,
                           "%s: values outside -1 to 1, from which no tree is made: %s needs "
                           "--tree, or --input distance",
                           ce_path_name(ce_cli_operand(call->cli, 0)), o->k ? "-k" : "--cut-at");
        ce_cli_note(call->cli, "values outside -1 to 1: rows are in the order of the matrix "
                               "(--input distance, or --tree FILE: of a dendrogram)");
    } else if (order != ORDER_GIVEN) {
        rc = grow_tree(call, w, order == ORDER_AUTO ? ORDER_AVERAGE : order, err);
    }
    if (rc || (!w->tree.n && !w->groups.order))
        return rc;
    w->order = ce_alloc(w->s.n, sizeof *w->order, err);
    if (!w->order)
        return CE_ENOMEM;
    if (w->tree.n)
        return ce_dendrogram_order(&w->tree, w->order, err);
    memcpy(w->order, w->groups.order, w->s.n * sizeof *w->order);
    return CE_OK;
}

/* Whether the ids are the numbers of the rows, as a matrix of objects without ids has them. */
static int counts_rows(const ce_text_column *id)
{
    char number[24];

    for (size_t i = 0; i < id->n; i++) {
        snprintf(number, sizeof number, "%zu", i + 1);
        if (strcmp(ce_text_column_get(id, i), number))
            return 0;
    }
    return 1;
}

/* Rows are found by id where both have ids. */
static int read_bars(const plot_call *call, work *w, ce_error *err)
{
    const matrix_options *o = call->options;
    ce_table_format format = ce_cli_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    int rc;

    if (!format.class_column)
        format.class_column = "none";
    rc = ce_annotations_read(&w->table, o->bars, &format, &w->id, path, w->s.n, &w->table_row, err);
    if (!rc && (w->id.name || w->table.id.name) &&
        !counts_rows(w->id.name ? &w->id : &w->table.id)) {
        ce_ids_tell_order(&w->table.id, o->bars, &w->id, path, &format.listener);
        if (!w->id.name)
            ce_cli_note(call->cli, "ce-similarity --format csv writes ids");
    }
    /* ids of the bars serve a matrix without any */
    if (!rc && w->table.id.name && !w->id.name)
        rc = ce_text_column_copy(&w->id, &w->table.id, err);
    return rc;
}

/* The clusters of the cut as a column of labels, numbered as ce-partition does. */
static int find_cut(work *w, const matrix_options *o, ce_error *err)
{
    ce_partition clusters = {0};
    char text[24];
    int rc = o->k ? ce_dendrogram_cut(&w->tree, (size_t)o->k, &clusters, err)
                  : ce_dendrogram_cut_height(&w->tree, o->cut_at, &clusters, err);

    for (size_t i = 0; i < w->s.n && !rc && clusters.k > 1; i++)
        rc = ce_text_column_append(&w->cut, text,
                                   ce_format_whole((int64_t)clusters.labels[i] + 1, text), err);
    ce_partition_free(&clusters);
    return rc;
}

/* A bar of the clusters of the cut, and those of the table. */
static int build_bars(const plot_call *call, work *w, ce_error *err)
{
    const matrix_options *o = call->options;
    ce_bars_source source = {
        .n = w->s.n, .table = o->bars ? &w->table : NULL, .table_row = w->table_row};
    int rc = CE_OK;

    if (w->tree.n && (o->k || ce_cli_given(call->cli, "cut-at")))
        rc = find_cut(w, o, err);
    if (w->cut.n)
        source.cut = &w->cut;
    return rc || (!source.cut && !source.table) ? rc : ce_bars_build(&w->bars, &source, err);
}

static int read_all(const plot_call *call, work *w, ce_error *err)
{
    const matrix_options *o = call->options;
    ce_table_format format = ce_cli_format(call->cli);
    ce_label_table objects;
    int rc;

    format.spare_id = o->bars || o->labels.file; /* --id may name the column of theirs */
    rc = ce_similarity_read_ids(&w->s, &w->id, ce_cli_operand(call->cli, 0), &format, err);

    objects = (ce_label_table){.labels = {.n = w->s.n}, .id = w->id};
    if (!rc)
        rc = plot_read_labels(call, &o->labels, &objects, &w->labels, err);
    if (!rc && o->input == CE_INPUT_DISTANCE)
        rc = ce_similarity_need_kind(&w->s, 1, ce_cli_operand(call->cli, 0), err);
    else if (!rc && !o->tree && !o->labels.file && o->order != ORDER_GIVEN &&
             ce_similarity_has_zero_diagonal(&w->s))
        ce_cli_note(call->cli, "the diagonal is 0 everywhere, as distances have it; objects are "
                               "ordered by similarities, which are large where they belong "
                               "together (--input distance)");
    if (!rc && o->bars)
        rc = read_bars(call, w, err);
    if (!rc)
        rc = find_order(call, w, err);
    if (!rc && w->tree.n)
        rc = plot_check_cut(&w->tree, o->tree ? o->tree : ce_cli_operand(call->cli, 0), o->k, err);
    return rc ? rc : build_bars(call, w, err);
}

/* The id of an object, or the number of its row. text: 24 bytes. */
static const char *name_of(const work *w, size_t i, char *text)
{
    if (w->id.name)
        return ce_text_column_get(&w->id, i);
    text[ce_format_whole((int64_t)i + 1, text)] = '\0';
    return text;
}

static int write_order(const plot_call *call, const work *w, ce_error *err)
{
    const matrix_options *o = call->options;
    char between = call->common->delimiter ? call->common->delimiter : ',', text[24];
    ce_output *output;
    int rc = o->order_file ? ce_output_open(&output, o->order_file, err) : CE_OK;

    if (rc || !o->order_file)
        return rc;
    ce_output_printf(output, "position%crow%cid\n", between, between);
    for (size_t p = 0; p < w->s.n; p++) {
        size_t i = w->order ? w->order[p] : p;
        ce_output_printf(output, "%zu%c%zu%c", p + 1, between, i + 1, between);
        ce_output_cell(output, name_of(w, i, text), between);
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}

static int draw(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    const matrix_options *o = call->options;
    work w = {0};
    ce_heatmap_options how = {
        .picture = call->picture,
        .palette = (ce_palette)o->palette,
        .most = (size_t)o->pixels,
        .cut = {(size_t)o->k, ce_cli_given(call->cli, "cut-at") ? o->cut_at : NAN},
        .name = o->values                       ? o->values
                : o->input == CE_INPUT_DISTANCE ? "distance"
                                                : "similarity"};
    size_t hidden = 0;
    int rc = read_all(call, &w, err);

    if (!rc) {
        how.labels = o->labels.file ? &w.labels : NULL;
        how.tree = w.tree.n ? &w.tree : NULL;
        how.bars = w.bars.count ? &w.bars : NULL;
        how.ids = w.id.name ? &w.id : NULL;
        how.caption = w.how;
        rc = ce_heatmap(&w.s, &how, bytes, length, &hidden, err);
    }
    if (!rc && w.s.n > how.most)
        ce_cli_note(call->cli, "%zu objects on %zu x %zu pixels: each is a mean (--pixels)", w.s.n,
                    how.most, how.most);
    if (!rc && hidden)
        plot_tell_hidden(call, hidden);
    if (!rc)
        rc = write_order(call, &w, err);
    work_free(&w);
    return rc;
}

/* The matrix in its order, with names of the objects in the header and the first column. */
static int write_matrix(const plot_call *call, const work *w, ce_error *err)
{
    char between = call->common->delimiter ? call->common->delimiter : ',', text[24];
    ce_output *output;
    int rc = ce_output_open(&output, call->common->output, err);

    if (rc)
        return rc;
    ce_output_text(output, "id");
    for (size_t p = 0; p < w->s.n; p++) {
        ce_output_char(output, between);
        ce_output_cell(output, name_of(w, w->order ? w->order[p] : p, text), between);
    }
    ce_output_char(output, '\n');
    for (size_t p = 0; p < w->s.n && !ce_output_failed(output); p++) {
        size_t i = w->order ? w->order[p] : p;
        ce_output_cell(output, name_of(w, i, text), between);
        for (size_t q = 0; q < w->s.n; q++) {
            ce_output_char(output, between);
            ce_output_real(output, ce_similarity_get(&w->s, i, w->order ? w->order[q] : q));
        }
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}

static int write_table(const plot_call *call, ce_error *err)
{
    work w = {0};
    int rc = read_all(call, &w, err);

    if (!rc)
        rc = write_order(call, &w, err);
    if (!rc)
        rc = write_matrix(call, &w, err);
    work_free(&w);
    return rc;
}

const plot_noun plot_matrix = {
    .about =
        {.name = "matrix",
         .summary = "consensus heat map of a similarity matrix, in the order of its dendrogram",
         .about =
             "Each entry is a pixel of a colour. The order is that of a dendrogram, which "
             "stands above with annotation bars: clusters show as blocks on the diagonal. With "
             "labels, the objects of a group stand together and lines are drawn between them.",
         .reads = CE_READS_MATRIX,
         .cost = CE_COST_OBJECT_PAIRS,
         .options = CE_OPTIONS(rows, matrix_options)},
    .check = check,
    .draw = draw,
    .write = write_table,
};
