/* ce-report: one HTML page of what is known of an ensemble and its results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "io/annotations.h"
#include "io/beside.h"
#include "io/class_list.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/membership_table.h"
#include "io/objects.h"
#include "io/output.h"
#include "io/trail.h"
#include "report/page.h"
#include "version.h"

struct options {
    ce_common common;
    const char *results, *choose, *data, *truth, *ignore, *scores, *bars, *agreement, *null, *runs,
        *title;
    int members, sample;
};

static const ce_option table[] = {
    {'r', "results", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, results), NULL,
     "label table of results, such as that of ce-consensus; rows are matched by id if both tables "
     "have ids"},
    {0, "choose", CE_TEXT, "NAME", 0, 0, NULL, NULL, offsetof(struct options, choose), NULL,
     "the result to look at; default: by --agreement, else that with the highest silhouette of the "
     "data, or without data the highest mean NMI with the base clusterings, of those with the "
     "clearest k of --null"},
    {0, "data", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, data), NULL,
     "data table of the objects"},
    {'t', "truth", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, truth), NULL,
     "table with the true classes: its class column, or its only column"},
    {0, "ignore", CE_TEXT, "LABELS", 0, 0, NULL, NULL, offsetof(struct options, ignore), "truth",
     "objects of these true classes, comma separated, have none"},
    {0, "scores", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, scores), NULL,
     "what ce-score writes of the results: more columns of their table"},
    {0, "bars", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, bars), NULL,
     "table of the objects: a strip of colours beside the heat map for each column"},
    {0, "agreement", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, agreement), NULL,
     "what ce-consensus --agreement writes: at which k do halves of the base clusterings agree?"},
    {0, "null", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, null), NULL,
     "what ce-stability null writes of the same data: is k clearer than chance?"},
    {0, "runs", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, runs), NULL,
     "a log that --log of the tools wrote: the page shows the commands that made the files"},
    {0, "consensus-of", CE_CHOICE, "WHICH", 0, 0, CE_SURE_NAMES, "auto",
     offsetof(struct options, members), NULL,
     "which base clusterings tell how sure objects and clusters are: same-k takes those with the k "
     "of the result; auto does so where each k has enough of them"},
    {0, "sample", CE_INTEGER, "N", 2, 20000, NULL, "2000", offsetof(struct options, sample), NULL,
     "of more objects, so many stand for all where all pairs are needed"},
    {0, "title", CE_TEXT, "TEXT", 0, 0, NULL, "Clusters and how sure they are",
     offsetof(struct options, title), NULL, "title of the page"},
};

static const ce_tool tool = {
    .name = "ce-report",
    .summary = "Write one HTML page of what is known of an ensemble and its results.",
    .operands = "[FILE]",
    .max_operands = 1,
    .options = CE_OPTIONS(table, struct options),
    .shared = CE_WITH_TABLE | CE_WITH_COLUMNS | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_PROGRESS |
              CE_WITH_DIGITS,
    .minds_name = 1,
};

/* All that is read. Set to zero before use. */
typedef struct {
    ce_label_table members, results;
    ce_data_table data;
    ce_text_column classes;
    ce_data_table bars;
    int32_t *bars_row; /* owned; NULL: the order of the members */
    ce_data_table agreements;
    ce_halves_table halves; /* of agreements */
    ce_data_table references;
    ce_null_table null; /* of references */
    ce_data_table measures;
    ce_given_scores scores; /* of measures */
    ce_runs runs;
} tables;

static void free_tables(tables *t)
{
    ce_label_table_free(&t->members);
    ce_label_table_free(&t->results);
    ce_data_table_free(&t->data);
    ce_text_column_free(&t->classes);
    ce_data_table_free(&t->bars);
    free(t->bars_row);
    ce_halves_table_free(&t->halves);
    ce_data_table_free(&t->agreements);
    ce_null_table_free(&t->null);
    ce_data_table_free(&t->references);
    ce_given_scores_free(&t->scores);
    ce_data_table_free(&t->measures);
    ce_runs_free(&t->runs);
}

static void check_use(const ce_cli *cli, const struct options *o)
{
    if (!o->results)
        ce_cli_usage(cli, "which results? --results is needed");
    if (ce_cli_given(cli, "columns") && !o->data)
        ce_cli_usage(cli, "--columns chooses features of --data");
}

