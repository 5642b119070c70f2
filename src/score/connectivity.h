/*
 * connectivity.h: the connectivity of internal.h from data, by a search for the nearest objects.
 */
#ifndef CE_SCORE_CONNECTIVITY_H
#define CE_SCORE_CONNECTIVITY_H

#include <stddef.h>

#include "core/error.h"
#include "score/internal.h"

/* Sets index[q].connectivity of each column without `skip`, with input->neighbours below the number
 * of objects. Ties are those of squared distances. Columns that label all objects share one search,
 * the others have one each. 0 or CE_ENOMEM. Time of ce_neighbour_search; 20 n neighbours bytes. */
int ce_connectivity_search(const ce_internal_column *column, size_t m,
                           const ce_internal_input *input, ce_internal *index, ce_error *err);

#endif
