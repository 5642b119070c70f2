/* Models as starting centres of k-means. */
#include "kmeans_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/memory.h"
#include "io/input.h"
#include "kmeans/kmeans.h"

int kmeans_is_model(const char *path)
{
    static const char first[] = "clustering", second[] = "clust";
    size_t at = sizeof first; /* behind the delimiter */
    char bytes[16];
    size_t got = 0;
    ce_input *input = NULL;
    struct stat status;
    ce_error err = {0};

    if (stat(path, &status) || !S_ISREG(status.st_mode))
        return 0;
    if (!ce_input_open(&input, path, &err) && ce_input_peek(input, bytes, sizeof bytes, &got, &err))
        got = 0;
    ce_input_close(input, &err);
    return got == sizeof bytes && !memcmp(bytes, first, sizeof first - 1) &&
           !memcmp(bytes + at, second, sizeof second - 1);
}

void kmeans_model_starts_free(kmeans_model_starts *starts)
{
    for (size_t q = 0; starts->start && q < starts->prototypes.m; q++) {
        free((void *)starts->start[q].feature);
        free((void *)starts->start[q].centre);
    }
    free(starts->start);
    free(starts->k);
    ce_prototype_model_free(&starts->prototypes);
}

/* The start of a clustering, with features in the order of the data. from: of each feature of the
 * data, that of the clustering, + 1; 0: it does not see it. */
static int take_start(const ce_prototypes *of, const size_t *from, size_t d, const char *path,
                      ce_kmeans_member_start *start, ce_error *err)
{
    size_t *feature = ce_alloc(of->features, sizeof *feature, err), next = 0;
    double *centre = ce_alloc(of->count, of->features * sizeof *centre, err);

    *start = (ce_kmeans_member_start){
        .k = (int)of->count, .feature = feature, .features = of->features, .centre = centre};
    if (!feature || !centre)
        return CE_ENOMEM;
    for (size_t s = 0; s < d; s++) {
        if (!from[s])
            continue;
        feature[next] = s;
        for (size_t j = 0; j < of->count; j++) {
            double value = of->value[j * of->features + from[s] - 1];
            if (fabs(value) > CE_LARGEST)
                return ce_fail(err, CE_EINPUT, "%s: %g in %.60s, at most %g expected", path, value,
                               of->name, CE_LARGEST);
            centre[j * of->features + next] = value;
        }
        next++;
    }
    return CE_OK;
}

static int take_starts(kmeans_model_starts *starts, const char *path, const generate_work *w,
                       ce_error *err)
{
    const ce_prototype_model *model = &starts->prototypes;
    size_t d = w->data.values.columns, *column = ce_alloc(model->d, sizeof *column, err),
           *from = ce_alloc(d, sizeof *from, err);
    int rc;

    starts->start = ce_calloc(model->m, sizeof *starts->start, err);
    starts->k = ce_alloc(model->m, sizeof *starts->k, err);
    rc = column && from && starts->start && starts->k
             ? ce_data_table_find_all(&w->data, w->path, model->feature, model->d, path, column,
                                      err)
             : CE_ENOMEM;
    for (size_t q = 0; q < model->m && !rc; q++) {
        const ce_prototypes *of = &model->of[q];
        if (of->is_mode || of->count != (size_t)of->k) {
            rc = ce_fail(err, CE_EINPUT, "%s: %.60s has no centroids, which k-means starts from",
                         path, of->name);
            break;
        }
        memset(from, 0, d * sizeof *from);
        for (size_t f = 0; f < of->features; f++)
            from[column[of->feature[f]]] = f + 1;
        starts->k[q] = (int)of->count;
        rc = take_start(of, from, d, path, &starts->start[q], err);
    }
    free(column);
    free(from);
    return rc;
}

int kmeans_read_model(kmeans_model_starts *starts, const ce_cli *cli, const char *path,
                      const generate_work *w, ce_error *err)
{
    const ce_table_format format = {.delimiter = cli->common->read_delimiter};
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_prototype_model_read(&starts->prototypes, input, &format, err);
    ce_input_close(input, err);
    return rc ? rc : take_starts(starts, path, w, err);
}
