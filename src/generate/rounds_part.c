/* Methods in rounds: what a part tells in the first two of them, and whether it is the same. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/rounds.h"
#include "io/sums_table.h"

/* Rows that are read together. */
enum { TOGETHER = 256 };

/* ---- round 0 ---- */

static int add_features(ce_sums *sums, char *const *feature, size_t d, ce_error *err)
{
    ce_sums_key_writer key = {0};
    ce_sums_block *block;
    int rc = ce_sums_add(sums, "features", CE_SUMS_KEYED, 0, 1, &block, err);

    for (size_t s = 0; s < d && !rc; s++) {
        size_t at;
        key.length = 0;
        rc = ce_sums_key_cell(&key, feature[s], strlen(feature[s]), err);
        if (!rc)
            rc = ce_sums_key(block, key.text, key.length, sums->part->part, s, &at, err);
        if (!rc)
            block->count[at] = 1;
    }
    free(key.text);
    return rc;
}

static void widen(const double *rows, size_t count, size_t d, double *least, double *largest)
{
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < d; s++) {
            double value = rows[i * d + s];
            least[s] = value < least[s] ? value : least[s];
            largest[s] = value > largest[s] ? value : largest[s];
        }
}

static int add_ranges(ce_sums *sums, const ce_numbers *x, ce_error *err)
{
    size_t d = x->columns;
    double *block = ce_alloc(TOGETHER * d, sizeof *block, err), *low, *high;
    ce_sums_block *least, *largest;
    int rc = block ? ce_sums_add(sums, "least", CE_SUMS_LEAST, 1, d, &least, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_sums_add(sums, "largest", CE_SUMS_LARGEST, 1, d, &largest, err);
    if (!rc) {
        low = sums->block[sums->blocks - 2].value;
        high = largest->value;
        ce_numbers_rows(x, 0, 1, low);
        memcpy(high, low, d * sizeof *high);
        for (size_t i = 0; i < x->rows; i += TOGETHER) {
            size_t count = x->rows - i < TOGETHER ? x->rows - i : TOGETHER;
            ce_numbers_rows(x, i, count, block);
            widen(block, count, d, low, high);
        }
        for (size_t s = 0; s < d; s++) { /* -0 and 0 are one value, in whatever part they are */
            low[s] += 0.0;
            high[s] += 0.0;
        }
    }
    free(block);
    return rc;
}

int ce_rounds_count(ce_sums *sums, const ce_numbers *x, char *const *feature, ce_error *err)
{
    int rc = add_features(sums, feature, x->columns, err);

    return rc ? rc : add_ranges(sums, x, err);
}

/* ---- round 1 ---- */

int ce_rounds_add_rows(ce_sums *sums, const ce_numbers *x, const ce_sums *state,
                       const char *state_path, uint64_t first, ce_error *err)
{
    ce_sums_block *wanted, *rows;
    double *row = ce_alloc(x->columns, sizeof *row, err);
    int rc =
        row ? ce_sums_find(state, "objects", CE_SUMS_ADD, 0, &wanted, state_path, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_sums_add(sums, "rows", CE_SUMS_ROWS, 0, x->columns, &rows, err);
    for (size_t e = 0; !rc && e < wanted->rows * wanted->columns; e++) {
        uint64_t object = (uint64_t)wanted->count[e];
        if (object < first || object - first >= x->rows)
            continue;
        ce_numbers_rows(x, (size_t)(object - first), 1, row);
        rc = ce_sums_row(rows, object, row, err);
    }
    free(row);
    return rc;
}

/* ---- the same part ---- */

/* The objects are those of the part that the state knows. */
static int check_objects(const ce_sums *sums, const ce_sums *state, const char *state_path,
                         const char *path, ce_error *err)
{
    const ce_sums_part *now = sums->part, *then = NULL;

    if (state->parts != sums->parts)
        return ce_fail(err, CE_EINPUT, "%s: a state of %zu parts, %zu expected", state_path,
                       state->parts, sums->parts);
    for (size_t p = 0; p < state->held; p++)
        if (state->part[p].part == now->part)
            then = &state->part[p];
    if (!then)
        return ce_fail(err, CE_EINPUT, "%s: no part %zu", state_path, now->part);
    if (then->objects != now->objects || then->crc != now->crc)
        return ce_fail(err, CE_EINPUT,
                       "%s: part %zu of %zu has changed: %llu objects with checksum %08lx, %llu "
                       "with %08lx expected",
                       path, now->part, sums->parts, (unsigned long long)now->objects,
                       (unsigned long)now->crc, (unsigned long long)then->objects,
                       (unsigned long)then->crc);
    return CE_OK;
}

/* The features are those of the state, in the same order. */
static int check_features(const ce_sums *state, const char *state_path, char *const *feature,
                          size_t d, const char *path, ce_error *err)
{
    ce_sums_block *names;
    int rc = ce_sums_find(state, "features", CE_SUMS_KEYED, 1, &names, state_path, err);
    ce_sums_key_writer key = {0};

    if (!rc && names->rows != d)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu features, %zu in %s", path, d, names->rows,
                     state_path);
    for (size_t s = 0; s < d && !rc; s++) {
        size_t length;
        const char *text = ce_sums_key_text(names, s, &length);
        key.length = 0;
        rc = ce_sums_key_cell(&key, feature[s], strlen(feature[s]), err);
        if (!rc && (key.length != length || memcmp(key.text, text, length)))
            rc = ce_fail(err, CE_EINPUT, "%s: feature %zu is '%s', %.*s in %s", path, s + 1,
                         feature[s], (int)length, text, state_path);
    }
    free(key.text);
    return rc;
}

int ce_rounds_check_part(const ce_sums *sums, const ce_sums *state, const char *state_path,
                         char *const *feature, size_t d, const char *path, ce_error *err)
{
    int rc = check_objects(sums, state, state_path, path, err);

    return rc ? rc : check_features(state, state_path, feature, d, path, err);
}
