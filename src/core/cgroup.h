/*
 * cgroup.h: the memory that the control groups of this process leave it, on Linux.
 */
#ifndef CE_CORE_CGROUP_H
#define CE_CORE_CGROUP_H

#include <stddef.h>

/* The least that any memory controller, of version 1 or 2, leaves the group of this process and the
 * groups around it: its limit less what is used, without the page cache, which the kernel gives up.
 * `bound` when that is less, or when there is no limit. root: where /proc and /sys are, "" but for
 * tests. Cost: a file of a few lines or two for each group; the statistics of a group, which cost
 * the most, only when its limit less all that is used is below `bound`. */
size_t ce_cgroup_available(const char *root, size_t bound);

#endif
