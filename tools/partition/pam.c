/* pam: clusters around medoids. */
#include "core/memory.h"
#include "io/output.h"
#include "io/records.h"
#include "partition.h"

typedef struct {
    const char *medoids;
    int input;
} pam_options;

static const ce_option rows[] = {
    PARTITION_ROW_INPUT(pam_options),
    {0, "medoids", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(pam_options, medoids), NULL,
     "write the medoid of each cluster, its objects, and their mean and largest distance to it"},
};

static partition_file medoid_file(const void *options)
{
    const pam_options *o = options;

    return (partition_file){"medoids", o->medoids};
}

/* The file has the medoids of the cuts. */
static int check(const partition_job *j)
{
    if (!j->tool->common.k.count)
        ce_cli_usage(j->cli, "how many clusters? -k is needed");
    return 0;
}

/* One BUILD is the beginning of every cut. */
static int prepare(partition_job *j, ce_error *err)
{
    const pam_options *o = j->options;
    const ce_int_list *k = &j->tool->common.k;
    int most = 1, rc;

    for (size_t c = 0; c < k->count; c++)
        most = k->value[c] > most ? k->value[c] : most;
    rc = ce_medoids_build(&j->matrix, o->input == CE_INPUT_DISTANCE, j->objects, (size_t)most,
                          "a sample of the objects", &j->distances, err);
    ce_similarity_free(&j->matrix);
    return rc;
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    size_t rounds;
    int rc = ce_grow(&j->medoid, &j->medoid_room, j->medoids + k, sizeof *j->medoid, err);

    if (!rc)
        rc = ce_medoids_cut(j->distances, k, partition, j->medoid + j->medoids, &rounds, err);
    if (rc)
        return rc;
    ce_cli_detail(j->cli, "pam: k = %zu, %zu exchange%s of medoids", k, rounds,
                  rounds == 1 ? "" : "s");
    j->medoids += k;
    return CE_OK;
}

static void write_medoid(const partition_job *j, const ce_medoid *medoid, ce_records *records)
{
    if (j->id.name)
        ce_records_text(records, ce_text_column_get(&j->id, medoid->row));
    else
        ce_records_integer(records, (int64_t)medoid->row + 1);
    ce_records_real(records, medoid->objects);
    ce_records_real(records, medoid->mean);
    ce_records_real(records, medoid->largest);
}

static int write_medoids(const partition_job *j, const char *path, ce_error *err)
{
    static const char *const column[] = {"k", "cluster", "medoid", "size", "mean", "largest"};
    const ce_int_list *k = &j->tool->common.k;
    const ce_medoid *medoid = j->medoid;
    ce_records records;
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_records_begin(&records, output, column, sizeof column / sizeof *column, CE_RECORDS_CSV,
                     j->tool->common.delimiter);
    for (size_t c = 0; c < k->count; c++)
        for (int label = 1; label <= k->value[c]; label++, medoid++) {
            ce_records_integer(&records, k->value[c]);
            ce_records_integer(&records, label);
            write_medoid(j, medoid, &records);
        }
    ce_records_end(&records);
    return ce_output_close(output, err);
}

const partition_method partition_pam = {
    .about = {.name = "pam",
              .summary = "PAM: clusters around medoids, objects that stand for them",
              .about = "Each object is in the cluster of the nearest medoid, and the sum of these "
                       "distances is made small: medoids are taken one after the other, then "
                       "exchanged for other objects as long as that helps. The distances can be "
                       "of any kind.",
              .reference = "kaufman1990",
              .reads = CE_READS_MATRIX,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, pam_options)},
    .check = check,
    .beside = medoid_file,
    .read = partition_read_pairs,
    .prepare = prepare,
    .cut = cut,
    .write = write_medoids,
};
