#include "prepare/synthetic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "prepare/synthetic_shapes.h"

const ce_synth_shape *ce_synth_find(const char *name)
{
    for (size_t i = 0; i < ce_synth_shape_count; i++)
        if (!strcmp(ce_synth_shapes[i].name, name))
            return &ce_synth_shapes[i];
    return NULL;
}

/* Splits `objects` evenly over k classes. What is left over goes to the first ones, one each. */
static void split_evenly(size_t objects, size_t k, size_t *size)
{
    for (size_t c = 0; c < k; c++)
        size[c] = objects / k + (c < objects % k);
}

/* Splits `objects` in proportion to share. What rounding down leaves over goes to the largest
 * remainders, ties to the first. k <= CE_SYNTH_CLASSES. */
static void apportion(size_t objects, const int *share, size_t k, size_t *size)
{
    double total = 0, remainder[CE_SYNTH_CLASSES];
    size_t left = objects, best;

    for (size_t c = 0; c < k; c++)
        total += share[c];
    for (size_t c = 0; c < k; c++) {
        double exact = (double)objects * share[c] / total;
        size[c] = (size_t)exact;
        remainder[c] = exact - floor(exact);
        left -= size[c];
    }
    for (; left; left--) {
        best = 0;
        for (size_t c = 1; c < k; c++)
            if (remainder[c] > remainder[best])
                best = c;
        size[best]++;
        remainder[best] = -1;
    }
}

/* Objects of each of the k classes. */
static int choose_sizes(const ce_synth_shape *shape, const ce_synth_options *options, size_t k,
                        size_t *size, ce_error *err)
{
    size_t objects = 0;

    if (options->sizes) {
        if (options->size_count != k)
            return ce_fail(err, CE_EARG, "%s has %zu classes, %zu sizes given", shape->name, k,
                           options->size_count);
        for (size_t c = 0; c < k; c++)
            objects += size[c] = (size_t)options->sizes[c];
        return objects ? CE_OK : ce_fail(err, CE_EARG, "all sizes are 0");
    }
    if (options->objects >= 0)
        objects = (size_t)options->objects;
    else
        for (size_t c = 0; c < CE_SYNTH_CLASSES; c++)
            objects += (size_t)shape->sizes[c];
    if (objects < k)
        return ce_fail(err, CE_EARG, "%zu objects for %zu classes", objects, k);
    if (shape->classes)
        apportion(objects, shape->sizes, k, size);
    else
        split_evenly(objects, k, size);
    return CE_OK;
}

static int name_features(ce_data_table *table, ce_error *err)
{
    static const char *const letter[] = {"x", "y", "z"};
    size_t d = table->values.columns;
    char text[32];

    for (size_t s = 0; s < d; s++) {
        snprintf(text, sizeof text, "f%zu", s + 1);
        if (!(table->name[s] = ce_strdup(d <= 3 ? letter[s] : text, err)))
            return CE_ENOMEM;
    }
    table->class_.name = ce_strdup("class", err);
    return table->class_.name ? CE_OK : CE_ENOMEM;
}

/* ---- objects ---- */

/* One call: what is drawn, and which of it is kept. */
typedef struct {
    ce_data_table *table;
    const ce_synth_shape *shape;
    const ce_synth_options *options;
    const size_t *size; /* k: objects of each class */
    size_t k, noise;
    size_t first, end;  /* the objects that are kept: first .. end - 1 */
    double *low, *high; /* dimensions: the box around all objects but noise; NULL: not wanted */
    double *away;       /* dimensions: the object that is not kept */
} work;

static int append_class(ce_data_table *table, size_t n, const char *text, ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < n && !rc; i++)
        rc = ce_text_column_append(&table->class_, text, strlen(text), err);
    return rc;
}

/* How many of the objects before .. before + n - 1 are kept. */
static size_t kept_of(const work *w, size_t before, size_t n)
{
    size_t from = w->first > before ? w->first : before,
           to = w->end < before + n ? w->end : before + n;

    return to > from ? to - from : 0;
}

/* Where object `number` goes. */
static double *row_of(const work *w, size_t number)
{
    size_t d = w->table->values.columns;

    return number >= w->first && number < w->end ? w->table->values.values + d * (number - w->first)
                                                 : w->away;
}

/* Noise objects in the box, stretched by 5% about its middle. Their features are drawn one after
 * the other. */
static void fill_box(const work *w, size_t before, gsl_rng *rng)
{
    for (size_t s = 0; s < w->table->values.columns; s++) {
        double low = w->low[s], high = w->high[s], margin = 0.025 * (high - low);
        for (size_t i = 0; i < w->noise; i++)
            row_of(w, before + i)[s] =
                low - margin + gsl_rng_uniform(rng) * (high - low + 2 * margin);
    }
}

static void widen_box(const work *w, const double *x)
{
    for (size_t s = 0; s < w->table->values.columns; s++) {
        w->low[s] = fmin(w->low[s], x[s]);
        w->high[s] = fmax(w->high[s], x[s]);
    }
}

/* Places one class, whose first object is number `before`. What stands before the part is drawn and
 * forgotten; a class of which nothing is wanted is not drawn at all. */
