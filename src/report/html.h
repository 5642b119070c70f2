/*
 * html.h: pieces of an HTML page that needs nothing besides itself: escaped text, pictures inline,
 * tables as links that hold their bytes.
 */
#ifndef CE_REPORT_HTML_H
#define CE_REPORT_HTML_H

#include <stddef.h>

#include "io/output.h"

/* Text in which nothing is markup. Control characters, and bytes that are no UTF-8, become U+FFFD.
 */
void ce_html_text(ce_output *page, const char *text);

/* A number with so many significant digits; a dash for NaN. */
void ce_html_number(ce_output *page, double value, int digits);

/* Everything before the content, with the style sheet; and behind it. */
void ce_html_begin(ce_output *page, const char *title);
void ce_html_end(ce_output *page);

/* A table of so many rows that the reader opens and closes; it is written between the two calls. On
 * paper it is open if it has at most CE_HTML_PRINTED rows and the browser can do that; else a line
 * tells that it is not there. */
enum { CE_HTML_PRINTED = 60 };
void ce_html_more_begin(ce_output *page, const char *summary, size_t rows, int open);
void ce_html_more_end(ce_output *page, size_t rows);

/* Whether a page can hold a file of so many bytes as a link. */
int ce_html_holds(size_t length);

/* A link to a file of these bytes, which the page holds. Browsers refuse large ones: above
 * CE_HTML_FILE bytes nothing is written, and 0 is returned; else 1. */
enum { CE_HTML_FILE = 1500000 };
int ce_html_file(ce_output *page, const char *name, const char *bytes, size_t length);

/* An SVG picture of gnuplot's, with its ids made those of picture `number`, so that several can be
 * in one page. about: what is read to those who cannot see it. */
void ce_html_picture(ce_output *page, const char *svg, size_t length, unsigned number,
                     const char *about);

#endif
