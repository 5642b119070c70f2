#include "io/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

enum { MOST_LINKS = 40 };

/* Does the folder name the descriptors of this process? */
static int names_own_descriptors(int folder)
{
    static const char *const path[] = {"/proc/self/fd", "/proc/thread-self/fd"};
    struct stat given, own;

    for (size_t i = 0; i < sizeof path / sizeof *path && !fstat(folder, &given); i++)
        if (!stat(path[i], &own) && own.st_dev == given.st_dev && own.st_ino == given.st_ino)
            return 1;
    return 0;
}

/* Links in /proc do not name what they point to: they are it. */
static int is_in_proc(int folder)
{
#ifdef __linux__
    struct statfs status;

    return !fstatfs(folder, &status) && status.f_type == PROC_SUPER_MAGIC;
#else
    (void)folder;
    return 0;
#endif
}

static int take_descriptor(ce_place *place, int descriptor)
{
    place->descriptor = descriptor;
    place->exists = place->in_place = 1;
    return fstat(descriptor, &place->status) ? errno : 0;
}

/* Sets folder and name from a path below the present folder, or below the working one. */
static int enter(ce_place *place, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    int from = place->folder < 0 ? AT_FDCWD : place->folder, entered, failed = 0;

    if (!folder)
        return ENOMEM;
    if (!*path)
        failed = ENOENT;
    else if (!*name)
        failed = faccessat(from, path, F_OK, 0) ? errno : EISDIR;
    else if (strlen(name) > NAME_MAX)
        failed = ENAMETOOLONG;
    entered = failed ? -1 : openat(from, folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (!failed && entered < 0)
        failed = errno;
    free(folder);
    if (failed)
        return failed;
    memcpy(place->name, name, strlen(name) + 1);
    if (place->folder >= 0)
        close(place->folder);
    place->folder = entered;
    return 0;
}

/* What name is in folder. *target: where its link leads, to be freed; NULL: no link to follow. */
static int look(ce_place *place, char **target)
{
    char text[PATH_MAX];
    ssize_t length;

    *target = NULL;
    if (fstatat(place->folder, place->name, &place->status, AT_SYMLINK_NOFOLLOW))
        return errno == ENOENT ? 0 : errno;
    if (!S_ISLNK(place->status.st_mode)) {
        place->exists = 1;
        place->in_place = !S_ISREG(place->status.st_mode);
        return 0;
    }
    if (is_in_proc(place->folder)) {
        if (names_own_descriptors(place->folder))
            return take_descriptor(place, (int)strtol(place->name, NULL, 10));
        place->exists = place->in_place = 1;
        return fstatat(place->folder, place->name, &place->status, 0) ? errno : 0;
    }
    length = readlinkat(place->folder, place->name, text, sizeof text);
    if (length < 0)
        return errno;
    if ((size_t)length == sizeof text)
        return ENAMETOOLONG;
    *target = strndup(text, (size_t)length);
    return *target ? 0 : ENOMEM;
}

int ce_place_find(ce_place *place, const char *path)
{
    char *target = NULL;
    int failed, links = 0;

    memset(place, 0, sizeof *place);
    place->folder = place->descriptor = -1;
    if (!path || !strcmp(path, "-")) {
        failed = take_descriptor(place, STDOUT_FILENO);
    } else {
        failed = enter(place, path);
        if (!failed)
            failed = look(place, &target);
        while (!failed && target) {
            char *next = target;
            target = NULL;
            failed = ++links > MOST_LINKS ? ELOOP : enter(place, next);
            free(next);
            if (!failed)
                failed = look(place, &target);
        }
    }
    if (failed)
        ce_place_free(place);
    return failed;
}

void ce_place_free(ce_place *place)
{
    if (place->folder >= 0)
        close(place->folder);
    place->folder = place->descriptor = -1;
}

static int is_null_device(const struct stat *status)
{
    struct stat device;

    return S_ISCHR(status->st_mode) && !stat("/dev/null", &device) &&
           S_ISCHR(device.st_mode) && device.st_rdev == status->st_rdev;
}

static int is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

int ce_place_same(const ce_place *a, const ce_place *b)
{
    struct stat of_a, of_b;

    if (a->exists != b->exists)
        return 0;
    if (a->exists)
        return is_same_file(&a->status, &b->status) && !is_null_device(&a->status);
    return !strcmp(a->name, b->name) && !fstat(a->folder, &of_a) && !fstat(b->folder, &of_b) &&
           is_same_file(&of_a, &of_b);
}

int ce_place_below(const ce_place *file, const ce_place *folder)
{
    struct stat here, last = {0}; /* no file has the number 0 */
    int at, below = 0;

    if (!file->exists || !folder->exists || file->folder < 0)
        return 0;
    at = openat(file->folder, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    /* the folder above the topmost is itself */
    while (at >= 0 && !below && !fstat(at, &here) && !is_same_file(&here, &last)) {
        int above = openat(at, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
        close(at);
        at = above;
        below = is_same_file(&here, &folder->status);
        last = here;
    }
    if (at >= 0)
        close(at);
    return below;
}
