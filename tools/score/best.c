#include "score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/columns.h"

/* The length of METHOD in METHOD.kK or METHOD.kK#N, and *digits: K without leading zeros and what
 * follows. For any other name the length of all of it, and "". */
static size_t method_length(const char *name, const char **digits)
{
    size_t length = ce_column_name_length(name), first = length;

    while (first > 0 && name[first - 1] >= '0' && name[first - 1] <= '9')
        first--;
    if (first == length || first < 3 || name[first - 1] != 'k' || name[first - 2] != '.') {
        *digits = name + strlen(name);
        return strlen(name);
    }
    for (*digits = name + first; **digits == '0';)
        (*digits)++;
    return first - 2;
}

/* Numbers of any length, as digits. */
static int is_smaller(const char *a, const char *b)
{
    size_t x = strspn(a, "0123456789"), y = strspn(b, "0123456789");

    return x != y ? x < y : memcmp(a, b, x) < 0;
}

/* Clustering q is better than p, which comes before it. */
static int is_better(const score_result *result, double direction, size_t q, size_t p)
{
    const ce_score_table *scores = &result->scores;
    double now = direction * scores->value[q * scores->columns],
           best = direction * scores->value[p * scores->columns];
    const char *k, *best_k;

    if (isnan(now) != isnan(best))
        return isnan(best);
    if (!isnan(now) && now != best)
        return now > best;
    method_length(result->table->name[q], &k);
    method_length(result->table->name[p], &best_k);
    return is_smaller(k, best_k);
}

/* The clusterings that stay, in the order of their methods. */
typedef struct {
    ce_categories methods;
    size_t *best;      /* of each row that stays: the clustering */
    size_t *of_method; /* of each method: the row */
    size_t count;      /* rows so far */
} choice;

static int choice_alloc(choice *c, size_t clusterings, ce_error *err)
{
    c->best = ce_alloc(clusterings, sizeof *c->best, err);
    c->of_method = ce_alloc(clusterings, sizeof *c->of_method, err);
    return c->best && c->of_method ? CE_OK : CE_ENOMEM;
}

static void choice_free(choice *c)
{
    ce_categories_free(&c->methods);
    free(c->best);
    free(c->of_method);
}

/* Clustering q takes a row of its own, or its method's row if it is better than what is there. */
static int consider(choice *c, const score_result *result, double direction, size_t q,
                    ce_error *err)
{
    const char *name = result->table->name[q], *digits;
    size_t length = method_length(name, &digits), known = c->methods.count, row;
    int32_t method;

    if (!name[length]) { /* not METHOD.kK */
        c->best[c->count++] = q;
        return CE_OK;
    }
    method = ce_categories_number(&c->methods, name, length, err);
    if (method < 0)
        return method;
    if ((size_t)method == known) {
        c->of_method[method] = c->count;
        c->best[c->count++] = q;
        return CE_OK;
    }
    row = c->of_method[method];
    if (is_better(result, direction, q, c->best[row]))
        c->best[row] = q;
    return CE_OK;
}

/* Row r of the table moves up from best[r] >= r. */
static void keep_rows(ce_score_table *scores, const size_t *best, size_t count)
{
    for (size_t r = 0; r < count; r++)
        memcpy(scores->value + r * scores->columns, scores->value + best[r] * scores->columns,
               scores->columns * sizeof *scores->value);
    scores->rows = count;
}

int score_keep_best(score_result *result, ce_error *err)
{
    int measure = result->measures->which[0], rc;
    int direction = ce_score_direction((ce_score)measure);
    choice c = {0};

    if (!direction)
        return ce_fail(err, CE_EARG, "measure '%s' has no best value",
                       score_measures().measure[measure].name);
    rc = choice_alloc(&c, result->scores.rows, err);
    for (size_t q = 0; q < result->scores.rows && !rc; q++)
        rc = consider(&c, result, direction, q, err);
    if (!rc) {
        keep_rows(&result->scores, c.best, c.count);
        free(result->clustering);
        result->clustering = c.best;
        c.best = NULL;
    }
    choice_free(&c);
    return rc;
}
