/* ce-merge: tables of sums of several parts of the objects as one. */
#include "cli/tool.h"
#include "core/sums.h"
#include "io/input.h"
#include "io/sums_table.h"

struct options {
    ce_common common;
    int complete;
};

static const ce_option rows[] = {
    {0, "complete", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(struct options, complete), NULL,
     "refuse to write a table in which a part is missing"},
};

static const ce_tool tool = {
    .name = "ce-merge",
    .summary = "Join the tables of sums of several parts of the objects.",
    .operands = "[FILE...]",
    .max_operands = 1 << 20,
    .options = CE_OPTIONS(rows, struct options),
};

/* Joins the table of one file. *first: the name of the first file, NULL before it. */
static int join_file(ce_sums *all, const char *path, const char **first, ce_error *err)
{
    ce_sums one = {0};
    int rc;

    if (!*first) {
        *first = ce_path_name(path);
        return ce_sums_read(all, path, err);
    }
    rc = ce_sums_read(&one, path, err);
    if (!rc)
        rc = ce_sums_join(all, &one, *first, ce_path_name(path), err);
    ce_sums_free(&one);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    const char *first = NULL;
    ce_sums all = {0};
    ce_cli cli;
    ce_error err = {0};
    int rc = CE_OK;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    for (int i = 0; (i < cli.operands || i == 0) && !rc; i++)
        rc = join_file(&all, ce_cli_operand(&cli, i), &first, &err);
    if (!rc && options.complete)
        rc = ce_sums_complete(&all, first, &err);
    if (!rc)
        rc = ce_sums_order(&all, &err);
    if (!rc) {
        ce_cli_detail(&cli, "%s: %zu of %zu parts, %llu objects", all.of, all.held, all.parts,
                      (unsigned long long)ce_sums_objects(&all));
        rc = ce_sums_write(&all, options.common.output, &err);
    }
    ce_sums_free(&all);
    return ce_cli_end(&cli, rc, &err);
}
