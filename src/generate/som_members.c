#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "generate/som_internal.h"

void ce_som_ensemble_free(ce_som_ensemble *ensemble)
{
    if (!ensemble)
        return;
    for (size_t q = 0; ensemble->map && q < ensemble->maps; q++)
        ce_som_free(&ensemble->map[q]);
    for (size_t q = 0; ensemble->member && q < ensemble->members; q++)
        free(ensemble->member[q].label);
    free(ensemble->map);
    free(ensemble->member);
    *ensemble = (ce_som_ensemble){0};
}

/* The place of the least value (ties: the first). NaN is larger than any. */
static size_t least(const double *index, size_t count)
{
    size_t best = 0;

    for (size_t q = 1; q < count; q++)
        if (index[q] < index[best] || (isnan(index[best]) && !isnan(index[q])))
            best = q;
    return best;
}

/* Members from the clusterings of the last map for `count` values of k. All clusterings go into
 * columns q, q + 1 .., with choose only the best one into column q. */
static int take(const ce_som_ensemble_options *o, const int *k, size_t count, size_t q,
                ce_labels *labels, ce_som_ensemble *e, ce_error *err)
{
    const ce_som *map = &e->map[e->maps - 1];
    ce_som_cluster_options clusters = o->clusters;
    ce_labels found = {0};
    double *index = ce_alloc(count, sizeof *index, err);
    int32_t *unit = ce_alloc(count, map->units * sizeof *unit, err);
    size_t first, last;
    int rc = CE_ENOMEM;

    clusters.stream = q * (o->choose ? o->k_count : 1);
    if (index && unit)
        rc = ce_som_cluster(map, k, count, &clusters, &found, unit, index, err);
    if (rc)
        goto done;
    first = o->choose ? least(index, count) : 0;
    last = o->choose ? first + 1 : count;
    for (size_t from = first; from < last; from++, q++) {
        size_t bytes = map->units * sizeof *unit;
        int32_t *label = ce_alloc(map->units, sizeof *label, err);
        memcpy(ce_labels_column(labels, q), ce_labels_column(&found, from),
               found.n * sizeof *found.labels);
        labels->k[q] = found.k[from];
        e->member[q] = (ce_som_member){
            e->maps - 1, clusters.by == CE_SOM_UNITS ? map->units : (size_t)k[from], index[from],
            label};
        if (!label) {
            rc = CE_ENOMEM;
            break;
        }
        memcpy(label, unit + from * map->units, bytes);
    }
done:
    ce_labels_free(&found);
    free(index);
    free(unit);
    return rc;
}

static int train(const ce_matrix *x, const ce_som_ensemble_options *o, size_t member,
                 ce_som_ensemble *e, const ce_progress *progress, ce_error *err)
{
    ce_som_options map = o->map;

    map.member = member;
    return ce_som_train(x, &map, &e->map[e->maps++], progress, err);
}

static int draw_members(const ce_matrix *x, const ce_som_ensemble_options *o, ce_labels *labels,
                        ce_som_ensemble *e, const ce_progress *progress, ce_error *err)
{
    int chance = o->map.online || o->map.init == CE_SOM_RANDOM, rc = CE_OK;
    gsl_rng *rng = ce_random_alloc(o->clusters.seed, CE_STREAM_MEMBER, 0, err);

    if (!rng)
        return CE_ENOMEM;
    for (size_t q = 0; q < o->members && !rc; q++) {
        const int *k = o->k;
        if (chance || q == 0)
            rc = train(x, o, q, e, o->members > 1 && chance ? NULL : progress, err);
        if (rc)
            break;
        if (!o->choose && o->k_count > 0) {
            /* no clustering draws from this stream */
            ce_random_set(rng, o->clusters.seed, CE_STREAM_PARTITION, UINT32_MAX - q);
            k += ce_random_below(rng, o->k_count);
        }
        rc = take(o, k, o->choose ? o->k_count : 1, q, labels, e, err);
        if (o->members > 1 && chance)
            ce_progress_report(progress, q + 1, o->members);
    }
    gsl_rng_free(rng);
    return rc;
}

int ce_generate_som(const ce_matrix *x, const ce_som_ensemble_options *options, ce_labels *labels,
                    ce_som_ensemble *ensemble, const ce_progress *progress, ce_error *err)
{
    size_t count = options->clusters.by == CE_SOM_UNITS ? 1 : options->k_count,
           members = options->members;
    int rc;

    if (members == 0)
        members = options->choose ? 1 : count;
    ce_som_ensemble_free(ensemble);
    if ((rc = ce_labels_alloc(labels, x->rows, members, err)))
        return rc;
    ensemble->map = ce_calloc(members, sizeof *ensemble->map, err);
    ensemble->member = ce_calloc(members, sizeof *ensemble->member, err);
    ensemble->members = members;
    if (!ensemble->map || !ensemble->member)
        rc = CE_ENOMEM;
    else if (options->members)
        rc = draw_members(x, options, labels, ensemble, progress, err);
    else
        rc = train(x, options, 0, ensemble, progress, err);
    if (!rc && !options->members)
        rc = take(options, options->k, count, 0, labels, ensemble, err);
    if (rc) {
        ce_labels_free(labels);
        ce_som_ensemble_free(ensemble);
    }
    return rc;
}
