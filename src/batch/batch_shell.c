#include "batch/batch_shell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/memory.h"
#include "io/temporary.h"

extern char **environ;

enum { SCRIPT = 9, PATIENCE = 5 };

static const int passed_on[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT};
enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

/* The last signal. A handler can reach nothing else. */
static volatile sig_atomic_t caught;

static void catch_signal(int number)
{
    if (number != SIGCHLD)
        caught = number;
}

/* ---- signals ---- */

typedef struct {
    struct sigaction before[PASSED_ON + 1];
    sigset_t mask;
} signals;

/* From now on signals come only while the script is waited for. */
static void take_signals(signals *s)
{
    struct sigaction action = {.sa_handler = catch_signal};
    sigset_t held;

    caught = 0;
    sigemptyset(&action.sa_mask);
    sigemptyset(&held);
    sigaddset(&held, SIGCHLD);
    for (int i = 0; i < PASSED_ON; i++)
        sigaddset(&held, passed_on[i]);
    sigprocmask(SIG_BLOCK, &held, &s->mask);
    sigaction(SIGCHLD, &action, &s->before[PASSED_ON]);
    for (int i = 0; i < PASSED_ON; i++) {
        sigaction(passed_on[i], NULL, &s->before[i]);
        if (s->before[i].sa_handler != SIG_IGN) /* nohup stays nohup */
            sigaction(passed_on[i], &action, NULL);
    }
}

static void give_signals_back(const signals *s)
{
    for (int i = 0; i < PASSED_ON; i++)
        sigaction(passed_on[i], &s->before[i], NULL);
    sigaction(SIGCHLD, &s->before[PASSED_ON], NULL);
    sigprocmask(SIG_SETMASK, &s->mask, NULL);
}

/* ---- the process ---- */

/* The environment for a script: a make or a driver around it is none of its business. */
static char **environment_for(int threads, char *number, size_t size, ce_error *err)
{
    static const char *const left_out[] = {"OMP_NUM_THREADS=", "MAKEFLAGS=",    "MAKELEVEL=",
                                           "MFLAGS=",          "GNUMAKEFLAGS=", "MAKEOVERRIDES="};
    size_t count = 0, kept = 0;
    char **made;

    while (environ[count])
        count++;
    made = ce_alloc(count + 2, sizeof *made, err);
    if (!made)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        int leave = 0;
        for (size_t l = 0; l < sizeof left_out / sizeof *left_out; l++)
            leave |= !strncmp(environ[i], left_out[l], strlen(left_out[l]));
        if (!leave)
            made[kept++] = environ[i];
    }
    snprintf(number, size, "OMP_NUM_THREADS=%d", threads);
    made[kept++] = number;
    made[kept] = NULL;
    return made;
}

typedef struct {
    char *const *arguments;
    char *const *environment;
    int script, log; /* descriptors; script -1: none */
    const sigset_t *mask;
} call;

static int add_files(posix_spawn_file_actions_t *actions, const call *c)
{
    int failed = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);

    if (!failed)
        failed = posix_spawn_file_actions_adddup2(actions, c->log, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(actions, c->log, STDERR_FILENO);
    if (!failed && c->script >= 0)
        failed = posix_spawn_file_actions_adddup2(actions, c->script, SCRIPT);
    return failed;
}

static int add_attributes(posix_spawnattr_t *attributes, const call *c)
{
    sigset_t usual;
    int failed;

    sigemptyset(&usual);
    sigaddset(&usual, SIGCHLD);
    sigaddset(&usual, SIGPIPE);
    failed = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                      POSIX_SPAWN_SETSIGDEF);
    if (!failed)
        failed = posix_spawnattr_setpgroup(attributes, 0);
    if (!failed)
        failed = posix_spawnattr_setsigmask(attributes, c->mask);
    return failed ? failed : posix_spawnattr_setsigdefault(attributes, &usual);
}

