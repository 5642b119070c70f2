/* Measures that need no truth: what they are computed from, and the silhouettes of the objects. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/compare.h"
#include "core/memory.h"
#include "core/random.h"
#include "io/beside.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/matrix_file.h"
#include "io/objects.h"
#include "io/output.h"
#include "io/records.h"
#include "score.h"
#include "score/internal.h"

static int has_measure(const ce_measure_list *measures, ce_score score)
{
    for (size_t s = 0; s < measures->count; s++)
        if (measures->which[s] == (int)score)
            return 1;
    return 0;
}

void score_check_source(const ce_cli *cli, const score_source *source,
                        const ce_measure_list *measures)
{
    int with_distances = source->data || source->matrix;

    if (source->data && source->matrix)
        ce_cli_usage(cli, "--data and --matrix: one of them expected");
    if (source->objects && !with_distances)
        ce_cli_usage(cli, "--objects needs --data or --matrix");
    if (ce_cli_given(cli, "neighbours") && !has_measure(measures, CE_SCORE_CONNECTIVITY))
        ce_cli_usage(cli, "--neighbours is for connectivity, which is not asked for");
    if (source->sample && !source->objects && !has_measure(measures, CE_SCORE_SILHOUETTE))
        ce_cli_usage(cli, "--sample is for silhouette, which is not asked for");
    if (ce_cli_given(cli, "seed") && !source->sample)
        ce_cli_usage(cli, "--seed goes with --sample: else nothing is drawn");
}

/* ---- what takes long ---- */

/* All pairs of objects: after a second it is clear how long they take. */
typedef struct {
    ce_progress progress;
    const ce_progress *step; /* or NULL */
    const ce_cli *cli;
    size_t objects;
    int said;
    int can_sample;       /* silhouettes alone, from data */
    const char *measures; /* that need all pairs; NULL: what is measured needs no word */
    double begun, first;  /* when, and when the first part was done: before it the pass prepares */
    size_t first_done;    /* this part; 0: not yet */
} slow_pass;

static void report_pass(void *state, size_t done, size_t total)
{
    enum { LEAST_LEFT = 5 };
    slow_pass *slow = state;
    double now = ce_clock(), all, left, of_sample;
    size_t sample = slow->objects / 10;

    ce_progress_report(slow->step, done, total);
    if (!done)
        slow->begun = now;
    if (done && !slow->first_done) {
        slow->first_done = done;
        slow->first = now;
    }
    if (done == slow->first_done || slow->said || !(slow->can_sample || slow->measures) ||
        now - slow->first < 1)
        return;
    slow->said = 1;
    left = (now - slow->first) * (double)(total - done) / (double)(done - slow->first_done);
    all = now - slow->begun + left;
    of_sample = all * (double)sample / (double)slow->objects;
    if (left < LEAST_LEFT)
        return;
    if (slow->measures)
        ce_cli_note(slow->cli, "%s of all %zu objects: about %.0f s here, for all pairs",
                    slow->measures, slow->objects, all);
    else
        ce_cli_note(slow->cli,
                    "the silhouettes of all %zu objects take about %.0f s here; with --sample %zu "
                    "it is about %.*f s, and their mean is nearly the same",
                    slow->objects, all, sample, of_sample < 9.5 ? 1 : 0, of_sample);
}

/* ---- what is read ---- */

/* Set to zero before use. */
typedef struct {
    ce_data_table data;
    ce_similarity matrix;
    ce_distances distances;
    size_t *sample; /* owned; NULL: all objects */
    size_t samples;
} world;

static void world_free(world *w)
{
    ce_distances_free(&w->distances);
    ce_data_table_free(&w->data);
    ce_similarity_free(&w->matrix);
    free(w->sample);
}

/* Puts the rows of the data in the order of the label table. */
static int order_rows(ce_data_table *data, const char *path, const ce_label_table *labels,
                      const char *labels_path, ce_error *err)
{
    size_t d = data->values.columns;
    ce_matrix ordered = {0};
    int32_t *row = NULL;
    int rc = ce_objects_find(&row, &data->id, path, &labels->id, labels_path, err);

    if (!rc)
        rc = ce_matrix_alloc(&ordered, data->values.rows, d, err);
    for (size_t i = 0; i < data->values.rows && !rc; i++)
        memcpy(ordered.values + i * d, data->values.values + (size_t)row[i] * d,
               d * sizeof *ordered.values);
    free(row);
    if (rc)
        return rc;
    ce_matrix_free(&data->values);
    data->values = ordered;
    return CE_OK;
}

