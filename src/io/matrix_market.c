/* Matrix Market exchange format: https://math.nist.gov/MatrixMarket/formats.html */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/memory.h"
#include "io/matrix_file.h"
#include "io/tokens.h"

typedef struct {
    int coordinate, pattern, symmetric;
    const ce_table_format *format; /* of the call: it says what is missing */
} mtx_header;

typedef struct {
    int32_t row, column; /* row <= column when the file is symmetric */
    double value;
    size_t line;
} mtx_entry;

/* Splits off the next word of a line in place. "" when there is none. */
static const char *word(char **line)
{
    char *start = *line + strspn(*line, " \t");

    *line = start + strcspn(start, " \t");
    if (**line)
        *(*line)++ = '\0';
    return start;
}

static int read_header(ce_tokens *t, mtx_header *header, ce_error *err)
{
    const char *text, *object, *layout, *field, *symmetry;
    char copy[CE_TOKEN_MAX + 1], *rest = copy;
    size_t length;
    int rc = ce_tokens_line(t, &text, &length, err);

    if (rc)
        return rc;
    memcpy(copy, text, length + 1);
    word(&rest);
    object = word(&rest);
    layout = word(&rest);
    field = word(&rest);
    symmetry = word(&rest);
    if (strcasecmp(object, "matrix"))
        return ce_tokens_fail(t, err, "Matrix Market object '%.40s', 'matrix' expected", object);
    header->coordinate = !strcasecmp(layout, "coordinate");
    if (!header->coordinate && strcasecmp(layout, "array"))
        return ce_tokens_fail(t, err, "layout '%.40s', 'array' or 'coordinate' expected", layout);
    header->pattern = !strcasecmp(field, "pattern");
    if ((!header->pattern || !header->coordinate) && strcasecmp(field, "real") &&
        strcasecmp(field, "integer") && strcasecmp(field, "double"))
        return ce_tokens_fail(t, err, "field '%.40s', 'real', 'integer'%s expected", field,
                              header->coordinate ? " or 'pattern'" : "");
    header->symmetric = !strcasecmp(symmetry, "symmetric");
    if (!header->symmetric && strcasecmp(symmetry, "general"))
        return ce_tokens_fail(t, err, "symmetry '%.40s', 'symmetric' or 'general' expected",
                              symmetry);
    return CE_OK;
}

/* Reads the line of sizes, which follows comments and empty lines. */
static int read_sizes(ce_tokens *t, const mtx_header *header, size_t *n, size_t *entries,
                      ce_error *err)
{
    const char *text;
    size_t length, columns;
    char copy[CE_TOKEN_MAX + 1], *rest = copy;
    const char *part;
    int rc;

    do {
        if ((rc = ce_tokens_line(t, &text, &length, err)))
            return rc;
        if (!text)
            return ce_tokens_fail(t, err, "the file ends, the size of the matrix expected");
    } while (text[0] == '%' || !text[strspn(text, " \t")]);
    memcpy(copy, text, length + 1);
    part = word(&rest);
    if ((rc = ce_tokens_whole(t, part, strlen(part), 1, INT32_MAX, "rows", n, err)))
        return rc;
    part = word(&rest);
    if ((rc = ce_tokens_whole(t, part, strlen(part), 1, INT32_MAX, "columns", &columns, err)))
        return rc;
    if (*n != columns)
        return ce_tokens_fail(t, err, "%zu rows and %zu columns, a square matrix expected", *n,
                              columns);
    *entries = 0;
    if (header->coordinate) {
        part = word(&rest);
        if ((rc = ce_tokens_whole(t, part, strlen(part), 0, *n * columns, "entries", entries, err)))
            return rc;
    }
    part = word(&rest);
    return *part ? ce_tokens_fail(t, err, "'%.40s' behind the size of the matrix", part) : CE_OK;
}

static int next_real(ce_tokens *t, const mtx_header *header, double *value, ce_error *err)
{
    const char *text;
    size_t length;
    int rc = ce_tokens_next(t, &text, &length, err);

    if (!rc)
        rc = ce_tokens_real(t, text, length, value, err);
    if (!rc && ce_number_missing(header->format, *value))
        rc = ce_tokens_fail(t, err, "'%.40s' (missing), a number expected", text);
    return rc;
}

static int expect_end(ce_tokens *t, ce_error *err)
{
    const char *text;
    size_t length;
    int rc = ce_tokens_next(t, &text, &length, err);

    if (!rc && length)
        rc = ce_tokens_fail(t, err, "'%.40s' behind the last entry", text);
    return rc;
}

/* Reads an array by columns. That of a symmetric matrix starts at the diagonal, which gives our
 * order. */
