/* The help of a tool, and of one of its nouns. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/options_internal.h"

enum { WIDTH = 100, OPTION_COLUMN = 26 };

/* Prints a text from `column` on, in lines of at most WIDTH characters. Further lines begin at
 * `indent`. */
static void print_wrapped(const char *text, int column, int indent)
{
    int first = 1;

    while (*text) {
        int length = (int)strcspn(text, " ");
        if (!first && column + 1 + length > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            putchar(' ');
            column++;
        }
        printf("%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
        first = 0;
    }
}

static void print_paragraph(const char *text)
{
    print_wrapped(text, 0, 0);
    putchar('\n');
}

/* Whether the `length` characters of a choice are one of choices: a|b|c, up to a blank. */
static int is_among(const char *choice, size_t length, const char *choices)
{
    while (*choices && *choices != ' ') {
        size_t next = strcspn(choices, "| ");
        if (next == length && !strncmp(choice, choices, length))
            return 1;
        choices += next + (choices[next] == '|');
    }
    return 0;
}

/* A condition NAME=A|B that the default of option NAME fulfils is shorter by its exceptions: writes
 * the other choices, or nothing if it is not such a condition. A reader of "with --NAME A|B" would
 * think that NAME must be given. */
static const char *word_exceptions(const ce_options *options, const char *condition,
                                   size_t name_length, char *text, size_t size)
{
    char name[40];
    const ce_option *other;
    size_t used = 0, kept = 0, left = 0;

    snprintf(name, sizeof name, "%.*s", (int)name_length, condition);
    other = ce_option_find(options, name);
    *text = '\0';
    if (!other || other->type != CE_CHOICE || !other->by_default ||
        !is_among(other->by_default, strlen(other->by_default), condition + name_length + 1))
        return text;
    for (const char *at = other->choices; *at && used < size;) {
        size_t length = strcspn(at, "|");
        if (is_among(at, length, condition + name_length + 1))
            kept++;
        else if (++left)
            used += (size_t)snprintf(text + used, size - used, "%s%.*s", used ? "|" : "",
                                     (int)length, at);
        at += length + (at[length] == '|');
    }
    if (kept < 2 || left > kept) /* the choices themselves are short enough */
        *text = '\0';
    return text;
}

/* Writes the conditions of a row as " (with --anchor)". Conditions about nouns are left out.
 * options: where the row is from. */
static void word_conditions(const ce_options *options, const ce_option *row, char *text,
                            size_t size)
{
    char others[120];
    const char *at = row->only ? row->only : "";
    size_t used = 0;

    *text = '\0';
    while (*at && used < size) {
        int length = (int)strcspn(at, " ");
        const char *equals = memchr(at, '=', (size_t)length);
        const char *before = used ? ", " : " (";
        if (*at == '!')
            used += (size_t)snprintf(text + used, size - used, "%snot with --%.*s", before,
                                     length - 1, at + 1);
        else if (*at != '@' && equals && *word_exceptions(options, at, (size_t)(equals - at),
                                                          others, sizeof others))
            used += (size_t)snprintf(text + used, size - used, "%snot with --%.*s %s", before,
                                     (int)(equals - at), at, others);
        else if (*at != '@' && equals)
            used += (size_t)snprintf(text + used, size - used, "%swith --%.*s %.*s", before,
                                     (int)(equals - at), at, length - (int)(equals - at) - 1,
                                     equals + 1);
        else if (*at != '@')
            used += (size_t)snprintf(text + used, size - used, "%swith --%.*s", before, length, at);
        at += length;
        at += strspn(at, " ");
    }
    if (used && used < size)
        snprintf(text + used, size - used, ")");
}

/* options: where the row is from. */
static void print_option(const ce_tool *tool, const ce_options *options, const ce_option *row)
{
    char left[80], right[1000], conditions[200];
    const char *help = row->help ? row->help : tool->k_help;
    const char *value = row->by_default && *row->by_default == '\t' ? "\\t" : row->by_default;
    int used;

    snprintf(left, sizeof left, "  %c%c%s--%s%s%s", row->letter ? '-' : ' ',
             row->letter ? row->letter : ' ', row->letter ? ", " : "  ", row->name,
             row->argument ? " " : "", row->argument ? row->argument : "");
    used = printf("%s", left);
    word_conditions(options, row, conditions, sizeof conditions);
    snprintf(right, sizeof right, "%s%s%s%s%s%s%s", help ? help : "clusters: 3, 2..20 or 2..6,9",
             row->type == CE_CHOICE ? ": " : "", row->type == CE_CHOICE ? row->choices : "",
             conditions, value ? " [" : "", value ? value : "", value ? "]" : "");
    printf("%*s", used < OPTION_COLUMN ? OPTION_COLUMN - used : 2, "");
    print_wrapped(right, used < OPTION_COLUMN ? OPTION_COLUMN : used + 2, OPTION_COLUMN + 2);
    putchar('\n');
}

static void print_end(const ce_tool *tool)
{
    int reads_files = tool->max_operands && strstr(tool->operands, "FILE");

    printf("      --help              print this and exit\n"
           "      --version           print the version and exit\n"
           "\n%sManual: %s(1), formats: clens-formats(5), overview: clens(7).\n",
           reads_files ? "No FILE, or -: standard input. " : "", tool->name);
}

/* Whether -k goes with a noun. Of a tool whose nouns say nothing of it, with all of them. */
static int takes_k(const ce_tool *tool, const ce_descriptor *noun)
{
    unsigned said = 0;

    for (size_t i = 0; tool->nouns[i]; i++)
        said |= tool->nouns[i]->needs | tool->nouns[i]->takes;
    return !(said & CE_USES_K) || ((noun->needs | noun->takes) & CE_USES_K);
}

/* Prints the shared rows. -k is left out where the noun takes no number of clusters. noun: NULL for
 * the tool. */
static void print_shared(const ce_tool *tool, const ce_descriptor *noun)
{
    const ce_option *row[CE_SHARED_ROWS];
    size_t count = ce_cli_shared_rows(tool, row);

    for (size_t i = 0; i < count; i++)
        if (row[i]->letter != 'k' || !noun || takes_k(tool, noun))
            print_option(tool, &tool->options, row[i]);
}

/* ---- a tool without nouns ---- */

static void print_flat(const ce_tool *tool)
{
    printf("usage: %s [options]%s%s\n%s\n\noptions:\n", tool->name, *tool->operands ? " " : "",
           tool->operands, tool->summary);
    for (size_t i = 0; i < tool->options.count; i++)
        print_option(tool, &tool->options, &tool->options.row[i]);
    print_shared(tool, NULL);
    print_end(tool);
}

/* ---- a tool with nouns: one screen ---- */

static const char *family_of(const ce_descriptor *noun)
{
    return noun->family ? noun->family : "";
}

/* Does no noun before the i-th have its family? */
static int first_of_family(const ce_tool *tool, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (!strcmp(family_of(tool->nouns[j]), family_of(tool->nouns[i])))
            return 0;
    return 1;
}

/* A line for each family with its names. */
static void print_families(const ce_tool *tool)
{
    enum { COLUMN = 27 };

    for (size_t i = 0; tool->nouns[i]; i++) {
        char names[1000];
        size_t used = 0;
        if (!first_of_family(tool, i))
            continue;
        for (size_t j = i; tool->nouns[j] && used < sizeof names; j++)
            if (!strcmp(family_of(tool->nouns[j]), family_of(tool->nouns[i])))
                used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? " " : "",
                                         tool->nouns[j]->name);
        printf("  %-*s", COLUMN - 2, family_of(tool->nouns[i]));
        print_wrapped(names, COLUMN, COLUMN);
        putchar('\n');
    }
}

