#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/trail.h"
#include "report/html.h"
#include "report/page.h"

static int is_log(const ce_runs *runs, const ce_trail_file *file)
{
    return runs && !strcmp(runs->path, file->path ? file->path : "-");
}

/* The files that this process has read, but for the log of runs: *count of them, owned by the
 * caller. */
static int find_read(const ce_runs *runs, ce_logged_file **file, size_t *count, ce_error *err)
{
    const ce_trail *trail = ce_trail_get();

    *count = 0;
    *file = ce_alloc(trail->count, sizeof **file, err);
    if (!*file)
        return CE_ENOMEM;
    for (size_t f = 0; f < trail->count; f++) {
        const ce_trail_file *of = &trail->file[f];
        if (of->kind == CE_TRAIL_READ && !is_log(runs, of))
            (*file)[(*count)++] = (ce_logged_file){of->path, of->bytes, of->crc};
    }
    return CE_OK;
}

static int write_command(ce_output *page, const ce_logged_run *run, ce_error *err)
{
    ce_output *line;
    char *text = NULL;
    size_t length;
    int rc = ce_output_open_kept(&line, err);

    if (rc)
        return rc;
    for (size_t w = 0; w < run->words; w++) {
        const char *name = w ? NULL : strrchr(run->word[0], '/');
        if (w)
            ce_output_char(line, ' ');
        ce_output_shell(line, name ? name + 1 : run->word[w]);
    }
    rc = ce_output_take(line, &text, &length, err);
    if (!rc)
        ce_html_text(page, text);
    free(text);
    return rc;
}

/* One run of the list: the command, and whose seed it is. */
static int write_run(ce_output *page, const ce_logged_run *run, ce_error *err)
{
    int rc;

    ce_output_text(page, "<li><code>");
    rc = write_command(page, run, err);
    ce_output_text(page, "</code><br><span class=\"soft\">wrote ");
    ce_html_text(page, run->wrote ? run->wrote : "standard output");
    if (run->seed) {
        ce_output_text(page, "; seed ");
        ce_html_text(page, run->seed);
    }
    if (run->version) {
        ce_output_text(page, "; Clens ");
        ce_html_text(page, run->version);
    }
    ce_output_text(page, "</span></li>\n");
    return rc;
}

static int write_runs(ce_output *page, const ce_runs *runs, ce_error *err)
{
    int rc = CE_OK;

    if (!runs) {
        ce_output_text(page, "<p class=\"soft\">The commands and seeds that made these files are "
                             "not known to this page: <code>--runs</code> reads them from a log of "
                             "runs, which <code>--log</code> of each tool writes.</p>\n");
        return CE_OK;
    }
    if (!runs->made) {
        ce_output_text(page, "<p class=\"soft\">No run in ");
        ce_html_text(page, runs->path);
        ce_output_text(page, " wrote one of these files.</p>\n");
        return CE_OK;
    }
    ce_output_text(page, "<p>The runs that made them, by their checksums in ");
    ce_html_text(page, runs->path);
    ce_output_text(page, ", each with its seed:</p>\n<ol>\n");
    for (size_t r = 0; r < runs->count && !rc; r++)
        if (runs->run[r].number)
            rc = write_run(page, &runs->run[r], err);
    ce_output_text(page, "</ol>\n");
    return rc;
}

static void write_files(ce_output *page, const ce_runs *runs, const ce_logged_file *file,
                        size_t count)
{
    ce_output_text(page, "<div class=\"scroll\"><table>\n<thead><tr><th>read</th><th>bytes</th>"
                         "<th>CRC-32</th>");
    ce_output_text(page, runs ? "<th>made by run</th></tr></thead>\n<tbody>\n"
                              : "</tr></thead>\n<tbody>\n");
    for (size_t f = 0; f < count; f++) {
        size_t r = runs ? ce_runs_writer(runs, &file[f], runs->count) : 0;
        ce_output_text(page, "<tr><td>");
        ce_html_text(page, file[f].path ? file[f].path : "standard input");
        ce_output_printf(page, "</td><td>%llu</td><td>%08lx</td>",
                         (unsigned long long)file[f].bytes, (unsigned long)file[f].crc);
        if (runs && r < runs->count)
            ce_output_printf(page, "<td>%zu</td>", runs->run[r].number);
        else if (runs)
            ce_output_text(page, "<td>not known</td>");
        ce_output_text(page, "</tr>\n");
    }
    ce_output_text(page, "</tbody></table></div>\n<p class=\"soft\">Sizes and checksums are of the "
                         "content after decompression; the checksum is that of gzip.</p>\n");
}

int ce_page_about(ce_page *report, ce_error *err)
{
    ce_output *page = report->page;
    ce_runs *runs = report->run->runs;
    ce_logged_file *file = NULL;
    size_t count;
    int rc;

    if (ce_trail_get()->lost)
        return ce_fail(err, CE_ENOMEM, "out of memory for the checksums of what was read");
    rc = find_read(runs, &file, &count, err);
    if (!rc && runs)
        rc = ce_runs_trace(runs, file, count, err);
    if (!rc) {
        ce_output_text(page, "<h2>What was run</h2>\n<p>This page, by Clens ");
        ce_html_text(page, report->run->version);
        ce_output_printf(
            page, ", with the seed %llu for what the page itself draws at random:</p>\n<pre>",
            (unsigned long long)report->input->seed);
        ce_html_text(page, report->run->command);
        ce_output_text(page, "</pre>\n");
        write_files(page, runs, file, count);
        rc = write_runs(page, runs, err);
    }
    free(file);
    return rc;
}
