/*
 * synth.h: what the data sets of ce-synth share. A data set is a noun: it describes its options in
 * a file of this folder, which ends with a synth_noun, and has its place in the list of
 * ../ce-synth.c. Its shape is that of the same name in prepare/synthetic.h.
 */
#ifndef CE_TOOLS_SYNTH_H
#define CE_TOOLS_SYNTH_H

#include "cli/tool.h"
#include "prepare/synthetic.h"
#include "prepare/synthetic_stream.h"

typedef struct {
    ce_common common;
    const char *part;
} synth_options;

/* The options that the struct of every noun begins with. */
typedef struct {
    int objects; /* 0: as many as the original */
    ce_int_list sizes;
    int noise;
} synth_size;

/* noise: the original's. */
#define SYNTH_ROWS_SIZE(type, noise_by_default)                                                    \
    {'n', "objects", CE_INTEGER, "N", 1, 2147483647, NULL, NULL, offsetof(type, size.objects),     \
     "!sizes",                                                                                     \
     "objects without noise, divided among the classes as in the original; default: as many as " \
     "there"}, \
        {0, "sizes", CE_LIST, "N,N,...", 0, 2147483647, NULL, NULL, offsetof(type, size.sizes),    \
         NULL, "objects of each class"},                                                           \
        {0, "noise", CE_INTEGER, "N", 0, 2147483647, NULL, noise_by_default,                       \
         offsetof(type, size.noise), NULL, "noise objects, of class noise"}

/* fill: takes over the options that only some shapes have. NULL: there are none. run: draws and
 * writes the set itself, for sets of prepare/synthetic_stream.h. NULL: main does. */
typedef struct {
    ce_descriptor about;
    void (*fill)(const void *options, ce_synth_options *how);
    int (*run)(const ce_cli *cli, const void *options, const ce_object_part *part, ce_error *err);
} synth_noun;

extern const synth_noun synth_two_gaussian, synth_three_gaussian, synth_two_spirals,
    synth_half_rings, synth_three_paths, synth_complex_image, synth_rings, synth_engytime,
    synth_blobs, synth_tb, synth_sf, synth_cc, synth_cg, synth_flower;

#endif
