/* The values of options, from text to the fields of a struct. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/memory.h"
#include "core/option_internal.h"

/* As many values as anyone can want in a list. */
enum { MOST_INTEGERS = 1 << 24, MOST_REALS = 1000000 };

/* The end of a range of reals: whole numbers up to here have all their digits. */
static const double largest_range = 1e15;

/* ---- one value ---- */

/* A default of several letters stands for no character. */
static int is_default_word(const ce_option *row, const char *text)
{
    return row->by_default && row->by_default[0] && row->by_default[1] &&
           !strcmp(text, row->by_default);
}

/* A word 3-5 or 3:5 of a list was meant as 3..5. */
static int refuse_dash(const ce_option *row, const char *text, ce_error *err)
{
    static const char digits[] = "0123456789";

    for (const char *word = text; word; word = strchr(word, ',')) {
        word += *word == ',';
        size_t first = strspn(word, digits),
               last = word[first] && strchr("-:", word[first])
                          ? strspn(word + first + 1, digits)
                          : 0;
        if (first && last && strchr(",", word[first + 1 + last]))
            return ce_fail(err, CE_EARG, "\001%s\002 '%s', a range is written %.*s..%.*s",
                           row->name, text, (int)first, word, (int)last, word + first + 1);
    }
    return 0;
}

/* A word 5..3 of a list was meant as 3..5. */
static int refuse_backwards(const ce_option *row, const char *text, ce_error *err)
{
    for (const char *word = text; word; word = strchr(word, ',')) {
        char *end, *after;
        double first, last;
        word += *word == ',';
        first = strtod(word, &end); /* stops at the second point of "3..", behind the first */
        end -= end > word && end[-1] == '.';
        if (end == word || strncmp(end, "..", 2) || end[2] == '.')
            continue;
        last = strtod(end + 2, &after);
        if (after > end + 2 && strchr(",", *after) && last > 0 && last < first)
            return ce_fail(err, CE_EARG, "\001%s\002 '%s', a range goes up: %.15g..%.15g expected",
                           row->name, text, last, first);
    }
    return 0;
}

/* Whether a number in the text is above what the row takes. */
static int is_above(const ce_option *row, const char *text)
{
    char *end;

    while (*text) {
        if (row->type != CE_REAL && *text == '.') { /* 2..9 has no number .9 */
            text++;
            continue;
        }
        if (strtod(text, &end) > row->high)
            return 1;
        text = end == text ? text + 1 : end;
    }
    return 0;
}

static int refuse(const ce_option *row, const char *text, ce_error *err)
{
    char range[80];
    int rc;

    if (row->type == CE_LIST || row->type == CE_REALS) {
        rc = refuse_dash(row, text, err);
        if (!rc)
            rc = refuse_backwards(row, text, err);
        if (rc)
            return rc;
    }
    if (row->type == CE_CHOICE)
        return ce_fail(err, CE_EARG, "\001%s\002 '%s', one of %s expected", row->name, text,
                       row->choices);
    if (row->type == CE_CHAR)
        return ce_fail(err, CE_EARG,
                       "\001%s\002 '%s', one character other than a quote or a line break%s%s "
                       "expected",
                       row->name, text, is_default_word(row, row->by_default) ? ", or " : "",
                       is_default_word(row, row->by_default) ? row->by_default : "");
    ce_option_range(row, is_above(row, text), range, sizeof range);
    return ce_fail(err, CE_EARG, row->type == CE_REALS ? "\001%s\002 '%s', %s"
                                                       : "\001%s\002 '%s', %s expected",
                   row->name, text, range);
}

static int in_range(const ce_option *row, double value)
{
    return (row->low == 0 && row->high == 0) || (value >= row->low && value <= row->high);
}

/* A whole number at *text, which moves behind it. */
static int parse_whole(const ce_option *row, const char **text, int *value)
{
    char *end;
    long number;

    /* strtol would skip white space */
    if (**text != '-' && (**text < '0' || **text > '9'))
        return 0;
    errno = 0;
    number = strtol(*text, &end, 10);
    if (end == *text || errno || number < INT32_MIN || number > INT32_MAX ||
        !in_range(row, (double)number))
        return 0;
    *text = end;
    *value = (int)number;
    return 1;
}

static int parse_choice(const char *choices, const char *text, int *value)
{
    size_t length = strlen(text);

    for (*value = 0;; ++*value) {
        size_t word = strcspn(choices, "|");
        if (word == length && !strncmp(choices, text, word))
            return 1;
        if (!choices[word])
            return 0;
        choices += word + 1;
    }
}

static int parse_seed(const char *text, uint64_t *value)
{
    char *end;

    if (*text < '0' || *text > '9')
        return 0;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return !errno && !*end;
}

