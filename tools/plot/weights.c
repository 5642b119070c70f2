/* weights: the features of the largest weights of each cluster of a model. */
#include "io/input.h"
#include "io/model.h"
#include "plot.h"
#include "plot/top_weights.h"

static int find_clustering(const ce_cli *cli, const plot_options *o, const ce_model *model,
                           size_t *q, ce_error *err)
{
    *q = o->clustering ? ce_model_find(model, o->clustering) : 0;
    if (*q == model->m)
        return ce_fail(err, CE_EINPUT, "%s: no clustering '%.100s'; the first is '%.100s'",
                       ce_path_name(ce_cli_operand(cli, 0)), o->clustering, model->name[0]);
    if (!o->clustering && model->m > 1)
        ce_cli_note(cli, "%s, the first of %zu clusterings: --clustering NAME draws another",
                    model->name[0], model->m);
    return CE_OK;
}

int plot_weights(const ce_cli *cli, const plot_options *o, int format, const ce_picture *picture,
                 char **bytes, size_t *length, ce_error *err)
{
    ce_table_format table = ce_cli_format(cli);
    const char *path = ce_cli_operand(cli, 0);
    ce_picture sized = *picture;
    ce_top_weights top = {0};
    ce_model model = {0};
    ce_error inner = {0};
    size_t q;
    int rc;

    if ((rc = ce_model_read(&model, path, &table, err)) ||
        (rc = find_clustering(cli, o, &model, &q, err)))
        goto done;
    if (!ce_cli_given(cli, "height"))
        sized.height = 0;
    if (!(rc = ce_top_weights_find(&top, &model, q, (size_t)o->top, &inner))) {
        if (top.level)
            ce_cli_note(cli,
                        "%zu of %zu clusters have the same weight for all features: the first "
                        "columns are shown",
                        top.level, top.clusters);
        rc = format == PLOT_CSV
                 ? ce_top_weights_write(&top, o->common.output, o->common.delimiter, err)
                 : ce_top_weights_draw(&top, &sized, bytes, length, &inner);
    }
    if (rc && inner.text[0])
        ce_fail(err, rc, inner.status == CE_EINPUT ? "%s: %s" : "%.0s%s", ce_path_name(path),
                inner.text);
done:
    ce_top_weights_free(&top);
    ce_model_free(&model);
    return rc;
}
