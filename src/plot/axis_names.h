/*
 * axis_names.h: names along an axis that do not meet, whatever their length and number; and the
 * values at which it has tics.
 */
#ifndef CE_PLOT_AXIS_NAMES_H
#define CE_PLOT_AXIS_NAMES_H

#include <stddef.h>
#include <stdio.h>

#include "core/error.h"
#include "io/data_table.h"

/* Letters of a name that are shown, at most. */
enum { CE_AXIS_NAME = 24 };

/* Names at 1, 2, ... of an axis that is so many pixels long. They are borrowed. */
typedef struct {
    const char *const *name;
    size_t count;
    double pixels;
    double across; /* pixels of the picture in the other direction: long names leave most of it */
} ce_axis_names;

/* Whether the names across would meet if they were not askew. */
int ce_axis_are_askew(const ce_axis_names *names);

/* Pixels from the place of the first name to the left end of its text, where names are askew. */
double ce_axis_overhang(const ce_axis_names *names);

/* Pixels that names across take below the axis. */
double ce_axis_depth(const ce_axis_names *names);

/* Writes `set xtics` or `set ytics` (axis: x, y). Names across are askew where they would meet. All
 * have smaller letters where there is little room, and where there is still less, one of some is
 * shown. Long ones are cut (short_names.h). 0 or CE_ENOMEM. */
int ce_axis_write(FILE *script, char axis, const ce_axis_names *names, ce_error *err);

/* Writes `set xtics` at some of the values that a column of a table has, such as the k that were
 * tried: the least one, and in steps of at least a `most`-th of their range, 1 or more, others. NaN
 * is none. O(rows x most). */
void ce_axis_values(FILE *script, const ce_data_table *table, size_t column, double most);

#endif
