/* pdf-date: a PDF on standard input, with another date on standard output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/pdf_date.h"

int main(void)
{
    size_t length = 0, room = 1 << 20;
    char *bytes = malloc(room);
    ce_error err = {0};
    int rc;

    if (!bytes)
        return 2;
    length = fread(bytes, 1, room, stdin);
    rc = ce_pdf_set_date(&bytes, &length, &err);
    if (rc)
        fprintf(stderr, "%s\n", err.text);
    else
        fwrite(bytes, 1, length, stdout);
    free(bytes);
    return rc;
}
