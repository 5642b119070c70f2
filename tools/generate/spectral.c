/* Spectral clustering, and TKSC: one graph and one eigenproblem for all members. */
#include "generate.h"
#include "generate/spectral_members.h"
#include "io/input.h"
#include "io/matrix_file.h"
#include "io/weights.h"

/* Entries of --graph. */
enum { GRAPH_AFFINITIES, GRAPH_DISTANCES };
/* In the order of the enum; for option rows. */
#define GRAPH_NAMES "affinities|distances"

typedef struct {
    int members, iterations, restarts, neighbours, dense, kernel, laplacian, rows, graph_of,
        modularity;
    double sigma;
    const char *graph;
    const char *weights; /* of tksc only, as is modularity */
} spectral_options;

#define FIELD(name) offsetof(spectral_options, name)

/* The rows of both generators. The last TKSC_ALONE ones are of tksc alone. */
enum { TKSC_ALONE = 2 };

static const ce_option rows[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, NULL, FIELD(members), NULL,
     "members for each k, with different starts of k-means; default: one for each k"},
    {0, "neighbours", CE_INTEGER, "T", 1, 1e9, NULL, "10", FIELD(neighbours), "!dense",
     "two objects have an edge if one is among the T nearest of the other"},
    {0, "dense", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(dense), NULL, "all pairs are edges"},
    {0, "sigma", CE_REAL, "S", 0, 1e300, NULL, "0", FIELD(sigma), NULL,
     "width of the kernel; 0: for each object the mean of the distances along its edges"},
    {0, "kernel", CE_CHOICE, "FORM", 0, 0, CE_AFFINITY_KERNEL_NAMES, "gaussian", FIELD(kernel),
     NULL, "affinity at distance d: exp(-d^2 / 2 S^2), or exp(-d / S^2)"},
    {0, "laplacian", CE_CHOICE, "FORM", 0, 0, CE_LAPLACIAN_FORM_NAMES, "normalized",
     FIELD(laplacian), NULL, "eigenvectors of D^-1/2 A D^-1/2, or of D^1/2 A D^1/2"},
    {0, "rows", CE_CHOICE, "FORM", 0, 0, CE_ROWS_FORM_NAMES, "unit", FIELD(rows), NULL,
     "rows of the eigenvectors: scaled to length 1, times the root of the product of the first "
     "two entries, as they are"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e9, NULL, "200", FIELD(iterations), NULL,
     "largest number of iterations of k-means"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "1", FIELD(restarts), NULL,
     "runs of k-means for each member; the one with the least inertia is kept"},
    {0, "graph", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(graph), NULL,
     "write the graph here, as Matrix Market"},
    {0, "graph-of", CE_CHOICE, "WHAT", 0, 0, GRAPH_NAMES, "affinities", FIELD(graph_of), "graph",
     "values of the entries of --graph"},
    {0, "weights", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(weights), NULL,
     "write the normalised modularity of each member here, as ce-weigh does"},
    {0, "modularity", CE_CHOICE, "FORM", 0, 0, CE_MODULARITY_FORM_NAMES, "edges", FIELD(modularity),
     "weights", "edges of --weights: each counts 1, or its affinity, or as printed"},
};

static void check(const ce_cli *cli, const void *options)
{
    const spectral_options *o = options;

    generate_need_k(cli);
    ce_cli_distinct_clusters(cli);
    if (o->kernel == CE_AFFINITY_PRINTED && !(o->sigma > 0))
        ce_cli_usage(cli, "--kernel printed needs a --sigma above 0");
}

static int name_members(const ce_cli *cli, const spectral_options *o, generate_work *w,
                        ce_error *err)
{
    const char *noun = cli->noun[0];
    const ce_int_list *k = &cli->common->k;
    int rc = CE_OK;

    for (size_t q = 0; q < w->out.labels.m && !rc; q++)
        rc = o->members ? generate_name(w, q, err, "%s.k%d.r%zu", noun, k->value[q % k->count],
                                        q / k->count + 1)
                        : generate_name(w, q, err, "%s.k%d", noun, k->value[q % k->count]);
    return rc;
}

