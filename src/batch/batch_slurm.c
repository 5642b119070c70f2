#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/batch_drivers.h"
#include "batch/batch_estimate.h"
#include "core/compare.h"
#include "core/memory.h"

/* The tasks of a group from `from` on, at most as many as an array takes. */
typedef struct {
    size_t group, from, to; /* numbers in the group; [from, to) */
    size_t left;            /* of them, those that are not done */
} chunk;

typedef struct {
    const ce_batch *batch;
    const ce_survey *survey;
    ce_output *output;
    chunk *chunk;
    size_t chunks, capacity;
    ce_error *err;
} plan;

static int is_left(const plan *p, size_t group, size_t task)
{
    const ce_batch_group *g = &p->batch->group[group];

    return p->survey->state[p->batch->step[g->step].first + g->first + task] != CE_TASK_DONE;
}

static int make_chunks(plan *p, size_t size)
{
    int rc = CE_OK;

    for (size_t g = 0; g < p->batch->groups && !rc; g++)
        for (size_t from = 0; from < p->batch->group[g].count && !rc; from += size) {
            chunk c = {.group = g, .from = from, .to = from + size};
            if (c.to > p->batch->group[g].count)
                c.to = p->batch->group[g].count;
            for (size_t t = from; t < c.to; t++)
                c.left += is_left(p, g, t) != 0;
            if (!c.left)
                continue;
            rc = ce_grow(&p->chunk, &p->capacity, p->chunks + 1, sizeof *p->chunk, p->err);
            if (!rc)
                p->chunk[p->chunks++] = c;
        }
    return rc;
}

/* ---- what must end before ---- */

typedef enum { NEEDS_NONE, NEEDS_SAME, NEEDS_ALL, NEEDS_SOME } relation;

/* How the tasks of one chunk depend on those of an earlier one. */
typedef struct {
    int any;  /* some task needs one of it */
    int same; /* each task needs one of it, that of its own number, which is not done */
    int all;  /* each task needs all of it */
} seen_needs;

static void note_need(const plan *p, const chunk *to, size_t own, const ce_numbers_list *needs,
                      seen_needs *seen)
{
    const ce_batch_group *g = &p->batch->group[to->group];
    size_t first = p->batch->step[g->step].first + g->first, count = 0;

    for (size_t i = 0; i < needs->count; i++) {
        size_t task = needs->item[i] - first;
        if (needs->item[i] < first + to->from || needs->item[i] >= first + to->to ||
            (i && needs->item[i] == needs->item[i - 1]))
            continue;
        count++;
        if (task != own || !is_left(p, to->group, task))
            seen->same = 0;
    }
    seen->any |= count > 0;
    if (count != 1)
        seen->same = 0;
    if (count != to->to - to->from)
        seen->all = 0;
}

/* The relations of a chunk to all chunks before it. */
static int find_relations(const plan *p, size_t which, relation *found)
{
    const chunk *own = &p->chunk[which];
    const ce_batch_group *g = &p->batch->group[own->group];
    seen_needs *seen = ce_calloc(which + 1, sizeof *seen, p->err);
    int rc = seen ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < which && !rc; c++)
        seen[c] = (seen_needs){0, 1, 1};
    for (size_t t = own->from; t < own->to && !rc; t++) {
        ce_batch_task task = ce_batch_task_of(p->batch, g->step, g->first + t);
        ce_numbers_list needs = {0};
        if (!is_left(p, own->group, t))
            continue;
        rc = ce_batch_needs(&task, &needs, p->err);
        if (!rc && needs.count)
            qsort(needs.item, needs.count, sizeof *needs.item, ce_compare_sizes);
        for (size_t c = 0; c < which && !rc; c++)
            note_need(p, &p->chunk[c], t, &needs, &seen[c]);
        free(needs.item);
    }
    for (size_t c = 0; c < which && !rc; c++) {
        found[c] = NEEDS_NONE;
        if (!seen[c].any)
            continue;
        found[c] = NEEDS_SOME;
        if (seen[c].all)
            found[c] = NEEDS_ALL;
        /* equal numbers lie in arrays that count from the same task, since all are cut alike */
        else if (seen[c].same)
            found[c] = NEEDS_SAME;
    }
    free(seen);
    return rc;
}

static int write_dependencies(plan *p, size_t which)
{
    static const char *const words[] = {"", "aftercorr", "afterok", "afterany"};
    relation *found = ce_calloc(which + 1, sizeof *found, p->err);
    int rc = found ? find_relations(p, which, found) : CE_ENOMEM;
    const char *before = " --dependency=";

    for (relation r = NEEDS_SAME; r <= NEEDS_SOME && !rc; r++) {
        int any = 0;
        for (size_t c = 0; c < which; c++)
            if (found[c] == r) {
                if (!any)
                    ce_output_printf(p->output, "%s%s", before, words[r]);
                any = 1;
                ce_output_printf(p->output, ":$job_%zu", c + 1);
            }
        if (any)
            before = ",";
    }
    if (*before == ',')
        ce_output_text(p->output, " --kill-on-invalid-dep=yes");
    free(found);
    return rc;
}

/* ---- one array ---- */

