/* ce-select: a choice of the base clusterings of a label or membership table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "core/random.h"
#include "io/choice.h"
#include "io/input.h"
#include "io/membership_table.h"
#include "io/weights.h"
#include "score/agreement.h"
#include "score/choose.h"

struct options {
    ce_common common;
    int members, by, nmi, how;
    double at_least, at_most;
    const char *weights, *names, *from, *list;
};

#define AT(field) offsetof(struct options, field)
static const ce_option table[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, "10", AT(members), "random best diverse",
     "base clusterings to choose"},
    {0, "by", CE_CHOICE, "MEASURE", 0, 0, "nmi|ari|smi", "nmi", AT(by), "best threshold diverse",
     "how two base clusterings agree"},
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, "sqrt|max|sum|min|joint", "sqrt", AT(nmi),
     "best threshold diverse", "what mutual information is divided by"},
    {0, "weights", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(weights), "best threshold diverse",
     "choose by these weights, as ce-weigh writes them, not by agreement"},
    {0, "at-least", CE_REAL, "VALUE", 0, 0, NULL, NULL, AT(at_least), "threshold",
     "the smallest value that is kept"},
    {0, "at-most", CE_REAL, "VALUE", 0, 0, NULL, NULL, AT(at_most), "threshold",
     "the largest value that is kept"},
    {0, "how", CE_CHOICE, "WAY", 0, 0, "greedy|least", "greedy", AT(how), "diverse",
     "one by one, each far from those chosen; or those that agree least with all others"},
    {0, "names", CE_TEXT, "NAMES", 0, 0, NULL, NULL, AT(names), "names",
     "names of base clusterings, comma separated"},
    {0, "from", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(from), "names",
     "file with a name on each line, or with a column named clustering"},
    {0, "list", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(list), NULL,
     "write the names chosen here too, one a line"},
};

static const ce_normaliser normalisers[] = {CE_NMI_SQRT, CE_NMI_MAX, CE_NMI_SUM, CE_NMI_MIN,
                                            CE_NMI_JOINT};

/* What a noun chooses from, and what it chose. */
typedef struct {
    const ce_cli *cli;
    const struct options *options;
    const char *path;
    const ce_label_table *in;
    size_t *choice; /* owned: count, in the order of the output */
    size_t count;
} selection;

/* Room for --members of them. */
static int choose_members(selection *s, const char *what, ce_error *err)
{
    size_t m = s->in->labels.m;

    s->count = (size_t)s->options->members;
    if (s->count > m)
        return ce_fail(err, CE_EINPUT, "%s: %zu base clusterings, %zu to be %s",
                       ce_path_name(s->path), m, s->count, what);
    s->choice = ce_alloc(s->count, sizeof *s->choice, err);
    return s->choice ? CE_OK : CE_ENOMEM;
}

static int choose_random(selection *s, ce_error *err)
{
    gsl_rng *rng;
    int rc = choose_members(s, "drawn without replacement", err);

    if (rc)
        return rc;
    rng = ce_random_alloc(s->options->common.seed, CE_STREAM_SELECT, 0, err);
    rc = rng ? ce_random_choose(rng, s->in->labels.m, s->count, s->choice, err) : CE_ENOMEM;
    gsl_rng_free(rng);
    return rc;
}

/* The agreement of all pairs; *similarity points into it. */
static int agreement_of_pairs(const selection *s, ce_agreement *agreement,
                              const double **similarity, ce_error *err)
{
    static const int parts[] = {CE_AGREEMENT_NMI, CE_AGREEMENT_ARI, CE_AGREEMENT_SMI};
    int rc = ce_agreement_compute(agreement, &s->in->labels, s->in->size,
                                  normalisers[s->options->nmi], parts[s->options->by], err);

    *similarity = agreement->nmi   ? agreement->nmi
                  : agreement->ari ? agreement->ari
                                   : agreement->smi;
    return rc;
}

/* What each base clustering is chosen by: its weight, or its mean agreement with the others. Owned
 * by the caller; NULL after a failure. */
