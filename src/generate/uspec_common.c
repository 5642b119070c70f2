/* What the members of an ensemble share where each of them sees all features: the rows, that no two
 * are equal, and sketches. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/uspec_internal.h"

enum {
    AXES_FROM = 1024,      /* rows that axes are found from */
    MOST_VALUES = 1 << 24, /* that are copied */
    SHARE_OF_MEMORY = 4    /* of what is available, one such share at most is taken */
};

void ce_uspec_common_free(ce_uspec_common *common)
{
    free(common->copy);
    free(common->sketch);
    ce_sketch_free(&common->axes);
    ce_kmeans_data_free(common->data);
    *common = (ce_uspec_common){0};
}

/* Whether members see the rows as they stand in memory. */
static int are_plain(const ce_uspec_view *view)
{
    const ce_numbers *x = view->x;

    return x->values && !x->feature && !x->scale && x->width == view->d && !view->unit &&
           ce_uspec_factor(view->extent) == 1;
}

/* Whether sketches pay, and there is room for them, for a copy of the rows where one is needed, and
 * for what tells equal rows. */
static int is_worth(const ce_uspec_view *view)
{
    size_t n = view->x->rows, row = CE_SKETCH * sizeof(float) + 2 * sizeof(uint64_t);

    if (view->d < CE_SKETCH_LEAST || view->d > CE_SKETCH_MOST)
        return 0;
    if (!are_plain(view) && n > MOST_VALUES / view->d)
        return 0;
    row += are_plain(view) ? 0 : view->d * sizeof(double);
    return n <= ce_memory_available() / SHARE_OF_MEMORY / row;
}

static int take_rows(ce_uspec_common *common, const ce_uspec_view *view, ce_error *err)
{
    const ce_numbers *x = view->x;

    common->rows = (ce_matrix){.rows = x->rows, .columns = view->d};
    if (are_plain(view)) {
        common->rows.values = (double *)(size_t)x->values;
        return CE_OK;
    }
    common->copy = ce_alloc(x->rows, view->d * sizeof *common->copy, err);
    if (!common->copy)
        return CE_ENOMEM;
    common->rows.values = common->copy;
    ce_uspec_rows(view, 0, x->rows, common->copy);
    return CE_OK;
}

static int draw_sketches(ce_uspec_common *common, double scale, ce_error *err)
{
    const ce_matrix *rows = &common->rows;
    size_t n = rows->rows, d = rows->columns, few = n < AXES_FROM ? n : AXES_FROM;
    ce_matrix some = {0};
    double *work = NULL;
    int rc = ce_matrix_alloc(&some, few, d, err);

    for (size_t i = 0; i < few && !rc; i++) /* spread over all */
        memcpy(some.values + i * d, rows->values + i * n / few * d, d * sizeof *some.values);
    if (!rc)
        rc = ce_sketch_fit(&common->axes, &some, err);
    ce_matrix_free(&some);
    if (rc || !common->axes.pca.axis || !ce_sketch_fits(scale))
        return rc;
    common->sketch = ce_alloc(n, CE_SKETCH * sizeof *common->sketch, err);
    work = ce_alloc(ce_sketch_work(d), sizeof *work, err);
    rc = common->sketch && work ? CE_OK : CE_ENOMEM;
    if (!rc)
        ce_sketch_draw(&common->axes, rows->values, n, scale, common->sketch, work);
    free(work);
    return rc;
}

void ce_uspec_common_build(ce_uspec_common *common, const ce_uspec_view *view)
{
    double scale = 1 / (view->extent * ce_uspec_factor(view->extent));
    ce_error failure = {0};
    int rc;

    *common = (ce_uspec_common){0};
    if (!is_worth(view))
        return;
    rc = take_rows(common, view, &failure);
    if (!rc)
        rc = ce_kmeans_prepare(&common->data, &common->rows, NULL, &failure);
    if (!rc)
        rc = draw_sketches(common, scale, &failure);
    if (!rc && common->sketch)
        ce_kmeans_lend_sketches(common->data, &common->axes, common->sketch, scale);
    else
        ce_uspec_common_free(common); /* each member then does it for itself */
}
