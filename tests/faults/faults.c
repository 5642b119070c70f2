/*
 * faults.c: a library to preload, which makes one call of a program fail and tells what was left.
 *
 * FAULT_KIND names the calls that are counted: alloc (malloc and its kin), metis (the same where
 * METIS asks, which does so thousands of times), open, read, write, close, rename, sync. FAULT_AT
 * is the number of the one that fails, from 1; 0 makes none fail. FAULT_HOW is
 *
 *     once         this call fails, as by default
 *     on           this call and all later ones fail
 *     short        from this call on, a read or a write takes one byte only
 *     interrupted  this call fails with EINTR, as after a signal
 *
 * At the end a line is written to the file FAULT_REPORT: how many calls there were of each kind
 * (alloc metis open read write close rename sync), whether the fault happened (0 or 1), how many
 * blocks of memory nothing points to any more, and which caller asked for the first of them, as
 * OBJECT+OFFSET.
 *
 * Calls are counted from the start of main. Those of the loader, of the thread library and of BLAS
 * do not count: they end the process themselves. A program that this one starts is left alone.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ALLOC, METIS, OPEN, READ, WRITE, CLOSE, RENAME, SYNC, KINDS };
enum { ONCE, ON, SHORT, INTERRUPTED };
enum { RANGES = 256, FIRST_SLOTS = 1 << 10 };

static const char *const kind_name[KINDS] = {"alloc", "metis", "open",   "read",
                                             "write", "close", "rename", "sync"};
static const char *const how_name[] = {"once", "on", "short", "interrupted"};
static const int kind_errno[KINDS] = {ENOMEM, ENOMEM, EMFILE, EIO, ENOSPC, EIO, EIO, EIO};

typedef struct {
    uintptr_t from, to;
    int is_foreign; /* neither counted nor reported */
    int is_metis;
    int is_writable;
} range;

typedef struct {
    uintptr_t block, size, caller;
} slot;

static range ranges[RANGES];
static size_t range_count;
static int active, chosen = -1, how, fired;
static unsigned long calls[KINDS], at;
static const char *report;
static slot *slots; /* an open hash table of the blocks that are in use */
static size_t slot_count, taken; /* a power of two; slots with a block, or with one that is gone */
static int lock;

/* ---- who calls ---- */

static int is_foreign_name(const char *name)
{
    static const char *const foreign[] = {"libgomp",  "libomp",     "libopenblas",
                                          "ld-linux", "faults",     "libgfortran",
                                          "libblas",  "linux-vdso", "liblapack"};

    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (strstr(name, foreign[i]))
            return 1;
    return 0;
}

static int add_ranges(struct dl_phdr_info *info, size_t size, void *state)
{
    (void)size;
    (void)state;
    for (int i = 0; i < info->dlpi_phnum && range_count < RANGES; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD)
            ranges[range_count++] =
                (range){from, from + header->p_memsz, is_foreign_name(info->dlpi_name),
                        strstr(info->dlpi_name, "libmetis") != NULL, (header->p_flags & PF_W) != 0};
    }
    return 0;
}

/* Where a caller is; NULL for nowhere that is known. */
static const range *range_of(const void *caller)
{
    uintptr_t where = (uintptr_t)caller;

    for (size_t i = 0; i < range_count; i++)
        if (where >= ranges[i].from && where < ranges[i].to)
            return &ranges[i];
    return NULL;
}

static int is_foreign(const void *caller)
{
    const range *where = range_of(caller);

    return !where || where->is_foreign;
}

/* Counts a call. Whether it fails: ONCE or INTERRUPTED, SHORT, or -1 for not at all. */
static int fault(int kind, const void *caller)
{
    const range *where = active ? range_of(caller) : NULL;
    unsigned long number;

    if (!where || where->is_foreign)
        return -1;
    if (kind == ALLOC && where->is_metis)
        kind = METIS;
    number = __atomic_add_fetch(&calls[kind], 1, __ATOMIC_RELAXED);
    if (kind != chosen || !at || number < at ||
        (number > at && (how == ONCE || how == INTERRUPTED)))
        return -1;
    fired = 1;
    if (how == SHORT)
        return SHORT;
    errno = how == INTERRUPTED ? EINTR : kind_errno[kind];
    return ONCE;
}

