/*
 * page.h: what is known of an ensemble and its results, as one HTML page.
 */
#ifndef CE_REPORT_PAGE_H
#define CE_REPORT_PAGE_H

#include <stddef.h>

#include "core/error.h"
#include "io/output.h"
#include "io/records.h"
#include "plot/gnuplot.h"
#include "report/evidence.h"
#include "report/runs.h"

/* What was run, as the page shows it. */
typedef struct {
    const char *title;
    const char *command; /* one line of shell */
    const char *version;
    ce_runs *runs; /* borrowed: what made the files; NULL: not known */
} ce_page_run;

/* Writes the page: warnings, results, pictures with the numbers behind them, members, what was run
 * (with the files that the trail has, io/trail.h). The same input gives the same bytes. 0,
 * CE_ENOMEM, CE_EIO (gnuplot), CE_EINPUT, CE_ENUM; page is then unfinished. */
int ce_page_write(ce_output *page, const ce_page_input *input, const ce_evidence *evidence,
                  const ce_page_run *run, ce_error *err);

/* ---- for the files of this room ---- */

/* The page while it is written. */
typedef struct {
    ce_output *page;
    const ce_page_input *input;
    const ce_evidence *evidence;
    const ce_page_run *run;
    unsigned pictures; /* so far */
} ce_page;

/* Sections, one after the other. 0 or a failure. */
int ce_page_sure(ce_page *report, ce_error *err); /* what tells how sure objects are */
int ce_page_warnings(ce_page *report, ce_error *err);
int ce_page_results(ce_page *report, ce_error *err);
int ce_page_results_k(ce_page *report, ce_error *err);
int ce_page_k(ce_page *report, ce_error *err);
int ce_page_halves(ce_page *report, ce_error *err);
int ce_page_null(ce_page *report, ce_error *err);
int ce_page_consensus(ce_page *report, ce_error *err);
int ce_page_confidence(ce_page *report, ce_error *err); /* with items and clusters */
int ce_page_items(ce_page *report, ce_error *err);
int ce_page_clusters(ce_page *report, ce_error *err);
int ce_page_consistency(ce_page *report, ce_error *err);
int ce_page_silhouette(ce_page *report, ce_error *err);
int ce_page_scatter(ce_page *report, ce_error *err);
int ce_page_labels(ce_page *report, ce_error *err);
int ce_page_members(ce_page *report, ce_error *err);
int ce_page_about(ce_page *report, ce_error *err);

/* Bytes of a caption; lines of pixels in a picture of objects; rows of a table of objects. */
enum { CE_PAGE_CAPTION = 2400, CE_PAGE_PIXELS = 600, CE_PAGE_OBJECTS = 10000 };

/* The chosen result as a partition that owns nothing. */
ce_partition ce_page_chosen(const ce_page *report);

/* The name of its cluster c; NULL for CE_MISSING. */
const char *ce_page_cluster(const ce_page *report, int32_t c);

/* The names of its clusters by their numbers in pictures (evidence->rank): an array for free() of
 * borrowed texts; NULL: no memory. */
const char **ce_page_cluster_names(const ce_page *report, ce_error *err);

/* Whether one of its clusters is the label `noise`, whose number is the last one. */
int ce_page_has_noise(const ce_page *report);

/* That number; CE_MISSING where there is none. */
int32_t ce_page_noise(const ce_page *report);

/* A sentence, with a blank before it, where base clusterings of several k tell together how sure
 * objects are; else "". */
enum { CE_PAGE_MIXED = 400 };
void ce_page_tell_mixed(const ce_page *report, char text[CE_PAGE_MIXED]);

/* Whether a sample of the rows stands for all in what tells how sure objects are. A sentence about
 * it, with a blank before it, or "". */
int ce_page_is_part(const ce_page *report);
void ce_page_tell_part(const ce_page *report, char text[CE_PAGE_MIXED]);

