/*
 * null-reference: the comparison of a score with those of references (score/null_reference.h).
 *
 * - null-reference beta|normal SCORE REFERENCE...: mean, se, rcsi, rcsi_se, p, p_fit
 * - null-reference any GROUPS SCORE...: the p of all groups, of sets x groups scores, the data
 * first
 * - null-reference judge P REFERENCES LEVEL: what p says, and the references that the level needs
 * - null-reference matrix: entropy and the two PACs of the worked example of six pairs
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "score/null_reference.h"
#include "score/stability.h"

enum { MOST = 1000 };

static void six_pairs(void)
{
    double value[] = {0, .1, .2, .5, .9, 1}, pairs[] = {1, 1, 1, 1, 1, 1};
    const ce_consensus_distribution d = {.count = 6, .value = value, .pairs = pairs, .total = 6};

    printf("%.6f %.17g %.17g\n", ce_consensus_entropy(&d), ce_pac_half_open(&d, .1, .9),
           ce_pac(&d, .1, .9));
}

int main(int argc, char **argv)
{
    double x[MOST], scratch[MOST];
    size_t count = 0;
    ce_null_result r;

    if (argc == 2)
        six_pairs();
    if (argc < 4)
        return argc != 2;
    for (int a = 2; a < argc && count < MOST; a++)
        x[count++] = atof(argv[a]);
    if (!strcmp(argv[1], "any")) {
        size_t groups = (size_t)x[0];
        printf("%.17g\n", ce_null_any(x + 1, (count - 1) / groups, groups, scratch));
        return 0;
    }
    if (!strcmp(argv[1], "judge") && count == 3) {
        static const char *const word[] = {"clearer", "chance", "few"};
        printf("%s %g\n", word[ce_null_judge(x[0], x[1], x[2])], ce_null_references(x[2]));
        return 0;
    }
    r = ce_null_compare(x[0], x + 1, count - 1,
                        strcmp(argv[1], "beta") ? CE_NULL_NORMAL : CE_NULL_BETA);
    printf("%.10g %.10g %.10g %.10g %.10g %.10g\n", r.mean, r.se, r.rcsi, r.rcsi_se, r.p, r.p_fit);
    return 0;
}
