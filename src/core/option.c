#include "core/option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/option_internal.h"

/* ---- settings ---- */

const ce_option *ce_option_find(const ce_options *options, const char *name)
{
    for (size_t i = 0; i < options->count; i++)
        if (!strcmp(options->row[i].name, name))
            return &options->row[i];
    return NULL;
}

void ce_settings_free(ce_settings *settings)
{
    ce_list_memory *list = settings->lists;

    while (list) {
        ce_list_memory *next = list->next;
        free(list->value);
        free(list);
        list = next;
    }
    if (!settings->borrowed)
        free(settings->values);
    free(settings->given);
    *settings = (ce_settings){0};
}

int ce_settings_init(ce_settings *settings, const ce_options *options, void *values,
                     ce_error *err)
{
    int rc = CE_OK;

    *settings = (ce_settings){.options = *options, .values = values, .borrowed = values != NULL};
    if (values)
        memset(values, 0, options->size);
    else
        settings->values = ce_calloc(1, options->size, err);
    settings->given = ce_calloc(options->count, sizeof *settings->given, err);
    if (!settings->values || !settings->given)
        rc = CE_ENOMEM;
    for (size_t i = 0; i < options->count && !rc; i++)
        if (options->row[i].by_default)
            rc = ce_settings_set_row(settings, &options->row[i], options->row[i].by_default, err);
    if (rc)
        ce_settings_free(settings);
    return rc;
}

int ce_settings_set(ce_settings *settings, const char *name, const char *text, ce_error *err)
{
    const ce_option *row = ce_option_find(&settings->options, name);
    int rc;

    if (!row)
        return ce_fail(err, CE_EARG, "no option %s", name);
    if (!text != (row->type == CE_FLAG))
        return ce_fail(err, CE_EARG, row->type == CE_FLAG ? "\001%s\002 takes no value"
                                                          : "\001%s\002 needs a value", name);
    rc = ce_settings_set_row(settings, row, text, err);
    if (!rc)
        settings->given[row - settings->options.row] = 1;
    return rc;
}

int ce_settings_given(const ce_settings *settings, const char *name)
{
    const ce_option *row = ce_option_find(&settings->options, name);

    return row ? settings->given[row - settings->options.row] : 0;
}

/* ---- values ---- */

const char *ce_option_type_name(ce_option_type type)
{
    static const char *const name[] = {"flag", "integer",   "seed",   "real",     "text",
                                       "character", "choice", "integers", "reals", "share",
                                       "output",    "shares", "input",  "inputs"};

    return name[type];
}

void ce_option_range(const ce_option *row, int both, char *text, size_t size)
{
    const char *kind = row->type == CE_REAL ? "" : " whole";

    if (row->type == CE_REALS)
        snprintf(text, size, "numbers above 0 expected: 7, 1,2.5,10 or 1..50");
    else if (row->type == CE_SEED)
        snprintf(text, size, "a whole number from 0 to 2^64 - 1");
    else if (row->low == 0 && row->high == 0)
        snprintf(text, size, "a number");
    else if (row->high >= 1e9 && !both)
        snprintf(text, size, "a%s number from %g", kind, row->low);
    else
        snprintf(text, size, "a%s number from %g to %.*g", kind, row->low,
                 row->high >= 1e6 ? 10 : 6, row->high);
}

char *ce_option_choice(const ce_option *row, int index, ce_error *err)
{
    const char *word = row->choices;

    for (; index > 0; index--)
        word += strcspn(word, "|") + 1;
    return ce_strndup(word, strcspn(word, "|"), err);
}
