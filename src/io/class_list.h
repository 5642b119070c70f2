/*
 * class_list.h: classes that are left out, as --ignore names them.
 */
#ifndef CE_IO_CLASS_LIST_H
#define CE_IO_CLASS_LIST_H

#include "core/message.h"
#include "io/columns.h"

/*
 * Takes the class from the objects of the classes in a comma separated list. size: how many objects
 * each row stands for, or NULL for one. *ignored: how many objects lose their class, is added to;
 * out: n, gets 1 for each such row; NULL: not asked for. A note names a class of no object. O(n)
 * for each class.
 */
void ce_classes_leave_out(ce_text_column *classes, const char *list, const double *size,
                          double *ignored, unsigned char *out, const ce_listener *listener);

#endif
