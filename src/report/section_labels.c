#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/clustree.h"
#include "plot/flow.h"
#include "plot/shades.h"
#include "plot/tracking.h"
#include "report/html.h"
#include "report/page.h"
#include "score/k_groups.h"

/* Results at most: of the tracking plot, of the flow. */
enum { COLUMNS = 40, FLOWS = 12 };

/* The columns first .. first + count - 1, which owns nothing but the struct. */
static ce_label_table columns_of(const ce_label_table *table, const ce_label_table *ids,
                                 size_t first, size_t count)
{
    ce_label_table part = *table;

    part.labels.m = count;
    part.labels.labels += first * table->labels.n;
    part.labels.k += first;
    part.name += first;
    if (part.categories)
        part.categories += first;
    part.size = ids->size;
    part.id = ids->id;
    return part;
}

/* A picture of cells, and what is said of it. */
typedef struct {
    int lie; /* objects from left to right */
    const char *about, *text;
    const char *file, *tool; /* the numbers behind it, and the command that writes them */
} cells;

static const cells of_results = {
    0, "Tracking plot",
    "The cluster of each object (from top to bottom) in one result after the other; clusters of "
    "nearly the same objects have one colour. In a good picture colours change only where a "
    "cluster splits, and blocks are whole. Numbers and colours begin at the chosen result, which "
    "has those of the other pictures; <code>ce-plot tracking</code> begins at that with the fewest "
    "clusters, so that a cluster can have another number there.",
    "tracking.csv", "ce-plot tracking --format csv"};

/* The tool is that of the call. */
static const cells of_members = {
    1, "Base clusterings by objects",
    "A row for each base clustering. The objects stand from left to right, sorted by the result. "
    "A cluster has the colour of the cluster of the result that it corresponds to. In a good "
    "picture most rows show the same blocks; rows of noise belong to members that say nothing, "
    "columns of noise to objects "
    "without a home.",
    "labels.csv", NULL};

/* Results after each other, or members beside the chosen one. first: by whose labels the objects
 * are sorted first; or NULL. */
static int write_cells(ce_page *report, const ce_label_table *table, const ce_matched *matched,
                       const int32_t *first, const cells *shown, ce_error *err)
{
    size_t n = table->labels.n, m = table->labels.m, length;
    size_t *order = ce_alloc(n, sizeof *order, err);
    ce_tracking_options how = {ce_page_picture(shown->lie && m > 40 ? 900 : 560), CE_PAGE_PIXELS,
                               shown->lie, NULL};
    char caption[CE_PAGE_CAPTION], reduced[160] = "", grey[120] = "", *bytes = NULL;
    const char *white = ce_labels_have_missing(&table->labels) ? " White is a missing label." : "";
    ce_tracking_note note;
    ce_output *numbers = NULL;
    int rc = order ? ce_matched_order(matched, &table->labels, first, ce_page_chosen(report).k,
                                      order, err)
                   : CE_ENOMEM;

    if (!rc)
        rc = ce_tracking(table, matched, order, &how, &bytes, &length, &note, err);
    if (!rc && n * m <= CE_HTML_FILE / 3)
        rc = ce_output_open_kept(&numbers, err);
    if (numbers)
        ce_tracking_write(table, matched, order, numbers, ',');
    if (!rc && note.objects > (double)note.pixels)
        snprintf(reduced, sizeof reduced,
                 " %.0f objects share %zu lines of pixels, each in the colour of most.",
                 note.objects, note.pixels);
    if (!rc && note.grey)
        snprintf(grey, sizeof grey, " %d cluster%s %s grey: there are %d colours.", note.grey,
                 note.grey == 1 ? "" : "s", note.grey == 1 ? "is" : "are", CE_PLOT_SHADES);
    snprintf(caption, sizeof caption, "%s%s%s%s", shown->text, white, reduced, grey);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, shown->about, caption, numbers, shown->file,
                            shown->tool, err);
    else
        ce_page_drop(bytes, numbers);
    free(order);
    return rc;
}

