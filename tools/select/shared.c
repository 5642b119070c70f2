/* What the ways to choose share: room for a choice, and a check. */
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "select.h"

int select_members(select_call *call, int members, const char *what, ce_error *err)
{
    size_t m = call->in->labels.m;

    call->count = (size_t)members;
    if (call->count > m)
        return ce_fail(err, CE_EINPUT, "%s: %zu base clusterings, %zu to be %s",
                       ce_path_name(call->path), m, call->count, what);
    call->choice = ce_alloc(call->count, sizeof *call->choice, err);
    return call->choice ? CE_OK : CE_ENOMEM;
}
