/* Tables of sums: reading. The whole file is in memory; every number is checked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/real.h"
#include "io/sums_table.h"

typedef struct {
    const char *name; /* of the file */
    char *text;       /* owned, with a NUL at its end */
    const char *at, *end;
    size_t line;
    ce_error *err;
} reader;

static int fail(const reader *r, const char *expected)
{
    const char *end = r->at;

    while (end < r->end && *end != '\n' && end - r->at < 40)
        end++;
    if (r->at == r->end)
        return ce_fail(r->err, CE_EINPUT, "%s:%zu: the end of the file, %s expected", r->name,
                       r->line, expected);
    return ce_fail(r->err, CE_EINPUT, "%s:%zu: '%.*s', %s expected", r->name, r->line,
                   (int)(end - r->at), r->at, expected);
}

/* ---- cells ---- */

static int is_end(char c)
{
    return c == ',' || c == '\n';
}

/* Skips the character that ends a cell: a comma, or with `last` the end of the line. */
static int end_cell(reader *r, int last)
{
    if (r->at == r->end || *r->at != (last ? '\n' : ','))
        return fail(r, last ? "the end of the line" : "a comma");
    r->at++;
    r->line += (size_t)last;
    return CE_OK;
}

/* A whole number up to the end of its cell. */
static int read_digits(reader *r, uint64_t most, uint64_t *value)
{
    const char *first = r->at;
    uint64_t x = 0;

    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        if (x > (UINT64_MAX - 9) / 10)
            break;
        x = 10 * x + (uint64_t)(*r->at - '0');
    }
    if (r->at == first || (r->at < r->end && !is_end(*r->at)) || x > most) {
        r->at = first;
        return fail(r, "a whole number that is not too large");
    }
    *value = x;
    return CE_OK;
}

static int read_whole(reader *r, uint64_t most, uint64_t *value, int last)
{
    int rc = read_digits(r, most, value);

    return rc ? rc : end_cell(r, last);
}

static int read_size(reader *r, size_t most, size_t *value, int last)
{
    uint64_t x = 0;
    int rc = read_whole(r, most, &x, last);

    *value = (size_t)x;
    return rc;
}

static int read_count(reader *r, int64_t *value, int last)
{
    int negative = r->at < r->end && *r->at == '-', rc;
    uint64_t x = 0;

    r->at += negative;
    rc = read_whole(r, INT64_MAX, &x, last);
    *value = negative ? -(int64_t)x : (int64_t)x;
    return rc;
}

/* A cell without quotes. */
static size_t plain_length(const reader *r)
{
    const char *c = r->at;

    while (c < r->end && !is_end(*c))
        c++;
    return (size_t)(c - r->at);
}

/* A number; an empty cell is NaN where that is allowed. */
static int read_real(reader *r, double *value, int may_lack, int last)
{
    size_t length = plain_length(r);

    *value = NAN;
    if ((length || !may_lack) && ce_parse_real(r->at, length, value) != 1)
        return fail(r, "a number");
    r->at += length;
    return end_cell(r, last);
}

static int read_exact(reader *r, ce_exact_sums *sums, size_t i, int last)
{
    size_t length = plain_length(r);
    int rc = ce_exact_parse(sums, i, r->at, length, r->err);

    if (rc == CE_ENOMEM)
        return rc;
    if (rc != 1)
        return fail(r, "an exact sum such as -1a2bp-40");
    r->at += length;
    return end_cell(r, last);
}

/* Goes over a text in quotes. */
static int skip_text(reader *r)
{
    const char *first = r->at;
    size_t line = r->line;

    if (r->at < r->end && *r->at == '"')
        for (r->at++; r->at < r->end; r->at++) {
            r->line += *r->at == '\n';
            if (*r->at != '"')
                continue;
            if (r->at + 1 == r->end || r->at[1] != '"') {
                r->at++;
                return CE_OK;
            }
            r->at++;
        }
    r->at = first;
    r->line = line;
    return fail(r, "a text in quotes");
}

/* *text is freed by the caller. */
static int read_text(reader *r, char **text, int last)
{
    const char *first = r->at;
    size_t length, line = r->line;
    int rc = skip_text(r);

    if (rc)
        return rc;
    *text = ce_alloc((size_t)(r->at - first) + 1, 1, r->err);
    if (!*text)
        return CE_ENOMEM;
    ce_sums_key_next(first, r->at, *text, &length);
    if (strlen(*text) != length) {
        r->at = first;
        r->line = line;
        return fail(r, "a text without NUL bytes");
    }
    return end_cell(r, last);
}

/* Skips a word and the comma behind it; 0 when it is not there. */
static int take_word(reader *r, const char *word, int last)
{
    size_t length = strlen(word);

    if ((size_t)(r->end - r->at) <= length || memcmp(r->at, word, length) ||
        r->at[length] != (last ? '\n' : ','))
        return 0;
    r->at += length + 1;
    r->line += (size_t)last;
    return 1;
}

