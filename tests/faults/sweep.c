/*
 * sweep: runs commands with one fault after the other, and tells what is not as it must be.
 *
 *     sweep [-n POINTS] [-k KINDS] LIBRARY <COMMANDS
 *
 * A line of standard input is a command, whose words are separated by blanks; it writes to the file
 * out/x, or to out/x.gz, and may write to other files in the folder out. Each is run once without a
 * fault. Then, for each kind of fault, it is run with the first call failing, then with the second,
 * and so on; with -n at POINTS places only, spread evenly. After each run
 *
 * - the status is 0 and the files are those of the run without a fault, or it is 1;
 * - with status 0 nothing is said;
 * - with status 1 one line is said, which begins with the name of the tool and gives a reason;
 * - with status 1 every file in the folder out is as it was before, or whole where one of several
 *   was written before the fault, and there is no other;
 * - nothing is on standard output, and no memory is lost.
 *
 * What is not so goes to standard output, a line each; at the end comes one line with the numbers.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 64, TEXT = 1 << 16, FILES = 8, SECONDS = 60, SHOWN = 40 };

typedef struct {
    const char *name; /* as faults.c knows the calls, and how they fail */
    const char *how;
    int place;            /* in the report */
    unsigned long points; /* places at most; 0: all */
    const char *reason;
} fault_kind;

static const fault_kind kinds[] = {
    {"alloc", "once", 0, 0, "memory"},
    {"alloc", "on", 0, 0, "memory"},
    {"metis", "once", 1, 12, "memory"},
    {"open", "once", 2, 0, "Too many open files"},
    {"read", "once", 3, 0, "Input/output error"},
    {"read", "short", 3, 0, NULL},
    {"read", "interrupted", 3, 0, "Interrupted system call"},
    {"write", "once", 4, 0, "No space left on device"},
    {"write", "on", 4, 0, "No space left on device"},
    {"write", "short", 4, 0, NULL},
    {"write", "interrupted", 4, 0, "Interrupted system call"},
    {"close", "once", 5, 0, "Input/output error"},
    {"rename", "once", 6, 0, "Input/output error"},
    {"sync", "once", 7, 0, "Input/output error"},
};

typedef struct {
    char name[FILES][64];
    char *bytes[FILES];
    size_t size[FILES], count;
} folder;

typedef struct {
    int status; /* exit status, or 128 and the signal */
    size_t said_size, printed_size;
    char said[TEXT];
    unsigned long calls[8];
    int fired;
    unsigned long lost;
    char lost_at[256];
    int reported;
} result;

static const char *library, *only;
static unsigned long points, runs, refused, wrong, shown;
static char command[TEXT], *word[WORDS + 1];

static void die(const char *what)
{
    perror(what);
    exit(2);
}

/* ---- files ---- */

static size_t slurp(const char *path, char **bytes)
{
    FILE *file = fopen(path, "rb");
    size_t size = 0, capacity = 0, got;

    *bytes = NULL;
    if (!file)
        return 0;
    do {
        if (capacity < size + TEXT)
            *bytes = realloc(*bytes, capacity = 2 * capacity + TEXT);
        if (!*bytes)
            die("sweep");
        got = fread(*bytes + size, 1, TEXT, file);
        size += got;
    } while (got);
    fclose(file);
    return size;
}

static void read_folder(folder *f)
{
    DIR *open = opendir("out");
    struct dirent *entry;
    char path[300];

    f->count = 0;
    while (open && (entry = readdir(open)) && f->count < FILES)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
            snprintf(f->name[f->count], sizeof f->name[0], "%.63s", entry->d_name);
            snprintf(path, sizeof path, "out/%s", entry->d_name);
            f->size[f->count] = slurp(path, &f->bytes[f->count]);
            f->count++;
        }
    if (open)
        closedir(open);
}

static void free_folder(folder *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->bytes[i]);
    f->count = 0;
}