static int read_data(world *w, const ce_cli *cli, const score_source *source,
                     const ce_label_table *labels, const char *labels_path, ce_error *err)
{
    const char *path = source->data;
    ce_table_format format = ce_cli_format(cli);
    int rc;

    if (source->beside_truth)
        ce_format_beside_truth(&format);
    format.spare_id = source->beside_truth; /* --id may name the column of the truth */
    format = ce_format_beside_labels(&format, labels, labels_path);
    rc = ce_data_table_read(&w->data, path, &format, err);
    if (!rc)
        rc = ce_data_table_need_numbers(&w->data, path, err);
    if (!rc)
        rc = ce_data_table_need_squares(&w->data, path, err);
    if (!rc)
        rc = ce_objects_check_count(w->data.values.rows, &w->data.id, path, labels->labels.n,
                                    &labels->id, labels_path, "", err);
    if (!rc && w->data.id.name && labels->id.name)
        rc = order_rows(&w->data, path, labels, labels_path, err);
    if (!rc)
        ce_ids_tell_order(&w->data.id, path, &labels->id, labels_path, &format.listener);
    if (!rc)
        ce_data_table_tell_tiny(&w->data, path, &format.listener);
    return rc ? rc : ce_distances_of_data(&w->distances, &w->data.values, err);
}

static int read_matrix(world *w, const ce_cli *cli, const char *path, int is_distance,
                       const ce_label_table *labels, const char *labels_path, ce_error *err)
{
    ce_table_format plain = ce_cli_format(cli),
                    format = ce_format_beside_labels(&plain, labels, labels_path);
    ce_text_column id = {0};
    ce_error inner = {0};
    int rc = ce_similarity_read_ids(&w->matrix, &id, path, &format, err);

    if (!rc)
        rc = ce_objects_check_count(w->matrix.n, &id, path, labels->labels.n, &labels->id,
                                    labels_path, "", err);
    if (!rc)
        rc = ce_ids_check(&id, path, &labels->id, labels_path, w->matrix.n, &format.listener, err);
    ce_text_column_free(&id);
    if (rc)
        return rc;
    rc = ce_distances_of_matrix(&w->distances, &w->matrix,
                                is_distance ? CE_MATRIX_DISTANCES : CE_MATRIX_SIMILARITIES, &inner);
    return rc ? ce_fail(err, (ce_status)rc, "%s: %.900s", ce_path_name(path), inner.text) : CE_OK;
}

/* A sample of no fewer objects than there are is all of them. */
static int draw_sample(world *w, size_t count, uint64_t seed, ce_error *err)
{
    size_t n = w->distances.n;
    gsl_rng *rng;
    int rc;

    if (!count || count >= n)
        return CE_OK;
    rng = ce_random_alloc(seed, CE_STREAM_SCORE, 0, err);
    w->sample = ce_alloc(count, sizeof *w->sample, err);
    rc = rng && w->sample ? ce_random_choose(rng, n, count, w->sample, err) : CE_ENOMEM;
    gsl_rng_free(rng);
    if (rc)
        return rc;
    qsort(w->sample, count, sizeof *w->sample, ce_compare_sizes);
    w->samples = count;
    return CE_OK;
}

static int read_world(world *w, const ce_cli *cli, const score_source *source, uint64_t seed,
                      const ce_label_table *labels, const char *path, ce_error *err)
{
    int rc;

    if (labels->size)
        return ce_fail(err, CE_EINPUT,
                       "%s: a microcluster table, but distances are between objects",
                       ce_path_name(path));
    if (source->data)
        rc = read_data(w, cli, source, labels, path, err);
    else
        rc = read_matrix(w, cli, source->matrix, source->input == CE_INPUT_DISTANCE, labels, path,
                         err);
    return rc ? rc : draw_sample(w, (size_t)source->sample, seed, err);
}

/* ---- numbers ---- */

static unsigned bit_of(ce_score score)
{
    switch (score) {
    case CE_SCORE_SILHOUETTE: return CE_INTERNAL_SILHOUETTE;
    case CE_SCORE_CH: return CE_INTERNAL_CH;
    case CE_SCORE_DB: return CE_INTERNAL_DB;
    case CE_SCORE_DUNN: return CE_INTERNAL_DUNN;
    case CE_SCORE_CONNECTIVITY: return CE_INTERNAL_CONNECTIVITY;
    default: return 0;
    }
}

