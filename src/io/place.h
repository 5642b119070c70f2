/*
 * place.h: where an output goes. A path that is a symbolic link means what the link points to.
 */
#ifndef CE_IO_PLACE_H
#define CE_IO_PLACE_H

#include <limits.h>
#include <sys/stat.h>

#ifndef NAME_MAX
#define NAME_MAX 255
#endif

/* Set by ce_place_find, freed by ce_place_free. */
typedef struct {
    int folder;              /* of the file, open; -1: none */
    char name[NAME_MAX + 1]; /* of the file in its folder; no link unless in_place */
    int descriptor;          /* of standard output, or one that /proc names; -1: none */
    int exists;              /* 1: status is that of the file */
    int in_place;            /* 1: no regular file, or named by /proc alone: not renamed over */
    struct stat status;
} ce_place;

/* path NULL or "-": standard output. Links are followed, also to a file that is not there yet.
 * /dev/stdout, /dev/fd/N and /proc/self/fd/N are the descriptors of this process. Returns 0, or an
 * errno; the place is then empty. */
int ce_place_find(ce_place *place, const char *path);
void ce_place_free(ce_place *place);

/* 1 when what goes to one place would overwrite, or mix with, what goes to the other. The null
 * device keeps nothing, so it can be used twice. */
int ce_place_same(const ce_place *a, const ce_place *b);

/* 1 when the file is there and lies in the folder (a place that is one) or in one below it. */
int ce_place_below(const ce_place *file, const ce_place *folder);

#endif
