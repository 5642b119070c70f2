/* Reads --constraints, for every generator that keeps them, and counts violations. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "score/violations.h"

void generate_check_constraints(const ce_cli *cli, const generate_pairs *pairs, const char *init)
{
    if (init && !pairs->file)
        ce_cli_usage(cli, "--init %s goes with --constraints", init);
}

int generate_read_constraints(const ce_cli *cli, const generate_pairs *pairs,
                              const generate_work *w, const int *k, size_t count,
                              generate_constraints *c, ce_error *err)
{
    ce_constraint_objects objects = {w->data.values.rows, &w->data.id, w->path};
    int leave_out = pairs->infeasible == CE_INFEASIBLE_COUNT;
    int rc = ce_cli_chunklets_load(&c->chunklets, &c->table, pairs->file,
                                   cli->common->read_delimiter,
                                   &objects, k, count, leave_out, &c->left_out, err);

    if (!rc && c->left_out)
        ce_cli_note(cli, "%s: %zu contradictory cannot-link%s left out", ce_path_name(pairs->file),
                    c->left_out, c->left_out == 1 ? "" : "s");
    return rc;
}

int generate_tell_violations(const ce_cli *cli, const generate_work *w, generate_constraints *c,
                             ce_error *err)
{
    const ce_labels *labels = &w->out.labels;

    c->violated = ce_alloc(labels->m, sizeof *c->violated, err);
    if (!c->violated)
        return CE_ENOMEM;
    for (size_t q = 0; q < labels->m; q++) {
        ce_violations found =
            ce_violations_count(&c->table.constraints, ce_labels_column(labels, q));
        size_t violated = found.must + found.cannot;
        c->violated[q] = violated;
        (violated ? ce_cli_note : ce_cli_detail)(
            cli, "%s: %zu of %zu constraint%s violated", w->out.name[q], violated,
            c->table.constraints.count, c->table.constraints.count == 1 ? "" : "s");
    }
    return CE_OK;
}

void generate_constraints_free(generate_constraints *c)
{
    ce_constraint_table_free(&c->table);
    ce_chunklets_free(&c->chunklets);
    free(c->violated);
    *c = (generate_constraints){0};
}
