/*
 * gnuplot.h: pictures drawn by gnuplot, which is looked for when it is needed.
 *
 * A script is written to a temporary file, gnuplot runs on it, and the picture comes back as bytes:
 * nothing is written anywhere before the picture is there.
 */
#ifndef CE_PLOT_GNUPLOT_H
#define CE_PLOT_GNUPLOT_H

#include <stddef.h>
#include <stdio.h>

#include "core/error.h"

typedef enum { CE_PICTURE_SVG, CE_PICTURE_PNG } ce_picture_format;

typedef struct {
    ce_picture_format format;
    int width, height; /* pixels */
    const char *title; /* NULL: none */
} ce_picture;

/* Opens a script and writes what all pictures share: terminal, size, fonts, title. fclose(*script).
 * 0 or CE_EIO. */
int ce_gnuplot_begin(FILE **script, const ce_picture *picture, ce_error *err);

/* Writes text as a quoted string of gnuplot in which nothing is special; control characters become
 * spaces. */
void ce_gnuplot_quote(FILE *script, const char *text);

/* The colours of Okabe and Ito as gnuplot takes them, and shapes of points (disc, triangle, square,
 * diamond); i goes round. */
enum { CE_PLOT_COLOURS = 7, CE_PLOT_SHAPES = 4 };
const char *ce_plot_colour(size_t i);
int ce_plot_shape(size_t i);

/* Runs gnuplot on the script and closes it, also after a failure. *bytes: the picture, free(). 0,
 * CE_ENOMEM, CE_EIO (gnuplot is not installed, cannot be run, or said no: its words are in the
 * message). */
int ce_gnuplot_end(FILE *script, char **bytes, size_t *length, ce_error *err);

#endif
