/* ce-select names: base clusterings that are named. */
#include <stdlib.h>

#include "core/memory.h"
#include "io/choice.h"
#include "select.h"

typedef struct {
    const char *names, *from;
    int leave_out;
} names_options;

static const ce_option rows[] = {
    {0, "names", CE_TEXT, "NAMES", 0, 0, NULL, NULL, offsetof(names_options, names), "!from",
     "names of base clusterings, comma separated; * in a name stands for any text"},
    {0, "from", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(names_options, from), NULL,
     "file with a name on each line, or with a column named clustering"},
    {0, "leave-out", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(names_options, leave_out), NULL,
     "leave these out: take all others, in the order of the table"},
};

static void check(const ce_cli *cli, const void *noun)
{
    const names_options *o = noun;

    if (!o->names && !o->from)
        ce_cli_usage(cli, "names: one of --names and --from is needed");
}

/* Takes those that are not chosen. */
static int take_others(select_call *call, ce_error *err)
{
    size_t m = call->in->labels.m, others = 0;
    unsigned char *named = ce_calloc(m, sizeof *named, err);
    size_t *choice = ce_alloc(m, sizeof *choice, err);
    int rc = named && choice ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < call->count && !rc; c++)
        named[call->choice[c]] = 1;
    for (size_t q = 0; q < m && !rc; q++)
        if (!named[q])
            choice[others++] = q;
    free(named);
    if (!rc && !others)
        rc = ce_fail(err, CE_EINPUT, "%s: --leave-out leaves none of %zu base clustering%s",
                     call->path, m, m == 1 ? "" : "s");
    if (rc) {
        free(choice);
        return rc;
    }
    free(call->choice);
    call->choice = choice;
    call->count = others;
    return CE_OK;
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
    return !rc && o->leave_out ? take_others(call, err) : rc;
}

const select_noun select_names = {
    .noun = {.name = "names",
             .summary = "takes those with the given names, in their order, or all others",
             .about = "Takes base clusterings by their names: the same columns of another table, "
                      "with the names that --chosen wrote, or a choice made elsewhere. "
                      "--leave-out takes all but those named.",
             .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(rows, names_options)},
    .check = check,
    .run = run,
};
