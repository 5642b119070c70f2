#include "linalg/simplex.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

#define TOLERANCE 1e-12

typedef struct {
    const double *g, *b;
    size_t m;
    double scale;   /* the largest G_ii */
    size_t count;   /* points of the set */
    size_t *point;  /* m: these, */
    double *share;  /* m: and their shares, above 0 */
    double *factor; /* m x m: lower, the Cholesky factor of G + scale for the set */
    double *ones;   /* m: solutions for a right side of 1, */
    double *next;   /* m: and for b; then the shares that are best on the affine hull */
} search;

/* Appends the point to the factor. 0 where it depends on the others to rounding. */
static int append(search *s, size_t point)
{
    size_t count = s->count;
    double *row = s->factor + count * s->m;

    for (size_t i = 0; i <= count; i++) {
        const double *other = s->factor + i * s->m;
        size_t with = i < count ? s->point[i] : point;
        double rest = s->g[point * s->m + with] + s->scale;
        for (size_t j = 0; j < i; j++)
            rest -= row[j] * other[j];
        if (i < count)
            row[i] = rest / other[i];
        else if (rest > TOLERANCE * s->scale)
            row[i] = sqrt(rest);
        else
            return 0;
    }
    s->point[count] = point;
    s->share[count] = 0;
    s->count++;
    return 1;
}

/* x: in the right side, out the solution. */
static void solve(const search *s, double *x)
{
    for (size_t i = 0; i < s->count; i++) {
        for (size_t j = 0; j < i; j++)
            x[i] -= s->factor[i * s->m + j] * x[j];
        x[i] /= s->factor[i * s->m + i];
    }
    for (size_t i = s->count; i-- > 0;) {
        for (size_t j = i + 1; j < s->count; j++)
            x[i] -= s->factor[j * s->m + i] * x[j];
        x[i] /= s->factor[i * s->m + i];
    }
}

/* next: shares of sum 1, of any sign, that are best for the set. The scale that is added to each
 * G_ij adds a constant where the sum is 1. */
static void solve_affine(search *s)
{
    double of_ones = 0, of_next = 0;

    for (size_t i = 0; i < s->count; i++) {
        s->ones[i] = 1;
        s->next[i] = s->b[s->point[i]];
    }
    solve(s, s->ones);
    solve(s, s->next);
    for (size_t i = 0; i < s->count; i++) {
        of_ones += s->ones[i];
        of_next += s->next[i];
    }
    for (size_t i = 0; i < s->count; i++)
        s->next[i] += (1 - of_next) / of_ones * s->ones[i];
}

/* Goes from the shares towards `next` until one of them is 0, and drops what is. */
static void drop(search *s)
{
    double way = 1;
    size_t first = 0, count = s->count;

    for (size_t i = 0; i < count; i++)
        if (s->next[i] <= 0 && s->share[i] / (s->share[i] - s->next[i]) < way) {
            way = s->share[i] / (s->share[i] - s->next[i]);
            first = i;
        }
    for (size_t i = 0; i < count; i++)
        s->share[i] += way * (s->next[i] - s->share[i]);
    s->share[first] = 0;
    s->count = 0;
    for (size_t i = 0; i < count; i++) {
        double share = s->share[i];
        if (share > 0 && append(s, s->point[i]))
            s->share[s->count - 1] = share;
    }
}

/* The shares that are best for the set, or for a part of it where some would be negative. */
static void settle(search *s)
{
    for (;;) {
        int negative = 0;
        solve_affine(s);
        for (size_t i = 0; i < s->count; i++)
            negative |= !(s->next[i] > 0);
        if (!negative || s->count == 1)
            break;
        drop(s);
    }
    memcpy(s->share, s->next, s->count * sizeof *s->share);
}

/* The point towards which the function falls most steeply; m where it falls towards none. */
static size_t steepest(const search *s)
{
    double mean = 0, least = INFINITY;
    size_t best = 0;

    for (size_t j = 0; j < s->m; j++) {
        double slope = -s->b[j];
        for (size_t i = 0; i < s->count; i++)
            slope += s->share[i] * s->g[s->point[i] * s->m + j];
        if (slope < least) {
            least = slope;
            best = j;
        }
        for (size_t i = 0; i < s->count; i++)
            mean += s->point[i] == j ? s->share[i] * slope : 0;
    }
    return least < mean - TOLERANCE * s->scale ? best : s->m;
}

static size_t nearest(const search *s)
{
    size_t best = 0;

    for (size_t j = 1; j < s->m; j++)
        if (s->g[j * s->m + j] - 2 * s->b[j] < s->g[best * s->m + best] - 2 * s->b[best])
            best = j;
    return best;
}

int ce_simplex_least(const double *g, const double *b, size_t m, double *w, ce_error *err)
{
    search s = {.g = g,
                .b = b,
                .m = m,
                .point = ce_alloc(m, sizeof *s.point, err),
                .share = ce_alloc(3 * m, sizeof *s.share, err),
                .factor = ce_alloc(m * m, sizeof *s.factor, err)};
    int rc = s.point && s.share && s.factor ? CE_OK : CE_ENOMEM;

    for (size_t j = 0; j < m; j++)
        s.scale = fmax(s.scale, g[j * m + j]);
    s.scale = s.scale > 0 ? s.scale : 1; /* all points are 0: any shares do */
    if (rc)
        goto done;
    s.ones = s.share + m;
    s.next = s.share + 2 * m;
    append(&s, nearest(&s));
    settle(&s);
    /* each step falls by more than rounding, so the bound is only for what cannot be */
    for (size_t t = 0; t < 100 * m; t++) {
        size_t point = steepest(&s);
        if (point == m || !append(&s, point))
            break;
        settle(&s);
    }
    memset(w, 0, m * sizeof *w);
    for (size_t i = 0; i < s.count; i++)
        w[s.point[i]] = s.share[i];
done:
    free(s.point);
    free(s.share);
    free(s.factor);
    return rc;
}
