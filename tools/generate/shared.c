#include "generate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/distinct_rows.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/membership_table.h"

void generate_need_k(const ce_cli *cli)
{
    if (!cli->common->k.count)
        ce_cli_usage(cli, "how many clusters? -k is needed");
}

int generate_need_numbers(const ce_data_table *data, const char *path, ce_error *err)
{
    int rc;

    for (size_t s = 0; s < data->values.columns; s++)
        if (data->categories[s].count) {
            if ((rc = ce_data_table_explain_text(data, s, path, err)))
                return rc;
            return ce_data_table_fail_with_categories(
                data, s, path, ", ce-generate coolcat clusters categories", err);
        }
    return CE_OK;
}

int generate_note_equal(const ce_cli *cli, const generate_work *w, ce_error *err)
{
    const ce_int_list *k = &cli->common->k;
    const ce_matrix *x = &w->data.values;
    size_t distinct, parted;
    int most = 0, rc = ce_distinct_rows_parted(x, &w->out.labels, &distinct, &parted, err);

    if (rc)
        return rc;
    for (size_t c = 0; c < k->count; c++)
        most = k->value[c] > most ? k->value[c] : most;
    if (distinct == 1 && most > 1 && x->rows > 1)
        ce_cli_note(cli, "%s: all objects are equal: nothing tells the clusters apart",
                    ce_path_name(w->path));
    else if (parted)
        ce_cli_note(cli,
                    "%s: %zu distinct rows: equal rows are in several clusters in %zu of %zu "
                    "members",
                    ce_path_name(w->path), distinct, parted, w->out.labels.m);
    return CE_OK;
}

int generate_need_squares(const ce_data_table *data, const char *path, ce_error *err)
{
    int rc = generate_need_numbers(data, path, err);

    if (!rc)
        rc = ce_data_table_need_numeric(data, path, err);
    return rc ? rc : ce_data_table_need_squares(data, path, err);
}

int generate_check_k(const int *k, size_t count, size_t objects, size_t n, const char *path,
                     ce_error *err)
{
    for (size_t i = 0; i < count; i++)
        if ((size_t)k[i] > objects)
            return ce_fail(err, CE_EINPUT, "%s: %zu object%s%s, k = %d", ce_path_name(path),
                           objects, objects == 1 ? "" : "s", objects < n ? " in a subsample" : "",
                           k[i]);
    return CE_OK;
}

int generate_count(const char *option, const ce_share *share, size_t total, const char *path,
                   size_t *count, ce_error *err)
{
    *count = share->value > 0 ? ce_share_count(share, total) : 0;
    if (*count > total)
        return ce_fail(err, CE_EINPUT, "%s: %zu %s, --%s %zu", ce_path_name(path), total, option,
                       option, *count);
    return CE_OK;
}

int generate_read_start(const ce_cli *cli, const char *file, const generate_work *w,
                        ce_data_table *start, ce_error *err)
{
    ce_table_format format = ce_cli_whole_format(cli);
    int rc = ce_data_table_read(start, file, &format, err);

    if (!rc)
        rc = generate_need_squares(start, file, err);
    if (!rc)
        rc = ce_data_table_match(start, file, &w->data, w->path, err);
    return rc;
}

__attribute__((format(printf, 4, 0))) static int make_name(char **name, const char *prefix,
                                                           ce_error *err, const char *format,
                                                           va_list args)
{
    char text[64];
    size_t room = strlen(prefix ? prefix : "") + sizeof text;

    vsnprintf(text, sizeof text, format, args);
    *name = ce_alloc(room, 1, err);
    if (!*name)
        return CE_ENOMEM;
    snprintf(*name, room, "%s%s", prefix ? prefix : "", text);
    return CE_OK;
}

int generate_member_name(char **name, const char *prefix, ce_error *err, const char *format, ...)
{
    va_list args;
    int rc;

    va_start(args, format);
    rc = make_name(name, prefix, err, format, args);
    va_end(args);
    return rc;
}

int generate_name(generate_work *w, size_t q, ce_error *err, const char *format, ...)
{
    va_list args;
    int rc;

    if (!w->out.name)
        w->out.name = ce_calloc(w->out.labels.m, sizeof *w->out.name, err);
    if (!w->out.name)
        return CE_ENOMEM;
    va_start(args, format);
    rc = make_name(&w->out.name[q], w->prefix, err, format, args);
    va_end(args);
    return rc;
}

int generate_write(const ce_cli *cli, generate_work *w, ce_error *err)
{
    const ce_common *common = cli->common;
    ce_membership_table table;
    int rc = CE_OK;

    ce_text_column_move(&w->out.id, &w->data.id);
    if (!w->membership.values)
        return ce_cli_write_labels(cli, common->labels_format, &w->out, common->output, err);
    if (w->labels)
        rc = ce_cli_write_labels(cli, common->labels_format, &w->out, w->labels, err);
    if (rc)
        return rc;
    /* this table borrows the names and the ids of the label table */
    table =
        (ce_membership_table){.membership = w->membership, .name = w->out.name, .id = w->out.id};
    ce_cli_tell_text(cli, common->output, "the memberships are written");
    return ce_membership_table_write(&table, common->output, common->delimiter, err);
}
