/* The files that a call reads, by the types of its options, and a rule for all tools: standard
 * input is one of them at most. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options_internal.h"

static void add(const ce_cli *cli, ce_cli_inputs *all, const char *option, const char *path,
                size_t length)
{
    ce_cli_input *at;

    all->input = ce_cli_need(cli, realloc(all->input, (all->count + 1) * sizeof *all->input));
    at = &all->input[all->count++];
    *at = (ce_cli_input){.option = option};
    snprintf(at->name, sizeof at->name, "%s%s", option ? "--" : "", option ? option : "FILE");
    at->path = ce_cli_need(cli, strndup(path, length));
}

/* Several nouns can have an option of one name, which was given once. */
static int has(const ce_cli_inputs *all, const char *option)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->input[i].option && !strcmp(all->input[i].option, option))
            return 1;
    return 0;
}

static void add_given(const ce_cli *cli, ce_cli_inputs *all, const ce_settings *settings)
{
    for (size_t i = 0; i < settings->options.count; i++) {
        const ce_option *row = &settings->options.row[i];
        const char *path;
        if ((row->type != CE_INPUT && row->type != CE_INPUTS) ||
            !ce_settings_given(settings, row->name) || has(all, row->name))
            continue;
        memcpy(&path, (const char *)settings->values + row->offset, sizeof path);
        if (row->type == CE_INPUT) {
            add(cli, all, row->name, path, strlen(path));
            continue;
        }
        while (*path) {
            size_t length = strcspn(path, ",");
            add(cli, all, row->name, path, length);
            path += length + (path[length] == ',');
        }
    }
}

/* Whether an option was given in whose place no FILE is read. */
static int has_other_input(const ce_cli *cli)
{
    for (size_t f = 0; f < cli->nouns; f++)
        if (cli->descriptor[f]->for_file && ce_cli_given(cli, cli->descriptor[f]->for_file))
            return 1;
    return 0;
}

void ce_cli_find_inputs(const ce_cli *cli, ce_cli_inputs *all)
{
    *all = (ce_cli_inputs){0};
    if (!cli->operands && cli->tool->max_operands && !has_other_input(cli))
        add(cli, all, NULL, "-", 1);
    for (int i = 0; i < cli->operands; i++)
        add(cli, all, NULL, cli->operand[i], strlen(cli->operand[i]));
    for (size_t f = 0; f < cli->nouns; f++)
        add_given(cli, all, &cli->settings[f]);
    add_given(cli, all, &cli->own);
    add_given(cli, all, &cli->shared);
}

void ce_cli_inputs_free(ce_cli_inputs *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->input[i].path);
    free(all->input);
}

void ce_cli_check_inputs(const ce_cli *cli)
{
    const ce_cli_input *first = NULL;
    ce_cli_inputs all;

    ce_cli_find_inputs(cli, &all);
    for (size_t i = 0; i < all.count; i++) {
        const ce_cli_input *input = &all.input[i];
        if (strcmp(input->path, "-"))
            continue;
        if (first && !strcmp(input->name, first->name))
            ce_cli_usage(cli, "%s is standard input twice", input->name);
        if (first)
            ce_cli_usage(cli, "%s and %s are both standard input", input->name, first->name);
        first = input;
    }
    ce_cli_inputs_free(&all);
}
