/* Reads the base clusterings of all FILEs, side by side, and groups them by k. */
#include "stability.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/membership_table.h"
#include "io/sums_table.h"
#include "score/k_groups.h"

/* What one FILE has. */
typedef struct {
    ce_label_table table;
    int k; /* with GROUP_FILE */
} part;

/* ---- reading ---- */

/* The FILEs that are read side by side. */
typedef struct {
    int from; /* the operand that is the first of them */
    size_t count;
} file_range;

static int read_first(const ce_cli *cli, ce_input *input, const file_range *files, part *first,
                      ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    ce_membership_table soft = {0};
    const char *path = ce_cli_operand(cli, files->from);
    int rc = ce_ensemble_table_read_input(&first->table, &soft, input, path, &format, err);

    if (!rc && files->count > 1 && (soft.membership.n || first->table.size))
        rc = ce_fail(err, CE_EINPUT,
                     "%s: a %s table, label tables expected where there are several files",
                     ce_path_name(path), soft.membership.n ? "membership" : "microcluster");
    ce_membership_table_free(&soft); /* the most likely clusters are taken */
    return rc;
}

static int read_other(const ce_cli *cli, part *other, int f, const part *first, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    const char *path = ce_cli_operand(cli, f);
    int rc = ce_label_table_read_for(&other->table, path, &format, &first->table,
                                     ce_cli_operand(cli, 0), err);

    if (!rc && other->table.size)
        rc =
            ce_fail(err, CE_EINPUT,
                    "%s: a microcluster table, label tables expected where there are several files",
                    ce_path_name(path));
    return rc;
}

/* The k of a whole FILE. It is that of the names where they agree, else the largest number of
 * clusters. */
static int k_of_file(const ce_label_table *table)
{
    int k = ce_k_of_name(table->name[0], NULL);

    for (size_t q = 0; q < table->labels.m; q++)
        if (ce_k_of_name(table->name[q], NULL) != k)
            k = 0;
    return k ? k : (int)ce_labels_most(&table->labels);
}

/* How to group. auto is by name where all names have a k, else by FILE where there are several
 * FILEs, else by the number of clusters. */
static stability_grouping choose_grouping(const stability_options *o, const part *parts,
                                          size_t files)
{
    if (o->group != GROUP_AUTO)
        return (stability_grouping)o->group;
    for (size_t f = 0; f < files; f++)
        for (size_t q = 0; q < parts[f].table.labels.m; q++)
            if (!ce_k_of_name(parts[f].table.name[q], NULL))
                return files > 1 ? GROUP_FILE : GROUP_CLUSTERS;
    return GROUP_NAME;
}

static int k_of(const part *p, size_t q, stability_grouping grouping)
{
    switch (grouping) {
    case GROUP_NAME: return ce_k_of_name(p->table.name[q], NULL);
    case GROUP_CLUSTERS: return p->table.labels.k[q];
    case GROUP_FILE: return p->k;
    default: return 0;
    }
}

/* ---- choosing ---- */

static int is_wanted(const stability_options *o, int k)
{
    for (size_t i = 0; i < o->common.k.count; i++)
        if (o->common.k.value[i] == k)
            return 1;
    return !o->common.k.count;
}

/* The k of the group of a clustering, 0 with --group none. -1 where it is left out, since it has no
 * label or its k is none of -k. by: the grouping whose k is compared with -k; with --group none it
 * is that of auto. */
static int place(const stability_options *o, const part *p, size_t q, stability_grouping grouping,
                 stability_grouping by)
{
    int k = k_of(p, q, by);

    if (!is_wanted(o, k) || !p->table.labels.k[q])
        return -1;
    return grouping == GROUP_NONE ? 0 : k;
}