static int parse_real(const char *text, double *value)
{
    char *end;

    /* strtod would take blanks and hexadecimal numbers too */
    if (!*text || strspn(text, "+-.0123456789eE") != strlen(text))
        return 0;
    *value = strtod(text, &end);
    return !*end && isfinite(*value);
}

static int set_share(const ce_option *row, const char *text, ce_share *field, ce_error *err)
{
    int is_fraction = strchr(text, '.') != NULL;
    double value;

    if (!parse_real(text, &value) || value <= 0 ||
        (!is_fraction && (value != floor(value) || value > largest_range)))
        return ce_fail(err, CE_EARG,
                       "\001%s\002 '%s', a whole number from 1 or a fraction with a point expected",
                       row->name, text);
    if (is_fraction && value > 1)
        return ce_fail(err, CE_EARG, "\001%s\002 '%s', a fraction up to 1.0 expected", row->name,
                       text);
    *field = (ce_share){value, is_fraction};
    return CE_OK;
}

static int set_shares(const ce_option *row, const char *text, ce_shares *field, ce_error *err)
{
    const char *to = strstr(text, "..");
    char *from;
    int rc;

    if (!to) {
        rc = set_share(row, text, &field->low, err);
        field->high = field->low;
        return rc;
    }
    from = ce_strndup(text, (size_t)(to - text), err);
    rc = from ? set_share(row, from, &field->low, err) : CE_ENOMEM;
    free(from);
    if (!rc)
        rc = set_share(row, to + 2, &field->high, err);
    if (!rc && (field->low.is_fraction != field->high.is_fraction ||
                field->low.value > field->high.value))
        rc = ce_fail(err, CE_EARG,
                     "\001%s\002 '%s', two fractions or two numbers, the lesser first, expected",
                     row->name, text);
    return rc;
}

size_t ce_share_count(const ce_share *share, size_t total)
{
    if (!share->is_fraction)
        return (size_t)share->value;
    return (size_t)fmax(1, ceil(share->value * (double)total - 1e-9)); /* 0.1 of 30 is 3, not 4 */
}

/* ---- lists ---- */

/* Remembers the memory of a list. It is freed with the settings. */
static int keep(ce_settings *settings, void *value, ce_error *err)
{
    ce_list_memory *list = value ? ce_alloc(1, sizeof *list, err) : NULL;

    if (!list) {
        free(value);
        return CE_ENOMEM;
    }
    *list = (ce_list_memory){settings->lists, value};
    settings->lists = list;
    return CE_OK;
}

/* The next word of a list at *text, which moves behind it and its comma: a number, or a range a..b.
 * 0: neither. */
static int parse_word(const ce_option *row, const char **text, int *first, int *last)
{
    if (!parse_whole(row, text, first))
        return 0;
    *last = *first;
    if (!strncmp(*text, "..", 2)) {
        *text += 2;
        if (!parse_whole(row, text, last) || *last < *first)
            return 0;
    }
    if (**text != ',')
        return !**text;
    ++*text;
    return **text != '\0';
}

/* How many numbers a list has; 0: it is no list, or one that is too long. */
static size_t count_integers(const ce_option *row, const char *text)
{
    size_t count = 0;
    int first, last;

    do {
        if (!parse_word(row, &text, &first, &last))
            return 0;
        count += (size_t)((int64_t)last - first) + 1;
    } while (*text && count <= MOST_INTEGERS);
    return count <= MOST_INTEGERS ? count : 0;
}

static int set_integers(ce_settings *settings, const ce_option *row, const char *text,
                        ce_int_list *field, ce_error *err)
{
    ce_int_list list = {.count = count_integers(row, text),
                        .is_range = strstr(text, "..") && !strchr(text, ',')};
    size_t at = 0;
    int first, last, rc;

    if (!list.count)
        return refuse(row, text, err);
    list.value = ce_alloc(list.count, sizeof *list.value, err);
    rc = keep(settings, list.value, err);
    if (rc)
        return rc;
    while (at < list.count && parse_word(row, &text, &first, &last))
        for (int64_t number = first; number <= last; number++)
            list.value[at++] = (int)number;
    *field = list;
    return CE_OK;
}

/* The numbers of one word of a list: a number, or a range of whole numbers. 0: neither. */
static int parse_reals_word(const char *word, size_t length, double *first, double *last)
{
    char text[80], *dots;

    if (length >= sizeof text)
        return 0;
    memcpy(text, word, length);
    text[length] = '\0';
    dots = strstr(text, "..");
    if (dots)
        *dots = '\0';
    if (!parse_real(text, first) || *first <= 0)
        return 0;
    *last = *first;
    if (!dots)
        return 1;
    return parse_real(dots + 2, last) && *last >= *first && *first == floor(*first) &&
           *last == floor(*last) && *last <= largest_range;
}