static int has_families(const ce_tool *tool)
{
    for (size_t i = 0; tool->nouns[i]; i++)
        if (tool->nouns[i]->family)
            return 1;
    return 0;
}

static void print_nouns(const ce_tool *tool)
{
    for (size_t i = 0; tool->nouns[i]; i++) {
        printf("  %-14s ", tool->nouns[i]->name);
        print_wrapped(tool->nouns[i]->summary, 17, 17);
        putchar('\n');
    }
}

/* Does a shared row say how tables are read? The help of a tool with nouns has one line for all of
 * these. */
static int is_of_tables(const ce_option *row)
{
    static const char *const name[] = {"delimiter", "header",   "id",
                                       "class",     "decimal",  "categorical",
                                       "columns",   "progress", "missing-words"};

    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (!strcmp(row->name, name[i]))
            return 1;
    return 0;
}

/* Options that are named only, in one line that says what they are. */
typedef struct {
    char names[300];
    size_t used;
} named_options;

static void name_option(named_options *list, const ce_option *row)
{
    if (list->used < sizeof list->names)
        list->used += (size_t)snprintf(list->names + list->used, sizeof list->names - list->used,
                                       " --%s", row->name);
}

static void print_named(const ce_tool *tool, const char *what, const named_options *list)
{
    int column;

    if (!list->used)
        return;
    column = printf("  %s, see %s --help:", what, tool->noun_list ? "NAME" : "NOUN");
    print_wrapped(list->names, column, 4);
    putchar('\n');
}