/* A page that is named as a picture or a document of another kind would be one for no program. */
static void check_name(const ce_cli *cli)
{
    enum { PICTURES = 3 };
    static const char *const other[] = {".pdf", ".png", ".svg", ".csv", ".tsv", ".npy"};
    const char *path = cli->common->output, *end = path ? strrchr(path, '.') : NULL;

    for (size_t i = 0; end && i < sizeof other / sizeof *other; i++)
        if (!strcasecmp(end, other[i]))
            ce_cli_usage(
                cli,
                i < PICTURES
                    ? "%s: the page is HTML: write it to another name, open that in a browser, and "
                      "print it to a PDF"
                    : "%s: the page is HTML, not a table: write it to another name",
                path);
}

/* ---- input ---- */

/* Puts the rows of the data in the order of the members. */
static int order_data(ce_data_table *data, const char *path, const ce_label_table *members,
                      const char *members_path, const ce_listener *listener, ce_error *err)
{
    int own = data->id.name != NULL, other = members->id.name != NULL;
    size_t n = data->values.rows, d = data->values.columns;
    ce_matrix sorted = {0};
    int32_t *row = NULL;
    int rc;

    rc = ce_objects_check_count(n, &data->id, path, members->labels.n, &members->id, members_path,
                                "", err);
    if (rc)
        return rc;
    ce_ids_tell_order(&data->id, path, &members->id, members_path, listener);
    if (!own || !other)
        return CE_OK;
    rc = ce_objects_find(&row, &data->id, path, &members->id, members_path, err);
    if (!rc)
        rc = ce_matrix_alloc(&sorted, n, d, err);
    for (size_t i = 0; i < n && !rc; i++)
        memcpy(sorted.values + i * d, data->values.values + (size_t)row[i] * d,
               d * sizeof *sorted.values);
    if (!rc) {
        ce_matrix before = data->values;
        data->values = sorted;
        ce_matrix_free(&before);
    }
    free(row);
    return rc;
}

static int read_data(const struct options *o, const ce_table_format *format, const char *path,
                     tables *t, ce_error *err)
{
    ce_table_format about = ce_format_beside_labels(format, &t->members, path);
    int rc = ce_data_table_read(&t->data, o->data, &about, err);

    if (!rc)
        rc = ce_data_table_need_numbers(&t->data, o->data, err);
    if (!rc && t->members.size)
        rc = ce_fail(err, CE_EINPUT, "%s: a microcluster table, but data are about objects",
                     ce_path_name(path));
    if (!rc)
        ce_data_table_tell_tiny(&t->data, o->data, &format->listener);
    return rc ? rc : order_data(&t->data, o->data, &t->members, path, &format->listener, err);
}

static int read_bars(const char *path, const ce_table_format *format, const char *members_path,
                     tables *t, ce_error *err)
{
    const ce_label_table *members = &t->members;
    ce_table_format plain = *format;
    int rc;

    plain.class_column = "none";
    plain.objects_labels = members;
    plain.spare_id =
        t->data.id.name && plain.id_column && !strcmp(t->data.id.name, plain.id_column);
    rc = ce_annotations_read(&t->bars, path, &plain, &members->id, members_path,
                             members->labels.n, &t->bars_row, err);
    if (!rc && !t->bars_row)
        ce_ids_tell_order(&t->bars.id, path, &members->id, members_path, &format->listener);
    return rc;
}

/* Of a table that is not about objects, but was written by a tool: it has neither ids nor classes,
 * is read whole, and has the numbers and the missing cells that tools write. */
static ce_table_format format_of_results(const ce_cli *cli)
{
    ce_table_format format = ce_cli_whole_format(cli);

    format.id_column = format.class_column = "none";
    format.features = format.missing = NULL;
    format.decimal = '.';
    return format;
}

/* Reads such a table. names: a column of names, also where they look like numbers; NULL: none. */
static int read_results(const ce_cli *cli, const char *path, const char *names,
                        ce_data_table *results, ce_error *err)
{
    ce_table_format format = format_of_results(cli);

    if (names) {
        format.categorical = names;
        format.spare_categorical = 1;
    }
    return ce_data_table_read(results, path, &format, err);
}

