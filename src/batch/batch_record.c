#include "batch/batch_record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "io/output.h"

static const char first_line[] = "ce-batch 1";

/* ---- writing ---- */

static void write_files(ce_output *output, const char *word, const ce_record_file *file,
                        size_t count)
{
    for (size_t f = 0; f < count; f++) {
        const ce_file_stamp *s = &file[f].sum.stamp;
        ce_output_printf(output, "%s %" PRIu64 " %08" PRIx32 " %" PRIu64, word, file[f].sum.bytes,
                         file[f].sum.crc, s->inode);
        ce_output_printf(output, " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " ", s->changed,
                         s->changed_part, s->written, s->written_part);
        ce_output_text(output, file[f].path);
        ce_output_char(output, '\n');
    }
}

int ce_record_write(const ce_batch_task *task, const ce_record *record, ce_error *err)
{
    ce_grown path = {0};
    ce_output *output;
    int rc;

    ce_batch_task_place(task, ".done", &path);
    rc = ce_grown_check(&path, err);
    if (!rc)
        rc = ce_output_open(&output, path.bytes, err);
    if (!rc) {
        ce_output_printf(
            output, "%s\nhost %.200s\nended %s\nseconds %.3f\ncpu %.3f\npeak %" PRIu64 "\n",
            first_line, record->host, record->ended, record->seconds, record->cpu, record->peak);
        write_files(output, "read", record->read, record->reads);
        write_files(output, "wrote", record->wrote, record->writes);
        ce_output_text(output, "command\n");
        ce_output_text(output, record->command);
        ce_output_text(output, "\nend\n");
        rc = ce_output_close(output, err);
    }
    ce_grown_free(&path);
    return rc;
}

/* ---- reading ---- */

/* The whole of a small file, in the arena; NULL in *text: there is none. */
static int slurp(const char *path, ce_arena *arena, char **text, ce_error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), rc = CE_OK;
    struct stat status;
    size_t used = 0;
    ssize_t count = 1;

    *text = NULL;
    if (fd < 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? CE_OK
                   : ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
    if (fstat(fd, &status) || !S_ISREG(status.st_mode))
        rc = ce_fail(err, CE_EIO, "%s: a folder or a device, a file expected", path);
    if (!rc) {
        *text = ce_arena_take(arena, (size_t)status.st_size + 1, err);
        rc = *text ? CE_OK : CE_ENOMEM;
    }
    while (!rc && used < (size_t)status.st_size && count) {
        count = read(fd, *text + used, (size_t)status.st_size - used);
        if (count < 0 && errno != EINTR)
            rc = ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
        used += count > 0 ? (size_t)count : 0;
    }
    close(fd);
    return rc;
}

/* The next line of a text, which ends there; NULL at the end. */
static char *next_line(char **text)
{
    char *line = *text, *stop = strchr(line, '\n');

    if (!stop)
        return NULL;
    *stop = '\0';
    *text = stop + 1;
    return line;
}

/* What follows "WORD " in a line; NULL: it begins with something else. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);

    return line && !strncmp(line, word, length) && line[length] == ' ' ? line + length + 1 : NULL;
}

static int parse_file(const char *text, ce_record_file *file)
{
    ce_file_sum *sum = &file->sum;
    ce_file_stamp *s = &sum->stamp;
    int used = 0;

    sum->exists = 1;
    if (sscanf(text,
               "%" SCNu64 " %" SCNx32 " %" SCNu64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64
               " %n",
               &sum->bytes, &sum->crc, &s->inode, &s->changed, &s->changed_part, &s->written,
               &s->written_part, &used) != 7 ||
        !used)
        return 0;
    file->path = text + used;
    return *file->path != '\0';
}

static size_t count_lines(const char *text, const char *word)
{
    size_t count = 0, length = strlen(word);

    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!strncmp(line, "command\n", 8))
            break;
        count += !strncmp(line, word, length);
    }
    return count;
}

/* The lines of files that begin with a word; *line is the first behind them. */
static int parse_files(char **text, char **line, const char *word, ce_record_file *file,
                       size_t count)
{
    for (size_t f = 0; f < count; f++, *line = next_line(text)) {
        const char *rest = after(*line, word);
        if (!rest || !parse_file(rest, &file[f]))
            return 0;
    }
    return 1;
}

/* 1 when the text is a whole record. */
static int parse_record(char *text, ce_record *record)
{
    size_t length = strlen(text);
    char *line = next_line(&text);
    const char *seconds, *cpu, *peak;

    if (!line || strcmp(line, first_line) || length < 5 ||
        strcmp(text + strlen(text) - 5, "\nend\n"))
        return 0;
    record->host = after(next_line(&text), "host");
    record->ended = after(next_line(&text), "ended");
    seconds = after(next_line(&text), "seconds");
    cpu = after(next_line(&text), "cpu");
    peak = after(next_line(&text), "peak");
    if (!record->host || !record->ended || !seconds || !cpu || !peak ||
        sscanf(seconds, "%lf", &record->seconds) != 1 || sscanf(cpu, "%lf", &record->cpu) != 1 ||
        sscanf(peak, "%" SCNu64, &record->peak) != 1)
        return 0;
    line = next_line(&text);
    if (!parse_files(&text, &line, "read", record->read, record->reads) ||
        !parse_files(&text, &line, "wrote", record->wrote, record->writes) || !line ||
        strcmp(line, "command"))
        return 0;
    text[strlen(text) - 5] = '\0';
    record->command = text;
    return 1;
}