static double *values_of(const selection *s, ce_error *err)
{
    static const char *const means[] = {"mean NMI with the others", "mean ARI with the others",
                                        "mean SMI with the others"};
    size_t m = s->in->labels.m;
    ce_agreement agreement = {0};
    const double *similarity;
    double *value = NULL;

    if (s->options->weights) {
        if (ce_weights_read(&value, s->in, s->options->weights, s->options->common.delimiter, err))
            return NULL;
    } else if (!agreement_of_pairs(s, &agreement, &similarity, err)) {
        value = ce_alloc(m, sizeof *value, err);
        if (value)
            ce_agreement_mean_with_others(similarity, m, value);
    }
    ce_agreement_free(&agreement);
    for (size_t q = 0; q < m && value; q++) {
        const char *what = s->options->weights ? "weight" : means[s->options->by];
        if (isnan(value[q]))
            ce_cli_detail(s->cli, "%s: no %s", s->in->name[q], what);
        else
            ce_cli_detail(s->cli, "%s: %s %.6g", s->in->name[q], what, value[q]);
    }
    return value;
}

static int choose_by_value(selection *s, int least, ce_error *err)
{
    int rc = choose_members(s, "chosen", err);
    double *value = rc ? NULL : values_of(s, err);

    if (value)
        rc = ce_choose_best(value, s->in->labels.m, s->count, least, s->choice, err);
    else if (!rc)
        rc = err->status;
    free(value);
    return rc;
}

static int choose_best(selection *s, ce_error *err)
{
    return choose_by_value(s, 0, err);
}

static int choose_threshold(selection *s, ce_error *err)
{
    size_t m = s->in->labels.m;
    double low = ce_cli_given(s->cli, "at-least") ? s->options->at_least : -INFINITY, least = NAN,
           most = NAN;
    double high = ce_cli_given(s->cli, "at-most") ? s->options->at_most : INFINITY,
           *value = values_of(s, err);
    int rc = value ? CE_OK : err->status;

    if (!rc && !(s->choice = ce_alloc(m, sizeof *s->choice, err)))
        rc = CE_ENOMEM;
    if (!rc && !(s->count = ce_choose_between(value, m, low, high, s->choice))) {
        for (size_t q = 0; q < m; q++) {
            least = fmin(least, value[q]);
            most = fmax(most, value[q]);
        }
        rc = isnan(least) ? ce_fail(err, CE_EINPUT, "%s: no two base clusterings can be compared",
                                    ce_path_name(s->path))
                          : ce_fail(err, CE_EINPUT,
                                    "%s: no base clustering has a value within the threshold; they "
                                    "lie from %.6g to %.6g",
                                    ce_path_name(s->path), least, most);
    }
    free(value);
    return rc;
}

static int choose_greedily(selection *s, ce_error *err)
{
    ce_agreement agreement = {0};
    const double *similarity;
    int rc = choose_members(s, "chosen", err);

    if (!rc && !(rc = agreement_of_pairs(s, &agreement, &similarity, err)))
        rc = ce_choose_apart(similarity, agreement.m, s->count, s->choice, err);
    for (size_t c = 0; c < s->count && !rc; c++)
        ce_cli_detail(s->cli, "%zu. %s", c + 1, s->in->name[s->choice[c]]);
    if (!rc)
        ce_choice_sort(s->choice, s->count);
    ce_agreement_free(&agreement);
    return rc;
}

static int choose_diverse(selection *s, ce_error *err)
{
    return s->options->how ? choose_by_value(s, 1, err) : choose_greedily(s, err);
}

static int choose_names(selection *s, ce_error *err)
{
    const struct options *o = s->options;
    ce_name_list list = {0};
    int rc = o->from ? ce_name_list_read(&list, o->from, o->common.delimiter, err)
                     : ce_name_list_split(&list, o->names, err);

    s->count = list.count;
    if (!rc && !(s->choice = ce_alloc(list.count, sizeof *s->choice, err)))
        rc = CE_ENOMEM;
    if (!rc)
        rc = ce_name_list_find(&list, s->in, s->path, s->choice, err);
    ce_name_list_free(&list);
    return rc;
}

