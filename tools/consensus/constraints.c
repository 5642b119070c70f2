/* Reads the constraints of a call, and counts those that a result violates. */
#include "job.h"

#include "cli/constraint_input.h"
#include "io/input.h"
#include "score/violations.h"

int consensus_read_constraints(const ce_cli *cli, const consensus_options *options,
                               const ce_text_column *id, size_t n, const char *path,
                               consensus_constraints *c, ce_error *err)
{
    const ce_constraint_objects objects = {.n = n, .id = id, .path = path};
    const ce_int_list *k = &options->common.k;
    size_t left_out = 0;
    int rc = ce_cli_chunklets_load(&c->chunklets, &c->table, options->constraints,
                                   options->common.read_delimiter, &objects, k->value, k->count,
                                   options->infeasible == CE_INFEASIBLE_COUNT, &left_out, err);

    if (rc)
        return rc;
    if (left_out)
        ce_cli_note(cli, "%s: %zu contradictory cannot-link%s left out",
                    ce_path_name(options->constraints), left_out, left_out == 1 ? "" : "s");
    ce_cli_detail(cli, "%s: %zu constraints, %zu chunklets", ce_path_name(options->constraints),
                  c->table.constraints.count, c->chunklets.count);
    if (left_out) /* the chunklets are without the contradictions */
        return ce_chunklets_implied(&c->chunklets, 1, &c->kept, err);
    return ce_constraints_copy(&c->kept, &c->table.constraints, err);
}

void consensus_tell_violations(const ce_cli *cli, const consensus_constraints *c, const char *name,
                               const int32_t *label)
{
    ce_violations violations = ce_violations_count(&c->table.constraints, label);
    size_t violated = violations.must + violations.cannot, count = c->table.constraints.count;

    (violated ? ce_cli_note : ce_cli_detail)(cli, "%s: %zu of %zu constraint%s violated", name,
                                             violated, count, count == 1 ? "" : "s");
}

void consensus_constraints_free(consensus_constraints *c)
{
    ce_constraint_table_free(&c->table);
    ce_constraints_free(&c->kept);
    ce_chunklets_free(&c->chunklets);
}
