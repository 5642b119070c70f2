/*
 * Words of the field, and of other programs, for what has another name here. Only messages know
 * them: a word that is none of the names of a tool is answered with the name that it means.
 */
#include "cli/synonyms.h"

#include <ctype.h>
#include <stddef.h>
#include <strings.h>

typedef struct {
    const char *word, *name;
} meaning;

/* Nouns and measures. */
static const meaning meanings[] = {
    /* pictures */
    {"heatmap", "matrix"},
    {"heat-map", "matrix"},
    {"image", "matrix"},
    {"imshow", "matrix"},
    {"pheatmap", "matrix"},
    {"dendrogram", "tree"},
    {"points", "scatter"},
    {"scatterplot", "scatter"},
    {"line", "curve"},
    {"lines", "curve"},
    {"plot", "curve"},
    /* matrices and the methods that cut them */
    {"coassociation", "ca"},
    {"coassoc", "ca"},
    {"co-assoc", "ca"},
    {"co-association", "ca"},
    {"consensus", "ca"},
    {"consensus-matrix", "ca"},
    {"evidence", "ca"},
    {"simrank", "srs"},
    {"distance", "euclidean"},
    {"dist", "euclidean"},
    {"rbf", "gaussian"},
    {"coassociation", "eac-al"},
    {"co-association", "eac-al"},
    {"evidence", "eac-al"},
    {"evidence-accumulation", "eac-al"},
    {"consensusclusterplus", "eac-al"},
    {"hierarchical", "eac-al"},
    {"hclust", "eac-al"},
    {"agglomerative", "eac-al"},
    {"average", "eac-al"},
    {"avg", "eac-al"},
    {"dendrogram", "eac-al"},
    {"coassoc", "eac-al"},
    {"co-assoc", "eac-al"},
    {"average-linkage", "eac-al"},
    {"single", "eac-sl"},
    {"complete", "eac-cl"},
    {"eccms", "ec-cms"},
    {"ec_cms", "ec-cms"},
    {"self-enhancement", "ec-cms"},
    {"majority", "voting"},
    {"mv", "voting"},
    {"majority-voting", "voting"},
    {"majority-vote", "voting"},
    {"plurality", "voting"},
    {"cumulative", "cvote"},
    {"cumulative-voting", "cvote"},
    {"acv", "cvote"},
    {"rcv", "cvote"},
    {"urcv", "cvote"},
    {"clue", "se"},
    {"aos", "se"},
    {"soft-euclidean", "se"},
    {"least-squares", "se"},
    {"soft-least-squares", "se"},
    {"hard-euclidean", "he"},
    {"soft-manhattan", "sm"},
    {"hard-manhattan", "hm"},
    {"soft-voting", "dwh"},
    {"em", "mixture"},
    {"lca", "mixture"},
    {"bayes", "bce"},
    {"weighted-nmf", "wcc"},
    {"weighted-consensus", "wcc"},
    {"bayesian", "bce"},
    {"lda", "bce"},
    {"mixed-membership", "bce"},
    {"k-means", "kcc"},
    {"kmeans", "kcc"},
    {"bipartite", "hbgf"},
    {"hypergraph", "hgpa"},
    {"meta-clustering", "mcla"},
    {"hierarchical", "average"},
    {"hclust", "average"},
    {"agglomerative", "average"},
    {"upgma", "average"},
    {"avg", "average"},
    {"dendrogram", "average"},
    {"average-linkage", "average"},
    {"single-linkage", "single"},
    {"complete-linkage", "complete"},
    {"ncut", "spectral"},
    {"normalized-cut", "spectral"},
    {"gpmetis", "metis"},
    {"hmetis", "hypergraph"},
    {"walktrap", "random-walk"},
    /* base clusterings */
    {"hierarchical", "linkage"},
    {"avg", "linkage"},
    {"dendrogram", "linkage"},
    {"hclust", "linkage"},
    {"agglomerative", "linkage"},
    {"single", "linkage"},
    {"complete", "linkage"},
    {"average", "linkage"},
    {"ward", "linkage"},
    {"kohonen", "som"},
    {"self-organising-map", "som"},
    {"self-organizing-map", "som"},
    /* data */
    {"scale", "zscore"},
    {"standard", "zscore"},
    {"standardise", "zscore"},
    {"standardize", "zscore"},
    {"normalise", "zscore"},
    {"normalize", "zscore"},
    {"rescale", "minmax"},
    {"range", "minmax"},
    {"prcomp", "pca"},
    {"dummy", "onehot"},
    {"dummies", "onehot"},
    {"get-dummies", "onehot"},
    {"dropna", "drop-missing"},
    {"fillna", "impute"},
    {"select", "columns"},
    {"subset", "sample"},
    {"tfidf", "terms"},
    {"tf-idf", "terms"},
    {"circles", "rings"},
    {"gaussians", "blobs"},
    {"spirals", "two-spirals"},
    /* stability */
    {"delta", "area"},
    {"auc", "area"},
    {"items", "object"},
    {"item", "object"},
    {"ecdf", "cdf"},
    /* measures */
    {"adjusted-rand", "ari"},
    {"adjusted-rand-index", "ari"},
    {"adjusted_rand_score", "ari"},
    {"adjustedrandindex", "ari"},
    {"rand-index", "rand"},
    {"rand_score", "rand"},
    {"ri", "rand"},
    {"normalized_mutual_info_score", "nmi-sum"},
    {"adjusted_mutual_info_score", "ami-sum"},
    {"mutual_info_score", "mi"},
    {"v_measure_score", "vmeasure"},
    {"homogeneity_score", "homogeneity"},
    {"completeness_score", "completeness"},
    {"fowlkes_mallows_score", "fmi"},
    {"fowlkes-mallows", "fmi"},
    {"f1", "f"},
    {"f-measure", "f"},
    {"acc", "accuracy"},
    {"clustering-accuracy", "accuracy"},
    {"misclassification", "error"},
    {"error-rate", "error"},
};

