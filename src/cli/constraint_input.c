#include "cli/constraint_input.h"

#include <stdio.h>

enum {
    NAMES = 12,      /* objects that a message names */
    NAME = 40,       /* characters of each name */
    NAMES_TEXT = 640 /* bytes for all of them */
};

/* Writes the names of objects with `between` between them. Of more than a dozen the middle is left
 * out: "3-7-(9988 more)-9". */
static void write_names(const ce_constraint_table *table, const int32_t *object, size_t count,
                        const char *between, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t o = 0; o < count && used < size; o++) {
        char number[CE_OBJECT_TEXT];
        if (o)
            used += (size_t)snprintf(text + used, size - used, "%s", between);
        if (count > NAMES && o == NAMES / 2 && used < size) {
            used +=
                (size_t)snprintf(text + used, size - used, "(%zu more)%s", count - NAMES, between);
            o = count - NAMES / 2;
        }
        if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%.*s", NAME,
                                     ce_constraint_table_name(table, (size_t)object[o], number));
    }
}

/* Fails with a message on the first contradiction of a list. */
static int refuse(const ce_contradictions *found, const ce_constraint_table *table, ce_error *err)
{
    const ce_constraint *pair = &table->constraints.pair[found->constraint[0]];
    char i[CE_OBJECT_TEXT], j[CE_OBJECT_TEXT], names[CE_ERROR_TEXT], where[CE_OBJECT_TEXT] = "";
    size_t line = pair->line;
    const char *path = ce_constraint_table_place(table, &line);

    write_names(table, found->chain, found->start[1], "-", names, sizeof names);
    if (line)
        snprintf(where, sizeof where, ":%zu", line);
    return ce_fail(err, CE_EINPUT, "%.250s%s: %.40s and %.40s cannot link, but %.600s must", path,
                   where, ce_constraint_table_name(table, (size_t)pair->i, i),
                   ce_constraint_table_name(table, (size_t)pair->j, j), names);
}

int ce_cli_chunklets_build(ce_chunklets *chunklets, const ce_constraint_table *table, int strict,
                           ce_contradictions *found, ce_error *err)
{
    ce_contradictions first = {.most = 1};
    int rc =
        ce_chunklets_build(chunklets, &table->constraints, strict, found ? found : &first, err);

    if (!rc && first.count) {
        rc = refuse(&first, table, err);
        ce_chunklets_free(chunklets);
    }
    ce_contradictions_free(&first);
    return rc;
}

int ce_cli_chunklets_check_k(const ce_chunklets *chunklets, const ce_constraint_table *table,
                             size_t k, ce_error *err)
{
    ce_k_conflict conflict = {0};
    char names[NAMES_TEXT];
    size_t line = 1;
    const char *path = ce_constraint_table_place(table, &line);
    int rc = ce_chunklets_check_k(chunklets, k, &conflict, err);

    if (rc || !conflict.count)
        goto done;
    write_names(table, conflict.object, conflict.count, conflict.is_cycle ? "-" : ", ", names,
                sizeof names);
    if (conflict.is_cycle)
        rc = ce_fail(err, CE_EINPUT,
                     "%.250s: %s, and back, cannot link from one to the next, a cycle of odd "
                     "length: 2 clusters are too few",
                     path, names);
    else
        rc = ce_fail(err, CE_EINPUT, "%.250s: no two of %s can link, %zu %s too few", path, names,
                     k, k == 1 ? "cluster is" : "clusters are");
done:
    ce_k_conflict_free(&conflict);
    return rc;
}

int ce_cli_chunklets_load(ce_chunklets *chunklets, ce_constraint_table *table, const char *path,
                          char delimiter, const ce_constraint_objects *objects, const int *k,
                          size_t count, int tolerate, size_t *left_out, ce_error *err)
{
    ce_contradictions found = {0};
    int rc = ce_constraint_table_read(table, path, delimiter, objects, CE_PAIRS_OPPOSED, err);

    if (!rc)
        rc = ce_cli_chunklets_build(chunklets, table, 0, tolerate ? &found : NULL, err);
    for (size_t c = 0; c < count && !rc && !tolerate; c++)
        rc = ce_cli_chunklets_check_k(chunklets, table, (size_t)k[c], err);
    if (left_out)
        *left_out = found.count;
    ce_contradictions_free(&found);
    if (rc) {
        ce_chunklets_free(chunklets);
        ce_constraint_table_free(table);
    }
    return rc;
}
