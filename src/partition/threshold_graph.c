#include "partition/threshold_graph.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "partition/linkage/fractions.h"

/* If s is a whole multiple of 1/q, s q is compared with theta q. theta q is rounded when it is
 * whole but for rounding, so 9 of 30 are not more than 0.3. */
typedef struct {
    double q, limit;
} threshold;

static threshold threshold_for(const ce_similarity *s, double theta, size_t multiple_of)
{
    size_t q = multiple_of ? multiple_of : ce_common_denominator(s, CE_DENOMINATOR_LIMIT);
    threshold t = {(double)q, q ? theta * (double)q : theta};

    if (q && fabs(t.limit - rint(t.limit)) <= 1e-9)
        t.limit = rint(t.limit);
    return t;
}

static int is_edge(threshold t, double s)
{
    return t.q > 0 ? rint(s * t.q) > t.limit : s > t.limit;
}

/* Counts the edges (graph->neighbour NULL) or stores them. fill: n counts, or n places where the
 * next neighbour goes. i ascends, and j ascends for each i, so every row comes out ascending. */
static void each_edge(ce_threshold_graph *graph, const ce_similarity *s, threshold t, size_t *fill)
{
    for (size_t i = 0; i < s->n; i++) {
        const double *value =
            s->row_start ? s->values + s->row_start[i] : s->values + ce_packed_index(s->n, i, i);
        size_t count = s->row_start ? s->row_start[i + 1] - s->row_start[i] : s->n - i;

        for (size_t e = 0; e < count; e++) {
            size_t j = s->row_start ? (size_t)s->column[s->row_start[i] + e] : i + e;
            if (j <= i || !is_edge(t, value[e]))
                continue;
            if (graph->neighbour) {
                graph->neighbour[fill[i]] = (int32_t)j;
                graph->neighbour[fill[j]] = (int32_t)i;
            }
            fill[i]++;
            fill[j]++;
        }
    }
}

int ce_threshold_graph_build(ce_threshold_graph *graph, const ce_similarity *s, double theta,
                             size_t multiple_of, ce_error *err)
{
    threshold t;
    size_t *fill = NULL, n = s->n;
    int rc = CE_OK;

    ce_threshold_graph_free(graph);
    if (!(theta >= 0 && theta < 1))
        return ce_fail(err, CE_EARG, "theta %g: at least 0 and below 1 expected", theta);
    t = threshold_for(s, theta, multiple_of);
    fill = ce_calloc(n, sizeof *fill, err);
    graph->row_start = ce_calloc(n + 1, sizeof *graph->row_start, err);
    if (!fill || !graph->row_start) {
        rc = CE_ENOMEM;
        goto done;
    }
    graph->n = n;
    each_edge(graph, s, t, fill);
    for (size_t i = 0; i < n; i++) {
        graph->row_start[i + 1] = graph->row_start[i] + fill[i];
        fill[i] = graph->row_start[i];
    }
    graph->neighbour = ce_alloc(graph->row_start[n], sizeof *graph->neighbour, err);
    if (!graph->neighbour)
        rc = CE_ENOMEM;
    else
        each_edge(graph, s, t, fill);
done:
    free(fill);
    if (rc)
        ce_threshold_graph_free(graph);
    return rc;
}

int ce_threshold_graph_components(const ce_threshold_graph *graph, ce_partition *partition,
                                  ce_error *err)
{
    int32_t *open = ce_alloc(graph->n, sizeof *open, err);
    size_t waiting = 0;
    int rc = open ? ce_partition_alloc(partition, graph->n, err) : CE_ENOMEM;

    for (size_t i = 0; i < graph->n && !rc; i++)
        partition->labels[i] = -1;
    for (size_t i = 0; i < graph->n && !rc; i++) {
        if (partition->labels[i] >= 0)
            continue;
        partition->labels[i] = partition->k;
        for (open[waiting++] = (int32_t)i; waiting;) {
            size_t a = (size_t)open[--waiting];
            for (size_t e = graph->row_start[a]; e < graph->row_start[a + 1]; e++) {
                int32_t b = graph->neighbour[e];
                if (partition->labels[b] >= 0)
                    continue;
                partition->labels[b] = partition->k;
                open[waiting++] = b;
            }
        }
        partition->k++;
    }
    free(open);
    return rc;
}

void ce_threshold_graph_free(ce_threshold_graph *graph)
{
    if (!graph)
        return;
    free(graph->row_start);
    free(graph->neighbour);
    *graph = (ce_threshold_graph){0};
}
