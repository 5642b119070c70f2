#include "io/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/memory.h"

const char *ce_temporary_folder(void)
{
    const char *set = getenv("TMPDIR");

    return set && *set ? set : "/tmp";
}

/* Where the file system has no files without a name: one whose name goes at once. */
static int open_named(void)
{
    char *name = ce_join(ce_temporary_folder(), '/', "clens-XXXXXX", NULL);
    int fd;

    if (!name) {
        errno = ENOMEM;
        return -1;
    }
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        unlink(name);
    free(name);
    return fd;
}

int ce_temporary_open(void)
{
    int fd = -1;

#ifdef O_TMPFILE
    fd = open(ce_temporary_folder(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
    return fd < 0 ? open_named() : fd;
}

FILE *ce_temporary_stream(void)
{
    int fd = ce_temporary_open(), failed;
    FILE *file;

    if (fd < 0)
        return NULL;
    file = fdopen(fd, "w+");
    if (!file) {
        failed = errno;
        close(fd);
        errno = failed;
    }
    return file;
}
