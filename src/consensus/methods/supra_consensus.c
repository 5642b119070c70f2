/*
 * best: the supra-consensus function [strehl2002 sec. 3.5]. Several consensus functions run on the
 * ensemble, and the result that agrees best with its base clusterings is taken.
 *
 * 1. Every function of the list runs with its defaults, the same k and the same seed.
 * 2. The objective of a result is the mean of a measure between it and each base clustering, on the
 *    objects that this labels. A base clustering where the measure has no value has no part in it.
 * 3. Of the results whose number of clusters is nearest to k, which is k itself where one has it,
 *    that with the best objective is the consensus; ties: the first of the list. Fewer clusters
 *    than k can be nearer to the base clusterings, and are not what was asked for.
 *
 * A function that refuses the base clusterings, such as voting without a base clustering of k
 * clusters, is left out, and a note says so. Nothing is built for all pairs here, so memory is that
 * of the functions. What they share is computed once.
 */
#include "consensus/method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/compare.h"
#include "core/each.h"
#include "core/memory.h"
#include "score/scores.h"

/* Both in the order of the choice. */
#define OBJECTIVE_NAMES "nmi|nmi-max|nmi-sum|nmi-min|nmi-joint|ami|ari|rand|jaccard|fmi|f|ecs|vi"
static const ce_score objectives[] = {
    CE_SCORE_NMI, CE_SCORE_NMI_MAX, CE_SCORE_NMI_SUM, CE_SCORE_NMI_MIN, CE_SCORE_NMI_JOINT,
    CE_SCORE_AMI, CE_SCORE_ARI,     CE_SCORE_RAND,    CE_SCORE_JACCARD, CE_SCORE_FMI,
    CE_SCORE_F,   CE_SCORE_ECS,     CE_SCORE_VI};
static const char *const objective_name[] = {"NMI", "NMI-max", "NMI-sum", "NMI-min", "NMI-joint",
                                             "AMI", "ARI",     "Rand",    "Jaccard", "FMI",
                                             "F",   "ECS",     "VI"};

typedef struct {
    const char *among;
    int objective;
} best_options;

static const ce_option rows[] = {
    {0, "among", CE_TEXT, "NAMES", 0, 0, NULL, "lwgp,bgcm,ecpcs-mc,gp-mgla,hbgf,mcla",
     offsetof(best_options, among), NULL,
     "the consensus functions to choose among, comma separated"},
    {0, "objective", CE_CHOICE, "MEASURE", 0, 0, OBJECTIVE_NAMES, "nmi",
     offsetof(best_options, objective), NULL,
     "what the mean with the base clusterings is taken of"},
};

/* ---- the functions to choose among ---- */

/* Indices into ce_methods. */
typedef struct {
    size_t count;
    size_t *which; /* owned */
} candidates;

/* The index of the method whose name has that length; the number of methods when there is none. */
static size_t find(const char *name, size_t length)
{
    size_t f = 0;

    while (ce_methods[f] && (strlen(ce_methods[f]->about.name) != length ||
                             strncmp(ce_methods[f]->about.name, name, length)))
        f++;
    return f;
}

/* 0, or CE_EARG when that method cannot take part. */
static int check_candidate(const candidates *all, size_t f, const char *name, size_t length,
                           unsigned given, ce_error *err)
{
    const ce_method *method = ce_methods[f];
    int shown = length > 60 ? 60 : (int)length, rc;
    ce_settings settings = {0};

    if (!method || !method->run)
        return ce_fail(err, CE_EARG, CE_OPT("among") " '%.*s': a consensus function of labels "
                       "expected", shown, name);
    if (ce_method_finds_k(method) || !strcmp(method->about.name, "best"))
        return ce_fail(err, CE_EARG, CE_OPT("among") " '%.*s': a function that is told k expected",
                       shown, name);
    for (size_t e = 0; e < all->count; e++)
        if (all->which[e] == f)
            return ce_fail(err, CE_EARG, CE_OPT("among") " has %.*s twice", shown, name);
    rc = ce_settings_init(&settings, &method->about.options, NULL, err);
    if (!rc)
        rc = ce_method_check(method, &settings, given, err);
    ce_settings_free(&settings);
    return rc;
}

