/*
 * Consensus by the library of Clens.
 *
 *     cc consensus.c -o consensus $(pkg-config --cflags --libs clens)
 *     ./consensus                          three base clusterings of six objects, by eac-al
 *     ./consensus list                     all methods and their options
 *     ./consensus METHOD K [FILE [OPTION=VALUE...]]
 *
 * FILE: a line for each object, whole numbers separated by commas, a column for each base
 * clustering. A first line of names is skipped. An empty cell, NA or a negative number is a missing
 * label.
 */
#include <clens.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 300, LINE = 65536 };

typedef struct {
    int32_t *label; /* row-major */
    size_t n, m, capacity;
} table;

static void stop(const char *text)
{
    fprintf(stderr, "consensus: %s\n", text);
    exit(1);
}

static void add_label(table *t, int32_t label, size_t count)
{
    if (count == t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 1024;
        t->label = realloc(t->label, t->capacity * sizeof *t->label);
        if (!t->label)
            stop("out of memory");
    }
    t->label[count] = label;
}

/* The labels of a line; returns their number. A name ends the reading: 0. */
static size_t read_line(table *t, char *line)
{
    size_t count = 0;

    line[strcspn(line, "\r\n")] = '\0';
    for (char *cell = line; cell; count++) {
        char *comma = strchr(cell, ','), *end;
        long label;
        if (comma)
            *comma++ = '\0';
        label = strtol(cell, &end, 10);
        if (!*cell || !strcmp(cell, "NA"))
            label = -1;
        else if (*end || label > INT32_MAX)
            return 0;
        add_label(t, (int32_t)label, t->n * t->m + count);
        cell = comma;
    }
    return count;
}

static void read_table(table *t, const char *path)
{
    static char line[LINE];
    FILE *file = fopen(path, "r");

    if (!file)
        stop("cannot open the file");
    for (size_t row = 0; fgets(line, sizeof line, file); row++) {
        size_t count = read_line(t, line);
        if (!count && !row)
            continue; /* names */
        if (!count || (t->n && count != t->m))
            stop("whole numbers expected, as many in each line");
        t->m = count;
        t->n++;
    }
    fclose(file);
}

/* ---- the methods ---- */

static void list_options(const clens_method *method)
{
    for (size_t o = 0; o < clens_method_option_count(method); o++)
        printf("    %s %s [%s]  %s\n", clens_method_option_name(method, o),
               clens_method_option_argument(method, o), clens_method_option_default(method, o),
               clens_method_option_help(method, o));
}

static void list_methods(void)
{
    char reference[TEXT], needs[TEXT];

    printf("Clens %s\n", clens_version());
    for (size_t i = 0; i < clens_method_count(); i++) {
        const clens_method *method = clens_method_at(i);
        clens_method_reference(method, reference, sizeof reference);
        clens_method_needs_text(method, needs, sizeof needs);
        printf("%s: %s\n  needs %s; %s\n", clens_method_name(method), clens_method_summary(method),
               *needs ? needs : "nothing else", reference);
        list_options(method);
    }
}

/* ---- the consensus ---- */

static clens_options *read_options(const char *method, char **settings, int count)
{
    char message[TEXT];
    clens_options *options;

    if (clens_options_new(clens_method_find(method), &options, message, sizeof message))
        stop(message);
    for (int s = 0; s < count; s++) {
        char *equals = strchr(settings[s], '=');
        if (!equals)
            stop("OPTION=VALUE expected");
        *equals = '\0';
        if (clens_options_set(options, settings[s], equals + 1, message, sizeof message))
            stop(message);
    }
    return options;
}

static void print_result(const clens_ensemble *ensemble, const clens_result *result)
{
    size_t n = clens_result_objects(result);
    int32_t *label = calloc(n, sizeof *label);
    double *sure = calloc(n, sizeof *sure);
    char message[TEXT];

    if (!label || !sure)
        stop("out of memory");
    for (size_t i = 0; i < clens_result_message_count(result); i++)
        if (clens_result_message_level(result, i) == CLENS_NOTE)
            fprintf(stderr, "consensus: %s\n", clens_result_message(result, i));
    clens_result_labels(result, label);
    if (clens_confidence(ensemble, result, sure, message, sizeof message))
        stop(message);
    printf("%zu clusters\nlabel,confidence\n", clens_result_clusters(result));
    for (size_t i = 0; i < n; i++)
        printf("%d,%.2f\n", label[i], sure[i]);
    free(label);
    free(sure);
}

int main(int argc, char **argv)
{
    static int32_t small[] = {0, 0, 0, /* an object in three base clusterings */
                              0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, -1, 1};
    const char *method = argc > 1 ? argv[1] : "eac-al";
    size_t k = argc > 2 ? (size_t)atol(argv[2]) : 2;
    table t = {small, 6, 3, 0};
    char message[TEXT];
    clens_ensemble *ensemble;
    clens_options *options;
    clens_result *result;

    if (!strcmp(method, "list")) {
        list_methods();
        return 0;
    }
    if (argc > 3) {
        t = (table){0};
        read_table(&t, argv[3]);
    }
    options = read_options(method, argv + 4, argc > 4 ? argc - 4 : 0);
    if (clens_ensemble_of_labels(t.label, t.n, t.m, CLENS_ROW_MAJOR, &ensemble, message,
                                 sizeof message))
        stop(message);
    if (clens_consensus(ensemble, options, k, &result, message, sizeof message))
        stop(message);
    print_result(ensemble, result);
    clens_result_free(result);
    clens_ensemble_free(ensemble);
    clens_options_free(options);
    if (t.label != small)
        free(t.label);
    return 0;
}
