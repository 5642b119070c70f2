/* Agglomerative clustering of the data. */
#include "generate.h"

#include "generate/linkage_members.h"

int generate_linkage(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    static const char *const method[] = {"single", "complete", "average", "ward"};
    const ce_int_list *k = &o->common.k;
    size_t n = w->data.values.rows;
    int rc;

    if ((rc = generate_need_squares(&w->data, w->path, err)) ||
        (rc = generate_check_k(k->value, k->count, n, n, w->path, err)) ||
        (rc = ce_generate_linkage(&w->data.values, (ce_linkage_method)o->method, k->value, k->count,
                                  &w->out.labels, err)))
        return rc;
    ce_cli_detail(cli, "%s linkage of %zu objects, cut %zu times", method[o->method], n, k->count);
    for (size_t q = 0; q < k->count && !rc; q++)
        rc = generate_name(w, q, err, "%s.k%d", method[o->method], k->value[q]);
    return rc;
}
