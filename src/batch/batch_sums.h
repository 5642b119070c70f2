/*
 * batch_sums.h: sizes and checksums of files, each of which is read once.
 */
#ifndef CE_BATCH_BATCH_SUMS_H
#define CE_BATCH_BATCH_SUMS_H

#include <stddef.h>
#include <stdint.h>

#include "batch/batch_memory.h"
#include "core/error.h"

/* By what the system tells that a file was changed. inode 0: the file was so young when it was read
 * that a change at the same moment would not show. */
typedef struct {
    uint64_t inode;
    int64_t changed, changed_part, written, written_part; /* seconds and nanoseconds */
} ce_file_stamp;

/* Of the bytes as they are on the disk. */
typedef struct {
    int exists;
    uint64_t bytes;
    uint32_t crc; /* CRC-32 as in gzip */
    ce_file_stamp stamp;
} ce_file_sum;

/* What is known of files by now. Set to zero before use. */
typedef struct {
    struct ce_file_sums_entry *entry;
    size_t count, capacity; /* capacity: a power of 2 */
    ce_arena arena;
} ce_file_sums;

/* Reads a file. A file that is not there is no failure. CE_EIO: it is a folder, or cannot be read.
 * whole 1: if its name ends in .gz, it must be one whole gzip stream; else CE_EINPUT. */
int ce_file_sum_read(const char *path, int whole, ce_file_sum *sum, ce_error *err);

/* The same, from what is known where it is. *sum lives as long as sums, and until the next call. */
int ce_file_sums_get(ce_file_sums *sums, const char *path, const ce_file_sum **sum, ce_error *err);

/* *same: whether a file is still what it was. It is read only where its stamp has changed. */
int ce_file_sums_same(ce_file_sums *sums, const char *path, const ce_file_sum *was, int *same,
                      ce_error *err);

/* 1 when the file has not been changed since its sum was taken, as far as the system tells. */
int ce_file_unchanged(const char *path, const ce_file_sum *was);

void ce_file_sums_free(ce_file_sums *sums);

#endif
