/* When an option has an effect: the conditions of its row. */
#include <stdio.h>
#include <string.h>

#include "core/option.h"

/* Whether the value of a choice is among `values`, which are joined by bars. */
static int choice_is(const ce_settings *settings, const ce_option *row, const char *values)
{
    const char *word = row->choices;

    for (int i = *(const int *)((const char *)settings->values + row->offset); i > 0; i--)
        word += strcspn(word, "|") + 1;
    while (1) {
        size_t length = strcspn(values, "|");
        if (length == strcspn(word, "|") && !strncmp(values, word, length))
            return 1;
        if (!values[length])
            return 0;
        values += length + 1;
    }
}

/* One condition, as a string of its own. */
static int holds(const ce_settings *settings, char *condition)
{
    const ce_option *row;
    char *equals = strchr(condition, '=');

    if (*condition == '@')
        return 1; /* the tool's to check */
    if (*condition == '!')
        return !ce_settings_given(settings, condition + 1);
    if (!equals)
        return ce_settings_given(settings, condition);
    *equals = '\0';
    row = ce_option_find(&settings->options, condition);
    return row && choice_is(settings, row, equals + 1);
}

/* "goes with --with metis", "does not go with --dense" */
static void word_condition(const char *condition, char *why, size_t size)
{
    size_t name = strcspn(condition, "=");

    if (*condition == '!')
        snprintf(why, size, "does not go with \001%s\002", condition + 1);
    else if (condition[name])
        snprintf(why, size, "goes with \001%.*s\002 %s", (int)name, condition,
                 condition + name + 1);
    else
        snprintf(why, size, "goes with \001%s\002", condition);
}

int ce_settings_effective(const ce_settings *settings, const ce_option *row, char *why,
                          size_t size)
{
    const char *only = row->only ? row->only : "";

    while (*only) {
        size_t length = strcspn(only, " ");
        char condition[120];
        snprintf(condition, sizeof condition, "%.*s", (int)length, only);
        if (!holds(settings, condition)) {
            snprintf(condition, sizeof condition, "%.*s", (int)length, only);
            if (why)
                word_condition(condition, why, size);
            return 0;
        }
        only += length;
        only += strspn(only, " ");
    }
    return 1;
}

int ce_settings_check(const ce_settings *settings, ce_error *err)
{
    char why[200];

    for (size_t i = 0; i < settings->options.count; i++) {
        const ce_option *row = &settings->options.row[i];
        if (settings->given[i] && !ce_settings_effective(settings, row, why, sizeof why))
            return ce_fail(err, CE_EARG, "\001%s\002 %s", row->name, why);
    }
    return CE_OK;
}
