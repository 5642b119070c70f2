/* The rows of FILE: base labels, consensus labels. */
#include <stdlib.h>
#include <string.h>

#include "assign.h"
#include "core/memory.h"
#include "io/input.h"

/* Rows of a block, and values that its rows may have. */
enum { KNOWN = 1, OTHERS = 2 };
enum { MOST_ROWS = 1 << 15, LEAST_ROWS = 512, MOST_VALUES = 1 << 21 };

/* ---- the beginning ---- */

/* Names and numbers of labels of the columns that are written. */
static int set_columns(assign_work *w, ce_error *err)
{
    const char *prefix = w->options->prefix ? w->options->prefix : "";

    w->m = w->further ? w->result.labels.m : ce_assigner_members(w->assigner);
    w->name = ce_calloc(w->m, sizeof *w->name, err);
    w->k = ce_alloc(w->m, sizeof *w->k, err);
    if (!w->name || !w->k)
        return CE_ENOMEM;
    for (size_t q = 0; q < w->m; q++) {
        const char *name = w->further ? w->result.name[q] : ce_assigner_name(w->assigner, q);
        size_t front = strlen(prefix), back = strlen(name);
        w->k[q] = w->further ? w->result.labels.k[q] : ce_assigner_k(w->assigner, q);
        w->name[q] = ce_alloc(front + back + 1, 1, err);
        if (!w->name[q])
            return CE_ENOMEM;
        memcpy(w->name[q], prefix, front);
        memcpy(w->name[q] + front, name, back + 1);
    }
    return CE_OK;
}

static int open_outputs(assign_work *w, const ce_row_head *head, ce_error *err)
{
    const ce_common *common = w->cli->common;
    ce_label_stream_form form = {.path = common->output,
                                 .npy =
                                     ce_cli_form_of(w->cli, CE_LABELS_NAMES, common->labels_format,
                                                    common->output) == CE_LABELS_NPY,
                                 .delimiter = common->delimiter,
                                 .id = head->id,
                                 .m = w->m,
                                 .name = (const char *const *)w->name,
                                 .k = w->k,
                                 .categories = w->further ? w->result.categories : NULL};
    int rc = ce_label_stream_open(&w->out, &form, err);

    if (!rc && form.npy)
        ce_cli_detail(w->cli, "an npy file holds labels only: no names%s",
                      head->id ? " and no ids" : "");
    if (!rc && w->options->confidence)
        rc = assign_confidence_open(&w->confidence, w, head->id, err);
    return rc;
}

static int begin(void *state, const ce_row_head *head, const ce_row_want **want, size_t *wants,
                 ce_error *err)
{
    assign_work *w = state;
    int rc;

    w->total = head->rows;
    if (w->assigner) {
        rc = ce_assigner_bind(w->assigner, head, ce_path_name(w->path), want, wants, err);
    } else {
        rc = assign_match_columns(w, head, err);
        if (!rc && !(w->known = ce_calloc(w->old.labels.m, 1, err)))
            rc = CE_ENOMEM;
        *want = w->want;
        *wants = w->wants;
    }
    if (!rc && !*wants)
        rc = ce_fail(err, CE_EINPUT, "%s: no clustering sees any feature", w->options->model);
    if (!rc)
        rc = set_columns(w, err);
    return rc ? rc : open_outputs(w, head, err);
}

/* ---- blocks ---- */

/* Labels of the old objects' clusterings, by those of the models. row: count x old clusterings. */
static void translate(const assign_work *w, const int32_t *base, size_t count, int32_t *row)
{
    size_t m = w->old.labels.m, members = ce_assigner_members(w->assigner);

    for (size_t i = 0; i < count; i++)
        for (size_t q = 0; q < m; q++) {
            int32_t label =
                w->from[q] == ASSIGN_NONE ? CE_MISSING : base[i * members + w->from[q]];
            row[i * m + q] = label < 0 ? CE_MISSING : w->number[q][label];
        }
}

/* The same from a label table. */
static void take_labels(const assign_work *w, const ce_row_block *block, int32_t *row)
{
    size_t m = w->old.labels.m;

    for (size_t i = 0; i < block->count; i++)
        for (size_t q = 0; q < m; q++) {
            double value = w->from[q] == ASSIGN_NONE ? CE_ROW_MISSING
                                                     : block->values[i * w->wants + w->from[q]];
            row[i * m + q] = value == CE_ROW_MISSING   ? CE_MISSING
                             : value == CE_ROW_UNKNOWN ? CE_FURTHER_UNKNOWN
                                                       : (int32_t)value;
            if (value != CE_ROW_MISSING)
                w->known[q] |= value == CE_ROW_UNKNOWN ? OTHERS : KNOWN;
        }
}

