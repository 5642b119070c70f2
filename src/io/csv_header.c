#include "io/csv_internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

void ce_csv_forget_header(ce_csv *csv)
{
    free(csv->head);
    free(csv->head_at);
    csv->head = NULL;
    csv->head_at = NULL;
    csv->head_differs = 0;
}

int ce_csv_set_header(ce_csv *csv, char *const *cell, size_t cells)
{
    size_t size = 0;
    int words = 0;
    double value;

    for (size_t c = 0; c < cells; c++) {
        size_t length = strlen(cell[c]);
        size += length + 1;
        words |=
            !ce_is_missing(cell[c], length) && !ce_cell_real(csv->format, cell[c], length, &value);
    }
    if (!words)
        return CE_OK;
    ce_csv_forget_header(csv);
    csv->head = ce_alloc(size, 1, csv->err);
    csv->head_at = ce_alloc(cells + 1, sizeof *csv->head_at, csv->err);
    if (!csv->head || !csv->head_at)
        return csv->status = CE_ENOMEM;
    csv->head_at[0] = 0;
    for (size_t c = 0; c < cells; c++) {
        size_t length = strlen(cell[c]) + 1;
        memcpy(csv->head + csv->head_at[c], cell[c], length);
        csv->head_at[c + 1] = csv->head_at[c] + length;
        csv->head_differs |= strcmp(cell[c], cell[0]) != 0;
    }
    return CE_OK;
}

int ce_csv_is_head(const ce_csv *csv, const char *text, size_t length)
{
    const size_t *at = csv->head_at + csv->column;

    return length + 1 == at[1] - at[0] && !memcmp(csv->head + at[0], text, length);
}

int ce_csv_meet_header(ce_csv *csv)
{
    csv->again = 0;
    if (csv->sample.heads && csv->width > 1)
        return ce_csv_fail(csv, CE_CSV_HEADER_AGAIN);
    if (csv->sample.heads && csv->format->header == CE_HEADER_AUTO)
        return ce_csv_fail(csv,
                           CE_CSV_HEADER_AGAIN " (" CE_OPT("header") " yes: it is a label)");
    if (csv->format->header != CE_HEADER_AUTO && !csv->sample.heads)
        return CE_OK;
    if (csv->head_differs)
        return ce_csv_fail(csv, "the first line again, which is taken for the header: two tables, "
                                "one behind the other? (" CE_OPT("header") " no: it is a row)");
    if (!csv->repeated++)
        csv->repeated_line = csv->line;
    return CE_OK;
}

void ce_csv_tell_repeated(const ce_csv *csv)
{
    const char *lines = csv->repeated == 1 ? "" : "s";

    if (csv->repeated && csv->sample.heads)
        ce_csv_tell(csv, &csv->format->listener, CE_NOTE,
                    "'%.60s', the header, is in %zu more line%s, first in %zu, and is a label "
                    "there",
                    csv->head, csv->repeated, lines, csv->repeated_line);
    else if (csv->repeated)
        ce_csv_tell(csv, &csv->format->listener, CE_NOTE,
                    "'%.60s', the first line, is taken for the header and is in %zu more line%s, "
                    "first in %zu (" CE_OPT("header") " no: it is a row)",
                    csv->head, csv->repeated, lines, csv->repeated_line);
}
