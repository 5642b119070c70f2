#include "io/model_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"

enum { CLUSTERING, CLUSTER, SIZE, KIND }; /* the columns */

static int read_header(ce_model_lines *r, ce_csv *csv)
{
    static const char *const expected[] = {"clustering", "cluster", "size", "kind"};
    char **name = r->columns.name;

    for (size_t c = 0; c < CE_MODEL_FIRST; c++) {
        int there = c < r->columns.columns;
        if (!there || strcmp(name[c], expected[c]))
            return ce_csv_fail(csv,
                               "column %zu is %s%.40s%s, the header of a model expected: "
                               "clustering,cluster,size,kind,FEATURE...",
                               c + 1, there ? "'" : "", there ? name[c] : "not there",
                               there ? "'" : "");
    }
    if (r->columns.columns == CE_MODEL_FIRST)
        return ce_csv_fail(csv, "no feature behind clustering,cluster,size,kind");
    r->category = ce_calloc(r->columns.columns - CE_MODEL_FIRST, sizeof *r->category, r->err);
    return r->category ? CE_OK : CE_ENOMEM;
}

/* 1 for a whole number of at least `least` that a double holds exactly. */
static int is_count(const char *text, size_t length, double least, double *value)
{
    return ce_parse_real(text, length, value) == 1 && *value >= least &&
           *value <= 9007199254740992.0 && *value == floor(*value);
}

/* A cell of a mode: the number of its text. */
static int read_text(ce_model_lines *r, const char *text, size_t length, size_t s, double *value)
{
    int32_t number;

    if (ce_is_missing(text, length)) {
        *value = CE_MODEL_MISSING;
        return CE_OK;
    }
    number = ce_categories_number(&r->category[s], text, length, r->err);
    *value = number;
    return number < 0 ? number : CE_OK;
}

static int read_value(ce_model_lines *r, ce_csv *csv, const char *text, size_t length,
                      size_t column)
{
    size_t d = r->columns.columns - CE_MODEL_FIRST, s = column - CE_MODEL_FIRST;
    double *value = &r->values[r->count * d + s];
    const char *name = r->columns.name[column];
    ce_model_kind kind = r->line[r->count].kind;

    if (kind == CE_MODEL_MODE && length)
        return read_text(r, text, length, s, value);
    if (ce_is_missing(text, length)) {
        *value = NAN;
        return CE_OK;
    }
    if (ce_parse_real(text, length, value) != 1)
        return ce_csv_fail(csv, "column %s: '%.40s', a finite number expected", name, text);
    if (kind == CE_MODEL_WEIGHT && *value < 0)
        return ce_csv_fail(csv, "column %s: '%.40s', a weight of 0 or more expected", name, text);
    return CE_OK;
}

static int begin_row(ce_model_lines *r, ce_csv *csv, const char *text, size_t length)
{
    size_t d = r->columns.columns - CE_MODEL_FIRST;
    int32_t number;
    int rc = ce_grow(&r->line, &r->capacity, r->count + 1, sizeof *r->line, r->err);

    if (!rc)
        rc =
            ce_grow(&r->values, &r->values_capacity, (r->count + 1) * d, sizeof *r->values, r->err);
    if (rc)
        return rc;
    if (ce_is_missing(text, length))
        return ce_csv_fail(csv, "no name of a clustering");
    if ((number = ce_categories_number(&r->clusterings, text, length, r->err)) < 0)
        return number;
    r->line[r->count] = (ce_model_line){.line = ce_csv_line(csv), .clustering = (size_t)number};
    return CE_OK;
}

static int read_cluster(ce_model_lines *r, ce_csv *csv, const char *text, size_t length)
{
    ce_model_line *at = &r->line[r->count];
    double value;

    if (!length && (r->kinds & CE_MODEL_UNIT)) {
        at->cluster = CE_MODEL_NO_CLUSTER;
        return CE_OK;
    }
    if (!is_count(text, length, 1, &value))
        return ce_csv_fail(csv, "cluster '%.40s', a whole number from 1 expected", text);
    at->cluster = (size_t)value - 1;
    return CE_OK;
}

