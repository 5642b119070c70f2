/*
 * library.h: what the files behind clens.h share: its types, and how a call begins and ends.
 */
#ifndef CE_LIBRARY_LIBRARY_H
#define CE_LIBRARY_LIBRARY_H

#include <clens.h>
#include <locale.h>

#include "consensus/method.h"
#include "constrain/chunklets.h"
#include "core/option.h"

/* clens_method is ce_method by another name. */
static inline const ce_method *ce_library_method(const clens_method *method)
{
    return (const ce_method *)method;
}

/* given[i]: the text that row i was set to; NULL: it was not. All owned. */
struct clens_options {
    const ce_method *method;
    ce_settings settings;
    char **given;
    uint64_t seed;
};

/* Pairs of objects, and what follows from them. */
typedef struct {
    ce_constraints pairs;
    ce_chunklets chunklets;
    int set;
} ce_library_links;

struct clens_ensemble {
    ce_labels labels;
    int32_t *rank; /* of each cluster of labels, base clustering by base clustering: its place among
                      the clusters of its base clustering by ascending label; NULL: memberships */
    ce_membership membership; /* n = 0: there is none */
    double *size, *weight;
    char **name;
    ce_matrix data, centroids, weights; /* rows = 0: there is none */
    ce_library_links links;
    ce_ensemble inner; /* borrows all of the above */
};

struct clens_data {
    ce_matrix x;
    ce_library_links links;
};

struct clens_result {
    ce_partition partition;
    ce_report report; /* messages are worded */
    ce_labels members;
    char **name; /* members.m */
    double *member_weight;
};

/* ---- the beginning and the end of a call ---- */

/* The state of a call that computes, or that reads or writes numbers as text. */
typedef struct {
    locale_t point, before; /* of the calling thread: with a decimal point; the caller's */
    ce_error err;
} ce_library_call;

void ce_library_begin(ce_library_call *call);

/* Writes the message of a failure, or an empty one, and returns rc. */
int ce_library_end(ce_library_call *call, int rc, char *message, size_t size);

/* The text of a message for readers of clens.h: each CE_OPT is "option NAME", or the bare name of
 * what is no option here. Cut to fit. size >= 1. */
void ce_library_word(const char *text, char *worded, size_t size);

/* ---- what several files need ---- */

/* CE_EARG when options do not go together, or with what is given (CE_USES_... bits). */
int ce_library_check(const clens_options *options, unsigned given, ce_error *err);

/* A copy of data, rows x columns values; each must be finite or NaN. */
int ce_library_copy(ce_matrix *to, const double *values, size_t rows, size_t columns,
                    ce_error *err);

/* Links of n objects; see clens_ensemble_set_constraints. After a failure it is empty. */
int ce_library_link(ce_library_links *links, size_t n, const int32_t *i, const int32_t *j,
                    const int32_t *link, size_t count, ce_error *err);
void ce_library_links_free(ce_library_links *links);

/* A new result that takes over what the report holds. NULL and CE_ENOMEM in err. */
clens_result *ce_library_result(ce_report *report, ce_error *err);

#endif
