#include "report/runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"

void ce_runs_free(ce_runs *runs)
{
    for (size_t r = 0; r < runs->count; r++) {
        free(runs->run[r].word);
        free(runs->run[r].input);
        free(runs->run[r].output);
    }
    free(runs->run);
    free(runs->text);
    ce_json_tree_free(&runs->tree);
    *runs = (ce_runs){0};
}

/* ---- one line ---- */

static size_t count_values(const ce_json_tree *tree, const ce_json_value *of)
{
    size_t count = 0;

    for (size_t v = of ? of->first : 0; v; v = tree->value[v].next)
        count++;
    return count;
}

static const char *text_of(const ce_json_tree *tree, size_t object, const char *key)
{
    const ce_json_value *value = ce_json_member(tree, object, key, CE_JSON_STRING);

    return value ? value->text : NULL;
}

static int read_words(const ce_json_tree *tree, size_t root, ce_logged_run *run, ce_error *err)
{
    const ce_json_value *command = ce_json_member(tree, root, "command", CE_JSON_ARRAY);

    run->word = ce_alloc(count_values(tree, command), sizeof *run->word, err);
    if (!run->word)
        return CE_ENOMEM;
    for (size_t v = command ? command->first : 0; v; v = tree->value[v].next)
        if (tree->value[v].kind == CE_JSON_STRING)
            run->word[run->words++] = tree->value[v].text;
    return CE_OK;
}

/* A file without a size or a checksum is passed over, and so is an empty one, which many runs
 * write. */
static int read_files(const ce_json_tree *tree, size_t root, const char *key, ce_logged_file **file,
                      size_t *count, ce_error *err)
{
    const ce_json_value *list = ce_json_member(tree, root, key, CE_JSON_ARRAY);

    *file = ce_alloc(count_values(tree, list), sizeof **file, err);
    if (!*file)
        return CE_ENOMEM;
    for (size_t v = list ? list->first : 0; v; v = tree->value[v].next) {
        const ce_json_value *bytes = ce_json_member(tree, v, "bytes", CE_JSON_NUMBER);
        const char *crc = text_of(tree, v, "crc32");
        if (!bytes || !crc || strlen(crc) != 8 || strspn(crc, "0123456789abcdef") != 8 ||
            !(bytes->number >= 1 && bytes->number < 0x1p53))
            continue;
        (*file)[(*count)++] = (ce_logged_file){text_of(tree, v, "path"), (uint64_t)bytes->number,
                                               (uint32_t)strtoul(crc, NULL, 16)};
    }
    return CE_OK;
}

static int read_run(const ce_json_tree *tree, size_t root, ce_logged_run *run, ce_error *err)
{
    int rc = read_words(tree, root, run, err);

    run->version = text_of(tree, root, "version");
    run->seed = text_of(tree, root, "seed");
    if (!rc)
        rc = read_files(tree, root, "inputs", &run->input, &run->inputs, err);
    if (!rc)
        rc = read_files(tree, root, "outputs", &run->output, &run->outputs, err);
    return rc;
}

/* ---- the log ---- */

static int add_line(ce_runs *runs, char *text, size_t line, size_t *capacity, ce_error *err)
{
    const ce_json_value *status;
    ce_error inner = {0};
    size_t root = 0;
    int rc = ce_json_parse(&runs->tree, text, &root, &inner);

    if (rc)
        return ce_fail(err, rc, "%s:%zu: %s: no line of a log of runs (--log)",
                       ce_path_name(runs->path), line, inner.text);
    status = ce_json_member(&runs->tree, root, "status", CE_JSON_NUMBER);
    if (!status || !ce_json_member(&runs->tree, root, "command", CE_JSON_ARRAY))
        return ce_fail(err, CE_EINPUT, "%s:%zu: no status or no command, a log of runs expected",
                       ce_path_name(runs->path), line);
    if (status->number != 0)
        return CE_OK;
    rc = ce_grow(&runs->run, capacity, runs->count + 1, sizeof *runs->run, err);
    if (rc)
        return rc;
    runs->run[runs->count] = (ce_logged_run){0};
    return read_run(&runs->tree, root, &runs->run[runs->count++], err);
}

static int read_text(ce_runs *runs, size_t *length, ce_error *err)
{
    ce_input *input = NULL;
    int rc = ce_input_open(&input, runs->path, err);

    if (!rc)
        rc = ce_input_read_all(input, &runs->text, length, err);
    ce_input_close(input, err);
    return rc;
}

int ce_runs_read(ce_runs *runs, const char *path, ce_error *err)
{
    size_t length = 0, line = 0, capacity = 0;
    int rc;

    *runs = (ce_runs){.path = path};
    rc = read_text(runs, &length, err);
    if (!rc && memchr(runs->text, 0, length))
        rc = ce_fail(err, CE_EINPUT, "%s: a NUL byte, a log of runs expected", ce_path_name(path));
    for (char *at = runs->text; !rc && *at;) {
        size_t rest = strcspn(at, "\n");
        char *next = at[rest] ? at + rest + 1 : at + rest;
        at[rest] = 0;
        line++;
        if (at[strspn(at, " \t\r")])
            rc = add_line(runs, at, line, &capacity, err);
        at = next;
    }
    if (!rc && !line)
        rc = ce_fail(err, CE_EINPUT, "%s: empty, a log of runs expected", ce_path_name(path));
    if (rc)
        ce_runs_free(runs);
    return rc;
}

/* ---- who wrote what ---- */

static int wrote(const ce_logged_run *run, const ce_logged_file *file)
{
    for (size_t f = 0; f < run->outputs; f++)
        if (run->output[f].bytes == file->bytes && run->output[f].crc == file->crc)
            return 1;
    return 0;
}

size_t ce_runs_writer(const ce_runs *runs, const ce_logged_file *file, size_t before)
{
    size_t found = runs->count;

    for (size_t r = 0; r < runs->count; r++)
        if (wrote(&runs->run[r], file) && (r < before || found >= before))
            found = r;
    return found;
}

/* Puts the run that wrote the file on the list of those to look at, once. */
static void want(ce_runs *runs, const ce_logged_file *file, size_t before, size_t *todo,
                 size_t *count)
{
    size_t r = ce_runs_writer(runs, file, before);

    if (r == runs->count || runs->run[r].number)
        return;
    runs->run[r].number = 1;
    runs->run[r].wrote = file->path;
    todo[(*count)++] = r;
}

int ce_runs_trace(ce_runs *runs, const ce_logged_file *file, size_t count, ce_error *err)
{
    size_t *todo = ce_alloc(runs->count, sizeof *todo, err), found = 0;

    if (!todo)
        return CE_ENOMEM;
    for (size_t f = 0; f < count; f++)
        want(runs, &file[f], runs->count, todo, &found);
    for (size_t next = 0; next < found; next++) {
        const ce_logged_run *run = &runs->run[todo[next]];
        for (size_t f = 0; f < run->inputs; f++)
            want(runs, &run->input[f], todo[next], todo, &found);
    }
    runs->made = 0;
    for (size_t r = 0; r < runs->count; r++)
        if (runs->run[r].number)
            runs->run[r].number = ++runs->made;
    free(todo);
    return CE_OK;
}