static int read_scores(const ce_cli *cli, const char *path, tables *t, ce_error *err)
{
    ce_error inner = {0};
    int rc = read_results(cli, path, "clustering", &t->measures, err);

    if (rc)
        return rc;
    rc = ce_given_scores_find(&t->scores, &t->measures, &t->results, &inner);
    return rc ? ce_fail_in_file(err, path, &inner) : CE_OK;
}

static int read_null(const ce_cli *cli, const char *path, tables *t, ce_error *err)
{
    ce_error inner = {0};
    int rc = read_results(cli, path, NULL, &t->references, err);

    if (rc)
        return rc;
    rc = ce_null_table_build(&t->null, &t->references, &inner);
    return rc ? ce_fail_in_file(err, path, &inner) : CE_OK;
}

static int read_agreement(const ce_cli *cli, const char *path, tables *t, ce_error *err)
{
    ce_error inner = {0};
    int rc = read_results(cli, path, "function", &t->agreements, err);

    if (rc)
        return rc;
    rc = ce_halves_table_build(&t->halves, &t->agreements, &inner);
    return rc ? ce_fail_in_file(err, path, &inner) : CE_OK;
}

/* Objects without a class are in no score, and numbers such as ages are hardly classes. */
static void tell_classes(const ce_cli *cli, const ce_text_column *classes)
{
    enum { MANY = 20 };
    size_t missing = 0;

    for (size_t i = 0; i < classes->n; i++)
        missing += classes->value[i] < 0;
    if (missing)
        ce_cli_note(cli, "%zu of %zu objects have no class: they are in no score with the classes",
                    missing, classes->n);
    if (classes->categories.count >= MANY && 3 * classes->categories.count > classes->n)
        ce_cli_note(cli, "%zu classes in %zu objects: are they classes?", classes->categories.count,
                    classes->n);
}

/* Objects of the classes in the list have none, and these classes are not among the others. */
static int leave_out(const char *list, ce_text_column *classes, const ce_label_table *members,
                     const ce_listener *listener, ce_error *err)
{
    ce_text_column kept = {0};
    double ignored = 0;
    int rc = CE_OK;

    ce_classes_leave_out(classes, list, members->size, &ignored, NULL, listener);
    for (size_t i = 0; i < classes->n && !rc; i++) {
        const char *text =
            classes->value[i] < 0 ? "" : classes->categories.text[classes->value[i]];
        rc = ce_text_column_append(&kept, text, strlen(text), err);
    }
    if (!rc && !kept.categories.count)
        rc = ce_fail(err, CE_EINPUT, "no object has a class: --ignore names all classes");
    if (rc) {
        ce_text_column_free(&kept);
        return rc;
    }
    kept.name = classes->name;
    classes->name = NULL;
    ce_text_column_free(classes);
    *classes = kept;
    return CE_OK;
}

static int read_tables(const ce_cli *cli, const struct options *o, tables *t, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_table_format format = ce_cli_format(cli), about = format, plain = format, beside = format,
                    truth;
    ce_membership_table soft = {0};
    int rc;

    if (format.class_column && strcmp(format.class_column, "none"))
        plain.class_column = NULL; /* it names the truth's column */
    /* --id may name the column of another table */
    format.spare_id = beside.spare_id = !!o->truth + !!o->data + !!o->bars > 1;
    ce_format_beside_truth(&beside);
    truth = format;
    truth.known = o->ignore;
    rc = ce_ensemble_table_read(&t->members, &soft, path, &plain, err);
    ce_membership_table_free(&soft); /* the most likely clusters are looked at */
    about.class_column = "none";     /* the true classes can stand for a result */
    if (!rc)
        rc = ce_label_table_read_for(&t->results, o->results, &about, &t->members, path, err);
    if (!rc && o->truth)
        rc = ce_truth_read_for(&t->classes, o->truth, &truth, &t->members, path, err);
    if (!rc && o->ignore)
        rc = leave_out(o->ignore, &t->classes, &t->members, &format.listener, err);
    if (!rc && o->truth)
        tell_classes(cli, &t->classes);
    if (!rc && o->data)
        rc = read_data(o, o->truth ? &beside : &format, path, t, err);
    if (!rc && o->bars)
        rc = read_bars(o->bars, &format, path, t, err);
    if (!rc && o->scores)
        rc = read_scores(cli, o->scores, t, err);
    if (!rc && o->agreement)
        rc = read_agreement(cli, o->agreement, t, err);
    if (!rc && o->null)
        rc = read_null(cli, o->null, t, err);
    if (!rc && o->runs)
        rc = ce_runs_read(&t->runs, o->runs, err);
    return rc;
}

