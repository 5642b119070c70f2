/*
 * Label tables in the npy format of NumPy: whole numbers, a column per clustering.
 *
 * Labels go from the file into their place in the table, a part of the file at a time: no second
 * copy of them is made.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/label_check.h"
#include "io/label_table.h"
#include "io/npy.h"
#include "io/table_cut.h"

/* Bytes read or written at a time, unless a row has more. */
enum { CHUNK = 1 << 20 };

/* ---- reading ---- */

/* The least number whose label is kept at hand, and how many numbers from it on are. */
enum { LEAST = -128, AT_HAND = 1 << 16 };

/* The labels of a column by their numbers. */
typedef struct {
    ce_categories texts;
    int32_t *label;  /* of number v: label[v - LEAST] - 2; 0: it did not occur */
    size_t capacity; /* numbers that fit */
} column;

typedef struct {
    const char *name; /* of the file */
    size_t before; /* rows of the file before the part that is read */
    const ce_table_format *format;
    ce_npy_header header;
    column *columns;
    ce_error *err;
} reader;

/* The label of a number that is not at hand. row, q: its place, for messages. */
static int learn(reader *r, size_t row, size_t q, const void *bytes, int32_t *label)
{
    column *c = &r->columns[q];
    int64_t number;
    int whole = ce_npy_whole(bytes, r->header.type, &number), length, rc;
    char text[24];
    size_t at, before = c->capacity;

    *label = CE_MISSING;
    if (whole < 0)
        return CE_OK;
    if (!whole) {
        double value = ce_npy_value(bytes, r->header.type);
        return ce_fail(r->err, CE_EINPUT, "%s: row %zu, column %zu is %g: %s for labels", r->name,
                       r->before + row + 1, q + 1, value, ce_npy_wants_whole(value));
    }
    length = snprintf(text, sizeof text, "%" PRId64, number);
    if (!ce_cell_missing(r->format, text, (size_t)length)) {
        *label = ce_categories_number(&c->texts, text, (size_t)length, r->err);
        if (*label < 0)
            return *label;
    }
    if (number < LEAST || number >= LEAST + AT_HAND)
        return CE_OK;
    at = (size_t)(number - LEAST);
    rc = ce_grow(&c->label, &c->capacity, at + 1, sizeof *c->label, r->err);
    if (rc)
        return rc;
    memset(c->label + before, 0, (c->capacity - before) * sizeof *c->label);
    c->label[at] = *label + 2;
    return CE_OK;
}

/* Labels `count` numbers of column q that stand `step` bytes apart, the first in row `row`. */
#define TAKE(name, type) \
    static int name(reader *r, size_t row, size_t q, const unsigned char *from, size_t step, \
                    size_t count, int32_t *to) \
    { \
        const column *c = &r->columns[q]; \
\
        for (size_t i = 0; i < count; i++, from += step) { \
            type number; \
            size_t at; \
            int rc; \
            memcpy(&number, from, sizeof number); \
            at = (size_t)number + (size_t)-LEAST; \
            if (at < c->capacity && c->label[at]) \
                to[i] = c->label[at] - 2; \
            else if ((rc = learn(r, row + i, q, from, &to[i]))) \
                return rc; \
        } \
        return CE_OK; \
    }

TAKE(take_i8, int64_t)
TAKE(take_i4, int32_t)
TAKE(take_i2, int16_t)
TAKE(take_i1, int8_t)
TAKE(take_u4, uint32_t)
TAKE(take_u2, uint16_t)
TAKE(take_u1, uint8_t)

/* The same for numbers with a fraction, each of which is looked at. */
static int take_real(reader *r, size_t row, size_t q, const unsigned char *from, size_t step,
                     size_t count, int32_t *to)
{
    int rc = CE_OK;

    for (size_t i = 0; i < count && !rc; i++)
        rc = learn(r, row + i, q, from + i * step, &to[i]);
    return rc;
}