/* Options of R, Python and their packages, of MATLAB and of Unix tools, in small letters with
 * dashes for underscores and points. */
static const meaning option_meanings[] = {
    {"random-state", "seed"},
    {"random-seed", "seed"},
    {"rng", "seed"},
    {"set-seed", "seed"},
    {"n-jobs", "threads"},
    {"ncores", "threads"},
    {"n-cores", "threads"},
    {"cores", "threads"},
    {"cpus", "threads"},
    {"nproc", "threads"},
    {"mc-cores", "threads"},
    {"num-threads", "threads"},
    {"n-clusters", "clusters"},
    {"nclusters", "clusters"},
    {"num-clusters", "clusters"},
    {"number-of-clusters", "clusters"},
    {"centers", "clusters"},
    {"nclust", "clusters"},
    {"maxk", "clusters"},
    {"max-k", "clusters"},
    {"n-estimators", "members"},
    {"n-members", "members"},
    {"ensemble-size", "members"},
    {"reps", "members"},
    {"n-init", "restarts"},
    {"nstart", "restarts"},
    {"replicates", "restarts"},
    {"max-iter", "iterations"},
    {"iter-max", "iterations"},
    {"maxiter", "iterations"},
    {"n-iter", "iterations"},
    {"max-iterations", "iterations"},
    {"eps", "tolerance"},
    {"epsilon", "tolerance"},
    {"sep", "delimiter"},
    {"separator", "delimiter"},
    {"field-separator", "delimiter"},
    {"fs", "delimiter"},
    {"col-names", "header"},
    {"no-header", "header"},
    {"colnames", "header"},
    {"index", "id"},
    {"index-col", "id"},
    {"row-names", "id"},
    {"rownames", "id"},
    {"ids", "id"},
    {"target", "class"},
    {"class-column", "class"},
    {"label-column", "class"},
    {"noise-label", "missing-words"},
    {"noise", "missing-words"},
    {"na", "missing-words"},
    {"na-strings", "missing-words"},
    {"na-values", "missing-words"},
    {"missing-values", "missing-words"},
    {"usecols", "columns"},
    {"cols", "columns"},
    {"precision", "digits"},
    {"float-format", "digits"},
    {"ground-truth", "truth"},
    {"labels-true", "truth"},
    {"reference", "truth"},
    {"measures", "scores"},
    {"metrics", "scores"},
    {"outfile", "output"},
    {"output-file", "output"},
    {"out-file", "output"},
    {"file", "output"},
    {"logfile", "log"},
    {"log-file", "log"},
    {"silent", "quiet"},
    {"frac", "share"},
    {"fraction", "share"},
    {"proportion", "share"},
    {"n-components", "components"},
    {"metric", "distance"},
    {"n-neighbors", "neighbours"},
    {"neighbors", "neighbours"},
    {"knn", "neighbours"},
    {"bandwidth", "sigma"},
    {"colormap", "palette"},
    {"cmap", "palette"},
    {"colors", "palette"},
    {"colours", "palette"},
    {"resolution", "pixels"},
    {"dpi", "pixels"},
    {"main", "title"},
    {"xlab", "x-label"},
    {"ylab", "y-label"},
    {"annotations", "bars"},
    {"must-link", "constraints"},
    {"cannot-link", "constraints"},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

const char *ce_synonym(const char *word, size_t *at)
{
    while (*at < COUNT(meanings)) {
        size_t i = (*at)++;
        if (!strcasecmp(word, meanings[i].word))
            return meanings[i].name;
    }
    return NULL;
}

/* Equal but for case, and for the sign between words. */
static int same_option(const char *word, const char *name)
{
    for (; *word && *name; word++, name++) {
        int c = *word == '_' || *word == '.' ? '-' : tolower((unsigned char)*word);
        if (c != *name)
            return 0;
    }
    return *word == *name;
}

const char *ce_option_synonym(const char *word, size_t *at)
{
    while (*at < COUNT(option_meanings)) {
        size_t i = (*at)++;
        if (same_option(word, option_meanings[i].word))
            return option_meanings[i].name;
    }
    return NULL;
}
