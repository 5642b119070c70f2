/* Which base clusterings tell how sure objects and clusters are. */
#include <stdio.h>

#include "io/records.h"
#include "report/html.h"
#include "report/page.h"
#include "score/k_groups.h"

/* The file that names them where no pattern does. */
static const char list_name[] = "same-k.csv";

void ce_page_tell_mixed(const ce_page *report, char text[CE_PAGE_MIXED])
{
    const ce_sure_members *sure = &report->evidence->sure;
    const ce_labels *labels = &sure->table.labels;
    size_t high = ce_labels_most(labels), low = high;
    char alone[160], range[48];

    for (size_t q = 0; q < labels->m; q++)
        low = (size_t)labels->k[q] < low ? (size_t)labels->k[q] : low;
    snprintf(alone, sizeof alone,
             " <code>--consensus-of same-k</code> takes the %zu of them with k = %d alone.",
             sure->same, sure->k_of_result);
    text[0] = '\0';
    if (sure->k) /* a few of them may have fewer clusters than k */
        return;
    if (low < high)
        snprintf(range, sizeof range, "%zu to %zu", low, high);
    else
        snprintf(range, sizeof range, "%zu", high);
    if (ce_page_is_fine(report))
        snprintf(
            text, CE_PAGE_MIXED,
            " The base clusterings have %s clusters, far more than the result, so that "
            "two objects of a cluster are seldom together: compare values with each other, not "
            "with 1.%s",
            range,
            sure->same > 1
                ? alone
                : " For a picture of one k take base clusterings of it, such as those that "
                  "<code>ce-stability resample --base</code> writes.");
    else if (low < high)
        snprintf(text, CE_PAGE_MIXED, " Base clusterings of %s clusters count together here.%s",
                 range,
                 sure->same > 1 ? alone
                                : " For one k alone, take its base clusterings by <code>ce-select "
                                  "names</code> and make a report of them; <code>ce-stability "
                                  "resample</code> has tables of each k.");
}

int ce_page_is_part(const ce_page *report)
{
    return report->evidence->rows < report->input->members->labels.n;
}

void ce_page_tell_part(const ce_page *report, char text[CE_PAGE_MIXED])
{
    text[0] = '\0';
    if (ce_page_is_part(report))
        snprintf(text, CE_PAGE_MIXED,
                 " Labels are missing and there are many objects: of %zu rows %zu were looked at, "
                 "spread evenly over the clusters, and their consensus is that with each other.",
                 report->input->members->labels.n, report->evidence->rows);
}

static void name_sure(const ce_page *report, const char *before, char text[CE_PAGE_SURE])
{
    const ce_sure_members *sure = &report->evidence->sure;

    if (sure->k)
        snprintf(text, CE_PAGE_SURE, "%s %zu base clusterings with k = %d", before,
                 sure->table.labels.m, sure->k);
    else
        snprintf(text, CE_PAGE_SURE, "%s base clusterings", before);
}

void ce_page_name_sure(const ce_page *report, char text[CE_PAGE_SURE])
{
    name_sure(report, "the", text);
}

void ce_page_in_sure(const ce_page *report, char text[CE_PAGE_SURE])
{
    text[0] = '\0';
    if (report->evidence->sure.k)
        name_sure(report, " in the", text);
}

/* The command that takes them from all. Returns 0 where it reads the list of their names. */
static int find_select(const ce_page *report, char text[CE_PAGE_COMMAND])
{
    char patterns[CE_SURE_PATTERNS];

    if (ce_sure_patterns(report->input->members, report->evidence->sure.k, patterns)) {
        snprintf(text, CE_PAGE_COMMAND, "ce-select names --names '%s' MEMBERS", patterns);
        return 1;
    }
    snprintf(text, CE_PAGE_COMMAND, "ce-select names --from %s MEMBERS", list_name);
    return 0;
}

void ce_page_command(const ce_page *report, const char *tool, const char *line,
                     char text[CE_PAGE_COMMAND])
{
    char select[CE_PAGE_COMMAND];

    if (report->evidence->sure.k) {
        find_select(report, select);
        snprintf(text, CE_PAGE_COMMAND, "%.*s | %s", CE_SURE_PATTERNS + 40, select, line);
    } else {
        snprintf(text, CE_PAGE_COMMAND, "%s", tool);
    }
}

/* ---- the paragraph ---- */

/* A link to the names, as ce-select names --from reads them. */
static int write_list(ce_page *report, ce_error *err)
{
    static const char *const name[] = {"clustering"};
    const ce_label_table *members = report->input->members;
    ce_output *table;
    ce_records records;
    int rc = ce_page_table_begin(&table, &records, name, 1, err);

    if (rc)
        return rc;
    for (size_t q = 0; q < members->labels.m; q++)
        if (ce_k_of_name(members->name[q], NULL) == report->evidence->sure.k)
            ce_records_text(&records, members->name[q]);
    ce_records_end(&records);
    return ce_page_link(report, table, list_name, "ce-diversity --members", err);
}

/* Why these, by the rule. */
static void write_reason(const ce_page *report)
{
    const ce_sure_members *sure = &report->evidence->sure;

    if (report->input->sure == CE_SURE_AUTO)
        ce_output_printf(report->page, ", since there are %zu%s of each k", sure->least,
                         sure->listed ? "" : " or more");
}

int ce_page_sure(ce_page *report, ce_error *err)
{
    char name[CE_PAGE_SURE], select[CE_PAGE_COMMAND];
    ce_output *page = report->page;
    int has_pattern;

    if (!report->evidence->sure.k)
        return CE_OK;
    name_sure(report, "<strong>The", name);
    has_pattern = find_select(report, select);
    ce_output_printf(page, "<p>%s</strong> alone tell how sure objects and clusters are", name);
    write_reason(report);
    ce_output_printf(page,
                     ": in the parts Consensus, How sure each label is, and How consistently each "
                     "object is placed. All other parts look at all %zu base clusterings, and with "
                     "<code>--consensus-of all</code> these do so, too. <code>",
                     report->input->members->labels.m);
    ce_html_text(page, select);
    ce_output_text(page,
                   "</code> takes the same ones, and from them <code>ce-stability object</code>, "
                   "<code>ce-stability cluster</code> and <code>ce-similarity ca</code> find the "
                   "same numbers.</p>\n");
    return has_pattern ? CE_OK : write_list(report, err);
}
