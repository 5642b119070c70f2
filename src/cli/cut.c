/* --cut, and the --part that it implies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options_internal.h"
#include "cli/part.h"
#include "cli/tool.h"
#include "core/memory.h"
#include "io/table_cut.h"

static const ce_cli_given_option *find_given(const ce_cli_command *c, const char *name)
{
    const ce_cli_given_option *last = NULL;

    for (size_t i = 0; i < c->givens; i++)
        if (!strcmp(c->given[i].row->name, name))
            last = &c->given[i];
    return last;
}

/* The row of --part, where the tool or a noun of the call sums over parts of the objects. */
static const ce_option *part_row(const ce_cli *cli)
{
    const ce_option *row = ce_option_find(&cli->tool->options, "part");

    if (cli->tool->one_table)
        return NULL;
    for (size_t f = 0; f < cli->nouns && !row; f++)
        row = ce_option_find(&cli->descriptor[f]->options, "part");
    return row;
}

/* Whether an option was given that leaves --part without an effect: `only` has it as !NAME. */
static int is_ruled_out(const ce_cli_command *c, const ce_option *row)
{
    char name[40];

    for (const char *at = row->only ? row->only : ""; (at = strchr(at, '!')); at++) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 1, " "), at + 1);
        if (find_given(c, name))
            return 1;
    }
    return 0;
}

void ce_cli_imply_part(ce_cli *cli, ce_cli_command *c)
{
    const ce_cli_given_option *cut = find_given(c, "cut"), *given = find_given(c, "part");
    const ce_option *row = part_row(cli);
    ce_cli_part a, b;

    if (!cut || !row)
        return;
    a = ce_cli_part_parse(cli, "cut", cut->text);
    if (given) {
        b = ce_cli_part_parse(cli, "part", given->text);
        if (a.part != b.part || a.parts != b.parts)
            ce_cli_usage(cli, "--cut %s is part %s of the job, and --part %s another one",
                         cut->text, cut->text, given->text);
        return;
    }
    if (is_ruled_out(c, row))
        return;
    if (ce_grow(&c->given, &c->givens_capacity, c->givens + 1, sizeof *c->given, NULL))
        ce_cli_need(cli, NULL);
    cut = find_given(c, "cut");
    c->given[c->givens++] = (ce_cli_given_option){row, cut->text, "cut"};
}

void ce_cli_refuse_cut(const ce_cli *cli, const char *noun)
{
    if (cli->common->cut)
        ce_cli_usage(cli, "--cut is about tables of objects, and %s reads none", noun);
}

/* Whether a call with these nouns reads a table of objects. */
static int reads_objects(const ce_cli *cli)
{
    const unsigned tables = CE_READS_LABELS | CE_READS_MEMBERSHIPS | CE_READS_DATA;

    for (size_t f = 0; f < cli->nouns; f++)
        if (cli->descriptor[f]->reads & tables)
            return 1;
    return !cli->nouns;
}

void ce_cli_settle_cut(ce_cli *cli)
{
    const char *text = cli->common->cut;
    ce_cli_part part = ce_cli_part_parse(cli, "cut", text);

    if (!text)
        return;
    if (!reads_objects(cli))
        ce_cli_refuse_cut(cli, cli->noun[0]);
    cli->cut = ce_cli_need(cli, calloc(1, sizeof *cli->cut));
    cli->cut->part = part;
}
