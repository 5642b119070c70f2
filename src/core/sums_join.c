/* Tables of sums of several parts as one. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/sums.h"

/* ---- of one job ---- */

/* Says in what two tables differ. who: "of" and the name of the other, or "expected". */
static int check_head(const ce_sums *a, const ce_sums *b, const char *path, const char *other,
                      ce_error *err)
{
    if (strcmp(a->of, b->of))
        return ce_fail(err, CE_EINPUT, "%s: sums of %s, of %s %s", path, a->of, b->of, other);
    for (size_t o = 0; o < a->options || o < b->options; o++) {
        const ce_sums_option *x = o < a->options ? &a->option[o] : NULL,
                             *y = o < b->options ? &b->option[o] : NULL;
        if (!x || !y || strcmp(x->name, y->name))
            return ce_fail(err, CE_EINPUT, "%s: sums with the option '%s', '%s' %s", path,
                           x ? x->name : "none", y ? y->name : "none", other);
        if (strcmp(x->value, y->value))
            return ce_fail(err, CE_EINPUT, "%s: sums with %s '%s', '%s' %s", path, x->name,
                           x->value, y->value, other);
    }
    if (a->round != b->round)
        return ce_fail(err, CE_EINPUT, "%s: sums of round %zu, of round %zu %s", path, a->round,
                       b->round, other);
    if (a->parts && b->parts && a->parts != b->parts)
        return ce_fail(err, CE_EINPUT, "%s: sums of a job in %zu parts, in %zu %s", path, a->parts,
                       b->parts, other);
    return CE_OK;
}

int ce_sums_check(const ce_sums *sums, const ce_sums *wanted, const char *path, ce_error *err)
{
    return check_head(sums, wanted, path, "expected", err);
}

int ce_sums_complete(const ce_sums *sums, const char *path, ce_error *err)
{
    enum { NAMED = 20 }; /* and one more where it is the last */
    char list[24 * (NAMED + 1)] = "";
    size_t missing = sums->held < sums->parts ? sums->parts - sums->held : 0;
    size_t named = missing == NAMED + 1 ? missing : NAMED, told = 0, used = 0, at = 0;

    if (!missing)
        return CE_OK;
    for (size_t part = 1; part <= sums->parts && told < named; part++) {
        if (at < sums->held && sums->part[at].part == part) {
            at++;
            continue;
        }
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%zu", told ? ", " : "", part);
        told++;
    }
    return ce_fail(err, CE_EINPUT, "%s: %zu of %zu parts are missing: %s%s", path, missing,
                   sums->parts, list, told < missing ? ", ..." : "");
}

uint64_t ce_sums_objects(const ce_sums *sums)
{
    return ce_sums_first_object(sums, sums->parts + 1);
}

uint64_t ce_sums_first_object(const ce_sums *sums, size_t part)
{
    uint64_t objects = 0;

    for (size_t p = 0; p < sums->held && sums->part[p].part < part; p++)
        objects += sums->part[p].objects;
    return objects;
}

/* ---- parts ---- */

static int join_parts(ce_sums *to, const ce_sums *from, const char *to_path, const char *from_path,
                      ce_error *err)
{
    size_t held = to->held + from->held, a = 0, b = 0;
    ce_sums_part *part = ce_alloc(held, sizeof *part, err);

    if (!part)
        return CE_ENOMEM;
    for (size_t p = 0; p < held; p++) {
        int from_a = b == from->held || (a < to->held && to->part[a].part < from->part[b].part);
        if (a < to->held && b < from->held && to->part[a].part == from->part[b].part) {
            int rc = ce_fail(err, CE_EINPUT, "%s: part %zu of %zu is also in %s", from_path,
                             from->part[b].part, from->parts, to_path);
            free(part);
            return rc;
        }
        part[p] = from_a ? to->part[a++] : from->part[b++];
    }
    free(to->part);
    to->part = part;
    to->held = held;
    return CE_OK;
}

