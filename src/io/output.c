#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "core/memory.h"

enum { BUFFER = 1 << 17 };

struct ce_output {
    int fd;
    int error;       /* errno of the first failure; 0 */
    gzFile gz;       /* NULL when not compressed; owns fd */
    char *path;      /* NULL for standard output */
    char *temporary; /* NULL when written in place */
    size_t used;
    /* the last real and its text, since matrices repeat values */
    double last;
    size_t last_size;
    char last_text[32];
    char buffer[BUFFER];
};

/* Opens the file that the bytes go to first: PATH.XXXXXX beside PATH, or PATH itself when that is
 * no regular file. */
static int open_target(ce_output *output, const char *path, ce_error *err)
{
    struct stat status;
    mode_t mask;
    int exists = !stat(path, &status);

    if (exists && !S_ISREG(status.st_mode)) {
        output->fd = open(path, O_WRONLY | O_CLOEXEC);
    } else {
        output->temporary = ce_calloc(strlen(path) + 8, 1, err);
        if (!output->temporary)
            return CE_ENOMEM;
        memcpy(output->temporary, path, strlen(path));
        memcpy(output->temporary + strlen(path), ".XXXXXX", 8);
        output->fd = mkstemp(output->temporary);
        if (output->fd >= 0) {
            mask = umask(0);
            umask(mask);
            fchmod(output->fd, exists ? status.st_mode & 07777 : 0666 & ~mask);
        } else {
            free(output->temporary);
            output->temporary = NULL;
        }
    }
    return output->fd < 0 ? ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno)) : CE_OK;
}

int ce_output_open(ce_output **output, const char *path, ce_error *err)
{
    ce_output *opened = ce_calloc(1, sizeof *opened, err);
    size_t length;
    int rc;

    if (!opened)
        return CE_ENOMEM;
    opened->last = NAN;
    opened->fd = STDOUT_FILENO;
    if (path && strcmp(path, "-")) {
        opened->path = ce_strdup(path, err);
        rc = opened->path ? open_target(opened, path, err) : CE_ENOMEM;
        if (rc) {
            free(opened->path);
            free(opened);
            return rc;
        }
        length = strlen(path);
        if (length > 3 && !strcmp(path + length - 3, ".gz") &&
            !(opened->gz = gzdopen(opened->fd, "wb6"))) {
            ce_output_abandon(opened);
            return ce_fail(err, CE_ENOMEM, "%s: out of memory", path);
        }
    }
    *output = opened;
    return CE_OK;
}

static void flush_buffer(ce_output *output)
{
    const char *from = output->buffer;
    size_t left = output->used;

    output->used = 0;
    while (left && !output->error) {
        if (output->gz) {
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
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        digits[--at] = '-';
    ce_output_write(output, digits + at, sizeof digits - at);
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

int ce_cell_needs_quotes(const char *text, char delimiter)
{
    size_t length = strlen(text);
    int quote = length && (text[0] == ' ' || text[0] == '\t' || text[length - 1] == ' ' ||
                           text[length - 1] == '\t');

    for (const char *c = text; *c && !quote; c++)
        quote = *c == delimiter || *c == '"' || *c == '\n' || *c == '\r';
    return quote;
}

void ce_output_cell(ce_output *output, const char *text, char delimiter)
{
    if (!ce_cell_needs_quotes(text, delimiter)) {
        ce_output_text(output, text);
        return;
    }
    ce_output_char(output, '"');
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            ce_output_char(output, '"');
        ce_output_char(output, *c);
    }
    ce_output_char(output, '"');
}

void ce_output_printf(ce_output *output, const char *format, ...)
{
    char line[1024];
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof line)
        output->error = output->error ? output->error : EOVERFLOW;
    else
        ce_output_write(output, line, (size_t)length);
}

int ce_output_failed(const ce_output *output)
{
    return output->error != 0;
}

static void release(ce_output *output)
{
    free(output->temporary);
    free(output->path);
    free(output);
}

int ce_output_close(ce_output *output, ce_error *err)
{
    const char *name = output->path ? output->path : "standard output";
    int rc = CE_OK;

    errno = 0;
    flush_buffer(output);
    if (output->gz) {
        if (gzclose(output->gz) != Z_OK && !output->error)
            output->error = errno ? errno : EIO;
    } else if (output->path && close(output->fd) && !output->error) {
        output->error = errno;
    }
    if (!output->error && output->temporary && rename(output->temporary, output->path))
        output->error = errno;
    if (output->error) {
        if (output->temporary)
            unlink(output->temporary);
        rc = output->error == EPIPE ? CE_EPIPE : CE_EIO;
        ce_fail(err, rc, "%s: %s", name, strerror(output->error));
    }
    release(output);
    return rc;
}

void ce_output_abandon(ce_output *output)
{
    if (!output)
        return;
    if (output->gz)
        gzclose(output->gz);
    else if (output->path)
        close(output->fd);
    if (output->temporary)
        unlink(output->temporary);
    release(output);
}