/* ---- memory ---- */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static void acquire(void)
{
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        ;
}

static void unlock(void)
{
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static size_t hash(uintptr_t block)
{
    return (size_t)((block >> 4) * 0x9e3779b97f4a7c15u >> 20) & (slot_count - 1);
}

/* The slot of a block, or the free one where it would stand. */
static slot *slot_of(uintptr_t block)
{
    size_t i = hash(block);

    while (slots[i].block && slots[i].block != block)
        i = (i + 1) & (slot_count - 1);
    return &slots[i];
}

/* A table for so many blocks. It is small at first: a tool has a few hundred blocks. A page that is
 * touched for each of them, and all pages that are looked at in the end, take ten times as long as
 * the tool. */
static int new_table(size_t count)
{
    slot *table = mmap(NULL, count * sizeof *table, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (table == MAP_FAILED)
        return 0;
    slots = table;
    slot_count = count;
    taken = 0;
    return 1;
}

static void grow(void)
{
    slot *before = slots;
    size_t count = slot_count, live = 0;

    for (size_t i = 0; i < count; i++)
        live += before[i].block > 1;
    if (!new_table(live > count / 4 ? 2 * count : count))
        abort();
    for (size_t i = 0; i < count; i++)
        if (before[i].block > 1) {
            *slot_of(before[i].block) = before[i];
            taken++;
        }
    munmap(before, count * sizeof *before);
}

static void *remember(void *block, size_t size, const void *caller)
{
    if (active && block && slots) {
        slot *place;
        acquire();
        if (2 * taken > slot_count)
            grow();
        place = slot_of((uintptr_t)block);
        taken += !place->block;
        *place = (slot){(uintptr_t)block, size, (uintptr_t)caller};
        unlock();
    }
    return block;
}

static void forget(void *block)
{
    slot *place;

    if (!block || !slots)
        return;
    acquire();
    place = slot_of((uintptr_t)block);
    if (place->block)
        place->block = 1; /* was in use: a search goes on behind it */
    unlock();
}

void *malloc(size_t size)
{
    const void *caller = __builtin_return_address(0);

    return fault(ALLOC, caller) >= 0 ? NULL : remember(__libc_malloc(size), size, caller);
}

void *calloc(size_t count, size_t size)
{
    const void *caller = __builtin_return_address(0);

    return fault(ALLOC, caller) >= 0 ? NULL
                                     : remember(__libc_calloc(count, size), count * size, caller);
}

void *realloc(void *block, size_t size)
{
    const void *caller = __builtin_return_address(0);
    void *grown;

    if (fault(ALLOC, caller) >= 0)
        return NULL;
    grown = __libc_realloc(block, size);
    if (grown || !size)
        forget(block);
    return remember(grown, size, caller);
}

void *memalign(size_t alignment, size_t size)
{
    const void *caller = __builtin_return_address(0);

    return fault(ALLOC, caller) >= 0 ? NULL
                                     : remember(__libc_memalign(alignment, size), size, caller);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    const void *caller = __builtin_return_address(0);

    return fault(ALLOC, caller) >= 0 ? NULL
                                     : remember(__libc_memalign(alignment, size), size, caller);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    const void *caller = __builtin_return_address(0);

    if (fault(ALLOC, caller) >= 0)
        return ENOMEM;
    *block = remember(__libc_memalign(alignment, size), size, caller);
    return *block ? 0 : ENOMEM;
}

void free(void *block)
{
    forget(block);
    __libc_free(block);
}

/* ---- files ---- */

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

static int open_at(int folder, const char *path, int flags, mode_t mode)
{
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE_OF(flags, mode) \
    do { \
        if ((flags) & (O_CREAT | O_TMPFILE)) { \
            va_list args; \
            va_start(args, flags); \
            mode = (mode_t)va_arg(args, int); \
            va_end(args); \
        } \
    } while (0)

int open(const char *path, int flags, ...)
{
    mode_t mode = 0;

    MODE_OF(flags, mode);
    return fault(OPEN, __builtin_return_address(0)) >= 0 ? -1
                                                         : open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    mode_t mode = 0;

    MODE_OF(flags, mode);
    return fault(OPEN, __builtin_return_address(0)) >= 0
               ? -1
               : open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    mode_t mode = 0;

    MODE_OF(flags, mode);
    return fault(OPEN, __builtin_return_address(0)) >= 0 ? -1 : open_at(folder, path, flags, mode);
}

int mkstemp(char *path)
{
    int (*real)(char *) = (int (*)(char *))next("mkstemp");

    return fault(OPEN, __builtin_return_address(0)) >= 0 ? -1 : real(path);
}

int mkstemp64(char *path)
{
    int (*real)(char *) = (int (*)(char *))next("mkstemp64");

    return fault(OPEN, __builtin_return_address(0)) >= 0 ? -1 : real(path);
}

int mkostemp(char *path, int flags)
{
    int (*real)(char *, int) = (int (*)(char *, int))next("mkostemp");

    return fault(OPEN, __builtin_return_address(0)) >= 0 ? -1 : real(path, flags);
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) =
        (FILE * (*)(const char *, const char *)) next("fopen");

    return fault(OPEN, __builtin_return_address(0)) >= 0 ? NULL : real(path, mode);
}

FILE *tmpfile(void)
{
    FILE *(*real)(void) = (FILE * (*)(void)) next("tmpfile");

    return fault(OPEN, __builtin_return_address(0)) >= 0 ? NULL : real();
}

DIR *opendir(const char *path)
{
    DIR *(*real)(const char *) = (DIR * (*)(const char *)) next("opendir");

    return fault(OPEN, __builtin_return_address(0)) >= 0 ? NULL : real(path);
}

struct dirent *readdir(DIR *folder)
{
    struct dirent *(*real)(DIR *) = (struct dirent * (*)(DIR *)) next("readdir");

    return fault(READ, __builtin_return_address(0)) >= 0 && how != SHORT ? NULL : real(folder);
}

ssize_t read(int fd, void *buffer, size_t size)
{
    int failure = fault(READ, __builtin_return_address(0));

    if (failure >= 0 && failure != SHORT)
        return -1;
    return syscall(SYS_read, fd, buffer, failure == SHORT && size ? 1 : size);
}

size_t fread(void *buffer, size_t size, size_t count, FILE *file)
{
    size_t (*real)(void *, size_t, size_t, FILE *) =
        (size_t(*)(void *, size_t, size_t, FILE *))next("fread");
    int failure = fault(READ, __builtin_return_address(0));

    return failure >= 0 && failure != SHORT ? 0 : real(buffer, size, count, file);
}

ssize_t write(int fd, const void *buffer, size_t size)
{
    int failure = fault(WRITE, __builtin_return_address(0));

    if (failure >= 0 && failure != SHORT)
        return -1;
    return syscall(SYS_write, fd, buffer, failure == SHORT && size ? 1 : size);
}

/* A file that could not be closed is closed all the same. */
int close(int fd)
{
    int failure = fault(CLOSE, __builtin_return_address(0)), error = errno,
        status = (int)syscall(SYS_close, fd);

    if (failure < 0)
        return status;
    errno = error;
    return -1;
}

int rename(const char *from, const char *to)
{
    return fault(RENAME, __builtin_return_address(0)) >= 0
               ? -1
               : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    return fault(RENAME, __builtin_return_address(0)) >= 0
               ? -1
               : (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
}

int fsync(int fd)
{
    return fault(SYNC, __builtin_return_address(0)) >= 0 ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return fault(SYNC, __builtin_return_address(0)) >= 0 ? -1 : (int)syscall(SYS_fdatasync, fd);
}

/* ---- what is lost at the end ---- */

static slot *live; /* by address; the caller of a block that is found is set to 0 */
static size_t live_count;

static int by_address(const void *a, const void *b)
{
    const slot *x = a, *y = b;

    return (x->block > y->block) - (x->block < y->block);
}

static slot *block_at(uintptr_t value)
{
    size_t low = 0, high = live_count;

    while (low < high) {
        size_t middle = (low + high) / 2;
        if (live[middle].block <= value)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || value >= live[low - 1].block + (live[low - 1].size ? live[low - 1].size : 1))
        return NULL;
    return &live[low - 1];
}

/* Marks the blocks that these words point to, and puts them on the list. */
static size_t mark(uintptr_t from, uintptr_t to, slot **list, size_t count)
{
    for (from = (from + 7) & ~(uintptr_t)7; from + 8 <= to; from += 8) {
        slot *found = block_at(*(const uintptr_t *)from);
        if (found && found->caller) {
            found->caller = 0;
            list[count++] = found;
        }
    }
    return count;
}

static __attribute__((noinline)) size_t mark_all(slot **list)
{
    jmp_buf registers;
    pthread_attr_t attributes;
    void *stack;
    size_t size, count = 0;

    setjmp(registers);
    for (size_t i = 0; i < range_count; i++)
        if (ranges[i].is_writable && ranges[i].from <= (uintptr_t)&slots &&
            (uintptr_t)&slots < ranges[i].to)
            ; /* this library's own tables */
        else if (ranges[i].is_writable)
            count = mark(ranges[i].from, ranges[i].to, list, count);
    if (!pthread_getattr_np(pthread_self(), &attributes) &&
        !pthread_attr_getstack(&attributes, &stack, &size))
        count = mark((uintptr_t)&registers, (uintptr_t)stack + size, list, count);
    while (count) {
        slot *one = list[--count];
        count = mark(one->block, one->block + one->size, list, count);
    }
    return count;
}

static size_t lost_blocks(uintptr_t *first)
{
    slot **list;
    size_t lost = 0;

    for (size_t i = 0; i < slot_count; i++)
        live_count += slots[i].block > 1;
    live = __libc_calloc(live_count + 1, sizeof *live);
    list = __libc_calloc(live_count + 1, sizeof *list);
    live_count = 0;
    for (size_t i = 0; i < slot_count; i++)
        if (slots[i].block > 1)
            live[live_count++] = slots[i];
    qsort(live, live_count, sizeof *live, by_address);
    mark_all(list);
    for (size_t i = 0; i < live_count; i++)
        if (live[i].caller && !is_foreign((void *)live[i].caller)) {
            *first = lost++ ? *first : live[i].caller;
        }
    return lost;
}

static __attribute__((destructor)) void finish(void)
{
    char line[512];
    uintptr_t first = 0;
    size_t lost;
    int length = 0, fd;
    Dl_info where = {0};

    if (!active)
        return;
    active = 0;
    lost = lost_blocks(&first);
    for (int kind = 0; kind < KINDS; kind++)
        length += snprintf(line + length, sizeof line - (size_t)length, "%lu ", calls[kind]);
    if (first && dladdr((void *)first, &where) && where.dli_fname)
        length +=
            snprintf(line + length, sizeof line - (size_t)length, "%d %zu %s+0x%lx\n", fired, lost,
                     where.dli_fname, (unsigned long)(first - 1 - (uintptr_t)where.dli_fbase));
    else
        length += snprintf(line + length, sizeof line - (size_t)length, "%d %zu -\n", fired, lost);
    fd = open_at(AT_FDCWD, report, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    syscall(SYS_write, fd, line, (size_t)length);
    syscall(SYS_close, fd);
}

static __attribute__((constructor)) void begin(void)
{
    const char *kind = getenv("FAULT_KIND"), *number = getenv("FAULT_AT"),
               *text = getenv("FAULT_HOW");

    report = getenv("FAULT_REPORT");
    if (!report || strncmp(program_invocation_short_name, "ce-", 3) != 0)
        return;
    for (int i = 0; kind && i < KINDS; i++)
        if (!strcmp(kind, kind_name[i]))
            chosen = i;
    for (int i = 0; text && i <= INTERRUPTED; i++)
        if (!strcmp(text, how_name[i]))
            how = i;
    at = number ? strtoul(number, NULL, 10) : 0;
    dl_iterate_phdr(add_ranges, NULL);
    if (new_table(FIRST_SLOTS))
        active = 1;
}
