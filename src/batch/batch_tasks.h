/*
 * batch_tasks.h: the tasks of a batch: what values they have, which files they read and write, and
 * which tasks must be done before.
 *
 * batch_tasks.c     numbers, needs, names
 * batch_files.c     files, commands
 */
#ifndef CE_BATCH_BATCH_TASKS_H
#define CE_BATCH_BATCH_TASKS_H

#include "batch/batch.h"

/* One task. */
typedef struct {
    const ce_batch *batch;
    const ce_batch_step *step;
    size_t number;                     /* in the step, from 0 */
    size_t value[CE_BATCH_PARAMETERS]; /* of each parameter; SIZE_MAX: the step is not over it */
} ce_batch_task;

ce_batch_task ce_batch_task_of(const ce_batch *batch, size_t step, size_t number);

/* Numbers, or texts, that grow. Set to zero before use; the owner frees item. */
typedef struct {
    size_t *item;
    size_t count, capacity;
} ce_numbers_list;
typedef struct {
    const char **item; /* the texts are in an arena */
    size_t count, capacity;
} ce_texts_list;

/* The tasks of the piece's step whose files the piece stands for, in their order, numbered in that
 * step; none for the round before the first. Adds to list. O(tasks found). */
int ce_batch_piece_tasks(const ce_batch_task *task, const ce_piece *piece, ce_numbers_list *list,
                         ce_error *err);

/* All tasks whose files this one reads, numbered in the batch (first of the step + number in it),
 * in the order in which they stand. Some may come twice. */
int ce_batch_needs(const ce_batch_task *task, ce_numbers_list *list, ce_error *err);

/* Calls the function for every piece that stands for files of other steps, until one fails. */
typedef int ce_piece_visit(const ce_batch_task *task, const ce_piece *piece, void *state,
                           ce_error *err);
int ce_batch_visit_steps(const ce_batch_task *task, const ce_pieces *in, ce_piece_visit *visit,
                         void *state, ce_error *err);

/* The step and the number of a task that is numbered in the batch. */
ce_batch_task ce_batch_task_at(const ce_batch *batch, size_t task);

/* The files that a task writes, in the order of its outputs; that it reads, each once: those of
 * `input`, then those of other steps in the command. Adds to list; texts in the arena. */
int ce_batch_outputs(const ce_batch_task *task, ce_arena *arena, ce_texts_list *list,
                     ce_error *err);
int ce_batch_inputs(const ce_batch_task *task, ce_arena *arena, ce_texts_list *list, ce_error *err);

/* The command of a task for sh. outputs: the names to write to, in the order of the step's outputs.
 * script 0: for people, and to tell whether a command has changed: odd values stand in quotes. 1:
 * for a shell: odd values are variables, which are set in the lines before. So no value can mean
 * something to sh, whatever quotes it stands in. */
int ce_batch_command(const ce_batch_task *task, const char *const *outputs, int script,
                     ce_grown *text, ce_error *err);

/* "members:17"; "data=iris seed=17", "" for a step without parameters. */
void ce_batch_task_name(const ce_batch_task *task, ce_grown *text);
void ce_batch_task_values(const ce_batch_task *task, ce_grown *text);

/* Where notes on a task are kept: .ce-batch/NAME/STEP/VALUES and what follows, such as .done. The
 * values are written so that no two tasks have one name. */
void ce_batch_task_place(const ce_batch_task *task, const char *follows, ce_grown *text);

/* STEP:NUMBER, the number from 1. 0, or CE_EARG with what was expected. */
int ce_batch_task_find(const ce_batch *batch, const char *name, ce_batch_task *task, ce_error *err);

#endif