static int read_array(ce_similarity *s, ce_tokens *t, const mtx_header *header, size_t n,
                      ce_error *err)
{
    double value, other;
    int rc = ce_matrix_file_alloc(s, n, ce_input_name(t->input), err);

    for (size_t j = 0; j < n && !rc; j++)
        for (size_t i = header->symmetric ? j : 0; i < n; i++) {
            if ((rc = next_real(t, header, &value, err)))
                return rc;
            if (header->symmetric)
                s->values[ce_packed_index(n, j, i)] = value;
            else if (!ce_matrix_file_put(s, i, j, value, i < j, &other))
                return ce_tokens_fail(
                    t, err, "entry (%zu, %zu) is %.13g and (%zu, %zu) is %.13g: not symmetric",
                    i + 1, j + 1, value, j + 1, i + 1, other);
        }
    return rc ? rc : expect_end(t, err);
}

static int read_entry(ce_tokens *t, const mtx_header *header, size_t n, mtx_entry *entry,
                      ce_error *err)
{
    const char *text;
    size_t length, index[2], line = 0;
    int rc;

    for (int side = 0; side < 2; side++) {
        if ((rc = ce_tokens_next(t, &text, &length, err)))
            return rc;
        if (!length)
            return ce_tokens_fail(t, err, "the file ends, more entries expected");
        if (side && t->line != line)
            return ce_tokens_fail(t, err, "row, column and value expected in one line");
        line = t->line;
        if ((rc = ce_tokens_whole(t, text, length, 1, n, side ? "column" : "row", &index[side],
                                  err)))
            return rc;
    }
    entry->value = 1;
    entry->line = line;
    if (!header->pattern) {
        if ((rc = next_real(t, header, &entry->value, err)))
            return rc;
        if (t->line != line)
            return ce_tokens_fail(t, err, "row, column and value expected in one line");
    }
    if (header->symmetric && index[0] > index[1]) {
        size_t swap = index[0];
        index[0] = index[1];
        index[1] = swap;
    }
    entry->row = (int32_t)(index[0] - 1);
    entry->column = (int32_t)(index[1] - 1);
    return CE_OK;
}

static int read_entries(ce_tokens *t, const mtx_header *header, size_t n, size_t count,
                        mtx_entry **entries, ce_error *err)
{
    size_t capacity = 0, last_line = 0;
    int rc;

    for (size_t e = 0; e < count; e++) {
        rc = ce_grow(entries, &capacity, e + 1, sizeof **entries, err);
        if (!rc)
            rc = read_entry(t, header, n, &(*entries)[e], err);
        if (rc)
            return rc;
        if ((*entries)[e].line == last_line)
            return ce_tokens_fail(t, err, "two entries in one line");
        last_line = (*entries)[e].line;
    }
    return expect_end(t, err);
}

static int not_in_order(const void *a, const void *b)
{
    const mtx_entry *x = a, *y = b;

    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return x->line < y->line ? -1 : 1;
}

static int sort_entries(mtx_entry *entries, size_t count, const char *name, ce_error *err)
{
    size_t e = 1;

    while (e < count && not_in_order(&entries[e - 1], &entries[e]) < 0)
        e++;
    if (e < count)
        qsort(entries, count, sizeof *entries, not_in_order);
    for (e = 1; e < count; e++)
        if (entries[e].row == entries[e - 1].row && entries[e].column == entries[e - 1].column)
            return ce_fail(err, CE_EINPUT, "%s:%zu: entry (%d, %d) a second time, after line %zu",
                           name, entries[e].line, entries[e].row + 1, entries[e].column + 1,
                           entries[e - 1].line);
    return CE_OK;
}

/* Entry (row, column) of a general file, whose entries are sorted; NULL when it is absent. */
static const mtx_entry *find_entry(const mtx_entry *entries, const size_t *start, int32_t row,
                                   int32_t column)
{
    size_t low = start[row], high = start[row + 1], end = high;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries[middle].column < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && entries[low].column == column ? &entries[low] : NULL;
}

/* In a general file both triangles must be there and agree. The message names the first offender in
 * the file. */
static int check_symmetric(const mtx_entry *entries, size_t count, size_t n, const char *name,
                           ce_error *err)
{
    size_t *start = ce_calloc(n + 1, sizeof *start, err);
    const mtx_entry *worst = NULL;
    double worst_other = 0;
    int rc = CE_OK;

    if (!start)
        return CE_ENOMEM;
    for (size_t e = 0; e < count; e++)
        start[entries[e].row + 1]++;
    for (size_t i = 0; i < n; i++)
        start[i + 1] += start[i];
    for (size_t e = 0; e < count; e++) {
        const mtx_entry *mirror = find_entry(entries, start, entries[e].column, entries[e].row);
        double other = mirror ? mirror->value : 0, value = entries[e].value;
        if (fabs(value - other) > CE_SYMMETRY_TOLERANCE * fmax(fabs(value), fabs(other)) &&
            (!worst || entries[e].line < worst->line)) {
            worst = &entries[e];
            worst_other = other;
        }
    }
    if (worst)
        rc = ce_fail(err, CE_EINPUT,
                     "%s:%zu: entry (%d, %d) is %.13g and (%d, %d) is %.13g: not symmetric", name,
                     worst->line, worst->row + 1, worst->column + 1, worst->value,
                     worst->column + 1, worst->row + 1, worst_other);
    free(start);
    return rc;
}

