#include "core/constraints.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

int ce_constraints_add(ce_constraints *constraints, int32_t i, int32_t j, ce_link link, size_t line,
                       ce_error *err)
{
    int rc = ce_grow(&constraints->pair, &constraints->capacity, constraints->count + 1,
                     sizeof *constraints->pair, err);

    if (rc)
        return rc;
    constraints->pair[constraints->count++] =
        (ce_constraint){i < j ? i : j, i < j ? j : i, link, line};
    return CE_OK;
}

static int compare(const void *a, const void *b)
{
    const ce_constraint *x = a, *y = b;

    if (x->i != y->i)
        return x->i < y->i ? -1 : 1;
    if (x->j != y->j)
        return x->j < y->j ? -1 : 1;
    if (x->link != y->link)
        return x->link < y->link ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

void ce_constraints_sort(ce_constraints *constraints)
{
    if (constraints->count)
        qsort(constraints->pair, constraints->count, sizeof *constraints->pair, compare);
}

size_t ce_constraints_count(const ce_constraints *constraints, ce_link link)
{
    size_t count = 0;

    for (size_t c = 0; c < constraints->count; c++)
        count += constraints->pair[c].link == link;
    return count;
}

int ce_constraints_copy(ce_constraints *to, const ce_constraints *from, ce_error *err)
{
    int rc = CE_OK;

    to->n = from->n;
    to->count = 0;
    if (from->count &&
        !(rc = ce_grow(&to->pair, &to->capacity, from->count, sizeof *to->pair, err))) {
        memcpy(to->pair, from->pair, from->count * sizeof *to->pair);
        to->count = from->count;
    }
    return rc;
}

void ce_constraints_free(ce_constraints *constraints)
{
    if (!constraints)
        return;
    free(constraints->pair);
    *constraints = (ce_constraints){0};
}
