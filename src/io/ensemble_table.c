/* ce_ensemble_table_read: one pass. The first object tells the kind of the table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/membership_table.h"
#include "io/npy.h"
#include "io/table_cut.h"
#include "io/table_readers.h"

typedef struct {
    ce_label_table *labels;
    ce_membership_table *membership;
    const ce_table_format *format;
    ce_columns header, first; /* cells of the first line and the first object */
    ce_columns decided;       /* the header with names and roles: the reader decides it again */
    size_t header_line;
    ce_label_reader *label_reader; /* one of these two, once the kind is known */
    ce_membership_reader *membership_reader;
    ce_error *err;
} chooser;

static int replay(ce_csv *csv, const ce_columns *line, size_t row, ce_csv_cell_fn on_cell,
                  ce_csv_row_fn on_row, void *state)
{
    int rc = CE_OK;

    for (size_t c = 0; c < line->columns && !rc; c++)
        rc = on_cell(state, csv, line->name[c], strlen(line->name[c]), row, c);
    return rc ? rc : on_row(state, csv, row, line->columns);
}

/* Passes what was read so far, and all that follows, to the reader of that kind. */
static int choose(chooser *c, ce_csv *csv, int is_membership)
{
    ce_csv_cell_fn on_cell = is_membership ? ce_membership_reader_cell : ce_label_reader_cell;
    ce_csv_row_fn on_row = is_membership ? ce_membership_reader_row : ce_label_reader_row;
    size_t line = ce_csv_line(csv);
    void *state;
    int rc;

    if (is_membership)
        state = c->membership_reader = ce_membership_reader_alloc(c->membership, c->format, c->err);
    else
        state = c->label_reader = ce_label_reader_alloc(c->labels, c->format, c->err);
    if (!state)
        return CE_ENOMEM;
    ce_csv_set_line(csv, c->header_line);
    rc = replay(csv, &c->header, 0, on_cell, on_row, state);
    ce_csv_set_line(csv, line);
    if (!rc && c->first.columns)
        rc = replay(csv, &c->first, 1, on_cell, on_row, state);
    ce_csv_hand_over(csv, on_cell, on_row, state);
    return rc;
}

/*
 * Decides whether the first object has memberships. All columns are named CLUSTERING:CLUSTER.
 *
 * 1 when no cell is anything but a number from 0 to 1 or missing, and one of these holds: a cell is
 * a fraction (the cells after it are then not looked at); or in every clustering all cells are
 * there and sum to 1, or all are missing. A clustering begins again where its first column does, as
 * in pasted tables. Labels from 1 (1, 1, ... or 1, 2) fail this test. So do
 * labels from 0, with rare exceptions.
 */
static int holds_memberships(const chooser *c)
{
    const char *before = "";
    size_t length = 0, clusters = 0, missing = 0, begun = 0;
    double sum = 0, value;
    int fits = 1;

    for (size_t i = 0; i < c->first.columns; i++) {
        const char *name = c->decided.name[i], *text = c->first.name[i];
        if (c->decided.role[i] != CE_ROLE_VALUE)
            continue;
        if (strncmp(name, before, length) || name[length] != ':' ||
            strchr(name + length + 1, ':') || !strcmp(name, c->decided.name[begun])) {
            fits &= missing == clusters || (!missing && sum == 1);
            sum = 0;
            clusters = missing = 0;
            before = name;
            begun = i;
            length = (size_t)(ce_cluster_name_colon(name) - name);
        }
        clusters++;
        if (ce_is_missing(text, strlen(text)))
            missing++;
        else if (ce_cell_real(c->format, text, strlen(text), &value) != 1 || value < 0 || value > 1)
            return 0;
        else if (value > 0 && value < 1)
            return 1;
        else
            sum += value;
    }
    return fits && (missing == clusters || (!missing && sum == 1));
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    chooser *c = state;
    int rc = row ? CE_OK : ce_columns_add(&c->decided, text, length, c->err);

    (void)csv;
    (void)column;
    return rc ? rc : ce_columns_add(row ? &c->first : &c->header, text, length, c->err);
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    chooser *c = state;
    ce_table_format silent = *c->format;
    int rc;

    (void)columns;
    if (row)
        return choose(c, csv, holds_memberships(c));
    c->header_line = ce_csv_line(csv);
    silent.listener = (ce_listener){0}; /* the reader that is chosen decides again, and tells */
    if ((rc = ce_columns_decide(&c->decided, csv, &silent, CE_TABLE_LABELS)))
        return rc;
    return c->decided.clusters_named ? CE_OK : choose(c, csv, 0);
}

