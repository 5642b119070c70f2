/* check: lists what is wrong with constraints, or how many of them clusterings violate. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/constraint_input.h"
#include "constrain.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/output.h"
#include "io/records.h"
#include "score/violations.h"

typedef struct {
    const char *objects, *labels;
    ce_int_list clusters;
} check_options;

static const ce_option rows[] = {
    CONSTRAIN_ROW_OBJECTS(check_options, "!labels"),
    {0, "labels", CE_INPUT, "LABELS", 0, 0, NULL, NULL, offsetof(check_options, labels), NULL,
     "label table: how many constraints each clustering violates"},
    {'k', "clusters", CE_LIST, "K", 1, 2147483647, NULL, NULL, offsetof(check_options, clusters),
     "!labels", "test whether so many clusters can be enough: 3, 2..20 or 2..6,9"},
};

/* ---- problems ---- */

/* In the order of ce_pair_fault, and of ce_link. */
static const char *const problem_name[] = {"self", "twice", "both"};
static const char *const link_name[] = {"must", "cannot"};

/* What check knows of one file. */
typedef struct {
    const char *path;
    ce_constraint_table table;
    ce_chunklets chunklets;
    ce_contradictions found;
    char *text; /* a chain as text */
    size_t capacity;
} checked;

/* Writes the names of a chain into c->text, with dashes between. */
static int write_chain(checked *c, size_t contradiction, ce_error *err)
{
    size_t used = 0;

    for (size_t s = c->found.start[contradiction]; s < c->found.start[contradiction + 1]; s++) {
        char number[CE_OBJECT_TEXT];
        const char *name = ce_constraint_table_name(&c->table, (size_t)c->found.chain[s], number);
        size_t length = strlen(name);
        int rc = ce_grow(&c->text, &c->capacity, used + length + 2, 1, err);
        if (rc)
            return rc;
        if (used)
            c->text[used++] = '-';
        memcpy(c->text + used, name, length + 1);
        used += length;
    }
    return CE_OK;
}

static void write_row(ce_records *records, const checked *c, const ce_constraint *pair,
                      const char *what, size_t earlier, const char *chain)
{
    char i[CE_OBJECT_TEXT], j[CE_OBJECT_TEXT];

    ce_records_integer(records, (int64_t)pair->line);
    ce_records_text(records, ce_constraint_table_name(&c->table, (size_t)pair->i, i));
    ce_records_text(records, ce_constraint_table_name(&c->table, (size_t)pair->j, j));
    ce_records_text(records, link_name[pair->link]);
    ce_records_text(records, what);
    if (earlier)
        ce_records_integer(records, (int64_t)earlier);
    else
        ce_records_text(records, NULL);
    ce_records_text(records, chain);
}

/* Merges faults and contradictions by line. Both are in the order of the file, and a line can be in
 * both. */
static int write_problems(checked *c, const ce_common *common, ce_error *err)
{
    static const char *const column[] = {"line", "i", "j", "link", "problem", "earlier", "chain"};
    const ce_constraint_table *t = &c->table;
    ce_output *output;
    ce_records records;
    size_t f = 0, x = 0;
    int rc = ce_output_open(&output, common->output, err);

    if (rc)
        return rc;
    ce_records_begin(&records, output, column, sizeof column / sizeof *column, 0,
                     common->delimiter);
    while ((f < t->faults || x < c->found.count) && !rc) {
        const ce_faulty_pair *faulty = f < t->faults ? &t->faulty[f] : NULL;
        const ce_constraint *pair =
            x < c->found.count ? &t->constraints.pair[c->found.constraint[x]] : NULL;
        ce_constraint one;
        if (faulty && pair && faulty->line > pair->line)
            faulty = NULL;
        if (faulty && pair && faulty->line < pair->line)
            pair = NULL;
        if (pair)
            rc = write_chain(c, x, err);
        if (rc)
            break;
        one = pair ? *pair : (ce_constraint){faulty->i, faulty->j, faulty->link, faulty->line};
        write_row(&records, c, &one, faulty ? problem_name[faulty->fault] : "contradiction",
                  faulty ? faulty->earlier : 0, pair ? c->text : NULL);
        f += faulty != NULL;
        x += pair != NULL;
    }
    if (!rc)
        return ce_output_close(output, err);
    ce_output_abandon(output);
    return rc;
}

static void add_count(char *text, size_t size, size_t count, const char *one, const char *several)
{
    size_t used = strlen(text);

    if (count)
        snprintf(text + used, size - used, "%s%zu %s", used ? ", " : "", count,
                 count == 1 ? one : several);
}

