/* null: is the consensus for a k surer than that of data without clusters? */
#include "null.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/null_reference.h"

#define FIELD(name) offsetof(null_options, name)

enum { OBJECTIVE_BOTH = OBJECTIVES };
static const char *const objective_name[] = {"entropy", "pac"};
static const ce_null_law objective_law[] = {CE_NULL_NORMAL, CE_NULL_BETA};

static const ce_option rows[] = {
    {0, "data", CE_INPUT, "FILE", 0, 0, NULL, NULL, FIELD(data), NULL,
     "a data table: draw references from it, and cluster them as the data, in place of FILEs"},
    {0, "references", CE_INTEGER, "B", 1, 1e6, NULL, "25", FIELD(references), "data",
     "so many reference data sets"},
    SUBSAMPLE_ROWS(null_options, subsamples, "data ", ""),
    {0, "objective", CE_CHOICE, "WHAT", 0, 0, "entropy|pac|both", "both", FIELD(objective), NULL,
     "what is measured of the consensus of pairs; smaller is surer"},
    {0, "low", CE_REAL, "U", 0, 1, NULL, "0.1", FIELD(low), "objective=pac|both",
     "a pair is ambiguous above this consensus"},
    {0, "high", CE_REAL, "U", 0, 1, NULL, "0.9", FIELD(high), "objective=pac|both",
     "a pair is ambiguous below this consensus"},
    STABILITY_ROW_BOUNDS(null_options),
    {0, "sample-pairs", CE_INTEGER, "N", 1, 1e9, NULL, NULL, FIELD(sample_pairs), NULL,
     "so many pairs of objects, drawn at random, in place of all of them"},
    {0, "level", CE_REAL, "P", 0, 1, NULL, CE_NULL_LEVEL_TEXT, FIELD(level), NULL,
     "there is one cluster if p over all k is above this"},
    {0, "choose", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(choose), NULL,
     "write one k and the reason, in place of the numbers"},
};

static void check(const stability_call *call)
{
    const null_options *o = call->options;

    ce_cli_distinct_clusters(call->cli);
    if (o->low >= o->high)
        ce_cli_usage(call->cli, "--low %g --high %g: nothing between them", o->low, o->high);
    if (!o->data && call->cli->operands < 2)
        ce_cli_usage(call->cli, "null: --data FILE, or label tables of the data and of each "
                                "reference, expected");
    if (o->data && call->cli->operands)
        ce_cli_usage(call->cli, "null: --data FILE or label tables, not both");
    if (o->data && ce_cli_given(call->cli, "group"))
        ce_cli_usage(call->cli, "--group goes with label tables");
    if (o->data)
        subsamples_check(call, &o->subsamples);
    if (!o->data && ce_cli_given(call->cli, "seed") && !o->sample_pairs)
        ce_cli_usage(call->cli, "--seed goes with --data or --sample-pairs: else nothing is drawn");
}

/* ---- scores ---- */

int null_scores_alloc(null_scores *s, size_t sets, size_t groups, ce_error *err)
{
    s->sets = sets;
    s->groups = groups;
    s->k = ce_calloc(groups, sizeof *s->k, err);
    s->members = ce_calloc(groups, sizeof *s->members, err);
    s->left_out = ce_calloc(groups, sizeof *s->left_out, err);
    s->few = ce_calloc(groups, sizeof *s->few, err);
    for (int v = 0; v < OBJECTIVES; v++)
        if (!(s->score[v] = ce_calloc(sets, groups * sizeof(double), err)))
            return CE_ENOMEM;
    return s->k && s->members && s->left_out && s->few ? CE_OK : CE_ENOMEM;
}

void null_scores_free(null_scores *s)
{
    for (int v = 0; v < OBJECTIVES; v++)
        free(s->score[v]);
    free(s->k);
    free(s->members);
    free(s->left_out);
    free(s->few);
    *s = (null_scores){0};
}

int null_scores_fill(const stability_call *call, null_scores *s, size_t set, size_t g,
                     const ce_labels *labels, const double *size, ce_error *err)
{
    const null_options *o = call->options;
    ce_consensus_distribution d = {0};
    int rc = ce_consensus_distribution_of_labels(labels, size, (size_t)o->sample_pairs,
                                                 call->tool->common.seed, NULL, &d, err);

    if (!rc) {
        s->score[OBJECTIVE_ENTROPY][set * s->groups + g] = ce_consensus_entropy(&d);
        s->score[OBJECTIVE_PAC][set * s->groups + g] =
            stability_pac_of(&d, o->low, o->high, o->bounds);
    }
    if (!rc && !set)
        s->left_out[g] = d.left_out;
    ce_consensus_distribution_free(&d);
    return rc;
}

