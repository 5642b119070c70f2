/* Whether the features of a data table are numbers, and what helps where they are not. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/shell_word.h"
#include "io/data_table_internal.h"
#include "io/input.h"

/* ---- text that may be numbers ---- */

/* What stands between thousands: the sign that is not the decimal one. */
static const char *name_of_groups(const ce_table_format *format)
{
    return format->decimal == ',' ? "points" : "commas";
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Whether a number has signs between its thousands, as 1,234 and 1,234,567.8. */
static int has_groups(const ce_table_format *format, const char *text)
{
    char decimal = format->decimal == ',' ? ',' : '.', between = ce_other_decimal(format);
    size_t first;
    int groups = 0;

    text += *text == '-' || *text == '+';
    first = digits(text);
    if (!first || first > 3)
        return 0;
    for (text += first; *text == between && digits(text + 1) == 3; text += 4)
        groups++;
    if (*text == decimal)
        text += 1 + digits(text + 1);
    return groups && !*text;
}

/* Whether a cell may stand for a missing value: an error of a spreadsheet such as #DIV/0!, or a
 * word without digits and signs of lists. */
static int may_mean_missing(const char *text, size_t length)
{
    if (*text == '#' && length > 2)
        return (text[length - 1] == '!' || text[length - 1] == '?') &&
               strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_/0") + 2 == length;
    for (size_t i = 0; i < length; i++)
        if (isdigit((unsigned char)text[i]) || iscntrl((unsigned char)text[i]) || text[i] == ',')
            return 0;
    return *text != '#';
}

int ce_data_cell_refuse(ce_csv *csv, const ce_table_format *format, const char *column,
                        const char *text, size_t length, int read)
{
    char shown[CE_SHELL_SHORT];
    int other = ce_has_other_decimal(format, text, length), groups = has_groups(format, text),
        missing = ce_is_like_missing(text, length),
        categorical = format->has_categorical && *text != '#';

    if (read < 0 && !missing)
        return ce_csv_fail(csv, "column %s: '%.40s' is not a finite number", column, text);
    if (missing)
        return ce_csv_fail(
            csv, "column %s: '%.40s', a number expected (" CE_OPT("missing-words") " %s: missing)",
            column, text, ce_shell_short(shown, text));
    if (groups && other)
        return ce_csv_fail(csv,
                           "column %s: '%.40s', a number expected: without %s between "
                           "thousands, or with " CE_OPT("decimal") " %c",
                           column, text, name_of_groups(format), ce_other_decimal(format));
    if (groups)
        return ce_csv_fail(csv,
                           "column %s: '%.40s', a number expected: without %s between "
                           "thousands",
                           column, text, name_of_groups(format));
    if (other)
        return ce_csv_fail(csv, "column %s: '%.40s', a number expected (" CE_OPT("decimal") " %c)",
                           column, text, ce_other_decimal(format));
    if (may_mean_missing(text, length))
        return ce_csv_fail(
            csv,
            "column %s: '%.40s', a number expected (" CE_OPT("missing-words") " %s: missing%s%s)",
            column, text, ce_shell_short(shown, text),
            categorical ? ", or " CE_OPT("categorical") " " : "", categorical ? column : "");
    if (*text == '#')
        return ce_csv_fail(csv, "column %s: '%.40s', a number expected; tables have no comments",
                           column, text);
    if (format->has_categorical)
        return ce_csv_fail(
            csv, "column %s: '%.40s', a number expected (or " CE_OPT("categorical") " %s)", column,
            text, column);
    return ce_csv_fail(csv, "column %s: '%.40s', a number expected", column, text);
}

/* The length of a sign that stands between the digits of numbers: a blank, also one that does not
 * break, an apostrophe, or _; 0: none. */
static size_t separator(const char *text)
{
    static const char *const signs[] = {" ", "'", "_", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99"};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strncmp(text, signs[i], strlen(signs[i])))
            return strlen(signs[i]);
    return 0;
}

/* Whether a text is a number with other signs: between its digits, of a currency before it, or of
 * per cent behind it. */
static int has_signs(const ce_table_format *format, const char *text)
{
    static const char *const currency[] = {"$", "\xe2\x82\xac", "\xc2\xa3", "\xc2\xa5"};
    char plain[64];
    size_t length = 0;
    double value;
    int signs = 0;

    for (size_t i = 0; i < sizeof currency / sizeof *currency && !signs; i++)
        if (!strncmp(text, currency[i], strlen(currency[i]))) {
            text += strlen(currency[i]);
            signs = 1;
        }
    while (*text && length + 1 < sizeof plain) {
        size_t skip = length && isdigit((unsigned char)plain[length - 1]) ? separator(text) : 0;
        if (skip && (isdigit((unsigned char)text[skip]) || text[skip] == '%')) {
            text += skip;
            signs = 1;
        } else if (*text == '%' && !text[1]) {
            text++;
            signs = 1;
        } else {
            plain[length++] = *text++;
        }
    }
    plain[length] = '\0';
    return signs && !*text && ce_cell_real(format, plain, length, &value) == 1;
}

/* How many texts of a column are of which kind, and one of them. */
typedef struct {
    size_t numbers, others, groups; /* others: with the other decimal sign, groups: or grouped */
    size_t grouped;                 /* of these, with no other meaning */
    size_t missing, words;
    size_t signs;                     /* of the words: numbers with signs of other kinds */
    const char *number, *word, *sign; /* of others or groups, of missing or words, of signs */
    const char *like; /* of the missing ones, but none and nil, which may be names */
} texts;

static texts look(const ce_categories *categories, const ce_table_format *format)
{
    texts of = {0};
    double value;

    for (size_t v = 0; v < categories->count; v++) {
        const char *text = categories->text[v];
        size_t length = strlen(text);
        int other = ce_has_other_decimal(format, text, length), groups = has_groups(format, text);
        if (other || groups) {
            of.number = of.others + of.groups ? of.number : text;
            of.others += other;
            of.groups += groups;
            of.grouped += groups && !other;
        } else if (ce_is_like_missing(text, length)) {
            of.word = of.missing++ + of.words ? of.word : text;
            if (!of.like && !ce_word_listed("none,nil", text, length))
                of.like = text;
        } else if (ce_cell_real(format, text, length, &value) == 1) {
            of.numbers++;
        } else {
            of.word = of.missing + of.words++ ? of.word : text;
            if (has_signs(format, text))
                of.sign = of.signs++ ? of.sign : text;
        }
    }
    return of;
}

static void tell_signs(const texts *of, const char *name, const ce_table_format *format,
                       const char *path)
{
    const ce_listener *listener = &format->listener;
    const char *signs = name_of_groups(format);
    char other = ce_other_decimal(format);

    if (of->grouped)
        ce_listener_tell(listener, CE_NOTE,
                         "%.250s: column %.60s is read as categories such as '%.40s': are these "
                         "numbers? Leave out the %s between thousands",
                         path, name, of->number, signs);
    else if (of->groups == of->others)
        ce_listener_tell(listener, CE_NOTE,
                         "%.250s: column %.60s is read as categories such as '%.40s': are these "
                         "numbers? Leave out the %s between thousands, or if they are decimal "
                         "signs: " CE_OPT("decimal") " %c",
                         path, name, of->number, signs, other);
    else
        ce_listener_tell(listener, CE_NOTE,
                         "%.250s: column %.60s is read as categories such as '%.40s': are these "
                         "numbers (" CE_OPT("decimal") " %c)?",
                         path, name, of->number, other);
}

int ce_data_table_tell_text(const ce_categories *categories, const char *name,
                            const ce_table_format *format, const char *path)
{
    const texts of = look(categories, format);
    char shown[CE_SHELL_SHORT];

    path = ce_path_name(path);
    if (!of.words && !of.missing && of.number)
        tell_signs(&of, name, format, path);
    else if (of.signs > of.numbers && of.signs == of.words)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: column %.60s is read as categories such as '%.40s': are these "
                         "numbers? Leave out all signs but the decimal one",
                         path, name, of.sign);
    else if (of.words && of.like && of.numbers < of.words)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: column %.60s has %.40s, a category like others (" CE_OPT(
                             "missing-words") " %s: missing)",
                         path, name, of.like, ce_shell_short(shown, of.like));
    else if (!of.words && of.missing && of.numbers)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: column %.60s is read as categories, as it has %.40s beside "
                         "numbers (" CE_OPT("missing-words") " %s: missing)",
                         path, name, of.word, ce_shell_short(shown, of.word));
    else if (of.words && of.numbers > 1 && of.numbers >= of.words)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: column %.60s is read as categories, as it has %.40s beside "
                         "numbers",
                         path, name, of.word);
    else
        return 0;
    return 1;
}

