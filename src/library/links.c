/* Constraints, and copies of data. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "library/library.h"

int ce_library_copy(ce_matrix *to, const double *values, size_t rows, size_t columns, ce_error *err)
{
    int rc;

    if (!columns)
        return ce_fail(err, CE_EARG, "data without features");
    for (size_t v = 0; v < rows * columns; v++)
        if (isinf(values[v]))
            return ce_fail(err, CE_EARG,
                           "object %zu, feature %zu: %g, a finite number or NaN expected",
                           v / columns + 1, v % columns + 1, values[v]);
    rc = ce_matrix_alloc(to, rows, columns, err);
    if (!rc)
        memcpy(to->values, values, rows * columns * sizeof *values);
    return rc;
}

/* ---- constraints ---- */

static int check_pair(size_t n, int32_t i, int32_t j, int32_t link, size_t number, ce_error *err)
{
    if (i < 0 || j < 0 || (size_t)i >= n || (size_t)j >= n)
        return ce_fail(err, CE_EARG, "constraint %zu: no such object, there are %zu", number, n);
    if (i == j)
        return ce_fail(err, CE_EARG, "constraint %zu: an object with itself", number);
    if (link != CE_MUST_LINK && link != CE_CANNOT_LINK)
        return ce_fail(err, CE_EARG, "constraint %zu: link %d, 0 or 1 expected", number, link);
    return CE_OK;
}

/* Takes out pairs that stand twice with the same link. */
static void drop_repeated(ce_constraints *pairs)
{
    size_t kept = 0;

    ce_constraints_sort(pairs);
    for (size_t c = 0; c < pairs->count; c++) {
        const ce_constraint *one = &pairs->pair[c], *last = kept ? &pairs->pair[kept - 1] : NULL;
        if (!last || one->i != last->i || one->j != last->j || one->link != last->link)
            pairs->pair[kept++] = *one;
    }
    pairs->count = kept;
}

int ce_library_link(ce_library_links *links, size_t n, const int32_t *i, const int32_t *j,
                    const int32_t *link, size_t count, ce_error *err)
{
    int rc = CE_OK;

    *links = (ce_library_links){.set = 1};
    links->pairs.n = n;
    for (size_t c = 0; c < count && !rc; c++) {
        rc = check_pair(n, i[c], j[c], link[c], c + 1, err);
        if (!rc)
            rc = ce_constraints_add(&links->pairs, i[c], j[c], (ce_link)link[c], 0, err);
    }
    if (!rc) {
        drop_repeated(&links->pairs);
        rc = ce_chunklets_build(&links->chunklets, &links->pairs, 0, NULL, err);
    }
    if (rc)
        ce_library_links_free(links);
    return rc;
}

void ce_library_links_free(ce_library_links *links)
{
    ce_constraints_free(&links->pairs);
    ce_chunklets_free(&links->chunklets);
    *links = (ce_library_links){0};
}
