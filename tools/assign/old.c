/* The old objects: their label table and the result on it. */
#include <stdlib.h>
#include <string.h>

#include "assign.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/real.h"
#include "io/table_readers.h"

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

static int is_number(const char *column)
{
    return column && *column && !column[strspn(column, "0123456789")];
}

int assign_read_old(assign_work *w, ce_error *err)
{
    const assign_options *o = w->options;
    ce_table_format format = ce_cli_format(w->cli), plain = {.delimiter = format.delimiter,
                                                             .header = format.header,
                                                             .missing = format.missing,
                                                             .listener = format.listener};
    int rc;

    /* A name can be that of a column of these tables too. A number is about FILE. */
    plain.id_column = is_number(format.id_column) ? NULL : format.id_column;
    plain.class_column = is_number(format.class_column) ? NULL : format.class_column;
    rc = ce_label_table_read(&w->old, o->table, &plain, err);

    if (!rc)
        rc = ce_label_table_read_for(&w->result, o->result, &plain, &w->old, o->table, err);
    if (!rc)
        rc = build(w, err);
    if (!rc)
        ce_cli_detail(w->cli, "%s: %zu rows of old objects, %zu clusterings, %zu results",
                      ce_path_name(o->table), w->old.labels.n, w->old.labels.m, w->result.labels.m);
    return rc;
}

/* ---- a label table of further objects ---- */

int assign_names_init(assign_names *names, const char *const *name, size_t count, ce_error *err)
{
    int rc;

    *names = (assign_names){.count = count, .given = name};
    names->apart = ce_calloc(count, sizeof *names->apart, err);
    rc = names->apart ? CE_OK : CE_ENOMEM;
    for (size_t c = 0; c < count && !rc; c++)
        rc = (names->apart[c] = ce_strdup(name[c], err)) ? CE_OK : CE_ENOMEM;
    return rc ? rc : ce_names_tell_apart(names->apart, count, err);
}

void assign_names_free(assign_names *names)
{
    for (size_t c = 0; c < names->count && names->apart; c++)
        free(names->apart[c]);
    free(names->apart);
}

assign_match assign_names_find(const assign_names *names, const char *name, size_t *at)
{
    *at = ASSIGN_NONE;
    for (size_t c = 0; c < names->count; c++) {
        if (!strcmp(names->apart[c], name))
            *at = c;
        else if (!strcmp(names->given[c], name))
            return ASSIGN_SEVERAL;
    }
    return *at != ASSIGN_NONE && strcmp(names->given[*at], names->apart[*at]) ? ASSIGN_BY_ORDER
                                                                              : ASSIGN_BY_NAME;
}

/* Whether the columns are those of the old table, name by name. */
static int are_same(const assign_work *w, const assign_names *names)
{
    size_t q = 0;

    while (q < names->count && q < w->old.labels.m && !strcmp(names->apart[q], w->old.name[q]))
        q++;
    return q == names->count && q == w->old.labels.m;
}

static int check_count(const assign_work *w, const ce_row_head *head, ce_error *err)
{
    if (head->columns == w->old.labels.m)
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "%s: %zu base clusterings, %zu expected as in %s",
                   ce_path_name(w->path), head->columns, w->old.labels.m,
                   ce_path_name(w->options->table));
}

static int match_columns(assign_work *w, const ce_row_head *head, const assign_names *names,
                         ce_error *err)
{
    size_t m = w->old.labels.m;
    int in_place = !head->is_named || assign_are_numbered(&w->old) || are_same(w, names),
        by_order = 0, rc = CE_OK;

    w->want = ce_alloc(m, sizeof *w->want, err);
    w->from = ce_alloc(m, sizeof *w->from, err);
    if (!w->want || !w->from)
        return CE_ENOMEM;
    if (in_place)
        rc = check_count(w, head, err);
    for (size_t q = 0; q < m && !rc; q++) {
        size_t column = q;
        assign_match how =
            in_place ? ASSIGN_BY_NAME : assign_names_find(names, w->old.name[q], &column);
        if (how == ASSIGN_SEVERAL)
            rc = ce_fail(err, CE_EINPUT, "%s: two columns are called '%.60s'",
                         ce_path_name(w->path), w->old.name[q]);
        by_order |= how == ASSIGN_BY_ORDER;
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
    if (!rc && by_order)
        ce_cli_note(w->cli, "%s: columns of one name are matched with those of %s by their order",
                    ce_path_name(w->path), ce_path_name(w->options->table));
    return rc;
}

int assign_match_columns(assign_work *w, const ce_row_head *head, ce_error *err)
{
    assign_names names;
    int rc = assign_names_init(&names, head->name, head->columns, err);

    if (!rc)
        rc = match_columns(w, head, &names, err);
    assign_names_free(&names);
    return rc;
}
