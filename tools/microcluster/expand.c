/* expand: a result for microclusters as one for objects. */
#include <stdlib.h>

#include "io/input.h"
#include "io/label_table.h"
#include "io/microcluster_table.h"
#include "microcluster.h"

typedef struct {
    const char *table, *result;
    int format;
} expand_options;

static const ce_option rows[] = {
    {'t', "table", CE_INPUT, "TABLE", 0, 0, NULL, NULL, offsetof(expand_options, table), NULL,
     "the microcluster table"},
    {'r', "result", CE_INPUT, "RESULT", 0, 0, NULL, NULL, offsetof(expand_options, result), NULL,
     "a label table with a row for each row of the microcluster table, such as its consensus"},
    CE_ROW_LABELS_FORMAT(expand_options, format),
};

static void check(const ce_cli *cli, const void *options)
{
    const expand_options *o = options;

    if (!o->table || !o->result)
        ce_cli_usage(cli, "expand needs --table and --result");
}

/* Each object gets the row of the result that its microcluster has; names and categories move. */
static int spread(ce_label_table *result, const int32_t *of, size_t n, ce_label_table *out,
                  ce_error *err)
{
    size_t m = result->labels.m;
    int rc = ce_label_table_alloc(out, n, m, err);

    if (rc)
        return rc;
    for (size_t q = 0; q < m; q++) {
        const int32_t *from = ce_labels_column(&result->labels, q);
        int32_t *to = ce_labels_column(&out->labels, q);
        for (size_t i = 0; i < n; i++)
            to[i] = from[of[i]];
        out->labels.k[q] = result->labels.k[q];
        out->name[q] = result->name[q];
        result->name[q] = NULL;
    }
    out->categories = result->categories;
    result->categories = NULL;
    return CE_OK;
}

/* Its rows in the order of the microclusters: by id, if both tables have ids. */
static int read_result(ce_label_table *result, const expand_options *o,
                       const ce_microcluster_table *micro, const ce_table_format *format,
                       ce_error *err)
{
    const ce_label_table rows_of = {
        .labels = {.n = micro->count}, .size = micro->size, .id = micro->id};

    return ce_label_table_read_for(result, o->result, format, &rows_of, o->table, err);
}

static int expand(const ce_cli *cli, const void *options, ce_error *err)
{
    const expand_options *o = options;
    ce_table_format format = ce_cli_format(cli),
                    plain = {.delimiter = format.delimiter,
                             .header = format.header,
                             .missing = format.missing,
                             .listener = format.listener};
    ce_microcluster_table micro = {0};
    ce_label_table result = {0}, out = {0};
    int32_t *of = NULL;
    size_t n = 0;
    int rc = ce_microcluster_table_add(&micro, o->table, &plain, 1, err);

    if (!rc)
        rc = read_result(&result, o, &micro, &plain, err);
    if (!rc)
        rc = ce_microcluster_table_locate(&micro, o->table, ce_cli_operand(cli, 0), &format, &of,
                                          &n, &out.id, err);
    if (!rc)
        rc = spread(&result, of, n, &out, err);
    if (rc)
        goto done;
    ce_cli_detail(cli, "%zu objects, %zu microclusters", n, micro.count);
    rc = ce_cli_write_labels(cli, o->format, &out, cli->common->output, err);
done:
    free(of);
    ce_microcluster_table_free(&micro);
    ce_label_table_free(&result);
    ce_label_table_free(&out);
    return rc;
}

const microcluster_noun microcluster_expand = {
    .about = {.name = "expand",
              .summary = "a result for microclusters as one for the objects of FILE",
              .about = "It reads a microcluster table, a result with a row for each of its rows, "
                       "and the label table of the objects. Each object gets the row of the result "
                       "that its microcluster has.",
              .reads = CE_READS_LABELS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, expand_options)},
    .check = check,
    .run = expand,
};
