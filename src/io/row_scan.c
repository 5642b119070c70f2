#include "io/row_scan.h"

#include <string.h>

#include "core/parallel.h"

/* A blank that does not make a row. */
static inline int is_space(const ce_row_scan *scan, char c)
{
    return (c == ' ' || c == '\t') && (c != scan->delimiter || (scan->blanks && c == ' '));
}

static inline void end_line(ce_row_scan *scan, char c)
{
    int second_half = c == '\n' && scan->after_cr && !scan->in_row;

    scan->rows += (uint64_t)(scan->in_row || (scan->one_column && !second_half));
    scan->in_row = 0;
    scan->after_cr = scan->last_cr = c == '\r';
}

/* One byte. */
static inline void take(ce_row_scan *scan, char c)
{
    scan->breaks += c == '\n';
    scan->last_cr = 0;
    if (c == '"') {
        scan->quoted = !scan->quoted;
        scan->in_row = 1;
    } else if (scan->quoted) {
        return;
    } else if (c == '\n' || c == '\r') {
        end_line(scan, c);
    } else if (!is_space(scan, c)) {
        scan->in_row = 1;
    }
}

size_t ce_row_scan_until(ce_row_scan *scan, const char *bytes, size_t size, uint64_t rows)
{
    for (size_t at = 0; at < size; at++) {
        if (scan->rows >= rows && !(scan->last_cr && bytes[at] == '\n'))
            return at;
        take(scan, bytes[at]);
    }
    return size;
}

uint64_t ce_row_scan_total(const ce_row_scan *scan)
{
    return scan->rows + (uint64_t)scan->in_row;
}

/* ---- many bytes ---- */

/* What bytes hold: line feeds, those with an empty line behind them, those before a blank, CRs,
 * those before a line feed, and whether there is a quote. */
typedef struct {
    size_t feeds, empty, spaced, returns, pairs;
    int quotes;
} tally;

/* Bytes whose counts fit into one byte. */
enum { BLOCK = 128 };

/* The bytes at 1 .. size, of which size is a multiple of BLOCK; byte 0 stands before them. */
CE_HOT static tally tally_blocks(const char *bytes, size_t size)
{
    tally all = {0};

    for (size_t at = 0; at < size; at += BLOCK) {
        const char *before = bytes + at, *c = before + 1;
        unsigned char feeds = 0, empty = 0, spaced = 0, returns = 0, pairs = 0, quotes = 0;
        for (int i = 0; i < BLOCK; i++) {
            unsigned char feed = c[i] == '\n', back = c[i] == '\r', behind = before[i] == '\n';
            feeds = (unsigned char)(feeds + feed);
            empty = (unsigned char)(empty + (behind & (feed | back)));
            spaced = (unsigned char)(spaced + (behind & ((c[i] == ' ') | (c[i] == '\t'))));
            returns = (unsigned char)(returns + back);
            pairs = (unsigned char)(pairs + (feed & (before[i] == '\r')));
            quotes |= (unsigned char)(c[i] == '"');
        }
        all.feeds += feeds;
        all.empty += empty;
        all.spaced += spaced;
        all.returns += returns;
        all.pairs += pairs;
        all.quotes |= quotes;
    }
    return all;
}

/* Bytes that `take` must see outside quotes; all others only make a row. */
static const unsigned char special[256] = {
    ['\n'] = 1, ['\r'] = 1, ['"'] = 1, [' '] = 1, ['\t'] = 1};

/* From inside quotes to behind their end; returns the bytes. */
static size_t leave_quotes(ce_row_scan *scan, const char *bytes, size_t size)
{
    size_t at = 0;

    while (at < size && bytes[at] != '"')
        scan->breaks += bytes[at++] == '\n';
    scan->quoted = at == size;
    return at + (at < size);
}

static void count_each(ce_row_scan *scan, const char *bytes, size_t size)
{
    ce_row_scan here = *scan; /* in registers: bytes may be any memory, also that of scan */
    size_t at = 0, from;

    while (at < size) {
        if (here.quoted)
            at += leave_quotes(&here, bytes + at, size - at);
        for (from = at; at < size && !special[(unsigned char)bytes[at]];)
            at++;
        here.in_row |= at > from;
        here.last_cr &= at == from;
        if (at < size)
            take(&here, bytes[at++]);
    }
    *scan = here;
}

/* Takes whole blocks at once, behind a line feed. Returns 0, and nothing is done, where a quote, a
 * CR without LF or a line that begins with a blank needs a look at each byte. */
static int count_blocks(ce_row_scan *scan, const char *feed, size_t size)
{
    tally t = tally_blocks(feed, size);

    if (t.quotes || t.spaced || t.returns != t.pairs)
        return 0;
    scan->rows += scan->one_column ? t.feeds : t.feeds - t.empty;
    scan->breaks += t.feeds;
    scan->in_row = feed[size] != '\n';
    scan->after_cr = scan->after_cr && !t.feeds;
    scan->last_cr = 0;
    return 1;
}

void ce_row_scan_count(ce_row_scan *scan, const char *bytes, size_t size)
{
    enum { TOGETHER = 64 * BLOCK };

    while (size) {
        const char *feed = scan->quoted ? NULL : memchr(bytes, '\n', size);
        size_t line = feed ? (size_t)(feed - bytes) + 1 : size, blocks;
        /* to the end of the line; inside quotes some bytes, which may be followed by the end */
        line = scan->quoted && size > TOGETHER ? TOGETHER : line;
        count_each(scan, bytes, line);
        bytes += line;
        size -= line;
        blocks = size > TOGETHER ? TOGETHER : size / BLOCK * BLOCK;
        while (blocks && bytes[blocks - 1] == '\r') /* its LF is not there */
            blocks -= BLOCK;
        if (scan->quoted || !feed || !blocks)
            continue;
        if (!count_blocks(scan, bytes - 1, blocks))
            count_each(scan, bytes, blocks);
        bytes += blocks;
        size -= blocks;
    }
}
