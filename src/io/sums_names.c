#include "io/sums_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/categories.h"
#include "io/sums_table.h"

int ce_sums_names_add(ce_sums *sums, const char *block, char *const *name, size_t count,
                      size_t part, ce_error *err)
{
    ce_sums_key_writer key = {0};
    ce_sums_block *names;
    int rc = ce_sums_add(sums, block, CE_SUMS_KEYED, 0, 1, &names, err);

    for (size_t s = 0; s < count && !rc; s++) {
        char number[24];
        size_t at;
        key.length = 0;
        snprintf(number, sizeof number, "%zu", s + 1);
        rc = ce_sums_key_cell(&key, number, strlen(number), err);
        if (!rc)
            rc = ce_sums_key_cell(&key, name[s], strlen(name[s]), err);
        if (!rc)
            rc = ce_sums_key(names, key.text, key.length, part, s, &at, err);
        if (!rc)
            names->count[at] = 1;
    }
    free(key.text);
    return rc;
}

/* The name of entry e. *name is owned by the caller; it is as long as the key at most. */
static int read_name(const ce_sums *sums, const ce_sums_block *names, size_t e, const char *path,
                     char **name, ce_error *err)
{
    char wanted[24];
    size_t length;
    const char *at = ce_sums_key_text(names, e, &length), *end = at + length, *text;

    *name = ce_alloc(length + 1, 1, err);
    if (!*name)
        return CE_ENOMEM;
    text = at = ce_sums_key_next(at, end, *name, &length);
    snprintf(wanted, sizeof wanted, "%zu", e + 1);
    /* keys come in the order in which they were seen, so others come before a number is wrong */
    if (names->count[e] != (int64_t)sums->held)
        return ce_fail(err, CE_EINPUT,
                       "%s: %.*s, number %s of '%s', is in %lld of %zu parts: the same in all "
                       "expected",
                       path, (int)(end - text), text, *name, names->name,
                       (long long)names->count[e], sums->held);
    if (strcmp(*name, wanted) || at == end)
        return ce_fail(err, CE_EINPUT, "%s: block '%s': name %zu has the number '%.40s'", path,
                       names->name, e + 1, *name);
    at = ce_sums_key_next(at, end, *name, &length);
    if (at != end || strlen(*name) != length)
        return ce_fail(err, CE_EINPUT, "%s: block '%s': name %zu is no number and a text", path,
                       names->name, e + 1);
    return CE_OK;
}

int ce_sums_names_read(const ce_sums *sums, const char *block, const char *path, char ***name,
                       size_t *count, ce_error *err)
{
    ce_sums_block *names;
    char **all;
    int rc = ce_sums_find(sums, block, CE_SUMS_KEYED, 1, &names, path, err);

    if (rc)
        return rc;
    if (!names->rows)
        return ce_fail(err, CE_EINPUT, "%s: block '%s' has no name", path, block);
    all = ce_calloc(names->rows, sizeof *all, err);
    if (!all)
        return CE_ENOMEM;
    for (size_t e = 0; e < names->rows && !rc; e++)
        rc = read_name(sums, names, e, path, &all[e], err);
    if (rc) {
        ce_named_categories_free(all, NULL, names->rows);
        return rc;
    }
    *name = all;
    *count = names->rows;
    return CE_OK;
}
