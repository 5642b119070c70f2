#include "plot/short_names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* ---- one text ---- */

static int begins_letter(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

size_t ce_plot_letters(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += begins_letter(*text);
    return count;
}

/* Bytes of the first letters of a text. */
static size_t bytes_of(const char *text, size_t letters)
{
    size_t at = 0;

    for (; text[at]; at++)
        if (begins_letter(text[at]) && !letters--)
            break;
    return at;
}

void ce_plot_cut_text(const char *text, size_t most, char *cut, size_t size)
{
    size_t letters = ce_plot_letters(text), keep = most > 2 ? most - 2 : 0, head = (keep + 1) / 2;
    const char *tail;

    if (letters <= most) {
        snprintf(cut, size, "%.*s", (int)bytes_of(text, most), text);
        return;
    }
    tail = text + bytes_of(text, letters - (keep - head));
    snprintf(cut, size, "%.*s...%s", (int)bytes_of(text, head), text, tail);
}

size_t ce_plot_shared(const char *text, const char *other, size_t share)
{
    size_t at = 0;

    while (at < share && text[at] && text[at] == other[at])
        at++;
    while (at && text[at] && !begins_letter(text[at]))
        at--;
    return at;
}

void ce_plot_cut_name(const char *text, size_t shared, size_t most, char *cut, size_t size)
{
    enum { FEW = 6 };

    if (shared < FEW || ce_plot_letters(text) <= most || most <= FEW) {
        ce_plot_cut_text(text, most, cut, size);
        return;
    }
    memcpy(cut, "...", 3);
    ce_plot_cut_text(text + shared, most - 3, cut + 3, size - 3);
}

/* ---- several names ---- */

/* What stands for the letters that are left out. */
static const char gap[] = "...";

enum { GAP = sizeof gap - 1 };

typedef struct {
    const char *name;
    char *text; /* of `size` bytes */
} entry;

static int by_text(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = strcmp(x->text, y->text);

    return order ? order : strcmp(x->name, y->name);
}

void ce_short_names_free(ce_short_names *names)
{
    if (!names)
        return;
    for (size_t i = 0; i < names->count; i++)
        free(names->text[i]);
    free(names->text);
    *names = (ce_short_names){0};
}

/* Bytes that two texts share at their ends, whole letters, at most `share`. */
static size_t shared_end(const char *text, const char *other, size_t share)
{
    size_t at = 0, length = strlen(text), end = strlen(other);

    while (at < share && at < length && at < end && text[length - 1 - at] == other[end - 1 - at])
        at++;
    while (at && !begins_letter(text[length - at]))
        at--;
    return at;
}

/* So many letters further back in a text. */
static const char *back(const char *at, const char *text, size_t letters)
{
    while (at > text && letters--)
        for (at--; at > text && !begins_letter(*at); at--)
            ;
    return at;
}

/* No blank stands behind the gap. */
static const char *without_blank(const char *at, const char *text)
{
    return at > text && *at == ' ' && at[1] ? at + 1 : at;
}

/* Without the first `shared` bytes, but with as many of their letters as there is room for. */
static void cut_front(const entry *e, size_t shared, size_t most, size_t size)
{
    const char *from = e->name + shared;
    size_t letters = ce_plot_letters(from);

    from = without_blank(back(from, e->name, most - GAP - letters), e->name);
    snprintf(e->text, size, "%s%s", from > e->name ? gap : "", from);
}

/* Without the last `drop` bytes too, but with as many of their letters as there is room for. */
static int cut_both(const entry *e, size_t shared, size_t drop, size_t most, size_t size,
                    ce_error *err)
{
    const char *from = without_blank(e->name + shared, e->name);
    size_t length = strlen(from), letters;
    char *middle = ce_strndup(from, length > drop ? length - drop : 0, err);

    if (!middle)
        return CE_ENOMEM;
    letters = ce_plot_letters(middle);
    if (letters < most - 2 * GAP) {
        const char *end = from + bytes_of(from, most - 2 * GAP);
        while (*end && end > from && end[-1] == ' ')
            end--;
        snprintf(e->text, size, "%s%.*s%s", gap, (int)(end - from), from, *end ? gap : "");
    } else {
        size_t at;
        memcpy(e->text, gap, GAP);
        ce_plot_cut_text(middle, most - 2 * GAP, e->text + GAP, size - GAP);
        at = strlen(e->text);
        snprintf(e->text + at, size - at, "%s", gap);
    }
    free(middle);
    return CE_OK;
}

/* Names of one text, sorted. */
static int part(const entry *group, size_t count, size_t most, size_t size, ce_error *err)
{
    size_t shared = SIZE_MAX, drop = SIZE_MAX, longest = 0;
    int rc = CE_OK;

    if (most <= 2 * GAP || !strcmp(group[0].name, group[count - 1].name))
        return CE_OK;
    for (size_t i = 1; i < count; i++) {
        shared = ce_plot_shared(group[i].name, group[0].name, shared);
        drop = shared_end(group[i].name, group[0].name, drop);
    }
    for (size_t i = 0; i < count; i++) {
        size_t letters = ce_plot_letters(group[i].name + shared);
        longest = letters > longest ? letters : longest;
    }
    for (size_t i = 0; i < count && !rc; i++)
        if (longest <= most - GAP)
            cut_front(&group[i], shared, most, size);
        else
            rc = cut_both(&group[i], shared, drop, most, size, err);
    return rc;
}

/* Cuts all, and parts those that come out the same. */
static int cut_all(entry *all, size_t count, size_t most, size_t size, ce_error *err)
{
    size_t end;
    int rc = CE_OK;

    for (size_t i = 0; i < count; i++)
        ce_plot_cut_text(all[i].name, most, all[i].text, size);
    qsort(all, count, sizeof *all, by_text);
    for (size_t first = 0; first < count && !rc; first = end) {
        end = first + 1;
        while (end < count && !strcmp(all[end].text, all[first].text))
            end++;
        rc = part(all + first, end - first, most, size, err);
    }
    return rc;
}

int ce_short_names_build(ce_short_names *names, const char *const *name, size_t count, size_t most,
                         ce_error *err)
{
    size_t size = 4 * (most + GAP) + 4 + 2 * GAP;
    entry *all = ce_alloc(count, sizeof *all, err);
    int rc = CE_OK;

    *names = (ce_short_names){.text = ce_calloc(count, sizeof *names->text, err)};
    if (!all || !names->text)
        rc = CE_ENOMEM;
    for (size_t i = 0; i < count && !rc; i++) {
        names->text[i] = ce_alloc(size, 1, err);
        names->count++;
        all[i] = (entry){name[i], names->text[i]};
        if (!names->text[i])
            rc = CE_ENOMEM;
    }
    if (!rc)
        rc = cut_all(all, count, most, size, err);
    free(all);
    if (rc)
        ce_short_names_free(names);
    return rc;
}
