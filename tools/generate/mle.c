/* Weighted graph clustering by maximum likelihood, on the graph of nearest neighbours. */
#include "generate.h"

#include <stdlib.h>

#include "core/memory.h"
#include "generate/mle.h"
#include "io/output.h"
#include "similarity/neighbour_graph.h"

/* A line for each iteration of each solution. */
static int write_trace(const generate_work *w, const ce_mle_report *report, const char *path,
                       char d, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%citeration%cprimal%cdual%cobjective%cbound%crank%crho\n",
                     d, d, d, d, d, d, d);
    for (size_t q = 0; q < w->out.labels.m; q++)
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

static void tell(const ce_cli *cli, const char *name, const ce_mle_report *r, int by_components,
                 int32_t found, int k)
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
    if (found != k)
        ce_cli_note(cli,
                    by_components ? "%s: %d components, k = %d" : "%s: %d clusters, %d asked for",
                    name, found, k);
}

int generate_mle(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    const ce_int_list *k = &o->common.k;
    size_t n = w->data.values.rows;
    ce_mle_options how = {.p = o->p,
                          .q = o->q,
                          .lambda = o->lambda,
                          .tolerance = ce_cli_given(cli, "tolerance") ? o->tolerance : 0,
                          .iterations = (size_t)o->iterations,
                          .by = (ce_mle_labels)o->by,
                          .restarts = (size_t)o->restarts,
                          .seed = o->common.seed};
    ce_mle_report *report = NULL;
    ce_similarity graph = {0};
    int rc;

    if (how.p > 0 && how.q >= how.p)
        ce_cli_usage(cli, "--q %g is not below --p %g", how.q, how.p);
    if ((rc = generate_need_squares(&w->data, w->path, err)) ||
        (rc = generate_check_k(k->value, k->count, n, n, w->path, err)) ||
        (rc = ce_neighbour_graph(&w->data.values, (size_t)o->neighbours, &graph, err)))
        goto done;
    report = ce_calloc(k->count, sizeof *report, err);
    rc = report ? ce_generate_mle(&graph, k->value, k->count, &how, &w->out.labels, report,
                                  ce_cli_progress(cli, "iterations"), err)
                : CE_ENOMEM;
    for (size_t q = 0; q < k->count && !rc; q++) {
        if (!(rc = generate_name(w, q, err, "mle.k%d", k->value[q])))
            tell(cli, w->out.name[q], &report[q], o->by, w->out.labels.k[q], k->value[q]);
    }
    if (!rc)
        generate_note_equal(cli, o, w);
    if (!rc && o->trace)
        rc = write_trace(w, report, o->trace, o->common.delimiter, err);
done:
    for (size_t q = 0; report && q < k->count; q++)
        ce_mle_report_free(&report[q]);
    free(report);
    ce_similarity_free(&graph);
    return rc;
}
