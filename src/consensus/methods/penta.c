/*
 * Penta-training: clusterings, called components, that give each other constraints [wce2008
 * sec. 6.5, Algorithm 11].
 *
 * 1. Cluster the data once for each 1/h, all from one start: by LAC, or with initial constraints by
 *    CLAC.
 * 2. In each round every component l in turn
 *    a. gets the `top` best must-links on which all others agree and it does not (penta_pairs.h),
 *    b. then the `top` best cannot-links,
 *    c. and is clustered anew by CLAC at once, so that the next component sees the result. CLAC
 *       starts from its chunklets.
 * 3. Stop after a round in which no component changes, or after `rounds` rounds.
 * 4. Compute the memberships of the last clusterings from their centroids and weights. Combine them
 *    by WBPA.
 * 5. Enforce the initial constraints on the result (enforce.h). The option loose leaves this out,
 *    as the algorithm does.
 *
 * The problem: the constraints of a component could come to contradict each other, or be more than
 * k clusters can keep. Therefore
 * - pairs that the constraints of the component imply or contradict are no candidates; for k = 2
 *   this includes pairs that a chain of cannot-links decides;
 * - pairs are added one by one, best first. A pair that does not agree with those before it, or
 *   after which no clustering of k clusters that keeps all is found (chunklet_assign.h), is left
 *   out for good.
 *
 * See doc/readings.md, wce2008 22 to 26.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign.h"
#include "consensus/enforced_cut.h"
#include "consensus/from_data.h"
#include "consensus/methods/penta_pairs.h"
#include "core/memory.h"
#include "generate/lac.h"
#include "io/real.h"

enum { ITERATIONS = 200, FEWEST = 3 };

typedef struct {
    ce_real_list inv_h;
    int top, rounds, raw, loose;
    ce_cut_options cut; /* with and cluster_weight */
} penta_options;

static const ce_option rows[] = {
    {0, "inv-h", CE_REALS, "LIST", 0, 0, NULL, "1,3,5,7,10", offsetof(penta_options, inv_h), NULL,
     "1/h of each component, at least 3"},
    {0, "top", CE_INTEGER, "N", 1, 1e6, NULL, "5", offsetof(penta_options, top), NULL,
     "largest number of must-links, and of cannot-links, that a component gets in a round"},
    {0, "rounds", CE_INTEGER, "N", 0, 1e6, NULL, "50", offsetof(penta_options, rounds), NULL,
     "largest number of rounds; 0: the clusterings as they start"},
    CE_ROW_WITH(penta_options, cut.with, "spectral"),
    CE_ROW_CLUSTER_WEIGHT(penta_options, cut.cluster_weight),
    CE_ROW_RESTARTS(penta_options, cut.restarts, "with=spectral"),
    CE_ROW_LOOSE(penta_options, loose, NULL),
    CE_ROW_RAW(penta_options, raw),
};

static int check(const ce_settings *settings, unsigned given, ce_error *err)
{
    const penta_options *o = settings->values;

    if (o->inv_h.count < FEWEST)
        return ce_fail(err, CE_EARG, CE_OPT("inv-h") " has %zu number%s, at least %d expected",
                       o->inv_h.count, o->inv_h.count == 1 ? "" : "s", FEWEST);
    if (o->loose && !(given & CE_USES_CONSTRAINTS))
        return ce_fail(err, CE_EARG, CE_OPT("loose") " goes with " CE_OPT("constraints"));
    return CE_OK;
}

/* What the training of one k did. */
typedef struct {
    size_t rounds;
    int converged;       /* 0: stopped by `rounds` */
    size_t must, cannot; /* pairs added, over all components */
    size_t violated;     /* chunklet edges that the components' last clusterings violate */
    ce_enforce_report enforced;
} summary;

typedef struct {
    ce_constraints constraints; /* without contradictions */
    ce_chunklets chunklets;     /* of these constraints */
    ce_constraints refused;     /* pairs left out for good */

    /* Owned; for k = 2, else NULL. n: a number for all objects that chains of cannot-links join; -1
     * for objects in no constraint. */
    int32_t *group;
} component;