/* The methods of a list of names. 0, CE_EARG or CE_ENOMEM; all can then only be freed. */
static int read_list(candidates *all, const char *list, unsigned given, ce_error *err)
{
    size_t methods = 0;

    while (ce_methods[methods])
        methods++;
    all->which = ce_alloc(methods, sizeof *all->which, err);
    if (!all->which)
        return CE_ENOMEM;
    for (size_t length; list; list = list[length] ? list + length + 1 : NULL) {
        size_t f;
        int rc;
        length = strcspn(list, ",");
        f = find(list, length);
        rc = check_candidate(all, f, list, length, given, err);
        if (rc)
            return rc;
        all->which[all->count++] = f;
    }
    return CE_OK;
}

static int check(const ce_settings *settings, unsigned given, ce_error *err)
{
    const best_options *o = settings->values;
    candidates all = {0};
    int rc = read_list(&all, o->among, given, err);

    free(all.which);
    return rc;
}

/* ---- the objective ---- */

typedef struct {
    const ce_ensemble *ensemble;
    const ce_partition *partition;
    int score;
    double *value; /* of each base clustering; NaN: none */
} comparison;

static int compare_with(void *state, size_t q, ce_error *err)
{
    const comparison *c = state;
    const ce_labels *labels = c->ensemble->labels;
    ce_contingency table = {0};
    int rc = ce_contingency_build(&table, ce_labels_column(labels, q), labels->k[q],
                                  c->partition->labels, c->partition->k, c->ensemble->weight,
                                  labels->n, err);

    c->value[q] = NAN;
    if (!rc)
        rc = ce_scores_compute(&table, NULL, &c->score, 1, &c->value[q], err);
    ce_contingency_free(&table);
    return rc;
}

/* *mean: of the measure of each base clustering and the partition; NaN when no base clustering has
 * one. Every base clustering has a place of its own, so threads change nothing. */
static int find_objective(const ce_ensemble *ensemble, const ce_partition *partition,
                          ce_score score, double *mean, ce_error *err)
{
    size_t m = ensemble->labels->m, count = 0;
    comparison c = {ensemble, partition, score, ce_alloc(m, sizeof *c.value, err)};
    double sum = 0;
    int rc = c.value ? ce_each(m, 0, compare_with, &c, NULL, err) : CE_ENOMEM;

    for (size_t q = 0; q < m && !rc; q++) {
        sum += isnan(c.value[q]) ? 0 : c.value[q];
        count += !isnan(c.value[q]);
    }
    *mean = count ? sum / (double)count : NAN;
    free(c.value);
    return rc;
}

/* ---- the choice ---- */

typedef struct {
    const ce_run *run;
    ce_score score;
    ce_partition *best; /* so far; empty: none */
    double value;       /* its objective */
    size_t method;      /* its method */
    char *told;         /* what there was to choose among */
    size_t used, size;
} choice;

/* Adds a result to the text of the note. */
static void add_told(choice *c, const char *name, double value, int32_t clusters)
{
    char fewer[32] = "";
    int length;

    if ((size_t)clusters != c->run->k)
        snprintf(fewer, sizeof fewer, " (%d clusters)", clusters);
    length = snprintf(c->told + c->used, c->size - c->used, "%s%s %.6f%s", c->used ? ", " : "",
                      name, value, fewer);
    if (length > 0 && (size_t)length < c->size - c->used)
        c->used += (size_t)length;
}

/* How many clusters a result has more or less than was asked for. */
static size_t off_by(const choice *c, const ce_partition *result)
{
    size_t k = c->run->k, clusters = (size_t)result->k;

    return clusters > k ? clusters - k : k - clusters;
}

/* Whether a result of that objective is better than the best so far. No value is worse than any. */
static int is_better(const choice *c, const ce_partition *result, double value)
{
    if (!c->best->labels)
        return 1;
    if (off_by(c, result) != off_by(c, c->best))
        return off_by(c, result) < off_by(c, c->best);
    if (isnan(c->value))
        return !isnan(value);
    return ce_score_direction(c->score) < 0 ? ce_rank_value(value) < ce_rank_value(c->value)
                                            : ce_rank_value(value) > ce_rank_value(c->value);
}

/* Tells what a method told, as a detail: its result may not be the one that is taken. */
static void pass_on(const ce_messages *from, ce_messages *to)
{
    for (size_t i = 0; i < from->count; i++)
        ce_tell(to, CE_DETAIL, "%s", from->message[i].text);
}

