/*
 * readers: an entry for libFuzzer. The environment variable FUZZ_READER names what the bytes are
 * read as.
 *
 * Where a writer goes with the reader, what was read is written, read again and written again: that
 * must succeed, and both writings must have the same bytes. A reader that crashes, reads what is
 * not its own or loses memory is seen by the sanitizers.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/memory.h"
#include "io/biadjacency_table.h"
#include "io/choice.h"
#include "io/constraint_table.h"
#include "io/data_table.h"
#include "io/dendrogram_file.h"
#include "io/hypergraph_file.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "io/membership_table.h"
#include "io/microcluster_table.h"
#include "io/model.h"
#include "io/objects.h"
#include "io/real.h"
#include "io/sums_table.h"
#include "io/uspec_model.h"
#include "io/weights.h"

/* Reads from one path and, unless `to` is NULL, writes to another. again: what is read is of this
 * program. */
typedef int (*copier)(const char *from, const char *to, int again, ce_error *err);

/* What is written has a header, though it may look like numbers. */
static ce_table_format format_of(int again)
{
    return (ce_table_format){.header = again ? CE_HEADER_YES : CE_HEADER_AUTO};
}

static int labels(const char *from, const char *to, int again, ce_error *err)
{
    ce_table_format format = format_of(again);
    ce_label_table table = {0};
    int rc = ce_label_table_read(&table, from, &format, err);

    if (!rc && to)
        rc = ce_label_table_write(&table, to, ',', err);
    ce_label_table_free(&table);
    return rc;
}

static int data(const char *from, const char *to, int again, ce_error *err)
{
    ce_table_format format = format_of(again);
    ce_data_table table = {0};
    int rc = ce_data_table_read(&table, from, &format, err);

    if (!rc && to)
        rc = ce_data_table_write(&table, to, ',', err);
    ce_data_table_free(&table);
    return rc;
}

static int ensemble(const char *from, const char *to, int again, ce_error *err)
{
    ce_table_format format = format_of(again);
    ce_label_table table = {0};
    ce_membership_table soft = {0};
    int rc = ce_ensemble_table_read(&table, &soft, from, &format, err);

    /* labels under names such as a:1 may look like memberships once missing cells are written */
    for (size_t q = 0; !rc && !soft.membership.n && q < table.labels.m; q++)
        if (strchr(table.name[q], ':'))
            rc = ce_fail(err, CE_EINPUT, "labels under a name of memberships");
    if (!rc && to)
        rc = soft.membership.n ? ce_membership_table_write(&soft, to, ',', err)
                               : ce_label_table_write(&table, to, ',', err);
    ce_label_table_free(&table);
    ce_membership_table_free(&soft);
    return rc;
}

static int similarity(const char *from, const char *to, ce_matrix_format form, ce_error *err)
{
    ce_table_format format = {0};
    ce_similarity s = {0};
    int rc = ce_similarity_read(&s, from, &format, err);

    if (!rc && to)
        rc = ce_similarity_write(&s, to, form, ',', err);
    ce_similarity_free(&s);
    return rc;
}

static int matrix(const char *from, const char *to, int again, ce_error *err)
{
    (void)again;
    return similarity(from, to, CE_MATRIX_MTX, err);
}

static int npy(const char *from, const char *to, int again, ce_error *err)
{
    (void)again;
    return similarity(from, to, CE_MATRIX_NPY, err);
}

static int constraints(const char *from, const char *to, int again, ce_error *err)
{
    const ce_constraint_objects objects = {0};
    ce_constraint_table table = {0};
    int rc = ce_constraint_table_read(&table, from, ',', &objects,
                                      again ? CE_PAIRS_OPPOSED : CE_PAIRS_LISTED, err);

    if (!rc && to)
        rc = table.faults ? ce_fail(err, CE_EINPUT, "faulty pairs")
                          : ce_constraints_write(&table.constraints, &table.id, to, ',', err);
    ce_constraint_table_free(&table);
    return rc;
}

static int microclusters(const char *from, const char *to, int again, ce_error *err)
{
    ce_table_format format = format_of(again);
    ce_microcluster_table table = {0};
    int rc = ce_microcluster_table_add(&table, from, &format, again, err);

    if (!rc && to)
        rc = ce_microcluster_table_write(&table, to, ',', err);
    ce_microcluster_table_free(&table);
    return rc;
}

static int hypergraph(const char *from, const char *to, int again, ce_error *err)
{
    ce_hypergraph graph = {0};
    ce_input *input;
    int rc = ce_input_open(&input, from, err);

    (void)again;
    if (rc)
        return rc;
    rc = ce_hypergraph_read(&graph, input, err);
    ce_input_close(input, err);
    if (!rc && to)
        rc = ce_hypergraph_write(&graph, to, err);
    ce_hypergraph_free(&graph);
    return rc;
}

static int model(const char *from, const char *to, int again, ce_error *err)
{
    const ce_table_format format = {0};
    ce_model read = {0};
    int rc = ce_model_read(&read, from, &format, err);

    (void)again;
    (void)to;
    ce_model_free(&read);
    return rc;
}

