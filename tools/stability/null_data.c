/* null --data: references are drawn from the data, and all are clustered in the same way. */
#include <math.h>
#include <stdlib.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "generate/kmeans_ensemble.h"
#include "io/data_table.h"
#include "null.h"
#include "prepare/reference_data.h"

/* Of k, where -k does not say. */
enum { FIRST_K = 2, LAST_K = 10 };

typedef struct {
    const stability_call *call;
    const null_options *o;
    const char *path;
    ce_data_table data;
    ce_pca pca;
    size_t objects; /* that each member sees */
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

static int read_data(work *w, ce_error *err)
{
    ce_table_format format = ce_cli_format(w->call->cli);
    ce_error inner = {0};
    size_t n;
    int rc = ce_data_table_read(&w->data, w->path, &format, err);

    if (!rc)
        rc = ce_data_table_need_numeric(&w->data, w->path, err);
    if (!rc)
        rc = ce_data_table_need_squares(&w->data, w->path, err);
    if (rc)
        return rc;
    ce_data_table_tell_tiny(&w->data, w->path, &format.listener);
    if (lie_on_sphere(&w->data.values))
        ce_cli_note(w->call->cli, "all objects have length 1: they can be more stable than normal "
                                  "references without being clusters (ce-stability(1), CAVEATS)");
    n = w->data.values.rows;
    w->objects = ce_share_count(&w->o->objects, n);
    if (w->objects > n)
        return ce_fail(err, CE_EINPUT, "%s: %zu objects, --objects %zu", ce_path_name(w->path), n,
                       w->objects);
    rc = ce_reference_fit(&w->data, &w->pca, &inner);
    return rc ? ce_fail(err, rc, "%s: %s", ce_path_name(w->path), inner.text) : CE_OK;
}

/* Those of -k, or 2 to 10 as far as a subsample has so many objects. */
static int choose_k(const work *w, null_scores *s, ce_error *err)
{
    const ce_int_list *k = &w->call->tool->common.k;
    size_t last = w->objects < LAST_K ? w->objects : LAST_K;
    int rc;

    if (!k->count && last < FIRST_K)
        return ce_fail(err, CE_EINPUT, "%s: %zu object%s in a subsample, 2 expected at least",
                       ce_path_name(w->path), w->objects, w->objects == 1 ? "" : "s");
    for (size_t g = 0; g < k->count; g++)
        if ((size_t)k->value[g] > w->objects)
            return ce_fail(err, CE_EINPUT, "%s: %zu objects in a subsample, k = %d",
                           ce_path_name(w->path), w->objects, k->value[g]);
    rc = null_scores_alloc(s, (size_t)w->o->references + 1,
                           k->count ? k->count : last - FIRST_K + 1, err);
    for (size_t g = 0; g < s->groups && !rc; g++) {
        s->k[g] = k->count ? k->value[g] : FIRST_K + (int)g;
        s->members[g] = (size_t)w->o->members;
    }
    return rc;
}

/* Every set has the same seed, so that the members of all see the same objects. */
static int score_group(const work *w, size_t set, size_t g, const ce_matrix *x, ce_error *err)
{
    null_scores *s = w->scores;
    const ce_kmeans_ensemble_options how = {.members = s->members[g],
                                            .k = &s->k[g],
                                            .k_count = 1,
                                            .draw = 1,
                                            .objects = w->objects,
                                            .unseen = CE_UNSEEN_MISSING,
                                            .seed = w->call->tool->common.seed,
                                            .kmeans = {.init = (ce_kmeans_init)w->o->init,
                                                       .empty = CE_EMPTY_SINGLETON,
                                                       .max_iterations = (size_t)w->o->iterations,
                                                       .restarts = (size_t)w->o->restarts}};
    ce_centre_member *member = ce_calloc(how.members, sizeof *member, err);
    ce_labels labels = {0};
    int rc = member ? ce_generate_kmeans(x, &how, &labels, member, NULL, err) : CE_ENOMEM;

    if (!rc)
        rc = null_scores_fill(w->call, s, set, g, &labels, NULL, err);
    for (size_t q = 0; q < labels.m && !set && !rc; q++)
        s->few[g] += labels.k[q] < s->k[g];
    ce_labels_free(&labels);
    ce_centre_members_free(member, how.members);
    return rc;
}

/* Task q is a group of a set. A set is drawn anew for each of its groups: that costs little beside
 * clustering it, and there is no table of all references. */
static int score_task(void *state, size_t q, ce_error *err)
{
    const work *w = state;
    const ce_matrix *x = &w->data.values;
    size_t set = q / w->scores->groups, g = q % w->scores->groups;
    ce_matrix drawn = {0};
    int rc = CE_OK;

    if (set) {
        rc = ce_reference_draw(&w->pca, x->rows, w->call->tool->common.seed, set, &drawn, err);
        x = &drawn;
    }
    if (!rc)
        rc = score_group(w, set, g, x, err);
    ce_matrix_free(&drawn);
    return rc;
}

int null_score_data(const stability_call *call, null_scores *s, ce_error *err)
{
    const null_options *o = call->options;
    work w = {.call = call, .o = o, .path = o->data, .scores = s};
    int rc = read_data(&w, err);

    if (!rc)
        rc = choose_k(&w, s, err);
    if (!rc)
        rc = ce_each(s->sets * s->groups, ce_threads(), score_task, &w,
                     ce_cli_progress(call->cli, "ensembles"), err);
    if (!rc)
        rc = stability_note_few(call->cli, w.path, s->k, s->few, s->groups, (size_t)o->members,
                                "fewer clusters than asked for", err);
    ce_pca_free(&w.pca);
    ce_data_table_free(&w.data);
    return rc;
}
