/* tracking, members: which cluster each object is in, clustering by clustering. */
#include "plot/tracking.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/membership_table.h"
#include "plot.h"
#include "plot/groups.h"
#include "plot/matched_table.h"
#include "plot/scarce.h"
#include "plot/shades.h"
#include "score/relabel.h"

typedef struct {
    plot_picture picture;
    plot_labels labels; /* of members only */
    int pixels;
} tracking_options;

static const ce_option tracking_rows[] = {
    {0, "pixels", CE_INTEGER, "N", 1, 10000, NULL, "1000", offsetof(tracking_options, pixels), NULL,
     "more objects are put together into so many rows"},
    PLOT_ROWS_PICTURE(tracking_options),
};

static const ce_option members_rows[] = {
    PLOT_ROWS_LABELS(tracking_options,
                     "labels that sort the objects and give the colours; default: the "
                     "clustering with the highest mean NMI with the others"),
    {0, "pixels", CE_INTEGER, "N", 1, 10000, NULL, "1000", offsetof(tracking_options, pixels), NULL,
     "more objects are put together into so many columns"},
    PLOT_ROWS_PICTURE(tracking_options),
};

static void check_table(const plot_call *call, int format)
{
    static const char *const of_picture[] = {"pixels", NULL};

    plot_check_table(call, format);
    plot_refuse_for_table(call, format, of_picture);
}

/* What is drawn. Set to zero before use. */
typedef struct {
    ce_label_table table;
    ce_text_column labels; /* of --labels */
    int32_t *reference;    /* n, of members: labels that sort the objects, by ce_groups_rank */
    int32_t k;             /* how many these are */
    float *share;          /* of memberships, else NULL */
    ce_matched matched;
    size_t *order;
} work;

static void free_work(work *w)
{
    ce_label_table_free(&w->table);
    ce_text_column_free(&w->labels);
    free(w->reference);
    free(w->share);
    ce_matched_free(&w->matched);
    free(w->order);
}

/* How sure each most likely cluster is. */
static int take_shares(work *w, const ce_membership *soft, ce_error *err)
{
    size_t n = soft->n;

    w->share = ce_alloc(n * soft->m, sizeof *w->share, err);
    for (size_t q = 0; q < soft->m && w->share; q++)
        for (size_t i = 0; i < n; i++) {
            const float *p = ce_membership_of(soft, i, q);
            float most = p[0];
            for (int32_t c = 1; c < soft->k[q]; c++)
                most = p[c] > most ? p[c] : most;
            w->share[q * n + i] = most;
        }
    return w->share ? CE_OK : CE_ENOMEM;
}

static int read_table(const plot_call *call, work *w, ce_error *err)
{
    ce_table_format format = ce_cli_format(call->cli);
    ce_membership_table soft = {0};
    int rc = ce_ensemble_table_read(&w->table, &soft, ce_cli_operand(call->cli, 0), &format, err);

    if (!rc && soft.membership.n)
        rc = take_shares(w, &soft.membership, err);
    ce_membership_table_free(&soft);
    return rc ? rc : plot_check_labels(call, &w->table.labels, err);
}

/* What the objects are sorted by: the labels of --labels, or those of the clustering with the
 * highest mean NMI with the others. */
static int find_labels(const plot_call *call, work *w, const int32_t **label,
                       const ce_categories **categories, ce_error *err)
{
    const tracking_options *o = call->options;
    const ce_label_table *table = &w->table;
    size_t column = 0;
    int rc = o->labels.file ? plot_read_labels(call, &o->labels, table, &w->labels, err)
                            : ce_relabel_central_column(&table->labels, table->size, &column, err);

    if (rc)
        return rc;
    *label = w->labels.value;
    *categories = &w->labels.categories;
    w->k = (int32_t)w->labels.categories.count;
    if (!o->labels.file) {
        *label = ce_labels_column(&table->labels, column);
        *categories = table->categories ? &table->categories[column] : NULL;
        w->k = table->labels.k[column];
    }
    return CE_OK;
}

/* Where clusters are more than colors, the largest have these. */
static int color_largest(const work *w, const int32_t *label, const ce_categories *categories,
                         int32_t *rank, ce_error *err)
{
    double *size = ce_calloc((size_t)w->k, sizeof *size, err);
    int rc = size ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < w->table.labels.n && !rc; i++)
        if (label[i] >= 0)
            size[label[i]] += w->table.size ? w->table.size[i] : 1;
    for (int32_t c = 0; c < w->k && categories && !rc; c++)
        if (!strcmp(categories->text[c], "noise")) /* it needs none */
            size[c] = 0;
    if (!rc)
        rc = ce_scarce_to_largest(rank, size, (size_t)w->k, 0, err);
    free(size);
    return rc;
}

/* The reference. *noise: the number of its label `noise`, whose color the clusters have that
 * correspond to it. */
