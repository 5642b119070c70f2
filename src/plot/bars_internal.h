/* bars_internal.h: what the strips and their legend share. */
#ifndef CE_PLOT_BARS_INTERNAL_H
#define CE_PLOT_BARS_INTERNAL_H

/* Letters of a label that are shown. */
enum { CE_BAR_NAME = 20 };

/* 0xRRGGBB of color c; grey for c < 0. */
unsigned ce_bar_rgb(int c);

/* 0xRRGGBB of a ramp from light to dark, t of 0 .. 1; NaN is missing. */
unsigned ce_bar_ramp(double t);

#endif
