/* The columns of the data that the clusterings of models see. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/assigner_internal.h"
#include "kmeans/kmeans.h"

#define NO_COLUMN ((size_t)-1)

typedef struct {
    ce_assigner *a;
    const ce_row_head *head;
    const char *path;
    ce_categories names; /* of the columns */
    size_t *column;      /* of each name, or NO_COLUMN where several have it */
    ce_error *err;
} binding;

/* Whether the features have no names but those that readers give: f1, f2, ... or c1, c3, ... */
static int are_numbered(char *const *name, size_t d)
{
    for (size_t s = 0; s < d; s++) {
        size_t digits = strspn(name[s] + 1, "0123456789");
        if ((*name[s] != 'f' && *name[s] != 'c') || *name[s] != *name[0] || !digits ||
            name[s][digits + 1])
            return 0;
    }
    return 1;
}

static int list_names(binding *b)
{
    b->column = ce_alloc(b->head->columns, sizeof *b->column, b->err);
    if (!b->column)
        return CE_ENOMEM;
    for (size_t c = 0; c < b->head->columns; c++) {
        const char *name = b->head->name[c];
        size_t before = b->names.count;
        int32_t number = ce_categories_number(&b->names, name, strlen(name), b->err);
        if (number < 0)
            return number;
        b->column[number] = b->names.count > before ? c : NO_COLUMN;
    }
    return CE_OK;
}

/* 1 where features of a model go by name: all of its names are names of the data, or both have
 * names of their own. */
static int by_name(const binding *b, const ce_prototype_model *model)
{
    size_t s = 0;

    if (!b->head->is_named)
        return 0;
    while (s < model->d &&
           ce_categories_find(&b->names, model->feature[s], strlen(model->feature[s])) >= 0)
        s++;
    return s == model->d || !are_numbered(model->feature, model->d);
}

static int find_column(const binding *b, const ce_assigner_file *file, size_t s, size_t *column)
{
    const char *name = file->prototypes.feature[s];
    int32_t number = ce_categories_find(&b->names, name, strlen(name));

    if (number < 0)
        return ce_fail(b->err, CE_EINPUT, "%s: no column '%.60s', a feature of %s", b->path, name,
                       file->path);
    *column = b->column[number];
    if (*column == NO_COLUMN)
        return ce_fail(b->err, CE_EINPUT, "%s: several columns are called '%.60s', a feature of %s",
                       b->path, name, file->path);
    return CE_OK;
}

/* The place of a column among those that are wanted; it is added where it is not there. */
static int want(binding *b, size_t column, const ce_categories *categories, size_t *place)
{
    ce_assigner *a = b->a;
    int rc;

    for (*place = 0; *place < a->wants; (*place)++)
        if (a->want[*place].column == column && a->want[*place].categories == categories)
            return CE_OK;
    rc = ce_grow(&a->want, &a->wants_capacity, a->wants + 1, sizeof *a->want, b->err);
    if (!rc)
        a->want[a->wants++] = (ce_row_want){column, categories};
    return rc;
}

/* Columns of the features of a prototype model, found once for all of its clusterings. */
static int find_columns(const binding *b, const ce_assigner_file *file, const unsigned char *used,
                        size_t *column)
{
    const ce_prototype_model *model = &file->prototypes;
    int named = by_name(b, model), rc = CE_OK;
    unsigned char *taken;

    if (!named && b->head->columns != model->d)
        return ce_fail(b->err, CE_EINPUT, "%s: %zu features, %zu expected as in %s", b->path,
                       b->head->columns, model->d, file->path);
    taken = ce_calloc(b->head->columns, 1, b->err);
    if (!taken)
        return CE_ENOMEM;
    for (size_t s = 0; s < model->d && !rc; s++) {
        column[s] = s;
        if (!named || !used[s])
            continue;
        rc = find_column(b, file, s, &column[s]);
        if (!rc && taken[column[s]]++)
            rc = ce_fail(b->err, CE_EINPUT, "%s: feature '%.60s' is there twice", file->path,
                         model->feature[s]);
    }
    free(taken);
    return rc;
}

