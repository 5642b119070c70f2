/*
 * The library as its users see it: what clens.h declares, and nothing else.
 *
 *   library write           labels.csv, members.csv, data.csv, model.csv, weights.csv, links.csv,
 *                           here
 *   library labels          a line for each method and each of its options, by default and with
 *                           another value: the arguments of ce-consensus, a tab, the labels
 *   library members         the same for methods that read memberships, defaults only
 *   library cached          one ensemble for all of that against a fresh one for each
 *   library trace           NAME.trace for each method that reports one, and the arguments of
 *                           ce-consensus that write the same
 *   library threads         ensembles of different threads at once
 *   library locale NAME     numbers in texts, in a locale with a decimal comma
 */
#include "library-cases.h"

#include <locale.h>
#include <pthread.h>

enum { SETTINGS = 4 };

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w");

    must(file != NULL, "cannot write %s", path);
    return file;
}

static void write_labels(void)
{
    FILE *file = create("labels.csv");

    for (size_t q = 0; q < M; q++)
        fprintf(file, "%sq%zu", q ? "," : "", q + 1);
    for (size_t i = 0; i < N; i++)
        for (size_t q = 0; q < M; q++) {
            fprintf(file, "%s", q ? "," : "\n");
            if (labels[q * N + i] < 0)
                fprintf(file, "NA");
            else
                fprintf(file, "%d", (labels[q * N + i] - (int32_t)q) / 7 + 1);
        }
    fprintf(file, "\n");
    fclose(file);
}

static void write_members(void)
{
    FILE *file = create("members.csv");

    for (size_t c = 0; c < M * K; c++)
        fprintf(file, "%sq%zu:%zu", c ? "," : "", c / K + 1, c % K + 1);
    for (size_t i = 0; i < N; i++)
        for (size_t c = 0; c < M * K; c++)
            fprintf(file, "%s%.9g", c ? "," : "\n", members[i * M * K + c]);
    fprintf(file, "\n");
    fclose(file);
}

static void write_row(FILE *file, const double *row)
{
    for (size_t s = 0; s < D; s++)
        fprintf(file, "%s%.17g", s ? "," : "", row[s]);
    fprintf(file, "\n");
}

static void write_files(void)
{
    FILE *file = create("data.csv");

    fprintf(file, "x,y,z\n");
    for (size_t i = 0; i < N; i++)
        write_row(file, data + i * D);
    fclose(file);
    file = create("model.csv");
    fprintf(file, "clustering,cluster,size,kind,x,y,z\n");
    for (size_t row = 0; row < M * K; row++) {
        fprintf(file, "q%zu,%zu,1,centroid,", row / K + 1, row % K + 1);
        write_row(file, centroids + row * D);
        fprintf(file, "q%zu,%zu,1,weight,", row / K + 1, row % K + 1);
        write_row(file, weights + row * D);
    }
    fclose(file);
    file = create("weights.csv");
    fprintf(file, "clustering,weight\n");
    for (size_t q = 0; q < M; q++)
        fprintf(file, "q%zu,%.17g\n", q + 1, base_weights[q]);
    fclose(file);
    file = create("links.csv");
    fprintf(file, "i,j,link\n");
    for (size_t c = 0; c < LINKS; c++)
        fprintf(file, "%d,%d,%s\n", link_i[c] + 1, link_j[c] + 1, link_kind[c] ? "cannot" : "must");
    fclose(file);
    write_labels();
    write_members();
}

/* ---- runs ---- */

typedef struct {
    const char *name;
    char value[40];
} setting;

/* A method with some options: one line of the tests. */
typedef struct {
    const clens_method *method;
    setting setting[SETTINGS];
    size_t settings;
    int unweighted; /* without weights of the base clusterings */
} trial;

/* What a run gave: all that the user can see. */
typedef struct {
    int status;
    char message[400];
    char text[1200]; /* labels, or "" */
    char told[2000];
    double sure;
    size_t clusters, lifetime;
} outcome;

static int takes(const clens_method *method, unsigned use)
{
    return ((clens_method_needs(method) | clens_method_takes(method)) & use) != 0;
}

static int reads_data(const clens_method *method)
{
    return (clens_method_reads(method) & CLENS_READS_DATA) != 0;
}

