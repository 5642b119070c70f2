/*
 * coolcat: the generator against a slow, separate COOLCAT written from the definition in
 * generate/coolcat.h, with the same random draws: for every object and every cluster the whole
 * expected entropy is computed anew from the labels, and fits are compared as exact products.
 * Labels and modes must be the same, entropies up to rounding. Then memberships against eq. 5.1
 * and 3.1 of the dissertation, written down again.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/random.h"
#include "generate/coolcat.h"

enum { MOST = 64 };

typedef struct {
    const ce_categorical *x;
    size_t f, feature[MOST];
    int32_t label[MOST];
    size_t k;
} slow;

static int32_t cell(const slow *s, size_t i, size_t a)
{
    return s->x->value[i * s->x->d + s->feature[a]];
}

/* Objects of cluster j; with a value: that have v in feature a. */
static long count_of(const slow *s, int32_t j, size_t a, int32_t v, int with_value)
{
    long count = 0;

    for (size_t i = 0; i < s->x->n; i++)
        count += s->label[i] == j && (!with_value || cell(s, i, a) == v);
    return count;
}

/* sum_j |C_j| / N H(C_j) over the N objects that have a cluster, natural logarithm. */
static long double expected_entropy(const slow *s)
{
    long double sum = 0;
    long placed = 0;

    for (int32_t j = 0; j < (int32_t)s->k; j++) {
        long size = count_of(s, j, 0, 0, 0);
        long double h = 0;
        placed += size;
        for (size_t a = 0; size && a < s->f; a++)
            for (int32_t v = 0; v < s->x->values[s->feature[a]]; v++) {
                long double p = (long double)count_of(s, j, a, v, 1) / (long double)size;
                h -= p > 0 ? p * logl(p) : 0;
            }
        sum += (long double)size * h;
    }
    return placed ? sum / placed : 0;
}

/* Into the lowest of the clusters for which the expected entropy is least. */
static void place(slow *s, size_t i)
{
    long double entropy[MOST], low = INFINITY;

    for (size_t j = 0; j < s->k; j++) {
        s->label[i] = (int32_t)j;
        entropy[j] = expected_entropy(s);
        low = fminl(low, entropy[j]);
    }
    for (size_t j = s->k; j-- > 0;)
        if (entropy[j] < low + 1e-14L)
            s->label[i] = (int32_t)j;
}

static int differences(const slow *s, size_t i, size_t j)
{
    int sum = 0;

    for (size_t a = 0; a < s->f; a++)
        sum += cell(s, i, a) != cell(s, j, a);
    return sum;
}

/* Which clusters begin where: the farthest pair of the sample, max-min, then what the order brings.
 */
static void begin(slow *s, size_t asked, const size_t *sample, size_t count, const size_t *order)
{
    size_t chosen[MOST], p1 = 0, p2 = 0;
    int most = -1;

    for (size_t p = 0; p < count; p++)
        for (size_t q = p + 1; q < count; q++)
            if (differences(s, sample[p], sample[q]) > most) {
                most = differences(s, sample[p], sample[q]);
                p1 = p;
                p2 = q;
            }
    chosen[0] = sample[p1];
    s->k = 1;
    if (asked > 1 && most > 0)
        chosen[s->k++] = sample[p2];
    for (size_t p = 0; p < count + s->x->n && s->k < asked;) {
        int far = 0;
        size_t best = 0;
        for (size_t q = 0; p == 0 && q < count; q++) {
            int near = (int)s->f;
            for (size_t j = 0; j < s->k; j++)
                near = differences(s, sample[q], chosen[j]) < near
                           ? differences(s, sample[q], chosen[j])
                           : near;
            if (near > far) {
                far = near;
                best = sample[q];
            }
        }
        for (; far == 0 && p < s->x->n; p++) { /* nothing left in the sample */
            int equal = 0;
            for (size_t j = 0; j < s->k; j++)
                equal |= differences(s, order[p], chosen[j]) == 0;
            if (!equal) {
                best = order[p];
                far = 1;
            }
        }
        if (!far)
            break;
        chosen[s->k++] = best;
    }
    for (size_t i = 0; i < s->x->n; i++)
        s->label[i] = CE_MISSING;
    for (size_t j = 0; j < s->k; j++)
        s->label[chosen[j]] = (int32_t)j;
}

