/*
 * zoltan.c: Zoltan's hypergraph partitioner (PHG, serial, connectivity as its objective) called as
 * shmetis is:
 *
 *   zoltan FILE.hgr K UBFACTOR      writes FILE.hgr.part.K; the heaviest part may weigh what the
 * bisections of shmetis add up to. ZOLTAN_SEED: of its random numbers (1)
 *
 * Built by hypergraph.sh with mpicc and libclens, which reads the file.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <zoltan.h>

#include "io/hypergraph_file.h"

static int count_vertices(void *data, int *status)
{
    *status = ZOLTAN_OK;
    return (int)((const ce_hypergraph *)data)->n;
}

static void list_vertices(void *data, int g, int l, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local,
                          int weights, float *weight, int *status)
{
    const ce_hypergraph *graph = data;

    (void)g, (void)l, (void)weights;
    for (size_t v = 0; v < graph->n; v++) {
        global[v] = local[v] = (ZOLTAN_ID_TYPE)v;
        weight[v] = graph->vertex_weight ? (float)graph->vertex_weight[v] : 1;
    }
    *status = ZOLTAN_OK;
}

static void count_pins(void *data, int *edges, int *pins, int *format, int *status)
{
    const ce_hypergraph *graph = data;

    *edges = (int)graph->edges;
    *pins = (int)graph->edge_start[graph->edges];
    *format = ZOLTAN_COMPRESSED_EDGE;
    *status = ZOLTAN_OK;
}

static void list_pins(void *data, int g, int edges, int pins, int format, ZOLTAN_ID_PTR edge,
                      int *start, ZOLTAN_ID_PTR pin, int *status)
{
    const ce_hypergraph *graph = data;

    (void)g, (void)format;
    for (int e = 0; e < edges; e++) {
        edge[e] = (ZOLTAN_ID_TYPE)e;
        start[e] = (int)graph->edge_start[e];
    }
    for (int p = 0; p < pins; p++)
        pin[p] = (ZOLTAN_ID_TYPE)graph->pin[p];
    *status = ZOLTAN_OK;
}

static void count_weights(void *data, int *edges, int *status)
{
    *edges = (int)((const ce_hypergraph *)data)->edges;
    *status = ZOLTAN_OK;
}

static void list_weights(void *data, int g, int l, int edges, int weights, ZOLTAN_ID_PTR global,
                         ZOLTAN_ID_PTR local, float *weight, int *status)
{
    const ce_hypergraph *graph = data;

    (void)g, (void)l, (void)weights;
    for (int e = 0; e < edges; e++) {
        global[e] = local[e] = (ZOLTAN_ID_TYPE)e;
        weight[e] = graph->edge_weight ? (float)graph->edge_weight[e] : 1;
    }
    *status = ZOLTAN_OK;
}

static void set(struct Zoltan_Struct *zoltan, const char *name, const char *value)
{
    if (Zoltan_Set_Param(zoltan, name, value) != ZOLTAN_OK)
        fprintf(stderr, "zoltan: no parameter %s\n", name);
}

static int partition(ce_hypergraph *graph, const char *path, int k, double b)
{
    struct Zoltan_Struct *zoltan = Zoltan_Create(MPI_COMM_WORLD);
    const char *seed = getenv("ZOLTAN_SEED");
    int changed, gids, lids, in, out, *process, *part, *to_process, *to_part, rc;
    ZOLTAN_ID_PTR in_global, in_local, global, local;
    int *label = calloc(graph->n, sizeof *label);
    char text[64];
    FILE *file;

    set(zoltan, "DEBUG_LEVEL", "0");
    set(zoltan, "LB_METHOD", "HYPERGRAPH");
    set(zoltan, "HYPERGRAPH_PACKAGE", "PHG");
    set(zoltan, "LB_APPROACH", "PARTITION");
    set(zoltan, "RETURN_LISTS", "PARTS");
    set(zoltan, "OBJ_WEIGHT_DIM", "1");
    set(zoltan, "EDGE_WEIGHT_DIM", "1");
    set(zoltan, "PHG_CUT_OBJECTIVE", "CONNECTIVITY");
    set(zoltan, "PHG_EDGE_SIZE_THRESHOLD", "1.0"); /* large edges count as well */
    set(zoltan, "SEED", seed ? seed : "1");
    snprintf(text, sizeof text, "%d", k);
    set(zoltan, "NUM_GLOBAL_PARTS", text);
    snprintf(text, sizeof text, "%.6g", pow(1 + b / 50, ceil(log2(k))));
    set(zoltan, "IMBALANCE_TOL", text);
    Zoltan_Set_Num_Obj_Fn(zoltan, count_vertices, graph);
    Zoltan_Set_Obj_List_Fn(zoltan, list_vertices, graph);
    Zoltan_Set_HG_Size_CS_Fn(zoltan, count_pins, graph);
    Zoltan_Set_HG_CS_Fn(zoltan, list_pins, graph);
    Zoltan_Set_HG_Size_Edge_Wts_Fn(zoltan, count_weights, graph);
    Zoltan_Set_HG_Edge_Wts_Fn(zoltan, list_weights, graph);
    rc = Zoltan_LB_Partition(zoltan, &changed, &gids, &lids, &in, &in_global, &in_local, &process,
                             &part, &out, &global, &local, &to_process, &to_part);
    if (rc != ZOLTAN_OK && rc != ZOLTAN_WARN)
        return 1;
    for (int i = 0; i < out; i++)
        label[global[i]] = to_part[i];
    snprintf(text, sizeof text, ".part.%d", k);
    {
        char name[4096];
        snprintf(name, sizeof name, "%s%s", path, text);
        if (!(file = fopen(name, "w")))
            return 1;
    }
    for (size_t v = 0; v < graph->n; v++)
        fprintf(file, "%d\n", label[v]);
    free(label);
    Zoltan_LB_Free_Part(&in_global, &in_local, &process, &part);
    Zoltan_LB_Free_Part(&global, &local, &to_process, &to_part);
    Zoltan_Destroy(&zoltan);
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    ce_hypergraph graph = {0};
    ce_input *input = NULL;
    ce_error err = {0};
    float version;
    int rc;

    MPI_Init(&argc, &argv);
    if (argc != 4 || Zoltan_Initialize(argc, argv, &version) != ZOLTAN_OK)
        return 2;
    if (ce_input_open(&input, argv[1], &err) || ce_hypergraph_read(&graph, input, &err)) {
        fprintf(stderr, "zoltan: %s\n", err.text);
        return 1;
    }
    ce_input_close(input, &err);
    rc = partition(&graph, argv[1], (int)strtol(argv[2], NULL, 10), strtod(argv[3], NULL));
    ce_hypergraph_free(&graph);
    MPI_Finalize();
    return rc;
}
