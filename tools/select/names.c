/* ce-select names: base clusterings that are named. */
#include "core/memory.h"
#include "io/choice.h"
#include "select.h"

typedef struct {
    const char *names, *from;
} names_options;

static const ce_option rows[] = {
    {0, "names", CE_TEXT, "NAMES", 0, 0, NULL, NULL, offsetof(names_options, names), "!from",
     "names of base clusterings, comma separated; * in a name stands for any text"},
    {0, "from", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(names_options, from), NULL,
     "file with a name on each line, or with a column named clustering"},
};

static void check(const ce_cli *cli, const void *noun)
{
    const names_options *o = noun;

    if (!o->names && !o->from)
        ce_cli_usage(cli, "names: one of --names and --from is needed");
    select_refuse_two_inputs(cli, "from", o->from);
}

static int run(select_call *call, ce_error *err)
{
    const names_options *o = call->noun;
    ce_name_list list = {0};
    int rc = o->from ? ce_name_list_read(&list, o->from, call->cli->common->read_delimiter, err)
                     : ce_name_list_split(&list, o->names, err);

    if (!rc && o->names)
        rc = ce_name_list_expand(&list, call->in, call->path, err);
    call->count = list.count;
    if (!rc) {
        call->choice = ce_alloc(list.count, sizeof *call->choice, err);
        rc = call->choice ? CE_OK : CE_ENOMEM;
    }
    if (!rc)
        rc = ce_name_list_find(&list, call->in, call->path, call->choice, err);
    ce_name_list_free(&list);
    return rc;
}

const select_noun select_names = {
    .noun = {.name = "names",
             .summary = "takes those with the given names, in the order of the names",
             .about = "Takes base clusterings by their names: the same columns of another table, "
                      "with the names that --chosen wrote, or a choice made elsewhere.",
             .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(rows, names_options)},
    .check = check,
    .run = run,
};
