#include "cli/tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/log.h"
#include "io/input.h"
#include "io/output.h"

__attribute__((format(printf, 2, 0))) static void say(const ce_cli *cli, const char *format,
                                                      va_list args)
{
    fprintf(stderr, "%s: ", cli->tool->name);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void ce_cli_warn(const ce_cli *cli, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(cli, format, args);
    va_end(args);
}

void ce_cli_note(const ce_cli *cli, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    ce_log_note(format, args);
    va_end(args);
    if (cli->common->quiet)
        return;
    va_start(args, format);
    say(cli, format, args);
    va_end(args);
}

void ce_cli_detail(const ce_cli *cli, const char *format, ...)
{
    va_list args;

    if (!cli->common->verbose)
        return;
    va_start(args, format);
    say(cli, format, args);
    va_end(args);
}

static void hear(const void *state, ce_message_level level, const char *text)
{
    char worded[2 * CE_ERROR_TEXT];

    ce_error_word(text, "--", worded, sizeof worded);
    if (level == CE_NOTE)
        ce_cli_note(state, "%s", worded);
    else
        ce_cli_detail(state, "%s", worded);
}

ce_table_format ce_cli_format(const ce_cli *cli)
{
    const ce_common *c = cli->common;

    return (ce_table_format){.delimiter = c->read_delimiter,
                             .header = (ce_header)c->header,
                             .id_column = c->id,
                             .class_column = c->class_,
                             .categorical = c->categorical,
                             .has_categorical = (cli->tool->shared & CE_WITH_CATEGORICAL) != 0,
                             .missing = c->missing_words,
                             .decimal = c->decimal,
                             .features = c->columns,
                             .cut = cli->cut,
                             .listener = {hear, cli}};
}

ce_table_format ce_cli_whole_format(const ce_cli *cli)
{
    ce_table_format format = ce_cli_format(cli);

    format.cut = NULL;
    return format;
}

int ce_cli_write_labels(const ce_cli *cli, int format, const ce_label_table *table,
                        const char *path, ce_error *err)
{
    const ce_listener listener = {hear, cli};

    format = ce_cli_form_of(cli, CE_LABELS_NAMES, format, path);
    return format == CE_LABELS_NPY ? ce_label_table_write_npy(table, path, &listener, err)
                                   : ce_label_table_write(table, path, cli->common->delimiter, err);
}

const char *ce_cli_operand(const ce_cli *cli, int i)
{
    if (i < cli->operands)
        return cli->operand[i];
    if (!cli->operands && !*cli->waits && isatty(STDIN_FILENO)) {
        *cli->waits = 1;
        ce_cli_note(cli, "reads standard input, which is a terminal; Ctrl-D at the beginning of a "
                         "line ends it");
    }
    return NULL;
}

/* ---- progress ---- */

enum { MINUTE = 60 };

/* By the clock, in seconds: when the last line of any progress was written, or else when the
 * command took up its work. */
static double spoken;

/* By the clock, in seconds: begun, the first report; said, when the last line of this progress was
 * written, 0 before that. */
typedef struct {
    ce_progress progress;
    const char *tool, *what; /* what: the pieces that are counted; NULL: parts of one step */
    double begun, said;
    int terminal, often, uneven, drawn;
} progress_line;

static double clock_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* "40 s", "3 min", "2 h" */
static const char *duration(double seconds, char text[32])
{
    if (seconds < 100)
        snprintf(text, 32, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(text, 32, "%.0f min", seconds / 60);
    else
        snprintf(text, 32, "%.0f h", seconds / 3600);
    return text;
}

/* How long the rest takes, if it goes on as before; -1 where that cannot be said yet. The first
 * second and the first hundredth say little, but nobody waits longer than three seconds for the
 * hundredth. */
static double time_left(const progress_line *line, double now, size_t done, size_t total)
{
    double gone = now - line->begun;

    if (!done || done >= total || gone < 1 || (done < total / 100 + 1 && gone < 3))
        return -1;
    return gone * ((double)total - (double)done) / (double)done;
}

/* Is it time for a line where nobody watches? What takes a minute or more says so early; steps that
 * take less, but follow each other for more than a minute, are not silent either. */
static int minute_is_due(const progress_line *line, double now, double left)
{
    return (left >= MINUTE && now - line->said >= MINUTE) || now - spoken >= MINUTE;
}

static void said_now(progress_line *line, double now)
{
    line->said = now;
    spoken = now;
}

/* The line of a progress; NULL where none is to be written. */
static const ce_progress *begin_line(const ce_cli *cli, progress_line *line, progress_line with)
{
    if (cli->common->quiet || cli->common->progress == CE_PROGRESS_NEVER)
        return NULL;
    *line = with;
    line->progress.state = line;
    line->tool = cli->tool->name;
    line->begun = clock_seconds();
    line->terminal = isatty(STDERR_FILENO);
    line->often = line->terminal || cli->common->progress == CE_PROGRESS_ALWAYS;
    if (spoken == 0)
        spoken = line->begun;
    return &line->progress;
}

/* ---- pieces that are counted ---- */

/* Is it time for a line? At a terminal at most five times a second, so that drawing costs
 * nothing. */
static int count_is_due(const progress_line *line, double now, double left, int last)
{
    if (line->often)
        return last || now - line->said >= 0.2;
    return !last && minute_is_due(line, now, left);
}

static void draw_count(progress_line *line, size_t done, size_t total, const char *bound)
{
    double now = clock_seconds(), left;
    int last = done >= total;
    char text[32];

    if (!done)
        line->begun = now;
    left = line->uneven ? -1 : time_left(line, now, done, total);
    if (!count_is_due(line, now, left, last))
        return;
    said_now(line, now);
    fprintf(stderr, "%s%s: %s %zu/%zu", line->terminal ? "\r" : "", line->tool, line->what, done,
            total);
    if (left >= 0)
        fprintf(stderr, ", %sabout %s left", bound, duration(left, text));
    fprintf(stderr, "%s%s", line->terminal ? "\033[K" : "", line->terminal && !last ? "" : "\n");
}

static void report_count(void *state, size_t done, size_t total)
{
    draw_count(state, done, total, "");
}

static void limit_count(void *state, size_t done, size_t most)
{
    draw_count(state, done, most, "at most ");
}

static const ce_progress *counting(const ce_cli *cli, const char *what, int uneven)
{
    static progress_line line;
    progress_line with = {
        .progress = {.report = report_count, .limit = limit_count}, .what = what, .uneven = uneven};

    return begin_line(cli, &line, with);
}

const ce_progress *ce_cli_progress(const ce_cli *cli, const char *what)
{
    return counting(cli, what, 0);
}

const ce_progress *ce_cli_count(const ce_cli *cli, const char *what)
{
    return counting(cli, what, 1);
}

/* ---- one long step ---- */

static int step_is_due(const progress_line *line, double now, double left)
{
    if (line->often)
        return left >= 0 && now - line->said >= 1;
    return minute_is_due(line, now, left);
}

/* least, most: words before the numbers, where they are bounds. */
static void draw_step(progress_line *line, size_t done, size_t total, const char *least,
                      const char *most)
{
    double now = clock_seconds(), left;
    int last = done >= total;
    char text[32];

    if (!done)
        line->begun = now;
    if (line->drawn && last) {
        fputs("\r\033[K", stderr);
        line->drawn = 0;
    }
    left = time_left(line, now, done, total);
    if (last || !step_is_due(line, now, left))
        return;
    said_now(line, now);
    line->drawn = line->terminal;
    fprintf(stderr, "%s%s: %s%.0f %% of this step", line->terminal ? "\r" : "", line->tool, least,
            100 * (double)done / (double)total);
    if (left >= 0)
        fprintf(stderr, ", %sabout %s left", most, duration(left, text));
    fputs(line->terminal ? "\033[K" : "\n", stderr);
}

static void report_step(void *state, size_t done, size_t total)
{
    draw_step(state, done, total, "", "");
}

static void limit_step(void *state, size_t done, size_t most)
{
    draw_step(state, done, most, "at least ", "at most ");
}

static void expect_step(void *state, double seconds)
{
    progress_line *line = state;
    char text[32];

    if (seconds < MINUTE)
        return;
    fprintf(stderr, "%s: this step takes about %s on a usual machine\n", line->tool,
            duration(seconds, text));
    said_now(line, clock_seconds());
}

const ce_progress *ce_cli_step(const ce_cli *cli)
{
    static progress_line line;
    progress_line with = {.progress = {report_step, limit_step, expect_step, NULL}};

    return begin_line(cli, &line, with);
}

static void print_failure(const ce_cli *cli, const char *message)
{
    fprintf(stderr, "%s: %s\n", cli->tool->name, message);
}

int ce_cli_end(ce_cli *cli, int status, const ce_error *err)
{
    char worded[2 * CE_ERROR_TEXT];
    ce_error of_log = {0}, of_names = {0};
    int code;

    if (status) {
        ce_output_drop_held();
    } else {
        status = ce_output_name_held(&of_names);
        err = status ? &of_names : err;
    }
    code = status == CE_EARG ? 2 : status != CE_OK;
    ce_cli_free(cli);
    ce_error_word(err->text[0] ? err->text : "failed", "--", worded, sizeof worded);
    if (code && status != CE_EPIPE)
        print_failure(cli, worded);
    if (ce_log_end(cli, code, code ? worded : NULL, &of_log)) {
        print_failure(cli, of_log.text);
        code = code ? code : 1;
    }
    return code;
}
