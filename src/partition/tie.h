/*
 * tie.h: which of several equally near pairs of clusters merges.
 */
#ifndef CE_PARTITION_TIE_H
#define CE_PARTITION_TIE_H

#include <stddef.h>

#include "core/option.h"

typedef enum {
    CE_TIE_INDEX,  /* the pair of the lowest indices */
    CE_TIE_MEANSIM /* the pair of the largest mean similarity; then as CE_TIE_INDEX */
} ce_tie;
/* In the order of the enum; for option rows. */
#define CE_TIE_NAMES "index|meansim"

/* The same for complete linkage (linkage.h). */
typedef enum {
    CE_COMPLETE_TIE_INDEX,   /* the pair of the lowest indices; the union has the lower one */
    CE_COMPLETE_TIE_LAST,    /* the pair of the lowest indices; the union has the higher one */
    CE_COMPLETE_TIE_MEANSIM, /* the pair of the largest mean similarity; then as INDEX */
    CE_COMPLETE_TIE_CHAIN    /* as the nearest-neighbour chain finds them */
} ce_complete_tie;
/* In the order of the enum; for option rows. */
#define CE_COMPLETE_TIE_NAMES "index|last|meansim|chain"

/* int: ce_complete_tie. The one row of this option, for consensus functions and ce-partition. */
#define CE_ROW_COMPLETE_TIE(type, field, by_default)                                               \
    {0, "tie", CE_CHOICE, "RULE", 0, 0, CE_COMPLETE_TIE_NAMES, by_default, offsetof(type, field),  \
     NULL, "which of several nearest pairs of clusters merges"}

#endif