/* Names, ids, tables of objects by clusters, weights for a table of three: read only. */
static int others(const char *from, const char *to, int again, ce_error *err)
{
    const ce_table_format format = {0};
    ce_name_list list = {0};
    ce_text_column id = {0}, row = {0};
    ce_biadjacency graph = {0};
    ce_partition parts = {0};
    ce_error each[4] = {{0}};
    size_t n;

    (void)to;
    (void)again;
    ce_name_list_read(&list, from, ',', &each[0]);
    ce_objects_read(&id, &n, from, &format, &each[1]);
    ce_biadjacency_read(&graph, &row, from, &format, &each[2]);
    ce_hypergraph_parts_read(&parts, from, 5, 3, &each[3]);
    ce_name_list_free(&list);
    ce_text_column_free(&id);
    ce_text_column_free(&row);
    ce_biadjacency_free(&graph);
    ce_partition_free(&parts);
    return ce_fail(err, CE_EINPUT, "read only");
}

static int uspec(const char *from, const char *to, int again, ce_error *err)
{
    const ce_table_format format = {0};
    ce_uspec_model *model = NULL;
    size_t count = 0;
    int rc = ce_uspec_models_read(&model, &count, from, &format, err);

    (void)again;
    if (!rc && to)
        rc = ce_uspec_models_write(model, count, to, ',', err);
    for (size_t q = 0; q < count; q++)
        ce_uspec_model_free(&model[q]);
    free(model);
    return rc;
}

static int sums(const char *from, const char *to, int again, ce_error *err)
{
    ce_sums table = {0};
    int rc = ce_sums_read(&table, from, err);

    (void)again;
    if (!rc)
        rc = ce_sums_order(&table, err);
    if (!rc && to)
        rc = ce_sums_write(&table, to, err);
    ce_sums_free(&table);
    return rc;
}

static int tree(const char *from, const char *to, int again, ce_error *err)
{
    ce_table_format format = format_of(again);
    ce_dendrogram read = {0};
    ce_text_column id = {0};
    int rc = ce_dendrogram_read(&read, &id, from, 0, &format, err);

    if (!rc && to)
        rc = ce_dendrogram_write(&read, to, NULL, CE_TREE_SCIPY, ',', err);
    ce_text_column_free(&id);
    ce_dendrogram_free(&read);
    return rc;
}

static const struct {
    const char *name;
    copier copy;
    int is_written;
} readers[] = {
    {"labels", labels, 1},
    {"data", data, 1},
    {"ensemble", ensemble, 1},
    {"matrix", matrix, 1},
    {"npy", npy, 1},
    {"constraints", constraints, 1},
    {"microclusters", microclusters, 1},
    {"hypergraph", hypergraph, 1},
    {"model", model, 0},
    {"uspec", uspec, 1},
    {"sums", sums, 1},
    {"tree", tree, 0},
    {"others", others, 0},
};

static size_t reader;
static char first[64], second[64], bytes_path[64];
static int bytes_fd;

static void remove_files(void)
{
    unlink(first);
    unlink(second);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FUZZ_READER"),
               *folder = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";

    (void)argc;
    (void)argv;
    while (reader < sizeof readers / sizeof *readers &&
           (!name || strcmp(readers[reader].name, name)))
        reader++;
    bytes_fd = memfd_create("bytes", 0);
    if (reader == sizeof readers / sizeof *readers || bytes_fd < 0) {
        fprintf(stderr, "readers: FUZZ_READER is none that there is\n");
        exit(2);
    }
    snprintf(bytes_path, sizeof bytes_path, "/proc/self/fd/%d", bytes_fd);
    snprintf(first, sizeof first, "%s/clens-fuzz.%d.1", folder, (int)getpid());
    snprintf(second, sizeof second, "%s/clens-fuzz.%d.2", folder, (int)getpid());
    atexit(remove_files);
    return 0;
}

static void must(int condition, const char *what, const ce_error *err)
{
    if (condition)
        return;
    fprintf(stderr, "readers: %s: %s: %s\n", readers[reader].name, what, err->text);
    remove_files();
    abort();
}

static char *slurp(const char *path, size_t *size)
{
    ce_error err = {0};
    ce_input *input = NULL;
    char *bytes = NULL;

    must(!ce_input_open(&input, path, &err) && !ce_input_read_all(input, &bytes, size, &err),
         "slurp", &err);
    ce_input_close(input, &err);
    return bytes;
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    ce_error err = {0};
    int (*copy)(const char *, const char *, int, ce_error *) = readers[reader].copy;
    size_t sizes[2];
    char *written[2];
    int rc;

    if (ftruncate(bytes_fd, 0) || pwrite(bytes_fd, bytes, size, 0) != (ssize_t)size)
        return 0;
    rc = copy(bytes_path, readers[reader].is_written ? first : NULL, 0, &err);
    must(!rc == !err.text[0], "a status without a message, or a message without a status", &err);
    if (rc || !readers[reader].is_written)
        return 0;
    rc = copy(first, second, 1, &err);
    /* labels that are the names of their columns, in each of several: refused, rightly so */
    if (rc && strstr(err.text, ": the header again: "))
        return 0;
    must(!rc, "what was written cannot be read again", &err);
    written[0] = slurp(first, &sizes[0]);
    written[1] = slurp(second, &sizes[1]);
    if (sizes[0] != sizes[1] || memcmp(written[0], written[1], sizes[0])) {
        for (int i = 0; i < 2; i++) {
            fprintf(stderr, "readers: written %s:\n", i ? "again" : "first");
            fwrite(written[i], 1, sizes[i], stderr);
        }
        must(0, "what was read again is not what was written", &err);
    }
    free(written[0]);
    free(written[1]);
    return 0;
}
