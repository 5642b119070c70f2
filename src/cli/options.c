#include "cli/options.h"

#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options_internal.h"
#include "core/parallel.h"
#include "linalg/linalg.h"

void ce_cli_usage(const ce_cli *cli, const char *format, ...)
{
    char text[CE_ERROR_TEXT], worded[2 * CE_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ce_error_word(text, "--", worded, sizeof worded);
    fprintf(stderr, "%s: %s\nTry '%s --help'.\n", cli->tool->name, worded, cli->tool->name);
    exit(2);
}

void *ce_cli_need(const ce_cli *cli, void *block)
{
    if (!block) {
        fprintf(stderr, "%s: out of memory\n", cli->tool->name);
        exit(1);
    }
    return block;
}

void ce_cli_refuse(const ce_cli *cli, int rc, const ce_error *err)
{
    if (rc == CE_ENOMEM)
        ce_cli_need(cli, NULL);
    if (rc)
        ce_cli_usage(cli, "%s", err->text);
}

/* ---- what is printed in place of work ---- */

static void cite(const ce_cli *cli, const char *name)
{
    size_t i = ce_cli_find_noun(cli->tool, name, strlen(name));
    const ce_reference *reference;

    if (!cli->tool->nouns[i])
        ce_cli_refuse_noun(cli, name, strlen(name));
    reference = ce_descriptor_reference(cli->tool->nouns[i]);
    if (!reference)
        ce_cli_usage(cli, "%s has no reference", name);
    fputs(reference->bibtex, stdout);
}

/* Prints help, a list or a citation where it was asked for, and ends the program. */
static void print_instead(ce_cli *cli, const ce_cli_command *c, const char *operand)
{
    if (c->help) {
        if (operand && cli->tool->nouns)
            ce_cli_parse_nouns(cli, operand);
        ce_cli_print_help(cli->tool, cli->nouns ? cli->descriptor[0] : NULL);
    } else if (c->list) {
        if (!ce_cli_print_list(cli->tool, c->list))
            ce_cli_usage(cli, "--list '%s', one of text|csv|json expected", c->list);
    } else if (c->cite) {
        cite(cli, c->cite);
    } else if (c->list_options) {
        ce_cli_print_options(cli->tool);
    } else {
        return;
    }
    exit(fflush(stdout) ? 1 : 0);
}

/* ---- what rows cannot say ---- */

/* The characters of the tables. What is written has commas where the delimiter is to be found. */
static void settle_characters(const ce_cli *cli)
{
    ce_common *c = cli->common;

    c->delimiter = c->read_delimiter ? c->read_delimiter : ',';
    if (c->decimal != '.' && c->decimal != ',')
        ce_cli_usage(cli, "--decimal '%c', a point or a comma expected", c->decimal);
    if (c->read_delimiter == c->decimal)
        ce_cli_usage(cli, "--delimiter and --decimal are both '%c'", c->decimal);
}

/* ---- the whole ---- */

void ce_cli_parse(ce_cli *cli, const ce_tool *tool, int argc, char **argv, void *options)
{
    ce_cli_command *c;

    *cli = (ce_cli){.tool = tool, .common = options};
    c = cli->command = ce_cli_need(cli, calloc(1, sizeof *c));
    /* The tool's struct begins with that of the shared rows, so the shared rows are set second. */
    if (ce_settings_init(&cli->own, &tool->options, options, NULL) ||
        ce_settings_init(&cli->shared, &ce_cli_shared_options, options, NULL))
        ce_cli_need(cli, NULL);
    ce_cli_command_read(cli, c, argc, argv);
    print_instead(cli, c, optind < argc ? argv[optind] : NULL);
    if (tool->nouns) {
        if (optind == argc)
            ce_cli_usage(cli, "which? one of the %s is needed",
                         tool->noun_list ? "names" : "nouns");
        ce_cli_parse_nouns(cli, argv[optind++]);
    }
    ce_cli_set_all(cli, c);
    settle_characters(cli);
    ce_cli_command_free(c);
    cli->command = NULL;
    cli->waits = ce_cli_need(cli, calloc(1, sizeof *cli->waits));
    cli->operand = argv + optind;
    cli->operands = argc - optind;
    if (cli->operands > tool->max_operands)
        ce_cli_usage(cli, "'%s' is one operand too many", cli->operand[tool->max_operands]);
    gsl_set_error_handler_off();
    ce_linalg_start();
    ce_threads_set(cli->common->threads);
}

void ce_cli_free(ce_cli *cli)
{
    for (size_t f = 0; f < cli->nouns && cli->settings; f++)
        ce_settings_free(&cli->settings[f]);
    free(cli->settings);
    free(cli->descriptor);
    free(cli->noun);
    free(cli->waits);
    cli->waits = NULL;
    ce_settings_free(&cli->own);
    ce_settings_free(&cli->shared);
    cli->noun = NULL;
    cli->descriptor = NULL;
    cli->settings = NULL;
    cli->nouns = 0;
}

int ce_cli_given(const ce_cli *cli, const char *name)
{
    if (ce_option_find(&cli->tool->options, name))
        return ce_settings_given(&cli->own, name);
    for (size_t f = 0; f < cli->nouns; f++)
        if (ce_settings_given(&cli->settings[f], name))
            return 1;
    return ce_settings_given(&cli->shared, name);
}
