/*
 * k, pac, cdf, area in parts: all parts read the same table, and each takes its share of the pairs.
 *
 * Blocks: `groups`, the k, the members, and the members without missing labels of each group;
 * `pairs G` of group G from 1: how many pairs are labelled by so many members (rows, from the last
 * of these on) and together in so many (columns); for the noun k also `lifetimes` of each group,
 * `longest`, the k that lives longest and its lifetime, and `inconsistency` of each group, which
 * the first part finds.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/microclusters.h"
#include "io/sums_table.h"
#include "which_k.h"

enum { K, MEMBERS, LEAST, COLUMNS };

const char *which_k_part(const stability_call *call)
{
    const group_options *o = call->options;

    return o->part;
}

/* ---- what decides the sums ---- */

static int set_number(ce_sums *sums, const char *name, uint64_t value, ce_error *err)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return ce_sums_set(sums, name, text, err);
}

/* The values of -k, comma separated. */
static int set_k(ce_sums *sums, const ce_common *common, ce_error *err)
{
    char *text = ce_alloc(common->k.count + 1, 12, err);
    size_t used = 0;
    int rc;

    if (!text)
        return CE_ENOMEM;
    text[0] = '\0';
    for (size_t i = 0; i < common->k.count; i++)
        used += (size_t)snprintf(text + used, 12, "%s%d", i ? "," : "", common->k.value[i]);
    rc = ce_sums_set(sums, "clusters", text, err);
    free(text);
    return rc;
}

/* Whether the noun is k, which tells the inconsistency. */
static int is_k(const stability_call *call)
{
    return call->cli->descriptor[0] == &stability_k.about;
}

/* Whether the noun tells lifetimes. */
static int has_lifetimes(const stability_call *call)
{
    const group_options *o = call->options;

    return is_k(call) && o->linkage != LINKAGE_NONE;
}

static int set_options(const stability_call *call, ce_sums *sums, ce_error *err)
{
    static const char *const grouping[] = {"auto", "name", "clusters", "file", "none"};
    static const char *const linkage[] = {"none", "single", "average"};
    const group_options *o = call->options;
    int rc = ce_sums_set(sums, "group", grouping[call->tool->group], err);

    if (!rc)
        rc = set_k(sums, &call->tool->common, err);
    if (!rc)
        rc = ce_sums_set(sums, "linkage", linkage[has_lifetimes(call) ? o->linkage : 0], err);
    if (!rc)
        rc = set_number(sums, "sample-pairs", (uint64_t)o->sample_pairs, err);
    if (!rc)
        rc = set_number(sums, "seed", o->sample_pairs ? call->tool->common.seed : 0, err);
    return rc;
}

/* ---- a part ---- */

static int count_share(const stability_call *call, const stability_work *w,
                       const stability_group *group, const ce_pair_share *share,
                       ce_pair_sums *pairs, ce_error *err)
{
    const group_options *o = call->options;
    ce_microclusters micro = {0};
    int rc;

    if (o->sample_pairs)
        return ce_pair_sums_sample(pairs, &group->labels, w->table.size, (size_t)o->sample_pairs,
                                   call->tool->common.seed, share, err);
    rc = ce_microclusters_build(&micro, &group->labels, w->table.size, err);
    if (!rc)
        rc = ce_pair_sums_compute(pairs, &micro, share, ce_cli_step(call->cli), err);
    ce_microclusters_free(&micro);
    return rc;
}

/* The counts of group g go into a block, and what they are into the block of groups, the first. */
static int add_group(ce_sums *sums, const stability_group *group, size_t g, ce_pair_sums *pairs,
                     ce_error *err)
{
    size_t columns = pairs->m + 1;
    double *row = sums->block[0].value + g * COLUMNS;
    ce_sums_block *block;
    char name[40];
    int rc;

    row[K] = group->k;
    row[MEMBERS] = (double)pairs->m;
    row[LEAST] = (double)pairs->least;
    snprintf(name, sizeof name, "pairs %zu", g + 1);
    rc = ce_sums_add(sums, name, CE_SUMS_EXACT, pairs->count.count / columns, columns, &block, err);
    if (!rc) {
        block->exact = pairs->count;
        pairs->count = (ce_exact_sums){0};
    }
    return rc;
}

