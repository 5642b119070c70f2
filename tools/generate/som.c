/* Self-organising maps: clusters of their units. */
#include "generate/som.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "generate.h"
#include "io/input.h"
#include "io/model.h"
#include "io/output.h"
#include "io/real.h"

/* Members for all values of k, or for the one of least Davies-Bouldin index. */
enum { CHOOSE_ALL, CHOOSE_DB };
/* In the order of the enum; for option rows. */
#define CHOOSE_NAMES "all|db"

enum { LONGEST_SIDE = 1000000 };

typedef struct {
    int members, init, lattice, neighbourhood, online, rough, fine, cluster, choose, weight_hits,
        restarts;
    double radius, last_radius;
    const char *grid, *start, *model, *trace;
} som_options;

#define FIELD(name) offsetof(som_options, name)

static const ce_option rows[] = {
    GENERATE_ROW_MEMBERS(som_options),
    {0, "grid", CE_TEXT, "SIZE", 0, 0, NULL, NULL, FIELD(grid), NULL,
     "rows and columns of units: 10x6; default: about 5 sqrt(n) units, sides as the data are long "
     "and wide"},
    {0, "lattice", CE_CHOICE, "L", 0, 0, CE_SOM_LATTICE_NAMES, "hexagonal", FIELD(lattice), NULL,
     "shape of the map: a unit has six neighbours or four"},
    {0, "init", CE_CHOICE, "HOW", 0, 0, CE_SOM_INIT_NAMES, "linear", FIELD(init), "!start",
     "first prototypes: evenly on the plane of the principal components, or random objects"},
    {0, "start", CE_INPUT, "FILE", 0, 0, NULL, NULL, FIELD(start), "grid",
     "first prototypes: a data table with a row for each unit, row by row of the grid"},
    {0, "neighbourhood", CE_CHOICE, "H", 0, 0, CE_SOM_NEIGHBOURHOOD_NAMES, "gaussian",
     FIELD(neighbourhood), NULL,
     "how much units at some distance on the grid learn: exp(-distance^2 / (2 radius^2)), or all "
     "within the radius alike"},
    {0, "radius", CE_REAL, "R", 1e-3, 1e9, NULL, NULL, FIELD(radius), NULL,
     "radius of the neighbourhood in the first epoch; default: a quarter of the longer side, at "
     "least --last-radius"},
    {0, "last-radius", CE_REAL, "R", 1e-3, 1e9, NULL, "1", FIELD(last_radius), NULL,
     "radius of the neighbourhood in the last epoch"},
    {0, "rough", CE_INTEGER, "N", 1, 1e9, NULL, NULL, FIELD(rough), NULL,
     "epochs while the radius falls to a quarter; default: 10 units / n, at least 4"},
    {0, "fine", CE_INTEGER, "N", 1, 1e9, NULL, NULL, FIELD(fine), NULL,
     "epochs from there to --last-radius; default: 40 units / n, at least 16"},
    {0, "online", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(online), NULL,
     "take objects one after another in random order, instead of the batch map"},
    {0, "cluster", CE_CHOICE, "HOW", 0, 0, CE_SOM_CLUSTERS_NAMES, "kmeans", FIELD(cluster), NULL,
     "how units become clusters: by k-means, by Ward's tree, or each unit by itself, without -k"},
    {0, "weight-hits", CE_FLAG, NULL, 0, 0, NULL, NULL, FIELD(weight_hits), "cluster=kmeans|ward",
     "a unit counts once for each of its objects"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e9, NULL, "100", FIELD(restarts), "cluster=kmeans",
     "runs of k-means for each member; the one with the least inertia is kept"},
    {0, "choose", CE_CHOICE, "WHICH", 0, 0, CHOOSE_NAMES, "all", FIELD(choose),
     "cluster=kmeans|ward",
     "all values of -k, or for each member that with the least Davies-Bouldin index"},
    {0, "model", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(model), NULL,
     "write the prototypes here, and for each member the labels of its units"},
    {0, "trace", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(trace), NULL,
     "write radius and quantisation error of each epoch here"},
};

static void check(const ce_cli *cli, const void *options)
{
    const som_options *o = options;

    if (o->cluster == CE_SOM_UNITS && cli->common->k.count)
        ce_cli_usage(cli, "--cluster units: each unit is a cluster, no -k with it");
    if (o->cluster != CE_SOM_UNITS)
        generate_need_k(cli);
    if (o->radius > 0 && o->radius < o->last_radius)
        ce_cli_usage(cli, "--radius %g, at least --last-radius %g expected", o->radius,
                     o->last_radius);
    if (!o->members && o->choose == CHOOSE_ALL)
        ce_cli_distinct_clusters(cli);
}

