/*
 * method.h: what a consensus function is. A method is one file in the folder methods/, which
 * declares a descriptor of this type at the beginning of a line:
 *
 *     const ce_method ce_method_hne = {
 *
 * The build finds it there and puts it into the registry (registry.h). See doc/adding-a-method.md.
 */
#ifndef CE_CONSENSUS_METHOD_H
#define CE_CONSENSUS_METHOD_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/ensemble.h"
#include "consensus/report.h"
#include "core/constraints.h"
#include "core/descriptor.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"

/* A bit beside CE_USES_... for a method's check: the caller wants the weights of the method's base
 * clusterings. */
enum { CE_WANTS_WEIGHTS = 1 << 16 };

typedef struct ce_method ce_method;

/* One call of a method on base clusterings. */
typedef struct {
    ce_ensemble *ensemble;
    const ce_method *method;
    const ce_settings *settings; /* settings->values is the struct of its rows, every field set */
    size_t k;                    /* 0 for methods that find it */
    uint64_t seed;
    const char *column; /* the name of the result, such as hne.k3, for messages */
    ce_report *report;  /* never NULL */
} ce_run;

/* One call of a method on data. */
typedef struct {
    const ce_method *method;
    const ce_settings *settings;
    const ce_matrix *x; /* n x d, read only; NaN is missing, for methods that take that */
    const float *single; /* its values, for methods that take single precision; x->values is then
                          * NULL. NULL: there are none */
    const int *k;       /* count values >= 1, none above n */
    size_t count;
    uint64_t seed;
    const ce_constraints *constraints; /* without contradictions; or NULL */
    const ce_progress *progress;       /* or NULL */
    ce_report *report;                 /* never NULL */
} ce_data_run;

/* What a method makes of data: a partition for each k, and the base clusterings they come from. Set
 * to zero before use. */
typedef struct {
    ce_labels labels;  /* n x count: a column for each k, in the order of the list */
    ce_labels members; /* n x m: the base clusterings of all k */
    char **name;       /* owned; m different names such as tksc.k3, kmeans.k3.r2 */
    double *weight;    /* owned; m, or NULL */

    /* Owned; count values each. Column c of labels comes from the columns first[c] .. first[c] +
     * used[c] - 1 of members. Several k may share base clusterings. */
    size_t *first, *used;
} ce_data_result;

void ce_data_result_free(ce_data_result *result);

struct ce_method {
    ce_descriptor about;

    /*
     * For methods that read labels or memberships. result: a partition of the rows in
     * ensemble->labels into k clusters; into fewer or more only where the method's file says so.
     * 0 or a failure; result can then only be freed.
     */
    int (*run)(const ce_run *run, ce_partition *result, ce_error *err);

    /* For methods that cut a dendrogram (CE_REPORTS_TREE). *k: the number of clusters with the
     * longest lifetime in it [fred2005]; ties: the smallest. 0 or a failure; *k is then
     * untouched. */
    int (*lifetime)(const ce_run *run, size_t *k, ce_error *err);

    /* For methods that read data, in place of run. result comes with memory for labels, first and
     * used; the method fills these and sets the rest. 0 or a failure; result can then only be
     * freed. */
    int (*run_data)(const ce_data_run *run, ce_data_result *result, ce_error *err);

    /* Checks options for what the conditions of their rows cannot say, or NULL. given: CE_USES_...
     * bits for what goes with the ensemble, and CE_WANTS_WEIGHTS. 0, or CE_EARG when the options do
     * not go together. */
    int (*check)(const ce_settings *settings, unsigned given, ce_error *err);

    int takes_missing; /* methods that read data: values may be missing */
    int takes_single;  /* methods that read data: they may be in single precision */
    int takes_tiny;    /* methods that read data: squares of tiny numbers do not vanish */
    const void *own;   /* for the method's file, whose methods may differ in it only */
};

/*
 * Runs a method on base clusterings. result: a partition of all rows of the ensemble, CE_MISSING
 * for those without any label. 0, CE_EARG (the ensemble lacks something that the method needs),
 * CE_EINPUT, CE_ENOMEM or CE_ENUM; after a failure result is empty.
 */
int ce_consensus(const ce_run *run, ce_partition *result, ce_error *err);

/* The k with the longest lifetime. CE_EARG for methods that cut no dendrogram. After a failure *k
 * is untouched. */
int ce_consensus_lifetime(const ce_run *run, size_t *k, ce_error *err);

/* Runs a method on data. result must be zero at first. CE_EINPUT where a k is above n, or values
 * are missing and the method takes none. After a failure result can only be freed. */
int ce_consensus_of_data(const ce_data_run *run, ce_data_result *result, ce_error *err);

/* Whether the method finds the number of clusters itself where it is not told. */
int ce_method_finds_k(const ce_method *method);

/* Whether it can be told the number of clusters. */
int ce_method_takes_k(const ce_method *method);

/* 0, or CE_EARG when the method needs more than is given, or its `check` refuses the options.
 * settings may be NULL: then options are not checked. The conditions of rows are checked by
 * ce_settings_check. */
int ce_method_check(const ce_method *method, const ce_settings *settings, unsigned given,
                    ce_error *err);

/* What goes with an ensemble, as CE_USES_... bits. */
unsigned ce_beside_given(const ce_beside *beside);

#endif