/* What the components of one k share. */
typedef struct {
    const ce_matrix *x;
    const ce_data_run *run;
    const penta_options *options;
    const double *inv_h;
    size_t m;
    int k;
    int check_k; /* k clusters can keep the initial constraints: so they must keep all others */
    component *component;  /* owned; m */
    ce_lac_member *member; /* owned; m */
    ce_labels labels;      /* n x m: the last clustering of each component */
    summary done;
    ce_data_result *result;
} training;

/* ---- constraints of a component ---- */

static void component_free(component *c)
{
    ce_constraints_free(&c->constraints);
    ce_chunklets_free(&c->chunklets);
    ce_constraints_free(&c->refused);
    free(c->group);
}

/* For k = 2: numbers the connected components of the chunklet graph. */
static int find_groups(component *c, ce_error *err)
{
    const ce_chunklets *g = &c->chunklets;
    int32_t *of = ce_alloc(g->count, sizeof *of, err), next = 0;
    size_t *stack = ce_alloc(g->count, sizeof *stack, err), depth = 0;
    int rc;

    if (!c->group)
        c->group = ce_alloc(g->n, sizeof *c->group, err);
    rc = of && stack && c->group ? CE_OK : CE_ENOMEM;
    for (size_t v = 0; v < g->count && !rc; v++)
        of[v] = -1;
    for (size_t v = 0; v < g->count && !rc; v++) {
        if (of[v] >= 0)
            continue;
        of[v] = next;
        stack[depth++] = v;
        while (depth) {
            size_t u = stack[--depth];
            for (size_t b = g->edge[u]; b < g->edge[u + 1]; b++)
                if (of[g->neighbour[b]] < 0) {
                    of[g->neighbour[b]] = next;
                    stack[depth++] = (size_t)g->neighbour[b];
                }
        }
        next++;
    }
    for (size_t i = 0; i < g->n && !rc; i++)
        c->group[i] = g->of[i] < 0 ? -1 : of[g->of[i]];
    free(of);
    free(stack);
    return rc;
}

