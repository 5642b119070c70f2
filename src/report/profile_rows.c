#include "report/profile_rows.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"

enum { CLUSTERING, OBJECT, CLUSTER, VALUE, WITH, COLUMNS };

void ce_page_profile_free(ce_page_profile *p)
{
    ce_profile_free(&p->profile);
    ce_data_table_free(&p->table);
    free(p->colour);
    *p = (ce_page_profile){0};
}

static size_t row_of(const size_t *object, size_t t)
{
    return object ? object[t] : t;
}

/* Row `at` of the table: object i, and with a cluster `with` (-1: none). */
static int set_row(ce_page_profile *p, const ce_page *report, size_t at, size_t i, int32_t with,
                   double value, ce_error *err)
{
    const char *result = report->input->results->name[report->evidence->chosen];
    const char *text[COLUMNS] = {[CLUSTERING] = result};
    char room[32];
    int rc = CE_OK;

    text[OBJECT] = ce_page_id(report, i, room);
    text[CLUSTER] = ce_page_cluster(report, ce_page_chosen(report).labels[i]);
    text[WITH] = ce_page_cluster(report, with);
    p->table.values.values[at * p->table.values.columns + VALUE] = value;
    for (size_t s = 0; s < p->table.values.columns && !rc; s++)
        if (s != VALUE)
            rc = ce_page_set_text(&p->table, at, s, text[s], err);
    return rc;
}

/* Whether object i has a row for cluster c. noise: its number. */
static int has_row(const ce_page *report, size_t i, int32_t c, int32_t noise)
{
    const ce_evidence *e = report->evidence;

    if (e->size[c] <= 0)
        return 0;
    return e->rank[c] != noise || e->number[i] == noise;
}

/* Fills in the rows of all objects, *rows of them; p NULL: only counts them. */
static int add_rows(ce_page_profile *p, const ce_page *report, const ce_profile_kind *kind,
                    const size_t *object, size_t count, const double *value, size_t *rows,
                    ce_error *err)
{
    int32_t k = kind->with ? ce_page_chosen(report).k : 1, noise = ce_page_noise(report);
    int rc = CE_OK;

    *rows = 0;
    for (size_t t = 0; t < count && !rc; t++)
        for (int32_t c = 0; c < k && !rc; c++) {
            if (kind->with && !has_row(report, row_of(object, t), c, noise))
                continue;
            if (p)
                rc = set_row(p, report, *rows, row_of(object, t), kind->with ? c : -1,
                             value[t * (size_t)k + (size_t)c], err);
            ++*rows;
        }
    return rc;
}

static int find_table(ce_page_profile *p, const ce_page *report, const ce_profile_kind *kind,
                      const size_t *object, size_t count, const double *value, ce_error *err)
{
    const char *name[COLUMNS] = {"clustering", "object", "cluster", kind->column, kind->with};
    size_t rows;
    int rc = add_rows(NULL, report, kind, object, count, value, &rows, err);

    if (!rc)
        rc = ce_page_rows_alloc(&p->table, rows, name, kind->with ? COLUMNS : WITH, err);
    return rc ? rc : add_rows(p, report, kind, object, count, value, &rows, err);
}

/* A part of the objects may lack a cluster, and those after it keep their colours. */
static int find_colours(ce_page_profile *p, const ce_page *report, const size_t *object,
                        ce_error *err)
{
    const ce_groups *groups = &p->profile.groups;

    p->colour = ce_alloc(groups->count, sizeof *p->colour, err);
    if (!p->colour)
        return CE_ENOMEM;
    for (size_t g = 0; g < groups->count; g++) {
        size_t t = groups->order[groups->group[g].first];
        p->colour[g] = report->evidence->number[row_of(object, t)];
    }
    p->profile.color = p->colour;
    return CE_OK;
}

int ce_page_profile_draw(const ce_page_profile *p, char **bytes, size_t *length,
                         char left[CE_PAGE_LEFT], ce_error *err)
{
    ce_picture picture = ce_page_picture(560);
    size_t out = 0;
    int rc = ce_profile_draw(&p->profile, &picture, bytes, length, &out, err);

    left[0] = '\0';
    if (out)
        snprintf(left, CE_PAGE_LEFT, " Only the %zu largest clusters are drawn.",
                 p->profile.groups.count - out);
    return rc;
}

int ce_page_profile_find(ce_page_profile *p, const ce_page *report, const ce_profile_kind *kind,
                         const size_t *object, size_t count, const double *value, ce_error *err)
{
    int rc = find_table(p, report, kind, object, count, value, err);

    if (!rc)
        rc = ce_profile_find(&p->profile, &p->table, kind, NULL, err);
    if (!rc)
        rc = find_colours(p, report, object, err);
    if (rc)
        ce_page_profile_free(p);
    return rc;
}
