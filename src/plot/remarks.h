/* remarks.h: what a picture leaves out or puts together, said in small lines below it. */
#ifndef CE_PLOT_REMARKS_H
#define CE_PLOT_REMARKS_H

#include <stddef.h>
#include <stdio.h>

#include "plot/gnuplot.h"

/* Bytes of a text and of a line; lines at most; pixels of one. */
enum { CE_REMARKS = 2, CE_REMARK = 128, CE_REMARK_LINES = 8, CE_REMARK_LINE = 15 };

/* Texts without quotes; "": nothing. */
typedef struct {
    char text[CE_REMARKS][CE_REMARK];
} ce_remarks;

/* The same as lines that fit into a picture. */
typedef struct {
    char text[CE_REMARK_LINES][CE_REMARK];
    size_t count;
} ce_remark_lines;

/* Breaks the texts between words where the picture is narrow. A picture gives a third of its
 * height to them at most: what then has no room is left out. */
void ce_remarks_wrap(const ce_remarks *remarks, const ce_picture *picture, ce_remark_lines *lines);

/* Writes them as the name of the x axis, below its own name if that is not NULL. Without lines
 * nothing is written. */
void ce_remarks_write(FILE *script, const char *name, const ce_remark_lines *lines);

#endif
