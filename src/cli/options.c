#include "cli/options.h"

#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options_internal.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"
#include "version.h"

/* Codes of getopt_long: rows lie above all letters, the options of every tool above all rows. */
enum { FIRST_ROW = 256, HELP = 1 << 20, VERSION, LIST, CITE, LIST_OPTIONS };

/* An option on the command line, before its owner is known. */
typedef struct {
    const ce_option *row; /* the first one of its name */
    const char *text;     /* NULL: a flag */
} given_option;

/* Every row that the tool knows, one of each name, and what was given. */
typedef struct {
    const ce_option **row;
    size_t rows, capacity;
    given_option *given;
    size_t givens, givens_capacity;
    int help;
    const char *list, *cite;
    int list_options;
} command;

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

/* The end of a program whose memory is out before it began. */
static void *need(const ce_cli *cli, void *block)
{
    if (!block) {
        fprintf(stderr, "%s: out of memory\n", cli->tool->name);
        exit(1);
    }
    return block;
}

/* A failure of the settings: wrong use, or no memory. */
static void refuse(const ce_cli *cli, int rc, const ce_error *err)
{
    if (rc == CE_ENOMEM)
        need(cli, NULL);
    if (rc)
        ce_cli_usage(cli, "%s", err->text);
}

/* ---- the rows ---- */

static const ce_option *known_row(const command *c, const char *name)
{
    for (size_t i = 0; i < c->rows; i++)
        if (!strcmp(c->row[i]->name, name))
            return c->row[i];
    return NULL;
}

static void know(const ce_cli *cli, command *c, const ce_option *row)
{
    if (known_row(c, row->name))
        return;
    if (ce_grow(&c->row, &c->capacity, c->rows + 1, sizeof *c->row, NULL))
        need(cli, NULL);
    c->row[c->rows++] = row;
}

static void know_all(const ce_cli *cli, command *c)
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

/* ---- taking the command line apart ---- */

static void make_getopt(const ce_cli *cli, const command *c, char *letters, struct option *longs)
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

static const ce_option *row_of(const command *c, int code)
{
    size_t i = 0;

    if (code >= FIRST_ROW)
        return c->row[code - FIRST_ROW];
    while (c->row[i]->letter != code)
        i++;
    return c->row[i];
}

/* Of the options that a wrong name may mean the nearest, NULL if there is none. */
static const char *meant_option(const command *c, const char *name)
{
    size_t best = SIZE_MAX;
    const char *near = NULL;

    for (size_t i = 0; i < c->rows; i++) {
        size_t distance = ce_edit_distance(name, c->row[i]->name);
        if (distance < best && ce_may_mean(name, c->row[i]->name)) {
            near = c->row[i]->name;
            best = distance;
        }
    }
    return near;
}

/* Wrong use: an option that there is not. Names the one that may be meant. */
static void refuse_option(const ce_cli *cli, const command *c, const char *word)
{
    const char *near = NULL;
    char name[64];

    if (strncmp(word, "--", 2) == 0) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
        if (!known_row(c, name))
            near = meant_option(c, name);
    }
    if (near)
        ce_cli_usage(cli, "unknown option --%s; did you mean --%s?", name, near);
    ce_cli_usage(cli, "unknown, ambiguous or wrongly used option %s", word);
}

static void take(const ce_cli *cli, command *c, int code, const char *letters, char **argv)
{
    switch (code) {
    case HELP: c->help = 1; return;
    case LIST: c->list = optarg ? optarg : "text"; return;
    case CITE: c->cite = optarg; return;
    case LIST_OPTIONS: c->list_options = 1; return;
    case VERSION:
        printf("%s (Clens) %s\n", cli->tool->name, CE_VERSION);
        exit(fflush(stdout) ? 1 : 0);
    case ':': ce_cli_usage(cli, "%s needs an argument", argv[optind - 1]);
    case '?':
        if (optopt && optopt < FIRST_ROW && !strchr(letters, optopt))
            ce_cli_usage(cli, "unknown option -%c", optopt);
        refuse_option(cli, c, argv[optind - 1]);
        return;
    default: break;
    }
    if (ce_grow(&c->given, &c->givens_capacity, c->givens + 1, sizeof *c->given, NULL))
        need(cli, NULL);
    c->given[c->givens++] = (given_option){row_of(c, code), optarg};
}

static void take_apart(const ce_cli *cli, command *c, int argc, char **argv)
{
    char *letters = need(cli, malloc(2 * c->rows + 2));
    struct option *longs = need(cli, calloc(c->rows + 6, sizeof *longs));
    int code;

    make_getopt(cli, c, letters, longs);
    opterr = 0;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1)
        take(cli, c, code, letters, argv);
    free(letters);
    free(longs);
}

