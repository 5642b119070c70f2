/* Spectral clustering, and TKSC: one graph and one eigenproblem for all members. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/spectral_members.h"
#include "io/input.h"
#include "io/matrix_file.h"
#include "io/weights.h"

enum { GRAPH_AFFINITIES, GRAPH_DISTANCES }; /* choices of --graph-of */

static void check_use(const ce_cli *cli, const generate_options *o)
{
    const ce_int_list *k = &o->common.k;

    for (size_t i = 0; i < k->count; i++)
        for (size_t j = 0; j < i; j++)
            if (k->value[i] == k->value[j])
                ce_cli_usage(cli, "-k has %d twice", k->value[i]);
    if (o->dense && ce_cli_given(cli, "neighbours"))
        ce_cli_usage(cli, "--dense takes all pairs: no --neighbours with it");
    if (o->kernel == CE_AFFINITY_PRINTED && !(o->sigma > 0))
        ce_cli_usage(cli, "--kernel printed needs a --sigma above 0");
    if (ce_cli_given(cli, "graph-of") && !o->graph)
        ce_cli_usage(cli, "--graph-of goes with --graph");
    if (ce_cli_given(cli, "modularity") && !o->weights)
        ce_cli_usage(cli, "--modularity goes with --weights");
    if ((o->graph && !strcmp(o->graph, "-")) || (o->weights && !strcmp(o->weights, "-")))
        ce_cli_usage(cli,
                     "standard output carries the table: --graph and --weights need a file name");
}

static int name_members(generate_work *w, const generate_options *o, const char *noun,
                        ce_error *err)
{
    const ce_int_list *k = &o->common.k;
    int rc = CE_OK;

    for (size_t q = 0; q < w->out.labels.m && !rc; q++)
        rc = o->members ? generate_name(w, q, err, "%s.k%d.r%zu", noun, k->value[q % k->count],
                                        q / k->count + 1)
                        : generate_name(w, q, err, "%s.k%d", noun, k->value[q % k->count]);
    return rc;
}

static void tell(const ce_cli *cli, const generate_work *w, const generate_options *o,
                 const ce_spectral_members_report *report)
{
    const ce_int_list *k = &o->common.k;
    size_t members = w->out.labels.m, fewer = 0, grouped = 0;

    ce_cli_detail(cli, "%s: %zu edges, %zu components, %zu objects without an edge",
                  ce_path_name(w->path), report->edges, report->components, report->isolated);
    for (size_t q = 0; q < members; q++) {
        size_t asked = (size_t)k->value[q % k->count];
        if (report->nm)
            ce_cli_detail(cli, "%s: %zu clusters, NM %.10g", w->out.name[q], report->k[q],
                          report->nm[q]);
        else
            ce_cli_detail(cli, "%s: %zu clusters", w->out.name[q], report->k[q]);
        grouped +=
            asked > 1 && asked < report->components && o->laplacian == CE_LAPLACIAN_NORMALIZED;
        fewer += report->k[q] < asked;
    }
    if (grouped)
        ce_cli_note(cli,
                    "%s: the graph has %zu components, more than the clusters of %zu of %zu "
                    "members: the largest are their clusters, "
                    "the others the last",
                    ce_path_name(w->path), report->components, grouped, members);
    if (fewer)
        ce_cli_note(cli,
                    "%s: fewer clusters than asked for in %zu of %zu members: not as many rows of "
                    "the eigenvectors differ",
                    ce_path_name(w->path), fewer, members);
}

static int write_graph(const generate_options *o, const ce_spectral_members_report *report,
                       const ce_spectral_members_options *e, ce_error *err)
{
    ce_similarity affinity = {0};
    int rc;

    if (o->graph_of == GRAPH_DISTANCES)
        return ce_similarity_write(&report->distance, o->graph, CE_MATRIX_MTX, 0, err);
    if (!(rc = ce_affinity_of_distances(&report->distance, e->kernel, e->sigma, &affinity, err)))
        rc = ce_similarity_write(&affinity, o->graph, CE_MATRIX_MTX, 0, err);
    ce_similarity_free(&affinity);
    return rc;
}

static int run(const ce_cli *cli, const generate_options *o, generate_work *w, const char *noun,
               ce_error *err)
{
    const ce_int_list *k = &o->common.k;
    ce_spectral_members_options e = {
        .k = k->value,
        .k_count = k->count,
        .repeats = (size_t)o->members,
        .neighbours = (size_t)o->neighbours,
        .dense = o->dense,
        .kernel = (ce_affinity_kernel)o->kernel,
        .sigma = o->sigma,
        .laplacian = (ce_laplacian_form)o->laplacian,
        .rows = (ce_rows_form)o->rows,
        .restarts = (size_t)o->restarts,
        .iterations = (size_t)o->iterations,
        .modularity = o->weights != NULL,
        .form = (ce_modularity_form)o->modularity,
        .seed = o->common.seed,
    };
    ce_spectral_members_report report = {0};
    int rc;

    check_use(cli, o);
    if ((rc = generate_need_numbers(&w->data, w->path, err)) ||
        (rc = generate_check_k(k->value, k->count, w->data.values.rows, w->data.values.rows,
                               w->path, err)))
        return rc;
    if (!(rc = ce_generate_spectral(&w->data.values, &e, &w->out.labels, &report,
                                    ce_cli_progress(cli, "members"), err)) &&
        !(rc = name_members(w, o, noun, err))) {
        generate_note_equal(cli, o, w);
        tell(cli, w, o, &report);
        if (o->graph)
            rc = write_graph(o, &report, &e, err);
        if (!rc && o->weights)
            rc = ce_weights_write(report.nm, &w->out, o->weights, o->common.delimiter, err);
    }
    ce_spectral_members_report_free(&report);
    return rc;
}

int generate_spectral(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    return run(cli, o, w, "spectral", err);
}

int generate_tksc(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    return run(cli, o, w, "tksc", err);
}