/* Which base clusterings tell how sure objects are: "the base clusterings", "the 100 base
 * clusterings with k = 4". */
enum { CE_PAGE_SURE = 80 };
void ce_page_name_sure(const ce_page *report, char text[CE_PAGE_SURE]);

/* " in the 100 base clusterings with k = 4"; "" where all tell it. */
void ce_page_in_sure(const ce_page *report, char text[CE_PAGE_SURE]);

/* What writes numbers of them: `tool` of all; of one k `line`, which reads base clusterings, behind
 * the command that takes these. */
enum { CE_PAGE_COMMAND = 400 };
void ce_page_command(const ce_page *report, const char *tool, const char *line,
                     char text[CE_PAGE_COMMAND]);

/* Whether these base clusterings have far more clusters than the chosen result, so that two objects
 * of a cluster are seldom together: pictures then have scales of their own. */
int ce_page_is_fine(const ce_page *report);

/* A sentence, with a blank before it, where the chosen result has more clusters than there are
 * colours that repeat; else "". */
const char *ce_page_tell_colours(const ce_page *report);
/* The same of a picture where they do not repeat. */
const char *ce_page_tell_grey(const ce_page *report);

/* The id of row i, or its number: room for 32 bytes. */
const char *ce_page_id(const ce_page *report, size_t i, char *room);

/* The numbers 0 .. n - 1 that have a value (not NaN), the least value first, ties by number: *count
 * of them, owned by the caller. 0 or CE_ENOMEM. */
int ce_page_sort(const double *value, size_t n, size_t **order, size_t *count, ce_error *err);

/* Entries of evidence->row that have a label in the chosen result, the least sure first: *count of
 * them, owned by the caller. 0 or CE_ENOMEM. */
int ce_page_least_sure(const ce_page *report, size_t **entry, size_t *count, ce_error *err);

/* Begins a table of numbers, which ce_records_end ends: a CSV that is kept in memory, for
 * ce_page_figure or ce_page_link. 0 or CE_ENOMEM. */
int ce_page_table_begin(ce_output **table, ce_records *records, const char *const *name,
                        size_t columns, ce_error *err);

/* A picture with what one looks at and what a good one looks like; bytes is freed. numbers: the
 * table behind it, which is taken (ce_output_take) and linked to; NULL: too large. tool: what
 * writes it where it is too large for a page. */
int ce_page_figure(ce_page *report, char *bytes, size_t length, const char *about,
                   const char *caption, ce_output *numbers, const char *file, const char *tool,
                   ce_error *err);

/* `plot` of the data or the members with the labels of the chosen result, as CSV: a command line
 * for ce_page_figure; free(). 0 or CE_ENOMEM. */
int ce_page_tool(const ce_page *report, const char *plot, char **tool, ce_error *err);

/* A table that a picture is drawn of, with columns of these names, for ce_data_table_free. 0 or a
 * failure. */
int ce_page_rows_alloc(ce_data_table *table, size_t rows, const char *const *name, size_t columns,
                       ce_error *err);

/* Sets a cell of a table that a picture is drawn of to a text, which becomes a category of its
 * column; NULL: missing. 0 or a failure. */
int ce_page_set_text(ce_data_table *table, size_t row, size_t column, const char *text,
                     ce_error *err);

/* A picture of the other columns of a table against its first one, k, as points and lines; so many
 * at most. *bytes: free(). Returns what ce_curve returns. */
enum { CE_PAGE_CURVES = 12 };
int ce_page_curves_by_k(const ce_data_table *table, const char *label, char **bytes,
                        size_t *length, ce_error *err);

/* A line with a link to a table, which is taken as above. */
int ce_page_link(ce_page *report, ce_output *table, const char *file, const char *tool,
                 ce_error *err);

/* After a failure: frees a picture and its table that no figure takes. */
void ce_page_drop(char *bytes, ce_output *table);

/* The size of its pictures. */
ce_picture ce_page_picture(int height);

#endif