static int bind_prototypes(binding *b, size_t f)
{
    ce_assigner *a = b->a;
    const ce_assigner_file *file = &a->file[f];
    size_t d = file->prototypes.d, *column = ce_alloc(d, sizeof *column, b->err);
    unsigned char *used = ce_calloc(d, 1, b->err);
    int rc = column && used ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < a->members && !rc; q++)
        for (size_t s = 0; a->member[q].file == f && !a->member[q].left_out &&
                           s < a->member[q].of->features;
             s++)
            used[a->member[q].of->feature[s]] = 1;
    if (!rc)
        rc = find_columns(b, file, used, column);
    for (size_t q = 0; q < a->members && !rc; q++) {
        ce_assigner_member *m = &a->member[q];
        if (m->file != f || m->left_out)
            continue;
        m->place = ce_alloc(m->of->features, sizeof *m->place, b->err);
        rc = m->place ? CE_OK : CE_ENOMEM;
        for (size_t s = 0; s < m->of->features && !rc; s++) {
            size_t feature = m->of->feature[s];
            rc = want(b, column[feature],
                      m->of->is_mode ? &file->prototypes.category[feature] : NULL, &m->place[s]);
        }
        if (!rc && !m->of->is_mode && !m->of->weight)
            rc = ce_fixed_centres_alloc(&m->fixed, m->of->value, m->of->count, m->of->features,
                                        b->err);
    }
    free(column);
    free(used);
    return rc;
}

/* The features of a model of U-SPEC become places among the columns that are wanted. */
static int bind_uspec(binding *b, const ce_assigner_file *file, ce_uspec_model *model)
{
    size_t place;
    int rc = CE_OK;

    for (size_t s = 0; s < model->feature.rows && !rc; s++) {
        size_t feature = (size_t)model->feature.values[s];
        if (feature > b->head->columns)
            return ce_fail(b->err, CE_EINPUT, "%s: %zu features, and %s sees feature %zu", b->path,
                           b->head->columns, file->path, feature);
        rc = want(b, feature - 1, NULL, &place);
        model->feature.values[s] = (double)place + 1;
    }
    return rc;
}

/* What squares can be taken of. */
static int check_values(const binding *b, const ce_assigner_member *m)
{
    for (size_t i = 0; m->of && !m->of->is_mode && i < m->of->count * m->of->features; i++)
        if (!(m->of->value[i] <= CE_LARGEST && m->of->value[i] >= -CE_LARGEST))
            return ce_fail(b->err, CE_EINPUT, "%s: %g in %.60s, at most %g expected",
                           b->a->file[m->file].path, m->of->value[i], m->of->name,
                           CE_LARGEST);
    return CE_OK;
}

int ce_assigner_bind(ce_assigner *assigner, const ce_row_head *head, const char *path,
                     const ce_row_want **want_list, size_t *wants, ce_error *err)
{
    binding b = {.a = assigner, .head = head, .path = path, .err = err};
    int rc = list_names(&b);

    for (size_t q = 0; q < assigner->members && !rc; q++)
        rc = check_values(&b, &assigner->member[q]);
    for (size_t f = 0; f < assigner->files && !rc; f++)
        if (!assigner->file[f].uspec)
            rc = bind_prototypes(&b, f);
    for (size_t q = 0; q < assigner->members && !rc; q++) {
        ce_assigner_member *m = &assigner->member[q];
        if (m->uspec && !m->left_out)
            rc = bind_uspec(&b, &assigner->file[m->file], m->uspec);
    }
    for (size_t q = 0; q < assigner->members && !rc; q++) {
        ce_assigner_member *m = &assigner->member[q];
        if (m->uspec && !m->left_out)
            rc = ce_uspec_labeller_alloc(&m->labeller, m->uspec, assigner->wants, err);
    }
    ce_categories_free(&b.names);
    free(b.column);
    *want_list = assigner->want;
    *wants = assigner->wants;
    return rc;
}
