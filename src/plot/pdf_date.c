#include "plot/pdf_date.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/memory.h"

/* Bytes of the file, or of a part of it. */
typedef struct {
    const char *at;
    size_t length;
} span;

/* The rest of `all` from the first `text` on; at NULL where there is none. */
static span from_text(span all, const char *text)
{
    const char *at = memmem(all.at, all.length, text, strlen(text));

    return at ? (span){at, all.length - (size_t)(at - all.at)} : (span){NULL, 0};
}

static span behind_text(span all, const char *text)
{
    span found = from_text(all, text);
    size_t size = strlen(text);

    return found.at ? (span){found.at + size, found.length - size} : found;
}

static span until(span all, const char *end)
{
    return (span){all.at, (size_t)(end - all.at)};
}

/* The digits at the beginning of `all`, behind blanks and ends of lines. */
static span number_at(span all)
{
    while (all.length && (*all.at == ' ' || *all.at == '\n'))
        all = (span){all.at + 1, all.length - 1};
    size_t digits = 0;
    while (digits < all.length && all.at[digits] >= '0' && all.at[digits] <= '9')
        digits++;
    return (span){digits ? all.at : NULL, digits};
}

/* 0 for a number of too many digits. */
static size_t value_of(span number)
{
    size_t value = 0;

    if (number.length > 15)
        return 0;
    for (size_t i = 0; i < number.length; i++)
        value = value * 10 + (size_t)(number.at[i] - '0');
    return value;
}

/* ---- streams ---- */

typedef struct {
    span dictionary, data;
} stream;

/* The stream of the object that `object` begins with, or within which it begins. */
static int stream_of(span object, stream *found)
{
    span data = behind_text(object, "\nstream\n"), end;

    if (!data.at || !(end = from_text(data, "\nendstream")).at)
        return 0;
    found->dictionary = until(object, data.at);
    found->data = until(data, end.at);
    return from_text(found->dictionary, "/FlateDecode").at != NULL;
}

enum { LARGEST = 1 << 26 }; /* bytes of a stream; those of objects have some hundred */

/* What a stream holds, owned by the caller; NULL with *rc 0 where it is damaged or too large. */
static unsigned char *inflated(span data, size_t *length, int *rc, ce_error *err)
{
    for (size_t room = 4096; room <= LARGEST; room *= 4) {
        uLongf size = room;
        unsigned char *text = ce_alloc(room, 1, err);
        if (!text) {
            *rc = CE_ENOMEM;
            return NULL;
        }
        int failed = uncompress(text, &size, (const Bytef *)data.at, data.length);
        if (!failed) {
            *length = size;
            return text;
        }
        free(text);
        if (failed != Z_BUF_ERROR)
            break;
    }
    return NULL;
}

/* ---- the date ---- */

static int set_dates(char *text, size_t length)
{
    static const char before[] = "/CreationDate (D:", date[] = "20000101000000";
    const size_t begins = sizeof before - 1, size = begins + sizeof date - 1;
    int count = 0;

    for (size_t at = 0; at + size <= length; at++)
        if (!memcmp(text + at, before, begins)) {
            memcpy(text + at + begins, date, sizeof date - 1);
            count++;
        }
    return count;
}

/* ---- a stream of objects with the date ---- */

/* A piece of the file and what comes in its place. */
typedef struct {
    span old;
    const char *text;
    size_t length;
} piece;

enum { OBJECTS, OBJECTS_LENGTH, TABLE_LENGTH, TABLE, PLACE, PIECES };

/* In the order of the file. text: for numbers; the streams are owned. */
typedef struct {
    piece piece[PIECES];
    char text[PIECES][24];
    unsigned char *objects, *table;
    size_t objects_length, table_length; /* of what is in the streams */
} change;

static void set_number(change *c, int which, size_t value)
{
    piece *p = &c->piece[which];

    p->length = (size_t)snprintf(c->text[which], sizeof c->text[which], "%zu", value);
    p->text = c->text[which];
}

/* How far what begins at this byte of the old file moves. */
static ptrdiff_t moved(const change *c, const char *at)
{
    ptrdiff_t by = 0;

    for (int i = 0; i < PIECES; i++)
        if (c->piece[i].text && c->piece[i].old.at < at)
            by += (ptrdiff_t)c->piece[i].length - (ptrdiff_t)c->piece[i].old.length;
    return by;
}

/* The number that /Length of the dictionary of a stream refers to, in an object behind it. */
static span length_behind(span file, const stream *s)
{
    span number = number_at(behind_text(s->dictionary, "/Length ")), none = {NULL, 0};
    char name[48];

    if (!number.at || memcmp(number.at + number.length, " 0 R", 4))
        return none;
    snprintf(name, sizeof name, "\n%zu 0 obj\n", value_of(number));
    span rest = {s->data.at + s->data.length,
                 (size_t)(file.at + file.length - s->data.at) - s->data.length};
    rest = behind_text(rest, name);
    return rest.at ? number_at(rest) : none;
}

