/* Finds the nouns of a command line, and which option goes with which noun. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options_internal.h"
#include "cli/synonyms.h"

/* More names than this are not read in a message. */
enum { MANY_NOUNS = 12 };

static const char *noun_name(const ce_tool *tool, size_t i)
{
    return tool->nouns[i] ? tool->nouns[i]->name : NULL;
}

size_t ce_cli_find_noun(const ce_tool *tool, const char *text, size_t length)
{
    size_t i = 0;

    while (noun_name(tool, i) && (strlen(noun_name(tool, i)) != length ||
                                  strncmp(noun_name(tool, i), text, length)))
        i++;
    return i;
}

/* Wrong use: an empty name in a list, or a file where the names should be. */
static void refuse_other(const ce_cli *cli, const char *text, size_t length)
{
    const char *what = cli->tool->noun_list ? "method" : "noun";
    int is_file = strchr(text, '.') || strchr(text, '/') || !strcmp(text, "-");

    if (!length)
        ce_cli_usage(cli, "a %s without a name: a comma too many, or a blank beside one", what);
    if ((is_file || !access(text, F_OK)) && !cli->nouns && !text[length])
        ce_cli_usage(cli, "the %s is missing before '%.40s': %s --list shows what there is", what,
                     text, cli->tool->name);
}

/* The noun that the word means in the field; NULL: none of this tool. */
static const char *find_synonym(const ce_tool *tool, const char *word)
{
    const char *name;
    size_t at = 0;

    while ((name = ce_synonym(word, &at)))
        if (noun_name(tool, ce_cli_find_noun(tool, name, strlen(name))))
            return name;
    return NULL;
}

void ce_cli_refuse_noun(const ce_cli *cli, const char *text, size_t length)
{
    const char *kind = cli->tool->noun_list ? "method" : "noun", *near = NULL, *meant;
    char list[700] = "", word[64];
    size_t used = 0, best = SIZE_MAX;

    refuse_other(cli, text, length);
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
    meant = find_synonym(cli->tool, word);
    near = meant ? meant : near;
    if (near)
        ce_cli_usage(cli, "unknown %s '%s'; did you mean %s?", kind, word, near);
    ce_cli_usage(cli, "unknown %s '%s', expected one of: %s", kind, word, list);
}

void ce_cli_parse_nouns(ce_cli *cli, const char *text)
{
    size_t count = 1;

    for (const char *c = text; *c; c++)
        count += *c == ',';
    cli->noun = ce_cli_need(cli, calloc(count, sizeof *cli->noun));
    cli->descriptor = ce_cli_need(cli, calloc(count, sizeof *cli->descriptor));
    cli->settings = ce_cli_need(cli, calloc(count, sizeof *cli->settings));
    while (1) {
        size_t length = cli->tool->noun_list ? strcspn(text, ",") : strlen(text);
        size_t i = ce_cli_find_noun(cli->tool, text, length);
        if (!noun_name(cli->tool, i))
            ce_cli_refuse_noun(cli, text, length);
        cli->noun[cli->nouns] = noun_name(cli->tool, i);
        cli->descriptor[cli->nouns++] = cli->tool->nouns[i];
        if (!text[length])
            break;
        text += length + 1;
    }
    for (size_t f = 0; f < cli->nouns; f++)
        if (ce_settings_init(&cli->settings[f], &cli->descriptor[f]->options, NULL, NULL))
            ce_cli_need(cli, NULL);
}

/* ---- which option goes with which noun ---- */

static unsigned bit_of(const char *condition, const char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(condition, name[i]))
            return 1U << i;
    return 0;
}

/* Does one condition hold for a noun? It comes without its @. */
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

/* Does an option go with a noun? For an option of the tool its conditions decide. For any other the
 * noun must have a row of that name. */
static int goes_with(const ce_tool *tool, const ce_descriptor *noun, const char *name)
{
    const ce_option *own = ce_option_find(&tool->options, name);

    return own ? ce_cli_row_goes(own, noun) : ce_option_find(&noun->options, name) != NULL;
}

void ce_cli_refuse_with(const ce_cli *cli, const char *name)
{
    char list[700] = "";
    size_t used = 0, all = 0, going = 0;
    int others;

    for (; cli->tool->nouns[all]; all++)
        going += (size_t)goes_with(cli->tool, cli->tool->nouns[all], name);
    others = going > MANY_NOUNS && going > all - going; /* those it does not go with are fewer */
    for (size_t i = 0; i < all && used + 40 < sizeof list; i++)
        if (goes_with(cli->tool, cli->tool->nouns[i], name) != others)
            used += (size_t)snprintf(list + used, sizeof list - used, " %.30s",
                                     cli->tool->nouns[i]->name);
    if (others)
        ce_cli_usage(cli, "--%s does not go with %s; it goes with all but:%s", name, cli->noun[0],
                     list);
    ce_cli_usage(cli, "--%s does not go with %s, only with:%s", name, cli->noun[0], list);
}