/* Fails with one message where something is wrong. */
static int judge(const checked *c, const check_options *o, ce_error *err)
{
    size_t count[3] = {0};
    char text[200] = "";
    int rc = CE_OK;

    for (size_t f = 0; f < c->table.faults; f++)
        count[c->table.faulty[f].fault]++;
    add_count(text, sizeof text, count[CE_PAIR_SELF], "object paired with itself",
              "objects paired with themselves");
    add_count(text, sizeof text, count[CE_PAIR_TWICE], "repeated pair", "repeated pairs");
    add_count(text, sizeof text, c->found.count, "contradiction", "contradictions");
    if (text[0])
        return ce_fail(err, CE_EINPUT, "%s: %s", ce_path_name(c->path), text);
    for (size_t k = 0; k < o->clusters.count && !rc; k++)
        rc = ce_cli_chunklets_check_k(&c->chunklets, &c->table, (size_t)o->clusters.value[k], err);
    return rc;
}

static int check_alone(const ce_cli *cli, const check_options *o, ce_error *err)
{
    checked c = {.path = ce_cli_operand(cli, 0)};
    ce_text_column id = {0};
    ce_constraint_objects objects;
    int rc = constrain_read_objects(cli, o->objects, &id, &objects, err);

    if (!rc)
        rc = ce_constraint_table_read(&c.table, c.path, cli->common->read_delimiter, &objects,
                                      CE_PAIRS_LISTED, err);
    if (!rc && !objects.n)
        rc = ce_constraint_table_compact(&c.table, err);
    if (!rc)
        rc = ce_chunklets_build(&c.chunklets, &c.table.constraints, 0, &c.found, err);
    if (!rc)
        rc = write_problems(&c, cli->common, err);
    if (!rc) {
        ce_cli_detail(cli,
                      "%zu must-links, %zu cannot-links: %zu chunklets of %zu objects, %zu pairs "
                      "of them kept apart",
                      ce_constraints_count(&c.table.constraints, CE_MUST_LINK),
                      ce_constraints_count(&c.table.constraints, CE_CANNOT_LINK), c.chunklets.count,
                      c.chunklets.start[c.chunklets.count],
                      c.chunklets.edge[c.chunklets.count] / 2);
        rc = ce_output_name_held(err); /* the list is there, whatever it says */
    }
    if (!rc)
        rc = judge(&c, o, err);
    free(c.text);
    ce_contradictions_free(&c.found);
    ce_chunklets_free(&c.chunklets);
    ce_constraint_table_free(&c.table);
    ce_text_column_free(&id);
    return rc;
}

/* ---- violations ---- */

static int write_violations(const ce_constraints *constraints, const ce_label_table *labels,
                            const ce_common *common, ce_error *err)
{
    static const char *const column[] = {"clustering",      "must",   "cannot", "must-violated",
                                         "cannot-violated", "unknown"};
    ce_output *output;
    ce_records records;
    int rc = ce_output_open(&output, common->output, err);

    if (rc)
        return rc;
    ce_records_begin(&records, output, column, sizeof column / sizeof *column, 0,
                     common->delimiter);
    for (size_t q = 0; q < labels->labels.m; q++) {
        ce_violations v = ce_violations_count(constraints, ce_labels_column(&labels->labels, q));
        ce_records_text(&records, labels->name[q]);
        ce_records_integer(&records, (int64_t)ce_constraints_count(constraints, CE_MUST_LINK));
        ce_records_integer(&records, (int64_t)ce_constraints_count(constraints, CE_CANNOT_LINK));
        ce_records_integer(&records, (int64_t)v.must);
        ce_records_integer(&records, (int64_t)v.cannot);
        ce_records_integer(&records, (int64_t)v.unknown);
    }
    return ce_output_close(output, err);
}

static int check_labels(const ce_cli *cli, const check_options *o, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    ce_label_table labels = {0};
    ce_constraint_table table = {0};
    int rc = ce_label_table_read(&labels, o->labels, &format, err);

    if (!rc)
        rc = ce_label_table_need_objects(&labels, o->labels, err);
    if (!rc) {
        ce_constraint_objects objects = {labels.labels.n, &labels.id, o->labels};
        rc = ce_constraint_table_read(&table, ce_cli_operand(cli, 0),
                                      cli->common->read_delimiter,
                                      &objects, CE_PAIRS_OPPOSED, err);
    }
    if (!rc) {
        ce_cli_detail(cli, "%zu objects, %zu clusterings, %zu constraints", labels.labels.n,
                      labels.labels.m, table.constraints.count);
        rc = write_violations(&table.constraints, &labels, cli->common, err);
    }
    ce_constraint_table_free(&table);
    ce_label_table_free(&labels);
    return rc;
}

static int run(const ce_cli *cli, const void *options, ce_error *err)
{
    const check_options *o = options;

    return o->labels ? check_labels(cli, o, err) : check_alone(cli, o, err);
}

const constrain_noun constrain_check = {
    .about = {.name = "check",
              .summary = "finds pairs of an object with itself, repeated pairs and contradictions, "
                         "or counts the constraints that clusterings violate",
              .about =
                  "It lists the problems of a constraint file, and with -k says whether so many "
                  "clusters are too few. With --labels it counts the constraints that each "
                  "clustering of a label table violates.",
              .reads = CE_READS_CONSTRAINTS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, check_options)},
    .run = run,
};