/* Reads the two sides of "10x6". Wrong use ends the program. */
static void parse_grid(const ce_cli *cli, const char *text, ce_som_options *map)
{
    const char *cross = strchr(text, 'x');
    double side[2];

    if (!cross || ce_parse_real(text, (size_t)(cross - text), &side[0]) != 1 ||
        ce_parse_real(cross + 1, strlen(cross + 1), &side[1]) != 1)
        ce_cli_usage(cli, "--grid '%s', rows and columns as 10x6 expected", text);
    for (int i = 0; i < 2; i++)
        if (!(side[i] >= 1 && side[i] <= LONGEST_SIDE) || side[i] != floor(side[i]))
            ce_cli_usage(cli, "--grid '%s', whole numbers from 1 to %d expected", text,
                         LONGEST_SIDE);
    map->rows = (size_t)side[0];
    map->columns = (size_t)side[1];
}

/* Sets the grid. Given prototypes are read; there must be one for each unit. */
static int prepare_map(const ce_cli *cli, const som_options *o, const generate_work *w,
                       ce_data_table *start, ce_som_options *map, ce_error *err)
{
    int rc;

    if (o->start) {
        rc = generate_read_start(cli, o->start, w, start, err);
        if (rc)
            return rc;
        if (start->values.rows != map->rows * map->columns)
            return ce_fail(err, CE_EINPUT, "%s: %zu prototypes, %zu expected for a grid of %zux%zu",
                           o->start, start->values.rows, map->rows * map->columns, map->rows,
                           map->columns);
        map->start = start->values.values;
    }
    rc = ce_som_size(&w->data.values, map, &map->rows, &map->columns, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < cli->common->k.count; i++)
        if ((size_t)cli->common->k.value[i] > map->rows * map->columns)
            return ce_fail(err, CE_EINPUT, "%s: a map of %zux%zu units, k = %d: a larger --grid",
                           ce_path_name(w->path), map->rows, map->columns, cli->common->k.value[i]);
    return CE_OK;
}

/* The name of a map: "som", or "som.r3" where there are several. */
static void map_name(const ce_som_ensemble *e, size_t map, char name[32])
{
    if (e->maps > 1)
        snprintf(name, 32, "som.r%zu", map + 1);
    else
        snprintf(name, 32, "som");
}

static int name_members(const som_options *o, generate_work *w, const ce_som_ensemble *e,
                        ce_error *err)
{
    static const char *const method[] = {"som-kmeans", "som-ward", "som-units"};
    int rc = CE_OK;

    for (size_t q = 0; q < w->out.labels.m && !rc; q++)
        rc = o->members
                 ? generate_name(w, q, err, "%s.k%zu.r%zu", method[o->cluster], e->member[q].asked,
                                 q + 1)
                 : generate_name(w, q, err, "%s.k%zu", method[o->cluster], e->member[q].asked);
    return rc;
}

static void tell(const ce_cli *cli, const som_options *o, const generate_work *w,
                 const ce_som_ensemble *e)
{
    size_t m = w->out.labels.m, fewer = 0;

    for (size_t i = 0; i < e->maps; i++) {
        const ce_som *map = &e->map[i];
        char name[32];
        map_name(e, i, name);
        ce_cli_detail(
            cli, "%s: %zux%zu units, %zu epochs, quantisation error %.10g, topographic error %.10g",
            name, map->rows, map->columns, map->epochs, map->quantisation_error,
            map->topographic_error);
    }
    for (size_t q = 0; q < m; q++) {
        if (isnan(e->member[q].index))
            ce_cli_detail(cli, "%s: %d clusters", w->out.name[q], w->out.labels.k[q]);
        else
            ce_cli_detail(cli, "%s: %d clusters, Davies-Bouldin index %.10g", w->out.name[q],
                          w->out.labels.k[q], e->member[q].index);
        fewer += (size_t)w->out.labels.k[q] < e->member[q].asked;
    }
    if (fewer && o->cluster != CE_SOM_UNITS)
        ce_cli_note(cli,
                    "%s: fewer clusters than asked for in %zu of %zu members: some have no objects",
                    ce_path_name(w->path), fewer, m);
}

/* The units of a member, with their labels. */
static void write_units(ce_output *output, const char *name, const ce_som_member *member,
                        const ce_som *map, char delimiter)
{
    for (size_t u = 0; u < map->units; u++)
        ce_model_row(output, name, (size_t)(member->label[u] + 1), (size_t)map->hits[u], "unit",
                     map->prototype + u * map->d, map->d, delimiter);
}

