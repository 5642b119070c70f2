/*
 * matrix_file.h: similarity matrices on file (clens-formats(5)): Matrix Market, CSV, npy, METIS
 * graphs.
 *
 * Every reader takes sizes from the file as claims: memory follows what is there, or is asked for
 * with ce_memory_check.
 */
#ifndef CE_IO_MATRIX_FILE_H
#define CE_IO_MATRIX_FILE_H

#include "core/error.h"
#include "core/similarity.h"
#include "io/csv.h"
#include "io/input.h"
#include "io/output.h"

/* In the order of the choices "mtx|csv|npy|metis". */
typedef enum { CE_MATRIX_MTX, CE_MATRIX_CSV, CE_MATRIX_NPY, CE_MATRIX_METIS } ce_matrix_format;

/* How far entries (i, j) and (j, i) may lie apart, relative to the larger. */
#define CE_SYMMETRY_TOLERANCE 1e-12

/*
 * Reads a square symmetric matrix: Matrix Market (array: dense; coordinate: sparse), npy, or CSV
 * (with or without a header line; id and class columns are left out), told apart by their first
 * bytes; gzip or not. Both triangles may be there, and then must agree; the upper one is kept.
 * Refused with place: entries that are not finite, missing, out of range, double, not symmetric;
 * too few or too many of them. format: delimiter and header of a CSV. 0 or a failure; s is empty
 * after one.
 */
int ce_similarity_read(ce_similarity *s, const char *path, const ce_table_format *format,
                       ce_error *err);

/*
 * Writes it. mtx: symmetric, array when dense and coordinate when sparse; csv: all n x n entries,
 * no header; npy: '<f8', C order; metis: a graph with an edge where an entry off the diagonal is
 * above 0, its weight a whole number: the entry times the smaller of 1e6 / largest and 1e9 / sum,
 * rounded, at least 1 (negative entries are CE_EINPUT).
 */
int ce_similarity_write(const ce_similarity *s, const char *path, ce_matrix_format format,
                        char delimiter, ce_error *err);

/* Writes a block of rows (rows x columns, row-major) of a matrix as mtx (array, general), csv or
 * npy. */
int ce_matrix_block_write(const double *block, size_t rows, size_t columns, const char *path,
                          ce_matrix_format format, char delimiter, ce_error *err);

/* ---- for the files of this room ---- */

/* Rows first .. first+count-1 of either form, dense, into rows (count x n, row-major). */
void ce_similarity_expand(const ce_similarity *s, size_t first, size_t count, double *rows);

/* n (n+1) / 2 entries for a matrix that a file claims to hold. */
int ce_matrix_file_alloc(ce_similarity *s, size_t n, const char *name, ce_error *err);

/* Entry (i, j) of a file that holds both triangles, coming in any order in which (i, j) and (j, i)
 * both come: the one above the diagonal is kept. `second`: the other one has come already. 1 when
 * they agree or it is the first, 0 when they differ; *other then is what (j, i) was. */
int ce_matrix_file_put(ce_similarity *s, size_t i, size_t j, double value, int second,
                       double *other);

int ce_matrix_market_read(ce_similarity *s, ce_input *input, ce_error *err);
int ce_matrix_market_write(const ce_similarity *s, ce_output *output, ce_error *err);
int ce_npy_read(ce_similarity *s, ce_input *input, ce_error *err);
void ce_npy_header_write(ce_output *output, size_t rows, size_t columns);
int ce_metis_graph_write(const ce_similarity *s, ce_output *output, ce_error *err);

#endif
