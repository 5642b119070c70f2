#include "io/held_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "io/place.h"
#include "io/temporary.h"

/* Bytes that are kept in memory, and that are copied at a time. */
enum { IN_MEMORY = 1 << 22, CHUNK = 1 << 18 };

struct ce_held_output {
    char *path;
    ce_output *output; /* NULL: it waits */
    int fd;            /* of what does not fit into memory; -1: none */
    size_t used;
    char *bytes; /* IN_MEMORY */
};

void ce_held_output_abandon(ce_held_output *held)
{
    if (!held)
        return;
    ce_output_abandon(held->output);
    if (held->fd >= 0)
        close(held->fd);
    free(held->bytes);
    free(held->path);
    free(held);
}

/* Whether an output goes where it cannot be taken back. */
static int is_in_place(const char *path)
{
    ce_place place;
    int in_place;

    if (ce_place_find(&place, path))
        return 0; /* ce_output_open says why */
    in_place = place.in_place || place.descriptor >= 0;
    ce_place_free(&place);
    return in_place;
}

int ce_held_output_open(ce_held_output **held, const char *path, int wait, ce_error *err)
{
    ce_held_output *made = ce_calloc(1, sizeof *made, err);
    int rc = CE_OK;

    *held = NULL;
    if (!made)
        return CE_ENOMEM;
    made->fd = -1;
    if (path && !(made->path = ce_strdup(path, err)))
        rc = CE_ENOMEM;
    if (!rc && (wait || !path || !strcmp(path, "-") || is_in_place(path)))
        rc = (made->bytes = ce_alloc(IN_MEMORY, 1, err)) ? CE_OK : CE_ENOMEM;
    else if (!rc)
        rc = ce_output_open(&made->output, path, err);
    if (rc)
        ce_held_output_abandon(made);
    else
        *held = made;
    return rc;
}

static int fail_to_keep(ce_error *err)
{
    return ce_fail(err, CE_EIO,
                   "%s, where the result is kept until it is whole: %s (" CE_OPT(
                       "output") " FILE needs no room there, TMPDIR names another folder)",
                   ce_temporary_folder(), strerror(errno));
}

static int open_nameless(ce_held_output *held, ce_error *err)
{
    held->fd = ce_temporary_open();
    return held->fd < 0 ? fail_to_keep(err) : CE_OK;
}

static int keep(ce_held_output *held, const char *bytes, size_t size, ce_error *err)
{
    int rc = held->fd < 0 ? open_nameless(held, err) : CE_OK;

    while (size && !rc) {
        ssize_t written = write(held->fd, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail_to_keep(err);
        bytes += written;
        size -= (size_t)written;
    }
    return rc;
}

int ce_held_output_write(ce_held_output *held, const void *bytes, size_t size, ce_error *err)
{
    const char *from = bytes;
    int rc = CE_OK;

    if (held->output) {
        ce_output_write(held->output, bytes, size);
        if (!ce_output_failed(held->output))
            return CE_OK;
        rc = ce_output_close(held->output, err); /* tells why */
        held->output = NULL;
        return rc ? rc : ce_fail(err, CE_EIO, "%s: cannot be written", held->path);
    }
    while (size && !rc) {
        size_t part = IN_MEMORY - held->used < size ? IN_MEMORY - held->used : size;
        memcpy(held->bytes + held->used, from, part);
        held->used += part;
        from += part;
        size -= part;
        if (held->used == IN_MEMORY) {
            rc = keep(held, held->bytes, held->used, err);
            held->used = 0;
        }
    }
    return rc;
}

/* Copies what waits to the output. */
static int pour(ce_held_output *held, ce_output *output, ce_error *err)
{
    char *chunk;
    ssize_t got = 1;

    if (held->fd >= 0) {
        if (lseek(held->fd, 0, SEEK_SET) != 0)
            return fail_to_keep(err);
        if (!(chunk = ce_alloc(CHUNK, 1, err)))
            return CE_ENOMEM;
        while (got && !ce_output_failed(output)) {
            got = read(held->fd, chunk, CHUNK);
            if (got < 0 && errno != EINTR) {
                free(chunk);
                return fail_to_keep(err);
            }
            if (got > 0)
                ce_output_write(output, chunk, (size_t)got);
        }
        free(chunk);
    }
    ce_output_write(output, held->bytes, held->used);
    return CE_OK;
}

int ce_held_output_close(ce_held_output *held, void (*front)(ce_output *output, void *state),
                         void *state, ce_error *err)
{
    ce_output *output = held->output;
    int rc = CE_OK;

    held->output = NULL;
    if (!output) {
        rc = ce_output_open(&output, held->path, err);
        if (!rc && front)
            front(output, state);
        if (!rc)
            rc = pour(held, output, err);
    }
    if (rc)
        ce_output_abandon(output);
    else
        rc = ce_output_close(output, err);
    ce_held_output_abandon(held);
    return rc;
}
