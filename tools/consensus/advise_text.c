/* What --advise says. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advise.h"
#include "consensus/registry.h"
#include "generate/kmeans_ensemble.h"
#include "io/output.h"

/* Fewer base clusterings than this leave much to chance. */
#define FEW_MEMBERS 10

/* A larger share of objects without any label is told. */
#define MANY_UNLABELLED 0.2

/* The benchmark has half of the labels missing: more than so many are something else. */
#define MOST_MISSING 0.7

/* A root of the number of objects that is so small that it is no larger k. */
#define SMALL_ROOT 4

/* Less than so many seconds is not told more exactly. */
#define LEAST_TIME 0.01

/* "12 MiB", "1.5 GiB" */
static void write_size(char text[24], double bytes)
{
    static const char *const unit[] = {"KiB", "MiB", "GiB", "TiB"};
    size_t u = 0;

    for (bytes /= 1024; bytes >= 1000 && u < 3; u++)
        bytes /= 1024;
    snprintf(text, 24, "%.*f %s", bytes < 9.95 ? 1 : 0, bytes, unit[u]);
}

/* "0.02 s", "12 s", "5 min", "3 h", "2 days" */
static void write_time(char text[24], double seconds)
{
    if (seconds < LEAST_TIME)
        snprintf(text, 24, "<0.01 s");
    else if (seconds < 0.95)
        snprintf(text, 24, "%.2f s", seconds);
    else if (seconds < 99.5)
        snprintf(text, 24, "%.*f s", seconds < 9.95 ? 1 : 0, seconds);
    else if (seconds < 5400)
        snprintf(text, 24, "%.0f min", seconds / 60);
    else if (seconds < 48 * 3600)
        snprintf(text, 24, "%.0f h", seconds / 3600);
    else
        snprintf(text, 24, "%.0f days", seconds / 86400);
}

static void write_facts(ce_output *output, const advise_input *in)
{
    const ce_ensemble_facts *f = &in->facts;
    double share = 100 * (double)f->microclusters / f->objects;
    char size[24];

    write_size(size, in->available);
    ce_output_printf(output, "objects             %.0f", f->objects);
    if (f->objects != (double)f->n)
        ce_output_printf(output, ", in %zu rows with a size", f->n);
    ce_output_char(output, '\n');
    if (f->unlabelled)
        ce_output_printf(output, "without any label   %zu, left out\n", f->unlabelled);
    ce_output_printf(output, "base clusterings    %zu%s\n", f->m,
                     f->soft ? ", memberships; below the most likely clusters" : "");
    if (f->least == f->most)
        ce_output_printf(output, "clusters            %zu in each\n", f->least);
    else
        ce_output_printf(output, "clusters            %zu to %zu, %zu in all\n", f->least, f->most,
                         f->clusters);
    ce_output_printf(output, "microclusters       %zu (%.*g %% of the objects)\n", f->microclusters,
                     share < 1 ? 1 : 3, share < 1 ? share : rint(share));
    if (!isnan(f->agreement.mean))
        ce_output_printf(output, "agreement           %.2f, mean adjusted Rand index of two\n",
                         rint(100 * f->agreement.mean) / 100 + 0.0);
    if (f->missing > 0)
        ce_output_printf(output, "missing labels      %.2g %%\n", 100 * f->missing);
    if (in->constraints)
        ce_output_printf(output, "constraints         %zu must link, %zu cannot\n", in->must,
                         in->cannot);
    ce_output_printf(output, "memory available    %s\n", size);
}

/* A path as a word of a command, that is no option whatever it begins with. */
static void write_path(ce_output *output, const char *path)
{
    if (path[0] == '-' && path[1])
        ce_output_text(output, "./");
    ce_output_shell(output, path);
}

static void write_word(ce_output *output, const char *option, const char *word)
{
    if (!word)
        return;
    ce_output_printf(output, "--%s ", option);
    ce_output_shell(output, word);
    ce_output_char(output, ' ');
}

/* The options that say how the table is read. */
static void write_format(ce_output *output, const ce_common *c)
{
    static const char *const header[] = {NULL, "yes", "no"};
    const char delimiter[] = {c->read_delimiter, '\0'}, decimal[] = {c->decimal, '\0'};

    if (c->read_delimiter)
        write_word(output, "delimiter", c->read_delimiter == '\t' ? "\\t" : delimiter);
    write_word(output, "header", header[c->header]);
    write_word(output, "id", c->id);
    write_word(output, "class", c->class_);
    write_word(output, "missing-words", c->missing_words);
    write_word(output, "decimal", c->decimal == '.' ? NULL : decimal);
    write_word(output, "cut", c->cut);
}

