#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/log.h"
#include "cli/options_internal.h"
#include "cli/process.h"
#include "cli/tool.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "io/csv.h"
#include "io/output.h"
#include "io/table_cut.h"
#include "linalg/linalg.h"

/* The log that --log named, also where wrong use was found before it was opened; NULL: none. */
static const char *log_path(const ce_cli *cli)
{
    const ce_cli_command *c = cli->command;
    const char *path = cli->common->log;

    for (size_t i = 0; c && i < c->givens; i++)
        if (!strcmp(c->given[i].row->name, "log"))
            path = c->given[i].text;
    return path;
}

/* Writes a run of wrong use into its log. */
static void log_wrong_use(const ce_cli *cli, const char *message)
{
    const char *path = log_path(cli);
    ce_error err = {0};

    if (!path || (!ce_log_is_open() && ce_log_open(path, &err)))
        return;
    ce_log_end(cli, 2, message, &err);
}

void ce_cli_usage(const ce_cli *cli, const char *format, ...)
{
    char text[CE_ERROR_TEXT], worded[2 * CE_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ce_error_word(text, "--", worded, sizeof worded);
    ce_cli_print(cli, worded);
    fprintf(stderr, "Try '%s --help'.\n", cli->tool->name);
    log_wrong_use(cli, worded);
    ce_output_drop_held();
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
    if (rc == CE_ENOMEM) {
        fprintf(stderr, "%s: %s\n", cli->tool->name, *err->text ? err->text : "out of memory");
        exit(1);
    }
    if (rc)
        ce_cli_usage(cli, "%s", err->text);
}

/* ---- what is printed in place of work ---- */

void ce_cli_printed(const ce_cli *cli)
{
    int failed = ferror(stdout);

    errno = 0;
    failed |= fflush(stdout);
    if (failed && errno != EPIPE)
        fprintf(stderr, "%s: standard output: %s\n", cli->tool->name,
                strerror(errno ? errno : EIO));
    exit(failed ? 1 : 0);
}

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
        for (size_t f = 0; f < cli->nouns || f == 0; f++) {
            if (f)
                putchar('\n');
            ce_cli_print_help(cli->tool, cli->nouns ? cli->descriptor[f] : NULL);
        }
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
    ce_cli_printed(cli);
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

/* --columns is about data tables: FILE, where a noun reads one, or that of --data. */
static void check_columns(const ce_cli *cli)
{
    if (!cli->common->columns || !cli->nouns || ce_cli_given(cli, "data"))
        return;
    for (size_t f = 0; f < cli->nouns; f++)
        if (cli->descriptor[f]->reads & CE_READS_DATA)
            return;
    ce_cli_usage(cli,
                 "--columns chooses features of a data table, but %s reads no data table here",
                 cli->noun[0]);
}

/* An empty word can mean no cell that is not missing anyway: a mistake. */
static void check_words(const ce_cli *cli)
{
    const char *list = cli->common->missing_words;
    size_t length;

    while (ce_word_next(&list, &length))
        if (!length)
            ce_cli_usage(cli,
                         "--missing-words '%.100s', words between commas expected; an empty cell "
                         "is missing anyway",
                         cli->common->missing_words);
}

/* --digits is about results. Sums of parts keep all digits. */
static void settle_digits(const ce_cli *cli)
{
    if (cli->common->digits && ce_cli_given(cli, "part"))
        ce_cli_usage(cli, "--digits is about results; sums of parts (--part, --cut) have all "
                          "digits");
    ce_output_digits(cli->common->digits);
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

void ce_cli_distinct_clusters(const ce_cli *cli)
{
    const ce_int_list *k = &cli->common->k;
    int *sorted;

    if (k->is_range || k->count < 2)
        return;
    sorted = ce_cli_need(cli, malloc(k->count * sizeof *sorted));
    memcpy(sorted, k->value, k->count * sizeof *sorted);
    qsort(sorted, k->count, sizeof *sorted, by_number);
    for (size_t i = 1; i < k->count; i++)
        if (sorted[i] == sorted[i - 1])
            ce_cli_usage(cli, "-k has %d twice", sorted[i]);
    free(sorted);
}

/* ---- a command line ---- */

static void start_threads(const ce_cli *cli)
{
    int asked = cli->common->threads, got = ce_threads_set(asked), room = ce_linalg_reserve(got);
    const char *said = getenv("OMP_NUM_THREADS");

    if (!room) {
        char line[CE_NO_ROOM];
        ce_cli_word_no_room(cli->tool->name, line);
        fputs(line, stderr);
        exit(1);
    }
    if (room < got)
        got = ce_threads_set(room);
    if (!asked && said && *said && !ce_threads_can_read(said))
        ce_cli_note(cli, "OMP_NUM_THREADS is '%.100s', a number of threads expected: not used",
                    said);
    if (asked > got)
        ce_cli_note(cli, "%d threads asked for, there is room for %d", asked, got);
}

static void check_environment(const ce_cli *cli)
{
    ce_error err = {0};

    if (ce_memory_limit_check(&err))
        ce_cli_usage(cli, "%s", err.text);
}

static void open_log(const ce_cli *cli)
{
    ce_error err = {0};

    if (!cli->common->log || !ce_log_open(cli->common->log, &err))
        return;
    fprintf(stderr, "%s: --log: %s\n", cli->tool->name, err.text);
    exit(1);
}

/* Whether a shared option is about what a noun does. */
static int is_about_nouns(const char *name)
{
    static const char *const about[] = {"clusters", "seed", "format", "columns"};

    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        if (!strcmp(name, about[i]))
            return 1;
    return 0;
}

/* Was the flag given that goes without nouns? It is wrong use with another option of the tool. */
static int is_alone(const ce_cli *cli, const ce_cli_command *c)
{
    const ce_tool *tool = cli->tool;
    int alone = 0;

    for (size_t i = 0; i < c->givens && tool->alone; i++)
        alone |= !strcmp(c->given[i].row->name, tool->alone);
    for (size_t i = 0; i < c->givens && alone; i++) {
        const char *name = c->given[i].row->name;
        if (strcmp(name, tool->alone) != 0 &&
            !(tool->alone_with && ce_word_listed(tool->alone_with, name, strlen(name))) &&
            (is_about_nouns(name) || !ce_option_find(&ce_cli_shared_options, name)))
            ce_cli_usage(cli, "--%s and --%s do not go together", tool->alone, name);
    }
    return alone;
}

/* Refuses the names of nouns before the operands. */
static void refuse_nouns(const ce_cli *cli)
{
    const ce_tool *tool = cli->tool;
    const char *word = cli->operand[0];
    size_t noun = ce_cli_find_noun(tool, word, strcspn(word, ","));

    if (tool->nouns[noun])
        ce_cli_usage(cli, "--%s takes no %s: '%s'", tool->alone,
                     tool->noun_list ? "function" : "noun", word);
}

/* Whether FILE is a table with a row for each object. */
static int reads_table(const ce_cli *cli)
{
    unsigned reads = 0;

    for (size_t f = 0; f < cli->nouns; f++)
        reads |= cli->descriptor[f]->reads;
    return cli->nouns ? (reads & (CE_READS_LABELS | CE_READS_DATA)) != 0
                      : (cli->tool->shared & CE_WITH_TABLE) != 0;
}

void ce_cli_parse(ce_cli *cli, const ce_tool *tool, int argc, char **argv, void *options)
{
    ce_cli_command *c;
    int alone;

    ce_cli_start();
    ce_log_begin(argc, argv);
    *cli = (ce_cli){.tool = tool, .common = options};
    if (argc > 1 && !strcmp(argv[1], "--completions")) {
        ce_cli_complete(tool, argc - 2, argv + 2);
        ce_cli_printed(cli);
    }
    c = cli->command = ce_cli_need(cli, calloc(1, sizeof *c));
    /* The tool's struct begins with that of the shared rows, so the shared rows are set second. */
    if (ce_settings_init(&cli->own, &tool->options, options, NULL) ||
        ce_settings_init(&cli->shared, &ce_cli_shared_options, options, NULL))
        ce_cli_need(cli, NULL);
    ce_cli_command_read(cli, c, argc, argv);
    print_instead(cli, c, optind < argc ? argv[optind] : NULL);
    alone = is_alone(cli, c);
    if (tool->nouns && !alone) {
        if (optind == argc)
            ce_cli_usage(cli, "which? one of the %s is needed",
                         tool->noun_list ? "names" : "nouns");
        ce_cli_parse_nouns(cli, argv[optind++]);
    }
    ce_cli_imply_part(cli, c);
    ce_cli_set_all(cli, c);
    settle_characters(cli);
    ce_cli_settle_cut(cli);
    check_columns(cli);
    check_words(cli);
    settle_digits(cli);
    ce_cli_command_free(c);
    cli->command = NULL;
    cli->waits = ce_cli_need(cli, calloc(1, sizeof *cli->waits));
    cli->operand = argv + optind;
    cli->operands = argc - optind;
    if (alone && cli->operands > tool->max_operands)
        refuse_nouns(cli);
    if (cli->operands > tool->max_operands)
        ce_cli_usage(cli, "'%s' is one argument too many%s", cli->operand[tool->max_operands],
                     reads_table(cli) ? " (paste -d, joins tables of the same objects)" : "");
    ce_cli_check_inputs(cli);
    ce_cli_check_outputs(cli, !tool->result_unsure);
    open_log(cli);
    ce_cli_tell_name(cli);
    check_environment(cli);
    gsl_set_error_handler_off();
    ce_linalg_choose_kernels();
    ce_linalg_start();
    start_threads(cli);
    ce_log_expect_signals(cli);
    ce_output_hold(1);
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
    ce_table_cut_free(cli->cut);
    free(cli->cut);
    cli->cut = NULL;
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
