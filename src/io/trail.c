#include "io/trail.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/memory.h"

/* Readers and writers know nothing of who calls them, so the trail belongs to the process. */
static ce_trail trail;

const ce_trail *ce_trail_get(void)
{
    return &trail;
}

void ce_trail_start(void)
{
    trail.started = 1;
}

void ce_trail_add(ce_trail_kind kind, const char *path, uint64_t bytes, uint32_t crc)
{
    int named = path && strcmp(path, "-");

    if (!trail.started)
        return;
#pragma omp critical(ce_trail)
    {
        char *copy = named ? ce_strdup(path, NULL) : NULL;
        if (named == (copy != NULL) &&
            !ce_grow(&trail.file, &trail.capacity, trail.count + 1, sizeof *trail.file, NULL)) {
            trail.file[trail.count++] = (ce_trail_file){kind, copy, bytes, crc};
        } else {
            trail.lost = 1;
            free(copy);
        }
    }
}

uint32_t ce_trail_crc(uint32_t crc, const void *bytes, size_t size)
{
    return trail.started ? (uint32_t)crc32_z(crc, bytes, size) : 0;
}

void ce_trail_free(void)
{
    for (size_t f = 0; f < trail.count; f++)
        free(trail.file[f].path);
    free(trail.file);
    trail = (ce_trail){0};
}
