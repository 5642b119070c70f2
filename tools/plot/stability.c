/* cdf, stability: the tables of ce-stability. */
#include "io/data_table.h"
#include "io/input.h"
#include "plot.h"
#include "plot/stability_curves.h"

typedef int curves(const ce_data_table *, const ce_picture *, char **bytes, size_t *length,
                   ce_error *);

static int draw(const ce_cli *cli, curves *run, const ce_picture *picture, char **bytes,
                size_t *length, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    const char *path = ce_cli_operand(cli, 0);
    ce_data_table data = {0};
    ce_error inner = {0};
    int rc = ce_data_table_read(&data, path, &format, err);

    if (!rc && (rc = run(&data, picture, bytes, length, &inner)))
        ce_fail(err, rc, inner.status == CE_EINPUT ? "%s: %s" : "%.0s%s", ce_path_name(path),
                inner.text);
    ce_data_table_free(&data);
    return rc;
}

int plot_cdf(const ce_cli *cli, const plot_options *o, const ce_picture *picture,
             const ce_text_column *labels, char **bytes, size_t *length, ce_error *err)
{
    (void)o, (void)labels;
    return draw(cli, ce_cdf_curves, picture, bytes, length, err);
}

int plot_stability(const ce_cli *cli, const plot_options *o, const ce_picture *picture,
                   const ce_text_column *labels, char **bytes, size_t *length, ce_error *err)
{
    (void)o, (void)labels;
    return draw(cli, ce_stability_curves, picture, bytes, length, err);
}
