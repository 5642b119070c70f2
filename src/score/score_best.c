#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "score/score_table.h"
#include "score/scores.h"

/* The length of METHOD in METHOD.kK; of the whole name where it is not so written. *digits: K,
 * without leading zeros; "" there. */
static size_t method_length(const char *name, const char **digits)
{
    size_t length = strlen(name), first = length;

    while (first > 0 && name[first - 1] >= '0' && name[first - 1] <= '9')
        first--;
    *digits = name + length;
    if (first == length || first < 3 || name[first - 1] != 'k' || name[first - 2] != '.')
        return length;
    for (*digits = name + first; **digits == '0';)
        (*digits)++;
    return first - 2;
}

/* Numbers of any length, as digits. */
static int is_smaller(const char *a, const char *b)
{
    size_t x = strlen(a), y = strlen(b);

    return x != y ? x < y : strcmp(a, b) < 0;
}

/* Clustering q is better than p, which comes before it. */
static int is_better(const ce_score_table *scores, size_t q, size_t p)
{
    double direction = ce_score_entry_at((size_t)scores->measures->which[0])->direction;
    double now = direction * scores->value[q * scores->columns],
           best = direction * scores->value[p * scores->columns];
    const char *k, *best_k;

    if (isnan(now) || isnan(best) ? isnan(now) != isnan(best) : now != best)
        return isnan(best) || now > best;
    method_length(scores->table->name[q], &k);
    method_length(scores->table->name[p], &best_k);
    return is_smaller(k, best_k);
}

int ce_score_table_best(ce_score_table *scores, ce_error *err)
{
    const ce_score_entry *measure = ce_score_entry_at((size_t)scores->measures->which[0]);
    ce_categories methods = {0};
    size_t *best =
        ce_alloc(scores->rows, sizeof *best, err); /* the clustering of each row that stays ... */
    size_t *of_method =
        ce_alloc(scores->rows, sizeof *of_method, err); /* ... and the row of each method */
    size_t count = 0;
    int rc = best && of_method ? CE_OK : CE_ENOMEM;

    if (!rc && !measure->direction)
        rc = ce_fail(err, CE_EARG, "measure '%s' has no best value", measure->name);
    for (size_t q = 0; q < scores->rows && !rc; q++) {
        const char *name = scores->table->name[q], *digits;
        size_t length = method_length(name, &digits), known = methods.count;
        int32_t method = 0;
        if (name[length] && (method = ce_categories_number(&methods, name, length, err)) < 0)
            rc = method;
        else if (!name[length])
            best[count++] = q;
        else if ((size_t)method < known)
            best[of_method[method]] =
                is_better(scores, q, best[of_method[method]]) ? q : best[of_method[method]];
        else
            best[of_method[method] = count++] = q;
    }
    for (size_t r = 0; r < count && !rc; r++) /* best[r] >= r */
        memcpy(scores->value + r * scores->columns, scores->value + best[r] * scores->columns,
               scores->columns * sizeof *scores->value);
    ce_categories_free(&methods);
    free(of_method);
    if (rc) {
        free(best);
        return rc;
    }
    free(scores->clustering);
    scores->clustering = best;
    scores->rows = count;
    return CE_OK;
}
