/* ce-consensus: consensus functions and systems by name, several methods and several k in one call.
 * What a call does is in the folder consensus/. */
#include <string.h>

#include "consensus/job.h"
#include "consensus/systems.h"

#define FIELD(name) offsetof(consensus_options, name)

#define PTS "pta-al pta-cl pta-sl ptgp"
#define WEAC "weac-al weac-cl weac-sl gp-mgla"
#define COMPLETE "eac-cl pta-cl weac-cl wct-cl srs-cl ecmc-cl"
#define WEIGHTED "wspa wbpa wsbpa c-wbpa cat-cspa cat-cbpa"
#define ECMC "ecmc-al ecmc-cl ecmc-sl"
#define SYSTEMS "wsce wocce penta"

static const ce_option table[] = {
    {0, "lifetime", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(lifetime), NULL,
     "functions that cut a dendrogram: k by the longest lifetime in it, instead of -k"},
    {0, "with", CE_CHOICE, "TOOL", 0, 0, "metis|spectral", "metis", FIELD(with),
     "cspa mcla hbgf " WEIGHTED " penta", "what cuts the graph"},
    {0, "cluster-weight", CE_REAL, "W", 0, 1e6, NULL, "0", FIELD(cluster_weight),
     "hbgf wbpa wsbpa c-wbpa cat-cbpa penta",
     "METIS: what a cluster vertex weighs in the balance, an object 1"},
    {0, "theta", CE_REAL, "T", 0, 0.999999, NULL, "0.3", FIELD(theta), "hne",
     "an edge where the co-association exceeds this"},
    {0, "leftover", CE_CHOICE, "WHAT", 0, 0, "keep|absorb", "keep", FIELD(leftover), "hne",
     "when the graph falls into more than k parts"},
    {0, "tie", CE_CHOICE, "RULE", 0, 0, "index|meansim", "index", FIELD(tie), "hne " COMPLETE,
     "among equally near pairs: the lowest indices, or the largest mean similarity"},
    {0, "microclusters", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(microclusters), "hne",
     "run on microclusters: an approximation, for large n"},
    {0, "objects", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(objects), NULL,
     "run on objects also where microclusters give the answer"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", FIELD(restarts), NULL,
     "random starts of mixture, of k-means on eigenvectors and of coas"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, NULL, FIELD(iterations), "mixture wsce",
     "at most so many steps a start of mixture, and of k-means in wsce; without it 200"},
    {0, "elite", CE_INTEGER, "K", 1, 2147483647, NULL, NULL, FIELD(elite), PTS,
     "elite neighbours of a microcluster; without it half the root of the number of microclusters"},
    {0, "steps", CE_INTEGER, "T", 1, 1e6, NULL, NULL, FIELD(steps), PTS " ecpcs-hc ecpcs-mc",
     "steps of the walk; without it as many as elite neighbours by default, 20 for ecpcs"},
    {0, "cap", CE_INTEGER, "N", 1, 2147483647, NULL, NULL, FIELD(cap), PTS,
     "at most so many elite neighbours and steps by default"},
    {0, "average", CE_CHOICE, "WHAT", 0, 0, "microclusters|objects", "microclusters",
     FIELD(average), "pta-al pta-cl", "what mean similarities count"},
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, "sqrt|max|sum|min|joint", "max", FIELD(nmi), WEAC,
     "what NMI is divided by"},
    {0, "beta", CE_REAL, "B", 1e-9, 1e3, NULL, "2", FIELD(beta), WEAC,
     "exponent of the crowd agreement"},
    {0, "decay", CE_REAL, "D", 1e-9, 1, NULL, "0.8", FIELD(decay),
     "wct-al wct-cl wct-sl srs-al srs-cl srs-sl",
     "how much the similarity of different clusters counts"},
    {0, "rounds", CE_INTEGER, "N", 0, 1e6, NULL, NULL, FIELD(rounds), "srs-al srs-cl srs-sl penta",
     "rounds of SimRank, without it 5; of penta at most, without it 50"},
    {0, "low", CE_REAL, "L", 0, 1, NULL, "0.2", FIELD(low), ECMC,
     "co-associations up to L are taken as 0"},
    {0, "high", CE_REAL, "H", 0, 1, NULL, "0.8", FIELD(high), ECMC,
     "co-associations from H on are taken as 1"},
    {0, "penalty", CE_REAL, "C", 0, 1e9, NULL, "0", FIELD(penalty), ECMC,
     "weight of the errors; 0: 1 over the root of n"},
    {0, "growth", CE_REAL, "G", 1, 1e3, NULL, "1.5", FIELD(growth), ECMC,
     "of the step in each iteration; 1 goes to the minimum, slowly"},
    {0, "completion-iterations", CE_INTEGER, "N", 1, 1e6, NULL, "500", FIELD(completion_iterations),
     ECMC, "at most so many"},
    {0, "neighbours", CE_INTEGER, "N", 1, 2147483647, NULL, "10", FIELD(neighbours),
     "srw weac-nm wsce", "links of an object that are kept: its nearest ones"},
    {0, "walk-beta", CE_REAL, "B", 1e-9, 100, NULL, "30", FIELD(walk_beta), "srw",
     "a link weighs exp(-B (1 - similarity))"},
    {0, "core", CE_REAL, "S", 1e-9, 1, NULL, "0.9", FIELD(core), "srw",
     "seeds are joined by similarities from S on"},
    {0, "certainty", CE_REAL, "T", 1e-9, 1e9, NULL, "0.4", FIELD(certainty), "lwea lwgp",
     "theta of the local weights: the larger, the less a cluster's uncertainty counts"},
    {0, "index", CE_CHOICE, "INDEX", 0, 0, "apmm|max", "apmm", FIELD(index), "apmm",
     "of the stability of clusters"},
    {0, "share", CE_REAL, "S", 1e-9, 1, NULL, "0.5", FIELD(share), "apmm",
     "of the clusters, the most stable, that are kept"},
    {0, "at-least", CE_REAL, "T", 0, 1, NULL, NULL, FIELD(at_least), "apmm",
     "keep the clusters with a stability from T on instead"},
    {0, "keep", CE_REAL, "S", 1e-9, 1, NULL, "0.5", FIELD(keep), "smi",
     "of the base clusterings, those that agree least with the others, that are kept"},
    {0, "imbalance", CE_REAL, "B", 0.001, 49.999, NULL, "5", FIELD(imbalance), "hgpa",
     "each bisection keeps both halves within (50 +- B) %: UBfactor of hMETIS"},
    {0, "edge-weight", CE_CHOICE, "WHAT", 0, 0, "equal|size", "equal", FIELD(edge_weight), "hgpa",
     "of a cluster: all the same, or its objects"},
    {0, "anchor", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(anchor), "bgcm",
     "the base clustering with k clusters that agrees best with the others is taken as known"},
    {0, "alpha", CE_REAL, "A", 1e-9, 1e9, NULL, "2", FIELD(alpha), "bgcm",
     "what knowing weighs, a label 1; with --anchor"},
    {0, "propagations", CE_INTEGER, "N", 1, 1e6, NULL, "40", FIELD(propagations), "bgcm",
     "turns between clusters and objects; with --anchor"},
    {0, "distance-to", CE_CHOICE, "HOW", 0, 0, "mean|rows|sum|max", "mean", FIELD(distance_to),
     "gcons",
     "of an object to a colour: over its objects, its microclusters, all pairs of objects, or the "
     "farthest"},
    {0, "trace", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(trace), "gcons penta",
     "write what gcons tried: theta, colours, phi, and which was chosen; the pairs that penta "
     "added in each round"},
    {0, "constraints", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(constraints), "c-wbpa penta",
     "pairs of objects that must or cannot link"},
    {0, "infeasible", CE_CHOICE, "WHAT", 0, 0, "stop|count", "stop", FIELD(infeasible),
     "c-wbpa penta",
     "constraints that no k clusters can keep: refuse them, or keep what can be kept and count the "
     "others"},
    {0, "loose", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(loose), "c-wbpa penta",
     "the parts of the graph as they are cut, constraints not enforced on them"},
    {0, "inv-h", CE_TEXT, "LIST", 0, 0, NULL, "1,3,5,7,10", FIELD(inv_h), "penta",
     "1/h of each component, at least 3"},
    {0, "top", CE_INTEGER, "N", 1, 1e6, NULL, "5", FIELD(top), "penta",
     "must-links and cannot-links that a component gets in a round, at most so many of each"},
    {0, "data", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(data), "wsbpa c-wbpa weac-nm",
     "the data table that the base clusterings were made of"},
    {0, "weights", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(weights), "weac-nm",
     "weights of the base clusterings, as ce-weigh writes them, instead of --data"},
    {0, "base-model", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(base_model), "wsbpa c-wbpa",
     "their centroids and weights (ce-generate lac --model)"},
    {0, "model", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(model), "wsbpa",
     "write the centroids and weights of the result"},
    {0, "raw", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(raw), SYSTEMS,
     "features as given, not standardised"},
    {'m', "members", CE_INTEGER, "M", 1, 1e6, NULL, "20", FIELD(members), "wocce",
     "base clusterings to take for each k"},
    {0, "independence", CE_REAL, "I", 0, 1, NULL, "0.2", FIELD(independence), "wocce",
     "a result is taken from this mean independence of those taken from its algorithm on"},
    {0, "diversity", CE_REAL, "D", 0, 1, NULL, "0.05", FIELD(diversity), "wocce",
     "and from this diversity on, 1 - A3 over all taken"},
    {0, "tries", CE_INTEGER, "N", 1, 1e6, NULL, "20", FIELD(tries), "wocce",
     "results that may be refused in a row"},
    {0, "components", CE_TEXT, "D", 0, 0, NULL, NULL, FIELD(components), "wsce",
     "principal components that take the place of the features: so many, or a share with a point "
     "such as 0.2"},
    {0, "unweighted", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(unweighted), "wsce",
     "every base clustering counts the same"},
    {0, "dense", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(dense), "wsce",
     "the graph of all pairs, not of nearest neighbours"},
    {0, "sigma", CE_REAL, "S", 0, 1e300, NULL, "0", FIELD(sigma), "wsce",
     "width of the affinity; 0: for each object the mean distance to its neighbours"},
    {0, "printed", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(printed), "wsce",
     "the formulas as they are printed; needs --sigma"},
    {0, "base", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(base), SYSTEMS,
     "write the base clusterings here, a label table"},
    {0, "base-weights", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(base_weights), "wsce",
     "write their weights here, as ce-weigh does"},
    {0, "confidence", CE_TEXT, "FILE", 0, 0, NULL, NULL, FIELD(confidence), NULL,
     "write how sure each object is of its cluster, from 0 to 1"},
};

