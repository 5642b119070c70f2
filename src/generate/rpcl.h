/*
 * rpcl.h: rival penalised competitive learning (card G2).
 *
 * [xu1993] Xu, Krzyzak and Oja, IEEE Trans. Neural Networks 4(4), 1993.
 */
#ifndef CE_GENERATE_RPCL_H
#define CE_GENERATE_RPCL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"

typedef struct {
    size_t members;
    const int *k;     /* units at the start */
    size_t k_count;
    int draw;         /* each member draws its k from these; else member q takes k[q] */
    double rate;      /* of the winner; .05 */
    double rival_rate; /* of the rival; .002 */
    size_t epochs;    /* 30 */
    double tolerance; /* stop when no centre moves farther than this times the scale of the data in an epoch; 1e-4; 0: never */
    uint64_t seed;
} ce_rpcl_options;

typedef struct {
    size_t asked, k; /* units at the start; clusters at the end */
    size_t epochs;
    double *centres; /* owned; k x d, in the order of the labels */
    size_t *size;    /* owned; k */
} ce_rpcl_member;

/* labels: n x members, allocated here. member: room for `members`, zero-initialised. Member q draws from stream q of CE_STREAM_MEMBER: its k, its
 * starting centres, its order of objects, epoch by epoch. (Complete this: cost, threads, missing values.) */
int ce_generate_rpcl(const ce_matrix *x, const ce_rpcl_options *options, ce_labels *labels, ce_rpcl_member *member,
                     const ce_progress *progress, ce_error *err);
void ce_rpcl_members_free(ce_rpcl_member *member, size_t members);

#endif
