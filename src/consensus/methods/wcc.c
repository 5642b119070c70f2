/*
 * WCC, weighted consensus clustering [li2008]: nmf (nmf_factors.h) with weights of the base
 * clusterings, which are chosen too. Weights w >= 0 of sum 1 and a product with k columns are
 * looked for such that
 *
 *     | sum of w_b M_b - Q S Q' |^2        (symmetric form: H H')
 *
 * is small, where M_b is the matrix of base clustering b (wcc.h). From equal weights and a random
 * positive start,
 *
 * 1. so many updates (`iterations`) bring the product nearer to the matrix;
 * 2. the weights become those that are best for this product: a quadratic function on the simplex
 *    has its least value there (simplex.h), found exactly;
 * 3. 1 and 2 are repeated `rounds` times, or until a round of both lowers the error by at most
 *    `tolerance` of |M|^2 with equal weights.
 *
 * In the symmetric form no step makes the error larger. Zero rounds are nmf. Base clusterings that
 * are equal share their weight, those without labels get 0. The weights of others are not unique
 * where their matrices depend on each other linearly, but the matrix that they make is.
 *
 * Microclusters stand for their objects as in nmf. Of the starts those with the most clusters are
 * compared by their error; ties: the lowest. A column that is nobody's largest leaves fewer than k
 * clusters. See doc/readings.md, li2008.
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"

#include <stdlib.h>
#include <string.h>

#include "consensus/methods/wcc.h"
#include "consensus/pairs.h"
#include "consensus/random_starts.h"
#include "core/memory.h"
#include "core/parallel.h"

typedef struct {
    int form, restarts, iterations, rounds, objects;
    double tolerance;
} wcc_options;

static const ce_option rows[] = {
    {0, "form", CE_CHOICE, "FORM", 0, 0, CE_NMF_FORMS, "symmetric", offsetof(wcc_options, form),
     NULL, "the product: Q S Q' with orthogonal columns, or H H'"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", offsetof(wcc_options, restarts), NULL,
     "random starts, of which the one of least error is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "100", offsetof(wcc_options, iterations), NULL,
     "updates of the product before the weights are chosen, and after each choice"},
    {0, "rounds", CE_INTEGER, "N", 0, 1e6, NULL, "5", offsetof(wcc_options, rounds), NULL,
     "weights are chosen at most so many times in each start; 0: equal weights"},
    {0, "tolerance", CE_REAL, "X", 0, 1, NULL, "1e-6", offsetof(wcc_options, tolerance), NULL,
     "a start ends when a round lowers the error by at most this part of the squared matrix"},
    CE_ROW_OBJECTS(wcc_options, objects),
};

typedef struct {
    ce_nmf nmf; /* with equal weights */
    ce_wcc_bases bases;
    const wcc_options *o;
} problem;

/* What one start works on besides its factors. */
typedef struct {
    ce_nmf nmf;          /* with the weights of the start */
    ce_similarity mixed; /* where labels are missing: their matrix */
    double *weight;      /* m; owned, and so is */
    double *room;
    double square, error; /* |M|^2, and of the product */
} weighted;

/* What a start finds: m weights stand in front of the labels. */
typedef struct {
    double error, before; /* `before` with equal weights */
    size_t clusters;
    int rounds;
    double weight[];
} fit;

static int32_t *labels_of(fit *found, size_t m)
{
    return (int32_t *)(found->weight + m);
}

static int weighted_init(weighted *w, const problem *p, ce_error *err)
{
    size_t m = p->bases.m;

    w->nmf = p->nmf;
    w->square = p->bases.square;
    w->weight = ce_alloc(m, sizeof *w->weight, err);
    w->room = ce_alloc(ce_wcc_room(&p->bases), sizeof *w->room, err);
    if (!w->weight || !w->room)
        return CE_ENOMEM;
    for (size_t b = 0; b < m; b++)
        w->weight[b] = 1 / (double)m;
    return p->nmf.pairs && p->o->rounds
               ? ce_similarity_alloc_dense(&w->mixed, p->nmf.micro->count, "a weighted matrix",
                                           "fewer threads", err)
               : CE_OK;
}

static void weighted_free(weighted *w)
{
    ce_similarity_free(&w->mixed);
    free(w->weight);
    free(w->room);
}

static void update(weighted *w, const problem *p, ce_nmf_factors *f, ce_restart_steps *steps)
{
    for (int t = 0; t < p->o->iterations; t++) {
        ce_nmf_update(&w->nmf, f);
        ce_restart_step(steps);
    }
    w->error = ce_nmf_error(&w->nmf, f, w->square);
}

/* Step 2. */
static int choose_weights(weighted *w, const problem *p, ce_nmf_factors *f, ce_error *err)
{
    int rc = ce_wcc_weigh(&p->bases, &w->nmf, f, w->weight, &w->square, w->room, err);

    if (rc)
        return rc;
    if (p->nmf.pairs) {
        ce_wcc_mix(&p->bases, w->weight, &w->mixed);
        w->nmf.pairs = &w->mixed;
    } else {
        w->nmf.weight = w->weight;
    }
    ce_nmf_multiply(&w->nmf, f);
    return CE_OK;
}