static int take(reader *r, size_t row, size_t q, const unsigned char *from, size_t step,
                size_t count, int32_t *to)
{
    switch (r->header.type) {
    case CE_NPY_I8: return take_i8(r, row, q, from, step, count, to);
    case CE_NPY_I4: return take_i4(r, row, q, from, step, count, to);
    case CE_NPY_I2: return take_i2(r, row, q, from, step, count, to);
    case CE_NPY_I1: return take_i1(r, row, q, from, step, count, to);
    case CE_NPY_U4: return take_u4(r, row, q, from, step, count, to);
    case CE_NPY_U2: return take_u2(r, row, q, from, step, count, to);
    case CE_NPY_U1: return take_u1(r, row, q, from, step, count, to);
    case CE_NPY_F8:
    case CE_NPY_F4: return take_real(r, row, q, from, step, count, to);
    }
    return CE_OK;
}

/* Reads the values in blocks: of whole rows, or in Fortran order of one column. */
static int read_values(reader *r, ce_labels *labels, ce_input *input)
{
    size_t n = labels->n, m = labels->m, width = ce_npy_width(r->header.type),
           across = r->header.fortran ? 1 : m, step = across * width,
           rows = CHUNK / step ? CHUNK / step : 1;
    unsigned char *block = ce_alloc(rows, step, r->err);
    int rc = block ? CE_OK : CE_ENOMEM;

    for (size_t first_column = 0; first_column < m && !rc; first_column += across)
        for (size_t first = 0; first < n && !rc; first += rows) {
            size_t count = n - first < rows ? n - first : rows;
            rc = ce_npy_read_bytes(input, block, count * step, "the values", r->err);
            for (size_t q = 0; q < across && !rc; q++)
                rc = take(r, first, first_column + q, block + q * width, step, count,
                          ce_labels_column(labels, first_column + q) + first);
        }
    free(block);
    return rc;
}

/* Columns are called as those of a table without a header. */
static int name_columns(ce_label_table *table, ce_error *err)
{
    char text[32];

    for (size_t q = 0; q < table->labels.m; q++) {
        snprintf(text, sizeof text, "c%zu", q + 1);
        table->name[q] = ce_strdup(text, err);
        if (!table->name[q])
            return CE_ENOMEM;
    }
    return CE_OK;
}

/* Whether the value of an option means one of the columns c1 .. cm, by name or number. */
static int means_column(const char *key, size_t m)
{
    char *end;
    unsigned long number;

    if (!key)
        return 0;
    key += *key == 'c';
    if (*key < '1' || *key > '9')
        return 0;
    number = strtoul(key, &end, 10);
    return !*end && number <= m;
}

static int check_header(const reader *r, int truth)
{
    const ce_npy_header *h = &r->header;
    const char *class_ = r->format->class_column, *named = NULL;

    if (!h->rows || !h->columns)
        return ce_fail(r->err, CE_EINPUT,
                       "%s: npy shape (%zu, %zu): a table with at least one object expected",
                       r->name, h->rows, h->columns);
    if (means_column(r->format->id_column, h->columns))
        named = CE_OPT("id");
    if (truth ? class_ && strcmp(class_, "none") : means_column(class_, h->columns))
        named = r->format->class_option ? r->format->class_option : CE_OPT("class");
    if (named)
        return ce_fail(r->err, CE_EINPUT, "%s: an npy file has columns without names: no %s",
                       r->name, named);
    if (truth && h->columns != 1)
        return ce_fail(r->err, CE_EINPUT,
                       "%s: npy shape (%zu, %zu), one column of classes expected", r->name, h->rows,
                       h->columns);
    return ce_memory_check(h->rows, h->columns, sizeof(int32_t), "the label table",
                           "fewer objects or clusterings", r->err);
}

