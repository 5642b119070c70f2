/*
 * The library as its users see it: what clens.h declares, and nothing else.
 *
 *   library write           labels.csv, members.csv, data.csv, model.csv, weights.csv, links.csv
 * here library labels          a line for each method and each of its options, by default and with
 *                           another value: the arguments of ce-consensus, a tab, the labels
 *   library members         the same for methods that read memberships, defaults only
 *   library cached          one ensemble for all of that against a fresh one for each
 *   library trace           NAME.trace for each method that reports one, and the arguments of
 *                           ce-consensus that write the same
 *   library failures        what is refused, a line each: status and message
 *   library values          what options take, and what they then say
 *   library reports         trace, model, base clusterings, lifetime: says ok
 *   library threads         ensembles of different threads at once
 *   library locale NAME     numbers in texts, in a locale with a decimal comma
 */
#include <clens.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60, M = 6, D = 3, K = 3, LINKS = 12, SETTINGS = 4 };

/* Labels with gaps, in no order; -1 is missing. */
static int32_t labels[M * N];
static double members[N * M * K], data[N * D], centroids[M * K * D], weights[M * K * D],
    base_weights[M];
static int32_t link_i[LINKS], link_j[LINKS], link_kind[LINKS];
static const int32_t member_k[M] = {K, K, K, K, K, K};

__attribute__((format(printf, 2, 3))) static void must(int condition, const char *format, ...)
{
    va_list args;

    if (condition)
        return;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    exit(1);
}

static uint64_t state = 88172645463325252;

static double draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* Cluster c of base clustering q has the label 7 (c + q mod K) + q: ascending labels are not
 * ascending clusters. */
static int32_t label_of(size_t c, size_t q)
{
    return (int32_t)(7 * ((c + q) % K) + q);
}

static void make_memberships(void)
{
    for (size_t i = 0; i < N; i++)
        for (size_t q = 0; q < M; q++) {
            double *p = members + (i * M + q) * K, sum = 0;
            for (size_t l = 0; l < K; l++)
                sum += p[l] = floor(1 + 50 * draw() + (l == i % K ? 40 : 0));
            for (size_t l = 0; l < K; l++)
                p[l] = (double)(float)(p[l] / sum);
        }
}

static void make(void)
{
    for (size_t i = 0; i < N; i++) {
        for (size_t q = 0; q < M; q++) {
            size_t c = draw() < .55 ? (size_t)(draw() * K) : i % K;
            int missing = i == 7 || draw() < .05;
            labels[q * N + i] = missing ? -1 - (int32_t)q : label_of(c, q);
        }
        for (size_t s = 0; s < D; s++)
            data[i * D + s] = 10 * draw() + 6 * (double)((i + s) % K == 0);
    }
    for (size_t v = 0; v < M * K * D; v++) {
        centroids[v] = 12 * draw();
        weights[v] = draw();
    }
    for (size_t q = 0; q < M; q++)
        base_weights[q] = .5 + draw();
    for (size_t c = 0; c < LINKS; c++) {
        link_i[c] = (int32_t)c;
        link_j[c] = (int32_t)(c + 20 + c % K);
        link_kind[c] = c % K ? CLENS_CANNOT_LINK : CLENS_MUST_LINK;
    }
    make_memberships();
}

/* ---- the same as files ---- */

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

static void add_beside(clens_ensemble *e)
{
    char message[300];
    int rc = clens_ensemble_set_data(e, data, N, D, message, sizeof message);

    must(!rc, "data: %s", message);
    rc = clens_ensemble_set_model(e, centroids, weights, M * K, D, message, sizeof message);
    must(!rc, "model: %s", message);
    rc = clens_ensemble_set_constraints(e, link_i, link_j, link_kind, LINKS, message,
                                        sizeof message);
    must(!rc, "constraints: %s", message);
    rc = clens_ensemble_set_weights(e, base_weights, message, sizeof message);
    must(!rc, "weights: %s", message);
}

