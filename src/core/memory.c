#include "core/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/cgroup.h"

/* What is smaller is not asked for: the answer costs more than the memory. */
enum { ALIGNMENT = 64, ASK_LIMIT = 1 << 20, ASK_MACHINE = 1 << 24, FREE_TEXT = 96 };

/* ---- what is free ---- */

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

/* Reads CE_MEMORY_LIMIT. 0: it is no size. */
static int read_limit(const char *text, size_t *bytes)
{
    static const char unit[] = "KMGT";
    const char *found;
    char *end;
    unsigned long long value;
    int shift = 0;

    if (*text < '0' || *text > '9')
        return 0;
    errno = 0;
    value = strtoull(text, &end, 10);
    found = *end ? strchr(unit, *end) : NULL;
    if (found) {
        shift = 10 * (int)(found - unit + 1);
        end++;
    }
    if (errno || *end || value > (SIZE_MAX >> shift))
        return 0;
    *bytes = (size_t)value << shift;
    return 1;
}

static size_t environment_limit(void)
{
    const char *text = getenv("CE_MEMORY_LIMIT");
    size_t bytes;

    return text && read_limit(text, &bytes) ? bytes : SIZE_MAX;
}

int ce_memory_limit_check(ce_error *err)
{
    const char *text = getenv("CE_MEMORY_LIMIT");
    size_t bytes;

    if (!text || !*text || read_limit(text, &bytes))
        return CE_OK;
    return ce_fail(err, CE_EARG,
                   "CE_MEMORY_LIMIT is '%.100s', a number of bytes expected, such as 800M "
                   "(K, M, G, T)",
                   text);
}

const char *ce_memory_ulimit(size_t *bytes)
{
    struct rlimit space = {RLIM_INFINITY, RLIM_INFINITY}, data = space;
    int of_data;

    getrlimit(RLIMIT_AS, &space);
    getrlimit(RLIMIT_DATA, &data);
    of_data = data.rlim_cur < space.rlim_cur; /* RLIM_INFINITY is the largest */
    if ((of_data ? data : space).rlim_cur == RLIM_INFINITY)
        return NULL;
    if (bytes)
        *bytes = (size_t)(of_data ? data : space).rlim_cur;
    return of_data ? "ulimit -d" : "ulimit -v";
}

