#include "consensus/cumulative_votes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* Entropies and losses that differ by less are equal: rounding must not break ties. */
static const double tie = 1e-12;

static double x_log_x(double x)
{
    return x > 0 ? x * log(x) : 0;
}

/* ---- the order of the base clusterings ---- */

typedef struct {
    size_t member;
    double entropy;
} place;

static int entropy_of(const ce_soft_members *s, size_t q, double *entropy, ce_error *err)
{
    double *mass = ce_calloc((size_t)s->k[q] + 1, sizeof *mass, err), all = 0;

    if (!mass)
        return CE_ENOMEM;
    for (size_t i = 0; i < s->count; i++) {
        ce_soft_row row = ce_soft_members_row(s, i, q);
        for (size_t l = row.from; l < row.to; l++)
            mass[l] += s->size[i] * ce_soft_row_share(&row, l);
    }
    *entropy = 0;
    for (size_t l = 0; l < (size_t)s->k[q]; l++)
        all += mass[l];
    for (size_t l = 0; l < (size_t)s->k[q] && all > 0; l++)
        *entropy -= x_log_x(mass[l] / all);
    free(mass);
    return CE_OK;
}

/* order: m base clusterings as they vote, the reference first. */
static int find_order(const ce_soft_members *s, const char *method, size_t k, place *order,
                      ce_error *err)
{
    size_t reference = s->m;
    int32_t most = 0;
    place first;

    for (size_t q = 0; q < s->m; q++) {
        place at = {.member = q};
        size_t p = q;
        int rc = entropy_of(s, q, &at.entropy, err);
        if (rc)
            return rc;
        for (; p > 0 && order[p - 1].entropy < at.entropy - tie; p--)
            order[p] = order[p - 1];
        order[p] = at;
        most = s->k[q] > most ? s->k[q] : most;
    }
    for (size_t p = s->m; p-- > 0;)
        reference = (size_t)s->k[order[p].member] >= k ? p : reference;
    if (reference == s->m)
        return ce_fail(err, CE_EINPUT,
                       "%s: k = %zu, but no base clustering has so many clusters, to be the "
                       "reference; the largest number is %d",
                       method, k, most);
    first = order[reference];
    memmove(order + 1, order, reference * sizeof *order);
    order[0] = first;
    return CE_OK;
}

/* ---- votes ---- */

typedef struct {
    const ce_soft_members *s;
    size_t reference, columns;
    int adaptive, normalized;
    double *share;  /* the result so far; a sum where the reference is fixed */
    int32_t *votes; /* count: votes that each row got */
    double *voting; /* count: how much of the row the clusters that vote hold */
    double *weight; /* W: clusters of one base clustering x columns */
    double *mass;   /* its clusters: what they hold of the rows of R */
} booth;

/* What R has of row i in column c. *known: whether it has the row. */
static inline double in_reference(const booth *b, size_t i, size_t c, int *known)
{
    ce_soft_row row;

    if (b->adaptive) {
        *known = b->votes[i] > 0;
        return b->share[c * b->s->count + i];
    }
    row = ce_soft_members_row(b->s, i, b->reference);
    *known = row.to > row.from;
    return c >= row.from && c < row.to ? ce_soft_row_share(&row, c) : 0;
}

/* Column c of W, not yet divided by the mass of clusters. */
static void weigh_column(const booth *b, size_t q, size_t c)
{
    const ce_soft_members *s = b->s;
    size_t k = (size_t)s->k[q];
    double all = 0;

    for (size_t l = 0; l < k; l++)
        b->weight[l * b->columns + c] = 0;
    for (size_t i = 0; i < s->count; i++) {
        int known;
        ce_soft_row row = ce_soft_members_row(s, i, q);
        double part = s->size[i] * in_reference(b, i, c, &known);
        if (!known || row.from == row.to)
            continue;
        all += part;
        for (size_t l = row.from; l < row.to; l++)
            b->weight[l * b->columns + c] += part * ce_soft_row_share(&row, l);
    }
    for (size_t l = 0; l < k && b->normalized && all > 0; l++)
        b->weight[l * b->columns + c] /= all;
}

