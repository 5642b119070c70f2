/* Tables of sums: writing, and the texts of keys. */
#include "io/sums_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/output.h"

/* ---- keys ---- */

int ce_sums_key_cell(ce_sums_key_writer *key, const char *text, size_t length, ce_error *err)
{
    if (ce_grow(&key->text, &key->capacity, key->length + 2 * length + 4, 1, err))
        return CE_ENOMEM;
    if (key->length)
        key->text[key->length++] = ',';
    key->text[key->length++] = '"';
    for (size_t c = 0; c < length; c++) {
        if (text[c] == '"')
            key->text[key->length++] = '"';
        key->text[key->length++] = text[c];
    }
    key->text[key->length++] = '"';
    key->text[key->length] = '\0';
    return CE_OK;
}

const char *ce_sums_key_next(const char *at, const char *end, char *cell, size_t *length)
{
    *length = 0;
    if (at >= end)
        return NULL;
    for (at++; at < end; at++) {
        if (*at == '"' && (at + 1 == end || at[1] != '"'))
            break;
        at += *at == '"';
        cell[(*length)++] = *at;
    }
    cell[*length] = '\0';
    return at + 1 < end ? at + 2 : end;
}

/* ---- writing ---- */

static void write_text(ce_output *output, const char *text)
{
    ce_output_char(output, '"');
    for (; *text; text++) {
        if (*text == '"')
            ce_output_char(output, '"');
        ce_output_char(output, *text);
    }
    ce_output_char(output, '"');
}

static void write_head(ce_output *output, const ce_sums *sums)
{
    ce_output_text(output, CE_SUMS_FIRST "\nof,");
    write_text(output, sums->of);
    ce_output_printf(output, "\nround,%zu\n", sums->round);
    for (size_t o = 0; o < sums->options; o++) {
        ce_output_text(output, "option,");
        write_text(output, sums->option[o].name);
        ce_output_char(output, ',');
        write_text(output, sums->option[o].value);
        ce_output_char(output, '\n');
    }
    ce_output_printf(output, "parts,%zu\n", sums->parts);
    for (size_t p = 0; p < sums->held; p++)
        ce_output_printf(output, "part,%zu,%llu,%08lx\n", sums->part[p].part,
                         (unsigned long long)sums->part[p].objects,
                         (unsigned long)sums->part[p].crc);
}

static void write_entry(ce_output *output, const ce_sums_block *b, size_t e)
{
    char text[CE_EXACT_TEXT];

    if (b->join == CE_SUMS_ADD || b->join == CE_SUMS_KEYED) {
        ce_output_integer(output, b->count[e]);
    } else if (b->join == CE_SUMS_EXACT) {
        ce_output_write(output, text, ce_exact_format(&b->exact, e, text));
    } else if (!isnan(b->value[e])) {
        ce_output_real(output, b->value[e]);
    }
}

/* What stands before the entries of a row. */
static void write_front(ce_output *output, const ce_sums_block *b, size_t r)
{
    size_t length;
    const char *key;

    if (b->join == CE_SUMS_ROWS || b->join == CE_SUMS_TOP) {
        ce_output_printf(output, "%llu,", (unsigned long long)b->object[r]);
    } else if (b->join == CE_SUMS_KEYED) {
        ce_output_printf(output, "%lu,%llu,", (unsigned long)b->keys.part[r],
                         (unsigned long long)b->keys.place[r]);
        key = ce_sums_key_text(b, r, &length);
        ce_output_write(output, key, length);
        ce_output_char(output, ',');
    }
}

/* Whole numbers of a row; zeros that follow each other are a run, such as *14. */
static void write_counts(ce_output *output, const int64_t *count, size_t columns)
{
    for (size_t c = 0, zeros; c < columns; c += zeros ? zeros : 1) {
        for (zeros = 0; zeros < CE_SUMS_RUN && c + zeros < columns && !count[c + zeros]; zeros++)
            ;
        if (c)
            ce_output_char(output, ',');
        if (zeros > 1)
            ce_output_char(output, '*');
        ce_output_integer(output, zeros > 1 ? (int64_t)zeros : count[c]);
    }
}

static void write_block(ce_output *output, const ce_sums_block *b)
{
    ce_output_text(output, "block,");
    write_text(output, b->name);
    ce_output_printf(output, ",%s,%zu,%zu,%zu\n", ce_sums_join_name[b->join], b->rows, b->columns,
                     b->most == SIZE_MAX ? 0 : b->most);
    for (size_t r = 0; r < b->rows && !ce_output_failed(output); r++) {
        write_front(output, b, r);
        if (b->join == CE_SUMS_ADD)
            write_counts(output, b->count + r * b->columns, b->columns);
        for (size_t c = 0; c < b->columns && b->join != CE_SUMS_ADD; c++) {
            if (c)
                ce_output_char(output, ',');
            write_entry(output, b, r * b->columns + c);
        }
        ce_output_char(output, '\n');
    }
}

int ce_sums_write(const ce_sums *sums, const char *path, ce_error *err)
{
    ce_output *output = NULL;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    write_head(output, sums);
    for (size_t b = 0; b < sums->blocks; b++)
        write_block(output, &sums->block[b]);
    ce_output_text(output, "end\n");
    return ce_output_close(output, err);
}
