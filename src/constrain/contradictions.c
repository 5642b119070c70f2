#include <inttypes.h>
#include <stdlib.h>

#include "constrain/chunklets_internal.h"
#include "core/memory.h"

/* The must-links as a graph, and the search through it. */
typedef struct {
    size_t *start;  /* n + 1 */
    int32_t *other; /* the objects that each one must link to */
    int32_t *step;  /* n: links from where the search began; -1: not reached */
    int32_t *queue; /* n: objects in the order in which they were reached */
    size_t reached;
} chain_search;

static int begin_search(chain_search *s, const ce_constraints *constraints, ce_error *err)
{
    size_t n = constraints->n, must = ce_constraints_count(constraints, CE_MUST_LINK);

    s->start = ce_calloc(n + 2, sizeof *s->start, err);
    s->other = ce_alloc(2 * must, sizeof *s->other, err);
    s->step = ce_alloc(n, sizeof *s->step, err);
    s->queue = ce_alloc(n, sizeof *s->queue, err);
    if (!s->start || !s->other || !s->step || !s->queue)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        s->step[i] = -1;
    /* Rows are counted two places on and summed. Then start[i + 1] is where the next object of row
     * i goes, and in the end where row i + 1 begins. */
    for (size_t c = 0; c < constraints->count; c++)
        if (constraints->pair[c].link == CE_MUST_LINK) {
            s->start[constraints->pair[c].i + 2]++;
            s->start[constraints->pair[c].j + 2]++;
        }
    for (size_t i = 2; i < n + 2; i++)
        s->start[i] += s->start[i - 1];
    for (size_t c = 0; c < constraints->count; c++)
        if (constraints->pair[c].link == CE_MUST_LINK) {
            int32_t i = constraints->pair[c].i, j = constraints->pair[c].j;
            s->other[s->start[i + 1]++] = j;
            s->other[s->start[j + 1]++] = i;
        }
    return CE_OK;
}

static void end_search(chain_search *s)
{
    free(s->start);
    free(s->other);
    free(s->step);
    free(s->queue);
}

/* Sets the steps of `to` and of all objects nearer to `from` than it is. Both are in one component.
 */
static void search(chain_search *s, int32_t from, int32_t to)
{
    for (size_t q = 0; q < s->reached; q++)
        s->step[s->queue[q]] = -1;
    s->queue[0] = from;
    s->reached = 1;
    s->step[from] = 0;
    for (size_t q = 0; s->step[to] < 0; q++) {
        int32_t at = s->queue[q];
        for (size_t e = s->start[at]; e < s->start[at + 1]; e++) {
            int32_t next = s->other[e];
            if (s->step[next] >= 0)
                continue;
            s->step[next] = s->step[at] + 1;
            s->queue[s->reached++] = next;
        }
    }
}

/* Appends the chain from i to j at chain[*used]. Each step goes to the lowest object that is one
 * step nearer. */
static int add_chain(chain_search *s, int32_t i, int32_t j, int32_t **chain, size_t *capacity,
                     size_t *used, ce_error *err)
{
    size_t length;
    int rc = CE_OK;

    search(s, j, i);
    length = (size_t)s->step[i] + 1;
    if (*used + length > *capacity &&
        (rc = ce_memory_check(*used + length, 2, sizeof **chain, "the list of all chains",
                              "a file with fewer of them", err)))
        return rc;
    if ((rc = ce_grow(chain, capacity, *used + length, sizeof **chain, err)))
        return rc;
    for (int32_t at = i, best; ; at = best) {
        (*chain)[(*used)++] = at;
        if (at == j)
            return CE_OK;
        best = -1;
        for (size_t e = s->start[at]; e < s->start[at + 1]; e++)
            if (s->step[s->other[e]] == s->step[at] - 1 && (best < 0 || s->other[e] < best))
                best = s->other[e];
    }
}

static int is_contradiction(const ce_chunklets *chunklets, const ce_constraint *pair)
{
    int32_t vertex = chunklets->of[pair->i];

    return pair->link == CE_CANNOT_LINK && vertex >= 0 && vertex == chunklets->of[pair->j];
}

static int refuse(const ce_constraint *pair, ce_error *err)
{
    return ce_fail(err, CE_EINPUT,
                   "objects %" PRId32 " and %" PRId32 " cannot link, but must-links join them",
                   pair->i + 1, pair->j + 1);
}

/* Lists `count` contradictions, of which constraint `first` is the first. */
static int list(ce_contradictions *found, const ce_chunklets *chunklets,
                const ce_constraints *constraints, size_t count, size_t first, ce_error *err)
{
    chain_search s = {0};
    size_t used = 0, capacity = 0;
    int rc = begin_search(&s, constraints, err);

    if (rc)
        goto done;
    found->constraint = ce_alloc(count, sizeof *found->constraint, err);
    found->start = ce_calloc(count + 1, sizeof *found->start, err);
    rc = found->constraint && found->start ? CE_OK : CE_ENOMEM;
    for (size_t c = first; found->count < count && !rc; c++) {
        const ce_constraint *pair = &constraints->pair[c];
        if (!is_contradiction(chunklets, pair))
            continue;
        found->constraint[found->count++] = c;
        rc = add_chain(&s, pair->i, pair->j, &found->chain, &capacity, &used, err);
        found->start[found->count] = used;
    }
done:
    if (rc)
        ce_contradictions_free(found);
    end_search(&s);
    return rc;
}

int ce_contradictions_find(ce_contradictions *found, const ce_chunklets *chunklets,
                           const ce_constraints *constraints, ce_error *err)
{
    size_t count = 0, first = 0, most = found ? found->most : 0;

    ce_contradictions_free(found);
    for (size_t c = constraints->count; c-- > 0;)
        if (is_contradiction(chunklets, &constraints->pair[c])) {
            count++;
            first = c;
        }
    if (!count)
        return CE_OK;
    if (!found)
        return refuse(&constraints->pair[first], err);
    return list(found, chunklets, constraints, most && most < count ? most : count, first, err);
}

void ce_contradictions_free(ce_contradictions *found)
{
    if (!found)
        return;
    free(found->constraint);
    free(found->start);
    free(found->chain);
    *found = (ce_contradictions){0};
}
