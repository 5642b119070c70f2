/* k, pac, cdf, area: the distribution of the consensus of pairs, for each k. */
#include "stability.h"

#include <math.h>
#include <stdio.h>

#include "core/microclusters.h"
#include "score/pair_counts.h"
#include "stability_life.h"

/* ---- numbers ---- */

static int count_pairs(const stability_options *o, const stability_work *w, stability_group *group,
                       ce_pair_counts *counts, ce_error *err)
{
    ce_microclusters micro = {0};
    int rc;

    if (o->sample_pairs)
        return ce_pair_counts_sample(counts, &group->labels, w->table.size, (size_t)o->sample_pairs,
                                     o->common.seed, err);
    if (!(rc = ce_microclusters_build(&micro, &group->labels, w->table.size, err)))
        rc = ce_pair_counts_compute(counts, &micro, err);
    ce_microclusters_free(&micro);
    return rc;
}

/* Wrong numbers of k are not refused, but they are told. */
static void tell_group(const ce_cli *cli, const stability_group *group)
{
    const ce_consensus_distribution *d = &group->distribution;
    char of[32] = "";

    if (group->k)
        snprintf(of, sizeof of, "k = %d: ", group->k);
    ce_cli_detail(cli, "%s%zu base clusterings, %zu values of consensus among %.0f pairs", of,
                  group->labels.m, d->count, d->total);
    if (group->labels.m < 2)
        ce_cli_note(cli, "%sone base clustering, whose consensus is 0 or 1 by itself", of);
    if (d->left_out > 0)
        ce_cli_note(cli, "%s%.0f of %.0f pairs are left out: no base clustering labels both", of,
                    d->left_out, d->left_out + d->total);
}

static int distribute(const ce_cli *cli, const stability_options *o, stability_work *w,
                      ce_error *err)
{
    int rc = CE_OK;

    for (size_t g = 0; g < w->groups && !rc; g++) {
        stability_group *group = &w->group[g];
        ce_pair_counts counts = {0};
        if (!(rc = count_pairs(o, w, group, &counts, err)) &&
            !(rc = ce_consensus_distribution_build(&group->distribution, &counts, err)))
            tell_group(cli, group);
        ce_pair_counts_free(&counts);
    }
    return rc;
}

static double area_of(const stability_work *w, size_t g)
{
    return ce_consensus_area(&w->group[g].distribution);
}

static double delta_of(const stability_work *w, size_t g)
{
    return ce_consensus_delta(w->group[g].k, g ? area_of(w, g - 1) : NAN, area_of(w, g));
}

/* ---- which k ---- */

/* The smallest PAC, ties: the smallest k. One base clustering has no pair of unsure consensus, and
 * says nothing. */
static void prefer_pac(const ce_cli *cli, const stability_options *o, const stability_work *w)
{
    size_t best = w->groups;
    double least = INFINITY;

    for (size_t g = 0; g < w->groups; g++) {
        double pac = ce_pac(&w->group[g].distribution, o->low, o->high);
        if (w->group[g].labels.m > 1 && pac < least) {
            least = pac;
            best = g;
        }
    }
    if (w->groups > 1 && best < w->groups)
        ce_cli_note(cli, "pac prefers k = %d, where %.3g%% of the pairs are ambiguous",
                    w->group[best].k, 100 * least);
}

/* The last k before the area stops growing by --gain. */
static void prefer_area(const ce_cli *cli, const stability_options *o, const stability_work *w)
{
    size_t best = 0;

    while (best + 1 < w->groups && delta_of(w, best + 1) >= o->gain)
        best++;
    if (w->groups < 2)
        return;
    if (best + 1 < w->groups)
        ce_cli_note(cli, "area prefers k = %d: k = %d adds %.3g%% to it, less than %.3g%%",
                    w->group[best].k, w->group[best + 1].k, 100 * delta_of(w, best + 1),
                    100 * o->gain);
    else
        ce_cli_note(cli, "area prefers no k: it still grows by %.3g%% or more at k = %d, the last",
                    100 * o->gain, w->group[best].k);
}

/* ---- text ---- */

static void write_k(stability_rows *rows, const stability_group *group)
{
    if (group->k)
        ce_records_integer(&rows->records, group->k);
    else
        ce_records_text(&rows->records, NULL);
}

