/* close: writes all that constraints imply, and their chunklets. */
#include <string.h>

#include "cli/constraint_input.h"
#include "constrain.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/label_table.h"

typedef struct {
    const char *objects, *chunklets;
    int compact, strict, infeasible;
} close_options;

static const ce_option rows[] = {
    CONSTRAIN_ROW_OBJECTS(close_options, NULL),
    {0, "compact", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(close_options, compact), NULL,
     "only pairs that imply all others"},
    {0, "chunklets", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(close_options, chunklets), NULL,
     "write the chunklet of each object here, a label table"},
    {0, "strict", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(close_options, strict), NULL,
     "keep a cannot-link only if both ends are in a must-link"},
    {0, "infeasible", CE_CHOICE, "RULE", 0, 0, CE_INFEASIBLE_NAMES, "stop",
     offsetof(close_options, infeasible), NULL,
     "refuse a contradiction, or leave it out and count it"},
};

/* Reads all FILEs. A pair of an object with itself is refused; the same pair again is merged. */
static int read_all(const ce_cli *cli, const ce_constraint_objects *objects,
                    ce_constraint_table *table, ce_error *err)
{
    static const char *const standard_input[] = {NULL};
    const char *const *paths = cli->operands ? (const char *const *)cli->operand : standard_input;
    size_t again = 0;
    int rc = ce_constraint_table_read_all(table, paths, cli->operands ? (size_t)cli->operands : 1,
                                          cli->common->read_delimiter, objects, CE_PAIRS_LISTED,
                                          err);

    for (size_t f = 0; f < table->faults && !rc; f++) {
        again += table->faulty[f].fault == CE_PAIR_TWICE;
        if (table->faulty[f].fault == CE_PAIR_SELF)
            rc = ce_constraint_table_fail(table, &table->faulty[f], err);
    }
    if (!rc && again)
        ce_cli_note(cli, "%zu repeated %s merged", again, again == 1 ? "pair" : "pairs");
    return rc;
}

/* Writes a label table of one column, in which objects in no chunklet are missing. */
static int write_chunklets(const ce_chunklets *chunklets, const ce_constraint_table *table,
                           const char *path, char delimiter, ce_error *err)
{
    ce_label_table out = {0};
    int rc;

    if (!chunklets->n)
        return ce_fail(err, CE_EINPUT,
                       "%s: no constraints, so --objects is needed to know which objects there are",
                       ce_path_name(table->path[0]));
    rc = ce_label_table_alloc(&out, chunklets->n, 1, err);
    if (!rc)
        rc = ce_text_column_copy(&out.id, &table->id, err);
    if (!rc) {
        memcpy(ce_labels_column(&out.labels, 0), chunklets->of,
               chunklets->n * sizeof *chunklets->of);
        out.labels.k[0] = (int32_t)chunklets->count;
        out.name[0] = ce_strdup("chunklet", err);
        rc = out.name[0] ? ce_label_table_write(&out, path, delimiter, err)
                         : CE_ENOMEM;
    }
    ce_label_table_free(&out);
    return rc;
}

static void tell(const ce_cli *cli, const ce_constraint_table *table, const ce_chunklets *chunklets,
                 const ce_contradictions *left_out, int strict)
{
    const ce_constraints *constraints = &table->constraints;
    size_t lost = 0;

    if (left_out->count)
        ce_cli_note(cli, "%zu contradictory %s left out", left_out->count,
                    left_out->count == 1 ? "cannot-link" : "cannot-links");
    for (size_t c = 0; c < constraints->count && strict; c++)
        lost +=
            chunklets->of[constraints->pair[c].i] < 0 || chunklets->of[constraints->pair[c].j] < 0;
    if (lost)
        ce_cli_note(cli, "%zu %s left out: an end is in no must-link", lost,
                    lost == 1 ? "cannot-link" : "cannot-links");
    ce_cli_detail(cli,
                  "%zu constraints, %zu chunklets of %zu objects, %zu pairs of them kept apart",
                  constraints->count, chunklets->count, chunklets->start[chunklets->count],
                  chunklets->edge[chunklets->count] / 2);
}

static int run(const ce_cli *cli, const void *options, ce_error *err)
{
    const close_options *o = options;
    char delimiter = cli->common->delimiter;
    ce_text_column id = {0};
    ce_constraint_objects objects;
    ce_constraint_table table = {0};
    ce_chunklets chunklets = {0};
    ce_contradictions left_out = {0};
    ce_constraints implied = {0};
    int rc = constrain_read_objects(cli, o->objects, &id, &objects, err);

    if (!rc)
        rc = read_all(cli, &objects, &table, err);
    if (!rc && !o->chunklets && !objects.n) /* a table of chunklets has a row for each object */
        rc = ce_constraint_table_compact(&table, err);
    if (!rc)
        rc = ce_cli_chunklets_build(&chunklets, &table, o->strict,
                                    o->infeasible == CE_INFEASIBLE_COUNT ? &left_out : NULL, err);
    if (!rc)
        tell(cli, &table, &chunklets, &left_out, o->strict);
    if (!rc)
        rc = ce_chunklets_implied(&chunklets, o->compact, &implied, err);
    if (!rc && o->chunklets)
        rc = write_chunklets(&chunklets, &table, o->chunklets, delimiter, err);
    if (!rc)
        rc = ce_constraints_write(&implied, &table.id, cli->common->output, delimiter, err);
    ce_constraints_free(&implied);
    ce_contradictions_free(&left_out);
    ce_chunklets_free(&chunklets);
    ce_constraint_table_free(&table);
    ce_text_column_free(&id);
    return rc;
}

const constrain_noun constrain_close = {
    .about = {.name = "close",
              .summary = "all that constraints imply, and their chunklets",
              .about =
                  "It writes all pairs that the constraints of the FILEs together imply. Objects "
                  "that chains of must-links join are a chunklet. A cannot-link between two "
                  "objects keeps their chunklets apart.",
              .reads = CE_READS_CONSTRAINTS,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, close_options)},
    .takes_files = 1,
    .run = run,
};