static int write_consensus(assign_work *w, const ce_row_block *block, const int32_t *row,
                           ce_error *err)
{
    size_t cells = block->count * w->m;
    ce_further_choice *choice = ce_alloc(cells, sizeof *choice, err);
    int32_t *label = ce_alloc(cells, sizeof *label, err);
    int rc = choice && label
                 ? ce_further_objects_find(w->further, row, block->count, choice, err)
                 : CE_ENOMEM;

    for (size_t c = 0; c < cells && !rc; c++) {
        label[c] = choice[c].label;
        w->exact += choice[c].rule == CE_FURTHER_EXACT;
        w->voted += choice[c].rule == CE_FURTHER_VOTE;
        w->none += choice[c].label < 0;
    }
    if (!rc)
        rc = ce_label_stream_write(w->out, label, block->id, block->count, err);
    if (!rc && w->confidence)
        rc = assign_confidence_write(w->confidence, choice, block->id, block->count, err);
    free(choice);
    free(label);
    return rc;
}

static int take_block(void *state, const ce_row_block *block, ce_error *err)
{
    assign_work *w = state;
    size_t members = w->assigner ? ce_assigner_members(w->assigner) : 0,
           m = w->further ? w->old.labels.m : 0;
    int32_t *base = ce_alloc(block->count * members, sizeof *base, err),
            *row = ce_alloc(block->count * m, sizeof *row, err);
    int rc = base && row ? CE_OK : CE_ENOMEM;

    if (!rc && w->assigner)
        rc = ce_assigner_label(w->assigner, block, base, err);
    if (!rc && w->further) {
        if (w->assigner)
            translate(w, base, block->count, row);
        else
            take_labels(w, block, row);
        rc = write_consensus(w, block, row, err);
    } else if (!rc) {
        for (size_t c = 0; c < block->count * members; c++)
            w->unlabelled += base[c] < 0;
        rc = ce_label_stream_write(w->out, base, block->id, block->count, err);
    }
    free(base);
    free(row);
    w->rows += block->count;
    if (!rc && w->total)
        ce_progress_report(w->progress, w->rows, w->total);
    return rc;
}

/* ---- the whole ---- */

/* Names a base clustering of which FILE has labels, and none that the old objects have. */
static void tell_unknown(const assign_work *w)
{
    size_t first = 0, count = 0;

    for (size_t q = 0; q < w->old.labels.m && w->known; q++)
        if (w->known[q] == OTHERS)
            first = count++ ? first : q;
    if (count)
        ce_cli_note(w->cli, "%s: no label of clustering %s%s occurs in %s", ce_path_name(w->path),
                    w->old.name[first], count > 1 ? ", and of further ones," : "",
                    ce_path_name(w->options->table));
}

static void tell(const assign_work *w)
{
    const char *path = ce_path_name(w->path);
    size_t incomplete = w->assigner ? ce_assigner_incomplete(w->assigner) : 0;

    if (incomplete)
        ce_cli_note(w->cli,
                    "%s: %zu of %zu objects have missing values: no labels in clusterings that "
                    "see them",
                    path, incomplete, w->rows);
    if (!w->further) {
        ce_cli_detail(w->cli, "%zu objects, %zu clusterings, %zu labels missing", w->rows, w->m,
                      w->unlabelled);
        return;
    }
    tell_unknown(w);
    ce_cli_detail(w->cli, "%zu objects: %zu labels of old objects with the same base labels, %zu "
                          "by score",
                  w->rows, w->exact, w->voted);
    if (w->none)
        ce_cli_note(w->cli, "%s: %zu of %zu consensus labels are missing", path, w->none,
                    w->rows * w->m);
}

/* So many rows that a block takes some megabytes. */
static size_t rows_together(const assign_work *w)
{
    size_t values = (w->assigner ? ce_assigner_members(w->assigner) : 0) + 2 * w->old.labels.m + 2,
           rows = MOST_VALUES / values;

    if (rows > MOST_ROWS)
        return MOST_ROWS;
    return rows < LEAST_ROWS ? LEAST_ROWS : rows;
}

int assign_rows(assign_work *w, ce_error *err)
{
    const ce_row_receiver receiver = {begin, take_block, w};
    ce_table_format format = ce_cli_format(w->cli);
    size_t rows;
    int rc;

    w->progress = ce_cli_progress(w->cli, "objects");
    rc = ce_row_stream_read(w->path, &format, w->assigner ? CE_TABLE_DATA : CE_TABLE_LABELS,
                            rows_together(w), &receiver, &rows, err);
    if (!rc) {
        rc = ce_label_stream_close(w->out, err);
        w->out = NULL;
    }
    if (!rc && w->confidence) {
        rc = assign_confidence_close(w->confidence, err);
        w->confidence = NULL;
    }
    if (!rc)
        tell(w);
    return rc;
}

void assign_work_free(assign_work *w)
{
    ce_label_stream_abandon(w->out);
    assign_confidence_abandon(w->confidence);
    for (size_t q = 0; q < w->m && w->name; q++)
        free(w->name[q]);
    for (size_t q = 0; q < w->old.labels.m && w->number; q++)
        free(w->number[q]);
    free(w->name);
    free(w->k);
    free(w->number);
    free(w->known);
    free(w->from);
    free(w->want);
    ce_further_objects_free(w->further);
    ce_label_table_free(&w->old);
    ce_label_table_free(&w->result);
    ce_assigner_free(w->assigner);
}
