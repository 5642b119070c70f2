#include "io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "io/file_kind.h"
#include "io/gunzip.h"
#include "io/trail.h"

struct ce_input {
    ce_gunzip *file;
    const char *name;         /* the caller's path or a literal */
    const char *path;         /* the caller's; NULL for standard input */
    char head[CE_INPUT_PEEK]; /* peeked at, not yet given out */
    size_t head_size;
    uint64_t bytes;          /* read so far, decompressed */
    uint32_t crc;            /* of them, for the trail */
    int begun;               /* something was read */
    int fd;                  /* of the file, which owns it */
    off_t start;             /* where in it reading began; -1: it has no places */
    off_t size;              /* when it was opened, */
    struct timespec changed; /* and its time then */
    ce_input_view view;      /* read NULL: there is none */
};

const char *ce_path_name(const char *path)
{
    return path && strcmp(path, "-") ? path : "standard input";
}

const char *ce_path_ending(const char *path, size_t *length)
{
    size_t size = path ? strlen(path) : 0;
    const char *end;

    if (size > 3 && !strcmp(path + size - 3, ".gz"))
        size -= 3;
    for (end = path + size; end > path && end[-1] != '.' && end[-1] != '/'; end--)
        ;
    *length = (size_t)(path + size - end);
    return end > path && end[-1] == '.' && *length ? end : NULL;
}

int ce_path_is_npy(const char *path)
{
    size_t length;
    const char *end = ce_path_ending(path, &length);

    return end && length == 3 && !memcmp(end, "npy", 3);
}

int ce_fail_in_file(ce_error *err, const char *path, const ce_error *inner)
{
    if (inner->status == CE_EINPUT)
        return ce_fail(err, CE_EINPUT, "%s: %s", ce_path_name(path), inner->text);
    return ce_fail(err, inner->status, "%s", inner->text);
}

const char *ce_input_name(const ce_input *input)
{
    return input->name;
}

int ce_input_open(ce_input **input, const char *path, ce_error *err)
{
    int standard = !path || !strcmp(path, "-");
    int fd = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    struct stat status = {0};
    ce_input *opened;

    if (fd < 0)
        return ce_fail(err, CE_EIO, "%s: %s", ce_path_name(path), strerror(errno));
    if (!fstat(fd, &status) && S_ISDIR(status.st_mode)) {
        close(fd);
        return ce_fail(err, CE_EIO, "%s: is a directory, a file expected", ce_path_name(path));
    }
    opened = ce_calloc(1, sizeof *opened, err);
    if (!opened) {
        close(fd);
        return CE_ENOMEM;
    }
    opened->name = ce_path_name(path);
    opened->path = standard ? NULL : path;
    opened->fd = fd;
    opened->start = S_ISREG(status.st_mode) ? lseek(fd, 0, SEEK_CUR) : -1;
    opened->size = status.st_size;
    opened->changed = status.st_mtim;
    opened->file = ce_gunzip_open(fd, opened->name, err);
    if (!opened->file) {
        close(fd);
        free(opened);
        return CE_ENOMEM;
    }
    *input = opened;
    return CE_OK;
}

int ce_input_read_raw(ce_input *input, void *buffer, size_t size, size_t *got, ce_error *err)
{
    int first = !input->begun, rc = ce_gunzip_read(input->file, buffer, size, got, err);

    if (rc || !*got)
        return rc;
    input->begun = 1;
    return first ? ce_file_kind_packed(buffer, *got, input->name, err) : CE_OK;
}

static int read_file(ce_input *input, void *buffer, size_t size, size_t *got, ce_error *err)
{
    const ce_input_view *view = &input->view;
    int rc = view->read ? view->read(view->state, input, buffer, size, got, err)
                        : ce_input_read_raw(input, buffer, size, got, err);

    if (!rc) {
        input->bytes += *got;
        input->crc = ce_trail_crc(input->crc, buffer, *got);
    }
    return rc;
}

int ce_input_peek(ce_input *input, void *buffer, size_t size, size_t *got, ce_error *err)
{
    char head[sizeof input->head];
    size_t used = 0, part;
    int rc;

    if (size > sizeof head)
        size = sizeof head;
    do {
        if ((rc = ce_input_read(input, head + used, size - used, &part, err)))
            return rc;
        used += part;
    } while (part && used < size);
    memcpy(input->head, head, used);
    memcpy(buffer, head, used);
    input->head_size = *got = used;
    return CE_OK;
}

