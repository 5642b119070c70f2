#include "batch/batch_drivers.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/shell_word.h"

void ce_driver_head(const ce_batch *batch, ce_output *output, const char *kind)
{
    ce_output_printf(output, "# The batch %s, made by: ce-batch --for %s ", batch->name, kind);
    ce_output_text(output, batch->path);
    ce_output_text(output, "\n# Start it again at any time: what is finished is left alone.\n");
}

void ce_driver_step_comment(const ce_batch *batch, const ce_batch_step *step, ce_output *output)
{
    ce_output_printf(output, "\n# %s: %zu task%s", step->name, step->tasks,
                     step->tasks == 1 ? "" : "s");
    for (size_t o = 0; o < step->overs; o++)
        ce_output_printf(output, "%s%s", o ? ", " : " over ", batch->parameter[step->over[o]].name);
    ce_output_char(output, '\n');
}

/* ---- make ---- */

/* A piece of a recipe: with $$ for $. */
static void put_recipe(void *output, const char *bytes, size_t size)
{
    for (size_t b = 0; b < size; b++) {
        ce_output_char(output, bytes[b]);
        if (bytes[b] == '$')
            ce_output_char(output, '$');
    }
}

static void write_target(ce_output *output, const ce_batch_task *task)
{
    ce_output_printf(output, " %s.%zu", task->step->name, task->number + 1);
}

/* STEP: STEP.1 STEP.2 ..., all of them without files of these names */
static void write_step(const ce_batch *batch, size_t step, ce_output *output)
{
    const ce_batch_step *s = &batch->step[step];

    for (int phony = 1; phony >= 0; phony--) {
        ce_output_text(output, phony ? ".PHONY: " : "");
        ce_output_text(output, s->name);
        ce_output_text(output, phony ? "" : ":");
        for (size_t t = 0; t < s->tasks; t++) {
            ce_batch_task task = ce_batch_task_of(batch, step, t);
            write_target(output, &task);
        }
        ce_output_char(output, '\n');
    }
}

static int write_task(const ce_batch_task *task, ce_output *output, ce_error *err)
{
    ce_numbers_list list = {0};
    int rc = ce_batch_needs(task, &list, err);

    ce_output_printf(output, "%s.%zu:", task->step->name, task->number + 1);
    for (size_t i = 0; i < list.count && !rc; i++) {
        ce_batch_task other = ce_batch_task_at(task->batch, list.item[i]);
        if (!i || list.item[i] != list.item[i - 1])
            write_target(output, &other);
    }
    ce_output_printf(output, "\n\t@$(CE_BATCH) --task %s:%zu ", task->step->name, task->number + 1);
    ce_shell_write(task->batch->path, put_recipe, output);
    ce_output_char(output, '\n');
    free(list.item);
    return rc;
}

int ce_driver_make(const ce_batch *batch, ce_output *output, ce_error *err)
{
    int rc = CE_OK;

    ce_driver_head(batch, output, "make");
    ce_output_text(output, "# make -f FILE -j N does N tasks at a time, and with -k as much as "
                           "can be done.\n\nCE_BATCH = ce-batch\n\n.PHONY: all\nall:");
    for (size_t s = 0; s < batch->steps; s++)
        ce_output_printf(output, " %s", batch->step[s].name);
    ce_output_char(output, '\n');
    for (size_t s = 0; s < batch->steps && !rc; s++) {
        ce_driver_step_comment(batch, &batch->step[s], output);
        write_step(batch, s, output);
        for (size_t t = 0; t < batch->step[s].tasks && !rc; t++) {
            ce_batch_task task = ce_batch_task_of(batch, s, t);
            rc = write_task(&task, output, err);
        }
    }
    return rc;
}

/* ---- GNU parallel ---- */

static const char parallel_functions[] =
    "set -u\n"
    "if ! parallel --version 2>/dev/null | grep '^GNU parallel' >/dev/null; then\n"
    "  echo 'GNU parallel is not here (Debian, Fedora: parallel); ce-batch --for make needs only "
    "make' >&2\n"
    "  exit 1\n"
    "fi\n"
    "cores=${JOBS:-$(getconf _NPROCESSORS_ONLN)} # JOBS=N in the environment: other than all\n"
    "failed=0\n"
    "\n"
    "# A signal ends GNU parallel, which ends the tasks that run when it is told so again.\n"
    "worker=\n"
    "end() {\n"
    "  trap - HUP INT TERM\n"
    "  for again in 1 2 3; do\n"
    "    if [ -n \"$worker\" ] && kill -TERM \"$worker\" 2>/dev/null; then sleep 1; fi\n"
    "  done\n"
    "  kill -s \"$1\" $$\n"
    "}\n"
    "for signal in HUP INT TERM; do\n"
    "  # shellcheck disable=SC2064\n"
    "  trap \"end $signal\" \"$signal\"\n"
    "done\n"
    "\n"
    "# step NAME FIRST COUNT THREADS AT-ONCE: the tasks NAME:FIRST and so on, so many at once as\n"
    "# cores allow. What is not finished leaves the log of jobs, so that --resume does it.\n"
    "step() {\n"
    "  log=$folder/$1.$2.joblog\n"
    "  left=$(ce-batch --todo --step \"$1\" \"$description\") || exit 1\n"
    "  if [ -e \"$log\" ]; then\n"
    "    printf '%s\\n' \"$left\" | awk -F '\\t' -v first=\"$2\" '\n"
    "      NR == FNR { sub(/.*:/, \"\"); left[$0 - first + 1]; next }\n"
    "      FNR == 1 || (NF >= 9 && !($1 in left))' - \"$log\" >\"$log.$$\" && mv \"$log.$$\" "
    "\"$log\" || exit 1\n"
    "  fi\n"
    "  jobs=$((cores / $4))\n"
    "  if [ \"$jobs\" -lt 1 ]; then jobs=1; fi\n"
    "  if [ \"$5\" -gt 0 ] && [ \"$5\" -lt \"$jobs\" ]; then jobs=$5; fi\n"
    "  awk -v first=\"$2\" -v count=\"$3\" 'BEGIN { while (count-- > 0) print first++ }' |\n"
    "    parallel -q --joblog \"$log\" --resume --jobs \"$jobs\" ce-batch --task \"$1:{}\" "
    "\"$description\" &\n"
    "  worker=$!\n"
    "  wait \"$worker\" || failed=1\n"
    "  worker=\n"
    "}\n";

void ce_driver_parallel(const ce_batch *batch, ce_output *output)
{
    ce_output_text(output, "#!/bin/sh\n");
    ce_driver_head(batch, output, "parallel");
    ce_output_printf(output, "folder=.ce-batch/%s\ndescription=", batch->name);
    ce_output_shell(output, batch->path);
    ce_output_text(output, "\n");
    ce_output_text(output, parallel_functions);
    ce_output_text(output, "\nmkdir -p \"$folder\" || exit 1\n");
    for (size_t g = 0; g < batch->groups; g++) {
        const ce_batch_group *group = &batch->group[g];
        const ce_batch_step *step = &batch->step[group->step];
        if (!group->first)
            ce_driver_step_comment(batch, step, output);
        ce_output_printf(output, "step %s %zu %zu %d %d\n", step->name, group->first + 1,
                         group->count, step->threads, step->at_once);
    }
    ce_output_text(output, "\nif [ \"$failed\" != 0 ]; then\n"
                           "  echo \"not all was done; ce-batch --status $description tells "
                           "what\" >&2\n  exit 1\nfi\n");
}
