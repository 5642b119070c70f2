/*
 * A rule that sends rows to other centres than the nearest.
 *
 * Bounds need nearest centres, so `label` stays as the assignment made it, and sums follow a second
 * array, `settled`. Rows that are not held have the same label in both.
 */
#include <stdlib.h>

#include "core/memory.h"
#include "kmeans/kmeans_internal.h"

int ce_kmeans_rule_alloc(ce_kmeans_run *run, const ce_kmeans_rule *rule, ce_error *err)
{
    size_t count = run->data->count;

    run->rule = rule;
    run->settled = run->label;
    if (!rule)
        return CE_OK;
    for (size_t r = 0; r < count; r++)
        run->held_count += rule->held[r];
    run->settled = ce_alloc(count, sizeof *run->settled, err);
    run->held = ce_alloc(run->held_count, sizeof *run->held, err);
    run->before = ce_alloc(run->held_count, sizeof *run->before, err);
    run->number = ce_alloc(2 * run->k, sizeof *run->number, err);
    if (!run->settled || !run->held || !run->before || !run->number)
        return CE_ENOMEM;
    for (size_t r = 0, h = 0; r < count; r++)
        if (rule->held[r])
            run->held[h++] = (int32_t)r;
    return CE_OK;
}

void ce_kmeans_rule_free(ce_kmeans_run *run)
{
    if (run->rule)
        free(run->settled);
    free(run->held);
    free(run->before);
    free(run->number);
}

static int ask(ce_kmeans_run *run, ce_error *err)
{
    return run->rule->settle(run->rule->state, run->centre, run->stride, run->k, run->settled, err);
}

int ce_kmeans_settle(ce_kmeans_run *run, ce_error *err)
{
    size_t changes = 0;
    int rc;

    if (!run->begun) { /* at first every row is a change from no label */
        run->begun = 1;
        memcpy(run->settled, run->label, run->data->count * sizeof *run->settled);
        return ask(run, err);
    }
    for (size_t c = 0; c < run->changes; c++) {
        int32_t r = run->changed[c];
        if (run->rule->held[r])
            continue;
        run->settled[r] = run->label[r];
        run->changed[changes] = r;
        run->from[changes++] = run->from[c];
    }
    for (size_t h = 0; h < run->held_count; h++) {
        run->before[h] = run->settled[run->held[h]];
        run->settled[run->held[h]] = run->label[run->held[h]];
    }
    rc = ask(run, err);
    for (size_t h = 0; h < run->held_count && !rc; h++) {
        if (run->settled[run->held[h]] == run->before[h])
            continue;
        run->changed[changes] = run->held[h];
        run->from[changes++] = run->before[h];
    }
    run->changes = changes;
    return rc;
}

int ce_kmeans_only_renamed(const ce_kmeans_run *run, const int32_t *rows)
{
    int32_t *to = run->number, *moved = run->number + run->k;

    for (size_t j = 0; j < run->k; j++)
        to[j] = -1;
    memset(moved, 0, run->k * sizeof *moved);
    for (size_t c = 0; c < run->changes; c++) {
        int32_t from = run->from[c], now = run->settled[run->changed[c]];
        if (from < 0 || (to[from] >= 0 && to[from] != now))
            return 0;
        to[from] = now;
        moved[from]++;
    }
    /* a cluster must be renamed as a whole and no two may get one number; moved becomes -1 where a
     * number is taken */
    for (size_t j = 0; j < run->k; j++)
        if (moved[j] && moved[j] != rows[j])
            return 0;
    for (size_t j = 0; j < run->k; j++) {
        int32_t now = to[j];
        if (now < 0)
            continue;
        if ((rows[now] && to[now] < 0) || moved[now] < 0)
            return 0;
        moved[now] = -1;
    }
    return 1;
}