/* ---- blocks ---- */

static int fail_large(const ce_sums_block *block, const char *path, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "%s: a sum in block '%s' passes 2^63", path, block->name);
}

static int join_counts(ce_sums_block *to, const ce_sums_block *from, const char *path,
                       ce_error *err)
{
    int over = 0;

    for (size_t e = 0; e < to->rows * to->columns; e++)
        over |= __builtin_add_overflow(to->count[e], from->count[e], &to->count[e]);
    return over ? fail_large(to, path, err) : CE_OK;
}

static int join_exact(ce_sums_block *to, const ce_sums_block *from, ce_error *err)
{
    int rc = CE_OK;

    for (size_t e = 0; e < to->exact.count && !rc; e++)
        rc = ce_exact_join(&to->exact, e, &from->exact, e, err);
    return rc;
}

static void join_extremes(ce_sums_block *to, const ce_sums_block *from)
{
    double sign = to->join == CE_SUMS_LARGEST ? 1 : -1;

    for (size_t e = 0; e < to->rows * to->columns; e++)
        if (isnan(to->value[e]) || sign * from->value[e] > sign * to->value[e])
            to->value[e] = from->value[e];
}

static int join_keys(ce_sums_block *to, const ce_sums_block *from, const char *path, ce_error *err)
{
    for (size_t e = 0; e < from->rows; e++) {
        size_t length, at;
        const char *key = ce_sums_key_text(from, e, &length);
        int rc = ce_sums_key(to, key, length, from->keys.part[e], from->keys.place[e], &at, err);
        if (rc)
            return rc;
        for (size_t c = 0; c < to->columns; c++)
            if (__builtin_add_overflow(to->count[at * to->columns + c],
                                       from->count[e * to->columns + c],
                                       &to->count[at * to->columns + c]))
                return fail_large(to, path, err);
    }
    return CE_OK;
}

static int join_rows(ce_sums_block *to, const ce_sums_block *from, ce_error *err)
{
    int rc = CE_OK;

    for (size_t r = 0; r < from->rows && !rc; r++)
        rc = ce_sums_row(to, from->object[r], from->value + r * from->columns, err);
    return rc;
}

static int join_block(ce_sums_block *to, const ce_sums_block *from, const char *to_path,
                      const char *from_path, ce_error *err)
{
    int sized = to->join != CE_SUMS_KEYED && to->join != CE_SUMS_ROWS && to->join != CE_SUMS_TOP;

    if (strcmp(to->name, from->name) || to->join != from->join || to->columns != from->columns ||
        (sized && to->rows != from->rows) || to->most != from->most)
        return ce_fail(err, CE_EINPUT, "%s: block '%s' does not go with block '%s' of %s",
                       from_path, from->name, to->name, to_path);
    switch (to->join) {
    case CE_SUMS_ADD: return join_counts(to, from, from_path, err);
    case CE_SUMS_EXACT: return join_exact(to, from, err);
    case CE_SUMS_KEYED: return join_keys(to, from, from_path, err);
    case CE_SUMS_ROWS:
    case CE_SUMS_TOP: return join_rows(to, from, err);
    default: join_extremes(to, from); return CE_OK;
    }
}

int ce_sums_join(ce_sums *to, const ce_sums *from, const char *to_path, const char *from_path,
                 ce_error *err)
{
    char other[300];
    int rc;

    snprintf(other, sizeof other, "in %.280s", to_path);
    rc = check_head(from, to, from_path, other, err);
    if (!rc && to->blocks != from->blocks)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu blocks, %zu in %s", from_path, from->blocks,
                     to->blocks, to_path);
    if (!rc)
        rc = join_parts(to, from, to_path, from_path, err);
    for (size_t b = 0; b < to->blocks && !rc; b++)
        rc = join_block(&to->block[b], &from->block[b], to_path, from_path, err);
    return rc;
}