/* 1 when object i fits worse than j, or as badly and has the lower number: products of counts over
 * powers of sizes, crosswise. */
static int fits_worse(const slow *s, size_t i, size_t j)
{
    __int128 one = 1, two = 1;

    for (size_t a = 0; a < s->f; a++) {
        one *= count_of(s, s->label[i], a, cell(s, i, a), 1) * count_of(s, s->label[j], 0, 0, 0);
        two *= count_of(s, s->label[j], a, cell(s, j, a), 1) * count_of(s, s->label[i], 0, 0, 0);
    }
    return one != two ? one < two : i < j;
}

static void reprocess(slow *s, const size_t *batch, size_t count, size_t most)
{
    size_t sorted[MOST], out[MOST], outs = 0;

    for (size_t p = 0; p < count; p++) { /* by insertion, while no label changes */
        size_t at = p;
        for (; at > 0 && fits_worse(s, batch[p], sorted[at - 1]); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = batch[p];
    }
    for (size_t p = 0; p < count && p < most; p++)
        if (count_of(s, s->label[sorted[p]], 0, 0, 0) > 1) {
            s->label[sorted[p]] = CE_MISSING;
            out[outs++] = sorted[p];
        }
    for (size_t p = 0; p < outs; p++)
        place(s, out[p]);
}

static void run_slow(slow *s, const ce_coolcat_options *o, size_t q)
{
    size_t n = s->x->n, sample[MOST], order[MOST], rest = 0, asked, count;
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, q, NULL);

    asked = (size_t)o->k[o->draw ? ce_random_below(rng, o->k_count) : q];
    s->f = o->features ? o->features : s->x->d;
    if (s->f < s->x->d)
        ce_random_choose(rng, s->x->d, s->f, s->feature, NULL);
    else
        for (size_t a = 0; a < s->f; a++)
            s->feature[a] = a;
    count = o->sample ? o->sample : asked > 4 ? 2 * asked : 8;
    count = count < n ? count : n;
    ce_random_choose(rng, n, count, sample, NULL);
    ce_random_choose(rng, n, n, order, NULL);
    gsl_rng_free(rng);
    begin(s, asked, sample, count, order);
    for (size_t p = 0; p < n; p++)
        if (s->label[order[p]] == CE_MISSING)
            order[rest++] = order[p];
    for (size_t p = 0, batch = o->batch ? o->batch : n; p < rest; p += batch) {
        size_t now = rest - p < batch ? rest - p : batch;
        for (size_t t = 0; t < now; t++)
            place(s, order[p + t]);
        reprocess(s, order + p, now, o->reprocess);
    }
}

/* The mode of attribute a (of all) in cluster j of label: the most frequent; ties the rarest
 * overall, then the lowest. */
static int32_t mode_of(const ce_categorical *x, const int32_t *label, int32_t j, size_t a)
{
    int32_t best = -1;
    long most = 0, rare = 0;

    for (int32_t v = 0; v < x->values[a]; v++) {
        long here = 0, overall = 0;
        for (size_t i = 0; i < x->n; i++) {
            overall += x->value[i * x->d + a] == v;
            here += label[i] == j && x->value[i * x->d + a] == v;
        }
        if (here > most || (here && here == most && overall < rare)) {
            best = v;
            most = here;
            rare = overall;
        }
    }
    return best;
}

static int labels_differ(const slow *s, const ce_labels *labels, size_t q)
{
    const int32_t *label = ce_labels_column(labels, q);
    int32_t number[MOST], next = 0;

    memset(number, -1, sizeof number);
    for (size_t i = 0; i < labels->n; i++) {
        if (number[s->label[i]] < 0)
            number[s->label[i]] = next++;
        if (label[i] != number[s->label[i]])
            return 1;
    }
    return next != labels->k[q];
}

static int modes_differ(const ce_categorical *x, const ce_labels *labels, size_t q,
                        const ce_coolcat_member *m)
{
    const int32_t *label = ce_labels_column(labels, q);

    for (size_t j = 0; j < m->k; j++)
        for (size_t t = 0; t < m->modes; t++)
            if (m->mode[j * m->modes + t] !=
                mode_of(x, label, (int32_t)j, m->mode_of ? m->mode_of[t] : t))
                return 1;
    return 0;
}

