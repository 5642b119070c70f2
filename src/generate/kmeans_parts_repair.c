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

typedef struct {
    const ce_matrix *x;
    size_t *order; /* owned: objects, equal rows of a cluster together, the first object first */
    const int32_t *label;
} rows_of;

static const rows_of *sorting; /* qsort hands nothing on; one call at a time sorts */

static int compare_rows(const ce_matrix *x, size_t a, size_t b)
{
    for (size_t s = 0; s < x->columns; s++) {
        double u = x->values[a * x->columns + s], v = x->values[b * x->columns + s];
        if (u != v)
            return u < v ? -1 : 1;
    }
    return 0;
}

static int compare_objects(const void *p, const void *q)
{
    size_t a = *(const size_t *)p, b = *(const size_t *)q;
    int by = (sorting->label[a] > sorting->label[b]) - (sorting->label[a] < sorting->label[b]);

    if (!by)
        by = compare_rows(sorting->x, a, b);
    return by ? by : (a > b) - (a < b);
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

/* Tells the different rows of a cluster: order[first .. last - 1] begin groups of equal rows. */
static int tell_cluster(ce_sums *sums, size_t blocks, const rows_of *r, const size_t *group,
                        size_t groups, size_t k, size_t cluster, ce_error *err)
{
    ce_sums_block *many = &sums->block[blocks + 1], *few = &sums->block[blocks + 2];
    int rc = CE_OK;

    if (groups > k + 1) {
        many->count[cluster]++;
        return CE_OK;
    }
    for (size_t g = 0; g < groups && !rc; g++)
        rc = add_key(few, cluster, r->x->values + r->order[group[g]] * r->x->columns, r->x->columns,
                     err);
    return rc;
}

static int tell_rows(ce_sums *sums, size_t blocks, size_t k, const rows_of *r,
                     const double *squared, uint64_t object, ce_error *err)
{
    size_t n = r->x->rows, d = r->x->columns, *group = ce_alloc(n + 1, sizeof *group, err),
           groups = 0, cluster_first = 0;
    double *row = ce_alloc(VALUES + d, sizeof *row, err);
    int rc = group && row ? CE_OK : CE_ENOMEM;

    for (size_t e = 0; e < n && !rc; e++)
        if (!e || r->label[r->order[e]] != r->label[r->order[e - 1]] ||
            compare_rows(r->x, r->order[e], r->order[e - 1]))
            group[groups++] = e;
    if (!rc)
        group[groups] = n;
    for (size_t g = 0; g < groups && !rc; g++) {
        size_t i = r->order[group[g]];
        row[DISTANCE] = squared[i];
        row[CLUSTER] = r->label[i];
        row[OBJECTS] = (double)(group[g + 1] - group[g]);
        for (size_t s = 0; s < d; s++)
            row[VALUES + s] = r->x->values[i * d + s] + 0.0;
        rc = ce_sums_row(&sums->block[blocks], object + i, row, err);
        if (!rc && (g + 1 == groups || r->label[r->order[group[g + 1]]] != r->label[i])) {
            rc = tell_cluster(sums, blocks, r, group + cluster_first, g + 1 - cluster_first, k,
                              (size_t)r->label[i], err);
            cluster_first = g + 1;
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
    char name[NAME_SIZE];
    ce_sums_block *block;
    rows_of r = {.x = seen, .label = label};
    size_t blocks = sums->blocks;
    int rc = ce_sums_add(sums, ce_kmeans_block_name(name, "far", q), CE_SUMS_TOP, 0,
                         VALUES + seen->columns, &block, err);

    if (rc)
        return rc;
    block->most = 2 * k * sums->parts; /* equal rows of several parts count once */
    rc = ce_sums_add(sums, ce_kmeans_block_name(name, "many", q), CE_SUMS_ADD, k, 1, &block, err);
    if (!rc)
        rc = ce_sums_add(sums, ce_kmeans_block_name(name, "few", q), CE_SUMS_KEYED, 0, 1, &block,
                         err);
    if (!rc && !(r.order = ce_alloc(seen->rows, sizeof *r.order, err)))
        rc = CE_ENOMEM;
    if (!rc) {
        for (size_t i = 0; i < seen->rows; i++)
            r.order[i] = i;
        sorting = &r;
        qsort(r.order, seen->rows, sizeof *r.order, compare_objects);
        rc = tell_rows(sums, blocks, k, &r, squared, object, err);
    }
    free(r.order);
    return rc;
}

/* ---- a step ---- */

/* Different rows of each cluster; many: so many that some are always left. */
static int count_rows(const ce_sums *sums, const char *path, size_t q, size_t k, size_t *rows,
                      ce_error *err)
{
    char name[NAME_SIZE];
    ce_sums_block *many, *few;
    int rc =
        ce_sums_find(sums, ce_kmeans_block_name(name, "many", q), CE_SUMS_ADD, 1, &many, path, err);

    if (!rc)
        rc = ce_sums_find(sums, ce_kmeans_block_name(name, "few", q), CE_SUMS_KEYED, 1, &few, path,
                          err);
    if (!rc && many->rows != k)
        rc = ce_fail(err, CE_EINPUT, "%s: block '%s' is damaged", path, name);
    for (size_t j = 0; j < k && !rc; j++)
        rows[j] = many->count[j] ? SIZE_MAX : 0;
    for (size_t e = 0; !rc && e < few->rows; e++) {
        size_t length;
        const char *key = ce_sums_key_text(few, e, &length);
        size_t j = length > 1 ? (size_t)strtoul(key + 1, NULL, 10) : k;
        if (j >= k)
            return ce_fail(err, CE_EINPUT, "%s: block '%s' is damaged", path, name);
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
    char name[NAME_SIZE];
    ce_sums_block *far;
    size_t *rows = ce_alloc(k, sizeof *rows, err);
    int rc = rows ? count_rows(sums, path, q, k, rows, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_sums_find(sums, ce_kmeans_block_name(name, "far", q), CE_SUMS_TOP,
                          VALUES + features, &far, path, err);
    for (size_t e = 0; !rc && e < far->rows; e++) {
        const double *row = far->value + e * far->columns;
        if (!(row[CLUSTER] >= 0 && row[CLUSTER] < (double)k && row[OBJECTS] >= 1 &&
              row[OBJECTS] <= 0x1p53))
            rc = ce_fail(err, CE_EINPUT, "%s: block '%s' is damaged", path, name);
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
