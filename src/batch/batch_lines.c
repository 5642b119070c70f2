#include <stdlib.h>
#include <string.h>

#include "batch/batch_internal.h"
#include "core/memory.h"

typedef struct {
    ce_batch *batch;
    ce_batch_entries *entries;
    const char *section, *name;
    ce_grown value; /* of the entry that may go on */
    ce_error *err;
} reader;

static char *trimmed(char *text)
{
    size_t length;

    text += strspn(text, " \t");
    length = strlen(text);
    while (length && strchr(" \t", text[length - 1]))
        text[--length] = '\0';
    return text;
}

static int add_entry(reader *r, const char *key, size_t line)
{
    int rc = ce_grow(&r->entries->entry, &r->entries->capacity, r->entries->count + 1,
                     sizeof *r->entries->entry, r->err);

    if (!rc)
        r->entries->entry[r->entries->count++] =
            (ce_batch_entry){r->section, r->name, key, "", line};
    return rc;
}

/* The value of the last entry is complete. */
static int end_value(reader *r)
{
    ce_batch_entry *last;

    if (!r->value.used && !r->value.rc)
        return CE_OK;
    if (r->value.rc)
        return ce_fail(r->err, CE_ENOMEM, "%s: out of memory", r->batch->path);
    last = &r->entries->entry[r->entries->count - 1];
    last->value = ce_arena_text(&r->batch->arena, r->value.bytes, r->value.used, r->err);
    ce_grown_free(&r->value);
    return last->value ? CE_OK : CE_ENOMEM;
}

/* [parameters] or [step NAME] */
static int take_section(reader *r, char *text, size_t number)
{
    size_t length = strcspn(text, "]");
    const char *rest = text + length + (text[length] != '\0');
    char *name;

    rest += strspn(rest, " \t");
    if (!text[length] || (*rest && *rest != '#'))
        return ce_batch_fail(r->batch, number, r->err,
                             "'%.60s', [parameters] or [step NAME] expected", text);
    text[length] = '\0';
    text = trimmed(text + 1);
    length = strcspn(text, " \t");
    name = text + length + strspn(text + length, " \t");
    if (strncmp(text, "step", length) || length != 4) {
        if (strcmp(text, "parameters"))
            return ce_batch_fail(r->batch, number, r->err,
                                 "[%.60s], [parameters] or [step NAME] expected", text);
    } else if (!ce_batch_is_name(name, strlen(name))) {
        return ce_batch_fail(r->batch, number, r->err,
                             "[step %.60s]: a name of letters, digits, - and _ expected that "
                             "begins with a letter",
                             name);
    }
    r->section = *name ? "step" : "parameters";
    r->name = ce_arena_text(&r->batch->arena, name, strlen(name), r->err);
    return r->name ? add_entry(r, NULL, number) : CE_ENOMEM;
}

static int take_key(reader *r, char *line, size_t number)
{
    char *equals = strchr(line, '='), *key;

    if (!equals)
        return ce_batch_fail(r->batch, number, r->err,
                             "'%.60s', KEY = VALUE expected (a line that goes on with the value "
                             "before begins with a blank)",
                             trimmed(line));
    *equals = '\0';
    key = trimmed(line);
    if (!*key)
        return ce_batch_fail(r->batch, number, r->err, "no key before the =");
    key = ce_arena_text(&r->batch->arena, key, strlen(key), r->err);
    if (!key || add_entry(r, key, number))
        return CE_ENOMEM;
    ce_grown_text(&r->value, trimmed(equals + 1));
    return CE_OK;
}

static int take_line(reader *r, char *line, size_t number)
{
    const char *first = line + strspn(line, " \t");
    int goes_on = first > line, rc;

    if (!*first || *first == '#')
        return CE_OK;
    if (goes_on) {
        if (!r->entries->count || !r->entries->entry[r->entries->count - 1].key)
            return ce_batch_fail(r->batch, number, r->err,
                                 "a line that begins with a blank goes on with a value, and there "
                                 "is none before it");
        if (r->value.used)
            ce_grown_text(&r->value, "\n");
        ce_grown_text(&r->value, line);
        return CE_OK;
    }
    rc = end_value(r);
    if (rc)
        return rc;
    return *line == '[' ? take_section(r, trimmed(line), number) : take_key(r, line, number);
}

int ce_batch_lines(ce_batch *batch, char *text, size_t length, ce_batch_entries *entries,
                   ce_error *err)
{
    reader r = {batch, entries, "", "", {0}, err};
    char *line = text, *end = text + length;
    int rc = CE_OK;

    if (length >= 3 && !memcmp(text, "\357\273\277", 3))
        line += 3;
    for (size_t number = 1; line < end && !rc; number++) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t size = (size_t)((stop ? stop : end) - line);
        if (memchr(line, '\0', size)) {
            rc = ce_batch_fail(batch, number, err, "a NUL byte, text expected");
            break;
        }
        if (size && line[size - 1] == '\r')
            line[size - 1] = '\0';
        line[size] = '\0';
        rc = take_line(&r, line, number);
        line += size + 1;
    }
    if (!rc)
        rc = end_value(&r);
    ce_grown_free(&r.value);
    return rc;
}
