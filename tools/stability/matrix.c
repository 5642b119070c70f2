/* matrix: how clear a consensus matrix is that is there already. */
#include <math.h>

#include "io/input.h"
#include "io/matrix_file.h"
#include "score/consensus_matrix.h"
#include "which_k.h"

typedef struct {
    double low, high;
    int bounds;
} matrix_options;

static const ce_option rows[] = {
    {0, "low", CE_REAL, "U", 0, 1, NULL, "0.1", offsetof(matrix_options, low), NULL,
     "a pair is ambiguous above this consensus"},
    {0, "high", CE_REAL, "U", 0, 1, NULL, "0.9", offsetof(matrix_options, high), NULL,
     "a pair is ambiguous below this consensus"},
    STABILITY_ROW_BOUNDS(matrix_options),
};

static void check(const stability_call *call)
{
    const matrix_options *o = call->options;

    if (o->low >= o->high)
        ce_cli_usage(call->cli, "--low %g --high %g: nothing between them", o->low, o->high);
    if (call->cli->operands > 1)
        ce_cli_usage(call->cli, "matrix reads one FILE, %d found", call->cli->operands);
    if (call->tool->common.k.count || ce_cli_given(call->cli, "group"))
        ce_cli_usage(call->cli, "matrix reads no base clusterings: no -k, no --group");
    if (ce_cli_given(call->cli, "seed"))
        ce_cli_usage(call->cli, "--seed does not go with matrix: nothing is drawn");
    ce_cli_refuse_cut(call->cli, "matrix");
}

/* An object is always together with itself. */
static void tell_diagonal(const ce_cli *cli, const ce_similarity *matrix,
                          const ce_consensus_clarity *clarity)
{
    int one = clarity->uneven == 1;

    ce_cli_note(cli, "%zu %s of the diagonal %s not 1: (%zu, %zu) is %.6g; %s in dispersion",
                clarity->uneven, one ? "entry" : "entries", one ? "is" : "are", clarity->first + 1,
                clarity->first + 1, ce_similarity_get(matrix, clarity->first, clarity->first),
                one ? "it counts" : "they count");
}

static int run(const stability_call *call, stability_work *w, ce_error *err)
{
    static const char *const column[] = {"objects", "pairs", "pac", "cophenetic", "dispersion"};
    const matrix_options *o = call->options;
    const char *path = ce_cli_operand(call->cli, 0);
    ce_table_format format = ce_cli_whole_format(call->cli);
    ce_consensus_clarity clarity = {0};
    ce_similarity matrix = {0};
    stability_rows out;
    ce_error inner = {0};
    int rc = ce_similarity_read(&matrix, path, &format, err);

    (void)w;
    if (!rc)
        ce_cli_detail(call->cli, "a %s matrix of %zu objects",
                      matrix.row_start ? "sparse" : "dense", matrix.n);
    if (!rc && ce_consensus_clarity_find(&matrix, o->low, o->high, o->bounds == BOUNDS_HALF_OPEN,
                                         ce_cli_step(call->cli), &clarity, &inner))
        rc = ce_fail(err, inner.status, "%s: %.900s", ce_path_name(path), inner.text);
    if (!rc)
        rc = stability_begin(call->tool, &out, column, sizeof column / sizeof *column, err);
    if (!rc) {
        ce_records_integer(&out.records, (int64_t)matrix.n);
        ce_records_real(&out.records, clarity.pairs);
        ce_records_real(&out.records, clarity.pac);
        ce_records_real(&out.records, clarity.cophenetic);
        ce_records_real(&out.records, clarity.dispersion);
        rc = stability_end(&out, err);
    }
    if (!rc && clarity.uneven)
        tell_diagonal(call->cli, &matrix, &clarity);
    if (!rc && isnan(clarity.cophenetic))
        ce_cli_note(call->cli, "no cophenetic correlation: %s",
                    clarity.pairs > 0 ? "all pairs have the same consensus" : "one object");
    ce_similarity_free(&matrix);
    return rc;
}

const stability_noun stability_matrix = {
    .about = {.name = "matrix",
              .summary = "how clear a consensus matrix is: PAC, cophenetic correlation, dispersion",
              .about = "The matrix is there already, as ce-similarity ca writes it. One row: near "
                       "1 the cophenetic correlation and the dispersion, and near 0 the proportion "
                       "of ambiguous pairs, mean that the base clusterings agree.",
              .reference = "brunet2004",
              .reads = CE_READS_MATRIX,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, matrix_options)},
    .check = check,
    .run = run,
    .reads_itself = 1,
};
