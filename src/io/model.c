#include "io/model.h"

void ce_model_header(ce_output *output, char *const *feature, size_t d, char delimiter)
{
    ce_output_printf(output, "clustering%ccluster%csize%ckind", delimiter, delimiter, delimiter);
    for (size_t s = 0; s < d; s++) {
        ce_output_char(output, delimiter);
        ce_output_name(output, feature[s], delimiter);
    }
    ce_output_char(output, '\n');
}

/* Writes the cells before the features. */
static void row_begin(ce_output *output, const char *clustering, size_t cluster, size_t size,
                      const char *kind, char delimiter)
{
    ce_output_cell(output, clustering, delimiter);
    ce_output_char(output, delimiter);
    if (cluster)
        ce_output_integer(output, (int64_t)cluster);
    ce_output_char(output, delimiter);
    ce_output_integer(output, (int64_t)size);
    ce_output_char(output, delimiter);
    ce_output_text(output, kind);
}

void ce_model_row(ce_output *output, const char *clustering, size_t cluster, size_t size,
                  const char *kind, const double *values, size_t d, char delimiter)
{
    row_begin(output, clustering, cluster, size, kind, delimiter);
    for (size_t s = 0; s < d; s++) {
        ce_output_char(output, delimiter);
        ce_output_real(output, values[s]);
    }
    ce_output_char(output, '\n');
}

void ce_model_row_texts(ce_output *output, const char *clustering, size_t cluster, size_t size,
                        const char *kind, const char *const *text, size_t d, char delimiter)
{
    row_begin(output, clustering, cluster, size, kind, delimiter);
    for (size_t s = 0; s < d; s++) {
        ce_output_char(output, delimiter);
        ce_output_cell(output, text[s], delimiter);
    }
    ce_output_char(output, '\n');
}
