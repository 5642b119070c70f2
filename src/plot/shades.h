/*
 * shades.h: colors of many clusters: those of Okabe and Ito first, then darker and lighter ones.
 */
#ifndef CE_PLOT_SHADES_H
#define CE_PLOT_SHADES_H

#include <stdint.h>

/* So many clusters have a color of their own. */
enum { CE_PLOT_SHADES = 28 };

#define CE_PLOT_WHITE 0xffffffu

/* The number of a cluster that is the label `noise`, in every picture where numbers tell colors. */
enum { CE_PLOT_NOISE = INT32_MAX };

/* 0xRRGGBB of cluster `number`; from CE_PLOT_SHADES on a light grey, CE_PLOT_NOISE a dark one;
 * white for a negative one (no label). strength, 0 .. 1: how far from white it stands. */
uint32_t ce_plot_shade(int32_t number, double strength);

#endif
