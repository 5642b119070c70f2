/* Chooses k by how far the consensus of two halves of the base clusterings agrees (--choose, or no
 * -k at all). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* So many other k are named that are as good. */
enum { NAMED = 3 };

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
static int most_clusters(const consensus_job *j)
{
    return (int)fmin(floor(sqrt(count_objects(j))), MOST_CLUSTERS);
}

int consensus_check_choice(const consensus_job *j, ce_error *err)
{
    const char *path = ce_path_name(j->path);
    size_t m = j->in.labels.m;

    if (!j->options->choose)
        return CE_OK;
    if (m < CE_SPLIT_HALF_MEMBERS)
        return ce_fail(err, CE_EINPUT,
                       "%s: %zu base clustering%s: %d or more expected to be halved, or -k K", path,
                       m, m == 1 ? "" : "s", CE_SPLIT_HALF_MEMBERS);
    if (!j->options->common.k.count && count_objects(j) < LEAST_OBJECTS)
        return ce_fail(err, CE_EINPUT,
                       "%s: %.0f object%s: -k K is needed, k is looked for among %d and more", path,
                       count_objects(j), count_objects(j) == 1 ? "" : "s", LEAST_OBJECTS);
    return CE_OK;
}

/* The rows of all k to try. */
static int list_k(const consensus_job *j, consensus_choice *choice, ce_error *err)
{
    const ce_int_list *given = &j->options->common.k;
    size_t most = given->count ? given->count : MOST_CLUSTERS;

    choice->row = ce_alloc(most, sizeof *choice->row, err);
    if (!choice->row)
        return CE_ENOMEM;
    for (size_t c = 0; c < given->count; c++)
        choice->row[choice->count++].k = given->value[c];
    for (int k = 2; !given->count && k <= most_clusters(j); k += k < EACH_TO ? 1 : THEN_EACH)
        choice->row[choice->count++].k = k;
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

/* ", as at 2 and 3": the other k whose agreement is alike, up to NAMED of them. */
static const char *name_alike(const consensus_choice *choice, char text[64])
{
    const ce_split_half_row *best = &choice->row[choice->best];
    int length = 0;
    size_t named = 0;

    *text = '\0';
    for (size_t c = 0; c < choice->count && named < NAMED; c++) {
        const ce_split_half_row *row = &choice->row[c];
        if (c == choice->best || !ce_split_half_alike(row, best))
            continue;
        length += snprintf(text + length, 64 - (size_t)length, "%s%d",
                           named ? " and " : ", as at k = ", row->k);
        named++;
    }
    return text;
}

static void tell(const consensus_job *j, const consensus_choice *choice)
{
    const ce_split_half_row *best = &choice->row[choice->best];
    int least = best->k, most = best->k;
    char alike[64];

    tell_each(j, choice);
    for (size_t c = 0; c < choice->count; c++)
        if (!isnan(choice->row[c].agreement)) {
            least = choice->row[c].k < least ? choice->row[c].k : least;
            most = choice->row[c].k > most ? choice->row[c].k : most;
        }
    ce_cli_note(j->cli,
                "%s: k = %d of %d..%d: halves of the base clusterings agree best (Jaccard "
                "%.2f%s)%s%s",
                choice->method, best->k, least, most, best->agreement, name_alike(choice, alike),
                best->agreement < CE_CLUSTER_JACCARD_STABLE ? "; below 0.75 no k is stable" : "",
                best->k == most && most > least ? "; it is the largest: try larger ones" : "");
}

int consensus_choose_k(consensus_job *j, const ce_run *run, size_t *k, ce_error *err)
{
    const ce_progress *progress = ce_cli_count(j->cli, "halves of the base clusterings");
    consensus_choice *choice;
    int rc;

    if (!j->choice)
        j->choice = ce_calloc(j->cli->nouns, sizeof *j->choice, err);
    if (!j->choice)
        return CE_ENOMEM;
    choice = &j->choice[j->choices++];
    choice->method = run->method->about.name;
    rc = list_k(j, choice, err);
    if (!rc)
        rc = ce_split_half(run, (size_t)j->options->splits, progress, choice->row, choice->count,
                           err);
    if (rc)
        return rc;
    choice->best = ce_split_half_best(choice->row, choice->count);
    *k = (size_t)choice->row[choice->best].k;
    tell(j, choice);
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