int ce_record_read(const ce_batch_task *task, ce_arena *arena, ce_record *record, int *found,
                   ce_error *err)
{
    ce_grown path = {0};
    char *text = NULL;
    int rc;

    *found = 0;
    *record = (ce_record){0};
    ce_batch_task_place(task, ".done", &path);
    rc = ce_grown_check(&path, err);
    if (!rc)
        rc = slurp(path.bytes, arena, &text, err);
    ce_grown_free(&path);
    if (rc || !text)
        return rc;
    record->reads = count_lines(text, "read ");
    record->writes = count_lines(text, "wrote ");
    record->read = ce_arena_take(arena, (record->reads + 1) * sizeof *record->read, err);
    record->wrote = ce_arena_take(arena, (record->writes + 1) * sizeof *record->wrote, err);
    if (!record->read || !record->wrote)
        return CE_ENOMEM;
    *found = parse_record(text, record);
    return CE_OK;
}

/* ---- the state ---- */

static int write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t count = write(fd, bytes, size);
        if (count < 0 && errno != EINTR)
            return 0;
        bytes += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return 1;
}

/* A small file that gets its name when it is whole. It need not outlive a crash of the machine. */
static int write_small(const char *path, const ce_grown *text, ce_error *err)
{
    ce_grown name = {0};
    int fd, rc;

    ce_grown_printf(&name, "%s.%ld", path, (long)getpid());
    rc = ce_grown_check(&name, err);
    if (!rc)
        rc = ce_grown_check(text, err);
    if (rc) {
        ce_grown_free(&name);
        return rc;
    }
    fd = open(name.bytes, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0 || !write_all(fd, text->bytes, text->used))
        rc = ce_fail(err, CE_EIO, "%s: %s", name.bytes, strerror(errno));
    if (fd >= 0 && close(fd) && !rc)
        rc = ce_fail(err, CE_EIO, "%s: %s", name.bytes, strerror(errno));
    if (!rc && rename(name.bytes, path))
        rc = ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
    if (rc)
        unlink(name.bytes);
    ce_grown_free(&name);
    return rc;
}

int ce_state_write(const ce_batch_task *task, const ce_state_note *note, ce_error *err)
{
    ce_grown path = {0}, text = {0};
    int rc;

    ce_batch_task_place(task, ".state", &path);
    ce_grown_printf(&text, "%s %s %ld %.200s\n", note->failed ? "failed" : "begun", note->when,
                    note->process, note->host);
    if (note->failed) {
        ce_grown_text(&text, note->how);
        ce_grown_text(&text, "\n");
    }
    for (size_t t = 0; t < note->temporaries; t++) {
        ce_grown_text(&text, note->temporary[t]);
        ce_grown_text(&text, "\n");
    }
    rc = ce_grown_check(&path, err);
    if (!rc)
        rc = write_small(path.bytes, &text, err);
    ce_grown_free(&path);
    ce_grown_free(&text);
    return rc;
}

int ce_state_read(const ce_batch_task *task, ce_arena *arena, ce_state_note *note, ce_error *err)
{
    ce_grown path = {0};
    char *text = NULL, *line, when[32];
    int rc, used = 0;

    *note = (ce_state_note){0};
    ce_batch_task_place(task, ".state", &path);
    rc = ce_grown_check(&path, err);
    if (!rc)
        rc = slurp(path.bytes, arena, &text, err);
    ce_grown_free(&path);
    line = !rc && text ? next_line(&text) : NULL;
    if (!line)
        return rc;
    note->failed = !strncmp(line, "failed ", 7);
    note->begun = !strncmp(line, "begun ", 6);
    if (sscanf(line, "%*s %31s %ld %n", when, &note->process, &used) != 2 || !used) {
        *note = (ce_state_note){0};
        return CE_OK;
    }
    note->host = line + used;
    note->when = ce_arena_text(arena, when, strlen(when), err);
    note->temporary = ce_arena_take(arena, CE_BATCH_OUTPUTS * sizeof *note->temporary, err);
    if (!note->when || !note->temporary)
        return CE_ENOMEM;
    note->how = "";
    if (note->failed && (line = next_line(&text)))
        note->how = line;
    while (note->begun && note->temporaries < CE_BATCH_OUTPUTS && (line = next_line(&text)))
        note->temporary[note->temporaries++] = line;
    return CE_OK;
}

void ce_record_clear(const ce_batch_task *task, int log_too)
{
    static const char *const ends[] = {".state", ".log"};

    for (int e = 0; e < (log_too ? 2 : 1); e++) {
        ce_grown path = {0};
        ce_batch_task_place(task, ends[e], &path);
        if (!path.rc)
            unlink(path.bytes);
        ce_grown_free(&path);
    }
}
