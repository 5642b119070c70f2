/*
 * matrix_file.h: similarity matrices as files (clens-formats(5)): Matrix Market, CSV, npy, METIS.
 *
 * A size in a file is only a claim. Every reader takes memory for what is there, or asks first
 * (ce_memory_check).
 */
#ifndef CE_IO_MATRIX_FILE_H
#define CE_IO_MATRIX_FILE_H

#include "core/error.h"
#include "core/similarity.h"
#include "io/columns.h"
#include "io/csv.h"
#include "io/input.h"
#include "io/output.h"

/* What the entries of a matrix are, where the user says it. */
enum { CE_INPUT_SIMILARITY, CE_INPUT_DISTANCE };
/* In the order of the enum; for option rows. */
#define CE_INPUT_NAMES "similarity|distance"

typedef enum { CE_MATRIX_MTX, CE_MATRIX_CSV, CE_MATRIX_NPY, CE_MATRIX_METIS } ce_matrix_format;
/* In the order of the enum; for option rows. */
#define CE_MATRIX_FORMAT_NAMES "mtx|csv|npy|metis"

/* How far entries (i, j) and (j, i) may differ, relative to the larger. */
#define CE_SYMMETRY_TOLERANCE 1e-12

/*
 * Reads a square symmetric matrix: Matrix Market (array: dense; coordinate: sparse), npy, or CSV
 * (with or without a header line; id and class columns are left out). The first bytes tell them
 * apart. Each may be gzipped. A file may hold both triangles; they must agree, and the upper one is
 * kept.
 *
 * Refused with place: entries that are not finite, missing, out of range, repeated or not
 * symmetric; too few or too many of them. format: delimiter and header of a CSV, and the
 * words that are missing entries in a file of any kind. 0 or a failure; s is empty after one.
 */
int ce_similarity_read(ce_similarity *s, const char *path, const ce_table_format *format,
                       ce_error *err);

/* The same. id (empty before; may be NULL) gets the ids of a CSV: its column of ids. A first line
 * that begins with `id` is a header, even if ids are numbers. Names in the header that are ids must
 * have the order of the rows; names that are none are ignored. id->name is NULL after if there are
 * no ids, and after a failure. */
int ce_similarity_read_ids(ce_similarity *s, ce_text_column *id, const char *path,
                           const ce_table_format *format, ce_error *err);

/* Fails with CE_EINPUT where the diagonal tells that the matrix is of the other kind: one of
 * similarities whose diagonal is 0, one of distances without an entry above its diagonal. */
int ce_similarity_need_kind(const ce_similarity *s, int is_distance, const char *path,
                            ce_error *err);

/* A note where similarities with such a diagonal are what the user says they are. */
#define CE_ZERO_DIAGONAL \
    "the diagonal is 0 everywhere, as distances have it; entries are read as similarities, which " \
    "are large where objects belong together"

/*
 * Writes a matrix, with the ids of the objects where they are known (NULL or id->name NULL: they
 * are not). 0 or a failure.
 *   mtx    symmetric; array when dense, coordinate when sparse
 *   csv    all n x n entries, no header; with ids a header and a first column of them
 *   npy    '<f8', C order
 *   metis  a graph with an edge for each entry above 0 off the diagonal
 * A weight of METIS is a whole number: the entry times the smaller of 1e6 / largest and 1e9 / sum,
 * rounded, at least 1. A negative entry is then CE_EINPUT.
 */
int ce_similarity_write(const ce_similarity *s, const char *path, ce_matrix_format format,
                        char delimiter, ce_error *err);
int ce_similarity_write_ids(const ce_similarity *s, const ce_text_column *id, const char *path,
                            ce_matrix_format format, char delimiter, ce_error *err);

/* Writes a block of rows of a matrix (rows x columns, row-major) as mtx (array, general), csv or
 * npy. */
int ce_matrix_block_write(const double *block, size_t rows, size_t columns, const char *path,
                          ce_matrix_format format, char delimiter, ce_error *err);

/* ---- for the files of this room ---- */

/* Expands rows first .. first+count-1 of either form into rows (dense, count x n, row-major). */
void ce_similarity_expand(const ce_similarity *s, size_t first, size_t count, double *rows);

/* Room for the n (n+1) / 2 entries that a file claims to hold. s is empty after a failure. */
int ce_matrix_file_alloc(ce_similarity *s, size_t n, const char *name, ce_error *err);

/* Puts entry (i, j) of a file that holds both triangles. Entries come in any order. The one above
 * the diagonal is kept. `second`: 1 when (j, i) has come already. Returns 1 when they agree or this
 * is the first, else 0. *other: the value of (j, i). */
int ce_matrix_file_put(ce_similarity *s, size_t i, size_t j, double value, int second,
                       double *other);

int ce_matrix_market_read(ce_similarity *s, ce_input *input, const ce_table_format *format,
                          ce_error *err);
int ce_matrix_market_write(const ce_similarity *s, ce_output *output, ce_error *err);
int ce_npy_read(ce_similarity *s, ce_input *input, const ce_table_format *format, ce_error *err);
int ce_metis_graph_write(const ce_similarity *s, ce_output *output, ce_error *err);

#endif
