/* Chooses k by how far the consensus of two halves of the base clusterings agrees (--choose, or no
 * -k at all). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/constraint_input.h"
#include "consensus/registry.h"
#include "consensus/split_half.h"
#include "core/memory.h"
#include "io/output.h"
#include "io/records.h"
#include "job.h"
#include "score/cluster_jaccard.h"

/* Where no -k is given: all from 2 to 20, and then every fifth to 40; none above the root of the
 * number of objects. */
enum { MOST_CLUSTERS = 40, EACH_TO = 20, THEN_EACH = 5 };

/* Clusters of fewer objects than this on average agree with hardly any choice. */
#define SMALL 3.0

/* So many other k are named that are as good, and bytes for their names. */
enum { NAMED = 3, NAMES = 64 };

struct consensus_choice {
    const char *method;
    ce_split_half_row *row; /* owned; count */
    size_t count, best;
};

static double count_objects(const consensus_job *j)
{
    double objects = 0;

    for (size_t i = 0; i < j->in.labels.n; i++)
        objects += j->in.size ? j->in.size[i] : 1;
    return objects;
}

/* The largest k to try where none is given. */
static int most_clusters(double objects)
{
    return (int)fmin(floor(sqrt(objects)), MOST_CLUSTERS);
}

static int next_k(int k)
{
    return k + (k < EACH_TO ? 1 : THEN_EACH);
}

size_t consensus_tries(double objects)
{
    size_t tries = 0;

    for (int k = 2; k <= most_clusters(objects); k = next_k(k))
        tries++;
    return tries;
}

int consensus_check_choice(const consensus_job *j, ce_error *err)
{
    const char *path = ce_path_name(j->path);
    size_t m = j->in.labels.m;

    if (!j->options->choose && !j->options->agreement)
        return CE_OK;
    if (m < CE_SPLIT_HALF_MEMBERS)
        return ce_fail(err, CE_EINPUT,
                       "%s: %zu base clustering%s: to look for k, %d or more are needed; else give "
                       "one k with -k",
                       path, m, m == 1 ? "" : "s", CE_SPLIT_HALF_MEMBERS);
    if (!j->options->common.k.count && count_objects(j) < LEAST_OBJECTS)
        return ce_fail(err, CE_EINPUT,
                       "%s: %.0f object%s: to look for k, %d or more are needed; else give k with "
                       "-k",
                       path, count_objects(j), count_objects(j) == 1 ? "" : "s", LEAST_OBJECTS);
    return CE_OK;
}

/* Whether constraints say that k clusters cannot keep them, which --infeasible refuses. */
static int is_infeasible(const consensus_job *j, const ce_method *method, int k)
{
    ce_error none = {0};

    return (method->about.needs & CE_USES_CONSTRAINTS) &&
           j->options->infeasible == CE_INFEASIBLE_STOP &&
           ce_chunklets_check_k(&j->constraints.chunklets, (size_t)k, NULL, &none) == CE_EINPUT;
}

/* The rows of all k to try. Those of -k were checked when they were read. */
static int list_k(const consensus_job *j, const ce_method *method, consensus_choice *choice,
                  ce_error *err)
{
    const ce_int_list *given = &j->options->common.k;
    int most = most_clusters(count_objects(j));

    choice->row = ce_alloc(given->count ? given->count : MOST_CLUSTERS, sizeof *choice->row, err);
    if (!choice->row)
        return CE_ENOMEM;
    for (size_t c = 0; c < given->count; c++)
        choice->row[choice->count++].k = given->value[c];
    for (int k = 2; !given->count && k <= most; k = next_k(k))
        if (!is_infeasible(j, method, k))
            choice->row[choice->count++].k = k;
    if (!choice->count)
        return ce_chunklets_check_k(&j->constraints.chunklets, (size_t)most, NULL, err);
    return CE_OK;
}

static void tell_each(const consensus_job *j, const consensus_choice *choice)
{
    for (size_t c = 0; c < choice->count; c++) {
        const ce_split_half_row *row = &choice->row[c];
        if (isnan(row->agreement))
            ce_cli_detail(j->cli, "%s: k = %d: some half gives no %d clusters", choice->method,
                          row->k, row->k);
        else
            ce_cli_detail(j->cli, "%s: k = %d: halves of the base clusterings agree by %.2f",
                          choice->method, row->k, row->agreement);
    }
}

/* "2..12" or "2..6,9": the k that were tried. */
static const char *name_tried(const consensus_choice *choice, char *text, size_t room)
{
    int k[MOST_CLUSTERS], whole = choice->count <= MOST_CLUSTERS;

    for (size_t c = 0; c < choice->count && whole; c++)
        k[c] = choice->row[c].k;
    if (!whole || !ce_ranges_text(text, room, k, choice->count, ","))
        snprintf(text, room, "%zu values", choice->count);
    return text;
}

