#include "score/score_sums.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/sums_table.h"

/* ---- counting ---- */

/* Cells of a label and a class, by first appearance. */
typedef struct {
    size_t columns;  /* classes, and the missing one */
    int32_t *number; /* labels and the missing one x columns: of the cell, + 1; or NULL */
    uint64_t *slot;  /* hash table of cell + 1, where there would be too many numbers */
    size_t slots, count, capacity;
    struct {
        int32_t label, class_;
        int64_t objects;
    } * cell;
} cells;

enum { MOST_NUMBERS = 1 << 22 };

static void cells_free(cells *c)
{
    free(c->number);
    free(c->slot);
    free(c->cell);
}

static int cells_alloc(cells *c, size_t labels, size_t classes, size_t n, ce_error *err)
{
    *c = (cells){.columns = classes + 1, .slots = 64};
    if ((labels + 1) <= MOST_NUMBERS / (classes + 1)) {
        c->number = ce_calloc((labels + 1) * (classes + 1), sizeof *c->number, err);
        return c->number ? CE_OK : CE_ENOMEM;
    }
    while (c->slots < 2 * n)
        c->slots *= 2;
    c->slot = ce_calloc(c->slots, sizeof *c->slot, err);
    return c->slot ? CE_OK : CE_ENOMEM;
}

static int new_cell(cells *c, int32_t label, int32_t class_, ce_error *err)
{
    if (ce_grow(&c->cell, &c->capacity, c->count + 1, sizeof *c->cell, err))
        return CE_ENOMEM;
    c->cell[c->count].label = label;
    c->cell[c->count].class_ = class_;
    c->cell[c->count++].objects = 0;
    return CE_OK;
}

/* *at: the number of the cell, which is added where it is new. */
static inline int find_cell(cells *c, int32_t label, int32_t class_, size_t *at, ce_error *err)
{
    size_t key = (size_t)(label + 1) * c->columns + (size_t)(class_ + 1), slot;

    if (c->number) {
        if (!c->number[key]) {
            if (new_cell(c, label, class_, err))
                return CE_ENOMEM;
            c->number[key] = (int32_t)c->count;
        }
        *at = (size_t)c->number[key] - 1;
        return CE_OK;
    }
    slot = (key * 0x9e3779b97f4a7c15u >> 20) & (c->slots - 1);
    for (; c->slot[slot]; slot = (slot + 1) & (c->slots - 1))
        if (c->cell[c->slot[slot] - 1].label == label &&
            c->cell[c->slot[slot] - 1].class_ == class_)
            break;
    if (!c->slot[slot]) {
        if (new_cell(c, label, class_, err))
            return CE_ENOMEM;
        c->slot[slot] = c->count;
    }
    *at = c->slot[slot] - 1;
    return CE_OK;
}

static int count_cells(cells *c, const ce_label_table *table, size_t q, const ce_text_column *truth,
                       ce_error *err)
{
    const int32_t *label = ce_labels_column(&table->labels, q);
    size_t at;

    for (size_t i = 0; i < table->labels.n; i++) {
        if (find_cell(c, label[i], truth->value[i], &at, err))
            return CE_ENOMEM;
        c->cell[at].objects += table->size ? (int64_t)table->size[i] : 1;
    }
    return CE_OK;
}

static const char *text_of(const ce_categories *categories, int32_t number)
{
    return number < 0 ? "" : categories->text[number];
}

static int fill_block(ce_sums_block *block, const cells *c, const ce_categories *labels,
                      const ce_categories *classes, size_t part, ce_error *err)
{
    ce_sums_key_writer key = {0};
    int rc = CE_OK;

    for (size_t e = 0; e < c->count && !rc; e++) {
        const char *label = text_of(labels, c->cell[e].label),
                   *class_ = text_of(classes, c->cell[e].class_);
        size_t at;
        key.length = 0;
        rc = ce_sums_key_cell(&key, label, strlen(label), err);
        if (!rc)
            rc = ce_sums_key_cell(&key, class_, strlen(class_), err);
        if (!rc)
            rc = ce_sums_key(block, key.text, key.length, part, e, &at, err);
        if (!rc)
            block->count[at] = c->cell[e].objects;
    }
    free(key.text);
    return rc;
}

int ce_score_sums_fill(ce_sums *sums, const ce_label_table *table, const ce_text_column *truth,
                       size_t part, ce_error *err)
{
    int rc = ce_sizes_check(table->size, table->labels.n, err);

    for (size_t q = 0; q < table->labels.m && !rc; q++) {
        ce_sums_block *block;
        cells c = {0};
        rc = ce_sums_add(sums, table->name[q], CE_SUMS_KEYED, 0, 1, &block, err);
        if (!rc)
            rc = cells_alloc(&c, (size_t)table->labels.k[q], truth->categories.count,
                             table->labels.n, err);
        if (!rc)
            rc = count_cells(&c, table, q, truth, err);
        if (!rc)
            rc = fill_block(block, &c, &table->categories[q], &truth->categories, part, err);
        cells_free(&c);
    }
    return rc;
}