static clens_options *options_of(const trial *t)
{
    char message[300];
    clens_options *options;

    must(!clens_options_new(t->method, &options, message, sizeof message), "options: %s", message);
    for (size_t s = 0; s < t->settings; s++)
        must(!clens_options_set(options, t->setting[s].name, t->setting[s].value, message,
                                sizeof message),
             "%s: %s", clens_method_name(t->method), message);
    return options;
}

static void tell_result(const clens_result *result, outcome *out)
{
    int32_t label[N];
    size_t used = 0;

    must(clens_result_objects(result) == N, "objects");
    clens_result_labels(result, label);
    for (size_t i = 0; i < N; i++)
        used += (size_t)sprintf(out->text + used, label[i] < 0 ? "%sNA" : "%s%d", i ? " " : "",
                                label[i] + 1);
    out->clusters = clens_result_clusters(result);
    used = 0;
    for (size_t i = 0; i < clens_result_message_count(result) && used + 300 < sizeof out->told; i++)
        used += (size_t)snprintf(out->told + used, 300, "%d %s\n",
                                 clens_result_message_level(result, i),
                                 clens_result_message(result, i));
}

static void run_on(clens_ensemble *e, const trial *t, outcome *out)
{
    clens_options *options = options_of(t);
    double sure[N];
    clens_result *result;

    memset(out, 0, sizeof *out);
    /* drops what the ensemble has computed, so only where it must */
    if (t->unweighted)
        clens_ensemble_set_weights(e, NULL, NULL, 0);
    out->status = clens_consensus(e, options, clens_method_needs(t->method) & CLENS_USES_K ? K : 0,
                                  &result, out->message, sizeof out->message);
    must(!out->status == (result != NULL), "%s: a result after a failure, or none",
         clens_method_name(t->method));
    if (result) {
        tell_result(result, out);
        must(!clens_confidence(e, result, sure, NULL, 0), "confidence");
        for (size_t i = 0; i < N; i++)
            out->sure += isnan(sure[i]) ? 100 : sure[i];
    }
    clens_result_free(result);
    if (clens_method_reports(t->method) & CLENS_REPORTS_TREE)
        clens_lifetime(e, options, &out->lifetime, NULL, 0);
    if (t->unweighted)
        clens_ensemble_set_weights(e, base_weights, NULL, 0);
    clens_options_free(options);
}

static void run_data(const trial *t, outcome *out)
{
    clens_options *options = options_of(t);
    const int32_t k[] = {K};
    clens_result *result;
    clens_data *d;
    char message[300];

    memset(out, 0, sizeof *out);
    must(!clens_data_new(data, N, D, &d, message, sizeof message), "data: %s", message);
    if (takes(t->method, CLENS_USES_CONSTRAINTS))
        must(!clens_data_set_constraints(d, link_i, link_j, link_kind, LINKS, message,
                                         sizeof message),
             "constraints: %s", message);
    out->status =
        clens_consensus_of_data(d, options, k, 1, &result, out->message, sizeof out->message);
    if (result)
        tell_result(result, out);
    clens_result_free(result);
    clens_options_free(options);
    clens_data_free(d);
}

/* ---- trials: every option with another value than its default ---- */

/* Another number in the range of an option. */
static void other_number(const clens_method *method, size_t o, char value[40])
{
    const char *type = clens_method_option_type(method, o);
    double number = atof(clens_method_option_default(method, o)), low = 0, high = HUGE_VAL;
    int is_whole = !strcmp(type, "integer");

    clens_method_option_range(method, o, &low, &high);
    if (number == 0)
        number = is_whole ? 2 : .25;
    else
        number = is_whole ? number + 3 : number * 1.5;
    number = number > high ? high : number;
    snprintf(value, 40, "%.12g", number < low ? low : number);
}

