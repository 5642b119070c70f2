/*
 * connectivity.h: the connectivity of internal.h from data, by a search for the nearest objects.
 */
#ifndef CE_SCORE_CONNECTIVITY_H
#define CE_SCORE_CONNECTIVITY_H

#include <stddef.h>

#include "core/error.h"
#include "score/internal.h"

/* For more neighbours than these a pass over all pairs needs less memory. */
enum { CE_CONNECTIVITY_MOST = 100 };

/* Whether it can be used: there are data and not too many neighbours, and no column leaves an
 * object out. */
int ce_connectivity_can_search(const ce_internal_column *column, size_t m,
                               const ce_internal_input *input);

/* Sets index[q].connectivity of each column without `skip`; all share one search. 0 or CE_ENOMEM.
 * Time of ce_neighbour_search; 20 n neighbours bytes. */
int ce_connectivity_search(const ce_internal_column *column, size_t m,
                           const ce_internal_input *input, ce_internal *index, ce_error *err);

#endif
