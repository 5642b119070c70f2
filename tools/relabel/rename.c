#include "relabel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "io/real.h"
#include "score/relabel.h"

/* The least whole number above the number of labels and above every label that is a number. Labels
 * from 2^53 on cannot be reached and do not count. */
static int64_t first_fresh(const ce_categories *labels)
{
    int64_t largest = (int64_t)labels->count;
    double value;

    for (size_t c = 0; c < labels->count; c++)
        if (ce_parse_real(labels->text[c], strlen(labels->text[c]), &value) == 1 &&
            value < 9007199254740992.0 && ceil(value) > (double)largest)
            largest = (int64_t)ceil(value);
    return largest + 1;
}

/* The labels of one column after renaming: text i for cluster i. */
static int rename_clusters(ce_categories *renamed, const int32_t *number, int32_t k,
                           const ce_categories *labels, int64_t fresh, ce_error *err)
{
    char digits[32];

    for (int32_t c = 0; c < k; c++) {
        const char *text = digits;
        int32_t given;
        if ((size_t)number[c] < labels->count)
            text = labels->text[number[c]];
        else
            snprintf(digits, sizeof digits, "%lld",
                     (long long)(fresh + number[c] - (int64_t)labels->count));
        given = ce_categories_number(renamed, text, strlen(text), err);
        if (given != c)
            return given < 0 ? given
                             : ce_fail(err, CE_EINPUT, "label '%.40s' is given twice", text);
    }
    return CE_OK;
}

/* What all columns are renamed by. */
typedef struct {
    const ce_label_table *table;
    const int32_t *reference;
    const ce_categories *labels;
    int64_t fresh;          /* the number of the first further label */
    ce_categories *renamed; /* of each column */
} renaming;

static int rename_column(void *state, size_t q, ce_error *err)
{
    const renaming *r = state;
    const ce_label_table *table = r->table;
    int32_t k = table->labels.k[q], *number = ce_alloc((size_t)k, sizeof *number, err);
    int rc = CE_ENOMEM;

    if (number)
        rc = ce_relabel_numbers(ce_labels_column(&table->labels, q), k, r->reference,
                                (int32_t)r->labels->count, table->size, table->labels.n, number,
                                err);
    if (!rc)
        rc = rename_clusters(&r->renamed[q], number, k, r->labels, r->fresh, err);
    free(number);
    return rc;
}

int relabel_table(ce_label_table *table, const int32_t *reference,
                  const ce_categories *reference_labels, ce_error *err)
{
    size_t m = table->labels.m;
    ce_categories *renamed = ce_calloc(m, sizeof *renamed, err), swapped;
    renaming r = {table, reference, reference_labels, first_fresh(reference_labels), renamed};
    int rc = renamed ? ce_each(m, 0, rename_column, &r, NULL, err) : CE_ENOMEM;

    /* the reference may be a column of the table: nothing is replaced before all columns are done
     */
    for (size_t q = 0; q < m && renamed; q++) {
        if (!rc) {
            swapped = table->categories[q];
            table->categories[q] = renamed[q];
            renamed[q] = swapped;
        }
        ce_categories_free(&renamed[q]);
    }
    free(renamed);
    return rc;
}
