#include "cli/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/memory.h"
#include "core/message.h"
#include "core/parallel.h"
#include "core/utf8.h"
#include "io/trail.h"
#include "version.h"

/* The run. Wrong use and notes reach the log from everywhere, so it belongs to the process. */
static struct {
    int argc;
    char **argv; /* a copy of the array */
    struct timespec began;
    double clock;
    const char *path;
    int fd; /* while path is set */
    ce_messages notes;
    char *ended; /* the beginning of a line for a signal, with room for its end */
    size_t ended_size;
    volatile sig_atomic_t armed; /* the line may be written */
} run;

void ce_log_begin(int argc, char **argv)
{
    run.argv = calloc((size_t)argc + 1, sizeof *run.argv);
    if (run.argv) {
        memcpy(run.argv, argv, (size_t)argc * sizeof *argv);
        run.argc = argc;
    }
    clock_gettime(CLOCK_REALTIME, &run.began);
    run.clock = ce_clock();
}

/* ---- the text of a line ---- */

typedef struct {
    char *bytes;
    size_t used, capacity;
    int rc; /* of the first failure */
} text;

static void add_bytes(text *line, const char *bytes, size_t size)
{
    if (!line->rc)
        line->rc = ce_grow(&line->bytes, &line->capacity, line->used + size, 1, NULL);
    if (!line->rc) {
        memcpy(line->bytes + line->used, bytes, size);
        line->used += size;
    }
}

static void add(text *line, const char *words)
{
    add_bytes(line, words, strlen(words));
}

__attribute__((format(printf, 2, 3))) static void add_printf(text *line, const char *format, ...)
{
    char words[160];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    add(line, words);
}

/* A JSON string; null for NULL. A byte that is no UTF-8 becomes \udcXX, as Python writes and reads
 * the names of files. */
static void add_string(text *line, const char *words)
{
    if (!words) {
        add(line, "null");
        return;
    }
    add(line, "\"");
    while (*words) {
        size_t length = ce_utf8_length(words);
        unsigned char byte = (unsigned char)*words;
        if (byte == '"' || byte == '\\')
            add_printf(line, "\\%c", byte);
        else if (byte < 0x20 || !length)
            add_printf(line, "\\u%04x", length ? byte : 0xdc00u + byte);
        else
            add_bytes(line, words, length);
        words += length ? length : 1;
    }
    add(line, "\"");
}

static void add_member(text *line, const char *name)
{
    add(line, line->used > 1 ? ", " : "");
    add_string(line, name);
    add(line, ": ");
}

static void add_text_member(text *line, const char *name, const char *words)
{
    add_member(line, name);
    add_string(line, words);
}

static void add_files(text *line, const char *name, ce_trail_kind kind)
{
    const ce_trail *trail = ce_trail_get();
    const char *standard = kind == CE_TRAIL_READ ? "standard input" : "standard output";
    size_t count = 0;

    add_member(line, name);
    add(line, "[");
    for (size_t f = 0; f < trail->count; f++) {
        const ce_trail_file *file = &trail->file[f];
        if (file->kind != kind)
            continue;
        add(line, count++ ? ", {\"path\": " : "{\"path\": ");
        add_string(line, file->path);
        if (!file->path)
            add_printf(line, ", \"stream\": \"%s\"", standard);
        add_printf(line, ", \"bytes\": %llu, \"crc32\": \"%08lx\"}",
                   (unsigned long long)file->bytes, (unsigned long)file->crc);
    }
    add(line, "]");
}

static void add_call(text *line, const ce_cli *cli)
{
    char *folder = getcwd(NULL, 0), started[32];
    struct tm parts;

    gmtime_r(&run.began.tv_sec, &parts);
    strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &parts);
    add_text_member(line, "tool", cli->tool->name);
    add_text_member(line, "version", CE_VERSION);
    add_text_member(line, "started", started);
    add_text_member(line, "directory", folder);
    add_member(line, "command");
    for (int i = 0; i < run.argc; i++) {
        add(line, i ? ", " : "[");
        add_string(line, run.argv[i]);
    }
    add(line, run.argc ? "]" : "[]");
    if (cli->tool->shared & CE_WITH_SEED) {
        add_member(line, "seed");
        add_printf(line, "\"%llu\"", (unsigned long long)cli->common->seed);
    }
    if (cli->tool->shared & CE_WITH_THREADS) {
        add_member(line, "threads");
        add_printf(line, "%d", ce_threads());
    }
    free(folder);
}

