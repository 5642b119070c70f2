/*
 * registry.h: the methods by name. The build makes the table from the files in methods/.
 */
#ifndef CE_CONSENSUS_REGISTRY_H
#define CE_CONSENSUS_REGISTRY_H

#include "consensus/method.h"

/* In the order of their files and of the lines in them; ends with NULL. */
extern const ce_method *const ce_methods[];

/* The descriptors of the same methods, in the same order. */
extern const ce_descriptor *const ce_method_descriptors[];

/* NULL when there is none of that name. */
const ce_method *ce_method_find(const char *name);

#endif
