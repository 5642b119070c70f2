#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "linalg/linalg.h"
#include "version.h"

/* Codes of long options lie above all letters. */
enum { MAX_OPTIONS = 96, FIRST_LONG = 256, HELP_VALUE = 1000, VERSION_VALUE = 1001 };

struct ce_cli_allocation {
    ce_cli_allocation *next;
    int value[];
};

static const struct {
    unsigned mask; /* 0: with every tool */
    ce_option option;
} shared_rows[] = {
    {CE_WITH_K,
     {'k', "clusters", CE_LIST, "K", 1, 1e9, NULL, NULL, offsetof(ce_common, k), NULL, NULL}},
    {CE_WITH_SEED,
     {0, "seed", CE_SEED, "N", 0, 0, NULL, "1", offsetof(ce_common, seed), NULL,
      "seed of the random streams; same seed, same bytes"}},
    {CE_WITH_THREADS,
     {'j', "threads", CE_INTEGER, "N", 0, 4096, NULL, "0", offsetof(ce_common, threads), NULL,
      "threads; 0: the cores given to the process; the result is the same"}},
    {0,
     {'o', "output", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(ce_common, output), NULL,
      "write here, not to standard output; .gz compresses"}},
    {CE_WITH_TABLE,
     {'d', "delimiter", CE_CHAR, "C", 0, 0, NULL, ",", offsetof(ce_common, delimiter), NULL,
      "the character between cells, read and written; \\t is a tab"}},
    {CE_WITH_TABLE,
     {0, "header", CE_CHOICE, "WHEN", 0, 0, "auto|yes|no", "auto", offsetof(ce_common, header),
      NULL, "is the first line a header; auto: unless it holds a number or a missing cell"}},
    {CE_WITH_TABLE,
     {0, "id", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(ce_common, id), NULL,
      "column of object ids, by name or number; default: one named id; none: no such column"}},
    {CE_WITH_TABLE,
     {0, "class", CE_TEXT, "COL", 0, 0, NULL, NULL, offsetof(ce_common, class_), NULL,
      "column of true classes, held back; default: one named class; none: no such column"}},
    {CE_WITH_CATEGORICAL,
     {0, "categorical", CE_TEXT, "COLS", 0, 0, NULL, NULL, offsetof(ce_common, categorical), NULL,
      "columns to read as categories though they look like numbers; comma separated, or all"}},
    {CE_WITH_PROGRESS,
     {0, "progress", CE_CHOICE, "WHEN", 0, 0, "auto|always|never", "auto",
      offsetof(ce_common, progress), NULL,
      "draw a progress line on standard error; auto: at a terminal"}},
    {0,
     {'q', "quiet", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(ce_common, quiet), NULL,
      "no notes on standard error"}},
    {0,
     {'v', "verbose", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(ce_common, verbose), NULL,
      "tell on standard error what is done"}},
};

enum { SHARED_ROWS = sizeof shared_rows / sizeof *shared_rows };

typedef struct {
    const ce_option *row[MAX_OPTIONS]; /* the tool's own, then its shared ones */
    size_t own, count;
} option_set;

static void collect(option_set *set, const ce_tool *tool)
{
    set->own = set->count = 0;
    for (size_t i = 0; i < tool->option_count && i < 64; i++)
        set->row[set->count++] = &tool->options[i];
    set->own = set->count;
    for (size_t i = 0; i < SHARED_ROWS; i++)
        if (!shared_rows[i].mask || (tool->shared & shared_rows[i].mask))
            set->row[set->count++] = &shared_rows[i].option;
}

void ce_cli_usage(const ce_cli *cli, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: ", cli->tool->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry '%s --help'.\n", cli->tool->name);
    exit(2);
}

/* ---- help ---- */

static void print_wrapped(const char *text, int column, int indent)
{
    const int width = 100;

    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column + length > width && column > indent) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        printf("%.*s", length, text);
        column += length;
        text += length;
        while (*text == ' ') {
            text++;
            if (column < width) {
                putchar(' ');
                column++;
            }
        }
    }
}