static void write_call(ce_output *output, const ce_advice *a, const advise_input *in)
{
    ce_output_printf(output, "%s%s%s", a->about->name, *a->evidence->options ? " " : "",
                     a->evidence->options);
    ce_output_printf(output, "\n    ce-consensus %s%s%s%s ", a->about->name,
                     *a->evidence->options ? " " : "", a->evidence->options, in->k);
    write_format(output, in->cli->common);
    write_path(output, in->path);
    ce_output_char(output, '\n');
}

/* The evidence of a function, and its cost here. */
static void write_evidence(ce_output *output, const ce_ensemble_facts *facts, const ce_advice *a)
{
    char time[24], size[24];

    write_time(time, a->seconds);
    write_size(size, a->bytes);
    if (isnan(a->rank))
        ce_output_printf(output, "    mean ARI %.2f on %d data sets with memberships", a->ari,
                         ce_evidence_soft_sets);
    else
        ce_output_printf(output, "    mean rank %.1f of %zu on %d data sets, mean ARI %.2f",
                         a->rank, ce_advice_ranked(), ce_advice_sets(facts), a->ari);
    ce_output_printf(output, "; %s %s and %s here\n",
                     a->seconds < LEAST_TIME ? "less than" : "about",
                     a->seconds < LEAST_TIME ? time + 1 : time, size);
}

/* passed: whether a better one is passed over. */
static void write_reason(ce_output *output, const ce_advice *a, int passed)
{
    if (isnan(a->rank))
        ce_output_printf(output, "    %s of those compared on memberships that fit\n",
                         a->why == CE_ADVICE_BEST ? "the best" : "the next");
    else if (a->why == CE_ADVICE_BEST)
        ce_output_printf(output, "    the best rank of the functions that fit%s\n",
                         passed ? " and are not passed over" : "");
    else
        ce_output_printf(output,
                         "    the best of another family (%s): where both agree, trust "
                         "the result more\n",
                         a->about->family);
}

static const char *beside_wanted(const ce_ensemble_facts *f)
{
    if (!ce_advice_is_true_k(f))
        return "far more than";
    if (f->most > f->wanted)
        return "at most twice";
    return f->most < f->wanted ? "fewer than" : "as";
}

/* What the one k of all base clusterings is taken for. */
static void write_reading(ce_output *output, const ce_ensemble_facts *f)
{
    const int is_true = ce_advice_is_true_k(f);
    const char *kind = is_true ? "the true k" : ce_advice_has_large_k(f) ? "large k" : "random k";

    ce_output_printf(output, "  Each has %zu cluster%s, ", f->most, f->most == 1 ? "" : "s");
    if (f->wanted)
        ce_output_printf(output, "%s the %zu asked for: ranks of %s.\n", beside_wanted(f),
                         f->wanted, kind);
    else
        ce_output_printf(output, "taken to be %s you look for: ranks of %s. If not, give -k K.\n",
                         is_true ? "as many as" : "more than", kind);
}

/* Why there is nothing to combine; NULL: there is. */
static const char *why_nothing(const ce_ensemble_facts *f)
{
    if (f->most <= 1)
        return "all base clusterings have one cluster";
    if (f->m == 1)
        return "there is one base clustering";
    return f->same ? "all base clusterings are the same" : NULL;
}

