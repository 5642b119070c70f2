#include "score/score_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/json.h"
#include "io/output.h"
#include "score/contingency.h"
#include "score/scores.h"
#include "score/violations.h"

/* ---- numbers ---- */

static int table_start(ce_score_table *scores, const ce_label_table *table,
                       const ce_score_list *measures, size_t columns, ce_error *err)
{
    ce_score_table_free(scores);
    scores->table = table;
    scores->measures = measures;
    scores->rows = table->labels.m;
    scores->columns = columns;
    scores->objects = (int64_t)table->labels.n;
    if (table->size) {
        double total = 0;
        for (size_t i = 0; i < table->labels.n; i++)
            total += table->size[i];
        scores->objects = total < 9007199254740992.0 ? (int64_t)total : INT64_C(9007199254740992);
    }
    scores->value = ce_alloc(scores->rows * columns, sizeof *scores->value, err);
    return scores->value ? CE_OK : CE_ENOMEM;
}

/* The first failure in the order of the rows, so that the message does not depend on the threads.
 */
static int first_failure(const ce_error *failure, size_t rows, ce_error *err)
{
    for (size_t q = 0; q < rows; q++)
        if (failure[q].status)
            return ce_fail(err, failure[q].status, "%s", failure[q].text);
    return CE_OK;
}

static void note_left_out(ce_score_table *scores, const int64_t *left_out)
{
    scores->least_out = scores->rows ? left_out[0] : 0;
    for (size_t q = 0; q < scores->rows; q++) {
        if (left_out[q] < scores->least_out)
            scores->least_out = left_out[q];
        if (left_out[q] > scores->most_out)
            scores->most_out = left_out[q];
    }
}

/* What all clusterings of a table are compared with. */
typedef struct {
    const ce_text_column *truth;       /* NULL: no measure needs it */
    const ce_constraints *constraints; /* likewise */
    int32_t *unconstrained; /* owned: n: the classes of the objects in no constraint, CE_MISSING for
                               the others; NULL without both */
} reference;

static int reference_init(reference *r, const ce_text_column *truth,
                          const ce_constraints *constraints, size_t n, ce_error *err)
{
    unsigned char *inside;

    *r = (reference){truth, constraints, NULL};
    if (!truth || !constraints)
        return CE_OK;
    inside = ce_alloc(n, 1, err);
    r->unconstrained = ce_alloc(n, sizeof *r->unconstrained, err);
    if (inside && r->unconstrained) {
        ce_constraints_mark(constraints, inside);
        for (size_t i = 0; i < n; i++)
            r->unconstrained[i] = inside[i] ? CE_MISSING : truth->value[i];
    }
    free(inside);
    return inside && r->unconstrained ? CE_OK : CE_ENOMEM;
}

static int build_against(ce_contingency *overlap, const int32_t *class_, const reference *r,
                         const ce_label_table *table, size_t q, ce_error *err)
{
    return ce_contingency_build(overlap, class_, (int32_t)r->truth->categories.count,
                                ce_labels_column(&table->labels, q), table->labels.k[q],
                                table->size, table->labels.n, err);
}

/* Row q. *left_out: objects; *unknown: constraints. */
static void compute_row(ce_score_table *scores, const reference *r, size_t q, int64_t *left_out,
                        size_t *unknown, ce_error *failure)
{
    const ce_label_table *table = scores->table;
    ce_contingency overlap = {0};
    ce_constrained_part part = {0};
    int rc = r->truth ? build_against(&overlap, r->truth->value, r, table, q, failure) : CE_OK;

    if (!rc && r->unconstrained)
        rc = build_against(&part.unconstrained, r->unconstrained, r, table, q, failure);
    if (!rc && r->constraints)
        part.violations = ce_violations_count(r->constraints, ce_labels_column(&table->labels, q));
    if (!rc)
        ce_scores_compute(&overlap, &part, scores->measures->which, scores->measures->count,
                          scores->value + q * scores->columns, failure);
    *left_out = overlap.left_out;
    *unknown = part.violations.unknown;
    ce_contingency_free(&overlap);
    ce_contingency_free(&part.unconstrained);
}

int ce_score_table_compute(ce_score_table *scores, const ce_label_table *table,
                           const ce_text_column *truth, const ce_constraints *constraints,
                           const ce_score_list *measures, ce_error *err)
{
    size_t m = table->labels.m;
    ce_error *failure = ce_calloc(m, sizeof *failure, err);
    int64_t *left_out = ce_calloc(m, sizeof *left_out, err);
    size_t *unknown = ce_calloc(m, sizeof *unknown, err);
    reference r = {0};
    int rc = failure && left_out && unknown
                 ? table_start(scores, table, measures, measures->count, err)
                 : CE_ENOMEM;

    if (rc || (rc = reference_init(&r, truth, constraints, table->labels.n, err)))
        goto done;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t q = 0; q < m; q++)
        compute_row(scores, &r, q, &left_out[q], &unknown[q], &failure[q]);
    rc = first_failure(failure, m, err);
    note_left_out(scores, left_out);
    for (size_t q = 0; q < m; q++)
        scores->most_unknown =
            unknown[q] > scores->most_unknown ? unknown[q] : scores->most_unknown;
done:
    free(r.unconstrained);
    free(failure);
    free(left_out);
    free(unknown);
    if (rc)
        ce_score_table_free(scores);
    return rc;
}

/* Row p of the pairwise table: from the diagonal on when the measure is symmetric. *left_out: the
 * most of this row. */
