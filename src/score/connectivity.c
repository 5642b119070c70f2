#include "score/connectivity.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "score/distance_tiles.h"
#include "similarity/neighbour_search.h"

/* The nearest others of some rows, the nearest first. */
typedef struct {
    size_t most;   /* of a row */
    size_t *count; /* owned; rows */
    int32_t *who;  /* owned; rows x most */
} neighbours;

static void neighbours_free(neighbours *near)
{
    free(near->count);
    free(near->who);
    *near = (neighbours){0};
}

/* Of equal squares the first object. */
static int by_distance(const void *a, const void *b)
{
    const ce_neighbour *x = a, *y = b;

    if (x->squared != y->squared)
        return x->squared < y->squared ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

static int find_neighbours(const ce_matrix *rows, size_t most, neighbours *near, ce_error *err)
{
    size_t n = rows->rows, t = most < n - 1 ? most : n - 1;
    ce_neighbour *nearest = NULL;
    int rc = ce_memory_check(n, t, sizeof *nearest + sizeof *near->who,
                             "the nearest objects of all", "fewer " CE_OPT("neighbours"), err);

    if (rc)
        return rc;
    near->most = t;
    near->count = ce_alloc(n, sizeof *near->count, err);
    near->who = ce_alloc(n, t * sizeof *near->who, err);
    nearest = ce_alloc(n, t * sizeof *nearest, err);
    rc = near->count && near->who && nearest
             ? ce_neighbour_search(rows, t, nearest, near->count, err)
             : CE_ENOMEM;
    for (size_t i = 0; i < n && !rc; i++) {
        qsort(nearest + i * t, near->count[i], sizeof *nearest, by_distance);
        for (size_t r = 0; r < near->count[i]; r++)
            near->who[i * t + r] = nearest[i * t + r].object;
    }
    free(nearest);
    return rc;
}

/* label: of the rows, which all have one. */
static double add_up(const neighbours *near, const int32_t *label, size_t n)
{
    double all = 0;

    for (size_t first = 0; first < n; first += CE_DISTANCE_LANES) {
        double block = 0;
        for (size_t i = first; i < n && i < first + CE_DISTANCE_LANES; i++) {
            const int32_t *who = near->who + i * near->most;
            double own = 0;
            for (size_t r = 0; r < near->count[i]; r++)
                own += label[who[r]] == label[i] ? 0 : 1 / (double)(r + 1);
            block += own;
        }
        all += block;
    }
    return all;
}

/* A column that leaves objects out: among those that it labels. */
static int find_of_some(const ce_internal_column *column, const ce_internal_input *input,
                        double *found, ce_error *err)
{
    size_t d = input->data->columns, kept = 0;
    neighbours near = {0};
    ce_matrix rows = {0};
    int32_t *label = ce_alloc(column->labelled, sizeof *label, err);
    int rc = label ? ce_matrix_alloc(&rows, column->labelled, d, err) : CE_ENOMEM;

    for (size_t i = 0; i < input->data->rows && !rc; i++) {
        if (column->label[i] < 0)
            continue;
        memcpy(rows.values + kept * d, input->data->values + i * d, d * sizeof *rows.values);
        label[kept++] = column->label[i];
    }
    if (!rc)
        rc = find_neighbours(&rows, input->neighbours, &near, err);
    if (!rc)
        *found = add_up(&near, label, kept);
    neighbours_free(&near);
    ce_matrix_free(&rows);
    free(label);
    return rc;
}

int ce_connectivity_search(const ce_internal_column *column, size_t m,
                           const ce_internal_input *input, ce_internal *index, ce_error *err)
{
    neighbours near = {0};
    int rc = CE_OK;

    for (size_t q = 0; q < m && !rc; q++) {
        if (column[q].skip)
            continue;
        if (column[q].labelled < input->data->rows) {
            rc = find_of_some(&column[q], input, &index[q].connectivity, err);
            continue;
        }
        if (!near.who)
            rc = find_neighbours(input->data, input->neighbours, &near, err);
        if (!rc)
            index[q].connectivity = add_up(&near, column[q].label, input->data->rows);
    }
    neighbours_free(&near);
    return rc;
}
