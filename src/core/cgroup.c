#include "core/cgroup.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { VERSION_1 = 1, VERSION_2 = 2, LINE = PATH_MAX + 512 };

/* Version 1 says "no limit" with a number of this size, and no memory is so large. */
static const size_t highest_limit = SIZE_MAX / 4;

/* A mounted hierarchy that controls memory. */
typedef struct {
    int version;
    char top[PATH_MAX];   /* the group that is mounted, as /proc names groups */
    char mount[PATH_MAX]; /* where */
} hierarchy;

typedef struct {
    const char *limit, *high, *used, *inactive, *active;
} file_names;

static const file_names names[] = {
    [VERSION_1] = {"memory.limit_in_bytes", NULL, "memory.usage_in_bytes", "total_inactive_file",
                   "total_active_file"},
    [VERSION_2] = {"memory.max", "memory.high", "memory.current", "inactive_file", "active_file"},
};

static FILE *open_in(const char *root, const char *folder, const char *name)
{
    char path[2 * PATH_MAX];
    int length = snprintf(path, sizeof path, "%s%s%s%s", root, folder, *name ? "/" : "", name);

    return length > 0 && (size_t)length < sizeof path ? fopen(path, "r") : NULL;
}

/* The number in a file of one line; SIZE_MAX when there is none (no such file, or "max"). */
static size_t number_in(const char *root, const char *folder, const char *name)
{
    FILE *file = name ? open_in(root, folder, name) : NULL;
    unsigned long long value = 0;
    int found;

    if (!file)
        return SIZE_MAX;
    found = fscanf(file, "%llu", &value);
    fclose(file);
    return found == 1 && value < SIZE_MAX ? (size_t)value : SIZE_MAX;
}

/* The page cache of a group. */
static size_t cache_of(const char *root, const char *folder, const file_names *name)
{
    FILE *file = open_in(root, folder, "memory.stat");
    char key[64];
    unsigned long long value, sum = 0;

    if (!file)
        return 0;
    while (fscanf(file, "%63s %llu", key, &value) == 2)
        if (!strcmp(key, name->inactive) || !strcmp(key, name->active))
            sum += value;
    fclose(file);
    return (size_t)sum;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The lesser of `bound` and of what one group leaves. The kernel adds up the statistics of a group
 * when they are read, which takes most of the time, so they are read only where they can matter. */
static size_t available_in(const char *root, const char *folder, const file_names *name,
                           size_t bound)
{
    size_t limit = least(number_in(root, folder, name->limit), number_in(root, folder, name->high)),
           used, cache;

    if (limit > highest_limit)
        return bound;
    used = number_in(root, folder, name->used);
    if (used == SIZE_MAX)
        return least(limit, bound);
    if (used < limit && limit - used >= bound)
        return bound;
    cache = cache_of(root, folder, name);
    used = cache < used ? used - cache : 0;
    return used < limit ? least(limit - used, bound) : 0;
}

/* Is a word in a list with commas? */
static int has_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (; list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL)
        if (!strncmp(list, word, length) && (list[length] == ',' || !list[length]))
            return 1;
    return 0;
}

/* Takes a line of mountinfo: ID PARENT DEVICE TOP MOUNT OPTIONS [...] - TYPE SOURCE OPTIONS. */
static int take_mount(const char *line, hierarchy *h)
{
    char type[32], options[256];
    const char *rest = strstr(line, " - ");

    _Static_assert(PATH_MAX == 4096, "the widths below");
    if (!rest || sscanf(line, "%*s %*s %*s %4095s %4095s", h->top, h->mount) != 2 ||
        sscanf(rest, " - %31s %*s %255s", type, options) != 2)
        return 0;
    h->version = !strcmp(type, "cgroup2") ? VERSION_2 : VERSION_1;
    return h->version == VERSION_2 || (!strcmp(type, "cgroup") && has_word(options, "memory"));
}

/* *path: the group of this process in a hierarchy. A line of /proc/self/cgroup is
 * NUMBER:CONTROLLERS:PATH; version 2 has no controllers there. */
static int find_group(const char *root, const hierarchy *h, char path[PATH_MAX])
{
    FILE *file = open_in(root, "/proc/self/cgroup", "");
    char line[LINE];
    int found = 0;

    while (file && !found && fgets(line, sizeof line, file)) {
        char *controllers = strchr(line, ':'), *group;
        if (!controllers || !(group = strchr(controllers + 1, ':')))
            continue;
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        found = h->version == VERSION_2 ? !controllers[1] : has_word(controllers + 1, "memory");
        if (found)
            snprintf(path, PATH_MAX, "%.*s", PATH_MAX - 1, group);
    }
    if (file)
        fclose(file);
    return found;
}

/* The lesser of `bound` and of what the groups leave, from that of the process up to the one that
 * is mounted. */
static size_t available_up(const char *root, const hierarchy *h, size_t bound)
{
    char path[PATH_MAX], folder[2 * PATH_MAX];
    size_t top = strlen(h->top), end;
    const char *below = path;

    if (!find_group(root, h, path))
        return bound;
    /* what is mounted is the group itself or one around it; a container may see neither, and then
     * only the mounted one is known */
    if (top == 1)
        top = 0;
    if (strncmp(path, h->top, top) || (path[top] && path[top] != '/'))
        below = "";
    else
        below = path + top;
    end = (size_t)snprintf(folder, sizeof folder, "%s%s", h->mount, below);
    if (end >= sizeof folder)
        return bound;
    for (;;) {
        bound = available_in(root, folder, &names[h->version], bound);
        if (end <= strlen(h->mount))
            return bound;
        do
            end--;
        while (end > strlen(h->mount) && folder[end] != '/');
        folder[end] = '\0';
    }
}

size_t ce_cgroup_available(const char *root, size_t bound)
{
    FILE *file = open_in(root, "/proc/self/mountinfo", "");
    char line[LINE];
    hierarchy h;

    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (take_mount(line, &h))
            bound = available_up(root, &h, bound);
    }
    if (file)
        fclose(file);
    return bound;
}
