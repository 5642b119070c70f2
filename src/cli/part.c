#include "cli/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/memory.h"
#include "io/table_cut.h"
#include "io/trail.h"

/* The option of sums of tables that --cut cut: how many rows each of them has. A table that grew
 * while parts of it were summed up differs in it. */
#define CUT_ROWS "rows"

/* Digits up to nine of them. *end: what follows. */
static size_t number_at(const char *text, const char **end)
{
    size_t value = 0, digits = strspn(text, "0123456789");

    *end = text + digits;
    if (digits > 9)
        return 0;
    for (size_t c = 0; c < digits; c++)
        value = 10 * value + (size_t)(text[c] - '0');
    return value;
}

ce_cli_part ce_cli_part_parse(const ce_cli *cli, const char *option, const char *text)
{
    ce_cli_part part = {0};
    const char *end;

    if (!text)
        return part;
    part.part = number_at(text, &end);
    if (*end == '/')
        part.parts = number_at(end + 1, &end);
    if (*end || !part.part || part.part > part.parts)
        ce_cli_usage(cli, "--%s '%s', I/N with I from 1 to N expected, such as 3/64", option, text);
    return part;
}

ce_cli_part ce_cli_part_of(const ce_cli *cli, const char *text)
{
    if (text)
        ce_trail_start();
    return ce_cli_part_parse(cli, "part", text);
}

/* The checksum of all that was read, but for one file. */
static uint32_t checksum(const char *besides)
{
    const ce_trail *trail = ce_trail_get();
    uint32_t crc = 0;
    char text[64];

    for (size_t f = 0; f < trail->count; f++) {
        const ce_trail_file *file = &trail->file[f];
        if (file->kind != CE_TRAIL_READ || (besides && file->path && !strcmp(file->path, besides)))
            continue;
        snprintf(text, sizeof text, "%llu %08lx\n", (unsigned long long)file->bytes,
                 (unsigned long)file->crc);
        crc = (uint32_t)crc32_z(crc, (const unsigned char *)text, strlen(text));
    }
    return crc;
}

/* The tool and its noun, if it has one. */
static void name_of(const ce_cli *cli, char *of, size_t size)
{
    snprintf(of, size, "%s%s%s", cli->tool->name, cli->nouns ? " " : "",
             cli->nouns ? cli->noun[0] : "");
}

int ce_cli_sums_begin(const ce_cli *cli, ce_sums *sums, size_t round, const ce_cli_part *part,
                      uint64_t objects, const char *besides, ce_error *err)
{
    ce_sums_part one = {.part = part->part, .objects = objects, .crc = checksum(besides)};
    char text[120];
    int rc;

    if (ce_trail_get()->incomplete) /* and so is the checksum */
        return ce_fail(err, CE_ENOMEM, "out of memory");
    name_of(cli, text, sizeof text);
    rc = ce_sums_begin(sums, text, round, part->parts, &one, err);
    if (rc || !cli->cut || !cli->cut->name)
        return rc;
    snprintf(text, sizeof text, "%llu", (unsigned long long)cli->cut->rows);
    return ce_sums_set(sums, CUT_ROWS, text, err);
}

/* Sums of tables that were cut say so first of all. */
static int want_rows(const ce_sums *sums, ce_sums *wanted, ce_error *err)
{
    const char *rows = ce_sums_get(sums, CUT_ROWS);
    ce_sums_option last;
    int rc = rows ? ce_sums_set(wanted, CUT_ROWS, rows, err) : CE_OK;

    if (rc || !rows)
        return rc;
    last = wanted->option[wanted->options - 1];
    memmove(wanted->option + 1, wanted->option, (wanted->options - 1) * sizeof last);
    wanted->option[0] = last;
    return CE_OK;
}

int ce_cli_sums_check(const ce_cli *cli, const ce_sums *sums, ce_sums *wanted, const char *path,
                      ce_error *err)
{
    char of[120];
    int rc;

    name_of(cli, of, sizeof of);
    wanted->parts = 0;
    free(wanted->of);
    wanted->of = ce_strdup(of, err);
    if (!wanted->of)
        return CE_ENOMEM;
    rc = want_rows(sums, wanted, err);
    if (rc)
        return rc;
    rc = ce_sums_check(sums, wanted, path, err);
    return rc ? rc : ce_sums_complete(sums, path, err);
}