/* ---- label tables ---- */

static double objects_of(const ce_label_table *table)
{
    double objects = table->size ? 0 : (double)table->labels.n;

    for (size_t i = 0; i < table->labels.n && table->size; i++)
        objects += table->size[i];
    return objects;
}

/* Scores one set. Groups of a reference that the data do not have are left aside. *unlike: base
 * clusterings of a k are more or fewer than those of the data. */
static int score_file(const stability_call *call, null_scores *s, size_t set,
                      const stability_work *w, int *unlike, ce_error *err)
{
    for (size_t g = 0; g < s->groups; g++) {
        size_t at = 0;
        int rc;
        while (at < w->groups && w->group[at].k != s->k[g])
            at++;
        if (at == w->groups)
            return ce_fail(err, CE_EINPUT, "%s: no base clustering of k = %d, which the data have",
                           ce_path_name(w->path), s->k[g]);
        *unlike |= w->group[at].labels.m != s->members[g];
        rc = null_scores_fill(call, s, set, g, &w->group[at].labels, w->table.size, err);
        if (rc)
            return rc;
    }
    return CE_OK;
}

static int begin_files(const stability_call *call, null_scores *s, const stability_work *w,
                       ce_error *err)
{
    int rc = null_scores_alloc(s, (size_t)call->cli->operands, w->groups, err);

    for (size_t g = 0; g < s->groups && !rc; g++) {
        s->k[g] = w->group[g].k;
        s->members[g] = w->group[g].labels.m;
    }
    return rc;
}

static int score_files(const stability_call *call, null_scores *s, ce_error *err)
{
    double objects = 0;
    int unlike = 0, rc = CE_OK;

    for (int f = 0; f < call->cli->operands && !rc; f++) {
        stability_work w = {0};
        rc = stability_read_one(call->cli, call->tool, f, &w, err);
        if (!rc && !f) {
            objects = objects_of(&w.table);
            rc = begin_files(call, s, &w, err);
        } else if (!rc && objects_of(&w.table) != objects) {
            rc = ce_fail(err, CE_EINPUT, "%s: %.0f objects, %.0f expected as in %s",
                         ce_path_name(w.path), objects_of(&w.table), objects,
                         ce_path_name(ce_cli_operand(call->cli, 0)));
        }
        if (!rc)
            rc = score_file(call, s, (size_t)f, &w, &unlike, err);
        stability_free(&w);
    }
    if (!rc && unlike)
        ce_cli_note(call->cli, "the FILEs have different numbers of base clusterings for one k: a "
                               "consensus of more of them takes more values");
    return rc;
}

/* ---- results ---- */

/* Of one objective. */
typedef struct {
    ce_null_result *row; /* owned; groups */
    size_t best;         /* the group that is clearest; groups: there is none */
    double p;            /* over all k */
} verdict;

/* known: the same scores but for a k beyond the rows that differ, which is as sure as the last that
 * the data have, and says nothing. */
static int judge(const null_scores *s, int objective, verdict *v, ce_error *err)
{
    const double *score = s->score[objective];
    double *scratch = ce_alloc(s->sets, sizeof *scratch, err),
           *rcsi = ce_alloc(s->groups, sizeof *rcsi, err),
           *known = ce_alloc(s->sets, s->groups * sizeof *known, err);
    int rc;

    v->row = ce_alloc(s->groups, sizeof *v->row, err);
    rc = scratch && rcsi && known && v->row ? CE_OK : CE_ENOMEM;
    for (size_t e = 0; e < s->sets * s->groups && !rc; e++)
        known[e] = s->few[e % s->groups] ? NAN : score[e];
    for (size_t g = 0; g < s->groups && !rc; g++) {
        for (size_t b = 1; b < s->sets; b++)
            scratch[b] = score[b * s->groups + g];
        v->row[g] = ce_null_compare(score[g], scratch + 1, s->sets - 1, objective_law[objective]);
        rcsi[g] = s->few[g] ? NAN : v->row[g].rcsi;
    }
    if (!rc) {
        v->best = ce_null_clearest(score, rcsi, sizeof *score, s->groups);
        v->p = ce_null_any(known, s->sets, s->groups, scratch);
    }
    free(known);
    free(rcsi);
    free(scratch);
    return rc;
}

