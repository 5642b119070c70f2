#include "io/json.h"

#include <math.h>

void ce_json_text(ce_output *output, const char *text)
{
    ce_output_char(output, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            ce_output_char(output, '\\');
        if ((unsigned char)*text < 0x20)
            ce_output_printf(output, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            ce_output_char(output, *text);
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
