#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/records.h"
#include "report/html.h"
#include "report/page.h"
#include "report/profile_rows.h"

static const char every[] = "ce-stability object -c RESULTS --every-cluster OUTPUT";

/* The rows of ce-stability object --every-cluster; *table is NULL where they have no room on a
 * page. */
static int every_as_csv(const ce_page *report, ce_output **table, ce_error *err)
{
    static const char *const name[] = {"clustering", "object", "cluster", "with", "consensus"};
    const ce_evidence *e = report->evidence;
    ce_partition chosen = ce_page_chosen(report);
    size_t k = (size_t)chosen.k;
    ce_records records;
    char room[32];
    int rc;

    if (!e->trust.every || e->rows * k > CE_HTML_FILE / 24)
        return CE_OK;
    rc = ce_page_table_begin(table, &records, name, 5, err);
    if (rc)
        return rc;
    for (size_t r = 0; r < e->rows; r++)
        for (size_t c = 0; c < k; c++) {
            size_t i = e->row[r];
            ce_records_text(&records, report->input->results->name[e->chosen]);
            ce_records_text(&records, ce_page_id(report, i, room));
            ce_records_text(&records, ce_page_cluster(report, chosen.labels[i]));
            ce_records_text(&records, ce_page_cluster(report, (int32_t)c));
            ce_records_real(&records, e->trust.every[r * k + c]);
        }
    ce_records_end(&records);
    return CE_OK;
}

/* The bars of the rows that are in a cluster; others: with each other cluster, too. */
static int find_bars(const ce_page *report, int others, ce_page_profile *p, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    size_t each = others ? (size_t)ce_page_chosen(report).k : 1, count = 0;
    const double *from = others ? e->trust.every : e->trust.own;
    size_t *object = ce_alloc(e->rows, sizeof *object, err);
    double *value = ce_alloc(e->rows, each * sizeof *value, err);
    int rc = object && value ? CE_OK : CE_ENOMEM;

    for (size_t r = 0; r < e->rows && !rc; r++) {
        if (e->number[e->row[r]] < 0)
            continue;
        object[count] = e->row[r];
        for (size_t c = 0; c < each; c++)
            value[count * each + c] = from[r * each + c];
        count++;
    }
    if (!rc)
        rc = ce_page_profile_find(p, report, others ? &ce_profile_every : &ce_profile_items, object,
                                  count, value, err);
    free(object);
    free(value);
    return rc;
}

/* Whether there is another cluster, besides noise, that an object could be with. */
static int has_others(const ce_page *report)
{
    const ce_evidence *e = report->evidence;
    int32_t clusters = 0;

    for (int32_t c = 0; c < ce_page_chosen(report).k; c++)
        clusters += e->size[c] > 0;
    return e->trust.every && clusters - ce_page_has_noise(report) > 1;
}

static int has_single(const ce_page *report)
{
    int single = 0;

    for (int32_t c = 0; c < ce_page_chosen(report).k; c++)
        single |= report->evidence->size[c] == 1;
    return single;
}

/* left: what ce_page_profile_draw says. */
static void write_caption(const ce_page *report, int others, const char *left,
                          char caption[CE_PAGE_CAPTION])
{
    char mixed[CE_PAGE_MIXED], part[CE_PAGE_MIXED], sure[CE_PAGE_SURE];

    ce_page_tell_mixed(report, mixed);
    ce_page_tell_part(report, part);
    ce_page_name_sure(report, sure);
    snprintf(caption, CE_PAGE_CAPTION,
             "The consensus of each object (item-consensus): how often %s put it "
             "together with the others of its cluster, in the colour of the cluster%s. The dashed "
             "line is the mean with the own cluster. In a good picture %s.%s%s%s%s%s%s",
             sure,
             others ? "; added to it, in their colours, that with each other cluster, so that a "
                      "bar can be longer than 1"
                    : "",
             others ? "the first part of each bar is long and the others are short. Where a second "
                      "colour is as long, the object stands between two clusters, and clusters "
                      "that share many bars could be one"
                    : "all bars are long; a cluster of short bars is one that the base clusterings "
                      "divide",
             has_single(report) ? " An object alone in its cluster has no consensus with it." : "",
             report->input->members->size ? " A bar, and one of n, is a row of the table, which "
                                            "stands for several objects."
                                          : "",
             ce_page_tell_colours(report), mixed, part, left);
}

int ce_page_items(ce_page *report, ce_error *err)
{
    char caption[CE_PAGE_CAPTION], left[CE_PAGE_LEFT] = "", tool[CE_PAGE_COMMAND], *bytes = NULL;
    int others = has_others(report);
    ce_page_profile p = {0};
    ce_output *table = NULL;
    size_t length;
    int rc = find_bars(report, others, &p, err);

    if (!rc)
        rc = ce_page_profile_draw(&p, &bytes, &length, left, err);
    if (!rc)
        rc = every_as_csv(report, &table, err);
    write_caption(report, others, left, caption);
    ce_page_command(report, every, every, tool);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Consensus of each object by cluster", caption,
                            table, "items.csv", tool, err);
    else
        ce_page_drop(bytes, table);
    ce_page_profile_free(&p);
    return rc;
}