/* A noun and its function, in the same order. */
static const ce_noun nouns[] = {
    {"random", "M drawn without replacement, each equally likely"},
    {"best", "the M that agree most with the others, or have the largest weights"},
    {"threshold",
     "those whose mean agreement with the others, or whose weight, lies within bounds"},
    {"diverse", "M that differ much from each other"},
    {"names", "those that are named, in the order of the names"},
    {NULL, NULL},
};
static int (*const choosers[])(selection *s, ce_error *err) = {
    choose_random, choose_best, choose_threshold, choose_diverse, choose_names};

static const ce_tool tool = {
    .name = "ce-select",
    .summary = "Choose base clusterings of a label or membership table.",
    .operands = "[FILE]",
    .max_operands = 1,
    .names = nouns,
    .options = CE_OPTIONS(table, struct options),
    .shared = CE_WITH_SEED | CE_WITH_TABLE | CE_WITH_THREADS,
};

static void check_use(const ce_cli *cli, const struct options *o)
{
    const char *operand = ce_cli_operand(cli, 0), *beside = o->weights ? o->weights : o->from;
    int bounds = ce_cli_given(cli, "at-least") + ce_cli_given(cli, "at-most");

    if (o->weights && (ce_cli_given(cli, "by") || ce_cli_given(cli, "nmi")))
        ce_cli_usage(cli, "--weights choose instead of agreement: not with --by or --nmi");
    if (o->weights && !strcmp(cli->noun[0], "diverse") && !o->how)
        ce_cli_usage(
            cli,
            "diverse takes --weights with --how least only: the base clusterings of least weight");
    if (!strcmp(cli->noun[0], "threshold") && !bounds)
        ce_cli_usage(cli, "threshold: --at-least or --at-most is needed");
    if (bounds == 2 && o->at_least > o->at_most)
        ce_cli_usage(cli, "--at-least %g is above --at-most %g", o->at_least, o->at_most);
    if (!strcmp(cli->noun[0], "names") && !o->names == !o->from)
        ce_cli_usage(cli, "names: one of --names and --from is needed");
    if (beside && !strcmp(beside, "-") && (!operand || !strcmp(operand, "-")))
        ce_cli_usage(cli, "--%s and FILE are both standard input", o->weights ? "weights" : "from");
    if (o->list && !strcmp(o->list, "-") && (!o->common.output || !strcmp(o->common.output, "-")))
        ce_cli_usage(cli, "--list and the table are both standard output");
}

/* Keeps what was chosen, and writes it. */
static int write_choice(const selection *s, ce_label_table *labels, ce_membership_table *soft,
                        ce_error *err)
{
    const ce_common *common = &s->options->common;
    int rc = ce_label_table_choose(labels, s->choice, s->count, err);

    if (!rc && soft->membership.n)
        rc = ce_membership_table_choose(soft, s->choice, s->count, err);
    if (!rc && s->options->list)
        rc = ce_names_write(labels, s->options->list, common->delimiter, err);
    if (!rc)
        rc = soft->membership.n
                 ? ce_membership_table_write(soft, common->output, common->delimiter, err)
                 : ce_label_table_write(labels, common->output, common->delimiter, err);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_label_table labels = {0};
    ce_membership_table soft = {0};
    selection s = {.cli = &cli, .options = &options, .in = &labels};
    ce_table_format format;
    size_t noun = 0;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_use(&cli, &options);
    format = ce_cli_format(&cli);
    s.path = ce_cli_operand(&cli, 0);
    while (strcmp(nouns[noun].name, cli.noun[0]))
        noun++;
    if (!(rc = ce_ensemble_table_read(&labels, &soft, s.path, &format, &err)) &&
        !(rc = choosers[noun](&s, &err))) {
        ce_cli_detail(&cli, "%zu objects, %zu base clusterings, %zu of them chosen",
                      labels.labels.n, labels.labels.m, s.count);
        rc = write_choice(&s, &labels, &soft, &err);
    }
    free(s.choice);
    ce_label_table_free(&labels);
    ce_membership_table_free(&soft);
    return ce_cli_end(&cli, rc, &err);
}
