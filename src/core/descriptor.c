#include "core/descriptor.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const read_names[] = {"labels", "memberships", "data",       "matrix",
                                         "graph",  "documents",   "constraints"};
static const char *const use_names[] = {"k", "data", "model", "constraints", "weights"};
static const char *const report_names[] = {"trace", "model", "tree", "members", "weights"};

static void join(const char *const *name, size_t count, unsigned bits, char *text, size_t size)
{
    size_t used = 0;

    if (size)
        *text = '\0';
    for (size_t i = 0; i < count && used < size; i++)
        if (bits >> i & 1)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", name[i]);
}

void ce_descriptor_reads(const ce_descriptor *d, char *text, size_t size)
{
    join(read_names, sizeof read_names / sizeof *read_names, d->reads, text, size);
}

void ce_descriptor_needs(const ce_descriptor *d, char *text, size_t size)
{
    join(use_names, sizeof use_names / sizeof *use_names, d->needs, text, size);
}

void ce_descriptor_takes(const ce_descriptor *d, char *text, size_t size)
{
    join(use_names, sizeof use_names / sizeof *use_names, d->takes, text, size);
}

void ce_descriptor_reports(const ce_descriptor *d, char *text, size_t size)
{
    join(report_names, sizeof report_names / sizeof *report_names, d->reports, text, size);
}

const char *ce_cost_name(ce_cost cost)
{
    static const char *const name[] = {"objects", "microclusters^2", "objects^2"};

    return name[cost];
}

const ce_reference *ce_descriptor_reference(const ce_descriptor *d)
{
    for (const ce_reference *r = ce_references; d->reference && r->key; r++)
        if (!strcmp(r->key, d->reference))
            return r;
    return d->publication;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

size_t ce_edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    size_t row[3][LONGEST + 1], m = strlen(a), n = strlen(b);

    if (m > LONGEST || n > LONGEST)
        return m + n;
    for (size_t i = 0; i <= m; i++)
        for (size_t j = 0; j <= n; j++) {
            size_t *here = row[i % 3], *above = row[(i + 2) % 3], *before = row[(i + 1) % 3];
            if (i == 0 || j == 0) {
                here[j] = i + j;
                continue;
            }
            here[j] = least(above[j], here[j - 1]) + 1;
            here[j] = least(here[j], above[j - 1] + !same_letter(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                here[j] = least(here[j], before[j - 2] + 1);
        }
    return row[m % 3][n];
}

int ce_may_mean(const char *word, const char *name)
{
    size_t a = strlen(word), b = strlen(name), allowed = least((least(a, b) + 2) / 3, 3);
    size_t wrong = ce_edit_distance(word, name);

    return wrong <= allowed && (wrong < a || wrong < b);
}
