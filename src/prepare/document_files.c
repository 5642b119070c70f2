#include "prepare/document_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/memory.h"

/* The folders from the first down to the one that is being read. */
typedef struct place {
    const struct place *above;
    dev_t device;
    ino_t file;
} place;

char *ce_document_files_path(const char *folder, const char *below, ce_error *err)
{
    size_t length = strlen(folder), more = strlen(below);
    int slash = length && more && folder[length - 1] != '/';
    char *path = ce_calloc(length + (size_t)slash + more + 1, 1, err);

    if (path) {
        memcpy(path, folder, length);
        if (slash)
            path[length] = '/';
        memcpy(path + length + slash, below, more);
    }
    return path;
}

void ce_document_files_free(ce_document_files *files)
{
    if (!files)
        return;
    for (size_t i = 0; i < files->count; i++)
        free(files->below[i]);
    free(files->below);
    *files = (ce_document_files){0};
}

static int append(ce_document_files *files, char *below, ce_error *err)
{
    int rc = ce_grow(&files->below, &files->capacity, files->count + 1, sizeof *files->below, err);

    if (!rc)
        files->below[files->count++] = below;
    return rc;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a folder in byte order, without those that begin with a point. With a fixed order
 * the first failure is always the same. */
static int list(ce_document_files *names, const char *path, ce_error *err)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    int rc = CE_OK;

    if (!folder)
        return ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
    while (!rc) {
        char *name;
        errno = 0;
        entry = readdir(folder);
        if (!entry)
            break;
        if (entry->d_name[0] == '.')
            continue;
        name = ce_strdup(entry->d_name, err);
        rc = name ? append(names, name, err) : CE_ENOMEM;
        if (rc)
            free(name);
    }
    if (!rc && errno)
        rc = ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
    closedir(folder);
    if (!rc && names->count)
        qsort(names->below, names->count, sizeof *names->below, by_name);
    return rc;
}

static int walk(ce_document_files *files, const char *root, const char *below, const place *above,
                ce_error *err);

/* Takes what is at `below`, and owns the path from then on. */
static int take(ce_document_files *files, const char *root, char *below, const place *above,
                ce_error *err)
{
    char *path = ce_document_files_path(root, below, err);
    struct stat status;
    int rc = CE_OK;

    if (!path)
        rc = CE_ENOMEM;
    else if (stat(path, &status))
        rc = ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
    else if (S_ISDIR(status.st_mode))
        rc = walk(files, root, below, above, err);
    else if (!S_ISREG(status.st_mode))
        files->others++;
    else if (!(rc = append(files, below, err)))
        below = NULL;
    free(path);
    free(below);
    return rc;
}

static int walk(ce_document_files *files, const char *root, const char *below, const place *above,
                ce_error *err)
{
    char *path = ce_document_files_path(root, below, err);
    ce_document_files names = {0};
    struct stat status;
    place here = {.above = above};
    int rc = CE_OK;

    if (!path)
        return CE_ENOMEM;
    if (stat(path, &status)) {
        rc = ce_fail(err, CE_EIO, "%s: %s", path, strerror(errno));
        goto done;
    }
    here.device = status.st_dev;
    here.file = status.st_ino;
    for (const place *p = above; p && !rc; p = p->above)
        if (p->device == here.device && p->file == here.file)
            rc = ce_fail(err, CE_EINPUT, "%s: a link back to a folder that it lies in", path);
    if (!rc)
        rc = list(&names, path, err);
    for (size_t i = 0; i < names.count && !rc; i++) {
        char *next = ce_document_files_path(below, names.below[i], err);
        rc = next ? take(files, root, next, &here, err) : CE_ENOMEM;
    }
done:
    ce_document_files_free(&names);
    free(path);
    return rc;
}

int ce_document_files_find(ce_document_files *files, const char *folder, ce_error *err)
{
    int rc = walk(files, folder, "", NULL, err);

    if (!rc && !files->count)
        rc = ce_fail(err, CE_EINPUT, "%s: no document: a folder with text files expected", folder);
    if (rc)
        ce_document_files_free(files);
    else
        qsort(files->below, files->count, sizeof *files->below, by_name);
    return rc;
}