/* ---- what is no number ---- */

/* In fewer rows any texts may differ. */
enum { LEAST_NAMES = 5 };

/* A column of texts is no feature when no two objects have the same. */
static int fail_with_id(const ce_data_table *table, size_t s, const char *path, ce_error *err)
{
    char shown[CE_SHELL_SHORT];

    return ce_fail(
        err, CE_EINPUT,
        "%s: column %s has another text for every object ('%.40s'), numbers expected; if "
        "it names the objects: " CE_OPT("id") " %s",
        ce_path_name(path), table->name[s], table->categories[s].text[0],
        ce_shell_short(shown, table->name[s]));
}

static int fail_with_commas(const ce_data_table *table, size_t s, const texts *of, const char *path,
                            ce_error *err)
{
    if (of->grouped)
        return ce_fail(err, CE_EINPUT,
                       "%s: column %s has '%.40s', a number without commas between thousands "
                       "expected",
                       ce_path_name(path), table->name[s], of->number);
    return ce_fail(
        err, CE_EINPUT,
        "%s: column %s has '%.40s', a number with a point expected: " CE_OPT("decimal") " ,%s",
        ce_path_name(path), table->name[s], of->number,
        of->groups == of->others ? " unless the comma is one between thousands" : "");
}

/* The first category that two rows have; NULL: there is none. */
static const char *find_repeated(const ce_data_table *table, size_t s)
{
    size_t n = table->values.rows, d = table->values.columns;
    int32_t next = 0; /* categories are numbered by first appearance */

    for (size_t i = 0; i < n; i++) {
        double value = table->values.values[i * d + s];
        if (isnan(value))
            continue;
        if (value < next)
            return table->categories[s].text[(size_t)value];
        next++;
    }
    return NULL;
}

