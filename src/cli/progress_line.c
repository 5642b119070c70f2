#include "cli/progress_line.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/tool.h"
#include "core/clock.h"

enum { MINUTE = 60 };

/* By the clock, in seconds: when the last line of any progress was written, or else when the
 * command took up its work. */
static double spoken;

/* A line at a terminal that is not ended yet. */
static int is_open;

void ce_progress_line_close(void)
{
    if (is_open)
        fputs("\r\033[K", stderr);
    is_open = 0;
}

/* By the clock, in seconds: begun, the first report; said, when the last line of this progress was
 * written, 0 before that. */
typedef struct {
    ce_progress progress;
    const char *tool, *what; /* what: the pieces that are counted; NULL: parts of one step */
    double begun, said;
    int terminal, often, uneven;
} progress_line;

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
    line->begun = ce_clock();
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
    double now = ce_clock(), left;
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
    is_open = line->terminal && !last;
    fprintf(stderr, "%s%s", line->terminal ? "\033[K" : "", is_open ? "" : "\n");
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
    double now = ce_clock(), left;
    int last = done >= total;
    char text[32];

    if (!done)
        line->begun = now;
    if (last)
        ce_progress_line_close();
    left = time_left(line, now, done, total);
    if (last || !step_is_due(line, now, left))
        return;
    said_now(line, now);
    is_open = line->terminal;
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
    ce_progress_line_close();
    fprintf(stderr, "%s: this step takes about %s on a usual machine\n", line->tool,
            duration(seconds, text));
    said_now(line, ce_clock());
}

const ce_progress *ce_cli_step(const ce_cli *cli)
{
    static progress_line line;
    progress_line with = {.progress = {report_step, limit_step, expect_step, NULL}};

    return begin_line(cli, &line, with);
}
