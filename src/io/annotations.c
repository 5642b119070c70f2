#include "io/annotations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/shell_word.h"
#include "io/beside.h"
#include "io/csv.h"
#include "io/data_table_internal.h"
#include "io/input.h"
#include "io/objects.h"

/* A text that no two rows share is a name. In very few rows any text may be. */
enum { LEAST_NAMES = 5 };
/* Of a column with words that is one of labels. */
enum { FEW_NUMBERS = 20 };

static int refuse_names(const ce_data_table *table, const char *path, int objects_have_ids,
                        ce_error *err)
{
    size_t n = table->values.rows;
    /* without ids the table of the objects could hardly be read */
    const char *else_ = objects_have_ids ? "take it out of the table" : CE_OPT("id") " none";
    char shown[CE_SHELL_SHORT];

    for (size_t s = 0; s < table->values.columns && n >= LEAST_NAMES; s++)
        if (table->categories[s].count == n)
            return ce_fail(err, CE_EINPUT,
                           "%s: column %.60s has another text in every row ('%.40s'): " CE_OPT(
                               "id") " %s if it names the objects, else %s",
                           ce_path_name(path), table->name[s], table->categories[s].text[0],
                           ce_shell_short(shown, table->name[s]), else_);
    return CE_OK;
}

/* The row of each object, -1 where the table lacks it. */
static int find_rows(int32_t **row, const ce_text_column *of, const char *path,
                     const ce_text_column *id, const char *objects_path,
                     const ce_listener *listener, ce_error *err)
{
    size_t missing, first;
    char hint[CE_ID_HINT];
    int32_t *found;
    int rc = ce_objects_look_up(&found, of, id, &missing, &first, err);

    if (rc)
        return rc;
    if (missing == id->n) {
        free(found);
        return ce_fail(err, CE_EINPUT, "%s: no id of %s, such as '%.40s'%s", ce_path_name(path),
                       ce_path_name(objects_path), ce_text_column_get(id, first),
                       ce_id_hint_first(hint, of, ce_text_column_get(id, first)));
    }
    if (missing && listener->hear)
        ce_listener_tell(listener, CE_NOTE,
                         "%.250s: nothing of %zu of the %zu objects, such as '%.40s': grey%s",
                         ce_path_name(path), missing, id->n, ce_text_column_get(id, first),
                         ce_id_hint(hint, of, ce_text_column_get(id, first)));
    *row = found;
    return CE_OK;
}

/* Which of the texts of a column are numbers, and how many of its cells that are not missing. */
typedef struct {
    double *value;         /* owned: of each text; NaN: none */
    size_t numbers, cells; /* cells with a number, also with the other decimal sign; all cells */
    size_t words;          /* cells that hold no number */
    double first[FEW_NUMBERS];
    size_t different; /* numbers, of which these are the first; FEW_NUMBERS + 1: more */
    int is_whole;     /* all numbers are */
    int is_noise;     /* all words are the label of outliers */
    const char *word; /* the first */
} texts;

static void count_number(texts *of, double value)
{
    size_t at = 0, known = of->different < FEW_NUMBERS ? of->different : FEW_NUMBERS;

    of->is_whole &= value == floor(value);
    while (at < known && of->first[at] != value)
        at++;
    if (at < known || of->different > FEW_NUMBERS)
        return;
    if (at < FEW_NUMBERS)
        of->first[at] = value;
    of->different++;
}

static int look(texts *of, const ce_data_table *table, size_t s, const ce_table_format *format,
                ce_error *err)
{
    const ce_categories *categories = &table->categories[s];
    const ce_matrix *x = &table->values;
    double other;

    *of = (texts){.is_whole = 1, .is_noise = 1};
    of->value = ce_alloc(categories->count, sizeof *of->value, err);
    if (!of->value)
        return CE_ENOMEM;
    for (size_t t = 0; t < categories->count; t++) {
        const char *text = categories->text[t];
        if (ce_cell_real(format, text, strlen(text), &of->value[t]) == 1) {
            count_number(of, of->value[t]);
            continue;
        }
        of->value[t] = NAN;
        of->word = of->word ? of->word : text;
        of->is_noise &= !strcmp(text, "noise");
    }
    for (size_t i = 0; i < x->rows; i++) {
        double cell = x->values[i * x->columns + s];
        const char *text = isnan(cell) ? NULL : categories->text[(size_t)cell];
        of->cells += text != NULL;
        of->words += text && isnan(of->value[(size_t)cell]);
        of->numbers += text && ce_cell_real_either(format, text, strlen(text), &other) == 1;
    }
    return CE_OK;
}

/* Makes numbers of a column whose texts all are, and of one of many numbers among which there are
 * few words. The label `noise` stands among labels. */
static int take_numbers(ce_data_table *table, size_t s, const char *path,
                        const ce_table_format *format, ce_error *err)
{
    size_t d = table->values.columns;
    texts of;
    int rc = look(&of, table, s, format, err), labels = of.word && of.is_noise && of.is_whole;

    if (rc)
        return rc;
    if (of.words && (labels || of.different <= FEW_NUMBERS || 10 * of.words > of.cells)) {
        if (!labels && 2 * of.numbers >= of.cells)
            ce_data_table_tell_text(&table->categories[s], table->name[s], format, path);
        free(of.value);
        return CE_OK;
    }
    if (of.words)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: column %.60s is read as numbers; %zu of its %zu cells %s "
                         "'%.40s': grey",
                         ce_path_name(path), table->name[s], of.words, of.cells,
                         of.words == 1 ? "is a word," : "are words such as", of.word);
    for (size_t i = 0; i < table->values.rows; i++) {
        double *cell = &table->values.values[i * d + s];
        *cell = isnan(*cell) ? NAN : of.value[(size_t)*cell];
    }
    ce_categories_free(&table->categories[s]);
    free(of.value);
    return CE_OK;
}

int ce_annotations_read(ce_data_table *table, const char *path, const ce_table_format *format,
                        const ce_text_column *id, const char *objects_path, size_t n, int32_t **row,
                        ce_error *err)
{
    ce_table_format plain = ce_format_beside(format, id, objects_path);
    int rc;

    *row = NULL;
    plain.listener = (ce_listener){0}; /* a strip is no feature */
    plain.features = NULL;
    plain.categorical = "all"; /* a column of numbers may have a word, such as noise */
    rc = ce_data_table_read(table, path, &plain, err);
    plain.listener = format->listener;
    for (size_t s = 0; s < table->values.columns && !rc; s++)
        rc = take_numbers(table, s, path, &plain, err);
    if (!rc && table->id.name && id->name)
        return find_rows(row, &table->id, path, id, objects_path, &format->listener, err);
    if (!rc && !table->id.name && !(plain.id_column && !strcmp(plain.id_column, "none")))
        rc = refuse_names(table, path, id->name != NULL, err);
    if (!rc && table->values.rows != n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu rows for the %zu objects of %s", ce_path_name(path),
                     table->values.rows, n, ce_path_name(objects_path));
    return rc;
}
