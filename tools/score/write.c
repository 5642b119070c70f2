#include "score.h"

#include <stdlib.h>

#include "io/json.h"
#include "io/output.h"

static const ce_measure *measure(const score_result *result, size_t s)
{
    return &score_measures().measure[result->measures->which[s]];
}

/* The number of a row's clustering in the table. */
static size_t clustering(const score_result *result, size_t row)
{
    return result->clustering ? result->clustering[row] : row;
}

static void write_header(const score_result *result, ce_output *output, char between)
{
    ce_output_text(output, "clustering");
    if (!result->pairwise) {
        ce_output_char(output, between);
        ce_output_char(output, 'k');
    }
    for (size_t c = 0; c < result->scores.columns; c++) {
        ce_output_char(output, between);
        ce_output_name(output, result->pairwise ? result->table->name[c] : measure(result, c)->name,
                       between);
    }
    ce_output_char(output, '\n');
}

static void write_csv(const score_result *result, ce_output *output, char between)
{
    const ce_score_table *scores = &result->scores;

    write_header(result, output, between);
    for (size_t q = 0; q < scores->rows && !ce_output_failed(output); q++) {
        ce_output_cell(output, result->table->name[clustering(result, q)], between);
        if (!result->pairwise) {
            ce_output_char(output, between);
            ce_output_integer(output, result->table->labels.k[clustering(result, q)]);
        }
        for (size_t c = 0; c < scores->columns; c++) {
            ce_output_char(output, between);
            ce_output_result(output, scores->value[q * scores->columns + c]);
        }
        ce_output_char(output, '\n');
    }
}

static void write_json(const score_result *result, ce_output *output)
{
    const ce_score_table *scores = &result->scores;
    ce_measures all = score_measures();

    ce_output_text(output, "{\n");
    ce_measures_json(output, &all, result->measures);
    ce_output_text(output, "  \"scores\": [\n");
    for (size_t q = 0; q < scores->rows && !ce_output_failed(output); q++) {
        ce_json_key(output, "    {", "clustering");
        ce_json_text(output, result->table->name[clustering(result, q)]);
        ce_json_key(output, ", ", "k");
        ce_output_integer(output, result->table->labels.k[clustering(result, q)]);
        for (size_t s = 0; s < scores->columns; s++) {
            ce_json_key(output, ", ", measure(result, s)->name);
            ce_json_real(output, scores->value[q * scores->columns + s]);
        }
        ce_output_text(output, q + 1 < scores->rows ? "},\n" : "}\n");
    }
    ce_output_text(output, "  ]\n}\n");
}

static void write_json_pairwise(const score_result *result, ce_output *output)
{
    const ce_score_table *scores = &result->scores;

    ce_output_text(output, "{\n");
    ce_json_key(output, "  ", "measure");
    ce_json_text(output, measure(result, 0)->name);
    ce_json_key(output, ",\n  ", "definition");
    ce_json_text(output, measure(result, 0)->definition);
    ce_json_key(output, ",\n  ", "clusterings");
    for (size_t q = 0; q < scores->rows; q++) {
        ce_output_text(output, q ? ", " : "[");
        ce_json_text(output, result->table->name[q]);
    }
    ce_output_char(output, ']');
    ce_json_key(output, ",\n  ", "values");
    for (size_t p = 0; p < scores->rows && !ce_output_failed(output); p++) {
        ce_output_text(output, p ? ",\n    " : "[\n    ");
        for (size_t q = 0; q < scores->columns; q++) {
            ce_output_text(output, q ? ", " : "[");
            ce_json_real(output, scores->value[p * scores->columns + q]);
        }
        ce_output_char(output, ']');
    }
    ce_output_text(output, "\n  ]\n}\n");
}

int score_write(const score_result *result, const char *path, char delimiter, int json,
                ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (!json)
        write_csv(result, output, delimiter ? delimiter : ',');
    else if (result->pairwise)
        write_json_pairwise(result, output);
    else
        write_json(result, output);
    return ce_output_close(output, err);
}

void score_result_free(score_result *result)
{
    if (!result)
        return;
    ce_score_table_free(&result->scores);
    free(result->clustering);
    *result = (score_result){0};
}