/* W, and how much of each row its clusters can vote for. */
static void weigh(booth *b, size_t q)
{
    const ce_soft_members *s = b->s;
    size_t k = (size_t)s->k[q];

    memset(b->mass, 0, k * sizeof *b->mass);
    for (size_t i = 0; i < s->count; i++) {
        int known;
        ce_soft_row row = ce_soft_members_row(s, i, q);
        in_reference(b, i, 0, &known);
        for (size_t l = row.from; l < row.to && known; l++)
            b->mass[l] += s->size[i] * ce_soft_row_share(&row, l);
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t c = 0; c < b->columns; c++)
        weigh_column(b, q, c);
    for (size_t l = 0; l < k; l++) {
        double *w = b->weight + l * b->columns, divisor = b->mass[l];
        if (b->normalized) {
            divisor = 0;
            for (size_t c = 0; c < b->columns; c++)
                divisor += w[c];
        }
        for (size_t c = 0; c < b->columns && divisor > 0; c++)
            w[c] /= divisor;
    }
#pragma omp parallel for
    for (size_t i = 0; i < s->count; i++) {
        ce_soft_row row = ce_soft_members_row(s, i, q);
        b->voting[i] = 0;
        for (size_t l = row.from; l < row.to; l++)
            b->voting[i] += b->mass[l] > 0 ? ce_soft_row_share(&row, l) : 0;
    }
}

/* The votes of base clustering q for column c are added. */
static void vote_column(const booth *b, size_t q, size_t c)
{
    const ce_soft_members *s = b->s;
    double *share = b->share + c * s->count;

    for (size_t i = 0; i < s->count; i++) {
        ce_soft_row row = ce_soft_members_row(s, i, q);
        double vote = 0, before = b->votes[i];
        if (!(b->voting[i] > 0))
            continue;
        for (size_t l = row.from; l < row.to; l++)
            vote += b->mass[l] > 0
                        ? ce_soft_row_share(&row, l) * b->weight[l * b->columns + c]
                        : 0;
        vote /= b->voting[i];
        share[i] = b->adaptive ? (before * share[i] + vote) / (before + 1) : share[i] + vote;
    }
}

/* The reference votes for its own clusters. */
static void vote_reference(booth *b)
{
    for (size_t i = 0; i < b->s->count; i++) {
        ce_soft_row row = ce_soft_members_row(b->s, i, b->reference);
        for (size_t l = row.from; l < row.to; l++)
            b->share[l * b->s->count + i] = ce_soft_row_share(&row, l);
        b->votes[i] = row.to > row.from;
    }
}

static void vote(booth *b, size_t q)
{
    weigh(b, q);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t c = 0; c < b->columns; c++)
        vote_column(b, q, c);
    for (size_t i = 0; i < b->s->count; i++)
        b->votes[i] += b->voting[i] > 0;
}

static int open_booth(booth *b, ce_error *err)
{
    const ce_soft_members *s = b->s;
    size_t most = 1;
    int rc = ce_memory_check(s->count, b->columns + 3, sizeof *b->share, "the table of votes",
                             "a reference of fewer clusters", err);

    for (size_t q = 0; q < s->m; q++)
        most = (size_t)s->k[q] > most ? (size_t)s->k[q] : most;
    if (rc)
        return rc;
    b->share = ce_calloc(s->count, b->columns * sizeof *b->share, err);
    b->votes = ce_calloc(s->count, sizeof *b->votes, err);
    b->voting = ce_alloc(s->count, sizeof *b->voting, err);
    b->weight = ce_alloc(most, b->columns * sizeof *b->weight, err);
    b->mass = ce_alloc(most, sizeof *b->mass, err);
    return b->share && b->votes && b->voting && b->weight && b->mass ? CE_OK : CE_ENOMEM;
}

int ce_cumulative_votes_cast(const ce_soft_members *members, const char *method, size_t k,
                             int adaptive, int normalized, ce_cumulative_votes *votes,
                             ce_error *err)
{
    booth b = {.s = members, .adaptive = adaptive, .normalized = normalized};
    place *order = ce_alloc(members->m, sizeof *order, err);
    int rc = order ? find_order(members, method, k, order, err) : CE_ENOMEM;

    if (!rc) {
        b.reference = order[0].member;
        b.columns = (size_t)members->k[b.reference];
        rc = open_booth(&b, err);
    }
    if (!rc)
        vote_reference(&b);
    for (size_t p = 1; p < members->m && !rc; p++)
        vote(&b, order[p].member);
    for (size_t c = 0; c < b.columns && !rc && !adaptive; c++)
        for (size_t i = 0; i < members->count; i++)
            if (b.votes[i] > 0)
                b.share[c * members->count + i] /= b.votes[i];
    *votes = (ce_cumulative_votes){b.reference, b.columns, b.share};
    free(b.votes);
    free(b.voting);
    free(b.weight);
    free(b.mass);
    free(order);
    return rc;
}

