/* ce-partition: cuts the objects of a similarity matrix, of a bipartite graph, or of a hypergraph,
 * into clusters. The methods are in the folder partition/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "io/beside.h"
#include "io/input.h"
#include "partition/partition.h"

static const ce_option rows[] = {
    {0, "sizes", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(partition_options, sizes), NULL,
     "microcluster table: how many objects each row stands for"},
};

static const ce_descriptor *const methods[] = {&partition_single.about,
                                               &partition_complete.about,
                                               &partition_average.about,
                                               &partition_ward.about,
                                               &partition_pam.about,
                                               &partition_hne.about,
                                               &partition_coloring.about,
                                               &partition_metis.about,
                                               &partition_spectral.about,
                                               &partition_random_walk.about,
                                               &partition_transfer_cut.about,
                                               &partition_hypergraph.about,
                                               NULL};

static const ce_tool tool = {
    .name = "ce-partition",
    .summary = "Cut a similarity matrix, a bipartite graph or a hypergraph into clusters.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = methods,
    .result_unsure = 1,
    .options = CE_OPTIONS(rows, partition_options),
    .shared = CE_WITH_K | CE_WITH_TABLE | CE_WITH_SEED | CE_WITH_THREADS | CE_WITH_LABELS |
              CE_WITH_PROGRESS,
    .k_help = "clusters: 3, 2..20 or 2..6,9; a column for each",
};

/* A column named NOUN.kK for each k: as asked for, or as the options of the method say. */
static int cut_columns(partition_job *j, ce_label_table *out, ce_error *err)
{
    const ce_int_list *list = &j->tool->common.k;
    size_t columns = list->count ? list->count : 1;
    ce_partition partition = {0};
    int rc = ce_label_table_alloc(out, j->n, columns, err);

    for (size_t c = 0; c < columns && !rc; c++) {
        char name[64];
        size_t k = list->count ? (size_t)list->value[c] : 0;
        rc = j->method->cut(j, k, &partition, err);
        if (rc)
            break;
        snprintf(name, sizeof name, "%s.k%zu", j->method->about.name, k ? k : (size_t)partition.k);
        out->name[c] = ce_strdup(name, err);
        if (!out->name[c])
            rc = CE_ENOMEM;
        memcpy(ce_labels_column(&out->labels, c), partition.labels,
               j->n * sizeof *partition.labels);
        out->labels.k[c] = partition.k;
    }
    ce_partition_free(&partition);
    return rc;
}

/* ---- the command line ---- */

/* Whether labels are wanted at all. beside: the other file that is written. */
static int check_use(const partition_job *j, const partition_file *beside)
{
    const ce_common *common = &j->tool->common;
    int says_which = j->method->check && j->method->check(j);
    int labels = says_which || common->k.count > 0;

    if (!labels && !beside->path)
        ce_cli_usage(j->cli, "how many clusters? -k is needed");
    if (labels)
        ce_cli_check_outputs(j->cli, 1);
    if (!labels && common->output)
        ce_cli_usage(j->cli, "--output is for labels, and without -k there are none");
    if (!labels && ce_cli_given(j->cli, "format"))
        ce_cli_usage(j->cli, "--format is for labels, and without -k there are none");
    ce_cli_distinct_clusters(j->cli);
    return labels;
}

static int check_k(const partition_job *j, ce_error *err)
{
    const ce_int_list *list = &j->tool->common.k;

    for (size_t c = 0; c < list->count; c++)
        if ((size_t)list->value[c] > j->n)
            return ce_fail(err, CE_EINPUT, "%s: %zu objects, %d clusters asked for",
                           ce_path_name(j->path), j->n, list->value[c]);
    return CE_OK;
}

/* Everything up to the first cut. */
static int prepare(partition_job *j, ce_error *err)
{
    ce_table_format format = ce_cli_format(j->cli), whole = ce_cli_whole_format(j->cli);
    ce_error inner = {0};
    int rc = j->method->read(j, &format, err);

    if (!rc)
        rc = check_k(j, err);
    if (!rc && j->tool->sizes)
        rc = ce_sizes_read(&j->objects, j->tool->sizes, &whole, &j->id, j->path, j->n, err);
    if (rc || !j->method->prepare)
        return rc;
    rc = j->method->prepare(j, &inner);
    return rc ? ce_fail_in_file(err, j->path, &inner) : CE_OK;
}

static void job_free(partition_job *j)
{
    ce_similarity_free(&j->matrix);
    ce_biadjacency_free(&j->table);
    ce_text_column_free(&j->id);
    ce_hypergraph_free(&j->hypergraph);
    ce_label_table_free(&j->labels);
    ce_microclusters_free(&j->micro);
    free(j->objects);
    free(j->seeds);
    ce_dendrogram_free(&j->tree);
    ce_medoids_free(j->distances);
    free(j->medoid);
    ce_similarity_free(&j->merged);
    free(j->size);
    free(j->vertex);
}

int main(int argc, char **argv)
{
    partition_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    partition_job j = {.cli = &cli, .tool = &options};
    partition_file beside = {0};
    ce_label_table out = {0};
    int rc, labels;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    j.method = (const partition_method *)cli.descriptor[0];
    j.options = cli.settings[0].values;
    j.path = ce_cli_operand(&cli, 0);
    if (j.method->beside)
        beside = j.method->beside(j.options);
    labels = check_use(&j, &beside);
    rc = prepare(&j, &err);
    if (!rc && labels)
        rc = cut_columns(&j, &out, &err);
    if (!rc)
        ce_cli_detail(&cli, "%s: %zu objects", j.method->about.name, j.n);
    if (!rc && beside.path)
        rc = j.method->write(&j, beside.path, &err);
    ce_text_column_move(&out.id, &j.id);
    if (!rc && labels)
        rc = ce_cli_write_labels(&cli, options.common.labels_format, &out, options.common.output,
                                 &err);
    job_free(&j);
    ce_label_table_free(&out);
    return ce_cli_end(&cli, rc, &err);
}
