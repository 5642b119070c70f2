/* matrix-copy IN mtx|csv|npy|metis [OUT]: reads a matrix in any form and writes it in the one
 * named. */
#include <stdio.h>
#include <string.h>

#include "io/matrix_file.h"

int main(int argc, char **argv)
{
    static const char *const names[] = {"mtx", "csv", "npy", "metis"};
    ce_table_format format = {0};
    ce_similarity s = {0};
    ce_error err = {0};
    int f = 0, rc;

    if (argc < 3)
        return 2;
    while (f < 4 && strcmp(argv[2], names[f]))
        f++;
    if (f == 4)
        return 2;
    rc = ce_similarity_read(&s, argv[1], &format, &err);
    if (!rc)
        rc = ce_similarity_write(&s, argc > 3 ? argv[3] : NULL, (ce_matrix_format)f, ',', &err);
    if (rc)
        fprintf(stderr, "%s\n", err.text);
    ce_similarity_free(&s);
    return rc != 0;
}
