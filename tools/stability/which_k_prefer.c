/* Which k an index prefers, and which one most of them do. */
#include <math.h>
#include <stdio.h>

#include "stability_life.h"
#include "which_k.h"

double which_k_area(const stability_work *w, size_t g)
{
    return ce_consensus_area(&w->group[g].distribution);
}

double which_k_delta(const stability_work *w, size_t g)
{
    return ce_consensus_delta(w->group[g].k, g ? which_k_area(w, g - 1) : NAN, which_k_area(w, g));
}

static double pac_of(const stability_call *call, const stability_work *w, size_t g)
{
    const group_options *o = call->options;

    return stability_pac_of(&w->group[g].distribution, o->low, o->high, o->bounds);
}

/* So many base clusterings of a k are enough beside any number of another. */
enum { FEW_MEMBERS = 5 };

/* Whether PAC compares the group with others. One base clustering has no ambiguous pair, and few
 * have fewer than many. */
static int is_compared(const stability_work *w, size_t g)
{
    size_t members = w->group[g].labels.m, most = 0;

    for (size_t other = 0; other < w->groups; other++)
        most = w->group[other].labels.m > most ? w->group[other].labels.m : most;
    return members > 1 && (members >= FEW_MEMBERS || 2 * members >= most);
}

/* The group of smallest PAC; ties: the largest k, since clusters that are clear at several k are
 * parts of one another, and the last are what there is. w->groups: there is none, or nothing to
 * choose among. */
static size_t find_pac(const stability_call *call, const stability_work *w)
{
    size_t best = w->groups;
    double least = INFINITY;

    for (size_t g = 0; g < w->groups && w->groups > 1; g++)
        if (is_compared(w, g) && pac_of(call, w, g) <= least) {
            least = pac_of(call, w, g);
            best = g;
        }
    return best;
}

/* Whether at least half of the groups have more than one base clustering. */
static int has_several(const stability_work *w)
{
    size_t count = 0;

    for (size_t g = 0; g < w->groups; g++)
        count += w->group[g].labels.m > 1;
    return 2 * count >= w->groups;
}

/* Whether no later group is compared. */
static int is_last(const stability_work *w, size_t g)
{
    while (++g < w->groups)
        if (is_compared(w, g))
            return 0;
    return 1;
}

/* The other groups of that PAC, up to STABILITY_NAMED of them. */
static const char *name_ties(const stability_call *call, const stability_work *w, size_t best,
                             char text[STABILITY_NAMES])
{
    int same[STABILITY_NAMED];
    size_t count = 0;

    for (size_t g = 0; g < best && count < STABILITY_NAMED; g++)
        if (is_compared(w, g) && pac_of(call, w, g) == pac_of(call, w, best))
            same[count++] = w->group[g].k;
    return stability_names(", as at k = ", same, count, text);
}

/* PAC falls with k in all data, so one that is smallest at the last k prefers none. */
void which_k_tell_pac(const stability_call *call, const stability_work *w)
{
    size_t best = find_pac(call, w);
    char ties[STABILITY_NAMES];

    if (best == w->groups)
        return;
    name_ties(call, w, best, ties);
    if (is_last(w, best))
        ce_cli_note(call->cli, "pac prefers no k: it is smallest at k = %d, the last%s",
                    w->group[best].k, ties);
    else
        ce_cli_note(call->cli, "pac prefers k = %d, where %.3g%% of the pairs are ambiguous%s",
                    w->group[best].k, 100 * pac_of(call, w, best), ties);
}

/* Whether the area of group g > 0 is larger than that before by --gain at least. Any area is that
 * much larger than none. */
static int grows(const stability_work *w, size_t g, double gain)
{
    if (which_k_area(w, g - 1) == 0 && w->group[g].k != 2)
        return which_k_area(w, g) > 0;
    return which_k_delta(w, g) >= gain;
}

/* Whether any k separates a pair. */
static int has_area(const stability_work *w)
{
    for (size_t g = 0; g < w->groups; g++)
        if (which_k_area(w, g) > 0)
            return !isnan(which_k_area(w, 0));
    return 0;
}

/* The last group before the area grows by less than --gain. The last of all where it always grows
 * by more. */
static size_t find_area(const stability_call *call, const stability_work *w)
{
    const group_options *o = call->options;
    size_t best = 0;

    while (best + 1 < w->groups && grows(w, best + 1, o->gain))
        best++;
    return best;
}

/* How far the area grows is known from the first k on only where that is 2, and by the same number
 * of base clusterings or so; of one its area is that of that clustering. */
static int says_area(const stability_work *w, size_t best)
{
    return best + 1 < w->groups && has_area(w) && (best || w->group[0].k == 2) && has_several(w);
}

