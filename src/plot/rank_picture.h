/*
 * rank_picture.h: mean ranks with their critical difference, a row for each method [demsar2006].
 */
#ifndef CE_PLOT_RANK_PICTURE_H
#define CE_PLOT_RANK_PICTURE_H

#include <stddef.h>

#include "core/error.h"
#include "io/output.h"
#include "plot/gnuplot.h"
#include "score/mean_ranks.h"

/*
 * *bytes: the picture, free(). Rows from the best method to the worst; a point at the mean rank,
 * and a bar of the width of the critical difference around it, so that two methods differ where
 * their bars do not touch. Those that do not differ from the best are blue, the others grey. name:
 * of the methods. picture->height 0: as high as the rows need. 0, CE_ENOMEM, CE_EIO (gnuplot), or
 * CE_EINPUT (more than 20,000 pixels are needed).
 */
int ce_rank_picture(const ce_mean_ranks *ranks, char *const *name, const ce_picture *picture,
                    char **bytes, size_t *length, ce_error *err);

/* The same as rows method,mean_rank,mean,firsts,missing,differs: differs is 1 where the method
 * differs from the best. */
void ce_rank_table(const ce_mean_ranks *ranks, char *const *name, ce_output *output, char between);

#endif
