#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/records.h"
#include "report/html.h"
#include "report/page.h"
#include "report/profile_rows.h"

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

    if (!e->trust.every || e->rows * k > CE_HTML_FILE / 16)
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

/* The bars of the rows that are in a cluster. */
static int find_bars(const ce_page *report, ce_page_profile *p, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    int has_every = e->trust.every != NULL;
    size_t each = has_every ? (size_t)ce_page_chosen(report).k : 1, count = 0;
    const double *from = has_every ? e->trust.every : e->trust.own;
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
        rc = ce_page_profile_find(p, report, has_every ? &ce_profile_every : &ce_profile_items,
                                  object, count, value, err);
    free(object);
    free(value);
    return rc;
}

int ce_page_items(ce_page *report, ce_error *err)
{
    ce_picture picture = ce_page_picture(560);
    char caption[CE_PAGE_CAPTION], left[80] = "", *bytes = NULL;
    int has_every = report->evidence->trust.every != NULL;
    ce_page_profile p = {0};
    ce_output *table = NULL;
    size_t length, left_out = 0;
    int rc = find_bars(report, &p, err);

    if (!rc)
        rc = ce_profile_draw(&p.profile, &picture, &bytes, &length, &left_out, err);
    if (!rc)
        rc = every_as_csv(report, &table, err);
    if (left_out)
        snprintf(left, sizeof left, " Only the %zu largest clusters are drawn.",
                 p.profile.groups.count - left_out);
    snprintf(caption, sizeof caption,
             "The consensus of each object (item-consensus): how often the base clusterings put it "
             "together with the others of its cluster, in the colour of the cluster%s. In a good "
             "picture all bars are long%s.%s%s",
             has_every ? "; added to it, in their colours, that with each other cluster" : "",
             has_every ? " and of one colour. Where two colours share a bar, the object stands "
                         "between two clusters, and clusters that share many bars could be one"
                       : "; a cluster of short bars is one that the base clusterings divide",
             ce_page_tell_colours(report), left);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Consensus of each object by cluster", caption,
                            table, "items.csv", "ce-stability object --every-cluster FILE", err);
    else
        ce_page_drop(bytes, table);
    ce_page_profile_free(&p);
    return rc;
}
