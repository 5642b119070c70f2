#include "io/gunzip.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "core/memory.h"

enum { CHUNK = 1 << 18 };

/* What the next bytes are. */
typedef enum {
    BEGIN, /* of the file: not known */
    PLAIN,
    PACKED, /* inside a member of a gzip stream */
    BETWEEN /* behind a member: another one, zeros or the end expected */
} place;

struct ce_gunzip {
    int fd;
    const char *name;
    off_t start; /* where in the file reading began; -1: it has no places */
    place place;
    z_stream stream; /* next_in, avail_in: bytes of `in` that were read and not used */
    int has_stream;  /* it was set up */
    int ended;       /* the file */
    uint64_t given;
    unsigned char in[CHUNK];
};

ce_gunzip *ce_gunzip_open(int fd, const char *name, ce_error *err)
{
    ce_gunzip *file = ce_calloc(1, sizeof *file, err);

    if (file) {
        file->fd = fd;
        file->name = name;
        file->start = lseek(fd, 0, SEEK_CUR);
    }
    return file;
}

/* ---- bytes of the file ---- */

/* Reads until there are `size` bytes, or no more. */
static int read_bytes(ce_gunzip *file, unsigned char *buffer, size_t size, size_t *got,
                      ce_error *err)
{
    ssize_t count = 1;

    for (*got = 0; *got < size && !file->ended; *got += count > 0 ? (size_t)count : 0) {
        count = read(file->fd, buffer + *got, size - *got);
        if (count < 0 && errno != EINTR)
            return ce_fail(err, CE_EIO, "%s: %s", file->name, strerror(errno));
        file->ended = !count;
    }
    return CE_OK;
}

/* Reads on where fewer than `least` bytes are at hand. */
static int fill(ce_gunzip *file, size_t least, ce_error *err)
{
    z_stream *z = &file->stream;
    size_t got;
    int rc;

    if (z->avail_in >= least || file->ended)
        return CE_OK;
    if (z->avail_in)
        memmove(file->in, z->next_in, z->avail_in);
    rc = read_bytes(file, file->in + z->avail_in, CHUNK - z->avail_in, &got, err);
    z->next_in = file->in;
    z->avail_in += (unsigned)got;
    return rc;
}

/* ---- gzip ---- */

static int is_member(const z_stream *z)
{
    return z->avail_in > 1 && z->next_in[0] == 0x1f && z->next_in[1] == 0x8b;
}

static int begin_member(ce_gunzip *file, ce_error *err)
{
    enum { WINDOW = 15, GZIP = 16 };
    int code =
        file->has_stream ? inflateReset(&file->stream) : inflateInit2(&file->stream, WINDOW + GZIP);

    if (code != Z_OK)
        return ce_fail(err, CE_ENOMEM, "%s: out of memory", file->name);
    file->has_stream = 1;
    file->place = PACKED;
    return CE_OK;
}

/* Behind a member: begins the next one, or passes over zeros to the end. */
static int go_on(ce_gunzip *file, ce_error *err)
{
    z_stream *z = &file->stream;
    int rc = fill(file, 2, err);

    if (rc || !z->avail_in)
        return rc;
    if (is_member(z))
        return begin_member(file, err);
    while (!rc && z->avail_in && !*z->next_in) {
        z->next_in++;
        z->avail_in--;
        rc = fill(file, 1, err);
    }
    if (rc || !z->avail_in)
        return rc;
    return ce_fail(err, CE_EINPUT,
                   "%s: bytes that are not packed follow the gzip stream: pack them, too, or leave "
                   "them out",
                   file->name);
}

