/* ptgp: the bipartite graph held and only applied, the diagonal exact and estimated: one line a
 * check; Bats compares. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/methods/ptgp.h"
#include "consensus/registry.h"
#include "core/memory.h"
#include "linalg/linalg.h"
#include "score/contingency.h"
#include "score/nmi.h"

static unsigned draw(unsigned long *state, unsigned limit)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(*state >> 33) % limit;
}

/* n objects in `classes` classes on a line, m base clusterings that cut the line into 6 to 15
 * intervals; some labels are missing, and the last `alone` objects are alone in every base
 * clustering. */
static int make(ce_labels *labels, size_t n, size_t m, unsigned missing, size_t alone)
{
    unsigned long state = 7;
    ce_error err = {0};

    if (ce_labels_alloc(labels, n, m, &err))
        return 1;
    for (size_t q = 0; q < m; q++) {
        int32_t *column = ce_labels_column(labels, q);
        unsigned k = 6 + draw(&state, 10), shift = draw(&state, 1000);
        for (size_t i = 0; i < n; i++) {
            unsigned place =
                (unsigned)(i * 10000 / n) + (unsigned)(i * 3 / n) * 2000 + draw(&state, 700);
            column[i] =
                draw(&state, 100) < missing ? CE_MISSING : (int32_t)((place + shift) * k / 16000);
            if (i + alone >= n)
                column[i] = (int32_t)(100 + i);
        }
        if (ce_labels_renumber(column, n, &labels->k[q], &err))
            return 1;
    }
    return 0;
}

static int run(const ce_labels *labels, ce_ptgp_limits limits, size_t k, ce_partition *result)
{
    const ce_method *ptgp = ce_method_find("ptgp");
    ce_ensemble ensemble = {0};
    ce_settings settings = {0};
    ce_report report = {0};
    ce_run call = {.ensemble = &ensemble,
                   .method = ptgp,
                   .settings = &settings,
                   .k = k,
                   .seed = 1,
                   .column = "ptgp",
                   .report = &report};
    ce_error err = {0};
    int rc = ce_settings_init(&settings, &ptgp->about.options, NULL, &err);

    if (!rc)
        rc = ce_ensemble_init(&ensemble, labels, NULL, &err);
    if (!rc)
        rc = ce_ptgp_run(&call, &limits, result, &err);
    if (rc)
        printf("failed: %s\n", err.text);
    ce_ensemble_free(&ensemble);
    ce_settings_free(&settings);
    ce_report_free(&report);
    return rc;
}

static double agreement(const ce_partition *a, const ce_partition *b)
{
    ce_contingency table = {0};
    ce_error err = {0};
    double nmi = ce_contingency_build(&table, a->labels, a->k, b->labels, b->k, NULL, a->n, &err)
                     ? -1
                     : ce_nmi(&table, CE_NMI_MAX);

    ce_contingency_free(&table);
    return nmi;
}

static void compare(const char *name, unsigned missing, size_t alone, size_t k)
{
    const ce_ptgp_limits held = CE_PTGP_LIMITS, applied = {1, held.exact_diagonal},
                         estimated = {held.largest_held, 1};
    ce_partition a = {0}, b = {0}, c = {0};
    ce_labels labels = {0};

    if (!make(&labels, 600, 8, missing, alone) && !run(&labels, held, k, &a) &&
        !run(&labels, applied, k, &b) && !run(&labels, estimated, k, &c))
        printf("%s: k %d, applied %s, estimated diagonal %s\n", name, a.k,
               agreement(&a, &b) > .999 ? "the same" : "different",
               agreement(&a, &c) > .95 ? "nearly the same" : "different");
    ce_partition_free(&a);
    ce_partition_free(&b);
    ce_partition_free(&c);
    ce_labels_free(&labels);
}

int main(void)
{
    ce_linalg_start();
    compare("complete labels", 0, 0, 3);
    compare("complete labels", 0, 0, 6);
    compare("complete labels", 0, 0, 14);
    compare("missing labels", 15, 0, 3);
    compare("missing labels", 40, 0, 9);
    compare("objects alone", 0, 2, 3);
    return 0;
}
