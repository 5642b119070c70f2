#include "batch/batch_sums.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "core/memory.h"
#include "io/input.h"

enum { BUFFER = 1 << 17, SETTLED = 2 /* seconds */ };

struct ce_file_sums_entry {
    const char *path; /* NULL: free */
    ce_file_sum sum;
};

static ce_file_stamp stamp_of(const struct stat *status)
{
    return (ce_file_stamp){(uint64_t)status->st_ino, status->st_ctim.tv_sec,
                           status->st_ctim.tv_nsec, status->st_mtim.tv_sec,
                           status->st_mtim.tv_nsec};
}

static int same_stamp(const ce_file_stamp *a, const ce_file_stamp *b)
{
    return a->inode == b->inode && a->changed == b->changed && a->changed_part == b->changed_part &&
           a->written == b->written && a->written_part == b->written_part;
}

/* ---- one file ---- */

static int sum_bytes(int fd, const char *path, ce_file_sum *sum, ce_error *err)
{
    char *buffer = ce_alloc(BUFFER, 1, err);
    ssize_t count;
    int rc = buffer ? CE_OK : CE_ENOMEM;

    while (!rc && (count = read(fd, buffer, BUFFER)) != 0) {
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            rc = ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
            break;
        }
        sum->crc = (uint32_t)crc32_z(sum->crc, (const Bytef *)buffer, (size_t)count);
        sum->bytes += (uint64_t)count;
    }
    free(buffer);
    return rc;
}

/* Reads a gzip stream to its end. */
static int check_gzip(const char *path, ce_error *err)
{
    ce_input *input = NULL;
    char *buffer = ce_alloc(BUFFER, 1, err);
    size_t got = 1;
    int rc = buffer ? ce_input_open(&input, path, err) : CE_ENOMEM;

    while (!rc && got)
        rc = ce_input_read(input, buffer, BUFFER, &got, err);
    ce_input_close(input, err);
    free(buffer);
    return rc;
}

int ce_file_sum_read(const char *path, int whole, ce_file_sum *sum, ce_error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc = CE_OK;
    size_t length = strlen(path);
    struct stat status;

    *sum = (ce_file_sum){0};
    if (fd < 0 && errno == ENOENT)
        return CE_OK;
    if (fd < 0 || fstat(fd, &status))
        rc = ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(status.st_mode))
        rc = ce_fail(err, CE_EIO, "%s: is %s, a file expected", path,
                     S_ISDIR(status.st_mode) ? "a directory" : "a device or a pipe");
    else
        rc = sum_bytes(fd, path, sum, err);
    if (fd >= 0)
        close(fd);
    if (rc)
        return rc;
    sum->exists = 1;
    sum->stamp = stamp_of(&status);
    if (time(NULL) - (time_t)sum->stamp.changed < SETTLED)
        sum->stamp.inode = 0;
    if (whole && length > 3 && !strcmp(path + length - 3, ".gz") && sum->bytes)
        rc = check_gzip(path, err);
    return rc;
}

int ce_file_unchanged(const char *path, const ce_file_sum *was)
{
    struct stat status;
    ce_file_stamp now;

    if (stat(path, &status) || !was->exists)
        return 0;
    now = stamp_of(&status);
    if (!was->stamp.inode)
        now.inode = 0; /* the times are all that was kept */
    return (uint64_t)status.st_size == was->bytes && same_stamp(&now, &was->stamp);
}

/* ---- many files ---- */

static struct ce_file_sums_entry *place_of(const ce_file_sums *sums, const char *path)
{
    size_t at = crc32_z(0, (const Bytef *)path, strlen(path)) & (sums->capacity - 1);

    while (sums->entry[at].path && strcmp(sums->entry[at].path, path) != 0)
        at = (at + 1) & (sums->capacity - 1);
    return &sums->entry[at];
}

static int make_room(ce_file_sums *sums, ce_error *err)
{
    ce_file_sums larger = {.capacity = sums->capacity ? 2 * sums->capacity : 64};

    if (2 * (sums->count + 1) <= sums->capacity)
        return CE_OK;
    larger.entry = ce_calloc(larger.capacity, sizeof *larger.entry, err);
    if (!larger.entry)
        return CE_ENOMEM;
    for (size_t i = 0; i < sums->capacity; i++)
        if (sums->entry[i].path)
            *place_of(&larger, sums->entry[i].path) = sums->entry[i];
    free(sums->entry);
    sums->entry = larger.entry;
    sums->capacity = larger.capacity;
    return CE_OK;
}

int ce_file_sums_get(ce_file_sums *sums, const char *path, const ce_file_sum **sum, ce_error *err)
{
    int rc = make_room(sums, err);
    struct ce_file_sums_entry *entry;
    const char *copy;

    if (rc)
        return rc;
    entry = place_of(sums, path);
    if (!entry->path) {
        rc = ce_file_sum_read(path, 0, &entry->sum, err);
        copy = rc ? NULL : ce_arena_text(&sums->arena, path, strlen(path), err);
        if (!copy)
            return rc ? rc : CE_ENOMEM;
        entry->path = copy;
        sums->count++;
    }
    *sum = &entry->sum;
    return CE_OK;
}

int ce_file_sums_same(ce_file_sums *sums, const char *path, const ce_file_sum *was, int *same,
                      ce_error *err)
{
    const ce_file_sum *now;
    int rc;

    *same = 1;
    if (was->stamp.inode && ce_file_unchanged(path, was))
        return CE_OK;
    rc = ce_file_sums_get(sums, path, &now, err);
    if (!rc)
        *same = now->exists && now->bytes == was->bytes && now->crc == was->crc;
    return rc;
}

void ce_file_sums_free(ce_file_sums *sums)
{
    free(sums->entry);
    ce_arena_free(&sums->arena);
    *sums = (ce_file_sums){0};
}
