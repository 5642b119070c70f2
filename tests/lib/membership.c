/* membership: core/membership and the factor of psi on awkward values; prints what is not as it
 * must be, and how much was looked at. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/membership.h"
#include "similarity/psi.h"

static int looked, wrong;

static void check(int fine, const char *what, double got)
{
    looked++;
    if (!fine) {
        wrong++;
        printf("%s: got %.9g\n", what, got);
    }
}

static void check_distances(const double *distance, size_t k, const char *what,
                            const double *expected)
{
    float p[8];
    double sum = 0;

    ce_membership_of_distances(distance, k, p);
    for (size_t l = 0; l < k; l++) {
        check(p[l] >= 0 && p[l] <= 1, what, p[l]);
        if (expected)
            check(fabs(p[l] - expected[l]) <= 1e-7, what, p[l]);
        sum += p[l];
    }
    check(fabs(sum - 1) < 1e-6, what, sum);
}

static void test_distances(void)
{
    /* (4 - 1 + 1, 4 - 2 + 1, 1) / 8 by hand */
    check_distances((double[]){1, 2, 4}, 3, "distances 1 2 4", (double[]){.5, .375, .125});
    check_distances((double[]){7}, 1, "one cluster", (double[]){1});
    check_distances((double[]){0}, 1, "one cluster at 0", (double[]){1});
    check_distances((double[]){0, 0, 0, 0}, 4, "all 0", (double[]){.25, .25, .25, .25});
    check_distances((double[]){1e300, 1e300}, 2, "all 1e300", (double[]){.5, .5});
    check_distances((double[]){0, 1e300, 0}, 3, "0 1e300 0", (double[]){.5, 0, .5});
    check_distances((double[]){0, DBL_MAX, 0, 0, 0}, 5, "four at 0, one at the largest double",
                    (double[]){.25, 0, .25, .25, .25});
    check_distances((double[]){DBL_MIN, 1}, 2, "tiny and 1", (double[]){2 / 3., 1 / 3.});
    /* where k D - sum d cancels to nothing in double precision: (1, 1, 1, 1.25) / 4.25 */
    check_distances((double[]){1e15 + .25, 1e15 + .25, 1e15 + .25, 1e15}, 4, "large and close",
                    (double[]){1 / 4.25, 1 / 4.25, 1 / 4.25, 1.25 / 4.25});
}

static void test_harden(void)
{
    /* three clusterings: ties, a cluster of nobody and another order of appearance; nothing said of
     * object 1; one cluster */
    static const float values[] = {
        .2f,    .4f, .4f, .5f, .5f, 1, /**/ .1f, .1f, .8f, NAN, NAN, 1,
        /**/ 0, 1,   0,   0,   1,   1, /**/ .3f, .3f, .4f, 1,   0,   NAN,
    };
    static const int32_t k[] = {3, 2, 1},
                         expected[3][4] = {{0, 1, 0, 1}, {0, -1, 1, 0}, {0, 0, 0, -1}};
    static const int32_t numbers[] = {-1, 0, 1, 0, 1, 0};
    ce_membership membership = {0};
    ce_labels labels = {0};
    ce_error err = {0};
    int32_t number[6];

    check(!ce_membership_alloc(&membership, 4, 3, k, &err), "allocation", err.status);
    memcpy(membership.values, values, sizeof values);
    check(membership.columns == 6 && membership.start[1] == 3 && membership.start[3] == 6,
          "columns", (double)membership.columns);
    check(!ce_membership_harden(&membership, &labels, number, &err), "harden", err.status);
    check(labels.k[0] == 2 && labels.k[1] == 2 && labels.k[2] == 1, "clusters left", labels.k[0]);
    for (size_t q = 0; q < 3; q++)
        for (size_t i = 0; i < 4; i++)
            check(labels.labels[q * 4 + i] == expected[q][i], "label", labels.labels[q * 4 + i]);
    for (size_t l = 0; l < 6; l++)
        check(number[l] == numbers[l], "number of a cluster", number[l]);
    check(!ce_membership_harden(&membership, &labels, NULL, &err) && labels.labels[2] == 0,
          "harden without numbers", err.status);
    for (size_t e = 0; e < 24; e++)
        membership.values[e] = NAN;
    check(!ce_membership_harden(&membership, &labels, number, &err), "harden nothing", err.status);
    check(labels.k[0] == 0 && labels.labels[11] == CE_MISSING && number[0] == CE_MISSING,
          "nothing said", labels.k[0]);
    ce_labels_free(&labels);
    ce_membership_free(&membership);
    ce_membership_free(NULL);
}

/* Psi = U U^T, whether by ce_psi or by hand; rows of which nothing is said are 0. */
static void test_factor(void)
{
    static const float values[] = {.2f, .4f, .4f, .5f, .5f, .1f, .1f, .8f,
                                   NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    ce_membership membership = {0};
    ce_biadjacency u = {0};
    ce_similarity s = {0};
    ce_error err = {0};

    check(!ce_membership_alloc(&membership, 3, 2, (int32_t[]){3, 2}, &err), "allocation",
          err.status);
    memcpy(membership.values, values, sizeof values);
    check(!ce_psi_factor(&membership, &u, &err) && u.rows == 3 && u.columns == 5, "factor",
          err.status);
    check(!ce_psi(&membership, &s, &err), "psi", err.status);
    check(fabs(u.values[3] - .5) < 1e-15 && u.values[8] == 0 && u.values[14] == 0, "factor",
          u.values[3]);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            double sum = 0;
            for (size_t l = 0; l < 5; l++)
                sum += u.values[i * 5 + l] * u.values[j * 5 + l];
            check(fabs(sum - ce_similarity_get(&s, i, j)) < 1e-15, "product of the factor", sum);
        }
    ce_biadjacency_free(&u);
    ce_similarity_free(&s);
    ce_membership_free(&membership);
}

static void test_refusals(void)
{
    ce_membership membership = {0};
    ce_error err = {0};

    check(ce_membership_alloc(&membership, 4, 2, (int32_t[]){3, 0}, &err) == CE_EARG &&
              !membership.values,
          "no cluster", err.status);
    err = (ce_error){0};
    check(ce_membership_alloc(&membership, (size_t)INT32_MAX + 1, 1, (int32_t[]){2}, &err) ==
              CE_EARG,
          "too many objects", err.status);
    err = (ce_error){0};
    check(ce_membership_alloc(&membership, INT32_MAX, 3,
                              (int32_t[]){INT32_MAX, INT32_MAX, INT32_MAX}, &err) == CE_ENOMEM,
          "too large", err.status);
}

int main(void)
{
    test_distances();
    test_harden();
    test_factor();
    test_refusals();
    printf("%d checks, %d wrong\n", looked, wrong);
    return wrong != 0;
}
