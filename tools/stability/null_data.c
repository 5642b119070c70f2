/* null --data: references are drawn from the data, and all are clustered in the same way. */
#include <math.h>
#include <stdlib.h>

#include "core/distinct_rows.h"
#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "io/data_table.h"
#include "null.h"
#include "prepare/reference_data.h"

typedef struct {
    const stability_call *call;
    const null_options *o;
    const char *path;
    ce_data_table data;
    ce_pca pca;
    ce_subsample_options how; /* its data are those of each set */
    int *k;                   /* owned: of how */
    null_scores *scores;
} work;

/* Whether all objects lie on the sphere of radius 1, as ce-prepare unit puts them. */
static int lie_on_sphere(const ce_matrix *x)
{
    for (size_t i = 0; i < x->rows; i++) {
        double squares = 0;
        for (size_t s = 0; s < x->columns; s++)
            squares += x->values[i * x->columns + s] * x->values[i * x->columns + s];
        if (!(fabs(squares - 1) < 1e-6))
            return 0;
    }
    return x->columns > 1;
}

/* References are normal, so that all their rows differ. Data of few different rows are clear for
 * that alone. */
static int tell_equal_rows(const work *w, ce_error *err)
{
    const ce_matrix *x = &w->data.values;
    const ce_labels none = {.n = x->rows};
    size_t distinct, parted;
    int rc = ce_distinct_rows_parted(x, &none, &distinct, &parted, err);

    if (!rc && 2 * distinct < x->rows)
        ce_cli_note(w->call->cli,
                    "%s: only %zu of %zu rows differ, and all rows of a reference: that alone can "
                    "make a k clearer than chance (ce-stability(1), CAVEATS)",
                    ce_path_name(w->path), distinct, x->rows);
    return rc;
}

static int read_data(work *w, ce_error *err)
{
    ce_table_format format = ce_cli_format(w->call->cli);
    ce_error inner = {0};
    int rc = ce_data_table_read(&w->data, w->path, &format, err);

    if (!rc)
        rc = ce_data_table_need_numeric(&w->data, w->path, err);
    if (!rc)
        rc = ce_data_table_need_squares(&w->data, w->path, err);
    if (rc)
        return rc;
    ce_data_table_tell_tiny(&w->data, w->path, &format.listener);
    if ((rc = tell_equal_rows(w, err)))
        return rc;
    if (lie_on_sphere(&w->data.values))
        ce_cli_note(w->call->cli, "all objects have length 1: they can be more stable than normal "
                                  "references without being clusters (ce-stability(1), CAVEATS)");
    rc = subsamples_find(w->call, &w->o->subsamples, w->path, w->data.values.rows,
                         w->data.values.columns, &w->how, &w->k, err);
    if (rc)
        return rc;
    rc = ce_reference_fit(&w->data, &w->pca, &inner);
    return rc ? ce_fail(err, rc, "%s: %s", ce_path_name(w->path), inner.text) : CE_OK;
}

static int begin(const work *w, null_scores *s, ce_error *err)
{
    int rc = null_scores_alloc(s, (size_t)w->o->references + 1, w->how.k_count, err);

    for (size_t g = 0; g < s->groups && !rc; g++) {
        s->k[g] = w->k[g];
        s->members[g] = w->how.members;
    }
    return rc;
}

/* Groups first .. first + count - 1 of a set, whose objects are x. Every set has the same seed, so
 * that the members of all see the same objects. */
static int score_groups(const work *w, size_t set, size_t first, size_t count, const ce_matrix *x,
                        ce_error *err)
{
    ce_subsample_options how = w->how;
    ce_labels *labels = ce_calloc(count, sizeof *labels, err);
    size_t *few = ce_calloc(count, sizeof *few, err);
    int rc = labels && few ? CE_OK : CE_ENOMEM;

    how.data = x;
    how.id = set ? NULL : &w->data.id;
    how.k += first;
    how.k_count = count;
    if (!rc)
        rc = ce_generate_subsamples(&how, labels, few, NULL, err);
    for (size_t g = 0; g < count && !rc; g++) {
        if (!set)
            w->scores->few[first + g] = few[g];
        rc = null_scores_fill(w->call, w->scores, set, first + g, &labels[g], NULL, err);
    }
    for (size_t g = 0; g < count && labels; g++)
        ce_labels_free(&labels[g]);
    free(labels);
    free(few);
    return rc;
}

/* A linkage has one tree for all k, so its task is a set. Else task q is a group of a set: there is
 * more to share then, and to draw a set anew for each of its groups costs little beside k-means. No
 * table of all references is kept. */
static int score_task(void *state, size_t q, ce_error *err)
{
    const work *w = state;
    const ce_matrix *x = &w->data.values;
    size_t count = w->how.by == CE_SUBSAMPLE_KMEANS ? 1 : w->how.k_count,
           tasks = w->how.k_count / count, set = q / tasks;
    ce_matrix drawn = {0};
    ce_error inner = {0};
    int rc = CE_OK;

    if (set) {
        rc = ce_reference_draw(&w->pca, x->rows, w->call->tool->common.seed, set, &drawn, err);
        x = &drawn;
    }
    if (!rc)
        rc = score_groups(w, set, q % tasks * count, count, x, &inner);
    ce_matrix_free(&drawn);
    if (inner.status)
        ce_fail(err, inner.status, "%s: %s%.900s", ce_path_name(w->path),
                set ? "in a reference " : "", inner.text);
    return rc;
}

int null_score_data(const stability_call *call, null_scores *s, ce_error *err)
{
    const null_options *o = call->options;
    work w = {.call = call, .o = o, .path = o->data, .scores = s};
    int rc = read_data(&w, err);

    if (!rc)
        rc = begin(&w, s, err);
    if (!rc)
        rc = ce_each(s->sets * (w.how.by == CE_SUBSAMPLE_KMEANS ? s->groups : 1), ce_threads(),
                     score_task, &w, ce_cli_progress(call->cli, "ensembles"), err);
    if (!rc)
        rc = subsamples_tell_few(call->cli, w.path, &w.how, s->few, err);
    ce_pca_free(&w.pca);
    ce_data_table_free(&w.data);
    free(w.k);
    return rc;
}
