/*
 * k-means in parts: empty clusters.
 *
 * In one process an empty cluster takes the row farthest from its centre, out of the clusters of
 * more than one different row. Equal rows go together. A part tells its farthest rows, 2 k of
 * them: at most k rows are taken, and at most k are passed over because their cluster has no other.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/kmeans_parts_internal.h"
#include "io/real.h"
#include "io/sums_table.h"

/* Columns of "far" before the values. */
enum { DISTANCE, CLUSTER, OBJECTS, VALUES };

/* ---- a part ---- */

/* An object while they are sorted: equal rows of a cluster together, the first object first. */
typedef struct {
    const double *row;
    size_t columns, object;
    int32_t label;
} sorted;

static int compare_rows(const sorted *a, const sorted *b)
{
    for (size_t s = 0; s < a->columns; s++)
        if (a->row[s] != b->row[s])
            return a->row[s] < b->row[s] ? -1 : 1;
    return 0;
}

static int compare_objects(const void *p, const void *q)
{
    const sorted *a = p, *b = q;
    int by = (a->label > b->label) - (a->label < b->label);

    if (!by)
        by = compare_rows(a, b);
    return by ? by : (a->object > b->object) - (a->object < b->object);
}

static int add_key(ce_sums_block *few, size_t cluster, const double *row, size_t d, ce_error *err)
{
    ce_sums_key_writer key = {0};
    char text[40];
    size_t at;
    int rc = ce_sums_key_cell(&key, text, (size_t)snprintf(text, sizeof text, "%zu", cluster), err);

    for (size_t s = 0; s < d && !rc; s++)
        rc = ce_sums_key_cell(&key, text, ce_format_real(row[s] + 0.0, text), err);
    if (!rc)
        rc = ce_sums_key(few, key.text, key.length, 1, few->rows, &at, err);
    if (!rc)
        few->count[at] = 1;
    free(key.text);
    return rc;
}

/* Tells the different rows of a cluster: those at group[0 .. groups - 1]. */
static int tell_cluster(ce_sums *sums, size_t blocks, const sorted *order, const size_t *group,
                        size_t groups, size_t k, ce_error *err)
{
    ce_sums_block *many = &sums->block[blocks + 1], *few = &sums->block[blocks + 2];
    size_t cluster = (size_t)order[group[0]].label;
    int rc = CE_OK;

    if (groups > k + 1) {
        many->count[cluster]++;
        return CE_OK;
    }
    for (size_t g = 0; g < groups && !rc; g++)
        rc = add_key(few, cluster, order[group[g]].row, order[group[g]].columns, err);
    return rc;
}

/* One group of equal rows, which are `count` objects. row: room for it. */
static int tell_far(ce_sums_block *far, const sorted *first, size_t count, double squared,
                    uint64_t object, double *row, ce_error *err)
{
    row[DISTANCE] = squared;
    row[CLUSTER] = first->label;
    row[OBJECTS] = (double)count;
    for (size_t s = 0; s < first->columns; s++)
        row[VALUES + s] = first->row[s] + 0.0;
    return ce_sums_row(far, object + first->object, row, err);
}

static int tell_rows(ce_sums *sums, size_t blocks, size_t k, const sorted *order, size_t n,
                     const double *squared, uint64_t object, ce_error *err)
{
    size_t *group = ce_alloc(n + 1, sizeof *group, err), groups = 0, from = 0;
    double *row = ce_alloc(VALUES + order->columns, sizeof *row, err);
    int rc = group && row ? CE_OK : CE_ENOMEM;

    for (size_t e = 0; e < n && !rc; e++)
        if (!e || order[e].label != order[e - 1].label || compare_rows(&order[e], &order[e - 1]))
            group[groups++] = e;
    if (!rc)
        group[groups] = n;
    for (size_t g = 0; g < groups && !rc; g++) {
        const sorted *first = &order[group[g]];
        rc = tell_far(&sums->block[blocks], first, group[g + 1] - group[g], squared[first->object],
                      object, row, err);
        if (!rc && (g + 1 == groups || order[group[g + 1]].label != first->label)) {
            rc = tell_cluster(sums, blocks, order, group + from, g + 1 - from, k, err);
            from = g + 1;
        }
    }
    free(row);
    free(group);
    return rc;
}