/* ", as at k = 2, 3 and 7": other k as good as the chosen one, up to NAMED of them. */
static const char *name_alike(const consensus_choice *choice, char text[NAMES])
{
    size_t count = 0, named = 0;
    int length = 0;

    *text = '\0';
    for (size_t c = 0; c < choice->count; c++)
        count += c != choice->best && ce_split_half_alike(choice->row, choice->count, c);
    for (size_t c = 0; c < choice->count && named < NAMED; c++) {
        if (c == choice->best || !ce_split_half_alike(choice->row, choice->count, c))
            continue;
        named++;
        length += snprintf(text + length, NAMES - (size_t)length, "%s%d",
                           named == 1       ? ", as at k = "
                           : named == count ? " and "
                                            : ", ",
                           choice->row[c].k);
    }
    if (count > named)
        snprintf(text + length, NAMES - (size_t)length, " and others");
    return text;
}

static void tell(const consensus_job *j, const consensus_choice *choice)
{
    const ce_split_half_row *best = &choice->row[choice->best];
    char alike[NAMES], tried[120];
    int most = best->k;

    tell_each(j, choice);
    for (size_t c = 0; c < choice->count; c++)
        most = choice->row[c].k > most ? choice->row[c].k : most;
    ce_cli_note(
        j->cli, "%s: k = %d of %s: halves of the base clusterings agree best (Jaccard %.*f%s)%s%s",
        choice->method, best->k, name_tried(choice, tried, sizeof tried),
        ce_cluster_jaccard_digits(best->agreement), best->agreement, name_alike(choice, alike),
        best->agreement < CE_CLUSTER_JACCARD_STABLE ? "; below 0.75 no k is stable" : "",
        SMALL * best->k > count_objects(j)
            ? "; clusters of so few objects always agree: try smaller k"
        : best->k == most && choice->count > 1 ? "; it is the largest: try larger ones"
                                               : "");
}

/* Fills the rows of a choice, and finds the best. */
static int choose(const consensus_job *j, const ce_run *run, consensus_choice *choice,
                  ce_error *err)
{
    const ce_progress *progress = ce_cli_count(j->cli, "splits of the base clusterings");
    int rc = list_k(j, run->method, choice, err);

    if (!rc)
        rc = ce_split_half(run, (size_t)j->options->splits, progress, choice->row, choice->count,
                           err);
    if (!rc)
        choice->best = ce_split_half_best(choice->row, choice->count);
    return rc;
}

int consensus_choose_k(consensus_job *j, const ce_run *run, size_t *k, ce_error *err)
{
    consensus_choice choice = {.method = run->method->about.name};
    int rc;

    if (!j->choice)
        j->choice = ce_calloc(j->cli->nouns, sizeof *j->choice, err);
    if (!j->choice)
        return CE_ENOMEM;
    rc = choose(j, run, &choice, err);
    if (rc) {
        free(choice.row);
        return rc;
    }
    *k = (size_t)choice.row[choice.best].k;
    tell(j, &choice);
    j->choice[j->choices++] = choice;
    return CE_OK;
}

int consensus_compare_halves(consensus_job *j, const ce_run *run, ce_error *err)
{
    ce_error inner = {0};
    char worded[2 * CE_ERROR_TEXT];
    size_t k;
    int rc = consensus_choose_k(j, run, &k, &inner);

    if (rc == CE_ENOMEM)
        return ce_fail(err, CE_ENOMEM, "%s", inner.text);
    if (rc) {
        ce_error_word(inner.text, "--", worded, sizeof worded);
        ce_cli_note(j->cli, "%s", worded);
    }
    return CE_OK;
}

int consensus_write_agreement(const consensus_job *j, ce_error *err)
{
    static const char *const column[] = {"function", "k", "agreement", "deviation", "chosen"};
    const char *path = j->options->agreement;
    ce_records records;
    ce_output *output;
    int json = ce_cli_form_of(j->cli, CE_RECORDS_NAMES, CE_RECORDS_CSV, path) == CE_RECORDS_JSON;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_records_begin(&records, output, column, sizeof column / sizeof *column, json,
                     j->options->common.delimiter);
    for (size_t f = 0; f < j->choices; f++)
        for (size_t c = 0; c < j->choice[f].count; c++) {
            const ce_split_half_row *row = &j->choice[f].row[c];
            ce_records_text(&records, j->choice[f].method);
            ce_records_integer(&records, row->k);
            ce_records_real(&records, row->agreement);
            ce_records_real(&records, row->deviation);
            ce_records_integer(&records, c == j->choice[f].best);
        }
    ce_records_end(&records);
    if (json)
        ce_output_char(output, '\n');
    return ce_output_close(output, err);
}

void consensus_choices_free(consensus_job *j)
{
    for (size_t f = 0; f < j->choices; f++)
        free(j->choice[f].row);
    free(j->choice);
}