/* ---- measures ---- */

/* The cells of a block as objects with sizes: what the measures of one clustering need. */
typedef struct {
    ce_label_table table; /* one clustering */
    ce_categories classes;
    int32_t *class_; /* cells */
} counted;

static void counted_free(counted *c)
{
    ce_label_table_free(&c->table);
    ce_categories_free(&c->classes);
    free(c->class_);
}

static int number_text(ce_categories *categories, const char *text, size_t length, int32_t *number,
                       ce_error *err)
{
    *number = length ? ce_categories_number(categories, text, length, err) : CE_MISSING;
    return length && *number < 0 ? *number : CE_OK;
}

static int fail_key(const ce_sums_block *block, const char *path, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "%s: block '%s': a key or count that no clustering has", path,
                   block->name);
}

static int read_cell(counted *c, const ce_sums_block *block, size_t e, char *text, const char *path,
                     ce_error *err)
{
    size_t length;
    const char *at = ce_sums_key_text(block, e, &length), *end = at + length;
    int rc;

    at = ce_sums_key_next(at, end, text, &length);
    rc = number_text(c->table.categories, text, length, &c->table.labels.labels[e], err);
    if (rc)
        return rc;
    at = ce_sums_key_next(at, end, text, &length);
    if (!at || at != end || block->count[e] <= 0)
        return fail_key(block, path, err);
    c->table.size[e] = (double)block->count[e];
    return number_text(&c->classes, text, length, &c->class_[e], err);
}

static int counted_of(counted *c, const ce_sums_block *block, const char *path, ce_error *err)
{
    char *text = ce_alloc(block->keys.used + 1, 1, err);
    int rc = text ? ce_label_table_alloc(&c->table, block->rows, 1, err) : CE_ENOMEM;

    if (!rc) {
        c->table.size = ce_alloc(block->rows, sizeof *c->table.size, err);
        c->table.categories = ce_calloc(1, sizeof *c->table.categories, err);
        c->class_ = ce_alloc(block->rows, sizeof *c->class_, err);
        if (!c->table.size || !c->table.categories || !c->class_)
            rc = CE_ENOMEM;
    }
    for (size_t e = 0; e < block->rows && !rc; e++)
        rc = read_cell(c, block, e, text, path, err);
    if (!rc)
        c->table.labels.k[0] = (int32_t)c->table.categories->count;
    free(text);
    return rc;
}

/* One row of the scores. */
static int compute_block(const ce_sums_block *block, const char *path, const int *which,
                         size_t count, size_t q, ce_score_table *scores, ce_label_table *table,
                         ce_error *err)
{
    counted c = {0};
    ce_score_table one = {0};
    ce_score_reference reference = {0};
    int rc = counted_of(&c, block, path, err);

    reference.classes = c.class_;
    reference.k = (int32_t)c.classes.count;
    if (!rc && !reference.k)
        rc = ce_fail(err, CE_EINPUT, "%s: no object has a class", path);
    if (!rc)
        rc = ce_score_table_compute(&one, &c.table.labels, c.table.size, &reference, which, count,
                                    err);
    if (!rc && !(table->name[q] = ce_strdup(block->name, err)))
        rc = CE_ENOMEM;
    if (!rc) {
        memcpy(scores->value + q * count, one.value, count * sizeof *one.value);
        table->labels.k[q] = c.table.labels.k[0];
        scores->objects = one.objects;
        scores->unclassed = one.unclassed;
        if (q == 0 || one.least_out < scores->least_out)
            scores->least_out = one.least_out;
        if (one.most_out > scores->most_out)
            scores->most_out = one.most_out;
    }
    ce_score_table_free(&one);
    counted_free(&c);
    return rc;
}

int ce_score_sums_compute(const ce_sums *sums, const char *path, const int *which, size_t count,
                          ce_score_table *scores, ce_label_table *table, ce_error *err)
{
    size_t m = 0;
    int rc;

    while (m < sums->blocks && sums->block[m].join == CE_SUMS_KEYED && sums->block[m].rows &&
           sums->block[m].columns == 1)
        m++;
    if (!m)
        return ce_fail(err, CE_EINPUT, "%s: no clustering", path);
    rc = ce_label_table_alloc(table, 1, m, err);
    if (!rc && !(scores->value = ce_alloc(m * count, sizeof *scores->value, err)))
        rc = CE_ENOMEM;
    scores->rows = m;
    scores->columns = count;
    for (size_t q = 0; q < m && !rc; q++)
        rc = compute_block(&sums->block[q], path, which, count, q, scores, table, err);
    if (rc) {
        ce_score_table_free(scores);
        ce_label_table_free(table);
    }
    return rc;
}
