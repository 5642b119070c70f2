/* Where and when a task is done, and the folders and logs that it needs. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "batch/batch_record.h"
#include "core/memory.h"

const char *ce_batch_host(ce_arena *arena, ce_error *err)
{
    const char *node = getenv("SLURMD_NODENAME");
    char name[256] = "";

    if (node && *node && strlen(node) < sizeof name && !strpbrk(node, " \n"))
        return ce_arena_text(arena, node, strlen(node), err);
    if (gethostname(name, sizeof name - 1) || !*name)
        memcpy(name, "unknown", sizeof "unknown");
    return ce_arena_text(arena, name, strlen(name), err);
}

const char *ce_batch_now(ce_arena *arena, ce_error *err)
{
    time_t now = time(NULL);
    struct tm parts;
    char text[32];

    gmtime_r(&now, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return ce_arena_text(arena, text, strlen(text), err);
}

const char *ce_batch_last_line(const char *path, ce_arena *arena, ce_error *err)
{
    enum { TAIL = 4096, LONGEST = 300 };
    char tail[TAIL + 1];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    off_t size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
    ssize_t count = 0;
    char *line;

    if (size > 0)
        count = pread(fd, tail, TAIL, size > TAIL ? size - TAIL : 0);
    if (fd >= 0)
        close(fd);
    while (count > 0 && strchr(" \t\r\n", tail[count - 1]))
        count--;
    tail[count > 0 ? count : 0] = '\0';
    line = strrchr(tail, '\n');
    line = line ? line + 1 : tail;
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127)
            *c = ' ';
    return ce_arena_text(arena, line, strnlen(line, LONGEST), err);
}

int ce_batch_folders(const char *path, ce_error *err)
{
    char *copy = ce_strdup(path, err);
    int rc = copy ? CE_OK : CE_ENOMEM;

    for (char *c = copy ? strchr(copy + 1, '/') : NULL; c && !rc; c = strchr(c + 1, '/')) {
        *c = '\0';
        if (mkdir(copy, 0777) && errno != EEXIST)
            rc = ce_fail(err, CE_EIO, "%s: %s", copy, strerror(errno));
        *c = '/';
    }
    free(copy);
    return rc;
}
