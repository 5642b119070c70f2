#include "cli/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/memory.h"
#include "io/trail.h"

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

ce_cli_part ce_cli_part_of(const ce_cli *cli, const char *text)
{
    ce_cli_part part = {0};
    const char *end;

    if (!text)
        return part;
    part.part = number_at(text, &end);
    if (*end == '/')
        part.parts = number_at(end + 1, &end);
    if (*end || !part.part || part.part > part.parts)
        ce_cli_usage(cli, "--part '%s', I/N with I from 1 to N expected, such as 3/64", text);
    ce_trail_start();
    return part;
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
    char of[120];

    if (ce_trail_get()->lost)
        return ce_fail(err, CE_ENOMEM, "out of memory for the checksum of the input");
    name_of(cli, of, sizeof of);
    return ce_sums_begin(sums, of, round, part->parts, &one, err);
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
    rc = ce_sums_check(sums, wanted, path, err);
    return rc ? rc : ce_sums_complete(sums, path, err);
}