static ce_null_verdict judge_all(const stability_call *call, const null_scores *s, const verdict *v)
{
    const null_options *o = call->options;

    return ce_null_judge(v->p, (double)s->sets - 1, o->level);
}

/* Why no p of so few references can be at most --level, and how many can. */
static void say_few(const stability_call *call, const null_scores *s, const char *name, char *text,
                    size_t room)
{
    const null_options *o = call->options;
    double needed = ce_null_references(o->level);
    char more[48] = "";

    if (!isinf(needed))
        snprintf(more, sizeof more, ": %.0f or more are needed", needed);
    snprintf(text, room,
             "%s cannot tell: with %zu reference%s p is %.3g at least and --level is %.3g%s", name,
             s->sets - 1, s->sets == 2 ? "" : "s", 1 / (double)s->sets, o->level, more);
}

/* That a k which was not tried may be better still. No k is below 2. */
static const char *say_edge(const null_scores *s, size_t best)
{
    if (s->groups < 2)
        return "";
    if (best == s->groups - 1)
        return ", the largest tried,";
    return best == 0 && s->k[best] > 2 ? ", the smallest tried," : "";
}

/* Where all members agree at the k, RCSI says nothing of it. */
static void say_zero(const null_scores *s, int objective, const verdict *v, char *text, size_t room)
{
    const double *score = s->score[objective];
    int same[STABILITY_NAMED];
    size_t count = 0;
    char others[STABILITY_NAMES];

    for (size_t g = 0; g < v->best && count < STABILITY_NAMED; g++)
        if (score[g] < CE_NULL_LEAST && v->row[g].rcsi > 0 && !s->few[g])
            same[count++] = s->k[g];
    snprintf(text, room, "%s prefers k = %d%s with a score %s%s (p = %.3g over all k)",
             objective_name[objective], s->k[v->best], say_edge(s, v->best),
             score[v->best] > 0 ? "below 0.0001" : "of 0",
             stability_names(", as at k = ", same, count, others), v->p);
}

/* Names the other k whose RCSI is less by no more than the standard error of the difference, which
 * is that of references drawn anew for each k. */
static const char *say_close(const null_scores *s, const verdict *v, char text[STABILITY_NAMES])
{
    const ce_null_result *best = &v->row[v->best];
    int close[STABILITY_NAMED];
    size_t count = 0;

    for (size_t g = 0; g < s->groups && count < STABILITY_NAMED; g++)
        if (g != v->best && !s->few[g] &&
            best->rcsi - v->row[g].rcsi <= hypot(best->rcsi_se, v->row[g].rcsi_se))
            close[count++] = s->k[g];
    return stability_names(", within the error as at k = ", close, count, text);
}

/* What an objective says, in one line. */
static void say(const stability_call *call, const null_scores *s, int objective, const verdict *v,
                char *text, size_t room)
{
    const char *name = objective_name[objective];
    ce_null_verdict word = judge_all(call, s, v);
    char others[STABILITY_NAMES];

    if (v->best == s->groups)
        snprintf(text, room, "%s says nothing: %s", name,
                 s->few[0] ? "too few rows differ" : "there are no pairs");
    else if (word == CE_NULL_FEW)
        say_few(call, s, name, text, room);
    else if (isnan(v->p))
        snprintf(text, room,
                 "no k is better than chance by %s (the same for the data and all references): "
                 "one cluster",
                 name);
    else if (word == CE_NULL_CHANCE)
        snprintf(text, room,
                 "no k is better than chance by %s (p = %.3g over all k): taken for one "
                 "cluster",
                 name, v->p);
    else if (s->score[objective][v->best] < CE_NULL_LEAST)
        say_zero(s, objective, v, text, room);
    else
        snprintf(text, room,
                 "%s prefers k = %d%s with the largest RCSI: %.3g%s (p = %.3g over all k)", name,
                 s->k[v->best], say_edge(s, v->best), v->row[v->best].rcsi, say_close(s, v, others),
                 v->p);
}

static void write_rows(stability_rows *out, const null_scores *s, int objective, const verdict *v)
{
    for (size_t g = 0; g < s->groups; g++) {
        const ce_null_result *row = &v->row[g];
        if (s->k[g])
            ce_records_integer(&out->records, s->k[g]);
        else
            ce_records_text(&out->records, NULL);
        ce_records_text(&out->records, objective_name[objective]);
        ce_records_integer(&out->records, (int64_t)s->members[g]);
        ce_records_integer(&out->records, (int64_t)s->sets - 1);
        ce_records_real(&out->records, s->score[objective][g]);
        ce_records_real(&out->records, row->mean);
        ce_records_real(&out->records, row->se);
        ce_records_real(&out->records, row->rcsi);
        ce_records_real(&out->records, row->rcsi_se);
        ce_records_real(&out->records, row->p);
        ce_records_real(&out->records, row->p_fit);
        ce_records_real(&out->records, v->p);
    }
}

