/*
 * cgroup.h: the memory that the control groups of this process leave it, on Linux.
 */
#ifndef CE_CORE_CGROUP_H
#define CE_CORE_CGROUP_H

#include <stddef.h>

/* The least that any memory controller, of version 1 or 2, leaves the group of this process and the
 * groups around it: its limit less what is used, without the page cache, which the kernel gives up.
 * SIZE_MAX without a limit. root: where /proc and /sys are, "" but for tests. */
size_t ce_cgroup_available(const char *root);

#endif
