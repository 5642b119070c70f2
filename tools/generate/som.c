/* Self-organising maps: clusters of their units. */
#include "generate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/som.h"
#include "io/input.h"
#include "io/model.h"
#include "io/output.h"
#include "io/real.h"

/* The first of the choices of --init. */
enum { INIT_RANDOM = 0 };

enum { LONGEST_SIDE = 1000000 };

static void check_use(const ce_cli *cli, const generate_options *o)
{
    static const char *const other[] = {"", "plusplus", "farthest", "scattered", "", "chunklets"};

    if (*other[o->init])
        ce_cli_usage(cli, "--init %s: linear or random expected", other[o->init]);
    if (o->start && (ce_cli_given(cli, "init") || !o->grid))
        ce_cli_usage(cli, "--start gives the first prototypes of a --grid: no --init with it");
    if (o->cluster == GENERATE_SOM_UNITS &&
        (ce_cli_given(cli, "clusters") || o->choose || o->weight_hits))
        ce_cli_usage(
            cli,
            "--cluster units: each unit is a cluster, no -k, --choose or --weight-hits with it");
    if (o->cluster != CE_SOM_KMEANS && o->restarts)
        ce_cli_usage(cli, "--restarts goes with --cluster kmeans");
    if (o->radius > 0 && o->radius < o->last_radius)
        ce_cli_usage(cli, "--radius %g, at least --last-radius %g expected", o->radius,
                     o->last_radius);
    for (size_t i = 0; i < o->common.k.count && !o->members && !o->choose; i++)
        for (size_t j = 0; j < i; j++)
            if (o->common.k.value[i] == o->common.k.value[j])
                ce_cli_usage(cli, "-k has %d twice", o->common.k.value[i]);
}

/* "10x6". Wrong use ends the program. */
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

/* The grid, and as many prototypes as it has units if they were given. */
static int prepare_map(const ce_cli *cli, const generate_options *o, const generate_work *w,
                       ce_data_table *start, ce_som_options *map, ce_error *err)
{
    int rc;

    if (o->start) {
        if ((rc = generate_read_start(cli, o, w, start, err)))
            return rc;
        if (start->values.rows != map->rows * map->columns)
            return ce_fail(err, CE_EINPUT, "%s: %zu prototypes, %zu expected for a grid of %zux%zu",
                           o->start, start->values.rows, map->rows * map->columns, map->rows,
                           map->columns);
        map->start = start->values.values;
    }
    if ((rc = ce_som_size(&w->data.values, map, &map->rows, &map->columns, err)))
        return rc;
    for (size_t i = 0; i < o->common.k.count; i++)
        if ((size_t)o->common.k.value[i] > map->rows * map->columns)
            return ce_fail(err, CE_EINPUT, "%s: a map of %zux%zu units, k = %d: a larger --grid",
                           ce_path_name(w->path), map->rows, map->columns, o->common.k.value[i]);
    return CE_OK;
}

/* "som", or one of several. */
static void map_name(const ce_som_ensemble *e, size_t map, char name[32])
{
    if (e->maps > 1)
        snprintf(name, 32, "som.r%zu", map + 1);
    else
        snprintf(name, 32, "som");
}

static int name_members(const generate_options *o, generate_work *w, const ce_som_ensemble *e,
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

static void tell(const ce_cli *cli, const generate_options *o, const generate_work *w,
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
    if (fewer && o->cluster != GENERATE_SOM_UNITS)
        ce_cli_note(cli,
                    "%s: fewer clusters than asked for in %zu of %zu members: some have no objects",
                    ce_path_name(w->path), fewer, m);
}

static int write_model(const generate_options *o, const generate_work *w, const ce_som_ensemble *e,
                       ce_error *err)
{
    size_t d = w->data.values.columns;
    ce_output *output;
    char name[32];
    int rc = ce_output_open(&output, o->model, err);

    if (rc)
        return rc;
    ce_model_header(output, w->data.name, d, o->common.delimiter);
    for (size_t i = 0; i < e->maps; i++) {
        map_name(e, i, name);
        for (size_t u = 0; u < e->map[i].units; u++)
            ce_model_row(output, name, u + 1, (size_t)e->map[i].hits[u], "centroid",
                         e->map[i].prototype + u * d, d, o->common.delimiter);
    }
    return ce_output_close(output, err);
}

static int write_trace(const generate_options *o, const ce_som_ensemble *e, ce_error *err)
{
    char c = o->common.delimiter, name[32];
    ce_output *output;
    int rc = ce_output_open(&output, o->trace, err);

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

static int finish(const ce_cli *cli, const generate_options *o, generate_work *w,
                  const ce_som_ensemble *e, ce_error *err)
{
    int rc;

    if ((rc = name_members(o, w, e, err)))
        return rc;
    tell(cli, o, w, e);
    if (o->model && (rc = write_model(o, w, e, err)))
        return rc;
    return o->trace ? write_trace(o, e, err) : CE_OK;
}

int generate_som(const ce_cli *cli, const generate_options *o, generate_work *w, ce_error *err)
{
    ce_som_ensemble_options e = {
        .map = {.lattice = (ce_som_lattice)o->lattice,
                .neighbourhood = (ce_som_neighbourhood)o->neighbourhood,
                .init = o->start                                              ? CE_SOM_GIVEN
                        : ce_cli_given(cli, "init") && o->init == INIT_RANDOM ? CE_SOM_RANDOM
                                                                              : CE_SOM_LINEAR,
                .online = o->online,
                .rough = (size_t)o->rough,
                .fine = (size_t)o->fine,
                .first_radius = o->radius,
                .last_radius = o->last_radius,
                .seed = o->common.seed},
        .clusters = {.by = (ce_som_clusters)o->cluster,
                     .weight_hits = o->weight_hits,
                     .restarts = (size_t)o->restarts,
                     .seed = o->common.seed},
        .k = o->common.k.value,
        .k_count = o->common.k.count,
        .choose = o->choose,
        .members = (size_t)o->members,
    };
    size_t n = w->data.values.rows;
    ce_som_ensemble ensemble = {0};
    ce_data_table start = {0};
    int rc;

    check_use(cli, o);
    if (o->grid)
        parse_grid(cli, o->grid, &e.map);
    if ((rc = generate_need_squares(&w->data, w->path, err)) ||
        (rc = generate_check_k(e.k, e.k_count, n, n, w->path, err)) ||
        (rc = prepare_map(cli, o, w, &start, &e.map, err)) ||
        (rc = ce_generate_som(&w->data.values, &e, &w->out.labels, &ensemble,
                              ce_cli_progress(cli, "epochs"), err)))
        goto done;
    rc = finish(cli, o, w, &ensemble, err);
done:
    ce_som_ensemble_free(&ensemble);
    ce_data_table_free(&start);
    return rc;
}