int ce_kmeans_repair_sum(ce_sums *sums, size_t q, size_t k, const ce_matrix *seen,
                         const int32_t *label, const double *squared, uint64_t object,
                         ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *block;
    sorted *order = NULL;
    size_t blocks = sums->blocks, n = seen->rows, d = seen->columns;
    int rc = ce_sums_add(sums, ce_rounds_block_name(name, "far", q), CE_SUMS_TOP, 0,
                         VALUES + seen->columns, &block, err);

    if (rc)
        return rc;
    block->most = 2 * k * sums->parts; /* equal rows of several parts count once */
    rc = ce_sums_add(sums, ce_rounds_block_name(name, "many", q), CE_SUMS_ADD, k, 1, &block, err);
    if (!rc)
        rc = ce_sums_add(sums, ce_rounds_block_name(name, "few", q), CE_SUMS_KEYED, 0, 1, &block,
                         err);
    if (!rc && !(order = ce_alloc(n, sizeof *order, err)))
        rc = CE_ENOMEM;
    if (!rc) {
        for (size_t i = 0; i < n; i++)
            order[i] = (sorted){seen->values + i * d, d, i, label[i]};
        qsort(order, n, sizeof *order, compare_objects);
        rc = tell_rows(sums, blocks, k, order, n, squared, object, err);
    }
    free(order);
    return rc;
}

/* ---- a step ---- */

/* Different rows of each cluster; many: so many that some are always left. */
static int count_rows(const ce_sums *sums, const char *path, size_t q, size_t k, size_t *rows,
                      ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *many, *few;
    int rc =
        ce_sums_find(sums, ce_rounds_block_name(name, "many", q), CE_SUMS_ADD, 1, &many, path, err);

    if (!rc)
        rc = ce_sums_find(sums, ce_rounds_block_name(name, "few", q), CE_SUMS_KEYED, 1, &few, path,
                          err);
    if (!rc && many->rows != k)
        rc = ce_rounds_fail(path, "many", q, err);
    for (size_t j = 0; j < k && !rc; j++)
        rows[j] = many->count[j] ? SIZE_MAX : 0;
    for (size_t e = 0; !rc && e < few->rows; e++) {
        size_t length;
        const char *key = ce_sums_key_text(few, e, &length);
        size_t j = length > 1 ? (size_t)strtoul(key + 1, NULL, 10) : k;
        if (j >= k)
            return ce_rounds_fail(path, "few", q, err);
        if (rows[j] != SIZE_MAX)
            rows[j]++;
    }
    return rc;
}

/* Rows of several parts that are equal become one, that of the first object: the objects of the
 * others are added to it, and they count none. */
static void merge_equal(ce_sums_block *far)
{
    size_t columns = far->columns;

    for (size_t e = 0; e < far->rows; e++) {
        double *row = far->value + e * columns;
        for (size_t l = e + 1; l < far->rows && far->value[l * columns] == row[DISTANCE]; l++) {
            double *other = far->value + l * columns;
            if (other[OBJECTS] > 0 &&
                !memcmp(row + VALUES, other + VALUES, (columns - VALUES) * sizeof *row)) {
                row[OBJECTS] += other[OBJECTS];
                other[OBJECTS] = 0;
            }
        }
    }
}

static int take_row(const double *row, size_t features, size_t from, size_t to, int64_t *count,
                    ce_exact_sums *sum, ce_error *err)
{
    int rc = CE_OK;

    count[from] -= (int64_t)row[OBJECTS];
    count[to] += (int64_t)row[OBJECTS];
    for (size_t s = 0; s < features && !rc; s++) {
        rc = ce_exact_add_product(sum, to * features + s, row[VALUES + s], row[OBJECTS], err);
        if (!rc)
            rc =
                ce_exact_add_product(sum, from * features + s, row[VALUES + s], -row[OBJECTS], err);
    }
    return rc;
}

int ce_kmeans_repair_step(const ce_sums *sums, const char *path, size_t q, size_t k,
                          size_t features, int64_t *count, ce_exact_sums *sum, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *far;
    size_t *rows = ce_alloc(k, sizeof *rows, err);
    int rc = rows ? count_rows(sums, path, q, k, rows, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_sums_find(sums, ce_rounds_block_name(name, "far", q), CE_SUMS_TOP,
                          VALUES + features, &far, path, err);
    for (size_t e = 0; !rc && e < far->rows; e++) {
        const double *row = far->value + e * far->columns;
        if (!(row[CLUSTER] >= 0 && row[CLUSTER] < (double)k && row[OBJECTS] >= 1 &&
              row[OBJECTS] <= 0x1p53))
            rc = ce_rounds_fail(path, "far", q, err);
    }
    if (!rc)
        merge_equal(far);
    for (size_t j = 0; j < k && !rc; j++) {
        size_t e = 0;
        if (rows[j])
            continue;
        while (e < far->rows && (far->value[e * far->columns + OBJECTS] == 0 ||
                                 rows[(size_t)far->value[e * far->columns + CLUSTER]] <= 1))
            e++;
        if (e == far->rows)
            break;
        size_t donor = (size_t)far->value[e * far->columns + CLUSTER];
        rc = take_row(far->value + e * far->columns, features, donor, j, count, sum, err);
        far->value[e * far->columns + OBJECTS] = 0;
        rows[donor] -= rows[donor] != SIZE_MAX;
        rows[j] = 1;
    }
    free(rows);
    return rc;
}
