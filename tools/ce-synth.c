/* ce-synth: data sets drawn at random. The nouns are in the folder synth/. */
#include "cli/part.h"
#include "io/data_table.h"
#include "synth/synth.h"

static const ce_descriptor *const nouns[] = {&synth_two_gaussian.about, &synth_three_gaussian.about,
                                             &synth_two_spirals.about,  &synth_half_rings.about,
                                             &synth_three_paths.about,  &synth_complex_image.about,
                                             &synth_rings.about,        &synth_engytime.about,
                                             &synth_blobs.about,        &synth_tb.about,
                                             &synth_sf.about,           &synth_cc.about,
                                             &synth_cg.about,           &synth_flower.about,
                                             NULL};

static const ce_option rows[] = {
    {0, "part", CE_TEXT, "I/N", 0, 0, NULL, NULL, offsetof(synth_options, part), NULL,
     "draw part I of N of the objects, with a header line of its own"},
};

static const ce_tool tool = {
    .name = "ce-synth",
    .summary = "Draw an artificial data set with its classes.",
    .operands = "",
    .max_operands = 0,
    .nouns = nouns,
    .options = CE_OPTIONS(rows, synth_options),
    .shared = CE_WITH_SEED,
};

int main(int argc, char **argv)
{
    synth_options options = {0};
    const synth_noun *noun;
    const synth_size *size;
    ce_synth_options how;
    ce_object_part part;
    ce_cli cli;
    ce_error err = {0};
    ce_data_table data = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    noun = (const synth_noun *)cli.descriptor[0];
    part = ce_cli_part_parse(&cli, "part", options.part);
    if (noun->run)
        return ce_cli_end(&cli, noun->run(&cli, cli.settings[0].values, &part, &err), &err);
    size = cli.settings[0].values;
    if (size->sizes.is_range)
        ce_cli_usage(&cli, "--sizes takes a size for each class, not a range");
    how = (ce_synth_options){
        .objects = size->objects ? size->objects : -1,
        .sizes = size->sizes.value,
        .size_count = size->sizes.count,
        .noise = size->noise,
        .jitter = -1,
        .seed = options.common.seed,
        .part = part,
    };
    if (noun->fill)
        noun->fill(size, &how);
    rc = ce_synth(&data, ce_synth_find(noun->about.name), &how, &err);
    if (!rc) {
        ce_cli_detail(&cli, "%s: %zu objects, %zu features", noun->about.name, data.values.rows,
                      data.values.columns);
        rc = ce_data_table_write(&data, options.common.output, ',', &err);
    }
    ce_data_table_free(&data);
    return ce_cli_end(&cli, rc, &err);
}
