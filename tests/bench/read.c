/* read FILE: CPU seconds that libcsv alone takes for a file, with callbacks that do nothing, and
 * that ce_label_table_read and ce_label_table_write take; the best of ROUNDS. read N M: writes a
 * label table of N x M on standard output. */
#include <csv.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "io/label_table.h"

enum { ROUNDS = 7, CHUNK = 1 << 18 };

static double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void no_cell(void *text, size_t length, void *state)
{
    (void)text;
    (void)length;
    (void)state;
}

static void no_row(int c, void *state)
{
    (void)c;
    (void)state;
}

static int libcsv_alone(const char *path)
{
    static char chunk[CHUNK];
    struct csv_parser parser;
    FILE *file = fopen(path, "rb");
    size_t got;

    if (!file || csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL | CSV_REPALL_NL))
        return 1;
    while ((got = fread(chunk, 1, CHUNK, file)) > 0)
        csv_parse(&parser, chunk, got, no_cell, no_row, NULL);
    csv_fini(&parser, no_cell, no_row, NULL);
    csv_free(&parser);
    fclose(file);
    return 0;
}

static void keep_least(double *best, double value)
{
    if (*best == 0 || value < *best)
        *best = value;
}

static int measure(const char *path)
{
    ce_table_format format = {0};
    ce_error err = {0};
    double alone = 0, reading = 0, writing = 0;

    for (int round = 0; round < ROUNDS; round++) {
        ce_label_table table = {0};
        double start = cpu_seconds();
        if (libcsv_alone(path))
            return 1;
        keep_least(&alone, cpu_seconds() - start);
        start = cpu_seconds();
        if (ce_label_table_read(&table, path, &format, &err)) {
            fprintf(stderr, "%s\n", err.text);
            return 1;
        }
        keep_least(&reading, cpu_seconds() - start);
        start = cpu_seconds();
        if (ce_label_table_write(&table, "/dev/null", ',', &err))
            return 1;
        keep_least(&writing, cpu_seconds() - start);
        ce_label_table_free(&table);
    }
    printf("label table: libcsv alone %.3f s, ce_label_table_read %.3f s (ratio %.2f), "
           "ce_label_table_write %.3f s\n",
           alone, reading, reading / alone, writing);
    return 0;
}

/* 60 groups that cut across the clusterings, and a little noise. */
static void generate(size_t n, size_t m)
{
    unsigned long long x = 88172645463325252ULL;

    for (size_t q = 0; q < m; q++)
        printf("kmeans.k%zu.r%zu%c", 41 + q, q + 1, q + 1 < m ? ',' : '\n');
    for (size_t i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        for (size_t q = 0; q < m; q++)
            printf("%zu%c", 1 + ((x >> 20) % 60 * (7 * q + 10) + ((x >> 40) % 40 == q)) % (41 + q),
                   q + 1 < m ? ',' : '\n');
    }
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return measure(argv[1]);
    if (argc != 3)
        return 2;
    generate(strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10));
    return 0;
}