static int run_start(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                     ce_error *err)
{
    const problem *p = state;
    size_t m = p->bases.m;
    ce_nmf_factors f = {0};
    weighted w = {0};
    fit *out = result;
    int rc = weighted_init(&w, p, err);

    if (!rc)
        rc = ce_nmf_start(&p->nmf, rng, &f, err);
    if (rc)
        goto done;
    update(&w, p, &f, steps);
    out->before = w.error;
    for (out->rounds = 0; out->rounds < p->o->rounds;) {
        double last = w.error;
        rc = choose_weights(&w, p, &f, err);
        if (rc)
            goto done;
        update(&w, p, &f, steps);
        out->rounds++;
        if (last - w.error <= p->o->tolerance * p->bases.square)
            break;
    }
    out->error = w.error;
    memcpy(out->weight, w.weight, m * sizeof *w.weight);
    out->clusters = ce_nmf_label(&w.nmf, &f, labels_of(out, m));
done:
    weighted_free(&w);
    ce_nmf_free(&f);
    return rc;
}

static int is_better(const void *a, const void *b)
{
    const fit *one = a, *two = b;

    return one->clusters != two->clusters ? one->clusters > two->clusters : one->error < two->error;
}

/* Each start that runs has two tables with k columns, and with missing labels a matrix. */
static int check_memory(const problem *p, ce_error *err)
{
    size_t n = p->nmf.micro->count, threads = (size_t)ce_threads();
    size_t restarts = (size_t)p->o->restarts;
    size_t at_once = restarts < threads ? restarts : threads;
    int rc = ce_memory_check(n, at_once * ce_nmf_row_doubles(&p->nmf), sizeof(double),
                             "the factors of each start", "fewer clusters or threads", err);

    if (!rc && p->nmf.pairs && p->o->rounds)
        rc = ce_memory_check(n, at_once * (n + 1) / 2, sizeof(double),
                             "the weighted matrix of each start", "fewer threads", err);
    return rc;
}

/* Tells how far the search came, and hands the weights over. */
static int report(const ce_run *run, const problem *p, const fit *best, ce_error *err)
{
    size_t m = p->bases.m, used = 0;

    for (size_t b = 0; b < m; b++)
        used += best->weight[b] > 0;
    ce_tell(&run->report->messages, CE_DETAIL,
            "%s: squared error %.9g, %.9g with equal weights, of %.9g, the best of %d starts; "
            "rounds: %d; base clusterings of weight above 0: %zu of %zu",
            run->column, best->error, best->before, p->bases.square, p->o->restarts, best->rounds,
            used, m);
    return ce_report_weights(run->report, best->weight, m, err);
}

static int search(const ce_run *run, const problem *p, ce_partition *small, ce_error *err)
{
    const wcc_options *o = p->o;
    size_t n = p->nmf.micro->count, m = p->bases.m;
    const ce_restart_options options = {.restarts = (size_t)o->restarts,
                                        .bytes =
                                            sizeof(fit) + m * sizeof(double) + n * sizeof(int32_t),
                                        .run = run_start,
                                        .better = is_better,
                                        .state = p,
                                        .steps = (size_t)o->iterations * ((size_t)o->rounds + 1),
                                        .may_end = o->rounds > 0};
    void *found = NULL;
    int rc = ce_random_start_labels(run, &options, n, offsetof(fit, weight) + m * sizeof(double),
                                    small, &found, err);

    if (!rc)
        rc = report(run, p, found, err);
    free(found);
    return rc;
}

/* *pairs: the co-association matrix where labels are missing, else NULL. */
static int get_pairs(const ce_run *run, const ce_microclusters *micro, const ce_similarity **pairs,
                     ce_error *err)
{
    const wcc_options *o = run->settings->values;
    ce_pairs_ca_key key = {o->objects != 0};
    const void *value = NULL;
    int rc = CE_OK;

    if (ce_labels_have_missing(&micro->rows))
        rc = ce_ensemble_get(run->ensemble, &ce_pairs_ca.product, &key, &value,
                             &run->report->messages, err);
    *pairs = value;
    return rc;
}

static int run_wcc(const ce_run *run, ce_partition *result, ce_error *err)
{
    const wcc_options *o = run->settings->values;
    problem p = {.nmf = {.k = run->k, .form = o->form}, .o = o};
    ce_partition small = {0};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &p.nmf.micro, err);
    if (!rc)
        rc = get_pairs(run, p.nmf.micro, &p.nmf.pairs, err);
    if (!rc)
        rc = check_memory(&p, err);
    if (!rc)
        rc = ce_wcc_bases_init(&p.bases, p.nmf.micro, p.nmf.pairs, err);
    p.nmf.first = p.bases.first;
    if (!rc)
        rc = search(run, &p, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(p.nmf.micro, &small, result, err);
    ce_wcc_bases_free(&p.bases);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_wcc = {
    .about = {.name = "wcc",
              .family = "evidence accumulation",
              .summary = "nmf with weights of the base clusterings, which are chosen too",
              .about = "The weighted sum of the matrices of the base clusterings is approximated "
                       "by a product of non-negative factors, as in nmf. Weights and factors are "
                       "chosen in turn, so base clusterings that do not fit get no weight.",
              .reference = "li2008",
              .page = "clens-wcc",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_WEIGHTS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, wcc_options)},
    .run = run_wcc,
};
