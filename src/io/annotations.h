/*
 * annotations.h: tables of annotations: what else is known of objects that stand in another file,
 * such as clinical data of samples. Strips beside a picture are made of them.
 */
#ifndef CE_IO_ANNOTATIONS_H
#define CE_IO_ANNOTATIONS_H

#include "io/data_table.h"

/*
 * Columns of any kind are welcome. One whose cells are all numbers is numeric. So is one in which
 * more than 20 numbers differ, and nine of ten cells or more hold one; the words in the others are
 * missing, which the listener is told of. But beside the label `noise` alone whole numbers are
 * labels. In another column all are text, of which the listener is told if half of the cells or
 * more are numbers. format: its features are not used. id: of the n
 * objects; name NULL: they have none. objects_path: for messages.
 *
 * *row: the row of each object, by id, where both have ids; -1 where the table lacks it, which the
 * listener is told of, but not of all objects. The table may have further ones. NULL: the rows are
 * the objects, in their order. Then the number of rows must be n, and no column may have another
 * text in every row: it says which object the row is about (unless id_column is "none"). The caller
 * frees row.
 *
 * id_column need not be in the table where the objects have ids of that name, or with spare_id. 0
 * or a failure, after which the table can only be freed.
 */
int ce_annotations_read(ce_data_table *table, const char *path, const ce_table_format *format,
                        const ce_text_column *id, const char *objects_path, size_t n,
                        int32_t **row, ce_error *err);

#endif
