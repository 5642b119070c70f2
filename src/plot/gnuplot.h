/*
 * gnuplot.h: pictures drawn by gnuplot, which is looked for when it is needed.
 *
 * 1. ce_gnuplot_begin opens a script in a temporary file.
 * 2. The caller writes the plot to it.
 * 3. ce_gnuplot_end runs gnuplot on it and returns the picture as bytes.
 *
 * Nothing else is written before the picture is there.
 */
#ifndef CE_PLOT_GNUPLOT_H
#define CE_PLOT_GNUPLOT_H

#include <stddef.h>
#include <stdio.h>

#include "core/error.h"

typedef enum { CE_PICTURE_SVG, CE_PICTURE_PNG, CE_PICTURE_PDF } ce_picture_format;

typedef struct {
    ce_picture_format format;
    int width, height; /* pixels; of a PDF 96 an inch */
    const char *title; /* NULL: none */
} ce_picture;

/* Opens a script and writes what all pictures share: terminal, size, fonts, title. The caller
 * closes it by ce_gnuplot_end or fclose. Returns 0, or CE_EIO with *script NULL. */
int ce_gnuplot_begin(FILE **script, const ce_picture *picture, ce_error *err);

/* Writes text as a quoted string of gnuplot in which nothing is special. Control characters become
 * spaces, and what is no UTF-8 becomes U+FFFD. */
void ce_gnuplot_quote(FILE *script, const char *text);

/* The same for the name of a tic, which gnuplot reads as a format of a number. */
void ce_gnuplot_quote_tic(FILE *script, const char *text);

/* Writes the title of a picture as a quoted string and, where it is long, with a smaller font.
 * "..." stands in its middle for what still has no room. */
void ce_plot_title(FILE *script, const ce_picture *picture);

/* A small line of text in the middle, so many pixels above the lower edge. text: without quotes. */
void ce_plot_caption(FILE *script, const ce_picture *picture, int above, const char *text);

/* From one tic of an axis to the next: the first of 1, 2 and 5 times a power of ten with which a
 * range (> 0) has fewer than `count` of them. */
double ce_plot_step(double range, double count);

/* Letters of a name in a key that stands beside the picture. */
enum { CE_PLOT_KEY_NAME = 28 };

/* Color i of Okabe and Ito as gnuplot takes it, and shape i of a point (disc, triangle, square,
 * diamond). After the last one the first follows. */
enum { CE_PLOT_COLORS = 7, CE_PLOT_SHAPES = 4 };
const char *ce_plot_color(size_t i);
int ce_plot_shape(size_t i);

/* Runs gnuplot on the script and closes it, also after a failure. *bytes: the picture, free(); NULL
 * after a failure. Returns 0, CE_ENOMEM, or CE_EIO: gnuplot is not installed, cannot be run, or
 * failed, and then its words are in the message. */
int ce_gnuplot_end(FILE *script, char **bytes, size_t *length, ce_error *err);

/* The same where writing the script may have failed: with rc != 0 it is only closed, and rc is
 * returned. */
int ce_gnuplot_finish(int rc, FILE *script, char **bytes, size_t *length, ce_error *err);

#endif
