#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/batch_internal.h"
#include "core/memory.h"
#include "core/utf8.h"

int ce_batch_is_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        int letter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z');
        int later = (text[i] >= '0' && text[i] <= '9') || text[i] == '-' || text[i] == '_';
        if (!letter && !(i && later))
            return 0;
    }
    return length > 0;
}

/* ---- words ---- */

/* The length of the word at text with its quotes, or of all the rest where one is not closed. */
static size_t word_length(const char *text)
{
    const char *at = text;

    while (*at && !strchr(" \t\n", *at)) {
        const char *close = *at == '\'' || *at == '"' ? strchr(at + 1, *at) : at;
        if (!close)
            return strlen(text);
        at = close + 1;
    }
    return (size_t)(at - text);
}

/* One word from *at on, which is moved behind it. Quotes are as in sh, without escapes. */
static int take_word(ce_batch *batch, const ce_batch_entry *entry, const char **at,
                     ce_batch_word *word, ce_error *err)
{
    const char *from = *at;
    size_t used = 0;
    char *text = ce_arena_take(&batch->arena, word_length(from) + 1, err);

    if (!text)
        return CE_ENOMEM;
    word->quoted = 0;
    while (*from && !strchr(" \t\n", *from)) {
        if (*from == '\'' || *from == '"') {
            const char *close = strchr(from + 1, *from);
            if (!close)
                return ce_batch_fail(batch, entry->line, err, "%s: a %c that is not closed",
                                     entry->key, *from);
            memcpy(text + used, from + 1, (size_t)(close - from - 1));
            used += (size_t)(close - from - 1);
            from = close + 1;
            word->quoted = 1;
        } else {
            text[used++] = *from++;
        }
    }
    for (size_t i = 0; i < used; i++)
        if ((unsigned char)text[i] < 32 || text[i] == 127)
            return ce_batch_fail(batch, entry->line, err, "%s: a control character in a word",
                                 entry->key);
    word->text = text;
    *at = from;
    return CE_OK;
}

int ce_batch_words(ce_batch *batch, const ce_batch_entry *entry, ce_batch_word **word,
                   size_t *count, ce_error *err)
{
    const char *at = entry->value;
    size_t most = strlen(at) / 2 + 1;
    int rc = CE_OK;

    *count = 0;
    *word = ce_arena_take(&batch->arena, most * sizeof **word, err);
    if (!*word)
        return CE_ENOMEM;
    while (!rc) {
        at += strspn(at, " \t\n");
        if (*at == '#')
            at += strcspn(at, "\n");
        else if (*at)
            rc = take_word(batch, entry, &at, &(*word)[(*count)++], err);
        else
            break;
    }
    return rc;
}

/* ---- values ---- */

typedef struct {
    ce_batch *batch;
    const ce_batch_entry *entry;
    char **value; /* grows here, moves into the arena at the end */
    size_t count, capacity;
    ce_error *err;
} list;

static int add_value(list *l, const char *text)
{
    if (l->count >= CE_BATCH_VALUES)
        return ce_batch_fail(l->batch, l->entry->line, l->err, "%s: more than %d values",
                             l->entry->key, CE_BATCH_VALUES);
    if (ce_grow(&l->value, &l->capacity, l->count + 1, sizeof *l->value, l->err))
        return CE_ENOMEM;
    l->value[l->count] = ce_arena_text(&l->batch->arena, text, strlen(text), l->err);
    return l->value[l->count++] ? CE_OK : CE_ENOMEM;
}

/* 1..100 or 001..100. *is: whether it is one at all. */
static int add_range(list *l, const char *word, int *is)
{
    size_t digits = strspn(word, "0123456789");
    const char *second = word + digits + 2;
    unsigned long long low, high;
    char text[32];
    int rc = CE_OK;

    *is = digits && !strncmp(word + digits, "..", 2) && *second &&
          !second[strspn(second, "0123456789")];
    if (!*is)
        return CE_OK;
    errno = 0;
    low = strtoull(word, NULL, 10);
    high = strtoull(second, NULL, 10);
    if (errno || low > high || high - low >= CE_BATCH_VALUES || digits > 18)
        return ce_batch_fail(l->batch, l->entry->line, l->err,
                             "%s: '%.60s', a range FIRST..LAST of at most %d numbers expected",
                             l->entry->key, word, CE_BATCH_VALUES);
    for (unsigned long long i = low; i <= high && !rc; i++) {
        snprintf(text, sizeof text, "%0*llu", *word == '0' ? (int)digits : 1, i);
        rc = add_value(l, text);
    }
    return rc;
}

/* A file whose name would be taken for an option gets ./ before it. */
static int add_file(list *l, const char *name)
{
    char *longer;
    int rc;

    if (ce_has_control(name))
        return ce_batch_fail(l->batch, l->entry->line, l->err,
                             "%s: a control character in the file name '%.100s'; rename it",
                             l->entry->key, name);
    if (*name != '-')
        return add_value(l, name);
    longer = ce_join(".", '/', name, l->err);
    rc = longer ? add_value(l, longer) : CE_ENOMEM;
    free(longer);
    return rc;
}

static int add_pattern(list *l, const char *pattern)
{
    glob_t found = {0};
    int rc = CE_OK, status = glob(pattern, 0, NULL, &found);

    if (status == GLOB_NOMATCH)
        rc = ce_batch_fail(l->batch, l->entry->line, l->err, "%s: no file is like '%.100s'",
                           l->entry->key, pattern);
    else if (status)
        rc = ce_batch_fail(l->batch, l->entry->line, l->err, "%s: cannot look for '%.100s'",
                           l->entry->key, pattern);
    for (size_t i = 0; !status && i < found.gl_pathc && !rc; i++)
        rc = add_file(l, found.gl_pathv[i]);
    if (!status)
        globfree(&found);
    return rc;
}