/* Builds the rows of both triangles from the upper one, which is sorted. Skips zeros and what lies
 * below the diagonal. */
static int build_rows(ce_similarity *s, const mtx_entry *entries, size_t count, size_t n,
                      ce_error *err)
{
    size_t *next = ce_calloc(n + 1, sizeof *next, err), total = 0;
    int rc = CE_ENOMEM;

    if (!next)
        return rc;
    for (size_t e = 0; e < count; e++) {
        if (entries[e].column < entries[e].row || entries[e].value == 0)
            continue;
        next[entries[e].row]++;
        next[entries[e].column] += entries[e].row != entries[e].column;
        total += entries[e].row != entries[e].column ? 2 : 1;
    }
    if ((rc = ce_similarity_alloc_sparse(s, n, total, err)))
        goto done;
    for (size_t i = 0; i < n; i++)
        s->row_start[i + 1] = s->row_start[i] + next[i];
    memcpy(next, s->row_start, n * sizeof *next);
    for (size_t e = 0; e < count; e++) {
        const mtx_entry *x = &entries[e];
        if (x->column < x->row || x->value == 0)
            continue;
        s->column[next[x->row]] = x->column;
        s->values[next[x->row]++] = x->value;
        if (x->row == x->column)
            continue;
        s->column[next[x->column]] = x->row;
        s->values[next[x->column]++] = x->value;
    }
done:
    free(next);
    return rc;
}

static int read_coordinate(ce_similarity *s, ce_tokens *t, const mtx_header *header, size_t n,
                           size_t count, ce_error *err)
{
    const char *name = ce_input_name(t->input);
    mtx_entry *entries = NULL;
    int rc = ce_memory_check(n, 1, 2 * sizeof(size_t), name, "fewer rows", err);

    if (!rc)
        rc = read_entries(t, header, n, count, &entries, err);
    if (!rc)
        rc = sort_entries(entries, count, name, err);
    if (!rc && !header->symmetric)
        rc = check_symmetric(entries, count, n, name, err);
    if (!rc)
        rc = build_rows(s, entries, count, n, err);
    free(entries);
    return rc;
}

int ce_matrix_market_read(ce_similarity *s, ce_input *input, const ce_table_format *format,
                          ce_error *err)
{
    ce_tokens *t = ce_calloc(1, sizeof *t, err);
    mtx_header header = {.format = format};
    size_t n, entries;
    int rc = CE_ENOMEM;

    if (!t)
        return rc;
    t->input = input;
    rc = read_header(t, &header, err);
    if (!rc)
        rc = read_sizes(t, &header, &n, &entries, err);
    if (!rc && header.coordinate)
        rc = read_coordinate(s, t, &header, n, entries, err);
    else if (!rc)
        rc = read_array(s, t, &header, n, err);
    free(t);
    return rc;
}

static void write_sparse(const ce_similarity *s, ce_output *output)
{
    size_t lower = 0;

    for (size_t i = 0; i < s->n; i++)
        for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
            lower += (size_t)s->column[e] <= i;
    ce_output_printf(output, "%%%%MatrixMarket matrix coordinate real symmetric\n%zu %zu %zu\n",
                     s->n, s->n, lower);
    for (size_t i = 0; i < s->n && !ce_output_failed(output); i++)
        for (size_t e = s->row_start[i]; e < s->row_start[i + 1] && (size_t)s->column[e] <= i;
             e++) {
            ce_output_integer(output, (int64_t)i + 1);
            ce_output_char(output, ' ');
            ce_output_integer(output, s->column[e] + 1);
            ce_output_char(output, ' ');
            ce_output_result(output, s->values[e]);
            ce_output_char(output, '\n');
        }
}

int ce_matrix_market_write(const ce_similarity *s, ce_output *output, ce_error *err)
{
    (void)err;
    if (s->row_start) {
        write_sparse(s, output);
        return CE_OK;
    }
    ce_output_printf(output, "%%%%MatrixMarket matrix array real symmetric\n%zu %zu\n", s->n, s->n);
    for (size_t e = 0; e < s->n * (s->n + 1) / 2 && !ce_output_failed(output); e++) {
        ce_output_result(output, s->values[e]);
        ce_output_char(output, '\n');
    }
    return CE_OK;
}