static int add_lifetimes(ce_sums *sums, const stability_work *w, ce_error *err)
{
    ce_sums_block *lifetimes, *longest;
    int rc = ce_sums_add(sums, "lifetimes", CE_SUMS_LEAST, w->groups, 1, &lifetimes, err);

    for (size_t g = 0; g < w->groups && !rc && w->lifetime; g++)
        lifetimes->value[g] = w->lifetime[g];
    if (!rc)
        rc = ce_sums_add(sums, "longest", CE_SUMS_LEAST, 1, 2, &longest, err);
    if (!rc && w->longest_k) {
        longest->value[0] = (double)w->longest_k;
        longest->value[1] = w->longest_life;
    }
    return rc;
}

static int add_inconsistency(ce_sums *sums, const stability_work *w, ce_error *err)
{
    ce_sums_block *block;
    int rc = ce_sums_add(sums, "inconsistency", CE_SUMS_LEAST, w->groups, 1, &block, err);

    for (size_t g = 0; g < w->groups && !rc && w->inconsistency; g++)
        block->value[g] = w->inconsistency[g];
    return rc;
}

static uint64_t objects_of(const ce_label_table *table)
{
    double objects = table->size ? 0 : (double)table->labels.n;

    for (size_t i = 0; i < table->labels.n && table->size; i++)
        objects += table->size[i];
    return (uint64_t)objects;
}

int which_k_write_part(const stability_call *call, stability_work *w, ce_error *err)
{
    ce_cli_part part = ce_cli_part_of(call->cli, which_k_part(call));
    const ce_pair_share share = {part.part, part.parts};
    ce_sums_block *groups;
    ce_sums sums = {0};
    /* the objects of all parts are those of the table */
    int rc = ce_cli_sums_begin(call->cli, &sums, 0, &part,
                               part.part == 1 ? objects_of(&w->table) : 0, NULL, err);

    if (!rc)
        rc = set_options(call, &sums, err);
    if (!rc)
        rc = ce_sums_add(&sums, "groups", CE_SUMS_LEAST, w->groups, COLUMNS, &groups, err);
    if (!rc && part.part == 1 && has_lifetimes(call))
        rc = stability_find_lifetimes(call, w, err);
    if (!rc && part.part == 1 && is_k(call))
        rc = which_k_find_inconsistency(call, w, err);
    for (size_t g = 0; g < w->groups && !rc; g++) {
        ce_pair_sums pairs = {0};
        rc = count_share(call, w, &w->group[g], &share, &pairs, err);
        if (!rc)
            rc = add_group(&sums, &w->group[g], g, &pairs, err);
        ce_pair_sums_free(&pairs);
    }
    if (!rc && has_lifetimes(call))
        rc = add_lifetimes(&sums, w, err);
    if (!rc && is_k(call))
        rc = add_inconsistency(&sums, w, err);
    if (!rc)
        rc = ce_sums_write(&sums, call->tool->common.output, err);
    ce_sums_free(&sums);
    return rc;
}

/* ---- all parts ---- */

/* All parts read the same table. */
static int check_tables(const ce_sums *sums, const char *path, ce_error *err)
{
    for (size_t p = 1; p < sums->held; p++)
        if (sums->part[p].crc != sums->part[0].crc)
            return ce_fail(err, CE_EINPUT,
                           "%s: part %zu has read another table than part %zu: checksum %08lx, "
                           "%08lx expected",
                           path, sums->part[p].part, sums->part[0].part,
                           (unsigned long)sums->part[p].crc, (unsigned long)sums->part[0].crc);
    return CE_OK;
}

static int fail_damaged(const char *path, const char *block, size_t g, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "%s: block '%s': group %zu has what no clusterings have", path,
                   block, g + 1);
}

static int is_whole(double x, double least, double most)
{
    return x >= least && x <= most && x == floor(x);
}

