/* What is odd about the features of a data table: ids, and matrices and labels read as data. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/compare.h"
#include "core/memory.h"
#include "core/shell_word.h"
#include "io/data_table_internal.h"
#include "io/input.h"

int ce_data_table_named_like_id(const char *name)
{
    static const char *const known[] = {
        "id",       "index",     "idx",       "no",   "nr",      "obs",        "key",
        "uuid",     "uid",       "row",       "rownames", "row.names", "row_names", "name",
        "barcode",  "unnamed: 0", "gene",     "geneid",   "entrez",    "probe",     "probeid",
        "ensembl"};
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcasecmp(name, known[i]))
            return 1;
    return length > 2 &&
           (!strcasecmp(name + length - 3, "_id") || !strcasecmp(name + length - 3, ".id") ||
            !strcasecmp(name + length - 3, " id") || !strcmp(name + length - 2, "ID") ||
            !strcmp(name + length - 2, "Id"));
}

/* 1 for a column that counts the rows, from 1 or from 0. */
static int counts_rows(const ce_matrix *x, size_t s)
{
    double first = x->values[s];

    if (first != 0 && first != 1)
        return 0;
    for (size_t i = 0; i < x->rows; i++)
        if (x->values[i * x->columns + s] != first + (double)i)
            return 0;
    return 1;
}

/* 1 for a column of whole numbers that are all there and all different. Without memory: 0. */
static int is_unique(const ce_matrix *x, size_t s)
{
    double *value = ce_alloc(x->rows, sizeof *value, NULL);
    int unique = value != NULL;

    for (size_t i = 0; i < x->rows && unique; i++) {
        value[i] = x->values[i * x->columns + s];
        unique = value[i] == floor(value[i]);
    }
    if (unique)
        qsort(value, x->rows, sizeof *value, ce_compare_reals);
    for (size_t i = 1; i < x->rows && unique; i++)
        unique = value[i] != value[i - 1];
    free(value);
    return unique;
}

int ce_data_table_is_unique_text(const ce_data_table *table, size_t s)
{
    return table->categories[s].count == table->values.rows;
}

/* Whether the values are a symmetric matrix with the same number all along its diagonal, as one of
 * distances or of correlations. Missing values are not equal to anything. */
static int is_like_matrix(const ce_matrix *x)
{
    size_t n = x->rows;

    if (x->columns != n)
        return 0;
    for (size_t i = 0; i < n; i++) {
        if (x->values[i * n + i] != x->values[0])
            return 0;
        for (size_t j = 0; j < i; j++)
            if (x->values[i * n + j] != x->values[j * n + i])
                return 0;
    }
    return 1;
}

/* Whether all columns have the names that ce-generate and ce-consensus give: NAME.kK. */
static int is_named_like_labels(const ce_data_table *table)
{
    size_t m = table->values.columns;

    for (size_t s = 0; s < m; s++) {
        const char *at = table->name[s];
        while ((at = strstr(at, ".k")) && !isdigit((unsigned char)at[2]))
            at += 2;
        if (!at)
            return 0;
    }
    return m > 1;
}

/* In a small table many a feature looks like an id. */
enum { LEAST_OBJECTS = 10 };

int ce_data_table_is_like_ids(const ce_data_table *table, size_t s)
{
    return (table->values.rows >= LEAST_OBJECTS || ce_data_table_named_like_id(table->name[s])) &&
           !table->categories[s].count && is_unique(&table->values, s);
}

void ce_data_table_tell_odd(const ce_data_table *table, const ce_table_format *format,
                            const char *path)
{
    const ce_listener *listener = &format->listener;
    const ce_matrix *x = &table->values;
    int told = format->categorical != NULL;
    char shown[CE_SHELL_SHORT];

    path = ce_path_name(path);
    if (listener->hear && x->rows >= LEAST_OBJECTS && is_like_matrix(x))
        ce_listener_tell(
            listener, CE_NOTE,
            "%.250s: the table is symmetric and is read as data: is it a matrix of "
            "distances or similarities (ce-partition and ce-stability resample " CE_OPT(
                "input") " read it)?",
            path);
    if (listener->hear && !format->categorical && is_named_like_labels(table))
        ce_listener_tell(listener, CE_NOTE,
                         "%.250s: the columns are named like clusterings, such as %.60s, and are "
                         "read as features: is it a label table?",
                         path, table->name[0]);
    for (size_t s = 0; s < x->columns && listener->hear; s++) {
        const char *name = table->name[s];
        int text = table->categories[s].count > 0;
        if (text && !told)
            told = ce_data_table_tell_text(&table->categories[s], name, format, path);
        if (x->rows < LEAST_OBJECTS || x->columns < 2)
            continue;
        if (!text && counts_rows(x, s))
            ce_listener_tell(listener, CE_NOTE,
                             "%.250s: column %.60s counts the objects and is read as a feature "
                             "(" CE_OPT("id") " %s holds it back)",
                             path, name, ce_shell_short(shown, name));
        else if (ce_data_table_named_like_id(name) &&
                 (text ? ce_data_table_is_unique_text(table, s)
                       : is_unique(x, s)))
            ce_listener_tell(listener, CE_NOTE,
                             "%.250s: column %.60s has another value for every object and is read "
                             "as a feature (" CE_OPT("id") " %s holds it back)",
                             path, name, ce_shell_short(shown, name));
    }
}
