#include "io/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/memory.h"
#include "io/temporary.h"

enum { MOST_FOLDERS = 8, ENTRIES = 4096 };

/* A signal handler reads this, so that it is a fixed array and `armed` is set last. */
typedef struct {
    const char *path; /* the caller's */
    volatile pid_t worker;
    volatile sig_atomic_t armed;
} folder;

static folder folders[MOST_FOLDERS];

static void arm(const char *path)
{
    int slot = 0;

#pragma omp critical(ce_scratch)
    {
        while (slot < MOST_FOLDERS && folders[slot].armed)
            slot++;
        if (slot < MOST_FOLDERS) {
            folders[slot].path = path;
            folders[slot].worker = 0;
            folders[slot].armed = 1;
        }
    }
}

static folder *find(const char *path)
{
    for (int slot = 0; slot < MOST_FOLDERS; slot++)
        if (folders[slot].armed && folders[slot].path == path)
            return &folders[slot];
    return NULL;
}

int ce_scratch_make(char **path, ce_error *err)
{
    static const char name[] = "/clens-XXXXXX";
    const char *base = ce_temporary_folder();
    sigset_t all, before;
    char *made;
    int failed;

    made = ce_alloc(strlen(base) + sizeof name, 1, err);
    if (!made)
        return CE_ENOMEM;
    memcpy(made, base, strlen(base));
    memcpy(made + strlen(base), name, sizeof name);
    /* no signal between the folder and the note of it */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    failed = mkdtemp(made) ? 0 : errno;
    if (!failed)
        arm(made);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) {
        free(made);
        return ce_fail(err, CE_EIO, "%s: a folder for the partitioner: %s", base,
                       strerror(failed));
    }
    *path = made;
    return CE_OK;
}

void ce_scratch_worker(const char *path, pid_t process)
{
    folder *f = find(path);

    if (f)
        f->worker = process;
}

#ifdef SYS_getdents64
/* An entry of a folder, as the kernel gives it. */
typedef struct {
    uint64_t inode, offset;
    uint16_t length;
    uint8_t type;
    char name[];
} entry;

/* Without opendir, which allocates memory, as no signal handler may. */
static void remove_folder(const char *path)
{
    _Alignas(entry) char room[ENTRIES];
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long size, removed;

    if (fd < 0)
        return;
    do {
        removed = 0;
        lseek(fd, 0, SEEK_SET);
        while ((size = syscall(SYS_getdents64, fd, room, sizeof room)) > 0)
            for (long at = 0; at < size; at += ((entry *)(void *)(room + at))->length)
                removed += !unlinkat(fd, ((entry *)(void *)(room + at))->name, 0);
    } while (removed);
    close(fd);
    rmdir(path);
}
#else
/* No system call that is the same everywhere lists a folder. */
static void remove_folder(const char *path)
{
    DIR *listed = opendir(path);
    struct dirent *entry;

    while (listed && (entry = readdir(listed)))
        unlinkat(dirfd(listed), entry->d_name, 0); /* fails for . and .. */
    if (listed)
        closedir(listed);
    rmdir(path);
}
#endif

void ce_scratch_remove(const char *path)
{
    folder *f = path ? find(path) : NULL;

    if (!path)
        return;
    remove_folder(path);
    if (f)
        f->armed = 0;
}

void ce_scratch_remove_all(void)
{
    for (int slot = 0; slot < MOST_FOLDERS; slot++) {
        if (!folders[slot].armed)
            continue;
        if (folders[slot].worker > 0)
            kill(folders[slot].worker, SIGTERM);
        remove_folder(folders[slot].path);
    }
}
