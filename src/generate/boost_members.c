#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/boost.h"

typedef struct {
    const ce_matrix *x;
    const ce_boost_ensemble_options *options;
    ce_labels *labels;
    ce_boost_member *member;
    int threads; /* inside one member */
} ensemble;

void ce_boost_members_free(ce_boost_member *member, size_t members)
{
    for (size_t q = 0; member && q < members; q++)
        ce_boost_free(&member[q].boost);
    free(member);
}

static int run_member(void *state, size_t q, ce_error *err)
{
    const ensemble *e = state;
    const ce_boost_ensemble_options *o = e->options;
    ce_boost_member *member = &e->member[q];
    ce_boost_options boost = o->boost;
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, q, err);
    int rc;

    if (!rng)
        return CE_ENOMEM;
    member->asked = boost.k = (size_t)o->k[o->members ? ce_random_below(rng, o->k_count) : q];
    rc = ce_boost(e->x, &boost, rng, e->threads, &member->boost, err);
    gsl_rng_free(rng);
    if (rc)
        return rc;
    memcpy(ce_labels_column(e->labels, q), member->boost.result.labels,
           e->labels->n * sizeof(int32_t));
    e->labels->k[q] = member->boost.result.k;
    if (!o->keep_bases)
        ce_labels_free(&member->boost.bases);
    return CE_OK;
}

int ce_generate_boost(const ce_matrix *x, const ce_boost_ensemble_options *options,
                      ce_labels *labels, ce_boost_member **member, const ce_progress *progress,
                      ce_error *err)
{
    size_t members = options->members ? options->members : options->k_count;
    int threads = ce_threads(), side_by_side = members < (size_t)threads ? 1 : threads;
    ensemble e = {
        .x = x, .options = options, .labels = labels, .threads = side_by_side > 1 ? 1 : threads};
    int rc = ce_labels_alloc(labels, x->rows, members, err);

    *member = NULL;
    if (rc)
        return rc;
    e.member = ce_calloc(members, sizeof *e.member, err);
    rc = CE_ENOMEM;
    if (e.member)
        rc = ce_each(members, side_by_side, run_member, &e, progress, err);
    if (rc) {
        ce_boost_members_free(e.member, members);
        ce_labels_free(labels);
        return rc;
    }
    *member = e.member;
    return CE_OK;
}