/* Makes a label table of the most likely clusters. */
static int harden(const ce_membership_table *from, ce_label_table *labels, ce_error *err)
{
    const ce_membership *membership = &from->membership;
    int32_t *number = ce_alloc(membership->columns, sizeof *number, err);
    size_t *cluster = ce_alloc(membership->columns, sizeof *cluster, err);
    int rc = number && cluster ? ce_membership_harden(membership, &labels->labels, number, err)
                               : CE_ENOMEM;

    if (!rc) {
        labels->name = ce_calloc(membership->m, sizeof *labels->name, err);
        labels->categories = ce_calloc(membership->m, sizeof *labels->categories, err);
        rc = labels->name && labels->categories ? CE_OK : CE_ENOMEM;
    }
    for (size_t q = 0; q < membership->m && !rc; q++) {
        if (!(labels->name[q] = ce_strdup(from->name[q], err)))
            rc = CE_ENOMEM;
        for (size_t l = membership->start[q]; l < membership->start[q + 1]; l++)
            if (number[l] != CE_MISSING)
                cluster[number[l]] = l;
        for (int32_t v = 0; v < labels->labels.k[q] && !rc; v++) {
            const char *text = from->cluster[cluster[v]];
            int32_t made = ce_categories_number(&labels->categories[q], text, strlen(text), err);
            rc = made < 0 ? made : CE_OK;
        }
    }
    if (!rc && !(rc = ce_text_column_copy(&labels->id, &from->id, err)))
        rc = ce_text_column_copy(&labels->class_, &from->class_, err);
    free(number);
    free(cluster);
    return rc;
}

int ce_ensemble_table_read(ce_label_table *labels, ce_membership_table *membership,
                           const char *path, const ce_table_format *format, ce_error *err)
{
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_ensemble_table_read_input(labels, membership, input, path, format, err);
    ce_input_close(input, err);
    return rc;
}

int ce_ensemble_table_read_input(ce_label_table *labels, ce_membership_table *membership,
                                 ce_input *input, const char *path, const ce_table_format *format,
                                 ce_error *err)
{
    chooser c = {.labels = labels, .membership = membership, .format = format, .err = err};
    int is_npy = 0, rc = ce_table_cut_input(input, format, err);

    if (!rc)
        rc = ce_input_is_npy(input, &is_npy, err);
    if (!rc && is_npy)
        rc = ce_label_table_read_npy(labels, input, format, err);
    else if (!rc)
        rc = ce_csv_read_input(input, format, on_cell, on_row, &c, NULL, err);
    if (is_npy)
        return rc;

    if (c.membership_reader) {
        if (!(rc = ce_membership_reader_end(c.membership_reader, rc, path)))
            rc = harden(membership, labels, err);
    } else if (c.label_reader) {
        rc = ce_label_reader_end(c.label_reader, rc, path);
    } else if (!rc) {
        rc = ce_columns_check_rows(&c.decided, 0, path, err);
    }
    ce_columns_free(&c.header);
    ce_columns_free(&c.decided);
    ce_columns_free(&c.first);
    if (rc) {
        ce_label_table_free(labels);
        ce_membership_table_free(membership);
    }
    return rc;
}
