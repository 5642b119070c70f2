#include "batch/batch_run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "batch/batch_shell.h"
#include "batch/batch_states.h"
#include "core/compare.h"
#include "core/memory.h"

#ifndef NAME_MAX
#define NAME_MAX 255
#endif

/* A task that is being done. */
typedef struct {
    const ce_batch_task *task;
    ce_arena arena;
    ce_file_sums sums;
    ce_texts_list inputs, outputs, temporary;
    const char *log, *host;
    int logged; /* the log is that of this process */
    ce_record record;
    ce_error *err;
} work;

/* "members:3 (data=iris seed=3)" */
static const char *title(work *w)
{
    ce_grown text = {0};
    const char *copy = NULL;
    size_t used;

    ce_batch_task_name(w->task, &text);
    used = text.used;
    ce_grown_text(&text, " (");
    ce_batch_task_values(w->task, &text);
    if (text.used == used + 2)
        text.used = used;
    else
        ce_grown_text(&text, ")");
    if (!text.rc)
        copy = ce_arena_text(&w->arena, text.bytes, text.used, NULL);
    ce_grown_free(&text);
    return copy ? copy : w->task->step->name;
}

/* ---- before ---- */

/* Looks at a task that this one needs. Its inputs are read again only after it failed: it may be
 * finished all the same. */
static int check_need(work *w, size_t number)
{
    ce_batch_task other = ce_batch_task_at(w->task->batch, number);
    ce_arena arena = {0};
    ce_task_view view;
    ce_state_note note;
    int rc = ce_state_read(&other, &arena, &note, w->err);

    if (!rc)
        rc = ce_task_look(&other, &w->sums, !note.failed, &arena, &view, w->err);
    if (!rc && view.state != CE_TASK_DONE) {
        ce_grown name = {0};
        ce_batch_task_name(&other, &name);
        rc = ce_fail(w->err, CE_EINPUT, "%.300s: %s comes first, and %s%s%.200s", title(w),
                     name.rc ? other.step->name : name.bytes,
                     view.state == CE_TASK_FAILED ? "has failed" : "is not finished",
                     *view.why ? ": " : "", view.why);
        ce_grown_free(&name);
    }
    ce_arena_free(&arena);
    return rc;
}

static int check_needs(work *w)
{
    ce_numbers_list list = {0};
    int rc = ce_batch_needs(w->task, &list, w->err);

    if (!rc && list.count)
        qsort(list.item, list.count, sizeof *list.item, ce_compare_sizes);
    for (size_t i = 0; i < list.count && !rc; i++)
        if (!i || list.item[i] != list.item[i - 1])
            rc = check_need(w, list.item[i]);
    free(list.item);
    return rc;
}

/* Into the record: the inputs as they are now. */
static int read_inputs(work *w)
{
    int rc = CE_OK;

    w->record.read =
        ce_arena_take(&w->arena, (w->inputs.count + 1) * sizeof *w->record.read, w->err);
    if (!w->record.read)
        return CE_ENOMEM;
    for (size_t i = 0; i < w->inputs.count && !rc; i++) {
        const ce_file_sum *sum;
        for (size_t o = 0; o < w->outputs.count; o++)
            if (!strcmp(w->outputs.item[o], w->inputs.item[i]))
                return ce_fail(w->err, CE_EINPUT, "%s is an input and an output",
                               w->inputs.item[i]);
        rc = ce_file_sums_get(&w->sums, w->inputs.item[i], &sum, w->err);
        if (!rc && !sum->exists)
            rc = ce_fail(w->err, CE_EIO, "input %s: No such file or directory", w->inputs.item[i]);
        if (!rc)
            w->record.read[w->record.reads++] = (ce_record_file){w->inputs.item[i], *sum};
    }
    return rc;
}

/* The name of a file beside the final one, which keeps its end: tools go by extensions. */
static int name_temporary(work *w, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t length = strlen(base), most = NAME_MAX - 40;
    struct timespec now;
    ce_grown name = {0};

    clock_gettime(CLOCK_REALTIME, &now);
    ce_grown_add(&name, path, (size_t)(base - path));
    ce_grown_printf(&name, ".ce-%ld-%lx.", (long)getpid(),
                    (unsigned long)(now.tv_sec & 0xffff) << 16 ^ (unsigned long)now.tv_nsec);
    ce_grown_text(&name, length > most ? base + length - most : base);
    if (name.rc || ce_grow(&w->temporary.item, &w->temporary.capacity, w->temporary.count + 1,
                           sizeof *w->temporary.item, w->err)) {
        ce_grown_free(&name);
        return ce_fail(w->err, CE_ENOMEM, "out of memory");
    }
    w->temporary.item[w->temporary.count] = ce_arena_text(&w->arena, name.bytes, name.used, w->err);
    ce_grown_free(&name);
    return w->temporary.item[w->temporary.count++] ? CE_OK : CE_ENOMEM;
}

