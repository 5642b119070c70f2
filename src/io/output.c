#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "core/memory.h"
#include "io/place.h"
#include "io/trail.h"

enum { BUFFER = 1 << 17, SUFFIX = 7, MOST_TEMPORARIES = 16, MOST_NAMES = 100 };

/* A temporary file that a signal would leave behind. The handler reads this, so that it is a fixed
 * array and its last field is set last. */
typedef struct {
    char name[NAME_MAX + 1];
    int folder;
    volatile sig_atomic_t armed;
} temporary;

static temporary temporaries[MOST_TEMPORARIES];

struct ce_output {
    int fd;
    int error;   /* errno of the first failure; 0 */
    gzFile gz;   /* NULL when not compressed; has a descriptor of its own */
    char *path;  /* as the caller named it; NULL for standard output */
    ce_place place;
    char temporary[NAME_MAX + 1]; /* in the folder of place; empty: written in place */
    int slot;                     /* in temporaries; MOST_TEMPORARIES: none was free */
    uint64_t bytes;               /* written, before compression */
    uint32_t crc;                 /* of them, for the trail */
    size_t used;
    /* the last real and its text, since matrices repeat values */
    double last;
    size_t last_size;
    char last_text[32];
    ce_output *next; /* among those that wait for their names */
    /* bytes that are kept for ce_output_take */
    int is_kept;
    char *kept;
    size_t kept_capacity;
    char buffer[BUFFER];
};

/* What is written and waits for its name. */
static struct {
    int on;
    ce_output *first, *last;
} held;

/* Significant digits of results; 0: all. */
static int result_digits;

/* ---- the temporary file ---- */

/* Takes a free slot before the file is made, so that at no time a signal could leave the file. */
static int arm(int folder, const char *name)
{
    int slot = 0;

#pragma omp critical(ce_temporaries)
    {
        while (slot < MOST_TEMPORARIES && temporaries[slot].armed)
            slot++;
        if (slot < MOST_TEMPORARIES) {
            memcpy(temporaries[slot].name, name, strlen(name) + 1);
            temporaries[slot].folder = folder;
            temporaries[slot].armed = 1;
        }
    }
    return slot;
}

static void disarm(ce_output *output)
{
    if (output->slot < MOST_TEMPORARIES)
        temporaries[output->slot].armed = 0;
    output->slot = MOST_TEMPORARIES;
}

void ce_output_remove_temporaries(void)
{
    for (int slot = 0; slot < MOST_TEMPORARIES; slot++)
        if (temporaries[slot].armed)
            unlinkat(temporaries[slot].folder, temporaries[slot].name, 0);
}

