#include "io/uspec_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/columns.h"
#include "io/input.h"
#include "io/output.h"

enum { PARTS = 13 };

/* The parts in the order of the file. */
static const struct {
    const char *kind;
    size_t offset;
    int single; /* values in single precision */
} parts[PARTS] = {
    {"cosine", offsetof(ce_uspec_model, cosine), 0},
    {"single", offsetof(ce_uspec_model, single), 0},
    {"neighbours", offsetof(ce_uspec_model, neighbours), 0},
    {"extent", offsetof(ce_uspec_model, extent), 0},
    {"sigma", offsetof(ce_uspec_model, sigma), 0},
    {"feature", offsetof(ce_uspec_model, feature), 0},
    {"representative", offsetof(ce_uspec_model, representative), 0},
    {"group", offsetof(ce_uspec_model, group), 0},
    {"mean", offsetof(ce_uspec_model, mean), 0},
    {"map", offsetof(ce_uspec_model, map), 1},
    {"centre", offsetof(ce_uspec_model, centre), 0},
    {"component", offsetof(ce_uspec_model, component), 0},
    {"label", offsetof(ce_uspec_model, label), 0},
};

static ce_matrix *part_of(ce_uspec_model *model, size_t part)
{
    return (ce_matrix *)((char *)model + parts[part].offset);
}

ce_matrix *ce_uspec_model_part(ce_uspec_model *model, size_t part, const char **kind)
{
    if (part >= PARTS)
        return NULL;
    *kind = parts[part].kind;
    return part_of(model, part);
}

void ce_uspec_model_free(ce_uspec_model *model)
{
    if (!model)
        return;
    free(model->name);
    for (size_t t = 0; t < PARTS; t++)
        ce_matrix_free(part_of(model, t));
    *model = (ce_uspec_model){0};
}

/* ---- writing ---- */

static void write_part(ce_output *output, const ce_uspec_model *model, size_t part, char delimiter)
{
    const ce_matrix *x = (const ce_matrix *)((const char *)model + parts[part].offset);

    for (size_t r = 0; r < x->rows && !ce_output_failed(output); r++)
        for (size_t c = 0; c < x->columns; c++) {
            double value = x->values[r * x->columns + c];
            ce_output_cell(output, model->name, delimiter);
            ce_output_printf(output, "%c%s%c%zu%c%zu%c", delimiter, parts[part].kind, delimiter,
                             r + 1, delimiter, c + 1, delimiter);
            if (parts[part].single)
                ce_output_float(output, (float)value);
            else
                ce_output_real(output, value);
            ce_output_char(output, '\n');
        }
}

int ce_uspec_models_write(const ce_uspec_model *model, size_t count, const char *path,
                          char delimiter, ce_error *err)
{
    ce_output *output = NULL;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%ckind%crow%ccolumn%cvalue\n", delimiter, delimiter,
                     delimiter, delimiter);
    for (size_t q = 0; q < count; q++)
        for (size_t t = 0; t < PARTS; t++)
            write_part(output, &model[q], t, delimiter);
    return ce_output_close(output, err);
}

/* ---- reading ---- */

enum { CLUSTERING, KIND, ROW, COLUMN, VALUE, COLUMNS };

/* A part while it grows. */
typedef struct {
    double *value;
    size_t count, capacity, columns; /* columns: of the rows that are whole; of the first so far */
    size_t rows;
} growing;

typedef struct {
    growing part[PARTS];
} member;

typedef struct {
    ce_columns columns;
    ce_categories names;
    member *members;
    size_t members_capacity;
    size_t at, part, row, column; /* of the line */
    ce_error *err;
} reader;

static int read_header(reader *r, ce_csv *csv)
{
    static const char *const expected[COLUMNS] = {"clustering", "kind", "row", "column", "value"};

    for (size_t c = 0; c < COLUMNS; c++)
        if (r->columns.columns != COLUMNS || strcmp(r->columns.name[c], expected[c]))
            return ce_csv_fail(csv, "the header clustering,kind,row,column,value expected");
    return CE_OK;
}

static int read_name(reader *r, const char *text, size_t length)
{
    size_t before = r->members_capacity;
    int32_t number = ce_categories_number(&r->names, text, length, r->err);
    int rc = number < 0 ? number
                        : ce_grow(&r->members, &r->members_capacity, (size_t)number + 1,
                                  sizeof *r->members, r->err);

    if (rc)
        return rc;
    memset(r->members + before, 0, (r->members_capacity - before) * sizeof *r->members);
    r->at = (size_t)number;
    return CE_OK;
}