/* Removes what a killed process of this machine has left of this task. */
static int remove_left(work *w)
{
    ce_state_note note;
    int rc = ce_state_read(w->task, &w->arena, &note, w->err);

    if (rc || !note.begun || strcmp(note.host, w->host) || note.process <= 0 ||
        !kill((pid_t)note.process, 0) || errno != ESRCH)
        return rc;
    for (size_t t = 0; t < note.temporaries; t++) {
        const char *slash = strrchr(note.temporary[t], '/');
        const char *base = slash ? slash + 1 : note.temporary[t];
        if (!strncmp(base, ".ce-", 4))
            unlink(note.temporary[t]);
    }
    return CE_OK;
}

static int begin(work *w)
{
    ce_state_note note = {.begun = 1, .process = (long)getpid()};
    int rc = remove_left(w);

    for (size_t o = 0; o < w->outputs.count && !rc; o++) {
        rc = ce_batch_folders(w->outputs.item[o], w->err);
        if (!rc)
            rc = name_temporary(w, w->outputs.item[o]);
    }
    note.host = w->host;
    note.when = rc ? NULL : ce_batch_now(&w->arena, w->err);
    note.temporary = w->temporary.item;
    note.temporaries = w->temporary.count;
    if (!rc && !note.when)
        rc = CE_ENOMEM;
    return rc ? rc : ce_state_write(w->task, &note, w->err);
}

/* ---- the command ---- */

/* A log of this process alone, which takes the name of the last one at once. Returns a descriptor,
 * or -1. */
