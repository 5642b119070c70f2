#include "cli/process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/log.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/quiet.h"
#include "io/output.h"
#include "io/scratch.h"
#include "linalg/linalg.h"

void ce_cli_word_no_room(const char *tool, char line[CE_NO_ROOM])
{
    size_t bytes = 0;
    const char *limit = ce_memory_ulimit(&bytes);

    snprintf(line, CE_NO_ROOM,
             "%s: memory is limited to %zu MiB (%s): no room for BLAS, which needs %d MiB beside "
             "the program\n",
             tool, bytes >> 20, limit ? limit : "ulimit", CE_BLAS_ROOM >> 20);
}

/* ---- before the libraries start ---- */

#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

#define ONE_THREAD "OPENBLAS_NUM_THREADS=1"

/* Starts the program again with one more variable. Returns when that is not possible. */
static void start_again(char **argv, char **environment)
{
    static char variable[] = ONE_THREAD;
    char program[4096], **longer;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    size_t count = 0, kept = 0;

    while (environment[count])
        count++;
    longer = mmap(NULL, (count + 2) * sizeof *longer, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (length <= 0 || longer == MAP_FAILED)
        return;
    program[length] = '\0';
    for (size_t i = 0; i < count; i++)
        if (strncmp(environment[i], ONE_THREAD, sizeof ONE_THREAD - 2))
            longer[kept++] = environment[i];
    longer[kept++] = variable;
    execve(program, argv, longer);
    munmap(longer, (count + 2) * sizeof *longer);
}

/* CPU time in which all libraries have started many times over. */
enum { START_SECONDS = 1 };
static char no_room[CE_NO_ROOM];

/* A signal's action: async-signal-safe functions only. */
static void libraries_do_not_start(int number)
{
    (void)number;
    if (write(STDERR_FILENO, no_room, strlen(no_room)) < 0) {
        /* there is nobody to tell */
    }
    _exit(1);
}

static void limit_start(const char *program)
{
    struct itimerval limit = {.it_value.tv_sec = START_SECONDS};
    struct sigaction action = {.sa_handler = libraries_do_not_start};
    const char *slash = strrchr(program, '/');

    ce_cli_word_no_room(slash ? slash + 1 : program, no_room);
    if (!sigaction(SIGPROF, &action, NULL))
        setitimer(ITIMER_PROF, &limit, NULL);
}

static void unlimit_start(void)
{
    static const struct itimerval never;

    if (*no_room && !setitimer(ITIMER_PROF, &never, NULL))
        signal(SIGPROF, SIG_DFL);
}

/*
 * OpenBLAS starts its threads before main, and each takes a buffer of 128 MiB. Where memory is
 * limited and has no room for these, they try for ever and the program never ends. Clens calls
 * BLAS from threads of its own and needs none of these. OpenBLAS reads their number from the
 * environment, which at this moment can be changed only by starting again. Newer versions (0.3.29)
 * take one buffer without threads too, and try for ever to get it: then a timer ends the program.
 */
static void make_room_for_blas(char **argv, char **environment)
{
    int is_one = 0;

    for (char **variable = environment; *variable; variable++)
        is_one |= !strcmp(*variable, ONE_THREAD);
    if (!is_one)
        start_again(argv, environment);
    limit_start(argv[0]);
}

static char *hidden; /* the variable */

/* OpenMP complains of an OMP_NUM_THREADS that it cannot read with a line of its own, also of an
 * empty one. It does not see the variable; main does again, and words the complaint. */
static void hide_wrong_threads(char **environment)
{
    static const char name[] = "OMP_NUM_THREADS=";

    for (; *environment; environment++)
        if (!strncmp(*environment, name, sizeof name - 1) &&
            !ce_threads_can_read(*environment + sizeof name - 1)) {
            hidden = *environment;
            *hidden = '-';
        }
}

static void show_wrong_threads(void)
{
    if (hidden)
        *hidden = 'O';
}

/*
 * A thread of GCC's OpenMP that waits for the others turns in a loop for some milliseconds before
 * it sleeps. Where other programs want the processor, the others do not run meanwhile, and each
 * wait lasts that long: a command with many short waits took a hundred times as long on two threads
 * as on one. OpenMP reads how long from the environment, in which there is no room for one more
 * variable at this moment. So it stands in the place of one that no library reads; main brings that
 * back.
 */
static char short_waits[] = "GOMP_SPINCOUNT=10000";
static char **stand_in, *replaced;

static int begins_with(const char *variable, const char *name)
{
    return !strncmp(variable, name, strlen(name));
}

static void shorten_waits(char **environment)
{
    char **place = NULL;

    for (; *environment; environment++) {
        if (begins_with(*environment, "GOMP_SPINCOUNT=") ||
            begins_with(*environment, "OMP_WAIT_POLICY="))
            return;
        if (begins_with(*environment, "_=") || begins_with(*environment, "PWD=") ||
            begins_with(*environment, "OLDPWD=") || begins_with(*environment, "SHLVL="))
            place = environment;
    }
    if (!place)
        return;
    replaced = *place;
    stand_in = place;
    *place = short_waits;
}

static void restore_variable(void)
{
    if (stand_in && *stand_in == short_waits)
        *stand_in = replaced;
}

static void before_libraries(int argc, char **argv, char **environment)
{
    if (argc > 0 && ce_memory_ulimit(NULL))
        make_room_for_blas(argv, environment);
    hide_wrong_threads(environment);
    shorten_waits(environment);
}

/* Functions in this section of a program run before those of its libraries. */
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) =
    before_libraries;

