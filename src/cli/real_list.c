#include "cli/real_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/real.h"

/* As many values as anyone can want. */
enum { MOST_VALUES = 1000000 };

/* The end of a range: whole numbers up to here have all their digits. */
static const double LARGEST_RANGE = 1e15;

typedef struct {
    const ce_cli *cli;
    const char *option, *text;
    double *list;
    size_t count, capacity;
} reals;

static _Noreturn void refuse(const reals *r)
{
    ce_cli_usage(r->cli, "--%s '%s', numbers above 0 expected: 7, 1,2.5,10 or 1..50", r->option,
                 r->text);
}

/* The number that is `length` bytes long at `word`. */
static double one_value(const reals *r, const char *word, size_t length)
{
    char number[64];
    double value;

    if (length >= sizeof number)
        refuse(r);
    memcpy(number, word, length);
    number[length] = 0;
    if (ce_parse_real(number, length, &value) != 1 || value <= 0)
        refuse(r);
    return value;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int append(reals *r, double value, ce_error *err)
{
    int rc;

    if (r->count == MOST_VALUES)
        ce_cli_usage(r->cli, "--%s has more than %d values", r->option, MOST_VALUES);
    if ((rc = ce_grow(&r->list, &r->capacity, r->count + 1, sizeof *r->list, err)))
        return rc;
    r->list[r->count++] = value;
    return CE_OK;
}

/* No value may stand twice: two members would have the same name. */
static int refuse_twice(const reals *r, ce_error *err)
{
    double *sorted = ce_alloc(r->count, sizeof *sorted, err);

    if (!sorted)
        return CE_ENOMEM;
    memcpy(sorted, r->list, r->count * sizeof *sorted);
    qsort(sorted, r->count, sizeof *sorted, by_value);
    for (size_t i = 1; i < r->count; i++)
        if (sorted[i] == sorted[i - 1])
            ce_cli_usage(r->cli, "--%s has %.15g twice", r->option, sorted[i]);
    free(sorted);
    return CE_OK;
}

/* A number, or the whole numbers of a range. */
static int add_word(reals *r, const char *word, size_t length, ce_error *err)
{
    const char *dots = strstr(word, "..");
    double first, steps = 0;
    int rc = CE_OK;

    if (!dots || dots >= word + length) {
        first = one_value(r, word, length);
    } else {
        double last = one_value(r, dots + 2, length - (size_t)(dots + 2 - word));
        first = one_value(r, word, (size_t)(dots - word));
        if (first != floor(first) || last != floor(last) || first > last || last > LARGEST_RANGE)
            refuse(r);
        steps = last - first;
    }
    for (double step = 0; step <= steps && !rc; step++)
        rc = append(r, first + step, err);
    return rc;
}

int ce_cli_reals(const ce_cli *cli, const char *option, const char *text, double **list,
                 size_t *count, ce_error *err)
{
    reals r = {.cli = cli, .option = option, .text = text};
    size_t length;
    int rc = CE_OK;

    for (const char *word = text; !rc; word += length + 1) {
        length = strcspn(word, ",");
        rc = add_word(&r, word, length, err);
        if (!word[length])
            break;
    }
    *list = r.list;
    *count = r.count;
    return rc ? rc : refuse_twice(&r, err);
}
