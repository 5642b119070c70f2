/* ce-consensus: consensus functions by name, several methods and several k in one call. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/tool.h"
#include "consensus/consensus.h"
#include "core/memory.h"
#include "io/data_table.h"
#include "io/label_table.h"

struct options {
    ce_common common;
    int lifetime, with, objects, microclusters, leftover, tie, restarts, iterations, elite, steps, cap, average, nmi, rounds,
        completion_iterations, neighbours, edge_weight;
    double theta, beta, decay, certainty, low, high, penalty, growth, walk_beta, core, imbalance, cluster_weight;
    const char *confidence;
};

#define FIELD(name) offsetof(struct options, name)

#define PTS "pta-al pta-cl pta-sl ptgp"
#define WEAC "weac-al weac-cl weac-sl gp-mgla"
#define COMPLETE "eac-cl pta-cl weac-cl wct-cl srs-cl ecmc-cl"
#define ECMC "ecmc-al ecmc-cl ecmc-sl"

static const ce_option table[] = {
    {0, "lifetime", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(lifetime), NULL,
     "functions that cut a dendrogram: k by the longest lifetime in it, instead of -k"},
    {0, "with", CE_CHOICE, "TOOL", 0, 0, "metis|spectral", "metis", FIELD(with), "cspa mcla hbgf wbpa", "what cuts the graph"},
    {0, "cluster-weight", CE_REAL, "W", 0, 1e6, NULL, "1", FIELD(cluster_weight), "hbgf wbpa",
     "METIS: what a cluster vertex weighs in the balance, an object 1"},
    {0, "theta", CE_REAL, "T", 0, 0.999999, NULL, "0.3", FIELD(theta), "hne", "an edge where the co-association exceeds this"},
    {0, "leftover", CE_CHOICE, "WHAT", 0, 0, "keep|absorb", "keep", FIELD(leftover), "hne",
     "when the graph falls into more than k parts"},
    {0, "tie", CE_CHOICE, "RULE", 0, 0, "index|meansim", "index", FIELD(tie), "hne " COMPLETE,
     "among equally near pairs: the lowest indices, or the largest mean similarity"},
    {0, "microclusters", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(microclusters), "hne",
     "run on microclusters: an approximation, for large n"},
    {0, "objects", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(objects), NULL,
     "run on objects also where microclusters give the answer"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", FIELD(restarts), NULL, "random starts of mixture and of k-means on eigenvectors"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "200", FIELD(iterations), "mixture", "at most so many steps a start"},
    {0, "elite", CE_INTEGER, "K", 1, 2147483647, NULL, NULL, FIELD(elite), PTS,
     "elite neighbours of a microcluster; without it half the root of the number of microclusters"},
    {0, "steps", CE_INTEGER, "T", 1, 1e6, NULL, NULL, FIELD(steps), PTS " ecpcs-hc ecpcs-mc",
     "steps of the walk; without it as many as elite neighbours by default, 20 for ecpcs"},
    {0, "cap", CE_INTEGER, "N", 1, 2147483647, NULL, NULL, FIELD(cap), PTS, "at most so many elite neighbours and steps by default"},
    {0, "average", CE_CHOICE, "WHAT", 0, 0, "microclusters|objects", "microclusters", FIELD(average), "pta-al pta-cl",
     "what mean similarities count"},
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, "sqrt|max|sum|min|joint", "max", FIELD(nmi), WEAC, "what NMI is divided by"},
    {0, "beta", CE_REAL, "B", 1e-9, 1e3, NULL, "2", FIELD(beta), WEAC, "exponent of the crowd agreement"},
    {0, "decay", CE_REAL, "D", 1e-9, 1, NULL, "0.8", FIELD(decay), "wct-al wct-cl wct-sl srs-al srs-cl srs-sl",
     "how much the similarity of different clusters counts"},
    {0, "rounds", CE_INTEGER, "N", 1, 1e6, NULL, "5", FIELD(rounds), "srs-al srs-cl srs-sl", "rounds of SimRank"},
    {0, "low", CE_REAL, "L", 0, 1, NULL, "0.2", FIELD(low), ECMC, "co-associations up to L are taken as 0"},
    {0, "high", CE_REAL, "H", 0, 1, NULL, "0.8", FIELD(high), ECMC, "co-associations from H on are taken as 1"},
    {0, "penalty", CE_REAL, "C", 0, 1e9, NULL, "0", FIELD(penalty), ECMC, "weight of the errors; 0: 1 over the root of n"},
    {0, "growth", CE_REAL, "G", 1, 1e3, NULL, "1.5", FIELD(growth), ECMC, "of the step in each iteration; 1 goes to the minimum, slowly"},
    {0, "completion-iterations", CE_INTEGER, "N", 1, 1e6, NULL, "500", FIELD(completion_iterations), ECMC, "at most so many"},
    {0, "neighbours", CE_INTEGER, "N", 1, 2147483647, NULL, "10", FIELD(neighbours), "srw", "links of an object that are kept"},
    {0, "walk-beta", CE_REAL, "B", 1e-9, 100, NULL, "30", FIELD(walk_beta), "srw", "a link weighs exp(-B (1 - similarity))"},
    {0, "core", CE_REAL, "S", 1e-9, 1, NULL, "0.9", FIELD(core), "srw", "seeds are joined by similarities from S on"},
    {0, "certainty", CE_REAL, "T", 1e-9, 1e9, NULL, "0.4", FIELD(certainty), "lwea lwgp",
     "theta of the local weights: the larger, the less a cluster's uncertainty counts"},
    {0, "imbalance", CE_REAL, "B", 0.001, 49.999, NULL, "5", FIELD(imbalance), "hgpa",
     "each bisection keeps both halves within (50 +- B) %: UBfactor of hMETIS"},
    {0, "edge-weight", CE_CHOICE, "WHAT", 0, 0, "equal|size", "equal", FIELD(edge_weight), "hgpa",
     "of a cluster: all the same, or its objects"},
    {0, "confidence", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(confidence), NULL,
     "write how sure each object is of its cluster, from 0 to 1"},
};

/* The names come from the library's table. */
static void list_functions(ce_noun *noun)
{
    size_t count = 0;

    for (const ce_consensus_function *f = ce_consensus_functions; f->name; f++)
        noun[count++] = (ce_noun){f->name, f->summary};
    noun[count] = (ce_noun){NULL, NULL};
}