/* Whether an option of the tool goes with less than half of its nouns. */
static int is_for_few(const ce_tool *tool, const ce_option *row)
{
    size_t all = 0, going = 0;

    for (; tool->nouns[all]; all++)
        going += (size_t)ce_cli_row_goes(row, tool->nouns[all]);
    return 2 * going < all;
}

/* Prints the rows of the tool. Those for few nouns are named only. */
static void print_own(const ce_tool *tool)
{
    named_options few = {0};

    for (size_t i = 0; i < tool->options.count; i++)
        if (is_for_few(tool, &tool->options.row[i]))
            name_option(&few, &tool->options.row[i]);
        else
            print_option(tool, &tool->options, &tool->options.row[i]);
    print_named(tool, "with some of them", &few);
}

/* Prints the shared rows. Those about tables are named only. */
static void print_common(const ce_tool *tool)
{
    const ce_option *row[CE_SHARED_ROWS];
    size_t count = ce_cli_shared_rows(tool, row);
    named_options tables = {0};

    for (size_t i = 0; i < count; i++)
        if (is_of_tables(row[i]))
            name_option(&tables, row[i]);
        else
            print_option(tool, &tool->options, row[i]);
    print_named(tool, "how tables are read", &tables);
}

static void print_tool(const ce_tool *tool)
{
    const char *what = tool->noun_list ? "NAME" : "NOUN";

    printf("usage: %s %s%s [options]%s%s\n%s\n\n%s:\n", tool->name, what,
           tool->noun_list ? "[,NAME...]" : "", *tool->operands ? " " : "", tool->operands,
           tool->summary, tool->noun_list ? "names" : "nouns");
    if (has_families(tool))
        print_families(tool);
    else
        print_nouns(tool);
    printf("\nOne of them: what it does, its options, its reference: %s %s --help\n"
           "All of them, with year, needs and cost: %s --list. BibTeX: %s --cite %s\n\noptions:\n",
           tool->name, what, tool->name, tool->name, what);
    print_own(tool);
    print_common(tool);
    print_end(tool);
}

/* ---- one noun ---- */

static const char *const cost_text[] = {
    [CE_COST_OBJECTS] = "objects",
    [CE_COST_MICROCLUSTER_PAIRS] = "pairs of microclusters",
    [CE_COST_OBJECT_PAIRS] = "pairs of objects",
};

static void print_facts(const ce_tool *tool, const ce_descriptor *noun)
{
    const ce_reference *reference = ce_descriptor_reference(noun);
    char reads[120], needs[120];

    ce_descriptor_reads(noun, reads, sizeof reads);
    ce_descriptor_needs(noun, needs, sizeof needs);
    printf("\n");
    if (*reads)
        printf("Reads: %s. ", reads);
    if (*needs)
        printf("Needs: %s. ", needs);
    printf("Cost grows with the number of %s.\n", cost_text[noun->cost]);
    if (reference) {
        char text[600];
        snprintf(text, sizeof text, "%s (%d). %s. BibTeX: %s --cite %s", reference->authors,
                 reference->year, reference->title, tool->name, noun->name);
        print_paragraph(text);
    }
    if (noun->page)
        printf("Manual: %s(7), %s(1).\n", noun->page, tool->name);
    else
        printf("Manual: %s(1).\n", tool->name);
}

static void print_noun(const ce_tool *tool, const ce_descriptor *noun)
{
    char line[400];

    snprintf(line, sizeof line, "%c%s.", toupper((unsigned char)*noun->summary), noun->summary + 1);
    printf("usage: %s %s [options]%s%s\n", tool->name, noun->name, *tool->operands ? " " : "",
           tool->operands);
    print_paragraph(line);
    if (noun->about) {
        printf("\n");
        print_paragraph(noun->about);
    }
    if (noun->options.count)
        printf("\noptions of %s:\n", noun->name);
    for (size_t i = 0; i < noun->options.count; i++)
        print_option(tool, &noun->options, &noun->options.row[i]);
    printf("\noptions of %s:\n", tool->name);
    for (size_t i = 0; i < tool->options.count; i++)
        if (ce_cli_row_goes(&tool->options.row[i], noun))
            print_option(tool, &tool->options, &tool->options.row[i]);
    print_shared(tool, noun);
    printf("      --help              print this and exit\n"
           "      --version           print the version and exit\n");
    print_facts(tool, noun);
}

void ce_cli_print_help(const ce_tool *tool, const ce_descriptor *noun)
{
    if (noun)
        print_noun(tool, noun);
    else if (tool->nouns)
        print_tool(tool);
    else
        print_flat(tool);
}