/* NAME.xxxxxx, with NAME cut where that would be longer than the folder allows. */
static void make_name(ce_output *output)
{
    static const char letter[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    long longest = fpathconf(output->place.folder, _PC_NAME_MAX);
    size_t length = strlen(output->place.name), room;
    struct timespec now;
    uint64_t drawn;

    room = (longest > 0 && longest < NAME_MAX ? (size_t)longest : NAME_MAX) - SUFFIX;
    length = length < room ? length : room;
    memcpy(output->temporary, output->place.name, length);
    if (getrandom(&drawn, sizeof drawn, GRND_NONBLOCK) != sizeof drawn) {
        clock_gettime(CLOCK_REALTIME, &now);
        drawn = (uint64_t)now.tv_nsec * 1000003 ^ (uint64_t)now.tv_sec << 20 ^ (uint64_t)getpid();
    }
    output->temporary[length++] = '.';
    for (int i = 1; i < SUFFIX; i++, drawn /= sizeof letter - 1)
        output->temporary[length++] = letter[drawn % (sizeof letter - 1)];
    output->temporary[length] = '\0';
}

/* The new file gets the owner and the mode of the old one, as far as that is allowed. */
static void keep_mode(ce_output *output)
{
    const struct stat *old = &output->place.status;
    struct stat made;
    mode_t mask;

    if (!output->place.exists) {
        mask = umask(0);
        umask(mask);
        fchmod(output->fd, 0666 & ~mask);
        return;
    }
    if (!fstat(output->fd, &made) &&
        (made.st_uid != old->st_uid || made.st_gid != old->st_gid) &&
        fchown(output->fd, old->st_uid, old->st_gid))
        /* what a former group could do is for no other group */
        fchmod(output->fd, old->st_mode & 0707);
    else
        fchmod(output->fd, old->st_mode & 07777);
}

static int make_temporary(ce_output *output)
{
    int failed = EEXIST;

    for (int tries = 0; tries < MOST_NAMES && failed == EEXIST; tries++) {
        make_name(output);
        output->slot = arm(output->place.folder, output->temporary);
        output->fd = openat(output->place.folder, output->temporary,
                            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        failed = output->fd < 0 ? errno : 0;
        if (failed)
            disarm(output);
    }
    if (failed)
        output->temporary[0] = '\0';
    else
        keep_mode(output);
    return failed;
}

/* ---- opening ---- */

/* Opens the file that the bytes go to first. Returns 0 or an errno. */
static int open_target(ce_output *output)
{
    const ce_place *place = &output->place;
    int flags = O_WRONLY | O_CLOEXEC | O_NOCTTY;

    if (!place->in_place)
        return make_temporary(output);
    if (place->descriptor >= 0)
        output->fd = fcntl(place->descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    else
        output->fd = openat(place->folder, place->name,
                            S_ISREG(place->status.st_mode) ? flags | O_TRUNC : flags);
    return output->fd < 0 ? errno : 0;
}

/* zlib gets a descriptor of its own, because it closes it, and the file is synchronised after. */
static int start_gzip(ce_output *output)
{
    size_t length = strlen(output->path);
    int fd;

    if (length <= 3 || strcmp(output->path + length - 3, ".gz"))
        return 0;
    fd = fcntl(output->fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd < 0)
        return errno;
    output->gz = gzdopen(fd, "wb6");
    if (output->gz)
        return 0;
    close(fd);
    return ENOMEM;
}

static int open_path(ce_output *output, const char *path, ce_error *err)
{
    int failed, in_folder = 0;

    output->path = ce_strdup(path, err);
    if (!output->path)
        return CE_ENOMEM;
    failed = ce_place_find(&output->place, path);
    if (!failed) {
        failed = open_target(output);
        in_folder = failed && !output->place.in_place;
    }
    if (!failed)
        failed = start_gzip(output);
    if (failed == ENOMEM)
        return ce_fail(err, CE_ENOMEM, "%s: out of memory", path);
    if (in_folder)
        return ce_fail(err, CE_EIO, "%s: no file can be made in its folder: %s", path,
                       strerror(failed));
    return failed ? ce_fail(err, CE_EIO, "%s: %s", path, strerror(failed)) : CE_OK;
}

static ce_output *make_output(ce_error *err)
{
    ce_output *opened = ce_calloc(1, sizeof *opened, err);

    if (!opened)
        return NULL;
    opened->last = NAN;
    opened->slot = MOST_TEMPORARIES;
    opened->place.folder = opened->place.descriptor = -1;
    opened->fd = STDOUT_FILENO;
    return opened;
}

int ce_output_open_kept(ce_output **output, ce_error *err)
{
    ce_output *opened = make_output(err);

    if (!opened)
        return CE_ENOMEM;
    opened->is_kept = 1;
    *output = opened;
    return CE_OK;
}

int ce_output_open(ce_output **output, const char *path, ce_error *err)
{
    ce_output *opened = make_output(err);
    int rc = CE_OK;

    if (!opened)
        return CE_ENOMEM;
    if (path && strcmp(path, "-")) {
        opened->fd = -1;
        rc = open_path(opened, path, err);
    }
    if (rc)
        ce_output_abandon(opened);
    else
        *output = opened;
    return rc;
}

/* ---- writing ---- */

static void flush_buffer(ce_output *output)
{
    const char *from = output->buffer;
    size_t left = output->used;

    output->used = 0;
    if (output->is_kept) {
        if (!output->error &&
            ce_grow(&output->kept, &output->kept_capacity, output->bytes + left + 1, 1, NULL))
            output->error = ENOMEM;
        if (!output->error)
            memcpy(output->kept + output->bytes, from, left);
        output->bytes += left;
        return;
    }
    output->bytes += left;
    output->crc = ce_trail_crc(output->crc, from, left);
    while (left && !output->error) {
        if (output->gz) {
            errno = 0;
            if (gzwrite(output->gz, from, (unsigned)left) <= 0)
                output->error = errno ? errno : EIO;
            return;
        }
        ssize_t count = write(output->fd, from, left);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            output->error = errno;
            return;
        }
        from += count;
        left -= (size_t)count;
    }
}

void ce_output_write(ce_output *output, const void *bytes, size_t size)
{
    const char *from = bytes;

    while (size) {
        size_t room = BUFFER - output->used, part = size < room ? size : room;
        memcpy(output->buffer + output->used, from, part);
        output->used += part;
        from += part;
        size -= part;
        if (output->used == BUFFER)
            flush_buffer(output);
    }
}

void ce_output_short(ce_output *output, const char *text, size_t size)
{
    if (BUFFER - output->used <= CE_SHORT) {
        ce_output_write(output, text, size);
        return;
    }
    /* a fixed size, which compiles to two moves */
    memcpy(output->buffer + output->used, text, CE_SHORT);
    output->used += size;
}

void ce_output_text(ce_output *output, const char *text)
{
    ce_output_write(output, text, strlen(text));
}

void ce_output_char(ce_output *output, char c)
{
    output->buffer[output->used++] = c;
    if (output->used == BUFFER)
        flush_buffer(output);
}

void ce_output_integer(ce_output *output, int64_t value)
{
    char text[24];

    ce_output_write(output, text, ce_format_whole(value, text));
}

void ce_output_real(ce_output *output, double value)
{
    if (value >= -1e15 && value <= 1e15 && value == (double)(int64_t)value &&
        !(value == 0 && signbit(value))) {
        ce_output_integer(output, (int64_t)value);
        return;
    }
    if (value != output->last) {
        output->last = value;
        output->last_size = ce_format_real(value, output->last_text);
    }
    ce_output_write(output, output->last_text, output->last_size);
}

void ce_output_digits(int digits)
{
    result_digits = digits;
}

void ce_output_result(ce_output *output, double value)
{
    ce_output_real(output, result_digits ? ce_round_digits(value, result_digits) : value);
}

void ce_output_float(ce_output *output, float value)
{
    char text[32];

    if (value == 0 || value == 1)
        ce_output_char(output, value == 0 ? '0' : '1');
    else if (isnan(value))
        ce_output_text(output, "NA");
    else
        ce_output_write(output, text, ce_format_float(value, text));
}

int ce_output_is_empty(const ce_output *output)
{
    return !output->bytes && !output->used;
}

void ce_output_fail(ce_output *output, int error)
{
    if (!output->error)
        output->error = error;
}

int ce_output_failed(const ce_output *output)
{
    return output->error != 0;
}

/* ---- the end ---- */

static void release(ce_output *output)
{
    disarm(output);
    ce_place_free(&output->place);
    free(output->path);
    free(output);
}

static void note_error(ce_output *output, int failed)
{
    if (!output->error)
        output->error = failed;
}

/* Waits until the bytes are on the disk: a name for a file whose content is lost would be worse
 * than no file. Some file systems cannot do that and say so. */
static void synchronise(ce_output *output)
{
    int failed;

    if (output->error || !output->temporary[0])
        return;
    do
        failed = fsync(output->fd);
    while (failed && errno == EINTR);
    if (failed && errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
        output->error = errno;
}

/* Some file systems tell only when a file is closed that they could not write it. */
static void close_descriptor(ce_output *output)
{
    int fd = output->path ? output->fd : dup(output->fd);

    if (fd >= 0 && close(fd) && errno != EINTR)
        note_error(output, errno);
    output->fd = -1;
}

/* Gives the file its name, or tells what went wrong, and frees. */
static int finish(ce_output *output, ce_error *err)
{
    const char *name = output->path ? output->path : "standard output";
    int rc = CE_OK, folder = output->place.folder;

    if (!output->error && output->temporary[0] &&
        renameat(folder, output->temporary, folder, output->place.name))
        output->error = errno;
    if (output->error) {
        if (output->temporary[0])
            unlinkat(folder, output->temporary, 0);
        rc = output->error == EPIPE ? CE_EPIPE : CE_EIO;
        ce_fail(err, rc, "%s: %s", name, strerror(output->error));
    } else {
        ce_trail_add(CE_TRAIL_WRITTEN, output->path, output->bytes, output->crc);
    }
    release(output);
    return rc;
}

static void wait_for_name(ce_output *output)
{
    if (held.last)
        held.last->next = output;
    else
        held.first = output;
    held.last = output;
}

int ce_output_close(ce_output *output, ce_error *err)
{
    errno = 0;
    flush_buffer(output);
    if (output->gz && gzclose(output->gz) != Z_OK)
        note_error(output, errno ? errno : EIO);
    output->gz = NULL;
    synchronise(output);
    close_descriptor(output);
    if (held.on && !output->error && output->temporary[0]) {
        wait_for_name(output);
        return CE_OK;
    }
    return finish(output, err);
}

/* ---- several at once ---- */

int ce_output_hold(int on)
{
    int before = held.on;

    held.on = on;
    return before;
}

static ce_output *next_held(void)
{
    ce_output *output = held.first;

    if (output)
        held.first = output->next;
    if (!held.first)
        held.last = NULL;
    return output;
}

int ce_output_name_held(ce_error *err)
{
    ce_output *output;
    sigset_t all, before;
    int rc = CE_OK;

    /* a signal must not come between two names */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    while (!rc && (output = next_held()))
        rc = finish(output, err);
    ce_output_drop_held();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

void ce_output_drop_held(void)
{
    ce_output *output;

    while ((output = next_held()))
        ce_output_abandon(output);
}

void ce_output_abandon(ce_output *output)
{
    if (!output)
        return;
    if (output->gz)
        gzclose(output->gz);
    if (output->path && output->fd >= 0)
        close(output->fd);
    if (output->temporary[0])
        unlinkat(output->place.folder, output->temporary, 0);
    free(output->kept);
    release(output);
}

int ce_output_take(ce_output *output, char **bytes, size_t *length, ce_error *err)
{
    int rc;

    flush_buffer(output);
    if (!output->error && !output->kept && /* nothing was written */
        ce_grow(&output->kept, &output->kept_capacity, 1, 1, NULL))
        output->error = ENOMEM;
    rc = output->error ? ce_fail(err, CE_ENOMEM, "out of memory for what is written") : CE_OK;
    if (!rc) {
        *bytes = output->kept;
        *length = (size_t)output->bytes;
        (*bytes)[*length] = '\0';
        output->kept = NULL;
    }
    ce_output_abandon(output);
    return rc;
}