static int add_word(list *l, const ce_batch_word *word)
{
    int is_range = 0, rc;

    if (!*word->text)
        return ce_batch_fail(l->batch, l->entry->line, l->err, "%s: an empty value", l->entry->key);
    if (word->quoted)
        return add_value(l, word->text);
    rc = add_range(l, word->text, &is_range);
    if (rc || is_range)
        return rc;
    return strpbrk(word->text, "*?[") ? add_pattern(l, word->text) : add_value(l, word->text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Two tasks of one value would be one task. */
static int refuse_twice(list *l)
{
    char **sorted = ce_alloc(l->count, sizeof *sorted, l->err);
    int rc = sorted ? CE_OK : CE_ENOMEM;

    if (rc)
        return rc;
    memcpy(sorted, l->value, l->count * sizeof *sorted);
    qsort(sorted, l->count, sizeof *sorted, by_text);
    for (size_t i = 1; i < l->count && !rc; i++)
        if (!strcmp(sorted[i - 1], sorted[i]))
            rc = ce_batch_fail(l->batch, l->entry->line, l->err, "%s: '%.100s' comes twice",
                               l->entry->key, sorted[i]);
    free(sorted);
    return rc;
}

int ce_batch_values(ce_batch *batch, const ce_batch_entry *entry, ce_batch_parameter *parameter,
                    ce_error *err)
{
    list l = {batch, entry, NULL, 0, 0, err};
    ce_batch_word *word;
    size_t words;
    int rc = ce_batch_words(batch, entry, &word, &words, err);

    for (size_t w = 0; w < words && !rc; w++)
        rc = add_word(&l, &word[w]);
    if (!rc && !l.count)
        rc = ce_batch_fail(batch, entry->line, err, "%s has no value", entry->key);
    if (!rc && !parameter->of_name)
        rc = refuse_twice(&l);
    if (!rc) {
        parameter->value = ce_arena_take(&batch->arena, l.count * sizeof *l.value, err);
        rc = parameter->value ? CE_OK : CE_ENOMEM;
    }
    if (!rc) {
        memcpy(parameter->value, l.value, l.count * sizeof *l.value);
        parameter->count = l.count;
    }
    free(l.value);
    return rc;
}

/* ---- sizes and times ---- */

/* The only word of a value. */
static int one_word(ce_batch *batch, const ce_batch_entry *entry, const char **text,
                    const char *expected, ce_error *err)
{
    ce_batch_word *word;
    size_t count;
    int rc = ce_batch_words(batch, entry, &word, &count, err);

    if (!rc && count != 1)
        rc = ce_batch_fail(batch, entry->line, err, "%s = '%.60s', %s expected%s", entry->key,
                           entry->value, expected,
                           strchr(entry->value, '=') ? " (one key a line)" : "");
    if (!rc)
        *text = word[0].text;
    return rc;
}

static int refuse(ce_batch *batch, const ce_batch_entry *entry, const char *text,
                  const char *expected, ce_error *err)
{
    return ce_batch_fail(batch, entry->line, err, "%s = '%.60s', %s expected", entry->key, text,
                         expected);
}

int ce_batch_size(ce_batch *batch, const ce_batch_entry *entry, uint64_t *bytes, ce_error *err)
{
    static const char units[] = "KMGT", expected[] = "a size such as 500M or 2G";
    const char *text = NULL, *unit;
    size_t digits;
    int rc = one_word(batch, entry, &text, expected, err);

    if (rc)
        return rc;
    digits = strspn(text, "0123456789");
    unit = text[digits] ? strchr(units, text[digits]) : NULL;
    if (!digits || digits > 6 || !unit || text[digits + 1])
        return refuse(batch, entry, text, expected, err);
    *bytes = (uint64_t)strtoull(text, NULL, 10) << (10 * (unit - units + 1));
    return *bytes ? CE_OK : refuse(batch, entry, text, expected, err);
}

int ce_batch_time(ce_batch *batch, const ce_batch_entry *entry, uint64_t *seconds, ce_error *err)
{
    static const char units[] = "smhd", expected[] = "a time such as 90s, 10m, 2h or 1d12h";
    static const unsigned length[] = {1, 60, 3600, 86400};
    const char *text = NULL, *at;
    int rc = one_word(batch, entry, &text, expected, err);

    if (rc)
        return rc;
    *seconds = 0;
    for (at = text; *at;) {
        size_t digits = strspn(at, "0123456789");
        const char *unit = at[digits] ? strchr(units, at[digits]) : NULL;
        if (!digits || digits > 6 || !unit)
            return refuse(batch, entry, text, expected, err);
        *seconds += strtoull(at, NULL, 10) * length[unit - units];
        at += digits + 1;
    }
    return *seconds ? CE_OK : refuse(batch, entry, text, expected, err);
}

int ce_batch_whole(ce_batch *batch, const ce_batch_entry *entry, int high, int *value,
                   ce_error *err)
{
    char expected[64];
    const char *text = NULL;
    size_t digits;
    int rc;

    snprintf(expected, sizeof expected, "a whole number from 1 to %d", high);
    rc = one_word(batch, entry, &text, expected, err);
    if (rc)
        return rc;
    digits = strspn(text, "0123456789");
    if (!digits || digits > 6 || text[digits])
        return refuse(batch, entry, text, expected, err);
    *value = (int)strtol(text, NULL, 10);
    return *value >= 1 && *value <= high ? CE_OK : refuse(batch, entry, text, expected, err);
}