static int read_table(ce_label_table *table, ce_input *input, const ce_table_format *format,
                      int truth, ce_error *err)
{
    reader r = {.name = ce_input_name(input),
                .before = ce_table_cut_before(input),
                .format = format,
                .err = err};
    int rc = ce_npy_read_header(input, &r.header, err);
    size_t m = r.header.columns;

    if (!rc)
        rc = check_header(&r, truth);
    if (!rc)
        rc = ce_label_table_alloc(table, r.header.rows, m, err);
    if (!rc) {
        table->categories = ce_calloc(m, sizeof *table->categories, err);
        r.columns = ce_calloc(m, sizeof *r.columns, err);
        rc = table->categories && r.columns ? name_columns(table, err) : CE_ENOMEM;
    }
    if (!rc)
        rc = read_values(&r, &table->labels, input);
    if (!rc)
        rc = ce_npy_read_end(input, &r.header, err);
    for (size_t q = 0; r.columns && q < m; q++) {
        if (table->categories)
            table->categories[q] = r.columns[q].texts;
        else
            ce_categories_free(&r.columns[q].texts);
        table->labels.k[q] = (int32_t)r.columns[q].texts.count;
        free(r.columns[q].label);
    }
    free(r.columns);
    if (!rc && !truth)
        rc = ce_label_check(table->name, table->categories, m, (double)table->labels.n, r.name,
                            format, err);
    if (rc)
        ce_label_table_free(table);
    return rc;
}

int ce_label_table_read_npy(ce_label_table *table, ce_input *input, const ce_table_format *format,
                            ce_error *err)
{
    return read_table(table, input, format, 0, err);
}

int ce_truth_read_npy(ce_text_column *truth, ce_input *input, const ce_table_format *format,
                      ce_error *err)
{
    ce_label_table table = {0};
    ce_text_column only;
    int rc = read_table(&table, input, format, 1, err);

    if (rc)
        return rc;
    only = (ce_text_column){.name = table.name[0],
                            .value = table.labels.labels,
                            .n = table.labels.n,
                            .capacity = table.labels.n,
                            .categories = table.categories[0]};
    table.name[0] = NULL;
    table.labels.labels = NULL;
    table.categories[0] = (ce_categories){0};
    ce_label_table_free(&table);
    ce_text_column_move(truth, &only);
    return CE_OK;
}

/* ---- writing ---- */

/* The number that a label is written as. */
typedef struct {
    int64_t *number;            /* owned; of each label of all columns */
    size_t *start;              /* owned; m + 1: the first label of each column */
    int64_t low, high;          /* of all that are written */
    size_t missing, minus_ones; /* cells; columns with a cluster called -1 */
} numbers;

static void numbers_free(numbers *n)
{
    free(n->number);
    free(n->start);
}

/* A text that is a whole number as it is usually written. */
static int is_whole(const char *text, int64_t *number)
{
    char again[24];
    char *end;

    *number = strtoll(text, &end, 10);
    snprintf(again, sizeof again, "%" PRId64, *number);
    return !*end && !strcmp(text, again);
}

/* The numbers of all labels, and what is odd about them. */
static int number_labels(const ce_label_table *table, numbers *of, ce_error *err)
{
    const ce_labels *labels = &table->labels;
    size_t total = ce_labels_total(labels);

    *of = (numbers){.number = ce_alloc(total, sizeof *of->number, err),
                    .start = ce_calloc(labels->m + 1, sizeof *of->start, err)};
    if (!of->number || !of->start)
        return CE_ENOMEM;
    for (size_t i = 0; i < labels->n * labels->m; i++)
        of->missing += labels->labels[i] < 0;
    of->low = of->missing ? -1 : 0;
    for (size_t q = 0; q < labels->m; q++) {
        int64_t *number = of->number + of->start[q];
        of->start[q + 1] = of->start[q] + (size_t)labels->k[q];
        for (int32_t v = 0; v < labels->k[q]; v++) {
            number[v] = v + 1;
            if (table->categories && !is_whole(table->categories[q].text[v], &number[v]))
                return ce_fail(err, CE_EINPUT,
                               "column %.60s has the label '%.40s', and an npy file holds whole "
                               "numbers only (" CE_OPT("format") " csv)",
                               table->name[q], table->categories[q].text[v]);
            of->low = number[v] < of->low ? number[v] : of->low;
            of->high = number[v] > of->high ? number[v] : of->high;
            of->minus_ones += number[v] == -1;
        }
    }
    if (of->missing && of->minus_ones)
        return ce_fail(err, CE_EINPUT,
                       "some labels are missing and others are -1, and in an npy file missing ones "
                       "are -1 (" CE_OPT("format") " csv)");
    return CE_OK;
}

