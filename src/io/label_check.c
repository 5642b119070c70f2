#include "io/label_check.h"

#include <math.h>
#include <string.h>

#include "core/shell_word.h"
#include "io/input.h"

/* So few labels such as 1,2 may be names of two parts. */
enum { LEAST_FOREIGN = 4 };

/* What a column holds. */
typedef struct {
    size_t numbers, whole, decimals, foreign; /* foreign: of the decimals, with the other sign */
    size_t words;  /* that may mean a missing label, and whole numbers below 0 */
    size_t likely; /* of the words: those that other programs write for a missing value */
    size_t others; /* neither numbers nor such words */
    size_t long_;  /* of the others: those of two bytes and more */
    const char *decimal, *word, *like, *other; /* one of them */
} content;

static int is_like_no_label(const char *text, size_t length)
{
    return ce_is_like_missing(text, length) || ce_word_listed("noise,NOISE", text, length);
}

/* A word for a missing value, and not a plausible name. */
static int is_likely(const char *text, size_t length)
{
    return ce_is_like_missing(text, length) && !ce_word_listed("none,nil", text, length);
}

static content look(const ce_categories *categories, const ce_table_format *format)
{
    content of = {0};

    for (size_t v = 0; v < categories->count; v++) {
        const char *text = categories->text[v];
        size_t length = strlen(text);
        double value;
        int number = ce_cell_real_either(format, text, length, &value) == 1;
        if (ce_categories_small(text, length) >= 0) {
            of.whole++;
            of.numbers++;
        } else if (is_like_no_label(text, length) ||
                   (number && value < 0 && value == floor(value))) {
            of.word = of.words++ ? of.word : text;
            if (is_likely(text, length))
                of.like = of.likely++ ? of.like : text;
        } else if (!number) {
            of.other = of.others++ ? of.other : text;
            of.long_ += length > 1;
        } else {
            of.numbers++;
            of.whole += value == floor(value);
            if (value != floor(value)) {
                of.decimal = of.decimals++ ? of.decimal : text;
                of.foreign += ce_has_other_decimal(format, text, length);
            }
        }
    }
    return of;
}

/* Odd columns of one kind: the first, and how many there are. */
typedef struct {
    const char *name, *example;
    size_t labels, columns;
} odd;

static void count(odd *kind, const char *name, const char *example, size_t labels)
{
    if (!kind->columns++)
        *kind = (odd){name, example, labels, 1};
}

/* Whether a list of words can have it: not with a comma, nor with blanks at an end. */
static int is_word(const char *text)
{
    const char *list = text, *word;
    size_t length;

    word = ce_word_next(&list, &length);
    return word == text && !text[length];
}

/* A label such as 5.0 beside the label 5; NULL: there is none. *whole: the bytes of the 5. */
static const char *written_twice(const ce_categories *categories, size_t *whole)
{
    for (size_t v = 0; v < categories->count; v++) {
        const char *text = categories->text[v], *point = text + strspn(text, "0123456789");
        if (point == text || (*point != '.' && *point != ',') || !point[1] ||
            point[1 + strspn(point + 1, "0")])
            continue;
        *whole = (size_t)(point - text);
        if (ce_categories_find(categories, text, *whole) >= 0)
            return text;
    }
    return NULL;
}

/* Of a table whose columns have numbers for labels, and a few words: what is known of objects. */
static void tell_worded(const odd *worded, size_t numbered, const char *path,
                        const ce_table_format *format)
{
    char shown[CE_SHELL_SHORT];

    if (worded->columns && numbered >= 3 && worded->columns < numbered)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: column %.60s%s has words for labels such as %.40s, and others "
                         "have numbers: is it known of the objects (" CE_OPT(
                             "class") " %s)? It is a clustering like others",
                         path, worded->name, worded->columns > 1 ? ", like further ones," : "",
                         worded->example, ce_shell_short(shown, worded->name));
}

static void tell(const odd *decimals, const odd *words, const odd *ids, double objects,
                 const char *path, const ce_table_format *format)
{
    const ce_listener *listener = &format->listener;
    const odd none = {0};
    char shown[CE_SHELL_SHORT];

    path = ce_path_name(path);
    if (decimals->columns)
        ce_listener_tell(listener, CE_NOTE,
                         "%.250s: column %.60s has %s for a label: is this a data table?", path,
                         decimals->name, decimals->example);
    if (words->columns && format->known &&
        ce_word_listed(format->known, words->example, strlen(words->example)))
        words = &none; /* the user knows it */
    if (words->columns && is_word(words->example))
        ce_listener_tell(listener, CE_NOTE,
                         "%.250s: label %.60s of column %.60s%s is a cluster like others (" CE_OPT(
                             "missing-words") " %s: missing)",
                         path, words->example, words->name,
                         words->columns > 1 ? " and of further columns" : "",
                         ce_shell_short(shown, words->example));
    else if (words->columns)
        ce_listener_tell(
            listener, CE_NOTE, "%.250s: label '%.60s' of column %.60s%s is a cluster like others",
            path, words->example, words->name, words->columns > 1 ? " and of further columns" : "");
    if (ids->columns)
        ce_listener_tell(
            listener, CE_NOTE,
            "%.250s: column %.60s%s has %zu labels for %.0f objects: is it an id (" CE_OPT(
                "id") " %.60s)?",
            path, ids->name, ids->columns > 1 ? ", like further ones," : "", ids->labels, objects,
            ids->name);
}

/* Whether a column has the name that those without one get: c1, c2 and so on. */
static int is_nameless(const char *name)
{
    return *name == 'c' && name[1] && !name[1 + strspn(name + 1, "0123456789")];
}