/* The names come from the library's tables. */
static void list_names(ce_noun *noun)
{
    size_t count = 0;

    for (const ce_consensus_function *f = ce_consensus_functions; f->name; f++)
        noun[count++] = (ce_noun){f->name, f->summary};
    for (const ce_system *s = ce_systems; s->name; s++)
        noun[count++] = (ce_noun){s->name, s->summary};
    noun[count] = (ce_noun){NULL, NULL};
}

static ce_consensus_options how(const ce_cli *cli, const consensus_options *o)
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
                       .completion = {.low = o->low,
                                      .high = o->high,
                                      .c = o->penalty,
                                      .growth = o->growth,
                                      .iterations = (size_t)o->completion_iterations},
                       .certainty = o->certainty,
                       .selected = {.index = (ce_stability_index)o->index,
                                    .share = o->share,
                                    .by_value = ce_cli_given(cli, "at-least"),
                                    .at_least = o->at_least}},
        .count_objects = o->average,
        .nmi = (ce_normaliser)o->nmi,
        .beta = o->beta,
        .imbalance = o->imbalance,
        .edge_weight = (ce_hyperedge_weight)o->edge_weight,
        .walker = {.neighbours = (size_t)o->neighbours, .beta = o->walk_beta, .core = o->core},
        .loose = o->loose,
        .anchor = o->anchor,
        .alpha = o->alpha,
        .propagations = (size_t)o->propagations,
        .keep = o->keep,
        .color_distance = (ce_color_distance)o->distance_to,
    };
}

