/* lifetime: how long each k lives in the dendrogram of the co-association of all base clusterings.
 */
#include "stability_life.h"

#include "consensus/pairs.h"
#include "core/memory.h"

/* Only average linkage without missing labels does without the matrix: asked for here, to say what
 * to do without lifetimes. */
static int check_matrix(ce_ensemble *ensemble, ce_linkage_method method, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, 0, &micro, err);

    if (rc || (method == CE_LINKAGE_AVERAGE && !ce_labels_have_missing(&micro->rows)))
        return rc;
    return ce_memory_check(micro->count, micro->count + 1, sizeof(double) / 2,
                           "the co-association matrix that lifetimes are read from",
                           "ce-stability k --linkage none, which has the other indices,", err);
}

int stability_tree(const stability_options *o, const stability_work *w, ce_dendrogram *tree,
                   ce_error *err)
{
    const ce_pairs_ca_key key = {0};
    ce_linkage_method method =
        o->linkage == LINKAGE_SINGLE ? CE_LINKAGE_SINGLE : CE_LINKAGE_AVERAGE;
    ce_ensemble ensemble = {0};
    int rc = ce_ensemble_init(&ensemble, &w->table.labels, w->table.size, err);

    if (!rc)
        rc = check_matrix(&ensemble, method, err);
    if (!rc)
        rc = ce_tree_grow(&ensemble, &ce_pairs_ca, &key, method, 0, tree, NULL, err);
    ce_ensemble_free(&ensemble);
    return rc;
}

void stability_prefer_lifetime(const ce_cli *cli, const ce_dendrogram *tree)
{
    double life, from, to;
    size_t k = ce_dendrogram_lifetime(tree, &life);

    if (ce_dendrogram_life(tree, k, &from, &to))
        ce_cli_note(cli, "lifetime prefers k = %zu, which lives for %.3g of consensus", k, life);
}

int stability_lifetime(const ce_cli *cli, const stability_options *o, stability_work *w,
                       ce_error *err)
{
    static const char *const column[] = {"k", "from", "to", "lifetime"};
    ce_dendrogram tree = {0};
    stability_rows rows;
    double from, to;
    int rc;

    if ((rc = stability_tree(o, w, &tree, err)) || (rc = stability_begin(o, &rows, column, 4, err)))
        goto done;
    for (size_t k = 2; ce_dendrogram_life(&tree, k, &from, &to); k++) {
        ce_records_integer(&rows.records, (int64_t)k);
        ce_records_real(&rows.records, from);
        ce_records_real(&rows.records, to);
        ce_records_real(&rows.records, to - from);
    }
    if (!(rc = stability_end(&rows, err)))
        stability_prefer_lifetime(cli, &tree);
done:
    ce_dendrogram_free(&tree);
    return rc;
}
