#include "report/by_k.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/element_centric.h"
#include "score/k_groups.h"

void ce_by_k_free(ce_by_k *by_k)
{
    for (size_t g = 0; g < by_k->count; g++)
        ce_consensus_distribution_free(&by_k->of[g].distribution);
    free(by_k->of);
    *by_k = (ce_by_k){0};
}

double ce_of_k_pac(const ce_of_k *of)
{
    return ce_pac(&of->distribution, 0.1, 0.9);
}

double ce_by_k_growth(const ce_by_k *by_k, size_t g)
{
    double before = g ? ce_consensus_area(&by_k->of[g - 1].distribution) : NAN;

    return ce_consensus_delta(by_k->of[g].k, before, ce_consensus_area(&by_k->of[g].distribution));
}

/* k: of each member; 0 for one without labels. Returns whether all others have one. */
static int read_names(const ce_label_table *members, int *k)
{
    for (size_t q = 0; q < members->labels.m; q++) {
        k[q] = members->labels.k[q] ? ce_k_of_name(members->name[q], NULL) : 0;
        if (members->labels.k[q] && !k[q])
            return 0;
    }
    return 1;
}

static int ascending(const void *a, const void *b)
{
    const ce_of_k *x = a, *y = b;

    return (x->k > y->k) - (x->k < y->k);
}

static void count_member(ce_by_k *by_k, int k)
{
    size_t g = 0;

    while (g < by_k->count && by_k->of[g].k != k)
        g++;
    if (g == by_k->count)
        by_k->of[by_k->count++].k = k;
    by_k->of[g].members++;
}

/* Parts the groups that have enough members from the others. */
static void leave_out(ce_by_k *by_k)
{
    size_t most = 0, second = 0, kept = 0;

    for (size_t g = 0; g < by_k->count; g++) {
        size_t members = by_k->of[g].members;
        if (members > most) {
            second = most;
            most = members;
        } else if (members > second) {
            second = members;
        }
    }
    by_k->enough = second < CE_BY_K_ENOUGH ? second : CE_BY_K_ENOUGH;
    by_k->enough = by_k->enough < 2 ? 2 : by_k->enough;
    for (size_t g = 0; g < by_k->count; g++)
        if (by_k->of[g].members >= by_k->enough) {
            ce_of_k one = by_k->of[g];
            by_k->of[g] = by_k->of[kept];
            by_k->of[kept++] = one;
        }
    by_k->left = by_k->count - kept;
    by_k->count = kept;
    qsort(by_k->of, kept, sizeof *by_k->of, ascending);
    qsort(by_k->of + kept, by_k->left, sizeof *by_k->of, ascending);
}

static int find_groups(ce_by_k *by_k, const ce_label_table *members, const int *k, ce_error *err)
{
    by_k->of = ce_calloc(members->labels.m, sizeof *by_k->of, err);
    if (!by_k->of)
        return CE_ENOMEM;
    for (size_t q = 0; q < members->labels.m; q++)
        if (k[q])
            count_member(by_k, k[q]);
    leave_out(by_k);
    return CE_OK;
}

static int distribute(ce_by_k *by_k, const ce_label_table *members, const int *k, uint64_t seed,
                      const ce_progress *progress, ce_error *err)
{
    int rc = CE_OK;

    for (size_t g = 0; g < by_k->count && !rc; g++) {
        ce_labels part = {0};
        rc = ce_labels_of_k(&members->labels, k, by_k->of[g].k, &part, err);
        if (!rc)
            rc = ce_consensus_distribution_of_labels(&part, members->size, by_k->pairs, seed,
                                                     progress, &by_k->of[g].distribution, err);
        ce_labels_free(&part);
    }
    return rc;
}

/* The inconsistency of the members of one k. */
static int find_inconsistency(ce_of_k *of, size_t m, const int *k, const double *ecs, ce_error *err)
{
    double *part = ce_alloc(of->members * of->members, sizeof *part, err);
    size_t filled = 0;

    for (size_t p = 0; part && p < m; p++)
        for (size_t q = 0; q < m; q++)
            if (k[p] == of->k && k[q] == of->k)
                part[filled++] = ecs[p * m + q];
    of->inconsistency = part ? ce_inconsistency(part, of->members) : NAN;
    free(part);
    return part ? CE_OK : CE_ENOMEM;
}

int ce_by_k_find(ce_by_k *by_k, const ce_label_table *members, const double *ecs, size_t sample,
                 uint64_t seed, const ce_progress *progress, ce_error *err)
{
    int *k = ce_alloc(members->labels.m, sizeof *k, err), rc = k ? CE_OK : CE_ENOMEM;
    size_t clear = 0;

    if (!rc && read_names(members, k))
        rc = find_groups(by_k, members, k, err);
    if (members->labels.n > sample)
        by_k->pairs = sample * (sample - 1) / 2;
    if (!rc && by_k->count > 1)
        rc = distribute(by_k, members, k, seed, progress, err);
    for (size_t g = 0; g < by_k->count && !rc; g++)
        rc = find_inconsistency(&by_k->of[g], members->labels.m, k, ecs, err);
    for (size_t g = 0; g < by_k->count; g++)
        clear += by_k->of[g].distribution.total > 0;
    if (rc || clear < 2)
        ce_by_k_free(by_k);
    free(k);
    return rc;
}