static int read_kind(reader *r, ce_csv *csv, const char *text)
{
    for (r->part = 0; r->part < PARTS; r->part++)
        if (!strcmp(text, parts[r->part].kind))
            return CE_OK;
    return ce_csv_fail(csv, "kind '%.40s' is none of a model of uspec", text);
}

static int read_place(ce_csv *csv, const char *text, size_t length, size_t *place)
{
    double value;

    if (ce_parse_real(text, length, &value) != 1 || value < 1 || value > INT32_MAX ||
        value != floor(value))
        return ce_csv_fail(csv, "'%.40s', a whole number from 1 expected", text);
    *place = (size_t)value;
    return CE_OK;
}

/* Values come row after row. The first row tells how many columns there are. */
static int read_value(reader *r, ce_csv *csv, const char *text, size_t length)
{
    growing *g = &r->members[r->at].part[r->part];
    size_t filled = g->columns ? g->count % g->columns : 0, row, column;
    double value;
    int rc;

    if (g->rows <= 1 && r->row == 1) { /* the first row goes on */
        row = 1;
        column = g->count + 1;
        g->columns = column;
        g->rows = 1;
    } else {
        row = g->columns ? g->count / g->columns + 1 : 1;
        column = filled + 1;
        g->rows = row;
    }
    if (r->row != row || r->column != column)
        return ce_csv_fail(csv, "row %zu, column %zu of %s, row %zu, column %zu expected", r->row,
                           r->column, parts[r->part].kind, row, column);
    if (ce_parse_real(text, length, &value) != 1)
        return ce_csv_fail(csv, "value '%.40s', a finite number expected", text);
    rc = ce_grow(&g->value, &g->capacity, g->count + 1, sizeof *g->value, r->err);
    if (!rc)
        g->value[g->count++] = value;
    return rc;
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t line,
                   size_t column)
{
    reader *r = state;

    if (line == 0)
        return ce_columns_add(&r->columns, text, length, r->err);
    switch (column) {
    case CLUSTERING: return read_name(r, text, length);
    case KIND: return read_kind(r, csv, text);
    case ROW: return read_place(csv, text, length, &r->row);
    case COLUMN: return read_place(csv, text, length, &r->column);
    default: return read_value(r, csv, text, length);
    }
}

static int on_row(void *state, ce_csv *csv, size_t line, size_t columns)
{
    (void)columns;
    return line ? CE_OK : read_header(state, csv);
}

/* Moves the values of a member into a model. */
static int assemble(ce_uspec_model *model, member *m, const char *name, const char *path,
                    ce_error *err)
{
    model->name = ce_strdup(name, err);
    if (!model->name)
        return CE_ENOMEM;
    for (size_t t = 0; t < PARTS; t++) {
        growing *g = &m->part[t];
        if (!g->count)
            continue;
        if (g->count % g->columns)
            return ce_fail(err, CE_EINPUT, "%s: the last row of %s of %.60s is not whole",
                           ce_path_name(path), parts[t].kind, name);
        *part_of(model, t) = (ce_matrix){g->count / g->columns, g->columns, g->value};
        g->value = NULL;
    }
    return CE_OK;
}

/* Whether a part has this size, and whole numbers low .. high where high > 0. */
static int fits(const ce_matrix *x, size_t rows, size_t columns, double low, double high)
{
    if (x->rows != rows || (rows && x->columns != columns))
        return 0;
    for (size_t e = 0; e < x->rows * x->columns && high > 0; e++)
        if (x->values[e] < low || x->values[e] > high || x->values[e] != floor(x->values[e]))
            return 0;
    return 1;
}

/* Whether no row is longer than this. */
static int is_short(const ce_matrix *x, double longest)
{
    for (size_t r = 0; r < x->rows; r++) {
        double square = 0;
        for (size_t c = 0; c < x->columns; c++)
            square += x->values[r * x->columns + c] * x->values[r * x->columns + c];
        if (!(square <= longest * longest))
            return 0;
    }
    return 1;
}

/* Whether each of the groups has a representative. */
static int has_all_groups(const ce_matrix *group, size_t groups)
{
    for (size_t g = 1; g <= groups; g++) {
        size_t j = 0;
        while (j < group->rows && group->values[j] != (double)g)
            j++;
        if (j == group->rows)
            return 0;
    }
    return 1;
}

