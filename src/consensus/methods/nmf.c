/*
 * NMF: the co-association matrix as a product of non-negative matrices with k columns [li2007]:
 * M ~ Q S Q' with orthogonal columns, or M ~ H H' (nmf_factors.h).
 *
 * M is the co-association matrix of the n objects, without missing labels that of labels, with them
 * the matrix of pairs. A start is random and positive. Ties: the lowest column, the lowest start. A
 * column can become nobody's largest; of all starts those with the most clusters are compared, and
 * if all lack one there are fewer than k clusters, which a note says. See doc/readings.md, li2007.
 */
#include "consensus/method.h"

#include <stdlib.h>

#include "consensus/nmf_factors.h"
#include "consensus/pairs.h"
#include "consensus/random_starts.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"

typedef struct {
    int form, restarts, iterations, objects;
} nmf_options;

static const ce_option rows[] = {
    {0, "form", CE_CHOICE, "FORM", 0, 0, CE_NMF_FORMS, "orthogonal", offsetof(nmf_options, form),
     NULL, "the product: Q S Q' with orthogonal columns, or H H'"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", offsetof(nmf_options, restarts), NULL,
     "random starts, of which the one of least error is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "200", offsetof(nmf_options, iterations), NULL,
     "updates in each start"},
    CE_ROW_OBJECTS(nmf_options, objects),
};

typedef struct {
    ce_nmf nmf;
    int iterations;
    double square; /* |M|^2 */
} problem;

typedef struct {
    double error;
    size_t clusters;
    int32_t label[];
} fit;

static int run_start(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                     ce_error *err)
{
    const problem *p = state;
    ce_nmf_factors f = {0};
    fit *out = result;
    int rc = ce_nmf_start(&p->nmf, rng, &f, err);

    for (int t = 0; !rc && t < p->iterations; t++) {
        ce_nmf_update(&p->nmf, &f);
        ce_restart_step(steps);
    }
    if (!rc) {
        out->error = ce_nmf_error(&p->nmf, &f, p->square);
        out->clusters = ce_nmf_label(&p->nmf, &f, out->label);
    }
    ce_nmf_free(&f);
    return rc;
}

static int is_better(const void *a, const void *b)
{
    const fit *one = a, *two = b;

    return one->clusters != two->clusters ? one->clusters > two->clusters : one->error < two->error;
}

/* ---- the method ---- */

static int set_square(problem *p, ce_error *err)
{
    const ce_microclusters *micro = p->nmf.micro;
    double m = (double)micro->rows.m;

    if (p->nmf.pairs) {
        p->square = ce_nmf_square_of_pairs(micro, p->nmf.pairs);
        return CE_OK;
    }
    if (ce_nmf_products(micro, NULL, &p->square, err))
        return CE_ENOMEM;
    p->square /= m * m;
    return CE_OK;
}

/* Each start that runs has two tables with k columns. */
static int check_memory(const problem *p, int restarts, ce_error *err)
{
    size_t threads = (size_t)ce_threads();
    size_t at_once = (size_t)restarts < threads ? (size_t)restarts : threads;

    return ce_memory_check(p->nmf.micro->count, at_once * ce_nmf_row_doubles(&p->nmf),
                           sizeof(double), "the factors of each start", "fewer clusters or threads",
                           err);
}

static int search(const ce_run *run, const problem *p, ce_partition *small, ce_error *err)
{
    const nmf_options *o = run->settings->values;
    size_t n = p->nmf.micro->count, bytes = sizeof(fit) + n * sizeof(int32_t);
    const ce_restart_options options = {.restarts = (size_t)o->restarts,
                                        .bytes = bytes,
                                        .run = run_start,
                                        .better = is_better,
                                        .state = p,
                                        .steps = (size_t)o->iterations};
    void *found = NULL;
    int rc = ce_random_start_labels(run, &options, n, offsetof(fit, label), small, &found, err);

    if (!rc) {
        const fit *best = found;
        ce_tell(&run->report->messages, CE_DETAIL,
                "%s: squared error %.9g of %.9g, the best of %d starts", run->column, best->error,
                p->square, o->restarts);
    }
    free(found);
    return rc;
}

static int get_pairs(const ce_run *run, problem *p, ce_error *err)
{
    const nmf_options *o = run->settings->values;
    ce_pairs_ca_key key = {o->objects != 0};
    const void *pairs;
    int rc;

    if (!ce_labels_have_missing(&p->nmf.micro->rows))
        return CE_OK;
    rc = ce_ensemble_get(run->ensemble, &ce_pairs_ca.product, &key, &pairs, &run->report->messages,
                         err);
    if (!rc)
        p->nmf.pairs = pairs;
    return rc;
}

static int run_nmf(const ce_run *run, ce_partition *result, ce_error *err)
{
    const nmf_options *o = run->settings->values;
    problem p = {.nmf = {.k = run->k, .form = o->form}, .iterations = o->iterations};
    const ce_microclusters *micro;
    ce_partition small = {0};
    size_t *first = NULL;
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_nmf_first_labels(&micro->rows, &first, err);
    if (rc)
        return rc;
    p.nmf.micro = micro;
    p.nmf.first = first;
    rc = get_pairs(run, &p, err);
    if (!rc)
        rc = set_square(&p, err);
    if (!rc)
        rc = check_memory(&p, o->restarts, err);
    if (!rc)
        rc = search(run, &p, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    free(first);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_nmf = {
    .about = {.name = "nmf",
              .family = "evidence accumulation",
              .summary = "the co-association matrix as a product of non-negative factors",
              .about = "The co-association matrix is approximated by a product of non-negative "
                       "matrices with k columns, which are clusters. An object goes to the "
                       "cluster of its largest entry.",
              .reference = "li2007",
              .page = "clens-nmf",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, nmf_options)},
    .run = run_nmf,
};
