/*
 * smi.h: standardised mutual information (card M10): how many standard deviations the mutual information of two labellings is above what chance gives.
 *
 * [romano2014] Romano, Bailey, Nguyen and Verspoor, ICML 2014. Permutation model as in ami.h.
 */
#ifndef CE_SCORE_SMI_H
#define CE_SCORE_SMI_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "score/contingency.h"

typedef struct {
    double work;   /* sums of products that an exact variance may take; beyond it is drawn; 0: smi.c's; HUGE_VAL: always exact; < 0: never */
    size_t draws;  /* tables drawn with these margins; 0: 10000 */
    uint64_t seed;
    uint64_t stream;
} ce_smi_options;

typedef struct {
    double smi;            /* 0 where the variance is 0; NaN of 0 objects */
    double expected, deviation; /* of I, in nats */
    double standard_error; /* of smi; 0 when exact */
    int exact;
} ce_smi;

/* Random tables are drawn cell by cell, O(rows columns) each, not by shuffling objects. 0, CE_ENOMEM. */
int ce_smi_compute(const ce_contingency *table, const ce_smi_options *options, ce_smi *smi, ce_error *err);

#endif