static void add_cost(text *line)
{
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    add_member(line, "seconds");
    add_printf(line, "%.6f", ce_clock() - run.clock);
    add_member(line, "cpu_seconds");
    add_printf(line, "%.6f", (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                                 1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
    add_member(line, "peak_bytes");
    add_printf(line, "%llu", (unsigned long long)used.ru_maxrss * 1024);
}

static void add_notes(text *line)
{
    add_member(line, "notes");
    add(line, "[");
    for (size_t i = 0; i < run.notes.count; i++) {
        add(line, i ? ", " : "");
        add_string(line, run.notes.message[i].text);
    }
    add(line, "]");
}

static void compose(text *line, const ce_cli *cli, int status, const char *message)
{
    add(line, "{");
    add_call(line, cli);
    add_files(line, "inputs", CE_TRAIL_READ);
    add_files(line, "outputs", CE_TRAIL_WRITTEN);
    add_notes(line);
    add_cost(line);
    add_member(line, "status");
    add_printf(line, "%d", status);
    add_text_member(line, "message", message);
    add(line, "}\n");
}

/* ---- the file ---- */

/* The log begins with a line of JSON. Anything else was named by mistake, and must not grow. */
static int check_is_log(int fd, const char *path, ce_error *err)
{
    struct stat status;
    char begins;

    if (!fstat(fd, &status) && S_ISREG(status.st_mode) && pread(fd, &begins, 1, 0) == 1 &&
        begins != '{')
        return ce_fail(err, CE_EINPUT, "%s: begins with no {, a log of runs expected", path);
    return CE_OK;
}

static int open_log(const char *path)
{
    int flags = O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, fd;

    if (!strcmp(path, "-"))
        return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    fd = open(path, O_RDWR | flags, 0666);
    return fd >= 0 ? fd : open(path, O_WRONLY | flags, 0666); /* a log that may only be written */
}

int ce_log_open(const char *path, ce_error *err)
{
    int rc;

    run.fd = open_log(path);
    if (run.fd < 0)
        return ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
    rc = check_is_log(run.fd, path, err);
    if (rc) {
        close(run.fd);
        return rc;
    }
    run.path = path;
    ce_trail_start();
    return CE_OK;
}

int ce_log_is_open(void)
{
    return run.path != NULL;
}

__attribute__((format(printf, 1, 0))) void ce_log_note(const char *format, va_list args)
{
    char words[CE_ERROR_TEXT];

    if (!run.path)
        return;
    vsnprintf(words, sizeof words, format, args);
    ce_tell(&run.notes, CE_NOTE, "%s", words);
}

/* Writes the line at the end of the log, on a line of its own. What cannot be written whole is
 * taken back. Returns 0 or an errno. */
static int append(const text *line)
{
    struct stat before;
    size_t done = 0;
    char last = '\n';
    int failed = 0, is_file;

    while (flock(run.fd, LOCK_EX) && errno == EINTR)
        ;
    is_file = !fstat(run.fd, &before) && S_ISREG(before.st_mode);
    if (is_file && before.st_size && pread(run.fd, &last, 1, before.st_size - 1) == 1 &&
        last != '\n' && write(run.fd, "\n", 1) != 1)
        failed = errno;
    while (done < line->used && !failed) {
        ssize_t count = write(run.fd, line->bytes + done, line->used - done);
        if (count >= 0)
            done += (size_t)count;
        else if (errno != EINTR)
            failed = errno;
    }
    if (failed && is_file && ftruncate(run.fd, before.st_size))
        failed = errno;
    return failed;
}

/* ---- the line of a run that a signal ends ---- */

enum { END_ROOM = 128 };

void ce_log_expect_signals(const ce_cli *cli)
{
    text line = {0};

    if (!run.path)
        return;
    add(&line, "{");
    add_call(&line, cli);
    if (!line.rc)
        line.rc = ce_grow(&line.bytes, &line.capacity, line.used + END_ROOM, 1, NULL);
    if (line.rc) {
        free(line.bytes);
        return;
    }
    run.ended = line.bytes;
    run.ended_size = line.used;
    run.armed = 1;
}

static char *put_text(char *to, const char *words)
{
    while (*words)
        *to++ = *words++;
    return to;
}

/* `digits` digits at least; printf may not be called by a signal handler. */
static char *put_number(char *to, uint64_t value, int digits)
{
    char figure[24];
    int used = 0;

    while (value || used < digits) {
        figure[used++] = (char)('0' + value % 10);
        value /= 10;
    }
    while (used)
        *to++ = figure[--used];
    return to;
}

static const char *signal_name(int number)
{
    switch (number) {
    case SIGHUP: return "HUP";
    case SIGINT: return "INT";
    case SIGQUIT: return "QUIT";
    case SIGPIPE: return "PIPE";
    case SIGTERM: return "TERM";
    case SIGXCPU: return "XCPU";
    default: return NULL;
    }
}

/* One write, so that lines of other runs stay whole without the lock. */
void ce_log_signal(int number)
{
    const char *name = signal_name(number);
    int64_t micros;
    char *to;

    if (!run.armed || !name)
        return;
    run.armed = 0;
    micros = (int64_t)(1e6 * (ce_clock() - run.clock));
    to = put_text(run.ended + run.ended_size, ", \"seconds\": ");
    to = put_number(to, (uint64_t)micros / 1000000, 1);
    to = put_text(to, ".");
    to = put_number(to, (uint64_t)micros % 1000000, 6);
    to = put_text(to, ", \"status\": ");
    to = put_number(to, (uint64_t)(128 + number), 1);
    to = put_text(to, ", \"signal\": \"");
    to = put_text(to, name);
    to = put_text(to, "\"}\n");
    if (write(run.fd, run.ended, (size_t)(to - run.ended)) < 0)
        run.ended_size = 0; /* nobody is left to be told */
}

/* ---- the end ---- */

int ce_log_end(const ce_cli *cli, int status, const char *message, ce_error *err)
{
    text line = {0};
    int rc = CE_OK, failed;

    run.armed = 0;
    if (run.path) {
        compose(&line, cli, status, message);
        failed = line.rc ? ENOMEM : append(&line);
        if (close(run.fd) && !failed)
            failed = errno;
        if (failed)
            rc = ce_fail(err, CE_EIO, "%s: %s", run.path, strerror(failed));
    }
    free(line.bytes);
    free(run.argv);
    free(run.ended);
    run.ended = NULL;
    ce_messages_free(&run.notes);
    ce_trail_free();
    run.argv = NULL;
    run.argc = 0;
    run.path = NULL;
    return rc;
}
