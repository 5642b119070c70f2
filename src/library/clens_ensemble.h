/*
 * clens_ensemble.h: an ensemble of the caller's inside.
 */
#ifndef CE_LIBRARY_CLENS_ENSEMBLE_H
#define CE_LIBRARY_CLENS_ENSEMBLE_H

#include "library/library.h"

/* Makes the inner ensemble from labels and sizes anew; call ce_library_attach after it. Failures as
 * ce_ensemble_init; there is then no inner ensemble. */
int ce_library_prepare(clens_ensemble *e, ce_error *err);

/* Tells the inner ensemble what goes with it, and drops what it has computed. */
void ce_library_attach(clens_ensemble *e);

#endif