static void write_recommended(ce_output *output, const advise_input *in, const ce_advice *advice,
                              size_t count)
{
    const char *nothing = why_nothing(&in->facts);
    size_t named = 0, dear = 0, passed = 0;

    ce_output_text(output, "\nrecommended\n");
    if (nothing) {
        ce_output_printf(output, "  none: %s, so there is nothing to combine\n", nothing);
        return;
    }
    if (in->least_wanted > in->facts.microclusters) {
        ce_output_printf(output,
                         "  none: k = %zu, but the base clusterings tell only %zu groups "
                         "of objects apart\n",
                         in->least_wanted, in->facts.microclusters);
        return;
    }
    if (in->facts.agreement.chance)
        ce_output_text(output,
                       "  On average, two base clusterings agree no more than by chance, which no "
                       "data set of the\n  benchmark shows. Are the objects in one order in all of "
                       "them? The times below can be ten\n  times as long here.\n");
    if (ce_advice_has_missing(&in->facts))
        ce_output_text(output, "  Many labels are missing: ranks of ensembles with half of them "
                               "missing.\n");
    else if (in->facts.fixed)
        write_reading(output, &in->facts);
    else if (ce_advice_has_large_k(&in->facts))
        ce_output_printf(output, "  Each has %zu clusters or more: ranks of large k.\n",
                         in->facts.least);
    for (size_t i = 0; i < count; i++) {
        dear += (size_t)advice[i].dear;
        if (advice[i].why == CE_ADVICE_OTHER)
            continue;
        passed = named ? passed : dear;
        named++;
        ce_output_text(output, "  ");
        write_call(output, &advice[i], in);
        write_evidence(output, &in->facts, &advice[i]);
        write_reason(output, &advice[i], passed > 0);
    }
    if (dear)
        ce_output_printf(
            output,
            "  \"Passed over\" below are those of which another, whose rank differs by "
            "less than %.1f, takes\n  less than a tenth of the time or of the "
            "memory.\n",
            ce_advice_difference(&in->facts));
    if (!named)
        ce_output_text(output, "  none: no function fits; see clens-clusters(7), or make fewer "
                               "microclusters\n");
}

/* "  --data FILE --base-model FILE", what a function with constraints needs besides. */
static void write_needs(ce_output *output, const ce_descriptor *about)
{
    if (about->needs & CE_USES_DATA)
        ce_output_text(output, " --data DATA");
    if (about->needs & CE_USES_MODEL)
        ce_output_text(output, " --base-model MODEL");
}

static const char *what_it_keeps(const ce_descriptor *about)
{
    if (about->reads == CE_READS_DATA)
        return "makes its base clusterings from the data";
    if (about->needs & CE_USES_MODEL)
        return "keeps them in these base clusterings, if ce-generate lac --model MODEL made them";
    return "keeps them in these base clusterings";
}

/* Functions that take constraints. One that needs a model with weights is named for memberships:
 * labels are hardly ever made with one. */
static void write_constrained(ce_output *output, const advise_input *in)
{
    ce_output_text(output, "\nwith the constraints\n");
    for (size_t i = 0; ce_method_descriptors[i]; i++) {
        const ce_descriptor *about = ce_method_descriptors[i];
        int from_data = about->reads == CE_READS_DATA;
        if (!((about->needs | about->takes) & CE_USES_CONSTRAINTS) ||
            (about->needs & CE_USES_MODEL && !in->facts.soft))
            continue;
        ce_output_printf(output, "  %s\n    ce-consensus %s%s --constraints ", about->name,
                         about->name, from_data && !*in->k ? ADVISE_UNKNOWN_K : in->k);
        ce_output_shell(output, in->constraints);
        write_needs(output, about);
        ce_output_char(output, ' ');
        if (!from_data)
            write_format(output, in->cli->common);
        write_path(output, from_data ? "DATA" : in->path);
        ce_output_printf(output, "\n    %s\n", what_it_keeps(about));
    }
    if (in->contradictory)
        ce_output_printf(output,
                         "  %zu of those that cannot link contradict%s the others, and the call is "
                         "refused:\n  --infeasible count leaves %s out.\n",
                         in->contradictory, in->contradictory == 1 ? "s" : "",
                         in->contradictory == 1 ? "it" : "them");
    if (!in->facts.soft)
        ce_output_text(output, "  c-wbpa needs what ce-generate lac --membership --model makes.\n");
    ce_output_text(output, "  The other functions do not read constraints. ce-generate "
                           "--constraints makes base\n  clusterings that keep them; ce-score "
                           "--constraints counts those that a result violates.\n");
}

static void write_all(ce_output *output, const ce_advice *advice, size_t count)
{
    ce_output_printf(output, "\n%-22s %6s %6s %9s %9s\n", "function", "rank", "ARI", "time",
                     "memory");
    for (size_t i = 0; i < count; i++) {
        const ce_advice *a = &advice[i];
        char time[24], size[24], name[64], rank[24] = "-";
        write_time(time, a->seconds);
        write_size(size, a->bytes);
        snprintf(name, sizeof name, "%s%s%s", a->about->name, *a->evidence->options ? " " : "",
                 a->evidence->options);
        if (!isnan(a->rank))
            snprintf(rank, sizeof rank, "%.1f", a->rank);
        ce_output_printf(output, "%-22s %6s %6.2f %9s %9s%s%s%s\n", name, rank, a->ari, time, size,
                         !a->soft         ? ""
                         : isnan(a->rank) ? "  reads memberships"
                                          : "  reads memberships; rank and ARI of labels",
                         a->fits ? "" : "  does not fit", a->dear ? "  passed over" : "");
    }
}

