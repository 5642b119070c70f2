#include "consensus/soft_members.h"

int ce_soft_members_get(ce_ensemble *ensemble, const char *method, size_t k, int objects,
                        ce_soft_members *members, ce_error *err)
{
    const ce_microclusters *micro;
    const ce_membership_rows *soft;
    int rc;

    members->n = ensemble->labels->n;
    members->m = ensemble->labels->m;
    if (ensemble->membership) {
        rc = ce_ensemble_soft(ensemble, objects, &soft, err);
        if (!rc)
            rc = ce_ensemble_check_groups(ensemble, method, k, soft->count, err);
        if (!rc)
            rc = ce_membership_rows_compact(soft, &members->table, err);
        if (rc)
            return rc;
        members->count = soft->count;
        members->size = soft->size;
        members->k = members->table.k;
        members->of = soft->of;
        return CE_OK;
    }
    rc = ce_ensemble_check_k(ensemble, method, k, objects, err);
    if (!rc)
        rc = ce_ensemble_micro(ensemble, objects, &micro, err);
    if (rc)
        return rc;
    members->count = micro->count;
    members->size = micro->size;
    members->k = micro->rows.k;
    members->of = micro->of;
    members->labels = &micro->rows;
    return CE_OK;
}

void ce_soft_members_free(ce_soft_members *members)
{
    ce_membership_free(&members->table);
}
