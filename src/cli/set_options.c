/* Sets the options that were given in the structs of the tool and of the nouns that have them. */
#include <stdio.h>
#include <string.h>

#include "cli/options_internal.h"

/* An option NAME-WORD that takes any text, where NAME is a choice: a file was meant for
 * --order-file that was given to --order. NULL: there is none. */
static const char *longer_name(const ce_cli_command *c, const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < c->rows; i++)
        if ((c->row[i]->type == CE_TEXT || ce_option_names_file(c->row[i]->type)) &&
            !strncmp(c->row[i]->name, name, length) && c->row[i]->name[length] == '-')
            return c->row[i]->name;
    return NULL;
}

/* Sets an option as it was given. Wrong use ends the program. */
static void set(const ce_cli *cli, const ce_cli_command *c, ce_settings *settings,
                const ce_cli_given_option *given)
{
    const char *name = given->row->name, *longer = NULL;
    ce_error err = {0};
    int rc = ce_settings_set(settings, name, given->text, &err);

    if (rc == CE_EARG && given->row->type == CE_CHOICE)
        longer = longer_name(c, name);
    if (longer)
        ce_cli_usage(cli, "%s; did you mean --%s?", err.text, longer);
    ce_cli_refuse(cli, rc, &err);
}

/* Sets an option in the structs of the nouns that have it. */
static void set_in_nouns(const ce_cli *cli, const ce_cli_command *c,
                         const ce_cli_given_option *given)
{
    const char *name = given->row->name;
    size_t takers = 0;

    for (size_t f = 0; f < cli->nouns; f++)
        if (ce_option_find(&cli->descriptor[f]->options, name)) {
            set(cli, c, &cli->settings[f], given);
            takers++;
        }
    if (!takers)
        ce_cli_refuse_with(cli, name);
}

static void set_own(ce_cli *cli, const ce_cli_command *c, const ce_cli_given_option *given)
{
    const ce_option *row = ce_option_find(&cli->tool->options, given->row->name);
    size_t takers = 0;

    set(cli, c, &cli->own, given);
    for (size_t f = 0; f < cli->nouns; f++)
        takers += (size_t)ce_cli_row_goes(row, cli->descriptor[f]);
    if (cli->nouns && !takers)
        ce_cli_refuse_with(cli, row->name);
}

/* The option that nobody gave, but another one implies, and that the message names: the message
 * begins with the other one then. NULL: there is none. */
static const ce_cli_given_option *implied_in(const ce_cli_command *c, const char *message)
{
    char marked[40];

    for (size_t i = 0; i < c->givens; i++) {
        snprintf(marked, sizeof marked, "\001%s\002", c->given[i].row->name);
        if (c->given[i].implied && strstr(message, marked))
            return &c->given[i];
    }
    return NULL;
}

/* Refuses an option that has no effect in any of the nouns that have it. */
static void check_effect(const ce_cli *cli, const ce_cli_command *c,
                         const ce_cli_given_option *given)
{
    const char *name = given->row->name;
    const ce_cli_given_option *implied;
    char why[200] = "";
    size_t effective = 0;

    for (size_t f = 0; f < cli->nouns; f++) {
        const ce_option *row = ce_option_find(&cli->descriptor[f]->options, name);
        if (row)
            effective += (size_t)ce_settings_effective(&cli->settings[f], row, why, sizeof why);
    }
    if (!effective && given->implied)
        ce_cli_usage(cli, "--%s implies --%s, which %s", given->implied, name, why);
    implied = effective ? NULL : implied_in(c, why);
    if (implied)
        ce_cli_usage(cli, "--%s implies --%s, and --%s %s", implied->implied, implied->row->name,
                     name, why);
    if (!effective)
        ce_cli_usage(cli, "--%s %s", name, why);
}

/* Refuses an option of the tool that has no effect. */
static void check_own(const ce_cli *cli, const ce_cli_command *c)
{
    ce_error err = {0};
    int rc = ce_settings_check(&cli->own, &err);
    const ce_cli_given_option *implied = rc == CE_EARG ? implied_in(c, err.text) : NULL;

    if (implied)
        ce_cli_usage(cli, "--%s implies --%s, and %s", implied->implied, implied->row->name,
                     err.text);
    ce_cli_refuse(cli, rc, &err);
}

/* Is an option shared by tools, and does this tool take it? */
static int is_shared(const ce_tool *tool, const char *name)
{
    const ce_option *row[CE_SHARED_ROWS];
    size_t count = ce_cli_shared_rows(tool, row);

    for (size_t i = 0; i < count; i++)
        if (!strcmp(row[i]->name, name))
            return 1;
    return 0;
}

void ce_cli_set_all(ce_cli *cli, const ce_cli_command *c)
{
    for (size_t i = 0; i < c->givens; i++) {
        const ce_cli_given_option *given = &c->given[i];
        const char *name = given->row->name;
        if (ce_option_find(&cli->tool->options, name))
            set_own(cli, c, given);
        else if (is_shared(cli->tool, name))
            set(cli, c, &cli->shared, given);
        else
            set_in_nouns(cli, c, given);
    }
    check_own(cli, c);
    for (size_t i = 0; i < c->givens && cli->tool->nouns; i++)
        if (!ce_option_find(&cli->tool->options, c->given[i].row->name) &&
            !is_shared(cli->tool, c->given[i].row->name))
            check_effect(cli, c, &c->given[i]);
}