/* Unpacks until `size` bytes are there or the member ends. */
static int unpack(ce_gunzip *file, unsigned char *buffer, size_t size, size_t *got, ce_error *err)
{
    z_stream *z = &file->stream;
    size_t most = size < 1u << 30 ? size : 1u << 30;
    int code = Z_OK, rc;

    z->next_out = buffer;
    z->avail_out = (unsigned)most;
    while (code == Z_OK && z->avail_out) {
        if ((rc = fill(file, 1, err)))
            return rc;
        if (!z->avail_in)
            break;
        code = inflate(z, Z_NO_FLUSH);
    }
    *got = most - z->avail_out;
    if (code == Z_STREAM_END) {
        file->place = BETWEEN;
        return CE_OK;
    }
    if (code == Z_MEM_ERROR)
        return ce_fail(err, CE_ENOMEM, "%s: out of memory", file->name);
    if (code != Z_OK && code != Z_BUF_ERROR)
        return ce_fail(err, CE_EINPUT, "%s: damaged gzip stream: %s", file->name,
                       z->msg ? z->msg : "compressed data error");
    if (!*got)
        return ce_fail(err, CE_EINPUT, "%s: the gzip stream ends too early: the file is cut",
                       file->name);
    return CE_OK;
}

/* ---- all of it ---- */

static int begin(ce_gunzip *file, ce_error *err)
{
    int rc = fill(file, 2, err);

    if (!rc && is_member(&file->stream))
        return begin_member(file, err);
    file->place = PLAIN;
    return rc;
}

/* First what was read to find out what it is. */
static int copy(ce_gunzip *file, unsigned char *buffer, size_t size, size_t *got, ce_error *err)
{
    z_stream *z = &file->stream;

    if (!z->avail_in)
        return read_bytes(file, buffer, size, got, err);
    *got = size < z->avail_in ? size : z->avail_in;
    memcpy(buffer, z->next_in, *got);
    z->next_in += *got;
    z->avail_in -= (unsigned)*got;
    return CE_OK;
}

static int is_at_end(const ce_gunzip *file)
{
    return file->place != PACKED && file->ended && !file->stream.avail_in;
}

int ce_gunzip_read(ce_gunzip *file, void *buffer, size_t size, size_t *got, ce_error *err)
{
    unsigned char *to = buffer;
    int rc = CE_OK;

    *got = 0;
    while (!rc && *got < size && !is_at_end(file)) {
        size_t part = 0;
        switch (file->place) {
        case BEGIN: rc = begin(file, err); break;
        case PLAIN: rc = copy(file, to + *got, size - *got, &part, err); break;
        case PACKED: rc = unpack(file, to + *got, size - *got, &part, err); break;
        case BETWEEN: rc = go_on(file, err); break;
        }
        *got += part;
    }
    file->given += *got;
    return rc;
}

int ce_gunzip_is_plain(const ce_gunzip *file)
{
    return file->place == PLAIN;
}

static int rewind_to(ce_gunzip *file, uint64_t at, ce_error *err)
{
    if (file->start < 0 || lseek(file->fd, file->start + (off_t)at, SEEK_SET) < 0)
        return ce_fail(err, CE_EIO, "%s: cannot be read twice", file->name);
    file->stream.avail_in = 0;
    file->ended = 0;
    file->given = at;
    return CE_OK;
}

/* Reads on to a byte, or to the end. */
static int skip(ce_gunzip *file, uint64_t at, ce_error *err)
{
    enum { TOGETHER = 1 << 16 };
    unsigned char *room = ce_alloc(TOGETHER, 1, err);
    size_t got = 1;
    int rc = room ? CE_OK : CE_ENOMEM;

    while (!rc && got && file->given < at) {
        uint64_t left = at - file->given;
        rc = ce_gunzip_read(file, room, left < TOGETHER ? (size_t)left : TOGETHER, &got, err);
    }
    free(room);
    return rc;
}

int ce_gunzip_seek(ce_gunzip *file, uint64_t at, ce_error *err)
{
    int rc = CE_OK;

    if (file->place == PLAIN)
        return rewind_to(file, at, err);
    if (at < file->given) {
        rc = rewind_to(file, 0, err);
        file->place = BEGIN;
    }
    return rc ? rc : skip(file, at, err);
}

void ce_gunzip_close(ce_gunzip *file)
{
    if (!file)
        return;
    if (file->has_stream)
        inflateEnd(&file->stream);
    close(file->fd);
    free(file);
}