/* What the option table cannot say: of functions, */
static void check_functions(const ce_cli *cli, const consensus_options *o)
{
    size_t need_k = 0;

    for (size_t f = 0; f < cli->nouns; f++)
        need_k += !ce_consensus_finds_k(ce_consensus_find(cli->noun[f]));
    if (!need_k && (o->lifetime || o->common.k.count))
        ce_cli_usage(cli, "%s finds the number of clusters itself: no %s", cli->noun[0],
                     o->lifetime ? "--lifetime" : "-k");
    if (need_k && !o->lifetime == !o->common.k.count)
        ce_cli_usage(cli, o->lifetime ? "-k and --lifetime: one of them expected"
                                      : "-k K is needed (or --lifetime)");
    if (ce_cli_given(cli, "share") && ce_cli_given(cli, "at-least"))
        ce_cli_usage(
            cli, "--share and --at-least both say which clusters to keep: one of them expected");
    if (ce_cli_given(cli, "rounds") && !o->rounds)
        ce_cli_usage(cli, "--rounds '0', a whole number from 1 to 1e+06 expected");
    for (size_t f = 0; f < cli->nouns; f++) {
        const ce_consensus_function *function = ce_consensus_find(cli->noun[f]);
        if (o->lifetime && function->linkage < 0 && !ce_consensus_finds_k(function))
            ce_cli_usage(cli, "%s has no dendrogram: --lifetime needs a function that cuts one",
                         cli->noun[f]);
        if (!strcmp(cli->noun[f], "wsbpa") && (!o->data || !o->base_model))
            ce_cli_usage(cli, "wsbpa needs --data FILE and --base-model FILE: what the base "
                              "clusterings were made of, and their model");
        if (!strcmp(cli->noun[f], "c-wbpa") && (!o->constraints || !o->data || !o->base_model))
            ce_cli_usage(cli, "c-wbpa needs --constraints FILE, --data FILE and --base-model FILE: "
                              "what the base clusterings were made of, and their model");
        if (!strcmp(cli->noun[f], "weac-nm") && !o->weights && !o->data)
            ce_cli_usage(cli, "weac-nm needs --weights FILE, or --data FILE to compute them");
        if (!strcmp(cli->noun[f], "weac-nm") && o->weights && o->data && !o->base_model)
            ce_cli_usage(cli, "--weights and --data: weac-nm expects one of them");
    }
}