static void tell(const ce_cli *cli, const spectral_options *o, const generate_work *w,
                 const ce_spectral_members_report *report)
{
    const ce_int_list *k = &cli->common->k;
    size_t members = w->out.labels.m, fewer = 0, grouped = 0;

    ce_cli_detail(cli, "%s: %zu edges, %zu components, %zu objects without an edge",
                  ce_path_name(w->path), report->edges, report->components, report->isolated);
    if (report->solved == CE_SOLVED_FACTOR)
        ce_cli_detail(cli,
                      "eigenvectors by shift and invert: a sparse Cholesky factor of %zu entries",
                      report->factor_entries);
    else if (report->solved == CE_SOLVED_PRODUCTS)
        ce_cli_detail(cli, "eigenvectors by products with the matrix: a sparse factor would be "
                           "large, or is not possible");
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
                    "members: the largest are their clusters, the others the last",
                    ce_path_name(w->path), report->components, grouped, members);
    if (fewer)
        ce_cli_note(cli,
                    "%s: fewer clusters than asked for in %zu of %zu members: not as many rows of "
                    "the eigenvectors differ",
                    ce_path_name(w->path), fewer, members);
}

static int write_graph(const spectral_options *o, const ce_spectral_members_report *report,
                       const ce_spectral_members_options *e, ce_error *err)
{
    ce_similarity affinity = {0};
    int rc;

    if (o->graph_of == GRAPH_DISTANCES)
        return ce_similarity_write(&report->distance, o->graph, CE_MATRIX_MTX, 0, err);
    rc = ce_affinity_of_distances(&report->distance, e->kernel, e->sigma, &affinity, err);
    if (!rc)
        rc = ce_similarity_write(&affinity, o->graph, CE_MATRIX_MTX, 0, err);
    ce_similarity_free(&affinity);
    return rc;
}

static int finish(const ce_cli *cli, const spectral_options *o, generate_work *w,
                  const ce_spectral_members_options *e, const ce_spectral_members_report *report,
                  ce_error *err)
{
    int rc = name_members(cli, o, w, err);

    if (!rc)
        rc = generate_note_equal(cli, w, err);
    if (rc)
        return rc;
    tell(cli, o, w, report);
    if (o->graph)
        rc = write_graph(o, report, e, err);
    if (!rc && o->weights)
        rc = ce_weights_write(report->nm, &w->out, o->weights, cli->common->delimiter, err);
    return rc;
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const spectral_options *o = options;
    const ce_int_list *k = &cli->common->k;
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
        .seed = cli->common->seed,
    };
    size_t n = w->data.values.rows;
    ce_spectral_members_report report = {0};
    int rc = generate_need_numbers(&w->data, w->path, err);

    if (!rc)
        rc = ce_data_table_need_squares(&w->data, w->path, err);
    if (!rc)
        rc = generate_check_k(k->value, k->count, n, n, w->path, err);
    if (!rc)
        rc = ce_generate_spectral(&w->data.values, &e, &w->out.labels, &report,
                                  ce_cli_progress(cli, "members"), err);
    if (!rc)
        rc = finish(cli, o, w, &e, &report, err);
    ce_spectral_members_report_free(&report);
    return rc;
}

const generate_noun generate_spectral = {
    .of = {.name = "spectral",
           .summary = "spectral clustering on the graph of nearest neighbours, one eigenproblem "
                      "for all k",
           .about = "Objects are joined to their nearest neighbours, and k-means clusters the rows "
                    "of the largest eigenvectors of the graph. For clusters that wind or lie "
                    "inside one another, with features on comparable scales. Cells may be missing.",
           .reference = "ng2002",
           .page = "clens-spectral",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .cost = CE_COST_OBJECT_PAIRS,
           .options = {rows, sizeof rows / sizeof *rows - TKSC_ALONE, sizeof(spectral_options)}},
    .check = check,
    .run = run,
};

const generate_noun generate_tksc = {
    .of = {.name = "tksc",
           .summary = "spectral clustering, with a weight for each member from a second kernel",
           .about = "The partitions are those of spectral. A second kernel, the graph of "
                    "neighbours itself, gives each a weight by normalised modularity. For "
                    "ensembles with weights.",
           .reference = "wsce2015",
           .page = "clens-spectral",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .reports = CE_REPORTS_WEIGHTS,
           .cost = CE_COST_OBJECT_PAIRS,
           .options = CE_OPTIONS(rows, spectral_options)},
    .check = check,
    .run = run,
};