/* The type with the fewest bytes that holds low .. high. */
static ce_npy_type smallest_type(int64_t low, int64_t high)
{
    static const struct {
        ce_npy_type type;
        int64_t low, high;
    } types[] = {{CE_NPY_I1, INT8_MIN, INT8_MAX},   {CE_NPY_U1, 0, UINT8_MAX},
                 {CE_NPY_I2, INT16_MIN, INT16_MAX}, {CE_NPY_U2, 0, UINT16_MAX},
                 {CE_NPY_I4, INT32_MIN, INT32_MAX}, {CE_NPY_U4, 0, UINT32_MAX}};

    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        if (low >= types[t].low && high <= types[t].high)
            return types[t].type;
    return CE_NPY_I8;
}

/* The numbers of `count` labels, `step` bytes apart: the lowest bytes of each. */
#define PUT(name, type) \
    static void name(const int32_t *label, size_t count, const int64_t *number, unsigned char *to, \
                     size_t step) \
    { \
        for (size_t i = 0; i < count; i++, to += step) { \
            type value = (type)(label[i] < 0 ? -1 : number[label[i]]); \
            memcpy(to, &value, sizeof value); \
        } \
    }

PUT(put_8, uint64_t)
PUT(put_4, uint32_t)
PUT(put_2, uint16_t)
PUT(put_1, uint8_t)

static void put(const int32_t *label, size_t count, const int64_t *number, size_t width,
                unsigned char *to, size_t step)
{
    switch (width) {
    case 1: put_1(label, count, number, to, step); break;
    case 2: put_2(label, count, number, to, step); break;
    case 4: put_4(label, count, number, to, step); break;
    default: put_8(label, count, number, to, step); break;
    }
}

static int write_values(const ce_labels *labels, const numbers *of, const char *path, ce_error *err)
{
    ce_npy_type type = smallest_type(of->low, of->high);
    size_t n = labels->n, m = labels->m, width = ce_npy_width(type), step = m * width,
           rows = CHUNK / step ? CHUNK / step : 1;
    unsigned char *block = ce_alloc(rows, step, err);
    ce_output *output = NULL;
    int rc = block ? ce_output_open(&output, path, err) : CE_ENOMEM;

    if (!rc)
        ce_npy_header_write(output, type, n, m);
    for (size_t first = 0; first < n && !rc && !ce_output_failed(output); first += rows) {
        size_t count = n - first < rows ? n - first : rows;
        for (size_t q = 0; q < m; q++)
            put(ce_labels_column(labels, q) + first, count, of->number + of->start[q], width,
                block + q * width, step);
        ce_output_write(output, block, count * step);
    }
    if (!rc)
        rc = ce_output_close(output, err);
    free(block);
    return rc;
}

int ce_label_table_write_npy(const ce_label_table *table, const char *path,
                             const ce_listener *listener, ce_error *err)
{
    numbers of = {0};
    int rc = CE_OK;

    if (table->size)
        rc = ce_fail(
            err, CE_EINPUT,
            "the rows have sizes, and an npy file holds labels only (" CE_OPT("format") " csv)");
    if (!rc)
        rc = number_labels(table, &of, err);
    if (!rc)
        rc = write_values(&table->labels, &of, path, err);
    if (!rc && of.missing)
        ce_listener_tell(
            listener, CE_NOTE,
            "missing labels are written as -1: %zu (read them with " CE_OPT("missing-words") " -1)",
            of.missing);
    if (!rc && table->id.name)
        ce_listener_tell(listener, CE_NOTE, "an npy file has no ids: %.60s is left out",
                         table->id.name);
    numbers_free(&of);
    return rc;
}
