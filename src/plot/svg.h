/* svg.h: what gnuplot writes into an SVG that others should not see. */
#ifndef CE_PLOT_SVG_H
#define CE_PLOT_SVG_H

#include <stddef.h>

#include "core/error.h"

/*
 * Takes out gnuplot's own titles and description: browsers show them beside the pointer, as
 * "gnuplot_plot_1a". And in text it makes ]]> an entity, which gnuplot leaves as it is.
 *
 * bytes: the picture, owned by the caller; it may be replaced by a longer one. Bytes that are no
 * SVG stay as they are. Returns 0 or CE_ENOMEM.
 */
int ce_svg_tidy(char **bytes, size_t *length, ce_error *err);

/* Behind the tag <svg ...>, where a title belongs; 0 if there is none. */
size_t ce_svg_inside(const char *bytes, size_t length);

#endif