static void write_members(stability_rows *rows, const stability_group *group)
{
    write_k(rows, group);
    ce_records_integer(&rows->records, (int64_t)group->labels.m);
}

int stability_k(const ce_cli *cli, const stability_options *o, stability_work *w, ce_error *err)
{
    static const char *const column[] = {"k", "members", "pac", "area", "delta", "lifetime"};
    ce_dendrogram tree = {0};
    stability_rows rows;
    int with_tree = o->linkage != LINKAGE_NONE, rc;

    /* first what may be refused */
    if ((with_tree && (rc = stability_tree(o, w, &tree, err))) ||
        (rc = distribute(cli, o, w, err)) ||
        (rc = stability_begin(o, &rows, column, with_tree ? 6 : 5, err)))
        goto done;
    for (size_t g = 0; g < w->groups; g++) {
        const stability_group *group = &w->group[g];
        double from, to;
        write_members(&rows, group);
        ce_records_real(&rows.records, ce_pac(&group->distribution, o->low, o->high));
        ce_records_real(&rows.records, area_of(w, g));
        ce_records_real(&rows.records, delta_of(w, g));
        if (with_tree)
            ce_records_real(&rows.records, ce_dendrogram_life(&tree, (size_t)group->k, &from, &to)
                                               ? to - from
                                               : NAN);
    }
    if ((rc = stability_end(&rows, err)))
        goto done;
    prefer_pac(cli, o, w);
    prefer_area(cli, o, w);
    if (with_tree)
        stability_prefer_lifetime(cli, &tree);
done:
    ce_dendrogram_free(&tree);
    return rc;
}

int stability_pac(const ce_cli *cli, const stability_options *o, stability_work *w, ce_error *err)
{
    static const char *const column[] = {"k", "members", "pairs", "left_out", "pac"};
    stability_rows rows;
    int rc;

    if ((rc = distribute(cli, o, w, err)) || (rc = stability_begin(o, &rows, column, 5, err)))
        return rc;
    for (size_t g = 0; g < w->groups; g++) {
        const ce_consensus_distribution *d = &w->group[g].distribution;
        write_members(&rows, &w->group[g]);
        ce_records_real(&rows.records, d->total);
        ce_records_real(&rows.records, d->left_out);
        ce_records_real(&rows.records, ce_pac(d, o->low, o->high));
    }
    if (!(rc = stability_end(&rows, err)))
        prefer_pac(cli, o, w);
    return rc;
}

int stability_area(const ce_cli *cli, const stability_options *o, stability_work *w, ce_error *err)
{
    static const char *const column[] = {"k", "members", "area", "delta"};
    stability_rows rows;
    int rc;

    if ((rc = distribute(cli, o, w, err)) || (rc = stability_begin(o, &rows, column, 4, err)))
        return rc;
    for (size_t g = 0; g < w->groups; g++) {
        write_members(&rows, &w->group[g]);
        ce_records_real(&rows.records, area_of(w, g));
        ce_records_real(&rows.records, delta_of(w, g));
    }
    if (!(rc = stability_end(&rows, err)))
        prefer_area(cli, o, w);
    return rc;
}

/* The curve where it steps, or at `points` + 1 equal distances from 0 to 1. */
static void write_curve(stability_rows *rows, const stability_group *group, size_t points)
{
    const ce_consensus_distribution *d = &group->distribution;
    size_t count = points ? points + 1 : d->count, s = 0;
    double below = 0;

    for (size_t p = 0; p < count && d->total > 0; p++) {
        double at = points ? (double)p / (double)points : d->value[p];
        while (s < d->count && d->value[s] <= at)
            below += d->pairs[s++];
        write_k(rows, group);
        ce_records_real(&rows->records, at);
        ce_records_real(&rows->records, below / d->total);
    }
}

int stability_cdf(const ce_cli *cli, const stability_options *o, stability_work *w, ce_error *err)
{
    static const char *const column[] = {"k", "consensus", "cdf"};
    stability_rows rows;
    int rc;

    if ((rc = distribute(cli, o, w, err)) || (rc = stability_begin(o, &rows, column, 3, err)))
        return rc;
    for (size_t g = 0; g < w->groups; g++)
        write_curve(&rows, &w->group[g], (size_t)o->points);
    return stability_end(&rows, err);
}