/* A resource limit less what is used. field: of /proc/self/statm, the pages in use. */
static size_t below_limit(int resource, int field)
{
    struct rlimit limit;
    unsigned long long pages = 0;
    FILE *file;

    if (getrlimit(resource, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return SIZE_MAX;
    file = fopen("/proc/self/statm", "r");
    for (int f = 0; file && f <= field; f++)
        if (fscanf(file, "%llu", &pages) != 1)
            pages = 0;
    if (file)
        fclose(file);
    pages *= (unsigned long long)sysconf(_SC_PAGESIZE);
    return pages < limit.rlim_cur ? (size_t)(limit.rlim_cur - pages) : 0;
}

/* The smallest of what is free. *whose: the limit that makes it so, NULL: the machine. */
static size_t find_available(const char **whose)
{
    enum { SIZE = 0, DATA = 5, LIMITS = 4 };
    const size_t machine = machine_available(),
                 bytes[LIMITS] = {ce_cgroup_available("", machine), below_limit(RLIMIT_AS, SIZE),
                                  below_limit(RLIMIT_DATA, DATA), environment_limit()};
    static const char *const name[LIMITS] = {"the control group", "ulimit -v", "ulimit -d",
                                             "CE_MEMORY_LIMIT"};
    size_t smallest = machine;

    *whose = NULL;
    for (int l = 0; l < LIMITS; l++) {
        if (bytes[l] >= smallest)
            continue;
        smallest = bytes[l];
        *whose = name[l];
    }
    return smallest;
}

size_t ce_memory_available(void)
{
    const char *whose;

    return find_available(&whose);
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

/* "20.0 MiB are free (CE_MEMORY_LIMIT)" */
static void word_free(char text[FREE_TEXT])
{
    const char *whose;
    char bytes[32];

    human((double)find_available(&whose), bytes, sizeof bytes);
    if (whose)
        snprintf(text, FREE_TEXT, "%s are free (%s)", bytes, whose);
    else
        snprintf(text, FREE_TEXT, "%s are free", bytes);
}

/* ---- taking it ---- */

static int out_of_memory(size_t count, size_t size, ce_error *err)
{
    char asked[32], available[FREE_TEXT];

    if (!err)
        return CE_ENOMEM;
    human((double)count * (double)size, asked, sizeof asked);
    word_free(available);
    return ce_fail(err, CE_ENOMEM, "out of memory: %s asked for, %s", asked, available);
}

/* Linux gives more than there is, and later kills who uses it. */
static int fits(size_t bytes)
{
    if (bytes < ASK_LIMIT)
        return 1;
    return bytes <= (bytes < ASK_MACHINE ? environment_limit() : ce_memory_available());
}

/* Asks for large pages. Without them a matrix walked by column misses the address cache at every
 * step. */
static void *large_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE = 1 << 21 };
    uintptr_t first = ((uintptr_t)block + LARGE - 1) / LARGE * LARGE,
              end = (uintptr_t)block + bytes;

    if (bytes >= 32 * (size_t)LARGE)
        madvise((void *)first, end - first, MADV_HUGEPAGE); /* only a hint: failure does no harm */
#else
    (void)bytes;
#endif
    return block;
}

static void *block_or_message(void *block, size_t count, size_t size, ce_error *err)
{
    if (block)
        return large_pages(block, count * size);
    out_of_memory(count, size, err);
    return NULL;
}

void *ce_alloc(size_t count, size_t size, ce_error *err)
{
    size_t bytes;
    void *block = NULL;

    if (!__builtin_mul_overflow(count, size, &bytes) && bytes <= PTRDIFF_MAX && fits(bytes) &&
        posix_memalign(&block, ALIGNMENT, bytes ? bytes : 1))
        block = NULL;
    return block_or_message(block, count, size, err);
}

void *ce_calloc(size_t count, size_t size, ce_error *err)
{
    size_t bytes;
    void *block = NULL;

    if (!__builtin_mul_overflow(count, size, &bytes) && fits(bytes))
        block = calloc(count ? count : 1, size ? size : 1);
    return block_or_message(block, count, size, err);
}

int ce_grow(void *block, size_t *capacity, size_t need, size_t size, ce_error *err)
{
    void *old, *grown;
    size_t bytes, target = *capacity ? *capacity : 16;

    if (need <= *capacity)
        return CE_OK;
    while (target < need)
        if (__builtin_mul_overflow(target, (size_t)2, &target))
            return out_of_memory(need, size, err);
    /* where twice as much does not fit, an eighth more than is needed may */
    if (__builtin_mul_overflow(target, size, &bytes) || !fits(bytes))
        target = need + need / 8;
    memcpy(&old, block, sizeof old);
    if (__builtin_mul_overflow(target, size, &bytes) || !fits(bytes) ||
        !(grown = realloc(old, bytes)))
        return out_of_memory(target, size, err);
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

int ce_memory_check(size_t rows, size_t columns, size_t size, const char *what, const char *instead,
                    ce_error *err)
{
    double need = (double)rows * (double)columns * (double)size;
    size_t available = need < ASK_MACHINE ? environment_limit() : ce_memory_available();
    char need_text[32], have_text[FREE_TEXT], shape[48];

    if (need <= (double)available)
        return CE_OK;
    if (columns == 1)
        snprintf(shape, sizeof shape, "%zu entries", rows);
    else
        snprintf(shape, sizeof shape, "%zu x %zu", rows, columns);
    human(need, need_text, sizeof need_text);
    word_free(have_text);
    return ce_fail(err, CE_ENOMEM, "%s (%s) needs %s of memory, %s; use %s instead", what, shape,
                   need_text, have_text, instead);
}
