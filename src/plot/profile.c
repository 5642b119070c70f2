#include "plot/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/output.h"
#include "plot/result_rows.h"

/* Letters of the name of a cluster that are shown. */
enum { NAME = 12 };

const ce_profile_kind ce_profile_silhouettes = {"silhouette",         NULL, "silhouette",
                                                "ce-score --objects", -1,   1};
const ce_profile_kind ce_profile_items = {
    "own", NULL, "mean consensus with the own cluster", "ce-stability object", 0, 1};
const ce_profile_kind ce_profile_every = {
    "consensus",
    "with",
    "consensus with the own cluster, and added to it with each other",
    "ce-stability object --every-cluster",
    0,
    1};

void ce_profile_free(ce_profile *p)
{
    if (!p)
        return;
    free(p->row);
    ce_text_column_free(&p->labels);
    ce_groups_free(&p->groups);
    free(p->value);
    free(p->mean);
    free(p->stack);
    *p = (ce_profile){0};
}

/* ---- what is shown ---- */

/* The mean over the objects that have a value. */
static int find_mean(ce_profile *p, ce_error *err)
{
    double sum = 0;

    for (size_t i = 0; i < p->n; i++) {
        p->missing += isnan(p->value[i]);
        sum += isnan(p->value[i]) ? 0 : p->value[i];
    }
    if (p->missing == p->n)
        return ce_fail(err, CE_EINPUT, "no object has a %s", p->kind->column);
    p->overall = sum / (double)(p->n - p->missing);
    return CE_OK;
}

static int check_range(const ce_profile *p, size_t row, double value, ce_error *err)
{
    if (value < p->kind->low || value > p->kind->high)
        return ce_fail(err, CE_EINPUT, "row %zu: %s %g, a number from %g to %g expected", row + 1,
                       p->kind->column, value, p->kind->low, p->kind->high);
    return CE_OK;
}

static int take_values(ce_profile *p, size_t cluster, size_t column, ce_error *err)
{
    char text[CE_RESULT_TEXT];
    int rc = CE_OK;

    for (size_t i = 0; i < p->n && !rc; i++) {
        double value = p->value[i] = ce_result_number(p->table, p->row[i], column);
        const char *label = ce_result_text(p->table, p->row[i], cluster, text);
        rc = check_range(p, p->row[i], value, err);
        if (!rc)
            rc = ce_text_column_append(&p->labels, label, strlen(label), err);
    }
    return rc ? rc : find_mean(p, err);
}

typedef struct {
    double value;
    size_t object;
} bar;

/* The largest first, missing values last. */
static int by_value(const void *a, const void *b)
{
    const bar *x = a, *y = b;

    if (isnan(x->value) || isnan(y->value))
        return isnan(x->value) - isnan(y->value);
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->object < y->object ? -1 : x->object > y->object;
}

static int sort_groups(ce_profile *p, ce_error *err)
{
    bar *bars = ce_alloc(p->n, sizeof *bars, err);

    p->mean = ce_alloc(p->groups.count, sizeof *p->mean, err);
    if (!bars || !p->mean) {
        free(bars);
        return CE_ENOMEM;
    }
    for (size_t g = 0; g < p->groups.count; g++) {
        const ce_group *group = &p->groups.group[g];
        size_t *order = p->groups.order + group->first, values = 0;
        double sum = 0;
        for (size_t i = 0; i < group->count; i++) {
            bars[i] = (bar){p->value[order[i]], order[i]};
            values += !isnan(bars[i].value);
            sum += isnan(bars[i].value) ? 0 : bars[i].value;
        }
        qsort(bars, group->count, sizeof *bars, by_value);
        for (size_t i = 0; i < group->count; i++)
            order[i] = bars[i].object;
        p->mean[g] = values ? sum / (double)values : NAN;
    }
    free(bars);
    return CE_OK;
}

/* ---- a row for each cluster ---- */

/* The objects of a table in the order of their first rows. of: the object of each row. Then row[i]
 * is the first row of object i, and n how many there are. */