static void pairwise_row(ce_score_table *scores, size_t p, int64_t *left_out, ce_error *failure)
{
    const ce_label_table *table = scores->table;
    int which = scores->measures->which[0];
    ce_contingency overlap = {0};

    for (size_t q = ce_score_entry_at((size_t)which)->symmetric ? p : 0; q < scores->columns; q++) {
        if (ce_contingency_of_columns(&overlap, &table->labels, p, q, table->size, failure) ||
            ce_scores_compute(&overlap, NULL, &which, 1, &scores->value[p * scores->columns + q],
                              failure))
            break;
        if (overlap.left_out > *left_out)
            *left_out = overlap.left_out;
    }
    ce_contingency_free(&overlap);
}

int ce_score_table_pairwise(ce_score_table *scores, const ce_label_table *table,
                            const ce_score_list *measures, ce_error *err)
{
    size_t m = table->labels.m;
    ce_error *failure = ce_calloc(m, sizeof *failure, err);
    int64_t *left_out = ce_calloc(m, sizeof *left_out, err);
    int rc = failure && left_out ? CE_OK : CE_ENOMEM;

    if (rc ||
        (rc = ce_memory_check(m, m, sizeof(double), "the pairwise table",
                              "ce-select for fewer clusterings", err)) ||
        (rc = table_start(scores, table, measures, m, err)))
        goto done;
    scores->pairwise = 1;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t p = 0; p < m; p++)
        pairwise_row(scores, p, &left_out[p], &failure[p]);
    rc = first_failure(failure, m, err);
    note_left_out(scores, left_out);
    for (size_t p = 0; !rc && ce_score_entry_at((size_t)measures->which[0])->symmetric && p < m;
         p++)
        for (size_t q = 0; q < p; q++)
            scores->value[p * m + q] = scores->value[q * m + p];
done:
    free(failure);
    free(left_out);
    if (rc)
        ce_score_table_free(scores);
    return rc;
}

void ce_score_table_free(ce_score_table *scores)
{
    if (!scores)
        return;
    free(scores->value);
    free(scores->clustering);
    *scores = (ce_score_table){0};
}

/* ---- text ---- */

static const ce_score_entry *measure(const ce_score_table *scores, size_t s)
{
    return ce_score_entry_at((size_t)scores->measures->which[s]);
}

static size_t clustering(const ce_score_table *scores, size_t row)
{
    return scores->clustering ? scores->clustering[row] : row;
}

static void write_csv(const ce_score_table *scores, ce_output *output, char between)
{
    ce_output_text(output, "clustering");
    if (!scores->pairwise) {
        ce_output_char(output, between);
        ce_output_char(output, 'k');
    }
    for (size_t c = 0; c < scores->columns; c++) {
        ce_output_char(output, between);
        ce_output_cell(output, scores->pairwise ? scores->table->name[c] : measure(scores, c)->name,
                       between);
    }
    ce_output_char(output, '\n');
    for (size_t q = 0; q < scores->rows && !ce_output_failed(output); q++) {
        ce_output_cell(output, scores->table->name[clustering(scores, q)], between);
        if (!scores->pairwise) {
            ce_output_char(output, between);
            ce_output_integer(output, scores->table->labels.k[clustering(scores, q)]);
        }
        for (size_t c = 0; c < scores->columns; c++) {
            ce_output_char(output, between);
            ce_output_real(output, scores->value[q * scores->columns + c]);
        }
        ce_output_char(output, '\n');
    }
}

static void write_json(const ce_score_table *scores, ce_output *output)
{
    size_t count = scores->measures->count;
    ce_catalogue all = ce_scores_catalogue();

    ce_output_text(output, "{\n");
    ce_definitions_json(output, &all, scores->measures);
    ce_output_text(output, "  \"scores\": [\n");
    for (size_t q = 0; q < scores->rows && !ce_output_failed(output); q++) {
        ce_json_key(output, "    {", "clustering");
        ce_json_text(output, scores->table->name[clustering(scores, q)]);
        ce_json_key(output, ", ", "k");
        ce_output_integer(output, scores->table->labels.k[clustering(scores, q)]);
        for (size_t s = 0; s < count; s++) {
            ce_json_key(output, ", ", measure(scores, s)->name);
            ce_json_real(output, scores->value[q * count + s]);
        }
        ce_output_text(output, q + 1 < scores->rows ? "},\n" : "}\n");
    }
    ce_output_text(output, "  ]\n}\n");
}

static void write_json_pairwise(const ce_score_table *scores, ce_output *output)
{
    ce_output_text(output, "{\n");
    ce_json_key(output, "  ", "measure");
    ce_json_text(output, measure(scores, 0)->name);
    ce_json_key(output, ",\n  ", "definition");
    ce_json_text(output, measure(scores, 0)->definition);
    ce_json_key(output, ",\n  ", "clusterings");
    for (size_t q = 0; q < scores->rows; q++) {
        ce_output_text(output, q ? ", " : "[");
        ce_json_text(output, scores->table->name[q]);
    }
    ce_output_char(output, ']');
    ce_json_key(output, ",\n  ", "values");
    for (size_t p = 0; p < scores->rows && !ce_output_failed(output); p++) {
        ce_output_text(output, p ? ",\n    " : "[\n    ");
        for (size_t q = 0; q < scores->columns; q++) {
            ce_output_text(output, q ? ", " : "[");
            ce_json_real(output, scores->value[p * scores->columns + q]);
        }
        ce_output_char(output, ']');
    }
    ce_output_text(output, "\n  ]\n}\n");
}

int ce_score_table_write(const ce_score_table *scores, const char *path, char delimiter,
                         ce_score_format format, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (format == CE_SCORES_CSV)
        write_csv(scores, output, delimiter ? delimiter : ',');
    else if (scores->pairwise)
        write_json_pairwise(scores, output);
    else
        write_json(scores, output);
    return ce_output_close(output, err);
}
