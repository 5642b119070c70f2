/*
 * assigner_internal.h: what the files of the assigner share. Not for anyone else.
 *
 * assigner.c        model files and their clusterings
 * assigner_bind.c   the columns of the data that they see
 * assigner_label.c  labels
 */
#ifndef CE_GENERATE_ASSIGNER_INTERNAL_H
#define CE_GENERATE_ASSIGNER_INTERNAL_H

#include "generate/assigner.h"
#include "generate/uspec.h"
#include "io/prototypes.h"
#include "kmeans/fixed_centres.h"

/* Of a model file, one of the two. */
typedef struct {
    char *path;                   /* owned */
    ce_prototype_model prototypes;
    ce_uspec_model *uspec;        /* owned; uspec_count */
    size_t uspec_count;
} ce_assigner_file;

/* A clustering: prototypes, or a model of U-SPEC. place: where its features stand among the columns
 * that are wanted. */
typedef struct {
    size_t file;
    ce_prototypes *of; /* borrowed; or NULL */
    ce_uspec_model *uspec;
    int32_t k;
    int left_out;
    size_t *place;                /* owned; of->features */
    ce_fixed_centres *fixed;      /* owned; for prototypes without weights */
    ce_uspec_labeller *labeller;  /* owned; for U-SPEC */
} ce_assigner_member;

struct ce_assigner {
    ce_assigner_file *file;
    size_t files, files_capacity;
    ce_assigner_member *member;
    size_t members, members_capacity;
    ce_row_want *want;
    size_t wants, wants_capacity;
    size_t incomplete;
};

#endif