static int open_log(work *w)
{
    ce_grown name = {0};
    int fd = -1;

    ce_grown_printf(&name, "%s.%ld", w->log, (long)getpid());
    if (!ce_grown_check(&name, w->err)) {
        fd = open(name.bytes, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
        if (fd < 0 || rename(name.bytes, w->log)) {
            ce_fail(w->err, CE_EIO, "%s: %s", w->log, strerror(errno));
            if (fd >= 0) {
                close(fd);
                unlink(name.bytes);
            }
            fd = -1;
        }
    }
    w->logged = fd >= 0;
    ce_grown_free(&name);
    return fd;
}

/* How the command ended, and the last that it said. */
static int word_failure(work *w, const ce_shell_end *ended)
{
    const char *line = ce_batch_last_line(w->log, &w->arena, w->err);
    char how[64];

    if (ended->ended_by)
        snprintf(how, sizeof how, "ended by signal %d", ended->ended_by);
    else
        ce_shell_how(ended->status, how, sizeof how);
    return ce_fail(w->err, CE_EINPUT, "%s%s%s", how, line && *line ? ": " : "", line ? line : "");
}

static int run_command(work *w, ce_shell_end *ended)
{
    ce_grown script = {0};
    int rc = ce_batch_command(w->task, w->temporary.item, 1, &script, w->err);
    int log = rc ? -1 : open_log(w);

    if (!rc && log < 0)
        rc = CE_EIO;
    if (!rc)
        rc = ce_shell_run(script.bytes, script.used, w->task->step->pipes, w->task->step->threads,
                          log, ended, w->err);
    if (log >= 0)
        close(log);
    ce_grown_free(&script);
    w->record.seconds = ended->seconds;
    w->record.cpu = ended->cpu;
    w->record.peak = ended->peak;
    if (rc)
        return rc;
    if (!ended->ended_by && WIFEXITED(ended->status) && !WEXITSTATUS(ended->status))
        return CE_OK;
    return word_failure(w, ended);
}

/* ---- after ---- */

/* The inputs are still what was read. */
static int check_inputs(work *w)
{
    int rc = CE_OK;

    for (size_t i = 0; i < w->record.reads && !rc; i++) {
        const ce_record_file *file = &w->record.read[i];
        ce_file_sum now;
        if (ce_file_unchanged(file->path, &file->sum))
            continue;
        rc = ce_file_sum_read(file->path, 0, &now, w->err);
        if (!rc && (!now.exists || now.bytes != file->sum.bytes || now.crc != file->sum.crc))
            rc = ce_fail(w->err, CE_EINPUT, "input %s was changed meanwhile", file->path);
    }
    return rc;
}

static int check_outputs(work *w)
{
    int rc = CE_OK;

    w->record.wrote =
        ce_arena_take(&w->arena, (w->outputs.count + 1) * sizeof *w->record.wrote, w->err);
    if (!w->record.wrote)
        return CE_ENOMEM;
    for (size_t o = 0; o < w->outputs.count && !rc; o++) {
        ce_record_file *file = &w->record.wrote[w->record.writes++];
        file->path = w->outputs.item[o];
        rc = ce_file_sum_read(w->temporary.item[o], 1, &file->sum, w->err);
        if (!rc && !file->sum.exists)
            rc = ce_fail(w->err, CE_EINPUT, "the command ended well and wrote no %s", file->path);
    }
    return rc;
}

static int finish(work *w)
{
    ce_grown command = {0};
    int rc = CE_OK;

    for (size_t o = 0; o < w->outputs.count && !rc; o++)
        if (rename(w->temporary.item[o], w->outputs.item[o]))
            rc = ce_fail(w->err, CE_EIO, "%s: %s", w->outputs.item[o], strerror(errno));
    w->record.host = w->host;
    w->record.ended = ce_batch_now(&w->arena, w->err);
    if (!rc && !w->record.ended)
        rc = CE_ENOMEM;
    if (!rc)
        rc = ce_batch_command(w->task, w->outputs.item, 0, &command, w->err);
    w->record.command = command.bytes;
    if (!rc)
        rc = ce_record_write(w->task, &w->record, w->err);
    if (!rc) {
        const char *line = ce_batch_last_line(w->log, &w->arena, NULL);
        ce_record_clear(w->task, line && !*line);
    }
    ce_grown_free(&command);
    return rc;
}

static void remove_temporaries(const work *w)
{
    for (size_t t = 0; t < w->temporary.count; t++)
        if (w->temporary.item[t])
            unlink(w->temporary.item[t]);
}

/* Keeps the failure for --status, and words it with the task and its log. */
static int fail(work *w, int rc)
{
    ce_state_note note = {.failed = 1, .process = (long)getpid(), .host = w->host};
    char how[CE_ERROR_TEXT];

    if (!w->logged)
        unlink(w->log); /* of another time */
    snprintf(how, sizeof how, "%s", w->err->text);
    for (char *c = how; *c; c++)
        if (*c == '\n')
            *c = ' ';
    note.how = how;
    note.when = ce_batch_now(&w->arena, NULL);
    if (note.when)
        ce_state_write(w->task, &note, NULL);
    snprintf(w->err->text, sizeof w->err->text, "%.300s: %.500s%s%.200s%s", title(w), how,
             w->logged ? " (" : "", w->logged ? w->log : "", w->logged ? ")" : "");
    return rc;
}

static int do_task(work *w, ce_task_end *end)
{
    ce_shell_end ended = {0};
    int rc = read_inputs(w);

    if (!rc)
        rc = begin(w);
    if (!rc)
        rc = run_command(w, &ended);
    if (!rc)
        rc = check_inputs(w);
    if (!rc)
        rc = check_outputs(w);
    if (!rc)
        rc = finish(w);
    end->ended_by = ended.ended_by;
    end->seconds = ended.seconds;
    if (!rc)
        return CE_OK;
    remove_temporaries(w);
    return fail(w, rc);
}

static int prepare(work *w)
{
    ce_grown log = {0};
    int rc;

    ce_batch_task_place(w->task, ".log", &log);
    w->log = log.rc ? NULL : ce_arena_text(&w->arena, log.bytes, log.used, w->err);
    ce_grown_free(&log);
    w->host = w->log ? ce_batch_host(&w->arena, w->err) : NULL;
    if (!w->host)
        return ce_fail(w->err, CE_ENOMEM, "out of memory");
    rc = ce_batch_folders(w->log, w->err);
    if (!rc)
        rc = ce_batch_outputs(w->task, &w->arena, &w->outputs, w->err);
    return rc ? rc : ce_batch_inputs(w->task, &w->arena, &w->inputs, w->err);
}

int ce_task_run(const ce_batch_task *task, ce_task_end *end, ce_error *err)
{
    ce_error own = {0};
    work w = {.task = task, .err = err ? err : &own};
    ce_task_view view;
    int rc;

    *end = (ce_task_end){0};
    rc = ce_task_look(task, &w.sums, 0, &w.arena, &view, w.err);
    end->done_before = !rc && view.state == CE_TASK_DONE;
    if (!rc && !end->done_before) {
        rc = prepare(&w);
        if (!rc)
            rc = check_needs(&w);
        if (!rc)
            rc = do_task(&w, end);
    }
    free(w.inputs.item);
    free(w.outputs.item);
    free(w.temporary.item);
    ce_file_sums_free(&w.sums);
    ce_arena_free(&w.arena);
    return rc;
}
