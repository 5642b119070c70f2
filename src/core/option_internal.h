/*
 * option_internal.h: what the files of options share. Not for anyone else.
 *
 * option.c             rows and settings
 * option_values.c      values from text
 * option_conditions.c  when an option has an effect
 */
#ifndef CE_CORE_OPTION_INTERNAL_H
#define CE_CORE_OPTION_INTERNAL_H

#include "core/error.h"
#include "core/option.h"

/* The memory of one list, in the chain settings->lists. */
typedef struct ce_list_memory {
    struct ce_list_memory *next;
    void *value;
} ce_list_memory;

/* Sets the field of a row from text (NULL for a flag), without noting that it was given. Returns
 * what ce_settings_set returns. */
int ce_settings_set_row(ce_settings *settings, const ce_option *row, const char *text,
                        ce_error *err);

#endif
