/*
 * library-cases.h: the ensembles with which the tests of clens.h work.
 */
#ifndef CE_TESTS_LIBRARY_CASES_H
#define CE_TESTS_LIBRARY_CASES_H

#include <clens.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60, M = 6, D = 3, K = 3, LINKS = 12 };

/* Labels with gaps, in no order; -1 is missing. */
static int32_t labels[M * N];
static double members[N * M * K], data[N * D], centroids[M * K * D], weights[M * K * D],
    base_weights[M];
static int32_t link_i[LINKS], link_j[LINKS], link_kind[LINKS];
static const int32_t member_k[M] = {K, K, K, K, K, K};

__attribute__((format(printf, 2, 3))) static inline void must(int condition, const char *format,
                                                              ...)
{
    va_list args;

    if (condition)
        return;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    exit(1);
}

static uint64_t state = 88172645463325252;

static inline double draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* Cluster c of base clustering q has the label 7 (c + q mod K) + q: ascending labels are not
 * ascending clusters. */
static int32_t label_of(size_t c, size_t q)
{
    return (int32_t)(7 * ((c + q) % K) + q);
}

static inline void make_memberships(void)
{
    for (size_t i = 0; i < N; i++)
        for (size_t q = 0; q < M; q++) {
            double *p = members + (i * M + q) * K, sum = 0;
            for (size_t l = 0; l < K; l++)
                sum += p[l] = floor(1 + 50 * draw() + (l == i % K ? 40 : 0));
            for (size_t l = 0; l < K; l++)
                p[l] = (double)(float)(p[l] / sum);
        }
}

static inline void make(void)
{
    for (size_t i = 0; i < N; i++) {
        for (size_t q = 0; q < M; q++) {
            size_t c = draw() < .55 ? (size_t)(draw() * K) : i % K;
            int missing = i == 7 || draw() < .05;
            labels[q * N + i] = missing ? -1 - (int32_t)q : label_of(c, q);
        }
        for (size_t s = 0; s < D; s++)
            data[i * D + s] = 10 * draw() + 6 * (double)((i + s) % K == 0);
    }
    for (size_t v = 0; v < M * K * D; v++) {
        centroids[v] = 12 * draw();
        weights[v] = draw();
    }
    for (size_t q = 0; q < M; q++)
        base_weights[q] = .5 + draw();
    for (size_t c = 0; c < LINKS; c++) {
        link_i[c] = (int32_t)c;
        link_j[c] = (int32_t)(c + 20 + c % K);
        link_kind[c] = c % K ? CLENS_CANNOT_LINK : CLENS_MUST_LINK;
    }
    make_memberships();
}

/* ---- the same as files ---- */

static inline void add_beside(clens_ensemble *e)
{
    char message[300];
    int rc = clens_ensemble_set_data(e, data, N, D, message, sizeof message);

    must(!rc, "data: %s", message);
    rc = clens_ensemble_set_model(e, centroids, weights, M * K, D, message, sizeof message);
    must(!rc, "model: %s", message);
    rc = clens_ensemble_set_constraints(e, link_i, link_j, link_kind, LINKS, message,
                                        sizeof message);
    must(!rc, "constraints: %s", message);
    rc = clens_ensemble_set_weights(e, base_weights, message, sizeof message);
    must(!rc, "weights: %s", message);
}

static inline clens_ensemble *of_labels(void)
{
    char message[300];
    clens_ensemble *e;

    must(!clens_ensemble_of_labels(labels, N, M, CLENS_COLUMN_MAJOR, &e, message, sizeof message),
         "labels: %s", message);
    add_beside(e);
    return e;
}

static inline clens_ensemble *of_members(void)
{
    char message[300];
    clens_ensemble *e;

    must(!clens_ensemble_of_memberships(members, N, member_k, M, &e, message, sizeof message),
         "memberships: %s", message);
    add_beside(e);
    return e;
}

#endif
