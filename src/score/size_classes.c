#include "score/size_classes.h"

#include <stdlib.h>

#include "core/memory.h"

static int by_size(const void *x, const void *y)
{
    const ce_size_class *a = x, *b = y;

    return (a->size > b->size) - (a->size < b->size);
}

int ce_size_classes(const int64_t *sum, size_t count, ce_size_class **classes, size_t *found,
                    ce_error *err)
{
    ce_size_class *c = ce_alloc(count, sizeof *c, err);
    size_t used = 0, distinct = 0;

    if (!c)
        return CE_ENOMEM;
    for (size_t i = 0; i < count; i++)
        if (sum[i] > 0)
            c[used++] = (ce_size_class){sum[i], 1};
    qsort(c, used, sizeof *c, by_size);
    for (size_t i = 0; i < used; i++) {
        if (distinct && c[distinct - 1].size == c[i].size)
            c[distinct - 1].times++;
        else
            c[distinct++] = c[i];
    }
    *classes = c;
    *found = distinct;
    return CE_OK;
}