/* Names of rows that are not distinct, as symbols of genes often are: the header has no name above
 * them. */
static int fail_with_repeated(const ce_data_table *table, const char *path, ce_error *err)
{
    const char *text = find_repeated(table, 0);

    return text ? ce_fail(err, CE_EINPUT,
                          "%s: the first column has no name, and cannot be ids, since '%.40s' "
                          "occurs twice: distinct ids expected",
                          ce_path_name(path), text)
                : CE_OK;
}

int ce_data_table_explain_text(const ce_data_table *table, size_t s, const char *path,
                               ce_error *err)
{
    static const ce_table_format plain = {0};
    const texts of = look(&table->categories[s], &plain);

    if (of.number && !of.words && !of.missing)
        return fail_with_commas(table, s, &of, path, err);
    if (!table->id.name && ce_data_table_is_unique_text(table, s) &&
        (table->values.rows >= LEAST_NAMES || ce_data_table_named_like_id(table->name[s])))
        return fail_with_id(table, s, path, err);
    if (!s && !table->id.name && table->is_named && !strcmp(table->name[0], "c1") &&
        table->values.columns > 1 && strcmp(table->name[1], "c2"))
        return fail_with_repeated(table, path, err);
    return CE_OK;
}

int ce_data_table_fail_with_categories(const ce_data_table *table, size_t s, const char *path,
                                       const char *more, ce_error *err)
{
    const char *name = table->name[s], *text = table->categories[s].text[0], *them;
    size_t others = 0;
    char leave[64] = "";

    for (size_t t = s + 1; t < table->values.columns; t++)
        others += table->categories[t].count > 0;
    if (!others && !table->class_.name) /* it may be the classes under another name */
        return ce_fail(err, CE_EINPUT,
                       "%s: column %s is categorical ('%.40s'), numbers expected: " CE_OPT(
                           "class") " %.40s leaves it out, ce-prepare onehot makes numbers of it%s",
                       ce_path_name(path), name, text, name, more);
    them = others ? "them" : "it";
    if (others + 1 < table->values.columns)
        snprintf(leave, sizeof leave, CE_OPT("columns") " numeric leaves %s out, ", them);
    if (!others)
        return ce_fail(err, CE_EINPUT,
                       "%s: column %s is categorical ('%.40s'), numbers expected: %sce-prepare "
                       "onehot makes numbers of it%s",
                       ce_path_name(path), name, text, leave, more);
    return ce_fail(err, CE_EINPUT,
                   "%s: column %s and %zu more are categorical ('%.40s'), numbers expected: "
                   "%sce-prepare onehot makes numbers of them%s",
                   ce_path_name(path), name, others, text, leave, more);
}

