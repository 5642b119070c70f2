#include "io/json.h"

#include <math.h>

#include "core/utf8.h"

void ce_json_text(ce_output *output, const char *text)
{
    ce_output_char(output, '"');
    while (*text) {
        size_t length = ce_utf8_length(text);
        if (*text == '"' || *text == '\\')
            ce_output_char(output, '\\');
        if ((unsigned char)*text < 0x20)
            ce_output_printf(output, "\\u%04x", (unsigned)(unsigned char)*text);
        else if (!length)
            ce_output_text(output, CE_UTF8_REPLACEMENT);
        else
            ce_output_write(output, text, length);
        text += length ? length : 1;
    }
    ce_output_char(output, '"');
}

void ce_json_key(ce_output *output, const char *before, const char *name)
{
    ce_output_text(output, before);
    ce_json_text(output, name);
    ce_output_text(output, ": ");
}

void ce_json_real(ce_output *output, double value)
{
    if (isnan(value))
        ce_output_text(output, "null");
    else
        ce_output_result(output, value);
}
