/* ce-batch: one description of many tasks as Slurm jobs, GNU parallel or make; or runs it. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "batch/batch_modes.h"
#include "batch/batch_run.h"
#include "core/utf8.h"

static const char doing[] = "!status !todo !task";

static const ce_option table[] = {
    {0, "for", CE_CHOICE, "DRIVER", 0, 0, CE_BATCH_FOR_NAMES, "make", offsetof(batch_options, for_),
     doing, "write the batch for Slurm, for GNU parallel or for make"},
    {0, "run", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(batch_options, run), doing,
     "run what would be written; for Slurm: submit it"},
    {'j', "jobs", CE_INTEGER, "N", 0, 100000, NULL, "0", offsetof(batch_options, jobs), "run",
     "tasks at a time with make and GNU parallel; 0: as many as cores"},
    {0, "array-size", CE_INTEGER, "N", 1, 4000000, NULL, "1000",
     offsetof(batch_options, array_size), "for=slurm",
     "largest number of tasks in an array: less than Slurm's MaxArraySize"},
    {0, "status", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(batch_options, status), "!todo !task",
     "say how many tasks are done, which failed where, and which are to be done again"},
    {0, "todo", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(batch_options, todo), "!task",
     "list the tasks that are to be done, as STEP:NUMBER"},
    {0, "step", CE_TEXT, "STEP", 0, 0, NULL, NULL, offsetof(batch_options, step), "todo",
     "only tasks of one step, as if all earlier ones were done"},
    {0, "task", CE_TEXT, "TASK", 0, 0, NULL, NULL, offsetof(batch_options, task), NULL,
     "do the task STEP:NUMBER, if it is not done; drivers call this"},
};

static const ce_tool tool = {
    .name = "ce-batch",
    .summary = "Run one pipeline for many data sets, seeds or parts, by Slurm, GNU parallel or "
               "make.",
    .operands = "DESCRIPTION",
    .max_operands = 1,
    .options = CE_OPTIONS(table, batch_options),
};

/* Wrong use that the rows cannot say. */
static const char *check_use(const ce_cli *cli, const batch_options *o)
{
    const char *path = cli->operands ? cli->operand[0] : NULL;

    if (!path)
        ce_cli_usage(cli, "DESCRIPTION is missing, the file that describes the batch");
    if (!strcmp(path, "-"))
        ce_cli_usage(cli, "DESCRIPTION is a file, since each task reads it again");
    if (*path == '-')
        ce_cli_usage(cli, "'%.100s' begins with -; write ./%.100s", path, path);
    if (ce_has_control(path))
        ce_cli_usage(cli, "a control character in the name of DESCRIPTION");
    if ((o->run || o->task) && ce_cli_given(cli, "output"))
        ce_cli_usage(cli, "--output does not go with --%s, which writes nothing else",
                     o->run ? "run" : "task");
    return path;
}

static int do_task(const ce_cli *cli, const ce_batch *batch, const char *name, int *ended_by,
                   ce_error *err)
{
    ce_batch_task task;
    ce_task_end end = {0};
    int rc = ce_batch_task_find(batch, name, &task, err);

    if (!rc)
        rc = ce_task_run(&task, &end, err);
    if (!rc && end.done_before)
        ce_cli_detail(cli, "%s: was done before", name);
    else if (!rc)
        ce_cli_detail(cli, "%s: done in %.1f s", name, end.seconds);
    *ended_by = end.ended_by;
    return rc;
}

static void tell_unused(const ce_cli *cli, const ce_batch *batch)
{
    for (size_t p = 0; p < batch->parameters; p++)
        if (!ce_batch_is_used(batch, p))
            ce_cli_note(cli, "%s:%zu: no step uses the parameter %.100s", batch->path,
                        batch->parameter[p].line, batch->parameter[p].name);
}

int main(int argc, char **argv)
{
    batch_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_batch batch = {0};
    const char *path;
    int rc, ended_by = 0;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    path = check_use(&cli, &options);
    rc = ce_batch_read(&batch, path, &err);
    if (!rc)
        ce_cli_detail(&cli, "%s: %zu steps, %zu tasks", batch.name, batch.steps, batch.tasks);
    if (!rc && !options.task)
        tell_unused(&cli, &batch);
    if (!rc && options.task)
        rc = do_task(&cli, &batch, options.task, &ended_by, &err);
    else if (!rc)
        rc = batch_all(&cli, &options, &batch, argv[0], &err);
    ce_batch_free(&batch);
    rc = ce_cli_end(&cli, rc, &err);
    if (ended_by)
        raise(ended_by);
    return rc;
}
