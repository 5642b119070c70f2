#include <stdlib.h>

#include "core/memory.h"
#include "io/records.h"
#include "plot/flow.h"
#include "score/contingency.h"

/* The labels of clustering q with a number of its own for those that are missing. */
static void with_missing(const ce_labels *labels, size_t q, int32_t *label)
{
    for (size_t i = 0; i < labels->n; i++) {
        label[i] = ce_labels_column(labels, q)[i];
        if (label[i] < 0)
            label[i] = labels->k[q];
    }
}

static void write_cluster(ce_records *records, const ce_label_table *table, size_t q, size_t c)
{
    if (c >= (size_t)table->labels.k[q])
        ce_records_text(records, "NA");
    else if (table->categories)
        ce_records_text(records, table->categories[q].text[c]);
    else
        ce_records_integer(records, (int64_t)c + 1);
}

static void write_pair(ce_records *records, const ce_label_table *table, size_t q,
                       const ce_contingency *counts)
{
    for (size_t a = 0; a < counts->rows; a++)
        for (size_t e = counts->start[a]; e < counts->start[a + 1]; e++) {
            size_t b = (size_t)counts->column[e];
            double objects = (double)counts->count[e];
            ce_records_text(records, table->name[q]);
            ce_records_text(records, table->name[q + 1]);
            write_cluster(records, table, q, a);
            write_cluster(records, table, q + 1, b);
            ce_records_integer(records, counts->count[e]);
            ce_records_real(records, objects / (double)counts->row_sum[a]);
            ce_records_real(records, objects / (double)counts->column_sum[b]);
        }
}

int ce_flow_write(const ce_label_table *table, ce_output *output, char between, ce_error *err)
{
    static const char *const name[] = {"from",    "to",      "from_cluster", "to_cluster",
                                       "objects", "of_from", "of_to"};
    size_t n = table->labels.n, m = table->labels.m;
    int32_t *left = ce_alloc(n, sizeof *left, err), *right = ce_alloc(n, sizeof *right, err);
    ce_contingency *counts = ce_calloc(m, sizeof *counts, err);
    ce_records records;
    int rc = left && right && counts ? CE_OK : CE_ENOMEM;

    if (!rc && m < 2)
        rc = ce_fail(err, CE_EINPUT, "one clustering: a flow needs two");
    for (size_t q = 0; q + 1 < m && !rc; q++) {
        with_missing(&table->labels, q, left);
        with_missing(&table->labels, q + 1, right);
        rc = ce_contingency_build(&counts[q], left, table->labels.k[q] + 1, right,
                                  table->labels.k[q + 1] + 1, table->size, n, err);
    }
    if (!rc) {
        ce_records_begin(&records, output, name, sizeof name / sizeof *name, 0, between);
        for (size_t q = 0; q + 1 < m; q++)
            write_pair(&records, table, q, &counts[q]);
        ce_records_end(&records);
    }
    for (size_t q = 0; q < m && counts; q++)
        ce_contingency_free(&counts[q]);
    free(counts);
    free(left);
    free(right);
    return rc;
}