static clens_ensemble *of_labels(void)
{
    char message[300];
    clens_ensemble *e;

    must(!clens_ensemble_of_labels(labels, N, M, CLENS_COLUMN_MAJOR, &e, message, sizeof message),
         "labels: %s", message);
    add_beside(e);
    return e;
}

static clens_ensemble *of_members(void)
{
    char message[300];
    clens_ensemble *e;

    must(!clens_ensemble_of_memberships(members, N, member_k, M, &e, message, sizeof message),
         "memberships: %s", message);
    add_beside(e);
    return e;
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

static char message[300];

static clens_result *result_of(clens_ensemble *e, const char *method, size_t k)
{
    clens_options *o;
    clens_result *result;

    must(!clens_options_new(clens_method_find(method), &o, NULL, 0), "options");
    must(!clens_consensus(e, o, k, &result, message, sizeof message), "%s: %s", method, message);
    clens_options_free(o);
    return result;
}

/* ---- failures ---- */

static void show(int status)
{
    printf("%d %s\n", status, message);
}

static void try_set(const char *method, const char *name, const char *value)
{
    clens_options *o;

    must(!clens_options_new(clens_method_find(method), &o, NULL, 0), "options");
    show(clens_options_set(o, name, value, message, sizeof message));
    clens_options_free(o);
}

static void try_run(clens_ensemble *e, const char *method, size_t k, const char *name,
                    const char *value)
{
    clens_result *result = (clens_result *)&message;
    clens_options *o;

    must(!clens_options_new(clens_method_find(method), &o, NULL, 0), "options");
    if (name)
        must(!clens_options_set(o, name, value, message, sizeof message), "%s", message);
    show(clens_consensus(e, o, k, &result, message, sizeof message));
    must(result == NULL, "a result after a failure");
    clens_options_free(o);
}

static void fail_options(void)
{
    clens_options *o = (clens_options *)&message;

    show(clens_options_new(clens_method_find("no such"), &o, message, sizeof message));
    must(o == NULL, "options after a failure");
    try_set("hne", "thete", "1");
    try_set("hne", "theta", "1.5");
    try_set("hne", "theta", "0,3");
    try_set("hne", "theta", NULL);
    try_set("hne", "tie", "best");
    try_set("hne", "microclusters", "yes");
    try_set("hne", "seed", "-1");
    try_set("mixture", "restarts", "2.5");
    must(!clens_options_new(clens_method_find("hbgf"), &o, NULL, 0), "options");
    show(clens_options_set_number(o, "with", 1, message, sizeof message));
    show(clens_options_set_number(o, "restarts", NAN, message, sizeof message));
    show(clens_options_set_number(o, "restarts", 1e300, message, sizeof message));
    show(clens_options_get(o, "with", message, 3, message, sizeof message));
    clens_options_free(o);
}

static void fail_runs(void)
{
    clens_ensemble *e;
    clens_result *result;
    clens_options *o;
    const int32_t k[] = {2, 99};
    clens_data *d;
    size_t best = 5;

    must(!clens_ensemble_of_labels(labels, N, M, CLENS_COLUMN_MAJOR, &e, NULL, 0), "labels");
    try_run(e, "mcla", K, "restarts", "5");
    try_run(e, "bgcm", K, "alpha", "3");
    try_run(e, "ecmc-al", K, "low", ".9");
    try_run(e, "wsbpa", K, NULL, NULL);
    try_run(e, "c-wbpa", K, NULL, NULL);
    try_run(e, "weac-nm", K, NULL, NULL);
    try_run(e, "eac-al", N + 1, NULL, NULL);
    try_run(e, "eac-al", 0, NULL, NULL);
    try_run(e, "gcons", K, NULL, NULL);
    try_run(e, "diclens", 99, NULL, NULL); /* it may be told k */
    try_run(e, "wsce", K, NULL, NULL);
    try_run(NULL, "eac-al", K, NULL, NULL);
    must(!clens_options_new(clens_method_find("hbgf"), &o, NULL, 0), "options");
    show(clens_lifetime(e, o, &best, message, sizeof message));
    must(best == 0, "a lifetime after a failure");
    show(clens_lifetime(e, NULL, &best, message, sizeof message));
    show(clens_consensus(e, NULL, K, &result, message, sizeof message));
    must(!clens_data_new(data, N, D, &d, NULL, 0), "data");
    show(clens_consensus_of_data(d, o, k, 1, &result, message, sizeof message));
    clens_options_free(o);
    must(!clens_options_new(clens_method_find("wsce"), &o, NULL, 0), "options");
    clens_result *both[2];
    show(clens_consensus_of_data(d, o, k, 2, both, message, sizeof message));
    must(!both[0] && !both[1], "results after a failure");
    show(clens_consensus_of_data(d, o, k, 0, both, message, sizeof message));
    show(clens_consensus_of_data(d, o, (int32_t[]){2, 0}, 2, both, message, sizeof message));
    show(clens_consensus_of_data(d, NULL, k, 1, both, message, sizeof message));
    show(clens_consensus_of_data(NULL, o, k, 1, both, message, sizeof message));
    clens_options_free(o);
    clens_data_free(d);
    clens_ensemble_free(e);
}

/* What goes with an ensemble, and does not fit together. */
static void fail_together(void)
{
    double holes[N * D];
    clens_ensemble *e = of_labels(), *few;
    clens_result *result = result_of(e, "eac-al", K);

    must(!clens_ensemble_of_labels(labels, N - 1, M, CLENS_COLUMN_MAJOR, &few, NULL, 0), "few");
    show(clens_confidence(few, result, holes, message, sizeof message));
    clens_ensemble_free(few);
    clens_result_free(result);
    must(!clens_ensemble_set_model(e, centroids, weights, M * K, D - 1, NULL, 0), "a model");
    try_run(e, "wsbpa", K, NULL, NULL);
    must(!clens_ensemble_set_model(e, centroids, weights, M * K, D, NULL, 0), "a model");
    memcpy(holes, data, sizeof holes);
    holes[5] = NAN;
    must(!clens_ensemble_set_data(e, holes, N, D, NULL, 0), "data");
    try_run(e, "wsbpa", K, NULL, NULL);
    try_run(e, "wosp", K, NULL, NULL);
    clens_ensemble_free(e);
}

static void fail_data(void)
{
    const double far[] = {1, 2, 3, -HUGE_VAL};
    clens_data *d = (clens_data *)&message;

    show(clens_data_new(data, 0, D, &d, message, sizeof message));
    must(d == NULL, "data after a failure");
    show(clens_data_new(data, N, 0, &d, message, sizeof message));
    show(clens_data_new(far, 2, 2, &d, message, sizeof message));
}

static void fail_ensembles(void)
{
    const int32_t none[] = {-1, -5}, zero = 0, ninety = 99, one = 1;
    const double half[] = {.5, .6}, sizes[N] = {1.5}, minus[M] = {-1}, nothing[M] = {0};
    const double gap[] = {.5, NAN}, ones[] = {1, 1};
    const float more[] = {.25f, .5f};
    const char *const names[M] = {"a", "b"};
    const int32_t two[] = {2}, chain_i[] = {0, 1, 0}, chain_j[] = {1, 2, 2}, kinds[] = {0, 0, 1};
    clens_ensemble *e = (clens_ensemble *)&message;
    double copy[M * K * D], whole[N];

    memcpy(copy, weights, sizeof copy);
    for (size_t i = 0; i < N; i++)
        whole[i] = 2;
    show(clens_ensemble_of_labels(labels, 0, M, CLENS_ROW_MAJOR, &e, message, sizeof message));
    must(e == NULL, "an ensemble after a failure");
    show(clens_ensemble_of_labels(labels, N, M, 2, &e, message, sizeof message));
    show(clens_ensemble_of_labels(none, 2, 1, CLENS_ROW_MAJOR, &e, message, sizeof message));
    show(clens_ensemble_of_memberships(half, 1, two, 1, &e, message, sizeof message));
    show(clens_ensemble_of_memberships(data, 1, two, 1, &e, message, sizeof message));
    show(clens_ensemble_of_memberships(gap, 1, two, 1, &e, message, sizeof message));
    show(clens_ensemble_of_memberships(ones, 1, &zero, 1, &e, message, sizeof message));
    show(clens_ensemble_of_memberships_float(more, 1, two, 1, &e, message, sizeof message));
    e = of_labels();
    show(clens_ensemble_set_sizes(e, sizes, message, sizeof message));
    must(!clens_ensemble_set_data(e, NULL, 0, 0, NULL, 0), "no data");
    show(clens_ensemble_set_sizes(e, sizes, message, sizeof message));
    must(!clens_ensemble_set_sizes(e, whole, NULL, 0), "sizes");
    show(clens_ensemble_set_data(e, data, N, D, message, sizeof message));
    must(!clens_ensemble_set_sizes(e, NULL, NULL, 0), "no sizes");
    show(clens_ensemble_set_names(e, names, message, sizeof message));
    show(clens_ensemble_set_data(e, data, N - 1, D, message, sizeof message));
    show(clens_ensemble_set_model(e, centroids, weights, M * K - 1, D, message, sizeof message));
    show(clens_ensemble_set_model(e, centroids, NULL, M * K, D, message, sizeof message));
    show(clens_ensemble_set_model(e, centroids, weights, M * K, 0, message, sizeof message));
    copy[4] = HUGE_VAL;
    show(clens_ensemble_set_model(e, copy, weights, M * K, D, message, sizeof message));
    show(clens_ensemble_set_model(e, centroids, copy, M * K, D, message, sizeof message));
    copy[4] = -.5;
    show(clens_ensemble_set_model(e, centroids, copy, M * K, D, message, sizeof message));
    show(clens_ensemble_set_weights(e, minus, message, sizeof message));
    show(clens_ensemble_set_weights(e, nothing, message, sizeof message));
    show(clens_ensemble_set_constraints(e, &zero, &zero, &zero, 1, message, sizeof message));
    show(clens_ensemble_set_constraints(e, &zero, &ninety, &zero, 1, message, sizeof message));
    show(clens_ensemble_set_constraints(e, &zero, &one, &ninety, 1, message, sizeof message));
    show(clens_ensemble_set_constraints(e, chain_i, chain_j, kinds, 3, message, sizeof message));
    /* the message is cut to fit, and may be left out */
    char little[8] = "xxxxxxx";
    must(clens_ensemble_set_weights(e, nothing, little, sizeof little) == CLENS_EARG, "little");
    must(!strcmp(little, "all wei"), "cut: %s", little);
    must(clens_ensemble_set_weights(e, nothing, NULL, 0) == CLENS_EARG, "no room");
    must(!clens_ensemble_set_weights(e, base_weights, little, sizeof little) && !*little,
         "a message after a success");
    clens_ensemble_free(e);
}

static void fail(void)
{
    fail_options();
    fail_runs();
    fail_together();
    fail_data();
    fail_ensembles();
    clens_ensemble_free(NULL);
    clens_options_free(NULL);
    clens_result_free(NULL);
    clens_data_free(NULL);
}

/* ---- values of options ---- */

static void say(const clens_options *o, const char *name)
{
    char value[80];
    int rc = clens_options_get(o, name, value, sizeof value, message, sizeof message);

    printf("%s=%s\n", name, rc ? message : value);
}

static void show_values(void)
{
    clens_options *o;

    must(!clens_options_new(clens_method_find("hne"), &o, NULL, 0), "options");
    must(clens_options_method(o) == clens_method_find("hne"), "the method of options");
    say(o, "theta");
    must(!clens_options_set_number(o, "theta", .1, NULL, 0), "theta");
    say(o, "theta");
    say(o, "tie");
    must(!clens_options_set(o, "tie", "meansim", NULL, 0), "tie");
    say(o, "tie");
    say(o, "microclusters");
    must(!clens_options_set_number(o, "microclusters", 1, NULL, 0), "microclusters");
    say(o, "microclusters");
    must(!clens_options_set(o, "microclusters", "0", NULL, 0), "microclusters");
    say(o, "microclusters");
    say(o, "theta");
    must(!clens_options_unset(o, "theta", NULL, 0), "theta");
    say(o, "theta");
    say(o, "seed");
    must(!clens_options_set(o, "seed", "18446744073709551615", NULL, 0), "seed");
    say(o, "seed");
    must(!clens_options_set_number(o, "seed", 12, NULL, 0), "seed");
    say(o, "seed");
    clens_options_set_seed(o, 13);
    say(o, "seed");
    say(o, "thete");
    clens_options_free(o);
    must(!clens_options_new(clens_method_find("wsce"), &o, NULL, 0), "options");
    say(o, "components");
    must(!clens_options_set_number(o, "components", .25, NULL, 0), "components");
    say(o, "components");
    must(!clens_options_set_number(o, "components", 2, NULL, 0), "components");
    say(o, "components");
    must(!clens_options_set_number(o, "components", 1e-10, NULL, 0), "components");
    say(o, "components");
    clens_options_free(o);
    /* no method has an option by the name that all have */
    for (size_t f = 0; f < clens_method_count(); f++)
        for (size_t i = 0; i < clens_method_option_count(clens_method_at(f)); i++)
            must(strcmp(clens_method_option_name(clens_method_at(f), i), "seed") != 0, "seed");
}

/* ---- reports ---- */

/* The trace of gcons is a table of numbers, one row for each threshold. */
static void check_trace(clens_ensemble *e)
{
    clens_result *result = result_of(e, "gcons", 0);
    size_t columns = clens_result_trace_columns(result), rows = clens_result_trace_rows(result);
    double *cells = calloc(rows * columns + 1, sizeof *cells);

    must(columns > 1 && rows > 1 && cells, "gcons has no trace");
    clens_result_trace(result, cells);
    for (size_t c = 0; c < columns; c++) {
        must(clens_result_trace_name(result, c) != NULL, "a column without a name");
        must(clens_result_trace_kind(result, c) == CLENS_NUMBER, "a number expected");
        must(!clens_result_trace_word(result, c, 0), "a word of a number");
    }
    must(!clens_result_trace_name(result, columns), "one column too many");
    must(!clens_result_model_clusters(result) && !clens_result_member_count(result), "gcons");
    must(clens_result_clusters(result) > 0, "no cluster");
    free(cells);
    clens_result_free(result);
}

/* Each object of wsbpa goes to the nearest centroid of its model, by its weights. */
static void check_model(clens_ensemble *e)
{
    clens_result *result = result_of(e, "wsbpa", K);
    double c[K * D], w[K * D], size[K], total = 0;
    int32_t label[N];
    size_t k = clens_result_model_clusters(result);

    must(k && k <= K && clens_result_model_features(result) == D, "wsbpa has no model");
    clens_result_model(result, c, w, size);
    clens_result_model(result, NULL, NULL, NULL);
    clens_result_labels(result, label);
    for (size_t l = 0; l < k; l++)
        total += size[l];
    must(total == N - 1, "%g objects", total);
    for (size_t i = 0; i < N; i++) {
        double own = 0;
        for (size_t l = 0; l < k && label[i] >= 0; l++) {
            double sum = 0, *x = data + i * D;
            for (size_t s = 0; s < D; s++)
                sum += w[l * D + s] * (x[s] - c[l * D + s]) * (x[s] - c[l * D + s]);
            own = l == 0 || sum < own ? sum : own;
        }
        for (size_t s = 0, l = (size_t)label[i]; s < D && label[i] >= 0; s++)
            own -=
                w[l * D + s] * (data[i * D + s] - c[l * D + s]) * (data[i * D + s] - c[l * D + s]);
        must(fabs(own) < 1e-9, "object %zu is nearer to another centroid", i);
    }
    clens_result_free(result);
}

/* Two k in one call give what single calls give; base clusterings have names and weights. */
static void check_members(const char *method, size_t members_of_k[2])
{
    const int32_t k[] = {3, 2};
    clens_options *o;
    clens_result *both[2], *one;
    clens_data *d;
    int32_t label[N], other[N];
    double sure[N];

    must(!clens_data_new(data, N, D, &d, NULL, 0), "data");
    must(!clens_options_new(clens_method_find(method), &o, NULL, 0), "options");
    must(!clens_consensus_of_data(d, o, k, 2, both, message, sizeof message), "%s", message);
    for (size_t c = 0; c < 2; c++) {
        must(!clens_consensus_of_data(d, o, k + c, 1, &one, message, sizeof message), "%s",
             message);
        clens_result_labels(both[c], label);
        clens_result_labels(one, other);
        must(!memcmp(label, other, sizeof label), "k = %d: other labels in one call", k[c]);
        must(clens_result_member_count(one) == members_of_k[c], "%s: members", method);
        must(clens_result_member_count(both[c]) == members_of_k[c], "%s: of both", method);
        for (size_t q = 0; q < clens_result_member_count(one); q++) {
            clens_result_member_labels(both[c], q, label);
            clens_result_member_labels(one, q, other);
            must(!memcmp(label, other, sizeof label), "base clustering %zu", q);
            must(!strcmp(clens_result_member_name(one, q), clens_result_member_name(both[c], q)),
                 "name");
            must(isnan(clens_result_member_weight(one, q)) ==
                     !(clens_method_reports(clens_options_method(o)) & CLENS_REPORTS_WEIGHTS),
                 "weight");
        }
        must(!clens_confidence(NULL, one, sure, NULL, 0) && sure[0] >= 0 && sure[0] <= 1, "sure");
        clens_result_free(both[c]);
        clens_result_free(one);
    }
    clens_options_free(o);
    clens_data_free(d);
}

/* What a method makes the base clusterings of an ensemble weigh. */
static void check_weights(clens_ensemble *e)
{
    clens_result *result = result_of(e, "wcc", K);
    double sum = 0;

    must(!clens_result_member_count(result), "members of the ensemble");
    for (size_t q = 0; q < M; q++)
        sum += clens_result_member_weight(result, q);
    must(fabs(sum - 1) < 1e-12, "weights of sum %g", sum);
    must(isnan(clens_result_member_weight(result, M)), "a weight too many");
    clens_result_free(result);
}

/* A base clustering has a number in messages, or its name. */
static void check_names(clens_ensemble *e)
{
    static const char tells[] = "cvote.k3: the reference is base clustering %c, of 3 clusters";
    const char *names[M] = {"a", "b", "c", "d", "e", "f"};
    clens_result *result = result_of(e, "cvote", K);
    const char *text = clens_result_message(result, 0);
    char expected[100], reference = '?';

    must(sscanf(text, tells, &reference) == 1, "%s", text);
    clens_result_free(result);
    must(!clens_ensemble_set_names(e, names, NULL, 0), "names");
    result = result_of(e, "cvote", K);
    snprintf(expected, sizeof expected,
             "cvote.k3: the reference is base clustering %s, of 3 clusters",
             names[reference - '1']);
    text = clens_result_message(result, 0);
    must(!strcmp(text, expected), "%s", text);
    must(clens_result_message_level(result, 0) == CLENS_DETAIL, "a note");
    clens_result_free(result);
    must(!clens_ensemble_set_names(e, NULL, NULL, 0), "no names");
}

/* The labels of a method, and how sure they are. */
static void find_labels(clens_ensemble *e, const char *method, int32_t *label, double *sure)
{
    clens_result *result = result_of(e, method, K);

    clens_result_labels(result, label);
    must(!clens_confidence(e, result, sure, NULL, 0), "confidence");
    clens_result_free(result);
}

/* Memberships in double and in single precision, of which some are missing; labels by hand. */
static void check_memberships(void)
{
    double wide[N * M * K], sure[3][N];
    float narrow[N * M * K];
    int32_t hard[N * M], label[3][N];
    clens_ensemble *e[3];

    for (size_t i = 0; i < N; i++)
        for (size_t q = 0; q < M; q++) {
            double *p = wide + (i * M + q) * K;
            int missing = i == 7 || draw() < .1;
            size_t l = draw() < .3 ? (size_t)(draw() * K) : i % K;
            for (size_t c = 0; c < K; c++)
                p[c] = missing ? NAN : .25 + .25 * (double)(c == l);
            if (!missing && l == 1 && draw() < .3)
                p[0] = .5, p[2] = 0; /* a tie: the lowest */
            hard[i * M + q] = missing ? -1 : p[0] == .5 ? 0 : (int32_t)l;
        }
    for (size_t v = 0; v < N * M * K; v++)
        narrow[v] = (float)wide[v];
    must(!clens_ensemble_of_memberships(wide, N, member_k, M, &e[0], message, sizeof message),
         "double: %s", message);
    must(!clens_ensemble_of_memberships_float(narrow, N, member_k, M, &e[1], message,
                                              sizeof message),
         "float: %s", message);
    must(!clens_ensemble_of_labels(hard, N, M, CLENS_ROW_MAJOR, &e[2], message, sizeof message),
         "labels: %s", message);
    for (size_t s = 0; s < 3; s++)
        find_labels(e[s], "eac-al", label[s], sure[s]);
    for (size_t s = 0; s < 2; s++) {
        must(!memcmp(label[s], label[2], sizeof label[2]), "%zu: not the most likely", s);
        must(!memcmp(sure[s], sure[2], sizeof sure[2]), "%zu: not as sure", s);
        must(label[s][7] == -1, "an object without any membership");
    }
    for (size_t s = 0; s < 3; s++)
        find_labels(e[s], "wspa", label[s], sure[s]);
    must(!memcmp(label[0], label[1], sizeof label[0]), "wspa: other labels of floats");
    must(memcmp(label[0], label[2], sizeof label[0]), "wspa: memberships give what labels do");
    for (size_t s = 0; s < 3; s++)
        clens_ensemble_free(e[s]);
}

static void check_reports(void)
{
    clens_ensemble *e = of_labels(), *rows;
    int32_t turned[N * M], one[N], two[N], far[N * M];
    clens_result *result;
    clens_options *o;
    size_t k;

    check_trace(e);
    check_model(e);
    check_weights(e);
    check_names(e);
    check_memberships();
    check_members("wsce", (size_t[]){4, 3});
    check_members("penta", (size_t[]){5, 5});
    must(!clens_options_new(clens_method_find("eac-al"), &o, NULL, 0), "options");
    must(!clens_lifetime(e, o, &k, NULL, 0) && k >= 2 && k <= N, "lifetime %zu", k);
    must(clens_ensemble_objects(e) == N && clens_ensemble_clusterings(e) == M &&
             clens_ensemble_clusters(e) == M * K,
         "sizes of the ensemble");
    /* rows or columns, and labels as large as they get */
    result = result_of(e, "eac-al", K);
    clens_result_labels(result, one);
    clens_result_free(result);
    for (size_t i = 0; i < N; i++)
        for (size_t q = 0; q < M; q++) {
            turned[i * M + q] = labels[q * N + i];
            far[q * N + i] = labels[q * N + i] < 0 ? INT32_MIN : INT32_MAX - labels[q * N + i];
        }
    for (int layout = 0; layout < 2; layout++) {
        must(!clens_ensemble_of_labels(layout == CLENS_ROW_MAJOR ? turned : far, N, M, layout,
                                       &rows, NULL, 0),
             "layout");
        result = result_of(rows, "eac-al", K);
        clens_result_labels(result, two);
        must(!memcmp(one, two, sizeof one), "other labels by layout %d", layout);
        clens_result_free(result);
        clens_ensemble_free(rows);
    }
    clens_options_free(o);
    clens_ensemble_free(e);
    printf("ok\n");
}

/* ---- traces ---- */

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
    else if (!strcmp(what, "failures"))
        fail();
    else if (!strcmp(what, "values"))
        show_values();
    else if (!strcmp(what, "reports"))
        check_reports();
    else if (!strcmp(what, "threads"))
        check_threads();
    else if (!strcmp(what, "locale") && argc == 3)
        check_locale(argv[2]);
    else
        must(0, "library write|labels|members|cached|trace|failures|values|reports|threads|"
                "locale NAME");
    return 0;
}