static void print_option(const ce_tool *tool, const ce_option *row)
{
    char left[80], right[700];
    int used;

    used = snprintf(left, sizeof left, "  %c%c%s--%s%s%s", row->letter ? '-' : ' ',
                    row->letter ? row->letter : ' ', row->letter ? ", " : "  ", row->name,
                    row->argument ? " " : "", row->argument ? row->argument : "");
    used = printf("%s", left);
    snprintf(right, sizeof right, "%s%s%s%s%s%s%s%s%s%s",
             row->help      ? row->help
             : tool->k_help ? tool->k_help
                            : "clusters: 3, 2..20 or 2,5,9",
             row->choices ? ": " : "", row->choices ? row->choices : "",
             row->nouns ? " (only " : "", row->nouns ? row->nouns : "", row->nouns ? ")" : "",
             row->by_default ? " [" : "",
             row->by_default ? (*row->by_default == '\t' ? "\\t" : row->by_default) : "",
             row->by_default ? "]" : "", "");
    printf("%*s", used < 26 ? 26 - used : 2, "");
    print_wrapped(right, used < 26 ? 26 : used + 2, 28);
    putchar('\n');
}

static void print_help(const ce_tool *tool)
{
    option_set set;

    collect(&set, tool);
    printf("usage: %s%s [options]%s%s\n%s\n", tool->name,
           !tool->nouns      ? ""
           : tool->noun_list ? " NAME[,NAME...]"
                             : " NOUN",
           *tool->operands ? " " : "", tool->operands, tool->summary);
    if (tool->nouns) {
        printf("\n%s:\n", tool->noun_list ? "names" : "nouns");
        for (const ce_noun *noun = tool->nouns; noun->name; noun++) {
            printf("  %-14s ", noun->name);
            print_wrapped(noun->help, 17, 17);
            putchar('\n');
        }
    }
    printf("\noptions:\n");
    for (size_t i = 0; i < set.count; i++)
        print_option(tool, set.row[i]);
    printf("      --help              print this and exit\n"
           "      --version           print the version and exit\n"
           "\n%sManual: %s(1), formats: clens-formats(5), overview: clens(7).\n",
           tool->max_operands ? "FILE - or none is standard input. " : "", tool->name);
}

/* ---- values ---- */

static int *remember(ce_cli *cli, size_t count)
{
    ce_cli_allocation *block = malloc(sizeof *block + count * sizeof *block->value);

    if (!block) {
        fprintf(stderr, "%s: out of memory\n", cli->tool->name);
        exit(1);
    }
    block->next = cli->allocations;
    cli->allocations = block;
    return block->value;
}

static void range_text(const ce_option *row, char *text, size_t size)
{
    if (row->low == 0 && row->high == 0)
        snprintf(text, size, "a number");
    else if (row->high >= 1e9)
        snprintf(text, size, "a%s number from %g", row->type == CE_REAL ? "" : " whole", row->low);
    else
        snprintf(text, size, "a%s number from %g to %g", row->type == CE_REAL ? "" : " whole",
                 row->low, row->high);
}

static void refuse(const ce_cli *cli, const ce_option *row, const char *text)
{
    char range[80];

    if (row->type == CE_CHOICE)
        ce_cli_usage(cli, "--%s '%s', one of %s expected", row->name, text, row->choices);
    range_text(row, range, sizeof range);
    ce_cli_usage(cli, "--%s '%s', %s expected", row->name, text, range);
}

static int in_range(const ce_option *row, double value)
{
    return (row->low == 0 && row->high == 0) || (value >= row->low && value <= row->high);
}

/* A whole number at *text, which moves behind it. */
static int parse_whole(const ce_option *row, const char **text, int *value)
{
    char *end;
    long number;

    errno = 0;
    number = strtol(*text, &end, 10);
    if (end == *text || errno || number < INT32_MIN || number > INT32_MAX ||
        !in_range(row, (double)number) || **text == ' ' || **text == '+')
        return 0;
    *text = end;
    *value = (int)number;
    return 1;
}

