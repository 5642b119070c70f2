/*
 * real_assignment.h: a one-to-one map between the rows and columns of a dense table of real numbers
 * with the largest sum (the linear assignment problem, rectangular). assignment.h is for counts,
 * which are whole numbers and mostly 0.
 */
#ifndef CE_SCORE_REAL_ASSIGNMENT_H
#define CE_SCORE_REAL_ASSIGNMENT_H

#include <stddef.h>
#include <stdint.h>

/*
 * A map of few rows to different columns with the largest sum of gain[r * by_row + c * by_column],
 * 1 <= few <= many. Shortest augmenting paths, row after row; ties: the lowest column.
 *
 * match: few, the column of each row. potential: room for few + 2 many + 3 numbers, link: for
 * 3 (many + 1). Time O(few^2 many).
 */
void ce_real_assignment(const double *gain, size_t by_row, size_t by_column, size_t few,
                        size_t many, double *potential, int32_t *link, int32_t *match);

#endif