static int write_model(const generate_work *w, const ce_som_ensemble *e, const char *path,
                       char delimiter, ce_error *err)
{
    size_t d = w->data.values.columns;
    ce_output *output;
    char name[32];
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_model_header(output, w->data.name, d, delimiter);
    for (size_t i = 0; i < e->maps; i++) {
        map_name(e, i, name);
        for (size_t u = 0; u < e->map[i].units; u++)
            ce_model_row(output, name, u + 1, (size_t)e->map[i].hits[u], "centroid",
                         e->map[i].prototype + u * d, d, delimiter);
    }
    for (size_t q = 0; q < w->out.labels.m; q++)
        write_units(output, w->out.name[q], &e->member[q], &e->map[e->member[q].map], delimiter);
    return ce_output_close(output, err);
}

static int write_trace(const ce_som_ensemble *e, const char *path, char c, ce_error *err)
{
    ce_output *output;
    char name[32];
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%cepoch%cradius%cerror\n", c, c, c);
    for (size_t i = 0; i < e->maps; i++) {
        map_name(e, i, name);
        for (size_t t = 0; t < e->map[i].epochs; t++) {
            ce_output_printf(output, "%s%c%zu%c", name, c, t + 1, c);
            ce_output_real(output, e->map[i].epoch[t].radius);
            ce_output_char(output, c);
            ce_output_real(output, e->map[i].epoch[t].error);
            ce_output_char(output, '\n');
        }
    }
    return ce_output_close(output, err);
}

static int finish(const ce_cli *cli, const som_options *o, generate_work *w,
                  const ce_som_ensemble *e, ce_error *err)
{
    char delimiter = cli->common->delimiter;
    int rc = name_members(o, w, e, err);

    if (rc)
        return rc;
    tell(cli, o, w, e);
    if (o->model)
        rc = write_model(w, e, o->model, delimiter, err);
    if (!rc && o->trace)
        rc = write_trace(e, o->trace, delimiter, err);
    return rc;
}

static ce_som_init choose_init(const som_options *o)
{
    return o->start ? CE_SOM_GIVEN : (ce_som_init)o->init;
}

static int run(const ce_cli *cli, const void *options, generate_work *w, ce_error *err)
{
    const som_options *o = options;
    uint64_t seed = cli->common->seed;
    ce_som_ensemble_options e = {
        .map = {.lattice = (ce_som_lattice)o->lattice,
                .neighbourhood = (ce_som_neighbourhood)o->neighbourhood,
                .init = choose_init(o),
                .online = o->online,
                .rough = (size_t)o->rough,
                .fine = (size_t)o->fine,
                .first_radius = o->radius,
                .last_radius = o->last_radius,
                .seed = seed},
        .clusters = {.by = (ce_som_clusters)o->cluster,
                     .weight_hits = o->weight_hits,
                     .restarts = (size_t)o->restarts,
                     .seed = seed},
        .k = cli->common->k.value,
        .k_count = cli->common->k.count,
        .choose = o->choose == CHOOSE_DB,
        .members = (size_t)o->members,
    };
    size_t n = w->data.values.rows;
    ce_som_ensemble ensemble = {0};
    ce_data_table start = {0};
    int rc;

    if (o->grid)
        parse_grid(cli, o->grid, &e.map);
    rc = generate_need_squares(&w->data, w->path, err);
    if (!rc)
        rc = generate_check_k(e.k, e.k_count, n, n, w->path, err);
    if (!rc)
        rc = prepare_map(cli, o, w, &start, &e.map, err);
    if (!rc)
        rc = ce_generate_som(&w->data.values, &e, &w->out.labels, &ensemble,
                             ce_cli_progress(cli, "epochs"), err);
    if (!rc)
        rc = finish(cli, o, w, &ensemble, err);
    ce_som_ensemble_free(&ensemble);
    ce_data_table_free(&start);
    return rc;
}

const generate_noun generate_som = {
    .of = {.name = "som",
           .summary = "a self-organising map, whose units are clustered",
           .about = "Units on a grid learn prototypes so that neighbours on the grid are "
                    "similar; then the units are clustered, and an object has the cluster of its "
                    "unit. For large data, since after the map only its units are clustered, and "
                    "for a choice of k by an index. Standardise the features first.",
           .reference = "kohonen2001",
           .page = "clens-som",
           .reads = CE_READS_DATA,
           .needs = CE_USES_K,
           .reports = CE_REPORTS_TRACE | CE_REPORTS_MODEL,
           .cost = CE_COST_OBJECTS,
           .options = CE_OPTIONS(rows, som_options)},
    .check = check,
    .run = run,
};