/* ---- merging ---- */

/* What is lost when columns a and b become one. size: of the rows, which sum to total. A row that
 * is in one of them only loses nothing. */
static double loss_of(const ce_soft_members *s, const double *a, const double *b, double total)
{
    double loss = 0, p_a = 0, p_b = 0;

    for (size_t i = 0; i < s->count; i++) {
        p_a += s->size[i] * a[i];
        p_b += s->size[i] * b[i];
        if (a[i] > 0 && b[i] > 0)
            loss += s->size[i] * (a[i] * log(a[i] / (a[i] + b[i])) +
                                  b[i] * log(b[i] / (a[i] + b[i])));
    }
    if (p_a > 0 && p_b > 0)
        loss -= p_a * log(p_a / (p_a + p_b)) + p_b * log(p_b / (p_a + p_b));
    return loss / total;
}

typedef struct {
    size_t a, b;
} pair;

/* The losses of these pairs into loss (columns x columns). */
static void compare(const ce_soft_members *s, const ce_cumulative_votes *votes, const pair *pairs,
                    size_t count, double total, size_t stride, double *loss)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t p = 0; p < count; p++)
        loss[pairs[p].a * stride + pairs[p].b] =
            loss_of(s, votes->share + pairs[p].a * s->count, votes->share + pairs[p].b * s->count,
                    total);
}

/* Column b into column a; those after b move up, in votes and losses. */
static void merge_columns(const ce_soft_members *s, ce_cumulative_votes *votes, size_t a, size_t b,
                          size_t stride, double *loss)
{
    double *to = votes->share + a * s->count, *from = votes->share + b * s->count;

    for (size_t i = 0; i < s->count; i++)
        to[i] += from[i];
    votes->columns--;
    memmove(from, from + s->count, (votes->columns - b) * s->count * sizeof *from);
    for (size_t x = 0; x < votes->columns; x++)
        for (size_t y = x + 1; y < votes->columns; y++)
            loss[x * stride + y] = loss[(x + (x >= b)) * stride + y + (y >= b)];
}

int ce_cumulative_votes_merge(const ce_soft_members *members, size_t k, ce_cumulative_votes *votes,
                              ce_merged_fn merged, void *state, ce_error *err)
{
    size_t stride = votes->columns, count = 0;
    double total = 0, *loss = NULL;
    pair *pairs = NULL;
    int rc = CE_OK;

    if (stride <= k)
        return CE_OK;
    loss = ce_alloc(stride, stride * sizeof *loss, err);
    pairs = ce_alloc(stride, stride * sizeof *pairs, err);
    rc = loss && pairs ? CE_OK : CE_ENOMEM;
    for (size_t c = 0; c < stride && !rc; c++)
        for (size_t i = 0; i < members->count; i++)
            total += members->size[i] * votes->share[c * members->count + i];
    for (size_t a = 0; a < stride && !rc; a++)
        for (size_t b = a + 1; b < stride; b++)
            pairs[count++] = (pair){a, b};
    while (!rc && votes->columns > k) {
        size_t best_a = 0, best_b = 1;
        compare(members, votes, pairs, count, total, stride, loss);
        for (size_t a = 0; a < votes->columns; a++)
            for (size_t b = a + 1; b < votes->columns; b++)
                if (loss[a * stride + b] < loss[best_a * stride + best_b] - tie) {
                    best_a = a;
                    best_b = b;
                }
        rc = merged(state, best_a, best_b, loss[best_a * stride + best_b], err);
        merge_columns(members, votes, best_a, best_b, stride, loss);
        count = 0;
        for (size_t c = 0; c < votes->columns; c++)
            if (c != best_a)
                pairs[count++] = c < best_a ? (pair){c, best_a} : (pair){best_a, c};
    }
    free(loss);
    free(pairs);
    return rc;
}

void ce_cumulative_votes_free(ce_cumulative_votes *votes)
{
    free(votes->share);
    *votes = (ce_cumulative_votes){0};
}
