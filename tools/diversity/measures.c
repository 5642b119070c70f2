#include "diversity.h"

/* P_i, P_j: base clusterings. P: the consensus. ar: adjusted Rand index. */
static const ce_measure measures[] = {
    [CE_D_NMI] = {"d-nmi", "mean of 1 - NMI(P_i,P_j) over the pairs of base clusterings"},
    [CE_D_ENTROPY] = {"entropy",
                      "mean over the pairs of objects of -(p log2 p + (1-p) log2 (1-p)), p how "
                      "often they are together"},
    [CE_D_P] = {"d-p", "mean of 1 - ar(P_i,P_j) over the pairs of base clusterings"},
    [CE_D_ECS] = {"ecs", "mean of the element-centric similarity over the pairs: an agreement"},
    [CE_D_IC] = {"ic", "inconsistency coefficient, 1 / the mean of ecs over all ordered pairs, a "
                       "base clustering and itself too"},
    [CE_D_NP1] = {"d-np1", "mean of 1 - ar(P_i,P) over the base clusterings"},
    [CE_D_NP2] = {"d-np2", "standard deviation of 1 - ar(P_i,P) over the base clusterings"},
    [CE_D_ARI] = {"d-ari", "(1 - d-np1 + d-np2) / 2"},
    [CE_D_NP4] = {"d-np4", "d-np2 / d-np1"},
    [CE_D_ANMI] = {"anmi",
                   "mean of NMI(P_i,P) over the base clusterings: an agreement, not a diversity"},
    [CE_D_AARI] = {"aari", "mean of ar(P_i,P), 1 - d-np1"},
    [CE_D_AECS] = {"aecs", "mean of the element-centric similarity of P_i and P"},
};

_Static_assert(sizeof measures / sizeof *measures == CE_DIVERSITY_MEASURES,
               "every measure has a name");

ce_measures diversity_measures(void)
{
    return (ce_measures){measures, CE_DIVERSITY_MEASURES};
}
