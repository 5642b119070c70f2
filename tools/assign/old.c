/* The old objects: their label table and the result on it. */
#include <stdlib.h>
#include <string.h>

#include "assign.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/real.h"

/* A label and its place in the order of labels. */
typedef struct {
    double number;
    int32_t label;
} entry;

static int by_number(const void *left, const void *right)
{
    const entry *a = left, *b = right;

    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->label > b->label) - (a->label < b->label);
}

/* rank: of each label of a column: by number where all are numbers, else by first appearance. */
static int rank_labels(const ce_categories *categories, int32_t *rank, ce_error *err)
{
    size_t k = categories->count;
    entry *order = ce_alloc(k, sizeof *order, err);
    int numbers = 1;

    if (!order)
        return CE_ENOMEM;
    for (size_t v = 0; v < k; v++) {
        const char *text = categories->text[v];
        order[v].label = (int32_t)v;
        numbers &= ce_parse_real(text, strlen(text), &order[v].number) == 1;
    }
    for (size_t v = 0; v < k && !numbers; v++)
        order[v].number = 0;
    qsort(order, k, sizeof *order, by_number);
    for (size_t v = 0; v < k; v++)
        rank[order[v].label] = (int32_t)v;
    free(order);
    return CE_OK;
}

static int build(assign_work *w, ce_error *err)
{
    const ce_labels *result = &w->result.labels;
    int32_t *rank = ce_alloc(ce_labels_total(result), sizeof *rank, err), *at = rank;
    int rc = rank ? CE_OK : CE_ENOMEM;

    for (size_t r = 0; r < result->m && !rc; r++) {
        rc = rank_labels(&w->result.categories[r], at, err);
        at += result->k[r];
    }
    if (!rc)
        rc = ce_further_objects_build(&w->further, &w->old.labels, w->old.size, result, rank, err);
    free(rank);
    return rc;
}

int assign_read_old(assign_work *w, ce_error *err)
{
    const assign_options *o = w->options;
    ce_table_format format = ce_cli_format(w->cli), plain = {.delimiter = format.delimiter,
                                                             .header = format.header,
                                                             .id_column = format.id_column,
                                                             .class_column = format.class_column,
                                                             .missing = format.missing,
                                                             .listener = format.listener};
    int rc = ce_label_table_read(&w->old, o->table, &plain, err);

    if (!rc)
        rc = ce_label_table_read_for(&w->result, o->result, &plain, &w->old, o->table, err);
    if (!rc)
        rc = build(w, err);
    if (!rc)
        ce_cli_detail(w->cli, "%s: %zu rows of old objects, %zu clusterings, %zu results",
                      ce_path_name(o->table), w->old.labels.n, w->old.labels.m,
                      w->result.labels.m);
    return rc;
}

/* ---- a label table of further objects ---- */

/* The column of a name; ASSIGN_NONE when there is none. Fails where there are several. */
static int find_column(const assign_work *w, const ce_row_head *head, const char *name,
                       size_t *column, ce_error *err)
{
    *column = ASSIGN_NONE;
    for (size_t c = 0; c < head->columns; c++) {
        if (strcmp(head->name[c], name))
            continue;
        if (*column != ASSIGN_NONE)
            return ce_fail(err, CE_EINPUT, "%s: two columns are called '%.60s'",
                           ce_path_name(w->path), name);
        *column = c;
    }
    return CE_OK;
}

/* Whether the columns are those of the old table, name by name. */
static int are_same(const assign_work *w, const ce_row_head *head)
{
    size_t q = 0;

    while (q < head->columns && q < w->old.labels.m && !strcmp(head->name[q], w->old.name[q]))
        q++;
    return q == head->columns && q == w->old.labels.m;
}

static int check_count(const assign_work *w, const ce_row_head *head, ce_error *err)
{
    if (head->columns == w->old.labels.m)
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "%s: %zu base clusterings, %zu expected as in %s",
                   ce_path_name(w->path), head->columns, w->old.labels.m,
                   ce_path_name(w->options->table));
}

int assign_match_columns(assign_work *w, const ce_row_head *head, ce_error *err)
{
    size_t m = w->old.labels.m;
    int in_place = !head->is_named || assign_are_numbered(&w->old) || are_same(w, head), rc = CE_OK;

    w->want = ce_alloc(m, sizeof *w->want, err);
    w->from = ce_alloc(m, sizeof *w->from, err);
    if (!w->want || !w->from)
        return CE_ENOMEM;
    if (in_place)
        rc = check_count(w, head, err);
    for (size_t q = 0; q < m && !rc; q++) {
        size_t column = q;
        if (!in_place)
            rc = find_column(w, head, w->old.name[q], &column, err);
        w->from[q] = ASSIGN_NONE;
        if (rc || column == ASSIGN_NONE)
            continue;
        w->from[q] = w->wants;
        w->want[w->wants++] = (ce_row_want){column, &w->old.categories[q]};
    }
    if (!rc && !w->wants)
        rc = ce_fail(err, CE_EINPUT, "%s: no column of %s; the first of these is '%.60s'",
                     ce_path_name(w->path), ce_path_name(w->options->table), w->old.name[0]);
    if (!rc && w->wants < m)
        ce_cli_note(w->cli, "%s: %zu of the %zu clusterings of %s are not there: no labels in them",
                    ce_path_name(w->path), m - w->wants, m, ce_path_name(w->options->table));
    return rc;
}