/* Empties the folder and puts a file `old` for each name of f. */
static void restore(const folder *f)
{
    DIR *open = opendir("out");
    struct dirent *entry;
    char path[300];

    while (open && (entry = readdir(open)))
        if (entry->d_name[0] != '.') {
            snprintf(path, sizeof path, "out/%s", entry->d_name);
            unlink(path);
        }
    if (open)
        closedir(open);
    for (size_t i = 0; i < f->count; i++) {
        FILE *file;
        snprintf(path, sizeof path, "out/%s", f->name[i]);
        file = fopen(path, "wb");
        if (!file || fputs("old\n", file) < 0 || fclose(file))
            die(path);
    }
}

static const char *bytes_of(const folder *f, const char *name, size_t *size)
{
    for (size_t i = 0; i < f->count; i++)
        if (!strcmp(f->name[i], name)) {
            *size = f->size[i];
            return f->bytes[i];
        }
    return NULL;
}

/* ---- a run ---- */

static void child(const fault_kind *kind, unsigned long at)
{
    char number[32];
    int in = open("/dev/null", O_RDONLY), out = open("printed", O_WRONLY | O_CREAT | O_TRUNC, 0666),
        said = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (in < 0 || out < 0 || said < 0)
        _exit(127);
    dup2(in, 0);
    dup2(out, 1);
    dup2(said, 2);
    close(in);
    close(out);
    close(said);
    snprintf(number, sizeof number, "%lu", at);
    setenv("FAULT_KIND", kind->name, 1);
    setenv("FAULT_HOW", kind->how, 1);
    setenv("FAULT_AT", number, 1);
    setenv("FAULT_REPORT", "report", 1);
    setenv("LD_PRELOAD", library, 1);
    alarm(SECONDS);
    execvp(word[0], word);
    _exit(127);
}

static void run(const fault_kind *kind, unsigned long at, result *r)
{
    char *bytes;
    int status;
    pid_t pid;

    unlink("report");
    fflush(stdout);
    pid = fork();
    if (pid < 0)
        die("fork");
    if (!pid)
        child(kind, at);
    if (waitpid(pid, &status, 0) < 0)
        die("waitpid");
    runs++;
    r->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    r->said_size = slurp("said", &bytes);
    snprintf(r->said, sizeof r->said, "%.*s", (int)(r->said_size < TEXT ? r->said_size : TEXT - 1),
             bytes ? bytes : "");
    free(bytes);
    r->printed_size = slurp("printed", &bytes);
    free(bytes);
    slurp("report", &bytes);
    r->reported =
        bytes && sscanf(bytes, "%lu %lu %lu %lu %lu %lu %lu %lu %d %lu %255s", &r->calls[0],
                        &r->calls[1], &r->calls[2], &r->calls[3], &r->calls[4], &r->calls[5],
                        &r->calls[6], &r->calls[7], &r->fired, &r->lost, r->lost_at) == 11;
    free(bytes);
}

/* ---- what must be ---- */

static void complain(const fault_kind *kind, unsigned long at, const result *r, const char *what)
{
    wrong++;
    if (shown++ < SHOWN)
        printf("%s %s %lu: %s: status %d, said '%.*s'%s%s: %s\n", kind->name, kind->how, at, what,
               r->status, (int)strcspn(r->said, "\n"), r->said, r->lost ? ", lost at " : "",
               r->lost ? r->lost_at : "", command);
}

/* Whether the one line says why: the words for the fault, or how much memory is wanted. */
static int gives_reason(const fault_kind *kind, const char *said)
{
    char lower[TEXT];
    size_t i;

    if (!kind->reason)
        return 0;
    for (i = 0; said[i] && i + 1 < TEXT; i++)
        lower[i] = (char)tolower((unsigned char)said[i]);
    lower[i] = '\0';
    return strstr(said, kind->reason) || strstr(lower, kind->reason) ||
           strstr(lower, "cannot allocate memory");
}