/* Coordinates of representatives are at most 1 in units of the extent. */
static const char *wrong_index(const ce_uspec_model *m)
{
    size_t p = m->representative.rows, d = m->representative.columns, groups = m->mean.rows;

    if (!p || p > UINT16_MAX)
        return "representative";
    if (!fits(&m->feature, d, 1, 1, INT32_MAX))
        return "feature";
    if (!fits(&m->cosine, 1, 1, 0, 1))
        return "cosine";
    if (!fits(&m->neighbours, 1, 1, 1, (double)p))
        return "neighbours";
    if (!fits(&m->extent, 1, 1, 0, 0) || !(m->extent.values[0] > 0))
        return "extent";
    if (!fits(&m->mean, groups, d, 0, 0))
        return "mean";
    if (groups > p || !fits(&m->group, groups ? p : 0, 1, 1, (double)groups) ||
        !has_all_groups(&m->group, groups))
        return "group";
    return NULL;
}

/* Sigma is a mean of distances at most 1. */
static int is_wrong_sigma(const ce_matrix *sigma)
{
    return !fits(sigma, 1, 1, 0, 0) || !is_short(sigma, 1.01) || sigma->values[0] < 0 ||
           (sigma->values[0] > 0 && sigma->values[0] < 0x1p-80);
}

/* Directions have length 1, so means of them are not longer. */
static const char *wrong_embedding(const ce_uspec_model *m, size_t centres)
{
    size_t k = m->map.columns, by_map = m->map.rows > 0;

    if (!fits(&m->single, 1, 1, 0, 1))
        return "single";
    if (!fits(&m->map, by_map ? m->representative.rows : 0, k, 0, 0) || !is_short(&m->map, 1e6))
        return "map";
    if (!fits(&m->centre, by_map ? centres : 0, k, 0, 0) || !is_short(&m->centre, 1.01) ||
        m->centre.rows > k)
        return "centre";
    return NULL;
}

const char *ce_uspec_model_wrong(const ce_uspec_model *m, ce_uspec_made made)
{
    size_t labels = m->label.rows;
    const char *wrong = wrong_index(m);

    if (wrong || made == CE_USPEC_MADE_INDEX)
        return wrong;
    if (is_wrong_sigma(&m->sigma))
        return "sigma";
    if (made == CE_USPEC_MADE_SIGMA)
        return NULL;
    wrong = wrong_embedding(m, made == CE_USPEC_MADE_CENTRES ? m->map.columns : labels);
    if (wrong || made == CE_USPEC_MADE_CENTRES)
        return wrong;
    if (!fits(&m->label, labels, 1, 0, INT32_MAX) || !labels)
        return "label";
    return fits(&m->component, m->map.rows ? 0 : m->representative.rows, 1, 1, (double)labels)
               ? NULL
               : "component";
}

int ce_uspec_models_read(ce_uspec_model **model, size_t *count, const char *path,
                         const ce_table_format *format, ce_error *err)
{
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_uspec_models_read_input(model, count, input, format, err);
    ce_input_close(input, err);
    return rc;
}

int ce_uspec_models_read_input(ce_uspec_model **model, size_t *count, ce_input *input,
                               const ce_table_format *format, ce_error *err)
{
    const char *path = ce_input_name(input);
    ce_table_format headed = *format;
    reader r = {.err = err};
    ce_uspec_model *all = NULL;
    size_t members;
    int rc;

    headed.header = CE_HEADER_YES;
    rc = ce_csv_read_input(input, &headed, on_cell, on_row, &r, NULL, err);
    members = r.names.count;
    if (!rc && !members)
        rc = ce_fail(err, CE_EINPUT, "%s: a model with at least one clustering expected",
                     ce_path_name(path));
    if (!rc) {
        all = ce_calloc(members, sizeof *all, err);
        rc = all ? CE_OK : CE_ENOMEM;
    }
    for (size_t q = 0; q < members && !rc; q++) {
        const char *wrong;
        rc = assemble(&all[q], &r.members[q], r.names.text[q], path, err);
        wrong = rc ? NULL : ce_uspec_model_wrong(&all[q], CE_USPEC_MADE);
        if (wrong)
            rc = ce_fail(err, CE_EINPUT, "%s: %s of %.60s is not there or does not fit",
                         ce_path_name(path), wrong, all[q].name);
    }
    for (size_t q = 0; q < r.members_capacity; q++)
        for (size_t t = 0; t < PARTS; t++)
            free(r.members[q].part[t].value);
    free(r.members);
    ce_categories_free(&r.names);
    ce_columns_free(&r.columns);
    for (size_t q = 0; rc && all && q < members; q++)
        ce_uspec_model_free(&all[q]);
    if (rc) {
        free(all);
        return rc;
    }
    *model = all;
    *count = members;
    return CE_OK;
}