/* 1-3,7 */
static void write_indices(plan *p, const chunk *c)
{
    const char *between = "";

    for (size_t t = c->from; t < c->to; t++) {
        size_t first = t;
        if (!is_left(p, c->group, t))
            continue;
        while (t + 1 < c->to && is_left(p, c->group, t + 1))
            t++;
        ce_output_printf(p->output, "%s%zu", between, first - c->from + 1);
        if (t > first)
            ce_output_printf(p->output, "-%zu", t - c->from + 1);
        between = ",";
    }
}

static int write_needs(plan *p, const chunk *c)
{
    const ce_batch_group *group = &p->batch->group[c->group];
    const ce_batch_step *step = &p->batch->step[group->step];
    ce_need need;
    int rc = ce_need_find(p->batch, group, &p->survey->seen[group->step], &need, p->err);

    if (rc)
        return rc;
    ce_output_printf(p->output, "# memory %s\n# time %s\n", need.memory_why, need.seconds_why);
    ce_output_printf(p->output, "submit --job-name=%s.%s --cpus-per-task=%d", p->batch->name,
                     step->name, step->threads);
    if (need.memory)
        ce_output_printf(p->output, " --mem=%lluM",
                         (unsigned long long)((need.memory + (1 << 20) - 1) >> 20));
    if (need.seconds)
        ce_output_printf(p->output, " --time=%llu", (unsigned long long)((need.seconds + 59) / 60));
    if (p->batch->slurm)
        ce_output_text(p->output, p->batch->slurm);
    if (step->slurm)
        ce_output_text(p->output, step->slurm);
    return CE_OK;
}

/* What an array runs: a line of sh in a line of sh. */
static int write_job(plan *p, const chunk *c)
{
    const ce_batch_group *group = &p->batch->group[c->group];
    ce_grown line = {0};
    int rc;

    ce_grown_printf(&line, "exec ce-batch --task %s:$((SLURM_ARRAY_TASK_ID + %zu)) ",
                    p->batch->step[group->step].name, group->first + c->from);
    ce_grown_shell(&line, p->batch->path);
    rc = ce_grown_check(&line, p->err);
    ce_output_text(p->output, " --wrap=");
    if (!rc)
        ce_output_shell(p->output, line.bytes);
    ce_output_char(p->output, '\n');
    ce_grown_free(&line);
    return rc;
}

static int write_chunk(plan *p, size_t which)
{
    const chunk *c = &p->chunk[which];
    const ce_batch_step *step = &p->batch->step[p->batch->group[c->group].step];
    int rc;

    ce_driver_step_comment(p->batch, step, p->output);
    rc = write_needs(p, c);
    if (rc)
        return rc;
    ce_output_text(p->output, " --array=");
    write_indices(p, c);
    if (step->at_once)
        ce_output_printf(p->output, "%%%d", step->at_once);
    rc = write_dependencies(p, which);
    if (rc)
        return rc;
    rc = write_job(p, c);
    ce_output_printf(p->output, "job_%zu=$job\necho \"%s: %zu task%s, job $job\"\n", which + 1,
                     step->name, c->left, c->left == 1 ? "" : "s");
    return rc;
}

/* ---- the script ---- */

static const char slurm_functions[] =
    "set -u\n"
    "if ! command -v sbatch >/dev/null; then\n"
    "  echo 'sbatch is not here: this script is for a machine that submits jobs to Slurm' >&2\n"
    "  exit 1\n"
    "fi\n"
    "# Jobs of this batch that still wait or run would do the same work.\n"
    "if squeue -h -u \"$(id -un)\" -o '%Z %j' 2>/dev/null |\n"
    "  awk -v folder=\"$PWD\" -v name=\"$name.\" \\\n"
    "    'index($0, folder \" \" name) == 1 { found = 1 } END { exit !found }'; then\n"
    "  echo \"jobs of $name still wait or run: let them end, or cancel them (squeue, scancel)\" "
    ">&2\n"
    "  exit 1\n"
    "fi\n"
    "mkdir -p \".ce-batch/$name\" || exit 1\n"
    "\n"
    "# submit OPTION...: sets job to the number of the job\n"
    "submit() {\n"
    "  job=$(sbatch --parsable --open-mode=append --output=\".ce-batch/$name/slurm-%A.out\" \"$@\")"
    " || exit 1\n"
    "  job=${job%%;*}\n"
    "}\n";

int ce_driver_slurm(const ce_batch *batch, const ce_survey *survey, size_t array_size,
                    ce_output *output, ce_error *err)
{
    plan p = {batch, survey, output, NULL, 0, 0, err};
    int rc = make_chunks(&p, array_size);

    ce_output_text(output, "#!/bin/sh\n");
    ce_driver_head(batch, output, "slurm");
    ce_output_printf(output, "# %zu of %zu tasks are to be done.\n", survey->left, batch->tasks);
    if (!rc && p.chunks) {
        ce_output_printf(output, "name=%s\n", batch->name);
        ce_output_text(output, slurm_functions);
    }
    for (size_t c = 0; c < p.chunks && !rc; c++)
        rc = write_chunk(&p, c);
    if (!p.chunks)
        ce_output_printf(output, "echo '%s: all is done'\n", batch->name);
    free(p.chunk);
    return rc;
}