static int find_objects(ce_profile *p, int32_t *of, ce_error *err)
{
    char text[CE_RESULT_TEXT];
    ce_text_column names = {0};
    size_t rows = p->n, found = 0;
    int rc = CE_OK;

    for (size_t r = 0; r < rows && !rc; r++) {
        const char *name = ce_result_text(p->table, p->row[r], p->object, text);
        rc = ce_text_column_append(&names, name, strlen(name), err);
        if (!rc && names.value[r] < 0)
            rc = ce_fail(err, CE_EINPUT, "row %zu has no object", p->row[r] + 1);
        if (rc)
            break;
        of[r] = names.value[r];
        if ((size_t)of[r] == found)
            p->row[found++] = p->row[r];
    }
    p->n = found;
    ce_text_column_free(&names);
    return rc;
}

/* Whether a group is that of the objects without a label. */
static int is_missing(const ce_profile *p, size_t g)
{
    return p->labels.value[p->groups.order[p->groups.group[g].first]] < 0;
}

/* The group of this name, at first looked for at `hint`; groups.count: none. */
static size_t group_of(const ce_profile *p, const char *name, size_t hint)
{
    size_t count = p->groups.count;

    for (size_t i = 0; i < count; i++) {
        size_t g = (hint + i) % count;
        if (!strcmp(p->groups.group[g].text, name) && !is_missing(p, g))
            return g;
    }
    return count;
}

/* The cluster of each object, by its first row. */
static int take_clusters(ce_profile *p, size_t cluster, ce_error *err)
{
    char text[CE_RESULT_TEXT];
    int rc = CE_OK;

    for (size_t i = 0; i < p->n && !rc; i++) {
        const char *label = ce_result_text(p->table, p->row[i], cluster, text);
        rc = ce_text_column_append(&p->labels, label, strlen(label), err);
    }
    return rc ? rc : ce_groups_build(&p->groups, &p->labels, p->n, NULL, err);
}

/* The columns of a row, and its numbers. */
typedef struct {
    size_t cluster, with, column;
} stack_columns;

/* A row of object i. seen: of each object and group whether it had a row. *g: the group of the row
 * before, which becomes that of this one. */
static int take_row(ce_profile *p, const stack_columns *at, size_t row, size_t i,
                    unsigned char *seen, size_t *g, ce_error *err)
{
    char text[CE_RESULT_TEXT];
    size_t k = p->groups.count;
    double value = ce_result_number(p->table, row, at->column);
    const char *name = ce_result_text(p->table, row, at->cluster, text);
    const char *own = p->labels.value[i] < 0 ? "" : ce_text_column_get(&p->labels, i);
    int rc;

    if (strcmp(name, own))
        return ce_fail(err, CE_EINPUT, "row %zu: an object of two clusters", row + 1);
    name = ce_result_text(p->table, row, at->with, text);
    *g = group_of(p, name, *g);
    rc = check_range(p, row, value, err);
    if (rc)
        return rc;
    if (*g == k)
        return ce_fail(err, CE_EINPUT, "row %zu: no object is in cluster '%.40s'", row + 1, name);
    if (seen[i * k + *g]++)
        return ce_fail(err, CE_EINPUT, "row %zu: the object has a row for cluster '%.40s' already",
                       row + 1, name);
    p->stack[i * k + *g] = value;
    if (!strcmp(name, own))
        p->value[i] = value;
    return CE_OK;
}

/* The value with its own cluster is that of the object. */
static int take_stack(ce_profile *p, const stack_columns *at, const size_t *row, const int32_t *of,
                      size_t rows, ce_error *err)
{
    size_t k = p->groups.count, g = 0;
    unsigned char *seen = ce_calloc(p->n, k, err);
    int rc = seen ? CE_OK : CE_ENOMEM;

    for (size_t e = 0; e < p->n * k && !rc; e++)
        p->stack[e] = NAN;
    for (size_t i = 0; i < p->n && !rc; i++)
        p->value[i] = NAN;
    for (size_t r = 0; r < rows && !rc; r++)
        rc = take_row(p, at, row[r], (size_t)of[r], seen, &g, err);
    free(seen);
    return rc ? rc : find_mean(p, err);
}