static int parse_list(ce_cli *cli, const ce_option *row, const char *text, ce_int_list *list)
{
    int first, last;
    size_t count = 1;

    for (const char *c = text; *c; c++)
        count += *c == ',';
    list->is_range = 0;
    if (strstr(text, "..")) {
        if (!parse_whole(row, &text, &first) || strncmp(text, "..", 2))
            return 0;
        text += 2;
        if (!parse_whole(row, &text, &last) || *text || last < first || last - first >= 1 << 24)
            return 0;
        list->is_range = 1;
        list->count = (size_t)(last - first) + 1;
        list->value = remember(cli, list->count);
        for (size_t i = 0; i < list->count; i++)
            list->value[i] = first + (int)i;
        return 1;
    }
    list->value = remember(cli, count);
    for (list->count = 0; list->count < count; text++) {
        if (!parse_whole(row, &text, &list->value[list->count++]))
            return 0;
        if (*text != ',')
            break;
    }
    return !*text && list->count == count;
}

static int parse_choice(const char *choices, const char *text, int *value)
{
    size_t length = strlen(text);

    for (*value = 0;; ++*value) {
        size_t word = strcspn(choices, "|");
        if (word == length && !strncmp(choices, text, word))
            return 1;
        if (!choices[word])
            return 0;
        choices += word + 1;
    }
}

static int parse_seed(const char *text, uint64_t *value)
{
    char *end;

    if (*text < '0' || *text > '9')
        return 0;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return !errno && !*end;
}

static int parse_double(const ce_option *row, const char *text, double *value)
{
    char *end;

    if (!*text || *text == ' ')
        return 0;
    *value = strtod(text, &end);
    return !*end && isfinite(*value) && in_range(row, *value);
}

static void set_value(ce_cli *cli, const ce_option *row, const char *text, void *options)
{
    char *field = (char *)options + row->offset;
    const char *rest = text;
    int ok = 1;

    switch (row->type) {
    case CE_FLAG: *(int *)field = 1; break;
    case CE_TEXT: *(const char **)field = text; break;
    case CE_INTEGER: ok = parse_whole(row, &rest, (int *)field) && !*rest; break;
    case CE_SEED: ok = parse_seed(text, (uint64_t *)field); break;
    case CE_REAL: ok = parse_double(row, text, (double *)field); break;
    case CE_CHOICE: ok = parse_choice(row->choices, text, (int *)field); break;
    case CE_LIST: ok = parse_list(cli, row, text, (ce_int_list *)field); break;
    case CE_CHAR:
        if (!strcmp(text, "\\t"))
            text = "\t";
        if (strlen(text) != 1 || *text == '"' || *text == '\n' || *text == '\r')
            ce_cli_usage(cli,
                         "--%s '%s', one character other than a quote or a line break expected",
                         row->name, text);
        *field = *text;
        break;
    }
    if (!ok)
        refuse(cli, row, text);
}

/* ---- nouns ---- */

static const char *find_noun(const ce_tool *tool, const char *text, size_t length)
{
    for (const ce_noun *noun = tool->nouns; noun->name; noun++)
        if (strlen(noun->name) == length && !strncmp(noun->name, text, length))
            return noun->name;
    return NULL;
}

/* Wrong use: names what there is. */
static void refuse_noun(const ce_cli *cli, const char *text, size_t length)
{
    char list[512] = "";
    size_t used = 0;

    for (const ce_noun *noun = cli->tool->nouns; noun->name && used + 40 < sizeof list; noun++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.30s", used ? ", " : "",
                                 noun->name);
    ce_cli_usage(cli, "'%.*s' is none of its %s: %s", (int)length, text,
                 cli->tool->noun_list ? "names" : "nouns", list);
}

static void parse_nouns(ce_cli *cli, const char *text)
{
    size_t count = 1;

    for (const char *c = text; *c; c++)
        count += *c == ',';
    /* an allocation of ints large enough for the pointers */
    cli->noun = (const char **)(void *)remember(cli, count * sizeof *cli->noun / sizeof(int));
    while (1) {
        size_t length = cli->tool->noun_list ? strcspn(text, ",") : strlen(text);
        const char *name = find_noun(cli->tool, text, length);
        if (!name)
            refuse_noun(cli, text, length);
        cli->noun[cli->nouns++] = name;
        if (!text[length])
            break;
        text += length + 1;
    }
}

static int word_in(const char *words, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return 1;
    return 0;
}

