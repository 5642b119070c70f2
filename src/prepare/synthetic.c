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

static int append_class(ce_data_table *table, size_t n, const char *text, ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < n && !rc; i++)
        rc = ce_text_column_append(&table->class_, text, strlen(text), err);
    return rc;
}

/* Noise objects in the box around the first n rows, stretched by 5% about its middle. */
static void fill_box(ce_matrix *values, size_t n, gsl_rng *rng)
{
    size_t d = values->columns;

    for (size_t s = 0; s < d; s++) {
        double low = INFINITY, high = -INFINITY, margin;
        for (size_t i = 0; i < n; i++) {
            low = fmin(low, values->values[i * d + s]);
            high = fmax(high, values->values[i * d + s]);
        }
        margin = 0.025 * (high - low);
        for (size_t i = n; i < values->rows; i++)
            values->values[i * d + s] =
                low - margin + gsl_rng_uniform(rng) * (high - low + 2 * margin);
    }
}

/* Places one class after the other, then the noise. */
static int place_all(ce_data_table *table, const ce_synth_shape *shape,
                     const ce_synth_options *options, const size_t *size, size_t k, ce_error *err)
{
    ce_synth_place at = {.jitter = options->jitter >= 0 ? options->jitter : shape->jitter,
                         .turns = options->turns,
                         .spread = options->spread,
                         .dimensions = table->values.columns};
    size_t d = at.dimensions, row = 0;
    double *centre = ce_alloc(d, sizeof *centre, err);
    char text[32];
    int rc = CE_OK;

    at.rng = ce_random_alloc(options->seed, CE_STREAM_SYNTH, 0, err);
    if (!centre || !at.rng)
        rc = CE_ENOMEM;
    at.centre = centre;
    for (at.class_ = 0; at.class_ < k && !rc; at.class_++) {
        ce_random_set(at.rng, options->seed, CE_STREAM_SYNTH, at.class_ + 1);
        for (size_t s = 0; s < d; s++)
            centre[s] = shape->classes ? 0 : -10 + 20 * gsl_rng_uniform(at.rng);
        at.n = size[at.class_];
        for (at.i = 0; at.i < at.n; at.i++)
            shape->place(&at, table->values.values + d * row++);
        snprintf(text, sizeof text, "%zu", at.class_ + 1);
        rc = append_class(table, at.n, text, err);
    }
    if (!rc) {
        ce_random_set(at.rng, options->seed, CE_STREAM_SYNTH, 0);
        at.n = table->values.rows - row;
        rc = append_class(table, at.n, "noise", err);
        if (!shape->place_noise)
            fill_box(&table->values, row, at.rng);
        else
            for (at.i = 0; at.i < at.n; at.i++)
                shape->place_noise(&at, table->values.values + d * (row + at.i));
    }
    gsl_rng_free(at.rng);
    free(centre);
    return rc;
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
    size_t d = shape->dimensions ? shape->dimensions : options->dimensions, n = 0;
    size_t k = class_count(shape, options), *size = NULL;
    int rc;

    if (options->jitter >= 0 && shape->jitter < 0)
        return ce_fail(err, CE_EARG, "%s has no curve, so no jitter", shape->name);
    if (!d || !k)
        return ce_fail(err, CE_EARG, "%zu clusters in %zu dimensions", k, d);
    if (!(size = ce_alloc(k, sizeof *size, err)))
        return CE_ENOMEM;
    rc = choose_sizes(shape, options, k, size, err);
    if (!rc) {
        for (size_t c = 0; c < k; c++)
            n += size[c];
        n += options->noise >= 0 ? (size_t)options->noise : (size_t)shape->noise;
        rc = ce_memory_check(n, d, sizeof(double), "the data table", "fewer objects or features",
                             err);
    }
    if (!rc)
        rc = ce_data_table_alloc(table, n, d, err);
    if (!rc)
        rc = name_features(table, err);
    if (!rc)
        rc = place_all(table, shape, options, size, k, err);
    free(size);
    if (rc)
        ce_data_table_free(table);
    return rc;
}
