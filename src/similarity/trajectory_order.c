#include <stdlib.h>

#include "core/memory.h"
#include "similarity/trajectory_walk.h"

/*
 * Nodes that link to those placed of late are candidates. The score of a candidate is the weight of
 * these links. It fades by a factor at each step, so that the last thirty nodes or so count. Below
 * FORGET the node is no longer a candidate.
 */
static const double FADE = .97, FORGET = .05;

typedef struct {
    size_t count;
    int32_t *node; /* candidates */
    double *score; /* n; 0: no candidate */
    char *placed;  /* n */
} candidates;

/* Fades all scores and drops the nodes that are placed or forgotten. Returns the best (the first of
 * equals), or -1. */
static int32_t best(candidates *c)
{
    int32_t found = -1;
    size_t kept = 0;

    for (size_t q = 0; q < c->count; q++) {
        int32_t i = c->node[q];
        c->score[i] *= FADE;
        if (c->placed[i] || c->score[i] < FORGET) {
            c->score[i] = 0;
            continue;
        }
        c->node[kept++] = i;
        if (found < 0 || c->score[i] > c->score[found])
            found = i;
    }
    c->count = kept;
    return found;
}

int ce_walk_order(const ce_similarity *weight, int32_t *node, ce_error *err)
{
    size_t n = weight->n, next = 0;
    candidates c = {0, ce_alloc(n, sizeof *c.node, err), ce_calloc(n, sizeof *c.score, err),
                    ce_calloc(n, 1, err)};
    int rc = c.node && c.score && c.placed ? CE_OK : CE_ENOMEM;

    for (size_t t = 0; t < n && !rc; t++) {
        int32_t i = best(&c);
        if (i < 0) {
            while (c.placed[next])
                next++;
            i = (int32_t)next;
        }
        node[t] = i;
        c.placed[i] = 1;
        for (size_t e = weight->row_start[i]; e < weight->row_start[i + 1]; e++) {
            int32_t j = weight->column[e];
            if (c.placed[j])
                continue;
            if (!(c.score[j] > 0))
                c.node[c.count++] = j;
            c.score[j] += weight->values[e];
        }
    }
    free(c.node);
    free(c.score);
    free(c.placed);
    return rc;
}