static int has_edge(const ce_chunklets *g, int32_t u, int32_t v)
{
    size_t low = g->edge[u], high = g->edge[u + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->neighbour[middle] == v)
            return 1;
        if (g->neighbour[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* Do the constraints imply already whether i and j go together? */
static int decided(const component *c, int32_t i, int32_t j)
{
    int32_t u = c->chunklets.of[i], v = c->chunklets.of[j];

    if (u < 0 || v < 0)
        return 0;
    return u == v || has_edge(&c->chunklets, u, v) || (c->group && c->group[i] == c->group[j]);
}

/* Is the pair no candidate? For ce_penta_search. */
static int excluded(const void *state, int32_t i, int32_t j)
{
    const component *c = state;

    for (size_t p = 0; p < c->refused.count; p++)
        if (c->refused.pair[p].i == i && c->refused.pair[p].j == j)
            return 1;
    return decided(c, i, j);
}

/* 0 where a clustering of k clusters is found that keeps all constraints. CE_EINPUT where there is
 * none, or where it takes too long to find one. */
static int find_assignment(const ce_chunklets *chunklets, size_t k, ce_error *err)
{
    double *cost = ce_calloc(chunklets->count, k * sizeof *cost, err);
    int32_t *cluster = ce_alloc(chunklets->count, sizeof *cluster, err);
    ce_chunklet_report report = {0};
    int rc = cost && cluster ? ce_chunklets_assign(chunklets, cost, k, cluster, &report, err)
                             : CE_ENOMEM;

    free(cost);
    free(cluster);
    if (!rc && report.violated)
        rc = ce_fail(err, CE_EINPUT, "%zu clusters cannot keep the constraints", k);
    return rc;
}

/* Makes the chunklets of the constraints as they are now. *agrees: whether there is no
 * contradiction and k clusters can keep them; if not, the chunklets stay as they were. */
static int rebuild(const training *t, component *c, int *agrees, ce_error *err)
{
    ce_chunklets chunklets = {0};
    ce_error why = {0};
    int rc = ce_chunklets_build(&chunklets, &c->constraints, 0, NULL, &why);

    if (!rc && t->check_k)
        rc = find_assignment(&chunklets, (size_t)t->k, &why);
    *agrees = !rc;
    if (rc) {
        ce_chunklets_free(&chunklets);
        return rc == CE_EINPUT ? CE_OK : ce_fail(err, rc, "%s", why.text);
    }
    ce_chunklets_free(&c->chunklets);
    c->chunklets = chunklets;
    return t->k == 2 ? find_groups(c, err) : CE_OK;
}

/* A row of the trace: k, round, component, link, i, j, distance. */
static int note_step(const training *t, size_t l, size_t round, const ce_constraint *pair,
                     double distance, ce_error *err)
{
    const double cells[] = {t->k,    (double)round, (double)(l + 1), pair->link != CE_MUST_LINK,
                            pair->i, pair->j,       distance};

    return ce_trace_add(&t->run->report->trace, cells, err);
}

/* Adds the pairs of one link, those that agree with all before them. */
static int add_pairs(training *t, size_t l, size_t round, ce_link link, const ce_penta_pair *pair,
                     size_t count, ce_error *err)
{
    component *c = &t->component[l];
    int agrees, rc = CE_OK;

    for (size_t p = 0; p < count && !rc; p++) {
        if (decided(c, pair[p].i, pair[p].j))
            continue;
        rc = ce_constraints_add(&c->constraints, pair[p].i, pair[p].j, link, 0, err);
        if (!rc)
            rc = rebuild(t, c, &agrees, err);
        if (rc)
            break;
        if (!agrees) {
            c->constraints.count--;
            rc = ce_constraints_add(&c->refused, pair[p].i, pair[p].j, link, 0, err);
            continue;
        }
        rc = note_step(t, l, round, &c->constraints.pair[c->constraints.count - 1],
                       pair[p].distance, err);
        *(link == CE_MUST_LINK ? &t->done.must : &t->done.cannot) += 1;
    }
    return rc;
}

/* ---- rounds ---- */

/* Finds and adds the pairs that component l gets in a round. *added: how many. */
static int bootstrap(training *t, size_t l, size_t round, size_t *added, ce_error *err)
{
    const double **weight = ce_alloc(t->m, sizeof *weight, err);
    ce_penta_search search = {t->x,         &t->labels, weight,   l,
                              CE_MUST_LINK, (size_t)t->options->top, excluded, &t->component[l]};
    size_t before = t->component[l].constraints.count;
    int rc = weight ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < t->m && !rc; q++)
        weight[q] = t->member[q].weights;
    for (int link = CE_MUST_LINK; link <= CE_CANNOT_LINK && !rc; link++) {
        ce_penta_pair *pair = NULL;
        size_t count = 0;
        search.link = (ce_link)link;
        rc = ce_penta_pairs(&search, &pair, &count, err);
        if (!rc)
            rc = add_pairs(t, l, round, search.link, pair, count, err);
        free(pair);
    }
    *added = t->component[l].constraints.count - before;
    free(weight);
    return rc;
}

/* Clusters components l .. l + count - 1, which have the same constraints, by LAC or CLAC. Sets
 * *changed where one of them gets other labels than before. */
static int cluster(training *t, size_t l, size_t count, int *changed, ce_error *err)
{
    const ce_chunklets *chunklets =
        t->component[l].chunklets.count ? &t->component[l].chunklets : NULL;
    ce_lac_options lac = {
        .members = count,
        .k = &t->k,
        .k_count = 1,
        .inv_h = t->inv_h + l,
        .inv_h_count = count,
        .init = chunklets ? CE_LAC_CHUNKLETS : CE_LAC_SCATTERED,
        .max_iterations = ITERATIONS,
        .chunklets = chunklets,
        .seed = t->run->seed,
    };
    ce_lac_member *found = ce_calloc(count, sizeof *found, err);
    ce_labels labels = {0};
    size_t n = t->x->rows;
    int rc = found ? ce_generate_lac(t->x, &lac, &labels, found, NULL, err) : CE_ENOMEM;

    for (size_t q = 0; q < count && !rc; q++) {
        int32_t *own = ce_labels_column(&t->labels, l + q), *now = ce_labels_column(&labels, q);
        const ce_lac_member swap = t->member[l + q];
        *changed |= memcmp(own, now, n * sizeof *own) != 0;
        memcpy(own, now, n * sizeof *own);
        t->labels.k[l + q] = labels.k[q];
        t->member[l + q] = found[q];
        found[q] = swap;
    }
    ce_labels_free(&labels);
    ce_lac_members_free(found, count);
    return rc;
}

/* All rounds of k number c. */
static int train(training *t, size_t c, ce_error *err)
{
    size_t most = (size_t)t->options->rounds, total = most * t->run->count, added;
    int changed = 1, rc = cluster(t, 0, t->m, &changed, err);

    while (!rc && changed && t->done.rounds < most) {
        ce_progress_report(t->run->progress, c * most + t->done.rounds, total);
        t->done.rounds++;
        changed = 0;
        for (size_t l = 0; l < t->m && !rc; l++) {
            rc = bootstrap(t, l, t->done.rounds, &added, err);
            if (!rc && added)
                rc = cluster(t, l, 1, &changed, err);
        }
    }
    t->done.converged = !changed;
    for (size_t l = 0; l < t->m && !rc; l++)
        t->done.violated += t->member[l].violated;
    ce_progress_report(t->run->progress, (c + 1) * most, total);
    return rc;
}

/* ---- the result ---- */

/* Steps 4 and 5, into column c of the result. */
static int combine(training *t, const ce_chunklets *initial, size_t c, ce_error *err)
{
    const ce_membership_rows *soft;
    ce_membership p = {0};
    ce_ensemble ensemble = {0};
    ce_partition partition = {0};
    int rc = ce_lac_membership(t->x, t->member, t->m, &p, err);

    if (!rc)
        rc = ce_ensemble_init(&ensemble, &t->labels, NULL, err);
    if (!rc) {
        ensemble.membership = &p;
        rc = ce_ensemble_soft(&ensemble, 0, &soft, err);
    }
    if (!rc)
        rc = ce_enforced_cut(&ensemble, "penta", soft, t->options->loose ? NULL : initial,
                             &t->options->cut, (size_t)t->k, t->run->seed, &partition,
                             &t->done.enforced, err);
    if (!rc) {
        memcpy(ce_labels_column(&t->result->labels, c), partition.labels,
               partition.n * sizeof *partition.labels);
        t->result->labels.k[c] = partition.k;
    }
    ce_partition_free(&partition);
    ce_ensemble_free(&ensemble);
    ce_membership_free(&p);
    return rc;
}

/* Hands over the last clusterings of the components, as the base clusterings of this k. */
static int keep_members(training *t, size_t c, ce_error *err)
{
    ce_data_result *result = t->result;
    char value[32], text[64];

    result->first[c] = c * t->m;
    result->used[c] = t->m;
    for (size_t q = 0; q < t->m; q++) {
        size_t at = c * t->m + q;
        memcpy(ce_labels_column(&result->members, at), ce_labels_column(&t->labels, q),
               t->x->rows * sizeof *t->labels.labels);
        result->members.k[at] = t->labels.k[q];
        ce_format_real(t->inv_h[q], value);
        snprintf(text, sizeof text, "lac.k%d.i%s", t->k, value);
        result->name[at] = ce_strdup(text, err);
        if (!result->name[at])
            return CE_ENOMEM;
    }
    return CE_OK;
}

static int start_components(training *t, const ce_constraints *initial,
                            const ce_chunklets *chunklets, ce_error *err)
{
    ce_error ignored = {0};
    int agrees, rc = ce_labels_alloc(&t->labels, t->x->rows, t->m, err);

    t->component = ce_calloc(t->m, sizeof *t->component, err);
    t->member = ce_calloc(t->m, sizeof *t->member, err);
    if (rc || !t->component || !t->member)
        return CE_ENOMEM;
    memset(t->labels.labels, -1, t->x->rows * t->m * sizeof *t->labels.labels);
    t->check_k = !find_assignment(chunklets, (size_t)t->k, &ignored);
    for (size_t l = 0; l < t->m && !rc; l++) {
        component *c = &t->component[l];
        rc = ce_constraints_copy(&c->constraints, initial, err);
        if (!rc)
            rc = rebuild(t, c, &agrees, err);
        c->refused.n = t->x->rows;
    }
    return rc;
}

static void training_free(training *t)
{
    for (size_t l = 0; t->component && l < t->m; l++)
        component_free(&t->component[l]);
    free(t->component);
    ce_lac_members_free(t->member, t->m);
    ce_labels_free(&t->labels);
}

static void tell(const training *t)
{
    ce_messages *messages = &t->run->report->messages;
    const summary *d = &t->done;
    char name[64];

    snprintf(name, sizeof name, "penta.k%d", t->k);
    ce_tell(messages, CE_DETAIL, "%s: %zu rounds, %zu must-links and %zu cannot-links bootstrapped",
            name, d->rounds, d->must, d->cannot);
    if (!d->converged && d->rounds)
        ce_tell(messages, CE_NOTE,
                "%s: components still changed in round %zu: stopped by " CE_OPT("rounds"), name,
                d->rounds);
    if (d->violated)
        ce_tell(messages, CE_NOTE,
                "%s: cannot-links between chunklets that components violate: %zu", name,
                d->violated);
    if (t->run->constraints && !t->options->loose)
        ce_enforced_tell(name, &d->enforced, messages);
}

static int run_one(const ce_data_run *run, const ce_matrix *y, const ce_constraints *initial,
                   const ce_chunklets *chunklets, size_t c, ce_data_result *result, ce_error *err)
{
    const penta_options *o = run->settings->values;
    training t = {.x = y,
                  .run = run,
                  .options = o,
                  .inv_h = o->inv_h.value,
                  .m = o->inv_h.count,
                  .k = run->k[c],
                  .result = result};
    int rc = start_components(&t, initial, chunklets, err);

    if (!rc)
        rc = train(&t, c, err);
    if (!rc)
        rc = combine(&t, chunklets, c, err);
    if (!rc)
        rc = keep_members(&t, c, err);
    if (!rc)
        tell(&t);
    training_free(&t);
    return rc;
}

static int run_penta(const ce_data_run *run, ce_data_result *result, ce_error *err)
{
    static const char *const links[] = {"must", "cannot"};
    static const ce_trace_column column[] = {
        {"k", NULL, 0}, {"round", NULL, 0}, {"component", NULL, 0}, {"link", links, 0},
        {"i", NULL, CE_TRACE_OBJECT}, {"j", NULL, CE_TRACE_OBJECT}, {"distance", NULL, 0}};
    const penta_options *o = run->settings->values;
    const ce_constraints none = {.n = run->x->rows};
    const ce_constraints *initial = run->constraints ? run->constraints : &none;
    size_t members = o->inv_h.count * run->count;
    ce_chunklets chunklets = {0};
    ce_matrix y = {0};
    int rc = ce_from_data_features(run, o->raw, &y, err);

    run->report->trace.column = column;
    run->report->trace.columns = sizeof column / sizeof *column;
    if (!rc)
        rc = ce_chunklets_build(&chunklets, initial, 0, NULL, err);
    if (!rc)
        rc = ce_labels_alloc(&result->members, run->x->rows, members, err);
    if (!rc) {
        result->name = ce_calloc(members, sizeof *result->name, err);
        rc = result->name ? CE_OK : CE_ENOMEM;
    }
    for (size_t c = 0; c < run->count && !rc; c++)
        rc = run_one(run, &y, initial, &chunklets, c, result, err);
    ce_chunklets_free(&chunklets);
    ce_matrix_free(&y);
    return rc;
}

const ce_method ce_method_penta = {
    .about = {.name = "penta",
              .family = "from data",
              .summary = "penta-training: LAC clusterings take constraints from each other, then "
                         "wbpa",
              .about =
                  "Clusterings by LAC with different feature weights give each other the pairs "
                  "on which all others agree, as constraints, until none of them changes. "
                  "Their memberships are combined by wbpa, and given constraints are kept.",
              .reference = "wce2008",
              .page = "clens-penta",
              .reads = CE_READS_DATA,
              .needs = CE_USES_K,
              .takes = CE_USES_CONSTRAINTS,
              .reports = CE_REPORTS_TRACE | CE_REPORTS_MEMBERS,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, penta_options)},
    .run_data = run_penta,
    .check = check,
};
