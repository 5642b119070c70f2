/*
 * Words of the field, and of other programs, for what has another name here. Only messages know
 * them: a word that is none of the names of a tool is answered with the name that it means.
 */
#include "cli/synonyms.h"

#include <stddef.h>
#include <strings.h>

static const struct {
    const char *word, *name;
} meaning[] = {
    /* pictures */
    {"heatmap", "matrix"},
    {"heat-map", "matrix"},
    {"image", "matrix"},
    {"imshow", "matrix"},
    {"pheatmap", "matrix"},
    {"points", "scatter"},
    {"scatterplot", "scatter"},
    {"line", "curve"},
    {"lines", "curve"},
    {"plot", "curve"},
    /* matrices and the methods that cut them */
    {"coassociation", "ca"},
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
    {"average-linkage", "eac-al"},
    {"single", "eac-sl"},
    {"complete", "eac-cl"},
    {"majority", "voting"},
    {"majority-voting", "voting"},
    {"majority-vote", "voting"},
    {"plurality", "voting"},
    {"cumulative", "cvote"},
    {"cumulative-voting", "cvote"},
    {"acv", "cvote"},
    {"rcv", "cvote"},
    {"urcv", "cvote"},
    {"em", "mixture"},
    {"lca", "mixture"},
    {"k-means", "kcc"},
    {"kmeans", "kcc"},
    {"bipartite", "hbgf"},
    {"hypergraph", "hgpa"},
    {"meta-clustering", "mcla"},
    {"hierarchical", "average"},
    {"hclust", "average"},
    {"agglomerative", "average"},
    {"upgma", "average"},
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
    {"misclassification", "error"},
    {"error-rate", "error"},
};

const char *ce_synonym(const char *word, size_t *at)
{
    while (*at < sizeof meaning / sizeof *meaning) {
        size_t i = (*at)++;
        if (!strcasecmp(word, meaning[i].word))
            return meaning[i].name;
    }
    return NULL;
}
