/* Takes the command line apart: the options that the tool knows, and those that were given. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options_internal.h"
#include "cli/synonyms.h"
#include "core/memory.h"
#include "version.h"

/* Codes of getopt_long. Those of rows are above all letters, those of --help and the like above all
 * rows. */
enum { FIRST_ROW = 256, HELP = 1 << 20, VERSION, LIST, CITE, LIST_OPTIONS };

/* ---- the rows ---- */

static const ce_option *known_row(const ce_cli_command *c, const char *name)
{
    for (size_t i = 0; i < c->rows; i++)
        if (!strcmp(c->row[i]->name, name))
            return c->row[i];
    return NULL;
}

static void know(const ce_cli *cli, ce_cli_command *c, const ce_option *row)
{
    if (known_row(c, row->name))
        return;
    if (ce_grow(&c->row, &c->capacity, c->rows + 1, sizeof *c->row, NULL))
        ce_cli_need(cli, NULL);
    c->row[c->rows++] = row;
}

static void know_all(const ce_cli *cli, ce_cli_command *c)
{
    const ce_option *shared[CE_SHARED_ROWS];
    const ce_tool *tool = cli->tool;
    size_t count = ce_cli_shared_rows(tool, shared);

    for (size_t i = 0; i < tool->options.count; i++)
        know(cli, c, &tool->options.row[i]);
    for (size_t i = 0; i < count; i++)
        know(cli, c, shared[i]);
    for (size_t n = 0; tool->nouns && tool->nouns[n]; n++)
        for (size_t i = 0; i < tool->nouns[n]->options.count; i++)
            know(cli, c, &tool->nouns[n]->options.row[i]);
}

/* ---- taking it apart ---- */

static void make_getopt(const ce_cli *cli, const ce_cli_command *c, char *letters,
                        struct option *longs)
{
    size_t at = 0;

    *letters++ = ':';
    for (size_t i = 0; i < c->rows; i++) {
        const ce_option *row = c->row[i];
        int takes = row->type == CE_FLAG ? no_argument : required_argument;
        longs[at++] = (struct option){row->name, takes, NULL, FIRST_ROW + (int)i};
        if (row->letter) {
            *letters++ = row->letter;
            if (takes)
                *letters++ = ':';
        }
    }
    *letters = '\0';
    longs[at++] = (struct option){"help", no_argument, NULL, HELP};
    longs[at++] = (struct option){"version", no_argument, NULL, VERSION};
    if (cli->tool->nouns) {
        longs[at++] = (struct option){"list", optional_argument, NULL, LIST};
        longs[at++] = (struct option){"cite", required_argument, NULL, CITE};
    }
    longs[at++] = (struct option){"list-options", no_argument, NULL, LIST_OPTIONS};
    longs[at] = (struct option){0};
}

static const ce_option *row_of(const ce_cli_command *c, int code)
{
    size_t i = 0;

    if (code >= FIRST_ROW)
        return c->row[code - FIRST_ROW];
    while (c->row[i]->letter != code)
        i++;
    return c->row[i];
}

/* The option that has this name elsewhere, or else the nearest of those that a wrong name may mean;
 * NULL when there is none. */
static const char *meant_option(const ce_cli_command *c, const char *name)
{
    const struct option *longs = c->longs;
    size_t best = SIZE_MAX, at = 0;
    const char *near = NULL, *meant;

    while ((meant = ce_option_synonym(name, &at)))
        if (known_row(c, meant))
            return meant;
    for (size_t i = 0; longs[i].name; i++) {
        size_t distance = ce_edit_distance(name, longs[i].name);
        if (distance < best && ce_may_mean(name, longs[i].name)) {
            near = longs[i].name;
            best = distance;
        }
    }
    return near;
}

/* Wrong use: the beginning of several names. */
static void refuse_ambiguous(const ce_cli *cli, const ce_cli_command *c, const char *name)
{
    const struct option *longs = c->longs;
    char list[400] = "";
    size_t used = 0;

    for (size_t i = 0; longs[i].name && used + 40 < sizeof list; i++)
        if (!strncmp(longs[i].name, name, strlen(name)))
            used += (size_t)snprintf(list + used, sizeof list - used, "%s--%.30s",
                                     used ? ", " : "", longs[i].name);
    ce_cli_usage(cli, "--%s is the beginning of several options: %s", name, list);
}

/* How many names of options begin with a word. */
static size_t count_beginning(const ce_cli_command *c, const char *name)
{
    const struct option *longs = c->longs;
    size_t count = 0;

    for (size_t i = 0; longs[i].name; i++)
        count += !strncmp(longs[i].name, name, strlen(name));
    return count;
}

/* Wrong use: a long option that getopt does not take. It is a flag with a value, the beginning of
 * several names, or unknown; then the message names the option that may be meant. */
static void refuse_option(const ce_cli *cli, const ce_cli_command *c, const char *word)
{
    const char *near;
    char name[64];
    size_t alike;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    alike = count_beginning(c, name);
    if (known_row(c, name) || alike == 1)
        ce_cli_usage(cli, "--%s takes no value", name);
    if (alike)
        refuse_ambiguous(cli, c, name);
    near = meant_option(c, name);
    if (near)
        ce_cli_usage(cli, "unknown option --%s; did you mean --%s?", name, near);
    ce_cli_usage(cli, "unknown option --%s", name);
}

static void take(const ce_cli *cli, ce_cli_command *c, int code, const char *letters, char **argv)
{
    switch (code) {
    case HELP: c->help = 1; return;
    case LIST: c->list = optarg ? optarg : "text"; return;
    case CITE: c->cite = optarg; return;
    case LIST_OPTIONS: c->list_options = 1; return;
    case VERSION:
        printf("%s (Clens) %s\n", cli->tool->name, CE_VERSION);
        ce_cli_printed(cli);
        return;
    case ':': ce_cli_usage(cli, "%s needs an argument", argv[optind - 1]);
    case '?':
        if (optopt && optopt < FIRST_ROW && (optopt == ':' || !strchr(letters, optopt)))
            ce_cli_usage(cli, "unknown option -%c%s", optopt,
                         optopt == 'h' ? "; did you mean --help?" : "");
        refuse_option(cli, c, argv[optind - 1]);
        return;
    default: break;
    }
    if (ce_grow(&c->given, &c->givens_capacity, c->givens + 1, sizeof *c->given, NULL))
        ce_cli_need(cli, NULL);
    c->given[c->givens++] = (ce_cli_given_option){row_of(c, code), optarg, NULL};
}

void ce_cli_command_read(const ce_cli *cli, ce_cli_command *c, int argc, char **argv)
{
    struct option *longs;
    int code;

    know_all(cli, c);
    c->letters = ce_cli_need(cli, malloc(2 * c->rows + 2));
    longs = c->longs = ce_cli_need(cli, calloc(c->rows + 6, sizeof *longs));
    make_getopt(cli, c, c->letters, longs);
    opterr = 0;
    while ((code = getopt_long(argc, argv, c->letters, longs, NULL)) != -1)
        take(cli, c, code, c->letters, argv);
}

void ce_cli_command_free(ce_cli_command *c)
{
    free(c->row);
    free(c->given);
    free(c->letters);
    free(c->longs);
    free(c);
}