/* A note that names the k of -k without any base clustering. by: as above. 0 or CE_ENOMEM. */
static int tell_absent(const ce_cli *cli, const stability_options *o, const stability_work *w,
                       const part *parts, size_t files, stability_grouping by, ce_error *err)
{
    const ce_int_list *k = &o->common.k;
    stability_k_list list;

    if (!k->count)
        return CE_OK;
    if (stability_k_alloc(&list, k->count, err))
        return CE_ENOMEM;
    for (size_t i = 0; i < k->count; i++) {
        int found = 0;
        for (size_t f = 0; f < files; f++)
            for (size_t q = 0; q < parts[f].table.labels.m && !found; q++)
                found = parts[f].table.labels.k[q] && k_of(&parts[f], q, by) == k->value[i];
        if (!found)
            list.k[list.count++] = k->value[i];
    }
    if (list.count)
        ce_cli_note(cli, "%s: no base clustering of k = %s, which -k asks for",
                    ce_path_name(w->path), stability_k_text(&list));
    free(list.k);
    return CE_OK;
}

/* Some clusterings may have lost a cluster. */
enum { ENOUGH_NAMES = 5 };

/* Tells of names whose k is another number than that of the clusters of all base clusterings, such
 * as the neighbours of a graph; and of files that are one group, since they have one k. */
static void tell_doubt(const ce_cli *cli, const stability_work *w, const part *parts,
                       const file_range *range, stability_grouping grouping)
{
    size_t m = w->table.labels.m, q = 0;

    while (grouping == GROUP_NAME && q < m && abs(w->table.labels.k[q] - w->k[q]) > 1)
        q++;
    if (grouping == GROUP_NAME && q == m && m >= ENOUGH_NAMES)
        ce_cli_note(cli,
                    "%s: k is %d by the name %.60s, which has %d clusters, and no base clustering "
                    "has the k of its name: --group clusters goes by their number",
                    ce_path_name(w->path), w->k[0], w->table.name[0], (int)w->table.labels.k[0]);
    for (size_t f = 1; grouping == GROUP_FILE && f < range->count; f++)
        for (size_t e = 0; e < f; e++)
            if (parts[e].k == parts[f].k) {
                ce_cli_note(cli, "%s and %s have k = %d, and count as one group",
                            ce_path_name(ce_cli_operand(cli, range->from + (int)e)),
                            ce_path_name(ce_cli_operand(cli, range->from + (int)f)), parts[f].k);
                return;
            }
}

/* Moves the wanted columns of all parts into the work's table. */
static int join(const ce_cli *cli, const stability_options *o, stability_work *w, part *parts,
                const file_range *range, ce_error *err)
{
    stability_options as_auto = *o;
    size_t files = range->count;
    stability_grouping grouping = choose_grouping(o, parts, files), by;
    size_t n = parts[0].table.labels.n, m = 0, all = 0, at = 0;
    int rc;

    as_auto.group = o->group == GROUP_NONE ? GROUP_AUTO : o->group;
    by = choose_grouping(&as_auto, parts, files);
    for (size_t f = 0; f < files; f++)
        for (size_t q = 0; q < parts[f].table.labels.m; q++, all++) {
            if (grouping == GROUP_NAME && !ce_k_of_name(parts[f].table.name[q], NULL))
                return ce_fail(
                    err, CE_EINPUT,
                    "%s: no k in the name '%.100s', as in kmeans.k7.r3 (or --group clusters)",
                    ce_path_name(ce_cli_operand(cli, range->from + (int)f)),
                    parts[f].table.name[q]);
            m += place(o, &parts[f], q, grouping, by) >= 0;
        }
    if (!m)
        return ce_fail(err, CE_EINPUT,
                       o->common.k.count
                           ? "%s: none of %zu base clusterings has labels and a k of -k"
                           : "%s: all labels of %zu base clusterings are missing",
                       ce_path_name(w->path), all);
    rc = range->from ? CE_OK : tell_absent(cli, o, w, parts, files, by, err);
    if (!rc)
        rc = ce_label_table_alloc(&w->table, n, m, err);
    if (rc)
        return rc;
    w->k = ce_alloc(m, sizeof *w->k, err);
    w->table.categories = ce_calloc(m, sizeof *w->table.categories, err);
    if (!w->k || !w->table.categories)
        return CE_ENOMEM;
    for (size_t f = 0; f < files; f++)
        for (size_t q = 0; q < parts[f].table.labels.m; q++) {
            int k = place(o, &parts[f], q, grouping, by);
            if (k < 0)
                continue;
            memcpy(ce_labels_column(&w->table.labels, at),
                   ce_labels_column(&parts[f].table.labels, q), n * sizeof(int32_t));
            w->table.labels.k[at] = parts[f].table.labels.k[q];
            w->table.name[at] = parts[f].table.name[q];
            parts[f].table.name[q] = NULL;
            if (parts[f].table.categories) {
                w->table.categories[at] = parts[f].table.categories[q];
                parts[f].table.categories[q] = (ce_categories){0};
            }
            w->k[at++] = k;
        }
    ce_text_column_move(&w->table.id, &parts[0].table.id);
    w->table.size = parts[0].table.size;
    parts[0].table.size = NULL;
    tell_doubt(cli, w, parts, range, grouping);
    return CE_OK;
}

