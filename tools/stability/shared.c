#include "stability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static int by_value(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

void stability_sort_k(int *k, size_t count)
{
    qsort(k, count, sizeof *k, by_value);
}

const char *stability_k_text(stability_k_list *list)
{
    stability_sort_k(list->k, list->count);
    if (!ce_ranges_text(list->text, sizeof list->text, list->k, list->count, ", ")) {
        size_t used = strlen(list->text);
        snprintf(list->text + used, sizeof list->text - used, ", ...");
    }
    return list->text;
}

int stability_k_alloc(stability_k_list *list, size_t most, ce_error *err)
{
    list->count = 0;
    list->k = ce_alloc(most, sizeof *list->k, err);
    return list->k ? CE_OK : CE_ENOMEM;
}

const char *stability_names(const char *before, const int *k, size_t count,
                            char text[STABILITY_NAMES])
{
    size_t at = 0;

    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, STABILITY_NAMES - at, "%s%d",
                               !i              ? before
                               : i + 1 < count ? ", "
                                               : " and ",
                               k[i]);
    return text;
}
