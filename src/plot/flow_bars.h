/*
 * flow_bars.h: the clusters of clusterings one after another as columns of bars, and the objects
 * that two neighbours share: what flow.h and clustree.h draw.
 */
#ifndef CE_PLOT_FLOW_BARS_H
#define CE_PLOT_FLOW_BARS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/label_table.h"
#include "plot/matched.h"
#include "plot/short_names.h"
#include "score/contingency.h"

/* A cluster, or several. */
typedef struct {
    int32_t number;   /* its color; CE_FLOW_REST or CE_FLOW_NO_LABEL */
    int noise;        /* the label `noise` */
    int32_t cluster;  /* the first one in it */
    double size;      /* objects */
    double low, high; /* in the picture, 0 .. 1 from the top */
    double out, in;   /* how much of it bands have taken on its right, and on its left */
    double place;     /* where the objects come from: the key of the order */
} ce_flow_bar;

enum { CE_FLOW_REST = -2, CE_FLOW_NO_LABEL = -1 };

/* The bars of a clustering, from the top. */
typedef struct {
    size_t count;
    ce_flow_bar *bar; /* owned */
    int32_t *of;      /* owned: k + 1, the bar of each cluster; [k] for no label */
} ce_flow_column;

/* Set to zero before use; ce_flow_bars_free, also after a failure. */
typedef struct {
    size_t m;
    double objects;
    ce_flow_column *column; /* owned */
    ce_contingency *table;  /* owned: bars of q by bars of q + 1 */
    size_t *first;          /* owned: m, of the clusters of q among those of all */
    ce_short_names names;   /* owned: of all clusters; none where these are numbers */
} ce_flow_bars;

/* The bars of all clusterings of the table. The `most` largest clusters of a clustering have a bar
 * each, the smaller ones share one, and so do objects without a label. They stand in the order of
 * the mean place of their objects in the clustering before, those of the first one by number; then
 * what is shared, then no label. *pooled: clusters that share a bar. 0 or CE_ENOMEM. */
int ce_flow_bars_build(ce_flow_bars *f, const ce_label_table *table, const ce_matched *matched,
                       size_t most, size_t *pooled, ce_error *err);
void ce_flow_bars_free(ce_flow_bars *f);

/* 0xRRGGBB: that of its number, grey for `noise`; grey for several clusters, nearly white for no
 * label. */
unsigned long ce_flow_color(const ce_flow_bar *b);

/* Cuts the names of the clusters to `most` letters, for ce_flow_name. 0 or CE_ENOMEM. */
int ce_flow_cut_names(ce_flow_bars *f, const ce_label_table *table, size_t most, ce_error *err);

/* The name of a bar of clustering q: that of its cluster, `others` or `no label`. number: room for
 * that of a cluster without a name. */
enum { CE_FLOW_NUMBER = 16 };
const char *ce_flow_name(const ce_flow_bars *f, size_t q, const ce_flow_bar *b,
                         char number[CE_FLOW_NUMBER]);

#endif
