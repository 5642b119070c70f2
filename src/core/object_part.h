/*
 * object_part.h: part I of N of n objects (doc/parts.md). The parts one after the other are all
 * objects, and no two of them differ by more than one object.
 */
#ifndef CE_CORE_OBJECT_PART_H
#define CE_CORE_OBJECT_PART_H

#include <stddef.h>
#include <stdint.h>

/* Part `part` of `parts`, from 1; 0 of 0: no parts, the whole. */
typedef struct {
    size_t part, parts;
} ce_object_part;

/* How many of n objects stand before the end of the part: floor(n part / parts). Objects
 * ce_object_part_end of part - 1 to that of part, less one, are the part. parts > 0, below 2^32. */
static inline uint64_t ce_object_part_end(uint64_t n, size_t part, size_t parts)
{
    return n / parts * part + n % parts * part / parts;
}

/* The first object, from 0, and how many there are; all n of the whole. */
static inline uint64_t ce_object_part_first(const ce_object_part *part, uint64_t n)
{
    return part->parts ? ce_object_part_end(n, part->part - 1, part->parts) : 0;
}

static inline uint64_t ce_object_part_count(const ce_object_part *part, uint64_t n)
{
    return part->parts ? ce_object_part_end(n, part->part, part->parts) -
                             ce_object_part_first(part, n)
                       : n;
}

#endif
