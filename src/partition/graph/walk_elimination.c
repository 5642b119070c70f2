#include "partition/graph/walk_elimination.h"

#include "core/parallel.h"

/* to += share * from, for count values. */
CE_HOT static void add_share(double *to, const double *from, double share, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] += share * from[i];
}

/* The weight of the links of v to the vertices before it and to the regions. */
static double weight_of(const double *links, const double *exits, size_t v, size_t n, size_t k)
{
    double sum = 0;

    for (size_t u = 0; u < v; u++)
        sum += links[v * n + u];
    for (size_t c = 0; c < k; c++)
        sum += exits[v * k + c];
    return sum;
}

void ce_walk_eliminate(double *links, double *exits, size_t n, size_t k)
{
    /* From the last vertex down: the links of v to those before it are then final. */
    for (size_t v = n; v-- > 1;) {
        const double *row = links + v * n, *out = exits + v * k;
        double total = weight_of(links, exits, v, n, k);
#pragma omp parallel for schedule(static) if (v > 256)
        for (size_t u = 0; u < v; u++) {
            double share = row[u] / total;
            if (!(share > 0))
                continue;
            add_share(links + u * n, row, share, v);
            links[u * n + u] = 0; /* from u to v and back: no step */
            add_share(exits + u * k, out, share, k);
        }
    }
    for (size_t v = 0; v < n; v++) {
        double *out = exits + v * k, total = weight_of(links, exits, v, n, k);
        for (size_t u = 0; u < v; u++)
            if (links[v * n + u] > 0)
                add_share(out, exits + u * k, links[v * n + u], k);
        for (size_t c = 0; c < k; c++)
            out[c] /= total;
    }
}
