/* Labels of a block of objects by the clusterings of models. */
#include <math.h>
#include <stdlib.h>

#include "core/labels.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "generate/assigner_internal.h"
#include "kmeans/kmeans.h"
#include "kmeans/weighted_distance.h"

/* Objects that a thread labels at a time: their rows stay in the nearest cache. */
/* Objects that are compared with prototypes together, and those that a member labels before the
 * next one does: the tables of a U-SPEC member fill the caches. */
enum { TOGETHER = CE_WEIGHTED_MOST, TURN = 8 * TOGETHER };

/* What one thread needs. */
typedef struct {
    double *rows, *quads;   /* TOGETHER x the most features */
    void *work;             /* of fixed centres */
    int32_t *label;         /* TURN */
    unsigned char *missing; /* TOGETHER: the row at hand has a missing value */
} scratch;

static void scratch_free(scratch *s)
{
    free(s->rows);
    free(s->quads);
    free(s->work);
    free(s->label);
    free(s->missing);
}

static int scratch_alloc(scratch *s, const ce_assigner *a, ce_error *err)
{
    size_t features = 1, work = 0;

    for (size_t q = 0; q < a->members; q++) {
        const ce_assigner_member *m = &a->member[q];
        size_t own = m->fixed ? ce_fixed_centres_work(m->fixed) : 0;
        if (m->of && m->of->features > features)
            features = m->of->features;
        work = own > work ? own : work;
    }
    *s = (scratch){.rows = ce_alloc(TOGETHER, features * sizeof *s->rows, err),
                   .quads = ce_alloc(TOGETHER, features * sizeof *s->quads, err),
                   .work = ce_alloc(1, work, err),
                   .label = ce_alloc(TURN, sizeof *s->label, err),
                   .missing = ce_alloc(TOGETHER, sizeof *s->missing, err)};
    return s->rows && s->quads && s->work && s->label && s->missing ? CE_OK : CE_ENOMEM;
}

/* The features that a clustering sees of some objects. A row with a missing number becomes zeros.
 */
static void gather(const ce_assigner_member *m, const double *from, size_t wants, size_t count,
                   scratch *s)
{
    size_t features = m->of->features;

    for (size_t i = 0; i < count; i++, from += wants) {
        double *row = s->rows + i * features;
        int missing = 0;
        for (size_t f = 0; f < features; f++) {
            row[f] = from[m->place[f]];
            missing |= isnan(row[f]);
        }
        s->missing[i] = (unsigned char)missing;
        for (size_t f = 0; f < features && missing; f++)
            row[f] = 0;
    }
}

/* The prototype with most values equal to those of a row; ties: the first. -1: none has any. */
static int32_t likest(const ce_prototypes *of, const double *row)
{
    size_t most = 0;
    int32_t best = -1;

    for (size_t j = 0; j < of->count; j++) {
        const double *mode = of->value + j * of->features;
        size_t equal = 0;
        for (size_t f = 0; f < of->features; f++)
            equal += row[f] == mode[f];
        if (equal > most) {
            most = equal;
            best = (int32_t)j;
        }
    }
    return best;
}

/* Prototypes of `count` objects in s. */
static void find_prototypes(const ce_assigner_member *m, size_t count, scratch *s, int32_t *label)
{
    const ce_prototypes *of = m->of;
    const ce_matrix rows = {count, of->features, s->rows};

    if (m->fixed) {
        ce_fixed_centres_find(m->fixed, s->rows, count, s->work, label);
    } else if (of->weight) {
        ce_weighted_block_turn(&rows, 0, count, s->quads);
        ce_weighted_nearest(s->quads, count, of->features, of->value, of->weight, of->count, label);
    } else {
        for (size_t i = 0; i < count; i++)
            label[i] = likest(of, s->rows + i * of->features);
    }
}

/* from: the wanted values of `count` objects, at most TOGETHER. */
static void label_by_prototypes(const ce_assigner *a, const ce_assigner_member *m,
                                const double *from, size_t count, scratch *s, int32_t *label)
{
    gather(m, from, a->wants, count, s);
    find_prototypes(m, count, s, label);
    for (size_t i = 0; i < count; i++)
        label[i] = s->missing[i] || label[i] < 0 ? CE_MISSING : m->of->label[label[i]];
}

static int label_member(const ce_assigner *a, const ce_assigner_member *m,
                        const ce_row_block *block, size_t first, size_t count, scratch *s,
                        ce_error *err)
{
    const ce_numbers x = {
        .rows = block->count, .columns = a->wants, .width = a->wants, .values = block->values};

    if (m->left_out) {
        for (size_t i = 0; i < count; i++)
            s->label[i] = CE_MISSING;
        return CE_OK;
    }
    if (m->labeller)
        return ce_uspec_labeller_find(m->labeller, &x, first, count, s->label, err);
    for (size_t at = 0; at < count; at += TOGETHER)
        label_by_prototypes(a, m, block->values + (first + at) * a->wants,
                            count - at < TOGETHER ? count - at : TOGETHER, s, s->label + at);
    return CE_OK;
}

static int label_some(const ce_assigner *a, const ce_row_block *block, size_t first, size_t count,
                      scratch *s, int32_t *labels, ce_error *err)
{
    int rc = CE_OK;

    for (size_t q = 0; q < a->members && !rc; q++) {
        rc = label_member(a, &a->member[q], block, first, count, s, err);
        for (size_t i = 0; i < count && !rc; i++)
            labels[(first + i) * a->members + q] = s->label[i];
    }
    return rc;
}

static size_t count_incomplete(const ce_assigner *a, const ce_row_block *block)
{
    size_t incomplete = 0;

#pragma omp parallel for schedule(static) reduction(+ : incomplete)
    for (size_t i = 0; i < block->count; i++) {
        int missing = 0;
        for (size_t w = 0; w < a->wants; w++)
            missing |= isnan(block->values[i * a->wants + w]);
        incomplete += (size_t)missing;
    }
    return incomplete;
}

int ce_assigner_label(ce_assigner *assigner, const ce_row_block *block, int32_t *labels,
                      ce_error *err)
{
    int rc = CE_OK;

    assigner->incomplete += count_incomplete(assigner, block);
#pragma omp parallel
    {
        ce_error failure = {0};
        scratch s;
        int own = scratch_alloc(&s, assigner, &failure);

#pragma omp for schedule(dynamic)
        for (size_t first = 0; first < block->count; first += TURN)
            if (!own)
                own = label_some(assigner, block, first,
                                 block->count - first < TURN ? block->count - first : TURN, &s,
                                 labels, &failure);
        if (own) {
#pragma omp critical(ce_assigner)
            rc = ce_fail(err, own, "%s", failure.text);
        }
        scratch_free(&s);
    }
    return rc;
}