/* row: of the block of groups. */
static int read_group(const ce_sums *sums, const char *path, const double *row, size_t g,
                      stability_group *group, ce_error *err)
{
    ce_sums_block *block;
    ce_pair_sums pairs = {0};
    ce_pair_counts counts = {0};
    char name[40];
    int rc;

    if (!is_whole(row[K], 0, INT32_MAX) || !is_whole(row[MEMBERS], 1, INT32_MAX) ||
        !is_whole(row[LEAST], 0, row[MEMBERS]))
        return fail_damaged(path, "groups", g, err);
    group->k = (int)row[K];
    group->labels.m = pairs.m = (size_t)row[MEMBERS];
    pairs.least = (size_t)row[LEAST];
    snprintf(name, sizeof name, "pairs %zu", g + 1);
    rc = ce_sums_find(sums, name, CE_SUMS_EXACT, pairs.m + 1, &block, path, err);
    if (!rc && block->rows != pairs.m - pairs.least + 1)
        rc = fail_damaged(path, name, g, err);
    for (size_t e = 0; !rc && e < block->exact.count; e++)
        if (ce_exact_sign(&block->exact, e) < 0)
            rc = fail_damaged(path, name, g, err);
    if (rc)
        return rc;
    pairs.count = block->exact; /* borrowed */
    rc = ce_pair_counts_of_sums(&counts, &pairs, err);
    if (!rc)
        rc = ce_consensus_distribution_build(&group->distribution, &counts, err);
    ce_pair_counts_free(&counts);
    return rc;
}

static int read_lifetimes(const ce_sums *sums, const char *path, stability_work *w, ce_error *err)
{
    ce_sums_block *lifetimes, *longest;
    int rc = ce_sums_find(sums, "lifetimes", CE_SUMS_LEAST, 1, &lifetimes, path, err);

    if (!rc)
        rc = ce_sums_find(sums, "longest", CE_SUMS_LEAST, 2, &longest, path, err);
    if (!rc && (lifetimes->rows != w->groups || longest->rows != 1 ||
                !(isnan(longest->value[0]) || is_whole(longest->value[0], 1, INT32_MAX))))
        rc = fail_damaged(path, "lifetimes", 0, err);
    if (!rc && !(w->lifetime = ce_alloc(w->groups, sizeof *w->lifetime, err)))
        rc = CE_ENOMEM;
    for (size_t g = 0; g < w->groups && !rc; g++)
        w->lifetime[g] = lifetimes->value[g];
    if (!rc && !isnan(longest->value[0])) {
        w->longest_k = (size_t)longest->value[0];
        w->longest_life = longest->value[1];
    }
    return rc;
}

static int read_inconsistency(const ce_sums *sums, const char *path, stability_work *w,
                              ce_error *err)
{
    ce_sums_block *block;
    int rc = ce_sums_find(sums, "inconsistency", CE_SUMS_LEAST, 1, &block, path, err);

    if (!rc && block->rows != w->groups)
        rc = fail_damaged(path, "inconsistency", 0, err);
    if (!rc && !(w->inconsistency = ce_alloc(w->groups, sizeof *w->inconsistency, err)))
        rc = CE_ENOMEM;
    for (size_t g = 0; g < w->groups && !rc; g++)
        w->inconsistency[g] = block->value[g];
    return rc;
}

int which_k_read_sums(const stability_call *call, ce_input *input, stability_work *w, ce_error *err)
{
    const char *path = ce_input_name(input);
    ce_sums sums = {0}, wanted = {0};
    ce_sums_block *groups = NULL;
    int rc = set_options(call, &wanted, err);

    w->from_sums = 1;
    if (!rc)
        rc = ce_sums_read_input(&sums, input, err);
    if (!rc)
        rc = ce_cli_sums_check(call->cli, &sums, &wanted, path, err);
    if (!rc)
        rc = check_tables(&sums, path, err);
    if (!rc)
        rc = ce_sums_find(&sums, "groups", CE_SUMS_LEAST, COLUMNS, &groups, path, err);
    if (!rc && !groups->rows)
        rc = ce_fail(err, CE_EINPUT, "%s: no group", path);
    if (!rc && !(w->group = ce_calloc(groups->rows, sizeof *w->group, err)))
        rc = CE_ENOMEM;
    for (size_t g = 0; !rc && g < groups->rows; g++) {
        w->groups = g + 1;
        rc = read_group(&sums, path, groups->value + g * COLUMNS, g, &w->group[g], err);
    }
    if (!rc && has_lifetimes(call))
        rc = read_lifetimes(&sums, path, w, err);
    if (!rc && is_k(call))
        rc = read_inconsistency(&sums, path, w, err);
    ce_sums_free(&wanted);
    ce_sums_free(&sums);
    return rc;
}
