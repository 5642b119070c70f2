/*
 * profile_rows.h: a value of each object of the chosen result, as plot/profile.h draws it.
 */
#ifndef CE_REPORT_PROFILE_ROWS_H
#define CE_REPORT_PROFILE_ROWS_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "plot/profile.h"
#include "report/page.h"

/* Set to zero before use; ce_page_profile_free. */
typedef struct {
    ce_data_table table; /* the rows of the profile */
    ce_profile profile;
    int *colour; /* owned: of each of its groups, as in the other pictures of the page */
} ce_page_profile;

/* Finds the bars of `count` objects, in the colours of the page. object: their rows; NULL: from 0
 * on. value: one of each object; with kind->with one for each cluster of the chosen result: those
 * without objects are left out, and noise, but for objects that are noise. Failures are those of
 * ce_profile_find; p is empty then. */
int ce_page_profile_find(ce_page_profile *p, const ce_page *report, const ce_profile_kind *kind,
                         const size_t *object, size_t count, const double *value, ce_error *err);

/* Its picture, free(), and a sentence, with a blank before it, where clusters have no room; else
 * "". 0, CE_ENOMEM or CE_EIO. */
enum { CE_PAGE_LEFT = 80 };
int ce_page_profile_draw(const ce_page_profile *p, char **bytes, size_t *length,
                         char left[CE_PAGE_LEFT], ce_error *err);
void ce_page_profile_free(ce_page_profile *p);

#endif
