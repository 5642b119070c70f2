#include "partition/hypergraph/hypergraph_program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/memory.h"
#include "io/hypergraph_file.h"
#include "io/output.h"
#include "io/scratch.h"

extern char **environ;

/* The paths of the folder in which the program works, and of its files. */
typedef struct {
    char *folder, *graph, *parts, *said;
} workplace;

static char *join(const char *a, const char *b, ce_error *err)
{
    size_t size = strlen(a) + strlen(b) + 1;
    char *joined = ce_alloc(size, 1, err);

    if (joined)
        snprintf(joined, size, "%s%s", a, b);
    return joined;
}

static int make_workplace(workplace *w, size_t k, ce_error *err)
{
    char name[48];
    int rc = ce_scratch_make(&w->folder, err);

    if (rc)
        return rc;
    snprintf(name, sizeof name, "/graph.hgr.part.%zu", k);
    w->graph = join(w->folder, "/graph.hgr", err);
    w->parts = join(w->folder, name, err);
    w->said = join(w->folder, "/said", err);
    return w->graph && w->parts && w->said ? CE_OK : CE_ENOMEM;
}

static void clear_workplace(workplace *w)
{
    ce_scratch_remove(w->folder);
    free(w->folder);
    free(w->graph);
    free(w->parts);
    free(w->said);
}

/* The program reads the file at once, so that it must have its name. */
static int write_graph(const ce_hypergraph *graph, const char *path, ce_error *err)
{
    int held = ce_output_hold(0), rc = ce_hypergraph_write(graph, path, err);

    ce_output_hold(held);
    return rc;
}

/* Starts the arguments, without input, with output and errors into the file `said`. Returns 0 or an
 * errno. */
static int spawn(char *const *arguments, const char *said, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);

    if (failed)
        return failed;
    failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed)
        failed = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, said,
                                                  O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    if (!failed)
        failed = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Runs sh -c 'COMMAND "$@"' sh GRAPH K IMBALANCE and waits for it. */
static int run(const workplace *w, const char *command, size_t k, double imbalance, int *status,
               ce_error *err)
{
    char shell[] = "sh", flag[] = "-c", parts[24], balance[32],
         *script = join(command, " \"$@\"", err);
    char *arguments[] = {shell, flag, script, shell, w->graph, parts, balance, NULL};
    pid_t child;
    int failed;

    if (!script)
        return CE_ENOMEM;
    snprintf(parts, sizeof parts, "%zu", k);
    snprintf(balance, sizeof balance, "%.15g", imbalance);
    failed = spawn(arguments, w->said, &child);
    free(script);
    if (failed)
        return ce_fail(err, CE_EIO, "sh: %s", strerror(failed));
    ce_scratch_worker(w->folder, child);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        ;
    ce_scratch_worker(w->folder, 0);
    return CE_OK;
}

/* The last line that is not empty among the last bytes that the program printed, "" if there is
 * none. */
static void last_line(const char *path, char *line, size_t size)
{
    FILE *said = fopen(path, "r");
    size_t length;
    char *end;

    line[0] = '\0';
    if (!said)
        return;
    if (fseek(said, -(long)(size - 1), SEEK_END))
        rewind(said);
    length = fread(line, 1, size - 1, said);
    fclose(said);
    while (length && strchr(" \t\r\n", line[length - 1]))
        length--;
    line[length] = '\0';
    end = strrchr(line, '\n');
    if (end)
        memmove(line, end + 1, strlen(end + 1) + 1);
    for (; *line; line++)
        if ((unsigned char)*line < 32 || *line == 127)
            *line = ' ';
}

static int complain(const workplace *w, const char *command, int status, ce_error *err)
{
    char line[200], how[48];

    last_line(w->said, line, sizeof line);
    if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "was ended by signal %d", WTERMSIG(status));
    else
        snprintf(how, sizeof how, "wrote no parts (status %d)", WEXITSTATUS(status));
    return ce_fail(err, CE_EIO, "%.200s %s%s%s", command, how, *line ? ": " : "", line);
}

/* What is wrong with the parts is the fault of the program, not of the input. */
static int read_parts(const workplace *w, const char *command, size_t n, size_t k,
                      ce_partition *partition, ce_error *err)
{
    ce_error inner = {0};
    int rc = ce_hypergraph_parts_read(partition, w->parts, n, k, &inner);

    if (rc)
        rc = ce_fail(err, (ce_status)(rc == CE_EINPUT ? CE_EIO : rc), "%.200s: %.700s", command,
                     inner.text);
    return rc;
}

int ce_hypergraph_program(const ce_hypergraph *graph, const char *command,
                          const ce_hypergraph_options *options, ce_partition *partition,
                          double *cut, ce_error *err)
{
    workplace w = {0};
    double imbalance = options->imbalance > 0 ? options->imbalance : CE_HYPERGRAPH_IMBALANCE;
    int status = 0, rc = ce_hypergraph_check(graph, options, err);

    if (!rc)
        rc = make_workplace(&w, options->k, err);
    if (!rc)
        rc = write_graph(graph, w.graph, err);
    if (!rc)
        rc = run(&w, command, options->k, imbalance, &status, err);
    if (!rc && (WIFSIGNALED(status) || access(w.parts, R_OK)))
        rc = complain(&w, command, status, err);
    if (!rc)
        rc = read_parts(&w, command, graph->n, options->k, partition, err);
    if (!rc && cut)
        *cut = ce_hypergraph_weight_cut(graph, partition);
    if (rc)
        ce_partition_free(partition);
    clear_workplace(&w);
    return rc;
}
