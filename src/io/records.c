#include "io/records.h"

#include "io/json.h"

void ce_records_begin(ce_records *records, ce_output *output, const char *const *name,
                      size_t columns, int json, char delimiter)
{
    *records = (ce_records){.output = output,
                            .name = name,
                            .columns = columns,
                            .json = json,
                            .between = delimiter ? delimiter : ','};
    if (json) {
        ce_output_char(output, '[');
        return;
    }
    for (size_t c = 0; c < columns; c++) {
        ce_output_name(output, name[c], records->between);
        ce_output_char(output, c + 1 < columns ? records->between : '\n');
    }
}

static void before_cell(ce_records *records)
{
    if (records->column == 0) {
        if (records->json)
            ce_output_text(records->output, records->rows ? ",\n    {" : "\n    {");
        records->rows++;
    } else if (records->json) {
        ce_output_text(records->output, ", ");
    } else {
        ce_output_char(records->output, records->between);
    }
    if (records->json)
        ce_json_key(records->output, "", records->name[records->column]);
}

static void after_cell(ce_records *records)
{
    if (++records->column < records->columns)
        return;
    records->column = 0;
    ce_output_char(records->output, records->json ? '}' : '\n');
}

void ce_records_text(ce_records *records, const char *text)
{
    before_cell(records);
    if (!text)
        ce_output_text(records->output, records->json ? "null" : "");
    else if (records->json)
        ce_json_text(records->output, text);
    else
        ce_output_cell(records->output, text, records->between);
    after_cell(records);
}

void ce_records_real(ce_records *records, double value)
{
    before_cell(records);
    if (records->json)
        ce_json_real(records->output, value);
    else
        ce_output_result(records->output, value);
    after_cell(records);
}

void ce_records_integer(ce_records *records, int64_t value)
{
    before_cell(records);
    ce_output_integer(records->output, value);
    after_cell(records);
}

void ce_records_end(ce_records *records)
{
    if (records->json)
        ce_output_text(records->output, records->rows ? "\n  ]" : "]");
}
