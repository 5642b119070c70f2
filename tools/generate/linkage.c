/* Agglomerative clustering of the data. */
#include "generate.h"

#include "generate/linkage_members.h"

typedef struct {
    int method;
} linkage_options;

static const ce_option rows[] = {
    {0, "method", CE_CHOICE, "LINKAGE", 0, 0, CE_LINKAGE_METHOD_NAMES, "average",
     offsetof(linkage_options, method), NULL, "distance between clusters"},
};

static void check(const ce_cli *cli, const void *options)
{
    (void)options;
    generate_need_k(cli);
    ce_cli_distinct_clusters(cli);
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    static const char *const method[] = {[CE_LINKAGE_SINGLE] = "single",
                                         [CE_LINKAGE_COMPLETE] = "complete",
                                         [CE_LINKAGE_AVERAGE] = "average",
                                         [CE_LINKAGE_WARD] = "ward"};
    const linkage_options *o = options;
    const ce_int_list *k = &cli->common->k;
    size_t n = w->data.values.rows;
    int rc = generate_need_squares(&w->data, w->path, err);

    if (!rc)
        rc = generate_check_k(k->value, k->count, n, n, w->path, err);
    if (!rc)
        rc = ce_generate_linkage(&w->data.values, (ce_linkage_method)o->method, k->value, k->count,
                                 &w->out.labels, ce_cli_step(cli), err);
    if (!rc)
        rc = generate_note_equal(cli, w, err);
    if (rc)
        return rc;
    ce_cli_detail(cli, "%s linkage of %zu objects, cut %zu times", method[o->method], n, k->count);
    for (size_t q = 0; q < k->count && !rc; q++)
        rc = generate_name(w, q, err, "%s.k%d", method[o->method], k->value[q]);
    return rc;
}

const generate_noun generate_linkage = {
    .of = {.name = "linkage",
           .summary = "agglomerative clustering on Euclidean distances: one tree, cut at each k",
           .about = "The two nearest clusters merge until k are left. Nothing is drawn: the same "
                    "data always give the same clusters. For clusters of a shape that k-means "
                    "cannot find, or of known hierarchy.",
           .page = "clens-linkage",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .cost = CE_COST_OBJECT_PAIRS,
           .options = CE_OPTIONS(rows, linkage_options)},
    .check = check,
    .run = run,
};
