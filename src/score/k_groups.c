#include "score/k_groups.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int ce_k_of_name(const char *name, size_t *front)
{
    int found = 0;

    for (const char *at = strstr(name, ".k"); at; at = strstr(at + 2, ".k")) {
        long k = 0;
        const char *c = at + 2;
        while (isdigit((unsigned char)*c) && k <= INT32_MAX / 10 - 1)
            k = 10 * k + (*c++ - '0');
        if (c == at + 2 || k <= 0 || (*c != '\0' && *c != '.' && *c != '#'))
            continue;
        found = (int)k;
        if (front)
            *front = (size_t)(at - name);
    }
    return found;
}

int ce_labels_of_k(const ce_labels *labels, const int *k, int wanted, ce_labels *part,
                   ce_error *err)
{
    size_t n = labels->n, members = 0, at = 0;
    int rc;

    for (size_t q = 0; q < labels->m; q++)
        members += k[q] == wanted;
    rc = ce_labels_alloc(part, n, members, err);
    if (rc)
        return rc;
    for (size_t q = 0; q < labels->m; q++)
        if (k[q] == wanted) {
            memcpy(ce_labels_column(part, at), ce_labels_column(labels, q), n * sizeof(int32_t));
            part->k[at++] = labels->k[q];
        }
    return CE_OK;
}
