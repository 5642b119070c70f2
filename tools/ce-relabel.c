/* ce-relabel: clusters renamed so that corresponding ones have the same label. */
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "io/input.h"
#include "io/label_table.h"
#include "relabel/relabel.h"
#include "score/relabel.h"

struct options {
    ce_common common;
    const char *reference, *to;
};

static const ce_option table[] = {
    {'r', "reference", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, reference),
     NULL, "table with the labels to agree with: its class column, or its only column"},
    {0, "to", CE_TEXT, "COLUMN", 0, 0, NULL, NULL, offsetof(struct options, to), NULL,
     "the clustering to agree with, by name or number; default: that with the highest mean NMI "
     "with the others"},
};

static const ce_tool tool = {
    .name = "ce-relabel",
    .summary =
        "Rename clusters so that corresponding ones have the same label in every clustering.",
    .operands = "[FILE]",
    .max_operands = 1,
    .options = CE_OPTIONS(table, struct options),
    .shared = CE_WITH_TABLE | CE_WITH_THREADS | CE_WITH_LABELS,
};

/* The first of several clusterings that had this name, and so were numbered: NAME#NUMBER. NULL:
 * none had it. */
static const char *find_numbered(const ce_label_table *labels, const char *key)
{
    size_t length = strlen(key);

    for (size_t q = 0; q < labels->labels.m; q++) {
        const char *name = labels->name[q];
        if (!strncmp(name, key, length) && name[length] == '#' && name[length + 1] &&
            !name[length + 1 + strspn(name + length + 1, "0123456789")])
            return name;
    }
    return NULL;
}

/* A clustering by name, or by number from 1 where no clustering has that name. */
static int find_clustering(const ce_label_table *labels, const char *key, const char *path,
                           size_t *column, ce_error *err)
{
    const char *numbered;
    unsigned long number;
    char *end;

    for (*column = 0; *column < labels->labels.m; ++*column)
        if (!strcmp(labels->name[*column], key))
            return CE_OK;
    numbered = find_numbered(labels, key);
    if (numbered)
        return ce_fail(err, CE_EINPUT,
                       "%s: several clusterings '%.100s', numbered: %.120s expected",
                       ce_path_name(path), key, numbered);
    number = *key >= '1' && *key <= '9' ? strtoul(key, &end, 10) : 0;
    if (!number || *end || number > labels->labels.m)
        return ce_fail(err, CE_EINPUT, "%s: no clustering '%.100s' among its %zu",
                       ce_path_name(path), key, labels->labels.m);
    *column = number - 1;
    return CE_OK;
}

/* The reference: a file's labels into `own`, or the number of a column. */
static int find_reference(const ce_cli *cli, const struct options *options,
                          const ce_label_table *labels, const char *path, ce_text_column *own,
                          size_t *column, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    int rc;

    if (options->reference)
        return ce_truth_read_for(own, options->reference, &format, labels, path, err);
    rc = options->to ? find_clustering(labels, options->to, path, column, err)
                     : ce_relabel_central_column(&labels->labels, labels->size, column, err);
    if (!rc)
        ce_cli_detail(cli, "the reference is %s", labels->name[*column]);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_label_table labels = {0};
    ce_text_column own = {0};
    ce_table_format format;
    const char *path;
    size_t column = 0;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    path = ce_cli_operand(&cli, 0);
    if (options.reference && options.to)
        ce_cli_usage(&cli, "--reference or --to, not both");
    format = ce_cli_format(&cli);
    if (options.reference && format.class_column && strcmp(format.class_column, "none"))
        format.class_column = NULL; /* it names the reference's column */
    rc = ce_label_table_read(&labels, path, &format, &err);
    if (!rc)
        rc = find_reference(&cli, &options, &labels, path, &own, &column, &err);
    if (rc)
        goto done;
    ce_cli_detail(&cli, "%zu objects, %zu clusterings", labels.labels.n, labels.labels.m);
    if (own.name)
        rc = relabel_table(&labels, own.value, &own.categories, &err);
    else
        rc = relabel_table(&labels, ce_labels_column(&labels.labels, column),
                           &labels.categories[column], &err);
    if (!rc)
        rc = ce_cli_write_labels(&cli, options.common.labels_format, &labels, options.common.output,
                                 &err);
done:
    ce_text_column_free(&own);
    ce_label_table_free(&labels);
    return ce_cli_end(&cli, rc, &err);
}