/* What other base clusterings bring: with more clusters in each they follow groups of any shape.
 * Nothing where these have as many, or where that is no more than is asked for. */
static void write_larger(ce_output *output, const ce_ensemble_facts *f)
{
    size_t root = (size_t)fmin(sqrt(f->objects), CE_KMEANS_USUAL_ROOT);

    if (f->soft || root <= SMALL_ROOT || 2 * f->least >= root || f->wanted > root)
        return;
    ce_output_printf(output,
                     "\nBase clusterings of more clusters, such as the %zu to %zu that ce-generate "
                     "kmeans makes without -k,\nlet functions find clusters that k-means alone "
                     "does not see (clens-choosing(7)).\n",
                     root, 2 * root);
}

static void write_k_remarks(ce_output *output, const advise_input *in)
{
    const ce_ensemble_facts *f = &in->facts;

    if (f->fixed && !ce_advice_is_true_k(f) && !ce_advice_has_large_k(f))
        ce_output_text(output,
                       "\nThe benchmark has none with one such k: its order is a weaker guide "
                       "here.\n");
    write_larger(output, f);
    if (f->most < f->wanted)
        ce_output_printf(output,
                         "\nNo base clustering has %zu clusters. In the benchmark most ensembles "
                         "have one: its order is\na weaker guide here. voting, which needs one, "
                         "refuses it.\n",
                         f->wanted);
    if (in->without && f->most >= f->wanted)
        ce_output_printf(output,
                         "\nNo base clustering has k = %zu: voting, which needs one, refuses it.\n",
                         in->without);
    if (f->wanted > f->microclusters && in->least_wanted <= f->microclusters)
        ce_output_printf(output,
                         "\nThe base clusterings tell %zu groups of objects apart: a larger k is "
                         "refused.\n",
                         f->microclusters);
}

/* What a user should know before any function is run. */
static void write_remarks(ce_output *output, const advise_input *in)
{
    const ce_ensemble_facts *f = &in->facts;

    if (f->m < FEW_MEMBERS)
        ce_output_printf(output,
                         "\nThere %s only %zu base clustering%s; the benchmark has 30. More "
                         "of them make the result more certain.\n",
                         f->m == 1 ? "is" : "are", f->m, f->m == 1 ? "" : "s");
    if (!why_nothing(f) && in->least_wanted <= f->microclusters)
        write_k_remarks(output, in);
    if (f->soft)
        ce_output_printf(output,
                         "\nRanks are of the benchmark, which has labels. Functions without a rank "
                         "were compared on\n%d data sets with memberships, no others. Those that "
                         "do not read memberships take the\nmost likely clusters.\n",
                         ce_evidence_soft_sets);
    if (f->objects > (double)ce_advice_largest(f))
        ce_output_printf(output,
                         "\nThe benchmark has sets of up to %zu objects: its ranks are a weaker "
                         "guide for so many.\n",
                         ce_advice_largest(f));
    if ((double)f->unlabelled > MANY_UNLABELLED * (double)(f->n + f->unlabelled))
        ce_output_printf(output,
                         "\nThe %zu objects without any label get none. All objects of the "
                         "benchmark have labels.\n",
                         f->unlabelled);
    if (f->missing > MOST_MISSING)
        ce_output_text(output, "\nMost labels are missing. The benchmark has half of them missing: "
                               "its order is a weaker guide\nhere. Try several functions.\n");
}

int advise_write(const advise_input *in, const ce_advice *advice, size_t count, ce_error *err)
{
    ce_output *output = NULL;
    int rc = ce_output_open(&output, in->cli->common->output, err);

    if (rc)
        return rc;
    write_facts(output, in);
    write_recommended(output, in, advice, count);
    if (in->constraints)
        write_constrained(output, in);
    write_all(output, advice, count);
    write_remarks(output, in);
    if (!*in->k)
        ce_output_text(output,
                       "\nWithout -k, ce-consensus takes the k at which halves of the base "
                       "clusterings agree best. The times are\nthose of this search: about five "
                       "times that of one k where a function cuts a dendrogram, and up to\n450 "
                       "times else.\n");
    ce_output_text(output, "\nclens-choosing(7) explains these numbers, and how to choose k.\n");
    return ce_output_close(output, err);
}
