#include "cli/measures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/synonyms.h"
#include "core/descriptor.h"
#include "core/memory.h"
#include "io/json.h"

void ce_measures_names(const ce_measures *all, const char *before, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", before);

    for (size_t i = 0; i < all->count && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s %s", i ? "," : "", all->measure[i].name);
}

void ce_measures_choices(const ce_measures *all, char *text, size_t size)
{
    size_t used = 0;

    *text = '\0';
    for (size_t i = 0; i < all->count && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", i ? "|" : "", all->measure[i].name);
}

/* The number of a measure by name (length bytes), or -1. */
static int find(const ce_measures *all, const char *name, size_t length)
{
    for (size_t i = 0; i < all->count; i++)
        if (strlen(all->measure[i].name) == length && !memcmp(all->measure[i].name, name, length))
            return (int)i;
    return -1;
}

/* The measure that the word means in the field; NULL: none of these. */
static const char *find_synonym(const ce_measures *all, const char *word)
{
    const char *name;
    size_t at = 0;

    while ((name = ce_synonym(word, &at)))
        if (find(all, name, strlen(name)) >= 0)
            return name;
    return NULL;
}

/* Refuses a name that is none, with the one that may be meant. */
static int fail_name(const ce_measures *all, const char *name, size_t length, ce_error *err)
{
    const char *near = NULL, *meant;
    char word[64];
    size_t best = SIZE_MAX;

    snprintf(word, sizeof word, "%.*s", (int)(length < 40 ? length : 40), name);
    for (size_t i = 0; i < all->count; i++) {
        size_t distance = ce_edit_distance(word, all->measure[i].name);
        if (*word && distance < best && ce_may_mean(word, all->measure[i].name)) {
            near = all->measure[i].name;
            best = distance;
        }
    }
    meant = find_synonym(all, word);
    near = meant ? meant : near;
    return near ? ce_fail(err, CE_EARG,
                          "no measure '%s'; did you mean %s? (" CE_OPT("list") " tells which there "
                                                                               "are)",
                          word, near)
                : ce_fail(err, CE_EARG,
                          "no measure '%s' (" CE_OPT("list") " tells which there are)", word);
}

static int add_measure(ce_measure_list *list, const ce_measures *all, const char *name,
                       size_t length, ce_error *err)
{
    int number = find(all, name, length);

    if (number < 0)
        return fail_name(all, name, length, err);
    for (size_t s = 0; s < list->count; s++)
        if (list->which[s] == number)
            return ce_fail(err, CE_EARG, "measure '%.*s' is asked for twice", (int)length, name);
    list->which[list->count++] = number;
    return CE_OK;
}

static int add_named(ce_measure_list *list, const ce_measures *all, const char *text, ce_error *err)
{
    for (;;) {
        size_t length = strcspn(text, ",");
        int rc = add_measure(list, all, text, length, err);
        if (rc || !text[length])
            return rc;
        text += length + 1;
    }
}

int ce_measure_list_parse(ce_measure_list *list, const ce_measures *all, const char *text,
                          ce_error *err)
{
    int rc = CE_OK;

    ce_measure_list_free(list);
    list->which = ce_alloc(all->count, sizeof *list->which, err);
    if (!list->which)
        return CE_ENOMEM;
    if (!strcmp(text, "all"))
        for (; list->count < all->count; list->count++)
            list->which[list->count] = (int)list->count;
    else
        rc = add_named(list, all, text, err);
    if (rc)
        ce_measure_list_free(list);
    return rc;
}

void ce_measure_list_free(ce_measure_list *list)
{
    if (!list)
        return;
    free(list->which);
    *list = (ce_measure_list){0};
}

static void write_definition(ce_output *output, const ce_measure *measure, int last)
{
    ce_json_key(output, "    ", measure->name);
    ce_json_text(output, measure->definition);
    ce_output_text(output, last ? "\n" : ",\n");
}

void ce_measures_json(ce_output *output, const ce_measures *all, const ce_measure_list *list)
{
    ce_output_text(output, "  \"definitions\": {\n");
    for (size_t s = 0; s < list->count; s++)
        write_definition(output, &all->measure[list->which[s]], s + 1 == list->count);
    ce_output_text(output, "  },\n");
}

static void write_json(ce_output *output, const ce_measures *all)
{
    ce_output_text(output, "{\n  \"definitions\": {\n");
    for (size_t s = 0; s < all->count; s++)
        write_definition(output, &all->measure[s], s + 1 == all->count);
    ce_output_text(output, "  }\n}\n");
}

static void write_csv(ce_output *output, const ce_measures *all, char between)
{
    ce_output_printf(output, "name%cdefinition\n", between);
    for (size_t s = 0; s < all->count; s++) {
        ce_output_cell(output, all->measure[s].name, between);
        ce_output_char(output, between);
        ce_output_cell(output, all->measure[s].definition, between);
        ce_output_char(output, '\n');
    }
}

int ce_measures_write(const ce_measures *all, const char *path, char delimiter, int json,
                      ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (json)
        write_json(output, all);
    else
        write_csv(output, all, delimiter ? delimiter : ',');
    return ce_output_close(output, err);
}