/* A picture of how objects go from one result to the next. bytes: NULL after a failure. */
static int write_steps(ce_page *report, const ce_label_table *table, char *bytes, size_t length,
                       const char *about, const char *caption, const char *file, const char *tool,
                       ce_error *err)
{
    ce_output *numbers = NULL;
    int rc = ce_output_open_kept(&numbers, err);

    if (!rc)
        rc = ce_flow_write(table, numbers, ',', err);
    if (!rc)
        return ce_page_figure(report, bytes, length, about, caption, numbers, file, tool, err);
    ce_page_drop(bytes, numbers);
    return rc;
}

/* What a picture of steps puts together and leaves out: `shapes` that clusters share, and lines
 * that are thinner than `least`. */
static void say_reduced(char *text, size_t room, size_t pooled, const char *shapes, size_t lines,
                        const char *line, const char *least)
{
    size_t used = 0;

    text[0] = '\0';
    if (pooled)
        used = (size_t)snprintf(text, room, " %zu small clusters share the grey %s.", pooled,
                                shapes);
    if (lines)
        snprintf(text + used, room - used, " %zu %s%s of less than %s %s left out.", lines, line,
                 lines == 1 ? "" : "s", least, lines == 1 ? "is" : "are");
}

static int write_flow(ce_page *report, const ce_label_table *table, const ce_matched *matched,
                      ce_error *err)
{
    ce_flow_options how = {ce_page_picture(560), 20, 0.002};
    char caption[CE_PAGE_CAPTION], reduced[240], *bytes = NULL;
    size_t length;
    ce_flow_note note;
    int rc = ce_flow(table, matched, &how, &bytes, &length, &note, err);

    if (rc)
        return rc;
    say_reduced(reduced, sizeof reduced, note.pooled, "bars", note.bands, "band",
                "0.2 % of the objects");
    snprintf(caption, sizeof caption,
             "How objects go from the clusters of one result to those of the next. In a good "
             "picture clusters split and stay; bands that cross are objects on which the results "
             "disagree.%s",
             reduced);
    return write_steps(report, table, bytes, length, "Flow between results", caption, "flow.csv",
                       "ce-plot flow --format csv", err);
}

static int write_clustree(ce_page *report, const ce_label_table *table, const ce_matched *matched,
                          ce_error *err)
{
    ce_clustree_options how = {ce_page_picture(560), 20, 0.1};
    char caption[CE_PAGE_CAPTION], reduced[240], *bytes = NULL;
    size_t length;
    ce_clustree_note note;
    int rc = ce_clustree(table, matched, &how, &bytes, &length, &note, err);

    if (rc)
        return rc;
    say_reduced(reduced, sizeof reduced, note.pooled, "circles", note.lines, "line",
                "10 % of the lower cluster");
    snprintf(caption, sizeof caption,
             "The clusters of one method, a row for each k: a circle is as large as its cluster. A "
             "line is the objects that two clusters share: as wide as these are many, and the "
             "darker, the larger their share of the lower cluster. In a good picture each cluster "
             "has one dark line from above. A cluster with several dark lines is made of parts "
             "that did not belong together: k may be too large there.%s",
             reduced);
    return write_steps(report, table, bytes, length, "Tree of clusters (clustree)", caption,
                       "clustree.csv", "ce-plot clustree --format csv", err);
}

/* Bytes of the name of its method, as in eac-al.k2; all of a name that tells no k. */
static size_t method_length(const char *name)
{
    size_t front = strlen(name);

    ce_k_of_name(name, &front);
    return front;
}

static int is_of_method(const ce_label_table *results, size_t r, size_t chosen)
{
    const char *name = results->name[r], *other = results->name[chosen];
    size_t length = method_length(other);

    return method_length(name) == length && !strncmp(name, other, length);
}

/* Results first .. first + count - 1. */
typedef struct {
    size_t first, count;
    int of_method; /* others than those of the chosen method are left out */
} range;

static size_t at_least(size_t value, size_t least)
{
    return value > least ? value : least;
}

static size_t at_most(size_t value, size_t most)
{
    return value < most ? value : most;
}

/* The pictures of results. */
typedef enum { TRACKING, FLOW, TREE } picture_kind;

/* At most `most` results around the chosen one, those of its method first. A flow from one method
 * to the next tells nothing: where not all results are shown it has those of one method. A tree
 * always has. */