/* Returns 0 or an errno. */
static int start(const call *c, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);

    if (failed)
        return failed;
    failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        failed = add_files(&actions, c);
        if (!failed)
            failed = add_attributes(&attributes, c);
        if (!failed)
            failed = posix_spawnp(child, c->arguments[0], &actions, &attributes, c->arguments,
                                  c->environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

/* Waits for a process, and passes signals on to its group. What has outlived it is ended. */
static void wait_for(pid_t child, const sigset_t *mask, ce_shell_end *end)
{
    double begun = ce_clock(), asked = 0;
    struct rusage used = {0};

    while (wait4(child, &end->status, WNOHANG, &used) == 0) {
        struct timespec moment = {1, 0};
        pselect(0, NULL, NULL, NULL, &moment, mask);
        if (caught && !end->ended_by) {
            end->ended_by = caught;
            asked = ce_clock();
            kill(-child, end->ended_by);
        }
        if (end->ended_by && ce_clock() - asked > PATIENCE)
            kill(-child, SIGKILL);
    }
    kill(-child, SIGKILL);
    end->seconds = ce_clock() - begun;
    end->cpu = seconds_of(&used.ru_utime) + seconds_of(&used.ru_stime);
    end->peak = (uint64_t)used.ru_maxrss * 1024;
}

/* ---- the watcher ---- */

/* A process that ends the group of the script when this one was killed. It waits for the end of a
 * pipe that only this process holds open. */
typedef struct {
    pid_t process; /* 0: none */
    int hold;      /* the end of the pipe */
} watcher;

/* Without a watcher all is the same, but for what a KILL leaves running. */
static void start_watcher(watcher *w, pid_t script, const sigset_t *mask)
{
    char sh[] = "sh", option[] = "-c", words[96];
    char *arguments[] = {sh, option, words, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    const call none = {.mask = mask};
    int ends[2];

    snprintf(words, sizeof words, "read -r nothing; kill -KILL -%ld 2>/dev/null", (long)script);
    *w = (watcher){0, -1};
    if (pipe(ends))
        return;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    if (!posix_spawn_file_actions_init(&actions)) {
        if (!posix_spawnattr_init(&attributes)) {
            if (posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO) ||
                posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY,
                                                 0) ||
                posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO) ||
                add_attributes(&attributes, &none) ||
                posix_spawnp(&w->process, sh, &actions, &attributes, arguments, environ))
                w->process = 0;
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[0]);
    w->hold = ends[1];
}

static void end_watcher(const watcher *w)
{
    if (w->process) {
        kill(w->process, SIGKILL);
        while (waitpid(w->process, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (w->hold >= 0)
        close(w->hold);
}

/* ---- the shell ---- */

/* Whether this shell is there and can fail at any part of a pipe. */
static int has_pipefail(char *shell, const sigset_t *mask)
{
    char option[] = "-c", words[] = "set -o pipefail";
    char *arguments[] = {shell, option, words, NULL};
    call c = {arguments, environ, -1, open("/dev/null", O_WRONLY | O_CLOEXEC), mask};
    ce_shell_end end = {0};
    pid_t child;
    int failed = c.log < 0 ? errno : start(&c, &child);

    if (!failed)
        while (waitpid(child, &end.status, 0) < 0 && errno == EINTR)
            ;
    if (c.log >= 0)
        close(c.log);
    return !failed && WIFEXITED(end.status) && !WEXITSTATUS(end.status);
}

/* Writes the name of the first shell that can do it. 0: there is none. */
static int choose_shell(char name[8], int pipes, const sigset_t *mask)
{
    static const char *const shells[] = {"sh", "bash", "ksh"};

    for (size_t s = 0; s < sizeof shells / sizeof *shells; s++) {
        snprintf(name, 8, "%s", shells[s]);
        if (!pipes || has_pipefail(name, mask))
            return 1;
    }
    return 0;
}

/* A file without a name that holds the script. */
static int write_script(FILE **file, const char *script, size_t length, int pipes, ce_error *err)
{
    *file = ce_temporary_stream();
    if (!*file)
        return ce_fail(err, CE_EIO, "%s: a temporary file for a script: %s", ce_temporary_folder(),
                       strerror(errno));
    fputs(pipes ? "set -e -o pipefail\n" : "set -e\n", *file);
    fwrite(script, 1, length, *file);
    fputs("\n", *file);
    if (fflush(*file) || ferror(*file) || lseek(fileno(*file), 0, SEEK_SET) < 0) {
        fclose(*file);
        return ce_fail(err, CE_EIO, "%s: a temporary file for a script: %s", ce_temporary_folder(),
                       strerror(errno));
    }
    return CE_OK;
}

int ce_shell_run(const char *script, size_t length, int pipes, int threads, int log,
                 ce_shell_end *end, ce_error *err)
{
    char path[] = "/dev/fd/9", number[64], shell[8];
    char **environment = environment_for(threads, number, sizeof number, err);
    FILE *file = NULL;
    signals s;
    pid_t child;
    int failed, rc = environment ? write_script(&file, script, length, pipes, err) : CE_ENOMEM;

    *end = (ce_shell_end){0};
    if (rc) {
        free(environment);
        return rc;
    }
    take_signals(&s);
    if (!choose_shell(shell, pipes, &s.mask)) {
        rc = ce_fail(err, CE_EIO,
                     "the command has a pipe, and neither sh nor bash nor ksh here "
                     "can set -o pipefail");
    } else {
        char *arguments[] = {shell, path, NULL};
        call c = {arguments, environment, fileno(file), log, &s.mask};
        failed = start(&c, &child);
        if (failed) {
            rc = ce_fail(err, CE_EIO, "%s: %s", shell, strerror(failed));
        } else {
            watcher w;
            start_watcher(&w, child, &s.mask);
            wait_for(child, &s.mask, end);
            end_watcher(&w);
        }
    }
    give_signals_back(&s);
    fclose(file);
    free(environment);
    return rc;
}

void ce_shell_how(int status, char *text, size_t size)
{
    if (WIFEXITED(status))
        snprintf(text, size, "status %d", WEXITSTATUS(status));
    else
        snprintf(text, size, "signal %d", WTERMSIG(status));
}
