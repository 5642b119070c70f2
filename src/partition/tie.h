/*
 * tie.h: which of several equally near pairs of clusters merges.
 */
#ifndef CE_PARTITION_TIE_H
#define CE_PARTITION_TIE_H

typedef enum {
    CE_TIE_INDEX,  /* the pair of the lowest indices */
    CE_TIE_MEANSIM /* the pair of the largest mean similarity; then as CE_TIE_INDEX */
} ce_tie;
/* In the order of the enum; for option rows. */
#define CE_TIE_NAMES "index|meansim"

#endif
