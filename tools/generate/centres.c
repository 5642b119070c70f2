#include "centres.h"

#include "io/input.h"

static void note_fewer(const ce_cli *cli, const generate_work *w, const ce_centre_member *member)
{
    size_t m = w->out.labels.m, fewer = 0, distinct = SIZE_MAX;

    for (size_t q = 0; q < m; q++)
        if (member[q].distinct < member[q].asked && member[q].k < member[q].asked) {
            fewer++;
            distinct = member[q].distinct < distinct ? member[q].distinct : distinct;
        }
    if (fewer)
        ce_cli_note(cli,
                    "%s: %zu distinct rows: fewer clusters than asked for in %zu of %zu members",
                    ce_path_name(w->path), distinct, fewer, m);
}

int generate_tell_centres(const ce_cli *cli, generate_work *w, const ce_centre_member *member,
                          const char *method, const char *steps, const char *unfinished,
                          ce_error *err)
{
    size_t m = w->out.labels.m;
    int rc = CE_OK;

    for (size_t q = 0; q < m && !rc; q++)
        rc = generate_name(w, q, err, "%s.k%zu.r%zu", method, member[q].asked, q + 1);
    if (rc)
        return rc;
    for (size_t q = 0; q < m; q++)
        ce_cli_detail(cli, "%s: %zu clusters, %zu %s%s, inertia %.10g", w->out.name[q], member[q].k,
                      member[q].iterations, steps, member[q].converged ? "" : unfinished,
                      member[q].inertia);
    note_fewer(cli, w, member);
    return CE_OK;
}

int generate_write_centres(const ce_cli *cli, const generate_work *w,
                           const ce_centre_member *member, const size_t *violated,
                           const char *model, const char *trace, ce_error *err)
{
    size_t m = w->out.labels.m;
    char delimiter = cli->common->delimiter;
    int rc = CE_OK;

    if (model)
        rc = ce_centre_write_model(member, w->out.name, m, w->data.name, w->data.values.columns,
                                   model, delimiter, err);
    if (!rc && trace)
        rc = ce_centre_write_trace(member, violated, w->out.name, m, trace, delimiter, err);
    return rc;
}