#else

static void unlimit_start(void)
{
}

static void show_wrong_threads(void)
{
}

static void restore_variable(void)
{
}

#endif

/* ---- at the start of main ---- */

static void open_closed_descriptors(void)
{
    static const int wrong_way[] = {O_WRONLY, O_RDONLY, O_RDWR};

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", wrong_way[fd]) != fd)
            _exit(1);
}

static pthread_t main_thread;

static void end_by_signal(int number);

static void catch_signal(int number)
{
    struct sigaction action = {.sa_handler = end_by_signal, .sa_flags = SA_RESETHAND};

    sigfillset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* SA_RESETHAND has made the signal deadly again: it ends the program as if it had not been caught.
 * The main thread blocks signals where they must wait (ce_output_name_held). Another one, which
 * does not, may have got this one, and hands it on. */
static void end_by_signal(int number)
{
    if (!pthread_equal(pthread_self(), main_thread)) {
        catch_signal(number);
        pthread_kill(main_thread, number);
        return;
    }
    ce_output_remove_temporaries();
    ce_scratch_remove_all();
    ce_log_signal(number);
    raise(number);
}

static void catch_signals(void)
{
    static const int deadly[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    struct sigaction before;

    main_thread = pthread_self();
    for (size_t s = 0; s < sizeof deadly / sizeof *deadly; s++)
        if (!sigaction(deadly[s], NULL, &before) && before.sa_handler == SIG_DFL)
            catch_signal(deadly[s]);
}

#ifdef __GLIBC__
/* Freed memory that stays with the program, and the largest block that is freed so. By default
 * blocks of medium size go back to the system, which clears their pages again for the next one. */
enum { KEPT = 64 << 20, KEPT_BLOCK = 32 << 20 };
#endif

/* Where memory is limited, what is kept would be missing (ce_memory_available), and so would the
 * 64 MiB of address space that each thread takes by default. */
static void set_allocator(void)
{
#ifdef __GLIBC__
    if (ce_memory_ulimit(NULL)) {
        mallopt(M_ARENA_MAX, 1);
        return;
    }
    mallopt(M_MMAP_THRESHOLD, KEPT_BLOCK);
    mallopt(M_TRIM_THRESHOLD, KEPT);
#endif
}

void ce_cli_start(void)
{
    unlimit_start();
    restore_variable(); /* it may be in the place of the next */
    show_wrong_threads();
    set_allocator();
    open_closed_descriptors();
    catch_signals();
    ce_quiet_allow();
}