/* No value may stand twice: two members would have the same name. */
static int refuse_twice(const ce_option *row, const ce_real_list *list, ce_error *err)
{
    double *sorted = ce_alloc(list->count, sizeof *sorted, err);
    int rc = CE_OK;

    if (!sorted)
        return CE_ENOMEM;
    memcpy(sorted, list->value, list->count * sizeof *sorted);
    qsort(sorted, list->count, sizeof *sorted, ce_compare_reals);
    for (size_t i = 1; i < list->count && !rc; i++)
        if (sorted[i] == sorted[i - 1])
            rc = ce_fail(err, CE_EARG, "\001%s\002 has %.15g twice", row->name, sorted[i]);
    free(sorted);
    return rc;
}

static int set_reals(ce_settings *settings, const ce_option *row, const char *text,
                     ce_real_list *field, ce_error *err)
{
    ce_real_list list = {0};
    size_t capacity = 0;
    int rc = CE_OK;

    for (const char *word = text; !rc;) {
        size_t length = strcspn(word, ",");
        double first, last;
        if (!parse_reals_word(word, length, &first, &last)) {
            rc = refuse(row, text, err);
            break;
        }
        if (last - first >= MOST_REALS - (double)list.count)
            rc = ce_fail(err, CE_EARG, "\001%s\002 has more than %d values", row->name, MOST_REALS);
        for (double step = 0; step <= last - first && !rc; step++) {
            rc = ce_grow(&list.value, &capacity, list.count + 1, sizeof *list.value, err);
            if (!rc)
                list.value[list.count++] = first + step;
        }
        if (!word[length])
            break;
        word += length + 1;
    }
    if (rc) {
        free(list.value);
        return rc;
    }
    rc = keep(settings, list.value, err);
    if (!rc)
        rc = refuse_twice(row, &list, err);
    if (!rc)
        *field = list;
    return rc;
}

/* ---- any option ---- */

static int set_number(const ce_option *row, const char *text, void *field, ce_error *err)
{
    const char *rest = text;
    double real;
    uint64_t seed;
    int whole;

    if (row->type == CE_INTEGER && parse_whole(row, &rest, &whole) && !*rest)
        *(int *)field = whole;
    else if (row->type == CE_CHOICE && parse_choice(row->choices, text, &whole))
        *(int *)field = whole;
    else if (row->type == CE_SEED && parse_seed(text, &seed))
        *(uint64_t *)field = seed;
    else if (row->type == CE_REAL && parse_real(text, &real) && in_range(row, real))
        *(double *)field = real;
    else
        return refuse(row, text, err);
    return CE_OK;
}

int ce_settings_set_row(ce_settings *settings, const ce_option *row, const char *text,
                        ce_error *err)
{
    void *field = (char *)settings->values + row->offset;

    switch (row->type) {
    case CE_FLAG: *(int *)field = 1; return CE_OK;
    case CE_INPUT:
    case CE_INPUTS:
    case CE_OUTPUT:
        if (!*text)
            return ce_fail(err, CE_EARG, "\001%s\002 '', the name of a file expected", row->name);
        /* fall through */
    case CE_TEXT: *(const char **)field = text;
        return CE_OK;
    case CE_LIST: return set_integers(settings, row, text, field, err);
    case CE_REALS: return set_reals(settings, row, text, field, err);
    case CE_SHARE: return set_share(row, text, field, err);
    case CE_SHARES: return set_shares(row, text, field, err);
    case CE_CHAR:
        if (is_default_word(row, text)) {
            *(char *)field = '\0';
            return CE_OK;
        }
        if (!strcmp(text, "\\t"))
            text = "\t";
        if (strlen(text) != 1 || strchr("\"\n\r", *text))
            return refuse(row, text, err);
        *(char *)field = *text;
        return CE_OK;
    default: return set_number(row, text, field, err);
    }
}

int ce_ranges_text(char *text, size_t room, const int *value, size_t count, const char *between)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0, last; i < count; i = last + 1) {
        const char *before = i ? between : "";
        if (used + CE_RANGE > room)
            return 0;
        for (last = i; last + 1 < count && value[last + 1] >= value[last] &&
                       value[last + 1] <= value[last] + 1;)
            last++;
        if (value[last] - value[i] < 2)
            last = i; /* "4,5" */
        if (value[last] > value[i])
            used += (size_t)snprintf(text + used, room - used, "%s%d..%d", before, value[i],
                                     value[last]);
        else
            used += (size_t)snprintf(text + used, room - used, "%s%d", before, value[i]);
    }
    return 1;
}
