/* ce-consensus --advise: which functions suit the base clusterings in FILE, by the evidence of the
 * benchmark, with estimates of time and memory. Nothing is run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/advice.h"
#include "core/memory.h"
#include "io/output.h"
#include "job.h"

/* Fewer base clusterings than this leave much to chance. */
#define FEW_MEMBERS 10

/* "12 MiB", "1.5 GiB" */
static void write_size(char text[24], double bytes)
{
    static const char *const unit[] = {"KiB", "MiB", "GiB", "TiB"};
    size_t u = 0;

    for (bytes /= 1024; bytes >= 1000 && u < 3; u++)
        bytes /= 1024;
    snprintf(text, 24, "%.*f %s", bytes < 9.95 ? 1 : 0, bytes, unit[u]);
}

/* "0.02 s", "12 s", "5 min", "3 h", "2 days" */
static void write_time(char text[24], double seconds)
{
    if (seconds < 0.01)
        snprintf(text, 24, "<0.01 s");
    else if (seconds < 0.95)
        snprintf(text, 24, "%.2f s", seconds);
    else if (seconds < 99.5)
        snprintf(text, 24, "%.*f s", seconds < 9.95 ? 1 : 0, seconds);
    else if (seconds < 5400)
        snprintf(text, 24, "%.0f min", seconds / 60);
    else if (seconds < 48 * 3600)
        snprintf(text, 24, "%.0f h", seconds / 3600);
    else
        snprintf(text, 24, "%.0f days", seconds / 86400);
}

static void write_facts(ce_output *output, const ce_ensemble_facts *f, double available)
{
    char size[24];

    write_size(size, available);
    ce_output_printf(output, "objects             %zu\n", f->n);
    if (f->unlabelled)
        ce_output_printf(output, "without any label   %zu, left out\n", f->unlabelled);
    ce_output_printf(output, "base clusterings    %zu\n", f->m);
    if (f->least == f->most)
        ce_output_printf(output, "clusters            %zu in each\n", f->least);
    else
        ce_output_printf(output, "clusters            %zu to %zu, %zu in all\n", f->least, f->most,
                         f->clusters);
    ce_output_printf(output, "microclusters       %zu (%.0f %% of the objects)\n", f->microclusters,
                     100.0 * (double)f->microclusters / (double)f->n);
    if (f->missing > 0)
        ce_output_printf(output, "missing labels      %.2g %%\n", 100 * f->missing);
    ce_output_printf(output, "memory available    %s\n", size);
}

static void write_call(ce_output *output, const ce_advice *a, const char *path)
{
    ce_output_printf(output, "%s%s%s", a->about->name, *a->evidence->options ? " " : "",
                     a->evidence->options);
    ce_output_printf(output, "\n    ce-consensus %s%s%s -k K %s\n", a->about->name,
                     *a->evidence->options ? " " : "", a->evidence->options, path);
}

static void write_recommended(ce_output *output, const ce_ensemble_facts *facts,
                              const ce_advice *advice, size_t count, const char *path)
{
    size_t named = 0;

    ce_output_text(output, "\nrecommended\n");
    for (size_t i = 0; i < count; i++) {
        const ce_advice *a = &advice[i];
        char time[24], size[24];
        if (a->why == CE_ADVICE_OTHER)
            continue;
        named++;
        write_time(time, a->seconds);
        write_size(size, a->bytes);
        ce_output_text(output, "  ");
        write_call(output, a, path);
        ce_output_printf(
            output,
            "    mean rank %.1f of %zu on %d data sets, mean ARI %.2f; about %s and %s "
            "here\n",
            a->rank, ce_advice_ranked(), ce_advice_sets(facts), a->ari, time, size);
        if (a->why == CE_ADVICE_BEST)
            ce_output_text(output, "    the best rank of the functions that fit\n");
        else if (a->why == CE_ADVICE_SECOND)
            ce_output_printf(output,
                             "    the best of another family (%s): where both agree, trust "
                             "the result more\n",
                             a->about->family);
        else
            ce_output_printf(output,
                             "    among the fastest of those within the critical difference of "
                             "%.1f ranks\n",
                             ce_advice_difference(facts));
    }
    if (!named)
        ce_output_text(output, "  none: no function fits; see clens-clusters(7), or make fewer "
                               "microclusters\n");
}

static void write_all(ce_output *output, const ce_advice *advice, size_t count)
{
    ce_output_printf(output, "\n%-22s %6s %6s %9s %9s\n", "function", "rank", "ARI", "time",
                     "memory");
    for (size_t i = 0; i < count; i++) {
        const ce_advice *a = &advice[i];
        char time[24], size[24], name[64];
        write_time(time, a->seconds);
        write_size(size, a->bytes);
        snprintf(name, sizeof name, "%s%s%s", a->about->name, *a->evidence->options ? " " : "",
                 a->evidence->options);
        ce_output_printf(output, "%-22s %6.1f %6.2f %9s %9s%s\n", name, a->rank, a->ari, time, size,
                         a->fits ? "" : "  does not fit");
    }
}

/* What a user should know before any function is run. */
static void write_remarks(ce_output *output, const ce_ensemble_facts *f)
{
    if (f->m < FEW_MEMBERS)
        ce_output_printf(output,
                         "\nThere are only %zu base clusterings; the benchmark has 30. More "
                         "of them make the result more certain.\n",
                         f->m);
    if (f->fixed)
        ce_output_text(output, "\nAll base clusterings have the same k. With a k drawn from 2 "
                               "to the root of n,\nfunctions find clusters that k-means alone does "
                               "not see (clens-choosing(7)).\n");
    if (f->missing > 0.2)
        ce_output_text(output, "\nMany labels are missing. The benchmark has none missing: its "
                               "order is a weaker guide here.\n");
}

static int write_advice(const ce_cli *cli, const ce_ensemble_facts *facts, const ce_advice *advice,
                        size_t count, double available, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_output *output = NULL;
    int rc = ce_output_open(&output, cli->common->output, err);

    if (rc)
        return rc;
    write_facts(output, facts, available);
    write_recommended(output, facts, advice, count, path ? path : "-");
    write_all(output, advice, count);
    write_remarks(output, facts);
    ce_output_text(output, "\nclens-choosing(7) explains these numbers, and how to choose k.\n");
    return ce_output_close(output, err);
}

int consensus_advise(const ce_cli *cli, ce_error *err)
{
    ce_label_table in = {0};
    ce_membership_table membership = {0};
    ce_ensemble ensemble = {0};
    ce_ensemble_facts facts;
    ce_advice *advice = NULL;
    ce_table_format format = ce_cli_format(cli);
    double available = (double)ce_memory_available();
    size_t count = 0;
    int rc = ce_ensemble_table_read(&in, &membership, ce_cli_operand(cli, 0), &format, err);

    if (!rc)
        rc = ce_ensemble_init(&ensemble, &in.labels, in.size, err);
    if (!rc)
        rc = ce_ensemble_describe(&ensemble, &facts, err);
    if (!rc)
        rc = ce_advise(&facts, available, &advice, &count, err);
    if (!rc)
        rc = write_advice(cli, &facts, advice, count, available, err);
    free(advice);
    ce_ensemble_free(&ensemble);
    ce_membership_table_free(&membership);
    ce_label_table_free(&in);
    return rc;
}