/* and of systems, where any name is one. */
static void check_systems(const ce_cli *cli, const consensus_options *o)
{
    static const char *const of_functions[] = {"lifetime", "objects", "restarts"},
                             *const of_constraints[] = {"infeasible", "loose"};
    const char *data = ce_cli_operand(cli, 0);

    for (size_t f = 0; f < cli->nouns; f++)
        if (!ce_system_find(cli->noun[f]) != !ce_system_find(cli->noun[0]))
            ce_cli_usage(cli, "%s and %s do not go together: one reads data, the other labels",
                         cli->noun[0], cli->noun[f]);
    for (size_t i = 0; i < sizeof of_functions / sizeof *of_functions; i++)
        if (ce_cli_given(cli, of_functions[i]))
            ce_cli_usage(cli, "--%s does not go with %s, which reads data", of_functions[i],
                         cli->noun[0]);
    for (size_t i = 0; i < sizeof of_constraints / sizeof *of_constraints && !o->constraints; i++)
        if (ce_cli_given(cli, of_constraints[i]))
            ce_cli_usage(cli, "--%s goes with --constraints", of_constraints[i]);
    if (o->constraints && !strcmp(o->constraints, "-") && (!data || !strcmp(data, "-")))
        ce_cli_usage(cli, "--constraints and FILE are both standard input");
    if (!o->common.k.count)
        ce_cli_usage(cli, "-k K is needed");
    if (cli->nouns > 1 && (o->base || o->base_weights))
        ce_cli_usage(cli, "--%s goes with one system, not %zu", o->base ? "base" : "base-weights",
                     cli->nouns);
    if (o->printed && !(o->sigma > 0))
        ce_cli_usage(
            cli,
            "--printed needs --sigma S above 0: the affinity as printed has no width of its own");
    if (o->dense && ce_cli_given(cli, "neighbours"))
        ce_cli_usage(cli, "--dense takes all pairs: no --neighbours with it");
    if (o->unweighted && o->base_weights)
        ce_cli_usage(cli, "--unweighted and --base-weights do not go together");
}

static int any_system(const ce_cli *cli)
{
    for (size_t f = 0; f < cli->nouns; f++)
        if (ce_system_find(cli->noun[f]))
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    ce_noun nouns[128];
    const ce_tool tool = {
        .name = "ce-consensus",
        .summary = "Consensus functions, from base clusterings, and systems, from data, to one "
                   "partition per method and k.",
        .operands = "[FILE]",
        .max_operands = 1,
        .names = nouns,
        .noun_list = 1,
        .options = CE_OPTIONS(table, consensus_options),
        .shared = CE_WITH_K | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_PROGRESS,
        .k_help = "clusters: 3, 2..20 or 2,5,9; a column for each",
    };
    consensus_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_consensus_options functions;
    int rc;

    list_names(nouns);
    ce_cli_parse(&cli, &tool, argc, argv, &options);
    if (options.trace && !strcmp(options.trace, "-") &&
        (!options.common.output || !strcmp(options.common.output, "-")))
        ce_cli_usage(&cli, "--trace and the labels both on standard output");
    if (any_system(&cli)) {
        check_systems(&cli, &options);
        rc = consensus_systems(&cli, &options, &err);
    } else {
        check_functions(&cli, &options);
        functions = how(&cli, &options);
        rc = consensus_functions(&cli, &options, &functions, &err);
    }
    return ce_cli_end(&cli, rc, &err);
}
