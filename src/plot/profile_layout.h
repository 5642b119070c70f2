/*
 * profile_layout.h: how the bars of a profile lie in its picture: which clusters are drawn, how
 * many objects a bar stands for, and where the names of the clusters are.
 */
#ifndef CE_PLOT_PROFILE_LAYOUT_H
#define CE_PLOT_PROFILE_LAYOUT_H

#include <stddef.h>

#include "core/error.h"
#include "plot/gnuplot.h"
#include "plot/profile.h"

/* Pixels: above the bars, of a row with an id, of a letter, of a name; letters of an id. */
enum {
    CE_PROFILE_TOP = 40,
    CE_PROFILE_ID_ROW = 8,
    CE_PROFILE_LETTER = 7,
    CE_PROFILE_NAME_ROW = 12,
    CE_PROFILE_ID_SHOWN = 28
};

/* How the rows lie: `chunk` objects a bar, and `gap` rows between clusters. */
typedef struct {
    double rows, pixel; /* in all; pixels a row */
    size_t objects;     /* that are drawn */
    size_t chunk, gap;
    double left, bottom;    /* pixels */
    size_t count;           /* of clusters that are drawn */
    unsigned char *hidden;  /* owned: those that are not */
    unsigned char *unnamed; /* owned: those that have no name */
    size_t named;
    double *name; /* owned: how far below the top of the bars each name stands */
} ce_profile_layout;

/* Sets the layout, whatever it held. Of clusters without room the largest are drawn (ties: the
 * first). 0 or CE_ENOMEM; ce_profile_layout_free afterwards in any case. O(n log n). */
int ce_profile_lay_out(ce_profile_layout *at, const ce_profile *p, const ce_picture *picture,
                       ce_error *err);
void ce_profile_layout_free(ce_profile_layout *at);

#endif
