/* The consensus functions by name. A new one is a line here, a file beside this one, and its declaration. */
#include "consensus/consensus.h"

#include <string.h>

/* name, summary, run, linkage, pairs; those that cut no dendrogram end with NO_TREE */
#define NO_TREE -1, CE_PAIRS

const ce_consensus_function ce_consensus_functions[] = {
    {"eac-al", "evidence accumulation: co-association, average linkage [Fred & Jain 2005]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_CA},
    {"eac-cl", "evidence accumulation: co-association, complete linkage [Fred & Jain 2005]", ce_consensus_linkage,
     CE_LINKAGE_COMPLETE, CE_PAIRS_CA},
    {"eac-sl", "evidence accumulation: co-association, single linkage [Fred & Jain 2005]", ce_consensus_linkage,
     CE_LINKAGE_SINGLE, CE_PAIRS_CA},
    {"hne", "CA-HNE: normalized edges of the co-association matrix, on objects [Li et al. 2007]", ce_consensus_hne, NO_TREE},
    {"cspa", "cluster-based similarity partitioning: the co-association graph, cut [Strehl & Ghosh 2002]", ce_consensus_cspa,
     NO_TREE},
    {"hgpa", "hypergraph of clusters, cut into balanced parts [Strehl & Ghosh 2002]", ce_consensus_hgpa, NO_TREE},
    {"mcla", "meta-clustering: clusters grouped by Jaccard index, objects compete [Strehl & Ghosh 2002]", ce_consensus_mcla,
     NO_TREE},
    {"hbgf", "hybrid bipartite graph of objects and clusters, cut [Fern & Brodley 2004]", ce_consensus_hbgf, NO_TREE},
    {"bgcm", "bipartite graph consensus maximization: objects and clusters near their means [Gao et al. 2009]", ce_consensus_bgcm, NO_TREE},
    {"voting", "plurality voting after matching clusters to a reference [Dudoit & Fridlyand 2003]", ce_consensus_voting, NO_TREE},
    {"mixture", "Latent-EM: a mixture of multinomials over labels [Topchy et al. 2005]", ce_consensus_mixture, NO_TREE},
    {"pta-al", "probability trajectories, average linkage [Huang et al. 2016]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_PTS},
    {"pta-cl", "probability trajectories, complete linkage [Huang et al. 2016]", ce_consensus_linkage,
     CE_LINKAGE_COMPLETE, CE_PAIRS_PTS},
    {"pta-sl", "probability trajectories, single linkage [Huang et al. 2016]", ce_consensus_linkage,
     CE_LINKAGE_SINGLE, CE_PAIRS_PTS},
    {"ptgp", "probability trajectories of microclusters to clusters, transfer cut [Huang et al. 2016]", ce_consensus_ptgp, NO_TREE},
    {"weac-al", "co-association weighted by crowd agreement (NCAI), average linkage [Huang et al. 2015]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_NCAI},
    {"weac-cl", "co-association weighted by crowd agreement (NCAI), complete linkage [Huang et al. 2015]", ce_consensus_linkage,
     CE_LINKAGE_COMPLETE, CE_PAIRS_NCAI},
    {"weac-sl", "co-association weighted by crowd agreement (NCAI), single linkage [Huang et al. 2015]", ce_consensus_linkage,
     CE_LINKAGE_SINGLE, CE_PAIRS_NCAI},
    {"weac-nm", "co-association weighted by normalized modularity, average linkage [Yousefnezhad & Zhang 2015]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_NM},
    {"gp-mgla", "multi-granularity links of objects and clusters, transfer cut [Huang et al. 2015]", ce_consensus_gp_mgla, NO_TREE},
    {"wct-al", "weighted connected triples, average linkage [Iam-On et al. 2011]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_WCT},
    {"wct-cl", "weighted connected triples, complete linkage [Iam-On et al. 2011]", ce_consensus_linkage,
     CE_LINKAGE_COMPLETE, CE_PAIRS_WCT},
    {"wct-sl", "weighted connected triples, single linkage [Iam-On et al. 2011]", ce_consensus_linkage,
     CE_LINKAGE_SINGLE, CE_PAIRS_WCT},
    {"srs-al", "SimRank of objects and clusters, average linkage [Iam-On et al. 2008]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_SRS},
    {"srs-cl", "SimRank of objects and clusters, complete linkage [Iam-On et al. 2008]", ce_consensus_linkage,
     CE_LINKAGE_COMPLETE, CE_PAIRS_SRS},
    {"srs-sl", "SimRank of objects and clusters, single linkage [Iam-On et al. 2008]", ce_consensus_linkage,
     CE_LINKAGE_SINGLE, CE_PAIRS_SRS},
    {"ecmc-al", "matrix completion, average linkage [Yi et al. 2012]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_ECMC},
    {"ecmc-cl", "matrix completion, complete linkage [Yi et al. 2012]", ce_consensus_linkage,
     CE_LINKAGE_COMPLETE, CE_PAIRS_ECMC},
    {"ecmc-sl", "matrix completion, single linkage [Yi et al. 2012]", ce_consensus_linkage,
     CE_LINKAGE_SINGLE, CE_PAIRS_ECMC},
    {"srw", "seeded random walks on the graph of nearest co-associations [Abdala et al. 2010]", ce_consensus_srw, NO_TREE},
    {"lwea", "locally weighted co-association, average linkage [Huang et al. 2018]", ce_consensus_linkage, CE_LINKAGE_AVERAGE,
     CE_PAIRS_LWCA},
    {"lwgp", "locally weighted bipartite graph, transfer cut [Huang et al. 2018]", ce_consensus_lwgp, NO_TREE},
    {"ecpcs-hc", "co-association after walks on the clusters, average linkage [Huang et al. 2021]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_ECA},
    {"ecpcs-mc", "meta-clusters of clusters after walks on them, objects compete [Huang et al. 2021]", ce_consensus_ecpcs_mc, NO_TREE},
    {"apmm", "EEAC: co-association by the most stable clusters, average linkage [Alizadeh et al. 2014]", ce_consensus_linkage,
     CE_LINKAGE_AVERAGE, CE_PAIRS_EEAC},
    {"smi", "co-association by the base clusterings of least SMI with the others, average linkage [Romano et al. 2014]", ce_consensus_smi,
     CE_LINKAGE_AVERAGE, CE_PAIRS_SMI},
    {"wspa", "weighted similarity partitioning: mean cosines of memberships, cut [Al-Razgan 2008]", ce_consensus_wspa, NO_TREE},
    {"wbpa", "weighted bipartite partitioning: hbgf with memberships on its edges [Al-Razgan 2008]", ce_consensus_wbpa, NO_TREE},
    {"wsbpa", "wbpa, then the nearest centroid by weight vectors of its parts; needs the data [Al-Razgan 2008]", ce_consensus_wsbpa,
     NO_TREE},
    {"c-wbpa", "wbpa of base clusterings in which constraints are kept; needs them, the data and a model [Al-Razgan 2008]", ce_consensus_c_wbpa,
     NO_TREE},
    {"cat-cspa", "wspa by the name that it has for categorical data [Al-Razgan 2008]", ce_consensus_wspa, NO_TREE},
    {"cat-cbpa", "wbpa by the name that it has for categorical data [Al-Razgan 2008]", ce_consensus_wbpa, NO_TREE},
    {"lac-coas", "the co-association matrix as data, k-means [Al-Razgan 2008]", ce_consensus_coas, NO_TREE},
    {"lac-wcoas", "mean cosines of memberships as data, k-means [Al-Razgan 2008]", ce_consensus_wcoas, NO_TREE},
    {"kmeans-coas", "lac-coas by the name that it has for ensembles of k-means [Al-Razgan 2008]", ce_consensus_coas, NO_TREE},
    {"gcons", "colours of the threshold graph at every threshold, best mean NMI; finds k itself [Elghazel et al. 2010]", ce_consensus_gcons,
     NO_TREE},
    {NULL, NULL, NULL, NO_TREE},
};

const ce_consensus_function *ce_consensus_find(const char *name)
{
    for (const ce_consensus_function *f = ce_consensus_functions; f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}