/* ---- nouns ---- */

static const char *noun_name(const ce_tool *tool, size_t i)
{
    return tool->nouns[i] ? tool->nouns[i]->name : NULL;
}

/* The number of a noun; that of the end of the list when there is none of that name. */
static size_t find_noun(const ce_tool *tool, const char *text, size_t length)
{
    size_t i = 0;

    while (noun_name(tool, i) && (strlen(noun_name(tool, i)) != length ||
                                  strncmp(noun_name(tool, i), text, length)))
        i++;
    return i;
}

/* Wrong use: names the one that may be meant, or what there is. */
static void refuse_noun(const ce_cli *cli, const char *text, size_t length)
{
    const char *kind = cli->tool->noun_list ? "names" : "nouns", *near = NULL;
    char list[700] = "", word[64];
    size_t used = 0, best = SIZE_MAX;

    snprintf(word, sizeof word, "%.*s", (int)length, text);
    for (size_t i = 0; noun_name(cli->tool, i); i++) {
        const char *name = noun_name(cli->tool, i);
        size_t distance = ce_edit_distance(word, name);
        if (length > 1 && !strncmp(word, name, length))
            distance = 1; /* the beginning of a name */
        else if (!ce_may_mean(word, name))
            distance = SIZE_MAX;
        if (distance < best) {
            near = name;
            best = distance;
        }
        if (used + 40 < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%.30s", used ? ", " : "",
                                     name);
    }
    if (near)
        ce_cli_usage(cli, "'%s' is none of its %s; did you mean %s?", word, kind, near);
    ce_cli_usage(cli, "'%s' is none of its %s: %s", word, kind, list);
}

static void parse_nouns(ce_cli *cli, const char *text)
{
    size_t count = 1;

    for (const char *c = text; *c; c++)
        count += *c == ',';
    cli->noun = need(cli, calloc(count, sizeof *cli->noun));
    cli->descriptor = need(cli, calloc(count, sizeof *cli->descriptor));
    cli->settings = need(cli, calloc(count, sizeof *cli->settings));
    while (1) {
        size_t length = cli->tool->noun_list ? strcspn(text, ",") : strlen(text);
        size_t i = find_noun(cli->tool, text, length);
        if (!noun_name(cli->tool, i))
            refuse_noun(cli, text, length);
        cli->noun[cli->nouns] = noun_name(cli->tool, i);
        cli->descriptor[cli->nouns++] = cli->tool->nouns[i];
        if (!text[length])
            break;
        text += length + 1;
    }
    for (size_t f = 0; f < cli->nouns; f++)
        if (ce_settings_init(&cli->settings[f], &cli->descriptor[f]->options, NULL, NULL))
            need(cli, NULL);
}

/* ---- which option goes with which noun ---- */

static unsigned bit_of(const char *condition, const char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(condition, name[i]))
            return 1U << i;
    return 0;
}

/* One condition, without its @. */
static int uses(const ce_descriptor *noun, const char *condition)
{
    static const char *const used[] = {"k", "data", "model", "constraints", "weights"};
    static const char *const reported[] = {"trace", "result-model", "tree", "members",
                                           "member-weights"};
    unsigned use = bit_of(condition, used, sizeof used / sizeof *used);
    unsigned report = bit_of(condition, reported, sizeof reported / sizeof *reported);

    if (!strcmp(condition, "labels"))
        return (noun->reads & (CE_READS_LABELS | CE_READS_MEMBERSHIPS)) != 0;
    return ((noun->needs | noun->takes) & use) || (noun->reports & report);
}

int ce_cli_row_goes(const ce_option *row, const ce_descriptor *noun)
{
    char condition[40];

    for (const char *at = row->only ? row->only : ""; (at = strchr(at, '@')); at++) {
        snprintf(condition, sizeof condition, "%.*s", (int)strcspn(at + 1, " "), at + 1);
        if (!uses(noun, condition))
            return 0;
    }
    return 1;
}

/* Whether an option goes with a noun of the tool: one of the tool's own by its conditions, one of
 * the noun when it has a row of that name. */
static int goes_with(const ce_tool *tool, const ce_descriptor *noun, const char *name)
{
    const ce_option *own = ce_option_find(&tool->options, name);

    return own ? ce_cli_row_goes(own, noun) : ce_option_find(&noun->options, name) != NULL;
}

/* Wrong use: an option that no noun of the call takes. */
static void refuse_with(const ce_cli *cli, const char *name)
{
    char list[700] = "";
    size_t used = 0;

    for (size_t i = 0; cli->tool->nouns[i] && used + 40 < sizeof list; i++)
        if (goes_with(cli->tool, cli->tool->nouns[i], name))
            used += (size_t)snprintf(list + used, sizeof list - used, " %.30s",
                                     cli->tool->nouns[i]->name);
    ce_cli_usage(cli, "--%s does not go with %s, only with:%s", name, cli->noun[0], list);
}

