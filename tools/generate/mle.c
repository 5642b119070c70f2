/* Weighted graph clustering by maximum likelihood, on the graph of nearest neighbours. */
#include "generate/mle.h"

#include <stdlib.h>

#include "core/memory.h"
#include "generate.h"
#include "io/output.h"
#include "similarity/neighbour_graph.h"

typedef struct {
    int members, neighbours, by, restarts, iterations;
    double p, q, lambda, tolerance;
    const char *trace;
} mle_options;

#define FIELD(name) offsetof(mle_options, name)

static const ce_option rows[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, NULL, FIELD(members), "by=eigenvectors",
     "members for each k, with different starts of k-means; default: one for each k"},
    {0, "neighbours", CE_INTEGER, "T", 1, 1e9, NULL, "10", FIELD(neighbours), NULL,
     "two objects have an edge if one is among the T nearest of the other"},
    {0, "p", CE_REAL, "P", 0, 0.999999, NULL, "0", FIELD(p), NULL,
     "probability of an edge inside a cluster; 0: k times the density of edges, at most 0.8"},
    {0, "q", CE_REAL, "Q", 0, 0.999999, NULL, "0", FIELD(q), NULL,
     "probability of an edge between clusters, below P; 0: the density of edges, at most P / 2"},
    {0, "lambda", CE_REAL, "L", 0, 1e9, NULL, "0", FIELD(lambda), NULL,
     "weight of the nuclear norm; 0: the square root of n times the mean squared weight of a pair"},
    {0, "by", CE_CHOICE, "HOW", 0, 0, CE_MLE_LABELS_NAMES, "eigenvectors", FIELD(by), NULL,
     "clusters by k-means on eigenvectors of the solution, or its connected components above 1/2"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "10", FIELD(restarts), "by=eigenvectors",
     "runs of k-means; the one with the least inertia is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "500", FIELD(iterations), NULL,
     "largest number of iterations of the optimisation"},
    {0, "tolerance", CE_REAL, "E", 0, 1, NULL, "0.001", FIELD(tolerance), NULL,
     "stop when both residuals are below"},
    {0, "trace", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(trace), NULL,
     "write residuals, objective and bound of each iteration here"},
};

static void check(const ce_cli *cli, const void *options)
{
    const mle_options *o = options;

    generate_need_k(cli);
    ce_cli_distinct_clusters(cli);
    if (o->p > 0 && o->q >= o->p)
        ce_cli_usage(cli, "--q %g is not below --p %g", o->q, o->p);
}

/* Writes a line for each iteration of each solution. */
static int write_trace(const generate_work *w, const ce_mle_report *report, size_t solutions,
                       const char *path, char d, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%citeration%cprimal%cdual%cobjective%cbound%crank%crho\n",
                     d, d, d, d, d, d, d);
    for (size_t q = 0; q < solutions; q++)
        for (size_t t = 0; report[q].step && t < report[q].iterations; t++) {
            const ce_mle_step *s = &report[q].step[t];
            const double value[] = {s->primal, s->dual,         s->objective,
                                    s->bound,  (double)s->rank, s->rho};
            ce_output_cell(output, w->out.name[q], d);
            ce_output_printf(output, "%c%zu", d, t + 1);
            for (size_t f = 0; f < sizeof value / sizeof *value; f++) {
                ce_output_char(output, d);
                ce_output_real(output, value[f]);
            }
            ce_output_char(output, '\n');
        }
    return ce_output_close(output, err);
}

static void tell_solution(const ce_cli *cli, const char *name, const ce_mle_report *r)
{
    ce_cli_detail(cli,
                  "%s: p = %.6g, q = %.6g, lambda = %.6g; %zu iterations, rank %zu, objective "
                  "%.10g, at most %.10g",
                  name, r->p, r->q, r->lambda, r->iterations, r->last.rank, r->last.objective,
                  r->last.bound);
    if (!r->converged)
        ce_cli_note(cli,
                    "%s: stopped after %zu iterations with residuals %.2g and %.2g: --iterations, "
                    "--tolerance",
                    name, r->iterations, r->last.primal, r->last.dual);
}

/* Names the members, prints notes and what -v tells, and writes --trace. */
static int finish(const ce_cli *cli, const mle_options *o, generate_work *w,
                  const ce_mle_report *report, ce_error *err)
{
    const ce_int_list *all = &cli->common->k;
    int rc = CE_OK;

    for (size_t q = 0; q < w->out.labels.m && !rc; q++) {
        int k = all->value[q % all->count], found = w->out.labels.k[q];
        rc = o->members ? generate_name(w, q, err, "mle.k%d.r%zu", k, q / all->count + 1)
                        : generate_name(w, q, err, "mle.k%d", k);
        if (!rc && q < all->count)
            tell_solution(cli, w->out.name[q], &report[q]);
        if (!rc && found != k)
            ce_cli_note(cli,
                        o->by == CE_MLE_COMPONENTS ? "%s: %d components, k = %d"
                                                   : "%s: %d clusters, %d asked for",
                        w->out.name[q], found, k);
    }
    if (!rc)
        rc = generate_note_equal(cli, w, err);
    if (!rc && o->trace)
        rc = write_trace(w, report, all->count, o->trace, cli->common->delimiter, err);
    return rc;
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const mle_options *o = options;
    const ce_int_list *k = &cli->common->k;
    ce_mle_options how = {.p = o->p,
                          .q = o->q,
                          .lambda = o->lambda,
                          .tolerance = o->tolerance,
                          .iterations = (size_t)o->iterations,
                          .by = (ce_mle_labels)o->by,
                          .restarts = (size_t)o->restarts,
                          .repeats = (size_t)o->members,
                          .seed = cli->common->seed};
    size_t n = w->data.values.rows;
    ce_mle_report *report = NULL;
    ce_similarity graph = {0};
    int rc = generate_need_squares(&w->data, w->path, err);

    if (!rc)
        rc = generate_check_k(k->value, k->count, n, n, w->path, err);
    if (!rc)
        rc = ce_neighbour_graph(&w->data.values, (size_t)o->neighbours, &graph, err);
    if (rc)
        goto done;
    report = ce_calloc(k->count, sizeof *report, err);
    rc = report ? ce_generate_mle(&graph, k->value, k->count, &how, &w->out.labels, report,
                                  ce_cli_step(cli), err)
                : CE_ENOMEM;
    if (!rc)
        rc = finish(cli, o, w, report, err);
done:
    for (size_t q = 0; report && q < k->count; q++)
        ce_mle_report_free(&report[q]);
    free(report);
    ce_similarity_free(&graph);
    return rc;
}

const generate_noun generate_mle = {
    .of = {.name = "mle",
           .summary = "the most likely partition of the graph of nearest neighbours, by convex "
                      "optimisation",
           .about = "Objects are joined to their nearest neighbours. A convex program finds the "
                    "partition under which this graph is most likely, with a known distance from "
                    "the best. For a few thousand objects: it needs 48 bytes for each pair. "
                    "Standardise the features first.",
           .reference = "chen2014",
           .page = "clens-mle",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .reports = CE_REPORTS_TRACE,
           .cost = CE_COST_OBJECT_PAIRS,
           .options = CE_OPTIONS(rows, mle_options)},
    .check = check,
    .run = run,
};
