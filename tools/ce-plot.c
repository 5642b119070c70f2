/* ce-plot: pictures of matrices, data and models, drawn by gnuplot. They are in the folder plot/.
 */
#include <stdlib.h>
#include <string.h>

#include "io/output.h"
#include "plot/plot.h"
#include "plot/svg.h"
#include "report/html.h"

static const ce_descriptor *const pictures[] = {&plot_matrix.about,
                                                &plot_tree.about,
                                                &plot_scatter.about,
                                                &plot_curve.about,
                                                &plot_cdf.about,
                                                &plot_stability.about,
                                                &plot_null.about,
                                                &plot_silhouette.about,
                                                &plot_item_consensus.about,
                                                &plot_cluster_consensus.about,
                                                &plot_weights.about,
                                                &plot_tracking.about,
                                                &plot_members.about,
                                                &plot_flow.about,
                                                &plot_clustree.about,
                                                &plot_ranks.about,
                                                NULL};

static const ce_tool tool = {
    .name = "ce-plot",
    .summary = "Draw a matrix, data, labels or a model as SVG, PNG or PDF (needs gnuplot).",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = pictures,
    .options = {NULL, 0, sizeof(plot_options)},
    .shared = CE_WITH_TABLE | CE_WITH_COLUMNS,
    .minds_name = 1,
};

static int ends_in(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);

    return length >= size && !memcmp(text + length - size, end, size);
}

/* PLOT_SVG, PLOT_PNG, PLOT_PDF or PLOT_CSV. */
static int choose_format(const ce_cli *cli, int format)
{
    const char *name = cli->common->output;
    size_t length = name ? strlen(name) : 0;

    if (format != PLOT_AUTO)
        return format;
    if (!name || !strcmp(name, "-"))
        return PLOT_SVG;
    if (ends_in(name, length, ".gz"))
        length -= 3;
    if (ends_in(name, length, ".png"))
        return PLOT_PNG;
    if (ends_in(name, length, ".pdf"))
        return PLOT_PDF;
    if (ends_in(name, length, ".csv"))
        return PLOT_CSV;
    if (!ends_in(name, length, ".svg"))
        ce_cli_usage(
            cli, "'%s' ends in neither .svg, .png, .pdf nor .csv: --format says which it shall be",
            name);
    return PLOT_SVG;
}

static ce_picture_format picture_format(int format)
{
    if (format == PLOT_PDF)
        return CE_PICTURE_PDF;
    return format == PLOT_PNG ? CE_PICTURE_PNG : CE_PICTURE_SVG;
}

/* What an SVG says of itself, also to those who cannot see it. */
static void write_title(ce_output *output, const plot_noun *noun, const char *title)
{
    ce_output_text(output, "\n<title>");
    if (!title)
        ce_output_printf(output, "ce-plot %s: ", noun->about.name);
    ce_html_text(output, title ? title : noun->about.summary);
    ce_output_text(output, "</title>");
}

static int write_picture(const plot_call *call, const plot_noun *noun, const char *bytes,
                         size_t length, ce_error *err)
{
    ce_output *output = NULL;
    int rc = ce_output_open(&output, call->common->output, err);
    size_t inside = 0;

    if (rc)
        return rc;
    if (call->picture.format == CE_PICTURE_SVG && (inside = ce_svg_inside(bytes, length))) {
        ce_output_write(output, bytes, inside);
        write_title(output, noun, call->picture.title);
    }
    ce_output_write(output, bytes + inside, length - inside);
    return ce_output_close(output, err);
}

int main(int argc, char **argv)
{
    plot_options options = {0};
    const plot_noun *noun;
    const plot_picture *picture;
    plot_call call;
    ce_cli cli;
    ce_error err = {0};
    char *bytes = NULL;
    size_t length = 0;
    int rc, format;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    noun = (const plot_noun *)cli.descriptor[0];
    picture = cli.settings[0].values;
    format = choose_format(&cli, picture->format);
    call = (plot_call){&cli,
                       &options.common,
                       picture,
                       {picture_format(format), picture->width, picture->height, picture->title}};
    if (noun->check)
        noun->check(&call, format);
    if (format == PLOT_CSV)
        rc = noun->write(&call, &err);
    else
        rc = noun->draw(&call, &bytes, &length, &err);
    if (!rc)
        ce_cli_detail(&cli, "%s: %zu bytes of picture", noun->about.name, length);
    if (!rc && bytes)
        rc = write_picture(&call, noun, bytes, length, &err);
    free(bytes);
    return ce_cli_end(&cli, rc, &err);
}
