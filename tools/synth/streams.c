/* tb, sf, cc, cg, flower: two-dimensional sets of any length [usenc2020]. */
#include <stdlib.h>

#include "core/memory.h"
#include "io/npy.h"
#include "io/output.h"
#include "synth.h"

/* Objects drawn at a time. */
enum { CHUNK = 1 << 16 };

/* Entries of --format. */
enum { FORMAT_CSV, FORMAT_NPY };
/* In the order of the enum; for option rows. */
#define FORMAT_NAMES "csv|npy"

typedef struct {
    int objects, format;
    const char *classes;
} stream_options;

static const ce_option rows[] = {
    {'n', "objects", CE_INTEGER, "N", 1, 2147483647, NULL, NULL, offsetof(stream_options, objects),
     NULL, "objects; default: as many as in the paper"},
    {0, "format", CE_CHOICE, "WHAT", 0, 0, FORMAT_NAMES, "csv", offsetof(stream_options, format),
     NULL,
     "a data table with a class column, or a NumPy file without classes; if not given, by the name "
     "of the output"},
    {0, "classes", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(stream_options, classes), NULL,
     "write the classes here, a NumPy file of whole numbers"},
};

/* Room for a chunk. */
typedef struct {
    double *xy;
    int32_t *class_;
} chunk;

static void chunk_free(chunk *c)
{
    free(c->xy);
    free(c->class_);
}

static int chunk_alloc(chunk *c, ce_error *err)
{
    *c = (chunk){.xy = ce_alloc(2 * CHUNK, sizeof *c->xy, err),
                 .class_ = ce_alloc(CHUNK, sizeof *c->class_, err)};
    return c->xy && c->class_ ? CE_OK : CE_ENOMEM;
}

static void write_rows(const chunk *c, size_t count, ce_output *output)
{
    for (size_t i = 0; i < count; i++) {
        ce_output_real(output, c->xy[2 * i]);
        ce_output_char(output, ',');
        ce_output_real(output, c->xy[2 * i + 1]);
        ce_output_char(output, ',');
        ce_output_integer(output, c->class_[i]);
        ce_output_char(output, '\n');
    }
}

static int run(const ce_cli *cli, const void *options, const ce_object_part *part, ce_error *err)
{
    const stream_options *o = options;
    const ce_synth_stream *set = ce_synth_stream_find(cli->noun[0]);
    size_t n = o->objects ? (size_t)o->objects : ce_synth_stream_objects(set),
           begin = (size_t)ce_object_part_first(part, n),
           drawn = (size_t)ce_object_part_count(part, n);
    ce_output *output = NULL, *classes = NULL;
    chunk c = {0};
    int format = ce_cli_form_of(cli, FORMAT_NAMES, o->format, cli->common->output);
    int rc = chunk_alloc(&c, err);

    if (!rc && !drawn)
        rc = ce_fail(err, CE_EARG, "part %zu of %zu: " CE_ONLY, part->part, part->parts,
                     CE_ONLY_OF(n, "object"));
    if (!rc)
        rc = ce_output_open(&output, cli->common->output, err);
    if (!rc && o->classes)
        rc = ce_output_open(&classes, o->classes, err);
    if (rc) {
        ce_output_abandon(output);
        chunk_free(&c);
        return rc;
    }
    if (format == FORMAT_CSV)
        ce_output_text(output, "x,y,class\n");
    else
        ce_npy_header_write(output, CE_NPY_F8, drawn, 2);
    if (classes)
        ce_npy_header_write(classes, CE_NPY_I4, drawn, 1);
    for (size_t first = 0; first < drawn && !ce_output_failed(output); first += CHUNK) {
        size_t count = drawn - first < CHUNK ? drawn - first : CHUNK;
        ce_synth_stream_draw(set, cli->common->seed, begin + first, count, c.xy, c.class_);
        for (size_t i = 0; i < count; i++)
            c.class_[i]++;
        if (format == FORMAT_CSV)
            write_rows(&c, count, output);
        else
            ce_output_write(output, c.xy, 2 * count * sizeof *c.xy);
        if (classes)
            ce_output_write(classes, c.class_, count * sizeof *c.class_);
    }
    chunk_free(&c);
    ce_cli_detail(cli, "%s: %zu objects, 2 features", cli->noun[0], drawn);
    if (classes)
        rc = ce_output_close(classes, err);
    if (rc)
        ce_output_abandon(output);
    else
        rc = ce_output_close(output, err);
    return rc;
}

#define STREAM(noun, called, what, text)                                        \
    const synth_noun noun = {                                                   \
        .about = {.name = called,                                               \
                  .summary = what,                                              \
                  .about = text " Object i follows from the seed and i alone, " \
                                "so a shorter set is the beginning of a longer one.", \
                  .reference = "usenc2020",                                     \
                  .options = CE_OPTIONS(rows, stream_options)},                 \
        .run = run,                                                             \
    }

STREAM(synth_tb, "tb", "two bananas, any number of objects (1 million)",
       "Two half circles that reach into each other, with noise.");
STREAM(synth_sf, "sf", "a smiling face, any number of objects (2 million)",
       "Two arcs for eyes, one for the mouth, a Gaussian for the nose, with much noise.");
STREAM(synth_cc, "cc", "three concentric circles, any number of objects (5 million)",
       "Circles of three sizes about one centre, with noise.");
STREAM(synth_cg, "cg", "circles and Gaussians, any number of objects (10 million)",
       "Two circles, eight Gaussians between them and one in the middle, which touch each other.");
STREAM(synth_flower, "flower", "a flower of 13 parts, any number of objects (20 million)",
       "Six petals, six stems and a centre, which touch each other.");
