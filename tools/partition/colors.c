/* The colours of a threshold graph. */
#include "partition.h"

#include "core/labels.h"
#include "io/input.h"
#include "partition/coloring_matrix.h"

/* k: not looked at, colours are as many as it takes. */
int partition_cut_colors(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const partition_options *o = j->options;
    ce_partition vertices = {0}, *labels = j->vertex ? &vertices : partition;
    ce_error inner = {0};
    int rc = ce_coloring_matrix(j->vertex ? &j->merged : &j->matrix, o->input,
                                j->vertex ? j->size : j->objects, o->theta,
                                (ce_color_distance)o->distance_to, labels, &inner);

    (void)k;
    if (rc == CE_EINPUT)
        return ce_fail(err, CE_EINPUT, "%s: %.900s", ce_path_name(j->path), inner.text);
    if (rc)
        return ce_fail(err, (ce_status)rc, "%s", inner.text);
    ce_cli_detail(j->cli, "coloring: %zu vertices, %d colours", labels->n, labels->k);
    if (j->vertex)
        rc = ce_partition_expand(&vertices, j->vertex, j->matrix.n, partition, err);
    ce_partition_free(&vertices);
    return rc;
}