/* Runs method number f with its defaults. 0 or a failure. */
static int run_candidate(const choice *c, size_t f, ce_partition *result, ce_error *err)
{
    ce_settings settings = {0};
    ce_report report = {0};
    ce_run inner = *c->run;
    char column[64];
    int rc = ce_settings_init(&settings, &ce_methods[f]->about.options, NULL, err);

    snprintf(column, sizeof column, "%s.k%zu", ce_methods[f]->about.name, c->run->k);
    inner.method = ce_methods[f];
    inner.settings = &settings;
    inner.column = column;
    inner.report = &report;
    inner.ensemble->call++;
    if (!rc)
        rc = inner.method->run(&inner, result, err);
    pass_on(&report.messages, &c->run->report->messages);
    ce_report_free(&report);
    ce_settings_free(&settings);
    return rc;
}

/* Runs a method, and takes its result if it is better. A method that says no to the base
 * clusterings is told of and left out. */
static int try_candidate(choice *c, size_t f, ce_error *err)
{
    const char *name = ce_methods[f]->about.name;
    ce_report *report = c->run->report;
    ce_partition result = {0};
    ce_error own = {0};
    double value = NAN;
    int rc = run_candidate(c, f, &result, &own);

    if (rc == CE_EINPUT || rc == CE_ENUM) {
        ce_tell(&report->messages, CE_NOTE, "%s: left out: %s", c->run->column, own.text);
        ce_partition_free(&result);
        return CE_OK;
    }
    if (rc)
        rc = ce_fail(err, rc, "%s (best can do without it: " CE_OPT("among") ")", own.text);
    else
        rc = find_objective(c->run->ensemble, &result, c->score, &value, err);
    if (!rc) {
        double cells[] = {(double)c->run->k, (double)f, result.k, value, 0};
        add_told(c, name, value, result.k);
        rc = ce_trace_add(&report->trace, cells, err);
    }
    if (!rc && is_better(c, &result, value)) {
        ce_partition_free(c->best);
        *c->best = result;
        result = (ce_partition){0};
        c->value = value;
        c->method = f;
    }
    ce_partition_free(&result);
    return rc;
}

/* Tells what was taken, and marks it in the trace. */
static void tell(const choice *c, const char *measure)
{
    ce_trace *trace = &c->run->report->trace;
    double method = (double)c->method;

    ce_tell(&c->run->report->messages, CE_NOTE, "%s: %s, by mean %s with the base clusterings: %s",
            c->run->column, ce_methods[c->method]->about.name, measure, c->told);
    for (size_t r = 0; r < trace->rows; r++)
        trace->cell[r * trace->columns + 4] = trace->cell[r * trace->columns + 1] == method;
}

static int run_best(const ce_run *run, ce_partition *result, ce_error *err)
{
    static const ce_trace_column column[] = {{"k", NULL, CE_TRACE_NUMBER},
                                             {"function", NULL, CE_TRACE_METHOD},
                                             {"clusters", NULL, CE_TRACE_NUMBER},
                                             {"objective", NULL, CE_TRACE_NUMBER},
                                             {"chosen", NULL, CE_TRACE_NUMBER}};
    const best_options *o = run->settings->values;
    choice c = {.run = run, .score = objectives[o->objective], .best = result};
    candidates all = {0};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, 0, err);

    if (!rc)
        rc = read_list(&all, o->among, ce_beside_given(&run->ensemble->beside), err);
    if (!rc) {
        c.size = 96 * (all.count + 1);
        c.told = ce_calloc(c.size, 1, err);
        rc = c.told ? CE_OK : CE_ENOMEM;
    }
    run->report->trace.column = column;
    run->report->trace.columns = sizeof column / sizeof *column;
    for (size_t i = 0; i < all.count && !rc; i++)
        rc = try_candidate(&c, all.which[i], err);
    if (!rc && !result->labels)
        rc = ce_fail(err, CE_EINPUT, "%s: none of %s succeeded", run->column, o->among);
    if (!rc)
        tell(&c, objective_name[o->objective]);
    free(c.told);
    free(all.which);
    return rc;
}

const ce_method ce_method_best = {
    .about = {.name = "best",
              .family = "votes and mixtures",
              .summary = "supra-consensus: of several functions the result nearest to the ensemble",
              .about = "Runs several consensus functions and takes the result that agrees best "
                       "with the base clusterings, by its mean NMI with them or by another "
                       "measure. Notes and --trace tell what it was chosen among.",
              .reference = "strehl2002",
              .page = "clens-best",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_TRACE,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, best_options)},
    .run = run_best,
    .check = check,
};