/* ---- head ---- */

static int read_option(reader *r, ce_sums *sums)
{
    char *name = NULL, *value = NULL;
    int rc = read_text(r, &name, 0);

    if (!rc)
        rc = read_text(r, &value, 1);
    if (!rc)
        rc = ce_sums_set(sums, name, value, r->err);
    free(name);
    free(value);
    return rc;
}

static int read_crc(reader *r, uint32_t *crc)
{
    char *after;
    size_t length = plain_length(r);
    unsigned long value = length == 8 ? strtoul(r->at, &after, 16) : 0;

    if (length != 8 || after != r->at + 8 || r->at[1] == 'x' || *r->at == '-' || *r->at == '+' ||
        *r->at == ' ')
        return fail(r, "a checksum of eight digits");
    *crc = (uint32_t)value;
    r->at += length;
    return end_cell(r, 1);
}

static int read_part(reader *r, ce_sums *sums, size_t *capacity)
{
    ce_sums_part part = {0};
    const char *first = r->at;
    int rc = read_size(r, sums->parts, &part.part, 0);

    if (!rc)
        rc = read_whole(r, INT64_MAX / 2, &part.objects, 0);
    if (!rc)
        rc = read_crc(r, &part.crc);
    if (rc)
        return rc;
    if (!part.part || (sums->held && part.part <= sums->part[sums->held - 1].part)) {
        r->at = first;
        r->line--;
        return fail(r, "parts in ascending order");
    }
    rc = ce_grow(&sums->part, capacity, sums->held + 1, sizeof part, r->err);
    if (!rc)
        sums->part[sums->held++] = part;
    return rc;
}

static int read_head(reader *r, ce_sums *sums)
{
    size_t capacity = 0;
    int rc;

    if (!take_word(r, CE_SUMS_FIRST, 1))
        return fail(r, "a table of sums, which begins with " CE_SUMS_FIRST ",");
    if (!take_word(r, "of", 0))
        return fail(r, "'of'");
    rc = read_text(r, &sums->of, 1);
    if (!rc && !take_word(r, "round", 0))
        rc = fail(r, "'round'");
    if (!rc)
        rc = read_size(r, INT32_MAX, &sums->round, 1);
    while (!rc && take_word(r, "option", 0))
        rc = read_option(r, sums);
    if (!rc && !take_word(r, "parts", 0))
        rc = fail(r, "'parts' or 'option'");
    if (!rc)
        rc = read_size(r, INT32_MAX, &sums->parts, 1);
    while (!rc && take_word(r, "part", 0))
        rc = read_part(r, sums, &capacity);
    return rc;
}

/* ---- blocks ---- */

static int read_entry(reader *r, ce_sums_block *b, size_t e, int last)
{
    switch (b->join) {
    case CE_SUMS_KEYED: return read_count(r, &b->count[e], last);
    case CE_SUMS_EXACT: return read_exact(r, &b->exact, e, last);
    default: return read_real(r, &b->value[e], b->join <= CE_SUMS_LARGEST, last);
    }
}

/* A row of whole numbers, where *14 stands for fourteen zeros; the row is zero already. */
static int read_counts(reader *r, int64_t *count, size_t columns)
{
    uint64_t zeros;
    int rc = CE_OK;

    for (size_t c = 0; c < columns && !rc; c += zeros) {
        const char *first = r->at;
        zeros = 1;
        if (r->at == r->end || *r->at != '*') {
            rc = read_count(r, &count[c], c + 1 == columns);
            continue;
        }
        r->at++;
        rc = read_digits(r, INT64_MAX, &zeros);
        if (!rc && (!zeros || zeros > CE_SUMS_RUN || zeros > columns - c)) {
            r->at = first;
            rc = fail(r, "a run of zeros that is not too long");
        }
        if (!rc)
            rc = end_cell(r, c + zeros == columns);
    }
    return rc;
}

static int read_keyed_row(reader *r, ce_sums_block *b, size_t parts)
{
    size_t part, at, had = b->rows;
    uint64_t place;
    const char *key;
    int rc = read_size(r, parts, &part, 0);

    if (!rc)
        rc = read_whole(r, INT64_MAX, &place, 0);
    if (rc)
        return rc;
    key = r->at;
    for (;;) {
        rc = skip_text(r);
        if (rc || r->at + 1 >= r->end || r->at[0] != ',' || r->at[1] != '"')
            break;
        r->at++;
    }
    if (!rc)
        rc = ce_sums_key(b, key, (size_t)(r->at - key), part, place, &at, r->err);
    if (!rc && b->rows == had)
        rc = fail(r, "keys that differ");
    if (!rc)
        rc = end_cell(r, 0);
    for (size_t c = 0; c < b->columns && !rc; c++)
        rc = read_entry(r, b, at * b->columns + c, c + 1 == b->columns);
    return rc;
}

