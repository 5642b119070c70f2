#include "score/violations.h"

#include "core/labels.h"

ce_violations ce_violations_count(const ce_constraints *constraints, const int32_t *label)
{
    ce_violations v = {0};

    for (size_t c = 0; c < constraints->count; c++) {
        const ce_constraint *pair = &constraints->pair[c];
        int32_t a = label[pair->i], b = label[pair->j];
        if (a == CE_MISSING || b == CE_MISSING)
            v.unknown++;
        else if (pair->link == CE_MUST_LINK)
            v.must += a != b;
        else
            v.cannot += a == b;
    }
    return v;
}

void ce_constraints_mark(const ce_constraints *constraints, unsigned char *inside)
{
    for (size_t i = 0; i < constraints->n; i++)
        inside[i] = 0;
    for (size_t c = 0; c < constraints->count; c++)
        inside[constraints->pair[c].i] = inside[constraints->pair[c].j] = 1;
}