static range show(const ce_label_table *results, size_t chosen, size_t most, picture_kind kind)
{
    size_t m = results->labels.m, low = chosen, high = chosen + 1, begin = 0, end = m;
    range all = {0, m, 0}, part = {0, most, 0};

    if (m <= most && kind != TREE)
        return all;
    while (low > 0 && is_of_method(results, low - 1, chosen))
        low--;
    while (high < m && is_of_method(results, high, chosen))
        high++;
    if (kind == TREE || (kind == FLOW && high - low > 1)) {
        begin = low;
        end = high;
        part = (range){low, at_most(most, high - low), 1};
    }
    part.first = chosen - at_most(chosen, part.count / 2);
    if (high - low <= part.count)
        part.first = at_most(low, at_least(part.first + part.count, high) - part.count);
    part.first = at_most(at_least(part.first, begin), end - part.count);
    return part;
}

/* Whether these results make a tree: k after k. With two the flow says the same. */
static int is_tree(const ce_label_table *results, const range *shown)
{
    for (size_t r = 1; r < shown->count; r++)
        if (results->labels.k[shown->first + r] <= results->labels.k[shown->first + r - 1])
            return 0;
    return shown->count > 2;
}

static void tell_range(const ce_page *report, const range *shown, const char *what)
{
    size_t m = report->input->results->labels.m;

    if (shown->count < m)
        ce_output_printf(report->page,
                         "<p class=\"soft\">%s: %zu of %zu results, those %saround the "
                         "chosen one.</p>\n",
                         what, shown->count, m, shown->of_method ? "of its method " : "");
}

/* The results around the chosen one, at most `most` of them. */
static int write_results(ce_page *report, size_t most, picture_kind kind, ce_error *err)
{
    static const char *const what[] = {"Tracking", "Flow", "Tree of clusters"};
    const ce_label_table *results = report->input->results;
    size_t chosen = report->evidence->chosen;
    range shown = show(results, chosen, most, kind);
    ce_label_table table = columns_of(results, report->input->members, shown.first, shown.count);
    ce_matched matched = {0};
    int rc;

    if (kind == TREE && !is_tree(results, &shown))
        return CE_OK;
    rc = ce_matched_around(&matched, &table.labels, table.size, chosen - shown.first,
                           report->evidence->rank, err);
    if (rc)
        return rc;
    ce_matched_part_noise(&matched, table.categories);
    tell_range(report, &shown, what[kind]);
    rc = kind == TRACKING ? write_cells(report, &table, &matched, NULL, &of_results, err)
         : kind == FLOW   ? write_flow(report, &table, &matched, err)
                          : write_clustree(report, &table, &matched, err);
    ce_matched_free(&matched);
    return rc;
}

static int write_members(ce_page *report, ce_error *err)
{
    cells members = of_members;
    const ce_page_input *input = report->input;
    size_t m = input->members->labels.m, shown = m < 200 ? m : 200;
    ce_label_table table = columns_of(input->members, input->members, 0, shown);
    const ce_evidence *e = report->evidence;
    ce_matched matched = {0};
    char *tool = NULL;
    int rc = ce_page_tool(report, "ce-plot members", &tool, err);

    if (!rc)
        rc = ce_matched_build(&matched, &table.labels, table.size, e->number,
                              ce_page_chosen(report).k, err);
    if (!rc && ce_page_has_noise(report))
        matched.noise = ce_page_noise(report);
    if (!rc)
        ce_matched_part_noise(&matched, table.categories);
    if (!rc && shown < m)
        ce_output_printf(report->page,
                         "<p class=\"soft\">The first %zu of %zu base "
                         "clusterings.</p>\n",
                         shown, m);
    members.tool = tool;
    if (!rc)
        rc = write_cells(report, &table, &matched, e->number, &members, err);
    ce_matched_free(&matched);
    free(tool);
    return rc;
}

int ce_page_labels(ce_page *report, ce_error *err)
{
    int rc = CE_OK;

    if (report->input->results->labels.m > 1) {
        ce_output_text(report->page, "<h2>From result to result</h2>\n");
        rc = write_results(report, COLUMNS, TRACKING, err);
        if (!rc)
            rc = write_results(report, FLOWS, FLOW, err);
        if (!rc)
            rc = write_results(report, FLOWS, TREE, err);
    }
    if (!rc) {
        ce_output_text(report->page, "<h2>The members beside the result</h2>\n");
        rc = write_members(report, err);
    }
    return rc;
}
