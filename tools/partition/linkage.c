/* single, complete, average, ward: the merges of hierarchical clustering. */
#include "partition/linkage/linkage.h"
#include "partition.h"

typedef struct {
    partition_tree tree;
    double height;
    int lifetime, input, tie;
} linkage_options;

#define LINKAGE_ROWS \
    {0, \
     "height", \
     CE_REAL, \
     "H", \
     0, \
     0, \
     NULL, \
     NULL, \
     offsetof(linkage_options, height), \
     NULL, \
     "instead of -k: clusters whose members join at distance H or below"}, \
        {0, \
         "lifetime", \
         CE_FLAG, \
         NULL, \
         0, \
         0, \
         NULL, \
         NULL, \
         offsetof(linkage_options, lifetime), \
         NULL, \
         "instead of -k: the number of clusters with the longest lifetime"}, \
        PARTITION_ROWS_TREE(linkage_options), PARTITION_ROW_INPUT(linkage_options)

static const ce_option rows[] = {LINKAGE_ROWS};
static const ce_option complete_rows[] = {LINKAGE_ROWS,
                                          CE_ROW_COMPLETE_TIE(linkage_options, tie, "meansim")};

static int check(const partition_job *j)
{
    const linkage_options *o = j->options;
    int by_height = ce_cli_given(j->cli, "height");

    if (by_height + o->lifetime + (j->tool->common.k.count > 0) > 1)
        ce_cli_usage(j->cli, "-k, --height or --lifetime: only one of them");
    return by_height || o->lifetime;
}

static int check_ward(const partition_job *j)
{
    const linkage_options *o = j->options;
    int says_which = check(j);

    if (o->input != CE_INPUT_DISTANCE)
        ce_cli_usage(j->cli, "Ward's method needs Euclidean distances: --input distance");
    return says_which;
}

static int grow(partition_job *j, ce_linkage_method method, ce_error *err)
{
    const linkage_options *o = j->options;

    return ce_linkage_ordered(&j->matrix, o->input == CE_INPUT_DISTANCE, j->objects, NULL, method,
                              ce_cli_step(j->cli), &j->tree, err);
}

static int grow_single(partition_job *j, ce_error *err)
{
    return grow(j, CE_LINKAGE_SINGLE, err);
}

static int grow_complete(partition_job *j, ce_error *err)
{
    const linkage_options *o = j->options;

    return grow(j, ce_linkage_complete_by((ce_complete_tie)o->tie), err);
}

static int grow_average(partition_job *j, ce_error *err)
{
    return grow(j, CE_LINKAGE_AVERAGE, err);
}

static int grow_ward(partition_job *j, ce_error *err)
{
    return grow(j, CE_LINKAGE_WARD, err);
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const linkage_options *o = j->options;
    double lifetime = 0;

    if (!k && !o->lifetime)
        return ce_dendrogram_cut_height(&j->tree, o->height, partition, err);
    if (!k) {
        k = ce_dendrogram_lifetime(&j->tree, &lifetime);
        ce_cli_detail(j->cli, "%zu clusters live from one merge to the next for %g of distance", k,
                      lifetime);
    }
    return ce_dendrogram_cut(&j->tree, k, partition, err);
}

/* What all linkages do alike. grow: the step that makes the tree. */
#define LINKAGE_STEPS(grow) \
    .check = check, .beside = partition_tree_file, .read = partition_read_pairs, .prepare = grow, \
    .cut = cut, .write = partition_write_tree

const partition_method partition_single = {
    .about = {.name = "single",
              .summary = "single linkage: the distance of the nearest pair",
              .about = "The two clusters whose nearest objects are nearest merge first. It finds "
                       "clusters of any shape, and chains of objects join what they touch. On a "
                       "co-association matrix it is evidence accumulation with single linkage.",
              .reads = CE_READS_MATRIX,
              .takes = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, linkage_options)},
    LINKAGE_STEPS(grow_single),
};

const partition_method partition_complete = {
    .about = {.name = "complete",
              .summary = "complete linkage: the distance of the farthest pair",
              .about = "The two clusters whose farthest objects are nearest merge first. It makes "
                       "clusters of small diameter. Co-association matrices have many equal "
                       "entries, and then --tie matters.",
              .reads = CE_READS_MATRIX,
              .takes = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(complete_rows, linkage_options)},
    LINKAGE_STEPS(grow_complete),
};

const partition_method partition_average = {
    .about = {.name = "average",
              .summary = "average linkage: the mean distance of all pairs",
              .about =
                  "The two clusters with the smallest mean distance over all pairs of objects, "
                  "one in each, merge first. On a co-association matrix it is evidence "
                  "accumulation with average linkage.",
              .reads = CE_READS_MATRIX,
              .takes = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, linkage_options)},
    LINKAGE_STEPS(grow_average),
};

const partition_method partition_ward = {
    .about = {.name = "ward",
              .summary = "Ward's method: the increase of the sum of squares (Euclidean distances "
                         "only)",
              .about = "The two clusters whose union adds least to the sum of squared distances "
                       "from the centres merge first. It makes round clusters of similar size. "
                       "It needs Euclidean distances, so --input distance.",
              .reads = CE_READS_MATRIX,
              .takes = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, linkage_options)},
    .check = check_ward,
    .beside = partition_tree_file,
    .read = partition_read_pairs,
    .prepare = grow_ward,
    .cut = cut,
    .write = partition_write_tree,
};
