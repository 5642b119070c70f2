/*
 * newick TREE [N]: reads a tree of N leaves (of as many as it has) and writes what was read:
 *
 *     leaves: the number, then the names of the leaves by number, in brackets
 *     left right height size     for each merge
 */
#include <stdio.h>
#include <stdlib.h>

#include "io/dendrogram_file.h"

int main(int argc, char **argv)
{
    ce_dendrogram tree = {0};
    ce_text_column id = {0};
    ce_table_format format = {0};
    ce_error err = {0};

    if (argc < 2)
        return 2;
    if (ce_dendrogram_read(&tree, &id, argv[1], argc > 2 ? strtoul(argv[2], NULL, 10) : 0, &format,
                           &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    printf("leaves: %zu", tree.n);
    for (size_t i = 0; i < id.n; i++)
        printf(" [%s]", ce_text_column_get(&id, i));
    printf("\n");
    for (size_t t = 0; t < tree.merges; t++)
        printf("%d %d %.15g %g\n", tree.merge[t].left, tree.merge[t].right, tree.merge[t].height,
               tree.merge[t].size);
    ce_dendrogram_free(&tree);
    ce_text_column_free(&id);
    return 0;
}
