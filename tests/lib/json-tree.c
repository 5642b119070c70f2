/*
 * json-tree FILE: the JSON of a file (io/json_tree.h), a value a line: depth, key, kind, text in
 * hexadecimal digits or number.
 * json-tree FILE KEY: and the text of this member of the outermost object.
 * json-tree FILE --runs: the file is a log of runs (report/runs.h): how many there are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/input.h"
#include "io/json_tree.h"
#include "report/runs.h"

static void print_bytes(const char *text)
{
    for (; *text; text++)
        printf("%02x", (unsigned char)*text);
}

static void print_value(const ce_json_tree *tree, size_t v, int depth)
{
    static const char *const kind[] = {"null",   "false", "true",  "number",
                                       "string", "array", "object"};
    const ce_json_value *value = &tree->value[v];

    printf("%d ", depth);
    if (value->key)
        print_bytes(value->key);
    printf(" %s", kind[value->kind]);
    if (value->kind == CE_JSON_NUMBER)
        printf(" %.17g", value->number);
    if (value->kind == CE_JSON_STRING) {
        putchar(' ');
        print_bytes(value->text);
    }
    putchar('\n');
    for (size_t child = value->first; child; child = tree->value[child].next)
        print_value(tree, child, depth + 1);
}

static int count_runs(const char *path, ce_error *err)
{
    ce_runs runs = {0};
    int rc = ce_runs_read(&runs, path, err);

    if (!rc)
        printf("%zu\n", runs.count);
    else
        fprintf(stderr, "json-tree: %s\n", err->text);
    ce_runs_free(&runs);
    return rc != 0;
}

int main(int argc, char **argv)
{
    ce_json_tree tree = {0};
    ce_error err = {0};
    ce_input *input = NULL;
    char *text = NULL;
    size_t length, root = 0;
    int rc;

    if (argc > 2 && !strcmp(argv[2], "--runs"))
        return count_runs(argv[1], &err);
    rc = ce_input_open(&input, argc > 1 ? argv[1] : "-", &err);
    if (!rc)
        rc = ce_input_read_all(input, &text, &length, &err);
    ce_input_close(input, &err);
    if (!rc)
        rc = ce_json_parse(&tree, text, &root, &err);
    if (!rc)
        print_value(&tree, root, 0);
    if (!rc && argc > 2) {
        const ce_json_value *of = ce_json_member(&tree, root, argv[2], CE_JSON_STRING);
        printf("%s\n", of ? of->text : "none");
    }
    if (rc)
        fprintf(stderr, "json-tree: %s\n", err.text);
    ce_json_tree_free(&tree);
    free(text);
    return rc != 0;
}
