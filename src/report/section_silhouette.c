#include <stdio.h>

#include "io/records.h"
#include "report/html.h"
#include "report/page.h"
#include "report/profile_rows.h"

/* Rows of the table of clusters. */
enum { CLUSTERS = 100 };

/* The silhouettes of the chosen result, and which objects they are of. */
static const double *values(const ce_page *report)
{
    const ce_silhouettes *all = &report->evidence->widths;

    return all->silhouette + report->evidence->chosen * all->targets;
}

static size_t object_of(const ce_page *report, size_t target)
{
    return report->evidence->sample ? report->evidence->sample[target] : target;
}

/* ---- the tables ---- */

/* The rows of ce-score --objects about the chosen result. */
static int objects_as_csv(const ce_page *report, ce_output **table, ce_error *err)
{
    static const char *const name[] = {"clustering", "object",  "cluster",   "own",
                                       "next",       "nearest", "silhouette"};
    const ce_silhouettes *all = &report->evidence->widths;
    size_t first = report->evidence->chosen * all->targets;
    ce_partition chosen = ce_page_chosen(report);
    ce_records records;
    char room[32];
    int rc = ce_page_table_begin(table, &records, name, 7, err);

    if (rc)
        return rc;
    for (size_t t = 0; t < all->targets; t++) {
        size_t i = object_of(report, t);
        ce_records_text(&records, report->input->results->name[report->evidence->chosen]);
        ce_records_text(&records, ce_page_id(report, i, room));
        ce_records_text(&records, ce_page_cluster(report, chosen.labels[i]));
        ce_records_real(&records, all->own[first + t]);
        ce_records_real(&records, all->next[first + t]);
        ce_records_text(&records, ce_page_cluster(report, all->nearest[first + t]));
        ce_records_real(&records, all->silhouette[first + t]);
    }
    ce_records_end(&records);
    return CE_OK;
}

/* ---- the clusters ---- */

static size_t count_below(const ce_profile *profile, const ce_group *group)
{
    size_t below = 0;

    for (size_t i = group->first; i < group->first + group->count; i++)
        below += profile->value[profile->groups.order[i]] < 0;
    return below;
}

static void write_clusters(const ce_page *report, const ce_profile *profile)
{
    ce_output *page = report->page;
    size_t count = profile->groups.count, shown = count < CLUSTERS ? count : CLUSTERS;

    ce_html_more_begin(page, "Show the means", shown, 0);
    ce_output_printf(
        page,
        "<div class=\"scroll\"><table>\n<thead><tr><th>cluster</th><th>objects%s</th><th>mean "
        "silhouette</th>"
        "<th>below 0</th></tr></thead>\n<tbody>\n",
        report->evidence->samples ? " drawn" : "");
    for (size_t g = 0; g < shown; g++) {
        const ce_group *group = &profile->groups.group[g];
        ce_output_text(page, "<tr><td>");
        ce_html_text(page, group->text);
        ce_output_printf(page, "</td><td>%zu</td><td>", group->count);
        ce_html_number(page, profile->mean[g], 3);
        ce_output_printf(page, "</td><td>%zu</td></tr>\n", count_below(profile, group));
    }
    ce_output_text(page, "</tbody></table></div>\n");
    if (count > CLUSTERS)
        ce_output_printf(page, "<p class=\"soft\">The first %d of %zu clusters.</p>\n", CLUSTERS,
                         count);
    ce_html_more_end(page, shown);
}

/* ---- the picture ---- */

/* Clusters of which no object was drawn. */
static size_t count_unseen(const ce_page *report)
{
    const ce_evidence *e = report->evidence;
    ce_partition chosen = ce_page_chosen(report);
    size_t unseen = 0;

    for (int32_t c = 0; c < chosen.k; c++) {
        size_t s = 0;
        while (s < e->samples && chosen.labels[e->sample[s]] != c)
            s++;
        unseen += s == e->samples && e->size[c] > 0;
    }
    return unseen;
}

/* What was drawn at random, "" where all objects are there; and the command for the numbers. */
static void say_sample(const ce_page *report, char *text, size_t room, char *tool, size_t tool_room)
{
    const ce_evidence *e = report->evidence;
    unsigned long long seed = report->input->seed;
    size_t unseen;
    int at, used = snprintf(tool, tool_room, "ce-score -s silhouette --data DATA --objects FILE");

    text[0] = '\0';
    if (!e->samples)
        return;
    unseen = count_unseen(report);
    at = snprintf(text, room,
                  " These are %zu of the %.0f objects, drawn at random with seed %llu. Each is "
                  "compared with all objects.",
                  e->samples, e->objects, seed);
    if (unseen)
        snprintf(text + at, room - (size_t)at, " %zu cluster%s none among them.", unseen,
                 unseen == 1 ? " has" : "s have");
    snprintf(tool + used, tool_room - (size_t)used, " --sample %zu --seed %llu", e->samples, seed);
}

static int write_figure(ce_page *report, const ce_page_profile *p, ce_error *err)
{
    char caption[CE_PAGE_CAPTION], sample[220], tool[160], left[CE_PAGE_LEFT], *bytes = NULL;
    ce_output *numbers = NULL;
    size_t length;
    int rc = ce_page_profile_draw(p, &bytes, &length, left, err);

    if (!rc)
        rc = objects_as_csv(report, &numbers, err);
    say_sample(report, sample, sizeof sample, tool, sizeof tool);
    snprintf(caption, sizeof caption,
             "A bar for each object, in the colour of its cluster: its silhouette. It is near 1 "
             "where the own cluster is much nearer in the data than any other, and 0 in the middle "
             "between two. Beside each cluster stands its mean; the dashed line is the mean of "
             "all. In a good picture the bars are long to the right in every cluster; bars to the "
             "left are objects that are nearer to another cluster. A cluster of short bars hardly "
             "stands apart from its neighbour.%s%s%s",
             ce_page_tell_colours(report), sample, left);
    if (!rc)
        return ce_page_figure(report, bytes, length, "Silhouette of each object by cluster",
                              caption, numbers, "silhouettes.csv", tool, err);
    ce_page_drop(bytes, numbers);
    return rc;
}

static int write_all(ce_page *report, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    ce_page_profile p = {0};
    int rc = ce_page_profile_find(&p, report, &ce_profile_silhouettes, e->sample, e->widths.targets,
                                  values(report), err);

    if (!rc)
        rc = write_figure(report, &p, err);
    if (!rc)
        write_clusters(report, &p.profile);
    ce_page_profile_free(&p);
    return rc;
}

int ce_page_silhouette(ce_page *report, ce_error *err)
{
    const ce_internal *index;

    if (!report->evidence->internal)
        return CE_OK;
    index = &report->evidence->internal[report->evidence->chosen];
    ce_output_text(report->page, "<h2>How well each object fits its cluster</h2>\n");
    if (index->counted)
        return write_all(report, err);
    ce_output_text(report->page,
                   index->is_defined
                       ? "<p>There is no picture: no object has a silhouette.</p>\n"
                       : "<p>There is no picture: silhouettes need at least two clusters, and "
                         "fewer clusters than objects.</p>\n");
    return CE_OK;
}
