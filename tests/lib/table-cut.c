/* table-cut: a file that changes between the count of its rows and their reading; a part of columns
 * that are longer than what is read at a time; and the count of rows against a slow one, on random
 * texts cut into pieces of random size. */
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "check.h"
#include "io/data_table.h"
#include "io/row_scan.h"
#include "io/table_cut.h"

#define FILE_NAME "text.csv"

/* ---- changes ---- */

enum { ROWS = 200000 };

static void write_text(void)
{
    FILE *file = fopen(FILE_NAME, "w");

    must(file != NULL, "fopen");
    fputs("x,y\n", file);
    for (int i = 0; i < ROWS; i++)
        fprintf(file, "%d,%d\n", i % 9, i % 7);
    must(!fclose(file), "fclose");
}

static void write_gzip(void)
{
    gzFile file = gzopen(FILE_NAME, "w");

    must(file != NULL, "gzopen");
    gzputs(file, "x,y\n");
    for (int i = 0; i < ROWS; i++)
        gzprintf(file, "%d,%d\n", i % 9, i % 7);
    must(gzclose(file) == Z_OK, "gzclose");
}

static void write_npy(void)
{
    FILE *file = fopen(FILE_NAME, "w");

    must(file != NULL, "fopen");
    fwrite("\x93NUMPY\x01\0\x76\0", 1, 10, file);
    fprintf(file, "%-117s\n", "{'descr': '|i1', 'fortran_order': True, 'shape': (200000, 2), }");
    for (int i = 0; i < 2 * ROWS; i++)
        fputc(i % 7, file);
    must(!fclose(file), "fclose");
}

/* A row that would be refused if it was read. */
static void append(void)
{
    FILE *file = fopen(FILE_NAME, "a");

    must(file && fputs("1,2,3\n", file) >= 0 && !fclose(file), "append");
}

static void shorten(void)
{
    FILE *file = fopen(FILE_NAME, "w");

    must(file && fputs("x,y\n1,2\n", file) >= 0 && !fclose(file), "shorten");
}

/* Counts, changes the file, and reads the last part. */
static void change(const char *what, void (*make)(void), void (*spoil)(void))
{
    ce_table_cut cut = {.part = {3, 3}};
    ce_table_format format = {.cut = &cut};
    ce_data_table table = {0};
    ce_input *input = NULL;
    ce_error err = {0};

    make();
    must(!ce_input_open(&input, FILE_NAME, &err), "open");
    must(!ce_table_cut_input(input, &format, &err), "cut");
    must(cut.rows == ROWS, "rows");
    spoil();
    format.cut = NULL; /* it is cut already */
    must(ce_data_table_read_input(&table, input, &format, &err) != CE_OK, what);
    printf("%s: %s\n", what, err.text);
    ce_data_table_free(&table);
    ce_input_close(input, &err);
    ce_table_cut_free(&cut);
}

/* ---- columns ---- */

enum { LONG = 1200000, COLUMNS = 4 };

static int long_value(size_t row, size_t column)
{
    return (int)((row + 29 * column) % 101);
}

/* A part of the rows of an array in Fortran order. */
static void cut_columns(void)
{
    ce_table_cut cut = {.part = {2, 3}};
    ce_table_format format = {.cut = &cut};
    ce_data_table table = {0};
    ce_error err = {0};
    FILE *file = fopen(FILE_NAME, "w");

    must(file != NULL, "fopen");
    fwrite("\x93NUMPY\x01\0\x76\0", 1, 10, file);
    fprintf(file, "%-117s\n", "{'descr': '|i1', 'fortran_order': True, 'shape': (1200000, 4), }");
    for (size_t c = 0; c < COLUMNS; c++)
        for (size_t i = 0; i < LONG; i++)
            fputc(long_value(i, c), file);
    must(!fclose(file), "fclose");
    must(!ce_data_table_read(&table, FILE_NAME, &format, &err), "read");
    must(table.values.rows == LONG / 3 && table.values.columns == COLUMNS, "shape");
    for (size_t e = 0; e < LONG / 3 * COLUMNS; e++)
        must(table.values.values[e] == long_value(LONG / 3 + e / COLUMNS, e % COLUMNS), "value");
    printf("%zu x %d values\n", table.values.rows, COLUMNS);
    ce_data_table_free(&table);
    ce_table_cut_free(&cut);
}

/* ---- counts ---- */

static uint64_t state = 88172645463325252u;

static uint64_t draw(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % below;
}

/* The rows of csv.h's rules, one byte after the other. */
static uint64_t slow_count(const char *text, size_t size, int one_column, uint64_t *breaks)
{
    uint64_t rows = 0;
    int quoted = 0, filled = 0;

    *breaks = 0;
    for (size_t i = 0; i < size; i++) {
        int is_end = !quoted && (text[i] == '\n' || text[i] == '\r');
        *breaks += text[i] == '\n';
        quoted ^= text[i] == '"';
        if (!is_end) {
            filled |= quoted || (text[i] != ' ' && text[i] != '\t');
            continue;
        }
        rows += (uint64_t)(filled || one_column);
        filled = 0;
        if (text[i] == '\r' && i + 1 < size && text[i + 1] == '\n') {
            i++;
            ++*breaks;
        }
    }
    return rows + (uint64_t)filled;
}

static void compare(int kind)
{
    /* texts of few and of many line ends, with quotes or CRs here and there or not at all */
    static const char *const letters[] = {"ab,\n", "abcdefgh,1234567890,\n", "a\n ", "a,\r\n\"\t ",
                                          "abcdefghijklmnopqrstuvwxyz,,,\n\n\n\""};
    const char *from = letters[kind];
    static char text[40000];
    size_t size = 0, room = draw(sizeof text - 1), at = 0;
    ce_row_scan scan = {.delimiter = ',', .one_column = (int)draw(2)};
    uint64_t breaks, rows;
    int crlf = draw(4) == 0;

    while (size < room) {
        char c = from[draw(strlen(from))];
        /* a CR and an LF with a blank between them are one end for the reader too, but not for the
         * slow count */
        if (c == '\n' && crlf && size + 1 < room)
            text[size++] = '\r';
        if (size && text[size - 1] == '\r' && c != '\n' && c != '\r')
            c = 'x';
        text[size++] = c;
    }
    rows = slow_count(text, size, scan.one_column, &breaks);
    while (at < size) {
        size_t piece = 1 + draw(draw(3) ? 20000 : 100);
        piece = piece < size - at ? piece : size - at;
        ce_row_scan_count(&scan, text + at, piece);
        at += piece;
    }
    must(ce_row_scan_total(&scan) == rows, "rows");
    must(scan.breaks == breaks, "line feeds");
}

int main(int argc, char **argv)
{
    enum { TEXTS = 10000 };

    must(argc == 2, "usage: table-cut changes|columns|counts");
    if (!strcmp(argv[1], "changes")) {
        change("text", write_text, append);
        change("shorter", write_text, shorten);
        change("gzip", write_gzip, append);
        change("npy", write_npy, append);
        return 0;
    }
    if (!strcmp(argv[1], "columns")) {
        cut_columns();
        return 0;
    }
    for (int t = 0; t < TEXTS; t++)
        compare(t % 5);
    printf("%d texts\n", TEXTS);
    return 0;
}