static int is_asked(const stability_call *call, int objective)
{
    const null_options *o = call->options;

    return o->objective == OBJECTIVE_BOTH || o->objective == objective;
}

static int write_table(const stability_call *call, const null_scores *s, const verdict *v,
                       ce_error *err)
{
    static const char *const column[] = {"k",       "objective", "members", "references",
                                         "score",   "mean",      "se",      "rcsi",
                                         "rcsi_se", "p",         "p_fit",   "p_all"};
    stability_rows out;
    int rc = stability_begin(call->tool, &out, column, 12, err);

    if (rc)
        return rc;
    for (int objective = 0; objective < OBJECTIVES; objective++)
        if (is_asked(call, objective))
            write_rows(&out, s, objective, &v[objective]);
    return stability_end(&out, err);
}

/* The first objective that is asked for chooses. */
static int write_choice(const stability_call *call, const null_scores *s, const verdict *v,
                        ce_error *err)
{
    static const char *const column[] = {"k", "reason"};
    int objective = is_asked(call, OBJECTIVE_ENTROPY) ? OBJECTIVE_ENTROPY : OBJECTIVE_PAC;
    const verdict *by = &v[objective];
    ce_null_verdict word = judge_all(call, s, by);
    stability_rows out;
    char text[240];
    int rc = stability_begin(call->tool, &out, column, 2, err);

    if (rc)
        return rc;
    say(call, s, objective, by, text, sizeof text);
    if (by->best == s->groups || word == CE_NULL_FEW)
        ce_records_text(&out.records, NULL);
    else
        ce_records_integer(&out.records, word == CE_NULL_CHANCE ? 1 : s->k[by->best]);
    ce_records_text(&out.records, text);
    return stability_end(&out, err);
}

static void tell(const stability_call *call, const null_scores *s, const verdict *v)
{
    char text[240];

    for (size_t g = 0; g < s->groups; g++)
        ce_cli_detail(call->cli,
                      "k = %d: %zu base clusterings of the data, compared with %zu references",
                      s->k[g], s->members[g], s->sets - 1);
    for (size_t g = 0, end; g < s->groups; g = end) {
        char to[32] = "";
        for (end = g + 1; end < s->groups && s->left_out[end] == s->left_out[g]; end++)
            snprintf(to, sizeof to, " to %d", s->k[end]);
        if (s->left_out[g] > 0)
            ce_cli_note(call->cli,
                        "k = %d%s: %.0f pairs of the data are left out: no base clustering "
                        "labels both",
                        s->k[g], to, s->left_out[g]);
    }
    for (int objective = 0; objective < OBJECTIVES; objective++)
        if (is_asked(call, objective)) {
            say(call, s, objective, &v[objective], text, sizeof text);
            ce_cli_note(call->cli, "%s", text);
        }
}

static int run(const stability_call *call, stability_work *w, ce_error *err)
{
    const null_options *o = call->options;
    null_scores s = {0};
    verdict v[OBJECTIVES] = {{0}};
    int rc = o->data ? null_score_data(call, &s, err) : score_files(call, &s, err);

    (void)w;
    for (int objective = 0; objective < OBJECTIVES && !rc; objective++)
        rc = judge(&s, objective, &v[objective], err);
    if (!rc)
        rc = o->choose ? write_choice(call, &s, v, err) : write_table(call, &s, v, err);
    if (!rc)
        tell(call, &s, v);
    for (int objective = 0; objective < OBJECTIVES; objective++)
        free(v[objective].row);
    null_scores_free(&s);
    return rc;
}

const stability_noun stability_null = {
    .about = {.name = "null",
              .summary = "compares each k with data without clusters, and names the clearest",
              .about =
                  "References are drawn from the normal distribution that has the mean and the "
                  "covariance of the data. For each k the entropy and the PAC of the data are "
                  "compared with theirs. With --data one call does all; else the FILEs are label "
                  "tables, first of the data, then of each reference (ce-prepare reference).",
              .reference = "john2020",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .takes = CE_USES_DATA,
              .for_file = "data",
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, null_options)},
    .check = check,
    .run = run,
    .reads_itself = 1,
};
