#include "constrain/answers.h"

#include <stdlib.h>

#include "core/memory.h"

int ce_answers_init(ce_answers *answers, size_t n, ce_error *err)
{
    ce_answers_free(answers);
    answers->parent = ce_alloc(n, sizeof *answers->parent, err);
    if (!answers->parent)
        return CE_ENOMEM;
    answers->given.n = n;
    for (size_t i = 0; i < n; i++)
        answers->parent[i] = (int32_t)i;
    return CE_OK;
}

void ce_answers_free(ce_answers *answers)
{
    if (!answers)
        return;
    ce_constraints_free(&answers->given);
    free(answers->parent);
    *answers = (ce_answers){0};
}

static int32_t root_of(ce_answers *answers, int32_t i)
{
    int32_t *parent = answers->parent;

    for (; parent[i] != i; i = parent[i])
        parent[i] = parent[parent[i]];
    return i;
}

int ce_answers_follow(ce_answers *answers, int32_t i, int32_t j)
{
    int32_t a = root_of(answers, i), b = root_of(answers, j);

    if (a == b)
        return CE_MUST_LINK;
    for (size_t c = 0; c < answers->given.count; c++) {
        const ce_constraint *pair = &answers->given.pair[c];
        int32_t x, y;
        if (pair->link != CE_CANNOT_LINK)
            continue;
        x = root_of(answers, pair->i);
        y = root_of(answers, pair->j);
        if ((x == a && y == b) || (x == b && y == a))
            return CE_CANNOT_LINK;
    }
    return -1;
}

int ce_answers_add(ce_answers *answers, int32_t i, int32_t j, ce_link link, ce_error *err)
{
    int rc = ce_constraints_add(&answers->given, i, j, link, 0, err);

    if (!rc && link == CE_MUST_LINK)
        answers->parent[root_of(answers, i)] = root_of(answers, j);
    return rc;
}
