#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch_modes.h"
#include "core/memory.h"
#include "io/scratch.h"

extern char **environ;

/* The driver calls ce-batch by its name. Who called it by a path may not have it on PATH. */
static int find_program(const char *program, ce_error *err)
{
    const char *before = getenv("PATH");
    char *whole, *slash, *longer;
    int rc = CE_OK;

    if (!strchr(program, '/'))
        return CE_OK;
    whole = realpath(program, NULL);
    slash = whole ? strrchr(whole, '/') : NULL;
    if (!slash)
        return ce_fail(err, CE_EIO, "%.200s: %s", program, strerror(errno));
    *slash = '\0';
    longer = ce_join(whole, ':', before ? before : "/usr/bin:/bin", err);
    if (!longer || setenv("PATH", longer, 1))
        rc = ce_fail(err, CE_ENOMEM, "out of memory");
    free(longer);
    free(whole);
    return rc;
}

static int write_driver(const batch_options *o, const ce_batch *batch, const char *path,
                        ce_error *err)
{
    ce_output *output;
    int held = ce_output_hold(0), rc = ce_output_open(&output, path, err);

    if (!rc) {
        rc = batch_write(o, batch, output, err);
        if (rc)
            ce_output_abandon(output);
        else
            rc = ce_output_close(output, err);
    }
    ce_output_hold(held);
    return rc;
}

/* This make is no part of one that has called us: it has neither its options nor its jobs. */
static void leave_outer_make(void)
{
    static const char *const name[] = {"MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS", "MAKELEVEL"};

    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        unsetenv(name[i]);
}

/* Starts the driver and waits for it. folder: that of the driver, which a signal removes. */
static int run_driver(const batch_options *o, const char *folder, char *path, ce_error *err)
{
    char number[32], jobs[40], make[] = "make", file[] = "-f", on[] = "-k", sh[] = "sh";
    char *for_make[] = {make, on, jobs, file, path, NULL}, *for_sh[] = {sh, path, NULL};
    char **arguments = o->for_ == CE_BATCH_MAKE ? for_make : for_sh;
    long count = o->jobs ? o->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    int failed, status = 0;
    pid_t child;

    snprintf(number, sizeof number, "%ld", count > 0 ? count : 1);
    snprintf(jobs, sizeof jobs, "-j%s", number);
    if (o->jobs && setenv("JOBS", number, 1))
        return ce_fail(err, CE_ENOMEM, "out of memory");
    leave_outer_make();
    failed = posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ);
    if (failed == ENOENT)
        return ce_fail(err, CE_EIO, "%s is not on the PATH", arguments[0]);
    if (failed)
        return ce_fail(err, CE_EIO, "%s: %s", arguments[0], strerror(failed));
    ce_scratch_worker(folder, child);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    ce_scratch_worker(folder, 0);
    if (WIFEXITED(status) && !WEXITSTATUS(status))
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "not all was done; " CE_OPT("status") " tells what");
}

/* How many tasks are to be done. To look at all of them here is much quicker than to start each. */
static int find_left(const ce_batch *batch, size_t *left, ce_error *err)
{
    ce_survey survey = {0};
    int rc = ce_survey_take(&survey, batch, SIZE_MAX, NULL, NULL, err);

    *left = survey.left;
    ce_survey_free(&survey);
    return rc;
}

int batch_run(const ce_cli *cli, const batch_options *o, const ce_batch *batch, const char *program,
              ce_error *err)
{
    char *folder = NULL, *path = NULL;
    size_t left;
    int rc = find_left(batch, &left, err);

    if (!rc && !left)
        ce_cli_note(cli, "%s: all %zu tasks are done", batch->name, batch->tasks);
    if (rc || !left)
        return rc;
    rc = find_program(program, err);
    if (!rc)
        rc = ce_scratch_make(&folder, err);
    if (!rc)
        path = ce_join(folder, '/', "driver", err);
    if (!rc && !path)
        rc = CE_ENOMEM;
    if (!rc)
        rc = write_driver(o, batch, path, err);
    if (!rc)
        rc = run_driver(o, folder, path, err);
    if (folder)
        ce_scratch_remove(folder);
    free(folder);
    free(path);
    return rc;
}
