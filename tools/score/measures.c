#include "score.h"

/* U: classes. V: clusters. H: entropy. I: mutual information. S, A, B: pairs together in both, in
 * U, in V. T: all pairs. */
static const ce_measure measures[] = {
    [CE_SCORE_NMI] = {"nmi", "mutual information I(U,V) / sqrt(H(U) H(V))"},
    [CE_SCORE_NMI_MAX] = {"nmi-max", "mutual information I(U,V) / max(H(U), H(V))"},
    [CE_SCORE_NMI_SUM] = {"nmi-sum", "mutual information 2 I(U,V) / (H(U) + H(V))"},
    [CE_SCORE_NMI_MIN] = {"nmi-min", "mutual information I(U,V) / min(H(U), H(V))"},
    [CE_SCORE_NMI_JOINT] = {"nmi-joint", "mutual information I(U,V) / H(U,V)"},
    [CE_SCORE_AMI] = {"ami", "adjusted mutual information (I - E[I]) / (max(H(U), H(V)) - E[I])"},
    [CE_SCORE_AMI_SQRT] = {"ami-sqrt",
                           "adjusted mutual information (I - E[I]) / (sqrt(H(U) H(V)) - E[I])"},
    [CE_SCORE_AMI_SUM] = {"ami-sum",
                          "adjusted mutual information (I - E[I]) / ((H(U) + H(V))/2 - E[I])"},
    [CE_SCORE_AMI_MIN] = {"ami-min",
                          "adjusted mutual information (I - E[I]) / (min(H(U), H(V)) - E[I])"},
    [CE_SCORE_SMI] = {"smi", "standardised mutual information (I - E[I]) / SD[I]"},
    [CE_SCORE_ARI] = {"ari", "adjusted Rand index (S - AB/T) / ((A + B)/2 - AB/T)"},
    [CE_SCORE_RAND] = {"rand",
                       "Rand index: share of the pairs that are together in both or apart in both"},
    [CE_SCORE_ERROR] = {"error", "1 - accuracy"},
    [CE_SCORE_ACCURACY] =
        {"accuracy",
         "share of the objects covered by the best one-to-one map between clusters and classes"},
    [CE_SCORE_PURITY] = {"purity", "share of the objects in the largest class of their cluster"},
    [CE_SCORE_INVERSE_PURITY] = {"inverse-purity",
                                 "share of the objects in the largest cluster of their class"},
    [CE_SCORE_VMEASURE] = {"vmeasure", "harmonic mean of homogeneity and completeness"},
    [CE_SCORE_HOMOGENEITY] = {"homogeneity", "1 - H(U|V) / H(U)"},
    [CE_SCORE_COMPLETENESS] = {"completeness", "1 - H(V|U) / H(V)"},
    [CE_SCORE_JACCARD] = {"jaccard", "Jaccard index of pairs S / (A + B - S)"},
    [CE_SCORE_FMI] = {"fmi", "Fowlkes-Mallows index S / sqrt(AB)"},
    [CE_SCORE_F] = {"f", "pairwise F: harmonic mean of the precision S/B and the recall S/A"},
    [CE_SCORE_ECS] = {"ecs",
                      "element-centric similarity: mean over the objects of n_ab / max(n_a, n_b)"},
    [CE_SCORE_VI] = {"vi", "variation of information H(U|V) + H(V|U) in nats; 0 is best"},
    [CE_SCORE_MI] = {"mi", "mutual information I(U,V) in nats"},
    [CE_SCORE_OBJECTS] = {"n", "number of objects that are counted"},
    [CE_SCORE_ERROR_UNCONSTRAINED] =
        {"error-unconstrained",
         "error of the objects that are in no constraint, with the best map for these"},
    [CE_SCORE_VIOLATED] = {"violated",
                           "number of constraints violated: must-violated + cannot-violated"},
    [CE_SCORE_MUST_VIOLATED] = {"must-violated", "number of must-links between two clusters"},
    [CE_SCORE_CANNOT_VIOLATED] = {"cannot-violated", "number of cannot-links inside a cluster"},
    [CE_SCORE_SILHOUETTE] = {"silhouette", "mean of (b - a) / max(a, b) over the objects"},
    [CE_SCORE_CH] = {"ch", "Calinski-Harabasz index (B / (k - 1)) / (W / (n - k))"},
    [CE_SCORE_DB] = {"db", "Davies-Bouldin index: mean over clusters of the largest "
                           "(S_c + S_e) / distance of the centroids; 0 is best"},
    [CE_SCORE_DUNN] = {"dunn",
                       "Dunn index: smallest distance between clusters / largest inside one"},
    [CE_SCORE_CONNECTIVITY] =
        {"connectivity",
         "sum of 1/r for each r-th nearest neighbour in another cluster; 0 is best"},
    [CE_SCORE_ANMI] = {"anmi", "mean NMI with the base clusterings"},
    [CE_SCORE_AARI] = {"aari", "mean adjusted Rand index with the base clusterings"},
    [CE_SCORE_AECS] = {"aecs", "mean element-centric similarity with the base clusterings"},
};

_Static_assert(sizeof measures / sizeof *measures == CE_SCORES, "every measure has a name");

ce_measures score_measures(void)
{
    return (ce_measures){measures, CE_SCORES};
}