/* ---- setting ---- */

/* Sets an option in the structs of the nouns that have it. */
static void set_in_nouns(const ce_cli *cli, const given_option *given)
{
    const char *name = given->row->name;
    size_t takers = 0;
    ce_error err = {0};

    for (size_t f = 0; f < cli->nouns; f++)
        if (ce_option_find(&cli->descriptor[f]->options, name)) {
            refuse(cli, ce_settings_set(&cli->settings[f], name, given->text, &err), &err);
            takers++;
        }
    if (!takers)
        refuse_with(cli, name);
}

static void set_own(ce_cli *cli, const given_option *given)
{
    const ce_option *row = ce_option_find(&cli->tool->options, given->row->name);
    size_t takers = 0;
    ce_error err = {0};

    refuse(cli, ce_settings_set(&cli->own, row->name, given->text, &err), &err);
    for (size_t f = 0; f < cli->nouns; f++)
        takers += (size_t)ce_cli_row_goes(row, cli->descriptor[f]);
    if (cli->nouns && !takers)
        refuse_with(cli, row->name);
}

/* An option must have an effect in one of the nouns that have it. */
static void check_effect(const ce_cli *cli, const char *name)
{
    char why[200] = "";
    size_t effective = 0;

    for (size_t f = 0; f < cli->nouns; f++) {
        const ce_option *row = ce_option_find(&cli->descriptor[f]->options, name);
        if (row)
            effective += (size_t)ce_settings_effective(&cli->settings[f], row, why, sizeof why);
    }
    if (!effective)
        ce_cli_usage(cli, "--%s %s", name, why);
}

/* Whether an option is one of those that tools share, and that this tool takes. */
static int is_shared(const ce_tool *tool, const char *name)
{
    const ce_option *row[CE_SHARED_ROWS];
    size_t count = ce_cli_shared_rows(tool, row);

    for (size_t i = 0; i < count; i++)
        if (!strcmp(row[i]->name, name))
            return 1;
    return 0;
}

static void set_all(ce_cli *cli, const command *c)
{
    ce_error err = {0};

    for (size_t i = 0; i < c->givens; i++) {
        const given_option *given = &c->given[i];
        const char *name = given->row->name;
        if (ce_option_find(&cli->tool->options, name))
            set_own(cli, given);
        else if (is_shared(cli->tool, name))
            refuse(cli, ce_settings_set(&cli->shared, name, given->text, &err), &err);
        else
            set_in_nouns(cli, given);
    }
    refuse(cli, ce_settings_check(&cli->own, &err), &err);
    for (size_t i = 0; i < c->givens && cli->tool->nouns; i++)
        if (!ce_option_find(&cli->tool->options, c->given[i].row->name) &&
            !is_shared(cli->tool, c->given[i].row->name))
            check_effect(cli, c->given[i].row->name);
}

/* ---- what is printed in place of work ---- */

static void cite(const ce_cli *cli, const char *name)
{
    size_t i = find_noun(cli->tool, name, strlen(name));
    const ce_reference *reference;

    if (!cli->tool->nouns[i])
        refuse_noun(cli, name, strlen(name));
    reference = ce_descriptor_reference(cli->tool->nouns[i]);
    if (!reference)
        ce_cli_usage(cli, "%s has no reference", name);
    fputs(reference->bibtex, stdout);
}

/* Help, lists and citations end the program. */
static void print_instead(ce_cli *cli, const command *c, const char *operand)
{
    if (c->help) {
        if (operand && cli->tool->nouns)
            parse_nouns(cli, operand);
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

void ce_cli_parse(ce_cli *cli, const ce_tool *tool, int argc, char **argv, void *options)
{
    command c = {0};

    *cli = (ce_cli){.tool = tool, .common = options};
    /* the tool's struct begins with that of the shared rows, so these come second */
    if (ce_settings_init(&cli->own, &tool->options, options, NULL) ||
        ce_settings_init(&cli->shared, &ce_cli_shared_options, options, NULL))
        need(cli, NULL);
    know_all(cli, &c);
    take_apart(cli, &c, argc, argv);
    print_instead(cli, &c, optind < argc ? argv[optind] : NULL);
    if (tool->nouns) {
        if (optind == argc)
            ce_cli_usage(cli, "which? one of the %s is needed",
                         tool->noun_list ? "names" : "nouns");
        parse_nouns(cli, argv[optind++]);
    }
    set_all(cli, &c);
    free(c.row);
    free(c.given);
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