/* Moves the places of objects in the table: rows of kind, place and generation, as /W says. */
static int move_places(change *c, span file, span dictionary)
{
    span widths = behind_text(dictionary, "/W ["), number = {0};
    size_t width[3], row = 0;

    for (int w = 0; w < 3; w++) {
        number = number_at(widths);
        if (!number.at)
            return 0;
        width[w] = value_of(number);
        row += width[w];
        widths = (span){number.at + number.length,
                        widths.length - (size_t)(number.at + number.length - widths.at)};
    }
    if (width[0] != 1 || width[1] < 1 || width[1] > 7 || c->table_length % row)
        return 0;
    for (size_t at = 0; at < c->table_length; at += row) {
        unsigned char *place = c->table + at + 1;
        uint64_t value = 0;
        if (c->table[at] != 1)
            continue;
        for (size_t b = 0; b < width[1]; b++)
            value = value << 8 | place[b];
        if (value > file.length)
            return 0;
        value += (uint64_t)moved(c, file.at + value);
        if (value >> 8 * width[1])
            return 0;
        for (size_t b = width[1]; b-- > 0; value >>= 8)
            place[b] = (unsigned char)value;
    }
    return 1;
}

/* Finds the pieces of the file, and what is in the table. 1, or 0 where it is built otherwise or
 * memory fails; *rc as for ce_pdf_set_date. */
static int find_pieces(change *c, span file, const stream *objects, stream *table, int *rc,
                       ce_error *err)
{
    span place = {NULL, 0}, rest = file;
    size_t begins;

    c->piece[OBJECTS].old = objects->data;
    c->piece[OBJECTS_LENGTH].old = length_behind(file, objects);
    for (span next; (next = behind_text(rest, "\nstartxref\n")).at; rest = next)
        place = number_at(next);
    if (!c->piece[OBJECTS_LENGTH].old.at || !place.at)
        return 0;
    c->piece[PLACE].old = place;
    begins = value_of(place);
    if (begins >= file.length || file.at + begins <= c->piece[OBJECTS_LENGTH].old.at ||
        !stream_of((span){file.at + begins, file.length - begins}, table) ||
        !from_text(table->dictionary, "/Type /XRef").at ||
        from_text(table->dictionary, "/Predictor").at)
        return 0;
    c->piece[TABLE].old = table->data;
    c->piece[TABLE_LENGTH].old = number_at(behind_text(table->dictionary, "/Length "));
    return c->piece[TABLE_LENGTH].old.at &&
           (c->table = inflated(table->data, &c->table_length, rc, err));
}

/* Compresses *text, which becomes what it is compressed to, for a piece and its length. */
static int replace_stream(change *c, int which, int length_of, unsigned char **text, size_t length,
                          ce_error *err)
{
    uLongf size = compressBound(length);
    unsigned char *data = ce_alloc(size, 1, err);

    if (!data)
        return CE_ENOMEM;
    if (compress(data, &size, *text, length) != Z_OK) {
        free(data);
        return ce_fail(err, CE_ENOMEM, "out of memory to compress a PDF");
    }
    free(*text);
    *text = data;
    c->piece[which].text = (char *)data;
    c->piece[which].length = size;
    set_number(c, length_of, size);
    return CE_OK;
}

/* Makes what comes in the place of the pieces. *is_whole: 0 where the file is built otherwise. */
static int replace_pieces(change *c, span file, const stream *table, int *is_whole, ce_error *err)
{
    size_t begins = value_of(c->piece[PLACE].old);
    int rc = replace_stream(c, OBJECTS, OBJECTS_LENGTH, &c->objects, c->objects_length, err);

    /* nothing that moves lies behind the table */
    *is_whole = !rc && move_places(c, file, table->dictionary);
    if (!*is_whole)
        return rc;
    set_number(c, PLACE, begins + (size_t)moved(c, file.at + begins));
    return replace_stream(c, TABLE, TABLE_LENGTH, &c->table, c->table_length, err);
}

/* The file with the pieces replaced. */
static int put_together(const change *c, char **bytes, size_t *length, ce_error *err)
{
    size_t room = *length + 1, from = 0, to = 0;
    char *whole;

    for (int i = 0; i < PIECES; i++)
        room += c->piece[i].length;
    if (!(whole = ce_alloc(room, 1, err)))
        return CE_ENOMEM;
    for (int i = 0; i < PIECES; i++) {
        const piece *p = &c->piece[i];
        size_t at = (size_t)(p->old.at - *bytes);
        memcpy(whole + to, *bytes + from, at - from);
        memcpy(whole + to + (at - from), p->text, p->length);
        to += at - from + p->length;
        from = at + p->old.length;
    }
    memcpy(whole + to, *bytes + from, *length - from);
    to += *length - from;
    whole[to] = '\0';
    free(*bytes);
    *bytes = whole;
    *length = to;
    return CE_OK;
}

int ce_pdf_set_date(char **bytes, size_t *length, ce_error *err)
{
    span file = {*bytes, *length}, rest = file;
    int rc = CE_OK;

    if (file.length < 5 || memcmp(file.at, "%PDF-", 5) || set_dates(*bytes, *length))
        return CE_OK;
    while (!rc && (rest = behind_text(rest, "/Type /ObjStm")).at) {
        change c = {0};
        stream objects, table;
        int is_found = stream_of(rest, &objects) &&
                       (c.objects = inflated(objects.data, &c.objects_length, &rc, err)) &&
                       set_dates((char *)c.objects, c.objects_length);
        int is_whole = is_found && find_pieces(&c, file, &objects, &table, &rc, err);

        if (is_whole)
            rc = replace_pieces(&c, file, &table, &is_whole, err);
        if (!rc && is_whole)
            rc = put_together(&c, bytes, length, err);
        free(c.objects);
        free(c.table);
        if (is_found)
            break;
    }
    return rc;
}