static void tell_empty(const odd *empty, const char *path, const ce_table_format *format)
{
    if (empty->columns == 1)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: column %.60s has no labels, and is a clustering like others",
                         ce_path_name(path), empty->name);
    else if (empty->columns)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: %zu columns such as %.60s have no labels, and are clusterings "
                         "like others",
                         ce_path_name(path), empty->columns, empty->name);
}

/* Of a table with a row for each base clustering. */
static void tell_turned(size_t m, double objects, const char *path, const ce_table_format *format)
{
    if (m >= 500 && (double)m >= 10 * objects)
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%.250s: %zu base clusterings of %.0f objects: is this the table turned? "
                         "Objects are rows",
                         ce_path_name(path), m, objects);
}

/* Whether these are the columns of a table of constraints. */
static int is_of_constraints(char *const *name, const ce_categories *categories, size_t m)
{
    if (m != 3 || strcmp(name[0], "i") || strcmp(name[1], "j") || strcmp(name[2], "link"))
        return 0;
    for (size_t v = 0; v < categories[2].count; v++)
        if (!ce_word_listed("must,cannot", categories[2].text[v], strlen(categories[2].text[v])))
            return 0;
    return 1;
}

int ce_label_check(char *const *name, const ce_categories *categories, size_t m, double objects,
                   const char *path, const ce_table_format *format, ce_error *err)
{
    odd decimals = {0}, words = {0}, ids = {0}, empty = {0}, worded = {0};
    size_t numbered = 0, whole;

    for (size_t q = 0; q < m; q++) {
        size_t k = categories[q].count;
        content of = look(&categories[q], format);
        const char *twice = written_twice(&categories[q], &whole);
        if (twice)
            return ce_fail(err, CE_EINPUT,
                           "%.250s: column %.60s has the labels %.*s and %.40s, which are one "
                           "number: two tables, one behind the other? One way to write it expected",
                           ce_path_name(path), name[q], (int)whole, twice, twice);
        if (of.decimals && of.numbers + of.words == k &&
            (of.foreign < of.decimals || of.foreign >= LEAST_FOREIGN)) {
            if ((double)of.decimals * (double)of.decimals > objects)
                return ce_fail(err, CE_EINPUT,
                               "%.250s: column %.60s has %zu different decimals such as %.40s for "
                               "labels: a data table? A label table expected",
                               ce_path_name(path), name[q], of.decimals, of.decimal);
            count(&decimals, name[q], of.decimal, k);
        }
        if (of.words && of.words <= of.whole && of.whole + of.words == k)
            count(&words, name[q], of.word, k);
        else if (of.others == 1 && of.whole > 1 && of.whole + 1 == k)
            count(&words, name[q], of.other, k);
        else if (of.likely && of.likely < k)
            count(&words, name[q], of.like, k);
        if (!k && is_nameless(name[q]))
            count(&empty, name[q], NULL, k);
        numbered += k && of.whole == k;
        if (objects >= 10 && (double)k < 0.9 * objects && k > 1 && of.others == k &&
            2 * of.long_ > k)
            count(&worded, name[q], of.other, k);
        if (objects >= 10 && (double)k >= 0.9 * objects)
            count(&ids, name[q], NULL, k);
    }
    if (is_of_constraints(name, categories, m))
        return ce_fail(err, CE_EINPUT,
                       "%.250s: columns i, j and link: a table of constraints? A label table "
                       "expected",
                       ce_path_name(path));
    if ((double)m == objects && 2 * decimals.columns > m)
        return ce_fail(err, CE_EINPUT,
                       "%.250s: as many columns as rows, and %.40s for a label in column %.60s: a "
                       "matrix? A label table expected",
                       ce_path_name(path), decimals.example, decimals.name);
    tell(&decimals, &words, &ids, objects, path, format);
    tell_worded(&worded, numbered, ce_path_name(path), format);
    tell_turned(m, objects, path, format);
    tell_empty(&empty, path, format);
    return CE_OK;
}

int ce_label_check_ids(char *const *name, const ce_categories *categories, const ce_labels *labels,
                       const ce_text_column *id, const char *path, ce_error *err)
{
    for (size_t q = 0; q < labels->m && id->name && labels->n >= 10; q++) {
        const ce_categories *texts = &categories[q];
        const int32_t *label = ce_labels_column(labels, q);
        size_t hits = 0, moved = 0, first = 0;
        if ((double)texts->count < 0.9 * (double)labels->n)
            continue;
        for (size_t i = 0; i < labels->n; i++) {
            const char *text = label[i] < 0 ? NULL : texts->text[label[i]];
            /* ids are distinct, so their numbers are those of their rows */
            int32_t row = text ? ce_categories_find(&id->categories, text, strlen(text)) : -1;
            hits += row >= 0;
            if (row >= 0 && (size_t)row != i)
                first = moved++ ? first : i;
        }
        if (moved && 2 * hits >= labels->n)
            return ce_fail(err, CE_EINPUT,
                           "%.250s: object %zu has the id '%.40s' in column %.60s and '%.40s' in "
                           "column %.60s: rows do not belong together",
                           ce_path_name(path), first + 1, ce_text_column_get(id, first), id->name,
                           texts->text[label[first]], name[q]);
    }
    return CE_OK;
}

int ce_truth_check(const ce_text_column *truth, const char *path, const ce_table_format *format,
                   ce_error *err)
{
    char nameless[] = "of classes", *name = truth->name ? truth->name : nameless;

    return ce_label_check(&name, &truth->categories, 1, (double)truth->n, path, format, err);
}