typedef struct {
    const ce_cli *cli;
    const struct options *options;
    ce_consensus_options how;
    ce_ensemble ensemble;
    const ce_label_table *in;
    ce_label_table out;
    ce_data_table confidence; /* when asked for */
    size_t column;            /* the next one of out */
} job;

/* One method at one k: a column of labels, and one of confidences. */
static int run(job *j, const ce_consensus_function *function, size_t k, ce_error *err)
{
    size_t n = j->in->labels.n, columns = j->out.labels.m;
    ce_partition result = {0};
    double *sure = NULL;
    char name[64];
    int rc = ce_consensus(&j->ensemble, function, &j->how, k, &result, err);

    if (rc)
        return rc;
    if ((size_t)result.k != k)
        ce_cli_note(j->cli, "%s: %d clusters, %zu asked for", function->name, result.k, k);
    snprintf(name, sizeof name, "%s.k%zu", function->name, k);
    j->out.labels.k[j->column] = result.k;
    for (size_t i = 0; i < n; i++)
        ce_labels_column(&j->out.labels, j->column)[i] = result.labels[i];
    if (!(j->out.name[j->column] = ce_strdup(name, err)))
        rc = CE_ENOMEM;
    if (!rc && j->options->confidence) {
        sure = ce_alloc(n, sizeof *sure, err);
        j->confidence.name[j->column] = ce_strdup(name, err);
        rc = sure && j->confidence.name[j->column]
                 ? ce_consensus_confidence(&j->in->labels, j->in->size, &result, sure, err)
                 : CE_ENOMEM;
        for (size_t i = 0; i < n && !rc; i++)
            j->confidence.values.values[i * columns + j->column] = sure[i];
    }
    j->column++;
    free(sure);
    ce_partition_free(&result);
    return rc;
}

static int tell(job *j, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(&j->ensemble, &micro, err);

    if (!rc)
        ce_cli_detail(j->cli, "%zu objects, %zu base clusterings with %zu clusters, %zu microclusters", j->ensemble.labels->n,
                      j->ensemble.labels->m, ce_labels_total(j->ensemble.labels), micro->count);
    return rc;
}

static int run_all(job *j, ce_error *err)
{
    const ce_int_list *ks = &j->options->common.k;
    size_t per_method = j->options->lifetime ? 1 : ks->count, columns = j->cli->nouns * per_method, k;
    const ce_progress *progress = ce_cli_progress(j->cli, "consensus");
    int rc = ce_label_table_alloc(&j->out, j->in->labels.n, columns, err);

    if (!rc && j->options->common.verbose)
        rc = tell(j, err);
    if (!rc && j->options->confidence)
        rc = ce_data_table_alloc(&j->confidence, j->in->labels.n, columns, err);
    for (size_t f = 0; f < j->cli->nouns && !rc; f++) {
        const ce_consensus_function *function = ce_consensus_find(j->cli->noun[f]);
        for (size_t v = 0; v < per_method && !rc; v++) {
            if (!j->options->lifetime) {
                k = (size_t)ks->value[v];
            } else {
                if ((rc = ce_consensus_lifetime(&j->ensemble, function, &j->how, &k, err)))
                    break;
                ce_cli_note(j->cli, "%s: k = %zu has the longest lifetime", function->name, k);
            }
            rc = run(j, function, k, err);
            ce_progress_report(progress, j->column, columns);
        }
    }
    if (!rc && j->ensemble.elite.n)
        ce_cli_detail(j->cli, "elite neighbours: K = %zu, T = %zu, %zu links", j->ensemble.elite.elite,
                      ce_ensemble_steps(&j->ensemble.elite, &j->how), j->ensemble.elite.weight.row_start[j->ensemble.elite.n] / 2);
    return rc;
}

