/* The consensus functions by name. A new one is a line here, a file beside this one, and its declaration. */
#include "consensus/consensus.h"

#include <string.h>

const ce_consensus_function ce_consensus_functions[] = {
    {"eac-sl", "evidence accumulation, single linkage of the co-association matrix [Fred & Jain 2005]", ce_consensus_eac,
     CE_LINKAGE_SINGLE},
    {"eac-al", "evidence accumulation, average linkage [Fred & Jain 2005]", ce_consensus_eac, CE_LINKAGE_AVERAGE},
    {"eac-cl", "evidence accumulation, complete linkage [Fred & Jain 2005]", ce_consensus_eac, CE_LINKAGE_COMPLETE},
    {"hne", "CA-HNE: normalized edges of the co-association matrix, on objects [Li et al. 2007]", ce_consensus_hne, -1},
    {"cspa", "cluster-based similarity partitioning: the co-association graph, cut [Strehl & Ghosh 2002]", ce_consensus_cspa, -1},
    {"mcla", "meta-clustering: clusters grouped by Jaccard index, objects compete [Strehl & Ghosh 2002]", ce_consensus_mcla, -1},
    {"hbgf", "hybrid bipartite graph of objects and clusters, cut [Fern & Brodley 2004]", ce_consensus_hbgf, -1},
    {"voting", "plurality voting after matching clusters to a reference [Dudoit & Fridlyand 2003]", ce_consensus_voting, -1},
    {"mixture", "Latent-EM: a mixture of multinomials over labels [Topchy et al. 2005]", ce_consensus_mixture, -1},
    {NULL, NULL, NULL, -1},
};

const ce_consensus_function *ce_consensus_find(const char *name)
{
    for (const ce_consensus_function *f = ce_consensus_functions; f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}
