#include "batch/batch_estimate.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAMPLE = 1 << 16, MOST_TASKS = 1000 };

static const uint64_t MB = 1 << 20;

/* ---- tools whose memory follows their tables ---- */

/* A name ends where the command goes on with a blank. */
static int begins_with(const char *command, const char *name)
{
    size_t length = strlen(name);

    return !strncmp(command, name, length) && (!command[length] || strchr(" \n", command[length]));
}

static int is_linear(const char *command)
{
    static const char *const known[] = {"ce-prepare",     "ce-generate kmeans", "ce-microcluster",
                                        "ce-score",       "ce-relabel",         "ce-select random",
                                        "ce-select names"};

    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (begins_with(command, known[k]))
            return 1;
    return 0;
}

/* Whether each command of a pipe is one of them; other ways to join commands are not looked
 * through. */
static int all_linear(const char *command)
{
    if (strpbrk(command, "\n;&`(\"'"))
        return 0;
    do {
        command += strspn(command, "| ");
        if (!is_linear(command))
            return 0;
        command = strchr(command, '|');
    } while (command);
    return 1;
}

/* The largest M of -m M or --members M. */
static uint64_t members_of(const char *command)
{
    static const char *const names[] = {" -m ", " --members ", " --members="};
    uint64_t most = 0;

    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (const char *at = strstr(command, names[n]); at; at = strstr(at + 1, names[n])) {
            uint64_t m = strtoull(at + strlen(names[n]), NULL, 10);
            most = m > most ? m : most;
        }
    return most < 10000000 ? most : 0;
}

/* ---- tables ---- */

typedef struct {
    double rows, cells;
} shape;

/* By the first lines of a text; 0 rows for what is no text. */
static shape shape_of(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *text = fd >= 0 ? malloc(SAMPLE + 1) : NULL;
    ssize_t size = text ? read(fd, text, SAMPLE) : 0;
    size_t lines = 0, separators = 0;
    struct stat status = {0};
    shape s = {0};

    if (size > 0 && !memchr(text, '\0', (size_t)size) && !fstat(fd, &status)) {
        for (ssize_t i = 0; i < size; i++) {
            lines += text[i] == '\n';
            separators += strchr(",;\t ", text[i]) != NULL;
        }
        s.rows = (double)status.st_size * (double)lines / (double)size;
        s.cells = (double)status.st_size * (double)(lines + separators) / (double)size;
    }
    free(text);
    if (fd >= 0)
        close(fd);
    return s;
}

/* Of all inputs of a task together. */
static int task_shape(const ce_batch_task *task, shape *sum, ce_error *err)
{
    ce_arena arena = {0};
    ce_texts_list list = {0};
    int rc = ce_batch_inputs(task, &arena, &list, err);

    *sum = (shape){0};
    for (size_t i = 0; i < list.count && !rc; i++) {
        shape s = shape_of(list.item[i]);
        sum->rows += s.rows;
        sum->cells += s.cells;
    }
    free(list.item);
    ce_arena_free(&arena);
    return rc;
}

static int largest_shape(const ce_batch *batch, const ce_batch_group *group, shape *largest,
                         ce_error *err)
{
    int rc = CE_OK;

    *largest = (shape){0};
    for (size_t t = 0; t < group->count && t < MOST_TASKS && !rc; t++) {
        ce_batch_task task = ce_batch_task_of(batch, group->step, group->first + t);
        shape s;
        rc = task_shape(&task, &s, err);
        if (s.cells > largest->cells)
            *largest = s;
    }
    return rc;
}

/* The command of the first task, with the final names. */
static int first_command(const ce_batch *batch, const ce_batch_group *group, ce_grown *command,
                         ce_error *err)
{
    ce_batch_task task = ce_batch_task_of(batch, group->step, group->first);
    ce_arena arena = {0};
    ce_texts_list outputs = {0};
    int rc = ce_batch_outputs(&task, &arena, &outputs, err);

    if (!rc)
        rc = ce_batch_command(&task, outputs.item, 0, command, err);
    free(outputs.item);
    ce_arena_free(&arena);
    return rc;
}

static int from_inputs(const ce_batch *batch, const ce_batch_group *group, ce_need *need,
                       ce_error *err)
{
    ce_grown command = {0};
    shape s = {0};
    double bytes, members;
    int rc = first_command(batch, group, &command, err);

    if (!rc && !all_linear(command.bytes)) {
        snprintf(need->memory_why, CE_WHY,
                 "no estimate for these commands: the scheduler's "
                 "default");
    } else if (!rc) {
        members = (double)members_of(command.bytes);
        rc = largest_shape(batch, group, &s, err);
        bytes = 2 * (8 * s.cells + 4 * s.rows * members);
        need->memory = s.rows > 0 ? (256 + 64 * (uint64_t)(bytes / 64 / (double)MB + 1)) * MB : 0;
        if (s.rows > 0)
            snprintf(need->memory_why, CE_WHY,
                     "estimated: 256 MB, and twice 8 bytes for %.0f cells of input and 4 for %.0f "
                     "rows of %.0f members",
                     s.cells, s.rows, members);
        else
            snprintf(need->memory_why, CE_WHY,
                     "no estimate as long as the input is not there: "
                     "the scheduler's default");
    }
    ce_grown_free(&command);
    return rc;
}

/* Parts of the pipe, at least 1. */
static unsigned parts_of(const ce_batch_step *step)
{
    unsigned parts = 1;

    for (size_t i = 0; i < step->command.count; i++)
        for (const char *c = step->command.piece[i].text; c && *c; c++)
            parts += *c == '|';
    return parts;
}

int ce_need_find(const ce_batch *batch, const ce_batch_group *group, const ce_step_seen *seen,
                 ce_need *need, ce_error *err)
{
    const ce_batch_step *step = &batch->step[group->step];
    uint64_t peak = 2 * seen->peak * parts_of(step);
    int rc = CE_OK;

    *need = (ce_need){.memory = step->memory, .seconds = step->seconds};
    if (step->memory) {
        snprintf(need->memory_why, CE_WHY, "as the description says");
    } else if (seen->finished && seen->peak) {
        need->memory = (peak / (64 * MB) + 2) * 64 * MB;
        snprintf(need->memory_why, CE_WHY,
                 "from %zu finished tasks: 64 MB, and twice the %.1f MB of the largest process for "
                 "%u at once",
                 seen->finished, (double)seen->peak / (double)MB, parts_of(step));
    } else {
        rc = from_inputs(batch, group, need, err);
    }
    if (step->seconds) {
        snprintf(need->seconds_why, CE_WHY, "as the description says");
    } else if (seen->finished) {
        need->seconds = (uint64_t)(3 * seen->seconds) + 600;
        snprintf(need->seconds_why, CE_WHY,
                 "from %zu finished tasks: three times the longest, %.1f s, and 10 minutes",
                 seen->finished, seen->seconds);
    } else {
        snprintf(need->seconds_why, CE_WHY, "not said: the scheduler's default");
    }
    return rc;
}