static const char *judge(const fault_kind *kind, const result *r, const folder *plain)
{
    folder now = {0};
    size_t written = 0;
    const char *tool = strrchr(word[0], '/') ? strrchr(word[0], '/') + 1 : word[0], *fault = NULL;
    size_t length = strlen(tool);

    if (r->status != 0 && r->status != 1)
        return "neither 0 nor 1";
    if (!r->reported)
        return "no report";
    if (r->printed_size)
        return "wrote on standard output";
    if (r->lost)
        return "memory is lost";
    if (r->status == 0 && r->said_size)
        return "works, and complains";
    if (r->status == 1 && (strncmp(r->said, tool, length) || r->said[length] != ':' ||
                           !strchr(r->said, '\n') || strchr(r->said, '\n')[1]))
        return "not one line";
    if (r->status == 1 && !gives_reason(kind, r->said))
        return "another reason";
    read_folder(&now);
    if (now.count != plain->count)
        fault = "files left, or gone";
    for (size_t i = 0; i < now.count && !fault; i++) {
        size_t size = 0;
        const char *bytes = bytes_of(plain, now.name[i], &size);
        if (!bytes)
            fault = "a file of another name";
        else if (r->status == 0 && (size != now.size[i] || memcmp(bytes, now.bytes[i], size)))
            fault = "other bytes than without a fault";
        else if (r->status == 1 && !(now.size[i] == 4 && !memcmp(now.bytes[i], "old\n", 4)) &&
                 (++written == now.count || size != now.size[i] ||
                  memcmp(bytes, now.bytes[i], size)))
            fault = "the old file is changed";
    }
    free_folder(&now);
    return fault;
}

static void sweep_kind(const fault_kind *kind, unsigned long count, const folder *plain)
{
    static result r;
    unsigned long most = kind->points && (!points || points > kind->points) ? kind->points : points,
                  step = most && count > most ? count / most : 1;

    for (unsigned long at = 1; at <= count; at += step) {
        const char *what;
        restore(plain);
        run(kind, at, &r);
        what = judge(kind, &r, plain);
        refused += r.status == 1;
        if (what)
            complain(kind, at, &r, what);
        /* a fault from the first call on is as good as one from the second: all calls are short */
        if (!strcmp(kind->how, "short"))
            break;
    }
}

/* A list of kinds is of the form alloc/once,read: a name alone is all its ways to fail. Without a
 * list all kinds are wanted. */
static int is_wanted(const fault_kind *kind)
{
    size_t length = strlen(kind->name);

    for (const char *at = only; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const char *end = at + length;
        if (strncmp(at, kind->name, length))
            continue;
        if (*end == '/' && !strncmp(end + 1, kind->how, strlen(kind->how)))
            end += 1 + strlen(kind->how);
        if (*end == ',' || !*end)
            return 1;
    }
    return !only;
}

static void sweep(void)
{
    static result first;
    folder none = {0}, plain = {0};

    restore(&none);
    run(&kinds[0], 0, &first);
    read_folder(&plain);
    if (first.status || first.said_size || first.printed_size || !first.reported || first.lost ||
        !plain.count)
        complain(&kinds[0], 0, &first, "not right without a fault");
    else
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (is_wanted(&kinds[k]))
                sweep_kind(&kinds[k], first.calls[kinds[k].place], &plain);
    free_folder(&plain);
}

int main(int argc, char **argv)
{
    char line[TEXT];
    int option;

    while ((option = getopt(argc, argv, "n:k:")) != -1)
        switch (option) {
        case 'n': points = strtoul(optarg, NULL, 10); break;
        case 'k': only = optarg; break;
        default: return 2;
        }
    if (optind + 1 != argc) {
        fprintf(stderr, "usage: sweep [-n POINTS] [-k KINDS] LIBRARY <COMMANDS\n");
        return 2;
    }
    library = argv[optind];
    if (mkdir("out", 0777) && errno != EEXIST)
        die("out");
    while (fgets(line, sizeof line, stdin)) {
        size_t count = 0;
        char *rest = NULL;
        line[strcspn(line, "\n")] = '\0';
        strcpy(command, line);
        for (char *w = strtok_r(line, " ", &rest); w && count < WORDS;
             w = strtok_r(NULL, " ", &rest))
            word[count++] = w;
        word[count] = NULL;
        if (count)
            sweep();
    }
    if (shown > SHOWN)
        printf("and %lu more\n", shown - SHOWN);
    printf("faults: %lu runs, %lu refused, %lu wrong\n", runs, refused, wrong);
    return wrong || !runs;
}