void which_k_tell_area(const stability_call *call, const stability_work *w)
{
    const group_options *o = call->options;
    size_t best = find_area(call, w);

    if (w->groups < 2 || isnan(which_k_area(w, 0)))
        return;
    if (!has_several(w)) {
        ce_cli_note(call->cli,
                    "area prefers no k: most k have one base clustering, whose consensus "
                    "is that clustering");
        return;
    }
    if (!best && w->group[0].k > 2) {
        ce_cli_note(call->cli,
                    "area prefers no k: how much it grows up to k = %d, the first, is "
                    "not known",
                    w->group[0].k);
        return;
    }
    if (!has_area(w)) {
        ce_cli_note(call->cli, "area prefers no k: all pairs are always together");
        return;
    }
    if (best + 1 < w->groups) {
        double delta = which_k_delta(w, best + 1);
        ce_cli_note(call->cli, "area prefers k = %d: delta at k = %d is %.3g, less than %.3g",
                    w->group[best].k, w->group[best + 1].k, isnan(delta) ? 0 : delta, o->gain);
    } else {
        ce_cli_note(call->cli, "area prefers no k: delta is %.3g or more up to k = %d, the last",
                    o->gain, w->group[best].k);
    }
}

/* ---- one k ---- */

enum { BY_LIFETIME, BY_AREA, BY_PAC, INDICES };
enum { NOT_FOUND = -1 };

/* What each index prefers; 0: nothing; NOT_FOUND: it was not computed. */
static void collect(const stability_call *call, const stability_work *w, int k[INDICES])
{
    const group_options *o = call->options;
    size_t pac = find_pac(call, w), area = find_area(call, w);

    k[BY_LIFETIME] = NOT_FOUND;
    if (o->linkage != LINKAGE_NONE)
        k[BY_LIFETIME] = w->longest_k <= stability_most_k(w) ? (int)w->longest_k : 0;
    k[BY_AREA] = says_area(w, area) ? w->group[area].k : 0;
    k[BY_PAC] = pac < w->groups && !is_last(w, pac) ? w->group[pac].k : 0;
}

/* The k that most indices prefer. Where all differ, the first of lifetime, area and PAC decides,
 * and *is_tie is 1. 0: none of them prefers any. */
static int choose(const int k[INDICES], int *is_tie)
{
    int best = 0, most = 0;

    *is_tie = 0;
    for (int i = 0; i < INDICES; i++) {
        int votes = 0;
        for (int j = 0; j < INDICES; j++)
            votes += k[j] == k[i];
        if (k[i] > 0 && votes > most) {
            most = votes;
            best = k[i];
        }
        *is_tie |= k[i] > 0 && k[i] != best;
    }
    *is_tie &= most == 1;
    return best;
}

/* Names the indices that prefer k, and then what the others say. */
static void explain(const int k[INDICES], int chosen, int is_tie, char *text, size_t room)
{
    static const char *const name[] = {"lifetime", "area", "pac"};
    size_t at = 0;
    int named = 0;

    text[0] = '\0';
    for (int i = 0; i < INDICES; i++)
        if (chosen && k[i] == chosen)
            at += (size_t)snprintf(text + at, room - at, "%s%s",
                                   named++ ? " and " : "preferred by ", name[i]);
    if (is_tie)
        at += (size_t)snprintf(text + at, room - at, " (it decides where all differ)");
    for (int i = 0; i < INDICES; i++)
        if (k[i] > 0 && k[i] != chosen)
            at += (size_t)snprintf(text + at, room - at, "; %s prefers %d", name[i], k[i]);
        else if (!k[i])
            at += (size_t)snprintf(text + at, room - at, "%s%s says nothing", at ? "; " : "",
                                   name[i]);
}

/* Where at most one index prefers a k, base clusterings are not those that the others are for. */
static void tell_alone(const stability_call *call, const int k[INDICES])
{
    int prefer = 0, asked = 0;

    for (int i = 0; i < INDICES; i++) {
        prefer += k[i] > 0;
        asked += k[i] != NOT_FOUND;
    }
    if (prefer < 2 && asked > 1)
        ce_cli_note(call->cli,
                    "%s of %d indices prefers a k, and they are for several base "
                    "clusterings of each k: ce-consensus without -k looks for k among "
                    "those of any k",
                    prefer ? "only one" : "none", asked);
}

int which_k_write_choice(const stability_call *call, const stability_work *w, ce_error *err)
{
    static const char *const column[] = {"k", "reason"};
    int k[INDICES], chosen, is_tie;
    char text[200];
    stability_rows out;
    int rc = stability_begin(call->tool, &out, column, 2, err);

    if (rc)
        return rc;
    collect(call, w, k);
    chosen = choose(k, &is_tie);
    explain(k, chosen, is_tie, text, sizeof text);
    tell_alone(call, k);
    if (chosen)
        ce_records_integer(&out.records, chosen);
    else
        ce_records_text(&out.records, NULL);
    ce_records_text(&out.records, text);
    return stability_end(&out, err);
}