int ce_input_read(ce_input *input, void *buffer, size_t size, size_t *got, ce_error *err)
{
    if (input->head_size) {
        *got = size < input->head_size ? size : input->head_size;
        memcpy(buffer, input->head, *got);
        input->head_size -= *got;
        memmove(input->head, input->head + *got, input->head_size);
        return CE_OK;
    }
    if (!size) {
        *got = 0;
        return CE_OK;
    }
    return read_file(input, buffer, size, got, err);
}

/* Where in the file its next byte stands, and how many are left of it or of the view of it.
 * SIZE_MAX: not known. */
static size_t find_rest(const ce_input *input, size_t *at)
{
    const ce_input_view *view = &input->view;
    size_t given = (size_t)input->bytes - input->head_size;
    struct stat status;

    if (input->start < 0 || !ce_gunzip_is_plain(input->file) || fstat(input->fd, &status))
        return SIZE_MAX;
    if (view->read) {
        *at = (size_t)input->start + (size_t)view->at;
        return view->at && given == view->front && ce_input_check_same(input, NULL) == CE_OK
                   ? view->size
                   : SIZE_MAX;
    }
    *at = (size_t)input->start + given;
    return (size_t)status.st_size > *at ? (size_t)status.st_size - *at : 0;
}

ce_input_mapping ce_input_map(ce_input *input, size_t size)
{
    size_t at = 0;
    ce_input_mapping m = {.left = find_rest(input, &at)};

    if (m.left != size || at % 8)
        return m;
    m.map = mmap(NULL, at + size, PROT_READ, MAP_PRIVATE, input->fd, 0);
    if (m.map == MAP_FAILED) {
        m.map = NULL;
        return m;
    }
    m.map_size = at + size;
    m.bytes = (const char *)m.map + at;
    input->bytes += size;
    input->crc = ce_trail_crc(input->crc, m.bytes, size);
    return m;
}

/* What is written goes into copies of pages, because the map is private. */
int ce_input_map_unlock(void *map, size_t map_size, ce_error *err)
{
    if (mprotect(map, map_size, PROT_READ | PROT_WRITE))
        return ce_fail(err, CE_ENOMEM, "no memory for missing cells among the %zu bytes of a file",
                       map_size);
    return CE_OK;
}

int ce_input_read_all(ce_input *input, char **bytes, size_t *length, ce_error *err)
{
    char *all = NULL;
    size_t capacity = 0, used = 0, got;
    int rc;

    do {
        rc = ce_grow(&all, &capacity, used + (1u << 18) + 1, 1, err);
        if (!rc)
            rc = ce_input_read(input, all + used, capacity - used - 1, &got, err);
        if (rc) {
            free(all);
            return rc;
        }
        used += got;
    } while (got);
    all[used] = '\0';
    *bytes = all;
    *length = used;
    return CE_OK;
}

/* ---- views ---- */

/* As if nothing had been read. */
static void forget(ce_input *input)
{
    input->head_size = 0;
    input->bytes = 0;
    input->crc = 0;
}

void ce_input_set_view(ce_input *input, const ce_input_view *view)
{
    forget(input);
    input->view = *view;
}

const void *ce_input_view_state(const ce_input *input,
                                int (*read)(void *state, ce_input *input, void *buffer, size_t size,
                                            size_t *got, ce_error *err))
{
    return input->view.read == read ? input->view.state : NULL;
}

int ce_input_has_places(const ce_input *input)
{
    return input->start >= 0;
}

int ce_input_seek(ce_input *input, uint64_t at, ce_error *err)
{
    if (!input->view.read)
        forget(input);
    return ce_gunzip_seek(input->file, at, err);
}

uint64_t ce_input_plain_size(const ce_input *input)
{
    return ce_gunzip_is_plain(input->file) ? (uint64_t)(input->size - input->start) : UINT64_MAX;
}

int ce_input_check_same(const ce_input *input, ce_error *err)
{
    struct stat status;

    if (fstat(input->fd, &status))
        return ce_fail(err, CE_EIO, "%s: %s", input->name, strerror(errno));
    if (status.st_size != input->size || status.st_mtim.tv_sec != input->changed.tv_sec ||
        status.st_mtim.tv_nsec != input->changed.tv_nsec)
        return ce_fail(err, CE_EINPUT, "%s: has changed while it was read", input->name);
    return CE_OK;
}

void ce_input_close(ce_input *input, ce_error *err)
{
    if (!input)
        return;
    ce_error_name_memory(err, input->name);
    /* whoever reads standard input next finds its end, as after a table that was not cut */
    if (input->view.read && !input->path)
        lseek(input->fd, 0, SEEK_END);
    if (input->view.free)
        input->view.free(input->view.state);
    ce_trail_add(CE_TRAIL_READ, input->path, input->bytes, input->crc);
    ce_gunzip_close(input->file);
    free(input);
}
