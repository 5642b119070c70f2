#include "core/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { ALIGNMENT = 64 };

static void *out_of_memory(size_t count, size_t size, ce_error *err)
{
    ce_fail(err, CE_ENOMEM, "out of memory: %zu x %zu bytes asked for", count, size);
    return NULL;
}

/* Asks for large pages. Without them a matrix walked by column misses the address cache at every
 * step. */
static void *large_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE = 1 << 21 };
    uintptr_t first = ((uintptr_t)block + LARGE - 1) / LARGE * LARGE,
              end = (uintptr_t)block + bytes;

    if (block && bytes >= 32 * (size_t)LARGE)
        madvise((void *)first, end - first, MADV_HUGEPAGE); /* only a hint: failure does no harm */
#else
    (void)bytes;
#endif
    return block;
}

void *ce_alloc(size_t count, size_t size, ce_error *err)
{
    size_t bytes;
    void *block = NULL;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX)
        return out_of_memory(count, size, err);
    if (posix_memalign(&block, ALIGNMENT, bytes ? bytes : 1))
        return out_of_memory(count, size, err);
    return large_pages(block, bytes);
}

void *ce_calloc(size_t count, size_t size, ce_error *err)
{
    void *block = calloc(count ? count : 1, size ? size : 1);

    return block ? large_pages(block, count * size) : out_of_memory(count, size, err);
}

int ce_grow(void *block, size_t *capacity, size_t need, size_t size, ce_error *err)
{
    void *old, *grown;
    size_t bytes, target = *capacity ? *capacity : 16;

    if (need <= *capacity)
        return CE_OK;
    while (target < need)
        if (__builtin_mul_overflow(target, (size_t)2, &target))
            return ce_fail(err, CE_ENOMEM, "out of memory: %zu elements asked for", need);
    memcpy(&old, block, sizeof old);
    if (__builtin_mul_overflow(target, size, &bytes) || !(grown = realloc(old, bytes)))
        return ce_fail(err, CE_ENOMEM, "out of memory: %zu x %zu bytes asked for", target, size);
    memcpy(block, &grown, sizeof grown);
    *capacity = target;
    return CE_OK;
}

char *ce_strndup(const char *text, size_t length, ce_error *err)
{
    char *copy = ce_calloc(length + 1, 1, err);

    if (copy)
        memcpy(copy, text, length);
    return copy;
}

char *ce_strdup(const char *text, ce_error *err)
{
    return ce_strndup(text, strlen(text), err);
}

char *ce_join(const char *front, char between, const char *back, ce_error *err)
{
    size_t before = strlen(front), behind = strlen(back);
    char *joined = ce_alloc(before + behind + 2, 1, err);

    if (joined) {
        memcpy(joined, front, before);
        joined[before] = between;
        memcpy(joined + before + 1, back, behind + 1);
    }
    return joined;
}

/* The number in a file of one line, in its own unit; SIZE_MAX when there is none (no such file, or
 * "max"). */
static size_t number_in_file(const char *path)
{
    FILE *file = fopen(path, "r");
    unsigned long long value = 0;
    int found;

    if (!file)
        return SIZE_MAX;
    found = fscanf(file, "%llu", &value);
    fclose(file);
    return found == 1 && value < SIZE_MAX ? (size_t)value : SIZE_MAX;
}

/* MemAvailable includes the page cache that the kernel would give up; the free pages of sysconf do
 * not. */
static size_t machine_available(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    unsigned long long kib = 0;
    size_t bytes = SIZE_MAX;

    if (!file)
        return SIZE_MAX;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1) {
            bytes = (size_t)kib * 1024;
            break;
        }
    fclose(file);
    return bytes;
}

static size_t environment_limit(void)
{
    const char *text = getenv("CE_MEMORY_LIMIT");
    char *end;
    unsigned long long value;
    int shift = 0;

    if (!text || *text < '0' || *text > '9')
        return SIZE_MAX;
    errno = 0;
    value = strtoull(text, &end, 10);
    switch (*end) {
    case 'K': shift = 10; break;
    case 'M': shift = 20; break;
    case 'G': shift = 30; break;
    }
    return errno || value > (SIZE_MAX >> shift) ? SIZE_MAX : (size_t)value << shift;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t ce_memory_available(void)
{
    size_t bytes = machine_available(), limit, used;
    struct rlimit address;

    limit = number_in_file("/sys/fs/cgroup/memory.max");
    if (limit != SIZE_MAX) {
        used = number_in_file("/sys/fs/cgroup/memory.current");
        bytes = least(bytes, used < limit ? limit - used : 0);
    }
    if (!getrlimit(RLIMIT_AS, &address) && address.rlim_cur != RLIM_INFINITY)
        bytes = least(bytes, (size_t)address.rlim_cur);
    return least(bytes, environment_limit());
}

static void human(double bytes, char *text, size_t size)
{
    static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int u = 0;

    while (bytes >= 1024 && u < 6) {
        bytes /= 1024;
        u++;
    }
    snprintf(text, size, u ? "%.1f %s" : "%.0f %s", bytes, unit[u]);
}

int ce_memory_check(size_t rows, size_t columns, size_t size, const char *what, const char *instead,
                    ce_error *err)
{
    size_t available = ce_memory_available();
    double need = (double)rows * (double)columns * (double)size;
    char need_text[32], have_text[32], shape[48];

    if (need <= (double)available)
        return CE_OK;
    if (columns == 1)
        snprintf(shape, sizeof shape, "%zu entries", rows);
    else
        snprintf(shape, sizeof shape, "%zu x %zu", rows, columns);
    human(need, need_text, sizeof need_text);
    human((double)available, have_text, sizeof have_text);
    return ce_fail(err, CE_ENOMEM, "%s (%s) needs %s of memory, %s are free; use %s instead", what,
                   shape, need_text, have_text, instead);
}