static int place_class(const work *w, ce_synth_place *at, double *centre, size_t before,
                       ce_error *err)
{
    size_t kept = kept_of(w, before, at->n), drawn = w->low ? at->n : 0;
    char text[32];

    if (kept && !w->low)
        drawn = w->end - before < at->n ? w->end - before : at->n;
    if (drawn)
        ce_random_set(at->rng, w->options->seed, CE_STREAM_SYNTH, at->class_ + 1);
    for (size_t s = 0; s < at->dimensions && drawn; s++)
        centre[s] = w->shape->classes ? 0 : -10 + 20 * gsl_rng_uniform(at->rng);
    for (at->i = 0; at->i < drawn; at->i++) {
        double *x = row_of(w, before + at->i);
        w->shape->place(at, x);
        if (w->low)
            widen_box(w, x);
    }
    snprintf(text, sizeof text, "%zu", at->class_ + 1);
    return append_class(w->table, kept, text, err);
}

static int place_noise(const work *w, ce_synth_place *at, size_t before, ce_error *err)
{
    size_t kept = kept_of(w, before, w->noise);

    if (!kept)
        return CE_OK;
    ce_random_set(at->rng, w->options->seed, CE_STREAM_SYNTH, 0);
    at->n = w->noise;
    if (!w->shape->place_noise)
        fill_box(w, before, at->rng);
    else
        for (at->i = 0; at->i < at->n; at->i++)
            w->shape->place_noise(at, row_of(w, before + at->i));
    return append_class(w->table, kept, "noise", err);
}

/* Places one class after the other, then the noise. */
static int place_all(const work *w, gsl_rng *rng, double *centre, ce_error *err)
{
    const ce_synth_options *o = w->options;
    ce_synth_place at = {.rng = rng,
                         .centre = centre,
                         .jitter = o->jitter >= 0 ? o->jitter : w->shape->jitter,
                         .turns = o->turns,
                         .spread = o->spread,
                         .dimensions = w->table->values.columns};
    size_t before = 0;
    int rc = CE_OK;

    for (at.class_ = 0; at.class_ < w->k && !rc; at.class_++) {
        at.n = w->size[at.class_];
        rc = place_class(w, &at, centre, before, err);
        before += at.n;
    }
    return rc ? rc : place_noise(w, &at, before, err);
}

/* Fills the table, which has room for the objects that are kept. */
static int fill_table(work *w, ce_error *err)
{
    size_t d = w->table->values.columns, objects = 0;
    double *room = ce_alloc(4 * d, sizeof *room, err);
    gsl_rng *rng = ce_random_alloc(w->options->seed, CE_STREAM_SYNTH, 0, err);
    int rc = room && rng ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < w->k; c++)
        objects += w->size[c];
    if (!rc) {
        w->away = room + d;
        if (!w->shape->place_noise && kept_of(w, objects, w->noise)) {
            w->low = room + 2 * d;
            w->high = room + 3 * d;
            for (size_t s = 0; s < d; s++) {
                w->low[s] = INFINITY;
                w->high[s] = -INFINITY;
            }
        }
        rc = place_all(w, rng, room, err);
    }
    gsl_rng_free(rng);
    free(room);
    return rc;
}

/* Which objects are kept, and room for them. */
static int make_room(work *w, size_t d, ce_error *err)
{
    const ce_object_part *part = &w->options->part;
    size_t n = w->noise, count;
    int rc;

    for (size_t c = 0; c < w->k; c++)
        n += w->size[c];
    count = (size_t)ce_object_part_count(part, n);
    if (!count)
        return ce_fail(err, CE_EARG, "part %zu of %zu: " CE_ONLY, part->part, part->parts,
                       CE_ONLY_OF(n, "object"));
    w->first = (size_t)ce_object_part_first(part, n);
    w->end = w->first + count;
    rc = ce_memory_check(count, d, sizeof(double), "the data table", "fewer objects or features",
                         err);
    if (!rc)
        rc = ce_data_table_alloc(w->table, count, d, err);
    return rc ? rc : name_features(w->table, err);
}

static size_t class_count(const ce_synth_shape *shape, const ce_synth_options *options)
{
    if (shape->classes)
        return shape->classes;
    return options->sizes ? options->size_count : options->clusters;
}

int ce_synth(ce_data_table *table, const ce_synth_shape *shape, const ce_synth_options *options,
             ce_error *err)
{
    size_t d = shape->dimensions ? shape->dimensions : options->dimensions, *size = NULL;
    work w = {.table = table,
              .shape = shape,
              .options = options,
              .k = class_count(shape, options),
              .noise = (size_t)(options->noise >= 0 ? options->noise : shape->noise)};
    int rc;

    if (options->jitter >= 0 && shape->jitter < 0)
        return ce_fail(err, CE_EARG, "%s has no curve, so no jitter", shape->name);
    if (!d || !w.k)
        return ce_fail(err, CE_EARG, "%zu clusters in %zu dimensions", w.k, d);
    if (!(size = ce_alloc(w.k, sizeof *size, err)))
        return CE_ENOMEM;
    w.size = size;
    rc = choose_sizes(shape, options, w.k, size, err);
    if (!rc)
        rc = make_room(&w, d, err);
    if (!rc)
        rc = fill_table(&w, err);
    free(size);
    if (rc)
        ce_data_table_free(table);
    return rc;
}