/* Those of the measures that no sample of the objects can tell; NULL: none. */
static const char *of_all_pairs(unsigned wanted)
{
    static const char *const name[] = {NULL, "dunn", "connectivity", "dunn and connectivity"};
    int dunn = (wanted & CE_INTERNAL_DUNN) != 0,
        connectivity = (wanted & CE_INTERNAL_CONNECTIVITY) != 0;

    return name[dunn + 2 * connectivity];
}

static double value_of(ce_score score, const ce_internal *index)
{
    switch (score) {
    case CE_SCORE_SILHOUETTE: return index->silhouette;
    case CE_SCORE_CH: return index->ch;
    case CE_SCORE_DB: return index->db;
    case CE_SCORE_DUNN: return index->dunn;
    default: return index->connectivity;
    }
}

static void set_values(score_result *result, const ce_internal *index)
{
    ce_score_table *scores = &result->scores;

    for (size_t q = 0; q < scores->rows; q++)
        for (size_t s = 0; s < scores->columns; s++) {
            ce_score score = (ce_score)result->measures->which[s];
            if (ce_score_needs_distances(score))
                scores->value[q * scores->columns + s] = value_of(score, &index[q]);
        }
}

static void set_left_out(ce_score_table *scores, const ce_internal *index)
{
    scores->least_out = scores->most_out = scores->objects - (int64_t)index[0].labelled;
    for (size_t q = 0; q < scores->rows; q++) {
        int64_t out = scores->objects - (int64_t)index[q].labelled;
        scores->least_out = out < scores->least_out ? out : scores->least_out;
        scores->most_out = out > scores->most_out ? out : scores->most_out;
    }
}

/* ---- notes ---- */

/* "x", or "x and 2 others": count of the clusterings, the first of them by name. */
static void name_clusterings(const char *first, size_t count, char *text, size_t size)
{
    if (count > 1)
        snprintf(text, size, "%.100s and %zu other%s", first, count - 1, count > 2 ? "s" : "");
    else
        snprintf(text, size, "%.100s", first);
}

/* Whether two clusterings without a value have as many clusters and objects. */
static int same_undefined(const ce_internal *a, const ce_internal *b)
{
    return !a->is_defined && !b->is_defined && a->clusters == b->clusters &&
           a->labelled == b->labelled;
}

/* Of the clusterings with as many clusters and objects as the one at `first`; it is told there. */
static void tell_undefined_as(const ce_cli *cli, const score_result *result,
                              const ce_internal *index, size_t first)
{
    size_t count = 0;
    char names[160];

    for (size_t q = 0; q < first; q++)
        if (same_undefined(&index[q], &index[first]))
            return;
    for (size_t q = first; q < result->scores.rows; q++)
        count += (size_t)same_undefined(&index[q], &index[first]);
    name_clusterings(result->table->name[first], count, names, sizeof names);
    ce_cli_note(
        cli,
        "%s: %zu cluster%s of %zu object%s; what is measured by distances needs at least 2, "
        "and fewer than objects",
        names, index[first].clusters, index[first].clusters == 1 ? "" : "s", index[first].labelled,
        index[first].labelled == 1 ? "" : "s");
}

static void tell_undefined(const ce_cli *cli, const score_result *result, const ce_internal *index)
{
    for (size_t q = 0; q < result->scores.rows; q++)
        if (!index[q].is_defined)
            tell_undefined_as(cli, result, index, q);
}

/* A clustering that could have a value and has none. */
static void tell_no_value(const ce_cli *cli, const score_result *result, const ce_internal *index,
                          ce_score score)
{
    const char *why = "no distance inside a cluster is above 0";
    size_t count = 0, first = 0;
    char names[160];

    for (size_t q = 0; q < result->scores.rows; q++)
        if (index[q].is_defined && isnan(value_of(score, &index[q]))) {
            first = count ? first : q;
            count++;
        }
    if (!count)
        return;
    if (score == CE_SCORE_SILHOUETTE)
        why = "no object has a silhouette";
    if (score == CE_SCORE_DB)
        why = "all centroids are equal";
    name_clusterings(result->table->name[first], count, names, sizeof names);
    ce_cli_note(cli, "%s: no %s: %s", names, score_measures().measure[score].name, why);
}

