/* No two outputs of a call may be one file, nor an output an input, and what is no text does not go
 * to a terminal; the name of an output says its form: the rules for all tools. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options_internal.h"
#include "cli/tool.h"
#include "io/input.h"
#include "io/place.h"

/* An output of the call. */
typedef struct {
    const char *option; /* its long name; NULL: the result, without --output */
    const char *path;
} output;

enum { MOST_OUTPUTS = 32 };

typedef struct {
    size_t count;
    output output[MOST_OUTPUTS];
} outputs;

static void add(outputs *all, const char *option, const char *path)
{
    for (size_t i = 0; i < all->count; i++)
        if (option && all->output[i].option && !strcmp(all->output[i].option, option))
            return; /* one option of several nouns */
    if (all->count < MOST_OUTPUTS)
        all->output[all->count++] = (output){option, path};
}

static void add_given(outputs *all, const ce_settings *settings)
{
    for (size_t i = 0; i < settings->options.count; i++) {
        const ce_option *row = &settings->options.row[i];
        const char *path;
        if (row->type != CE_OUTPUT || !ce_settings_given(settings, row->name))
            continue;
        memcpy(&path, (const char *)settings->values + row->offset, sizeof path);
        add(all, row->name, path);
    }
}

static int is_standard(const output *o)
{
    return !o->path || !strcmp(o->path, "-");
}

static void refuse(const ce_cli *cli, const output *a, const output *b)
{
    int logs = !strcmp(a->option, "log") || (b->option && !strcmp(b->option, "log"));
    const char *dashes = b->option ? "--" : "", *name = b->option ? b->option : "the result";

    if (logs)
        cli->common->log = NULL; /* not into a file that is to be something else */
    if (is_standard(a) && is_standard(b))
        ce_cli_usage(cli, "--%s and %s%s are both standard output", a->option, dashes, name);
    ce_cli_usage(cli, "--%s and %s%s%s are one file: %s", a->option, dashes, name,
                 b->option ? "" : " on standard output", is_standard(a) ? b->path : a->path);
}

static void compare(const ce_cli *cli, const output *a, const output *b)
{
    ce_place of_a, of_b;

    /* what cannot be found cannot be opened either, which says why */
    if (ce_place_find(&of_a, a->path)) {
        if (is_standard(a) && is_standard(b))
            refuse(cli, a, b);
        return;
    }
    if (!ce_place_find(&of_b, b->path)) {
        int same = ce_place_same(&of_a, &of_b);
        ce_place_free(&of_b);
        if (same || (is_standard(a) && is_standard(b))) {
            ce_place_free(&of_a);
            refuse(cli, a, b);
        }
    }
    ce_place_free(&of_a);
}

/* The result may replace an operand, and what a run starts from. */
static int may_replace(const output *o, const ce_cli_input *input)
{
    if (!input->option)
        return !o->option || !strcmp(o->option, "output");
    return !strcmp(input->option, "start") || !strcmp(input->option, "state");
}

static void compare_with_input(const ce_cli *cli, const output *o, const ce_cli_input *input)
{
    ce_place of_output, of_input;
    int same, below;

    if (!o->option || is_standard(o) || !strcmp(input->path, "-") ||
        ce_place_find(&of_output, o->path))
        return;
    if (ce_place_find(&of_input, input->path)) {
        ce_place_free(&of_output);
        return;
    }
    same = of_input.exists && S_ISREG(of_input.status.st_mode) && !may_replace(o, input) &&
           ce_place_same(&of_output, &of_input);
    below = of_input.exists && S_ISDIR(of_input.status.st_mode) &&
            ce_place_below(&of_output, &of_input);
    ce_place_free(&of_output);
    ce_place_free(&of_input);
    if ((same || below) && !strcmp(o->option, "log"))
        cli->common->log = NULL;
    if (below)
        ce_cli_usage(cli, "--%s %s is in the folder that is read, %s, and would be lost", o->option,
                     o->path, input->path);
    if (same)
        ce_cli_usage(cli, "--%s and %s are one file, which would be lost: %s", o->option,
                     input->name, input->path);
}

static void compare_with_inputs(const ce_cli *cli, const outputs *all)
{
    ce_cli_inputs inputs;

    ce_cli_find_inputs(cli, &inputs);
    for (size_t a = 0; a < all->count; a++)
        for (size_t i = 0; i < inputs.count; i++)
            compare_with_input(cli, &all->output[a], &inputs.input[i]);
    ce_cli_inputs_free(&inputs);
}

/* The row of --format, and its value; NULL: there is none. */
static const ce_option *format_of(const ce_settings *settings, int *value)
{
    for (size_t i = 0; i < settings->options.count; i++) {
        const ce_option *row = &settings->options.row[i];
        if (row->type == CE_CHOICE && !strcmp(row->name, "format")) {
            memcpy(value, (const char *)settings->values + row->offset, sizeof *value);
            return row;
        }
    }
    return NULL;
}