static int find_stack(ce_profile *p, const stack_columns *at, ce_error *err)
{
    size_t rows = p->n, *row = ce_alloc(rows, sizeof *row, err);
    int32_t *of = ce_alloc(rows, sizeof *of, err);
    int rc = row && of ? CE_OK : CE_ENOMEM;

    if (!rc) {
        memcpy(row, p->row, rows * sizeof *row);
        rc = find_objects(p, of, err);
    }
    if (!rc)
        rc = take_clusters(p, at->cluster, err);
    if (!rc)
        rc = ce_memory_check(p->n, p->groups.count, sizeof *p->stack, "the bars", "fewer objects",
                             err);
    if (!rc) {
        p->value = ce_alloc(p->n, sizeof *p->value, err);
        p->stack = ce_alloc(p->n, p->groups.count * sizeof *p->stack, err);
        rc = p->value && p->stack ? take_stack(p, at, row, of, rows, err) : CE_ENOMEM;
    }
    free(row);
    free(of);
    return rc;
}

static int find_values(ce_profile *p, size_t cluster, size_t column, ce_error *err)
{
    int rc;

    p->value = ce_alloc(p->n, sizeof *p->value, err);
    rc = p->value ? take_values(p, cluster, column, err) : CE_ENOMEM;
    return rc ? rc : ce_groups_build(&p->groups, &p->labels, p->n, NULL, err);
}

int ce_profile_find(ce_profile *p, const ce_data_table *table, const ce_profile_kind *kind,
                    const char *clustering, ce_error *err)
{
    stack_columns at = {0};
    int rc;

    ce_profile_free(p);
    p->table = table;
    p->kind = kind;
    rc = ce_result_column(table, "object", 0, kind->source, &p->object, err);
    if (!rc)
        rc = ce_result_column(table, "cluster", 0, kind->source, &at.cluster, err);
    if (!rc)
        rc = ce_result_column(table, kind->column, 1, kind->source, &at.column, err);
    if (!rc && kind->with)
        rc = ce_result_column(table, kind->with, 0, kind->source, &at.with, err);
    if (!rc)
        rc = ce_result_rows(table, clustering, kind->source, &p->clustering, &p->row, &p->n,
                            &p->others, err);
    if (!rc)
        rc = kind->with ? find_stack(p, &at, err) : find_values(p, at.cluster, at.column, err);
    if (!rc)
        rc = sort_groups(p, err);
    if (!rc)
        rc = ce_groups_shorten(&p->groups, NAME, err);
    if (rc)
        ce_profile_free(p);
    return rc;
}

/* ---- the table ---- */

static void write_object(ce_output *output, const ce_profile *p, size_t g, size_t at, char between)
{
    char text[CE_RESULT_TEXT];

    ce_output_printf(output, "%zu%c", at + 1, between);
    ce_output_cell(output, ce_result_text(p->table, p->row[p->groups.order[at]], p->object, text),
                   between);
    ce_output_char(output, between);
    ce_output_cell(output, p->groups.group[g].text, between);
    ce_output_char(output, between);
}

static void write_bar(ce_output *output, const ce_profile *p, size_t g, size_t at, char between)
{
    write_object(output, p, g, at, between);
    ce_output_real(output, p->value[p->groups.order[at]]);
    ce_output_char(output, between);
    ce_output_real(output, p->mean[g]);
    ce_output_char(output, '\n');
}

static void write_stack(ce_output *output, const ce_profile *p, size_t g, size_t at, char between)
{
    size_t k = p->groups.count;

    for (size_t c = 0; c < k; c++) {
        if (is_missing(p, c))
            continue;
        write_object(output, p, g, at, between);
        ce_output_cell(output, p->groups.group[c].text, between);
        ce_output_char(output, between);
        ce_output_real(output, p->stack[p->groups.order[at] * k + c]);
        ce_output_char(output, '\n');
    }
}

int ce_profile_write(const ce_profile *p, const char *path, char delimiter, ce_error *err)
{
    char between = delimiter ? delimiter : ',';
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "position%cobject%ccluster%c%s%c%s\n", between, between, between,
                     p->stack ? p->kind->with : p->kind->column, between,
                     p->stack ? p->kind->column : "mean");
    for (size_t g = 0; g < p->groups.count; g++)
        for (size_t i = 0; i < p->groups.group[g].count; i++)
            (p->stack ? write_stack : write_bar)(output, p, g, p->groups.group[g].first + i,
                                                 between);
    return ce_output_close(output, err);
}