static int take_reference(const plot_call *call, work *w, int32_t *noise, ce_error *err)
{
    size_t n = w->table.labels.n;
    const ce_categories *categories = NULL;
    const int32_t *label = NULL;
    int32_t *rank = NULL;
    int rc = find_labels(call, w, &label, &categories, err);

    if (rc)
        return rc;
    rank = ce_alloc((size_t)w->k, sizeof *rank, err);
    w->reference = ce_alloc(n, sizeof *w->reference, err);
    rc = rank && w->reference ? ce_groups_rank(rank, label, n, w->k, categories, err) : CE_ENOMEM;
    if (!rc)
        rc = color_largest(w, label, categories, rank, err);
    for (size_t i = 0; i < n && !rc; i++)
        w->reference[i] = label[i] < 0 ? CE_MISSING : rank[label[i]];
    *noise = CE_MISSING;
    for (int32_t c = 0; c < w->k && categories && !rc; c++)
        if (!strcmp(categories->text[c], "noise"))
            *noise = rank[c];
    free(rank);
    return rc;
}

/* All clusterings beside a reference. */
static int match_members(const plot_call *call, work *w, ce_error *err)
{
    int32_t noise;
    int rc = take_reference(call, w, &noise, err);

    if (!rc)
        rc =
            ce_matched_build(&w->matched, &w->table.labels, w->table.size, w->reference, w->k, err);
    if (rc)
        return rc;
    w->matched.noise = noise;
    ce_matched_part_noise(&w->matched, w->table.categories);
    return CE_OK;
}

/* The clusterings one after the other; or all beside a reference. */
static int prepare(const plot_call *call, work *w, int beside, ce_error *err)
{
    const ce_labels *labels = &w->table.labels;
    int rc = beside ? match_members(call, w, err) : ce_matched_table(&w->matched, &w->table, err);

    if (rc)
        return rc;
    w->order = ce_alloc(labels->n, sizeof *w->order, err);
    return w->order ? ce_matched_order(&w->matched, labels, w->reference, w->k, w->order, err)
                    : CE_ENOMEM;
}

static void tell(const plot_call *call, const ce_tracking_note *note)
{
    for (size_t r = 0; r < CE_REMARKS; r++)
        if (*note->remarks.text[r])
            ce_cli_note(call->cli, "%s", note->remarks.text[r]);
}

static int draw(const plot_call *call, int beside, char **bytes, size_t *length, ce_error *err)
{
    const tracking_options *o = call->options;
    ce_tracking_note note;
    work w = {0};
    int rc = read_table(call, &w, err);

    if (!rc)
        rc = prepare(call, &w, beside, err);
    if (!rc) {
        ce_tracking_options how = {call->picture, (size_t)o->pixels, beside, w.share};
        rc = ce_tracking(&w.table, &w.matched, w.order, &how, bytes, length, &note, err);
    }
    if (!rc)
        tell(call, &note);
    free_work(&w);
    return rc;
}

static int write_order(const plot_call *call, int beside, ce_error *err)
{
    ce_output *output;
    work w = {0};
    int rc = read_table(call, &w, err);

    if (!rc)
        rc = prepare(call, &w, beside, err);
    if (!rc)
        rc = ce_output_open(&output, call->common->output, err);
    if (!rc) {
        ce_tracking_write(&w.table, &w.matched, w.order, output, plot_between(call));
        rc = plot_close(output, rc, err);
    }
    free_work(&w);
    return rc;
}

static int draw_tracking(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, 0, bytes, length, err);
}

static int draw_members(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    return draw(call, 1, bytes, length, err);
}

static int write_tracking(const plot_call *call, ce_error *err)
{
    return write_order(call, 0, err);
}

static int write_members(const plot_call *call, ce_error *err)
{
    return write_order(call, 1, err);
}

const plot_noun plot_tracking = {
    .about = {.name = "tracking",
              .summary = "the cluster of each object in one clustering after another",
              .about = "A column per clustering, such as results for k after k; a row per object, "
                       "in its colour. A cluster has the colour of the cluster to which it "
                       "corresponds in a clustering with fewer clusters, or in the column before. "
                       "Objects that change colour are unsure.",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .options = CE_OPTIONS(tracking_rows, tracking_options)},
    .check = check_table,
    .draw = draw_tracking,
    .write = write_tracking,
};

const plot_noun plot_members = {
    .about = {.name = "members",
              .summary = "the clusters of all base clusterings, a row for each",
              .about = "Objects stand from left to right, sorted by the labels of --labels. Base "
                       "clusterings that agree with these show as equal rows. Memberships are "
                       "pale where they are unsure.",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .options = CE_OPTIONS(members_rows, tracking_options)},
    .check = check_table,
    .draw = draw_members,
    .write = write_members,
};