static void tell_sample(const ce_cli *cli, const score_result *result, const ce_internal *index,
                        const world *w)
{
    double error = NAN;

    for (size_t q = 0; q < result->scores.rows; q++)
        if (!(index[q].error <= error))
            error = isnan(index[q].error) ? error : index[q].error;
    if (isnan(error))
        ce_cli_note(cli, "silhouettes of %zu of %zu objects, drawn at random", w->samples,
                    w->distances.n);
    else
        ce_cli_note(cli,
                    "silhouettes of %zu of %zu objects, drawn at random: the standard error of "
                    "%s is %.2g",
                    w->samples, w->distances.n,
                    result->scores.rows > 1 ? "a mean, at most," : "the mean", error);
}

static void tell(const ce_cli *cli, const score_result *result, const ce_internal *index,
                 const world *w)
{
    tell_undefined(cli, result, index);
    for (size_t s = 0; s < result->measures->count; s++)
        if (ce_score_needs_distances((ce_score)result->measures->which[s]))
            tell_no_value(cli, result, index, (ce_score)result->measures->which[s]);
    if (w->sample)
        tell_sample(cli, result, index, w);
}

/* ---- the objects ---- */

static const char *cluster_name(const ce_label_table *labels, size_t q, int32_t c)
{
    return c < 0 ? NULL : labels->categories[q].text[c];
}

static void write_object(ce_records *records, const ce_label_table *labels, size_t q, size_t i,
                         const ce_silhouettes *all, size_t at)
{
    char number[32];

    snprintf(number, sizeof number, "%zu", i + 1);
    ce_records_text(records, labels->name[q]);
    ce_records_text(records, labels->id.name ? ce_text_column_get(&labels->id, i) : number);
    ce_records_text(records, cluster_name(labels, q, ce_labels_column(&labels->labels, q)[i]));
    ce_records_real(records, all->own[at]);
    ce_records_real(records, all->next[at]);
    ce_records_text(records, cluster_name(labels, q, all->nearest[at]));
    ce_records_real(records, all->silhouette[at]);
}

static int write_objects(const char *path, char delimiter, int json, const ce_label_table *labels,
                         const ce_silhouettes *all, const world *w, ce_error *err)
{
    static const char *const column[] = {"clustering", "object",  "cluster",   "own",
                                         "next",       "nearest", "silhouette"};
    ce_output *output;
    ce_records records;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_records_begin(&records, output, column, sizeof column / sizeof *column, json, delimiter);
    for (size_t q = 0; q < labels->labels.m && !ce_output_failed(output); q++)
        for (size_t t = 0; t < all->targets; t++)
            write_object(&records, labels, q, w->sample ? w->sample[t] : t, all,
                         q * all->targets + t);
    ce_records_end(&records);
    if (json)
        ce_output_char(output, '\n');
    return ce_output_close(output, err);
}

int score_add_distances(const ce_cli *cli, const score_source *source, const ce_common *common,
                        int json, const char *path, int alone, score_result *result, ce_error *err)
{
    const ce_label_table *labels = result->table;
    ce_silhouettes silhouettes = {0};
    ce_internal *index = NULL;
    world w = {0};
    slow_pass slow = {.progress = {.report = report_pass, .state = &slow},
                      .step = ce_cli_step(cli),
                      .cli = cli,
                      .objects = labels->labels.n};
    unsigned wanted = 0;
    int rc;

    for (size_t s = 0; s < result->measures->count; s++)
        wanted |= bit_of((ce_score)result->measures->which[s]);
    if (!wanted && !source->objects)
        return CE_OK;
    rc = read_world(&w, cli, source, common->seed, labels, path, err);
    if (!rc && !(index = ce_alloc(labels->labels.m, sizeof *index, err)))
        rc = CE_ENOMEM;
    if (!rc) {
        ce_internal_input input = {.data = source->data ? &w.data.values : NULL,
                                   .distances = &w.distances,
                                   .neighbours = (size_t)source->neighbours,
                                   .sample = w.sample,
                                   .samples = w.samples,
                                   .progress = &slow.progress};
        slow.measures = of_all_pairs(wanted);
        slow.can_sample = source->data && !w.sample && !slow.measures;
        rc = ce_internal_compute(&labels->labels, &input, wanted, index,
                                 source->objects ? &silhouettes : NULL, err);
    }
    if (!rc && source->objects)
        rc = write_objects(source->objects, common->delimiter, json, labels, &silhouettes, &w, err);
    if (!rc) {
        set_values(result, index);
        if (alone)
            set_left_out(&result->scores, index);
        tell(cli, result, index, &w);
    }
    ce_silhouettes_free(&silhouettes);
    free(index);
    world_free(&w);
    return rc;
}
