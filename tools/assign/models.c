/* Model files, and which of their clusterings are needed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assign.h"
#include "core/memory.h"
#include "io/input.h"

int assign_read_models(assign_work *w, ce_error *err)
{
    const ce_table_format plain = {.delimiter = w->cli->common->read_delimiter};
    char *list = ce_strdup(w->options->model, err), *rest = NULL;
    int rc = list ? ce_assigner_alloc(&w->assigner, err) : CE_ENOMEM;

    for (char *path = list ? strtok_r(list, ",", &rest) : NULL; path && !rc;
         path = strtok_r(NULL, ",", &rest))
        rc = ce_assigner_read(w->assigner, path, &plain, err);
    free(list);
    return rc;
}

int assign_are_numbered(const ce_label_table *table)
{
    char text[24];

    for (size_t q = 0; q < table->labels.m; q++) {
        snprintf(text, sizeof text, "c%zu", q + 1);
        if (strcmp(text, table->name[q]))
            return 0;
    }
    return 1;
}

/* By name, or by place where the old table has no names. */
static int find_clusterings(assign_work *w, const assign_names *names, ce_error *err)
{
    size_t m = w->old.labels.m, members = names->count, found = 0;
    int by_place = members == m && assign_are_numbered(&w->old), by_order = 0;

    for (size_t q = 0; q < m; q++) {
        assign_match how =
            by_place ? ASSIGN_BY_NAME : assign_names_find(names, w->old.name[q], &w->from[q]);
        if (by_place)
            w->from[q] = q;
        if (how == ASSIGN_SEVERAL)
            return ce_fail(err, CE_EINPUT, "%s: two clusterings are called '%.60s'",
                           w->options->model, w->old.name[q]);
        by_order |= how == ASSIGN_BY_ORDER;
        found += w->from[q] != ASSIGN_NONE;
        if (w->from[q] == ASSIGN_NONE)
            ce_cli_detail(w->cli, "no model of the clustering %s", w->old.name[q]);
    }
    if (!found)
        return ce_fail(err, CE_EINPUT,
                       "%s: no clustering of %s; the first of them is '%.60s' there and '%.60s' "
                       "here",
                       ce_path_name(w->options->model), ce_path_name(w->options->table),
                       w->old.name[0], members ? names->given[0] : "");
    if (found < m)
        ce_cli_note(w->cli, "%s: no model of %zu of %zu clusterings: no labels in them",
                    ce_path_name(w->options->table), m - found, m);
    if (by_order)
        ce_cli_note(w->cli,
                    "%s: clusterings of one name are matched with those of %s by their "
                    "order",
                    w->options->model, ce_path_name(w->options->table));
    return CE_OK;
}

static int find_by_names(assign_work *w, ce_error *err)
{
    size_t members = ce_assigner_members(w->assigner);
    const char **given = ce_alloc(members, sizeof *given, err);
    assign_names names = {0};
    int rc = given ? CE_OK : CE_ENOMEM;

    for (size_t p = 0; p < members && !rc; p++)
        given[p] = ce_assigner_name(w->assigner, p);
    if (!rc)
        rc = assign_names_init(&names, given, members, err);
    if (!rc)
        rc = find_clusterings(w, &names, err);
    assign_names_free(&names);
    free(given);
    return rc;
}

/* The old label of each label 1, 2, ... of a clustering. */
static int match_labels(assign_work *w, size_t q, ce_error *err)
{
    int32_t k = ce_assigner_k(w->assigner, w->from[q]), met = 0;
    char text[24];

    w->number[q] = ce_alloc((size_t)k, sizeof *w->number[q], err);
    if (!w->number[q])
        return CE_ENOMEM;
    for (int32_t v = 0; v < k; v++) {
        int length = snprintf(text, sizeof text, "%d", v + 1);
        int32_t number = ce_categories_find(&w->old.categories[q], text, (size_t)length);
        w->number[q][v] = number < 0 ? CE_FURTHER_UNKNOWN : number;
        met += number >= 0;
    }
    if (!met && w->old.labels.k[q])
        ce_cli_note(w->cli, "%s: no label of %s is one of the model",
                    ce_path_name(w->options->table), w->old.name[q]);
    return CE_OK;
}

int assign_match_models(assign_work *w, ce_error *err)
{
    size_t m = w->old.labels.m, members = ce_assigner_members(w->assigner);
    unsigned char *needed = ce_calloc(members, 1, err);
    int rc;

    w->from = ce_alloc(m, sizeof *w->from, err);
    w->number = ce_calloc(m, sizeof *w->number, err);
    rc = needed && w->from && w->number ? find_by_names(w, err) : CE_ENOMEM;
    for (size_t q = 0; q < m && !rc; q++)
        if (w->from[q] != ASSIGN_NONE) {
            needed[w->from[q]] = 1;
            rc = match_labels(w, q, err);
        }
    for (size_t p = 0; p < members && !rc; p++)
        if (!needed[p])
            ce_assigner_leave_out(w->assigner, p);
    free(needed);
    return rc;
}