int ce_data_table_need_numbers(const ce_data_table *table, const char *path, ce_error *err)
{
    int rc;

    for (size_t s = 0; s < table->values.columns; s++)
        if (table->categories[s].count) {
            if ((rc = ce_data_table_explain_text(table, s, path, err)))
                return rc;
            return ce_data_table_fail_with_categories(table, s, path, "", err);
        }
    return CE_OK;
}

int ce_data_table_need_a_number(const ce_data_table *table, const ce_table_format *format,
                                const char *path, ce_error *err)
{
    size_t d = table->values.columns;
    int rc;

    for (size_t s = 0; s < d; s++)
        if (!table->categories[s].count)
            return CE_OK;
    for (size_t s = 0; s < d; s++) {
        const texts of = look(&table->categories[s], format);
        if (!of.number || of.words)
            continue;
        if (format->decimal != ',')
            return fail_with_commas(table, s, &of, path, err);
        return ce_fail(
            err, CE_EINPUT,
            "%s: column %s has '%.40s', a number with a comma expected: " CE_OPT("decimal") " .",
            ce_path_name(path), table->name[s], of.number);
    }
    if ((rc = ce_data_table_explain_text(table, 0, path, err)))
        return rc;
    return ce_fail(err, CE_EINPUT, "%s: no column of numbers: the first one, %s, has '%.40s'",
                   ce_path_name(path), table->name[0], table->categories[0].text[0]);
}

int ce_data_table_need_numeric(const ce_data_table *table, const char *path, ce_error *err)
{
    const ce_numbers x = ce_data_table_numbers(table);
    char object[CE_OBJECT_NAME];
    int rc = ce_data_table_need_numbers(table, path, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < x.rows; i++)
        for (size_t s = 0; s < x.columns; s++)
            if (isnan(ce_numbers_at(&x, i * x.columns + s)))
                return ce_fail(err, CE_EINPUT,
                               "%s: %s has no value in column %s, complete data expected: "
                               "ce-prepare impute or drop-missing",
                               ce_path_name(path), ce_object_name(&table->id, i, object),
                               table->name[s]);
    return CE_OK;
}

/* ---- squares ---- */

/* The least and the largest number of a column; low above high where all are missing. */
static void range_of(const ce_numbers *x, size_t s, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < x->rows; i++) {
        double value = ce_numbers_at(x, i * x->columns + s);
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
}

int ce_data_table_need_range(const ce_data_table *table, const char *path, ce_error *err)
{
    const ce_numbers x = ce_data_table_numbers(table);

    for (size_t s = 0; s < x.columns; s++) {
        double low, high;
        range_of(&x, s, &low, &high);
        if (low < high && !isfinite(high - low))
            return ce_fail(err, CE_EINPUT,
                           "%s: column %s: numbers from %g to %g are too large to be scaled",
                           ce_path_name(path), table->name[s], low, high);
    }
    return CE_OK;
}

int ce_data_table_need_squares(const ce_data_table *table, const char *path, ce_error *err)
{
    const ce_numbers x = ce_data_table_numbers(table);
    char object[CE_OBJECT_NAME];
    size_t d = x.columns;

    for (size_t i = 0; i < x.rows * d; i++)
        if (fabs(ce_numbers_at(&x, i)) > CE_LARGEST)
            return ce_fail(err, CE_EINPUT,
                           "%s: %s has %g in column %s, at most %g expected: ce-prepare zscore or "
                           "minmax",
                           ce_path_name(path), ce_object_name(&table->id, i / d, object),
                           ce_numbers_at(&x, i), table->name[i % d], CE_LARGEST);
    return CE_OK;
}

void ce_data_table_tell_tiny(const ce_data_table *table, const char *path,
                             const ce_listener *listener)
{
    const ce_numbers x = ce_data_table_numbers(table);
    double largest = 0;
    size_t found = 0;

    for (size_t s = 0; s < x.columns; s++) {
        double low = 0, high = 1;
        if (!table->categories[s].count)
            range_of(&x, s, &low, &high);
        if (high - low > largest) {
            largest = high - low;
            found = s;
        }
    }
    if (largest > 0 && largest * largest < DBL_MIN)
        ce_listener_tell(listener, CE_NOTE,
                         "%s: column %s has differences up to %.3g only, whose squares vanish: "
                         "ce-prepare zscore or minmax",
                         ce_path_name(path), table->name[found], largest);
}