/* ---- grouping ---- */

static int make_groups(stability_work *w, ce_error *err)
{
    size_t m = w->table.labels.m;
    int *sorted = ce_alloc(m, sizeof *sorted, err), rc = sorted ? CE_OK : CE_ENOMEM;

    if (rc)
        return rc;
    memcpy(sorted, w->k, m * sizeof *sorted);
    stability_sort_k(sorted, m);
    w->group = ce_calloc(m, sizeof *w->group, err);
    rc = w->group ? CE_OK : CE_ENOMEM;
    for (size_t q = 0; q < m && !rc; q++)
        if (!q || sorted[q] != sorted[q - 1]) {
            stability_group *group = &w->group[w->groups++];
            group->k = sorted[q];
            rc = ce_labels_of_k(&w->table.labels, w->k, group->k, &group->labels, err);
        }
    free(sorted);
    return rc;
}

static int read_range(const ce_cli *cli, const stability_options *o, ce_input *first,
                      const file_range *files, stability_work *w, ce_error *err)
{
    part *parts = ce_calloc(files->count, sizeof *parts, err);
    int rc = parts ? CE_OK : CE_ENOMEM;

    w->path = ce_cli_operand(cli, files->from);
    for (size_t f = 0; f < files->count && !rc; f++) {
        rc = f ? read_other(cli, &parts[f], files->from + (int)f, &parts[0], err)
               : read_first(cli, first, files, &parts[0], err);
        if (!rc)
            parts[f].k = k_of_file(&parts[f].table);
    }
    if (!rc)
        rc = join(cli, o, w, parts, files, err);
    if (!rc)
        rc = make_groups(w, err);
    for (size_t f = 0; parts && f < files->count; f++)
        ce_label_table_free(&parts[f].table);
    free(parts);
    if (!rc)
        ce_cli_detail(cli, "%zu objects, %zu base clusterings, %zu values of k", w->table.labels.n,
                      w->table.labels.m, w->group[0].k ? w->groups : 0);
    return rc;
}

int stability_read(const ce_cli *cli, const stability_options *o, ce_input *first,
                   stability_work *w, ce_error *err)
{
    const file_range all = {0, cli->operands ? (size_t)cli->operands : 1};

    return read_range(cli, o, first, &all, w, err);
}

int stability_read_one(const ce_cli *cli, const stability_options *o, int f, stability_work *w,
                       ce_error *err)
{
    const file_range one = {f, 1};
    ce_input *input = NULL;
    int is_sums = 0, rc = ce_input_open(&input, ce_cli_operand(cli, f), err);

    if (!rc)
        rc = ce_input_is_sums(input, &is_sums, err);
    if (!rc && is_sums)
        rc = ce_fail(err, CE_EINPUT, "%s: a table of sums, labels expected", ce_input_name(input));
    if (!rc)
        rc = read_range(cli, o, input, &one, w, err);
    ce_input_close(input, err);
    return rc;
}

void stability_free(stability_work *w)
{
    for (size_t g = 0; g < w->groups; g++) {
        ce_labels_free(&w->group[g].labels);
        ce_consensus_distribution_free(&w->group[g].distribution);
    }
    free(w->group);
    free(w->lifetime);
    free(w->inconsistency);
    free(w->k);
    ce_label_table_free(&w->table);
    *w = (stability_work){0};
}
