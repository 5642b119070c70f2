/* Cells of tables: what is written between quotes. */
#include <string.h>

#include "core/utf8.h"
#include "io/csv.h"
#include "io/file_kind.h"
#include "io/output.h"
#include "io/real.h"

int ce_text_needs_quotes(const char *text, size_t length, char delimiter)
{
    /* A reader that looks for the delimiter takes the comma where it cuts all lines alike. Beside
     * the others that it may find, and in a single column, a cell must hold none of them. */
    const char own[] = {'"', '\n', '\r', delimiter, '\0'};
    const char any[] = {'"', '\n', '\r', ',', ';', '\t', delimiter ? delimiter : ' ', '\0'};
    const char *special = strchr(";\t ", delimiter) ? any : own;

    if (!length)
        return 0;
    if ((delimiter == ' ' || delimiter == '\t') && text[0] >= '0' && text[0] <= '9' &&
        memchr(text, ':', length))
        return 1; /* a line of libsvm is NUMBER INDEX:VALUE ... */
    if (length >= sizeof CE_UTF8_MARK - 1 && !memcmp(text, CE_UTF8_MARK, sizeof CE_UTF8_MARK - 1))
        return 1; /* at the beginning of a line it is that of another file, but not in quotes */
    if (strchr(" \t", text[0]) || strchr(" \t", text[length - 1]))
        return 1;
    for (const char *c = special; *c; c++)
        if (memchr(text, *c, length))
            return 1;
    return 0;
}

int ce_cell_needs_quotes(const char *text, char delimiter)
{
    return ce_text_needs_quotes(text, strlen(text), delimiter);
}

int ce_name_needs_quotes(const char *name)
{
    size_t length = strlen(name);
    double value;

    return ce_is_missing(name, length) || ce_parse_real(name, length, &value);
}

static void put_cell(ce_output *output, const char *text, char delimiter, int quoted)
{
    int first = ce_output_is_empty(output);

    if (first && !delimiter && ce_file_kind_separator(text, strlen(text)))
        ce_output_text(output, "sep=,\n"); /* or the cell would be taken for such a line */
    if (!quoted && !ce_cell_needs_quotes(text, delimiter) &&
        !(first && ce_file_kind_resembles(text))) {
        ce_output_text(output, text);
        return;
    }
    ce_output_char(output, '"');
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            ce_output_char(output, '"');
        ce_output_char(output, *c);
    }
    ce_output_char(output, '"');
}

void ce_output_cell(ce_output *output, const char *text, char delimiter)
{
    put_cell(output, text, delimiter, 0);
}

void ce_output_name(ce_output *output, const char *name, char delimiter)
{
    put_cell(output, name, delimiter, ce_name_needs_quotes(name));
}
