/* ce-microcluster: objects that agree in every base clustering as one row, and back. */
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/microcluster_table.h"

struct options {
    ce_common common;
    const char *table, *result;
};

#define AT(field) offsetof(struct options, field)
static const ce_option table[] = {
    {'t', "table", CE_TEXT, "TABLE", 0, 0, NULL, NULL, AT(table), "expand",
     "the microcluster table"},
    {'r', "result", CE_TEXT, "RESULT", 0, 0, NULL, NULL, AT(result), "expand",
     "a label table with a row for each row of the microcluster table, as a consensus of it"},
};

static const ce_noun nouns[] = {
    {"compress", "the distinct rows of a label table, and how often each occurs, in one pass"},
    {"merge", "several microcluster tables as one"},
    {"expand", "a result for microclusters as one for the objects of FILE"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-microcluster",
    .summary = "Objects that agree in every base clustering as one row with a size, and back.",
    .operands = "[FILE...]",
    .max_operands = 1 << 20,
    .names = nouns,
    .options = CE_OPTIONS(table, struct options),
    .shared = CE_WITH_TABLE,
};

static int merge(const ce_cli *cli, const struct options *o, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    ce_microcluster_table micro = {0};
    int files = cli->operands ? cli->operands : 1, rc = CE_OK;

    for (int i = 0; i < files && !rc; i++)
        rc = ce_microcluster_table_add(&micro, ce_cli_operand(cli, i), &format, 0, err);
    if (!rc) {
        ce_cli_detail(cli, "%.0f objects, %zu microclusters", micro.objects, micro.count);
        rc = ce_microcluster_table_write(&micro, o->common.output, o->common.delimiter, err);
    }
    ce_microcluster_table_free(&micro);
    return rc;
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

static int expand(const ce_cli *cli, const struct options *o, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli),
                    plain = {.delimiter = o->common.delimiter, .header = format.header};
    ce_microcluster_table micro = {0};
    ce_label_table result = {0}, out = {0};
    int32_t *of = NULL;
    size_t n = 0;
    int rc;

    if ((rc = ce_microcluster_table_add(&micro, o->table, &plain, 1, err)) ||
        (rc = ce_label_table_read(&result, o->result, &plain, err)))
        goto done;
    if (result.labels.n != micro.count) {
        rc = ce_fail(err, CE_EINPUT, "%s: %zu rows, %zu expected: one for each microcluster of %s",
                     ce_path_name(o->result), result.labels.n, micro.count, ce_path_name(o->table));
        goto done;
    }
    if ((rc = ce_microcluster_table_locate(&micro, o->table, ce_cli_operand(cli, 0), &format, &of,
                                           &n, &out.id, err)) ||
        (rc = spread(&result, of, n, &out, err)))
        goto done;
    ce_cli_detail(cli, "%zu objects, %zu microclusters", n, micro.count);
    rc = ce_label_table_write(&out, o->common.output, o->common.delimiter, err);
done:
    free(of);
    ce_microcluster_table_free(&micro);
    ce_label_table_free(&result);
    ce_label_table_free(&out);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    int rc, is_expand;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    is_expand = !strcmp(cli.noun[0], "expand");
    if (cli.operands > 1 && strcmp(cli.noun[0], "merge"))
        ce_cli_usage(&cli, "%s takes one FILE", cli.noun[0]);
    if (is_expand && (!options.table || !options.result))
        ce_cli_usage(&cli, "expand needs --table and --result");
    rc = is_expand ? expand(&cli, &options, &err) : merge(&cli, &options, &err);
    return ce_cli_end(&cli, rc, &err);
}