static int read_kind(ce_model_lines *r, ce_csv *csv, const char *text)
{
    static const struct {
        const char *name;
        ce_model_kind kind;
    } known[] = {{"centroid", CE_MODEL_CENTROID},
                 {"weight", CE_MODEL_WEIGHT},
                 {"mode", CE_MODEL_MODE},
                 {"unit", CE_MODEL_UNIT}};
    ce_model_line *at = &r->line[r->count];

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(text, known[i].name) && (r->kinds & known[i].kind))
            at->kind = known[i].kind;
    if (!at->kind)
        return ce_csv_fail(csv, "kind '%.40s', %s expected", text,
                           r->kinds & CE_MODEL_MODE ? "centroid, weight, mode or unit"
                                                    : "centroid or weight");
    if (at->cluster == CE_MODEL_NO_CLUSTER && at->kind != CE_MODEL_UNIT)
        return ce_csv_fail(csv, "cluster '', a whole number from 1 expected");
    return CE_OK;
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t line,
                   size_t column)
{
    ce_model_lines *r = state;

    if (line == 0)
        return ce_columns_add(&r->columns, text, length, r->err);
    switch (column) {
    case CLUSTERING: return begin_row(r, csv, text, length);
    case CLUSTER: return read_cluster(r, csv, text, length);
    case SIZE:
        if (!is_count(text, length, 0, &r->line[r->count].size))
            return ce_csv_fail(csv, "size '%.40s', a whole number of objects expected", text);
        return CE_OK;
    case KIND: return read_kind(r, csv, text);
    default: return read_value(r, csv, text, length, column);
    }
}

static int on_row(void *state, ce_csv *csv, size_t line, size_t columns)
{
    ce_model_lines *r = state;

    (void)columns;
    if (line == 0)
        return read_header(r, csv);
    r->count++;
    return CE_OK;
}

/* The objects of each clustering, by the rows of these kinds; 0: it has none. */
static double *count_objects(const ce_model_lines *r, unsigned kinds)
{
    double *objects = ce_calloc(r->clusterings.count, sizeof *objects, r->err);

    for (size_t t = 0; t < r->count && objects; t++)
        if (r->line[t].kind & kinds)
            objects[r->line[t].clustering] += r->line[t].size;
    return objects;
}

/* The clusterings of one file have as many objects. Where only the last has fewer, rows are missing
 * at the end. */
static int check_end(const ce_model_lines *r, unsigned kinds, const char *name)
{
    size_t last = r->line[r->count - 1].clustering, others = 0, equal = 0;
    double *objects = count_objects(r, kinds), all = 0;
    int rc = objects ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < r->clusterings.count && !rc; q++)
        if (q != last && objects[q] > 0) {
            all = others++ ? all : objects[q];
            equal += objects[q] == all;
        }
    if (!rc && others && equal == others && objects[last] > 0 && objects[last] < all)
        rc = ce_fail(r->err, CE_EINPUT,
                     "%s: the last clustering, %.60s, has %.15g objects, all others %.15g: is the "
                     "file cut? (models of other data are files of their own)",
                     name, r->clusterings.text[last], objects[last], all);
    free(objects);
    return rc;
}

int ce_model_lines_read(ce_model_lines *lines, ce_input *input, const ce_table_format *format,
                        unsigned kinds, ce_error *err)
{
    int rc;

    *lines = (ce_model_lines){.kinds = kinds, .err = err};
    rc = ce_csv_read_input(input, format, on_cell, on_row, lines, NULL, err);
    if (!rc)
        rc = ce_columns_check_rows(&lines->columns, lines->count, ce_input_name(input), err);
    if (!rc)
        rc = check_end(lines, CE_MODEL_CENTROID | CE_MODEL_MODE, ce_input_name(input));
    return rc ? rc : check_end(lines, CE_MODEL_UNIT, ce_input_name(input));
}

void ce_model_lines_free(ce_model_lines *lines)
{
    size_t d =
        lines->columns.columns > CE_MODEL_FIRST ? lines->columns.columns - CE_MODEL_FIRST : 0;

    for (size_t s = 0; s < d && lines->category; s++)
        ce_categories_free(&lines->category[s]);
    free(lines->category);
    ce_columns_free(&lines->columns);
    ce_categories_free(&lines->clusterings);
    free(lines->line);
    free(lines->values);
    *lines = (ce_model_lines){0};
}
