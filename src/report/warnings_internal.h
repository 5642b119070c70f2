/* warnings_internal.h: what the files that write warnings share. */
#ifndef CE_REPORT_WARNINGS_INTERNAL_H
#define CE_REPORT_WARNINGS_INTERNAL_H

#include <stddef.h>

#include "io/output.h"
#include "report/page.h"

typedef struct {
    ce_page *report;
    size_t count; /* of warnings */
} ce_warnings;

/* Begins a warning. */
ce_output *ce_warnings_next(ce_warnings *l);

/* Measures that prefer another k than that of the result. */
void ce_warnings_k(ce_warnings *l);

/* A result that was chosen by ANMI among those of several k, which leans to large k. */
void ce_warnings_by_anmi(ce_warnings *l);
int ce_warnings_is_by_anmi(const ce_page *report);

/* What the comparison with data without clusters says against the result; nothing without one. */
void ce_warnings_null(ce_warnings *l);

/* A result whose k is the smallest or the largest of those that were tried. */
void ce_warnings_edge(ce_warnings *l);

/* A result of one cluster, which the comparison may agree with. */
void ce_warnings_one(ce_warnings *l);

#endif