/* ---- the command as text ---- */

/* Whether the word, with the next one if it takes one, says nothing about the result: how many
 * threads, where to. *words: how many to pass over. */
static int is_aside(const char *word, int *words)
{
    static const char *const with[] = {"-j", "--threads", "-o", "--output", "--log", "--progress"},
                             *const alone[] = {"-q", "--quiet", "-v", "--verbose"};

    *words = 1;
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (!strcmp(word, alone[i]))
            return 1;
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        size_t length = strlen(with[i]);
        if (!strcmp(word, with[i])) {
            *words = 2;
            return 1;
        }
        if (!strncmp(word, with[i], length) && (length == 2 || word[length] == '='))
            return 1;
    }
    return 0;
}

/* The command line without what changes nothing; free(). */
static int write_command(int argc, char **argv, char **command, ce_error *err)
{
    ce_output *text;
    size_t length;
    int words, rc = ce_output_open_kept(&text, err);

    if (rc)
        return rc;
    ce_output_text(text, "ce-report");
    for (int i = 1; i < argc; i += words) {
        if (is_aside(argv[i], &words))
            continue;
        ce_output_char(text, ' ');
        ce_output_shell(text, argv[i]);
    }
    return ce_output_take(text, command, &length, err);
}

/* ---- one call ---- */

static int write_page(const ce_cli *cli, const char *bytes, size_t length, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, cli->common->output, err);

    if (rc)
        return rc;
    ce_output_write(output, bytes, length);
    return ce_output_close(output, err);
}

/* Which base clusterings the rule of --consensus-of has taken. */
static void tell_sure(const ce_cli *cli, const struct options *o, const ce_sure_members *sure,
                      size_t all)
{
    if (o->members == CE_SURE_AUTO && sure->k)
        ce_cli_note(cli,
                    "the %zu base clusterings with k = %d tell how sure objects are; "
                    "--consensus-of all takes all %zu",
                    sure->table.labels.m, sure->k, all);
}

static int report(const ce_cli *cli, const struct options *o, const char *command, ce_error *err)
{
    tables t = {0};
    ce_evidence evidence = {0};
    ce_page_run run = {o->title, command, CE_VERSION, o->runs ? &t.runs : NULL};
    ce_page_input input = {.members_path = ce_cli_operand(cli, 0),
                           .results_path = o->results,
                           .members = &t.members,
                           .results = &t.results,
                           .data = o->data ? &t.data : NULL,
                           .columns = o->data ? cli->common->columns : NULL,
                           .classes = o->truth ? &t.classes : NULL,
                           .bars = o->bars ? &t.bars : NULL,
                           .null = o->null ? &t.null : NULL,
                           .halves = o->agreement ? &t.halves : NULL,
                           .scores = o->scores ? &t.scores : NULL,
                           .chosen = o->choose,
                           .sure = o->members,
                           .seed = cli->common->seed,
                           .sample = (size_t)o->sample,
                           .progress = ce_cli_step(cli)};
    ce_output *page = NULL;
    char *bytes = NULL;
    size_t length = 0;
    int rc = read_tables(cli, o, &t, err);

    input.bars_row = t.bars_row;
    if (!rc)
        rc = ce_evidence_find(&evidence, &input, err);
    if (!rc)
        tell_sure(cli, o, &evidence.sure, t.members.labels.m);
    if (!rc)
        rc = ce_output_open_kept(&page, err);
    if (!rc) {
        rc = ce_page_write(page, &input, &evidence, &run, err);
        if (rc)
            ce_output_abandon(page);
        else
            rc = ce_output_take(page, &bytes, &length, err);
    }
    if (!rc)
        rc = write_page(cli, bytes, length, err);
    free(bytes);
    ce_evidence_free(&evidence);
    free_tables(&t);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    char *command = NULL;
    int rc = write_command(argc, argv, &command, &err); /* before its words are moved */

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_use(&cli, &options);
    check_name(&cli);
    ce_trail_start();
    if (!rc)
        rc = report(&cli, &options, command, &err);
    free(command);
    return ce_cli_end(&cli, rc, &err);
}
