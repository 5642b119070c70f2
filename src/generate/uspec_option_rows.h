/*
 * uspec_option_rows.h: rows of options that ce-generate uspec and the consensus function usenc have
 * in common, so that an option has one range, one default and one help.
 *
 * type: the struct that the row sets. The field has the name of the option and is an int. A number
 * that was not given is 0.
 */
#ifndef CE_GENERATE_USPEC_OPTION_ROWS_H
#define CE_GENERATE_USPEC_OPTION_ROWS_H

#include <stddef.h>

#include "core/option.h"
#include "generate/uspec.h"

#define CE_ROW_USPEC_REPRESENTATIVES(type) \
    { \
        0, "representatives", CE_INTEGER, "P", 2, 65535, NULL, NULL, \
            offsetof(type, representatives), NULL, \
            "representatives of each base clustering; default: a tenth of the objects, at least " \
            "4 for " \
            "each cluster, at most 1000" \
    }

#define CE_ROW_USPEC_NEIGHBOURS(type) \
    { \
        0, "neighbours", CE_INTEGER, "T", 1, 65535, NULL, NULL, offsetof(type, neighbours), NULL, \
            "each object is joined to its T nearest representatives; default: 5, or all if fewer" \
    }

#define CE_ROW_USPEC_EXACT(type) \
    { \
        0, "exact", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(type, exact), NULL, \
            "look for neighbours among all representatives, not only near the nearest of a group" \
    }

/* A ce_uspec_distance. */
#define CE_ROW_USPEC_DISTANCE(type) \
    { \
        0, "distance", CE_CHOICE, "WHAT", 0, 0, CE_USPEC_DISTANCE_NAMES, "euclidean", \
            offsetof(type, distance), NULL, \
            "distance of objects and representatives, or the angle between them" \
    }

#endif
