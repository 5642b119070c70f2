/*
 * trail.h: what this process has read and written, for a log of runs. Nothing is kept until a tool
 * starts it; the library never does.
 */
#ifndef CE_IO_TRAIL_H
#define CE_IO_TRAIL_H

#include <stddef.h>
#include <stdint.h>

typedef enum { CE_TRAIL_READ, CE_TRAIL_WRITTEN } ce_trail_kind;

/* A file, or a standard stream. bytes and crc are of the content: before it is compressed, after it
 * is decompressed. */
typedef struct {
    ce_trail_kind kind;
    char *path; /* NULL: standard input or output */
    uint64_t bytes;
    uint32_t crc; /* CRC-32 as in gzip */
} ce_trail_file;

typedef struct {
    int started;
    int lost; /* a file was left out, since memory was out */
    size_t count, capacity;
    ce_trail_file *file;
} ce_trail;

/* The trail of this process. */
const ce_trail *ce_trail_get(void);

void ce_trail_start(void);

/* Adds a file once it has been read, or has its name. path is copied; NULL or "-": a standard
 * stream. When memory is out the file is left out. */
void ce_trail_add(ce_trail_kind kind, const char *path, uint64_t bytes, uint32_t crc);

/* The checksum with more bytes; 0 as long as the trail is not started. */
uint32_t ce_trail_crc(uint32_t crc, const void *bytes, size_t size);

void ce_trail_free(void);

#endif
