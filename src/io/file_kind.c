#include "io/file_kind.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/utf8.h"

typedef struct {
    const char *bytes;
    size_t size;
    const char *kind, *remedy;
} magic;

#define MAGIC(bytes, kind, remedy) \
    { \
        bytes, sizeof(bytes) - 1, kind, remedy \
    }

static const magic packed[] = {
    MAGIC("\xfd"
          "7zXZ\0",
          "an xz file", "only gzip is unpacked: xz -dc FILE | ..."),
    MAGIC("\x28\xb5\x2f\xfd", "a zstd file", "only gzip is unpacked: zstd -dc FILE | ..."),
    MAGIC("PK\3\4", "a zip file (also xlsx, ods and npz)",
          "only gzip is unpacked: unpack it, or save a sheet as CSV"),
    MAGIC("7z\xbc\xaf\x27\x1c", "a 7z file", "only gzip is unpacked: 7z x -so FILE | ..."),
    MAGIC("\x04\x22\x4d\x18", "an lz4 file", "only gzip is unpacked: lz4 -dc FILE | ..."),
    MAGIC("]\0\0", "an lzma file", "only gzip is unpacked: xz --format=lzma -dc FILE | ..."),
    MAGIC("\x1f\x8b", "gzip inside gzip", "unpack it once: gzip -dc FILE | ..."),
};

#define PICKLE(bytes) \
    MAGIC(bytes, "a pickle of Python", "to_csv of pandas and numpy.savetxt write tables")

static const magic binary[] = {
    MAGIC("\x93NUMPY", "an npy file",
          "it holds numbers, a table expected: numpy.savetxt writes text"),
    MAGIC("\x89HDF\r\n", "an HDF5 file", "save the table as CSV"),
    MAGIC("PAR1", "a Parquet file", "save the table as CSV"),
    MAGIC("ARROW1", "an Arrow file", "save the table as CSV"),
    MAGIC("SQLite format 3", "an SQLite database", "save the table as CSV"),
    MAGIC("MATLAB 5.0 MAT-file", "a MAT-file", "writematrix or writetable writes CSV"),
    MAGIC("RDX2\nX\n", "a file of R's save", "write.csv writes a table"),
    MAGIC("RDX3\nX\n", "a file of R's save", "write.csv writes a table"),
    MAGIC("X\n\0\0\0", "a file of R's saveRDS", "write.csv writes a table"),
    MAGIC("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old file of Excel or Word (xls)",
          "save the sheet as CSV"),
    MAGIC("Obj\1", "an Avro file", "save the table as CSV"),
    MAGIC("\x89PNG\r\n", "a PNG picture", "a table expected"),
    PICKLE("\x80\2"),
    PICKLE("\x80\3"),
    PICKLE("\x80\4"),
    PICKLE("\x80\5"),
    PICKLE("(lp0\n"),
    PICKLE("(dp0\n"),
    PICKLE("cnumpy."),
    PICKLE("cpandas."),
    MAGIC("\xff\xfe\0\0", "UTF-32 text", "UTF-8 expected: iconv -f UTF-32 -t UTF-8 FILE | ..."),
    MAGIC("\0\0\xfe\xff", "UTF-32 text", "UTF-8 expected: iconv -f UTF-32 -t UTF-8 FILE | ..."),
    MAGIC("\xff\xfe", "UTF-16 text", "UTF-8 expected: iconv -f UTF-16 -t UTF-8 FILE | ..."),
    MAGIC("\xfe\xff", "UTF-16 text", "UTF-8 expected: iconv -f UTF-16 -t UTF-8 FILE | ..."),
    MAGIC("%PDF-", "a PDF file", "a table expected"),
};

/* Words at the beginning of text, in any case. */
static const magic text[] = {
    MAGIC("%%MatrixMarket", "a Matrix Market file",
          "it holds a matrix (ce-partition and ce-stability resample " CE_OPT(
              "input") " read it), a table expected"),
    MAGIC("<?xml", "XML", "a table expected: save it as CSV"),
    MAGIC("<!doctype", "HTML", "a table expected: is it the page of a failed download?"),
    MAGIC("<html", "HTML", "a table expected: is it the page of a failed download?"),
    MAGIC("<table", "HTML", "a table as CSV expected"),
};

static int refuse(const magic *kind, const char *name, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "%.250s: this is %s; %s", name, kind->kind, kind->remedy);
}

int ce_file_kind_packed(const char *bytes, size_t size, const char *name, ce_error *err)
{
    static const magic bzip2 = {NULL, 0, "a bzip2 file",
                                "only gzip is unpacked: bzip2 -dc FILE | ..."};

    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (size >= packed[i].size && !memcmp(bytes, packed[i].bytes, packed[i].size))
            return refuse(&packed[i], name, err);
    /* BZh, the size of its blocks, and the beginning of the first block or of an empty end */
    if (size >= 10 && !memcmp(bytes, "BZh", 3) && bytes[3] >= '1' && bytes[3] <= '9' &&
        (!memcmp(bytes + 4, "1AY&SY", 6) || !memcmp(bytes + 4, "\x17\x72\x45\x38\x50\x90", 6)))
        return refuse(&bzip2, name, err);
    return CE_OK;
}