static int read_object_row(reader *r, ce_sums_block *b, double *row)
{
    uint64_t object;
    int rc = read_whole(r, INT64_MAX, &object, 0);

    for (size_t c = 0; c < b->columns && !rc; c++)
        rc = read_real(r, &row[c], 0, c + 1 == b->columns);
    return rc ? rc : ce_sums_row(b, object, row, r->err);
}

static int read_rows(reader *r, ce_sums_block *b, size_t rows, size_t parts)
{
    double *row = ce_alloc(b->columns, sizeof *row, r->err);
    int rc = row ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < rows && !rc; i++) {
        if (b->join == CE_SUMS_KEYED) {
            rc = read_keyed_row(r, b, parts);
        } else if (b->join == CE_SUMS_ROWS || b->join == CE_SUMS_TOP) {
            rc = read_object_row(r, b, row);
        } else if (b->join == CE_SUMS_ADD) {
            rc = read_counts(r, b->count + i * b->columns, b->columns);
        } else {
            for (size_t c = 0; c < b->columns && !rc; c++)
                rc = read_entry(r, b, i * b->columns + c, c + 1 == b->columns);
        }
    }
    free(row);
    return rc;
}

static int read_join(reader *r, ce_sums_how *join)
{
    for (int j = 0; j < CE_SUMS_HOWS; j++)
        if (take_word(r, ce_sums_join_name[j], 0)) {
            *join = (ce_sums_how)j;
            return CE_OK;
        }
    return fail(r, "add, exact, least, largest, keyed, rows or top");
}

static int read_block(reader *r, ce_sums *sums)
{
    char *name = NULL;
    ce_sums_how join = CE_SUMS_ADD;
    size_t rows = 0, columns = 0, most = 0, room;
    ce_sums_block *b = NULL;
    int rc = read_text(r, &name, 0);

    if (!rc)
        rc = read_join(r, &join);
    if (!rc)
        rc = read_size(r, SIZE_MAX / 2, &rows, 0);
    if (!rc)
        rc = read_size(r, SIZE_MAX / 2, &columns, 0);
    if (!rc)
        rc = read_size(r, SIZE_MAX / 2, &most, 1);
    /* each entry, or run of them, has a byte and one that ends it: no memory for what is not there
     */
    room = (size_t)(r->end - r->at) * (join == CE_SUMS_ADD ? CE_SUMS_RUN / 4 : 1);
    if (!rc && (!columns || columns > room || rows > room / columns))
        rc = fail(r, "as many entries as the block says");
    if (!rc)
        rc = ce_sums_add(sums, name, join, rows, columns, &b, r->err);
    if (!rc && most)
        b->most = most;
    if (!rc)
        rc = read_rows(r, b, rows, sums->parts);
    free(name);
    return rc;
}

/* Takes the CR before each LF away, where the first line ends so. Returns the length that is left.
 */
static size_t drop_returns(char *text, size_t length)
{
    const char *first = memchr(text, '\n', length);
    size_t kept = 0;

    if (!first || first == text || first[-1] != '\r')
        return length;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\r' || i + 1 == length || text[i + 1] != '\n')
            text[kept++] = text[i];
    text[kept] = '\0';
    return kept;
}

int ce_sums_read_input(ce_sums *sums, ce_input *input, ce_error *err)
{
    reader r = {.name = ce_input_name(input), .line = 1, .err = err};
    size_t length;
    int rc = ce_input_read_all(input, &r.text, &length, err);

    if (rc)
        return rc;
    r.at = r.text;
    r.end = r.text + drop_returns(r.text, length);
    rc = read_head(&r, sums);
    while (!rc && take_word(&r, "block", 0))
        rc = read_block(&r, sums);
    if (!rc && !take_word(&r, "end", 1))
        rc = fail(&r, "'block' or 'end'");
    if (!rc && r.at != r.end)
        rc = fail(&r, "nothing more");
    free(r.text);
    if (rc)
        ce_sums_free(sums);
    return rc;
}

int ce_sums_read(ce_sums *sums, const char *path, ce_error *err)
{
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_sums_read_input(sums, input, err);
    ce_input_close(input, err);
    return rc;
}

int ce_input_is_sums(ce_input *input, int *is_sums, ce_error *err)
{
    char head[sizeof CE_SUMS_FIRST];
    size_t got;
    int rc = ce_input_peek(input, head, sizeof CE_SUMS_FIRST - 1, &got, err);

    *is_sums = !rc && got == sizeof CE_SUMS_FIRST - 1 && !memcmp(head, CE_SUMS_FIRST, got);
    return rc;
}
