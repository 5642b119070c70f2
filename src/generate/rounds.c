/* Methods in rounds: what states have in common. */
#include "generate/rounds.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/sums_table.h"
#include "kmeans/kmeans.h"

int ce_rounds_fail(const char *path, const char *block, size_t q, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "%s: member %zu: block '%s' is damaged", path, q + 1, block);
}

/* ---- what is next ---- */

int ce_rounds_next_is(const ce_sums *state, const char *what)
{
    ce_sums_block *next;
    size_t length;
    const char *key;

    if (ce_sums_find(state, "next", CE_SUMS_KEYED, 1, &next, "", NULL) || next->rows != 1)
        return 0;
    key = ce_sums_key_text(next, 0, &length);
    return length == strlen(what) + 2 && !memcmp(key + 1, what, length - 2);
}

int ce_rounds_done(const ce_sums *state)
{
    return ce_rounds_next_is(state, "done");
}

int ce_rounds_set_next(ce_sums *next, const char *what, ce_error *err)
{
    ce_sums_key_writer key = {0};
    ce_sums_block *block;
    size_t at;
    int rc = ce_sums_add(next, "next", CE_SUMS_KEYED, 0, 1, &block, err);

    if (!rc)
        rc = ce_sums_key_cell(&key, what, strlen(what), err);
    if (!rc)
        rc = ce_sums_key(block, key.text, key.length, 1, 0, &at, err);
    free(key.text);
    return rc;
}

int ce_rounds_begin(ce_sums *next, const ce_sums *sums, ce_error *err)
{
    next->round = sums->round + 1;
    next->parts = sums->parts;
    next->part = ce_alloc(sums->held, sizeof *next->part, err);
    if (!next->part)
        return CE_ENOMEM;
    memcpy(next->part, sums->part, sums->held * sizeof *next->part);
    next->held = sums->held;
    return CE_OK;
}

/* ---- features ---- */

int ce_rounds_copy_features(ce_sums *next, const ce_sums *from, const char *path, size_t *d,
                            ce_error *err)
{
    ce_sums_block *names, *copy;
    int rc = ce_sums_find(from, "features", CE_SUMS_KEYED, 1, &names, path, err);

    if (!rc)
        rc = ce_sums_add(next, "features", CE_SUMS_KEYED, 0, 1, &copy, err);
    if (rc)
        return rc;
    *d = names->rows;
    for (size_t s = 0; s < names->rows && !rc; s++) {
        size_t length, at;
        const char *key = ce_sums_key_text(names, s, &length);
        rc = ce_sums_key(copy, key, length, 1, s, &at, err);
        if (!rc)
            copy->count[at] = 1;
    }
    return rc;
}

int ce_rounds_features(const ce_sums *state, const char *path, char ***feature, size_t *d,
                       ce_error *err)
{
    ce_sums_block *names;
    int rc = ce_sums_find(state, "features", CE_SUMS_KEYED, 1, &names, path, err);

    if (rc)
        return rc;
    *d = names->rows;
    *feature = ce_calloc(names->rows, sizeof **feature, err);
    if (!*feature)
        return CE_ENOMEM;
    for (size_t s = 0; s < names->rows; s++) {
        size_t length;
        const char *key = ce_sums_key_text(names, s, &length);
        (*feature)[s] = ce_alloc(length + 1, 1, err);
        if (!(*feature)[s])
            return CE_ENOMEM;
        ce_sums_key_next(key, key + length, (*feature)[s], &length);
    }
    return CE_OK;
}

int ce_rounds_check_counted(const ce_sums *sums, const char *path, size_t d, ce_error *err)
{
    ce_sums_block *names, *least, *largest;
    int rc = ce_sums_find(sums, "features", CE_SUMS_KEYED, 1, &names, path, err);

    for (size_t s = 0; s < d && !rc; s++) {
        size_t length;
        const char *key = ce_sums_key_text(names, s, &length);
        if (names->count[s] != (int64_t)sums->parts)
            rc = ce_fail(err, CE_EINPUT,
                         "%s: feature %.*s is in %lld of %zu parts: the same in all expected", path,
                         (int)length, key, (long long)names->count[s], sums->parts);
    }
    if (!rc)
        rc = ce_sums_find(sums, "least", CE_SUMS_LEAST, d, &least, path, err);
    if (!rc)
        rc = ce_sums_find(sums, "largest", CE_SUMS_LARGEST, d, &largest, path, err);
    if (!rc && (least->rows != 1 || largest->rows != 1))
        rc = ce_fail(err, CE_EINPUT, "%s: block 'least' or 'largest' is damaged", path);
    for (size_t s = 0; s < d && !rc; s++)
        if (!(-least->value[s] <= CE_LARGEST && largest->value[s] <= CE_LARGEST))
            rc = ce_fail(err, CE_EINPUT, "%s: a value beyond %g: distances would have no squares",
                         path, CE_LARGEST);
    return rc;
}

/* ---- counts ---- */

int ce_rounds_add_counts(ce_sums *to, const char *what, size_t q, const int64_t *count, size_t rows,
                         size_t columns, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *block;
    int rc = ce_sums_add(to, ce_rounds_block_name(name, what, q), CE_SUMS_ADD, rows, columns,
                         &block, err);

    if (!rc)
        memcpy(block->count, count, rows * columns * sizeof *count);
    return rc;
}

/* ---- rows of drawn objects ---- */

int ce_rounds_want(ce_sums *next, const size_t *object, size_t count, ce_error *err)
{
    ce_sums_block *block;
    int rc = ce_sums_add(next, "objects", CE_SUMS_ADD, 1, count, &block, err);

    for (size_t e = 0; !rc && e < count; e++)
        block->count[e] = (int64_t)object[e];
    return rc;
}

int ce_rounds_wanted_rows(const ce_sums *state, const char *state_path, const ce_sums *sums,
                          const char *path, size_t d, const ce_sums_block **rows, ce_error *err)
{
    ce_sums_block *wanted, *told;
    int rc = ce_sums_find(sums, "rows", CE_SUMS_ROWS, d, &told, path, err);

    if (!rc)
        rc = ce_sums_find(state, "objects", CE_SUMS_ADD, 0, &wanted, state_path, err);
    if (rc)
        return rc;
    if (told->rows != wanted->rows * wanted->columns)
        return ce_fail(err, CE_EINPUT, "%s: %zu rows of the sample, %zu expected", path, told->rows,
                       wanted->rows * wanted->columns);
    *rows = told;
    return CE_OK;
}
