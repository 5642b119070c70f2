#include "plot/flow_bars.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/gnuplot.h"
#include "plot/shades.h"

void ce_flow_bars_free(ce_flow_bars *f)
{
    for (size_t q = 0; q < f->m; q++) {
        if (f->column) {
            free(f->column[q].bar);
            free(f->column[q].of);
        }
        if (f->table)
            ce_contingency_free(&f->table[q]);
    }
    free(f->column);
    free(f->table);
    free(f->first);
    ce_short_names_free(&f->names);
}

/* ---- bars ---- */

static int larger_first(const void *a, const void *b)
{
    const ce_flow_bar *x = a, *y = b;

    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* 0 for a cluster; bars of several come after these, and no label after all. */
static int last_place(const ce_flow_bar *b)
{
    if (b->number >= 0)
        return 0;
    return b->number == CE_FLOW_REST ? 1 : 2;
}

static int by_place(const void *a, const void *b)
{
    const ce_flow_bar *x = a, *y = b;

    if (x->number != y->number && (x->number < 0 || y->number < 0)) /* these are the last */
        return last_place(x) - last_place(y);
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* The bars of clustering q, the largest first; *pooled: counts the clusters that share one. */
static int make_bars(ce_flow_bars *f, const ce_label_table *table, const ce_matched *matched,
                     size_t q, size_t most, size_t *pooled, ce_error *err)
{
    ce_flow_column *c = &f->column[q];
    const int32_t *label = ce_labels_column(&table->labels, q);
    size_t k = (size_t)table->labels.k[q], kept = k < most ? k : most;
    double missing = 0;

    c->bar = ce_calloc(k + 2, sizeof *c->bar, err);
    c->of = ce_alloc(k + 1, sizeof *c->of, err);
    if (!c->bar || !c->of)
        return CE_ENOMEM;
    for (size_t v = 0; v < k; v++) {
        int32_t number = matched->number[matched->start[q] + v];
        c->bar[v] = (ce_flow_bar){
            .number = number, .noise = number == matched->noise, .cluster = (int32_t)v};
    }
    for (size_t i = 0; i < table->labels.n; i++) {
        double weight = table->size ? table->size[i] : 1;
        if (label[i] < 0)
            missing += weight;
        else
            c->bar[label[i]].size += weight;
    }
    qsort(c->bar, k, sizeof *c->bar, larger_first);
    for (size_t v = 0; v < k; v++)
        c->of[c->bar[v].cluster] = (int32_t)(v < kept ? v : kept);
    for (size_t v = kept + 1; v < k; v++)
        c->bar[kept].size += c->bar[v].size;
    if (k > kept) {
        *pooled += k - kept;
        c->bar[kept++].number = CE_FLOW_REST;
    }
    c->of[k] = (int32_t)kept;
    if (missing > 0)
        c->bar[kept++] =
            (ce_flow_bar){.number = CE_FLOW_NO_LABEL, .cluster = (int32_t)k, .size = missing};
    c->count = kept;
    return CE_OK;
}

/* Where the middle of each bar is, from the top. */
static void stack(ce_flow_column *c, double objects)
{
    double gap = c->count > 1 ? fmin(0.02, 0.3 / (double)(c->count - 1)) : 0, at = 0;
    double scale = (1 - gap * (double)(c->count - 1)) / objects;

    for (size_t b = 0; b < c->count; b++) {
        c->bar[b].low = at;
        c->bar[b].high = at + c->bar[b].size * scale;
        c->bar[b].in = c->bar[b].out = 0;
        at = c->bar[b].high + gap;
    }
}

/* Sorts the bars of clustering q by where their objects are in the one before; `of` follows. */
static int sort_bars(ce_flow_bars *f, size_t q, const ce_label_table *table, ce_error *err)
{
    ce_flow_column *c = &f->column[q], *before = q ? &f->column[q - 1] : NULL;
    size_t n = table->labels.n, k = (size_t)table->labels.k[q];
    int32_t *moved = ce_alloc(c->count + 1, sizeof *moved, err);

    if (!moved)
        return CE_ENOMEM;
    for (size_t i = 0; i < n && before; i++) {
        int32_t label = ce_labels_column(&table->labels, q)[i],
                last = ce_labels_column(&table->labels, q - 1)[i], last_k = table->labels.k[q - 1];
        ce_flow_bar *to = &c->bar[c->of[label < 0 ? (int32_t)k : label]],
                    *from = &before->bar[before->of[last < 0 ? last_k : last]];
        to->place += (table->size ? table->size[i] : 1) * (from->low + from->high) / 2 / to->size;
    }
    for (size_t b = 0; b < c->count; b++) {
        if (!before)
            c->bar[b].place = (double)c->bar[b].number;
        c->bar[b].out = (double)b; /* where it was */
    }
    qsort(c->bar, c->count, sizeof *c->bar, by_place);
    for (size_t b = 0; b < c->count; b++)
        moved[(size_t)c->bar[b].out] = (int32_t)b;
    for (size_t v = 0; v <= k; v++)
        if (c->of[v] < (int32_t)c->count)
            c->of[v] = moved[c->of[v]];
    free(moved);
    stack(c, f->objects);
    return CE_OK;
}

/* The bars of all objects in clustering q. */
static void bars_of(const ce_flow_bars *f, const ce_label_table *table, size_t q, int32_t *bars)
{
    const int32_t *label = ce_labels_column(&table->labels, q);

    for (size_t i = 0; i < table->labels.n; i++)
        bars[i] = f->column[q].of[label[i] < 0 ? table->labels.k[q] : label[i]];
}

int ce_flow_bars_build(ce_flow_bars *f, const ce_label_table *table, const ce_matched *matched,
                       size_t most, size_t *pooled, ce_error *err)
{
    size_t n = table->labels.n, m = table->labels.m;
    int32_t *left = ce_alloc(n, sizeof *left, err), *right = ce_alloc(n, sizeof *right, err);
    int rc = CE_OK;

    f->m = m;
    f->column = ce_calloc(m, sizeof *f->column, err);
    f->table = ce_calloc(m, sizeof *f->table, err);
    if (!left || !right || !f->column || !f->table)
        rc = CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        f->objects += table->size ? table->size[i] : 1;
    for (size_t q = 0; q < m && !rc; q++) {
        rc = make_bars(f, table, matched, q, most, pooled, err);
        if (!rc)
            rc = sort_bars(f, q, table, err);
        if (rc || !q)
            continue;
        bars_of(f, table, q - 1, left);
        bars_of(f, table, q, right);
        rc = ce_contingency_build(&f->table[q - 1], left, (int32_t)f->column[q - 1].count, right,
                                  (int32_t)f->column[q].count, table->size, n, err);
    }
    free(left);
    free(right);
    return rc;
}

/* ---- how they look ---- */

unsigned long ce_flow_color(const ce_flow_bar *b)
{
    if (b->number == CE_FLOW_REST)
        return 0xc8c8c8;
    if (b->number < 0)
        return 0xf0f0f0;
    return ce_plot_shade(b->noise ? CE_PLOT_NOISE : b->number, 1);
}

int ce_flow_cut_names(ce_flow_bars *f, const ce_label_table *table, size_t most, ce_error *err)
{
    size_t count = ce_labels_total(&table->labels), at = 0;
    const char **name;
    int rc;

    if (!table->categories)
        return CE_OK;
    free(f->first);
    ce_short_names_free(&f->names);
    f->first = ce_alloc(f->m, sizeof *f->first, err);
    name = ce_alloc(count, sizeof *name, err);
    rc = f->first && name ? CE_OK : CE_ENOMEM;
    for (size_t q = 0; q < f->m && !rc; q++) {
        f->first[q] = at;
        for (int32_t c = 0; c < table->labels.k[q]; c++)
            name[at++] = table->categories[q].text[c];
    }
    if (!rc)
        rc = ce_short_names_build(&f->names, name, count, most, err);
    free(name);
    return rc;
}

const char *ce_flow_name(const ce_flow_bars *f, size_t q, const ce_flow_bar *b,
                         char number[CE_FLOW_NUMBER])
{
    if (b->number == CE_FLOW_REST)
        return "others";
    if (b->number == CE_FLOW_NO_LABEL)
        return "no label";
    if (f->names.count)
        return f->names.text[f->first[q] + (size_t)b->cluster];
    snprintf(number, CE_FLOW_NUMBER, "%d", b->cluster + 1);
    return number;
}
