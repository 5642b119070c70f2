#include "io/table_cut_internal.h"

#include <stdlib.h>

#include "core/memory.h"
#include "io/npy.h"

void ce_table_cut_free(ce_table_cut *cut)
{
    if (!cut)
        return;
    free(cut->name);
    *cut = (ce_table_cut){0};
}

int ce_table_cut_rows(const ce_table_format *format, const ce_input *input, uint64_t rows,
                      ce_cut_place *place, uint64_t *end, ce_error *err)
{
    ce_table_cut *cut = format->cut;
    const char *name = ce_input_name(input);

    if (cut->name && cut->rows != rows)
        return ce_fail(err, CE_EINPUT,
                       "%s: %llu rows, and %.200s has %llu: tables of the same objects expected, "
                       "which " CE_OPT("cut") " cuts alike",
                       name, (unsigned long long)rows, cut->name, (unsigned long long)cut->rows);
    if (!ce_object_part_count(&cut->part, rows))
        return ce_fail(err, CE_EINPUT, "%s: no row in part %zu of %zu: the table has %llu rows",
                       name, cut->part.part, cut->part.parts, (unsigned long long)rows);
    place->rows = ce_object_part_first(&cut->part, rows);
    *end = place->rows + ce_object_part_count(&cut->part, rows);
    if (cut->name)
        return CE_OK;
    cut->rows = rows;
    cut->name = ce_strdup(name, err);
    return cut->name ? CE_OK : CE_ENOMEM;
}

int ce_table_cut_input(ce_input *input, const ce_table_format *format, ce_error *err)
{
    int is_npy = 0, rc;

    if (!format->cut)
        return CE_OK;
    if (!ce_input_has_places(input))
        return ce_fail(err, CE_EINPUT,
                       "%s: a pipe, terminal or device, and " CE_OPT("cut") " reads twice: a file "
                       "expected",
                       ce_input_name(input));
    rc = ce_input_is_npy(input, &is_npy, err);
    if (rc)
        return rc;
    return is_npy ? ce_table_cut_npy(input, format, err) : ce_table_cut_text(input, format, err);
}

const ce_cut_place *ce_table_cut_place(const ce_input *input)
{
    const ce_cut_place *place = ce_table_cut_text_place(input);

    return place ? place : ce_table_cut_npy_place(input);
}

size_t ce_table_cut_before(const ce_input *input)
{
    const ce_cut_place *place = ce_table_cut_place(input);

    return place ? (size_t)place->rows : 0;
}
