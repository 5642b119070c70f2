/* The rows that tools share. */
#include "cli/options_internal.h"

#include <stddef.h>

#include "io/csv.h"

#define FIELD(name) offsetof(ce_common, name)

static const ce_option rows[CE_SHARED_ROWS] = {
    {'k', "clusters", CE_LIST, "K", 1, 1e9, NULL, NULL, FIELD(k), NULL, NULL},
    {0, "seed", CE_SEED, "N", 0, 0, NULL, "1", FIELD(seed), NULL,
     "seed of the random numbers; same seed, same bytes"},
    {'j', "threads", CE_INTEGER, "N", 0, 4096, NULL, "0", FIELD(threads), NULL,
     "number of threads; 0: the cores given, or OMP_NUM_THREADS if less"},
    {'o', "output", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(output), NULL,
     "write here, not to standard output; .gz compresses"},
    CE_ROW_LABELS_FORMAT(ce_common, labels_format),
    {0, "digits", CE_INTEGER, "N", 1, 17, NULL, NULL, FIELD(digits), NULL,
     "significant digits of the numbers written; default: all"},
    {0, "log", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(log), NULL,
     "append a line of JSON: the command, files read and written, messages"},
    {'d', "delimiter", CE_CHAR, "C", 0, 0, NULL, "auto", FIELD(read_delimiter), NULL,
     "the character between cells, in input and output; \\t is a tab; auto: found in the input, "
     "commas in the output"},
    {0, "header", CE_CHOICE, "WHEN", 0, 0, CE_HEADER_NAMES, "auto", FIELD(header), NULL,
     "is the first line a header? auto: unless it has a number or a missing cell"},
    {0, "id", CE_TEXT, "COL", 0, 0, NULL, NULL, FIELD(id), NULL,
     "column of object ids, by name or number; default: one named id, or the first if it has no "
     "name; none: no such column"},
    {0, "class", CE_TEXT, "COL", 0, 0, NULL, NULL, FIELD(class_), NULL,
     "column of true classes, no feature or clustering; default: one named class; none: no such "
     "column"},
    {0, "missing-words", CE_TEXT, "WORDS", 0, 0, NULL, NULL, FIELD(missing_words), NULL,
     "more words that mean a missing cell, as NA, ? and an empty cell do; comma separated, such "
     "as -1"},
    {0, "decimal", CE_CHAR, "C", 0, 0, NULL, ".", FIELD(decimal), NULL,
     "decimal sign of numbers in the input: a point or a comma"},
    {0, "cut", CE_TEXT, "I/N", 0, 0, NULL, NULL, FIELD(cut), NULL,
     "read only part I of N of the rows of each table of objects"},
    {0, "categorical", CE_TEXT, "COLS", 0, 0, NULL, NULL, FIELD(categorical), NULL,
     "columns to read as categories though they look like numbers; comma separated, or all"},
    {0, "columns", CE_TEXT, "COLS", 0, 0, NULL, NULL, FIELD(columns), NULL,
     "features to read, by name or number, such as 1..4,width; or numeric; default: all"},
    {0, "progress", CE_CHOICE, "WHEN", 0, 0, CE_PROGRESS_NAMES, "auto", FIELD(progress), NULL,
     "draw a progress line on standard error; auto: at a terminal"},
    {'q', "quiet", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(quiet), NULL,
     "no notes on standard error"},
    {'v', "verbose", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(verbose), NULL,
     "say on standard error what is done"},
};

/* In the order of rows; 0: with every tool. */
static const unsigned with[CE_SHARED_ROWS] = {CE_WITH_K,
                                              CE_WITH_SEED,
                                              CE_WITH_THREADS,
                                              0,
                                              CE_WITH_LABELS,
                                              CE_WITH_DIGITS,
                                              0,
                                              CE_WITH_TABLE,
                                              CE_WITH_TABLE,
                                              CE_WITH_TABLE,
                                              CE_WITH_TABLE,
                                              CE_WITH_TABLE,
                                              CE_WITH_TABLE,
                                              CE_WITH_TABLE,
                                              CE_WITH_CATEGORICAL,
                                              CE_WITH_COLUMNS,
                                              CE_WITH_PROGRESS,
                                              0,
                                              0};

const ce_options ce_cli_shared_options = CE_OPTIONS(rows, ce_common);

size_t ce_cli_shared_rows(const ce_tool *tool, const ce_option *row[CE_SHARED_ROWS])
{
    size_t count = 0;

    for (size_t i = 0; i < CE_SHARED_ROWS; i++)
        if (!with[i] || (tool->shared & with[i]))
            row[count++] = &rows[i];
    return count;
}
