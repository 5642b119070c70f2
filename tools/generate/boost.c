/* Boost-clustering: k-means on samples that dwell on uncertain objects. */
#include "generate/boost.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "generate.h"
#include "io/input.h"
#include "io/output.h"
#include "io/real.h"

typedef struct {
    int members, rounds, quality, patience;
    const char *bases, *trace;
} boost_options;

#define FIELD(name) offsetof(boost_options, name)

static const ce_option rows[] = {
    GENERATE_ROW_MEMBERS(boost_options),
    {0, "rounds", CE_INTEGER, "T", 1, 1e6, NULL, "50", FIELD(rounds), NULL,
     "largest number of rounds"},
    {0, "quality", CE_CHOICE, "Q", 0, 0, CE_BOOST_QUALITY_NAMES, "minmax", FIELD(quality), NULL,
     "uncertainty of memberships h: 1 - max h + min h, or their entropy / log k"},
    {0, "patience", CE_INTEGER, "N", 0, 1e9, NULL, "3", FIELD(patience), NULL,
     "stop after so many rounds in a row with a loss below the largest one; 0: never"},
    {0, "bases", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(bases), NULL,
     "write the label table of all rounds here"},
    {0, "trace", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(trace), NULL,
     "write loss, beta and iterations of each round here"},
};

static void check(const ce_cli *cli, const void *options)
{
    const boost_options *o = options;

    generate_need_k(cli);
    if (!o->members)
        ce_cli_distinct_clusters(cli);
}

static int name_members(const boost_options *o, generate_work *w, const ce_boost_member *member,
                        ce_error *err)
{
    int rc = CE_OK;

    for (size_t q = 0; q < w->out.labels.m && !rc; q++)
        rc = o->members ? generate_name(w, q, err, "boost.k%zu.r%zu", member[q].asked, q + 1)
                        : generate_name(w, q, err, "boost.k%zu", member[q].asked);
    return rc;
}

static void tell(const ce_cli *cli, const generate_work *w, const ce_boost_member *member)
{
    size_t m = w->out.labels.m, fewer = 0;

    for (size_t q = 0; q < m; q++) {
        const ce_boost_result *boost = &member[q].boost;
        ce_cli_detail(cli, "%s: %d clusters, %zu rounds%s, last loss %.10g", w->out.name[q],
                      boost->result.k, boost->rounds, boost->stopped ? " (stopped)" : "",
                      boost->round[boost->rounds - 1].loss);
        fewer += (size_t)boost->result.k < member[q].asked;
    }
    if (fewer)
        ce_cli_note(cli,
                    "%s: fewer clusters than asked for in %zu of %zu members: some have no objects",
                    ce_path_name(w->path), fewer, m);
}

/* MEMBER.tROUND */
static int name_round(const char *member, size_t round, char **name, ce_error *err)
{
    size_t room = strlen(member) + 24;

    *name = ce_alloc(room, 1, err);
    if (!*name)
        return CE_ENOMEM;
    snprintf(*name, room, "%s.t%zu", member, round);
    return CE_OK;
}

/* Writes all rounds of all members as one label table. The columns are boost.k3.t1, boost.k3.t2 ..,
 * boost.k3.r2.t1 .. */
static int write_bases(const ce_cli *cli, const generate_work *w, const ce_boost_member *member,
                       const char *path, ce_error *err)
{
    ce_label_table table = {0};
    size_t n = w->out.labels.n, rounds = 0, at = 0;
    int rc;

    for (size_t q = 0; q < w->out.labels.m; q++)
        rounds += member[q].boost.rounds;
    rc = ce_label_table_alloc(&table, n, rounds, err);
    if (rc)
        return rc;
    for (size_t q = 0; q < w->out.labels.m; q++)
        for (size_t t = 0; t < member[q].boost.rounds && !rc; t++, at++) {
            memcpy(ce_labels_column(&table.labels, at), ce_labels_column(&member[q].boost.bases, t),
                   n * sizeof(int32_t));
            table.labels.k[at] = member[q].boost.bases.k[t];
            rc = name_round(w->out.name[q], t + 1, &table.name[at], err);
        }
    if (!rc) {
        table.id = w->data.id; /* borrowed */
        rc = ce_cli_write_labels(cli, cli->common->labels_format, &table, path, err);
        table.id = (ce_text_column){0};
    }
    ce_label_table_free(&table);
    return rc;
}

static int write_trace(const generate_work *w, const ce_boost_member *member, const char *path,
                       char c, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%cround%closs%cbeta%citerations\n", c, c, c, c);
    for (size_t q = 0; q < w->out.labels.m; q++)
        for (size_t t = 0; t < member[q].boost.rounds; t++) {
            const ce_boost_round *round = &member[q].boost.round[t];
            ce_output_cell(output, w->out.name[q], c);
            ce_output_printf(output, "%c%zu%c", c, t + 1, c);
            ce_output_real(output, round->loss);
            ce_output_char(output, c);
            ce_output_real(output, round->beta);
            ce_output_printf(output, "%c%zu\n", c, round->iterations);
        }
    return ce_output_close(output, err);
}

static int finish(const ce_cli *cli, const boost_options *o, generate_work *w,
                  const ce_boost_member *member, ce_error *err)
{
    char delimiter = cli->common->delimiter;
    int rc = name_members(o, w, member, err);

    if (rc)
        return rc;
    tell(cli, w, member);
    if (o->bases)
        rc = write_bases(cli, w, member, o->bases, err);
    if (!rc && o->trace)
        rc = write_trace(w, member, o->trace, delimiter, err);
    return rc;
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const boost_options *o = options;
    ce_boost_ensemble_options e = {
        .boost = {.rounds = (size_t)o->rounds,
                  .patience = (size_t)o->patience,
                  .quality = (ce_boost_quality)o->quality},
        .k = cli->common->k.value,
        .k_count = cli->common->k.count,
        .members = (size_t)o->members,
        .keep_bases = o->bases != NULL,
        .seed = cli->common->seed,
    };
    size_t n = w->data.values.rows;
    ce_boost_member *member = NULL;
    int rc = generate_need_squares(&w->data, w->path, err);

    if (!rc)
        rc = generate_check_k(e.k, e.k_count, n, n, w->path, err);
    if (!rc)
        rc = ce_generate_boost(&w->data.values, &e, &w->out.labels, &member,
                               ce_cli_progress(cli, "members"), err);
    if (rc)
        return rc;
    rc = finish(cli, o, w, member, err);
    ce_boost_members_free(member, w->out.labels.m);
    return rc;
}

const generate_noun generate_boost = {
    .of = {.name = "boost",
           .summary = "k-means on samples with more of the uncertain objects, combined by votes",
           .about = "In each round k-means clusters a sample in which objects of uncertain "
                    "membership come more often, and the rounds vote. A member is such a run. "
                    "For groups that k-means finds only with luck; the rounds are an ensemble "
                    "too.",
           .reference = "frossyniotis2004",
           .page = "clens-boost",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .reports = CE_REPORTS_TRACE | CE_REPORTS_MEMBERS,
           .cost = CE_COST_OBJECTS,
           .options = CE_OPTIONS(rows, boost_options)},
    .check = check,
    .run = run,
};
