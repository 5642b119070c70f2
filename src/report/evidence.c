#include "report/evidence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_rng.h>

#include "core/compare.h"
#include "core/memory.h"
#include "core/microclusters.h"
#include "core/random.h"
#include "io/input.h"
#include "plot/groups.h"
#include "plot/scarce.h"
#include "report/spread_rows.h"
#include "score/agreement.h"
#include "score/element_centric.h"
#include "score/stability.h"

/* So many label comparisons of pairs are done for the consensus of all objects. */
#define MOST_PAIRS 4e10

/* So many labels are looked up for the consistency of objects: about half a minute. */
#define MOST_LOOKED_UP 2e10

/* The consensus with every cluster is kept of so many objects and clusters. */
#define MOST_EVERY 4e5

void ce_evidence_free(ce_evidence *e)
{
    if (!e)
        return;
    ce_diversity_free(&e->diversity);
    ce_score_table_free(&e->scores);
    ce_by_k_free(&e->by_k);
    ce_sure_members_free(&e->sure);
    free(e->nmi);
    free(e->ari);
    free(e->anmi);
    free(e->aari);
    free(e->internal);
    ce_silhouettes_free(&e->widths);
    free(e->sample);
    free(e->rank);
    free(e->number);
    free(e->row);
    ce_trust_free(&e->trust);
    free(e->size);
    free(e->ecc);
    *e = (ce_evidence){0};
}

double ce_evidence_margin(const ce_evidence *e, size_t entry)
{
    return e->trust.own[entry] - e->trust.next[entry];
}

/* ---- members ---- */

static int compare_members(ce_evidence *e, const ce_page_input *input, ce_error *err)
{
    const ce_label_table *members = input->members;
    size_t m = members->labels.m, results = input->results->labels.m;
    int rc;

    e->nmi = ce_alloc(m, sizeof *e->nmi, err);
    e->ari = ce_alloc(m, sizeof *e->ari, err);
    e->anmi = ce_alloc(results, sizeof *e->anmi, err);
    e->aari = ce_alloc(results, sizeof *e->aari, err);
    if (!e->nmi || !e->ari || !e->anmi || !e->aari)
        return CE_ENOMEM;
    rc = ce_diversity_compute(
        &e->diversity, &members->labels, members->size, &input->results->labels, CE_NMI_SQRT,
        CE_DIVERSITY_NMI | CE_DIVERSITY_ARI | CE_DIVERSITY_ECS, input->progress, err);
    if (rc)
        return rc;
    ce_agreement_mean_with_others(e->diversity.agreement.nmi, m, e->nmi);
    ce_agreement_mean_with_others(e->diversity.agreement.ari, m, e->ari);
    for (size_t r = 0; r < results; r++) {
        e->anmi[r] = ce_diversity_value(&e->diversity, CE_D_ANMI, r);
        e->aari[r] = ce_diversity_value(&e->diversity, CE_D_AARI, r);
    }
    return CE_OK;
}

/* ---- the chosen result ---- */

double ce_evidence_worth(const ce_evidence *e, size_t r)
{
    return e->internal ? e->internal[r].silhouette : e->anmi[r];
}

/* The k that is clearer than in data without clusters, if a result has it; 0: none. */
static int clearest_k(const ce_page_input *input)
{
    int k = input->null && !input->chosen ? ce_null_table_clearest(input->null) : 0;

    for (size_t r = 0; r < input->results->labels.m; r++)
        if (input->results->labels.k[r] == k)
            return k;
    return 0;
}

/* The result whose k was chosen by halves of the base clusterings, with the best agreement; ties:
 * the first. As many as there are results: none. */
static size_t stable_result(const ce_page_input *input)
{
    const ce_label_table *results = input->results;
    size_t m = results->labels.m, best = m;
    double most = -1;

    for (size_t r = 0; r < m && input->halves && !input->chosen; r++) {
        const ce_halves_row *row = ce_halves_table_find(input->halves, results->name[r]);
        if (!row || !row->chosen || !(row->agreement > most))
            continue;
        most = row->agreement;
        best = r;
    }
    return best;
}