/* The word of a choice that is not its default. */
static void other_word(const clens_method *method, size_t o, char value[40])
{
    const char *choices = clens_method_option_choices(method, o);
    const char *by_default = clens_method_option_default(method, o);
    size_t length = strcspn(choices, "|");

    if (length == strlen(by_default) && !strncmp(choices, by_default, length))
        choices += length + 1;
    snprintf(value, 40, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void other_value(const clens_method *method, size_t o, char value[40])
{
    const char *type = clens_method_option_type(method, o);

    if (!strcmp(type, "flag"))
        strcpy(value, "1");
    else if (!strcmp(type, "choice"))
        other_word(method, o, value);
    else if (!strcmp(type, "share"))
        strcpy(value, "2");
    else if (!strcmp(type, "integers"))
        strcpy(value, "3..6");
    else if (!strcmp(type, "reals"))
        strcpy(value, "2..5");
    else if (!strcmp(type, "integer") || !strcmp(type, "real"))
        other_number(method, o, value);
    else if (!strcmp(type, "text")) /* names of consensus functions */
        strcpy(value, "mcla,lwgp");
    else
        must(0, "%s: what is another value of a %s?", clens_method_name(method), type);
}

static size_t option_of(const clens_method *method, const char *name)
{
    for (size_t o = 0; o < clens_method_option_count(method); o++)
        if (!strcmp(clens_method_option_name(method, o), name))
            return o;
    must(0, "%s has no option %s", clens_method_name(method), name);
    return 0;
}

static void add_setting(trial *t, const char *name, const char *value)
{
    must(t->settings < SETTINGS, "more settings than there is room for");
    t->setting[t->settings].name = name;
    snprintf(t->setting[t->settings++].value, 40, "%s", value);
}

/* What an option needs so that it has an effect: "anchor", "with=spectral"; "!dense" holds. */
static void meet_conditions(trial *t, size_t o)
{
    char condition[80], value[40];
    const char *at = clens_method_option_condition(t->method, o);

    while (*at) {
        snprintf(condition, sizeof condition, "%.*s", (int)strcspn(at, " "), at);
        char *equals = strchr(condition, '=');
        if (equals)
            *equals = '\0';
        if (*condition != '!') {
            size_t other = option_of(t->method, condition);
            other_value(t->method, other, value);
            if (equals)
                snprintf(value, sizeof value, "%.*s", (int)strcspn(equals + 1, "|"), equals + 1);
            add_setting(t, clens_method_option_name(t->method, other), value);
        }
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
}

/* The trial of option o with another value, or with the o = count: all by default. */
static trial make_trial(const clens_method *method, size_t o)
{
    trial t = {.method = method};
    char value[40];

    if (o == clens_method_option_count(method))
        return t;
    meet_conditions(&t, o);
    other_value(method, o, value);
    add_setting(&t, clens_method_option_name(method, o), value);
    /* what conditions cannot say */
    if (!strcmp(t.setting[t.settings - 1].name, "printed"))
        add_setting(&t, "sigma", "2.5");
    if (!strcmp(t.setting[t.settings - 1].name, "min-size"))
        add_setting(&t, "base-k", "4");
    t.unweighted = takes(method, CLENS_USES_WEIGHTS) &&
                   !strcmp(clens_method_option_name(method, o), "neighbours");
    return t;
}

static size_t trials_of(const clens_method *method)
{
    return clens_method_option_count(method) + 1;
}

/* The arguments of ce-consensus for a trial. */
static void print_arguments(const trial *t, const char *table)
{
    const clens_method *m = t->method;
    int weighted = takes(m, CLENS_USES_WEIGHTS) && !t->unweighted;

    printf("%s", clens_method_name(m));
    if (clens_method_needs(m) & CLENS_USES_K)
        printf(" -k %d", K);
    if (takes(m, CLENS_USES_DATA) && !weighted)
        printf(" --data data.csv");
    if (takes(m, CLENS_USES_MODEL))
        printf(" --base-model model.csv");
    if (takes(m, CLENS_USES_CONSTRAINTS))
        printf(" --constraints links.csv");
    if (weighted)
        printf(" --weights weights.csv");
    for (size_t s = 0; s < t->settings; s++) {
        size_t o = option_of(m, t->setting[s].name);
        int is_flag = !strcmp(clens_method_option_type(m, o), "flag");
        printf(" --%s%s%s", t->setting[s].name, is_flag ? "" : " ",
               is_flag ? "" : t->setting[s].value);
    }
    printf(" %s", reads_data(m) ? "data.csv" : table);
}

static void print_outcome(const trial *t, const char *table, const outcome *out)
{
    print_arguments(t, table);
    printf("\t%s\n", out->status ? out->message : out->text);
}

static void print_labels(void)
{
    clens_ensemble *e = of_labels();
    outcome out;

    for (size_t f = 0; f < clens_method_count(); f++)
        for (size_t o = 0; o < trials_of(clens_method_at(f)); o++) {
            trial t = make_trial(clens_method_at(f), o);
            if (reads_data(t.method))
                run_data(&t, &out);
            else
                run_on(e, &t, &out);
            print_outcome(&t, "labels.csv", &out);
        }
    clens_ensemble_free(e);
}

static void print_members(void)
{
    clens_ensemble *e = of_members();
    outcome out;

    for (size_t f = 0; f < clens_method_count(); f++) {
        trial t = {.method = clens_method_at(f)};
        if (!(clens_method_reads(t.method) & CLENS_READS_MEMBERSHIPS))
            continue;
        run_on(e, &t, &out);
        print_outcome(&t, "members.csv", &out);
    }
    clens_ensemble_free(e);
}

/* ---- the cache ---- */

static void compare(clens_ensemble *cached, clens_ensemble *(*fresh)(void), const trial *t)
{
    clens_ensemble *e = fresh();
    outcome one, two;

    run_on(cached, t, &one);
    run_on(e, t, &two);
    clens_ensemble_free(e);
    if (one.status == two.status && !strcmp(one.message, two.message) &&
        !strcmp(one.text, two.text) && !strcmp(one.told, two.told) &&
        one.clusters == two.clusters && one.lifetime == two.lifetime &&
        fabs(one.sure - two.sure) < 1e-9)
        return;
    print_arguments(t, "labels.csv");
    printf(": not what a fresh ensemble gives\n  %d %s%s\n  %d %s%s\n", one.status, one.message,
           one.text, two.status, two.message, two.text);
}

static void compare_all(clens_ensemble *(*fresh)(void))
{
    const trial theta = {clens_method_find("hne"), {{"theta", ".05"}}, 1, 0},
                nmi[] = {{clens_method_find("weac-cl"), {{"nmi", "sqrt"}}, 1, 0},
                         {clens_method_find("weac-cl"), {{"nmi", "max"}}, 1, 0}};
    clens_ensemble *cached = fresh();

    compare(cached, fresh, &theta);
    compare(cached, fresh, &(trial){.method = theta.method});
    compare(cached, fresh, &nmi[0]);
    compare(cached, fresh, &nmi[1]);
    for (size_t f = 0; f < clens_method_count(); f++) {
        const clens_method *method = clens_method_at(f);
        const trial plain = {.method = method};
        if (reads_data(method))
            continue;
        compare(cached, fresh, &plain);
        for (size_t o = 0; o < clens_method_option_count(method); o++) {
            trial t = make_trial(method, o);
            compare(cached, fresh, &t);
            compare(cached, fresh, &plain);
        }
    }
    clens_ensemble_free(cached);
}

/* A feature that a base clustering did not see, NaN in its model, counts as 0. */
static void compare_unseen(clens_ensemble *e)
{
    const trial t = {.method = clens_method_find("wsbpa")};
    double c[M * K * D], w[M * K * D];
    outcome before, zero, unseen;

    run_on(e, &t, &before);
    memcpy(c, centroids, sizeof c);
    memcpy(w, weights, sizeof w);
    for (size_t row = 0; row < 2 * K; row++)
        c[row * D + 1] = w[row * D + 1] = 0;
    must(!clens_ensemble_set_model(e, c, w, M * K, D, NULL, 0), "zeros");
    run_on(e, &t, &zero);
    for (size_t row = 0; row < 2 * K; row++)
        c[row * D + 1] = w[row * D + 1] = NAN;
    must(!clens_ensemble_set_model(e, c, w, M * K, D, NULL, 0), "NaN");
    run_on(e, &t, &unseen);
    must(!unseen.status && !strcmp(zero.text, unseen.text), "wsbpa: NaN is not 0");
    must(strcmp(before.text, zero.text) != 0, "wsbpa: another model, the same labels");
    must(!clens_ensemble_set_model(e, centroids, weights, M * K, D, NULL, 0), "model");
}

/* The same for what goes with an ensemble: it is changed, and changed back. */
static void compare_beside(void)
{
    double moved[N * D], own[M] = {0, 0, 0, 0, 0, 9}, sizes[N];
    const char *names[M] = {"a", "b", "c", "d", "e", "f"};
    clens_ensemble *e = of_labels();
    trial t = {.method = clens_method_find("wsbpa")};
    outcome before, changed, after;

    for (size_t v = 0; v < N * D; v++)
        moved[v] = data[(v * 7 + 11) % (N * D)];
    run_on(e, &t, &before);
    must(!clens_ensemble_set_data(e, moved, N, D, NULL, 0), "data");
    run_on(e, &t, &changed);
    must(strcmp(before.text, changed.text) != 0, "wsbpa: other data, the same labels");
    must(!clens_ensemble_set_data(e, data, N, D, NULL, 0), "data");
    run_on(e, &t, &after);
    must(!strcmp(before.text, after.text), "wsbpa: the data as before, other labels");
    compare_unseen(e);

    t.method = clens_method_find("weac-nm");
    run_on(e, &t, &before);
    must(!clens_ensemble_set_weights(e, own, NULL, 0), "weights");
    run_on(e, &t, &changed);
    must(strcmp(before.text, changed.text) != 0, "weac-nm: other weights, the same labels");
    must(!clens_ensemble_set_data(e, NULL, 0, 0, NULL, 0), "no data");
    t.method = clens_method_find("hgpa");
    run_on(e, &t, &before);
    for (size_t i = 0; i < N; i++)
        sizes[i] = 1 + (double)(i % 5 == 0) * 20;
    must(!clens_ensemble_set_sizes(e, sizes, NULL, 0), "sizes");
    must(!clens_ensemble_set_names(e, names, NULL, 0), "names");
    run_on(e, &t, &changed);
    must(strcmp(before.text, changed.text) != 0, "hgpa: other sizes, the same labels");
    must(!clens_ensemble_set_sizes(e, NULL, NULL, 0), "no sizes");
    must(!clens_ensemble_set_names(e, NULL, NULL, 0), "no names");
    run_on(e, &t, &after);
    must(!strcmp(before.text, after.text), "hgpa: no sizes again, other labels");
    clens_ensemble_forget(e);
    run_on(e, &t, &after);
    must(!strcmp(before.text, after.text), "hgpa: after clens_ensemble_forget, other labels");
    clens_ensemble_free(e);
}

static void check_cache(void)
{
    compare_all(of_labels);
    compare_all(of_members);
    compare_beside();
}

/* ---- traces ---- */

static char message[300];

/* The shortest text that is this number. */
static void write_number(FILE *file, double value)
{
    char text[40];
    int digits = 15;

    do
        snprintf(text, sizeof text, "%.*g", digits++, value);
    while (strtod(text, NULL) != value && digits <= 17);
    fprintf(file, "%s", text);
}

static void write_cell(FILE *file, const clens_result *result, size_t column, double cell)
{
    int kind = clens_result_trace_kind(result, column);

    if (kind == CLENS_WORD)
        fprintf(file, "%s", clens_result_trace_word(result, column, (size_t)cell));
    else
        write_number(file, kind == CLENS_OBJECT ? cell + 1 : cell);
}

static void write_trace(const clens_result *result, const char *method)
{
    size_t columns = clens_result_trace_columns(result), rows = clens_result_trace_rows(result);
    double *cells = calloc(rows * columns + 1, sizeof *cells);
    char path[100];
    FILE *file;

    must(columns && cells, "%s: no trace", method);
    snprintf(path, sizeof path, "%s.trace", method);
    file = create(path);
    clens_result_trace(result, cells);
    for (size_t c = 0; c < columns; c++)
        fprintf(file, "%s%s", c ? "," : "", clens_result_trace_name(result, c));
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) {
            fprintf(file, "%s", c ? "," : "\n");
            write_cell(file, result, c, cells[r * columns + c]);
        }
    fprintf(file, "\n");
    fclose(file);
    free(cells);
}

/* The result of a trial, of the ensemble or of the data. */
static clens_result *result_of_trial(clens_ensemble *e, const trial *t)
{
    const int32_t k = K;
    clens_options *o = options_of(t);
    clens_result *result;
    clens_data *d;
    int rc;

    must(!clens_data_new(data, N, D, &d, NULL, 0), "data");
    if (takes(t->method, CLENS_USES_CONSTRAINTS))
        must(!clens_data_set_constraints(d, link_i, link_j, link_kind, LINKS, NULL, 0), "links");
    rc = reads_data(t->method)
             ? clens_consensus_of_data(d, o, &k, 1, &result, message, sizeof message)
             : clens_consensus(e, o, clens_method_needs(t->method) & CLENS_USES_K ? K : 0, &result,
                               message, sizeof message);
    must(!rc, "%s: %s", clens_method_name(t->method), message);
    clens_data_free(d);
    clens_options_free(o);
    return result;
}

static void print_traces(void)
{
    clens_ensemble *e = of_labels();

    for (size_t f = 0; f < clens_method_count(); f++) {
        trial t = {.method = clens_method_at(f)};
        clens_result *result;
        if (!(clens_method_reports(t.method) & CLENS_REPORTS_TRACE))
            continue;
        result = result_of_trial(e, &t);
        write_trace(result, clens_method_name(t.method));
        must(!clens_result_trace_word(result, 0, 1000), "a word of no cell");
        must(!clens_result_trace_word(result, 99, 0), "a word of no column");
        clens_result_free(result);
        print_arguments(&t, "labels.csv");
        printf("\n");
    }
    clens_ensemble_free(e);
}

/* ---- threads and locales ---- */

static void *one_thread(void *out)
{
    trial t = {.method = clens_method_find("wct-cl")};
    clens_ensemble *e = of_labels();

    clens_set_threads(2);
    for (int round = 0; round < 5; round++) {
        run_on(e, &t, out);
        clens_ensemble_forget(e);
    }
    clens_ensemble_free(e);
    return NULL;
}

static void check_threads(void)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    outcome own, *out = calloc(THREADS, sizeof *out);

    must(out != NULL, "memory");
    for (size_t t = 0; t < THREADS; t++)
        must(!pthread_create(&thread[t], NULL, one_thread, &out[t]), "no thread");
    for (size_t t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    one_thread(&own);
    for (size_t t = 0; t < THREADS; t++)
        must(*own.text && !strcmp(own.text, out[t].text), "thread %zu has other labels", t);
    free(out);
}

static void check_locale(const char *name)
{
    trial t = {clens_method_find("hne"), {{"theta", "0.25"}}, 1, 0};
    clens_ensemble *e = of_labels();
    clens_options *o;
    outcome point, comma;
    char text[20];

    run_on(e, &t, &point);
    must(setlocale(LC_ALL, name) != NULL, "no locale %s", name);
    snprintf(text, sizeof text, "%g", .5);
    must(!strcmp(text, "0,5"), "%s has no decimal comma", name);
    run_on(e, &t, &comma);
    must(!comma.status && !strcmp(point.text, comma.text), "other labels: %s", comma.message);
    must(!clens_options_new(t.method, &o, NULL, 0), "options");
    must(!clens_options_set_number(o, "theta", .125, NULL, 0), "theta");
    must(!clens_options_get(o, "theta", text, sizeof text, NULL, 0), "theta");
    must(!strcmp(text, "0.125"), "theta is %s", text);
    snprintf(text, sizeof text, "%g", .5);
    must(!strcmp(text, "0,5"), "the locale of the caller has changed");
    clens_options_free(o);
    clens_ensemble_free(e);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    make();
    clens_set_threads(2);
    if (!strcmp(what, "write"))
        write_files();
    else if (!strcmp(what, "labels"))
        print_labels();
    else if (!strcmp(what, "members"))
        print_members();
    else if (!strcmp(what, "cached"))
        check_cache();
    else if (!strcmp(what, "trace"))
        print_traces();
    else if (!strcmp(what, "threads"))
        check_threads();
    else if (!strcmp(what, "locale") && argc == 3)
        check_locale(argv[2]);
    else
        must(0, "library write|labels|members|cached|trace|threads|locale NAME");
    return 0;
}