/* The delimiter or the end of the line may stand behind the cell. */
static int begins_as(const char *cell, size_t size, const magic *kinds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *end = memchr(kinds[i].bytes, '\n', kinds[i].size);
        size_t length = end ? (size_t)(end - kinds[i].bytes) : kinds[i].size;
        if (!memchr(kinds[i].bytes, '\0', kinds[i].size) && size >= length &&
            !strncasecmp(cell, kinds[i].bytes, length) && (!end || size == length))
            return 1;
    }
    return 0;
}

/* A brace or bracket, then what begins a key, an object, an array or a string. A cell may end
 * before that. */
static int is_json(const char *bytes, size_t size)
{
    size_t at = 1;

    if (!size || (*bytes != '{' && *bytes != '['))
        return 0;
    while (at < size && strchr(" \t\r\n", bytes[at]) && bytes[at])
        at++;
    if (at == size || bytes[at] == '"')
        return 1;
    return *bytes == '[' && (bytes[at] == '{' || bytes[at] == '[');
}

int ce_file_kind_resembles(const char *cell)
{
    size_t size = strlen(cell);

    if (!size)
        return 0;
    return strchr("#%@", cell[0]) || !strncmp(cell, CE_UTF8_MARK, 3) ||
           !strncmp(cell, "BZh", 3) || is_json(cell, size) ||
           begins_as(cell, size, packed, sizeof packed / sizeof *packed) ||
           begins_as(cell, size, binary, sizeof binary / sizeof *binary) ||
           begins_as(cell, size, text, sizeof text / sizeof *text);
}

int ce_file_kind_separator(const char *bytes, size_t size)
{
    return size == 5 && !strncasecmp(bytes, "sep=", 4) && memchr(",;\t| :", bytes[4], 6);
}

/* The size of a line, without its end. */
static size_t line_size(const char *bytes, size_t size)
{
    size_t length = 0;

    while (length < size && bytes[length] != '\n' && bytes[length] != '\r')
        length++;
    return length;
}

/* ARFF begins with comments (%), empty lines, and @relation. */
static int is_arff(const char *bytes, size_t size)
{
    for (size_t at = 0, length; at < size; at += length + 1) {
        length = line_size(bytes + at, size - at);
        if (length && bytes[at] != '%')
            return length > 9 && !strncasecmp(bytes + at, "@relation", 9);
    }
    return 0;
}

/* #1.2 or #1.3, then a line of the numbers of rows and columns. */
static int is_gct(const char *bytes, size_t size)
{
    return size > 5 && !memcmp(bytes, "#1.", 3) && isdigit((unsigned char)bytes[3]) &&
           memchr("\t\r\n", bytes[4], 3);
}

/* The same without its first line: numbers, then a header that begins as that of each such file. */
static int is_rest_of_gct(const char *bytes, size_t size)
{
    static const char header[] = "name\tdescription\t";
    size_t numbers = 0;

    while (numbers < size && memchr("0123456789\t", bytes[numbers], 11))
        numbers++;
    while (numbers && numbers < size && memchr("\r\n", bytes[numbers], 2))
        numbers++;
    return numbers && size - numbers >= sizeof header - 1 &&
           !strncasecmp(bytes + numbers, header, sizeof header - 1);
}

static size_t count_cuts(const char *line, size_t size)
{
    size_t cuts = 0;

    for (size_t c = 0; c < size; c++)
        cuts += memchr(",;\t", line[c], 3) != NULL;
    return cuts;
}

/* A first line that begins with # is a comment when a blank or another # follows, or when it is
 * not cut into as many cells as the first line that does not begin with it. Such as #id,x,y before
 * rows of three is a header. ! is the sign of files of GEO. Returns the sign; 0: no comment. */
static char begins_with_comment(const char *bytes, size_t size)
{
    static const char *const of_geo[] = {"!Series_", "!Sample_", "!Platform_", "!series_matrix_"};
    size_t first = line_size(bytes, size), length = first;
    const char *next = bytes;

    if (!first || (bytes[0] != '#' && bytes[0] != '!'))
        return 0;
    if (bytes[0] == '#' && (first == 1 || strchr(" \t#!%", bytes[1])))
        return '#';
    for (size_t i = 0; i < sizeof of_geo / sizeof *of_geo; i++)
        if (first > strlen(of_geo[i]) && !memcmp(bytes, of_geo[i], strlen(of_geo[i])))
            return '!';
    while (length && *next == bytes[0]) {
        for (next += length; next < bytes + size && (*next == '\n' || *next == '\r'); next++)
            ;
        length = line_size(next, size - (size_t)(next - bytes));
    }
    return length && count_cuts(bytes, first) != count_cuts(next, length) ? bytes[0] : '\0';
}

static size_t span(const char *bytes, size_t size, const char *set)
{
    size_t length = 0;

    while (length < size && bytes[length] && strchr(set, bytes[length]))
        length++;
    return length;
}

