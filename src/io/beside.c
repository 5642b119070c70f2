#include "io/beside.h"

#include <string.h>

#include "io/input.h"
#include "io/objects.h"

ce_table_format ce_format_beside(const ce_table_format *format, const ce_text_column *id,
                                 const char *path)
{
    ce_table_format beside = *format;

    beside.objects = id;
    beside.objects_path = path;
    beside.spare_id |= id->name && format->id_column && !strcmp(id->name, format->id_column);
    return beside;
}

ce_table_format ce_format_beside_labels(const ce_table_format *format, const ce_label_table *labels,
                                        const char *path)
{
    ce_table_format beside = ce_format_beside(format, &labels->id, path);

    beside.objects_labels = labels;
    return beside;
}

void ce_ids_tell_order(const ce_text_column *id, const char *path, const ce_text_column *other_id,
                       const char *other_path, const ce_listener *listener)
{
    int own = id->name != NULL;

    if (own != (other_id->name != NULL))
        ce_listener_tell(
            listener, CE_NOTE, "%s has ids and %s has none: rows are matched by their order",
            ce_path_name(own ? path : other_path), ce_path_name(own ? other_path : path));
}

/* The first id of the longer table that the other lacks. */
static const char *find_missing_id(const ce_text_column *own, const ce_text_column *other)
{
    const ce_text_column *longer = own->n > other->n ? own : other,
                         *shorter = own->n > other->n ? other : own;
    const char *text = NULL;

    for (size_t i = 0; i < longer->n; i++) {
        text = ce_text_column_get(longer, i);
        if (ce_categories_find(&shorter->categories, text, strlen(text)) < 0)
            break;
    }
    return text;
}

int ce_objects_check_count(size_t own_n, const ce_text_column *own_id, const char *path, size_t n,
                           const ce_text_column *id, const char *objects_path, const char *more,
                           ce_error *err)
{
    char hint[CE_ID_HINT];
    const char *missing;

    if (own_n == n)
        return CE_OK;
    if (!own_id->name || !id->name)
        return ce_fail(err, CE_EINPUT, "%s: %zu objects, %zu expected as in %s%s",
                       ce_path_name(path), own_n, n, ce_path_name(objects_path), more);
    missing = find_missing_id(own_id, id);
    return ce_fail(
        err, CE_EINPUT, "%s: %zu objects, %zu expected as in %s%s the id '%.40s' is missing%s",
        ce_path_name(path), own_n, n, ce_path_name(objects_path), own_n < n ? ":" : ", where",
        missing, ce_id_hint(hint, own_n < n ? own_id : id, missing));
}

int ce_ids_check(const ce_text_column *id, const char *path, const ce_text_column *other_id,
                 const char *other_path, size_t n, const ce_listener *listener, ce_error *err)
{
    ce_ids_tell_order(id, path, other_id, other_path, listener);
    for (size_t i = 0; i < n && id->name && other_id->name; i++) {
        const char *here = ce_text_column_get(id, i), *there = ce_text_column_get(other_id, i);
        char hint[CE_ID_HINT];
        if (strcmp(here, there))
            return ce_fail(err, CE_EINPUT,
                           "%s: object %zu is '%.40s', in %s it is '%.40s': the same order "
                           "expected%s",
                           ce_path_name(path), i + 1, here, ce_path_name(other_path), there,
                           ce_categories_find(&id->categories, there, strlen(there)) < 0
                               ? ce_id_hint(hint, id, there)
                               : "");
    }
    return CE_OK;
}

static int read_table(ce_label_table *table, const char *path, const ce_table_format *format,
                      const ce_text_column *other_id, const char *other_path, size_t n,
                      ce_error *err)
{
    ce_table_format beside = ce_format_beside(format, other_id, other_path);
    int rc = ce_label_table_read(table, path, &beside, err);

    if (!rc && table->labels.n != n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu rows, %zu expected as in %s", ce_path_name(path),
                     table->labels.n, n, ce_path_name(other_path));
    return rc ? rc
              : ce_ids_check(&table->id, path, other_id, other_path, n, &format->listener, err);
}

int ce_sizes_read(double **size, const char *path, const ce_table_format *format,
                  const ce_text_column *other_id, const char *other_path, size_t n, ce_error *err)
{
    ce_label_table micro = {0};
    int rc = read_table(&micro, path, format, other_id, other_path, n, err);

    if (!rc && !micro.size)
        rc = ce_fail(err, CE_EINPUT, "%s: no column size, a microcluster table expected",
                     ce_path_name(path));
    if (!rc) {
        *size = micro.size;
        micro.size = NULL;
    }
    ce_label_table_free(&micro);
    return rc;
}

/* Whether no label of the first clustering is missing. */
static int is_complete(const ce_labels *labels)
{
    for (size_t i = 0; i < labels->n; i++)
        if (labels->labels[i] < 0)
            return 0;
    return 1;
}

int ce_seeds_read(int32_t **label, size_t *k, const char *path, const ce_table_format *format,
                  const ce_text_column *other_id, const char *other_path, size_t n, ce_error *err)
{
    ce_label_table seeds = {0};
    int rc = read_table(&seeds, path, format, other_id, other_path, n, err);

    if (!rc && seeds.labels.m != 1)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu columns of labels, one of seeds expected",
                     ce_path_name(path), seeds.labels.m);
    else if (!rc && !seeds.labels.k[0])
        rc = ce_fail(err, CE_EINPUT, "%s: every label is missing, a seed for each cluster expected",
                     ce_path_name(path));
    if (!rc && is_complete(&seeds.labels))
        ce_listener_tell(&format->listener, CE_NOTE,
                         "%s: every object is a seed, so the seeds are the result (" CE_OPT(
                             "missing-words") " 0 if 0 is none)",
                         ce_path_name(path));
    if (!rc) {
        *k = (size_t)seeds.labels.k[0];
        *label = seeds.labels.labels;
        seeds.labels.labels = NULL;
    }
    ce_label_table_free(&seeds);
    return rc;
}
