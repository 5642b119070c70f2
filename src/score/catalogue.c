#include "score/catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/json.h"

int ce_catalogue_find(const ce_catalogue *catalogue, const char *name, size_t length)
{
    for (size_t i = 0; i < catalogue->count; i++)
        if (strlen(catalogue->entry[i].name) == length &&
            !memcmp(catalogue->entry[i].name, name, length))
            return (int)i;
    return -1;
}

void ce_catalogue_names(const ce_catalogue *catalogue, const char *before, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", before);

    for (size_t i = 0; i < catalogue->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s %s", i ? "," : "",
                                 catalogue->entry[i].name);
}

static int add_measure(ce_score_list *list, const ce_catalogue *catalogue, const char *name,
                       size_t length, ce_error *err)
{
    int index = ce_catalogue_find(catalogue, name, length);

    if (index < 0)
        return ce_fail(err, CE_EARG, "no measure '%.*s' (--list tells which there are)",
                       (int)(length < 40 ? length : 40), name);
    for (size_t s = 0; s < list->count; s++)
        if (list->which[s] == index)
            return ce_fail(err, CE_EARG, "measure '%.*s' is asked for twice", (int)length, name);
    list->which[list->count++] = index;
    return CE_OK;
}

int ce_score_list_parse(ce_score_list *list, const ce_catalogue *catalogue, const char *text,
                        ce_error *err)
{
    int rc = CE_OK;

    ce_score_list_free(list);
    list->which = ce_alloc(catalogue->count, sizeof *list->which, err);
    if (!list->which)
        return CE_ENOMEM;
    if (!strcmp(text, "all"))
        while (list->count < catalogue->count) {
            list->which[list->count] = (int)list->count;
            list->count++;
        }
    else
        for (size_t length;; text += length + 1) {
            length = strcspn(text, ",");
            if ((rc = add_measure(list, catalogue, text, length, err)) || !text[length])
                break;
        }
    if (rc)
        ce_score_list_free(list);
    return rc;
}

void ce_score_list_free(ce_score_list *list)
{
    if (!list)
        return;
    free(list->which);
    *list = (ce_score_list){0};
}

static void write_definition(ce_output *output, const ce_score_entry *entry, int last)
{
    ce_json_key(output, "    ", entry->name);
    ce_json_text(output, entry->definition);
    ce_output_text(output, last ? "\n" : ",\n");
}

void ce_definitions_json(ce_output *output, const ce_catalogue *catalogue,
                         const ce_score_list *list)
{
    ce_output_text(output, "  \"definitions\": {\n");
    for (size_t s = 0; s < list->count; s++)
        write_definition(output, &catalogue->entry[list->which[s]], s + 1 == list->count);
    ce_output_text(output, "  },\n");
}

int ce_definitions_write(const ce_catalogue *catalogue, const char *path, char delimiter,
                         ce_score_format format, ce_error *err)
{
    ce_output *output;
    char between = delimiter ? delimiter : ',';
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (format == CE_SCORES_JSON)
        ce_output_text(output, "{\n  \"definitions\": {\n");
    else
        ce_output_printf(output, "name%cdefinition\n", between);
    for (size_t s = 0; s < catalogue->count; s++) {
        const ce_score_entry *entry = &catalogue->entry[s];
        if (format == CE_SCORES_JSON) {
            write_definition(output, entry, s + 1 == catalogue->count);
            continue;
        }
        ce_output_cell(output, entry->name, between);
        ce_output_char(output, between);
        ce_output_cell(output, entry->definition, between);
        ce_output_char(output, '\n');
    }
    if (format == CE_SCORES_JSON)
        ce_output_text(output, "  }\n}\n");
    return ce_output_close(output, err);
}
