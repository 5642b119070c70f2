/* ce-select diverse: base clusterings that differ much from each other. */
#include "score/choose.h"
#include "select.h"

typedef struct {
    int members, how;
    select_measure measure;
} diverse_options;

/* One by one, each far from those chosen; or those that agree least with all others. */
enum { HOW_GREEDY, HOW_LEAST };
/* In the order of the enum; for option rows. */
#define HOW_NAMES "greedy|least"

static const ce_option rows[] = {
    SELECT_ROW_MEMBERS(diverse_options),
    SELECT_ROWS_MEASURE(diverse_options, "how=least"),
    {0, "how", CE_CHOICE, "WAY", 0, 0, HOW_NAMES, "greedy", offsetof(diverse_options, how), NULL,
     "greedy: one by one, each far from those chosen; least: those that agree least with all "
     "others"},
};

static int choose_greedily(select_call *call, const diverse_options *o, ce_error *err)
{
    ce_agreement agreement = {0};
    const double *similarity;
    int rc = select_members(call, o->members, "chosen", err);

    if (!rc)
        rc = select_agreement(call, &o->measure, &agreement, &similarity, err);
    if (!rc)
        rc = ce_choose_apart(similarity, agreement.m, call->count, call->choice, err);
    for (size_t c = 0; c < call->count && !rc; c++)
        ce_cli_detail(call->cli, "%zu. %s", c + 1, call->in->name[call->choice[c]]);
    if (!rc)
        ce_choice_sort(call->choice, call->count);
    ce_agreement_free(&agreement);
    return rc;
}

static int run(select_call *call, ce_error *err)
{
    const diverse_options *o = call->noun;

    return o->how == HOW_LEAST ? select_by_value(call, &o->measure, o->members, 1, err)
                               : choose_greedily(call, o, err);
}

const select_noun select_diverse = {
    .noun = {.name = "diverse",
             .summary = "takes M that differ much from each other",
             .about = "Chooses base clusterings that differ: one by one, each far from those "
                      "chosen, or all those that agree least with the others. Base clusterings "
                      "that are simply bad differ too.",
             .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
             .takes = CE_USES_WEIGHTS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(rows, diverse_options)},
    .run = run,
};