static int choose(ce_evidence *e, const ce_page_input *input, ce_error *err)
{
    const ce_label_table *results = input->results;
    size_t m = results->labels.m, best = stable_result(input);

    e->by_halves = best < m;
    e->clearest = clearest_k(input);
    for (size_t r = 0; r < m && !e->by_halves; r++) {
        if (input->chosen && strcmp(results->name[r], input->chosen))
            continue;
        if (e->clearest && results->labels.k[r] != e->clearest)
            continue;
        if (best == m || ce_evidence_worth(e, r) > ce_evidence_worth(e, best) ||
            (isnan(ce_evidence_worth(e, best)) && !isnan(ce_evidence_worth(e, r))))
            best = r;
    }
    if (best == m)
        return ce_fail(err, CE_EINPUT, "%s: no result '%.100s'; the first is '%.100s'",
                       ce_path_name(input->results_path), input->chosen, results->name[0]);
    e->chosen = best;
    return results->labels.k[best]
               ? CE_OK
               : ce_fail(err, CE_EINPUT, "%s: result %.100s has no label",
                         ce_path_name(input->results_path), results->name[best]);
}

/* Numbers of clusters in the order of groups.h, so that they have the same colors in all
 * pictures. */
static int rank_clusters(ce_evidence *e, const ce_page_input *input, ce_error *err)
{
    const ce_label_table *results = input->results;
    const int32_t *label = ce_labels_column(&results->labels, e->chosen);
    size_t n = results->labels.n;
    int32_t k = results->labels.k[e->chosen];
    int rc;

    e->rank = ce_calloc((size_t)k, sizeof *e->rank, err);
    e->number = ce_alloc(n, sizeof *e->number, err);
    e->size = ce_calloc((size_t)k, sizeof *e->size, err);
    if (!e->rank || !e->number || !e->size)
        return CE_ENOMEM;
    rc = ce_groups_rank(e->rank, label, n, k, &results->categories[e->chosen], err);
    for (size_t i = 0; i < n && !rc; i++)
        e->number[i] = label[i] < 0 ? CE_MISSING : e->rank[label[i]];
    if (!rc)
        ce_scarce_sizes(&results->labels, e->chosen, input->members->size, e->size);
    return rc;
}

static int count_microclusters(const ce_label_table *members, double *count, ce_error *err)
{
    ce_microclusters micro = {0};
    int rc = ce_microclusters_build(&micro, &members->labels, members->size, err);

    *count = (double)micro.count;
    ce_microclusters_free(&micro);
    return rc;
}

/* Whether the consensus of all rows can be computed: with missing labels it is about all pairs. */
static int can_take_all(const ce_label_table *members, ce_error *err, int *all)
{
    double count;
    int rc;

    *all = 1;
    if (!ce_labels_have_missing(&members->labels))
        return CE_OK;
    rc = count_microclusters(members, &count, err);
    *all = count * count * (double)members->labels.m <= MOST_PAIRS;
    return rc;
}

/* The clusters of the chosen result; noise is none. */
static int count_clusters(const ce_evidence *e, const ce_page_input *input)
{
    const ce_categories *names = &input->results->categories[e->chosen];
    int k = input->results->labels.k[e->chosen], clusters = 0;

    for (int c = 0; c < k; c++)
        clusters += strcmp(names->text[c], "noise") != 0;
    return clusters;
}

static int find_consensus(ce_evidence *e, const ce_page_input *input, ce_error *err)
{
    const ce_label_table *members = &e->sure.table;
    ce_partition chosen = {members->labels.n, ce_labels_column(&input->results->labels, e->chosen),
                           input->results->labels.k[e->chosen]};
    ce_spread_rows part = {0};
    unsigned what;
    int all = 1, rc = can_take_all(members, err, &all);

    if (!rc)
        rc = ce_spread_rows_take(&part, members, &chosen, e->number,
                                 all ? members->labels.n : input->sample, err);
    if (rc)
        return rc;
    e->rows = part.labels.n;
    what = CE_TRUST_CLUSTERS | CE_TRUST_OBJECTS;
    if (e->rows == members->labels.n && (double)e->rows * chosen.k <= MOST_EVERY)
        what |= CE_TRUST_EVERY;
    rc = ce_trust_find(&e->trust, &part.labels, part.size, &part.partition, what, err);
    e->row = part.row;
    part.row = NULL;
    ce_spread_rows_free(&part);
    return rc;
}

/* ---- consistency ---- */