/* Bytes that are no text would garble a terminal. */
static void refuse_at_terminal(const ce_cli *cli, const ce_settings *settings)
{
    int format = 0;
    const ce_option *row = format_of(settings, &format);
    ce_error err;
    char *word = row ? ce_option_choice(row, format, &err) : NULL;

    if (word && (!strcmp(word, "npy") || !strcmp(word, "png") || !strcmp(word, "pdf")))
        ce_cli_usage(cli, "--format %s is not for a terminal: -o FILE, or a pipe", word);
    free(word);
}

static void check_terminal(const ce_cli *cli)
{
    const char *path = cli->common->output;

    if ((path && strcmp(path, "-")) || !isatty(STDOUT_FILENO))
        return;
    for (size_t f = 0; f < cli->nouns; f++)
        refuse_at_terminal(cli, &cli->settings[f]);
    refuse_at_terminal(cli, &cli->own);
    refuse_at_terminal(cli, &cli->shared);
}

/* ---- the form by the name ---- */

/* Where a word stands among choices ("csv|npy"), from 0; -1: nowhere. */
static int find_choice(const char *choices, const char *word, size_t length)
{
    for (int at = 0;; at++) {
        size_t size = strcspn(choices, "|");
        if (size == length && !memcmp(choices, word, size))
            return at;
        if (!choices[size])
            return -1;
        choices += size + 1;
    }
}

int ce_cli_form_of(const ce_cli *cli, const char *choices, int form, const char *path)
{
    size_t length;
    const char *end = ce_path_ending(path, &length);
    int at = end && !ce_cli_given(cli, "format") ? find_choice(choices, end, length) : -1;

    return at < 0 ? form : at;
}

/* The same of the whole call. */
static const ce_option *find_format(const ce_cli *cli, int *value)
{
    const ce_option *row = format_of(&cli->own, value);

    for (size_t f = 0; f < cli->nouns && !row; f++)
        row = format_of(&cli->settings[f], value);
    if (!row && cli->tool->shared & CE_WITH_LABELS)
        row = format_of(&cli->shared, value);
    return row;
}

static int is_one_of(const char *const *words, size_t count, const char *end, size_t length)
{
    for (size_t f = 0; f < count; f++)
        if (strlen(words[f]) == length && !strncmp(end, words[f], length))
            return 1;
    return 0;
}

/* Notes a name that ends as those of packed files and workbooks do, which no tool writes, or of
 * files of another form than that of --format. format: its word, NULL: there is none. */
static void tell_name(const ce_cli *cli, const char *end, size_t length, const char *format)
{
    static const char *const others[] = {
        "xz",  "bz2", "zst", "zip", "lz4",  "7z", "xlsx", "xls",  "ods",   "parquet", "feather",
        "rds", "mat", "pkl", "npz", "hdf5", "h5", "npy",  "json", "jsonl", "mtx"};
    static const char *const tabs[] = {"tsv", "tab"};
    const char *path = ce_path_name(cli->common->output);
    int is_text = !format || !strcmp(format, "csv");

    if (is_one_of(tabs, sizeof tabs / sizeof *tabs, end, length) && is_text) {
        if (cli->common->delimiter == ',')
            ce_cli_note(cli, "%s: commas are between the cells, whatever the name ends in", path);
    } else if (is_one_of(tabs, sizeof tabs / sizeof *tabs, end, length) ||
               is_one_of(others, sizeof others / sizeof *others, end, length)) {
        ce_cli_note(cli, "%s: %s is written, whatever the name ends in", path,
                    is_text ? "text" : format);
    }
}

void ce_cli_tell_text(const ce_cli *cli, const char *path, const char *what)
{
    if (ce_path_is_npy(path))
        ce_cli_note(cli, "%s: %s as text, whatever the name ends in: no NumPy array",
                    ce_path_name(path), what);
}

void ce_cli_tell_name(const ce_cli *cli)
{
    int form = 0;
    const ce_option *row = find_format(cli, &form);
    size_t length;
    const char *end = ce_path_ending(cli->common->output, &length);
    ce_error err = {0};
    char *word = NULL;

    if (!end || cli->tool->minds_name)
        return;
    if (row) {
        form = ce_cli_form_of(cli, row->choices, form, cli->common->output);
        word = ce_option_choice(row, form, &err);
    }
    if (!word || strlen(word) != length || strncmp(end, word, length))
        tell_name(cli, end, length, word);
    free(word);
}

void ce_cli_check_outputs(const ce_cli *cli, int result)
{
    outputs all = {0};

    for (size_t f = 0; f < cli->nouns; f++)
        add_given(&all, &cli->settings[f]);
    add_given(&all, &cli->own);
    add_given(&all, &cli->shared);
    if (result)
        check_terminal(cli);
    if (result && !cli->common->output)
        add(&all, NULL, NULL);
    compare_with_inputs(cli, &all);
    for (size_t a = 0; a < all.count; a++)
        for (size_t b = a + 1; b < all.count; b++)
            compare(cli, &all.output[a], &all.output[b]);
}
