#include "plot/groups.h"

#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "io/csv.h"

typedef struct {
    const char *text; /* NULL: missing */
    size_t number;    /* of the category; the number of categories for missing */
    int kind;         /* 0 number, 1 text, 2 noise, 3 missing: groups stand in this order */
    double value;
} label;

static label describe(const char *text, size_t number)
{
    label l = {text, number, 1, 0};

    if (!text)
        l.kind = 3;
    else if (!strcmp(text, "noise"))
        l.kind = 2;
    else if (ce_parse_real(text, strlen(text), &l.value) == 1)
        l.kind = 0;
    return l;
}

static int compare(const void *a, const void *b)
{
    const label *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind - y->kind;
    if (x->kind == 0 && x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->text && y->text ? strcmp(x->text, y->text) : 0;
}

void ce_groups_free(ce_groups *groups)
{
    if (!groups)
        return;
    free(groups->group);
    free(groups->order);
    ce_short_names_free(&groups->shown);
    *groups = (ce_groups){0};
}

/* The category of object i; the number of categories for a missing label. */
static size_t category(const ce_text_column *labels, size_t i)
{
    if (!labels)
        return 0;
    return labels->value[i] < 0 ? labels->categories.count : (size_t)labels->value[i];
}

/* Its text; NULL for a missing label. */
static const char *category_text(const ce_text_column *labels, size_t c)
{
    if (!labels)
        return "";
    return c < labels->categories.count ? labels->categories.text[c] : NULL;
}

/* place: how many objects each category has; becomes where its next object goes. */
static void fill(ce_groups *groups, const label *sorted, size_t all, size_t *place)
{
    size_t at = 0;

    for (size_t s = 0; s < all; s++) {
        size_t count = place[sorted[s].number];
        place[sorted[s].number] = at;
        if (!count)
            continue;
        const char *text = sorted[s].text ? sorted[s].text : "no label";
        groups->group[groups->count++] = (ce_group){text, text, sorted[s].kind >= 2, at, count};
        at += count;
    }
}

int ce_groups_build(ce_groups *groups, const ce_text_column *labels, size_t n,
                    const unsigned char *use, ce_error *err)
{
    size_t all = labels ? labels->categories.count + 1 : 1,
           *place = ce_calloc(all, sizeof *place, err);
    label *sorted = ce_alloc(all, sizeof *sorted, err);
    int rc = CE_OK;

    ce_groups_free(groups);
    groups->group = ce_alloc(all, sizeof *groups->group, err);
    groups->order = ce_alloc(n, sizeof *groups->order, err);
    if (!place || !sorted || !groups->group || !groups->order) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t c = 0; c < all; c++)
        sorted[c] = describe(category_text(labels, c), c);
    qsort(sorted, all, sizeof *sorted, compare);
    for (size_t i = 0; i < n; i++)
        place[category(labels, i)] += !use || use[i];
    fill(groups, sorted, all, place);
    for (size_t i = 0; i < n; i++)
        if (!use || use[i])
            groups->order[place[category(labels, i)]++] = i;
done:
    free(place);
    free(sorted);
    if (rc)
        ce_groups_free(groups);
    return rc;
}

int ce_groups_shorten(ce_groups *groups, size_t most, ce_error *err)
{
    const char **text = ce_alloc(groups->count, sizeof *text, err);
    int rc = text ? CE_OK : CE_ENOMEM;

    for (size_t g = 0; g < groups->count && !rc; g++)
        text[g] = groups->group[g].text;
    ce_short_names_free(&groups->shown);
    if (!rc)
        rc = ce_short_names_build(&groups->shown, text, groups->count, most, err);
    for (size_t g = 0; g < groups->count; g++)
        groups->group[g].shown = rc ? groups->group[g].text : groups->shown.text[g];
    free(text);
    return rc;
}

int ce_groups_rank(int32_t *rank, const int32_t *labels, size_t n, int32_t k,
                   const ce_categories *categories, ce_error *err)
{
    ce_text_column column = {.value = (int32_t *)labels, .n = n};
    ce_groups groups = {0};
    int32_t next = 0;
    int rc;

    for (int32_t c = 0; c < k; c++)
        rank[c] = categories ? CE_MISSING : c;
    if (!categories)
        return CE_OK;
    column.categories = *categories;
    rc = ce_groups_build(&groups, &column, n, NULL, err);
    for (size_t g = 0; g < groups.count; g++) {
        int32_t c = labels[groups.order[groups.group[g].first]];
        if (c >= 0)
            rank[c] = next++;
    }
    for (int32_t c = 0; c < k; c++)
        if (rank[c] < 0)
            rank[c] = next++;
    ce_groups_free(&groups);
    return rc;
}