static int find_consistency(ce_evidence *e, const ce_page_input *input, ce_error *err)
{
    const ce_label_table *members = &e->sure.table;
    size_t n = members->labels.n;
    double m = (double)members->labels.m, sum = 0, count = 0, micro;
    int rc = count_microclusters(members, &micro, err);

    if (rc || m < 2 || micro * m * (m - 1) / 2 > MOST_LOOKED_UP)
        return rc;
    e->ecc = ce_alloc(n, sizeof *e->ecc, err);
    rc = e->ecc ? ce_element_consistency_of_objects(&members->labels, members->size,
                                                    input->progress, e->ecc, err)
                : CE_ENOMEM;
    for (size_t i = 0; i < n && !rc; i++) {
        double weight = members->size ? members->size[i] : 1;
        if (isnan(e->ecc[i]))
            continue;
        sum += weight * e->ecc[i];
        count += weight;
    }
    e->mean_ecc = count > 0 ? sum / count : NAN;
    return rc;
}

/* ---- scores ---- */

/* The objects that ce-score --sample draws. */
static int draw_sample(const ce_page_input *input, size_t n, size_t **sample, ce_error *err)
{
    gsl_rng *rng = ce_random_alloc(input->seed, CE_STREAM_SCORE, 0, err);
    int rc;

    *sample = ce_alloc(input->sample, sizeof **sample, err);
    rc = rng && *sample ? ce_random_choose(rng, n, input->sample, *sample, err) : CE_ENOMEM;
    gsl_rng_free(rng);
    if (!rc)
        qsort(*sample, input->sample, sizeof **sample, ce_compare_sizes);
    return rc;
}

static int score_by_data(ce_evidence *e, const ce_page_input *input, ce_error *err)
{
    const ce_matrix *data = &input->data->values;
    ce_distances distances = {0};
    int rc = ce_distances_of_data(&distances, data, err);

    e->internal = ce_calloc(input->results->labels.m, sizeof *e->internal, err);
    if (!rc && !e->internal)
        rc = CE_ENOMEM;
    if (!rc && data->rows > input->sample) {
        e->samples = input->sample;
        rc = draw_sample(input, data->rows, &e->sample, err);
    }
    if (!rc) {
        ce_internal_input how = {.data = data,
                                 .distances = &distances,
                                 .neighbours = 10,
                                 .sample = e->sample,
                                 .samples = e->samples,
                                 .progress = input->progress};
        rc = ce_internal_compute(&input->results->labels, &how,
                                 CE_INTERNAL_SILHOUETTE | CE_INTERNAL_CH | CE_INTERNAL_DB,
                                 e->internal, &e->widths, err);
    }
    ce_distances_free(&distances);
    return rc;
}

static int score_by_classes(ce_evidence *e, const ce_page_input *input, ce_error *err)
{
    static const int which[] = {CE_SCORE_NMI, CE_SCORE_ARI, CE_SCORE_ERROR};
    ce_score_reference reference = {.classes = input->classes->value,
                                    .k = (int32_t)input->classes->categories.count};

    return ce_score_table_compute(&e->scores, &input->results->labels, input->members->size,
                                  &reference, which, 3, err);
}

int ce_evidence_find(ce_evidence *e, const ce_page_input *input, ce_error *err)
{
    const ce_label_table *members = input->members;
    int rc = CE_OK;

    if (!ce_labels_total(&members->labels))
        return ce_fail(err, CE_EINPUT,
                       "%s: no base clustering has a label: there is nothing to report",
                       ce_path_name(input->members_path));
    for (size_t i = 0; i < members->labels.n; i++)
        e->objects += members->size ? members->size[i] : 1;
    rc = compare_members(e, input, err);
    if (!rc)
        rc = ce_by_k_find(&e->by_k, members, e->diversity.agreement.ecs, input->sample, input->seed,
                          input->progress, err);
    if (!rc && input->data)
        rc = score_by_data(e, input, err);
    if (!rc)
        rc = choose(e, input, err);
    if (!rc)
        rc = rank_clusters(e, input, err);
    if (!rc)
        rc = ce_sure_members_find(&e->sure, members, count_clusters(e, input), input->sure, err);
    if (!rc)
        rc = find_consensus(e, input, err);
    if (!rc)
        rc = find_consistency(e, input, err);
    if (!rc && input->classes)
        rc = score_by_classes(e, input, err);
    if (rc)
        ce_evidence_free(e);
    return rc;
}