static void check_option_goes_with_nouns(const ce_cli *cli, const ce_option *row)
{
    for (size_t i = 0; i < cli->nouns; i++)
        if (word_in(row->nouns, cli->noun[i]))
            return;
    ce_cli_usage(cli, "--%s does not go with %s, only with: %s", row->name,
                 cli->nouns ? cli->noun[0] : "this", row->nouns);
}

/* ---- the whole ---- */

static void make_getopt(const option_set *set, char *letters, struct option *longs)
{
    *letters++ = ':';
    for (size_t i = 0; i < set->count; i++) {
        const ce_option *row = set->row[i];
        longs[i] =
            (struct option){row->name, row->type == CE_FLAG ? no_argument : required_argument, NULL,
                            FIRST_LONG + (int)i};
        if (row->letter) {
            *letters++ = row->letter;
            if (row->type != CE_FLAG)
                *letters++ = ':';
        }
    }
    *letters = '\0';
    longs[set->count] = (struct option){"help", no_argument, NULL, HELP_VALUE};
    longs[set->count + 1] = (struct option){"version", no_argument, NULL, VERSION_VALUE};
    longs[set->count + 2] = (struct option){0};
}

static size_t row_of(const option_set *set, int code)
{
    size_t i = 0;

    if (code >= FIRST_LONG)
        return (size_t)(code - FIRST_LONG);
    while (set->row[i]->letter != code)
        i++;
    return i;
}

static void note_given(ce_cli *cli, const option_set *set, size_t index)
{
    if (index < set->own)
        cli->given |= UINT64_C(1) << index;
    for (size_t i = 0; i < SHARED_ROWS; i++)
        if (set->row[index] == &shared_rows[i].option)
            cli->shared_given |= shared_rows[i].mask;
}

static void parse_options(ce_cli *cli, const option_set *set, int argc, char **argv, void *options)
{
    char letters[3 * MAX_OPTIONS];
    struct option longs[MAX_OPTIONS + 3];
    int code;

    make_getopt(set, letters, longs);
    opterr = 0;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        if (code == HELP_VALUE) {
            print_help(cli->tool);
            exit(fflush(stdout) ? 1 : 0);
        }
        if (code == VERSION_VALUE) {
            printf("%s (Clens) %s\n", cli->tool->name, CE_VERSION);
            exit(fflush(stdout) ? 1 : 0);
        }
        if (code == ':')
            ce_cli_usage(cli, "%s needs an argument", argv[optind - 1]);
        if (code == '?' && optopt && optopt < 256 && !strchr(letters, optopt))
            ce_cli_usage(cli, "unknown option -%c", optopt);
        if (code == '?')
            ce_cli_usage(cli, "unknown, ambiguous or wrongly used option %s", argv[optind - 1]);
        size_t index = row_of(set, code);
        set_value(cli, set->row[index], optarg, options);
        note_given(cli, set, index);
    }
}

void ce_cli_parse(ce_cli *cli, const ce_tool *tool, int argc, char **argv, void *options)
{
    option_set set;

    *cli = (ce_cli){.tool = tool, .common = options};
    collect(&set, tool);
    for (size_t i = 0; i < set.count; i++)
        if (set.row[i]->by_default)
            set_value(cli, set.row[i], set.row[i]->by_default, options);
    parse_options(cli, &set, argc, argv, options);
    if (tool->nouns) {
        if (optind == argc)
            ce_cli_usage(cli, "which? one of the %s is needed",
                         tool->noun_list ? "names" : "nouns");
        parse_nouns(cli, argv[optind++]);
    }
    for (size_t i = 0; i < set.own; i++)
        if ((cli->given >> i & 1) && set.row[i]->nouns)
            check_option_goes_with_nouns(cli, set.row[i]);
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
    while (cli->allocations) {
        ce_cli_allocation *next = cli->allocations->next;
        free(cli->allocations);
        cli->allocations = next;
    }
}

int ce_cli_given(const ce_cli *cli, const char *name)
{
    for (size_t i = 0; i < cli->tool->option_count; i++)
        if (!strcmp(cli->tool->options[i].name, name))
            return (int)(cli->given >> i & 1);
    for (size_t i = 0; i < SHARED_ROWS; i++)
        if (!strcmp(shared_rows[i].option.name, name))
            return (cli->shared_given & shared_rows[i].mask) != 0;
    return 0;
}
