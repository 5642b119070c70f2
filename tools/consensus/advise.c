/* ce-consensus --advise: which functions suit the base clusterings in FILE, by the evidence of the
 * benchmark, with estimates of time and memory. Nothing is run. */
#include "advise.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/constraint_input.h"
#include "consensus/split_half.h"
#include "core/memory.h"

static int count_constraints(advise_input *in, const ce_label_table *labels, ce_error *err)
{
    const ce_constraint_objects objects = {labels->labels.n, &labels->id, in->path};
    ce_constraint_table table = {0};
    ce_chunklets chunklets = {0};
    int rc =
        ce_cli_chunklets_load(&chunklets, &table, in->constraints, in->cli->common->read_delimiter,
                              &objects, NULL, 0, 1, &in->contradictory, err);

    in->must = ce_constraints_count(&table.constraints, CE_MUST_LINK);
    in->cannot = ce_constraints_count(&table.constraints, CE_CANNOT_LINK);
    ce_constraint_table_free(&table);
    ce_chunklets_free(&chunklets);
    return rc;
}

/* The first k asked for that no base clustering has. */
static void find_without(advise_input *in, const ce_labels *labels)
{
    const ce_int_list *k = &in->cli->common->k;

    for (size_t i = 0; i < k->count && !in->without; i++) {
        size_t q = 0;
        while (q < labels->m && labels->k[q] != k->value[i])
            q++;
        if (q == labels->m)
            in->without = (size_t)k->value[i];
    }
}

static int describe(advise_input *in, ce_error *err)
{
    ce_label_table labels = {0};
    ce_membership_table membership = {0};
    ce_ensemble ensemble = {0};
    ce_table_format format = ce_cli_format(in->cli);
    int rc = ce_ensemble_table_read(&labels, &membership, ce_cli_operand(in->cli, 0), &format, err);

    if (!rc)
        rc = ce_ensemble_init(&ensemble, &labels.labels, labels.size, err);
    if (!rc && membership.membership.n)
        ensemble.membership = &membership.membership;
    if (!rc)
        rc = ce_ensemble_describe(&ensemble, &in->facts, err);
    if (!rc)
        find_without(in, ensemble.labels);
    if (!rc && in->constraints)
        rc = count_constraints(in, &labels, err);
    ce_ensemble_free(&ensemble);
    ce_membership_table_free(&membership);
    ce_label_table_free(&labels);
    return rc;
}

/* The clusters that were asked for. */
static void take_k(advise_input *in)
{
    const ce_int_list *k = &in->cli->common->k;
    int can_choose = in->facts.m >= CE_SPLIT_HALF_MEMBERS && in->facts.objects >= LEAST_OBJECTS;
    char list[sizeof in->k - 4];

    if (k->count && ce_ranges_text(list, sizeof list, k->value, k->count, ","))
        snprintf(in->k, sizeof in->k, " -k %s", list);
    else if (k->count || !can_choose)
        snprintf(in->k, sizeof in->k, ADVISE_UNKNOWN_K);
    in->facts.calls = k->count || can_choose ? k->count : 1;
    in->facts.tries = consensus_tries(in->facts.objects);
    for (size_t i = 0; i < k->count; i++) {
        size_t wanted = (size_t)k->value[i];
        if (wanted > in->facts.wanted)
            in->facts.wanted = wanted;
        if (!i || wanted < in->least_wanted)
            in->least_wanted = wanted;
    }
}

int consensus_advise(const ce_cli *cli, const consensus_options *options, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    advise_input in = {.cli = cli,
                       .path = path ? path : "-",
                       .constraints = options->constraints,
                       .available = (double)ce_memory_available()};
    ce_advice *advice = NULL;
    size_t count = 0;
    int rc;

    ce_cli_distinct_clusters(cli);
    rc = describe(&in, err);
    take_k(&in);
    if (!rc && (double)in.facts.wanted > in.facts.objects)
        rc = ce_fail(err, CE_EINPUT, "%s: k = %zu, but there are only %.0f objects",
                     ce_path_name(in.path), in.facts.wanted, in.facts.objects);
    if (!rc)
        rc = ce_advise(&in.facts, in.available, &advice, &count, err);
    if (!rc)
        rc = advise_write(&in, advice, count, err);
    free(advice);
    return rc;
}
