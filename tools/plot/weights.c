/* weights: the features of the largest weights of each cluster of a model. */
#include "io/input.h"
#include "io/model.h"
#include "plot.h"
#include "plot/top_weights.h"

typedef struct {
    plot_picture picture;
    int top;
    const char *clustering;
} weights_options;

static const ce_option rows[] = {
    {0, "top", CE_INTEGER, "N", 1, 1000000, NULL, "20", offsetof(weights_options, top), NULL,
     "number of features to show for each cluster"},
    {0, "clustering", CE_TEXT, "NAME", 0, 0, NULL, NULL, offsetof(weights_options, clustering),
     NULL, "the clustering of the model to show; default: the first"},
    PLOT_ROWS_SIZE(weights_options),
    {0, "height", CE_INTEGER, "PX", 100, 20000, NULL, NULL,
     offsetof(weights_options, picture.height), NULL,
     "height of the picture; default: as high as the bars need"},
    {0, "format", CE_CHOICE, "WHAT", 0, 0, PLOT_NAMES, "auto",
     offsetof(weights_options, picture.format), NULL,
     "kind of picture, or a table; auto: by the name of the output, svg on standard output"},
};

static int find_clustering(const plot_call *call, const ce_model *model, size_t *q, ce_error *err)
{
    const weights_options *o = call->options;

    *q = o->clustering ? ce_model_find(model, o->clustering) : 0;
    if (*q == model->m)
        return ce_fail(err, CE_EINPUT, "%s: no clustering '%.100s'; the first is '%.100s'",
                       ce_path_name(ce_cli_operand(call->cli, 0)), o->clustering, model->name[0]);
    if (!o->clustering && model->m > 1)
        ce_cli_note(call->cli, "%s, the first of %zu clusterings: --clustering NAME draws another",
                    model->name[0], model->m);
    return CE_OK;
}

/* Reads the model and finds what is shown of it. top borrows the model. */
static int find_top(const plot_call *call, ce_model *model, ce_top_weights *top, ce_error *err)
{
    const weights_options *o = call->options;
    ce_table_format format = ce_cli_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    ce_error inner = {0};
    size_t q = 0;
    int rc = ce_model_read(model, path, &format, err);

    if (!rc)
        rc = find_clustering(call, model, &q, err);
    if (rc)
        return rc;
    rc = ce_top_weights_find(top, model, q, (size_t)o->top, &inner);
    if (rc)
        return ce_fail_in_file(err, path, &inner);
    if (top->level)
        ce_cli_note(call->cli,
                    "%zu of %zu clusters %s the same weight for all features: the first columns "
                    "are shown",
                    top->level, top->clusters, top->level == 1 ? "has" : "have");
    return CE_OK;
}

static int draw(const plot_call *call, char **bytes, size_t *length, ce_error *err)
{
    ce_top_weights top = {0};
    ce_model model = {0};
    ce_error inner = {0};
    int rc = find_top(call, &model, &top, err);

    if (!rc && ce_top_weights_draw(&top, &call->picture, bytes, length, &inner))
        rc = ce_fail_in_file(err, ce_cli_operand(call->cli, 0), &inner);
    ce_top_weights_free(&top);
    ce_model_free(&model);
    return rc;
}

static int write_table(const plot_call *call, ce_error *err)
{
    ce_top_weights top = {0};
    ce_model model = {0};
    int rc = find_top(call, &model, &top, err);

    if (!rc)
        rc = ce_top_weights_write(&top, call->common->output, call->common->delimiter, err);
    ce_top_weights_free(&top);
    ce_model_free(&model);
    return rc;
}

const plot_noun plot_weights = {
    .about = {.name = "weights",
              .summary = "the features of the largest weights of each cluster of a model, as bars",
              .about = "It shows the most important features of each cluster of a subspace "
                       "clustering, also as a table.",
              .needs = CE_USES_MODEL,
              .options = CE_OPTIONS(rows, weights_options)},
    .check = plot_check_table,
    .draw = draw,
    .write = write_table,
};