static int write_all(job *j, ce_label_table *in, ce_error *err)
{
    const struct options *o = j->options;
    size_t left_out = j->ensemble.row ? in->labels.n - j->ensemble.labels->n : 0;
    int rc;

    if (left_out)
        ce_cli_note(j->cli, "objects without a label in any base clustering: %zu; they get NA", left_out);
    if (j->ensemble.completion.lost > 0)
        ce_cli_note(j->cli, "ecmc: objects left without similarity to any other: %.15g (see --penalty)", j->ensemble.completion.lost);
    if (o->confidence) {
        ce_text_column_move(&j->confidence.id, &in->id);
        if ((rc = ce_data_table_write(&j->confidence, o->confidence, o->common.delimiter, err)))
            return rc;
        ce_text_column_move(&in->id, &j->confidence.id);
    }
    ce_text_column_move(&j->out.id, &in->id);
    return ce_label_table_write(&j->out, o->common.output, o->common.delimiter, err);
}

static ce_consensus_options how(const struct options *o)
{
    return (ce_consensus_options){
        .with = (ce_cutter)o->with,
        .cluster_weight = o->cluster_weight,
        .objects = o->objects,
        .microclusters = o->microclusters,
        .hne = {o->theta, (ce_hne_leftover)o->leftover, (ce_hne_tie)o->tie},
        .tie_meansim = o->tie,
        .restarts = (size_t)o->restarts,
        .iterations = (size_t)o->iterations,
        .seed = o->common.seed,
        .similarity = {.elite = (size_t)o->elite,
                       .steps = (size_t)o->steps,
                       .cap = (size_t)o->cap,
                       .decay = o->decay,
                       .rounds = (size_t)o->rounds,
                       .completion = {.low = o->low, .high = o->high, .c = o->penalty, .growth = o->growth,
                                      .iterations = (size_t)o->completion_iterations},
                       .certainty = o->certainty},
        .count_objects = o->average,
        .nmi = (ce_normaliser)o->nmi,
        .beta = o->beta,
        .imbalance = o->imbalance,
        .edge_weight = (ce_hyperedge_weight)o->edge_weight,
        .walker = {.neighbours = (size_t)o->neighbours, .beta = o->walk_beta, .core = o->core},
    };
}

int main(int argc, char **argv)
{
    ce_noun nouns[64];
    const ce_tool tool = {
        .name = "ce-consensus",
        .summary = "Consensus functions: from a label table to one partition per method and k.",
        .operands = "[FILE]",
        .max_operands = 1,
        .nouns = nouns,
        .noun_list = 1,
        .options = table,
        .option_count = sizeof table / sizeof *table,
        .shared = CE_WITH_K | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_PROGRESS,
        .k_help = "clusters: 3, 2..20 or 2,5,9; a column for each",
    };
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_label_table in = {0};
    job j = {.cli = &cli, .options = &options, .in = &in};
    ce_table_format format;
    int rc;

    list_functions(nouns);
    ce_cli_parse(&cli, &tool, argc, argv, &options);
    if (!options.lifetime == !options.common.k.count)
        ce_cli_usage(&cli, options.lifetime ? "-k and --lifetime: one of them expected" : "-k K is needed (or --lifetime)");
    for (size_t f = 0; f < cli.nouns && options.lifetime; f++)
        if (ce_consensus_find(cli.noun[f])->linkage < 0)
            ce_cli_usage(&cli, "%s has no dendrogram: --lifetime needs a function that cuts one", cli.noun[f]);
    j.how = how(&options);
    format = ce_cli_format(&cli);
    if ((rc = ce_label_table_read(&in, ce_cli_operand(&cli, 0), &format, &err)) ||
        (rc = ce_ensemble_init(&j.ensemble, &in.labels, in.size, options.objects, &err)) || (rc = run_all(&j, &err)))
        goto done;
    rc = write_all(&j, &in, &err);
done:
    ce_ensemble_free(&j.ensemble);
    ce_label_table_free(&in);
    ce_label_table_free(&j.out);
    ce_data_table_free(&j.confidence);
    return ce_cli_end(&cli, rc, &err);
}