/* A line of libsvm's format is a number, then INDEX:VALUE for each feature that is not 0. */
static int is_libsvm(const char *bytes, size_t size)
{
    static const char figures[] = "0123456789", number[] = "+-.0123456789eE";
    const char *end = bytes + line_size(bytes, size), *at = bytes + span(bytes, size, " \t");
    size_t pairs = 0, length = span(at, (size_t)(end - at), number);

    if (!length || !span(at, length, "+-.0123456789"))
        return 0;
    for (at += length;; pairs++) {
        size_t blanks = span(at, (size_t)(end - at), " \t");
        at += blanks;
        if (at == end || *at == '#')
            return pairs > 0;
        length = !pairs && end - at > 3 && !memcmp(at, "qid", 3)
                     ? 3
                     : span(at, (size_t)(end - at), figures);
        if (!blanks || !length || at + length == end || at[length] != ':')
            return 0;
        at += length + 1;
        length = span(at, (size_t)(end - at), number);
        if (!length)
            return 0;
        at += length;
    }
}

/* The first line of METIS's graph is "vertices edges 001", and the others have an even number of
 * numbers each. */
static int is_metis(const char *bytes, size_t size)
{
    static const char figures[] = "0123456789";
    const char *end = bytes + line_size(bytes, size), *at = bytes;
    size_t numbers = 0, length;

    for (int i = 0; i < 2; i++) {
        length = span(at, (size_t)(end - at), figures);
        if (!length || at + length == end || at[length] != ' ')
            return 0;
        at += length + 1;
    }
    if (end - at != 3 || memcmp(at, "001", 3) || end + 1 >= bytes + size)
        return 0;
    at = end + 1;
    end = at + line_size(at, size - (size_t)(at - bytes));
    for (; (length = span(at, (size_t)(end - at), figures)); numbers++)
        at += length + span(at + length, (size_t)(end - at) - length, " ");
    return at == end && numbers != 3;
}

/* Markdown has a line of bars and dashes below the header. */
static int is_markdown(const char *bytes, size_t size)
{
    size_t first = line_size(bytes, size), at = first, length, dashes = 0;

    if (!memchr(bytes, '|', first))
        return 0;
    at += span(bytes + at, size - at, "\r\n");
    length = line_size(bytes + at, size - at);
    for (size_t c = at; c < at + length; c++)
        dashes += bytes[c] == '-';
    return dashes > 2 && memchr(bytes + at, '|', length) &&
           span(bytes + at, length, "|-: \t") == length;
}

static int is_nameless_utf16(const char *bytes, size_t size)
{
    return size > 3 && ((bytes[0] && !bytes[1] && bytes[2] && !bytes[3]) ||
                        (!bytes[0] && bytes[1] && !bytes[2] && bytes[3]));
}

/* Kinds that no fixed bytes tell. */
static const struct {
    int (*is)(const char *bytes, size_t size);
    magic kind;
} looks[] = {
    {is_json, {NULL, 0, "JSON", "a table expected: save it as CSV"}},
    {is_arff,
     {NULL, 0, "an ARFF file",
      "a table expected: a line with the names of the attributes, then what "
      "follows @data"}},
    {is_libsvm,
     {NULL, 0, "a file of libsvm (svmlight)",
      "a table with a column for each feature expected: sklearn.datasets.load_svmlight_file "
      "reads it"}},
    {is_metis,
     {NULL, 0, "a graph for METIS",
      "only gpmetis reads it; ce-similarity also writes matrices, which ce-partition reads"}},
    {is_gct,
     {NULL, 0, "a GCT file",
      "a table expected: tail -n +3 FILE | ... leaves out the two lines before its header"}},
    {is_rest_of_gct,
     {NULL, 0, "a GCT file without its first line",
      "a table expected: tail -n +2 FILE | ... leaves out the line before its header"}},
    {is_markdown, {NULL, 0, "a table in Markdown", "a table as CSV expected"}},
    {is_nameless_utf16,
     {NULL, 0, "UTF-16 text", "UTF-8 expected: iconv -f UTF-16LE (or BE) -t UTF-8 FILE | ..."}},
};

int ce_file_kind_table(const char *bytes, size_t size, const char *name, ce_error *err)
{
    char sign;

    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if (size >= binary[i].size && !memcmp(bytes, binary[i].bytes, binary[i].size))
            return refuse(&binary[i], name, err);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (size >= text[i].size && !strncasecmp(bytes, text[i].bytes, text[i].size))
            return refuse(&text[i], name, err);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (looks[i].is(bytes, size))
            return refuse(&looks[i].kind, name, err);
    sign = begins_with_comment(bytes, size);
    if (sign)
        return ce_fail(err, CE_EINPUT,
                       "%.250s:1: begins with '%c', a header or a row expected: tables have no "
                       "comments; grep -v '^%c' leaves such lines out%s",
                       name, sign, sign,
                       sign == '#' ? ", and sed '1s/^# *//' makes a header of the first" : "");
    return CE_OK;
}
