#include "plot/remarks.h"

#include <string.h>

/* Pixels of a letter, and of the picture that is free beside the longest line; letters of a line at
 * least. */
enum { LETTER = 6, BESIDE = 100, SHORTEST = 30 };

/* Bytes of the first line of a text: up to the last space with which it fits. */
static size_t first_line(const char *text, size_t letters)
{
    size_t end = strlen(text), at;

    if (end <= letters)
        return end;
    for (at = letters; at && text[at] != ' ';)
        at--;
    return at ? at : letters;
}

void ce_remarks_wrap(const ce_remarks *remarks, const ce_picture *picture, ce_remark_lines *lines)
{
    int wide = (picture->width - BESIDE) / LETTER, high = picture->height / 3 / CE_REMARK_LINE;
    size_t letters = wide > SHORTEST ? (size_t)wide : SHORTEST,
           most = high < CE_REMARK_LINES ? (size_t)high : CE_REMARK_LINES;

    lines->count = 0;
    for (size_t r = 0; r < CE_REMARKS; r++) {
        const char *text = remarks->text[r];
        while (*text && lines->count < most) {
            size_t length = first_line(text, letters);
            snprintf(lines->text[lines->count++], CE_REMARK, "%.*s", (int)length, text);
            text += length + strspn(text + length, " ");
        }
    }
}

void ce_remarks_write(FILE *script, const char *name, const ce_remark_lines *lines)
{
    if (!lines->count)
        return;
    fprintf(script, "set xlabel \"%s%s", name ? name : "", name ? "\\n" : "");
    for (size_t l = 0; l < lines->count; l++)
        fprintf(script, "%s%s", l ? "\\n" : "", lines->text[l]);
    fprintf(script, "\" font ',9' textcolor rgb '#404040'\n");
}