/* Equations 5.1 and 3.1 for every object. */
static int membership_differs(const ce_categorical *x, const ce_coolcat_member *m,
                              const ce_membership *p, size_t q)
{
    for (size_t i = 0; i < x->n; i++) {
        double d[MOST], largest = 0, sum = 0;
        for (size_t j = 0; j < m->k; j++) {
            double both = 0;
            for (size_t t = 0; t < m->modes; t++)
                both += x->value[i * x->d + (m->mode_of ? m->mode_of[t] : t)] ==
                        m->mode[j * m->modes + t];
            d[j] = 1 - both / (2 * (double)m->modes - both);
            largest = fmax(largest, d[j]);
            sum += d[j];
        }
        for (size_t j = 0; j < m->k; j++) {
            double expected = (largest - d[j] + 1) / ((double)m->k * largest + (double)m->k - sum);
            if (!(fabs(ce_membership_of(p, i, q)[j] - expected) < 1e-6))
                return 1;
        }
    }
    return 0;
}

/* Values at random, few enough for many ties; every third attribute has a value of its own for most
 * objects. */
static void fill(ce_categorical *x, size_t n, size_t d, int values, gsl_rng *rng)
{
    ce_categorical_alloc(x, n, d, NULL);
    for (size_t i = 0; i < n; i++)
        for (size_t a = 0; a < d; a++)
            x->value[i * d + a] =
                a % 3 == 2 && i % 4
                    ? (int32_t)i
                    : (int32_t)((i % 3 * (a + 1) + ce_random_below(rng, (size_t)values)) %
                                (size_t)(values + 1));
    ce_categorical_count(x, NULL);
}

int main(int argc, char **argv)
{
    static const int k[] = {1, 2, 3, 5, 9};
    size_t most_runs = argc > 1 ? (size_t)strtol(argv[1], NULL, 10) : 300;
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 0, NULL);
    size_t runs = 0, wrong = 0, fewer = 0, soft = 0;

    for (size_t t = 0; runs < most_runs; t++) {
        size_t n = t % 7 == 6 ? 9 : 10 + t % 5 * 9, d = 1 + t % 6;
        ce_categorical x = {0};
        ce_labels labels = {0};
        ce_membership p = {0};
        ce_error err = {0};
        ce_coolcat_member *member = calloc(5, sizeof *member);
        ce_coolcat_options o = {.members = 5,
                                .k = k,
                                .k_count = 5,
                                .draw = t % 2,
                                .features = t % 4 ? 0 : 1 + t % 3 % d,
                                .sample = t % 3 ? 0 : 9,
                                .batch = t % 5 < 2 ? 0 : 1 + t % 11,
                                .reprocess = t % 4 * 3,
                                .modes = 1,
                                .all_modes = t % 8 == 0,
                                .seed = t};
        fill(&x, n, d, 1 + (int)(t % 4), rng);
        ce_threads_set((int)(1 + t % 3));
        if (ce_generate_coolcat(&x, &o, &labels, member, NULL, &err) ||
            ce_coolcat_membership(&x, member, 5, &p, &err)) {
            printf("%s\n", err.text);
            return 1;
        }
        for (size_t q = 0; q < 5; q++, runs++) {
            slow s = {.x = &x};
            run_slow(&s, &o, q);
            wrong += labels_differ(&s, &labels, q) || modes_differ(&x, &labels, q, &member[q]) ||
                     member[q].k != s.k ||
                     !(fabs(member[q].entropy - (double)expected_entropy(&s)) < 1e-12);
            fewer += s.k < member[q].asked;
            soft += (size_t)membership_differs(&x, &member[q], &p, q);
        }
        ce_coolcat_members_free(member, 5);
        ce_membership_free(&p);
        ce_labels_free(&labels);
        ce_categorical_free(&x);
    }
    gsl_rng_free(rng);
    if (wrong || soft)
        printf("%zu of %zu runs differ from the slow COOLCAT, %zu memberships\n", wrong, runs,
               soft);
    else
        printf("%zu runs: as the slow COOLCAT%s\n", runs,
               fewer ? ", some with fewer clusters than asked for" : "");
    return wrong || soft;
}
