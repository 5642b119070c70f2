/*
 * What clens.h refuses, and what it tells besides labels.
 *
 *   library-reports failures    what is refused, a line each: status and message
 *   library-reports values      what options take, and what they then say
 *   library-reports reports     trace, model, base clusterings, lifetime: says ok
 */
#include "library-cases.h"

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
    try_run(e, "wbpa", K, "cluster-weight", "1");
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
    holes[5] = -1e200;
    must(!clens_ensemble_set_data(e, holes, N, D, NULL, 0), "data");
    try_run(e, "wsbpa", K, NULL, NULL);
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

/* Which k, by halves of the base clusterings. */
static void check_split_half(clens_ensemble *e)
{
    const int32_t k[] = {2, 4, 3, N + 1}, twice[] = {2, 2}, none[] = {2, 0};
    double agreement[4], more[4];
    size_t best = 9;
    clens_options *o;

    must(!clens_options_new(clens_method_find("eac-al"), &o, NULL, 0), "options");
    must(!clens_split_half(e, o, k, 4, 5, agreement, &best, message, sizeof message), "halves: %s",
         message);
    must(isnan(agreement[3]), "an agreement on more clusters than objects");
    must(best < 3, "best: %zu", best);
    for (size_t c = 0; c < 3; c++) {
        must(agreement[c] >= 0 && agreement[c] <= 1, "agreement %g", agreement[c]);
        must(agreement[c] <= agreement[best] + .01, "a better k than the best");
        must(k[c] <= k[best] || agreement[c] < agreement[best] + .01, "a larger k is as good");
    }
    must(!clens_split_half(e, o, k, 1, 5, more, &best, NULL, 0) && more[0] == agreement[0],
         "other halves for one k");
    clens_options_set_seed(o, 2);
    must(!clens_split_half(e, o, k, 3, 5, more, &best, NULL, 0) &&
             memcmp(more, agreement, 3 * sizeof *more),
         "another seed has the same halves");
    best = 9;
    must(clens_split_half(e, o, k, 4, 0, more, &best, NULL, 0) == CLENS_EARG && !best, "0 splits");
    must(clens_split_half(e, o, k, 0, 5, more, &best, NULL, 0) == CLENS_EARG, "no k");
    must(clens_split_half(e, o, twice, 2, 5, more, &best, NULL, 0) == CLENS_EARG, "a k twice");
    must(clens_split_half(e, o, none, 2, 5, more, &best, NULL, 0) == CLENS_EARG, "k = 0");
    must(clens_split_half(e, NULL, k, 1, 5, more, &best, NULL, 0) == CLENS_EARG, "no options");
    must(clens_split_half(e, o, k + 3, 1, 5, more, &best, message, sizeof message) ==
                 CLENS_EINPUT &&
             strstr(message, "halves of the base clusterings have no result at any k"),
         "k above the objects: %s", message);
    clens_options_free(o);
    must(!clens_options_new(clens_method_find("gcons"), &o, NULL, 0), "options");
    must(clens_split_half(e, o, k, 1, 5, more, &best, NULL, 0) == CLENS_EARG, "gcons has k");
    clens_options_free(o);
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
    check_split_half(e);
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

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";

    make();
    clens_set_threads(2);
    if (!strcmp(what, "failures"))
        fail();
    else if (!strcmp(what, "values"))
        show_values();
    else if (!strcmp(what, "reports"))
        check_reports();
    else
        must(0, "library-reports failures|values|reports");
    return 0;
}
