/*
 * sure_members.h: the base clusterings that tell how sure objects and clusters are: all, or those
 * with the k of the result, which names such as kmeans.k7.r3 tell (k_groups.h).
 *
 * Base clusterings of more clusters divide the groups of a result, and those of fewer join them, so
 * that no group looks sure where all count together. But a result that was made of many k can only
 * be judged by all of them. What is made to look at each k, as [monti2003] does, has many base
 * clusterings of each.
 */
#ifndef CE_REPORT_SURE_MEMBERS_H
#define CE_REPORT_SURE_MEMBERS_H

#include <stddef.h>

#include "core/error.h"
#include "io/label_table.h"
#include "io/output.h"

/* Which ones. */
enum { CE_SURE_AUTO, CE_SURE_SAME_K, CE_SURE_ALL };
/* In the order of the enum; for option rows. */
#define CE_SURE_NAMES "auto|same-k|all"

/* By the rule of CE_SURE_AUTO they are those with the k of the result if the names of all base
 * clusterings tell a k, and each k has so many: as a list has that gives each k equally many, or
 * as it is where k is drawn from a list. Those without labels do not count. */
enum { CE_SURE_LISTED = 10, CE_SURE_DRAWN = 30 };

/* Set to zero before use. Empty after a failure. */
typedef struct {
    ce_label_table table; /* labels, sizes and ids alone. Sizes and ids are borrowed, and so are the
                           * labels of all base clusterings */
    int k;                /* which they have; 0: they are all base clusterings */
    int k_of_result;
    size_t same;  /* base clusterings with labels that have the k of the result */
    size_t least; /* base clusterings of the k that has fewest; 0: not all names tell a k */
    int listed;   /* each k has equally many */
} ce_sure_members;

/* k: of the result, at least 0. which: of the enum. 0, CE_ENOMEM, or CE_EINPUT: of CE_SURE_SAME_K
 * there are fewer than two with labels. */
int ce_sure_members_find(ce_sure_members *sure, const ce_label_table *members, int k, int which,
                         ce_error *err);
void ce_sure_members_free(ce_sure_members *sure);

/* Writes patterns that ce-select names --names takes for the members of this k and for no others,
 * with commas between them: 1, or 0 and nothing where there are none. */
enum { CE_SURE_PATTERNS = 160 };
int ce_sure_patterns(const ce_label_table *members, int k, char patterns[CE_SURE_PATTERNS]);

#endif
